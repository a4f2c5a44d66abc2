//! The data folder and the object store.

use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};

use numsift_model::health::{Check, Fact};
use numsift_segments::Objects;

use crate::{LIMIT, within};

/// With less free space, the operator is warned or the check fails.
const LITTLE_SPACE: u64 = 5 << 30;
const NO_SPACE: u64 = 512 << 20;

/// Whether only the server's user can open the data folder, and how much space its disk has.
pub async fn check_folder(folder: PathBuf) -> Vec<Fact> {
    // The disk may be a remote one that does not answer.
    let check = tokio::task::spawn_blocking(move || folder_facts(&folder));
    within(LIMIT, Check::DataFolder, async {
        check.await.unwrap_or_else(|error| {
            vec![Fact::CheckFailed { check: Check::DataFolder, detail: error.to_string() }]
        })
    })
    .await
}

fn folder_facts(path: &Path) -> Vec<Fact> {
    let folder = path.display().to_string();
    let mode = match std::fs::metadata(path) {
        Ok(found) => found.permissions().mode() & 0o777,
        Err(error) => return vec![Fact::FolderUnusable { folder, detail: error.to_string() }],
    };
    let others = mode % 0o100;
    let access = if others == 0 {
        Fact::FolderPrivate { folder }
    } else {
        Fact::FolderOpen { folder, mode: format!("{mode:o}") }
    };
    let space = match rustix::fs::statvfs(path) {
        Ok(space) => space_fact(space.f_bavail.saturating_mul(space.f_frsize)),
        Err(error) => Fact::DiskUnknown { detail: error.to_string() },
    };
    vec![access, space]
}

fn space_fact(free: u64) -> Fact {
    let megabytes = free >> 20;
    if free < NO_SPACE {
        Fact::DiskFull { megabytes }
    } else if free < LITTLE_SPACE {
        Fact::DiskLow { megabytes }
    } else {
        Fact::DiskFree { megabytes }
    }
}

/// Whether an object can be written, read and deleted. `place` names the folder or the bucket.
pub async fn check_objects(objects: &Objects, place: &str) -> Vec<Fact> {
    let place = place.to_owned();
    within(LIMIT, Check::ObjectStore, async {
        vec![match objects.try_out("doctor").await {
            Ok(()) => Fact::ObjectsUsable { place },
            Err(error) => Fact::ObjectsUnusable { place, detail: error.to_string() },
        }]
    })
    .await
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_folder_that_others_can_open_is_reported() {
        let folder = tempfile::tempdir().unwrap();
        let shown = folder.path().display().to_string();
        std::fs::set_permissions(folder.path(), std::fs::Permissions::from_mode(0o700)).unwrap();
        let facts = check_folder(folder.path().to_owned()).await;
        assert_eq!(facts[0], Fact::FolderPrivate { folder: shown.clone() });
        std::fs::set_permissions(folder.path(), std::fs::Permissions::from_mode(0o755)).unwrap();
        let facts = check_folder(folder.path().to_owned()).await;
        assert_eq!(facts[0], Fact::FolderOpen { folder: shown, mode: "755".to_owned() });
        let facts = check_folder(folder.path().join("missing")).await;
        assert!(matches!(&facts[..], [Fact::FolderUnusable { .. }]), "{facts:?}");
    }

    #[test]
    fn little_space_is_a_warning_and_none_a_fault() {
        assert_eq!(space_fact(NO_SPACE - 1), Fact::DiskFull { megabytes: 511 });
        assert_eq!(space_fact(NO_SPACE), Fact::DiskLow { megabytes: 512 });
        assert_eq!(space_fact(LITTLE_SPACE), Fact::DiskFree { megabytes: 5120 });
    }

    #[tokio::test]
    async fn the_object_of_the_check_is_deleted() {
        let folder = tempfile::tempdir().unwrap();
        let objects = Objects::folder(folder.path().join("files")).unwrap();
        let facts = check_objects(&objects, "here").await;
        assert_eq!(facts, [Fact::ObjectsUsable { place: "here".to_owned() }]);
        let left: Vec<_> = std::fs::read_dir(folder.path().join("files")).unwrap().collect();
        assert!(left.is_empty(), "{left:?}");
    }
}
