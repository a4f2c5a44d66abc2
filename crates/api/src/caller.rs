//! Who is calling, and whether it may: arguments that a handler cannot do without.

use std::marker::PhantomData;

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use numsift_accounts::SignedIn;
use numsift_model::permission::Permission;
use numsift_store::Scope;

use crate::app::App;
use crate::messages::Message;
use crate::refusal::Refusal;

/// The header that carries the session token.
pub const SID: &str = "sid";

/// Anyone with a good session.
pub struct Caller(pub SignedIn);

impl FromRequestParts<App> for Caller {
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Refusal> {
        let token = parts.headers.get(SID).map(|value| value.to_str().unwrap_or("?"));
        let token = token.filter(|text| !text.is_empty()).ok_or(Refusal::NoToken)?;
        Ok(Self(app.accounts.authenticate(token).await?))
    }
}

/// A permission as a type, so that a handler's signature says who may call it.
pub trait Required: Send + Sync {
    /// The permission.
    const PERMISSION: Permission;
}

/// A caller who holds the permission `P`.
pub struct Allowed<P> {
    who: SignedIn,
    permission: PhantomData<P>,
}

impl<P: Required> FromRequestParts<App> for Allowed<P> {
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Refusal> {
        let Caller(who) = Caller::from_request_parts(parts, app).await?;
        if !who.permissions.allow(P::PERMISSION.as_str()) {
            return Err(Refusal::NotPermitted(Message::NotPermitted));
        }
        Ok(Self { who, permission: PhantomData })
    }
}

impl<P> Allowed<P> {
    /// Whose rows this caller may see: staff all, customers their own.
    pub fn scope(&self) -> Scope {
        if self.who.account.account_type.is_staff() { Scope::All } else { Scope::Own(self.who.account.uid) }
    }
}

/// `user/list`.
pub struct UserList;

impl Required for UserList {
    const PERMISSION: Permission = Permission::UserList;
}
