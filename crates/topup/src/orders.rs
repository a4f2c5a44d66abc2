//! Orders: an exact amount that no other open order at the address has.

use std::collections::BTreeSet;

use numsift_model::account::Account;
use numsift_model::id::OrderId;
use numsift_model::money::Usdt;
use numsift_model::recharge::{NewOrder, Order, OrderKind};
use numsift_store::{Attempt, Scope};

use crate::address::Address;
use crate::deposits::Recorded;
use crate::verifier::transfers;
use crate::{RESERVED_S, TopUpError, TopUps};

/// The smallest order.
pub const SMALLEST: Usdt = Usdt(Usdt::ONE.0);
/// The largest order.
pub const LARGEST: Usdt = Usdt(100_000 * Usdt::ONE.0);
/// Orders of one account that can wait for their payment.
const PENDING: usize = 3;
/// Exact amounts that are tried.
const STEPS: i64 = 100;
/// Transactions that an account may ask us to look at within [`LOOK_WINDOW_S`].
const LOOKS: i64 = 10;
const LOOK_WINDOW_S: i64 = 10 * 60;

impl TopUps {
    /// Makes an order, or gives the one of the same amount that waits already.
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
        if pending.len() >= PENDING {
            return Err(TopUpError::TooManyPending);
        }
        let wallet = tx.wallets().await?.into_iter().find(|wallet| wallet.active);
        let address = wallet.ok_or(TopUpError::NoWallet)?.address;
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
            // Somebody else may have taken it since we looked: then the next one.
            if let Some(id) = tx.create_order(&new).await? {
                let order = tx.order(Scope::Own(who.uid), id).await?.ok_or(TopUpError::NotFound)?;
                tx.save().await?;
                return Ok(order);
            }
        }
        Err(TopUpError::AmountsTaken)
    }

    /// An order that the caller may see.
    pub async fn find(&self, scope: Scope, id: OrderId) -> Result<Order, TopUpError> {
        self.store.read().await?.order(scope, id).await?.ok_or(TopUpError::NotFound)
    }

    /// Gives up an order. A payment that is on its way is still credited.
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

    /// Looks at a transaction that the order's user names, as if the watcher had found it. What it
    /// pays is decided by the chain alone, never by who asks.
    pub async fn look_at(&self, scope: Scope, id: OrderId, txid: &str) -> Result<Order, TopUpError> {
        let txid = txid.trim().to_ascii_lowercase();
        if txid.len() != 64 || !txid.bytes().all(|byte| byte.is_ascii_hexdigit()) {
            return Err(TopUpError::NotATransaction);
        }
        let order = self.find(scope, id).await?;
        let mut tx = self.store.begin().await?;
        let key = format!("recharge:verify:{}", order.asked.uid);
        let attempt = tx.attempt(&key, LOOKS, LOOK_WINDOW_S, self.clock.now()).await?;
        let base = tx.settings().await?.tron_node_url;
        tx.save().await?;
        if let Attempt::Refused { retry_after } = attempt {
            return Err(TopUpError::TooMany { retry_after });
        }
        let receipt = self.node.receipt(&base, &txid).await?.ok_or(TopUpError::NotFinal)?;
        let found = transfers(&receipt, &txid, Address::parse(&order.asked.address)?);
        if found.is_empty() {
            return Err(TopUpError::PaysNothing);
        }
        for transfer in found {
            let recorded: Recorded = self.record(&txid, &order.asked.address, &transfer).await?;
            tracing::info!(%id, txid, ?recorded, "looked at a transaction that a user named");
        }
        self.find(scope, id).await
    }

    /// Pays an order on the bundled simulator, as its customer would on the chain.
    pub async fn simulate_payment(&self, scope: Scope, id: OrderId) -> Result<String, TopUpError> {
        let order = self.find(scope, id).await?;
        let base = self.store.read().await?.settings().await?.tron_node_url;
        Ok(self.node.simulate_payment(&base, &order.asked.address, order.asked.amount.0).await?)
    }
}
