//! The audit log.

use async_trait::async_trait;
use numsift_model::audit::{AuditEntry, AuditRow};
use numsift_model::clock::Timestamp;
use numsift_model::id::Uid;
use numsift_model::page::{Listed, Page};

use crate::StoreResult;

/// Which lines are wanted.
#[derive(Debug, Clone, Default)]
pub struct AuditFilter {
    /// Done by this account.
    pub actor: Option<Uid>,
    /// Done to or as this account.
    pub subject: Option<Uid>,
    /// The beginning of the action.
    pub action: Option<String>,
    /// The address it came from.
    pub ip: Option<String>,
    /// Not before.
    pub from: Option<Timestamp>,
    /// Before.
    pub to: Option<Timestamp>,
    /// Part of the detail.
    pub search: Option<String>,
}

/// Calls about the audit log. The database refuses to change or delete a line.
#[async_trait]
pub trait Audit {
    /// Adds a line.
    async fn audit(&mut self, entry: &AuditEntry) -> StoreResult<()>;

    /// Lines, newest first.
    async fn audit_log(&mut self, filter: &AuditFilter, page: Page) -> StoreResult<Listed<AuditRow>>;
}
