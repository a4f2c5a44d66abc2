//! Accounts, their roles and their invite codes.

use async_trait::async_trait;
use numsift_model::account::{Account, AccountType, NewAccount};
use numsift_model::clock::Timestamp;
use numsift_model::id::{RoleId, Uid};
use numsift_model::invite::{InviteCode, InviteUse};
use numsift_model::page::{Direction, Listed, Page};
use numsift_model::permission::Permissions;

use crate::StoreResult;

/// Whose rows a query may touch. Every list call takes a scope, so that no caller can forget it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Scope {
    /// Staff: all accounts.
    All,
    /// A customer: only its own rows.
    Own(Uid),
}

impl Scope {
    /// The uid that rows must belong to, if any.
    pub fn owner(self) -> Option<i64> {
        match self {
            Self::All => None,
            Self::Own(uid) => Some(uid.0),
        }
    }
}

#[derive(Debug, Clone)]
pub struct Credentials {
    pub uid: Uid,
    pub password_hash: String,
    /// Disabled accounts cannot sign in.
    pub enabled: bool,
}

#[derive(Debug, Clone, Default)]
pub struct AccountFilter {
    /// Part of the username in any case, or the uid.
    pub search: Option<String>,
    pub account_type: Option<AccountType>,
    pub enabled: Option<bool>,
    pub role: Option<RoleId>,
    pub inviter: Option<Uid>,
}

/// The sort column of a list of accounts.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum AccountSort {
    #[default]
    Uid,
    Username,
    AccountType,
    CreatedAt,
    /// Accounts that never signed in come last.
    LastLoginAt,
}

impl AccountSort {
    /// Its name in queries.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Uid => "uid",
            Self::Username => "username",
            Self::AccountType => "account_type",
            Self::CreatedAt => "created_at",
            Self::LastLoginAt => "last_login_at",
        }
    }
}

#[async_trait]
pub trait Accounts {
    /// Creates an account. An existing username, invite code or uid is [`crate::StoreError::Taken`].
    async fn create_account(&mut self, new: &NewAccount) -> StoreResult<Uid>;

    async fn account(&mut self, uid: Uid) -> StoreResult<Option<Account>>;

    /// The credentials for a folded username.
    async fn credentials(&mut self, username_key: &str) -> StoreResult<Option<Credentials>>;

    async fn password_hash(&mut self, uid: Uid) -> StoreResult<Option<String>>;

    async fn set_password_hash(&mut self, uid: Uid, hash: &str) -> StoreResult<()>;

    /// Sets whether the account must change its password before it can do anything else.
    async fn set_must_change_password(&mut self, uid: Uid, must_change: bool) -> StoreResult<()>;

    /// Records the time of a sign-in.
    async fn note_login(&mut self, uid: Uid, at: Timestamp) -> StoreResult<()>;

    /// A page of the accounts within `scope`.
    async fn accounts(
        &mut self,
        scope: Scope,
        filter: &AccountFilter,
        sort: (AccountSort, Direction),
        page: Page,
    ) -> StoreResult<Listed<Account>>;

    /// The union of the roles' permissions.
    async fn permissions(&mut self, roles: &[RoleId]) -> StoreResult<Permissions>;

    /// Stores an invite code made by staff. An existing code is [`crate::StoreError::Taken`].
    async fn create_invite(&mut self, invite: &InviteCode) -> StoreResult<()>;

    /// Counts one use of a code. The account is created in the same transaction.
    async fn use_invite(&mut self, code: &str, now: Timestamp) -> StoreResult<InviteUse>;
}
