//! Invite codes: nobody registers without one.

use crate::clock::Timestamp;
use crate::id::Uid;

/// A code made by an administrator, good for a limited number of registrations.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InviteCode {
    /// What the new user types.
    pub code: String,
    /// Who made it.
    pub created_by: Uid,
    /// What it is for.
    pub note: String,
    /// How many accounts it can make.
    pub max_uses: i64,
    /// When it stops working.
    pub expires_at: Option<Timestamp>,
    /// When it was made.
    pub created_at: Timestamp,
}

/// A code and what became of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InviteRow {
    /// The code.
    pub invite: InviteCode,
    /// The name of who made it.
    pub created_by_name: String,
    /// How many accounts it has made.
    pub used: i64,
    /// Whether it works, as far as an administrator decides.
    pub enabled: bool,
}

/// What using a code gave.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum InviteUse {
    /// The code belongs to an account, which becomes the inviter.
    Account(Uid),
    /// An administrator's code; one use of it is gone.
    OneTime,
    /// No such code, or it is used up, expired, or its account is disabled.
    Refused,
}
