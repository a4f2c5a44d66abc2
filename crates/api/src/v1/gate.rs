//! Around every request to the public API: who sends it, how often, and what came of it.

use std::any::Any;
use std::convert::Infallible;
use std::marker::PhantomData;
use std::panic::AssertUnwindSafe;
use std::pin::Pin;
use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Arc, OnceLock};
use std::task::{Context, Poll};
use std::time::{Duration, Instant};

use axum::extract::{FromRequestParts, MatchedPath, Request};
use axum::http::header::{AUTHORIZATION, CACHE_CONTROL, HeaderName, HeaderValue};
use axum::http::request::Parts;
use axum::http::{HeaderMap, Method};
use axum::response::{IntoResponse, Response};
use futures_util::FutureExt as _;
use numsift_api_keys::{Admitted, Limits, Spent, WINDOW_S};
use numsift_model::account::Account;
use numsift_model::api_key::{ApiScope, ApiUsage, LimitClass};
use numsift_model::audit::AuditEntry;
use numsift_model::clock::Timestamp;
use numsift_store::Scope;
use serde_json::Value;
use tower::{Layer, Service};
use tracing::{Instrument as _, Span};

use super::problem::{Code, Problem};
use crate::app::App;
use crate::client::client_address;
use crate::middleware::{TIMEOUT, UPLOAD_TIMEOUT, set_security_headers};

const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");
const RATE_LIMIT: HeaderName = HeaderName::from_static("ratelimit");
const RATE_LIMIT_POLICY: HeaderName = HeaderName::from_static("ratelimit-policy");
const LOOKUP: &str = "/v1/lookup";
/// About as many headers as an answer has.
const HEADERS: usize = 12;

/// What is learnt about a request on its way in, for those who see its answer on the way out.
struct Visit {
    trace_id: String,
    path: Option<MatchedPath>,
    span: OnceLock<Span>,
    who: OnceLock<(Admitted, Spent)>,
    lookups: AtomicI64,
    numbers: AtomicI64,
}

impl Visit {
    fn new(trace_id: String, path: Option<MatchedPath>) -> Self {
        let (lookups, numbers) = (AtomicI64::new(0), AtomicI64::new(0));
        Self { trace_id, path, span: OnceLock::new(), who: OnceLock::new(), lookups, numbers }
    }

    fn path(&self) -> &str {
        self.path.as_ref().map_or("unknown", MatchedPath::as_str)
    }

    /// What names the request in the log.
    fn span(&self) -> &Span {
        self.span.get_or_init(|| tracing::info_span!("v1", trace_id = self.trace_id, path = self.path()))
    }
}

/// Counts, times and names every request; tells how often the key may still be used. A layer of its own
/// kind, because every request goes through it: axum's functions as layers copy and box much more.
#[derive(Clone)]
pub struct Around(pub App);

impl<S> Layer<S> for Around {
    type Service = Gated<S>;

    fn layer(&self, inner: S) -> Gated<S> {
        Gated { app: self.0.clone(), inner }
    }
}

/// A route of the public API with what is around it.
#[derive(Clone)]
pub struct Gated<S> {
    app: App,
    inner: S,
}

impl<S> Service<Request> for Gated<S>
where
    S: Service<Request, Response = Response, Error = Infallible>,
    S::Future: Send + 'static,
{
    type Response = Response;
    type Error = Infallible;
    type Future = Pin<Box<dyn Future<Output = Result<Response, Infallible>> + Send>>;

    fn poll_ready(&mut self, context: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
        self.inner.poll_ready(context)
    }

    fn call(&mut self, mut request: Request) -> Self::Future {
        let path = request.extensions().get::<MatchedPath>().cloned();
        let visit = Arc::new(Visit::new(self.app.trace_id(), path));
        request.extensions_mut().insert(visit.clone());
        let within = longest(request.method(), visit.path());
        let answer = self.inner.call(request);
        Box::pin(around(self.app.clone(), visit, within, answer))
    }
}

async fn around(
    app: App,
    visit: Arc<Visit>,
    within: Duration,
    answer: impl Future<Output = Result<Response, Infallible>>,
) -> Result<Response, Infallible> {
    let began = Instant::now();
    // Lookups are many and short: they enter the span themselves where there can be something to log.
    let span = if visit.path() == LOOKUP { Span::none() } else { visit.span().clone() };
    let answer = AssertUnwindSafe(answer).catch_unwind().instrument(span);
    let mut response = match tokio::time::timeout(within, answer).await {
        Ok(Ok(Ok(response))) => response,
        Ok(Err(panic)) => visit.span().in_scope(|| panicked(&*panic)).into_response(),
        Err(_) => visit.span().in_scope(|| Problem::internal("a request took too long")).into_response(),
    };

    let status = response.status();
    let headers = response.headers_mut();
    // At once, instead of growing with every few of them.
    headers.reserve(HEADERS);
    if let Some((admitted, spent)) = visit.who.get() {
        let usage = ApiUsage {
            requests: 1,
            refused: i64::from(status.as_u16() >= 400),
            lookups: visit.lookups.load(Ordering::Relaxed),
            numbers: visit.numbers.load(Ordering::Relaxed),
            points: 0,
        };
        app.api_keys.count(admitted, usage);
        headers.insert(RATE_LIMIT_POLICY, app.policies().of(spent.class));
        headers.insert(RATE_LIMIT, state(spent));
    }
    if let Ok(value) = HeaderValue::from_str(&visit.trace_id) {
        headers.insert(REQUEST_ID, value);
    }
    headers.entry(CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
    set_security_headers(headers);
    app.public_api().note(visit.path(), status, began.elapsed());
    Ok(response)
}

/// A panic is our fault: the caller gets an answer, the log gets the cause, others notice nothing.
fn panicked(panic: &(dyn Any + Send)) -> Problem {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    let text = text.or_else(|| panic.downcast_ref::<&str>().copied());
    Problem::internal(format!("a panic: {}", text.unwrap_or("of an unknown kind")))
}

/// The longest that a request may take: a file may come in over whatever line.
fn longest(method: &Method, path: &str) -> Duration {
    if method == Method::POST && path == "/v1/tasks" { UPLOAD_TIMEOUT } else { TIMEOUT }
}

/// How often a key may be used, by class, as draft-ietf-httpapi-ratelimit-headers says.
pub struct Policies([HeaderValue; LimitClass::ALL.len()]);

impl Policies {
    /// Written out once: they hold as long as the server runs.
    pub fn new(limits: Limits) -> Self {
        Self(std::array::from_fn(|place| {
            let class = LimitClass::ALL[place];
            header(format!("\"{}\";q={};w={WINDOW_S}", class.as_str(), limits.of(class)))
        }))
    }

    fn of(&self, class: LimitClass) -> HeaderValue {
        self.0[class as usize].clone()
    }
}

/// How often a key may still be used, as the same draft says.
fn state(spent: &Spent) -> HeaderValue {
    header(format!("\"{}\";r={};t={}", spent.class.as_str(), spent.left, spent.reset_s))
}

/// Names of classes and numbers are always good.
fn header(text: String) -> HeaderValue {
    HeaderValue::try_from(text).unwrap_or(HeaderValue::from_static(""))
}

/// What a key must allow, as a type, so that a handler's signature says who may call it.
pub trait Needs: Send + Sync {
    /// The scope; any will do when there is none.
    const SCOPE: Option<ApiScope>;
    /// What the request is counted as.
    const CLASS: LimitClass;
}

macro_rules! needs {
    ($($(#[$doc:meta])* $name:ident: $scope:expr, $class:ident;)*) => {
        $(
            $(#[$doc])*
            pub struct $name;

            impl Needs for $name {
                const SCOPE: Option<ApiScope> = $scope;
                const CLASS: LimitClass = LimitClass::$class;
            }
        )*
    };
}

needs! {
    /// Looks numbers up.
    CanLookUp: Some(ApiScope::Lookup), Lookup;
    /// Starts and cancels tasks.
    CanWriteTasks: Some(ApiScope::TasksWrite), Tasks;
    /// Sees tasks and results.
    CanReadTasks: Some(ApiScope::TasksRead), Read;
    /// Sees what the account has.
    CanSeeBalance: Some(ApiScope::Balance), Read;
    /// Any key.
    AnyKey: None, Read;
}

/// A request with a key that allows `N`, within its limit.
pub struct Key<N> {
    admitted: Admitted,
    visit: Arc<Visit>,
    needs: PhantomData<N>,
}

impl<N: Needs> FromRequestParts<App> for Key<N> {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Problem> {
        let text = bearer(&parts.headers)?;
        let visit = parts.extensions.get::<Arc<Visit>>().cloned();
        let visit = visit.ok_or_else(|| Problem::internal("a route of the public API without its layer"))?;
        let admitted = app.api_keys.admit(text, client_address(parts, app)).await;
        let admitted = admitted.map_err(|denied| visit.span().in_scope(|| Problem::from(denied)))?;
        let spent = app.api_keys.spend(&admitted, N::CLASS).await.map_err(|error| {
            visit.span().in_scope(|| tracing::error!(%error, "a request could not be counted"));
            Problem::new(Code::Unavailable, "requests cannot be counted now").after(2)
        })?;
        // Empty until now: a request is let in once.
        let _ = visit.who.set((admitted.clone(), spent));
        if !spent.allowed {
            let detail = format!("{} requests a minute are allowed", spent.quota);
            return Err(Problem::new(Code::RateLimited, detail).after(spent.reset_s));
        }
        let scopes = &admitted.known.key.of.rules.scopes;
        if let Some(scope) = N::SCOPE.filter(|scope| !scopes.contains(scope)) {
            let detail = format!("the key lacks the scope {}", scope.as_str());
            return Err(Problem::new(Code::Forbidden, detail));
        }
        Ok(Self { admitted, visit, needs: PhantomData })
    }
}

fn bearer(headers: &HeaderMap) -> Result<&str, Problem> {
    let missing = || Problem::new(Code::Unauthorized, "send the key as `Authorization: Bearer ns_…`");
    let value = headers.get(AUTHORIZATION).ok_or_else(missing)?;
    let (scheme, key) = value.to_str().ok().and_then(|text| text.split_once(' ')).ok_or_else(missing)?;
    if scheme.eq_ignore_ascii_case("bearer") { Ok(key.trim()) } else { Err(missing()) }
}

impl<N> Key<N> {
    /// What names the request in the log.
    pub fn span(&self) -> Span {
        self.visit.span().clone()
    }

    /// Whose key it is.
    pub fn account(&self) -> &Account {
        &self.admitted.known.account
    }

    /// What the key may see: its account's rows, whoever that is.
    pub fn scope(&self) -> Scope {
        Scope::Own(self.account().uid)
    }

    /// Counts a number that was looked up.
    pub fn looked_up(&self) {
        self.visit.lookups.store(1, Ordering::Relaxed);
        self.visit.numbers.store(1, Ordering::Relaxed);
    }

    /// Counts the numbers of a task.
    pub fn submitted(&self, numbers: i64) {
        self.visit.numbers.store(numbers, Ordering::Relaxed);
    }

    /// A line of the audit log about something that was done with this key.
    pub fn did(&self, action: &str, at: Timestamp, mut detail: Value) -> AuditEntry {
        detail["key"] = self.admitted.known.key.of.prefix.clone().into();
        let uid = self.account().uid;
        AuditEntry {
            at,
            actor: Some(uid),
            subject: Some(uid),
            action: action.to_owned(),
            ip: self.admitted.address.map(|address| address.to_string()).unwrap_or_default(),
            detail: detail.to_string(),
        }
    }
}
