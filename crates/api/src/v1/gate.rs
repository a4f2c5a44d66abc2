//! Around every request to the public API: who sends it, how often, and what came of it.

use std::any::Any;
use std::marker::PhantomData;
use std::panic::AssertUnwindSafe;
use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

use axum::extract::{FromRequestParts, MatchedPath, Request, State};
use axum::http::header::{AUTHORIZATION, CACHE_CONTROL, HeaderName, HeaderValue};
use axum::http::request::Parts;
use axum::http::{HeaderMap, Method};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use futures_util::FutureExt as _;
use numsift_developer::{Admitted, Spent, WINDOW_S};
use numsift_model::account::Account;
use numsift_model::api_key::{ApiScope, ApiUsage, LimitClass};
use numsift_model::audit::AuditEntry;
use numsift_model::clock::Timestamp;
use numsift_store::Scope;
use serde_json::Value;
use tracing::Instrument;

use super::problem::{Code, Problem};
use crate::app::App;
use crate::client::client_address;
use crate::middleware::{TIMEOUT, UPLOAD_TIMEOUT};

const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");
const RATE_LIMIT: HeaderName = HeaderName::from_static("ratelimit");
const RATE_LIMIT_POLICY: HeaderName = HeaderName::from_static("ratelimit-policy");

/// What is learnt about a request on its way in, for those who see its answer on the way out.
#[derive(Default)]
struct Visit {
    who: OnceLock<(Admitted, Spent)>,
    lookups: AtomicI64,
    numbers: AtomicI64,
}

/// Counts, times and names every request; tells how often the key may still be used.
pub async fn around(State(app): State<App>, mut request: Request, next: Next) -> Response {
    let trace_id = app.trace_id();
    let visit = Arc::new(Visit::default());
    request.extensions_mut().insert(visit.clone());
    let matched = request.extensions().get::<MatchedPath>().cloned();
    let path = matched.as_ref().map_or("unknown", MatchedPath::as_str);
    let span = tracing::info_span!("v1", trace_id, path);
    let began = Instant::now();
    let within = longest(request.method(), path);
    let answer = AssertUnwindSafe(next.run(request)).catch_unwind().instrument(span.clone());
    let mut response = match tokio::time::timeout(within, answer).await {
        Ok(Ok(response)) => response,
        Ok(Err(panic)) => span.in_scope(|| panicked(&*panic)).into_response(),
        Err(_) => span.in_scope(|| Problem::internal("a request took too long")).into_response(),
    };

    let status = response.status();
    let headers = response.headers_mut();
    if let Some((admitted, spent)) = visit.who.get() {
        let usage = ApiUsage {
            requests: 1,
            refused: i64::from(status.as_u16() >= 400),
            lookups: visit.lookups.load(Ordering::Relaxed),
            numbers: visit.numbers.load(Ordering::Relaxed),
            points: 0,
        };
        app.developer.count(admitted, usage);
        rate_limit(headers, spent);
    }
    if let Ok(value) = HeaderValue::try_from(trace_id) {
        headers.insert(REQUEST_ID, value);
    }
    headers.entry(CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
    app.public_api().note(path, status, began.elapsed());
    response
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

/// As draft-ietf-httpapi-ratelimit-headers says.
fn rate_limit(headers: &mut HeaderMap, spent: &Spent) {
    let name = spent.class.as_str();
    let policy = format!("\"{name}\";q={};w={WINDOW_S}", spent.quota);
    let state = format!("\"{name}\";r={};t={}", spent.left, spent.reset_s);
    for (header, text) in [(RATE_LIMIT_POLICY, policy), (RATE_LIMIT, state)] {
        if let Ok(value) = HeaderValue::try_from(text) {
            headers.insert(header, value);
        }
    }
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
        let admitted = app.developer.admit(text, client_address(parts, app)).await?;
        let spent = app.developer.spend(&admitted, N::CLASS).await.map_err(|error| {
            tracing::error!(%error, "a request could not be counted");
            Problem::new(Code::Unavailable, "requests cannot be counted now").after(2)
        })?;
        let visit = parts.extensions.get::<Arc<Visit>>().cloned().unwrap_or_default();
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
