//! Webhooks: the endpoints of an account, and the log of deliveries.

use std::collections::BTreeSet;

use axum::extract::State;
use numsift_model::allowance::Resource;
use numsift_model::clock::Timestamp;
use numsift_model::id::{DeliveryId, Uid, WebhookId};
use numsift_model::webhook::{
    Delivery, DeliveryAttempt, DeliveryFault, DeliveryState, DisabledReason, Webhook, WebhookEvent,
    WebhookSettings,
};
use numsift_store::{DeliveryFilter, Scope};
use numsift_webhooks::EndpointRequest;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use utoipa::ToSchema;
use utoipa_axum::routes;

use crate::allowance;
use crate::app::App;
use crate::body::{Body, Nothing};
use crate::caller::{Allowed, WebhookEdit, WebhookInfo};
use crate::envelope::{Done, Envelope, ListAnswer, Reply, first_page, ok, page_of, page_size};
use crate::refusal::Refusal;
use crate::routing::OpenApiRouter;

pub fn calls() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(list))
        .routes(routes!(create))
        .routes(routes!(update))
        .routes(routes!(rotate))
        .routes(routes!(remove))
        .routes(routes!(test))
        .routes(routes!(deliveries))
        .routes(routes!(replay))
}

/// A webhook endpoint.
#[derive(Serialize, ToSchema)]
struct WebhookView {
    id: WebhookId,
    url: String,
    description: String,
    events: BTreeSet<WebhookEvent>,
    enabled: bool,
    /// Why it was disabled automatically: empty, `gone` or `failing`.
    disabled_reason: &'static str,
    /// Until then messages are also signed with the old secret.
    secret_until: Option<Timestamp>,
    created_at: Timestamp,
    last_delivery: Option<LastDelivery>,
    /// Pending deliveries.
    pending: i64,
}

/// The last attempt.
#[derive(Serialize, ToSchema)]
struct LastDelivery {
    state: DeliveryState,
    at: Timestamp,
}

fn view(webhook: Webhook, now: Timestamp) -> WebhookView {
    let until = webhook.secrets.old.map(|(_, until)| until);
    WebhookView {
        id: webhook.id,
        url: webhook.settings.url,
        description: webhook.settings.description,
        events: webhook.settings.events,
        enabled: webhook.settings.enabled,
        disabled_reason: webhook.disabled_reason.map(DisabledReason::as_str).unwrap_or_default(),
        secret_until: until.filter(|until| *until > now),
        created_at: webhook.created_at,
        last_delivery: webhook.last.map(|(state, at)| LastDelivery { state, at }),
        pending: webhook.pending,
    }
}

/// A message for one endpoint.
#[derive(Serialize, ToSchema)]
struct DeliveryView {
    id: DeliveryId,
    endpoint: WebhookId,
    url: String,
    event: WebhookEvent,
    message_id: String,
    state: DeliveryState,
    tries: i64,
    created_at: Timestamp,
    next_try_at: Option<Timestamp>,
    last_status: Option<i64>,
    last_error: Option<DeliveryFault>,
    /// The last attempts, oldest first.
    attempts: Vec<DeliveryAttempt>,
    /// The body of the message.
    #[schema(value_type = Object)]
    payload: Value,
}

fn delivery_view(delivery: Delivery) -> Result<DeliveryView, Refusal> {
    Ok(DeliveryView {
        id: delivery.id,
        endpoint: delivery.webhook,
        url: delivery.url,
        event: delivery.event,
        message_id: delivery.message_id,
        state: delivery.state,
        tries: delivery.tries,
        created_at: delivery.created_at,
        next_try_at: (delivery.state == DeliveryState::Pending).then_some(delivery.next_try_at),
        last_status: delivery.last_status,
        last_error: delivery.last_error,
        attempts: delivery.attempts,
        payload: serde_json::from_str(&delivery.payload).map_err(Refusal::internal)?,
    })
}

/// All endpoints and events.
#[derive(Serialize, ToSchema)]
struct WebhookListAnswer {
    endpoints: Vec<WebhookView>,
    events: &'static [WebhookEvent],
    max_endpoints: i64,
}

/// Lists the caller's endpoints, oldest first.
#[utoipa::path(post, path = "/webhook/list", tag = "webhooks", request_body = Nothing,
    responses((status = 200, body = Envelope<WebhookListAnswer>)), security(("sid" = [])))]
async fn list(
    caller: Allowed<WebhookInfo>,
    State(app): State<App>,
    _: Body<Nothing>,
) -> Reply<WebhookListAnswer> {
    let mut tx = app.store.read().await?;
    let webhooks = tx.webhooks(owner(&caller)).await?;
    let max_endpoints = allowance::most(&mut *tx, &caller.who().account, Resource::Webhooks).await?;
    let now = app.clock.now();
    Ok(ok(WebhookListAnswer {
        endpoints: webhooks.into_iter().map(|webhook| view(webhook, now)).collect(),
        events: WebhookEvent::subscribable(staff(&caller)),
        max_endpoints,
    }))
}

fn owner<P>(caller: &Allowed<P>) -> Uid {
    caller.who().account.uid
}

fn staff<P>(caller: &Allowed<P>) -> bool {
    caller.who().account.account_type.is_staff()
}

/// An endpoint to create.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct WebhookCreateRequest {
    /// Must start with `https://`.
    url: String,
    #[serde(default)]
    description: String,
    events: BTreeSet<WebhookEvent>,
}

/// An endpoint and its secret, which is shown only once.
#[derive(Serialize, ToSchema)]
struct WebhookSecretAnswer {
    endpoint: WebhookView,
    /// `whsec_…`.
    secret: String,
}

/// Creates an endpoint.
#[utoipa::path(post, path = "/webhook/create", tag = "webhooks", request_body = WebhookCreateRequest,
    responses((status = 200, body = Envelope<WebhookSecretAnswer>)), security(("sid" = [])))]
async fn create(
    caller: Allowed<WebhookEdit>,
    State(app): State<App>,
    Body(request): Body<WebhookCreateRequest>,
) -> Reply<WebhookSecretAnswer> {
    let WebhookCreateRequest { url, description, events } = request;
    let staff = staff(&caller);
    let request = EndpointRequest { url, description, events, staff, enabled: true, of_tasks: false };
    let settings = app.webhooks.check(request).await?;
    let now = app.clock.now();
    let mut tx = app.store.begin().await?;
    allowance::require(&mut *tx, &caller.who().account, &[(Resource::Webhooks, 1)]).await?;
    let (webhook, secret) = app.webhooks.create(&mut *tx, owner(&caller), &settings).await?;
    let detail = json!({ "endpoint": webhook.id, "after": audit_detail(&settings) });
    tx.audit(&caller.did("webhook/create", now).with(&detail).entry()).await?;
    tx.save().await?;
    Ok(ok(WebhookSecretAnswer { endpoint: view(webhook, now), secret }))
}

/// What the audit log records of an endpoint.
fn audit_detail(settings: &WebhookSettings) -> Value {
    json!({ "url": settings.url, "events": settings.events, "enabled": settings.enabled })
}

/// The new settings of an endpoint.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct WebhookUpdateRequest {
    id: WebhookId,
    /// Must start with `https://`.
    url: String,
    description: String,
    events: BTreeSet<WebhookEvent>,
    /// Disabling an endpoint drops its pending deliveries.
    enabled: bool,
}

/// Changes, enables or disables an endpoint.
#[utoipa::path(post, path = "/webhook/update", tag = "webhooks", request_body = WebhookUpdateRequest,
    responses((status = 200, body = Envelope<WebhookView>)), security(("sid" = [])))]
async fn update(
    caller: Allowed<WebhookEdit>,
    State(app): State<App>,
    Body(request): Body<WebhookUpdateRequest>,
) -> Reply<WebhookView> {
    let WebhookUpdateRequest { id, url, description, events, enabled } = request;
    let staff = staff(&caller);
    // An endpoint of tasks may stay without events.
    let known = app.store.read().await?.webhook(owner(&caller), id).await?;
    let of_tasks = events.is_empty() && known.is_some_and(|known| known.settings.events.is_empty());
    let request = EndpointRequest { url, description, events, staff, enabled, of_tasks };
    let settings = app.webhooks.check(request).await?;
    let now = app.clock.now();
    let mut tx = app.store.begin().await?;
    let (before, after) = app.webhooks.update(&mut *tx, owner(&caller), id, &settings).await?;
    let detail =
        json!({ "endpoint": id, "before": audit_detail(&before.settings), "after": audit_detail(&settings) });
    tx.audit(&caller.did("webhook/update", now).with(&detail).entry()).await?;
    tx.save().await?;
    Ok(ok(view(after, now)))
}

/// An endpoint to rotate.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct WebhookRotateRequest {
    id: WebhookId,
    /// Hours for which messages are also signed with the old secret: 0 to 168.
    overlap_hours: i64,
}

/// Gives an endpoint a new secret.
#[utoipa::path(post, path = "/webhook/rotate", tag = "webhooks", request_body = WebhookRotateRequest,
    responses((status = 200, body = Envelope<WebhookSecretAnswer>)), security(("sid" = [])))]
async fn rotate(
    caller: Allowed<WebhookEdit>,
    State(app): State<App>,
    Body(request): Body<WebhookRotateRequest>,
) -> Reply<WebhookSecretAnswer> {
    let now = app.clock.now();
    let mut tx = app.store.begin().await?;
    let (webhook, secret) =
        app.webhooks.rotate(&mut *tx, owner(&caller), request.id, request.overlap_hours).await?;
    let detail = json!({ "endpoint": request.id, "overlap_hours": request.overlap_hours });
    tx.audit(&caller.did("webhook/rotate", now).with(&detail).entry()).await?;
    tx.save().await?;
    Ok(ok(WebhookSecretAnswer { endpoint: view(webhook, now), secret }))
}

/// Identifies an endpoint.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct WebhookRequest {
    id: WebhookId,
}

/// Removes an endpoint and its log.
#[utoipa::path(post, path = "/webhook/remove", tag = "webhooks", request_body = WebhookRequest,
    responses((status = 200, body = Envelope<Done>)), security(("sid" = [])))]
async fn remove(
    caller: Allowed<WebhookEdit>,
    State(app): State<App>,
    Body(request): Body<WebhookRequest>,
) -> Reply<Done> {
    let uid = owner(&caller);
    let mut tx = app.store.begin().await?;
    let webhook = tx.webhook(uid, request.id).await?.ok_or(Refusal::NotFound)?;
    tx.remove_webhook(uid, request.id).await?;
    let detail = json!({ "endpoint": request.id, "before": audit_detail(&webhook.settings) });
    tx.audit(&caller.did("webhook/remove", app.clock.now()).with(&detail).entry()).await?;
    tx.save().await?;
    Ok(ok(Done {}))
}

/// Sends a test message to an endpoint, once, and returns the outcome.
#[utoipa::path(post, path = "/webhook/test", tag = "webhooks", request_body = WebhookRequest,
    responses((status = 200, body = Envelope<DeliveryView>)), security(("sid" = [])))]
async fn test(
    caller: Allowed<WebhookEdit>,
    State(app): State<App>,
    Body(request): Body<WebhookRequest>,
) -> Reply<DeliveryView> {
    let uid = owner(&caller);
    let mut tx = app.store.begin().await?;
    let taken = app.webhooks.begin_test(&mut *tx, uid, request.id).await?;
    let detail = json!({ "endpoint": request.id });
    tx.audit(&caller.did("webhook/test", app.clock.now()).with(&detail).entry()).await?;
    tx.save().await?;
    let id = taken.delivery().id;
    app.webhooks.deliver(taken).await?;
    let sent = app.store.read().await?.delivery(Scope::Own(uid), id).await?;
    Ok(ok(delivery_view(sent.ok_or(Refusal::NotFound)?)?))
}

/// Which deliveries to return.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct DeliveryListRequest {
    /// From 1.
    #[serde(default = "first_page")]
    page: i64,
    /// 1 to 200.
    #[serde(default = "page_size")]
    size: i64,
    #[serde(default)]
    filter: DeliveryListFilter,
}

/// Filter for deliveries.
#[derive(Default, Deserialize, ToSchema)]
#[serde(default, deny_unknown_fields)]
struct DeliveryListFilter {
    endpoint: Option<WebhookId>,
    state: Option<DeliveryState>,
}

/// Lists deliveries, newest first.
#[utoipa::path(post, path = "/webhook/deliveries", tag = "webhooks", request_body = DeliveryListRequest,
    responses((status = 200, body = Envelope<ListAnswer<DeliveryView>>)), security(("sid" = [])))]
async fn deliveries(
    caller: Allowed<WebhookInfo>,
    State(app): State<App>,
    Body(request): Body<DeliveryListRequest>,
) -> Reply<ListAnswer<DeliveryView>> {
    let page = page_of(request.page, request.size)?;
    let filter = DeliveryFilter { webhook: request.filter.endpoint, state: request.filter.state };
    let listed = app.store.read().await?.deliveries(owner(&caller), filter, page).await?;
    let items = listed.items.into_iter().map(delivery_view).collect::<Result<_, _>>()?;
    Ok(ok(ListAnswer { items, total: listed.total }))
}

/// Identifies a delivery.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct DeliveryRequest {
    id: DeliveryId,
}

/// Sends a message again, with the same id.
#[utoipa::path(post, path = "/webhook/replay", tag = "webhooks", request_body = DeliveryRequest,
    responses((status = 200, body = Envelope<DeliveryView>)), security(("sid" = [])))]
async fn replay(
    caller: Allowed<WebhookEdit>,
    State(app): State<App>,
    Body(request): Body<DeliveryRequest>,
) -> Reply<DeliveryView> {
    let mut tx = app.store.begin().await?;
    let delivery = app.webhooks.replay(&mut *tx, owner(&caller), request.id).await?;
    let detail = json!({ "delivery": request.id, "message": delivery.message_id });
    tx.audit(&caller.did("webhook/replay", app.clock.now()).with(&detail).entry()).await?;
    tx.save().await?;
    app.webhooks.wake();
    Ok(ok(delivery_view(delivery)?))
}
