//! What this process has taken and not yet given back.

use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use numsift_model::clock::Timestamp;
use numsift_model::id::{JobId, TaskId};
use numsift_model::money::Points;
use numsift_model::task::{ClaimedChunk, Job};
use numsift_store::{ProviderCost, StoreResult, Tx};

/// An attempt on a chunk.
pub(crate) struct Attempt {
    pub chunk: ClaimedChunk,
    /// What providers charge for it so far, by project. Booked whatever becomes of the attempt: they want
    /// their money also for answers that nobody is charged for.
    spent: Mutex<BTreeMap<String, i64>>,
}

impl Attempt {
    pub fn on(chunk: ClaimedChunk) -> Arc<Self> {
        Arc::new(Self { chunk, spent: Mutex::default() })
    }

    /// A provider was asked, which cost something.
    pub fn spend(&self, project: &str, cost: Points) {
        if cost.0 > 0 {
            let mut spent = self.spent.lock().unwrap_or_else(PoisonError::into_inner);
            *spent.entry(project.to_owned()).or_default() += cost.0;
        }
    }

    /// Books what was spent; a second time changes nothing.
    pub async fn book(&self, tx: &mut dyn Tx, at: Timestamp) -> StoreResult<()> {
        let spent = self.spent.lock().unwrap_or_else(PoisonError::into_inner).clone();
        for (project, cost) in &spent {
            tx.add_provider_cost(&ProviderCost {
                task: self.chunk.task,
                chunk: self.chunk.seq,
                attempt: self.chunk.epoch,
                project,
                cost: Points(*cost),
                at,
            })
            .await?;
        }
        Ok(())
    }
}

/// The chunks and jobs that this process has in hand.
#[derive(Clone, Default)]
pub(crate) struct InHand(Arc<Mutex<Things>>);

#[derive(Default)]
struct Things {
    chunks: HashMap<(TaskId, i64), Arc<Attempt>>,
    /// With the how-manieth time that they were taken.
    jobs: HashMap<JobId, i64>,
}

impl InHand {
    fn lock(&self) -> MutexGuard<'_, Things> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub fn add_chunk(&self, attempt: &Arc<Attempt>) {
        self.lock().chunks.insert((attempt.chunk.task, attempt.chunk.seq), attempt.clone());
    }

    pub fn remove_chunk(&self, chunk: ClaimedChunk) {
        self.lock().chunks.remove(&(chunk.task, chunk.seq));
    }

    pub fn chunks(&self) -> Vec<Arc<Attempt>> {
        self.lock().chunks.values().cloned().collect()
    }

    pub fn add_job(&self, job: &Job) {
        self.lock().jobs.insert(job.id, job.epoch);
    }

    pub fn remove_job(&self, id: JobId) {
        self.lock().jobs.remove(&id);
    }

    pub fn jobs(&self) -> Vec<(JobId, i64)> {
        self.lock().jobs.iter().map(|(id, epoch)| (*id, *epoch)).collect()
    }
}
