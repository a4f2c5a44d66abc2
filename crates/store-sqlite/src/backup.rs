//! What is done with a database file as a whole: backup, restore, a look at its version.

use std::io;
use std::path::Path;

use numsift_store::{MigrationState, StoreError, StoreResult};
use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection, SqliteJournalMode};
use sqlx::{ConnectOptions, Connection};

use crate::{MIGRATIONS, SqliteStore};

impl SqliteStore {
    /// Writes a consistent copy to `target`, which must not exist. Readers and writers are not blocked.
    pub async fn backup_to(&self, target: &Path) -> StoreResult<()> {
        let target = target.to_str().ok_or_else(|| StoreError::corrupt("the path is not UTF-8"))?;
        // A bound parameter, because the path may contain quotes.
        sqlx::query("VACUUM INTO ?").bind(target).execute(&self.readers).await?;
        Ok(())
    }
}

/// Compares the tables of a database file with those that this version needs. Changes nothing.
pub async fn migration_state(file: &Path) -> StoreResult<MigrationState> {
    let mut connection = SqliteConnectOptions::new().filename(file).read_only(true).connect().await?;
    let state = migration_state_of(&mut connection).await?;
    connection.close().await?;
    Ok(state)
}

pub(crate) async fn migration_state_of(connection: &mut SqliteConnection) -> StoreResult<MigrationState> {
    let tables: i64 =
        sqlx::query_scalar("SELECT COUNT(*) FROM sqlite_master WHERE name = '_sqlx_migrations'")
            .fetch_one(&mut *connection)
            .await?;
    let applied: Vec<i64> = match tables {
        0 => Vec::new(),
        _ => sqlx::query_scalar("SELECT version FROM _sqlx_migrations").fetch_all(connection).await?,
    };
    Ok(MigrationState::of(&applied, MIGRATIONS.iter().map(|migration| migration.version)))
}

#[derive(Debug)]
pub enum BackupError {
    File(io::Error),
    /// The file is corrupt or not a database of this program.
    Damaged(String),
}

impl std::fmt::Display for BackupError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::File(error) => error.fmt(f),
            Self::Damaged(why) => write!(f, "the backup is damaged: {why}"),
        }
    }
}

impl std::error::Error for BackupError {}

/// Checks the backup `source` and copies it to `target`, which must not exist.
pub async fn restore(source: &Path, target: &Path) -> Result<(), BackupError> {
    check(source).await?;
    // Copied under another name first, so that an interrupted copy is never mistaken for the database.
    let partial = target.with_extension("restoring");
    std::fs::copy(source, &partial).map_err(BackupError::File)?;
    release_files(&partial).await?;
    std::fs::File::open(&partial).and_then(|file| file.sync_all()).map_err(BackupError::File)?;
    std::fs::rename(&partial, target).map_err(BackupError::File)
}

/// A copy is made while its backup holds the files of the installation. The restored one has nobody who releases them.
async fn release_files(file: &Path) -> Result<(), BackupError> {
    let failed = |error: sqlx::Error| BackupError::Damaged(error.to_string());
    let options = SqliteConnectOptions::new().filename(file).journal_mode(SqliteJournalMode::Delete);
    let mut connection = options.connect().await.map_err(failed)?;
    // Backups of the first version have no such column.
    let known: i64 = sqlx::query_scalar(
        "SELECT COUNT(*) FROM pragma_table_info('installation') WHERE name = 'files_held_by'",
    )
    .fetch_one(&mut connection)
    .await
    .map_err(failed)?;
    if known > 0 {
        sqlx::query("UPDATE installation SET files_held_by = NULL, files_held_until = 0")
            .execute(&mut connection)
            .await
            .map_err(failed)?;
    }
    connection.close().await.map_err(failed)
}

async fn check(file: &Path) -> Result<(), BackupError> {
    if !file.is_file() {
        return Err(BackupError::File(io::Error::new(
            io::ErrorKind::NotFound,
            format!("{} is not a file", file.display()),
        )));
    }
    let damaged = |error: sqlx::Error| BackupError::Damaged(error.to_string());
    let mut connection = SqliteConnectOptions::new()
        .filename(file)
        .read_only(true)
        .immutable(true)
        .connect()
        .await
        .map_err(damaged)?;
    let verdict: String =
        sqlx::query_scalar("PRAGMA integrity_check").fetch_one(&mut connection).await.map_err(damaged)?;
    if verdict != "ok" {
        return Err(BackupError::Damaged(verdict));
    }
    let accounts: i64 = sqlx::query_scalar("SELECT COUNT(*) FROM sqlite_master WHERE name = 'accounts'")
        .fetch_one(&mut connection)
        .await
        .map_err(damaged)?;
    if accounts == 0 {
        return Err(BackupError::Damaged("it is not a Numsift database".into()));
    }
    connection.close().await.map_err(damaged)
}
