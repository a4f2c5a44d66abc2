//! The audit log.

use async_trait::async_trait;
use axum::extract::State;
use axum::response::Response;
use numsift_model::account::Account;
use numsift_model::audit::AuditRow;
use numsift_model::clock::Timestamp;
use numsift_model::id::Uid;
use numsift_model::permission::Permission;
use numsift_store::{AuditFilter, Tx};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;
use utoipa_axum::routes;

use crate::app::App;
use crate::body::Body;
use crate::caller::{Allowed, AuditList};
use crate::download::{Export, Link, Position, Table, link, send_table};
use crate::envelope::{Envelope, ListAnswer, Reply, first_page, ok, page_of, page_size};
use crate::refusal::Refusal;
use crate::routing::OpenApiRouter;

pub fn calls() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(list)).routes(routes!(export))
}

/// Which entries to return.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct AuditListRequest {
    /// From 1.
    #[serde(default = "first_page")]
    page: i64,
    /// 1 to 200.
    #[serde(default = "page_size")]
    size: i64,
    #[serde(default)]
    filter: AuditFilterRequest,
}

/// Filter for audit log entries.
#[derive(Debug, Clone, Default, Serialize, Deserialize, ToSchema)]
#[serde(default, deny_unknown_fields)]
pub struct AuditFilterRequest {
    actor: Option<Uid>,
    subject: Option<Uid>,
    /// Prefix of the action.
    action: Option<String>,
    ip: Option<String>,
    /// Inclusive.
    from: Option<Timestamp>,
    /// Exclusive.
    to: Option<Timestamp>,
    /// Text within the detail.
    search: Option<String>,
}

impl AuditFilterRequest {
    fn checked(&self) -> AuditFilter {
        let text = |text: &Option<String>| {
            text.as_deref().map(str::trim).filter(|text| !text.is_empty()).map(str::to_owned)
        };
        AuditFilter {
            actor: self.actor,
            subject: self.subject,
            action: text(&self.action),
            ip: text(&self.ip),
            from: self.from,
            to: self.to,
            search: text(&self.search),
        }
    }
}

/// An entry of the audit log.
#[derive(Serialize, ToSchema)]
struct AuditView {
    id: i64,
    at: Timestamp,
    actor: Option<Uid>,
    actor_name: Option<String>,
    subject: Option<Uid>,
    subject_name: Option<String>,
    action: String,
    ip: String,
    /// `before`, `after` and more, depending on the action.
    #[schema(value_type = Object)]
    detail: Value,
}

impl From<AuditRow> for AuditView {
    fn from(row: AuditRow) -> Self {
        Self {
            id: row.id,
            at: row.entry.at,
            actor: row.entry.actor,
            actor_name: row.actor_name,
            subject: row.entry.subject,
            subject_name: row.subject_name,
            action: row.entry.action,
            ip: row.entry.ip,
            detail: serde_json::from_str(&row.entry.detail).unwrap_or(Value::Null),
        }
    }
}

/// Lists the audit log, newest first.
#[utoipa::path(post, path = "/audit/list", tag = "audit", request_body = AuditListRequest,
    responses((status = 200, body = Envelope<ListAnswer<AuditView>>)), security(("sid" = [])))]
async fn list(
    _: Allowed<AuditList>,
    State(app): State<App>,
    Body(request): Body<AuditListRequest>,
) -> Reply<ListAnswer<AuditView>> {
    let page = page_of(request.page, request.size)?;
    let listed = app.store.read().await?.audit_log(&request.filter.checked(), page).await?;
    Ok(ok(ListAnswer { items: listed.items.into_iter().map(AuditView::from).collect(), total: listed.total }))
}

/// Which entries to export.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct AuditExportRequest {
    #[serde(default)]
    filter: AuditFilterRequest,
}

/// Creates a download link to the audit log as CSV.
#[utoipa::path(post, path = "/audit/export", tag = "audit", request_body = AuditExportRequest,
    responses((status = 200, body = Envelope<Link>)), security(("sid" = [])))]
async fn export(
    caller: Allowed<AuditList>,
    State(app): State<App>,
    Body(request): Body<AuditExportRequest>,
) -> Reply<Link> {
    let mut tx = app.store.begin().await?;
    tx.audit(&caller.did("audit/export", app.clock.now()).entry()).await?;
    tx.save().await?;
    Ok(ok(link(&app, &caller, &AuditExport { filter: request.filter }).await?))
}

#[derive(Serialize, Deserialize)]
pub struct AuditExport {
    filter: AuditFilterRequest,
}

impl Export for AuditExport {
    const KIND: &'static str = "audit";
    const PERMISSION: Permission = Permission::AuditList;

    async fn respond(self, app: App, account: Account) -> Result<Response, Refusal> {
        send_table(app, account, Box::new(self)).await
    }
}

#[async_trait]
impl Table for AuditExport {
    fn name(&self) -> &'static str {
        "audit-log"
    }

    fn header(&self, _: &Account) -> Vec<String> {
        ["id", "at", "actor", "actor_name", "subject", "subject_name", "action", "ip", "detail"]
            .map(String::from)
            .to_vec()
    }

    async fn rows(
        &self,
        tx: &mut dyn Tx,
        _: &Account,
        _: Timestamp,
        position: &mut Position,
    ) -> Result<Vec<Vec<String>>, Refusal> {
        let listed = tx.audit_log(&self.filter.checked(), position.page).await?;
        let uid = |uid: Option<Uid>| uid.map(|uid| uid.to_string()).unwrap_or_default();
        let row = |row: AuditRow| {
            vec![
                row.id.to_string(),
                row.entry.at.rfc3339(),
                uid(row.entry.actor),
                row.actor_name.unwrap_or_default(),
                uid(row.entry.subject),
                row.subject_name.unwrap_or_default(),
                row.entry.action,
                row.entry.ip,
                row.entry.detail,
            ]
        };
        Ok(listed.items.into_iter().map(row).collect())
    }
}
