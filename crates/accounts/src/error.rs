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
    /// No such code, or it is used up or expired.
    #[error("the invite code does not work")]
    InviteRefused,
    /// Nobody may register at present.
    #[error("registration is closed")]
    RegistrationClosed,
    /// No such account or role.
    #[error("no such account")]
    NotFound,
    /// The caller stands too low to do this to that account.
    #[error("not permitted")]
    NotPermitted,
    /// Nobody changes their own type, roles or status.
    #[error("nobody can do this to their own account")]
    OwnAccount,
    /// Without this administrator there would be none.
    #[error("the last administrator stays")]
    LastAdministrator,
    /// A role or permission that the caller does not hold itself.
    #[error("nobody can grant what they do not hold")]
    CannotGrant,
    /// Somebody else changed it meanwhile.
    #[error("changed by somebody else meanwhile")]
    Outdated,
    /// A value that cannot be; the word names the field.
    #[error("{0} is not valid")]
    Invalid(&'static str),
    /// A role that some account has.
    #[error("the role is in use")]
    RoleInUse,
    /// Another role has this name.
    #[error("the name is taken")]
    NameTaken,
    /// The log-in needs a code of the second factor.
    #[error("a code is needed")]
    CodeNeeded,
    /// The code is wrong, old or used.
    #[error("the code is wrong")]
    WrongCode,
    /// The password, asked once more, is wrong.
    #[error("the password is wrong")]
    WrongPassword,
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The machine cannot go on.
    #[error("{0}")]
    Machine(String),
}

impl From<numsift_vault::VaultError> for AccountError {
    fn from(error: numsift_vault::VaultError) -> Self {
        Self::Machine(error.to_string())
    }
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
