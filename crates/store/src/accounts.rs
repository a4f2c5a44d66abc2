//! Accounts, their roles and their invite codes.

use async_trait::async_trait;
use numsift_model::account::{Account, AccountType, NewAccount};
use numsift_model::clock::Timestamp;
use numsift_model::id::{RoleId, Uid};
use numsift_model::invite::{InviteCode, InviteUse};
use numsift_model::page::{Direction, Listed, Page};
use numsift_model::permission::Permissions;

use crate::StoreResult;

/// Whose rows a query may touch. Every list call takes one, so that none can forget it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Scope {
    /// Staff: all accounts.
    All,
    /// A customer: its own and nothing else.
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

/// What a log-in is checked against.
#[derive(Debug, Clone)]
pub struct Credentials {
    /// Whose they are.
    pub uid: Uid,
    /// The hashed password.
    pub password_hash: String,
    /// May log in.
    pub enabled: bool,
}

/// Which accounts a list shows.
#[derive(Debug, Clone, Default)]
pub struct AccountFilter {
    /// Part of the username, without case; or the uid.
    pub search: Option<String>,
    /// Only this type.
    pub account_type: Option<AccountType>,
    /// Only enabled or only disabled ones.
    pub enabled: Option<bool>,
    /// Only those with this role.
    pub role: Option<RoleId>,
    /// Only those whom this account invited.
    pub inviter: Option<Uid>,
}

/// What a list of accounts is sorted by.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum AccountSort {
    /// By number.
    #[default]
    Uid,
    /// By name.
    Username,
    /// By type.
    AccountType,
    /// By the time it was made.
    CreatedAt,
    /// By its last log-in; those who never did come last.
    LastLoginAt,
}

impl AccountSort {
    /// The word that stands for it in queries.
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

/// Calls about accounts.
#[async_trait]
pub trait Accounts {
    /// Makes an account. A username, invite code or uid that exists is [`crate::StoreError::Taken`].
    async fn create_account(&mut self, new: &NewAccount) -> StoreResult<Uid>;

    /// One account by its number.
    async fn account(&mut self, uid: Uid) -> StoreResult<Option<Account>>;

    /// What a log-in under this folded username is checked against.
    async fn credentials(&mut self, username_key: &str) -> StoreResult<Option<Credentials>>;

    /// The password hash of an account.
    async fn password_hash(&mut self, uid: Uid) -> StoreResult<Option<String>>;

    /// Sets a new password hash.
    async fn set_password_hash(&mut self, uid: Uid, hash: &str) -> StoreResult<()>;

    /// Notes a log-in.
    async fn note_login(&mut self, uid: Uid, at: Timestamp) -> StoreResult<()>;

    /// A page of the accounts within `scope`.
    async fn accounts(
        &mut self,
        scope: Scope,
        filter: &AccountFilter,
        sort: (AccountSort, Direction),
        page: Page,
    ) -> StoreResult<Listed<Account>>;

    /// What the roles allow together.
    async fn permissions(&mut self, roles: &[RoleId]) -> StoreResult<Permissions>;

    /// Keeps a code made by an administrator. One that exists is [`crate::StoreError::Taken`].
    async fn create_invite(&mut self, invite: &InviteCode) -> StoreResult<()>;

    /// Uses a code once: together with the account made in the same unit of work, or not at all.
    async fn use_invite(&mut self, code: &str, now: Timestamp) -> StoreResult<InviteUse>;
}
