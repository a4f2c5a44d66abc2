//! Receiving wallets, and deposits that match no order.

use axum::extract::State;
use numsift_model::clock::Timestamp;
use numsift_model::id::{DepositId, OrderId, Uid};
use numsift_model::money::Usdt;
use numsift_model::recharge::{Deposit, DepositStatus, Wallet};
use numsift_store::DepositFilter;
use numsift_topup::address::{Address, DEMO_WALLET};
use numsift_topup::{CreditTo, TopUpError};
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::security::code_field;
use crate::app::App;
use crate::body::Body;
use crate::caller::{Allowed, DepositCredit, DepositList, WalletEdit, WalletList};
use crate::envelope::{Envelope, ListAnswer, Reply, first_page, ok, page_of, page_size};
use crate::messages::Message;
use crate::refusal::Refusal;

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

/// Sets the wallet for new orders. Open orders keep theirs.
#[utoipa::path(post, path = "/recharge/setWallet", tag = "recharge", request_body = SetWalletRequest,
    responses((status = 200, body = Envelope<Vec<WalletView>>)), security(("sid" = [])))]
async fn set_wallet(
    caller: Allowed<WalletEdit>,
    State(app): State<App>,
    Body(request): Body<SetWalletRequest>,
) -> Reply<Vec<WalletView>> {
    let (address, label) = (request.address.trim(), request.label.trim());
    if label.chars().count() > LABEL_CHARS {
        return Err(Refusal::field("label", Message::WrongValue));
    }
    // Check the address first: a code works only once.
    if app.demo.is_none() || address != DEMO_WALLET {
        Address::parse(address).map_err(TopUpError::from)?;
    }
    app.accounts
        .reauthenticate(&caller, &request.password, request.code.as_deref())
        .await
        .map_err(code_field)?;
    let mut tx = app.store.begin().await?;
    let before = tx.wallets().await?.into_iter().find(|wallet| wallet.active).map(|wallet| wallet.address);
    app.topups.use_wallet(&mut *tx, address, label).await?;
    let detail = json!({ "before": before, "after": address });
    tx.audit(&caller.did("recharge/setWallet", app.clock.now()).with(&detail).entry()).await?;
    let wallets = tx.wallets().await?;
    tx.save().await?;
    Ok(ok(wallets.into_iter().map(WalletView::from).collect()))
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
}

/// Credits a deposit that matches no order.
#[utoipa::path(post, path = "/recharge/creditDeposit", tag = "recharge",
    request_body = CreditDepositRequest, responses((status = 200, body = Envelope<DepositView>)),
    security(("sid" = [])))]
async fn credit_deposit(
    caller: Allowed<DepositCredit>,
    State(app): State<App>,
    Body(request): Body<CreditDepositRequest>,
) -> Reply<DepositView> {
    let to = match (request.order, request.uid) {
        (Some(order), None) => CreditTo::Order(order),
        (None, Some(uid)) => CreditTo::Account(uid),
        _ => return Err(Refusal::field("uid", Message::WrongValue)),
    };
    if request.reason.chars().count() > REASON_CHARS {
        return Err(Refusal::field("reason", Message::WrongValue));
    }
    let mut tx = app.store.begin().await?;
    let deposit = app.topups.credit(&mut *tx, request.id, to, request.reason.trim(), caller.actor()).await?;
    let detail = json!({
        "deposit": deposit.id, "order": deposit.order, "amount_micro": deposit.seen.amount,
        "reason": deposit.reason,
    });
    let action = caller.did("recharge/creditDeposit", app.clock.now()).with(&detail);
    tx.audit(&action.on(deposit.uid.unwrap_or(caller.actor())).entry()).await?;
    tx.save().await?;
    Ok(ok(DepositView::from(deposit)))
}
