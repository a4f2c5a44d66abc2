//! Copies files from one object store to another and compares them.

use std::collections::HashMap;

use anyhow::{Context, bail, ensure};
use futures_util::{StreamExt as _, TryStreamExt as _, stream};
use numsift_segments::Objects;
use numsift_store::breakpoint;
use sha2::{Digest as _, Sha256};

use crate::backup::FOLDERS;

/// Files copied at the same time.
const PARALLEL: usize = 8;

/// What was copied.
#[derive(Default)]
pub struct Copied {
    pub files: u64,
    pub bytes: u64,
    /// Files that were not there before.
    pub new: u64,
}

/// Copies the files that the target does not have, and compares all of them by size and hash. Fails if the target holds
/// files that the source does not have.
pub async fn copy(source: &Objects, target: &Objects) -> anyhow::Result<Copied> {
    let wanted = sizes(source).await?;
    let present = sizes(target).await.context("cannot list the files of the object store")?;
    // Files never change, and a file is not visible before it is complete.
    if let Some((name, _)) = present.iter().find(|(name, size)| wanted.get(*name) != Some(size)) {
        bail!("the object store holds files of another installation, such as {name}; name an empty bucket");
    }
    let present = &present;
    let mut running = stream::iter(&wanted)
        .map(async |(name, size)| {
            let new = !present.contains_key(name);
            copy_file(source, target, name, new).await.with_context(|| format!("cannot copy {name}"))?;
            anyhow::Ok((*size, new))
        })
        .buffer_unordered(PARALLEL);
    let mut copied = Copied::default();
    while let Some((size, new)) = running.try_next().await? {
        copied.files += 1;
        copied.bytes += size;
        copied.new += u64::from(new);
        breakpoint::reached("move-file");
    }
    Ok(copied)
}

/// The names and sizes of the installation's files.
async fn sizes(objects: &Objects) -> anyhow::Result<HashMap<String, u64>> {
    let mut sizes = HashMap::new();
    for folder in FOLDERS {
        let mut found = objects.list(folder);
        while let Some(file) = found.try_next().await? {
            sizes.insert(file.name, file.size);
        }
    }
    Ok(sizes)
}

/// Copies a file unless it is there, and reads it back.
async fn copy_file(source: &Objects, target: &Objects, name: &str, new: bool) -> anyhow::Result<()> {
    let mut content = source.stream(name).await?;
    let mut writer = if new { Some(target.writer(name)?) } else { None };
    let mut hash = Sha256::new();
    while let Some(bytes) = content.try_next().await? {
        hash.update(&bytes);
        if let Some(writer) = &mut writer {
            writer.write(bytes).await?;
        }
    }
    if let Some(writer) = writer {
        writer.finish().await?;
    }
    let mut written = Sha256::new();
    let mut content = target.stream(name).await?;
    while let Some(bytes) = content.try_next().await? {
        written.update(&bytes);
    }
    ensure!(
        hash.finalize() == written.finalize(),
        "the file in the object store differs: it belongs to another installation, or is damaged"
    );
    Ok(())
}
