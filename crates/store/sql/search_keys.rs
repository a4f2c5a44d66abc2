//! Search keys of rows that an older version wrote. They are filled when the store is opened.

use numsift_store::{StoreResult, folder_of, search_key};
use sqlx::query;

use crate::DbTx;

impl DbTx {
    /// Fills up to 500 missing keys per table; `false` when none are missing.
    pub(crate) async fn fill_search_keys(&mut self) -> StoreResult<bool> {
        let mut filled = false;
        let lists = query!(
            r#"SELECT id AS "id!", name, document FROM lists WHERE name_key IS NULL ORDER BY id LIMIT 500"#
        )
        .fetch_all(&mut *self.tx)
        .await?;
        for row in lists {
            let key = search_key(&row.name);
            let folder = folder_of(&row.document);
            query!("UPDATE lists SET name_key = $2, folder = $3 WHERE id = $1", row.id, key, folder)
                .execute(&mut *self.tx)
                .await?;
            filled = true;
        }
        let tasks =
            query!(r#"SELECT id AS "id!", name FROM tasks WHERE name_key IS NULL ORDER BY id LIMIT 500"#)
                .fetch_all(&mut *self.tx)
                .await?;
        for row in tasks {
            let key = search_key(&row.name);
            query!("UPDATE tasks SET name_key = $2 WHERE id = $1", row.id, key)
                .execute(&mut *self.tx)
                .await?;
            filled = true;
        }
        let invites =
            query!("SELECT code, note FROM invite_codes WHERE search_key IS NULL ORDER BY code LIMIT 500")
                .fetch_all(&mut *self.tx)
                .await?;
        for row in invites {
            let key = search_key(&format!("{}\n{}", row.code, row.note));
            query!("UPDATE invite_codes SET search_key = $2 WHERE code = $1", row.code, key)
                .execute(&mut *self.tx)
                .await?;
            filled = true;
        }
        Ok(filled)
    }
}
