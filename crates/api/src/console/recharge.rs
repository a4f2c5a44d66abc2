//! Top-up orders: create, query, list, cancel, and submit the transaction that paid.

use async_trait::async_trait;
use axum::extract::State;
use axum::response::Response;
use numsift_model::account::Account;
use numsift_model::clock::Timestamp;
use numsift_model::id::{OrderId, Uid};
use numsift_model::money::{Points, Usdt};
use numsift_model::permission::Permission;
use numsift_model::recharge::{Order, OrderKind, OrderStatus};
use numsift_model::rule::Rule;
use numsift_store::{OrderFilter, Scope, Tx};
use serde::{Deserialize, Serialize};
use serde_json::json;
use serde_json::value::RawValue;
use utoipa::ToSchema;
use utoipa_axum::routes;

use crate::app::App;
use crate::body::{Body, Nothing};
use crate::caller::{
    Allowed, Caller, Owner, QuotaCreate, QuotaOrders, RechargeCancel, RechargeCreate, RechargeList,
    RechargeQuery, RechargeVerify, scope_of, scope_of_account,
};
use crate::download::{Export, Format, Link, Position, Table, link, send_table};
use crate::envelope::{Envelope, ListAnswer, Reply, first_page, ok, page_of, page_size};
use crate::messages::{Message, decimal};
use crate::refusal::Refusal;
use crate::routing::OpenApiRouter;

pub fn calls() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(recharge))
        .routes(routes!(rate))
        .routes(routes!(query))
        .routes(routes!(list))
        .routes(routes!(export))
        .routes(routes!(verify))
        .routes(routes!(cancel))
        .routes(routes!(credit_recharge))
        .routes(routes!(credit_recharge_list))
        .routes(routes!(demo_pay))
}

/// The amount of a new order.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct RechargeRequest {
    /// USDT, 1 to 100000 with at most two decimals; as a string or a number.
    #[schema(value_type = String, example = "10.50")]
    amount: Box<RawValue>,
}

impl RechargeRequest {
    /// Parsed from the digits as sent, so that no float rounds them.
    fn usdt(&self) -> Result<Usdt, Refusal> {
        let sent = self.amount.get();
        let text =
            if sent.starts_with('"') { serde_json::from_str(sent).ok() } else { Some(sent.to_owned()) };
        let amount = text.and_then(|text: String| Usdt::parse(text.trim()));
        amount.ok_or_else(|| Refusal::field("amount", Message::AmountRange))
    }
}

/// A top-up order.
#[derive(Serialize, ToSchema)]
pub struct OrderView {
    id: OrderId,
    uid: Uid,
    username: String,
    /// `points` or `quota`.
    kind: OrderKind,
    wallet_address: String,
    /// The exact amount to pay, in USDT.
    amount: String,
    /// The same in micro-USDT.
    amount_micro: Usdt,
    /// The requested amount, in micro-USDT.
    base_micro: Usdt,
    /// The points that it buys, in ten-thousandths of a point.
    points: Points,
    /// 0 pending, 1 paid, 2 expired, 3 late, 4 cancelled.
    status: i64,
    created_at: Timestamp,
    /// Must be paid before this time.
    expire_time: Timestamp,
    paid_at: Option<Timestamp>,
    /// Id of the transaction that paid it.
    txid: Option<String>,
}

impl OrderView {
    pub fn of(order: Order, now: Timestamp) -> Self {
        let status = order.status_at(now).number();
        Self {
            id: order.id,
            uid: order.asked.uid,
            points: order.worth(order.asked.amount).unwrap_or_default(),
            username: order.username,
            kind: order.asked.kind,
            wallet_address: order.asked.address,
            amount: order.asked.amount.to_string(),
            amount_micro: order.asked.amount,
            base_micro: order.asked.base,
            status,
            created_at: order.asked.created_at,
            expire_time: order.asked.expire_at,
            paid_at: order.paid_at,
            txid: order.txid,
        }
    }
}

async fn create(
    app: &App,
    caller: &Caller,
    kind: OrderKind,
    request: &RechargeRequest,
) -> Result<OrderView, Refusal> {
    let order = app.topups.order(&caller.who().account, kind, request.usdt()?).await?;
    let now = app.clock.now();
    let action = match kind {
        OrderKind::Points => "recharge/recharge",
        OrderKind::Quota => "privilege_escalation/creditRecharge",
    };
    let detail = json!({ "order": order.id, "amount_micro": order.asked.amount });
    let mut tx = app.store.begin().await?;
    tx.audit(&caller.did(action, now).with(&detail).entry()).await?;
    tx.save().await?;
    Ok(OrderView::of(order, now))
}

/// Creates an order for points, or returns the pending one of the same amount.
#[utoipa::path(post, path = "/recharge/recharge", tag = "recharge", request_body = RechargeRequest,
    responses((status = 200, body = Envelope<OrderView>)), security(("sid" = [])))]
async fn recharge(
    caller: Allowed<RechargeCreate>,
    State(app): State<App>,
    Body(request): Body<RechargeRequest>,
) -> Reply<OrderView> {
    Ok(ok(create(&app, &caller, OrderKind::Points, &request).await?))
}

/// Creates an order for quota, for accounts that may top up their own quota.
#[utoipa::path(post, path = "/privilege_escalation/creditRecharge", tag = "recharge",
    request_body = RechargeRequest, responses((status = 200, body = Envelope<OrderView>)),
    security(("sid" = [])))]
async fn credit_recharge(
    caller: Allowed<QuotaCreate>,
    State(app): State<App>,
    Body(request): Body<RechargeRequest>,
) -> Reply<OrderView> {
    Ok(ok(create(&app, &caller, OrderKind::Quota, &request).await?))
}

/// What USDT buys.
#[derive(Serialize, ToSchema)]
struct RateAnswer {
    /// Points or quota per USDT, in ten-thousandths of a point.
    points_per_usdt: i64,
}

/// Returns the rate at which new orders buy points or quota.
#[utoipa::path(post, path = "/recharge/rate", tag = "recharge", request_body = Nothing,
    responses((status = 200, body = Envelope<RateAnswer>)), security(("sid" = [])))]
async fn rate(_: Owner, State(app): State<App>, _: Body<Nothing>) -> Reply<RateAnswer> {
    let settings = app.store.read().await?.settings().await?;
    Ok(ok(RateAnswer { points_per_usdt: settings.points_per_usdt }))
}

/// Identifies an order.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct ById {
    id: OrderId,
}

/// Returns an order. The console polls this every few seconds while the payment dialog is open.
#[utoipa::path(post, path = "/recharge/query", tag = "recharge", request_body = ById,
    responses((status = 200, body = Envelope<OrderView>)), security(("sid" = [])))]
async fn query(
    caller: Allowed<RechargeQuery>,
    State(app): State<App>,
    Body(request): Body<ById>,
) -> Reply<OrderView> {
    let order = app.topups.find(caller.scope(), request.id).await?;
    Ok(ok(OrderView::of(order, app.clock.now())))
}

/// Cancels a pending order. A payment that is already on its way is still credited.
#[utoipa::path(post, path = "/recharge/cancel", tag = "recharge", request_body = ById,
    responses((status = 200, body = Envelope<OrderView>)), security(("sid" = [])))]
async fn cancel(
    caller: Allowed<RechargeCancel>,
    State(app): State<App>,
    Body(request): Body<ById>,
) -> Reply<OrderView> {
    let now = app.clock.now();
    let order = app.topups.cancel(caller.scope(), request.id).await?;
    let mut tx = app.store.begin().await?;
    let action = caller.did("recharge/cancel", now).on(order.asked.uid).with(&json!({ "order": order.id }));
    tx.audit(&action.entry()).await?;
    tx.save().await?;
    Ok(ok(OrderView::of(order, now)))
}

/// The transaction that paid an order.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct VerifyRequest {
    id: OrderId,
    /// 64 hexadecimal digits.
    txid: String,
}

/// Checks a transaction that the user submits, and returns the updated order.
#[utoipa::path(post, path = "/recharge/verify", tag = "recharge", request_body = VerifyRequest,
    responses((status = 200, body = Envelope<OrderView>)), security(("sid" = [])))]
async fn verify(
    caller: Allowed<RechargeVerify>,
    State(app): State<App>,
    Body(request): Body<VerifyRequest>,
) -> Reply<OrderView> {
    let order = app.topups.verify_transaction(caller.scope(), request.id, &request.txid).await?;
    let now = app.clock.now();
    let detail = json!({ "order": order.id, "txid": request.txid, "status": order.status.number() });
    let mut tx = app.store.begin().await?;
    tx.audit(&caller.did("recharge/verify", now).on(order.asked.uid).with(&detail).entry()).await?;
    tx.save().await?;
    Ok(ok(OrderView::of(order, now)))
}

/// Which orders to return.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct OrderListRequest {
    /// From 1.
    #[serde(default = "first_page")]
    page: i64,
    /// 1 to 200.
    #[serde(default = "page_size")]
    size: i64,
    #[serde(default)]
    filter: OrderFilterRequest,
}

/// Filter for orders.
#[derive(Debug, Clone, Default, Serialize, Deserialize, ToSchema)]
#[serde(default, deny_unknown_fields)]
pub struct OrderFilterRequest {
    /// 0 to 4.
    status: Option<i64>,
    kind: Option<OrderKind>,
    uid: Option<Uid>,
    /// Creation time, inclusive.
    from: Option<Timestamp>,
    /// Creation time, exclusive.
    until: Option<Timestamp>,
}

impl OrderFilterRequest {
    fn checked(&self) -> Result<OrderFilter, Refusal> {
        let status = self.status.map(|number| {
            OrderStatus::from_number(number)
                .ok_or_else(|| Refusal::rule("filter.status", Rule::Whole { least: 0, most: 4 }))
        });
        let Self { kind, uid, from, until, .. } = *self;
        Ok(OrderFilter { status: status.transpose()?, kind, uid, from, until })
    }
}

async fn listed(app: &App, scope: Scope, request: &OrderListRequest) -> Reply<ListAnswer<OrderView>> {
    let page = page_of(request.page, request.size)?;
    let now = app.clock.now();
    let listed = app.store.read().await?.orders(scope, &request.filter.checked()?, now, page).await?;
    let items = listed.items.into_iter().map(|order| OrderView::of(order, now)).collect();
    Ok(ok(ListAnswer { items, total: listed.total }))
}

/// Lists top-up orders, newest first: the caller's own, or all of them for staff.
#[utoipa::path(post, path = "/recharge/list", tag = "recharge", request_body = OrderListRequest,
    responses((status = 200, body = Envelope<ListAnswer<OrderView>>)), security(("sid" = [])))]
async fn list(
    caller: Allowed<RechargeList>,
    State(app): State<App>,
    Body(request): Body<OrderListRequest>,
) -> Reply<ListAnswer<OrderView>> {
    listed(&app, caller.scope(), &request).await
}

/// Lists orders for quota, newest first.
#[utoipa::path(post, path = "/privilege_escalation/getCreditRechargeList", tag = "recharge",
    request_body = OrderListRequest, responses((status = 200, body = Envelope<ListAnswer<OrderView>>)),
    security(("sid" = [])))]
async fn credit_recharge_list(
    caller: Allowed<QuotaOrders>,
    State(app): State<App>,
    Body(mut request): Body<OrderListRequest>,
) -> Reply<ListAnswer<OrderView>> {
    request.filter.kind = Some(OrderKind::Quota);
    listed(&app, caller.scope(), &request).await
}

/// Which orders to export.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct OrderExportRequest {
    #[serde(default)]
    filter: OrderFilterRequest,
    #[serde(default)]
    format: Format,
}

/// Creates a download link to the orders.
#[utoipa::path(post, path = "/recharge/export", tag = "recharge", request_body = OrderExportRequest,
    responses((status = 200, body = Envelope<Link>)), security(("sid" = [])))]
async fn export(
    caller: Allowed<RechargeList>,
    State(app): State<App>,
    Body(request): Body<OrderExportRequest>,
) -> Reply<Link> {
    request.filter.checked()?;
    let mut tx = app.store.begin().await?;
    tx.audit(&caller.did("recharge/export", app.clock.now()).entry()).await?;
    tx.save().await?;
    let export = OrderExport { filter: request.filter, format: request.format };
    Ok(ok(link(&app, &caller, &export).await?))
}

#[derive(Serialize, Deserialize)]
pub struct OrderExport {
    filter: OrderFilterRequest,
    format: Format,
}

impl Export for OrderExport {
    const KIND: &'static str = "orders";
    const PERMISSION: Permission = Permission::RechargeList;

    async fn respond(self, app: App, account: Account) -> Result<Response, Refusal> {
        send_table(app, account, Box::new(self)).await
    }
}

#[async_trait]
impl Table for OrderExport {
    fn name(&self) -> &'static str {
        "orders"
    }

    fn format(&self) -> Format {
        self.format
    }

    fn header(&self, _: &Account) -> Vec<String> {
        [
            "id",
            "created_at",
            "uid",
            "username",
            "kind",
            "usdt",
            "points",
            "status",
            "wallet_address",
            "paid_at",
            "txid",
        ]
        .map(String::from)
        .to_vec()
    }

    async fn rows(
        &self,
        tx: &mut dyn Tx,
        account: &Account,
        now: Timestamp,
        position: &mut Position,
    ) -> Result<Vec<Vec<String>>, Refusal> {
        let scope = scope_of_account(account);
        let listed = tx.orders(scope, &self.filter.checked()?, now, position.page).await?;
        let row = |order: Order| {
            let view = OrderView::of(order, now);
            vec![
                view.id.to_string(),
                view.created_at.rfc3339(),
                view.uid.to_string(),
                view.username,
                view.kind.as_str().to_owned(),
                view.amount,
                decimal(view.points.0),
                view.status.to_string(),
                view.wallet_address,
                view.paid_at.map(Timestamp::rfc3339).unwrap_or_default(),
                view.txid.unwrap_or_default(),
            ]
        };
        Ok(listed.items.into_iter().map(row).collect())
    }
}

/// The transaction on the simulated chain.
#[derive(Serialize, ToSchema)]
struct PaidAnswer {
    txid: String,
}

/// Pays an order on the simulated chain. Only in the demo.
#[utoipa::path(post, path = "/demo/pay", tag = "demo", request_body = ById,
    responses((status = 200, body = Envelope<PaidAnswer>)), security(("sid" = [])))]
async fn demo_pay(caller: Owner, State(app): State<App>, Body(request): Body<ById>) -> Reply<PaidAnswer> {
    if app.demo.is_none() {
        return Err(Refusal::NotPermitted(Message::DemoOnly));
    }
    let scope = scope_of(caller.who());
    let txid = app.topups.simulate_payment(scope, request.id).await?;
    let mut tx = app.store.begin().await?;
    let detail = json!({ "order": request.id, "txid": txid });
    tx.audit(&caller.did("demo/pay", app.clock.now()).with(&detail).entry()).await?;
    tx.save().await?;
    Ok(ok(PaidAnswer { txid }))
}
