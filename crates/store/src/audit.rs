//! The audit log.

use async_trait::async_trait;
use numsift_model::audit::{AuditEntry, AuditLink, AuditRow};
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

    /// Adds several entries, in this order.
    async fn audit_all(&mut self, entries: &[AuditEntry]) -> StoreResult<()>;

    /// Entries, newest first.
    async fn audit_log(&mut self, filter: &AuditFilter, page: Page) -> StoreResult<Listed<AuditRow>>;

    /// The last link of the chain.
    async fn last_audit_link(&mut self) -> StoreResult<Option<AuditLink>>;

    /// The id of an entry that was sealed at that time or before; 0 if there is none. Entries with lower ids that are
    /// not sealed yet were committed late.
    async fn audit_sealed_by(&mut self, at: Timestamp) -> StoreResult<i64>;

    /// Entries with a higher id that are in no link, in the order of their ids.
    async fn unsealed_audit(&mut self, after: i64, limit: i64) -> StoreResult<Vec<(i64, AuditEntry)>>;

    /// Counts the entries up to that time that are in no link.
    async fn count_unsealed_audit(&mut self, until: Timestamp) -> StoreResult<i64>;

    /// Appends a link; `false` if another node was faster.
    async fn add_audit_link(&mut self, link: &AuditLink) -> StoreResult<bool>;

    /// The links after a position, each with its entry, or `None` if the entry is gone.
    async fn audit_links(
        &mut self,
        after: i64,
        limit: i64,
    ) -> StoreResult<Vec<(AuditLink, Option<AuditEntry>)>>;
}
