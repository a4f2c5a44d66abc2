//! API keys of an account, and their usage.

use std::collections::BTreeMap;

use axum::extract::State;
use axum::http::HeaderMap;
use axum::http::header::HOST;
use numsift_model::allowance::Resource;
use numsift_model::api_key::{ApiKey, ApiKeyRules, ApiKeyState, ApiRequest, ApiScope, ApiUsage, IpRange};
use numsift_model::clock::Timestamp;
use numsift_model::id::{ApiKeyId, Uid};
use numsift_model::project::{Answerer, Project};
use numsift_model::test_number::{TEST_NUMBERS, TestAnswer};
use numsift_store::Tx;
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::ToSchema;
use utoipa_axum::routes;

use crate::allowance;
use crate::app::App;
use crate::body::{Body, Nothing};
use crate::caller::{Allowed, ApiEdit, ApiInfo, Caller, UserApiKeys};
use crate::console::api_usage::{ApiUsedView, used_since};
use crate::envelope::{Envelope, Reply, ok};
use crate::messages::Message;
use crate::refusal::Refusal;
use crate::routing::OpenApiRouter;

/// Days of the chart.
const DAYS: i64 = 30;
const DAY_S: i64 = 86_400;
/// A test number that is not valid.
const INVALID_NUMBER: &str = "+1201555010";

pub fn calls() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(info))
        .routes(routes!(create))
        .routes(routes!(update))
        .routes(routes!(rotate))
        .routes(routes!(revoke))
        .routes(routes!(requests))
        .routes(routes!(of_customer))
        .routes(routes!(revoke_of_customer))
}

/// The account's API keys, limits and usage.
#[derive(Serialize, ToSchema)]
struct ApiInfoAnswer {
    /// The address of the installation, without `/v1`.
    base_url: String,
    /// Newest first, including revoked keys.
    keys: Vec<ApiKeyView>,
    /// All scopes.
    scopes: Vec<ApiScope>,
    /// Limit of keys that are not revoked.
    max_keys: i64,
    limits: ApiLimitsView,
    /// Thirty days, oldest first.
    usage: Vec<ApiDayView>,
    /// Answers of these days by API key and project; at most 200 rows.
    used: Vec<ApiUsedView>,
    test_numbers: Vec<TestNumberView>,
}

/// Requests per key and minute.
#[derive(Serialize, ToSchema)]
#[allow(clippy::struct_field_names, reason = "the unit belongs to the name on the wire")]
struct ApiLimitsView {
    lookup_per_minute: i64,
    tasks_per_minute: i64,
    read_per_minute: i64,
}

/// An API key.
#[derive(Serialize, ToSchema)]
struct ApiKeyView {
    id: ApiKeyId,
    name: String,
    /// The part of the key that may be shown.
    prefix: String,
    scopes: Vec<ApiScope>,
    /// Addresses and ranges that may use it; empty for all.
    ips: Vec<String>,
    created_at: Timestamp,
    expires_at: Option<Timestamp>,
    last_used_at: Option<Timestamp>,
    last_used_ip: Option<String>,
    /// Until then the secret from before the last rotation is still valid.
    rotated_until: Option<Timestamp>,
    revoked_at: Option<Timestamp>,
    state: KeyState,
}

/// The state of a key.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
enum KeyState {
    Active,
    Expired,
    Revoked,
}

fn key_view(key: ApiKey, now: Timestamp) -> ApiKeyView {
    let state = match key.state(now) {
        ApiKeyState::Active => KeyState::Active,
        ApiKeyState::Expired => KeyState::Expired,
        ApiKeyState::Revoked => KeyState::Revoked,
    };
    let rotated_until = key.overlap(now);
    let (last_used_at, last_used_ip) = key.last_used.unzip();
    let rules = key.of.rules;
    ApiKeyView {
        id: key.id,
        name: rules.name,
        prefix: format!("ns_{}", key.of.prefix),
        scopes: rules.scopes,
        ips: rules.ips.iter().map(ToString::to_string).collect(),
        created_at: key.of.created_at,
        expires_at: rules.expires_at,
        last_used_at,
        last_used_ip: last_used_ip.filter(|ip| !ip.is_empty()),
        rotated_until,
        revoked_at: key.revoked_at,
        state,
    }
}

/// The usage on one day.
#[derive(Serialize, ToSchema)]
struct ApiDayView {
    /// Such as `2026-11-16` (UTC).
    day: String,
    requests: i64,
    refused: i64,
    lookups: i64,
    /// Numbers of lookups and tasks.
    numbers: i64,
    /// Charged, in ten-thousandths of a point.
    points: i64,
}

/// A number with fixed answers, for testing.
#[derive(Serialize, ToSchema)]
struct TestNumberView {
    number: String,
    valid: bool,
    /// What it is for.
    description_key: TestNumberUse,
    /// The fixed answer per project that asks providers: a status, or the reason why it is unknown.
    checks: BTreeMap<String, String>,
}

/// What a test number is for.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
enum TestNumberUse {
    Hit,
    Miss,
    Unknown,
    Timeout,
    Invalid,
}

fn test_numbers(projects: &[Project]) -> Vec<TestNumberView> {
    let asking = || {
        projects.iter().filter(|project| project.enabled && project.details.answerer == Answerer::Channels)
    };
    let mut all: Vec<_> = TEST_NUMBERS
        .iter()
        .map(|(number, answer)| TestNumberView {
            number: format!("+{number}"),
            valid: true,
            description_key: match answer {
                TestAnswer::Hit => TestNumberUse::Hit,
                TestAnswer::Miss => TestNumberUse::Miss,
                TestAnswer::Unknown => TestNumberUse::Unknown,
                TestAnswer::Timeout => TestNumberUse::Timeout,
            },
            checks: asking()
                .map(|project| {
                    let status = answer.status(&project.details.statuses).unwrap_or(answer.as_str());
                    (project.slug.clone(), status.to_owned())
                })
                .collect(),
        })
        .collect();
    all.push(TestNumberView {
        number: INVALID_NUMBER.to_owned(),
        valid: false,
        description_key: TestNumberUse::Invalid,
        checks: BTreeMap::new(),
    });
    all
}

/// The address of this installation: as configured, else from the `Host` header.
fn base_url(app: &App, headers: &HeaderMap) -> String {
    if let Some(url) = &app.public_url {
        return url.trim_end_matches('/').to_owned();
    }
    let host = headers.get(HOST).and_then(|value| value.to_str().ok()).unwrap_or("127.0.0.1");
    format!("http://{host}")
}

/// Returns the keys, limits, usage and test numbers of the caller's account.
#[utoipa::path(post, path = "/user/getApiInfo", tag = "api", request_body = Nothing,
    responses((status = 200, body = Envelope<ApiInfoAnswer>)), security(("sid" = [])))]
async fn info(
    caller: Allowed<ApiInfo>,
    State(app): State<App>,
    headers: HeaderMap,
    _: Body<Nothing>,
) -> Reply<ApiInfoAnswer> {
    // Include what this node has counted but not saved yet.
    app.api_keys.save_usage().await?;
    let now = app.clock.now();
    let today = now.0 - now.0.rem_euclid(DAY_S);
    let first = Timestamp(today - (DAYS - 1) * DAY_S);
    let uid = caller.who().account.uid;
    let mut tx = app.store.read().await?;
    let keys = tx.api_keys(uid).await?;
    let days: BTreeMap<Timestamp, ApiUsage> = tx.api_usage(uid, first).await?.into_iter().collect();
    let used = used_since(&mut *tx, uid, first, &keys).await?;
    let projects = tx.projects().await?;
    let max_keys = allowance::most(&mut *tx, &caller.who().account, Resource::ApiKeys).await?;
    drop(tx);
    let usage = (0..DAYS).map(|day| {
        let at = first.plus(day * DAY_S);
        let ApiUsage { requests, refused, lookups, numbers, points } =
            days.get(&at).copied().unwrap_or_default();
        ApiDayView { day: at.day(), requests, refused, lookups, numbers, points }
    });
    let limits = app.api_keys.limits();
    Ok(ok(ApiInfoAnswer {
        base_url: base_url(&app, &headers),
        keys: keys.into_iter().map(|key| key_view(key, now)).collect(),
        scopes: ApiScope::ALL.to_vec(),
        max_keys,
        limits: ApiLimitsView {
            lookup_per_minute: limits.lookup,
            tasks_per_minute: limits.tasks,
            read_per_minute: limits.read,
        },
        usage: usage.collect(),
        used,
        test_numbers: test_numbers(&projects),
    }))
}

/// A key to create.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct ApiKeyCreateRequest {
    /// 1 to 60 characters.
    name: String,
    /// At least one.
    scopes: Vec<ApiScope>,
    /// Addresses and ranges such as `203.0.113.0/24`; empty for all.
    #[serde(default)]
    ips: Vec<String>,
    #[serde(default)]
    expires_at: Option<Timestamp>,
}

fn rules(
    name: String,
    scopes: Vec<ApiScope>,
    ips: &[String],
    expires_at: Option<Timestamp>,
) -> Result<ApiKeyRules, Refusal> {
    let range = |(place, text): (usize, &String)| {
        text.trim()
            .parse::<IpRange>()
            .map_err(|_| Refusal::field(format!("ips[{place}]"), Message::NotAnAddressRange))
    };
    let ips = ips.iter().enumerate().map(range).collect::<Result<_, _>>()?;
    Ok(ApiKeyRules { name, scopes, ips, expires_at })
}

/// A key with its secret, which is shown only once.
#[derive(Serialize, ToSchema)]
struct ApiKeySecretAnswer {
    key: ApiKeyView,
    secret: String,
}

/// Creates a key.
#[utoipa::path(post, path = "/user/generateApi", tag = "api", request_body = ApiKeyCreateRequest,
    responses((status = 200, body = Envelope<ApiKeySecretAnswer>)), security(("sid" = [])))]
async fn create(
    caller: Allowed<ApiEdit>,
    State(app): State<App>,
    Body(request): Body<ApiKeyCreateRequest>,
) -> Reply<ApiKeySecretAnswer> {
    let now = app.clock.now();
    let rules = rules(request.name, request.scopes, &request.ips, request.expires_at)?;
    let mut tx = app.store.begin().await?;
    allowance::require(&mut *tx, &caller.who().account, &[(Resource::ApiKeys, 1)]).await?;
    let (key, secret) = app.api_keys.create_key(&mut *tx, caller.who().account.uid, rules).await?;
    tx.audit(&caller.did("user/generateApi", now).with(&audit_detail(&key)).entry()).await?;
    tx.save().await?;
    Ok(ok(ApiKeySecretAnswer { key: key_view(key, now), secret }))
}

/// What the audit log records of a key: never its secret.
fn audit_detail(key: &ApiKey) -> serde_json::Value {
    let rules = &key.of.rules;
    let ips: Vec<_> = rules.ips.iter().map(ToString::to_string).collect();
    json!({ "key": key.id, "prefix": key.of.prefix, "name": rules.name, "scopes": rules.scopes, "ips": ips,
        "expires_at": rules.expires_at })
}

/// The new settings of a key.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct ApiKeyUpdateRequest {
    id: ApiKeyId,
    name: String,
    scopes: Vec<ApiScope>,
    #[serde(default)]
    ips: Vec<String>,
    #[serde(default)]
    expires_at: Option<Timestamp>,
}

/// Changes a key.
#[utoipa::path(post, path = "/apiKey/update", tag = "api", request_body = ApiKeyUpdateRequest,
    responses((status = 200, body = Envelope<ApiKeyView>)), security(("sid" = [])))]
async fn update(
    caller: Allowed<ApiEdit>,
    State(app): State<App>,
    Body(request): Body<ApiKeyUpdateRequest>,
) -> Reply<ApiKeyView> {
    let now = app.clock.now();
    let rules = rules(request.name, request.scopes, &request.ips, request.expires_at)?;
    let uid = caller.who().account.uid;
    let mut tx = app.store.begin().await?;
    let before = tx.api_key(uid, request.id).await?.as_ref().map(audit_detail);
    let key = app.api_keys.update_key(&mut *tx, uid, request.id, rules).await?;
    let detail = json!({ "before": before, "after": audit_detail(&key) });
    tx.audit(&caller.did("apiKey/update", now).with(&detail).entry()).await?;
    tx.save().await?;
    app.api_keys.key_changed(&key);
    Ok(ok(key_view(key, now)))
}

/// A key to rotate.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct ApiKeyRotateRequest {
    id: ApiKeyId,
    /// Hours for which the old secret stays valid: 0 to 168.
    overlap_hours: i64,
}

/// Gives a key a new secret.
#[utoipa::path(post, path = "/apiKey/rotate", tag = "api", request_body = ApiKeyRotateRequest,
    responses((status = 200, body = Envelope<ApiKeySecretAnswer>)), security(("sid" = [])))]
async fn rotate(
    caller: Allowed<ApiEdit>,
    State(app): State<App>,
    Body(request): Body<ApiKeyRotateRequest>,
) -> Reply<ApiKeySecretAnswer> {
    let now = app.clock.now();
    let uid = caller.who().account.uid;
    let mut tx = app.store.begin().await?;
    let (key, secret) = app.api_keys.rotate_key(&mut *tx, uid, request.id, request.overlap_hours).await?;
    let detail = json!({ "key": key.id, "prefix": key.of.prefix, "overlap_hours": request.overlap_hours });
    tx.audit(&caller.did("apiKey/rotate", now).with(&detail).entry()).await?;
    tx.save().await?;
    app.api_keys.key_changed(&key);
    Ok(ok(ApiKeySecretAnswer { key: key_view(key, now), secret }))
}

/// Identifies a key.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct ApiKeyIdRequest {
    id: ApiKeyId,
}

/// Revokes a key immediately.
#[utoipa::path(post, path = "/apiKey/revoke", tag = "api", request_body = ApiKeyIdRequest,
    responses((status = 200, body = Envelope<ApiKeyView>)), security(("sid" = [])))]
async fn revoke(
    caller: Allowed<ApiEdit>,
    State(app): State<App>,
    Body(request): Body<ApiKeyIdRequest>,
) -> Reply<ApiKeyView> {
    let now = app.clock.now();
    let mut tx = app.store.begin().await?;
    let key = app.api_keys.revoke_key(&mut *tx, caller.who().account.uid, request.id).await?;
    let detail = json!({ "before": audit_detail(&key) });
    tx.audit(&caller.did("apiKey/revoke", now).with(&detail).entry()).await?;
    tx.save().await?;
    app.api_keys.key_changed(&key);
    Ok(ok(key_view(key, now)))
}

/// The last requests with a key.
#[derive(Serialize, ToSchema)]
struct ApiRequestsAnswer {
    /// At most 100, newest first.
    requests: Vec<ApiRequest>,
}

/// Returns the last requests with a key. Other nodes add theirs within a few seconds.
#[utoipa::path(post, path = "/apiKey/requests", tag = "api", request_body = ApiKeyIdRequest,
    responses((status = 200, body = Envelope<ApiRequestsAnswer>)), security(("sid" = [])))]
async fn requests(
    caller: Allowed<ApiInfo>,
    State(app): State<App>,
    Body(request): Body<ApiKeyIdRequest>,
) -> Reply<ApiRequestsAnswer> {
    // Include what this node has not saved yet.
    app.api_keys.save_usage().await?;
    let mut tx = app.store.read().await?;
    let key = tx.api_key(caller.who().account.uid, request.id).await?.ok_or(Refusal::NotFound)?;
    Ok(ok(ApiRequestsAnswer { requests: tx.api_requests(key.id).await? }))
}

/// Identifies a customer.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct CustomerKeysRequest {
    uid: Uid,
}

/// The API keys of a customer.
#[derive(Serialize, ToSchema)]
struct CustomerKeysAnswer {
    /// Newest first, including revoked keys. Secrets are not stored and cannot be shown.
    keys: Vec<ApiKeyView>,
}

/// The account with this uid, if the caller may manage it.
async fn managed(app: &App, caller: &Caller, tx: &mut dyn Tx, uid: Uid) -> Result<(), Refusal> {
    let account = tx.account(uid).await?.ok_or(Refusal::NotFound)?;
    if app.accounts.manages(caller, &account) {
        Ok(())
    } else {
        Err(Refusal::NotPermitted(Message::NotPermitted))
    }
}

/// Lists the API keys of a customer, with their last use and addresses.
#[utoipa::path(post, path = "/user/apiKeys", tag = "users", request_body = CustomerKeysRequest,
    responses((status = 200, body = Envelope<CustomerKeysAnswer>)), security(("sid" = [])))]
async fn of_customer(
    caller: Allowed<UserApiKeys>,
    State(app): State<App>,
    Body(request): Body<CustomerKeysRequest>,
) -> Reply<CustomerKeysAnswer> {
    // Include what this node has counted but not saved yet.
    app.api_keys.save_usage().await?;
    let now = app.clock.now();
    let mut tx = app.store.read().await?;
    managed(&app, &caller, tx.as_mut(), request.uid).await?;
    let keys = tx.api_keys(request.uid).await?;
    Ok(ok(CustomerKeysAnswer { keys: keys.into_iter().map(|key| key_view(key, now)).collect() }))
}

/// A key of a customer.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct CustomerKeyRequest {
    uid: Uid,
    id: ApiKeyId,
}

/// Revokes an API key of a customer immediately.
#[utoipa::path(post, path = "/user/revokeApiKey", tag = "users", request_body = CustomerKeyRequest,
    responses((status = 200, body = Envelope<ApiKeyView>)), security(("sid" = [])))]
async fn revoke_of_customer(
    caller: Allowed<UserApiKeys>,
    State(app): State<App>,
    Body(request): Body<CustomerKeyRequest>,
) -> Reply<ApiKeyView> {
    let now = app.clock.now();
    let mut tx = app.store.begin().await?;
    managed(&app, &caller, tx.as_mut(), request.uid).await?;
    let key = app.api_keys.revoke_key(&mut *tx, request.uid, request.id).await?;
    let detail = json!({ "before": audit_detail(&key) });
    tx.audit(&caller.did("user/revokeApiKey", now).on(request.uid).with(&detail).entry()).await?;
    tx.save().await?;
    app.api_keys.key_changed(&key);
    Ok(ok(key_view(key, now)))
}
