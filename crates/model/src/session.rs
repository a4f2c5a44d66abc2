//! Sessions.

use strum::{EnumString, IntoStaticStr, VariantArray};

use crate::account::Account;
use crate::clock::Timestamp;
use crate::id::{SessionId, Uid};
use crate::permission::Permissions;
use crate::words::word_methods;

/// The kind of event after which open streams check whether their session is still valid. It is not sent to pages.
pub const SESSION_END: &str = "session_end";

/// SHA-256 of a token. Tokens themselves are never stored.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct TokenHash(pub [u8; 32]);

/// Why a session ended before it expired.
#[derive(Debug, Clone, Copy, PartialEq, Eq, EnumString, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "snake_case")]
pub enum EndReason {
    /// The account signed in again.
    Replaced,
    LoggedOut,
    /// The password was changed or reset.
    PasswordChanged,
    /// Staff ended the session or disabled the account.
    Ended,
}

word_methods!(EndReason);

/// A session to be opened.
#[derive(Debug, Clone)]
pub struct NewSession {
    pub token_hash: TokenHash,
    pub uid: Uid,
    pub created_at: Timestamp,
    pub expires_at: Timestamp,
    pub ip: String,
    pub user_agent: String,
    /// Set for a visit.
    pub switched: Option<Switched>,
}

/// The staff behind a visit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Switched {
    pub actor: Uid,
    /// The actor's own session; the visit ends with it.
    pub parent: SessionId,
}

#[derive(Debug, Clone)]
pub struct SessionWithAccount {
    pub id: SessionId,
    /// Accurate to the minute.
    pub last_seen_at: Timestamp,
    pub expires_at: Timestamp,
    /// Set if it ended before it expired.
    pub ended: Option<EndReason>,
    /// Set for a visit.
    pub switched: Option<Switched>,
    pub account: Account,
    /// Of the account's roles.
    pub permissions: Permissions,
}

/// A session as its owner and staff see it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SessionFacts {
    pub created_at: Timestamp,
    /// Accurate to the minute.
    pub last_seen_at: Timestamp,
    pub ip: String,
    pub user_agent: String,
    pub ended: Option<EndReason>,
    pub expires_at: Timestamp,
}
