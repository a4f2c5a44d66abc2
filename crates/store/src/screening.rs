//! Projects, channels, lists of numbers, tasks with their chunks, and jobs in the background.

use async_trait::async_trait;
use numsift_model::clock::Timestamp;
use numsift_model::id::{JobId, ListId, TaskId, Uid};
use numsift_model::list::{List, ListKind, NewList};
use numsift_model::money::Points;
use numsift_model::page::{Listed, Page};
use numsift_model::project::Project;
use numsift_model::task::{
    ChunkDone, ChunkRow, ClaimedChunk, Job, JobKind, NewJob, NewTask, Progress, Task, TaskMode, TaskState,
};

use crate::{Scope, StoreResult};

/// Calls about projects.
#[async_trait]
pub trait Projects {
    /// All projects, in the order of the menu.
    async fn projects(&mut self) -> StoreResult<Vec<Project>>;

    /// One project.
    async fn project(&mut self, slug: &str) -> StoreResult<Option<Project>>;

    /// Adds a project; one that is there stays as it is. Says whether it was added.
    async fn add_project(&mut self, project: &Project) -> StoreResult<bool>;

    /// Replaces a project, if its version is still the current one.
    async fn put_project(&mut self, project: &Project) -> StoreResult<bool>;
}

/// A channel as it is stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChannelRow {
    /// Its name.
    pub name: String,
    /// Lower ones are asked first.
    pub priority: i64,
    /// Is asked at all.
    pub enabled: bool,
    /// Why it was switched off by itself.
    pub disabled_reason: String,
    /// Counts its changes.
    pub version: i64,
    /// Its configuration without secrets, as JSON.
    pub document: String,
    /// Its secrets, sealed.
    pub secrets: Vec<u8>,
}

/// A wish for requests to a channel.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LeaseRequests<'a> {
    /// The channel.
    pub channel: &'a str,
    /// Who asks.
    pub holder: &'a str,
    /// At the most so many requests.
    pub wanted: i64,
    /// It has so many under way.
    pub under_way: i64,
    /// Its share of the slots is its own for so long, unless it says sooner that it goes on.
    pub held_ms: i64,
    /// The channel's limits: requests a second,
    pub rps: i64,
    /// at once after a pause,
    pub burst: i64,
    /// and under way at the same time.
    pub concurrency: i64,
    /// The time.
    pub now_ms: i64,
}

/// What a channel's limits allow now.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LeasedRequests {
    /// Requests may be made.
    Granted {
        /// So many.
        requests: i64,
        /// And so many may be under way at once.
        slots: i64,
    },
    /// Not one may be made for so many milliseconds.
    Wait(i64),
    /// Others have all slots.
    Full,
}

/// How long somebody who waits for a slot is counted among those who share them.
const WAITING_MS: i64 = 3000;
/// Where there are fewer slots than holders, how long it is one's turn.
const TURN_MS: i64 = 1000;

/// What one of several holders of a channel's slots gets.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SlotShare {
    /// So many slots: never fewer than are in use, and never more than others leave.
    pub slots: i64,
    /// Until when they are its own unless it asks again.
    pub until_ms: i64,
}

impl SlotShare {
    /// The share of whoever asks, given what others hold. Slots are split evenly; those that cannot be go
    /// around.
    pub fn of(wish: &LeaseRequests<'_>, others: &[(String, i64)]) -> Self {
        let holders = i64::try_from(others.len() + 1).unwrap_or(i64::MAX);
        let before = others.iter().filter(|(holder, _)| holder.as_str() < wish.holder).count();
        let place = i64::try_from(before).unwrap_or(0).saturating_add(wish.now_ms / TURN_MS) % holders;
        let even = wish.concurrency / holders + i64::from(place < wish.concurrency % holders);
        let left = wish.concurrency - others.iter().map(|(_, slots)| slots).sum::<i64>();
        let slots = even.min(left).max(wish.under_way);
        let held = if slots > 0 { wish.held_ms } else { WAITING_MS };
        Self { slots, until_ms: wish.now_ms.saturating_add(held) }
    }
}

/// How one node sees a channel.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChannelHealthRow {
    /// The channel.
    pub channel: String,
    /// The node.
    pub node: String,
    /// What it says, as JSON.
    pub document: String,
    /// When it said so.
    pub updated_at: Timestamp,
}

/// Calls about channels.
#[async_trait]
pub trait Channels {
    /// All channels, those asked first in front.
    async fn channels(&mut self) -> StoreResult<Vec<ChannelRow>>;

    /// Counts all changes of channels: one that has not moved means nothing has changed.
    async fn channels_version(&mut self) -> StoreResult<i64>;

    /// Stores a channel: a new one when its version is 0, else one whose version is still the current
    /// one. `None` when it is not, or when the name is taken; else the new version.
    async fn put_channel(&mut self, row: &ChannelRow) -> StoreResult<Option<i64>>;

    /// Removes a channel; `false` when its version is another one.
    async fn remove_channel(&mut self, name: &str, version: i64) -> StoreResult<bool>;

    /// Switches a channel off because of what it answered.
    async fn disable_channel(&mut self, name: &str, reason: &str) -> StoreResult<bool>;

    /// Takes up to `wanted` requests out of a bucket that holds `burst` and fills at `rps` a second, and a
    /// share of the slots for requests under way.
    async fn lease_requests(&mut self, wish: &LeaseRequests<'_>) -> StoreResult<LeasedRequests>;

    /// Keeps so many slots until then, and gives the rest back.
    async fn keep_slots(&mut self, channel: &str, holder: &str, slots: i64, until_ms: i64)
    -> StoreResult<()>;

    /// No request until then, from no node.
    async fn pause_channel(&mut self, channel: &str, until_ms: i64) -> StoreResult<()>;

    /// Keeps what a provider called back with; the first word stays.
    async fn put_callback(
        &mut self,
        channel: &str,
        job: &str,
        body: &[u8],
        now: Timestamp,
    ) -> StoreResult<()>;

    /// What a provider called back with.
    async fn callback(&mut self, channel: &str, job: &str) -> StoreResult<Option<Vec<u8>>>;

    /// Forgets old callbacks.
    async fn sweep_callbacks(&mut self, older_than: Timestamp) -> StoreResult<u64>;

    /// Keeps how a node sees a channel.
    async fn put_channel_health(&mut self, row: &ChannelHealthRow) -> StoreResult<()>;

    /// How nodes have seen the channels since a moment.
    async fn channel_health(&mut self, since: Timestamp) -> StoreResult<Vec<ChannelHealthRow>>;
}

/// Which lists are wanted.
#[derive(Debug, Clone, Default)]
pub struct ListFilter {
    /// Only of this kind.
    pub kind: Option<ListKind>,
    /// Part of the name.
    pub search: Option<String>,
}

/// Calls about lists of numbers. Deleted ones are not listed.
#[async_trait]
pub trait Lists {
    /// Stores a list.
    async fn add_list(&mut self, new: &NewList) -> StoreResult<ListId>;

    /// One list within `scope`. Global ones are everybody's to read.
    async fn list(&mut self, scope: Scope, id: ListId) -> StoreResult<Option<List>>;

    /// Lists within `scope`, newest first.
    async fn lists(&mut self, scope: Scope, filter: &ListFilter, page: Page) -> StoreResult<Listed<List>>;

    /// Replaces everything but owner and source, if the version is still the current one.
    async fn put_list(&mut self, list: &List) -> StoreResult<bool>;

    /// A list of this account that was made of the same file.
    async fn list_with_hash(&mut self, uid: Uid, sha256: &str) -> StoreResult<Option<ListId>>;

    /// All suppression lists that count for an account: its own and the global ones.
    async fn suppressing(&mut self, uid: Uid) -> StoreResult<Vec<List>>;

    /// Whether a task that is not over needs this list.
    async fn list_is_needed(&mut self, id: ListId) -> StoreResult<bool>;

    /// Lists that have expired and are not used by a task that is not over.
    async fn expired_lists(&mut self, now: Timestamp, limit: i64) -> StoreResult<Vec<List>>;
}

/// Which tasks are wanted.
#[derive(Debug, Clone, Default)]
pub struct TaskFilter {
    /// Only this account's.
    pub uid: Option<Uid>,
    /// Only in this state.
    pub state: Option<TaskState>,
    /// Only of this mode.
    pub mode: Option<TaskMode>,
    /// Only those that ask this project.
    pub project: Option<String>,
    /// Part of the name, or the number.
    pub search: Option<String>,
    /// Not before.
    pub from: Option<Timestamp>,
    /// Before.
    pub until: Option<Timestamp>,
    /// Only those that were started before this one.
    pub before: Option<TaskId>,
}

/// What an account had checked on one day.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DayUsage {
    /// The day, as the moment it began (UTC).
    pub day: Timestamp,
    /// The project.
    pub project: String,
    /// Answers there could have been.
    pub answers: i64,
    /// Answers that were looked for.
    pub hits: i64,
    /// Answers that nobody could give.
    pub unknown: i64,
    /// What was charged.
    pub charged: i64,
}

/// What an account has used.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AccountUsage {
    /// Tasks that it began, those without samples.
    pub tasks: i64,
    /// Numbers that were checked, each once for every project that was asked about it.
    pub answers: i64,
    /// What the books say it was charged, less refunds.
    pub spent: Points,
}

/// How much waits.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct QueueDepth {
    /// Tasks that run.
    pub tasks: i64,
    /// Chunks that nobody works on.
    pub pending: i64,
    /// Chunks that somebody works on.
    pub running: i64,
    /// Jobs that are not done.
    pub jobs: i64,
    /// Tasks and jobs that failed in the last day.
    pub failed: i64,
}

/// Of whom no chunk is taken for now, because they have their share already.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct PassOver {
    /// These accounts.
    pub accounts: Vec<Uid>,
    /// These tasks.
    pub tasks: Vec<TaskId>,
}

/// Calls about tasks and their chunks.
#[async_trait]
pub trait Tasks {
    /// Stores a task with all its chunks; it runs from then on.
    async fn add_task(&mut self, new: &NewTask) -> StoreResult<TaskId>;

    /// One task within `scope`. In a unit of work that writes, nobody else can change it until the
    /// unit ends.
    async fn task(&mut self, scope: Scope, id: TaskId) -> StoreResult<Option<Task>>;

    /// Tasks within `scope`, newest first, without samples.
    async fn tasks(&mut self, scope: Scope, filter: &TaskFilter, page: Page) -> StoreResult<Listed<Task>>;

    /// Gives a task another name.
    async fn rename_task(&mut self, id: TaskId, name: &str) -> StoreResult<()>;

    /// Takes a chunk of a task that runs and is not to be passed over: of the account that was served
    /// longest ago.
    async fn claim_chunk(
        &mut self,
        lease_until: Timestamp,
        pass_over: &PassOver,
    ) -> StoreResult<Option<ClaimedChunk>>;

    /// Takes a chunk of a task that was added in this unit of work, before anybody else can.
    async fn claim_chunk_of(
        &mut self,
        task: TaskId,
        lease_until: Timestamp,
    ) -> StoreResult<Option<ClaimedChunk>>;

    /// Holds on to chunks that are worked on.
    async fn extend_leases(&mut self, chunks: &[ClaimedChunk], lease_until: Timestamp) -> StoreResult<()>;

    /// Notes that a chunk is done, what it adds to its account's day, and what providers charge for it;
    /// `None` when it is no longer this taker's.
    async fn commit_chunk(&mut self, chunk: &ClaimedChunk, done: &ChunkDone)
    -> StoreResult<Option<Progress>>;

    /// Gives a chunk back undone. `failed` counts as a try; after `most_tries` of them nobody tries
    /// again, and its numbers stay unprocessed. `None` when it is no longer this taker's.
    async fn give_back_chunk(
        &mut self,
        chunk: &ClaimedChunk,
        failed: bool,
        most_tries: i64,
    ) -> StoreResult<Option<Progress>>;

    /// Gives chunks back whose takers have not been heard of. Says of which tasks.
    async fn reap_chunks(&mut self, now: Timestamp, most_tries: i64) -> StoreResult<Vec<TaskId>>;

    /// Sets the state of a task.
    async fn set_task_state(&mut self, id: TaskId, state: TaskState, reason: &str) -> StoreResult<()>;

    /// Ends a task: what nobody has done yet is given up, and what is being done will not be taken.
    async fn end_task(
        &mut self,
        id: TaskId,
        state: TaskState,
        reason: &str,
        at: Timestamp,
        expires_at: Timestamp,
    ) -> StoreResult<()>;

    /// Chunks that are done, those after `after_order`, in the order in which they were done.
    async fn chunks_done(&mut self, id: TaskId, after_order: i64) -> StoreResult<Vec<ChunkRow>>;

    /// Says where the results of chunks lie now, and that the task's files were compacted.
    async fn move_chunks(&mut self, id: TaskId, places: &[(i64, String, i64)]) -> StoreResult<()>;

    /// Whether a chunk's results are to be found in this object.
    async fn object_is_used(&mut self, task: TaskId, object: &str) -> StoreResult<bool>;

    /// What was checked, by day and project, since a moment.
    async fn usage(&mut self, scope: Scope, from: Timestamp) -> StoreResult<Vec<DayUsage>>;

    /// What one account has used since a moment, which is the beginning of a day.
    async fn account_usage(&mut self, uid: Uid, from: Timestamp) -> StoreResult<AccountUsage>;

    /// Tasks that have ended and expire before a moment, of which their owners were told fewer than
    /// `notices` times.
    async fn tasks_to_notice(
        &mut self,
        expire_before: Timestamp,
        notices: i64,
        limit: i64,
    ) -> StoreResult<Vec<Task>>;

    /// Notes that the owner was told.
    async fn note_notice(&mut self, id: TaskId, notices: i64) -> StoreResult<()>;

    /// Tasks whose time is up.
    async fn expired_tasks(&mut self, now: Timestamp, limit: i64) -> StoreResult<Vec<Task>>;

    /// Finished tasks of an account that asked a project since a moment, newest first.
    async fn tasks_with_answers(
        &mut self,
        uid: Uid,
        project: &str,
        since: Timestamp,
    ) -> StoreResult<Vec<Task>>;

    /// Samples that an account took since a moment.
    async fn samples_since(&mut self, uid: Uid, since: Timestamp) -> StoreResult<i64>;

    /// Accounts that logged in since a moment.
    async fn active_accounts(&mut self, since: Timestamp) -> StoreResult<i64>;

    /// How much waits.
    async fn queue_depth(&mut self, now: Timestamp) -> StoreResult<QueueDepth>;
}

/// Calls about jobs in the background.
#[async_trait]
pub trait Jobs {
    /// Stores a job.
    async fn add_job(&mut self, new: &NewJob) -> StoreResult<JobId>;

    /// One job within `scope`.
    async fn job(&mut self, scope: Scope, id: JobId) -> StoreResult<Option<Job>>;

    /// Jobs of a kind about a task, newest first.
    async fn jobs_of_task(&mut self, task: TaskId, kind: JobKind) -> StoreResult<Vec<Job>>;

    /// The newest job about a list.
    async fn job_of_list(&mut self, list: ListId) -> StoreResult<Option<Job>>;

    /// Takes the oldest job that nobody works on, or whose taker has not been heard of.
    async fn claim_job(&mut self, now: Timestamp, lease_until: Timestamp) -> StoreResult<Option<Job>>;

    /// Notes progress and holds on to a job; `false` when it is no longer this taker's.
    async fn job_progress(
        &mut self,
        id: JobId,
        epoch: i64,
        done: i64,
        total: i64,
        lease_until: Timestamp,
    ) -> StoreResult<bool>;

    /// Ends a job; `false` when it is no longer this taker's.
    async fn finish_job(
        &mut self,
        id: JobId,
        epoch: i64,
        good: bool,
        result: &str,
        at: Timestamp,
    ) -> StoreResult<bool>;

    /// Gives a job back undone. Only one that `failed` counts as tried.
    async fn give_back_job(
        &mut self,
        id: JobId,
        epoch: i64,
        failed: bool,
        not_before: Timestamp,
    ) -> StoreResult<()>;

    /// Calls off all jobs of a task or a list that are not over.
    async fn cancel_jobs(
        &mut self,
        task: Option<TaskId>,
        list: Option<ListId>,
        at: Timestamp,
    ) -> StoreResult<()>;
}
