//! Sessions.

use async_trait::async_trait;
use numsift_model::clock::Timestamp;
use numsift_model::id::{SessionId, Uid};
use numsift_model::session::{EndReason, NewSession, SessionFacts, SessionWithAccount, TokenHash};

use crate::StoreResult;

/// Ended sessions are kept, so that a client can be told why it was signed out.
#[async_trait]
pub trait Sessions {
    /// Opens a session and ends the account's previous one as replaced, with the visits that it started. A visit ends
    /// no session.
    async fn open_session(&mut self, new: &NewSession) -> StoreResult<SessionId>;

    /// The session of a token with its account and permissions, including ended sessions.
    async fn session(&mut self, token: &TokenHash) -> StoreResult<Option<SessionWithAccount>>;

    /// Records that a session is in use.
    async fn touch_session(&mut self, id: SessionId, now: Timestamp) -> StoreResult<()>;

    /// Whether a session has neither ended nor expired.
    async fn session_is_open(&mut self, id: SessionId, now: Timestamp) -> StoreResult<bool>;

    /// The account's sessions, newest first, without visits.
    async fn sessions_of(&mut self, uid: Uid, limit: i64) -> StoreResult<Vec<SessionFacts>>;

    /// The accounts among `uids` with an open session used since `seen_since`.
    async fn signed_in_among(
        &mut self,
        uids: &[Uid],
        seen_since: Timestamp,
        now: Timestamp,
    ) -> StoreResult<Vec<Uid>>;

    /// Ends a session and the visits that it started, unless they have already ended.
    async fn end_session(&mut self, id: SessionId, reason: EndReason, now: Timestamp) -> StoreResult<()>;

    /// Ends all open sessions of an account, visits to it and by it included, and returns their number.
    async fn end_sessions_of(&mut self, uid: Uid, reason: EndReason, now: Timestamp) -> StoreResult<u64>;
}
