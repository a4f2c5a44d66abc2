//! Roles and their permissions.

use std::collections::BTreeSet;

use axum::extract::State;
use numsift_model::id::RoleId;
use numsift_model::permission::Permission;
use numsift_model::role::Role;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::routes;

use crate::app::App;
use crate::body::{Body, Nothing};
use crate::caller::{Allowed, RoleEdit, RoleList};
use crate::envelope::{Done, Envelope, Reply, ok};
use crate::messages::Message;
use crate::refusal::Refusal;
use crate::routing::OpenApiRouter;

pub fn calls() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(list)).routes(routes!(save)).routes(routes!(delete))
}

/// A role.
#[derive(Serialize, ToSchema)]
struct RoleRow {
    id: RoleId,
    name: String,
    version: i64,
    /// Built-in roles cannot be deleted.
    builtin: bool,
    /// As `module/action`.
    permissions: BTreeSet<String>,
    /// Accounts with this role.
    accounts: i64,
}

impl From<Role> for RoleRow {
    fn from(role: Role) -> Self {
        // Role 1 has every permission, including those added later.
        let permissions = if role.id == RoleId::ADMINISTRATOR { all() } else { role.permissions };
        Self {
            id: role.id,
            name: role.name,
            version: role.version,
            builtin: role.id.is_builtin(),
            permissions,
            accounts: role.accounts,
        }
    }
}

/// All roles and permissions.
#[derive(Serialize, ToSchema)]
struct RoleListAnswer {
    items: Vec<RoleRow>,
    /// All permissions.
    permissions: BTreeSet<String>,
    /// The permissions that the caller may grant.
    grantable: BTreeSet<String>,
}

fn all() -> BTreeSet<String> {
    Permission::ALL.iter().map(|permission| permission.as_str().to_owned()).collect()
}

/// Lists all roles.
#[utoipa::path(post, path = "/role/list", tag = "roles", request_body = Nothing,
    responses((status = 200, body = Envelope<RoleListAnswer>)), security(("sid" = [])))]
async fn list(caller: Allowed<RoleList>, State(app): State<App>, _: Body<Nothing>) -> Reply<RoleListAnswer> {
    let roles = app.store.read().await?.roles().await?;
    let permissions = all();
    let grantable = permissions.iter().filter(|text| caller.who().permissions.allow(text)).cloned().collect();
    Ok(ok(RoleListAnswer { items: roles.into_iter().map(RoleRow::from).collect(), permissions, grantable }))
}

/// A role to save.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct RoleSaveRequest {
    /// `null` for a new role.
    id: Option<RoleId>,
    /// The version that was read; required with `id`.
    version: Option<i64>,
    name: String,
    permissions: BTreeSet<String>,
}

/// The saved role.
#[derive(Serialize, ToSchema)]
struct RoleSaveAnswer {
    id: RoleId,
    version: i64,
}

/// Creates or changes a role.
#[utoipa::path(post, path = "/role/save", tag = "roles", request_body = RoleSaveRequest,
    responses((status = 200, body = Envelope<RoleSaveAnswer>)), security(("sid" = [])))]
async fn save(
    caller: Allowed<RoleEdit>,
    State(app): State<App>,
    Body(request): Body<RoleSaveRequest>,
) -> Reply<RoleSaveAnswer> {
    let known = match (request.id, request.version) {
        (Some(id), Some(version)) => Some((id, version)),
        (Some(_), None) => return Err(Refusal::field("version", Message::MissingField)),
        (None, _) => None,
    };
    let (id, version) = app.accounts.save_role(&caller, known, &request.name, &request.permissions).await?;
    Ok(ok(RoleSaveAnswer { id, version }))
}

/// A role to delete.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct RoleDeleteRequest {
    id: RoleId,
    version: i64,
}

/// Deletes a role that no account has.
#[utoipa::path(post, path = "/role/delete", tag = "roles", request_body = RoleDeleteRequest,
    responses((status = 200, body = Envelope<Done>)), security(("sid" = [])))]
async fn delete(
    caller: Allowed<RoleEdit>,
    State(app): State<App>,
    Body(request): Body<RoleDeleteRequest>,
) -> Reply<Done> {
    app.accounts.delete_role(&caller, request.id, request.version).await?;
    Ok(ok(Done {}))
}
