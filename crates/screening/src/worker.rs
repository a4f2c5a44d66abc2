//! Workers: take chunks and jobs, work on them, hold on to them, and give them back when they stop.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use futures_util::future::BoxFuture;
use numsift_model::id::JobId;
use numsift_model::task::{ClaimedChunk, Job, JobKind};
use tokio::sync::watch;
use tokio::task::JoinSet;

use crate::engine::Screening;
use crate::{Result, ScreeningError};

/// Seconds for which a chunk or a job is usually taken.
const LEASE_S: i64 = 60;
/// Longer work says so many times in this span that it goes on, and so often others look for chunks
/// whose span has run out.
const EXTENSIONS_A_LEASE: u32 = 4;
const LOOKS_A_LEASE: u32 = 6;
/// A chunk or a job that failed so often is not tried again.
const MOST_TRIES: i64 = 10;
/// How long a worker without work waits before it looks again, at the most.
const IDLE: Duration = Duration::from_millis(500);
/// How long a worker waits after a failure.
const AFTER_FAILURE: Duration = Duration::from_secs(1);
/// How often the health of channels is told, and files are tidied.
const HEALTH_EVERY: Duration = Duration::from_secs(5);
const TIDY_EVERY: Duration = Duration::from_hours(1);

/// How much is worked on side by side.
#[derive(Debug, Clone, Copy)]
pub struct WorkerSettings {
    /// Chunks.
    pub chunks: usize,
    /// Jobs.
    pub jobs: usize,
    /// Seconds after which the work of a process that is not heard of goes to others.
    pub lease_s: i64,
}

impl Default for WorkerSettings {
    fn default() -> Self {
        Self { chunks: 8, jobs: 2, lease_s: LEASE_S }
    }
}

impl WorkerSettings {
    /// Something that happens so many times within a lease.
    fn times_a_lease(&self, times: u32) -> tokio::time::Interval {
        let lease = Duration::from_secs(u64::try_from(self.lease_s).unwrap_or(0).max(1));
        tokio::time::interval(lease / times)
    }
}

/// Works until it is told to stop. What is being worked on then is given back.
pub async fn run_workers(screening: Screening, settings: WorkerSettings, stop: watch::Receiver<bool>) {
    let taken = Taken::default();
    let mut all = JoinSet::new();
    for _ in 0..settings.chunks.max(1) {
        all.spawn(until_stopped(
            stop.clone(),
            chunk_loop(screening.clone(), taken.clone(), settings.lease_s),
        ));
    }
    for _ in 0..settings.jobs.max(1) {
        all.spawn(until_stopped(stop.clone(), job_loop(screening.clone(), settings.lease_s)));
    }
    all.spawn(until_stopped(stop.clone(), hold_on(screening.clone(), taken.clone(), settings)));
    all.spawn(until_stopped(stop.clone(), reap(screening.clone(), settings)));
    all.spawn(until_stopped(stop.clone(), tell_health(screening.clone())));
    all.spawn(until_stopped(stop, tidy(screening.clone())));
    while let Some(ended) = all.join_next().await {
        if let Err(error) = ended {
            tracing::error!(%error, "a worker ended by a panic");
        }
    }
    // Whatever was in hand when it stopped goes back, so that nobody waits for its lease to end.
    for chunk in taken.all() {
        if let Err(error) = give_back(&screening, chunk, false).await {
            tracing::warn!(%error, "a chunk could not be given back");
        }
    }
}

async fn until_stopped(mut stop: watch::Receiver<bool>, work: impl Future<Output = ()>) {
    tokio::select! {
        () = work => {}
        _ = stop.wait_for(|stop| *stop) => {}
    }
}

/// The chunks that this process has in hand.
#[derive(Clone, Default)]
struct Taken(Arc<Mutex<HashMap<(i64, i64), ClaimedChunk>>>);

impl Taken {
    fn add(&self, chunk: ClaimedChunk) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).insert((chunk.task.0, chunk.seq), chunk);
    }

    fn remove(&self, chunk: ClaimedChunk) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).remove(&(chunk.task.0, chunk.seq));
    }

    fn all(&self) -> Vec<ClaimedChunk> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).values().copied().collect()
    }
}

async fn chunk_loop(screening: Screening, taken: Taken, lease_s: i64) {
    loop {
        match claim(&screening, lease_s).await {
            Ok(Some(chunk)) => {
                taken.add(chunk);
                work_on(&screening, chunk).await;
                taken.remove(chunk);
            }
            Ok(None) => screening.idle().await,
            Err(error) => {
                tracing::warn!(%error, "cannot take a chunk");
                tokio::time::sleep(AFTER_FAILURE).await;
            }
        }
    }
}

async fn claim(screening: &Screening, lease_s: i64) -> Result<Option<ClaimedChunk>> {
    let until = screening.0.clock.now().plus(lease_s);
    let mut tx = screening.0.store.begin().await?;
    let chunk = tx.claim_chunk(until).await?;
    tx.save().await?;
    Ok(chunk)
}

async fn work_on(screening: &Screening, chunk: ClaimedChunk) {
    // A task of its own, so that a panic in one chunk takes nothing else down.
    let running = screening.clone();
    let worked = AbortOnDrop(tokio::spawn(async move { running.run_chunk(chunk).await })).join().await;
    let failed = match worked {
        Ok(Ok(())) => return,
        Ok(Err(error)) => error.to_string(),
        Err(panicked) => panicked.to_string(),
    };
    tracing::warn!(task = %chunk.task, seq = chunk.seq, error = failed, "a chunk failed");
    tokio::time::sleep(AFTER_FAILURE).await;
    if let Err(error) = give_back(screening, chunk, true).await {
        tracing::warn!(%error, "a chunk could not be given back; its lease will end");
    }
}

/// A spawned task that ends with whoever waits for it.
struct AbortOnDrop<T>(tokio::task::JoinHandle<T>);

impl<T> AbortOnDrop<T> {
    async fn join(mut self) -> std::result::Result<T, tokio::task::JoinError> {
        (&mut self.0).await
    }
}

impl<T> Drop for AbortOnDrop<T> {
    fn drop(&mut self) {
        self.0.abort();
    }
}

async fn give_back(screening: &Screening, chunk: ClaimedChunk, failed: bool) -> Result<()> {
    let mut tx = screening.0.store.begin().await?;
    let progress = tx.give_back_chunk(&chunk, failed, MOST_TRIES).await?;
    tx.save().await?;
    if progress.is_some_and(|progress| progress.pending == 0 && progress.running == 0) {
        screening.end_if_over(chunk.task).await?;
    }
    Ok(())
}

async fn hold_on(screening: Screening, taken: Taken, settings: WorkerSettings) {
    let mut every = settings.times_a_lease(EXTENSIONS_A_LEASE);
    loop {
        every.tick().await;
        let chunks = taken.all();
        if chunks.is_empty() {
            continue;
        }
        let until = screening.0.clock.now().plus(settings.lease_s);
        let extended = async {
            let mut tx = screening.0.store.begin().await?;
            tx.extend_leases(&chunks, until).await?;
            tx.save().await
        };
        if let Err(error) = extended.await {
            tracing::warn!(%error, "cannot hold on to chunks");
        }
    }
}

async fn reap(screening: Screening, settings: WorkerSettings) {
    let mut every = settings.times_a_lease(LOOKS_A_LEASE);
    loop {
        every.tick().await;
        if let Err(error) = screening.reap_once().await {
            tracing::warn!(%error, "cannot take back late chunks");
        }
    }
}

async fn tell_health(screening: Screening) {
    let mut every = tokio::time::interval(HEALTH_EVERY);
    loop {
        every.tick().await;
        if let Err(error) = screening.0.registry.tell_health(&screening.0.node).await {
            tracing::warn!(%error, "cannot tell the health of channels");
        }
    }
}

async fn tidy(screening: Screening) {
    let mut every = tokio::time::interval(TIDY_EVERY);
    loop {
        every.tick().await;
        if let Err(error) = screening.keep_retention().await {
            tracing::warn!(%error, "cannot delete what has expired");
        }
        if let Err(error) = screening.sweep_orphans().await {
            tracing::warn!(%error, "cannot sweep files that nobody knows of");
        }
        let old = screening.0.clock.now().plus(-86_400);
        let swept = async {
            let mut tx = screening.0.store.begin().await?;
            tx.sweep_callbacks(old).await?;
            tx.save().await
        };
        if let Err(error) = swept.await {
            tracing::warn!(%error, "cannot forget old callbacks");
        }
    }
}

/// What came of a job.
pub(crate) struct JobEnd {
    good: bool,
    result: String,
}

impl JobEnd {
    pub fn done(result: &str) -> Self {
        Self { good: true, result: result.to_owned() }
    }
}

/// A job that this process has in hand.
pub(crate) struct Held {
    screening: Screening,
    id: JobId,
    epoch: i64,
    lease_s: i64,
}

impl Held {
    /// Notes how far it is. Ends the job's work when somebody else has it, or nobody wants it any more.
    pub async fn progress(&self, done: i64, total: i64) -> Result<()> {
        let until = self.screening.0.clock.now().plus(self.lease_s);
        let mut tx = self.screening.0.store.begin().await?;
        let mine = tx.job_progress(self.id, self.epoch, done, total, until).await?;
        tx.save().await?;
        if mine { Ok(()) } else { Err(ScreeningError::Outdated) }
    }
}

async fn job_loop(screening: Screening, lease_s: i64) {
    loop {
        let taken = async {
            let now = screening.0.clock.now();
            let mut tx = screening.0.store.begin().await?;
            let job = tx.claim_job(now, now.plus(lease_s)).await?;
            tx.save().await?;
            Ok::<_, ScreeningError>(job)
        };
        match taken.await {
            Ok(Some(job)) => {
                if let Err(error) = screening.work_on_job(job, lease_s).await {
                    tracing::warn!(%error, "a job could not be ended; its lease will end");
                    tokio::time::sleep(AFTER_FAILURE).await;
                }
            }
            Ok(None) => screening.idle().await,
            Err(error) => {
                tracing::warn!(%error, "cannot take a job");
                tokio::time::sleep(AFTER_FAILURE).await;
            }
        }
    }
}

impl Screening {
    /// Waits until there may be something to do.
    async fn idle(&self) {
        let _ = tokio::time::timeout(IDLE, self.0.work.notified()).await;
    }

    /// Works on one thing after the other until nothing is left to do now.
    pub async fn work_off(&self) -> Result<()> {
        loop {
            if let Some(chunk) = claim(self, LEASE_S).await? {
                work_on(self, chunk).await;
                continue;
            }
            let now = self.0.clock.now();
            let mut tx = self.0.store.begin().await?;
            let job = tx.claim_job(now, now.plus(LEASE_S)).await?;
            tx.save().await?;
            match job {
                Some(job) => self.work_on_job(job, LEASE_S).await?,
                None => return Ok(()),
            }
        }
    }

    /// Takes back chunks whose workers have not been heard of.
    pub async fn reap_once(&self) -> Result<()> {
        let mut tx = self.0.store.begin().await?;
        let late = tx.reap_chunks(self.0.clock.now(), MOST_TRIES).await?;
        tx.save().await?;
        for task in late {
            self.end_if_over(task).await?;
        }
        Ok(())
    }

    async fn work_on_job(&self, job: Job, lease_s: i64) -> Result<()> {
        let (id, epoch) = (job.id, job.epoch);
        let (running, working) = (self.clone(), job.clone());
        let ended =
            AbortOnDrop(tokio::spawn(async move { running.run_job(&working, lease_s).await })).join().await;
        let (failed, moved) = match ended {
            Ok(Ok(end)) => return self.end_job(&job, end).await,
            // Taken away or called off: there is nothing to end.
            Ok(Err(ScreeningError::Outdated)) => return Ok(()),
            Ok(Err(error)) => (error.to_string(), error.is_missing_file()),
            Err(panicked) => (panicked.to_string(), false),
        };
        tracing::warn!(job = %id, kind = job.asked.kind.as_str(), error = failed, "a job failed");
        if job.tries >= MOST_TRIES {
            let result = serde_json::json!({ "error": failed }).to_string();
            return self.end_job(&job, JobEnd { good: false, result }).await;
        }
        let mut tx = self.0.store.begin().await?;
        // Results that were compacted meanwhile lie elsewhere already; else longer after each failure, up to
        // a minute.
        let wait = if moved && job.tries == 1 { 0 } else { (1 << job.tries.clamp(0, 6)).min(60) };
        tx.give_back_job(id, epoch, self.0.clock.now().plus(wait)).await?;
        tx.save().await?;
        Ok(())
    }

    async fn run_job(&self, job: &Job, lease_s: i64) -> Result<JobEnd> {
        let held = Held { screening: self.clone(), id: job.id, epoch: job.epoch, lease_s };
        let work: BoxFuture<'_, Result<JobEnd>> = match job.asked.kind {
            JobKind::Analyse => Box::pin(self.analyse(job, &held)),
            JobKind::Derive => Box::pin(self.derive(job, &held)),
            JobKind::Export => Box::pin(self.export(job, &held)),
            JobKind::Compact => Box::pin(self.compact(job, &held)),
            JobKind::Purge => Box::pin(self.purge(job)),
        };
        work.await
    }

    async fn end_job(&self, job: &Job, end: JobEnd) -> Result<()> {
        let mut tx = self.0.store.begin().await?;
        tx.finish_job(job.id, job.epoch, end.good, &end.result, self.0.clock.now()).await?;
        if !end.good {
            self.job_failed(&mut *tx, job).await?;
        }
        tx.save().await?;
        Ok(())
    }
}
