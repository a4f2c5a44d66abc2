//! System settings.

use axum::extract::State;
use numsift_accounts::AccountError;
use numsift_model::clock::Timestamp;
use numsift_model::id::{ApprovalId, Uid};
use numsift_model::permission::Permission;
use numsift_model::settings::Settings;
use numsift_store::Tx;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use utoipa::ToSchema;
use utoipa_axum::routes;

use crate::app::App;
use crate::body::{Body, Nothing};
use crate::caller::{Allowed, SettingEdit};
use crate::console::second_person::{self, Guarded};
use crate::envelope::{Envelope, Reply, ok};
use crate::messages::Message;
use crate::refusal::Refusal;
use crate::routing::OpenApiRouter;

pub fn calls() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(get)).routes(routes!(save))
}

/// The settings and their version.
#[derive(Serialize, ToSchema)]
struct SettingsAnswer {
    version: i64,
    settings: Settings,
}

/// Returns the system settings.
#[utoipa::path(post, path = "/setting/get", tag = "settings", request_body = Nothing,
    responses((status = 200, body = Envelope<SettingsAnswer>)), security(("sid" = [])))]
async fn get(_: Allowed<SettingEdit>, State(app): State<App>, _: Body<Nothing>) -> Reply<SettingsAnswer> {
    let mut tx = app.store.read().await?;
    Ok(ok(SettingsAnswer { version: tx.settings_version().await?, settings: tx.settings().await? }))
}

/// The settings to save.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct SettingsSaveRequest {
    /// The version that was read; refused if the settings have changed since.
    version: i64,
    settings: Settings,
    /// The caller's own password. Required to change `tron_node_url`, to which the TRON key is sent.
    #[serde(default)]
    password: Option<String>,
    /// A code from the caller's authenticator, if two-factor login is on.
    #[serde(default)]
    code: Option<String>,
}

/// The version after the change.
#[derive(Serialize, ToSchema)]
struct SettingsSaveAnswer {
    version: i64,
    /// Set if the change of `tron_node_url` waits for another administrator. All others are saved.
    approval: Option<ApprovalId>,
}

/// A change of the node that may wait for a second person.
#[derive(Serialize, Deserialize)]
pub struct NodeChange {
    tron_node_url: String,
}

impl Guarded for NodeChange {
    const ACTION: &'static str = "setting/save";
    const PERMISSION: Permission = Permission::SettingEdit;

    fn subject(&self) -> Option<Uid> {
        None
    }
}

/// Changes the node. Returns what the audit log records.
pub async fn use_node_as(tx: &mut dyn Tx, change: &NodeChange, now: Timestamp) -> Result<Value, Refusal> {
    let version = tx.settings_version().await?;
    let mut settings = tx.settings().await?;
    let before = std::mem::replace(&mut settings.tron_node_url, change.tron_node_url.clone());
    tx.put_settings(&settings, version, now).await?.ok_or(Refusal::Conflict("version", Message::Outdated))?;
    Ok(json!({ "before": { "tron_node_url": before }, "after": { "tron_node_url": settings.tron_node_url } }))
}

/// Changes the system settings.
#[utoipa::path(post, path = "/setting/save", tag = "settings", request_body = SettingsSaveRequest,
    responses((status = 200, body = Envelope<SettingsSaveAnswer>)), security(("sid" = [])))]
async fn save(
    caller: Allowed<SettingEdit>,
    State(app): State<App>,
    Body(request): Body<SettingsSaveRequest>,
) -> Reply<SettingsSaveAnswer> {
    let mut settings = request.settings;
    let known = app.store.read().await?.settings().await?.tron_node_url;
    let mut waits = None;
    if settings.tron_node_url != known {
        if caller.who().switched.is_some() {
            return Err(Refusal::NotPermitted(Message::NotWhileSwitched));
        }
        if let Some((field, rule)) = settings.invalid_fields().into_iter().next() {
            return Err(Refusal::rule(format!("settings.{field}"), rule));
        }
        let (password, code) = (request.password.as_deref(), request.code.as_deref());
        second_person::confirm(&app, &caller, password, code).await?;
        if second_person::is_required(&app, &caller).await? {
            let tron_node_url = std::mem::replace(&mut settings.tron_node_url, known);
            waits = Some(NodeChange { tron_node_url });
        }
    }
    match app.accounts.save_settings(&caller, request.version, &settings).await {
        Ok(version) => {
            let approval = match waits {
                Some(change) => Some(second_person::request(&app, &caller, &change).await?),
                None => None,
            };
            Ok(ok(SettingsSaveAnswer { version, approval }))
        }
        Err(AccountError::Invalid(field, rule)) => Err(Refusal::rule(format!("settings.{field}"), rule)),
        Err(error) => Err(error.into()),
    }
}
