//! Sessions.

use async_trait::async_trait;
use numsift_model::clock::Timestamp;
use numsift_model::id::{SessionId, Uid};
use numsift_model::session::{EndReason, NewSession, SessionFacts, SessionWithAccount, TokenHash};

use crate::StoreResult;

/// Calls about sessions. Ended ones are kept, so that a client can be told why it was signed out.
#[async_trait]
pub trait Sessions {
    /// Opens a session and ends the account's earlier one as replaced. A switched session ends
    /// nothing: the account's own goes on beside it.
    async fn open_session(&mut self, new: &NewSession) -> StoreResult<SessionId>;

    /// The session of a token, ended or not, with its account.
    async fn session(&mut self, token: &TokenHash) -> StoreResult<Option<SessionWithAccount>>;

    /// Notes that a session is in use.
    async fn touch_session(&mut self, id: SessionId, now: Timestamp) -> StoreResult<()>;

    /// Whether a session is still open and has not reached its latest end.
    async fn session_is_open(&mut self, id: SessionId, now: Timestamp) -> StoreResult<bool>;

    /// The account's sessions, newest first; switched ones are not its own.
    async fn sessions_of(&mut self, uid: Uid, limit: i64) -> StoreResult<Vec<SessionFacts>>;

    /// Which of these accounts have an open session that was used since `seen_since`.
    async fn signed_in_among(
        &mut self,
        uids: &[Uid],
        seen_since: Timestamp,
        now: Timestamp,
    ) -> StoreResult<Vec<Uid>>;

    /// Ends one session, unless it has ended already.
    async fn end_session(&mut self, id: SessionId, reason: EndReason, now: Timestamp) -> StoreResult<()>;

    /// Ends every open session of an account, also those of others inside it, and says how many.
    async fn end_sessions_of(&mut self, uid: Uid, reason: EndReason, now: Timestamp) -> StoreResult<u64>;
}
