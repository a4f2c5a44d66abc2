//! Middleware of all calls: trace ids, security headers, refusals in the caller's language, metrics, and panics that
//! end only their own request.

use std::any::Any;
use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::extract::{MatchedPath, Request, State};
use axum::http::header::{self, HeaderName, HeaderValue};
use axum::http::{HeaderMap, Method};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use numsift_model::limits::{CALL_S, UPLOAD_S};
use numsift_turns::serve;
use tracing::Instrument;

use crate::access_log::{Access, ConsoleAnswer, Visitor};
use crate::app::App;
use crate::caller::SID;
use crate::client::{Language, client_address};
use crate::messages::Message;
use crate::meter::{Answered, method_name};
use crate::refusal::Refusal;
use crate::trace::TraceId;

/// Tells the client which version is running, so that it notices an update.
const VERSION: HeaderName = HeaderName::from_static("x-numsift-version");
const TRACE_ID: HeaderName = HeaderName::from_static("x-trace-id");
/// Time limit of a call.
pub const TIMEOUT: Duration = Duration::from_secs(CALL_S);
/// Time limit of an upload, also over a slow connection.
pub const UPLOAD_TIMEOUT: Duration = Duration::from_secs(UPLOAD_S);

/// Renders refusals, counts and times console calls.
pub async fn console(State(app): State<App>, mut request: Request, next: Next) -> Response {
    let lang = Language::of(request.headers());
    let trace_id = app.trace_id();
    let path = request.extensions().get::<MatchedPath>().map_or("unknown", MatchedPath::as_str).to_owned();
    let method = method_name(request.method());
    let span = tracing::info_span!("call", trace_id, path);
    request.extensions_mut().insert(TraceId(trace_id.clone()));
    let began = Instant::now();

    let mut response = if is_from_another_site(&request) {
        Refusal::NotPermitted(Message::CrossSite).into_response()
    } else {
        let longest = if is_upload(&path) { UPLOAD_TIMEOUT } else { TIMEOUT };
        let answered = tokio::time::timeout(longest, served(&app, request, next, span.clone())).await;
        answered
            .unwrap_or_else(|_| span.in_scope(|| Refusal::internal("the call took too long")).into_response())
    };

    let (code, status) = match response.extensions_mut().remove::<Refusal>() {
        Some(refusal) => {
            response = axum::Json(refusal.render(lang, &trace_id)).into_response();
            let (code, meaning) = refusal.codes();
            (code, meaning.status())
        }
        None => (0, response.status()),
    };
    span.in_scope(|| tracing::debug!(code, elapsed = ?began.elapsed(), "answered"));
    app.meter().note(&path, method, Answered::Console { code, status }, began.elapsed());
    let answer = ConsoleAnswer { trace_id: trace_id.clone(), method, path, code, status };
    response.extensions_mut().insert(answer);

    let headers = response.headers_mut();
    headers.insert(VERSION, HeaderValue::from_static(env!("CARGO_PKG_VERSION")));
    if let Ok(value) = HeaderValue::from_str(&trace_id) {
        headers.insert(TRACE_ID, value);
    }
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response
}

/// Serves a call: on threads of their own if its account has used much computing time lately, so that the calls of others do
/// not wait for it.
async fn served(app: &App, request: Request, next: Next, span: tracing::Span) -> Response {
    let token = request.headers().get(SID).map(|sid| app.callers().token(sid));
    let caller = token.and_then(|token| app.callers().account(token));
    let visitor = request.extensions().get::<Arc<Visitor>>().cloned().unwrap_or_default();
    let who = visitor.clone();
    let call = next.run(request).instrument(span.clone());
    let answered = serve(caller, move || who.uid(), call).await;
    if let (Some(token), None, Some(uid)) = (token, caller, visitor.uid()) {
        app.callers().remember(token, uid);
    }
    answered.unwrap_or_else(|panic| span.in_scope(|| Refusal::internal(panic)).into_response())
}

/// Whether a call receives or reads a whole file.
fn is_upload(path: &str) -> bool {
    ["/task/upload", "/upload/append", "/upload/finish"].iter().any(|end| path.ends_with(end))
}

/// Whether a page of another site sent this call. Browsers tell; without this, any page could use up the login
/// attempts of its visitors.
fn is_from_another_site(request: &Request) -> bool {
    let site = request.headers().get("sec-fetch-site").map(HeaderValue::as_bytes);
    request.method() == Method::POST && matches!(site, Some(b"cross-site" | b"same-site"))
}

/// Adds the security headers. The page sets its own content security policy, with a nonce.
pub fn security_headers(mut response: Response) -> Response {
    set_security_headers(response.headers_mut());
    response
}

pub fn set_security_headers(headers: &mut HeaderMap) {
    const OPENER_POLICY: HeaderName = HeaderName::from_static("cross-origin-opener-policy");
    const PERMISSIONS_POLICY: HeaderName = HeaderName::from_static("permissions-policy");
    for (name, value) in [
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::X_FRAME_OPTIONS, "DENY"),
        (OPENER_POLICY, "same-origin"),
        (PERMISSIONS_POLICY, "camera=(), geolocation=(), microphone=()"),
    ] {
        headers.insert(name, HeaderValue::from_static(value));
    }
    headers.entry(header::REFERRER_POLICY).or_insert(HeaderValue::from_static("same-origin"));
    headers
        .entry(header::CONTENT_SECURITY_POLICY)
        .or_insert(HeaderValue::from_static("default-src 'none'; frame-ancestors 'none'"));
}

/// Answers a request whose handler panicked, and logs the cause.
#[allow(clippy::needless_pass_by_value)] // The layer's signature.
pub fn panicked(panic: Box<dyn Any + Send>) -> Response {
    Refusal::internal(format!("panic: {}", panic_text(&*panic))).into_response()
}

/// The message of a panic.
pub fn panic_text(panic: &(dyn Any + Send)) -> &str {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    text.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("unknown cause")
}

/// Logs console calls. Outside the compression, so that the bytes are those that were sent.
pub async fn log_console(State(app): State<App>, mut request: Request, next: Next) -> Response {
    let began = Instant::now();
    let address = client_address(request.extensions(), request.headers(), &app);
    let visitor = Arc::new(Visitor::default());
    request.extensions_mut().insert(visitor.clone());
    let mut response = next.run(request).await;
    let Some(answer) = response.extensions_mut().remove::<ConsoleAnswer>() else { return response };
    if !app.access_log.wants(answer.status) {
        return response;
    }
    let access = Access {
        time: app.clock.now().rfc3339(),
        request_id: answer.trace_id,
        method: answer.method,
        path: answer.path,
        status: answer.status.as_u16(),
        code: Some(answer.code),
        duration_ms: 0.0,
        bytes: 0,
        uid: visitor.uid(),
        key: None,
        address,
    };
    app.access_log.note(access, began, response)
}
