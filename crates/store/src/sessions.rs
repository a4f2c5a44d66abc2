//! Sessions.

use async_trait::async_trait;
use numsift_model::clock::Timestamp;
use numsift_model::id::{SessionId, Uid};
use numsift_model::session::{EndReason, NewSession, SessionWithAccount, TokenHash};

use crate::StoreResult;

/// Calls about sessions. Ended ones are kept, so that a client can be told why it was signed out.
#[async_trait]
pub trait Sessions {
    /// Opens a session and ends the account's earlier one as replaced.
    async fn open_session(&mut self, new: &NewSession) -> StoreResult<SessionId>;

    /// The session of a token, ended or not, with its account.
    async fn session(&mut self, token: &TokenHash) -> StoreResult<Option<SessionWithAccount>>;

    /// Notes that a session is in use.
    async fn touch_session(&mut self, id: SessionId, now: Timestamp) -> StoreResult<()>;

    /// Ends one session, unless it has ended already.
    async fn end_session(&mut self, id: SessionId, reason: EndReason, now: Timestamp) -> StoreResult<()>;

    /// Ends every open session of an account.
    async fn end_sessions_of(&mut self, uid: Uid, reason: EndReason, now: Timestamp) -> StoreResult<()>;
}
