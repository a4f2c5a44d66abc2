//! Wraps every request to the public API: authentication, rate limits, usage, metrics and headers.

use std::convert::Infallible;
use std::marker::PhantomData;
use std::net::IpAddr;
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
use numsift_model::api_key::{ApiRequest, ApiScope, ApiUsage, LimitClass};
use numsift_model::audit::AuditEntry;
use numsift_model::clock::Timestamp;
use numsift_model::id::ApiKeyId;
use numsift_model::permission::Permission;
use numsift_store::Scope;
use serde_json::Value;
use tower::{Layer, Service};
use tracing::{Instrument as _, Span};

use super::problem::{Code, Problem};
use crate::access_log::Access;
use crate::app::App;
use crate::client::client_address;
use crate::meter::{Answered, method_name};
use crate::middleware::{TIMEOUT, UPLOAD_TIMEOUT, panic_text, set_security_headers};
use crate::refusal::UNAVAILABLE_S;

const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");
const RATE_LIMIT: HeaderName = HeaderName::from_static("ratelimit");
const RATE_LIMIT_POLICY: HeaderName = HeaderName::from_static("ratelimit-policy");
const LOOKUP: &str = "/v1/lookup";
/// About as many headers as a response has.
const HEADERS: usize = 12;

/// What is known about a request, shared between the layer and the extractors.
struct Visit {
    trace_id: String,
    method: &'static str,
    path: Option<MatchedPath>,
    address: Option<IpAddr>,
    span: OnceLock<Span>,
    who: OnceLock<(Admitted, Spent)>,
    /// The state of the limit after the further numbers of the request.
    spent_more: OnceLock<Spent>,
    lookups: AtomicI64,
    numbers: AtomicI64,
}

impl Visit {
    fn new(request: &Request, app: &App) -> Self {
        let path = request.extensions().get::<MatchedPath>().cloned();
        let address = client_address(request.extensions(), request.headers(), app);
        let (trace_id, method) = (app.trace_id(), method_name(request.method()));
        let (lookups, numbers) = (AtomicI64::new(0), AtomicI64::new(0));
        Self {
            trace_id,
            method,
            path,
            address,
            span: OnceLock::new(),
            who: OnceLock::new(),
            spent_more: OnceLock::new(),
            lookups,
            numbers,
        }
    }

    fn path(&self) -> &str {
        self.path.as_ref().map_or("unknown", MatchedPath::as_str)
    }

    fn span(&self) -> &Span {
        self.span.get_or_init(|| tracing::info_span!("v1", trace_id = self.trace_id, path = self.path()))
    }
}

/// The layer around the public API. Not one of axum's functions as layers: those copy and box much more, and every
/// request passes through here.
#[derive(Clone)]
pub struct GateLayer(Arc<Gate>);

struct Gate {
    app: App,
    policies: Policies,
}

impl GateLayer {
    pub fn new(app: App) -> Self {
        let policies = Policies::new(app.api_keys.limits());
        Self(Arc::new(Gate { app, policies }))
    }
}

impl<S> Layer<S> for GateLayer {
    type Service = Gated<S>;

    fn layer(&self, inner: S) -> Gated<S> {
        Gated { gate: self.0.clone(), inner }
    }
}

/// A route of the public API behind its gate.
#[derive(Clone)]
pub struct Gated<S> {
    gate: Arc<Gate>,
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
        let visit = Arc::new(Visit::new(&request, &self.gate.app));
        request.extensions_mut().insert(visit.clone());
        let limit = time_limit(request.method(), visit.path());
        let answer = self.inner.call(request);
        Box::pin(respond(self.gate.clone(), visit, limit, answer))
    }
}

async fn respond(
    gate: Arc<Gate>,
    visit: Arc<Visit>,
    limit: Duration,
    answer: impl Future<Output = Result<Response, Infallible>>,
) -> Result<Response, Infallible> {
    let began = Instant::now();
    // Lookups are frequent and short: they enter the span only where they may log something.
    let span = if visit.path() == LOOKUP { Span::none() } else { visit.span().clone() };
    let answer = AssertUnwindSafe(answer).catch_unwind().instrument(span);
    let mut response = match tokio::time::timeout(limit, answer).await {
        Ok(Ok(Ok(response))) => response,
        Ok(Err(panic)) => {
            let cause = format!("panic: {}", panic_text(&*panic));
            visit.span().in_scope(|| Problem::internal(cause)).into_response()
        }
        Err(_) => {
            visit.span().in_scope(|| tracing::error!("the request timed out"));
            let detail = "the request took too long; it may have been processed";
            Problem::new(Code::Unavailable, detail).after(UNAVAILABLE_S).into_response()
        }
    };

    let status = response.status();
    let headers = response.headers_mut();
    // Once, instead of growing several times.
    headers.reserve(HEADERS);
    if let Some((admitted, spent)) = visit.who.get() {
        let usage = ApiUsage {
            requests: 1,
            refused: i64::from(status.as_u16() >= 400),
            lookups: visit.lookups.load(Ordering::Relaxed),
            numbers: visit.numbers.load(Ordering::Relaxed),
            points: 0,
        };
        let request = ApiRequest {
            at: gate.app.clock.now(),
            request_id: visit.trace_id.clone(),
            method: visit.method.to_owned(),
            path: visit.path().to_owned(),
            status: status.as_u16(),
            duration_ms: i64::try_from(began.elapsed().as_millis()).unwrap_or(i64::MAX),
            ip: visit.address.map(|address| address.to_string()).unwrap_or_default(),
        };
        gate.app.api_keys.count(admitted, usage, request);
        headers.insert(RATE_LIMIT_POLICY, gate.policies.of(spent.class));
        headers.insert(RATE_LIMIT, state(visit.spent_more.get().unwrap_or(spent)));
    }
    if let Ok(value) = HeaderValue::from_str(&visit.trace_id) {
        headers.insert(REQUEST_ID, value);
    }
    headers.entry(CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
    set_security_headers(headers);
    gate.app.meter().note(visit.path(), visit.method, Answered::Public(status), began.elapsed());
    if !gate.app.access_log.wants(status) {
        return Ok(response);
    }
    let key = visit.who.get().map(|(admitted, _)| &admitted.known.key);
    let access = Access {
        time: gate.app.clock.now().rfc3339(),
        request_id: visit.trace_id.clone(),
        method: visit.method,
        path: visit.path().to_owned(),
        status: status.as_u16(),
        code: None,
        duration_ms: 0.0,
        bytes: 0,
        uid: key.map(|key| key.of.uid),
        key: key.map(|key| format!("ns_{}", key.of.prefix)),
        address: visit.address,
    };
    Ok(gate.app.access_log.note(access, began, response))
}

fn time_limit(method: &Method, path: &str) -> Duration {
    let sends_file = match *method {
        Method::POST => matches!(path, "/v1/tasks" | "/v1/tasks/upload" | "/v1/files"),
        Method::PATCH => path.starts_with("/v1/files/uploads/"),
        _ => false,
    };
    if sends_file { UPLOAD_TIMEOUT } else { TIMEOUT }
}

/// The `RateLimit-Policy` header of each limit class (draft-ietf-httpapi-ratelimit-headers). Limits do not change
/// while the server runs.
struct Policies([HeaderValue; LimitClass::ALL.len()]);

impl Policies {
    fn new(limits: Limits) -> Self {
        Self(std::array::from_fn(|place| {
            let class = LimitClass::ALL[place];
            header(format!("\"{}\";q={};w={WINDOW_S}", class.as_str(), limits.of(class)))
        }))
    }

    fn of(&self, class: LimitClass) -> HeaderValue {
        self.0[class as usize].clone()
    }
}

/// The `RateLimit` header: what is left of the window.
fn state(spent: &Spent) -> HeaderValue {
    header(format!("\"{}\";r={};t={}", spent.class.as_str(), spent.left, spent.reset_s))
}

/// Never fails: the text holds only class names and numbers.
fn header(text: String) -> HeaderValue {
    HeaderValue::try_from(text).unwrap_or(HeaderValue::from_static(""))
}

/// What a call requires of a key, as a type, so that a handler's signature says who may call it.
pub trait Needs: Send + Sync {
    /// The key has one of these scopes. None if any key will do.
    const SCOPES: &'static [ApiScope];
    /// What the account's roles must allow, as for the same action in the console.
    const PERMISSION: Permission;
    /// The rate limit that the request counts against.
    const CLASS: LimitClass;
}

macro_rules! needs {
    ($($name:ident: [$($scope:ident)|*], $permission:ident, $class:ident;)*) => {
        $(
            pub struct $name;

            impl Needs for $name {
                const SCOPES: &'static [ApiScope] = &[$(ApiScope::$scope),*];
                const PERMISSION: Permission = Permission::$permission;
                const CLASS: LimitClass = LimitClass::$class;
            }
        )*
    };
}

needs! {
    CanLookUp: [Lookup], TaskCreate, Lookup;
    CanReadLookups: [Lookup], LookupList, Read;
    CanStartTasks: [TasksWrite], TaskCreate, Tasks;
    CanQuoteTasks: [TasksRead | TasksWrite], TaskCreate, Tasks;
    CanChangeTasks: [TasksWrite], TaskEdit, Tasks;
    CanReadTasks: [TasksRead], TaskList, Read;
    CanSendFiles: [TasksWrite], TaskCreate, Tasks;
    CanSendParts: [TasksWrite], TaskCreate, Read;
    CanSeeFiles: [TasksRead], TaskList, Read;
    CanSeeBalance: [Balance], FinanceList, Read;
    CanSeeProjects: [], TaskList, Read;
    CanSeeWebhooks: [Webhooks], ApiInfo, Read;
    CanChangeWebhooks: [Webhooks], ApiEdit, Tasks;
    CanReadSuppression: [SuppressionRead], ListList, Read;
    CanChangeSuppression: [SuppressionWrite], ListEdit, Tasks;
    CanSeeUsage: [Usage], ApiInfo, Read;
    CanSeeGeneration: [Generate], GenerationList, Read;
    CanGenerate: [Generate], GenerationMake, Tasks;
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
        let (admitted, visit) = admit(parts, app, N::SCOPES, N::PERMISSION, N::CLASS).await?;
        Ok(Self { admitted, visit, needs: PhantomData })
    }
}

/// Authenticates a request, and counts it against the limit of its key.
async fn admit(
    parts: &Parts,
    app: &App,
    scopes: &[ApiScope],
    permission: Permission,
    class: LimitClass,
) -> Result<(Admitted, Arc<Visit>), Problem> {
    let text = bearer(&parts.headers)?;
    let visit = parts.extensions.get::<Arc<Visit>>().cloned();
    let visit = visit.ok_or_else(|| Problem::internal("the route lacks the layer of the public API"))?;
    let admitted = app.api_keys.admit(text, visit.address).await;
    let admitted = admitted.map_err(|denied| visit.span().in_scope(|| Problem::from(denied)))?;
    let spent = spent(app, &visit, &admitted, class, 1).await?;
    // Not set before: a request is admitted once.
    let _ = visit.who.set((admitted.clone(), spent));
    within(&spent)?;
    allow(&admitted, scopes, permission)?;
    Ok((admitted, visit))
}

/// Refuses a key that has none of the scopes, or whose account lacks the permission.
fn allow(admitted: &Admitted, scopes: &[ApiScope], permission: Permission) -> Result<(), Problem> {
    let has = &admitted.known.key.of.rules.scopes;
    if !scopes.is_empty() && !scopes.iter().any(|scope| has.contains(scope)) {
        let names: Vec<_> = scopes.iter().map(|scope| scope.as_str()).collect();
        let detail = format!("the key lacks the scope {}", names.join(" or "));
        return Err(Problem::new(Code::Forbidden, detail));
    }
    if !admitted.known.permissions.allow(permission.as_str()) {
        let detail = format!("the roles of the account lack the permission {}", permission.as_str());
        return Err(Problem::new(Code::Forbidden, detail));
    }
    Ok(())
}

async fn spent(
    app: &App,
    visit: &Visit,
    admitted: &Admitted,
    class: LimitClass,
    count: i64,
) -> Result<Spent, Problem> {
    app.api_keys.spend(admitted, class, count).await.map_err(|error| {
        visit.span().in_scope(|| tracing::error!(%error, "cannot count an API request"));
        Problem::new(Code::Unavailable, "requests cannot be counted at the moment").after(2)
    })
}

fn within(spent: &Spent) -> Result<(), Problem> {
    if spent.allowed {
        return Ok(());
    }
    let detail = format!("the limit is {} requests per minute", spent.quota);
    Err(Problem::new(Code::RateLimited, detail).after(spent.reset_s))
}

fn bearer(headers: &HeaderMap) -> Result<&str, Problem> {
    let missing = || Problem::new(Code::Unauthorized, "send the key as `Authorization: Bearer ns_…`");
    let value = headers.get(AUTHORIZATION).ok_or_else(missing)?;
    let (scheme, key) = value.to_str().ok().and_then(|text| text.split_once(' ')).ok_or_else(missing)?;
    if scheme.eq_ignore_ascii_case("bearer") { Ok(key.trim()) } else { Err(missing()) }
}

impl<N: Needs> Key<N> {
    /// Counts the further numbers of a request against the limit of its key.
    pub async fn spend_more(&self, app: &App, numbers: usize) -> Result<(), Problem> {
        if numbers == 0 {
            return Ok(());
        }
        let count = i64::try_from(numbers).unwrap_or(i64::MAX);
        let spent = spent(app, &self.visit, &self.admitted, N::CLASS, count).await?;
        // Not set before: this is called once.
        let _ = self.visit.spent_more.set(spent);
        within(&spent)
    }
}

impl<N> Key<N> {
    pub fn span(&self) -> Span {
        self.visit.span().clone()
    }

    pub fn account(&self) -> &Account {
        &self.admitted.known.account
    }

    /// The rows that the key may see: only those of its account, even if that is staff.
    pub fn scope(&self) -> Scope {
        Scope::Own(self.account().uid)
    }

    /// Requires more of the key than the operation does.
    pub fn require(&self, scope: ApiScope, permission: Permission) -> Result<(), Problem> {
        allow(&self.admitted, &[scope], permission)
    }

    /// The API key.
    pub fn id(&self) -> ApiKeyId {
        self.admitted.known.key.id
    }

    /// Name of the API key.
    pub fn name(&self) -> &str {
        &self.admitted.known.key.of.rules.name
    }

    /// Id of the request, as the response names it.
    pub fn request_id(&self) -> &str {
        &self.visit.trace_id
    }

    /// Counts lookups.
    pub fn count_lookups(&self, numbers: usize) {
        let numbers = i64::try_from(numbers).unwrap_or(i64::MAX);
        self.visit.lookups.store(numbers, Ordering::Relaxed);
        self.visit.numbers.store(numbers, Ordering::Relaxed);
    }

    /// Counts the numbers of a task.
    pub fn count_numbers(&self, numbers: i64) {
        self.visit.numbers.store(numbers, Ordering::Relaxed);
    }

    /// An audit log entry about an action of this key.
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
