//! The loops of a worker process.

use std::pin::{Pin, pin};
use std::sync::Arc;
use std::time::{Duration, Instant};

use numsift_model::clock::Clock;
use numsift_model::task::ClaimedChunk;
use numsift_store::{PassOver, Store};
use numsift_supervisor::Supervisor;
use numsift_turns::long;
use tokio::sync::futures::Notified;
use tokio::sync::watch;
use tokio::task::JoinSet;
use tokio_util::task::AbortOnDropHandle;
use tracing::Instrument as _;

use super::chunk::ChunkRunner;
use super::claims::{Attempt, Claims};
use super::outage::Outage;
use crate::book::Book;
use crate::channels::Channels;
use crate::lists::ListJobs;
use crate::lookups::Lookups;
use crate::results::{Results, Retention, Sweep};
use crate::schedules::Schedules;
use crate::screening::Screening;
use crate::tasks::Tasks;
use crate::wake::Wake;
use crate::{Result, ScreeningError};

/// Seconds for which a chunk or a job is claimed, unless configured otherwise.
pub(super) const LEASE_S: i64 = 60;
/// A chunk or a job that failed this many times is given up.
pub(super) const MOST_TRIES: i64 = 10;
/// How often an idle worker polls for work.
const POLL_EVERY: Duration = Duration::from_millis(500);
/// How long a worker waits after a failure.
pub(super) const AFTER_FAILURE: Duration = Duration::from_secs(1);
/// Total places for chunks, as a multiple of the places for one task that runs alone; see [`Claims::pass_over`].
const SHARES: usize = 3;

/// How much a process works on at once.
#[derive(Debug, Clone, Copy)]
pub struct WorkerSettings {
    /// Chunks of a task that runs alone. Other tasks get places beside it.
    pub chunks: usize,
    /// Jobs of an account that is alone. Other accounts get places beside it.
    pub jobs: usize,
    /// Seconds after which the chunks and jobs of a process that has died are claimed by others.
    pub lease_s: i64,
}

impl Default for WorkerSettings {
    fn default() -> Self {
        Self { chunks: 8, jobs: 2, lease_s: LEASE_S }
    }
}

/// Everything that the loops of a worker use.
#[derive(Clone)]
pub(crate) struct Worker {
    pub store: Arc<dyn Store>,
    pub clock: Arc<dyn Clock>,
    pub chunks: ChunkRunner,
    pub list_jobs: ListJobs,
    pub tasks: Tasks,
    pub schedules: Schedules,
    pub results: Results,
    pub channels: Channels,
    pub lookups: Lookups,
    pub book: Book,
    pub retention: Retention,
    pub sweep: Sweep,
    pub outage: Outage,
    pub wake: Wake,
}

/// Runs workers until `stop` is set, then releases everything that is claimed.
pub async fn run_workers(screening: Screening, settings: WorkerSettings, stop: watch::Receiver<bool>) {
    let worker = screening.worker;
    let claims = Claims::default();
    let mut loops = Supervisor::new(stop);
    worker.start_loops(&mut loops, &claims, settings);
    worker.start_upkeep(&mut loops, &claims, settings);
    loops.join().await;
    // Release what is still claimed, so that other processes need not wait until the leases expire.
    for attempt in claims.chunks() {
        if let Err(error) = worker.release_chunk(&attempt, false).await {
            tracing::warn!(%error, "failed to release a chunk");
        }
    }
    if let Err(error) = worker.release_jobs(&claims.jobs(), worker.clock.now()).await {
        tracing::warn!(%error, "failed to release jobs");
    }
    worker.channels.release_slots().await;
    if let Err(error) = worker.channels.store_evidence().await {
        tracing::warn!(%error, "failed to store the evidence for routing");
    }
}

/// Waits until there may be work.
pub(super) async fn idle(woken: Pin<&mut Notified<'_>>) {
    let _ = tokio::time::timeout(POLL_EVERY, woken).await;
}

impl Worker {
    fn start_loops(&self, loops: &mut Supervisor, claims: &Claims, settings: WorkerSettings) {
        let (worker, chunk_claims) = (self.clone(), claims.clone());
        loops.start("chunks", move |stop| worker.clone().run_chunks(chunk_claims.clone(), settings, stop));
        // An account that is alone gets `settings.jobs` of them; see [`Claims::pass_over_jobs`].
        let places = 2 * settings.jobs.max(1) - 1;
        for _ in 0..places {
            let (worker, claims) = (self.clone(), claims.clone());
            loops.start_endless("jobs", move || {
                worker.clone().run_jobs(claims.clone(), places, settings.lease_s)
            });
        }
    }

    /// Claims chunks and runs them until `stop` is set. Waits until the running ones have been cancelled.
    async fn run_chunks(self, claims: Claims, settings: WorkerSettings, mut stop: watch::Receiver<bool>) {
        let mut running = JoinSet::new();
        tokio::select! {
            biased;
            () = self.claim_chunks(&claims, settings, &mut running) => {}
            _ = stop.wait_for(|stop| *stop) => {}
        }
        running.shutdown().await;
    }

    /// One loop claims for the whole process, so that idle places do not each poll the database.
    async fn claim_chunks(&self, claims: &Claims, settings: WorkerSettings, running: &mut JoinSet<()>) {
        let places = SHARES * settings.chunks.max(1);
        loop {
            while running.len() >= places {
                running.join_next().await;
            }
            self.outage.until_over().await;
            let mut woken = pin!(self.wake.notified());
            // Listen before looking for work, so that no signal is lost.
            woken.as_mut().enable();
            match self.claim_chunk(settings.lease_s, &claims.pass_over(places)).await {
                Ok(Some(chunk)) => {
                    let attempt = Attempt::new(chunk);
                    claims.add_chunk(&attempt);
                    let (worker, claims) = (self.clone(), claims.clone());
                    running.spawn(async move {
                        worker.run_chunk(attempt).await;
                        claims.remove_chunk(chunk);
                    });
                }
                Ok(None) => tokio::select! {
                    biased;
                    () = idle(woken) => {}
                    Some(_) = running.join_next() => {}
                },
                Err(error) => {
                    tracing::warn!(%error, "failed to claim a chunk");
                    tokio::time::sleep(AFTER_FAILURE).await;
                }
            }
            while running.try_join_next().is_some() {}
        }
    }

    async fn claim_chunk(&self, lease_s: i64, pass_over: &PassOver) -> Result<Option<ClaimedChunk>> {
        let until = self.clock.now().plus(lease_s);
        let mut tx = self.store.begin().await?;
        let chunk = tx.claim_chunk(until, pass_over).await?;
        tx.save().await?;
        Ok(chunk)
    }

    /// Runs a chunk. Returns whether it was given back because its providers fail.
    async fn run_chunk(&self, attempt: Arc<Attempt>) -> bool {
        // A separate task, so that a panic affects this chunk only.
        let (chunks, running) = (self.chunks.clone(), attempt.clone());
        let ClaimedChunk { task, seq, epoch, .. } = attempt.chunk;
        let span = tracing::info_span!("chunk", %task, seq, epoch);
        let began = Instant::now();
        let ended = AbortOnDropHandle::new(tokio::spawn(
            long(async move { chunks.run(&running).await }).instrument(span),
        ))
        .await;
        let outcome = match ended {
            Ok(Ok(())) => "done",
            Ok(Err(ScreeningError::ProvidersAway)) => "waiting",
            _ => "failed",
        };
        metrics::histogram!("numsift_chunk_duration_seconds", "outcome" => outcome)
            .record(began.elapsed().as_secs_f64());
        let (error, outage) = match ended {
            Ok(Ok(())) => return false,
            Ok(Err(error @ ScreeningError::ProvidersAway)) => {
                tracing::debug!(%task, seq, %error, "a chunk waits");
                self.give_back(&attempt, false).await;
                return true;
            }
            Ok(Err(error)) => (error.to_string(), self.outage.caused(&error).await),
            Err(panicked) => (panicked.to_string(), false),
        };
        metrics::counter!("numsift_chunks_failed_total").increment(1);
        tracing::warn!(%task, seq, error, "a chunk failed");
        tokio::time::sleep(AFTER_FAILURE).await;
        // An outage of the object store or the resolver does not count against the tries of the chunk.
        self.give_back(&attempt, !outage).await;
        false
    }

    async fn give_back(&self, attempt: &Attempt, failed: bool) {
        if let Err(error) = self.release_chunk(attempt, failed).await {
            tracing::warn!(%error, "failed to release a chunk; its lease will expire");
        }
    }

    /// Puts a chunk back into the queue, books its cost, and ends the task if this was the last try of its last chunk.
    async fn release_chunk(&self, attempt: &Attempt, failed: bool) -> Result<()> {
        let mut tx = self.store.begin().await?;
        let progress = tx.give_back_chunk(&attempt.chunk, failed, MOST_TRIES).await?;
        attempt.book_cost(&mut *tx, self.clock.now()).await?;
        if progress.is_some_and(|progress| progress.pending == 0 && progress.running == 0) {
            self.tasks.end_if_over(&mut *tx, attempt.chunk.task).await?;
        }
        tx.save().await?;
        Ok(())
    }

    /// See [`Screening::run_until_idle`].
    pub async fn run_until_idle(&self) -> Result<()> {
        loop {
            self.outage.until_over().await;
            if let Some(chunk) = self.claim_chunk(LEASE_S, &PassOver::default()).await? {
                if self.run_chunk(Attempt::new(chunk)).await {
                    return Ok(());
                }
                continue;
            }
            match self.claim_job(LEASE_S, &[]).await? {
                Some(job) => self.run_job(job, LEASE_S).await?,
                None => return Ok(()),
            }
        }
    }

    /// See [`Screening::reclaim_expired`].
    pub async fn reclaim_expired(&self) -> Result<()> {
        let mut tx = self.store.begin().await?;
        let tasks = tx.reap_chunks(self.clock.now(), MOST_TRIES).await?;
        tx.save().await?;
        for task in tasks {
            let mut tx = self.store.begin().await?;
            self.tasks.end_if_over(&mut *tx, task).await?;
            tx.save().await?;
        }
        self.lookups.end_abandoned().await
    }
}
