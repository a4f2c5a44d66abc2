//! The public API under `/v1`: API keys instead of sessions, plain JSON, problem details (RFC 9457).

mod account;
mod check;
mod document;
mod encoding;
mod endpoints;
mod files;
mod gate;
mod generation;
mod lookup;
mod lookups;
mod metadata;
mod number;
mod once;
mod problem;
mod quote;
mod rejected;
mod request;
mod rerun;
mod results;
mod source;
mod start;
mod statement;
mod suppression;
mod task_changes;
mod task_object;
mod task_webhook;
mod tasks;
mod tus;
mod usage;

use axum::Router;
use axum::http::StatusCode;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use axum::routing::{any, get, options};
use serde_json::Value;
use utoipa::OpenApi;
use utoipa_axum::routes;

use self::gate::GateLayer;
pub use self::lookup::{MOST_DAYS as LOOKUP_DAYS, WITHIN as LOOKUP_WITHIN};
use self::number::CheckObject;
use self::problem::ProblemBody;
pub use self::problem::{Code, Problem};
use crate::app::App;
use crate::meter::Answered;
use crate::routing::OpenApiRouter;

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
        (name = "suppression", description = "Numbers that must not be contacted: they are never checked nor charged"),
        (name = "files", description = "Send a file first, and use it in one or several tasks"),
        (name = "generation", description = "Generate numbers, where the roles of the account allow it"),
        (name = "account", description = "Projects, balance and usage"),
        (name = "webhooks", description = "Messages that are sent to your server, and the endpoints that receive them"),
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
        .routes(routes!(tasks::upload))
        .routes(routes!(files::list, files::create))
        .routes(routes!(files::get, files::remove))
        .routes(routes!(tus::begin, tus::discover))
        .routes(routes!(tus::state, tus::append, tus::end))
        .routes(routes!(quote::quote))
        .routes(routes!(tasks::get, task_changes::remove))
        .routes(routes!(task_changes::pause))
        .routes(routes!(task_changes::resume))
        .routes(routes!(task_changes::cancel))
        .routes(routes!(rerun::rerun))
        .routes(routes!(statement::statement))
        .routes(routes!(results::results))
        .routes(routes!(rejected::list))
        .routes(routes!(endpoints::list, endpoints::create))
        .routes(routes!(endpoints::update, endpoints::remove))
        .routes(routes!(endpoints::rotate))
        .routes(routes!(endpoints::test))
        .routes(routes!(endpoints::deliveries))
        .routes(routes!(endpoints::resend))
        .routes(routes!(suppression::list, suppression::create))
        .routes(routes!(suppression::get, suppression::remove))
        .routes(routes!(suppression::add_numbers))
        .routes(routes!(suppression::remove_numbers))
        .routes(routes!(suppression::replace_numbers))
        .routes(routes!(generation::options))
        .routes(routes!(generation::count))
        .routes(routes!(generation::list, generation::create))
        .routes(routes!(generation::get, generation::remove))
        .routes(routes!(generation::numbers))
        .routes(routes!(account::projects))
        .routes(routes!(account::balance))
        .routes(routes!(usage::usage))
}

/// The public API. Its routes have full paths: nesting would rewrite the URI of every request.
pub fn router(app: &App) -> Router<App> {
    let (calls, document) = calls().split_for_parts();
    app.meter().register_all(&document, "", Answered::Public(StatusCode::OK));
    calls
        // As tus says, also for a file.
        .route("/v1/files/uploads/{id}", options(tus::discover))
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
    static TEXT: std::sync::LazyLock<String> = std::sync::LazyLock::new(|| document().to_string());
    ([(CONTENT_TYPE, "application/json"), (CACHE_CONTROL, "public, max-age=300")], TEXT.as_str())
        .into_response()
}

/// The OpenAPI document of the public API.
pub fn document() -> Value {
    let document = document::complete(calls().split_for_parts().1);
    document.unwrap_or_else(|error| panic!("the description of the public API is not valid JSON: {error}"))
}
