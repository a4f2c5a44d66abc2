//! Puts webhooks together from the configuration.

use std::sync::Arc;

use anyhow::Context;
use numsift_channel::{Guard, Outbound};
use numsift_model::clock::{SystemClock, SystemEntropy};
use numsift_store::Store;
use numsift_vault::Vault;
use numsift_webhooks::{TIMEOUT, WebhookParts, Webhooks};

use crate::config::Config;
use crate::data_folder::KEY_FILE;

/// Webhooks on a store.
pub fn make(store: Arc<dyn Store>, config: &Config) -> anyhow::Result<Webhooks> {
    let guard = Guard::new(&config.webhook_hosts);
    Ok(Webhooks::new(WebhookParts {
        store,
        clock: Arc::new(SystemClock),
        entropy: Arc::new(SystemEntropy),
        vault: Vault::open_or_create(&config.data.join(KEY_FILE), Arc::new(SystemEntropy))?,
        outbound: Outbound::new(&guard).context("cannot make an HTTP client")?,
        timeout: TIMEOUT,
    }))
}
