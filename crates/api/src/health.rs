//! Liveness, readiness and metrics.

use std::sync::Arc;

use axum::Router;
use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use metrics_exporter_prometheus::PrometheusHandle;
use numsift_store::Store;

use crate::app::App;

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

fn rendered(metrics: &PrometheusHandle) -> Response {
    ([(header::CONTENT_TYPE, "text/plain; version=0.0.4")], metrics.render()).into_response()
}

/// Health checks and metrics. They have an address of their own, which a proxy for the console does not reach; every client
/// that reaches it may read the metrics.
pub fn metrics_router(store: Arc<dyn Store>, metrics: PrometheusHandle) -> Router {
    Router::new()
        .route("/healthz", get(healthz))
        .route("/readyz", get(async move || database_answers(&*store).await))
        .route("/metrics", get(async move || rendered(&metrics)))
}
