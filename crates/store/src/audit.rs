//! The audit log.

use async_trait::async_trait;
use numsift_model::audit::{AuditEntry, AuditRow};
use numsift_model::clock::Timestamp;
use numsift_model::id::Uid;
use numsift_model::page::{Listed, Page};

use crate::StoreResult;

#[derive(Debug, Clone, Default)]
pub struct AuditFilter {
    pub actor: Option<Uid>,
    /// The account that was acted on.
    pub subject: Option<Uid>,
    /// Prefix of the action.
    pub action: Option<String>,
    pub ip: Option<String>,
    /// Inclusive.
    pub from: Option<Timestamp>,
    /// Exclusive.
    pub to: Option<Timestamp>,
    /// Part of the detail.
    pub search: Option<String>,
}

/// The database refuses to change or delete entries.
#[async_trait]
pub trait Audit {
    async fn audit(&mut self, entry: &AuditEntry) -> StoreResult<()>;

    /// Entries, newest first.
    async fn audit_log(&mut self, filter: &AuditFilter, page: Page) -> StoreResult<Listed<AuditRow>>;
}
