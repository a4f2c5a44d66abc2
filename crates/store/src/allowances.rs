//! Allowances that staff have set, and what accounts use.

use std::collections::BTreeMap;

use async_trait::async_trait;
use numsift_model::account::Account;
use numsift_model::allowance::Resource;
use numsift_model::id::Uid;

use crate::{StoreResult, Tx};

/// How much of a resource an account may use, and how much it uses.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Room {
    /// Set by staff; `None` is the default of the account type.
    pub set: Option<i64>,
    /// Zero for resources that are counted while they are in use.
    pub used: i64,
}

#[async_trait]
pub trait Allowances {
    /// Locks an account until the transaction ends, so that what is counted in it stays true.
    async fn lock_account(&mut self, uid: Uid) -> StoreResult<()>;

    /// The allowances of an account that differ from the defaults of its type.
    async fn allowances(&mut self, uid: Uid) -> StoreResult<BTreeMap<Resource, i64>>;

    /// Sets an allowance, or `None` for the default.
    async fn set_allowance(&mut self, uid: Uid, resource: Resource, value: Option<i64>) -> StoreResult<()>;

    /// What the account may use of some resources, and what it uses.
    async fn room(&mut self, uid: Uid, resources: &[Resource]) -> StoreResult<BTreeMap<Resource, Room>>;
}

/// How much of a resource the account may use.
pub async fn allowed(tx: &mut dyn Tx, account: &Account, resource: Resource) -> StoreResult<i64> {
    let set = tx.allowances(account.uid).await?;
    Ok(set.get(&resource).copied().unwrap_or_else(|| resource.default_for(account.account_type)))
}

/// The first of some resources of which the account may not use more, and how much it may use. The transaction must be
/// the one that adds them; it locks the account, so that calls at the same time wait for each other.
pub async fn over_allowance(
    tx: &mut dyn Tx,
    account: &Account,
    wanted: &[(Resource, i64)],
) -> StoreResult<Option<(Resource, i64)>> {
    tx.lock_account(account.uid).await?;
    let resources: Vec<_> = wanted.iter().map(|(resource, _)| *resource).collect();
    let rooms = tx.room(account.uid, &resources).await?;
    for (resource, more) in wanted.iter().copied() {
        let room = rooms.get(&resource).copied().unwrap_or_default();
        let most = room.set.unwrap_or_else(|| resource.default_for(account.account_type));
        if room.used.saturating_add(more) > most {
            return Ok(Some((resource, most)));
        }
    }
    Ok(None)
}
