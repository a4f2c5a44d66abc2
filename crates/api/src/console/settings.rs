//! System settings.

use axum::extract::State;
use numsift_accounts::AccountError;
use numsift_model::settings::Settings;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::app::App;
use crate::body::{Body, Nothing};
use crate::caller::{Allowed, SettingEdit};
use crate::envelope::{Envelope, Reply, ok};
use crate::messages::Message;
use crate::refusal::Refusal;

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
}

/// The version after the change.
#[derive(Serialize, ToSchema)]
struct SettingsSaveAnswer {
    version: i64,
}

/// Changes the system settings.
#[utoipa::path(post, path = "/setting/save", tag = "settings", request_body = SettingsSaveRequest,
    responses((status = 200, body = Envelope<SettingsSaveAnswer>)), security(("sid" = [])))]
async fn save(
    caller: Allowed<SettingEdit>,
    State(app): State<App>,
    Body(request): Body<SettingsSaveRequest>,
) -> Reply<SettingsSaveAnswer> {
    match app.accounts.save_settings(&caller, request.version, &request.settings).await {
        Ok(version) => Ok(ok(SettingsSaveAnswer { version })),
        Err(AccountError::Invalid(field)) => {
            Err(Refusal::field(format!("settings.{field}"), Message::WrongValue))
        }
        Err(error) => Err(error.into()),
    }
}
