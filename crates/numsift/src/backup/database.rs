//! Copies of the database: SQLite by itself, PostgreSQL with `pg_dump` and `pg_restore`.

use std::os::fd::OwnedFd;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use anyhow::{Context, bail, ensure};
use bytes::Bytes;
use futures_util::{Stream, TryStreamExt, stream};
use tokio::fs::File;
use tokio::io::{AsyncRead, AsyncReadExt as _, AsyncWriteExt as _};
use url::Url;

use super::repository::{Blob, DatabaseKind, Repository};
use crate::config::Config;
use crate::data_folder::database_file;
use crate::services;

const PIECE: usize = 256 * 1024;
/// The local copy of a SQLite database while it is written or read.
const PARTIAL: &str = "backup.partial";

pub fn kind(config: &Config) -> DatabaseKind {
    if config.database_url.is_some() { DatabaseKind::Postgres } else { DatabaseKind::Sqlite }
}

/// Stores a consistent copy of the database.
pub async fn copy(config: &Config, repository: &Repository, snapshot: &str) -> anyhow::Result<Blob> {
    let Some(url) = &config.database_url else {
        let partial = TemporaryFile::new(config.data.join(PARTIAL))?;
        let store = services::open_sqlite(config).await?;
        let copied = store.backup_to(&partial.0).await;
        copied.context("cannot copy the database")?;
        return repository.add_part(snapshot, "database", pieces(File::open(&partial.0).await?)).await;
    };
    let mut command = postgres_command("pg_dump", url, &["--format=custom"])?;
    let mut dump = PostgresProcess::start(command.stdout(Stdio::piped()))?;
    let output = dump.child.stdout.take().context("pg_dump has no output")?;
    let blob = repository.add_part(snapshot, "database", pieces(as_file(output.into()))).await?;
    dump.succeeded().await?;
    Ok(blob)
}

/// Fails unless there is no installation in the database.
pub async fn check_empty(config: &Config) -> anyhow::Result<()> {
    let Some(url) = &config.database_url else {
        ensure!(
            !database_file(&config.data).exists(),
            "{} already contains a database; restore to an empty folder",
            config.data.display()
        );
        return Ok(());
    };
    let tables = numsift_store_pg::count_tables(url).await.context("cannot read the PostgreSQL database")?;
    ensure!(tables == 0, "the PostgreSQL database is not empty; restore to an empty one");
    Ok(())
}

/// Restores the database of a snapshot.
pub async fn restore(config: &Config, repository: &Repository, blob: &Blob) -> anyhow::Result<()> {
    let content = repository.read(blob).await?;
    let Some(url) = &config.database_url else {
        let partial = TemporaryFile::new(config.data.join(PARTIAL))?;
        write(content, File::create(&partial.0).await?).await?;
        numsift_store_sqlite::restore(&partial.0, &database_file(&config.data)).await?;
        return Ok(());
    };
    let mut command = postgres_command("pg_restore", url, &["--single-transaction", "--exit-on-error"])?;
    let mut restore = PostgresProcess::start(command.stdin(Stdio::piped()))?;
    let input = restore.child.stdin.take().context("pg_restore has no input")?;
    let written = write(content, as_file(input.into())).await;
    // Its own message says more than the broken pipe.
    restore.succeeded().await?;
    written?;
    numsift_store_pg::release_files(url).await.context("cannot end the hold of the backup on files")
}

/// A PostgreSQL command. The password is passed in the environment: every user of the machine sees the arguments.
fn postgres_command(program: &str, url: &str, arguments: &[&str]) -> anyhow::Result<Command> {
    let (url, password) = without_password(url)?;
    let mut command = Command::new(program);
    command.args(arguments).args(["--no-owner", "--no-privileges", "--dbname", &url]);
    if let Some(password) = password {
        command.env("PGPASSWORD", password);
    }
    Ok(command)
}

/// Splits a database URL into the URL without its password, and the password.
fn without_password(url: &str) -> anyhow::Result<(String, Option<String>)> {
    let mut url = Url::parse(url).context("invalid `database_url`")?;
    let mut password = None;
    if let Some(encoded) = url.password().map(str::to_owned) {
        // A query value is decoded like the rest of a URL, except that a plus sign is a space there.
        let pair = format!("p={}", encoded.replace('+', "%2B"));
        password = url::form_urlencoded::parse(pair.as_bytes()).next().map(|(_, value)| value.into_owned());
        if url.set_password(None).is_err() {
            bail!("invalid `database_url`: it has a password but no host");
        }
    }
    let pairs: Vec<(String, String)> =
        url.query_pairs().map(|(name, value)| (name.into_owned(), value.into_owned())).collect();
    if pairs.iter().any(|(name, _)| name == "password") {
        url.set_query(None);
        for (name, value) in pairs {
            if name == "password" {
                password = Some(value);
            } else {
                url.query_pairs_mut().append_pair(&name, &value);
            }
        }
    }
    Ok((url.into(), password))
}

/// A running PostgreSQL command. Killed when dropped.
struct PostgresProcess {
    program: String,
    child: Child,
}

impl PostgresProcess {
    fn start(command: &mut Command) -> anyhow::Result<Self> {
        let program = command.get_program().to_string_lossy().into_owned();
        let child = command.spawn().with_context(|| {
            format!("cannot start {program}: install the PostgreSQL client of the server's version")
        })?;
        Ok(Self { program, child })
    }

    /// Waits for the end. Fails unless the command succeeded.
    async fn succeeded(mut self) -> anyhow::Result<()> {
        tokio::task::spawn_blocking(move || {
            let status = self.child.wait()?;
            ensure!(status.success(), "{} failed: {status}", self.program);
            Ok(())
        })
        .await?
    }
}

impl Drop for PostgresProcess {
    fn drop(&mut self) {
        // Fails if it has ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A pipe as a file, which is read and written without blocking the runtime.
fn as_file(pipe: OwnedFd) -> File {
    File::from_std(pipe.into())
}

/// The bytes of a reader, in pieces.
pub fn pieces(reader: impl AsyncRead + Unpin) -> impl Stream<Item = anyhow::Result<Bytes>> {
    stream::try_unfold(reader, async |mut reader| {
        let mut piece = Vec::with_capacity(PIECE);
        let read = (&mut reader).take(PIECE as u64).read_to_end(&mut piece).await?;
        Ok((read > 0).then(|| (Bytes::from(piece), reader)))
    })
}

async fn write(content: impl Stream<Item = anyhow::Result<Bytes>>, mut target: File) -> anyhow::Result<()> {
    let mut content = std::pin::pin!(content);
    while let Some(bytes) = content.try_next().await? {
        target.write_all(&bytes).await?;
    }
    // A file reports errors of writing when it is flushed.
    target.flush().await?;
    Ok(())
}

/// A file that is removed when this is dropped.
struct TemporaryFile(PathBuf);

impl TemporaryFile {
    /// Removes what a crash left behind.
    fn new(path: PathBuf) -> anyhow::Result<Self> {
        remove(&path).with_context(|| format!("cannot remove {}", path.display()))?;
        Ok(Self(path))
    }
}

impl Drop for TemporaryFile {
    fn drop(&mut self) {
        if let Err(error) = remove(&self.0) {
            tracing::warn!(%error, file = %self.0.display(), "failed to remove a temporary file");
        }
    }
}

fn remove(path: &Path) -> std::io::Result<()> {
    match std::fs::remove_file(path) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::without_password;

    #[test]
    fn the_password_is_taken_out_of_the_address() {
        for (url, without, password) in [
            ("postgres://ann:p%40s+s@host:1/db", "postgres://ann@host:1/db", Some("p@s+s")),
            ("postgres://ann@host/db", "postgres://ann@host/db", None),
            (
                "postgres://ann@host/db?password=a%26b&host=%2Frun",
                "postgres://ann@host/db?host=%2Frun",
                Some("a&b"),
            ),
        ] {
            let (url, found) = without_password(url).unwrap();
            assert_eq!((url.as_str(), found.as_deref()), (without, password));
        }
    }
}
