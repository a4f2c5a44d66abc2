//! Roles: named sets of permissions.

use std::collections::BTreeSet;

use crate::id::RoleId;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Role {
    pub id: RoleId,
    pub name: String,
    /// Incremented by every change.
    pub version: i64,
    /// Permissions as `module/action`. Ignored for role 1, which has every permission.
    pub permissions: BTreeSet<String>,
    /// Number of accounts that have this role.
    pub accounts: i64,
}

impl RoleId {
    /// The three built-in roles cannot be deleted.
    pub fn is_builtin(self) -> bool {
        [Self::ADMINISTRATOR, Self::OPERATOR, Self::CUSTOMER].contains(&self)
    }
}
