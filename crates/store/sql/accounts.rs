//! Accounts, permissions and invite codes.

use async_trait::async_trait;
use numsift_model::account::{Account, AccountType, NewAccount};
use numsift_model::clock::Timestamp;
use numsift_model::id::{RoleId, Uid};
use numsift_model::invite::{InviteCode, InviteUse};
use numsift_model::page::{Direction, Listed, Page};
use numsift_model::permission::Permissions;
use numsift_store::{
    AccountFilter, AccountSort, Accounts, Credentials, Scope, StoreError, StoreResult, search_key,
};
use sqlx::{query, query_as};

use crate::DbTx;
use crate::dialect::{self, query_in};

pub(crate) struct AccountRow {
    pub uid: i64,
    pub username: String,
    pub account_type: i64,
    pub enabled: bool,
    pub ud: i64,
    pub self_quota_topup: bool,
    pub internal: bool,
    pub invite_code: String,
    pub inviter: Option<i64>,
    pub avatar: String,
    pub introduction: String,
    pub created_at: i64,
    pub last_login_at: Option<i64>,
    pub totp_enabled: bool,
    pub has_passkey: bool,
    pub must_change_password: bool,
    pub version: i64,
    /// Role ids in ascending order, separated by commas.
    pub roles: String,
}

impl TryFrom<AccountRow> for Account {
    type Error = StoreError;

    fn try_from(row: AccountRow) -> StoreResult<Self> {
        let roles = row.roles.split(',').filter(|id| !id.is_empty());
        Ok(Self {
            uid: Uid(row.uid),
            username: row.username,
            account_type: AccountType::try_from(row.account_type).map_err(StoreError::corrupt)?,
            enabled: row.enabled,
            ud: row.ud,
            self_quota_topup: row.self_quota_topup,
            internal: row.internal,
            invite_code: row.invite_code,
            inviter: row.inviter.map(Uid),
            avatar: row.avatar,
            introduction: row.introduction,
            created_at: Timestamp(row.created_at),
            last_login_at: row.last_login_at.map(Timestamp),
            totp_enabled: row.totp_enabled,
            has_passkey: row.has_passkey,
            must_change_password: row.must_change_password,
            version: row.version,
            roles: roles
                .map(|id| id.parse().map(RoleId).map_err(StoreError::corrupt))
                .collect::<StoreResult<_>>()?,
        })
    }
}

/// `query_as!` with the columns of accounts.
macro_rules! account_query {
    ($rest:literal $(, $argument:expr)* $(,)?) => {
        query_as!(
            AccountRow,
            r#"SELECT a.uid AS "uid!", a.username, a.account_type, a.enabled AS "enabled: bool", a.ud,
                a.self_quota_topup AS "self_quota_topup: bool", a.internal AS "internal: bool",
                a.invite_code, a.inviter, a.avatar, a.introduction, a.created_at, a.last_login_at,
                a.totp_enabled AS "totp_enabled: bool", a.must_change_password AS "must_change_password: bool",
                a.version, EXISTS (SELECT 1 FROM passkeys p WHERE p.uid = a.uid) AS "has_passkey!: bool",
                COALESCE((SELECT string_agg(CAST(role_id AS TEXT), ',' ORDER BY role_id)
                    FROM account_roles WHERE uid = a.uid), '') AS "roles!: String"
            FROM accounts a "# + $rest
            $(, $argument)*
        )
    };
}

#[async_trait]
impl Accounts for DbTx {
    async fn create_account(&mut self, new: &NewAccount) -> StoreResult<Uid> {
        let (username, username_key) = (new.username.as_str(), new.username.key());
        let (account_type, inviter) = (new.account_type.number(), new.inviter.map(|uid| uid.0));
        let self_quota_topup = new.uid == Some(Uid::QUOTA_CUSTOMER);
        let internal = new.uid == Some(Uid::HOUSE);
        macro_rules! insert {
            ($column:literal, $value:literal $(, $uid:expr)?) => {
                query!(
                    "INSERT INTO accounts (username, username_key, password_hash, account_type,
                        self_quota_topup, internal, invite_code, inviter, created_at" + $column
                    + ") VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9" + $value + r#") RETURNING uid AS "uid!""#,
                    username,
                    username_key,
                    new.password_hash,
                    account_type,
                    self_quota_topup,
                    internal,
                    new.invite_code,
                    inviter,
                    new.created_at.0
                    $(, $uid)?
                )
                .fetch_one(&mut *self.tx)
                .await
                .map_err(dialect::taken)?
                .uid
            };
        }
        let uid = match new.uid {
            Some(uid) => insert!(", uid", ", $10", uid.0),
            None => insert!("", ""),
        };
        for role in &new.roles {
            query!("INSERT INTO account_roles (uid, role_id) VALUES ($1, $2)", uid, role.0)
                .execute(&mut *self.tx)
                .await?;
        }
        Ok(Uid(uid))
    }

    async fn account(&mut self, uid: Uid) -> StoreResult<Option<Account>> {
        account_query!("WHERE a.uid = $1", uid.0)
            .fetch_optional(&mut *self.tx)
            .await?
            .map(Account::try_from)
            .transpose()
    }

    async fn credentials(&mut self, username_key: &str) -> StoreResult<Option<Credentials>> {
        let row = query!(
            r#"SELECT uid AS "uid!", password_hash, enabled AS "enabled: bool"
            FROM accounts WHERE username_key = $1"#,
            username_key
        )
        .fetch_optional(&mut *self.tx)
        .await?;
        Ok(row.map(|row| Credentials {
            uid: Uid(row.uid),
            password_hash: row.password_hash,
            enabled: row.enabled,
        }))
    }

    async fn password_hash(&mut self, uid: Uid) -> StoreResult<Option<String>> {
        let row = query!("SELECT password_hash FROM accounts WHERE uid = $1", uid.0)
            .fetch_optional(&mut *self.tx)
            .await?;
        Ok(row.map(|row| row.password_hash))
    }

    async fn set_password_hash(&mut self, uid: Uid, hash: &str) -> StoreResult<()> {
        query!("UPDATE accounts SET password_hash = $1 WHERE uid = $2", hash, uid.0)
            .execute(&mut *self.tx)
            .await?;
        Ok(())
    }

    async fn set_must_change_password(&mut self, uid: Uid, must_change: bool) -> StoreResult<()> {
        query!("UPDATE accounts SET must_change_password = $1 WHERE uid = $2", must_change, uid.0)
            .execute(&mut *self.tx)
            .await?;
        Ok(())
    }

    async fn note_login(&mut self, uid: Uid, at: Timestamp) -> StoreResult<()> {
        query!("UPDATE accounts SET last_login_at = $1 WHERE uid = $2", at.0, uid.0)
            .execute(&mut *self.tx)
            .await?;
        Ok(())
    }

    async fn accounts(
        &mut self,
        scope: Scope,
        filter: &AccountFilter,
        (sort, direction): (AccountSort, Direction),
        page: Page,
    ) -> StoreResult<Listed<Account>> {
        let owner = scope.owner();
        let search = filter.search.as_deref().map(search_key);
        let account_type = filter.account_type.map(AccountType::number);
        let (role, inviter) = (filter.role.map(|role| role.0), filter.inviter.map(|uid| uid.0));
        let total = query!(
            r#"SELECT COUNT(*) AS "total!: i64" FROM accounts a
            WHERE (CAST($1 AS BIGINT) IS NULL OR a.uid = $1)
                AND (CAST($2 AS TEXT) IS NULL OR INSTR(a.username_key, $2) > 0 OR CAST(a.uid AS TEXT) = $2)
                AND (CAST($3 AS BIGINT) IS NULL OR a.account_type = $3)
                AND (CAST($4 AS BOOLEAN) IS NULL OR a.enabled = $4)
                AND (CAST($5 AS BIGINT) IS NULL OR EXISTS
                    (SELECT 1 FROM account_roles r WHERE r.uid = a.uid AND r.role_id = $5))
                AND (CAST($6 AS BIGINT) IS NULL OR a.inviter = $6)"#,
            owner,
            search,
            account_type,
            filter.enabled,
            role,
            inviter,
        )
        .fetch_one(&mut *self.tx)
        .await?
        .total;
        let (by, descending) = (sort.as_str(), direction == Direction::Descending);
        let rows = account_query!(
            r#"WHERE (CAST($1 AS BIGINT) IS NULL OR a.uid = $1)
                AND (CAST($2 AS TEXT) IS NULL OR INSTR(a.username_key, $2) > 0 OR CAST(a.uid AS TEXT) = $2)
                AND (CAST($3 AS BIGINT) IS NULL OR a.account_type = $3)
                AND (CAST($4 AS BOOLEAN) IS NULL OR a.enabled = $4)
                AND (CAST($5 AS BIGINT) IS NULL OR EXISTS
                    (SELECT 1 FROM account_roles r WHERE r.uid = a.uid AND r.role_id = $5))
                AND (CAST($6 AS BIGINT) IS NULL OR a.inviter = $6)
            ORDER BY
                CASE WHEN $7 = 'username' AND NOT $8 THEN a.username_key END ASC,
                CASE WHEN $7 = 'username' AND $8 THEN a.username_key END DESC,
                CASE WHEN $8 THEN NULL ELSE CASE $7 WHEN 'account_type' THEN a.account_type
                    WHEN 'created_at' THEN a.created_at WHEN 'last_login_at' THEN a.last_login_at
                    WHEN 'uid' THEN a.uid END END ASC NULLS LAST,
                CASE WHEN $8 THEN CASE $7 WHEN 'account_type' THEN a.account_type
                    WHEN 'created_at' THEN a.created_at WHEN 'last_login_at' THEN a.last_login_at
                    WHEN 'uid' THEN a.uid END END DESC NULLS LAST,
                a.uid
            LIMIT $9 OFFSET $10"#,
            owner,
            search,
            account_type,
            filter.enabled,
            role,
            inviter,
            by,
            descending,
            page.limit,
            page.offset,
        )
        .fetch_all(&mut *self.tx)
        .await?;
        let items = rows.into_iter().map(Account::try_from).collect::<StoreResult<_>>()?;
        Ok(Listed { items, total })
    }

    async fn permissions(&mut self, roles: &[RoleId]) -> StoreResult<Permissions> {
        if roles.contains(&RoleId::ADMINISTRATOR) {
            return Ok(Permissions::Everything);
        }
        let roles = dialect::ids(roles.iter().map(|role| role.0));
        let rows = query_in!("SELECT permission FROM role_permissions WHERE role_id" in "$1" "", &roles)
            .fetch_all(&mut *self.tx)
            .await?;
        Ok(Permissions::Only(rows.into_iter().map(|row| row.permission).collect()))
    }

    async fn create_invite(&mut self, invite: &InviteCode) -> StoreResult<()> {
        let expires_at = invite.expires_at.map(|at| at.0);
        let key = search_key(&format!("{}\n{}", invite.code, invite.note));
        query!(
            "INSERT INTO invite_codes (code, created_by, note, max_uses, expires_at, created_at, search_key)
            VALUES ($1, $2, $3, $4, $5, $6, $7)",
            invite.code,
            invite.created_by.0,
            invite.note,
            invite.max_uses,
            expires_at,
            invite.created_at.0,
            key
        )
        .execute(&mut *self.tx)
        .await
        .map_err(dialect::taken)?;
        Ok(())
    }

    async fn use_invite(&mut self, code: &str, now: Timestamp) -> StoreResult<InviteUse> {
        let inviter =
            query!(r#"SELECT uid AS "uid!" FROM accounts WHERE invite_code = $1 AND enabled"#, code)
                .fetch_optional(&mut *self.tx)
                .await?;
        if let Some(inviter) = inviter {
            return Ok(InviteUse::Account(Uid(inviter.uid)));
        }
        let used = query!(
            "UPDATE invite_codes SET used = used + 1
            WHERE code = $1 AND enabled AND used < max_uses AND (expires_at IS NULL OR expires_at > $2)",
            code,
            now.0
        )
        .execute(&mut *self.tx)
        .await?;
        Ok(if used.rows_affected() == 1 { InviteUse::OneTime } else { InviteUse::Refused })
    }
}
