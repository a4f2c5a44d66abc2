//! Saved filters.

use async_trait::async_trait;
use numsift_model::id::{SavedFilterId, Uid};
use numsift_store::{NewSavedFilter, SavedFilter, SavedFilters, StoreResult};
use sqlx::query;

use crate::{DbTx, dialect};

#[async_trait]
impl SavedFilters for DbTx {
    async fn saved_filters(&mut self, uid: Uid, page: &str) -> StoreResult<Vec<SavedFilter>> {
        let rows = query!(
            r#"SELECT id AS "id!", name, query FROM saved_filters WHERE uid = $1 AND page = $2 ORDER BY name, id"#,
            uid.0,
            page
        )
        .fetch_all(&mut *self.tx)
        .await?;
        let filter = |id, name, query| SavedFilter { id: SavedFilterId(id), name, query };
        Ok(rows.into_iter().map(|row| filter(row.id, row.name, row.query)).collect())
    }

    async fn save_filter(&mut self, new: &NewSavedFilter, most: i64) -> StoreResult<Option<SavedFilterId>> {
        // Parallel calls cannot pass the limit.
        dialect::lock_account(self, new.uid).await?;
        let others = query!(
            r#"SELECT COUNT(*) AS "count!" FROM saved_filters WHERE uid = $1 AND page = $2 AND name <> $3"#,
            new.uid.0,
            new.page,
            new.name
        )
        .fetch_one(&mut *self.tx)
        .await?;
        if others.count >= most {
            return Ok(None);
        }
        let row = query!(
            r#"INSERT INTO saved_filters (uid, page, name, query, created_at) VALUES ($1, $2, $3, $4, $5)
            ON CONFLICT (uid, page, name) DO UPDATE SET query = excluded.query
            RETURNING id AS "id!""#,
            new.uid.0,
            new.page,
            new.name,
            new.query,
            new.created_at.0
        )
        .fetch_one(&mut *self.tx)
        .await?;
        Ok(Some(SavedFilterId(row.id)))
    }

    async fn rename_filter(&mut self, uid: Uid, id: SavedFilterId, name: &str) -> StoreResult<bool> {
        let renamed =
            query!("UPDATE saved_filters SET name = $3 WHERE uid = $1 AND id = $2", uid.0, id.0, name)
                .execute(&mut *self.tx)
                .await
                .map_err(dialect::taken)?;
        Ok(renamed.rows_affected() == 1)
    }

    async fn remove_filter(&mut self, uid: Uid, id: SavedFilterId) -> StoreResult<bool> {
        let removed = query!("DELETE FROM saved_filters WHERE uid = $1 AND id = $2", uid.0, id.0)
            .execute(&mut *self.tx)
            .await?;
        Ok(removed.rows_affected() == 1)
    }
}
