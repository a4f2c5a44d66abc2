//! Presets: channels to real providers that only need the operator's own account.

use std::collections::BTreeMap;

use axum::extract::State;
use numsift_channel::{ChannelConfig, Contract};
use numsift_model::rule::Rule;
use numsift_presets::{Choice, InputFault, InputKind, InputProblem, Preset, PresetTexts, PresetUpdate};
use serde::{Deserialize, Serialize};
use url::Url;
use utoipa::ToSchema;

use crate::app::App;
use crate::body::{Body, Nothing};
use crate::caller::{Allowed, ChannelList};
use crate::client::Language;
use crate::envelope::{Envelope, Reply, ok};
use crate::messages::Message;
use crate::refusal::Refusal;

/// Longest input of a preset that is no secret.
const INPUT_CHARS: usize = 200;

/// A preset and what it covers.
#[derive(Serialize, ToSchema)]
pub(super) struct PresetView {
    #[serde(flatten)]
    preset: PresetTexts,
    /// The projects that it can serve.
    projects: Vec<String>,
    /// The countries that it covers, as ISO codes; empty means all.
    countries: Vec<String>,
    /// Whether its requests go to the simulator, which replays documented answers.
    simulated: bool,
}

/// Lists the presets: channels to real providers that only need your account there. Texts are in the caller's language.
#[utoipa::path(post, path = "/channel/presets", tag = "channel", request_body = Nothing,
    responses((status = 200, body = Envelope<Vec<PresetView>>)), security(("sid" = [])))]
pub(super) async fn list(
    _: Allowed<ChannelList>,
    Language(lang): Language,
    State(app): State<App>,
    _: Body<Nothing>,
) -> Reply<Vec<PresetView>> {
    let simulated = replay_url(&app).is_some();
    let view = |preset: &'static Preset| PresetView {
        projects: preset.projects(),
        countries: preset.countries(),
        preset: preset.texts(lang, simulated),
        simulated,
    };
    Ok(ok(numsift_presets::all().iter().map(view).collect()))
}

/// A preset with the inputs that it needs.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct PresetChoice {
    id: String,
    /// Name of the channel.
    name: String,
    /// The projects that the channel serves, out of those of the preset; all if empty.
    #[serde(default)]
    projects: Vec<String>,
    /// The inputs by key.
    #[serde(default)]
    inputs: BTreeMap<String, String>,
    contract: Option<Contract>,
}

impl PresetChoice {
    /// What the audit log records.
    pub(super) fn label(&self) -> String {
        self.id.clone()
    }

    /// The channel with the inputs filled in.
    pub(super) fn channel(self, app: &App) -> Result<ChannelConfig, Refusal> {
        let preset = numsift_presets::find(&self.id).ok_or_else(|| {
            let known = numsift_presets::all().iter().map(|preset| preset.id.as_str());
            Refusal::rule("preset.id", Rule::one_of(known))
        })?;
        let Self { name, projects, inputs, contract, .. } = self;
        let choice = Choice { name, projects, inputs, contract };
        let mut config = preset.channel(&choice).map_err(|faults| {
            let field = |field: &str| match field {
                "projects" | "preset" => format!("preset.{field}"),
                key => format!("preset.inputs.{key}"),
            };
            let message = |fault: &InputFault| (field(&fault.field), message(preset, fault));
            Refusal::fields(faults.iter().map(message))
        })?;
        to_replay(app, &preset.id, &mut config);
        let mut masked = config.clone();
        masked.take_secrets();
        config.preset = Some(preset.origin(&choice, &masked));
        Ok(config)
    }
}

/// What an input of a preset must be.
fn message(preset: &Preset, fault: &InputFault) -> Message {
    let input = preset.inputs.iter().find(|input| input.key == fault.field);
    match (fault.problem, input) {
        (InputProblem::Missing, _) => Message::MissingField,
        (InputProblem::Unknown, _) if fault.field == "projects" => {
            Message::Rule(Rule::some_of(preset.projects()))
        }
        (InputProblem::Unknown, _) => Message::UnknownField,
        (InputProblem::WrongForm, Some(input)) => Message::Rule(match input.kind {
            InputKind::Choice => Rule::one_of(&input.options),
            InputKind::Id => Rule::Symbols { least: 1, most: INPUT_CHARS, also: "`-` `_`" },
            InputKind::Host => Rule::Host,
            InputKind::Text | InputKind::Secret => Rule::Plain,
        }),
        (InputProblem::WrongForm, None) => Message::Rule(Rule::Plain),
    }
}

/// Sends the requests of a preset's channel to the simulator in demo mode.
fn to_replay(app: &App, preset: &str, config: &mut ChannelConfig) {
    if let (Some(replay), Ok(url)) = (replay_url(app), Url::parse(&config.base_url)) {
        config.base_url = format!("{replay}/{preset}{}", url.path().trim_end_matches('/'));
    }
}

/// What a newer version of its preset would change in a channel.
pub(super) fn update_of(app: &App, config: &ChannelConfig) -> Option<PresetUpdate> {
    let id = config.preset.as_ref()?.id.clone();
    numsift_presets::update(config, |latest| to_replay(app, &id, latest))
}

/// Where the simulator replays presets in demo mode.
fn replay_url(app: &App) -> Option<&str> {
    app.demo.as_ref()?.replay_url.as_deref()
}
