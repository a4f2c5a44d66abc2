//! The data folder, held by one server at a time.

use std::fs::{self, File, TryLockError};
use std::io::Write as _;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};

/// A data folder that belongs to this process for as long as this lives.
pub struct DataFolder {
    /// The lock goes with the process, also when it is killed.
    _lock: File,
}

impl DataFolder {
    /// Makes the folder if need be and takes it.
    pub fn take(folder: &Path) -> anyhow::Result<Self> {
        fs::create_dir_all(folder).with_context(|| format!("cannot make the folder {}", folder.display()))?;
        let path = folder.join("numsift.lock");
        let mut lock = File::options()
            .create(true)
            .truncate(false)
            .read(true)
            .write(true)
            .open(&path)
            .with_context(|| format!("cannot open {}", path.display()))?;
        match lock.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => bail!(
                "another numsift is running on {} (process {}). Stop it first, or use another --data folder.",
                folder.display(),
                fs::read_to_string(&path).unwrap_or_default().trim()
            ),
            Err(TryLockError::Error(error)) => {
                return Err(error).with_context(|| format!("cannot lock {}", path.display()));
            }
        }
        lock.set_len(0)?;
        writeln!(lock, "{}", std::process::id())?;
        Ok(Self { _lock: lock })
    }
}

/// The key that secrets in the database are sealed with. All nodes of an installation share it.
pub const KEY_FILE: &str = "secret.key";

/// Where the embedded database lives.
pub fn database_file(folder: &Path) -> PathBuf {
    folder.join("numsift.db")
}

#[cfg(test)]
mod tests {
    use super::DataFolder;

    #[test]
    fn a_folder_belongs_to_one_server() {
        let folder = tempfile::tempdir().unwrap();
        let inside = folder.path().join("new");
        let first = DataFolder::take(&inside).unwrap();
        let refused = DataFolder::take(&inside).err().expect("the folder is taken").to_string();
        assert!(refused.contains("another numsift is running"), "{refused}");
        assert!(refused.contains(&std::process::id().to_string()), "{refused}");
        drop(first);
        DataFolder::take(&inside).unwrap();
    }
}
