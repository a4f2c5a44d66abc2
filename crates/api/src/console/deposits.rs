//! Receiving wallets, and deposits that match no order.

use axum::extract::State;
use numsift_model::clock::Timestamp;
use numsift_model::id::{ApprovalId, DepositId, OrderId, Uid};
use numsift_model::money::Usdt;
use numsift_model::permission::Permission;
use numsift_model::recharge::{Deposit, DepositStatus, Wallet};
use numsift_model::rule::Rule;
use numsift_store::{DepositFilter, Tx};
use numsift_topup::address::{Address, DEMO_WALLET};
use numsift_topup::{CreditTo, TopUpError};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use utoipa::ToSchema;
use utoipa_axum::routes;

use super::second_person::{self, Guarded};
use crate::app::App;
use crate::body::Body;
use crate::caller::{Allowed, DepositCredit, DepositList, WalletEdit, WalletList};
use crate::envelope::{Envelope, ListAnswer, Reply, first_page, ok, page_of, page_size};
use crate::messages::Message;
use crate::refusal::Refusal;
use crate::routing::OpenApiRouter;

/// Longest reason of a correction.
pub const REASON_CHARS: usize = 500;
/// Longest name of a wallet.
const LABEL_CHARS: usize = 60;

pub fn calls() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(get_wallet))
        .routes(routes!(set_wallet))
        .routes(routes!(deposits))
        .routes(routes!(credit_deposit))
}

/// A receiving wallet.
#[derive(Serialize, ToSchema)]
struct WalletView {
    id: i64,
    /// `TRC20`.
    network: String,
    address: String,
    label: String,
    /// Whether new orders use it.
    active: bool,
    created_at: Timestamp,
}

impl From<Wallet> for WalletView {
    fn from(wallet: Wallet) -> Self {
        let Wallet { id, network, address, label, active, created_at } = wallet;
        Self { id, network, address, label, active, created_at }
    }
}

/// No parameters.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct NoParameters {}

/// Lists all wallets, the active one first.
#[utoipa::path(post, path = "/recharge/getWallet", tag = "recharge", request_body = NoParameters,
    responses((status = 200, body = Envelope<Vec<WalletView>>)), security(("sid" = [])))]
async fn get_wallet(
    _: Allowed<WalletList>,
    State(app): State<App>,
    _: Body<NoParameters>,
) -> Reply<Vec<WalletView>> {
    Ok(ok(app.topups.wallets().await?.into_iter().map(WalletView::from).collect()))
}

/// The wallet for new orders.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct SetWalletRequest {
    /// A TRON address. A known one becomes active again.
    address: String,
    #[serde(default)]
    label: String,
    /// The caller's own password.
    password: String,
    /// A code from the caller's authenticator, if two-factor login is on.
    code: Option<String>,
}

/// The wallets after the change.
#[derive(Serialize, ToSchema)]
struct SetWalletAnswer {
    wallets: Vec<WalletView>,
    /// Set if the change waits for another administrator.
    approval: Option<ApprovalId>,
}

/// Sets the wallet for new orders. Open orders keep theirs.
#[utoipa::path(post, path = "/recharge/setWallet", tag = "recharge", request_body = SetWalletRequest,
    responses((status = 200, body = Envelope<SetWalletAnswer>)), security(("sid" = [])))]
async fn set_wallet(
    caller: Allowed<WalletEdit>,
    State(app): State<App>,
    Body(request): Body<SetWalletRequest>,
) -> Reply<SetWalletAnswer> {
    let (address, label) = (request.address.trim(), request.label.trim());
    if label.chars().count() > LABEL_CHARS {
        return Err(Refusal::rule("label", Rule::up_to(LABEL_CHARS)));
    }
    // Check the address first: a code works only once.
    if app.demo.is_none() || address != DEMO_WALLET {
        Address::parse(address).map_err(TopUpError::from)?;
    }
    second_person::confirm(&app, &caller, Some(&request.password), request.code.as_deref()).await?;
    let change = WalletChange { address: address.to_owned(), label: label.to_owned() };
    if second_person::is_required(&app, &caller).await? {
        let approval = Some(second_person::request(&app, &caller, &change).await?);
        let wallets = app.topups.wallets().await?.into_iter().map(WalletView::from).collect();
        return Ok(ok(SetWalletAnswer { wallets, approval }));
    }
    let mut tx = app.store.begin().await?;
    let detail = use_wallet_as(&app, &mut *tx, &change).await?;
    tx.audit(&caller.did("recharge/setWallet", app.clock.now()).with(&detail).entry()).await?;
    let wallets = tx.wallets().await?;
    tx.save().await?;
    Ok(ok(SetWalletAnswer { wallets: wallets.into_iter().map(WalletView::from).collect(), approval: None }))
}

/// A change of the wallet that may wait for a second person.
#[derive(Serialize, Deserialize)]
pub struct WalletChange {
    address: String,
    label: String,
}

impl Guarded for WalletChange {
    const ACTION: &'static str = "recharge/setWallet";
    const PERMISSION: Permission = Permission::WalletEdit;

    fn subject(&self) -> Option<Uid> {
        None
    }
}

/// Changes the wallet. Returns what the audit log records.
pub async fn use_wallet_as(app: &App, tx: &mut dyn Tx, change: &WalletChange) -> Result<Value, Refusal> {
    let before = tx.wallets().await?.into_iter().find(|wallet| wallet.active).map(|wallet| wallet.address);
    app.topups.use_wallet(tx, &change.address, &change.label).await?;
    Ok(json!({ "before": before, "after": change.address }))
}

/// Which deposits to return.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct DepositListRequest {
    /// From 1.
    #[serde(default = "first_page")]
    page: i64,
    /// 1 to 200.
    #[serde(default = "page_size")]
    size: i64,
    #[serde(default)]
    filter: DepositFilterRequest,
}

/// Filter for deposits.
#[derive(Default, Deserialize, ToSchema)]
#[serde(default, deny_unknown_fields)]
struct DepositFilterRequest {
    status: Option<DepositStatus>,
    txid: Option<String>,
    uid: Option<Uid>,
}

/// A deposit.
#[derive(Serialize, ToSchema)]
struct DepositView {
    id: DepositId,
    txid: String,
    log_index: i64,
    /// The receiving wallet.
    address: String,
    sender: String,
    /// In USDT.
    amount: String,
    /// In micro-USDT.
    amount_micro: Usdt,
    block_time: Timestamp,
    seen_at: Timestamp,
    status: DepositStatus,
    /// The order that it paid, or would have paid if it had been in time.
    order: Option<OrderId>,
    uid: Option<Uid>,
    username: Option<String>,
    decided_by: Option<Uid>,
    reason: String,
}

impl From<Deposit> for DepositView {
    fn from(deposit: Deposit) -> Self {
        let seen = deposit.seen;
        Self {
            id: deposit.id,
            txid: seen.txid,
            log_index: seen.log_index,
            address: seen.address,
            sender: seen.sender,
            amount: seen.amount.to_string(),
            amount_micro: seen.amount,
            block_time: seen.block_time,
            seen_at: seen.seen_at,
            status: deposit.status,
            order: deposit.order,
            uid: deposit.uid,
            username: deposit.username,
            decided_by: deposit.decided_by,
            reason: deposit.reason,
        }
    }
}

/// Lists deposits, newest first.
#[utoipa::path(post, path = "/recharge/deposits", tag = "recharge", request_body = DepositListRequest,
    responses((status = 200, body = Envelope<ListAnswer<DepositView>>)), security(("sid" = [])))]
async fn deposits(
    _: Allowed<DepositList>,
    State(app): State<App>,
    Body(request): Body<DepositListRequest>,
) -> Reply<ListAnswer<DepositView>> {
    let page = page_of(request.page, request.size)?;
    let DepositFilterRequest { status, txid, uid } = request.filter;
    let txid = txid.map(|txid| txid.trim().to_ascii_lowercase()).filter(|txid| !txid.is_empty());
    let listed = app.store.read().await?.deposits(&DepositFilter { status, txid, uid }, page).await?;
    Ok(ok(ListAnswer {
        items: listed.items.into_iter().map(DepositView::from).collect(),
        total: listed.total,
    }))
}

/// Credits a deposit to either an order or an account.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct CreditDepositRequest {
    id: DepositId,
    /// The order that it pays.
    order: Option<OrderId>,
    /// The account that gets the points.
    uid: Option<Uid>,
    reason: String,
    /// The caller's own password, if there is no other administrator.
    #[serde(default)]
    password: Option<String>,
    /// A code from the caller's authenticator, if two-factor login is on.
    #[serde(default)]
    code: Option<String>,
}

/// The credited deposit.
#[derive(Serialize, ToSchema)]
struct CreditDepositAnswer {
    /// `null` if it waits for another administrator.
    deposit: Option<DepositView>,
    /// Set if it waits for another administrator.
    approval: Option<ApprovalId>,
}

/// A credit that may wait for a second person.
#[derive(Serialize, Deserialize)]
pub struct Credit {
    id: DepositId,
    order: Option<OrderId>,
    uid: Option<Uid>,
    reason: String,
}

impl Guarded for Credit {
    const ACTION: &'static str = "recharge/creditDeposit";
    const PERMISSION: Permission = Permission::DepositCredit;

    fn subject(&self) -> Option<Uid> {
        self.uid
    }
}

/// Credits a deposit in the name of `actor`. Returns what the audit log records.
pub async fn credit_deposit_as(
    app: &App,
    tx: &mut dyn Tx,
    credit: &Credit,
    actor: Uid,
) -> Result<(Value, Deposit), Refusal> {
    let to = match (credit.order, credit.uid) {
        (Some(order), None) => CreditTo::Order(order),
        (None, Some(uid)) => CreditTo::Account(uid),
        _ => return Err(Refusal::rule("uid", Rule::OrderOrAccount)),
    };
    let deposit = app.topups.credit(tx, credit.id, to, &credit.reason, actor).await?;
    let detail = json!({
        "deposit": deposit.id, "order": deposit.order, "amount_micro": deposit.seen.amount,
        "reason": deposit.reason,
    });
    Ok((detail, deposit))
}

/// Credits a deposit that matches no order.
#[utoipa::path(post, path = "/recharge/creditDeposit", tag = "recharge",
    request_body = CreditDepositRequest, responses((status = 200, body = Envelope<CreditDepositAnswer>)),
    security(("sid" = [])))]
async fn credit_deposit(
    caller: Allowed<DepositCredit>,
    State(app): State<App>,
    Body(request): Body<CreditDepositRequest>,
) -> Reply<CreditDepositAnswer> {
    if request.order.is_some() == request.uid.is_some() {
        return Err(Refusal::rule("uid", Rule::OrderOrAccount));
    }
    let reason = request.reason.trim().to_owned();
    if reason.chars().count() > REASON_CHARS {
        return Err(Refusal::rule("reason", Rule::up_to(REASON_CHARS)));
    }
    if reason.is_empty() {
        return Err(Refusal::field("reason", Message::ReasonRequired));
    }
    let credit = Credit { id: request.id, order: request.order, uid: request.uid, reason };
    let (password, code) = (request.password.as_deref(), request.code.as_deref());
    if let Some(approval) = second_person::ask(&app, &caller, &credit, password, code).await? {
        return Ok(ok(CreditDepositAnswer { deposit: None, approval: Some(approval) }));
    }
    let mut tx = app.store.begin().await?;
    let (detail, deposit) = credit_deposit_as(&app, &mut *tx, &credit, caller.actor()).await?;
    let action = caller.did("recharge/creditDeposit", app.clock.now()).with(&detail);
    tx.audit(&action.on(deposit.uid.unwrap_or(caller.actor())).entry()).await?;
    tx.save().await?;
    Ok(ok(CreditDepositAnswer { deposit: Some(DepositView::from(deposit)), approval: None }))
}
