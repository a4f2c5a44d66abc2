//! What belongs to the installation as a whole: menu, settings, throttles, downloads.

use async_trait::async_trait;
use numsift_model::clock::Timestamp;
use numsift_model::id::Uid;
use numsift_model::menu::MenuRow;
use numsift_model::session::TokenHash;
use numsift_model::settings::{InstallationKind, Settings};

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

    /// Counts the changes of the settings; 0 when nobody has set any.
    async fn settings_version(&mut self) -> StoreResult<i64>;

    /// Replaces the settings, if `version` is still the current one, and gives the new version.
    async fn put_settings(
        &mut self,
        settings: &Settings,
        version: i64,
        now: Timestamp,
    ) -> StoreResult<Option<i64>>;

    /// What kind of installation this is, once its first start has said.
    async fn kind(&mut self) -> StoreResult<Option<InstallationKind>>;

    /// Says what kind of installation this is. Once and for all.
    async fn set_kind(&mut self, kind: InstallationKind) -> StoreResult<()>;

    /// Counts an attempt under `key` and refuses it when there were already `limit` within `window`
    /// seconds. Shared by all nodes; parallel attempts are each counted.
    async fn attempt(&mut self, key: &str, limit: i64, window: i64, now: Timestamp) -> StoreResult<Attempt>;

    /// Forgets the attempts under `key`.
    async fn forget_attempts(&mut self, key: &str) -> StoreResult<()>;

    /// Removes attempts that no window can still need, and says how many.
    async fn sweep_attempts(&mut self, older_than: Timestamp) -> StoreResult<u64>;

    /// Keeps what a download link stands for.
    async fn put_download(
        &mut self,
        token: &TokenHash,
        uid: Uid,
        request: &str,
        expires_at: Timestamp,
    ) -> StoreResult<()>;

    /// What a download link stands for and who asked for it; it works once.
    async fn take_download(
        &mut self,
        token: &TokenHash,
        now: Timestamp,
    ) -> StoreResult<Option<(Uid, String)>>;
}
