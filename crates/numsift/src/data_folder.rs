//! The data folder, which one server locks for itself.

use std::fs::{self, File, Permissions, TryLockError};
use std::io::{self, Write as _};
use std::os::unix::fs::{OpenOptionsExt as _, PermissionsExt as _};
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

/// A SQLite database that was moved to PostgreSQL.
pub const MOVED_DATABASE: &str = "numsift.db.moved";

/// Folder for answers that could not be stored yet.
pub const SPOOL: &str = "spool";

/// Folder for temporary files, which large lists need while they are read.
pub const SCRATCH: &str = "scratch";

/// What a data folder contains.
const OWN_ENTRIES: [&str; 10] = [
    "backup.partial",
    "numsift.db",
    "numsift.db-wal",
    "numsift.db-shm",
    MOVED_DATABASE,
    KEY_FILE,
    "numsift.lock",
    "files",
    SPOOL,
    SCRATCH,
];
/// Folders and files of the installation are for its user only.
const FOLDER_MODE: u32 = 0o700;
const FILE_MODE: u32 = 0o600;

/// From now on this process creates folders and files that only its user can open, whatever the shell has set.
pub fn restrict_new_files() {
    rustix::process::umask(rustix::fs::Mode::from_raw_mode(0o077));
}

/// Creates the folder if needed, and closes what earlier versions left open to other users of the machine.
pub fn protect(folder: &Path) -> anyhow::Result<()> {
    create(folder)?;
    if let Err(error) = restrict_data(folder) {
        // The folder may belong to another user, who then decides who can open it.
        tracing::warn!(%error, folder = %folder.display(), "cannot restrict the permissions of the data folder");
    }
    Ok(())
}

fn restrict_data(folder: &Path) -> io::Result<()> {
    let mut foreign = false;
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let name = entry.file_name();
        let ours = name.to_str().is_some_and(|name| OWN_ENTRIES.contains(&name));
        foreign |= !ours;
        if ours {
            restrict(&entry.path())?;
        }
    }
    if foreign {
        tracing::warn!(
            folder = %folder.display(),
            "the data folder has other files in it, so its permissions are left as they are"
        );
        return Ok(());
    }
    fs::set_permissions(folder, Permissions::from_mode(FOLDER_MODE))
}

/// Restricts a file, or a folder and everything below. A folder comes after its content: if it is restricted, so is the
/// rest, and a large folder is walked only once.
fn restrict(path: &Path) -> io::Result<()> {
    let found = fs::symlink_metadata(path)?;
    if found.is_dir() && mode(path)? != FOLDER_MODE {
        for entry in fs::read_dir(path)? {
            restrict(&entry?.path())?;
        }
        fs::set_permissions(path, Permissions::from_mode(FOLDER_MODE))?;
    } else if found.is_file() && mode(path)? & 0o077 != 0 {
        fs::set_permissions(path, Permissions::from_mode(FILE_MODE))?;
    }
    Ok(())
}

fn mode(path: &Path) -> io::Result<u32> {
    Ok(fs::symlink_metadata(path)?.permissions().mode() & 0o777)
}

/// Creates the folder if it does not exist.
pub fn create(folder: &Path) -> anyhow::Result<()> {
    fs::create_dir_all(folder).with_context(|| format!("cannot create the folder {}", folder.display()))
}

/// Creates the folder if needed, and a file in it for a moment.
pub fn check_writable(folder: &Path) -> io::Result<()> {
    fs::create_dir_all(folder)?;
    let file = folder.join(format!("check-{}", std::process::id()));
    write_private(&file, b"check")?;
    fs::remove_file(file)
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
        let mut file =
            File::options().create(true).truncate(false).read(true).write(true).open(&path).with_context(
                || format!("cannot write in `data` ({}): cannot open numsift.lock", folder.display()),
            )?;
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
    use std::fs::{self, Permissions};
    use std::os::unix::fs::PermissionsExt as _;

    use super::{DataFolderLock, mode, protect};

    #[test]
    fn folders_that_were_open_to_others_are_closed() {
        let folder = tempfile::tempdir().unwrap();
        let data = folder.path().join("data");
        let list = data.join("files/lists/1");
        fs::create_dir_all(&list).unwrap();
        fs::write(data.join("numsift.db"), "x").unwrap();
        fs::write(list.join("source"), "x").unwrap();
        // After an outage of the object store.
        fs::create_dir(data.join("spool")).unwrap();
        let open =
            |path: &std::path::Path, mode| fs::set_permissions(path, Permissions::from_mode(mode)).unwrap();
        for path in [&data, &data.join("files"), &data.join("files/lists"), &list] {
            open(path, 0o755);
        }
        open(&data.join("numsift.db"), 0o644);
        open(&list.join("source"), 0o644);
        protect(&data).unwrap();
        for path in [&data, &data.join("files"), &data.join("files/lists"), &list] {
            assert_eq!(mode(path).unwrap(), 0o700, "{}", path.display());
        }
        assert_eq!(mode(&data.join("numsift.db")).unwrap(), 0o600);
        assert_eq!(mode(&list.join("source")).unwrap(), 0o600);
        // A folder with other files in it is not ours alone.
        fs::write(data.join("notes.txt"), "x").unwrap();
        open(&data, 0o755);
        open(&data.join("notes.txt"), 0o644);
        protect(&data).unwrap();
        assert_eq!((mode(&data).unwrap(), mode(&data.join("notes.txt")).unwrap()), (0o755, 0o644));
    }

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
