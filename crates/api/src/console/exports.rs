//! The call that follows download links, and the kinds of files behind them.

use axum::extract::{Path, State};
use axum::http::header::ALLOW;
use axum::http::{Method, StatusCode};
use axum::response::{IntoResponse, Response};
use utoipa_axum::routes;

use crate::app::App;
use crate::console::audit::AuditExport;
use crate::console::comparison::DifferenceExport;
use crate::console::finance::MovementExport;
use crate::console::generation::RunExport;
use crate::console::income::IncomeExport;
use crate::console::lists::ListExport;
use crate::console::lookups::LookupExport;
use crate::console::recharge::OrderExport;
use crate::console::task_results::ResultExport;
use crate::console::users::UserExport;
use crate::download::{ExportKind, follow};
use crate::refusal::Refusal;
use crate::routing::OpenApiRouter;

const KINDS: &[ExportKind] = &[
    ExportKind::of::<AuditExport>(),
    ExportKind::of::<DifferenceExport>(),
    ExportKind::of::<IncomeExport>(),
    ExportKind::of::<ListExport>(),
    ExportKind::of::<LookupExport>(),
    ExportKind::of::<MovementExport>(),
    ExportKind::of::<OrderExport>(),
    ExportKind::of::<ResultExport>(),
    ExportKind::of::<RunExport>(),
    ExportKind::of::<UserExport>(),
];

pub fn calls() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(fetch))
}

/// Sends the file behind a download link.
#[utoipa::path(get, path = "/file/{token}", tag = "file", params(("token" = String, Path)),
    responses((status = 200, content_type = "text/csv", body = String)), security(()))]
async fn fetch(
    State(app): State<App>,
    method: Method,
    Path(token): Path<String>,
) -> Result<Response, Refusal> {
    // Link previews and virus scanners send HEAD, which must not use up the link.
    if method == Method::HEAD {
        return Ok((StatusCode::METHOD_NOT_ALLOWED, [(ALLOW, "GET")]).into_response());
    }
    follow(app, &token, KINDS).await
}
