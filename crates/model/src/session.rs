//! Sessions: who is signed in, and why a session ended.

use crate::account::Account;
use crate::clock::Timestamp;
use crate::id::{SessionId, Uid};

/// The SHA-256 of a session token. The token itself is never stored.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct TokenHash(pub [u8; 32]);

/// Why a session ended before its time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EndReason {
    /// The account signed in somewhere else.
    Replaced,
    /// The user signed out.
    LoggedOut,
    /// The password was changed or reset.
    PasswordChanged,
    /// An administrator ended it or disabled the account.
    Ended,
}

impl EndReason {
    /// The word that stands for it in the database.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Replaced => "replaced",
            Self::LoggedOut => "logged_out",
            Self::PasswordChanged => "password_changed",
            Self::Ended => "ended",
        }
    }

    /// The reason that a word in the database stands for.
    pub fn from_word(word: &str) -> Option<Self> {
        [Self::Replaced, Self::LoggedOut, Self::PasswordChanged, Self::Ended]
            .into_iter()
            .find(|reason| reason.as_str() == word)
    }
}

/// A session to be opened.
#[derive(Debug, Clone)]
pub struct NewSession {
    /// Hash of the token that the client will carry.
    pub token_hash: TokenHash,
    /// Whose session it is.
    pub uid: Uid,
    /// When it starts.
    pub created_at: Timestamp,
    /// When it ends at the latest.
    pub expires_at: Timestamp,
    /// Address of the client.
    pub ip: String,
    /// What the client calls itself.
    pub user_agent: String,
    /// Set when somebody else works inside the account.
    pub switched: Option<Switched>,
}

/// Who works inside another account, and from which session.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Switched {
    /// Who really acts.
    pub actor: Uid,
    /// The actor's own session; the switched one ends with it.
    pub parent: SessionId,
}

/// A session together with the account it belongs to.
#[derive(Debug, Clone)]
pub struct SessionWithAccount {
    /// Row id.
    pub id: SessionId,
    /// When it was last used, to the minute.
    pub last_seen_at: Timestamp,
    /// When it ends at the latest.
    pub expires_at: Timestamp,
    /// Set when it was ended before its time.
    pub ended: Option<EndReason>,
    /// Set when somebody else works inside the account.
    pub switched: Option<Switched>,
    /// Whose it is.
    pub account: Account,
}

/// A session as its owner and administrators see it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SessionFacts {
    /// When it began.
    pub created_at: Timestamp,
    /// When it was last used, to the minute.
    pub last_seen_at: Timestamp,
    /// Address of the client.
    pub ip: String,
    /// What the client calls itself.
    pub user_agent: String,
    /// Why it ended, if it did.
    pub ended: Option<EndReason>,
    /// When it ends at the latest.
    pub expires_at: Timestamp,
}
