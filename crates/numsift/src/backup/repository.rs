//! Where backups are kept: a folder or a bucket with the files of all snapshots and one manifest per snapshot.
//!
//! ```text
//! snapshots/20261117T214500123Z/manifest.jsonl   written last: a snapshot without it is unfinished
//! snapshots/20261117T214500123Z/database
//! snapshots/20261117T214500123Z/secret.key
//! files/tasks/7/0-1.parquet=1794951900123456789-4096
//! ```
//!
//! A file of the installation is stored under its name, its time of modification and its size. Files are immutable, so a
//! later snapshot reuses it; a file of the same name that was written after a restore is another file.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::time::UNIX_EPOCH;

use anyhow::{Context, bail, ensure};
use bytes::Bytes;
use futures_util::{Stream, StreamExt, TryStreamExt};
use numsift_segments::{ObjectInfo, Objects};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

/// The version of the format. A program reads the versions it knows.
const FORMAT: u32 = 1;

/// Which database a snapshot contains.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum DatabaseKind {
    Sqlite,
    Postgres,
}

/// The first line of a manifest.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Header {
    format: u32,
    /// Version of the program that wrote it.
    program: String,
    pub database_kind: DatabaseKind,
    pub database: Blob,
    pub key: Blob,
    /// Number of files. It shows that the manifest is complete.
    pub files: u64,
}

/// An object of the repository.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Blob {
    /// Name in the repository.
    stored: String,
    pub size: u64,
    sha256: String,
}

/// A file of the installation: one line of a manifest.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct StoredFile {
    /// Name in the installation.
    pub name: String,
    #[serde(flatten)]
    pub blob: Blob,
}

/// A snapshot: everything that a restore needs.
pub struct Manifest {
    pub header: Header,
    pub files: Vec<StoredFile>,
}

impl Manifest {
    pub fn new(database_kind: DatabaseKind, database: Blob, key: Blob, files: Vec<StoredFile>) -> Self {
        let program = env!("CARGO_PKG_VERSION").to_owned();
        let header =
            Header { format: FORMAT, program, database_kind, database, key, files: files.len() as u64 };
        Self { header, files }
    }

    /// Everything that the snapshot consists of.
    pub fn blobs(&self) -> impl Iterator<Item = &Blob> {
        [&self.header.database, &self.header.key].into_iter().chain(self.files.iter().map(|file| &file.blob))
    }

    /// Total size in bytes.
    pub fn bytes(&self) -> u64 {
        self.blobs().map(|blob| blob.size).sum()
    }

    fn to_lines(&self) -> anyhow::Result<Bytes> {
        let mut lines = serde_json::to_vec(&self.header)?;
        for file in &self.files {
            lines.push(b'\n');
            serde_json::to_writer(&mut lines, file)?;
        }
        lines.push(b'\n');
        Ok(lines.into())
    }

    fn from_lines(lines: &[u8]) -> anyhow::Result<Self> {
        let text = std::str::from_utf8(lines)?;
        let mut lines = text.lines();
        let header: Header = serde_json::from_str(lines.next().unwrap_or_default())?;
        ensure!(header.format == FORMAT, "its format {} is not known to this version", header.format);
        let files = lines.map(serde_json::from_str).collect::<Result<Vec<StoredFile>, _>>()?;
        ensure!(files.len() as u64 == header.files, "it is truncated");
        Ok(Self { header, files })
    }
}

/// A place for backups.
pub struct Repository {
    objects: Objects,
    /// Empty, or a folder of the bucket with a slash at the end.
    prefix: String,
}

impl Repository {
    pub fn new(objects: Objects, folder: &str) -> Self {
        let folder = folder.trim_matches('/');
        let prefix = if folder.is_empty() { String::new() } else { format!("{folder}/") };
        Self { objects, prefix }
    }

    fn at(&self, name: &str) -> String {
        format!("{}{name}", self.prefix)
    }

    /// The names of the finished snapshots, oldest first.
    pub async fn snapshots(&self) -> anyhow::Result<Vec<String>> {
        let folder = self.at("snapshots");
        let mut names = BTreeSet::new();
        let mut found = self.objects.list(&folder);
        while let Some(object) = found.try_next().await.context("cannot list the snapshots")? {
            let rest = object.name.strip_prefix(&folder).unwrap_or_default().trim_start_matches('/');
            if let Some((name, "manifest.jsonl")) = rest.split_once('/') {
                names.insert(name.to_owned());
            }
        }
        Ok(names.into_iter().collect())
    }

    /// The snapshot that is named, or the newest one.
    pub async fn choose(&self, wanted: Option<&str>) -> anyhow::Result<String> {
        let mut names = self.snapshots().await?;
        match wanted {
            Some(wanted) if names.iter().any(|name| name == wanted) => Ok(wanted.to_owned()),
            Some(wanted) => bail!("there is no snapshot {wanted}; there are: {}", names.join(", ")),
            None => names.pop().context("there is no finished snapshot"),
        }
    }

    pub async fn manifest(&self, snapshot: &str) -> anyhow::Result<Manifest> {
        let lines = self.objects.get(&self.at(&manifest_name(snapshot))).await;
        lines
            .map_err(anyhow::Error::from)
            .and_then(|lines| Manifest::from_lines(&lines))
            .with_context(|| format!("the manifest of the snapshot {snapshot} cannot be read"))
    }

    /// Writes the manifest, which finishes the snapshot.
    pub async fn finish(&self, snapshot: &str, manifest: &Manifest) -> anyhow::Result<()> {
        Ok(self.objects.put(&self.at(&manifest_name(snapshot)), manifest.to_lines()?).await?)
    }

    /// Stores a part of a snapshot: its database or its key.
    pub async fn add_part(
        &self,
        snapshot: &str,
        part: &str,
        content: impl Stream<Item = anyhow::Result<Bytes>>,
    ) -> anyhow::Result<Blob> {
        self.add(format!("snapshots/{snapshot}/{part}"), content).await
    }

    /// Stores a file of the installation.
    pub async fn add_file(&self, source: &Objects, file: &ObjectInfo) -> anyhow::Result<Option<StoredFile>> {
        let content = match source.stream(&file.name).await {
            Ok(content) => content.map_err(anyhow::Error::from),
            // Deleted since it was listed.
            Err(error) if error.is_not_found() => return Ok(None),
            Err(error) => return Err(error.into()),
        };
        let blob = self.add(stored_name(file), content).await?;
        ensure!(blob.size == file.size, "{} changed while it was copied", file.name);
        Ok(Some(StoredFile { name: file.name.clone(), blob }))
    }

    async fn add(
        &self,
        stored: String,
        content: impl Stream<Item = anyhow::Result<Bytes>>,
    ) -> anyhow::Result<Blob> {
        let mut content = std::pin::pin!(content);
        let mut writer = self.objects.writer(&self.at(&stored))?;
        let mut hash = Sha256::new();
        while let Some(bytes) = content.next().await {
            let bytes = bytes?;
            hash.update(&bytes);
            writer.write(bytes).await?;
        }
        let size = writer.finish().await?;
        Ok(Blob { stored, size, sha256: hex::encode(hash.finalize()) })
    }

    /// Reads a blob. The stream fails at its end if size or hash are wrong.
    pub async fn read(
        &self,
        blob: &Blob,
    ) -> anyhow::Result<impl Stream<Item = anyhow::Result<Bytes>> + use<>> {
        let content = self.objects.stream(&self.at(&blob.stored)).await;
        let content = content.with_context(|| format!("{} cannot be read", blob.stored))?;
        Ok(checked(content.map_err(anyhow::Error::from), blob.clone()))
    }

    /// Reads everything that belongs to a snapshot and compares sizes and hashes.
    pub async fn verify(&self, manifest: &Manifest) -> anyhow::Result<()> {
        for blob in manifest.blobs() {
            let mut content = std::pin::pin!(self.read(blob).await?);
            while content.try_next().await?.is_some() {}
        }
        Ok(())
    }

    /// Deletes all but the newest snapshots and the files that only they refer to. Returns how many snapshots.
    pub async fn keep(&self, newest: usize) -> anyhow::Result<usize> {
        let names = self.snapshots().await?;
        let old = &names[..names.len().saturating_sub(newest)];
        if old.is_empty() {
            return Ok(0);
        }
        let mut used = BTreeSet::new();
        for name in &names[old.len()..] {
            used.extend(self.manifest(name).await?.files.into_iter().map(|file| file.blob.stored));
        }
        for name in old {
            // The manifest first: what remains after a crash is an unfinished snapshot.
            self.objects.delete(&self.at(&manifest_name(name))).await?;
            self.objects.delete_folder(&self.at(&format!("snapshots/{name}"))).await?;
        }
        let mut found = self.objects.list(&self.at("files"));
        while let Some(object) = found.try_next().await? {
            if !object.name.strip_prefix(&self.prefix).is_some_and(|stored| used.contains(stored)) {
                self.objects.delete(&object.name).await?;
            }
        }
        Ok(old.len())
    }

    /// Deletes what backups before `newest` left behind that were never finished. One backup runs at a time, so none of
    /// them is still running. Returns how many.
    pub async fn delete_unfinished(&self, newest: &str) -> anyhow::Result<usize> {
        let finished = self.snapshots().await?;
        let folder = self.at("snapshots");
        let mut unfinished = BTreeSet::new();
        let mut found = self.objects.list(&folder);
        while let Some(object) = found.try_next().await? {
            let rest = object.name.strip_prefix(&folder).unwrap_or_default().trim_start_matches('/');
            if let Some((name, _)) = rest.split_once('/')
                && name < newest
                && !finished.iter().any(|finished| finished == name)
            {
                unfinished.insert(name.to_owned());
            }
        }
        for name in &unfinished {
            self.objects.delete_folder(&self.at(&format!("snapshots/{name}"))).await?;
        }
        Ok(unfinished.len())
    }

    /// The files of the newest snapshot by their names in the repository. Those that are missing or have another size
    /// are left out, so that the next backup copies them again.
    pub async fn known_files(&self) -> anyhow::Result<HashMap<String, Blob>> {
        let Some(newest) = self.snapshots().await?.pop() else { return Ok(HashMap::new()) };
        let files = self.manifest(&newest).await?.files;
        let mut known: HashMap<String, Blob> =
            files.into_iter().map(|file| (file.blob.stored.clone(), file.blob)).collect();
        let mut sound = HashSet::new();
        let mut found = self.objects.list(&self.at("files"));
        while let Some(object) = found.try_next().await.context("cannot list the files of the backup")? {
            let stored = object.name.strip_prefix(&self.prefix).unwrap_or_default();
            if known.get(stored).is_some_and(|blob| blob.size == object.size) {
                sound.insert(stored.to_owned());
            }
        }
        known.retain(|stored, _| sound.contains(stored));
        Ok(known)
    }
}

/// The name of a file of the installation in the repository.
pub fn stored_name(file: &ObjectInfo) -> String {
    let modified = file.modified.duration_since(UNIX_EPOCH).unwrap_or_default().as_nanos();
    format!("files/{}={modified}-{}", file.name, file.size)
}

fn manifest_name(snapshot: &str) -> String {
    format!("snapshots/{snapshot}/manifest.jsonl")
}

/// Passes bytes on and fails at the end if they are not those of the blob.
fn checked(
    content: impl Stream<Item = anyhow::Result<Bytes>>,
    blob: Blob,
) -> impl Stream<Item = anyhow::Result<Bytes>> {
    let mut hash = Sha256::new();
    let mut size = 0;
    content.map(Some).chain(futures_util::stream::once(async { None })).filter_map(move |next| {
        let passed = match next {
            Some(Ok(bytes)) => {
                hash.update(&bytes);
                size += bytes.len() as u64;
                Some(Ok(bytes))
            }
            Some(Err(error)) => Some(Err(error.context(format!("{} cannot be read", blob.stored)))),
            None if size == blob.size && hex::encode(hash.finalize_reset()) == blob.sha256 => None,
            None => Some(Err(anyhow::anyhow!(
                "{} is damaged: its size or hash is wrong; delete it, and the next backup copies it again if the \
                 installation still has it",
                blob.stored
            ))),
        };
        std::future::ready(passed)
    })
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use bytes::Bytes;
    use numsift_segments::Objects;

    use super::{DatabaseKind, Manifest, Repository};

    /// Makes a snapshot of one file.
    async fn snapshot(folder: &Path, name: &str) -> Repository {
        let repository = Repository::new(Objects::folder(folder).unwrap(), "deep/down");
        let part = |text: &'static str| futures_util::stream::iter([Ok(Bytes::from_static(text.as_bytes()))]);
        let database = repository.add_part(name, "database", part("db")).await.unwrap();
        let key = repository.add_part(name, "secret.key", part("key")).await.unwrap();
        let source = Objects::folder(folder.join("source")).unwrap();
        source.put("lists/1/source", Bytes::from_static(b"numbers")).await.unwrap();
        let mut found = source.list("lists");
        let file = futures_util::TryStreamExt::try_next(&mut found).await.unwrap().unwrap();
        let file = repository.add_file(&source, &file).await.unwrap().unwrap();
        let manifest = Manifest::new(DatabaseKind::Sqlite, database, key, vec![file]);
        repository.finish(name, &manifest).await.unwrap();
        repository
    }

    #[tokio::test]
    async fn files_that_are_gone_or_cut_off_are_copied_again() {
        let folder = tempfile::tempdir().unwrap();
        let repository = snapshot(folder.path(), "1").await;
        let known = repository.known_files().await.unwrap();
        let stored = known.into_keys().next().expect("the file is known");
        let file = folder.path().join("deep/down").join(&stored);
        std::fs::write(&file, "number").unwrap();
        assert!(repository.known_files().await.unwrap().is_empty(), "it is cut off");
        std::fs::remove_file(&file).unwrap();
        assert!(repository.known_files().await.unwrap().is_empty(), "it is gone");
    }

    #[tokio::test]
    async fn the_remains_of_interrupted_backups_are_deleted() {
        let folder = tempfile::tempdir().unwrap();
        let repository = snapshot(folder.path(), "3").await;
        let part = || futures_util::stream::iter([Ok(Bytes::from_static(b"half"))]);
        for interrupted in ["2", "4"] {
            repository.add_part(interrupted, "database", part()).await.unwrap();
        }
        assert_eq!(repository.delete_unfinished("3").await.unwrap(), 1);
        let left =
            |name: &str| folder.path().join("deep/down/snapshots").join(name).join("database").exists();
        assert_eq!((left("2"), left("3"), left("4")), (false, true, true));
    }
}
