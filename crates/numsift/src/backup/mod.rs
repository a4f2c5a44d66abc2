//! Backup and restore of a whole installation: database, key and files.
//!
//! A backup runs while the installation works. It holds deletions of files, copies the files, copies the database, and
//! copies the files that were added meanwhile. So every file that the copied database refers to is in the backup.

mod database;
mod hold;
mod repository;

use std::collections::{HashMap, HashSet};
use std::path::Path;

use anyhow::{Context, bail, ensure};
use chrono::Utc;
use futures_util::{StreamExt as _, TryStreamExt as _, stream};
use numsift_model::clock::{Clock as _, SystemClock, Timestamp};
use numsift_segments::Objects;
use numsift_store::Store;

use self::hold::FilesHold;
use self::repository::{Blob, Manifest, Repository, StoredFile, stored_name};
use crate::config::Config;
use crate::data_folder::{self, DataFolderLock, KEY_FILE, database_file};
use crate::services::{self, Services};

/// Files copied at the same time.
const PARALLEL: usize = 8;
/// Folders of the installation's files. Other objects, such as the one that a health check writes, are not backed up.
pub const FOLDERS: [&str; 4] = ["lists", "tasks", "answers", "files"];

/// Opens the place that a command names: a folder, or `s3://BUCKET/FOLDER` in the configured object store.
fn open(config: &Config, target: &str) -> anyhow::Result<Repository> {
    let Some(rest) = target.strip_prefix("s3://") else {
        // Only a backup creates its folder. Others would hide a wrong name.
        ensure!(Path::new(target).is_dir(), "there is no folder {target}");
        return Ok(Repository::new(Objects::folder(target)?, ""));
    };
    let (bucket, folder) = rest.split_once('/').unwrap_or((rest, ""));
    ensure!(!bucket.is_empty(), "expected s3://BUCKET or s3://BUCKET/FOLDER");
    let own_bucket = config.s3_bucket.as_deref() == Some(bucket);
    ensure!(
        !own_bucket || !folder.is_empty(),
        "{target} is the bucket of the installation; name a folder in it, or better another bucket"
    );
    let objects = services::s3_objects(config, bucket, numsift_segments::S3_RETRY_FOR)?;
    Ok(Repository::new(objects, folder))
}

/// Makes a snapshot, and keeps only the newest `keep` snapshots if a number is given.
pub async fn backup(config: &Config, target: &str, keep: Option<usize>) -> anyhow::Result<()> {
    if config.database_url.is_none() && !database_file(&config.data).exists() {
        bail!("there is no database in {}", config.data.display());
    }
    let services = Services::open(config).await?;
    let source = services.objects()?;
    if !target.starts_with("s3://") {
        data_folder::create(Path::new(target))?;
    }
    let repository = open(config, target)?;
    let began = Utc::now();
    let snapshot = began.format("%Y%m%dT%H%M%S%3fZ").to_string();

    let hold = FilesHold::take(services.store.clone()).await?;
    let mut files = Files { known: repository.known_files().await?, stored: Vec::new(), copied: 0 };
    files.copy_new(&source, &repository).await?;
    let database = database::copy(config, &repository, &snapshot).await?;
    files.copy_new(&source, &repository).await?;
    // If the hold was lost, a file that the database refers to may be missing.
    hold.release().await?;

    let key = tokio::fs::File::open(config.data.join(KEY_FILE)).await.context("cannot read the key")?;
    let key = repository.add_part(&snapshot, KEY_FILE, database::pieces(key)).await?;
    let manifest = Manifest::new(database::kind(config), database, key, files.stored);
    repository.finish(&snapshot, &manifest).await?;
    record(&*services.store, Timestamp(began.timestamp()))
        .await
        .context("the backup is complete, but its time could not be recorded")?;
    println!(
        "backed up to {target}: snapshot {snapshot}, {} files ({} new), {} bytes in all",
        manifest.files.len(),
        files.copied,
        manifest.bytes()
    );
    if let Some(keep) = keep {
        println!("deleted {} old snapshots", repository.keep(keep.max(1)).await?);
        let unfinished = repository.delete_unfinished(&snapshot).await?;
        if unfinished > 0 {
            println!("deleted {unfinished} backups that were never finished");
        }
    }
    Ok(())
}

/// Records a backup that was made by other means.
pub async fn record_now(config: &Config) -> anyhow::Result<()> {
    let store = services::open_store(config).await?;
    record(&*store, SystemClock.now()).await?;
    println!("recorded that a backup was made");
    Ok(())
}

/// The setup guide and the health checks show when the last backup was made.
async fn record(store: &dyn Store, at: Timestamp) -> anyhow::Result<()> {
    let mut tx = store.begin().await?;
    tx.record_backup(at).await?;
    tx.save().await?;
    Ok(())
}

/// Checks that everything of a snapshot is there and unchanged.
pub async fn verify(config: &Config, target: &str, snapshot: Option<&str>) -> anyhow::Result<()> {
    let repository = open(config, target)?;
    let snapshot = repository.choose(snapshot).await?;
    let manifest = repository.manifest(&snapshot).await?;
    repository.verify(&manifest).await?;
    println!("snapshot {snapshot} is complete: {} files, {} bytes", manifest.files.len(), manifest.bytes());
    Ok(())
}

/// Restores a snapshot to an empty installation, after everything in it was verified.
pub async fn restore(config: &Config, target: &str, snapshot: Option<&str>) -> anyhow::Result<()> {
    if config.database_url.is_none() && database_file(Path::new(target)).is_file() {
        let _lock = DataFolderLock::acquire(&config.data)?;
        return restore_old(config, Path::new(target)).await;
    }
    let repository = open(config, target)?;
    repository.choose(snapshot).await?;
    let _lock = DataFolderLock::acquire(&config.data)?;
    let snapshot = repository.choose(snapshot).await?;
    let manifest = repository.manifest(&snapshot).await?;
    let kind = database::kind(config);
    ensure!(
        manifest.header.database_kind == kind,
        "the snapshot has a {:?} database and this configuration is for {kind:?}",
        manifest.header.database_kind
    );
    database::check_empty(config).await?;
    let objects = services::objects(config)?;
    for folder in FOLDERS {
        ensure!(
            objects.list(folder).next().await.is_none(),
            "the object store already has files in {folder}/"
        );
    }
    repository.verify(&manifest).await?;

    restore_key(config, &repository, &manifest.header.key).await?;
    stream::iter(&manifest.files)
        .map(|file| restore_file(&objects, &repository, file))
        .buffer_unordered(PARALLEL)
        .try_collect::<()>()
        .await?;
    // Last: an interrupted restore leaves no installation that could be started.
    database::restore(config, &repository, &manifest.header.database).await?;
    println!(
        "restored snapshot {snapshot}: database ({} bytes), key, {} files, {} bytes in all",
        manifest.header.database.size,
        manifest.files.len(),
        manifest.bytes()
    );
    Ok(())
}

async fn restore_key(config: &Config, repository: &Repository, blob: &Blob) -> anyhow::Result<()> {
    let mut content = std::pin::pin!(repository.read(blob).await?);
    let mut key = Vec::new();
    while let Some(bytes) = content.try_next().await? {
        key.extend_from_slice(&bytes);
    }
    data_folder::write_private(&config.data.join(KEY_FILE), &key).context("cannot write the key")
}

async fn restore_file(objects: &Objects, repository: &Repository, file: &StoredFile) -> anyhow::Result<()> {
    let mut content = std::pin::pin!(repository.read(&file.blob).await?);
    let mut writer = objects.writer(&file.name)?;
    while let Some(bytes) = content.try_next().await? {
        writer.write(bytes).await?;
    }
    writer.finish().await?;
    Ok(())
}

/// Restores a backup of version 0.1, which has the database and the key only.
async fn restore_old(config: &Config, folder: &Path) -> anyhow::Result<()> {
    database::check_empty(config).await?;
    let key = std::fs::read(folder.join(KEY_FILE)).context("cannot read the key of the backup")?;
    data_folder::write_private(&config.data.join(KEY_FILE), &key).context("cannot write the key")?;
    numsift_store_sqlite::restore(&database_file(folder), &database_file(&config.data)).await?;
    println!("restored the database and the key from {}", folder.display());
    println!("this old backup has no files: copy the folder `files` of the old data folder as well");
    Ok(())
}

/// The files of a snapshot in the making.
struct Files {
    /// Files of earlier snapshots.
    known: HashMap<String, Blob>,
    stored: Vec<StoredFile>,
    copied: usize,
}

impl Files {
    /// Adds the files of the installation that are not in the snapshot yet. Copies those that the repository does not
    /// have.
    async fn copy_new(&mut self, source: &Objects, repository: &Repository) -> anyhow::Result<()> {
        let done: HashSet<String> = self.stored.iter().map(|file| file.name.clone()).collect();
        for folder in FOLDERS {
            let known = &self.known;
            let mut copies = source
                .list(folder)
                .map_err(anyhow::Error::from)
                .try_filter(|file| std::future::ready(!done.contains(&file.name)))
                .map_ok(async |file| match known.get(&stored_name(&file)) {
                    Some(blob) => Ok((Some(StoredFile { name: file.name, blob: blob.clone() }), false)),
                    None => anyhow::Ok((repository.add_file(source, &file).await?, true)),
                })
                .try_buffer_unordered(PARALLEL);
            while let Some((file, copied)) = copies.try_next().await? {
                if let Some(file) = file {
                    self.stored.push(file);
                    self.copied += usize::from(copied);
                }
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::{restore, verify};
    use crate::config::Config;

    #[tokio::test]
    async fn a_wrong_name_creates_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let config = Config { data: folder.path().join("data"), ..Config::default() };
        let wrong = folder.path().join("bakcups");
        for error in [
            verify(&config, wrong.to_str().unwrap(), None).await.unwrap_err(),
            restore(&config, wrong.to_str().unwrap(), None).await.unwrap_err(),
        ] {
            assert!(error.to_string().contains("there is no folder"), "{error}");
        }
        let empty = folder.path().to_str().unwrap();
        let error = restore(&config, empty, None).await.unwrap_err();
        assert!(error.to_string().contains("there is no finished snapshot"), "{error}");
        assert!(!wrong.exists() && !config.data.exists());
    }
}
