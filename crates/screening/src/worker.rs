//! Workers: take chunks and jobs, work on them, hold on to them, and give them back when they stop.

use std::pin::{Pin, pin};
use std::sync::Arc;
use std::time::Duration;

use futures_util::future::BoxFuture;
use numsift_model::id::JobId;
use numsift_model::task::{ClaimedChunk, Job, JobKind};
use numsift_store::PassOver;
use tokio::sync::futures::Notified;
use tokio::sync::watch;
use tokio::task::JoinSet;

use crate::engine::Screening;
use crate::in_hand::{Attempt, InHand};
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
/// How often a process says that it goes on with requests to channels.
const SLOTS_EVERY: Duration = Duration::from_secs(2);
const TIDY_EVERY: Duration = Duration::from_hours(1);

/// So many times the chunks of one task are worked on in all, see [`InHand::pass_over`].
const SHARES: usize = 3;

/// How much is worked on side by side.
#[derive(Debug, Clone, Copy)]
pub struct WorkerSettings {
    /// Chunks of one task that is alone; those of others beside it.
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
    let in_hand = InHand::default();
    let mut all = JoinSet::new();
    all.spawn(work_on_chunks(screening.clone(), in_hand.clone(), settings, stop.clone()));
    for _ in 0..settings.jobs.max(1) {
        all.spawn(until_stopped(
            stop.clone(),
            job_loop(screening.clone(), in_hand.clone(), settings.lease_s),
        ));
    }
    all.spawn(until_stopped(stop.clone(), hold_on(screening.clone(), in_hand.clone(), settings)));
    all.spawn(until_stopped(stop.clone(), reap(screening.clone(), settings)));
    all.spawn(until_stopped(stop.clone(), tell_health(screening.clone())));
    all.spawn(until_stopped(stop.clone(), keep_slots(screening.clone())));
    all.spawn(until_stopped(stop, tidy(screening.clone())));
    while let Some(ended) = all.join_next().await {
        if let Err(error) = ended {
            tracing::error!(%error, "a worker ended by a panic");
        }
    }
    // Whatever was in hand when it stopped goes back, so that nobody waits for its lease to end.
    for attempt in in_hand.chunks() {
        if let Err(error) = give_back(&screening, &attempt, false).await {
            tracing::warn!(%error, "a chunk could not be given back");
        }
    }
    if let Err(error) = give_back_jobs(&screening, &in_hand.jobs()).await {
        tracing::warn!(%error, "jobs could not be given back");
    }
    screening.0.registry.keep_slots(true).await;
}

async fn until_stopped(mut stop: watch::Receiver<bool>, work: impl Future<Output = ()>) {
    tokio::select! {
        () = work => {}
        _ = stop.wait_for(|stop| *stop) => {}
    }
}

async fn work_on_chunks(
    screening: Screening,
    in_hand: InHand,
    settings: WorkerSettings,
    mut stop: watch::Receiver<bool>,
) {
    let mut working = JoinSet::new();
    tokio::select! {
        () = take_chunks(&screening, &in_hand, settings, &mut working) => {}
        _ = stop.wait_for(|stop| *stop) => {}
    }
    working.shutdown().await;
}

/// One takes for all: whoever has nothing to do need not ask.
async fn take_chunks(
    screening: &Screening,
    in_hand: &InHand,
    settings: WorkerSettings,
    working: &mut JoinSet<()>,
) {
    let places = SHARES * settings.chunks.max(1);
    loop {
        while working.len() >= places {
            working.join_next().await;
        }
        screening.until_files_are_back().await;
        let mut woken = pin!(screening.0.work.notified());
        // Listens before it looks, so that it misses nothing that comes in between.
        woken.as_mut().enable();
        match claim(screening, settings.lease_s, &in_hand.pass_over(places)).await {
            Ok(Some(chunk)) => {
                let attempt = Attempt::on(chunk);
                in_hand.add_chunk(&attempt);
                let (screening, in_hand) = (screening.clone(), in_hand.clone());
                working.spawn(async move {
                    work_on(&screening, attempt).await;
                    in_hand.remove_chunk(chunk);
                });
            }
            Ok(None) => tokio::select! {
                () = idle(woken) => {}
                Some(_) = working.join_next() => {}
            },
            Err(error) => {
                tracing::warn!(%error, "cannot take a chunk");
                tokio::time::sleep(AFTER_FAILURE).await;
            }
        }
        while working.try_join_next().is_some() {}
    }
}

/// Waits until there may be something to do.
async fn idle(woken: Pin<&mut Notified<'_>>) {
    let _ = tokio::time::timeout(IDLE, woken).await;
}

async fn claim(screening: &Screening, lease_s: i64, pass_over: &PassOver) -> Result<Option<ClaimedChunk>> {
    let until = screening.0.clock.now().plus(lease_s);
    let mut tx = screening.0.store.begin().await?;
    let chunk = tx.claim_chunk(until, pass_over).await?;
    tx.save().await?;
    Ok(chunk)
}

async fn work_on(screening: &Screening, attempt: Arc<Attempt>) {
    // A task of its own, so that a panic in one chunk takes nothing else down.
    let (running, working) = (screening.clone(), attempt.clone());
    let worked = AbortOnDrop(tokio::spawn(async move { running.run_chunk(&working).await })).join().await;
    let (failed, files_away) = match worked {
        Ok(Ok(())) => return,
        Ok(Err(error)) => (error.to_string(), screening.files_are_away(&error).await),
        Err(panicked) => (panicked.to_string(), false),
    };
    metrics::counter!("numsift_chunks_failed_total").increment(1);
    let ClaimedChunk { task, seq, .. } = attempt.chunk;
    tracing::warn!(%task, seq, error = failed, "a chunk failed");
    tokio::time::sleep(AFTER_FAILURE).await;
    // It is not the chunk's fault when nothing at all can be written: it is not tried any less for that.
    if let Err(error) = give_back(screening, &attempt, !files_away).await {
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

async fn give_back(screening: &Screening, attempt: &Attempt, failed: bool) -> Result<()> {
    let mut tx = screening.0.store.begin().await?;
    let progress = tx.give_back_chunk(&attempt.chunk, failed, MOST_TRIES).await?;
    attempt.book(&mut *tx, screening.0.clock.now()).await?;
    tx.save().await?;
    if progress.is_some_and(|progress| progress.pending == 0 && progress.running == 0) {
        screening.end_if_over(attempt.chunk.task).await?;
    }
    Ok(())
}

async fn give_back_jobs(screening: &Screening, jobs: &[(JobId, i64)]) -> Result<()> {
    let now = screening.0.clock.now();
    let mut tx = screening.0.store.begin().await?;
    for (id, epoch) in jobs {
        tx.give_back_job(*id, *epoch, false, now).await?;
    }
    tx.save().await?;
    Ok(())
}

async fn hold_on(screening: Screening, in_hand: InHand, settings: WorkerSettings) {
    let mut every = settings.times_a_lease(EXTENSIONS_A_LEASE);
    loop {
        every.tick().await;
        let chunks: Vec<_> = in_hand.chunks().iter().map(|attempt| attempt.chunk).collect();
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

async fn keep_slots(screening: Screening) {
    let mut every = tokio::time::interval(SLOTS_EVERY);
    loop {
        every.tick().await;
        screening.0.registry.keep_slots(false).await;
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

async fn job_loop(screening: Screening, in_hand: InHand, lease_s: i64) {
    loop {
        screening.until_files_are_back().await;
        let mut woken = pin!(screening.0.work.notified());
        // Listens before it looks, so that it misses nothing that comes in between.
        woken.as_mut().enable();
        match claim_job(&screening, lease_s).await {
            Ok(Some(job)) => {
                let id = job.id;
                in_hand.add_job(&job);
                let worked = screening.work_on_job(job, lease_s).await;
                in_hand.remove_job(id);
                if let Err(error) = worked {
                    tracing::warn!(%error, "a job could not be ended; its lease will end");
                    tokio::time::sleep(AFTER_FAILURE).await;
                }
            }
            Ok(None) => idle(woken).await,
            Err(error) => {
                tracing::warn!(%error, "cannot take a job");
                tokio::time::sleep(AFTER_FAILURE).await;
            }
        }
    }
}

async fn claim_job(screening: &Screening, lease_s: i64) -> Result<Option<Job>> {
    let now = screening.0.clock.now();
    let mut tx = screening.0.store.begin().await?;
    let job = tx.claim_job(now, now.plus(lease_s)).await?;
    tx.save().await?;
    Ok(job)
}

impl Screening {
    /// Works on one thing after the other until nothing is left to do now.
    pub async fn work_off(&self) -> Result<()> {
        loop {
            self.until_files_are_back().await;
            if let Some(chunk) = claim(self, LEASE_S, &PassOver::default()).await? {
                work_on(self, Attempt::on(chunk)).await;
                continue;
            }
            match claim_job(self, LEASE_S).await? {
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
        let kind = job.asked.kind.as_str();
        let (failed, moved, files_away) = match ended {
            Ok(Ok(end)) => {
                metrics::counter!("numsift_jobs_total", "kind" => kind).increment(1);
                return self.end_job(&job, end).await;
            }
            // Taken away or called off: there is nothing to end.
            Ok(Err(ScreeningError::Outdated)) => return Ok(()),
            Ok(Err(error)) => (error.to_string(), error.is_missing_file(), self.files_are_away(&error).await),
            Err(panicked) => (panicked.to_string(), false, false),
        };
        metrics::counter!("numsift_jobs_failed_total", "kind" => kind).increment(1);
        tracing::warn!(job = %id, kind, error = failed, "a job failed");
        if files_away {
            return give_back_jobs(self, &[(id, epoch)]).await;
        }
        if job.tries >= MOST_TRIES {
            let result = serde_json::json!({ "error": failed }).to_string();
            return self.end_job(&job, JobEnd { good: false, result }).await;
        }
        let mut tx = self.0.store.begin().await?;
        // Results that were compacted meanwhile lie elsewhere already; else longer after each failure, up to
        // a minute.
        let wait = if moved && job.tries == 1 { 0 } else { (1 << job.tries.clamp(0, 6)).min(60) };
        tx.give_back_job(id, epoch, true, self.0.clock.now().plus(wait)).await?;
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
