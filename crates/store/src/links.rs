//! Links that expire: to set a new password, and to show the results of a task. Only the hashes of their tokens are
//! stored.

use async_trait::async_trait;
use numsift_model::clock::Timestamp;
use numsift_model::id::{ResultLinkId, TaskId, Uid};
use numsift_model::session::TokenHash;

use crate::StoreResult;

/// A link with which an account sets a new password.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PasswordLink {
    pub uid: Uid,
    /// The member of staff who made it.
    pub created_by: Uid,
    /// Whether the API keys of the account are revoked when the link is used.
    pub end_keys: bool,
    pub created_at: Timestamp,
    pub expires_at: Timestamp,
}

/// A link to the results of a task, to be stored.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NewResultLink {
    pub task: TaskId,
    /// Whether only the last digits of the numbers are shown.
    pub masked: bool,
    pub created_at: Timestamp,
    pub expires_at: Timestamp,
}

/// A link to the results of a task.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ResultLink {
    pub id: ResultLinkId,
    pub made: NewResultLink,
    /// How often its page was opened.
    pub looks: i64,
    pub last_look_at: Option<Timestamp>,
}

#[async_trait]
pub trait Links {
    /// Stores the link of an account. Its earlier link no longer works.
    async fn put_password_link(&mut self, token: &TokenHash, link: &PasswordLink) -> StoreResult<()>;

    /// The link of a token that has not expired.
    async fn password_link(&mut self, token: &TokenHash, now: Timestamp)
    -> StoreResult<Option<PasswordLink>>;

    /// Removes the link of a token; `None` if it has expired, or if another transaction has taken it.
    async fn take_password_link(
        &mut self,
        token: &TokenHash,
        now: Timestamp,
    ) -> StoreResult<Option<PasswordLink>>;

    /// Removes the link of an account, if it has one.
    async fn remove_password_link(&mut self, uid: Uid) -> StoreResult<()>;

    async fn add_result_link(&mut self, token: &TokenHash, new: &NewResultLink) -> StoreResult<ResultLinkId>;

    /// The links of a task that have neither expired nor been revoked, newest first.
    async fn result_links(&mut self, task: TaskId, now: Timestamp) -> StoreResult<Vec<ResultLink>>;

    /// The link of a token that has neither expired nor been revoked.
    async fn result_link(&mut self, token: &TokenHash, now: Timestamp) -> StoreResult<Option<ResultLink>>;

    /// Counts a look at the results.
    async fn note_look(&mut self, id: ResultLinkId, at: Timestamp) -> StoreResult<()>;

    /// Revokes a link of a task; `false` if it has none that works with this id.
    async fn revoke_result_link(
        &mut self,
        task: TaskId,
        id: ResultLinkId,
        at: Timestamp,
    ) -> StoreResult<bool>;
}
