//! Claims and runs jobs.

use std::pin::pin;
use std::time::Instant;

use futures_util::future::BoxFuture;
use numsift_model::clock::Timestamp;
use numsift_model::id::{JobId, Uid};
use numsift_model::task::{Job, JobKind};
use numsift_turns::run_long;
use tracing::Instrument as _;

use super::claims::Claims;
use super::worker::{AFTER_FAILURE, MOST_TRIES, Worker, idle};
use crate::job::{JobLease, JobOutcome};
use crate::{Result, ScreeningError};

/// Longest wait before a failed job is tried again.
const LONGEST_RETRY_S: i64 = 60;
/// Wait before a job is tried again that must not delete files during a backup.
const FILES_HELD_RETRY_S: i64 = 10;

impl Worker {
    /// Claims jobs and runs them, one after the other.
    pub(super) async fn run_jobs(self, claims: Claims, places: usize, lease_s: i64) {
        loop {
            self.outage.until_over().await;
            let mut woken = pin!(self.wake.notified());
            // Listen before looking for work, so that no signal is lost.
            woken.as_mut().enable();
            match self.claim_fair_job(&claims, places, lease_s).await {
                Ok(Some(job)) => {
                    let id = job.id;
                    let ended = self.run_job(job, lease_s).await;
                    claims.remove_job(id);
                    if let Err(error) = ended {
                        tracing::warn!(%error, "failed to finish a job; its lease will expire");
                        tokio::time::sleep(AFTER_FAILURE).await;
                    }
                }
                Ok(None) => idle(woken).await,
                Err(error) => {
                    tracing::warn!(%error, "failed to claim a job");
                    tokio::time::sleep(AFTER_FAILURE).await;
                }
            }
        }
    }

    /// Claims a job of an account that does not have its share of the places.
    async fn claim_fair_job(&self, claims: &Claims, places: usize, lease_s: i64) -> Result<Option<Job>> {
        let _claiming = claims.claiming_job.lock().await;
        let job = self.claim_job(lease_s, &claims.pass_over_jobs(places)).await?;
        if let Some(job) = &job {
            claims.add_job(job);
        }
        Ok(job)
    }

    pub(super) async fn claim_job(&self, lease_s: i64, pass_over: &[Uid]) -> Result<Option<Job>> {
        let now = self.clock.now();
        let mut tx = self.store.begin().await?;
        let job = tx.claim_job(now, now.plus(lease_s), pass_over).await?;
        tx.save().await?;
        Ok(job)
    }

    /// Runs a job and records how it ended. A job that failed is tried again later, up to [`MOST_TRIES`] times.
    pub(super) async fn run_job(&self, job: Job, lease_s: i64) -> Result<()> {
        let (id, epoch) = (job.id, job.epoch);
        // On a thread of its own: jobs compute a lot between their waits. A panic affects this job only.
        let (worker, running) = (self.clone(), job.clone());
        let span = tracing::info_span!("job", job = %id, kind = job.asked.kind.as_str());
        let began = Instant::now();
        let ended = run_long(async move { worker.execute(&running, lease_s).await }.instrument(span)).await;
        let kind = job.asked.kind.as_str();
        metrics::histogram!("numsift_job_duration_seconds", "kind" => kind)
            .record(began.elapsed().as_secs_f64());
        let (error, results_moved, outage) = match ended {
            Ok(Ok(outcome)) => {
                metrics::counter!("numsift_jobs_total", "kind" => kind).increment(1);
                return if outcome.recorded { Ok(()) } else { self.finish_job(&job, outcome).await };
            }
            // Claimed by another worker or cancelled: there is nothing to record.
            Ok(Err(ScreeningError::Outdated)) => return Ok(()),
            Ok(Err(ScreeningError::FilesHeld)) => {
                return self.release_jobs(&[(id, epoch)], self.clock.now().plus(FILES_HELD_RETRY_S)).await;
            }
            Ok(Err(error)) => (error.to_string(), error.is_missing_file(), self.outage.caused(&error).await),
            Err(panicked) => (panicked.to_string(), false, false),
        };
        metrics::counter!("numsift_jobs_failed_total", "kind" => kind).increment(1);
        tracing::warn!(job = %id, kind, error, "a job failed");
        if outage {
            return self.release_jobs(&[(id, epoch)], self.clock.now()).await;
        }
        if job.tries >= MOST_TRIES {
            return self.finish_job(&job, JobOutcome::failed(&error)).await;
        }
        // Results that were compacted meanwhile are already elsewhere, so retry at once. Otherwise back off.
        let wait = if results_moved && job.tries == 1 {
            0
        } else {
            (1 << job.tries.clamp(0, 6)).min(LONGEST_RETRY_S)
        };
        let mut tx = self.store.begin().await?;
        tx.give_back_job(id, epoch, true, self.clock.now().plus(wait)).await?;
        tx.save().await?;
        Ok(())
    }

    async fn execute(&self, job: &Job, lease_s: i64) -> Result<JobOutcome> {
        let (store, clock) = (self.store.clone(), self.clock.clone());
        let lease = JobLease { store, clock, id: job.id, epoch: job.epoch, lease_s };
        let running: BoxFuture<'_, Result<JobOutcome>> = match job.asked.kind {
            JobKind::Analyse => Box::pin(self.list_jobs.analyse(job, &lease)),
            JobKind::Derive => Box::pin(self.list_jobs.derive(job, &lease)),
            JobKind::Export => Box::pin(self.results.export(job, &lease)),
            JobKind::Compact => Box::pin(self.results.compact(job, &lease)),
            JobKind::Fold => Box::pin(self.book.fold(job, &lease)),
            JobKind::Compare => Box::pin(self.results.compare(job, &lease)),
            JobKind::Purge => Box::pin(self.results.purge(job)),
        };
        running.await
    }

    async fn finish_job(&self, job: &Job, outcome: JobOutcome) -> Result<()> {
        let mut tx = self.store.begin().await?;
        let JobOutcome { success, result, bytes, .. } = outcome;
        tx.finish_job(job.id, job.epoch, success, &result, bytes, self.clock.now()).await?;
        if !success {
            self.list_jobs.give_up(&mut *tx, job).await?;
        }
        tx.save().await?;
        Ok(())
    }

    /// Puts jobs back into the queue, without counting a try.
    pub(super) async fn release_jobs(&self, jobs: &[(JobId, i64)], not_before: Timestamp) -> Result<()> {
        let mut tx = self.store.begin().await?;
        for (id, epoch) in jobs {
            tx.give_back_job(*id, *epoch, false, not_before).await?;
        }
        tx.save().await?;
        Ok(())
    }
}
