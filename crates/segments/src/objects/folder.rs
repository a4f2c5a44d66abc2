//! Tidying a local folder.

use std::fs;
use std::io;
use std::path::Path;
use std::time::{Duration, SystemTime};

/// What is younger than this always stays: a write may be about to use it.
const YOUNG: Duration = Duration::from_mins(1);

/// Removes old empty folders below `root` and the old remains of unfinished writes; says how many.
pub(super) fn sweep(root: &Path, older_than: Duration) -> io::Result<u64> {
    let before = SystemTime::now().checked_sub(older_than.max(YOUNG)).unwrap_or(SystemTime::UNIX_EPOCH);
    let mut removed = 0;
    below(root, before, &mut removed)?;
    Ok(removed)
}

fn below(folder: &Path, before: SystemTime, removed: &mut u64) -> io::Result<()> {
    let entries = match fs::read_dir(folder) {
        // Somebody else tidies as well.
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
            // The age is the one before anything below was removed, which makes a folder young again.
            // A folder that is in use is not empty, and is refused by the system itself.
            if old && fs::remove_dir(&path).is_ok() {
                *removed += 1;
            }
        } else if old && is_unfinished(&path) && fs::remove_file(&path).is_ok() {
            *removed += 1;
        }
    }
    Ok(())
}

/// Unfinished writes carry a number after a hash sign, which no object's name has.
fn is_unfinished(path: &Path) -> bool {
    let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
    name.rsplit_once('#')
        .is_some_and(|(_, number)| !number.is_empty() && number.bytes().all(|digit| digit.is_ascii_digit()))
}
