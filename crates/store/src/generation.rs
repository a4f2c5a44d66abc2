//! The number generator's memory: how far each account has drawn, and its runs.

use async_trait::async_trait;
use numsift_model::clock::Timestamp;
use numsift_model::generation::{GenerationState, NewRun, NewTrack, Run, RunPage};
use numsift_model::id::{RunId, TrackId, Uid};
use numsift_model::page::{Listed, Page};

use crate::{Scope, StoreResult};

/// Calls about generated numbers.
#[async_trait]
pub trait Generation {
    /// What an account has drawn; `None` before its first time.
    async fn generation_state(&mut self, uid: Uid) -> StoreResult<Option<GenerationState>>;

    /// Gives the account a key, unless it has one.
    async fn begin_generation(&mut self, uid: Uid, key: &[u8; 32]) -> StoreResult<()>;

    /// Takes the right to add to what was drawn, if `version` is still the current one; `false` when
    /// somebody was faster. Holds until the unit of work ends.
    async fn claim_generation(&mut self, uid: Uid, version: i64) -> StoreResult<bool>;

    /// Adds a track.
    async fn add_track(&mut self, uid: Uid, new: &NewTrack) -> StoreResult<TrackId>;

    /// Notes how far a track was drawn. It never goes back.
    async fn move_track(&mut self, uid: Uid, track: TrackId, drawn: u64) -> StoreResult<()>;

    /// Notes which numbers were passed over but not given, packed.
    async fn put_spared(&mut self, uid: Uid, spared: &[u8]) -> StoreResult<()>;

    /// Keeps a run, with the numbers that its stretches do not tell of, packed.
    async fn create_run(&mut self, new: &NewRun, exceptions: &[u8]) -> StoreResult<RunId>;

    /// The numbers that a run's stretches do not tell of, as they were given to `create_run`.
    async fn run_exceptions(&mut self, id: RunId) -> StoreResult<Vec<u8>>;

    /// A run within `scope` that has not expired.
    async fn run(&mut self, scope: Scope, id: RunId, now: Timestamp) -> StoreResult<Option<Run>>;

    /// A page of the runs within `scope` that have not expired, newest first; of one page of the
    /// console, if it is named.
    async fn runs(
        &mut self,
        scope: Scope,
        made_on: Option<RunPage>,
        now: Timestamp,
        page: Page,
    ) -> StoreResult<Listed<Run>>;

    /// Forgets a run; `false` when there is none. What it drew stays drawn.
    async fn delete_run(&mut self, scope: Scope, id: RunId) -> StoreResult<bool>;

    /// Forgets expired runs, and says how many there were.
    async fn sweep_runs(&mut self, now: Timestamp) -> StoreResult<u64>;
}
