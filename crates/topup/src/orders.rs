//! Top-up orders. Each has an exact amount that is unique among the open orders of its address.

use std::collections::BTreeSet;

use numsift_model::account::Account;
use numsift_model::id::OrderId;
use numsift_model::money::Usdt;
use numsift_model::recharge::{NewOrder, Order, OrderKind};
use numsift_store::{Attempt, Scope};

use crate::address::Address;
use crate::deposits::Recorded;
use crate::verifier::{is_transaction_id, transfers};
use crate::wallets::receiving_wallet;
use crate::{RESERVED_S, TopUpError, TopUps};

pub const SMALLEST: Usdt = Usdt::ONE;
pub const LARGEST: Usdt = Usdt(100_000 * Usdt::ONE.0);
/// Maximum of pending orders per account.
const MAX_PENDING: usize = 3;
/// How many exact amounts are tried.
const STEPS: i64 = 100;
/// Transactions that an account may report within [`REPORT_WINDOW_S`].
const MAX_REPORTS: i64 = 10;
const REPORT_WINDOW_S: i64 = 10 * 60;

impl TopUps {
    /// Creates an order, or returns the pending one with the same amount.
    pub async fn order(&self, who: &Account, kind: OrderKind, base: Usdt) -> Result<Order, TopUpError> {
        if !(SMALLEST..=LARGEST).contains(&base) || base.0 % Usdt::CENT.0 != 0 {
            return Err(TopUpError::AmountRange);
        }
        if kind == OrderKind::Quota && !who.self_quota_topup {
            return Err(TopUpError::NoQuota);
        }
        let now = self.clock.now();
        let mut tx = self.store.begin().await?;
        tx.lock_orders_of(who.uid).await?;
        let pending = tx.pending_orders(who.uid, now).await?;
        if let Some(same) = pending.iter().find(|o| o.asked.base == base && o.asked.kind == kind) {
            return Ok(same.clone());
        }
        if pending.len() >= MAX_PENDING {
            return Err(TopUpError::TooManyPending);
        }
        let address = receiving_wallet(&mut *tx).await?.ok_or(TopUpError::NoWallet)?.address;
        let settings = tx.settings().await?;
        let expire_at = now.plus(settings.order_lifetime_s);
        let at_step = |step: i64| Usdt(base.0 + step * Usdt::CENT.0);
        let taken = tx.reserved_amounts(&address, base, at_step(STEPS - 1)).await?;
        let taken: BTreeSet<Usdt> = taken.into_iter().collect();
        for amount in (0..STEPS).map(at_step).filter(|amount| !taken.contains(amount)) {
            let new = NewOrder {
                uid: who.uid,
                kind,
                address: address.clone(),
                base,
                amount,
                rate: settings.points_per_usdt,
                created_at: now,
                expire_at,
                reserved_until: expire_at.plus(RESERVED_S),
            };
            // `None` if the amount was reserved in the meantime: try the next one.
            if let Some(id) = tx.create_order(&new).await? {
                let order = tx.order(Scope::Own(who.uid), id).await?.ok_or(TopUpError::NotFound)?;
                tx.save().await?;
                return Ok(order);
            }
        }
        Err(TopUpError::AmountsTaken)
    }

    /// Finds an order within the scope of the caller.
    pub async fn find(&self, scope: Scope, id: OrderId) -> Result<Order, TopUpError> {
        self.store.read().await?.order(scope, id).await?.ok_or(TopUpError::NotFound)
    }

    /// Cancels an order. A payment that was already sent is still credited.
    pub async fn cancel(&self, scope: Scope, id: OrderId) -> Result<Order, TopUpError> {
        let mut tx = self.store.begin().await?;
        let order = tx.order(scope, id).await?.ok_or(TopUpError::NotFound)?;
        if !tx.cancel_order(scope, id).await? {
            return Ok(order);
        }
        let order = tx.order(scope, id).await?.ok_or(TopUpError::NotFound)?;
        tx.save().await?;
        Ok(order)
    }

    /// Verifies a transaction reported by the customer, as if the watcher had found it. The order it pays is
    /// determined by the receipt, not by the caller.
    pub async fn verify_transaction(
        &self,
        scope: Scope,
        id: OrderId,
        txid: &str,
    ) -> Result<Order, TopUpError> {
        let txid = txid.trim().to_ascii_lowercase();
        if !is_transaction_id(&txid) {
            return Err(TopUpError::NotATransaction);
        }
        let order = self.find(scope, id).await?;
        let mut tx = self.store.begin().await?;
        let key = format!("recharge:verify:{}", order.asked.uid);
        let attempt = tx.attempt(&key, MAX_REPORTS, REPORT_WINDOW_S, self.clock.now()).await?;
        let base = tx.settings().await?.tron_node_url;
        tx.save().await?;
        if let Attempt::Refused { retry_after } = attempt {
            return Err(TopUpError::TooMany { retry_after });
        }
        let receipt = self.node.receipt(&base, &txid).await?.ok_or(TopUpError::NotFinal)?;
        let found = transfers(&receipt, &txid, Address::of_wallet(&order.asked.address)?);
        if found.is_empty() {
            return Err(TopUpError::PaysNothing);
        }
        for transfer in found {
            let recorded: Recorded = self.record(&txid, &order.asked.address, &transfer).await?;
            tracing::info!(%id, txid, ?recorded, "verified a transaction reported by a customer");
        }
        self.find(scope, id).await
    }

    /// Pays an order on the bundled simulator.
    pub async fn simulate_payment(&self, scope: Scope, id: OrderId) -> Result<String, TopUpError> {
        let order = self.find(scope, id).await?;
        let base = self.store.read().await?.settings().await?.tron_node_url;
        Ok(self.node.simulate_payment(&base, &order.asked.address, order.asked.amount.0).await?)
    }
}
