//! Invite codes. Registration requires one.

use crate::clock::Timestamp;
use crate::id::Uid;

/// A code created by staff, valid for a limited number of registrations.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InviteCode {
    pub code: String,
    pub created_by: Uid,
    pub note: String,
    pub max_uses: i64,
    pub expires_at: Option<Timestamp>,
    pub created_at: Timestamp,
}

/// A code as it is listed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InviteRow {
    pub invite: InviteCode,
    pub created_by_name: String,
    /// Number of registrations so far.
    pub used: i64,
    pub enabled: bool,
}

/// The result of using a code.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum InviteUse {
    /// The code of an account, which becomes the inviter.
    Account(Uid),
    /// A code created by staff; one of its uses is consumed.
    OneTime,
    /// The code is unknown, used up or expired, or its account is disabled.
    Refused,
}
