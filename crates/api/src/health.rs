//! Liveness, readiness and metrics.

use std::sync::Arc;

use axum::Router;
use axum::extract::{Extension, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use metrics_exporter_prometheus::PrometheusHandle;

use crate::app::App;
use crate::client::Peer;
use crate::readiness::Readiness;

/// The process is alive.
pub async fn healthz() -> &'static str {
    "ok"
}

/// The server is not stopping, and everything it depends on works.
pub async fn readyz(State(app): State<App>) -> Response {
    if app.is_stopping() {
        return (StatusCode::SERVICE_UNAVAILABLE, "stopping").into_response();
    }
    ready_or_not(&app.readiness).await
}

async fn ready_or_not(readiness: &Readiness) -> Response {
    let problems = readiness.problems().await;
    if problems.is_empty() {
        return "ready".into_response();
    }
    (StatusCode::SERVICE_UNAVAILABLE, problems.join("\n")).into_response()
}

/// Metrics for Prometheus, only for local clients. Forwarded requests are refused, so that a proxy on the same machine
/// does not expose them by accident.
pub async fn metrics(State(app): State<App>, peer: Option<Extension<Peer>>, headers: HeaderMap) -> Response {
    let local = peer.is_some_and(|Extension(Peer(peer))| peer.ip().to_canonical().is_loopback());
    let forwarded = headers.contains_key("x-forwarded-for") || headers.contains_key(header::FORWARDED);
    match &app.metrics {
        Some(metrics) if local && !forwarded => rendered(metrics),
        _ => StatusCode::NOT_FOUND.into_response(),
    }
}

fn rendered(metrics: &PrometheusHandle) -> Response {
    ([(header::CONTENT_TYPE, "text/plain; version=0.0.4")], metrics.render()).into_response()
}

/// The routes of a worker process. They have a separate address; every client that reaches it may read the metrics.
pub fn worker_router(readiness: Arc<Readiness>, metrics: PrometheusHandle) -> Router {
    Router::new()
        .route("/healthz", get(healthz))
        .route("/readyz", get(async move || ready_or_not(&readiness).await))
        .route("/metrics", get(async move || rendered(&metrics)))
}
