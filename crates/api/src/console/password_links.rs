//! Links with which people who have forgotten their password set a new one.

use axum::extract::State;
use numsift_accounts::AccountError;
use numsift_model::clock::Timestamp;
use numsift_model::id::Uid;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::routes;

use crate::app::App;
use crate::body::Body;
use crate::caller::{Allowed, UserResetPwd};
use crate::client::RequestClient;
use crate::envelope::{Done, Envelope, Reply, ok};
use crate::messages::Message;
use crate::refusal::Refusal;
use crate::routing::OpenApiRouter;

pub fn calls() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(make)).routes(routes!(set_password))
}

/// The account that sets a new password.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct PasswordLinkRequest {
    uid: Uid,
    /// Whether its API keys are revoked as well when the link is used.
    #[serde(default)]
    end_keys: bool,
}

/// A link with which the account sets a new password.
#[derive(Serialize, ToSchema)]
struct PasswordLinkAnswer {
    /// Belongs behind the `#` of the address of the page, so that it is in no log. Shown only once.
    token: String,
    expires_at: Timestamp,
}

/// Makes a link with which an account sets a new password once, within 24 hours.
#[utoipa::path(post, path = "/user/passwordLink", tag = "users", request_body = PasswordLinkRequest,
    responses((status = 200, body = Envelope<PasswordLinkAnswer>)), security(("sid" = [])))]
async fn make(
    caller: Allowed<UserResetPwd>,
    State(app): State<App>,
    Body(request): Body<PasswordLinkRequest>,
) -> Reply<PasswordLinkAnswer> {
    let made = app.accounts.make_password_link(&caller, request.uid, request.end_keys).await?;
    Ok(ok(PasswordLinkAnswer { token: made.token.as_str().to_owned(), expires_at: made.expires_at }))
}

/// The token of a link and the new password, twice.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct PasswordByLinkRequest {
    token: String,
    new_pwd: String,
    confirm_pwd: String,
}

/// Sets a new password with a link. All sessions of the account end.
#[utoipa::path(post, path = "/user/passwordByLink", tag = "user", request_body = PasswordByLinkRequest,
    responses((status = 200, body = Envelope<Done>)), security(()))]
async fn set_password(
    State(app): State<App>,
    RequestClient(client): RequestClient,
    Body(request): Body<PasswordByLinkRequest>,
) -> Reply<Done> {
    let PasswordByLinkRequest { token, new_pwd, confirm_pwd } = request;
    if new_pwd != confirm_pwd {
        return Err(Refusal::field("confirm_pwd", Message::PasswordsDiffer));
    }
    match app.accounts.set_password_by_link(&token, &new_pwd, &client).await {
        Ok(ended_keys) => {
            app.api_keys.forget_keys(&ended_keys);
            Ok(ok(Done {}))
        }
        // The fields of this call have other names.
        Err(AccountError::Password(fault)) => Err(Refusal::field("new_pwd", fault.into())),
        Err(error) => Err(error.into()),
    }
}
