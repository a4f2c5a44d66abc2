//! Copies all tables from SQLite to PostgreSQL and compares them.

use std::path::Path;

use anyhow::{Context, bail, ensure};
use futures_util::TryStreamExt as _;
use numsift_store::{Cell, Store as _, Table, breakpoint};
use numsift_store_pg::{PgStore, PgTarget};
use numsift_store_sqlite::{SqliteSource, SqliteStore};
use sha2::{Digest as _, Sha256};

/// What a target database holds.
pub enum Target {
    /// No installation.
    Free,
    /// The installation that is to be moved.
    SameInstallation,
}

/// What was compared.
pub struct Compared {
    pub tables: usize,
    pub rows: u64,
}

/// Number of rows, and the sum of their hashes. Two tables with equal rows in any order have the same digest.
#[derive(Debug, Default, PartialEq, Eq)]
struct TableDigest {
    rows: u64,
    sum: [u64; 4],
}

impl TableDigest {
    fn add(&mut self, row: &[Cell]) {
        let mut hash = Sha256::new();
        for cell in row {
            let (kind, number);
            let bytes: &[u8] = match cell {
                Cell::Null => {
                    kind = 0;
                    &[]
                }
                Cell::Integer(value) => {
                    kind = 1;
                    number = value.to_be_bytes();
                    &number
                }
                Cell::Text(text) => {
                    kind = 2;
                    text.as_bytes()
                }
                Cell::Bytes(bytes) => {
                    kind = 3;
                    bytes
                }
            };
            hash.update([kind]);
            hash.update((bytes.len() as u64).to_be_bytes());
            hash.update(bytes);
        }
        let hash = hash.finalize();
        for (sum, part) in self.sum.iter_mut().zip(hash.chunks_exact(8)) {
            let part = part.iter().fold(0, |value, byte| value << 8 | u64::from(*byte));
            *sum = sum.wrapping_add(part);
        }
        self.rows += 1;
    }
}

/// Looks at the target. Fails if it holds anything but the source.
pub async fn inspect(source: &Path, url: &str) -> anyhow::Result<Target> {
    let tables = numsift_store_pg::count_tables(url).await.context("cannot read the PostgreSQL database")?;
    if tables == 0 {
        return Ok(Target::Free);
    }
    let state = numsift_store_pg::migration_state(url).await?;
    ensure!(
        state.applied > 0 && state.unknown == 0,
        "the PostgreSQL database is not empty: name an empty one, or one of this version"
    );
    let store = PgStore::connect(url, 1).await.context("cannot open the PostgreSQL database")?;
    let (kind, target_key) = {
        let mut tx = store.read().await?;
        (tx.kind().await?, tx.key_check().await?)
    };
    store.close().await;
    // An interrupted move, or a database that was prepared.
    if kind.is_none() {
        return Ok(Target::Free);
    }
    let store = SqliteStore::open(source).await.context("cannot open the SQLite database")?;
    let source_key = store.read().await?.key_check().await?;
    store.close().await;
    // The value is random, so no other installation has the same.
    if source_key.is_none() || source_key != target_key {
        bail!("the PostgreSQL database holds another installation; name an empty one");
    }
    Ok(Target::SameInstallation)
}

/// Copies all rows in one transaction, reads them back and compares them before it is committed.
pub async fn copy(source: &Path, url: &str) -> anyhow::Result<Compared> {
    // Creates the tables.
    PgStore::connect(url, 1).await.context("cannot open the PostgreSQL database")?.close().await;
    let (mut source, mut target, tables) = open(source, url).await?;
    target.empty().await?;
    for table in &tables {
        let mut rows = source.rows(table);
        let mut writer = target.writer(table).await?;
        while let Some(row) = rows.try_next().await? {
            writer.write(&row).await?;
        }
        writer.finish().await.with_context(|| format!("cannot copy the table {}", table.name))?;
    }
    let compared = compare_tables(&mut source, &mut target, &tables).await?;
    target.continue_ids(&source.last_ids().await?).await?;
    breakpoint::reached("move");
    target.commit().await?;
    breakpoint::reached("moved");
    Ok(compared)
}

/// Compares the databases and changes nothing.
pub async fn compare(source: &Path, url: &str) -> anyhow::Result<Compared> {
    let (mut source, mut target, tables) = open(source, url).await?;
    compare_tables(&mut source, &mut target, &tables).await
}

/// Opens both databases, which must have the same tables.
async fn open(source: &Path, url: &str) -> anyhow::Result<(SqliteSource, PgTarget, Vec<Table>)> {
    let mut source = SqliteSource::open(source).await.context("cannot read the SQLite database")?;
    let target = PgTarget::begin(url).await.context("cannot open the PostgreSQL database")?;
    let tables = target.tables();
    let mut sorted = tables.clone();
    sorted.sort_unstable_by(|one, other| one.name.cmp(&other.name));
    ensure!(sorted == source.tables().await?, "the databases have different tables or columns");
    Ok((source, target, tables))
}

async fn compare_tables(
    source: &mut SqliteSource,
    target: &mut PgTarget,
    tables: &[Table],
) -> anyhow::Result<Compared> {
    let mut rows = 0;
    for table in tables {
        let (mut expected, mut found) = (TableDigest::default(), TableDigest::default());
        let mut read = source.rows(table);
        while let Some(row) = read.try_next().await? {
            expected.add(&row);
        }
        let mut read = target.rows(table);
        while let Some(row) = read.try_next().await? {
            found.add(&row);
        }
        ensure!(
            expected == found,
            "the table {} differs: {} rows in SQLite, {} in PostgreSQL",
            table.name,
            expected.rows,
            found.rows
        );
        rows += found.rows;
    }
    Ok(Compared { tables: tables.len(), rows })
}
