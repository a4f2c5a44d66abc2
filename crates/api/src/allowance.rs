//! Checks that an account stays within its allowances.

use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use numsift_model::account::Account;
use numsift_model::allowance::Resource;
use numsift_model::id::Uid;
use numsift_store::{Tx, allowed, over_allowance};

use crate::refusal::Refusal;

/// How much of a resource the account may use.
pub async fn most(tx: &mut dyn Tx, account: &Account, resource: Resource) -> Result<i64, Refusal> {
    Ok(allowed(tx, account, resource).await?)
}

/// Refuses to use more of some resources if that is above an allowance. The transaction must be the one that adds them;
/// it locks the account, so that calls at the same time wait for each other.
pub async fn require(tx: &mut dyn Tx, account: &Account, wanted: &[(Resource, i64)]) -> Result<(), Refusal> {
    match over_allowance(tx, account, wanted).await? {
        Some((resource, most)) => Err(Refusal::OverAllowance { resource, most }),
        None => Ok(()),
    }
}

/// Refuses what [`require`] refuses, without a lock. Returns what the account may use of these resources, and what is left
/// of each.
pub async fn has_room(
    tx: &mut dyn Tx,
    account: &Account,
    wanted: &[(Resource, i64)],
) -> Result<BTreeMap<Resource, Left>, Refusal> {
    let resources: Vec<_> = wanted.iter().map(|(resource, _)| *resource).collect();
    let rooms = tx.room(account.uid, &resources).await?;
    let mut left = BTreeMap::new();
    for (resource, more) in wanted.iter().copied() {
        let room = rooms.get(&resource).copied().unwrap_or_default();
        let most = room.set.unwrap_or_else(|| resource.default_for(account.account_type));
        if room.used.saturating_add(more) > most {
            return Err(Refusal::OverAllowance { resource, most });
        }
        left.insert(resource, Left { most, left: most.saturating_sub(room.used) });
    }
    Ok(left)
}

/// How much of a resource an account may use, and how much of it is left.
#[derive(Clone, Copy)]
pub struct Left {
    pub most: i64,
    pub left: i64,
}

/// What the accounts use of this process at the moment.
#[derive(Clone, Default)]
pub struct InUse(Arc<Mutex<HashMap<(Uid, Resource), i64>>>);

/// One use, until it is dropped.
pub struct Use {
    in_use: InUse,
    of: (Uid, Resource),
}

impl InUse {
    /// Begins to use a resource, unless the account uses as much as it may.
    pub fn begin(&self, uid: Uid, resource: Resource, most: i64) -> Result<Use, Refusal> {
        let of = (uid, resource);
        let mut counts = self.counts();
        if counts.get(&of).copied().unwrap_or(0) >= most {
            return Err(Refusal::Busy);
        }
        *counts.entry(of).or_default() += 1;
        Ok(Use { in_use: self.clone(), of })
    }

    pub fn count(&self, uid: Uid, resource: Resource) -> i64 {
        self.counts().get(&(uid, resource)).copied().unwrap_or(0)
    }

    fn counts(&self) -> MutexGuard<'_, HashMap<(Uid, Resource), i64>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Use {
    fn drop(&mut self) {
        let mut counts = self.in_use.counts();
        if let Some(count) = counts.get_mut(&self.of) {
            *count -= 1;
            if *count == 0 {
                counts.remove(&self.of);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use numsift_model::allowance::Resource::{Generations, Previews};
    use numsift_model::id::Uid;

    use super::InUse;

    #[test]
    fn uses_are_counted_until_they_end() {
        let in_use = InUse::default();
        let first = in_use.begin(Uid(1), Previews, 2).unwrap();
        let second = in_use.begin(Uid(1), Previews, 2).unwrap();
        assert!(in_use.begin(Uid(1), Previews, 2).is_err());
        assert!(in_use.begin(Uid(2), Previews, 2).is_ok(), "another account");
        assert!(in_use.begin(Uid(1), Generations, 2).is_ok(), "another resource");
        assert!(in_use.begin(Uid(3), Previews, 0).is_err());
        drop(first);
        assert_eq!(in_use.count(Uid(1), Previews), 1);
        drop(second);
        assert!(in_use.counts().is_empty());
    }
}
