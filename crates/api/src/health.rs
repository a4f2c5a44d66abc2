//! Liveness, readiness and metrics.

use std::sync::Arc;

use axum::Router;
use axum::extract::{Extension, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use metrics_exporter_prometheus::PrometheusHandle;
use numsift_store::Store;

use crate::app::App;
use crate::client::Peer;

/// The process is alive.
pub async fn healthz() -> &'static str {
    "ok"
}

/// The database answers and the server is not stopping.
pub async fn readyz(State(app): State<App>) -> Response {
    if app.is_stopping() {
        return (StatusCode::SERVICE_UNAVAILABLE, "stopping").into_response();
    }
    database_answers(&*app.store).await
}

async fn database_answers(store: &dyn Store) -> Response {
    match store.ping().await {
        Ok(()) => "ready".into_response(),
        Err(error) => {
            tracing::warn!(%error, "not ready");
            (StatusCode::SERVICE_UNAVAILABLE, "the database does not answer").into_response()
        }
    }
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
pub fn worker_router(store: Arc<dyn Store>, metrics: PrometheusHandle) -> Router {
    Router::new()
        .route("/healthz", get(healthz))
        .route("/readyz", get(async move || database_answers(&*store).await))
        .route("/metrics", get(async move || rendered(&metrics)))
}
