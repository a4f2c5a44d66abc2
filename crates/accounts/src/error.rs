//! Errors of account operations.

use numsift_model::clock::NoEntropy;
use numsift_model::rule::Rule;
use numsift_model::username::UsernameError;
use numsift_store::StoreError;
use thiserror::Error;

use crate::password::PasswordFault;

#[derive(Debug, Error)]
pub enum AccountError {
    /// Unknown user or wrong password. Callers must not reveal which.
    #[error("wrong username or password")]
    WrongCredentials,
    #[error("the account is disabled")]
    Disabled,
    #[error("too many attempts; try again in {retry_after} s")]
    TooMany { retry_after: i64 },
    #[error(transparent)]
    Username(#[from] UsernameError),
    #[error("the username is taken")]
    UsernameTaken,
    #[error("the uid is taken, or not below 10001")]
    UidRefused,
    #[error(transparent)]
    Password(#[from] PasswordFault),
    #[error("the invite code is unknown, used up or expired")]
    InviteRefused,
    /// The link of a password is unknown, expired or used. Callers must not reveal which.
    #[error("the link does not work any more")]
    LinkRefused,
    #[error("registration is closed")]
    RegistrationClosed,
    #[error("no such account or role")]
    NotFound,
    /// The caller's privilege is too low for this account.
    #[error("not permitted")]
    NotPermitted,
    #[error("accounts cannot change their own type, roles or status")]
    OwnAccount,
    #[error("the last administrator cannot be disabled or demoted")]
    LastAdministrator,
    #[error("roles and permissions can only be granted by accounts that have them")]
    CannotGrant,
    /// Contains the name of the field.
    #[error("only administrators can change `{0}`")]
    AdministratorsOnly(&'static str),
    #[error("changed in the meantime; reload and try again")]
    Outdated,
    /// The field, and what it must be.
    #[error("invalid `{0}`: expected {1}")]
    Invalid(&'static str, Rule),
    #[error("the second factor is set up already")]
    SecondFactorOn,
    #[error("no second factor is set up")]
    NoSecondFactor,
    #[error("the role is in use")]
    RoleInUse,
    #[error("the name is taken")]
    NameTaken,
    #[error("a code of the second factor is required")]
    CodeNeeded,
    /// Wrong, expired or already used.
    #[error("wrong code")]
    WrongCode,
    /// Unknown, expired or used before, or its signature is not valid. Callers must not reveal which.
    #[error("the passkey was not accepted")]
    WrongPasskey,
    #[error("the account has as many passkeys as it may have")]
    TooManyPasskeys,
    #[error("passkeys need a domain name, not an address")]
    NoDomain,
    /// The caller was asked for the password again.
    #[error("wrong password")]
    WrongPassword,
    #[error(transparent)]
    Store(#[from] StoreError),
    /// A failure of the host, such as missing randomness.
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

/// Why a token is not accepted.
#[derive(Debug, Error)]
pub enum SessionError {
    #[error("unknown token")]
    Unknown,
    /// The account signed in again.
    #[error("the session was replaced")]
    Replaced,
    /// Expired, unused for too long, or ended.
    #[error("the session has ended")]
    Expired,
    #[error(transparent)]
    Store(#[from] StoreError),
}
