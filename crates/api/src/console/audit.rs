//! The audit log.

use axum::extract::State;
use numsift_model::audit::AuditRow;
use numsift_model::clock::Timestamp;
use numsift_model::id::Uid;
use numsift_model::page::Page;
use numsift_store::{AuditFilter, Tx};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::app::App;
use crate::body::Body;
use crate::caller::{Allowed, AuditList};
use crate::download::{self, Download, Link};
use crate::envelope::{Envelope, ListAnswer, Reply, first_page, ok, page_of, page_size};
use crate::refusal::Refusal;

pub fn calls() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(list)).routes(routes!(export))
}

/// Which lines.
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

/// What the lines must have.
#[derive(Debug, Clone, Default, Serialize, Deserialize, ToSchema)]
#[serde(default, deny_unknown_fields)]
pub struct AuditFilterRequest {
    actor: Option<Uid>,
    subject: Option<Uid>,
    /// The beginning of the action.
    action: Option<String>,
    ip: Option<String>,
    /// Not before.
    from: Option<Timestamp>,
    /// Before.
    to: Option<Timestamp>,
    /// Part of the detail.
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

/// A line of the log.
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
    /// `before`, `after` and more, as far as the action has them.
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

/// Lines of the audit log, newest first.
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

/// Which lines go into the file.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct AuditExportRequest {
    #[serde(default)]
    filter: AuditFilterRequest,
}

/// A link to the log as CSV.
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
    let download = Download::Audit { filter: request.filter };
    Ok(ok(download::link(&app, &caller, &download).await?))
}

pub fn export_header() -> Vec<String> {
    ["id", "at", "actor", "actor_name", "subject", "subject_name", "action", "ip", "detail"]
        .map(String::from)
        .to_vec()
}

/// A page of the file.
pub async fn export_rows(
    tx: &mut dyn Tx,
    filter: &AuditFilterRequest,
    page: Page,
) -> Result<Vec<Vec<String>>, Refusal> {
    let listed = tx.audit_log(&filter.checked(), page).await?;
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
