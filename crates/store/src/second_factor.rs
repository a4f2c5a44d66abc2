//! Second factors: time-based codes and recovery codes.

use async_trait::async_trait;
use numsift_model::id::Uid;
use numsift_model::session::TokenHash;

use crate::StoreResult;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TotpState {
    /// The encrypted secret, present since enrolment began.
    pub secret: Option<Vec<u8>>,
    /// Whether sign-in requires a code.
    pub enabled: bool,
}

#[async_trait]
pub trait SecondFactor {
    async fn totp(&mut self, uid: Uid) -> StoreResult<Option<TotpState>>;

    /// Stores a new secret that is not required yet.
    async fn begin_totp(&mut self, uid: Uid, secret: &[u8]) -> StoreResult<()>;

    /// Requires codes from now on, or removes the secret, and the recovery codes if the account has no passkey.
    async fn set_totp_enabled(&mut self, uid: Uid, enabled: bool) -> StoreResult<()>;

    /// Uses a time step; `false` when it or a later one was used before.
    async fn use_totp_step(&mut self, uid: Uid, step: i64) -> StoreResult<bool>;

    /// Replaces the recovery codes.
    async fn set_recovery_codes(&mut self, uid: Uid, hashes: &[TokenHash]) -> StoreResult<()>;

    /// Uses a recovery code; `false` when it does not exist.
    async fn use_recovery_code(&mut self, uid: Uid, hash: &TokenHash) -> StoreResult<bool>;

    async fn recovery_codes_left(&mut self, uid: Uid) -> StoreResult<i64>;
}
