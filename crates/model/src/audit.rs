//! The audit log.

use crate::clock::Timestamp;
use crate::id::Uid;

/// An entry of the audit log. Append-only; contains no secrets.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AuditEntry {
    pub at: Timestamp,
    /// The account that acted: staff during a visit. `None` is the system or the command line.
    pub actor: Option<Uid>,
    /// The account that was affected.
    pub subject: Option<Uid>,
    /// Written `module/action`.
    pub action: String,
    /// Client address; empty for the command line.
    pub ip: String,
    /// JSON.
    pub detail: String,
}

/// An entry as it is listed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AuditRow {
    pub id: i64,
    pub entry: AuditEntry,
    pub actor_name: Option<String>,
    pub subject_name: Option<String>,
}

/// A link of the chain over the audit log: an entry and a code that depends on it and on all links before.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AuditLink {
    /// Position in the chain, from 1.
    pub seq: i64,
    /// The entry.
    pub id: i64,
    pub sealed_at: Timestamp,
    pub code: [u8; 32],
}
