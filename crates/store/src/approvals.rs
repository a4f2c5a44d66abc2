//! Actions that wait for a second person.

use async_trait::async_trait;
use numsift_model::approval::{Approval, ApprovalState, NewApproval};
use numsift_model::clock::Timestamp;
use numsift_model::id::{ApprovalId, Uid};
use numsift_model::page::{Listed, Page};

use crate::StoreResult;

#[async_trait]
pub trait Approvals {
    /// Counts the enabled administrators other than this account.
    async fn count_other_administrators(&mut self, uid: Uid) -> StoreResult<i64>;

    async fn add_approval(&mut self, new: &NewApproval) -> StoreResult<ApprovalId>;

    async fn approval(&mut self, id: ApprovalId) -> StoreResult<Option<Approval>>;

    /// Requests, newest first.
    async fn approvals(&mut self, page: Page) -> StoreResult<Listed<Approval>>;

    /// Decides a pending request; `false` if it was decided before.
    async fn decide_approval(
        &mut self,
        id: ApprovalId,
        state: ApprovalState,
        by: Uid,
        at: Timestamp,
    ) -> StoreResult<bool>;
}
