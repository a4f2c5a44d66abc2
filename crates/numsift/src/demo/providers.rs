//! Providers in the demo: simulated ones, and the channels that connect to them.

use anyhow::Context;
use numsift_channel::ChannelConfig;
use numsift_screening::Screening;
use numsift_sim::providers::DEMO_WEBHOOK_SECRET;
use numsift_sim::{ProviderSettings, ProvidersNode, demo_channels};
use numsift_store::{ChannelRow, Store};

/// Starts the simulated providers.
pub async fn start() -> anyhow::Result<ProvidersNode> {
    let settings = ProviderSettings {
        // Callbacks without a signature are rejected.
        webhook_secret: Some(DEMO_WEBHOOK_SECRET.to_owned()),
        ..ProviderSettings::default()
    };
    ProvidersNode::start(settings).await.context("cannot start the simulated providers")
}

/// Returns the `host:port` of the providers, which channels must be allowed to connect to.
pub fn host(node: &ProvidersNode) -> String {
    node.url().trim_start_matches("http://").trim_end_matches('/').to_owned()
}

/// Saves the channels of the demo with the address of the providers, which changes with every start.
pub async fn save_channels(
    store: &dyn Store,
    screening: &Screening,
    node: &ProvidersNode,
) -> anyhow::Result<()> {
    let mut tx = store.begin().await?;
    let existing = tx.channels().await?;
    for (index, yaml) in demo_channels(node.url()).into_iter().enumerate() {
        let config = ChannelConfig::from_yaml(&yaml)?;
        let before = existing.iter().find(|row| row.name == config.name);
        let name = config.name.clone();
        let (document, secrets) = screening.channels.sealed(config)?;
        let row = ChannelRow {
            name,
            priority: before.map_or(10 * (i64::try_from(index)? + 1), |row| row.priority),
            enabled: before.is_none_or(|row| row.enabled),
            disabled_reason: before.map(|row| row.disabled_reason.clone()).unwrap_or_default(),
            version: before.map_or(0, |row| row.version),
            document,
            secrets,
        };
        tx.put_channel(&row).await?;
    }
    tx.save().await?;
    Ok(())
}
