//! Deposits: matched with their order, or left for an administrator to credit.

use numsift_ledger::{By, QuotaTopUp, TopUp, announce, quota_top_up, top_up};
use numsift_model::audit::AuditEntry;
use numsift_model::clock::Timestamp;
use numsift_model::id::{DepositId, OrderId, Uid};
use numsift_model::recharge::{Deposit, DepositStatus, NewDeposit, Order, OrderKind, OrderStatus};
use numsift_model::webhook::WebhookEvent;
use numsift_store::{Decision, NewMessage, Scope, Tx, breakpoint};

use crate::verifier::Transfer;
use crate::{SKEW_S, TopUpError, TopUps, notices};

/// The result of recording a transfer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Recorded {
    /// It was recorded before.
    Known,
    /// It paid an order.
    Paid(OrderId),
    /// It paid an order that had expired.
    Late(OrderId),
    /// It matches no order.
    Unmatched,
}

/// What an administrator credits a deposit to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CreditTo {
    /// The order counts as paid.
    Order(OrderId),
    /// The account receives points.
    Account(Uid),
}

impl TopUps {
    /// Records a verified transfer. Order, deposit and ledger change in one transaction.
    pub(crate) async fn record(
        &self,
        txid: &str,
        address: &str,
        transfer: &Transfer,
    ) -> Result<Recorded, TopUpError> {
        let now = self.clock.now();
        let seen = NewDeposit {
            txid: txid.to_owned(),
            log_index: transfer.log_index,
            address: address.to_owned(),
            sender: transfer.sender.to_string(),
            amount: transfer.amount,
            block_time: transfer.block_time,
            seen_at: now,
        };
        let mut tx = self.store.begin().await?;
        let Some(id) = tx.add_deposit(&seen).await? else { return Ok(Recorded::Known) };
        breakpoint::reached("topup/noted");
        let payable = tx.payable_order(address, seen.amount, seen.block_time, SKEW_S).await?;
        let recorded = if let Some(order) = payable {
            pay(&mut *tx, &seen, &order, By::system(now), "").await?;
            decide(&mut *tx, id, DepositStatus::Matched, Some(&order), None, "").await?;
            audit(&mut *tx, "recharge/paid", &order, id, now).await?;
            Recorded::Paid(order.id)
        } else if let Some(order) = tx.overdue_order(address, seen.amount, seen.block_time).await? {
            tx.mark_late(order.id).await?;
            decide(&mut *tx, id, DepositStatus::Unmatched, Some(&order), None, "").await?;
            audit(&mut *tx, "recharge/late", &order, id, now).await?;
            notices::late_payment(&mut *tx, &order, now).await?;
            Recorded::Late(order.id)
        } else {
            Recorded::Unmatched
        };
        tx.save().await?;
        tracing::info!(txid, log_index = seen.log_index, amount = %seen.amount, ?recorded, "recorded a transfer");
        metrics::counter!("numsift_deposits_total").increment(1);
        Ok(recorded)
    }

    /// Credits an unmatched deposit, inside the caller's transaction.
    pub async fn credit(
        &self,
        tx: &mut dyn Tx,
        id: DepositId,
        to: CreditTo,
        reason: &str,
        actor: Uid,
    ) -> Result<Deposit, TopUpError> {
        if reason.trim().is_empty() {
            return Err(TopUpError::ReasonRequired);
        }
        let by = By { actor: Some(actor), at: self.clock.now() };
        let deposit = tx.deposit(id).await?.ok_or(TopUpError::NotFound)?;
        if deposit.status != DepositStatus::Unmatched {
            return Err(TopUpError::AlreadyDecided);
        }
        match to {
            CreditTo::Order(order) => {
                let order = tx.order(Scope::All, order).await?.ok_or(TopUpError::NotFound)?;
                if order.status == OrderStatus::Paid {
                    return Err(TopUpError::AlreadyPaid);
                }
                pay(tx, &deposit.seen, &order, by, reason).await?;
                decide(tx, id, DepositStatus::Credited, Some(&order), Some(actor), reason).await?;
            }
            CreditTo::Account(uid) => {
                let account = tx.account(uid).await?.ok_or(TopUpError::NotFound)?;
                let rate = tx.settings().await?.points_per_usdt;
                let points = deposit.seen.amount.in_points(rate).ok_or(TopUpError::AmountRange)?;
                let seen = &deposit.seen;
                let new = TopUp {
                    uid,
                    points,
                    txid: &seen.txid,
                    log_index: seen.log_index,
                    order: None,
                    note: reason,
                };
                let posted = top_up(tx, by, new).await?;
                announce(tx, &posted, uid, by.at).await?;
                let decision = Decision {
                    status: DepositStatus::Credited,
                    order: None,
                    uid: Some(account.uid),
                    by: Some(actor),
                    reason: reason.to_owned(),
                };
                if !tx.decide_deposit(id, &decision).await? {
                    return Err(TopUpError::AlreadyDecided);
                }
            }
        }
        tx.deposit(id).await?.ok_or(TopUpError::NotFound)
    }
}

/// Credits a payment and marks its order as paid.
async fn pay(
    tx: &mut dyn Tx,
    seen: &NewDeposit,
    order: &Order,
    by: By,
    note: &str,
) -> Result<(), TopUpError> {
    let worth = order.worth(seen.amount).ok_or(TopUpError::AmountRange)?;
    let uid = order.asked.uid;
    let posted = match order.asked.kind {
        OrderKind::Points => {
            let new = TopUp {
                uid,
                points: worth,
                txid: &seen.txid,
                log_index: seen.log_index,
                order: Some(order.id),
                note,
            };
            top_up(tx, by, new).await?
        }
        OrderKind::Quota => {
            quota_top_up(tx, by, QuotaTopUp { uid, credit: worth, order: order.id, note }).await?
        }
    };
    announce(tx, &posted, uid, by.at).await?;
    breakpoint::reached("topup/posted");
    if !tx.mark_paid(order.id, &seen.txid, by.at).await? {
        return Err(TopUpError::AlreadyPaid);
    }
    let data = serde_json::json!({
        "id": order.id, "kind": order.asked.kind, "points": worth, "amount_usdt": seen.amount.to_string(),
        "paid_at": by.at.rfc3339(),
    });
    tx.tell_webhooks(&NewMessage::new(uid, WebhookEvent::OrderPaid, order.id, by.at, data)).await?;
    breakpoint::reached("topup/marked");
    Ok(())
}

async fn decide(
    tx: &mut dyn Tx,
    id: DepositId,
    status: DepositStatus,
    order: Option<&Order>,
    by: Option<Uid>,
    reason: &str,
) -> Result<(), TopUpError> {
    let decision = Decision {
        status,
        order: order.map(|order| order.id),
        uid: order.map(|order| order.asked.uid),
        by,
        reason: reason.to_owned(),
    };
    if tx.decide_deposit(id, &decision).await? { Ok(()) } else { Err(TopUpError::AlreadyDecided) }
}

async fn audit(
    tx: &mut dyn Tx,
    action: &str,
    order: &Order,
    deposit: DepositId,
    at: Timestamp,
) -> Result<(), TopUpError> {
    let detail = serde_json::json!({ "order": order.id, "deposit": deposit }).to_string();
    let line = AuditEntry {
        at,
        actor: None,
        subject: Some(order.asked.uid),
        action: action.to_owned(),
        ip: String::new(),
        detail,
    };
    Ok(tx.audit(&line).await?)
}
