//! System health: what a check of the installation finds.

use axum::extract::State;
use numsift_model::clock::Timestamp;
use numsift_model::health::{Fact, Finding, Verdict};
use numsift_store::StoreResult;
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::ToSchema;
use utoipa_axum::routes;

use crate::app::App;
use crate::body::Body;
use crate::caller::{Allowed, SystemHealth};
use crate::client::Language;
use crate::envelope::{Envelope, Reply, ok};
use crate::routing::OpenApiRouter;

pub fn calls() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(health))
}

/// Which report to return.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct SystemHealthRequest {
    /// Check again, even if the last report is recent. Reports of the last seconds are returned nevertheless.
    #[serde(default)]
    again: bool,
}

/// What was found, in the caller's language.
#[derive(Serialize, ToSchema)]
struct SystemHealthAnswer {
    checked_at: Timestamp,
    /// The worst verdict of all findings.
    verdict: Verdict,
    /// The worst first.
    findings: Vec<Finding>,
}

/// Checks the installation, or returns a recent report. Objects are written and deleted during a check.
#[utoipa::path(post, path = "/system/health", tag = "settings", request_body = SystemHealthRequest,
    responses((status = 200, body = Envelope<SystemHealthAnswer>)), security(("sid" = [])))]
async fn health(
    caller: Allowed<SystemHealth>,
    State(app): State<App>,
    Language(lang): Language,
    Body(request): Body<SystemHealthRequest>,
) -> Reply<SystemHealthAnswer> {
    let (report, new) = app.health.report(request.again).await;
    let mut findings: Vec<Finding> = report.facts.iter().map(|fact| fact.finding(lang)).collect();
    let mut verdict = report.verdict();
    // A database that cannot be written is a finding, and no reason to withhold the others.
    if new && let Err(error) = record(&app, &caller, verdict).await {
        tracing::warn!(%error, "failed to record a check of the installation");
        findings.insert(0, Fact::DatabaseReadOnly { detail: error.to_string() }.finding(lang));
        verdict = Verdict::Failed;
    }
    Ok(ok(SystemHealthAnswer { checked_at: report.checked_at, verdict, findings }))
}

async fn record(app: &App, caller: &Allowed<SystemHealth>, verdict: Verdict) -> StoreResult<()> {
    let mut tx = app.store.begin().await?;
    let entry = caller.did("system/health", app.clock.now()).with(&json!({ "verdict": verdict })).entry();
    tx.audit(&entry).await?;
    tx.save().await
}
