//! Cleans up a local folder.

use std::fs;
use std::io;
use std::path::Path;
use std::time::{Duration, SystemTime};

/// Younger entries are kept, because a write may be about to use them.
const YOUNG: Duration = Duration::from_mins(1);

/// Removes old empty folders below `root` and old remains of unfinished writes. Returns their number.
pub(super) fn sweep(root: &Path, older_than: Duration) -> io::Result<u64> {
    let before = SystemTime::now().checked_sub(older_than.max(YOUNG)).unwrap_or(SystemTime::UNIX_EPOCH);
    let mut removed = 0;
    below(root, before, &mut removed)?;
    Ok(removed)
}

fn below(folder: &Path, before: SystemTime, removed: &mut u64) -> io::Result<()> {
    let entries = match fs::read_dir(folder) {
        // Another process is cleaning up as well.
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
        other => other?,
    };
    for entry in entries {
        let entry = entry?;
        let path = entry.path();
        let Ok(found) = entry.metadata() else { continue };
        let old = found.modified().is_ok_and(|modified| modified <= before);
        if found.is_dir() {
            below(&path, before, removed)?;
            // Use the age from before the contents were removed, which updates the folder's time. The system
            // refuses to remove a folder that is not empty.
            if old && fs::remove_dir(&path).is_ok() {
                *removed += 1;
            }
        } else if old && is_unfinished(&path) && fs::remove_file(&path).is_ok() {
            *removed += 1;
        }
    }
    Ok(())
}

/// Unfinished writes have a number after a hash sign, which object names cannot contain.
fn is_unfinished(path: &Path) -> bool {
    let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
    name.rsplit_once('#')
        .is_some_and(|(_, number)| !number.is_empty() && number.bytes().all(|digit| digit.is_ascii_digit()))
}
