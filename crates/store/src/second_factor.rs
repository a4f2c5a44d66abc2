//! Second factors: time-based codes and the recovery codes behind them.

use async_trait::async_trait;
use numsift_model::id::Uid;
use numsift_model::session::TokenHash;

use crate::StoreResult;

/// What is kept of a second factor.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TotpState {
    /// The encrypted secret, from the moment enrolment began.
    pub secret: Option<Vec<u8>>,
    /// Whether it is asked for.
    pub enabled: bool,
}

/// Calls about second factors.
#[async_trait]
pub trait SecondFactor {
    /// What is kept.
    async fn totp(&mut self, uid: Uid) -> StoreResult<Option<TotpState>>;

    /// Keeps a new secret that is not asked for yet.
    async fn begin_totp(&mut self, uid: Uid, secret: &[u8]) -> StoreResult<()>;

    /// From now on it is asked for (or no longer, and nothing is kept).
    async fn set_totp_enabled(&mut self, uid: Uid, enabled: bool) -> StoreResult<()>;

    /// Uses up a time step; false when it or a later one was used already.
    async fn use_totp_step(&mut self, uid: Uid, step: i64) -> StoreResult<bool>;

    /// Replaces the recovery codes.
    async fn set_recovery_codes(&mut self, uid: Uid, hashes: &[TokenHash]) -> StoreResult<()>;

    /// Uses up a recovery code; false when there is none like it.
    async fn use_recovery_code(&mut self, uid: Uid, hash: &TokenHash) -> StoreResult<bool>;

    /// How many recovery codes are left.
    async fn recovery_codes_left(&mut self, uid: Uid) -> StoreResult<i64>;
}
