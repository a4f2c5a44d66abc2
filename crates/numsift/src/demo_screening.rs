//! The demo's providers: simulated ones, and the channels that ask them.

use anyhow::Context;
use numsift_channel::ChannelConfig;
use numsift_screening::Screening;
use numsift_sim::providers::DEMO_WEBHOOK_SECRET;
use numsift_sim::{ProviderSettings, ProvidersNode, ready_channels};
use numsift_store::{ChannelRow, Store};

/// Starts the providers.
pub async fn start() -> anyhow::Result<ProvidersNode> {
    // Results that are delivered without a signature are refused.
    let settings = ProviderSettings {
        webhook_secret: Some(DEMO_WEBHOOK_SECRET.to_owned()),
        ..ProviderSettings::default()
    };
    ProvidersNode::start(settings).await.context("cannot simulate providers")
}

/// The host that channels may reach in the demo.
pub fn host(node: &ProvidersNode) -> String {
    node.url().trim_start_matches("http://").trim_end_matches('/').to_owned()
}

/// Points the demo's channels at the providers, which have another address after every start.
pub async fn make_channels(
    store: &dyn Store,
    screening: &Screening,
    node: &ProvidersNode,
) -> anyhow::Result<()> {
    let mut tx = store.begin().await?;
    let known = tx.channels().await?;
    for (place, yaml) in ready_channels(node.url()).into_iter().enumerate() {
        let config = ChannelConfig::from_yaml(&yaml)?;
        let before = known.iter().find(|row| row.name == config.name);
        let name = config.name.clone();
        let (document, secrets) = screening.registry().sealed(config)?;
        let row = ChannelRow {
            name,
            priority: before.map_or(10 * (i64::try_from(place)? + 1), |row| row.priority),
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
