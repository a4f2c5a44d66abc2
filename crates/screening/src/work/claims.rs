//! The chunks and jobs that this process has claimed.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use numsift_model::clock::Timestamp;
use numsift_model::id::{JobId, TaskId, Uid};
use numsift_model::task::{ClaimedChunk, Job};
use numsift_store::{PassOver, StoreResult, Tx};

use super::costs::Costs;

/// An attempt to process a chunk.
pub(crate) struct Attempt {
    pub chunk: ClaimedChunk,
    pub costs: Costs,
}

impl Attempt {
    pub fn new(chunk: ClaimedChunk) -> Arc<Self> {
        Arc::new(Self { chunk, costs: Costs::default() })
    }

    /// Books the costs of an attempt that was not committed. Idempotent.
    pub async fn book_cost(&self, tx: &mut dyn Tx, at: Timestamp) -> StoreResult<()> {
        let ClaimedChunk { task, seq, epoch, .. } = self.chunk;
        self.costs.book(tx, task, seq, epoch, at).await
    }
}

/// The claims of this process.
#[derive(Clone, Default)]
pub(super) struct Claims {
    claimed: Arc<Mutex<Claimed>>,
    /// Held while a job is claimed, so that the shares of the accounts are counted correctly.
    pub claiming_job: Arc<tokio::sync::Mutex<()>>,
}

#[derive(Default)]
struct Claimed {
    chunks: BTreeMap<(TaskId, i64), Arc<Attempt>>,
    /// Jobs with their accounts and epochs.
    jobs: BTreeMap<JobId, (Uid, i64)>,
}

impl Claims {
    fn lock(&self) -> MutexGuard<'_, Claimed> {
        self.claimed.lock().unwrap_or_else(PoisonError::into_inner)
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

    /// The accounts and tasks that have their share of the places. An account may claim another chunk while it has
    /// fewer than there are free places; a task, while it has fewer than there are free places beyond those of its
    /// account. So a task that runs alone gets a third of the places, later ones find room however long its chunks
    /// take, and only slow tasks of several accounts together fill all places.
    pub fn pass_over(&self, places: usize) -> PassOver {
        let mut accounts: BTreeMap<Uid, usize> = BTreeMap::new();
        let mut tasks: BTreeMap<(Uid, TaskId), usize> = BTreeMap::new();
        let claimed = self.lock();
        for Attempt { chunk, .. } in claimed.chunks.values().map(AsRef::as_ref) {
            *accounts.entry(chunk.uid).or_default() += 1;
            *tasks.entry((chunk.uid, chunk.task)).or_default() += 1;
        }
        let free = places.saturating_sub(claimed.chunks.len());
        PassOver {
            tasks: tasks
                .iter()
                .filter(|((uid, _), count)| **count + accounts[uid] >= free)
                .map(|((_, task), _)| *task)
                .collect(),
            accounts: accounts.into_iter().filter(|(_, count)| *count >= free).map(|(uid, _)| uid).collect(),
        }
    }

    pub fn add_job(&self, job: &Job) {
        self.lock().jobs.insert(job.id, (job.asked.uid, job.epoch));
    }

    pub fn remove_job(&self, id: JobId) {
        self.lock().jobs.remove(&id);
    }

    /// The accounts that have their share of the places for jobs: an account may claim another job while it has fewer
    /// than there are free places.
    pub fn pass_over_jobs(&self, places: usize) -> Vec<Uid> {
        let claimed = self.lock();
        let free = places.saturating_sub(claimed.jobs.len());
        let mut accounts: BTreeMap<Uid, usize> = BTreeMap::new();
        for (uid, _) in claimed.jobs.values() {
            *accounts.entry(*uid).or_default() += 1;
        }
        accounts.into_iter().filter(|(_, count)| *count >= free).map(|(uid, _)| uid).collect()
    }

    /// The claimed jobs with their epochs.
    pub fn jobs(&self) -> Vec<(JobId, i64)> {
        self.lock().jobs.iter().map(|(id, (_, epoch))| (*id, *epoch)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Lets each account and task in turn claim as many chunks as it may; returns how many each got.
    fn claimed(places: usize, wishes: &[(i64, i64)]) -> Vec<usize> {
        let claims = Claims::default();
        let mut seq = 0;
        wishes
            .iter()
            .map(|&(uid, task)| {
                let (uid, task) = (Uid(uid), TaskId(task));
                let before = seq;
                loop {
                    let full = claims.pass_over(places);
                    if full.accounts.contains(&uid)
                        || full.tasks.contains(&task)
                        || claims.chunks().len() == places
                    {
                        return usize::try_from(seq - before).unwrap();
                    }
                    claims.add_chunk(&Attempt::new(ClaimedChunk { uid, task, seq, epoch: 1, rows: 1 }));
                    seq += 1;
                }
            })
            .collect()
    }

    #[test]
    fn a_task_alone_gets_a_third_of_the_places() {
        assert_eq!(claimed(24, &[(1, 1)]), [8]);
        assert_eq!(claimed(6, &[(1, 1)]), [2]);
        assert_eq!(claimed(3, &[(1, 1)]), [1]);
    }

    #[test]
    fn later_tasks_and_accounts_find_room() {
        assert_eq!(claimed(24, &[(1, 1), (1, 2), (2, 3), (3, 4)]), [8, 3, 5, 3]);
    }

    #[test]
    fn the_jobs_of_one_account_leave_a_place_for_another() {
        for (jobs, places) in [(1, 1), (2, 3), (4, 7)] {
            let claims = Claims::default();
            let add = |uid: i64, id: usize| {
                let id = JobId(i64::try_from(id).unwrap());
                claims.lock().jobs.insert(id, (Uid(uid), 1));
            };
            for id in 0..jobs {
                assert!(claims.pass_over_jobs(places).is_empty(), "{jobs} jobs of an account that is alone");
                add(1, id);
            }
            assert_eq!(claims.pass_over_jobs(places), [Uid(1)]);
            assert!(places == jobs || claims.jobs().len() < places, "a place is free");
        }
    }

    #[test]
    fn tasks_of_seven_accounts_fill_all_places() {
        let wishes: Vec<_> = (1..=8).map(|number| (number, number)).collect();
        assert_eq!(claimed(24, &wishes), [8, 6, 4, 2, 2, 1, 1, 0]);
    }
}
