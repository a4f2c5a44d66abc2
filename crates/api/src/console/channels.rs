//! Channels: connections to the providers that the operator has a contract with.

mod evidence;
mod presets;

use axum::extract::State;
use numsift_channel::{Channel, ChannelConfig, Fault, Mode, TestReport};
use numsift_model::clock::Timestamp;
use numsift_model::limits::TEMPLATE_CHECKS;
use numsift_model::rule::Rule;
use numsift_presets::PresetUpdate;
use numsift_screening::ChannelHealth;
use numsift_store::ChannelRow;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use tokio::sync::Semaphore;
use utoipa::ToSchema;
use utoipa_axum::routes;

use self::presets::PresetChoice;
use crate::app::App;
use crate::body::{Body, Nothing};
use crate::caller::{Allowed, ChannelEdit, ChannelList};
use crate::envelope::{Done, Envelope, Reply, ok};
use crate::messages::Message;
use crate::refusal::Refusal;
use crate::routing::OpenApiRouter;

pub fn calls() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(list))
        .routes(routes!(presets::list))
        .routes(routes!(evidence::evidence))
        .routes(routes!(validate))
        .routes(routes!(save))
        .routes(routes!(remove))
        .routes(routes!(test))
}

/// A channel, with masked secrets.
#[derive(Serialize, ToSchema)]
struct ChannelView {
    name: String,
    /// Channels with a lower value are asked first.
    priority: i64,
    enabled: bool,
    /// Why it was disabled automatically.
    disabled_reason: String,
    version: i64,
    config: ChannelConfig,
    /// The configuration as YAML.
    yaml: String,
    /// Whether it can be used.
    usable: bool,
    /// Why it cannot be used: empty, `disabled`, `no_contract`, `expired` or `faulty`.
    unusable: &'static str,
    health: ChannelHealth,
    /// A newer version of the preset that it was made from, and what it would change.
    update: Option<PresetUpdate>,
}

async fn views(app: &App) -> Result<Vec<ChannelView>, Refusal> {
    let rows = app.store.read().await?.channels().await?;
    let mut health = app.screening.channels.health().await?;
    let now = app.clock.now();
    rows.into_iter()
        .map(|row| {
            let health = health.remove(&row.name).unwrap_or_default();
            view(app, row, health, now)
        })
        .collect()
}

fn view(app: &App, row: ChannelRow, health: ChannelHealth, now: Timestamp) -> Result<ChannelView, Refusal> {
    let config: ChannelConfig = serde_json::from_str(&row.document).map_err(Refusal::internal)?;
    let unusable = if row.enabled { unusable(app, &row, now)? } else { "disabled" };
    Ok(ChannelView {
        update: presets::update_of(app, &config),
        yaml: config.to_yaml().map_err(Refusal::internal)?,
        config,
        name: row.name,
        priority: row.priority,
        enabled: row.enabled,
        disabled_reason: row.disabled_reason,
        version: row.version,
        usable: unusable.is_empty(),
        unusable,
        health,
    })
}

fn unusable(app: &App, row: &ChannelRow, now: Timestamp) -> Result<&'static str, Refusal> {
    use numsift_channel::Unusable;
    let channels = &app.screening.channels;
    let Ok(channel) = Channel::new(channels.opened(row)?, channels.outbound().clone()) else {
        return Ok("faulty");
    };
    Ok(match channel.usable(now) {
        Ok(()) => "",
        Err(Unusable::NoContract) => "no_contract",
        Err(Unusable::Expired { .. }) => "expired",
        Err(Unusable::Disabled { .. }) => "disabled",
    })
}

/// Lists all channels in the order in which they are asked.
#[utoipa::path(post, path = "/channel/list", tag = "channel", request_body = Nothing,
    responses((status = 200, body = Envelope<Vec<ChannelView>>)), security(("sid" = [])))]
async fn list(_: Allowed<ChannelList>, State(app): State<App>, _: Body<Nothing>) -> Reply<Vec<ChannelView>> {
    Ok(ok(views(&app).await?))
}

/// A configuration: as JSON, as YAML, or from a preset.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct ChannelConfigRequest {
    config: Option<ChannelConfig>,
    yaml: Option<String>,
    preset: Option<PresetChoice>,
}

fn given(
    app: &App,
    config: Option<ChannelConfig>,
    yaml: Option<String>,
    preset: Option<PresetChoice>,
) -> Result<ChannelConfig, Refusal> {
    match (config, yaml, preset) {
        (Some(config), None, None) => Ok(config),
        (None, Some(yaml), None) => ChannelConfig::from_yaml(&yaml)
            .map_err(|error| Refusal::field("yaml", Message::BadYaml { why: error.to_string() })),
        (None, None, Some(choice)) => choice.channel(app),
        _ => Err(Refusal::field("config", Message::MissingField)),
    }
}

/// Adds the stored secrets to a configuration, but only if its destination has not changed.
async fn with_known_secrets(app: &App, config: ChannelConfig) -> Result<ChannelConfig, Refusal> {
    let rows = app.store.read().await?.channels().await?;
    let Some(row) = rows.into_iter().find(|row| row.name == config.name) else { return Ok(config) };
    let stored: ChannelConfig = serde_json::from_str(&row.document).map_err(Refusal::internal)?;
    if !config.same_destination(&stored) {
        return Ok(config);
    }
    Ok(config.with_secrets(&app.screening.channels.open_secrets(&row)?))
}

/// Validates a configuration on a blocking thread, a few at a time: its templates are rendered for a full batch.
async fn faults_of(config: &ChannelConfig) -> Result<Vec<Fault>, Refusal> {
    static CHECKS: Semaphore = Semaphore::const_new(TEMPLATE_CHECKS);
    let permit = CHECKS.acquire().await.map_err(Refusal::internal)?;
    let config = config.clone();
    let validated = tokio::task::spawn_blocking(move || {
        let faults = config.validate();
        drop(permit);
        faults
    });
    validated.await.map_err(Refusal::internal)
}

/// A configuration and what is wrong with it.
#[derive(Serialize, ToSchema)]
struct ChannelValidateAnswer {
    config: ChannelConfig,
    yaml: String,
    faults: Vec<Fault>,
}

/// Validates a configuration.
#[utoipa::path(post, path = "/channel/validate", tag = "channel", request_body = ChannelConfigRequest,
    responses((status = 200, body = Envelope<ChannelValidateAnswer>)), security(("sid" = [])))]
async fn validate(
    _: Allowed<ChannelEdit>,
    State(app): State<App>,
    Body(request): Body<ChannelConfigRequest>,
) -> Reply<ChannelValidateAnswer> {
    let given = given(&app, request.config, request.yaml, request.preset)?;
    let mut config = with_known_secrets(&app, given).await?;
    let faults = faults_of(&config).await?;
    config.take_secrets();
    Ok(ok(ChannelValidateAnswer { yaml: config.to_yaml().map_err(Refusal::internal)?, config, faults }))
}

/// A channel to save.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct ChannelSaveRequest {
    /// The version that was read; 0 for a new channel.
    version: i64,
    priority: i64,
    enabled: bool,
    config: Option<ChannelConfig>,
    yaml: Option<String>,
    preset: Option<PresetChoice>,
}

/// Creates or changes a channel.
#[utoipa::path(post, path = "/channel/save", tag = "channel", request_body = ChannelSaveRequest,
    responses((status = 200, body = Envelope<ChannelView>)), security(("sid" = [])))]
async fn save(
    caller: Allowed<ChannelEdit>,
    State(app): State<App>,
    Body(request): Body<ChannelSaveRequest>,
) -> Reply<ChannelView> {
    let preset = request.preset.as_ref().map(PresetChoice::label);
    let given = given(&app, request.config, request.yaml, request.preset)?;
    let config = with_known_secrets(&app, given).await?;
    let faults = faults_of(&config).await?;
    if !faults.is_empty() {
        let message = |fault: Fault| (format!("config.{}", fault.field), Message::Channel(fault.problem));
        return Err(Refusal::fields(faults.into_iter().map(message)));
    }
    let name = config.name.clone();
    let (document, secrets) = app.screening.channels.sealed(config)?;
    let row = ChannelRow {
        name: name.clone(),
        priority: request.priority,
        enabled: request.enabled,
        disabled_reason: String::new(),
        version: request.version,
        document,
        secrets,
    };
    let mut tx = app.store.begin().await?;
    let before = tx.channels().await?.into_iter().find(|row| row.name == name);
    if tx.put_channel(&row).await?.is_none() {
        return Err(match request.version {
            0 => Refusal::Conflict("config.name", Message::NameTaken),
            _ => Refusal::Conflict("version", Message::Outdated),
        });
    }
    let secrets = |row: &ChannelRow| app.screening.channels.open_secrets(row);
    let known = before.as_ref().map(secrets).transpose()?.unwrap_or_default();
    let mut detail = json!({ "channel": name, "before": before.as_ref().map(audit_detail),
        "after": audit_detail(&row), "secrets_changed": known != secrets(&row)? });
    if let Some(preset) = preset {
        detail["preset"] = preset.into();
    }
    tx.audit(&caller.did("channel/save", app.clock.now()).with(&detail).entry()).await?;
    tx.save().await?;
    let saved = views(&app).await?.into_iter().find(|view| view.name == name);
    Ok(ok(saved.ok_or(Refusal::NotFound)?))
}

/// What the audit log records of a channel: the whole configuration, whose secrets are masked.
fn audit_detail(row: &ChannelRow) -> Value {
    let config: Value = serde_json::from_str(&row.document).unwrap_or_default();
    json!({ "enabled": row.enabled, "priority": row.priority, "config": config })
}

/// A channel to remove.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct ChannelRemoveRequest {
    name: String,
    version: i64,
}

/// Removes a channel.
#[utoipa::path(post, path = "/channel/remove", tag = "channel", request_body = ChannelRemoveRequest,
    responses((status = 200, body = Envelope<Done>)), security(("sid" = [])))]
async fn remove(
    caller: Allowed<ChannelEdit>,
    State(app): State<App>,
    Body(request): Body<ChannelRemoveRequest>,
) -> Reply<Done> {
    let mut tx = app.store.begin().await?;
    let before = tx.channels().await?.into_iter().find(|row| row.name == request.name);
    if !tx.remove_channel(&request.name, request.version).await? {
        return Err(Refusal::Conflict("version", Message::Outdated));
    }
    let detail = json!({ "channel": request.name, "before": before.as_ref().map(audit_detail) });
    tx.audit(&caller.did("channel/remove", app.clock.now()).with(&detail).entry()).await?;
    tx.save().await?;
    Ok(ok(Done {}))
}

/// A number to test a channel with.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct ChannelTestRequest {
    config: Option<ChannelConfig>,
    yaml: Option<String>,
    preset: Option<PresetChoice>,
    /// A saved channel, instead of a configuration.
    name: Option<String>,
    project: String,
    /// With country code, such as `+8613812345678`.
    number: String,
}

/// Tests a channel with one number, and returns what was sent and received.
#[utoipa::path(post, path = "/channel/test", tag = "channel", request_body = ChannelTestRequest,
    responses((status = 200, body = Envelope<TestReport>)), security(("sid" = [])))]
async fn test(
    caller: Allowed<ChannelEdit>,
    State(app): State<App>,
    Body(request): Body<ChannelTestRequest>,
) -> Reply<TestReport> {
    let verdict = numplan::check(request.number.as_bytes(), None);
    let digits = verdict.e164().as_str().trim_start_matches('+').parse::<u64>();
    let (true, Ok(number)) = (verdict.is_valid(), digits) else {
        return Err(Refusal::rule("number", Rule::Phone));
    };
    let channels = &app.screening.channels;
    let config = if let Some(name) = request.name {
        let rows = app.store.read().await?.channels().await?;
        channels.opened(&rows.into_iter().find(|row| row.name == name).ok_or(Refusal::NotFound)?)?
    } else {
        let given = given(&app, request.config, request.yaml, request.preset)?;
        with_known_secrets(&app, given).await?
    };
    let mut tx = app.store.begin().await?;
    let detail = json!({ "channel": config.name, "base_url": config.base_url, "project": request.project });
    tx.audit(&caller.did("channel/test", app.clock.now()).with(&detail).entry()).await?;
    tx.save().await?;
    let is_saved = app.store.read().await?.channels().await?.iter().any(|row| row.name == config.name);
    let trial = match Channel::new(config, channels.outbound().clone()) {
        Ok(channel) if channel.config().mode == Mode::Callback && !is_saved => TestReport::not_saved(),
        Ok(channel) => channel.test_one(number, &request.project, channels.services()).await,
        Err(faults) => TestReport::invalid(faults),
    };
    Ok(ok(trial))
}
