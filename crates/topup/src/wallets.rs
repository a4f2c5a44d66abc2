//! Receiving wallets. New orders use the active one.

use numsift_model::recharge::Wallet;
use numsift_store::{StoreResult, Tx};

use crate::address::Address;
use crate::{NETWORK, TopUpError, TopUps};

/// The wallet that new orders are paid to; none while customers cannot top up.
pub async fn receiving_wallet(tx: &mut dyn Tx) -> StoreResult<Option<Wallet>> {
    if tx.settings().await?.credit_only {
        return Ok(None);
    }
    Ok(tx.wallets().await?.into_iter().find(|wallet| wallet.active))
}

impl TopUps {
    /// All wallets, the active one first.
    pub async fn wallets(&self) -> Result<Vec<Wallet>, TopUpError> {
        Ok(self.store.read().await?.wallets().await?)
    }

    /// Stores a wallet and makes it the active one, inside the caller's transaction. Open orders keep their
    /// address.
    pub async fn use_wallet(&self, tx: &mut dyn Tx, address: &str, label: &str) -> Result<i64, TopUpError> {
        Address::of_wallet(address)?;
        let id = tx.put_wallet(NETWORK, address, label, self.clock.now()).await?;
        tx.activate_wallet(id).await?;
        Ok(id)
    }
}
