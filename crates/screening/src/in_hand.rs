//! What this process has taken and not yet given back.

use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use numsift_model::clock::Timestamp;
use numsift_model::id::{JobId, TaskId, Uid};
use numsift_model::money::Points;
use numsift_model::task::{ClaimedChunk, Job};
use numsift_store::{PassOver, ProviderCost, StoreResult, Tx};

/// An attempt on a chunk.
pub(crate) struct Attempt {
    pub chunk: ClaimedChunk,
    /// What providers charge for it so far, by project. Booked whatever becomes of the attempt: they want
    /// their money also for answers that nobody is charged for.
    spent: Mutex<BTreeMap<String, Points>>,
}

impl Attempt {
    pub fn on(chunk: ClaimedChunk) -> Arc<Self> {
        Arc::new(Self { chunk, spent: Mutex::default() })
    }

    /// A provider was asked, which cost something.
    pub fn spend(&self, project: &str, cost: Points) {
        if cost.0 > 0 {
            let mut spent = self.spent.lock().unwrap_or_else(PoisonError::into_inner);
            spent.entry(project.to_owned()).or_default().0 += cost.0;
        }
    }

    /// What was spent so far.
    pub fn spent(&self) -> BTreeMap<String, Points> {
        self.spent.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Books what was spent; a second time changes nothing.
    pub async fn book(&self, tx: &mut dyn Tx, at: Timestamp) -> StoreResult<()> {
        for (project, cost) in &self.spent() {
            tx.add_provider_cost(&ProviderCost {
                task: self.chunk.task,
                chunk: self.chunk.seq,
                attempt: self.chunk.epoch,
                project,
                cost: *cost,
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

    /// Who has their share of so many places already. An account takes another one only while it has fewer
    /// than are free, a task only while it has fewer than are free beyond those of its account. So a task
    /// that is alone gets a third of all, and the next ones find room however long its work takes; only
    /// slow tasks of several accounts together fill all places.
    pub fn pass_over(&self, places: usize) -> PassOver {
        let mut accounts: BTreeMap<Uid, usize> = BTreeMap::new();
        let mut tasks: BTreeMap<(Uid, TaskId), usize> = BTreeMap::new();
        let things = self.lock();
        for Attempt { chunk, .. } in things.chunks.values().map(AsRef::as_ref) {
            *accounts.entry(chunk.uid).or_default() += 1;
            *tasks.entry((chunk.uid, chunk.task)).or_default() += 1;
        }
        let free = places.saturating_sub(things.chunks.len());
        PassOver {
            tasks: tasks
                .iter()
                .filter(|((uid, _), held)| **held + accounts[uid] >= free)
                .map(|((_, task), _)| *task)
                .collect(),
            accounts: accounts.into_iter().filter(|(_, held)| *held >= free).map(|(uid, _)| uid).collect(),
        }
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

#[cfg(test)]
mod tests {
    use super::*;

    /// Takes for one account and task after the other, each as often as it may.
    fn taken(places: usize, wishes: &[(i64, i64)]) -> Vec<usize> {
        let in_hand = InHand::default();
        let mut seq = 0;
        wishes
            .iter()
            .map(|&(uid, task)| {
                let (uid, task) = (Uid(uid), TaskId(task));
                let before = seq;
                loop {
                    let full = in_hand.pass_over(places);
                    if full.accounts.contains(&uid)
                        || full.tasks.contains(&task)
                        || in_hand.chunks().len() == places
                    {
                        return usize::try_from(seq - before).unwrap();
                    }
                    in_hand.add_chunk(&Attempt::on(ClaimedChunk { uid, task, seq, epoch: 1, rows: 1 }));
                    seq += 1;
                }
            })
            .collect()
    }

    #[test]
    fn a_task_that_is_alone_gets_a_third() {
        assert_eq!(taken(24, &[(1, 1)]), [8]);
        assert_eq!(taken(6, &[(1, 1)]), [2]);
        assert_eq!(taken(3, &[(1, 1)]), [1]);
    }

    #[test]
    fn whoever_comes_later_finds_room() {
        assert_eq!(taken(24, &[(1, 1), (1, 2), (2, 3), (3, 4)]), [8, 3, 5, 3]);
    }

    #[test]
    fn slow_tasks_of_seven_accounts_fill_all_places() {
        let wishes: Vec<_> = (1..=8).map(|number| (number, number)).collect();
        assert_eq!(taken(24, &wishes), [8, 6, 4, 2, 2, 1, 1, 0]);
    }
}
