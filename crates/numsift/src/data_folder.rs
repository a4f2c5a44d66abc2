//! The data folder, which one server locks for itself.

use std::fs::{self, File, TryLockError};
use std::io::Write as _;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};

/// Key that encrypts secrets in the database. All nodes of an installation share it.
pub const KEY_FILE: &str = "secret.key";

/// Path of the SQLite database.
pub fn database_file(folder: &Path) -> PathBuf {
    folder.join("numsift.db")
}

/// Creates the folder if it does not exist.
pub fn create(folder: &Path) -> anyhow::Result<()> {
    fs::create_dir_all(folder).with_context(|| format!("cannot create the folder {}", folder.display()))
}

/// Holds the lock on a data folder.
pub struct DataFolderLock {
    /// The operating system releases the lock when the process ends, even if it is killed.
    _file: File,
}

impl DataFolderLock {
    /// Creates the folder if needed and locks it.
    pub fn acquire(folder: &Path) -> anyhow::Result<Self> {
        create(folder)?;
        let path = folder.join("numsift.lock");
        let mut file = File::options()
            .create(true)
            .truncate(false)
            .read(true)
            .write(true)
            .open(&path)
            .with_context(|| format!("cannot open {}", path.display()))?;
        match file.try_lock() {
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
        file.set_len(0)?;
        writeln!(file, "{}", std::process::id())?;
        Ok(Self { _file: file })
    }
}

#[cfg(test)]
mod tests {
    use super::DataFolderLock;

    #[test]
    fn only_one_server_can_lock_a_folder() {
        let folder = tempfile::tempdir().unwrap();
        let inside = folder.path().join("new");
        let first = DataFolderLock::acquire(&inside).unwrap();
        let error = DataFolderLock::acquire(&inside).err().expect("the folder is locked").to_string();
        assert!(error.contains("another numsift is running"), "{error}");
        assert!(error.contains(&std::process::id().to_string()), "{error}");
        drop(first);
        DataFolderLock::acquire(&inside).unwrap();
    }
}
