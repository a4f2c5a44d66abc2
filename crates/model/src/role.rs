//! Roles: named sets of permissions.

use std::collections::BTreeSet;

use crate::id::RoleId;

/// A role and how widely it is used.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Role {
    /// Its number.
    pub id: RoleId,
    /// Its name.
    pub name: String,
    /// Counts the changes.
    pub version: i64,
    /// What it allows, as `module/action`. Role 1 allows everything, whatever stands here.
    pub permissions: BTreeSet<String>,
    /// How many accounts have it.
    pub accounts: i64,
}

impl RoleId {
    /// The three roles that every installation has: they cannot be deleted.
    pub fn is_builtin(self) -> bool {
        [Self::ADMINISTRATOR, Self::OPERATOR, Self::CUSTOMER].contains(&self)
    }
}
