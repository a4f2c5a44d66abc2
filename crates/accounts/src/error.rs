//! What the account calls can refuse.

use numsift_model::clock::NoEntropy;
use numsift_model::username::UsernameError;
use numsift_store::StoreError;
use thiserror::Error;

use crate::password::PasswordFault;

/// Why a call about an account was refused or failed.
#[derive(Debug, Error)]
pub enum AccountError {
    /// Unknown user or wrong password; never said which.
    #[error("wrong username or password")]
    WrongCredentials,
    /// The account may not log in.
    #[error("the account is disabled")]
    Disabled,
    /// Too many attempts.
    #[error("too many attempts, wait {retry_after} s")]
    TooMany {
        /// Seconds to wait.
        retry_after: i64,
    },
    /// The username cannot be one.
    #[error(transparent)]
    Username(#[from] UsernameError),
    /// Somebody has this username.
    #[error("the username is taken")]
    UsernameTaken,
    /// The chosen uid exists or is not one of the special ones.
    #[error("the uid is taken, or above 10000")]
    UidRefused,
    /// The new password is not good enough.
    #[error(transparent)]
    Password(#[from] PasswordFault),
    /// The old password is wrong.
    #[error("the old password is wrong")]
    WrongOldPassword,
    /// No such code, or it is used up or expired.
    #[error("the invite code does not work")]
    InviteRefused,
    /// Nobody may register at present.
    #[error("registration is closed")]
    RegistrationClosed,
    /// No such account.
    #[error("no such account")]
    NotFound,
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The machine cannot go on.
    #[error("{0}")]
    Machine(String),
}

impl From<NoEntropy> for AccountError {
    fn from(error: NoEntropy) -> Self {
        Self::Machine(error.to_string())
    }
}

/// Why a token does not open a session.
#[derive(Debug, Error)]
pub enum SessionError {
    /// Nobody was ever given this token.
    #[error("unknown token")]
    Unknown,
    /// The account signed in elsewhere.
    #[error("signed in elsewhere")]
    Replaced,
    /// Too old, too long unused, or ended.
    #[error("expired")]
    Expired,
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}
