//! Who did what, to whom, when and from where.

use crate::clock::Timestamp;
use crate::id::Uid;

/// A line of the audit log. Append-only; secrets never go in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AuditEntry {
    /// When.
    pub at: Timestamp,
    /// Who really acted; `None` is the system or the command line.
    pub actor: Option<Uid>,
    /// Whose account it was done as or to.
    pub subject: Option<Uid>,
    /// What, as `module/action`.
    pub action: String,
    /// The address it came from; empty for the command line.
    pub ip: String,
    /// More about it, as JSON.
    pub detail: String,
}

/// A line as readers of the log see it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AuditRow {
    /// Its number.
    pub id: i64,
    /// The line.
    pub entry: AuditEntry,
    /// The actor's name.
    pub actor_name: Option<String>,
    /// The subject's name.
    pub subject_name: Option<String>,
}
