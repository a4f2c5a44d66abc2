//! Allowances that staff have set, and what accounts use.

use std::collections::BTreeMap;

use async_trait::async_trait;
use numsift_model::allowance::Resource;
use numsift_model::id::Uid;

use crate::StoreResult;

#[async_trait]
pub trait Allowances {
    /// Locks an account until the transaction ends, so that what is counted in it stays true.
    async fn lock_account(&mut self, uid: Uid) -> StoreResult<()>;

    /// The allowances of an account that differ from the defaults of its type.
    async fn allowances(&mut self, uid: Uid) -> StoreResult<BTreeMap<Resource, i64>>;

    /// Sets an allowance, or `None` for the default.
    async fn set_allowance(&mut self, uid: Uid, resource: Resource, value: Option<i64>) -> StoreResult<()>;

    /// How much of a resource the account uses. Zero for those that are counted while they run.
    async fn used(&mut self, uid: Uid, resource: Resource) -> StoreResult<i64>;
}
