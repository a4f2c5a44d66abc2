//! State of the installation as a whole: menu, settings, rate limits and download links.

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

#[async_trait]
pub trait Installation {
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
