//! Webhook endpoints of the account, and their deliveries.

use std::collections::BTreeSet;

use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse as _, Response};
use numsift_model::allowance::Resource;
use numsift_model::clock::Timestamp;
use numsift_model::id::{DeliveryId, WebhookId};
use numsift_model::limits::PAGE_ROWS;
use numsift_model::webhook::{
    Delivery, DeliveryAttempt, DeliveryFault, DeliveryState, DisabledReason, Webhook, WebhookEvent,
    WebhookSettings,
};
use numsift_store::{DeliveryFilter, Scope};
use numsift_webhooks::EndpointRequest;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json as value};
use utoipa::{IntoParams, ToSchema};

use super::gate::{CanChangeWebhooks, CanSeeWebhooks, Key};
use super::problem::{Code, Problem};
use super::request::{Json, Query, accepts, cut, json};
use crate::allowance;
use crate::app::App;

/// Default page size.
const PAGE: i64 = 20;

/// A webhook endpoint.
#[derive(Serialize, ToSchema)]
pub struct EndpointObject {
    id: WebhookId,
    url: String,
    description: String,
    /// The events that are sent to it. An endpoint without any gets the events of the tasks that name its address.
    events: BTreeSet<WebhookEvent>,
    enabled: bool,
    /// Why it was disabled automatically: `gone` or `failing`.
    disabled_reason: Option<DisabledReason>,
    /// Until then messages are also signed with the old secret.
    #[schema(format = DateTime)]
    secret_until: Option<String>,
    /// Deliveries that wait for their next attempt.
    pending: i64,
    #[schema(format = DateTime)]
    created_at: String,
}

impl EndpointObject {
    fn of(webhook: Webhook, now: Timestamp) -> Self {
        let until = webhook.secrets.old.map(|(_, until)| until);
        Self {
            id: webhook.id,
            url: webhook.settings.url,
            description: webhook.settings.description,
            events: webhook.settings.events,
            enabled: webhook.settings.enabled,
            disabled_reason: webhook.disabled_reason,
            secret_until: until.filter(|until| *until > now).map(Timestamp::rfc3339),
            pending: webhook.pending,
            created_at: webhook.created_at.rfc3339(),
        }
    }
}

/// All endpoints of the account.
#[derive(Serialize, ToSchema)]
pub struct EndpointsAnswer {
    items: Vec<EndpointObject>,
}

/// An endpoint and its signing secret, which is shown only once.
#[derive(Serialize, ToSchema)]
pub struct EndpointSecretAnswer {
    endpoint: EndpointObject,
    /// The signing secret: `whsec_…`.
    secret: String,
}

/// A message for one endpoint.
#[derive(Serialize, ToSchema)]
pub struct DeliveryObject {
    id: DeliveryId,
    event: WebhookEvent,
    /// The `webhook-id` of the message; the same for all its attempts.
    message_id: String,
    state: DeliveryState,
    #[schema(format = DateTime)]
    created_at: String,
    /// When the next attempt is due; `null` if there is none.
    #[schema(format = DateTime)]
    next_attempt_at: Option<String>,
    /// The last attempts, oldest first.
    attempts: Vec<AttemptObject>,
    /// The body of the message.
    #[schema(value_type = Object)]
    payload: Value,
}

/// One attempt of a delivery.
#[derive(Serialize, ToSchema)]
struct AttemptObject {
    #[schema(format = DateTime)]
    at: String,
    /// HTTP status of the response, if there was one.
    status: Option<i64>,
    /// Why it failed.
    error: Option<DeliveryFault>,
    duration_ms: i64,
    /// The first kilobyte of the response.
    answer: String,
}

impl From<DeliveryAttempt> for AttemptObject {
    fn from(attempt: DeliveryAttempt) -> Self {
        let DeliveryAttempt { at, status, error, duration_ms, answer } = attempt;
        Self { at: at.rfc3339(), status, error, duration_ms, answer }
    }
}

impl DeliveryObject {
    fn of(delivery: Delivery) -> Result<Self, Problem> {
        let waits = delivery.state == DeliveryState::Pending;
        Ok(Self {
            id: delivery.id,
            event: delivery.event,
            message_id: delivery.message_id,
            state: delivery.state,
            created_at: delivery.created_at.rfc3339(),
            next_attempt_at: waits.then(|| delivery.next_try_at.rfc3339()),
            attempts: delivery.attempts.into_iter().map(AttemptObject::from).collect(),
            payload: serde_json::from_str(&delivery.payload).map_err(Problem::internal)?,
        })
    }
}

/// Lists the webhook endpoints of the account, oldest first.
#[utoipa::path(get, path = "/v1/webhooks", tag = "webhooks", operation_id = "list_webhooks",
    responses((status = 200, body = EndpointsAnswer)), security(("key" = [])))]
pub async fn list(
    key: Key<CanSeeWebhooks>,
    State(app): State<App>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    accepts(&headers, "application/json")?;
    let (webhooks, now) = (app.store.read().await?.webhooks(key.account().uid).await?, app.clock.now());
    json(&EndpointsAnswer {
        items: webhooks.into_iter().map(|webhook| EndpointObject::of(webhook, now)).collect(),
    })
}

/// An endpoint to create.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct EndpointCreateRequest {
    /// Starts with `https://`. Addresses that are not on the public internet are refused.
    #[schema(example = "https://numbers.example/hook")]
    url: String,
    /// At most 200 characters.
    #[serde(default)]
    description: String,
    #[schema(min_items = 1)]
    events: BTreeSet<WebhookEvent>,
}

/// Creates a webhook endpoint. Its signing secret is in this response and in no other.
#[utoipa::path(post, path = "/v1/webhooks", tag = "webhooks", operation_id = "create_webhook", request_body = EndpointCreateRequest,
    responses((status = 201, body = EndpointSecretAnswer)), security(("key" = [])))]
pub async fn create(
    key: Key<CanChangeWebhooks>,
    State(app): State<App>,
    Json { value: request, .. }: Json<EndpointCreateRequest>,
) -> Result<Response, Problem> {
    let EndpointCreateRequest { url, description, events } = request;
    let request = EndpointRequest { url, description, events, staff: false, enabled: true, of_tasks: false };
    let settings = app.webhooks.check(request).await?;
    let now = app.clock.now();
    let mut tx = app.store.begin().await?;
    allowance::require(&mut *tx, key.account(), &[(Resource::Webhooks, 1)]).await?;
    let (webhook, secret) = app.webhooks.create(&mut *tx, key.account().uid, &settings).await?;
    let detail = value!({ "endpoint": webhook.id, "after": audit_detail(&settings) });
    tx.audit(&key.did("webhook/create", now, detail)).await?;
    tx.save().await?;
    let answer = json(&EndpointSecretAnswer { endpoint: EndpointObject::of(webhook, now), secret })?;
    Ok((StatusCode::CREATED, answer).into_response())
}

/// What the audit log records of an endpoint.
fn audit_detail(settings: &WebhookSettings) -> Value {
    value!({ "url": settings.url, "events": settings.events, "enabled": settings.enabled })
}

/// What to change of an endpoint. Fields that are left out stay as they are.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct EndpointUpdateRequest {
    #[serde(default)]
    url: Option<String>,
    /// At most 200 characters.
    #[serde(default)]
    description: Option<String>,
    #[serde(default)]
    events: Option<BTreeSet<WebhookEvent>>,
    /// Disabling an endpoint drops its pending deliveries.
    #[serde(default)]
    enabled: Option<bool>,
}

/// Changes, enables or disables a webhook endpoint.
#[utoipa::path(patch, path = "/v1/webhooks/{id}", tag = "webhooks", operation_id = "update_webhook", request_body = EndpointUpdateRequest,
    params(("id" = i64, Path, description = "Id of the endpoint")),
    responses((status = 200, body = EndpointObject)), security(("key" = [])))]
pub async fn update(
    key: Key<CanChangeWebhooks>,
    State(app): State<App>,
    Path(id): Path<String>,
    Json { value: request, .. }: Json<EndpointUpdateRequest>,
) -> Result<Response, Problem> {
    let (uid, id) = (key.account().uid, id_of(&id)?);
    let known = app.store.read().await?.webhook(uid, id).await?.ok_or_else(missing)?.settings;
    let of_tasks = known.events.is_empty() && request.events.is_none();
    let request = EndpointRequest {
        of_tasks,
        url: request.url.unwrap_or(known.url),
        description: request.description.unwrap_or(known.description),
        events: request.events.unwrap_or(known.events),
        staff: false,
        enabled: request.enabled.unwrap_or(known.enabled),
    };
    let settings = app.webhooks.check(request).await?;
    let now = app.clock.now();
    let mut tx = app.store.begin().await?;
    let (before, after) = app.webhooks.update(&mut *tx, uid, id, &settings).await?;
    let detail = value!({ "endpoint": id, "before": audit_detail(&before.settings), "after": audit_detail(&settings) });
    tx.audit(&key.did("webhook/update", now, detail)).await?;
    tx.save().await?;
    json(&EndpointObject::of(after, now))
}

/// Deletes a webhook endpoint and the log of its deliveries.
#[utoipa::path(delete, path = "/v1/webhooks/{id}", tag = "webhooks", operation_id = "delete_webhook",
    params(("id" = i64, Path, description = "Id of the endpoint")),
    responses((status = 204, description = "Deleted")), security(("key" = [])))]
pub async fn remove(
    key: Key<CanChangeWebhooks>,
    State(app): State<App>,
    Path(id): Path<String>,
) -> Result<Response, Problem> {
    let (uid, id) = (key.account().uid, id_of(&id)?);
    let mut tx = app.store.begin().await?;
    let webhook = tx.webhook(uid, id).await?.ok_or_else(missing)?;
    tx.remove_webhook(uid, id).await?;
    let detail = value!({ "endpoint": id, "before": audit_detail(&webhook.settings) });
    tx.audit(&key.did("webhook/remove", app.clock.now(), detail)).await?;
    tx.save().await?;
    Ok(StatusCode::NO_CONTENT.into_response())
}

/// How the secret of an endpoint is rotated.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct EndpointRotateRequest {
    /// Hours for which messages are also signed with the old secret: 0 to 168.
    #[serde(default)]
    #[schema(minimum = 0, maximum = 168)]
    overlap_hours: i64,
}

/// Gives a webhook endpoint a new signing secret, which is in this response and in no other.
#[utoipa::path(post, path = "/v1/webhooks/{id}/rotate", tag = "webhooks", operation_id = "rotate_webhook", request_body = EndpointRotateRequest,
    params(("id" = i64, Path, description = "Id of the endpoint")),
    responses((status = 200, body = EndpointSecretAnswer)), security(("key" = [])))]
pub async fn rotate(
    key: Key<CanChangeWebhooks>,
    State(app): State<App>,
    Path(id): Path<String>,
    Json { value: request, .. }: Json<EndpointRotateRequest>,
) -> Result<Response, Problem> {
    let (id, now, hours) = (id_of(&id)?, app.clock.now(), request.overlap_hours);
    let mut tx = app.store.begin().await?;
    let (webhook, secret) = app.webhooks.rotate(&mut *tx, key.account().uid, id, hours).await?;
    let detail = value!({ "endpoint": id, "overlap_hours": hours });
    tx.audit(&key.did("webhook/rotate", now, detail)).await?;
    tx.save().await?;
    json(&EndpointSecretAnswer { endpoint: EndpointObject::of(webhook, now), secret })
}

/// Sends a test message to a webhook endpoint, once, and returns what came of it.
#[utoipa::path(post, path = "/v1/webhooks/{id}/test", tag = "webhooks", operation_id = "test_webhook",
    params(("id" = i64, Path, description = "Id of the endpoint")),
    responses((status = 200, body = DeliveryObject)), security(("key" = [])))]
pub async fn test(
    key: Key<CanChangeWebhooks>,
    State(app): State<App>,
    headers: HeaderMap,
    Path(id): Path<String>,
) -> Result<Response, Problem> {
    accepts(&headers, "application/json")?;
    let (uid, id) = (key.account().uid, id_of(&id)?);
    let mut tx = app.store.begin().await?;
    let taken = app.webhooks.begin_test(&mut *tx, uid, id).await?;
    tx.audit(&key.did("webhook/test", app.clock.now(), value!({ "endpoint": id }))).await?;
    tx.save().await?;
    let delivery = taken.delivery().id;
    app.webhooks.deliver(taken).await?;
    let sent = app.store.read().await?.delivery(Scope::Own(uid), delivery).await?;
    json(&DeliveryObject::of(sent.ok_or_else(missing)?)?)
}

/// Which deliveries to return.
#[derive(IntoParams)]
#[into_params(parameter_in = Query)]
#[allow(dead_code)] // Describes the query.
pub struct DeliveriesQuery {
    /// `next_cursor` of the previous page.
    cursor: Option<String>,
    /// Deliveries per page; 20 by default.
    #[param(minimum = 1, maximum = 200)]
    limit: Option<i64>,
    /// Only deliveries in this state: `pending`, `delivered` or `failed`.
    state: Option<String>,
}

/// A page of deliveries.
#[derive(Serialize, ToSchema)]
pub struct DeliveriesAnswer {
    items: Vec<DeliveryObject>,
    /// Cursor of the next page; `null` on the last page.
    next_cursor: Option<String>,
}

/// Lists the deliveries of a webhook endpoint, newest first.
#[utoipa::path(get, path = "/v1/webhooks/{id}/deliveries", tag = "webhooks", operation_id = "list_deliveries",
    params(("id" = i64, Path, description = "Id of the endpoint"), DeliveriesQuery),
    responses((status = 200, body = DeliveriesAnswer)), security(("key" = [])))]
pub async fn deliveries(
    key: Key<CanSeeWebhooks>,
    State(app): State<App>,
    headers: HeaderMap,
    Path(id): Path<String>,
    query: Query,
) -> Result<Response, Problem> {
    accepts(&headers, "application/json")?;
    let query = query.only(&["cursor", "limit", "state"])?;
    let (limit, before) = (query.limit(PAGE, PAGE_ROWS)?, query.cursor()?.map(DeliveryId));
    let state = query.get("state").map(|word| {
        let wrong = || Problem::field(Code::InvalidRequest, "state", "`pending`, `delivered` or `failed`");
        DeliveryState::from_word(word).ok_or_else(wrong)
    });
    let (uid, id) = (key.account().uid, id_of(&id)?);
    let filter = DeliveryFilter { webhook: Some(id), state: state.transpose()? };
    let mut tx = app.store.read().await?;
    tx.webhook(uid, id).await?.ok_or_else(missing)?;
    let mut found = tx.deliveries_before(uid, filter, before, limit + 1).await?;
    let next_cursor = cut(&mut found, limit, |delivery| delivery.id.0);
    let items = found.into_iter().map(DeliveryObject::of).collect::<Result<_, _>>()?;
    json(&DeliveriesAnswer { items, next_cursor })
}

/// Which messages to send again.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ResendRequest {
    /// Messages about events at this time or later (RFC 3339).
    #[schema(format = DateTime, example = "2027-01-15T08:00:00Z")]
    since: String,
    /// Send those again that were delivered, too; otherwise only those that failed.
    #[serde(default)]
    delivered: bool,
}

/// How many messages are sent again.
#[derive(Serialize, ToSchema)]
pub struct ResendAnswer {
    /// Messages that are sent again with the full retry schedule; at most 1,000 per request, the newest first.
    resent: i64,
}

/// Sends the messages of a webhook endpoint since a time again, each with the same `webhook-id`.
#[utoipa::path(post, path = "/v1/webhooks/{id}/resend", tag = "webhooks", operation_id = "resend_webhook", request_body = ResendRequest,
    params(("id" = i64, Path, description = "Id of the endpoint")),
    responses((status = 200, body = ResendAnswer)), security(("key" = [])))]
pub async fn resend(
    key: Key<CanChangeWebhooks>,
    State(app): State<App>,
    Path(id): Path<String>,
    Json { value: request, .. }: Json<ResendRequest>,
) -> Result<Response, Problem> {
    let id = id_of(&id)?;
    let wrong = || Problem::field(Code::InvalidRequest, "/since", "a time such as `2027-01-15T08:00:00Z`");
    let since = Timestamp::from_rfc3339(&request.since).ok_or_else(wrong)?;
    let mut tx = app.store.begin().await?;
    let uid = key.account().uid;
    let resent = app.webhooks.replay_since(&mut *tx, uid, id, since, request.delivered).await?;
    let detail = value!({ "endpoint": id, "since": request.since, "messages": resent });
    tx.audit(&key.did("webhook/replay", app.clock.now(), detail)).await?;
    tx.save().await?;
    app.webhooks.wake();
    json(&ResendAnswer { resent })
}

fn id_of(text: &str) -> Result<WebhookId, Problem> {
    text.parse().map(WebhookId).map_err(|_| missing())
}

fn missing() -> Problem {
    Problem::new(Code::NotFound, "there is no such endpoint")
}
