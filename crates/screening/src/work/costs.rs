//! What providers charge for an attempt.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

use numsift_model::clock::Timestamp;
use numsift_model::id::TaskId;
use numsift_model::money::Points;
use numsift_store::{ProviderCost, StoreResult, Tx};

/// What providers charge for an attempt so far, by project. Booked even if the attempt fails: providers charge for the
/// answers anyway.
#[derive(Default)]
pub(crate) struct Costs(Mutex<BTreeMap<String, Points>>);

impl Costs {
    /// Adds what a provider charges for a request.
    pub fn add(&self, project: &str, cost: Points) {
        if cost.0 > 0 {
            let mut sums = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            *sums.entry(project.to_owned()).or_default() += cost;
        }
    }

    /// Whether a provider has charged for anything.
    pub fn any(&self) -> bool {
        !self.0.lock().unwrap_or_else(PoisonError::into_inner).is_empty()
    }

    pub fn by_project(&self) -> BTreeMap<String, Points> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Books the costs of an attempt at a chunk. Idempotent. `task` is the holder of the points.
    pub async fn book(
        &self,
        tx: &mut dyn Tx,
        task: TaskId,
        chunk: i64,
        attempt: i64,
        at: Timestamp,
    ) -> StoreResult<()> {
        let sums = self.by_project();
        let costs: Vec<_> = (sums.iter())
            .map(|(project, cost)| ProviderCost { task, chunk, attempt, project, cost: *cost, at })
            .collect();
        tx.add_provider_costs(&costs).await
    }
}
