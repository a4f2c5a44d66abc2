//! Files that accounts send before a task or a list uses them, and their parts.

use std::collections::BTreeSet;

use async_trait::async_trait;
use numsift_model::clock::Timestamp;
use numsift_model::file::{FileCounts, FilePart, FileProgress, NewFile, StoredFile};
use numsift_model::id::{FileId, ListId, Uid};
use numsift_store::{Files, Scope, StoreResult};
use sqlx::{query, query_as};

use crate::DbTx;
use crate::dialect::{self, query_in};

struct FileRow {
    id: i64,
    uid: i64,
    name: String,
    bytes: i64,
    received: i64,
    parts: i64,
    hash_state: String,
    sha256: Option<String>,
    folder: String,
    list: Option<i64>,
    created_at: i64,
    expires_at: i64,
}

impl From<FileRow> for StoredFile {
    fn from(row: FileRow) -> Self {
        Self {
            id: FileId(row.id),
            new: NewFile {
                uid: Uid(row.uid),
                name: row.name,
                bytes: row.bytes,
                folder: row.folder,
                created_at: Timestamp(row.created_at),
                expires_at: Timestamp(row.expires_at),
            },
            received: row.received,
            parts: row.parts,
            hash_state: row.hash_state,
            sha256: row.sha256,
            list: row.list.map(ListId),
        }
    }
}

/// `query_as!` with the columns of files.
macro_rules! file_query {
    ($rest:literal $(, $argument:expr)* $(,)?) => {
        query_as!(
            FileRow,
            r#"SELECT id AS "id!", uid, name, bytes, received, parts, hash_state, sha256, folder, list, created_at,
                expires_at
            FROM files "# + $rest
            $(, $argument)*
        )
    };
}

#[async_trait]
impl Files for DbTx {
    async fn add_file(&mut self, new: &NewFile) -> StoreResult<FileId> {
        let row = query!(
            r#"INSERT INTO files (uid, name, bytes, folder, created_at, expires_at)
            VALUES ($1, $2, $3, $4, $5, $6) RETURNING id AS "id!""#,
            new.uid.0,
            new.name,
            new.bytes,
            new.folder,
            new.created_at.0,
            new.expires_at.0
        )
        .fetch_one(&mut *self.tx)
        .await?;
        Ok(FileId(row.id))
    }

    async fn file(&mut self, scope: Scope, id: FileId) -> StoreResult<Option<StoredFile>> {
        let owner = scope.owner();
        let row = file_query!("WHERE id = $1 AND (CAST($2 AS BIGINT) IS NULL OR uid = $2)", id.0, owner)
            .fetch_optional(&mut *self.tx)
            .await?;
        Ok(row.map(StoredFile::from))
    }

    async fn files(&mut self, uid: Uid, before: Option<FileId>, limit: i64) -> StoreResult<Vec<StoredFile>> {
        let before = before.map_or(i64::MAX, |id| id.0);
        let rows = file_query!(
            "WHERE uid = $1 AND id < $2 AND list IS NULL ORDER BY id DESC LIMIT $3",
            uid.0,
            before,
            limit
        )
        .fetch_all(&mut *self.tx)
        .await?;
        Ok(rows.into_iter().map(StoredFile::from).collect())
    }

    async fn count_files(&mut self, uid: Uid) -> StoreResult<FileCounts> {
        let row = query!(
            r#"SELECT COUNT(*) AS "all!: i64",
                COALESCE(SUM(CASE WHEN sha256 IS NULL THEN 1 ELSE 0 END), 0) AS "open!: i64"
            FROM files WHERE uid = $1 AND list IS NULL"#,
            uid.0
        )
        .fetch_one(&mut *self.tx)
        .await?;
        Ok(FileCounts { open: row.open, all: row.all })
    }

    async fn add_file_part(
        &mut self,
        id: FileId,
        part: &FilePart,
        progress: &FileProgress,
    ) -> StoreResult<bool> {
        let advanced = query!(
            "UPDATE files SET received = received + $3, parts = parts + 1, hash_state = $4, sha256 = $5, expires_at = $6
            WHERE id = $1 AND received = $2 AND sha256 IS NULL",
            id.0,
            part.at,
            part.bytes,
            progress.hash_state,
            progress.sha256,
            progress.expires_at.0
        )
        .execute(&mut *self.tx)
        .await?;
        if advanced.rows_affected() == 0 {
            return Ok(false);
        }
        query!(
            "INSERT INTO file_parts (file, at, bytes, object) VALUES ($1, $2, $3, $4)",
            id.0,
            part.at,
            part.bytes,
            part.object
        )
        .execute(&mut *self.tx)
        .await?;
        Ok(true)
    }

    async fn file_parts(&mut self, id: FileId) -> StoreResult<Vec<FilePart>> {
        let rows =
            query!(r#"SELECT at AS "at!", bytes, object FROM file_parts WHERE file = $1 ORDER BY at"#, id.0)
                .fetch_all(&mut *self.tx)
                .await?;
        Ok(rows
            .into_iter()
            .map(|row| FilePart { at: row.at, bytes: row.bytes, object: row.object })
            .collect())
    }

    async fn keep_file(&mut self, id: FileId, until: Timestamp) -> StoreResult<()> {
        query!("UPDATE files SET expires_at = $2 WHERE id = $1 AND expires_at < $2", id.0, until.0)
            .execute(&mut *self.tx)
            .await?;
        Ok(())
    }

    async fn file_became_list(&mut self, id: FileId, list: ListId) -> StoreResult<bool> {
        let became = query!("UPDATE files SET list = $2 WHERE id = $1 AND list IS NULL", id.0, list.0)
            .execute(&mut *self.tx)
            .await?;
        Ok(became.rows_affected() == 1)
    }

    async fn remove_file(&mut self, id: FileId) -> StoreResult<bool> {
        let removed = query!("DELETE FROM files WHERE id = $1", id.0).execute(&mut *self.tx).await?;
        Ok(removed.rows_affected() == 1)
    }

    async fn expired_files(&mut self, now: Timestamp, limit: i64) -> StoreResult<Vec<StoredFile>> {
        let rows = file_query!("WHERE expires_at <= $1 ORDER BY expires_at, id LIMIT $2", now.0, limit)
            .fetch_all(&mut *self.tx)
            .await?;
        Ok(rows.into_iter().map(StoredFile::from).collect())
    }

    async fn file_folders_in_use(&mut self, folders: &[String]) -> StoreResult<BTreeSet<String>> {
        let folders = dialect::texts(folders.iter().map(String::as_str));
        let rows = query_in!("SELECT folder FROM files WHERE list IS NULL AND folder" in "$1" "", &folders)
            .fetch_all(&mut *self.tx)
            .await?;
        Ok(rows.into_iter().map(|row| row.folder).collect())
    }
}
