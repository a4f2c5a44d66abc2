//! Administration of accounts, roles and invite codes.

use std::collections::BTreeSet;

use async_trait::async_trait;
use numsift_model::account::AccountEdit;
use numsift_model::clock::Timestamp;
use numsift_model::id::{RoleId, Uid};
use numsift_model::invite::{InviteCode, InviteRow};
use numsift_model::money::Points;
use numsift_model::page::{Listed, Page};
use numsift_model::role::Role;
use numsift_store::{Administration, InvitedAccount, StoreResult, search_key};
use sqlx::query;

use crate::{DbTx, dialect};

impl DbTx {
    async fn set_role_permissions(&mut self, role: i64, permissions: &BTreeSet<String>) -> StoreResult<()> {
        query!("DELETE FROM role_permissions WHERE role_id = $1", role).execute(&mut *self.tx).await?;
        for permission in permissions {
            query!("INSERT INTO role_permissions (role_id, permission) VALUES ($1, $2)", role, permission)
                .execute(&mut *self.tx)
                .await?;
        }
        Ok(())
    }
}

#[async_trait]
impl Administration for DbTx {
    async fn edit_account(&mut self, uid: Uid, version: i64, edit: &AccountEdit) -> StoreResult<Option<i64>> {
        let account_type = edit.account_type.number();
        let row = query!(
            "UPDATE accounts SET account_type = $1, ud = $2, self_quota_topup = $3, enabled = $4,
                introduction = $5, version = version + 1
            WHERE uid = $6 AND version = $7 RETURNING version",
            account_type,
            edit.ud,
            edit.self_quota_topup,
            edit.enabled,
            edit.introduction,
            uid.0,
            version,
        )
        .fetch_optional(&mut *self.tx)
        .await?;
        let Some(row) = row else { return Ok(None) };
        query!("DELETE FROM account_roles WHERE uid = $1", uid.0).execute(&mut *self.tx).await?;
        for role in &edit.roles {
            query!("INSERT INTO account_roles (uid, role_id) VALUES ($1, $2)", uid.0, role.0)
                .execute(&mut *self.tx)
                .await?;
        }
        Ok(Some(row.version))
    }

    async fn other_administrators(&mut self, uid: Uid) -> StoreResult<i64> {
        // Serialises the removal of administrators.
        dialect::lock_role(self, RoleId::ADMINISTRATOR).await?;
        let row = query!(
            r#"SELECT COUNT(*) AS "others!: i64" FROM accounts a
            JOIN account_roles r ON r.uid = a.uid AND r.role_id = 1
            WHERE a.enabled AND a.uid <> $1"#,
            uid.0
        )
        .fetch_one(&mut *self.tx)
        .await?;
        Ok(row.others)
    }

    async fn roles(&mut self) -> StoreResult<Vec<Role>> {
        let rows = query!(
            r#"SELECT r.id AS "id!", r.name, r.version,
                (SELECT COUNT(*) FROM account_roles a WHERE a.role_id = r.id) AS "accounts!: i64"
            FROM roles r ORDER BY r.id"#
        )
        .fetch_all(&mut *self.tx)
        .await?;
        let granted =
            query!("SELECT role_id, permission FROM role_permissions").fetch_all(&mut *self.tx).await?;
        Ok(rows
            .into_iter()
            .map(|row| Role {
                id: RoleId(row.id),
                name: row.name,
                version: row.version,
                permissions: granted
                    .iter()
                    .filter(|grant| grant.role_id == row.id)
                    .map(|grant| grant.permission.clone())
                    .collect(),
                accounts: row.accounts,
            })
            .collect())
    }

    async fn create_role(&mut self, name: &str, permissions: &BTreeSet<String>) -> StoreResult<RoleId> {
        let id = query!(r#"INSERT INTO roles (name) VALUES ($1) RETURNING id AS "id!""#, name)
            .fetch_one(&mut *self.tx)
            .await
            .map_err(dialect::taken)?
            .id;
        self.set_role_permissions(id, permissions).await?;
        Ok(RoleId(id))
    }

    async fn edit_role(
        &mut self,
        id: RoleId,
        version: i64,
        name: &str,
        permissions: &BTreeSet<String>,
    ) -> StoreResult<Option<i64>> {
        let row = query!(
            "UPDATE roles SET name = $1, version = version + 1 WHERE id = $2 AND version = $3 RETURNING version",
            name,
            id.0,
            version
        )
        .fetch_optional(&mut *self.tx)
        .await
        .map_err(dialect::taken)?;
        let Some(row) = row else { return Ok(None) };
        self.set_role_permissions(id.0, permissions).await?;
        Ok(Some(row.version))
    }

    async fn delete_role(&mut self, id: RoleId, version: i64) -> StoreResult<bool> {
        let deleted = query!(
            "DELETE FROM roles WHERE id = $1 AND version = $2
                AND NOT EXISTS (SELECT 1 FROM account_roles WHERE role_id = $1)",
            id.0,
            version
        )
        .execute(&mut *self.tx)
        .await?;
        Ok(deleted.rows_affected() == 1)
    }

    async fn invites(&mut self, search: Option<&str>, page: Page) -> StoreResult<Listed<InviteRow>> {
        let search = search.map(search_key);
        let total = query!(
            r#"SELECT COUNT(*) AS "total!: i64" FROM invite_codes
            WHERE CAST($1 AS TEXT) IS NULL OR INSTR(search_key, $1) > 0"#,
            search
        )
        .fetch_one(&mut *self.tx)
        .await?
        .total;
        let rows = query!(
            r#"SELECT i.code, i.created_by, a.username, i.note, i.max_uses, i.used, i.expires_at, i.created_at,
                i.enabled AS "enabled: bool"
            FROM invite_codes i JOIN accounts a ON a.uid = i.created_by
            WHERE CAST($1 AS TEXT) IS NULL OR INSTR(i.search_key, $1) > 0
            ORDER BY i.created_at DESC, i.code LIMIT $2 OFFSET $3"#,
            search,
            page.limit,
            page.offset
        )
        .fetch_all(&mut *self.tx)
        .await?;
        let items = rows
            .into_iter()
            .map(|row| InviteRow {
                invite: InviteCode {
                    code: row.code,
                    created_by: Uid(row.created_by),
                    note: row.note,
                    max_uses: row.max_uses,
                    expires_at: row.expires_at.map(Timestamp),
                    created_at: Timestamp(row.created_at),
                },
                created_by_name: row.username,
                used: row.used,
                enabled: row.enabled,
            })
            .collect();
        Ok(Listed { items, total })
    }

    async fn set_invite_enabled(&mut self, code: &str, enabled: bool) -> StoreResult<bool> {
        let changed = query!("UPDATE invite_codes SET enabled = $1 WHERE code = $2", enabled, code)
            .execute(&mut *self.tx)
            .await?;
        Ok(changed.rows_affected() == 1)
    }

    async fn invited_by(&mut self, uid: Uid, page: Page) -> StoreResult<Listed<InvitedAccount>> {
        let total = query!(r#"SELECT COUNT(*) AS "total!: i64" FROM accounts WHERE inviter = $1"#, uid.0)
            .fetch_one(&mut *self.tx)
            .await?
            .total;
        let rows = query!(
            r#"WITH brought AS (
                SELECT charge.subject AS uid, CAST(SUM(CASE c.kind WHEN 'commission' THEN c.amount
                    ELSE -c.amount END) AS BIGINT) AS income
                FROM ledger_transactions c JOIN ledger_transactions charge ON charge.id = c.about
                WHERE c.project IS NOT NULL AND c.subject = $1
                    AND c.kind IN ('commission', 'commission_reversal')
                GROUP BY charge.subject)
            SELECT a.uid, a.username, a.created_at, COALESCE(brought.income, 0) AS "income!: i64"
            FROM accounts a LEFT JOIN brought ON brought.uid = a.uid
            WHERE a.inviter = $1 ORDER BY a.uid DESC LIMIT $2 OFFSET $3"#,
            uid.0,
            page.limit,
            page.offset
        )
        .fetch_all(&mut *self.tx)
        .await?;
        let items = rows
            .into_iter()
            .map(|row| InvitedAccount {
                uid: Uid(row.uid),
                username: row.username,
                created_at: Timestamp(row.created_at),
                income: Points(row.income),
            })
            .collect();
        Ok(Listed { items, total })
    }
}
