//! Switching into another account and back.

use axum::extract::State;
use numsift_model::id::Uid;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::routes;

use crate::app::App;
use crate::body::{Body, Nothing};
use crate::caller::{Allowed, Caller, UserSwitch};
use crate::envelope::{Done, Envelope, Reply, ok};
use crate::routing::OpenApiRouter;

pub fn calls() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(switch)).routes(routes!(switch_back))
}

/// The account to switch into.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct SwitchRequest {
    uid: Uid,
}

/// The token of a session in that account.
#[derive(Serialize, ToSchema)]
struct SwitchAnswer {
    sid: String,
}

/// Opens a session in an account with lower privileges, for at most an hour.
#[utoipa::path(post, path = "/user/switch", tag = "users", request_body = SwitchRequest,
    responses((status = 200, body = Envelope<SwitchAnswer>)), security(("sid" = [])))]
async fn switch(
    caller: Allowed<UserSwitch>,
    State(app): State<App>,
    Body(request): Body<SwitchRequest>,
) -> Reply<SwitchAnswer> {
    let token = app.accounts.switch(&caller, request.uid).await?;
    Ok(ok(SwitchAnswer { sid: token.as_str().to_owned() }))
}

/// Ends the visit; the caller's own session stays open.
#[utoipa::path(post, path = "/user/switchBack", tag = "users", request_body = Nothing,
    responses((status = 200, body = Envelope<Done>)), security(("sid" = [])))]
async fn switch_back(caller: Caller, State(app): State<App>, _: Body<Nothing>) -> Reply<Done> {
    app.accounts.switch_back(&caller).await?;
    Ok(ok(Done {}))
}
