//! `numsift admin move`: carries an installation from SQLite and a folder to PostgreSQL and an S3-compatible store.
//!
//! Files are copied first, the database last and in one transaction. So a move that was interrupted leaves nothing that
//! could be started, and running it again continues: files that are there already are compared instead of copied.

mod database;
mod files;

use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail, ensure};
use numsift_segments::{Objects, S3_RETRY_FOR};

use self::database::Target;
use crate::admin;
use crate::config::Config;
use crate::data_folder::{DataFolderLock, MOVED_DATABASE, database_file};
use crate::services::{self, Services};

/// What to move and where.
pub struct Move {
    /// Address of the PostgreSQL database.
    pub to: String,
    /// Whether the files are in the configured bucket already.
    pub keep_files: bool,
    /// Whether the old database is renamed afterwards.
    pub retire_source: bool,
}

/// Moves the installation in the data folder. The configured bucket is the target of its files.
pub async fn run(config: &Config, request: &Move) -> anyhow::Result<()> {
    let file = database_file(&config.data);
    ensure!(
        config.database_url.is_none(),
        "`database_url` is set, so this installation is not on SQLite. Unset it, and name the new database with --to"
    );
    if !file.exists() {
        let moved = config.data.join(MOVED_DATABASE);
        ensure!(
            !moved.exists(),
            "this installation was moved before: {} is what is left of it",
            moved.display()
        );
        bail!("there is no database in {}", config.data.display());
    }
    let after = Config { database_url: Some(request.to.clone()), ..config.clone() };
    after.validate()?;
    // Nothing changes the source meanwhile.
    let _lock = DataFolderLock::acquire(&config.data)?;
    let state =
        numsift_store_sqlite::migration_state(&file).await.context("cannot read the SQLite database")?;
    ensure!(
        state.pending == 0 && state.unknown == 0,
        "the SQLite database was last used by another version: start and stop `numsift serve` of this version first"
    );
    let target = database::inspect(&file, &request.to).await?;

    match &config.s3_bucket {
        Some(bucket) if !request.keep_files => {
            let source =
                Objects::folder(config.data.join("files")).context("cannot open the folder for files")?;
            let bucket = services::s3_objects(config, bucket, S3_RETRY_FOR)?;
            let copied = files::copy(&source, &bucket).await?;
            println!(
                "files: {} of {} bytes, {} copied now; sizes and hashes are equal",
                copied.files, copied.bytes, copied.new
            );
        }
        _ => println!("files: not moved"),
    }
    let copied = match target {
        Target::Free => database::copy(&file, &request.to).await?,
        Target::SameInstallation => database::compare(&file, &request.to)
            .await
            .context("the target holds this installation, and it has changed since it was moved")?,
    };
    println!("database: {} tables, {} rows; counts and hashes are equal", copied.tables, copied.rows);

    Services::open(&after).await?.check_objects().await?;
    admin::verify_ledger(&after).await?;
    admin::verify_audit(&after, None).await?;
    if request.retire_source {
        retire(config)?;
    }
    println!(
        "moved. Set `database_url`{} and start the server",
        match (&config.s3_bucket, request.keep_files) {
            (Some(_), false) => " and the settings of the object store",
            _ => "",
        }
    );
    Ok(())
}

fn retire(config: &Config) -> anyhow::Result<()> {
    let (from, to) = (database_file(&config.data), config.data.join(MOVED_DATABASE));
    // After a crash the journal has changes that are not in the database yet. It is found by the name of the database.
    for part in ["-wal", "-shm", ""] {
        let renamed = std::fs::rename(with_suffix(&from, part), with_suffix(&to, part));
        match renamed {
            Err(error) if part.is_empty() || error.kind() != ErrorKind::NotFound => {
                return Err(error).with_context(|| format!("cannot rename {}{part}", from.display()));
            }
            _ => {}
        }
    }
    println!("the old database is now {}; delete it when you no longer need it", to.display());
    Ok(())
}

fn with_suffix(path: &Path, suffix: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(suffix);
    PathBuf::from(name)
}
