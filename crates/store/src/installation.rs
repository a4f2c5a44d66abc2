//! What belongs to the installation as a whole: menu, settings, throttles, audit log.

use async_trait::async_trait;
use numsift_model::audit::AuditEntry;
use numsift_model::clock::Timestamp;
use numsift_model::menu::MenuRow;
use numsift_model::settings::Settings;

use crate::StoreResult;

/// What came of counting one more attempt.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Attempt {
    /// Within the limit.
    Allowed,
    /// Over it; may be tried again after so many seconds.
    Refused {
        /// Seconds to wait, at least 1.
        retry_after: i64,
    },
}

/// Calls about the installation.
#[async_trait]
pub trait Installation {
    /// All rows of the menu, in their order on the screen.
    async fn menu(&mut self) -> StoreResult<Vec<MenuRow>>;

    /// The settings; the defaults when nobody has set any.
    async fn settings(&mut self) -> StoreResult<Settings>;

    /// Replaces the settings.
    async fn put_settings(&mut self, settings: &Settings, now: Timestamp) -> StoreResult<()>;

    /// Counts an attempt under `key` and refuses it when there were already `limit` within `window`
    /// seconds. Shared by all nodes; parallel attempts are each counted.
    async fn attempt(&mut self, key: &str, limit: i64, window: i64, now: Timestamp) -> StoreResult<Attempt>;

    /// Forgets the attempts under `key`.
    async fn forget_attempts(&mut self, key: &str) -> StoreResult<()>;

    /// Removes attempts that no window can still need, and says how many.
    async fn sweep_attempts(&mut self, older_than: Timestamp) -> StoreResult<u64>;

    /// Adds a line to the audit log.
    async fn audit(&mut self, entry: &AuditEntry) -> StoreResult<()>;

    /// The newest lines of the audit log.
    async fn recent_audit(&mut self, limit: i64) -> StoreResult<Vec<AuditEntry>>;
}
