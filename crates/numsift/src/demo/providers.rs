//! Providers in the demo: simulated ones, a replay of the real ones, and the channels that connect to them.

use anyhow::Context;
use numsift_channel::{ChannelConfig, Contract};
use numsift_presets::{Choice, Preset};
use numsift_screening::Screening;
use numsift_sim::providers::DEMO_WEBHOOK_SECRET;
use numsift_sim::{Credentials, ProviderSettings, ProvidersNode, ReplayNode, demo_channels};
use numsift_store::{ChannelRow, Store};
use url::Url;

/// Presets that are connected to the replay, with the projects that they serve.
const CONNECTED: [(&str, &[&str]); 3] = [
    ("twilio-lookup", &["line_type", "sim_swap", "reassigned"]),
    ("hlrlookup", &["live_status", "ported"]),
    ("ipqualityscore", &["risk", "dnc"]),
];

/// The simulated providers. They run until this is dropped.
pub struct DemoProviders {
    node: ProvidersNode,
    replay: ReplayNode,
}

impl DemoProviders {
    /// Where presets are replayed.
    pub fn replay_url(&self) -> &str {
        self.replay.url()
    }
}

/// Starts the simulated providers.
pub async fn start() -> anyhow::Result<DemoProviders> {
    let settings = ProviderSettings {
        // Callbacks without a signature are rejected.
        webhook_secret: Some(DEMO_WEBHOOK_SECRET.to_owned()),
        ..ProviderSettings::default()
    };
    let node = ProvidersNode::start(settings).await.context("cannot start the simulated providers")?;
    let replay = ReplayNode::start(numsift_presets::SOURCES.iter().copied(), Credentials::Any).await;
    Ok(DemoProviders { node, replay: replay.context("cannot start the replay of presets")? })
}

/// Returns the `host:port` of the providers, which channels must be allowed to connect to.
pub fn hosts(providers: &DemoProviders) -> Vec<String> {
    let urls = [providers.node.url(), providers.replay.url()];
    urls.map(|url| url.trim_start_matches("http://").trim_end_matches('/').to_owned()).into()
}

/// Saves the channels of the demo with the address of the providers, which changes with every start.
pub async fn save_channels(
    store: &dyn Store,
    screening: &Screening,
    providers: &DemoProviders,
) -> anyhow::Result<()> {
    let mut tx = store.begin().await?;
    let existing = tx.channels().await?;
    let demo = demo_channels(providers.node.url());
    let mut configs: Vec<ChannelConfig> =
        demo.iter().map(|yaml| ChannelConfig::from_yaml(yaml)).collect::<Result<_, _>>()?;
    for (id, projects) in CONNECTED {
        let preset = numsift_presets::find(id).with_context(|| format!("there is no preset {id}"))?;
        let mut config = connected(preset, projects)?;
        config.base_url = replayed(&config.base_url, id, providers)?;
        configs.push(config);
    }
    for (index, config) in configs.into_iter().enumerate() {
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
    // Channels that were created from presets keep working after a restart.
    for mut row in existing {
        let mut config: ChannelConfig = serde_json::from_str(&row.document)?;
        let old = Url::parse(&config.base_url).ok().filter(|url| url.host_str() == Some("127.0.0.1"));
        let Some(path) = old.map(|url| url.path().to_owned()) else { continue };
        let id = path.split('/').nth(1).unwrap_or_default();
        if row.name.starts_with("demo-") || numsift_presets::find(id).is_none() {
            continue;
        }
        config.base_url = format!("{}{path}", providers.replay.url());
        row.document = serde_json::to_string(&config)?;
        tx.put_channel(&row).await?;
    }
    tx.save().await?;
    Ok(())
}

/// The channel of a preset with the example inputs.
fn connected(preset: &Preset, projects: &[&str]) -> anyhow::Result<ChannelConfig> {
    let choice = Choice {
        name: format!("demo-{}", preset.id),
        projects: projects.iter().map(|project| (*project).to_owned()).collect(),
        inputs: preset.inputs.iter().map(|input| (input.key.clone(), input.example.clone())).collect(),
        contract: Some(Contract { reference: "demo".to_owned(), expires: "2099-01-01".to_owned() }),
    };
    preset.channel(&choice).map_err(|faults| anyhow::anyhow!("invalid inputs of {}: {faults:?}", preset.id))
}

/// The address of a preset's replay.
fn replayed(base_url: &str, id: &str, providers: &DemoProviders) -> anyhow::Result<String> {
    let path = Url::parse(base_url)?.path().trim_end_matches('/').to_owned();
    Ok(format!("{}/{id}{path}", providers.replay.url()))
}
