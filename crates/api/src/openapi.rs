//! All routes, and the OpenAPI document that describes them.

use axum::Router;
use axum::http::StatusCode;
use axum::routing::get;
use tower::util::MapResponseLayer;
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::compression::CompressionLayer;
use utoipa::OpenApi;
use utoipa::openapi::RefOr;
use utoipa::openapi::path::Operation;
use utoipa::openapi::security::{ApiKey, ApiKeyValue, SecurityScheme};
use utoipa_axum::routes;

use crate::app::App;
use crate::caller::SID;
use crate::meter::Answered;
use crate::refusal::Refusal;
use crate::routing::OpenApiRouter;
use crate::{console, events, health, middleware, v1, web};

mod complete;

#[derive(OpenApi)]
#[openapi(info(
    title = "Numsift console",
    description = "Calls of the console. Every answer is `{code, msg, data}`; code 0 means success."
))]
struct Base;

/// The console's calls, relative to `/api`.
fn calls() -> OpenApiRouter<App> {
    OpenApiRouter::with_openapi(Base::openapi()).merge(console::calls()).routes(routes!(events::listen))
}

/// All routes of the server.
pub fn router(app: App) -> Router {
    let (calls, document) = calls().split_for_parts();
    app.meter().register_all(&document, "/api", Answered::Console { code: 0, status: StatusCode::OK });
    let calls = calls
        .fallback(async || Refusal::NotFound)
        .method_not_allowed_fallback(async || Refusal::NotFound)
        .layer(CatchPanicLayer::custom(middleware::panicked))
        .layer(axum::middleware::from_fn_with_state(app.clone(), middleware::console))
        .layer(CompressionLayer::new())
        .layer(axum::middleware::from_fn_with_state(app.clone(), middleware::log_console));
    Router::new()
        .nest("/api", calls)
        .route("/healthz", get(health::healthz))
        .route("/readyz", get(health::readyz))
        .fallback(web::answer)
        .layer(MapResponseLayer::new(middleware::security_headers))
        // Outside that layer, because every layer costs time: these routes set the headers themselves.
        .merge(v1::router(&app))
        .with_state(app)
}

/// Every response needs a description.
fn describe_success(operation: &mut Operation) {
    for response in operation.responses.responses.values_mut() {
        if let RefOr::T(response) = response
            && response.description.is_empty()
        {
            "Success".clone_into(&mut response.description);
        }
    }
}

/// The OpenAPI document of the console's calls.
pub fn document() -> utoipa::openapi::OpenApi {
    let mut document = calls().split_for_parts().1;
    let sid = SecurityScheme::ApiKey(ApiKey::Header(ApiKeyValue::new(SID)));
    document.components.get_or_insert_default().add_security_scheme("sid", sid);
    // Named after their paths, because handlers of several families are called `list`.
    for (path, item) in &mut document.paths.paths {
        let name = path.trim_matches('/').replace(['/', '{', '}'], "_");
        let prefix = if item.get.is_some() && item.post.is_some() { "get_" } else { "" };
        for (operation, prefix) in [(&mut item.get, prefix), (&mut item.post, "")] {
            let Some(operation) = operation else { continue };
            operation.operation_id = Some(format!("{prefix}{}", name.trim_end_matches('_')));
            describe_success(operation);
        }
    }
    document.servers = Some(vec![utoipa::openapi::Server::new("/api")]);
    complete::complete_answers(&mut document);
    document
}
