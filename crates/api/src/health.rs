//! Liveness, readiness and metrics.

use std::sync::Arc;

use axum::Router;
use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;

use crate::app::App;
use crate::monitoring::Metrics;
use crate::readiness::Readiness;

/// The process is alive.
pub async fn healthz() -> &'static str {
    "ok"
}

/// The server is not stopping, and everything it depends on works.
pub async fn readyz(State(app): State<App>) -> Response {
    ready_or_not(&app.readiness).await
}

async fn ready_or_not(readiness: &Readiness) -> Response {
    let problems = readiness.problems().await;
    if problems.is_empty() {
        return "ready".into_response();
    }
    (StatusCode::SERVICE_UNAVAILABLE, problems.join("\n")).into_response()
}

async fn rendered(metrics: &Metrics) -> Response {
    ([(header::CONTENT_TYPE, "text/plain; version=0.0.4")], metrics.render().await).into_response()
}

/// Health checks and metrics. They have an address of their own, which a proxy for the console does not reach; every client
/// that reaches it may read the metrics.
pub fn metrics_router(readiness: Arc<Readiness>, metrics: Arc<Metrics>) -> Router {
    Router::new()
        .route("/healthz", get(healthz))
        .route("/readyz", get(async move || ready_or_not(&readiness).await))
        .route("/metrics", get(async move || rendered(&metrics).await))
}
