//! The state of the number generator: tracks and runs of each account.

use async_trait::async_trait;
use numsift_model::clock::Timestamp;
use numsift_model::generation::{GenerationState, NewRun, NewTrack, Run, RunPage};
use numsift_model::id::{RunId, TrackId, Uid};
use numsift_model::page::{Listed, Page};

use crate::{Scope, StoreResult};

#[async_trait]
pub trait Generation {
    /// The tracks of an account; `None` before its first run.
    async fn generation_state(&mut self, uid: Uid) -> StoreResult<Option<GenerationState>>;

    /// Stores the account's key, unless it has one.
    async fn begin_generation(&mut self, uid: Uid, key: &[u8; 32]) -> StoreResult<()>;

    /// Increments the account's version if `version` is current; `false` when another run was faster. Locks
    /// the account's state until the transaction ends.
    async fn claim_generation(&mut self, uid: Uid, version: i64) -> StoreResult<bool>;

    async fn add_track(&mut self, uid: Uid, new: &NewTrack) -> StoreResult<TrackId>;

    /// Advances the mark of a track; it never moves back.
    async fn move_track(&mut self, uid: Uid, track: TrackId, drawn: u64) -> StoreResult<()>;

    /// Replaces the packed set of numbers that lie before a mark but were not given.
    async fn put_spared(&mut self, uid: Uid, spared: &[u8]) -> StoreResult<()>;

    /// Stores a run with its packed exceptions: numbers that differ from its stretches.
    async fn create_run(&mut self, new: &NewRun, exceptions: &[u8]) -> StoreResult<RunId>;

    /// The exceptions given to `create_run`.
    async fn run_exceptions(&mut self, id: RunId) -> StoreResult<Vec<u8>>;

    /// A run within `scope` that has not expired.
    async fn run(&mut self, scope: Scope, id: RunId, now: Timestamp) -> StoreResult<Option<Run>>;

    /// The runs within `scope` that have not expired, newest first, optionally of one console page.
    async fn runs(
        &mut self,
        scope: Scope,
        made_on: Option<RunPage>,
        now: Timestamp,
        page: Page,
    ) -> StoreResult<Listed<Run>>;

    /// The runs within `scope` that have not expired and are older than `before`, newest first.
    async fn runs_before(
        &mut self,
        scope: Scope,
        before: Option<RunId>,
        now: Timestamp,
        limit: i64,
    ) -> StoreResult<Vec<Run>>;

    /// Deletes a run; `false` when it does not exist. Its numbers stay used.
    async fn delete_run(&mut self, scope: Scope, id: RunId) -> StoreResult<bool>;

    /// Deletes expired runs and returns their number.
    async fn sweep_runs(&mut self, now: Timestamp) -> StoreResult<u64>;
}
