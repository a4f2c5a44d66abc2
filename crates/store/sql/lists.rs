//! Lists of numbers.

use std::collections::BTreeSet;

use async_trait::async_trait;
use numsift_model::clock::Timestamp;
use numsift_model::id::{ListId, Uid};
use numsift_model::list::{List, ListKind, ListState, NewList};
use numsift_model::page::{Listed, Page};
use numsift_store::{ListFilter, Lists, Scope, StoreError, StoreResult, folder_of, search_key};
use sqlx::{query, query_as};

use crate::DbTx;
use crate::dialect::{self, query_in};

struct ListRow {
    id: i64,
    uid: i64,
    username: String,
    kind: String,
    state: String,
    name: String,
    note: String,
    file_name: String,
    source: Option<String>,
    bytes: i64,
    sha256: String,
    document: String,
    numbers: i64,
    version: i64,
    created_at: i64,
    expires_at: Option<i64>,
}

impl TryFrom<ListRow> for List {
    type Error = StoreError;

    fn try_from(row: ListRow) -> StoreResult<Self> {
        Ok(Self {
            id: ListId(row.id),
            username: row.username,
            version: row.version,
            note: row.note,
            data: NewList {
                uid: Uid(row.uid),
                kind: ListKind::from_word(&row.kind).ok_or_else(|| StoreError::corrupt(&row.kind))?,
                state: ListState::from_word(&row.state).ok_or_else(|| StoreError::corrupt(&row.state))?,
                name: row.name,
                file_name: row.file_name,
                source: row.source,
                bytes: row.bytes,
                sha256: row.sha256,
                document: row.document,
                numbers: row.numbers,
                created_at: Timestamp(row.created_at),
                expires_at: row.expires_at.map(Timestamp),
            },
        })
    }
}

/// `query_as!` with the columns of lists.
macro_rules! list_query {
    ($rest:literal $(, $argument:expr)* $(,)?) => {
        query_as!(
            ListRow,
            r#"SELECT l.id AS "id!", l.uid, a.username, l.kind, l.state, l.name, l.note, l.file_name, l.source, l.bytes,
                l.sha256, l.document, l.numbers, l.version, l.created_at, l.expires_at
            FROM lists l JOIN accounts a ON a.uid = l.uid "# + $rest
            $(, $argument)*
        )
    };
}

fn all(rows: Vec<ListRow>) -> StoreResult<Vec<List>> {
    rows.into_iter().map(List::try_from).collect()
}

#[async_trait]
impl Lists for DbTx {
    async fn add_list(&mut self, new: &NewList) -> StoreResult<ListId> {
        let (kind, state) = (new.kind.as_str(), new.state.as_str());
        let expires_at = new.expires_at.map(|at| at.0);
        let (name_key, folder) = (search_key(&new.name), folder_of(&new.document));
        let row = query!(
            r#"INSERT INTO lists (uid, kind, state, name, file_name, source, bytes, sha256, document, numbers,
                created_at, expires_at, name_key, folder)
            VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14) RETURNING id AS "id!""#,
            new.uid.0,
            kind,
            state,
            new.name,
            new.file_name,
            new.source,
            new.bytes,
            new.sha256,
            new.document,
            new.numbers,
            new.created_at.0,
            expires_at,
            name_key,
            folder
        )
        .fetch_one(&mut *self.tx)
        .await?;
        Ok(ListId(row.id))
    }

    async fn list(&mut self, scope: Scope, id: ListId) -> StoreResult<Option<List>> {
        let owner = scope.owner();
        let row = list_query!(
            "WHERE l.id = $1 AND (CAST($2 AS BIGINT) IS NULL OR l.uid = $2 OR l.kind = 'global')",
            id.0,
            owner
        )
        .fetch_optional(&mut *self.tx)
        .await?;
        row.map(List::try_from).transpose()
    }

    async fn lists(&mut self, scope: Scope, filter: &ListFilter, page: Page) -> StoreResult<Listed<List>> {
        let owner = scope.owner();
        let kind = filter.kind.map(ListKind::as_str);
        let search = filter.search.as_deref().map(search_key);
        let rows = list_query!(
            "WHERE l.state <> 'deleted' AND (CAST($1 AS BIGINT) IS NULL OR l.uid = $1)
                AND (CAST($2 AS TEXT) IS NULL OR l.kind = $2)
                AND (CAST($3 AS TEXT) IS NULL OR INSTR(l.name_key, $3) > 0 OR INSTR(l.note_key, $3) > 0)
            ORDER BY l.id DESC LIMIT $4 OFFSET $5",
            owner,
            kind,
            search,
            page.limit,
            page.offset
        )
        .fetch_all(&mut *self.tx)
        .await?;
        let count = query!(
            r#"SELECT COUNT(*) AS "count!" FROM lists l
            WHERE l.state <> 'deleted' AND (CAST($1 AS BIGINT) IS NULL OR l.uid = $1)
                AND (CAST($2 AS TEXT) IS NULL OR l.kind = $2)
                AND (CAST($3 AS TEXT) IS NULL OR INSTR(l.name_key, $3) > 0 OR INSTR(l.note_key, $3) > 0)"#,
            owner,
            kind,
            search
        )
        .fetch_one(&mut *self.tx)
        .await?;
        Ok(Listed { items: all(rows)?, total: count.count })
    }

    async fn lists_before(
        &mut self,
        scope: Scope,
        kind: ListKind,
        before: Option<ListId>,
        limit: i64,
    ) -> StoreResult<Vec<List>> {
        let (before, owner) = (before.map_or(i64::MAX, |before| before.0), scope.owner());
        let rows = list_query!(
            "WHERE l.id < $1 AND l.state <> 'deleted' AND (CAST($2 AS BIGINT) IS NULL OR l.uid = $2) AND l.kind = $3
            ORDER BY l.id DESC LIMIT $4",
            before,
            owner,
            kind.as_str(),
            limit
        )
        .fetch_all(&mut *self.tx)
        .await?;
        all(rows)
    }

    async fn latest_lists(&mut self, uid: Uid, limit: i64) -> StoreResult<Vec<List>> {
        let rows =
            list_query!("WHERE l.uid = $1 AND l.state = 'ready' ORDER BY l.id DESC LIMIT $2", uid.0, limit)
                .fetch_all(&mut *self.tx)
                .await?;
        all(rows)
    }

    async fn keep_list(&mut self, id: ListId, until: Timestamp) -> StoreResult<()> {
        query!(
            "UPDATE lists SET expires_at = $2, version = version + 1
            WHERE id = $1 AND state = 'ready' AND expires_at < $2",
            id.0,
            until.0
        )
        .execute(&mut *self.tx)
        .await?;
        Ok(())
    }

    async fn put_list(&mut self, list: &List) -> StoreResult<bool> {
        let data = &list.data;
        let (kind, state) = (data.kind.as_str(), data.state.as_str());
        let expires_at = data.expires_at.map(|at| at.0);
        let (name_key, folder) = (search_key(&data.name), folder_of(&data.document));
        let done = query!(
            "UPDATE lists SET kind = $3, state = $4, name = $5, document = $6, numbers = $7, expires_at = $8,
                source = $9, name_key = $10, folder = $11, bytes = $12, version = version + 1
            WHERE id = $1 AND version = $2",
            list.id.0,
            list.version,
            kind,
            state,
            data.name,
            data.document,
            data.numbers,
            expires_at,
            data.source,
            name_key,
            folder,
            data.bytes
        )
        .execute(&mut *self.tx)
        .await?;
        Ok(done.rows_affected() == 1)
    }

    async fn note_list(&mut self, id: ListId, before: &str, note: &str) -> StoreResult<bool> {
        let note_key = search_key(note);
        let done = query!(
            "UPDATE lists SET note = $3, note_key = $4 WHERE id = $1 AND note = $2",
            id.0,
            before,
            note,
            note_key
        )
        .execute(&mut *self.tx)
        .await?;
        Ok(done.rows_affected() == 1)
    }

    async fn list_with_hash(&mut self, uid: Uid, sha256: &str) -> StoreResult<Option<ListId>> {
        let row = query!(
            r#"SELECT id AS "id!" FROM lists WHERE uid = $1 AND sha256 = $2 AND state IN ('uploaded', 'ready')
            ORDER BY id DESC LIMIT 1"#,
            uid.0,
            sha256
        )
        .fetch_optional(&mut *self.tx)
        .await?;
        Ok(row.map(|row| ListId(row.id)))
    }

    async fn suppressing(&mut self, uid: Uid) -> StoreResult<Vec<List>> {
        let rows = list_query!(
            "WHERE l.state = 'ready' AND (l.kind = 'global' OR (l.kind = 'suppression' AND l.uid = $1))
            ORDER BY l.id",
            uid.0
        )
        .fetch_all(&mut *self.tx)
        .await?;
        all(rows)
    }

    async fn list_is_needed(&mut self, id: ListId) -> StoreResult<bool> {
        let row = query!(
            r#"SELECT EXISTS (SELECT 1 FROM tasks WHERE list = $1 AND state IN ('running', 'paused'))
                AS "needed!: bool""#,
            id.0
        )
        .fetch_one(&mut *self.tx)
        .await?;
        Ok(row.needed)
    }

    async fn list_folders_in_use(&mut self, folders: &[String]) -> StoreResult<BTreeSet<String>> {
        let unknown =
            query!(r#"SELECT EXISTS (SELECT 1 FROM lists WHERE name_key IS NULL) AS "exists!: bool""#)
                .fetch_one(&mut *self.tx)
                .await?;
        if unknown.exists {
            return Ok(folders.iter().cloned().collect());
        }
        let folders = dialect::texts(folders.iter().map(String::as_str));
        let rows = query_in!(
            r#"SELECT folder AS "folder!" FROM lists WHERE state <> 'deleted' AND folder"# in "$1" "",
            &folders
        )
        .fetch_all(&mut *self.tx)
        .await?;
        Ok(rows.into_iter().map(|row| row.folder).collect())
    }

    async fn expired_lists(&mut self, now: Timestamp, limit: i64) -> StoreResult<Vec<List>> {
        let rows = list_query!(
            "WHERE l.state <> 'deleted' AND l.expires_at <= $1 AND NOT EXISTS (
                SELECT 1 FROM tasks t WHERE t.list = l.id AND t.state IN ('running', 'paused')) AND NOT EXISTS (
                SELECT 1 FROM schedules s WHERE s.list = l.id AND s.ended_at IS NULL)
            ORDER BY l.expires_at LIMIT $2",
            now.0,
            limit
        )
        .fetch_all(&mut *self.tx)
        .await?;
        all(rows)
    }
}
