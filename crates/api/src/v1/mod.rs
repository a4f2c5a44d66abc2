//! The public API under `/v1`: API keys instead of sessions, plain JSON, problem details (RFC 9457).

mod account;
mod gate;
mod lookup;
mod lookups;
mod number;
mod once;
mod problem;
mod request;
mod results;
mod statement;
mod tasks;

use axum::Router;
use axum::http::StatusCode;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use axum::routing::{any, get};
use utoipa::OpenApi;
use utoipa::openapi::content::Content;
use utoipa::openapi::path::Operation;
use utoipa::openapi::security::{Http, HttpAuthScheme, SecurityScheme};
use utoipa::openapi::{Ref, RefOr, ResponseBuilder};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use self::gate::GateLayer;
pub use self::lookup::{MOST_DAYS as LOOKUP_DAYS, WITHIN as LOOKUP_WITHIN};
use self::number::CheckObject;
use self::problem::ProblemBody;
pub use self::problem::{Code, Problem};
use crate::app::App;
use crate::meter::Answered;

#[derive(OpenApi)]
#[openapi(
    info(
        title = "Numsift API",
        description = "Check up to 100 phone numbers at once, or many as a task. Amounts are integers in ten-thousandths \
            of a point; times are RFC 3339 in UTC. Send the key as `Authorization: Bearer ns_…`."
    ),
    tags(
        (name = "lookup", description = "Check up to 100 numbers and get the answers in the same request"),
        (name = "tasks", description = "Check many numbers in the background"),
        (name = "account", description = "Projects and balance"),
    ),
    components(schemas(ProblemBody, CheckObject))
)]
struct Base;

fn calls() -> OpenApiRouter<App> {
    OpenApiRouter::with_openapi(Base::openapi())
        .routes(routes!(lookup::lookup))
        .routes(routes!(lookups::list, lookup::create))
        .routes(routes!(lookups::get))
        .routes(routes!(tasks::list, tasks::create))
        .routes(routes!(tasks::get))
        .routes(routes!(tasks::cancel))
        .routes(routes!(statement::statement))
        .routes(routes!(results::results))
        .routes(routes!(account::projects))
        .routes(routes!(account::balance))
}

/// The public API. Its routes have full paths: nesting would rewrite the URI of every request.
pub fn router(app: &App) -> Router<App> {
    let (calls, document) = calls().split_for_parts();
    app.meter().register_all(&document, "", Answered::Public(StatusCode::OK));
    calls
        .route("/v1/openapi.json", get(openapi))
        .method_not_allowed_fallback(async || {
            Problem::new(Code::MethodNotAllowed, "see the Allow header for the allowed methods")
        })
        .route("/v1", any(not_found))
        .route("/v1/", any(not_found))
        .route("/v1/{*rest}", any(not_found))
        .layer(GateLayer::new(app.clone()))
}

async fn not_found() -> Problem {
    Problem::new(Code::NotFound, "no such path")
}

async fn openapi() -> Response {
    static TEXT: std::sync::LazyLock<String> =
        std::sync::LazyLock::new(|| serde_json::to_string(&document()).unwrap_or_default());
    ([(CONTENT_TYPE, "application/json"), (CACHE_CONTROL, "public, max-age=300")], TEXT.as_str())
        .into_response()
}

/// The OpenAPI document of the public API.
pub fn document() -> utoipa::openapi::OpenApi {
    let mut document = calls().split_for_parts().1;
    let key = SecurityScheme::Http(Http::new(HttpAuthScheme::Bearer));
    document.components.get_or_insert_default().add_security_scheme("key", key);
    // Paths are relative to the server, which is `/v1`.
    let paths = std::mem::take(&mut document.paths.paths);
    let relative = |path: String| path.strip_prefix("/v1").map(str::to_owned).unwrap_or(path);
    document.paths.paths = paths.into_iter().map(|(path, item)| (relative(path), item)).collect();
    for item in document.paths.paths.values_mut() {
        for operation in [&mut item.get, &mut item.post].into_iter().flatten() {
            add_problems(operation);
        }
    }
    document.servers = Some(vec![utoipa::openapi::Server::new("/v1")]);
    document
}

/// Describes the problems that an operation can report.
fn add_problems(operation: &mut Operation) {
    let posts = operation.request_body.is_some();
    let name = operation.operation_id.clone().unwrap_or_default();
    let fits = |code: Code| match code {
        Code::InsufficientBalance
        | Code::PayloadTooLarge
        | Code::UnsupportedMediaType
        | Code::Unprocessable => posts,
        Code::IdempotencyConflict | Code::IdempotencyMismatch => posts || name == "cancel_task",
        Code::TaskState => name == "cancel_task",
        Code::LimitReached => name == "create_task",
        // Unknown tasks and lookups.
        Code::NotFound => !matches!(
            name.as_str(),
            "lookup" | "create_lookups" | "list_lookups" | "list_projects" | "get_balance"
        ),
        _ => true,
    };
    let mut by_status = std::collections::BTreeMap::<String, Vec<Code>>::new();
    for code in Code::ALL.iter().copied().filter(|code| fits(*code)) {
        by_status.entry(code.status().as_str().to_owned()).or_default().push(code);
    }
    for (status, codes) in by_status {
        let text: Vec<_> =
            codes.iter().map(|code| format!("`{}`: {}", code.as_str(), code.title())).collect();
        let response = ResponseBuilder::new()
            .description(text.join("; "))
            .content("application/problem+json", Content::new(Some(Ref::from_schema_name("Problem"))))
            .build();
        operation.responses.responses.insert(status, RefOr::T(response));
    }
}
