//! The setup guide: what an administrator sets up, each step checked.

use axum::extract::State;
use numsift_model::health::{Check, Fact, Finding, Verdict};
use numsift_model::project::Answerer;
use numsift_model::settings::Settings;
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::ToSchema;
use utoipa_axum::routes;

use crate::app::App;
use crate::body::{Body, Nothing};
use crate::caller::{Allowed, SystemSetup};
use crate::client::Language;
use crate::envelope::{Done, Envelope, Reply, ok};
use crate::routing::OpenApiRouter;

pub fn calls() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(guide)).routes(routes!(save))
}

/// A step of the setup.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
enum SetupStepName {
    /// Name and logo.
    Brand,
    /// A second factor for the caller's own account.
    SecondFactor,
    /// A wallet and a chain node, or no top-ups by customers.
    Payment,
    /// An enabled channel whose provider can be reached.
    Channel,
    /// A project with a price that a channel can answer.
    Prices,
    /// How long results are kept.
    Retention,
    /// A backup of the last days.
    Backup,
}

/// The state of a step.
#[derive(Serialize, ToSchema)]
struct SetupStep {
    step: SetupStepName,
    done: bool,
    /// What the checks of the step found, in the caller's language.
    findings: Vec<Finding>,
}

/// The setup guide.
#[derive(Serialize, ToSchema)]
struct SetupAnswer {
    /// Whether it is no longer shown on the dashboard.
    dismissed: bool,
    retention_days: i64,
    /// Projects with a price that a channel can answer.
    projects_ready: usize,
    /// Enabled projects that nobody can answer. Customers do not see them.
    projects_hidden: usize,
    /// In the order in which they are best done.
    steps: Vec<SetupStep>,
}

/// Returns the steps of the setup. Providers and the chain node are asked, at most every few seconds.
#[utoipa::path(post, path = "/system/setup", tag = "settings", request_body = Nothing,
    responses((status = 200, body = Envelope<SetupAnswer>)), security(("sid" = [])))]
async fn guide(
    caller: Allowed<SystemSetup>,
    State(app): State<App>,
    Language(lang): Language,
    _: Body<Nothing>,
) -> Reply<SetupAnswer> {
    let facts = app.health.setup().await?;
    let mut tx = app.store.read().await?;
    let settings = tx.settings().await?;
    let setup = tx.setup().await?;
    let (mut ready, mut hidden) = (0, 0);
    for project in tx.projects().await?.into_iter().filter(|project| project.enabled) {
        let usable = app.screening.channels.can_answer(&mut *tx, &project).await?;
        let asks = project.details.answerer == Answerer::Channels;
        ready += usize::from(usable && asks && project.details.price > 0);
        hidden += usize::from(!usable);
    }
    drop(tx);
    let plain = |step, done| SetupStep { step, done, findings: Vec::new() };
    let checked = |step, checks: &[Check], done: fn(&[&Fact]) -> bool| {
        let facts: Vec<&Fact> = facts.iter().filter(|fact| checks.contains(&fact.check())).collect();
        let findings = facts.iter().map(|fact| fact.finding(lang)).collect();
        SetupStep { step, done: done(&facts), findings }
    };
    let retention =
        setup.retention_confirmed || settings.retention_days != Settings::default().retention_days;
    let steps = vec![
        plain(SetupStepName::Brand, settings.product_title.is_some() && settings.product_logo.is_some()),
        plain(SetupStepName::SecondFactor, caller.who().account.second_factor()),
        checked(SetupStepName::Payment, &[Check::Wallet, Check::ChainNode], all_well),
        checked(SetupStepName::Channel, &[Check::Channels], one_reachable),
        plain(SetupStepName::Prices, ready > 0),
        plain(SetupStepName::Retention, retention),
        checked(SetupStepName::Backup, &[Check::Backup], all_well),
    ];
    Ok(ok(SetupAnswer {
        dismissed: setup.dismissed,
        retention_days: settings.retention_days,
        projects_ready: ready,
        projects_hidden: hidden,
        steps,
    }))
}

fn all_well(facts: &[&Fact]) -> bool {
    facts.iter().all(|fact| fact.verdict() == Verdict::Ok)
}

/// A provider that cannot be reached does not undo the step while another one can.
fn one_reachable(facts: &[&Fact]) -> bool {
    facts.iter().any(|fact| matches!(fact, Fact::ChannelsReachable { .. }))
}

/// What to change; the rest stays as it is.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct SetupSaveRequest {
    /// Whether the guide is shown on the dashboard no longer.
    #[serde(default)]
    dismissed: Option<bool>,
    /// Whether results are kept as long as the settings say.
    #[serde(default)]
    retention_confirmed: Option<bool>,
}

/// Hides or shows the setup guide on the dashboard, or confirms the retention.
#[utoipa::path(post, path = "/system/setupSave", tag = "settings", request_body = SetupSaveRequest,
    responses((status = 200, body = Envelope<Done>)), security(("sid" = [])))]
async fn save(
    caller: Allowed<SystemSetup>,
    State(app): State<App>,
    Body(request): Body<SetupSaveRequest>,
) -> Reply<Done> {
    let mut tx = app.store.begin().await?;
    let before = tx.setup().await?;
    let confirmed = request.retention_confirmed.unwrap_or(before.retention_confirmed);
    let dismissed = request.dismissed.unwrap_or(before.dismissed);
    tx.put_setup(confirmed, dismissed).await?;
    let shown = |confirmed: bool, dismissed: bool| json!({ "retention_confirmed": confirmed, "dismissed": dismissed });
    let detail = json!({
        "before": shown(before.retention_confirmed, before.dismissed),
        "after": shown(confirmed, dismissed),
    });
    tx.audit(&caller.did("system/setupSave", app.clock.now()).with(&detail).entry()).await?;
    tx.save().await?;
    Ok(ok(Done {}))
}
