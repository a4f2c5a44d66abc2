//! The data folder, which one server locks for itself.

use std::fs::{self, File, TryLockError};
use std::io::Write as _;
use std::os::unix::fs::OpenOptionsExt as _;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::{Context, bail};

/// Key that encrypts secrets in the database. All nodes of an installation share it.
pub const KEY_FILE: &str = "secret.key";

/// How long a start waits for the lock, and how often it tries.
const LOCK_WAIT: Duration = Duration::from_secs(3);
const LOCK_POLL: Duration = Duration::from_millis(100);

/// Path of the SQLite database.
pub fn database_file(folder: &Path) -> PathBuf {
    folder.join("numsift.db")
}

/// Creates the folder if it does not exist.
pub fn create(folder: &Path) -> anyhow::Result<()> {
    fs::create_dir_all(folder).with_context(|| format!("cannot create the folder {}", folder.display()))
}

/// Writes a file that only its owner can read.
pub fn write_private(path: &Path, content: &[u8]) -> std::io::Result<()> {
    let mut file = File::options().create(true).truncate(true).write(true).mode(0o600).open(path)?;
    file.write_all(content)?;
    file.sync_all()
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
        let deadline = Instant::now() + LOCK_WAIT;
        loop {
            match file.try_lock() {
                Ok(()) => break,
                // A process that was killed a moment ago may still hold it.
                Err(TryLockError::WouldBlock) if Instant::now() < deadline => std::thread::sleep(LOCK_POLL),
                Err(TryLockError::WouldBlock) => bail!(
                    "another numsift is running on {} (process {}). Stop it first, or use another --data folder.",
                    folder.display(),
                    fs::read_to_string(&path).unwrap_or_default().trim()
                ),
                Err(TryLockError::Error(error)) => {
                    return Err(error).with_context(|| format!("cannot lock {}", path.display()));
                }
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
