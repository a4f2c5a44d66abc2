//! Money in the demo: a simulated chain, a receiving wallet and opening balances.

use std::sync::Arc;

use anyhow::Context;
use numsift_accounts::demo;
use numsift_ledger::{Adjust, By, adjust};
use numsift_model::account::AccountType;
use numsift_model::clock::{Clock, SystemClock, Timestamp};
use numsift_model::id::Uid;
use numsift_model::ledger::Bucket;
use numsift_model::money::Points;
use numsift_sim::{Chain, ChainNode};
use numsift_store::{Store, Tx};
use numsift_topup::TopUps;
use numsift_topup::address::DEMO_WALLET;

/// The wallet of earlier demos: the USDT contract, where real money would be lost.
const OLD_WALLET: &str = "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t";
/// 1,000 points.
const OPENING_BALANCE: Points = Points(1_000 * 10_000);

/// Starts the simulated chain and configures top-ups to use it.
pub async fn start(store: &dyn Store, topups: &TopUps) -> anyhow::Result<ChainNode> {
    let node = ChainNode::start(Chain::new(Arc::new(SystemClock)))
        .await
        .context("cannot start the simulated chain")?;
    prepare(store, topups, node.url(), SystemClock.now()).await?;
    Ok(node)
}

/// Configures top-ups to use a chain, and credits the opening balances once.
pub async fn prepare(store: &dyn Store, topups: &TopUps, node: &str, now: Timestamp) -> anyhow::Result<()> {
    let mut tx = store.begin().await?;
    let (mut settings, version) = (tx.settings().await?, tx.settings_version().await?);
    node.clone_into(&mut settings.tron_node_url);
    tx.put_settings(&settings, version, now).await?;
    let wallets = tx.wallets().await?;
    if wallets.is_empty() || wallets.iter().any(|wallet| wallet.active && wallet.address == OLD_WALLET) {
        topups.use_wallet(&mut *tx, DEMO_WALLET, "demo").await?;
    }
    for account in demo::ACCOUNTS.iter().filter(|account| !account.account_type.is_staff()) {
        let Some(uid) = tx.credentials(account.username).await?.map(|found| found.uid) else { continue };
        let buckets: &[Bucket] = match account.account_type {
            AccountType::Credit => &[Bucket::Points, Bucket::Credit],
            _ => &[Bucket::Points],
        };
        for bucket in buckets {
            opening_balance(&mut *tx, uid, *bucket, now).await?;
        }
    }
    tx.save().await?;
    Ok(())
}

/// Credits the opening balance of an account, once.
pub async fn opening_balance(
    tx: &mut dyn Tx,
    uid: Uid,
    bucket: Bucket,
    now: Timestamp,
) -> anyhow::Result<()> {
    let request_id = format!("demo-{uid}-{}", bucket.as_str());
    let credit = Adjust { uid, bucket, amount: OPENING_BALANCE, request_id: &request_id, reason: "demo" };
    adjust(tx, By::system(now), credit).await?;
    Ok(())
}
