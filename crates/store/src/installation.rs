//! State of the installation as a whole: kind, key, menu, settings, rate limits and download links.

use async_trait::async_trait;
use numsift_model::clock::Timestamp;
use numsift_model::id::{SessionId, Uid};
use numsift_model::menu::MenuRow;
use numsift_model::session::TokenHash;
use numsift_model::settings::{InstallationKind, Settings};

use crate::StoreResult;

/// Whether an attempt is within its limit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Attempt {
    Allowed,
    Refused {
        /// Seconds to wait, at least 1.
        retry_after: i64,
    },
}

/// How the tables of a database compare with those that this version needs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MigrationState {
    pub applied: usize,
    /// Migrations that the next start applies.
    pub pending: usize,
    /// Migrations of a newer version.
    pub unknown: usize,
}

impl MigrationState {
    /// Compares the applied migrations with the known ones.
    pub fn of(applied: &[i64], known: impl Iterator<Item = i64>) -> Self {
        let known: Vec<i64> = known.collect();
        Self {
            applied: applied.len(),
            pending: known.iter().filter(|version| !applied.contains(version)).count(),
            unknown: applied.iter().filter(|version| !known.contains(version)).count(),
        }
    }
}

/// The major version of a database server.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ServerVersion {
    pub found: u32,
    /// The oldest one that this version of Numsift is tested with.
    pub tested: u32,
}

/// Work and decisions that wait, in the whole installation. Ages are in seconds, 0 if nothing waits.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Backlog {
    /// Age of the oldest running task with pending chunks.
    pub oldest_task_s: i64,
    pub pending_jobs: i64,
    pub running_jobs: i64,
    /// How long the first pending job could have been started.
    pub oldest_job_s: i64,
    /// Deliveries that wait for their first or next attempt.
    pub pending_deliveries: i64,
    /// Those of them that are due.
    pub due_deliveries: i64,
    pub oldest_delivery_s: i64,
    /// Top-up orders that are not paid yet.
    pub open_orders: i64,
    pub unmatched_deposits: i64,
    pub pending_approvals: i64,
}

/// What is known about the setup of the installation besides its settings.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct SetupState {
    /// When a backup was last finished.
    pub backed_up_at: Option<Timestamp>,
    /// Whether an administrator has confirmed the default retention.
    pub retention_confirmed: bool,
    /// Whether the setup guide is no longer shown on the dashboard.
    pub dismissed: bool,
}

#[async_trait]
pub trait Installation {
    /// What waits at present.
    async fn backlog(&mut self, now: Timestamp) -> StoreResult<Backlog>;

    /// The sum of all balances of the ledger, added without signs over the assets: 0 unless the ledger is damaged.
    async fn ledger_imbalance(&mut self) -> StoreResult<i64>;

    /// All menu rows in display order.
    async fn menu(&mut self) -> StoreResult<Vec<MenuRow>>;

    /// The settings, or the defaults when none are stored.
    async fn settings(&mut self) -> StoreResult<Settings>;

    /// The version of the settings; 0 when none are stored.
    async fn settings_version(&mut self) -> StoreResult<i64>;

    /// Replaces the settings if `version` is current, and returns the new version.
    async fn put_settings(
        &mut self,
        settings: &Settings,
        version: i64,
        now: Timestamp,
    ) -> StoreResult<Option<i64>>;

    /// The kind of installation, `None` before the first start.
    async fn kind(&mut self) -> StoreResult<Option<InstallationKind>>;

    /// Sets the kind of installation. It cannot be changed afterwards.
    async fn set_kind(&mut self, kind: InstallationKind) -> StoreResult<()>;

    /// The value that only the installation's key can open; `None` until it is set.
    async fn key_check(&mut self) -> StoreResult<Option<Vec<u8>>>;

    /// Sets the key check value of an installation that has none yet. Returns false if it has one, or if the
    /// installation was never started.
    async fn set_key_check(&mut self, sealed: &[u8]) -> StoreResult<bool>;

    /// Holds deletions of object files for `holder` until `until`, or renews its hold. Returns false while another
    /// holder has it, and if the installation was never started.
    async fn hold_files(&mut self, holder: &str, until: Timestamp, now: Timestamp) -> StoreResult<bool>;

    /// Ends the hold of `holder`. Returns whether it lasted until now.
    async fn release_files(&mut self, holder: &str, now: Timestamp) -> StoreResult<bool>;

    /// Whether object files must not be deleted now.
    async fn files_held(&mut self, now: Timestamp) -> StoreResult<bool>;

    /// What is known about the setup; the default before the first start.
    async fn setup(&mut self) -> StoreResult<SetupState>;

    /// Stores what administrators said about the setup.
    async fn put_setup(&mut self, retention_confirmed: bool, dismissed: bool) -> StoreResult<()>;

    /// Records that a backup was finished at `at`, unless a later one is known.
    async fn record_backup(&mut self, at: Timestamp) -> StoreResult<()>;

    /// Counts an attempt under `key`; refused after `limit` attempts within `window` seconds. The count is
    /// shared by all nodes, and concurrent attempts are all counted. Refused attempts write nothing.
    async fn attempt(&mut self, key: &str, limit: i64, window: i64, now: Timestamp) -> StoreResult<Attempt>;

    /// Whether [`Self::attempt`] would refuse, without counting.
    async fn check_attempt(
        &mut self,
        key: &str,
        limit: i64,
        window: i64,
        now: Timestamp,
    ) -> StoreResult<Attempt>;

    /// Resets the attempts under all keys that start with `prefix`.
    async fn forget_attempts(&mut self, prefix: &str) -> StoreResult<()>;

    /// Deletes old attempts and returns their number.
    async fn sweep_attempts(&mut self, older_than: Timestamp) -> StoreResult<u64>;

    /// Stores the request behind a download link.
    async fn put_download(
        &mut self,
        token: &TokenHash,
        uid: Uid,
        session: Option<SessionId>,
        request: &str,
        expires_at: Timestamp,
    ) -> StoreResult<()>;

    /// Removes a download link and returns its account and request. A link works once, and not after the session in
    /// which it was created has ended.
    async fn take_download(
        &mut self,
        token: &TokenHash,
        now: Timestamp,
    ) -> StoreResult<Option<(Uid, String)>>;
}
