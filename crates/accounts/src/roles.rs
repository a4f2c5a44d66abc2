//! Roles. Callers can only grant and revoke permissions that they have.

use std::collections::BTreeSet;

use numsift_model::id::RoleId;
use numsift_model::permission::{Permission, Permissions};
use numsift_model::rule::Rule;
use numsift_store::{StoreError, Tx};
use serde_json::json;

use crate::{AccountError, Accounts, Acting};

impl Accounts {
    /// Creates a role (`id` is `None`) or edits one. Returns its id and version.
    pub async fn save_role(
        &self,
        by: &Acting,
        id: Option<(RoleId, i64)>,
        name: &str,
        permissions: &BTreeSet<String>,
    ) -> Result<(RoleId, i64), AccountError> {
        let name = name.trim();
        let length = Rule::Chars { least: 1, most: 40 };
        if !length.allows(name) {
            return Err(AccountError::Invalid("name", length));
        }
        if permissions.iter().any(|text| Permission::from_word(text).is_none()) {
            return Err(AccountError::Invalid("permissions", Rule::Permissions));
        }
        let now = self.clock.now();
        let name_taken = |error| match error {
            StoreError::Taken("name") => AccountError::NameTaken,
            other => other.into(),
        };
        let mut tx = self.store.begin().await?;
        let (before, saved) = match id {
            None => {
                check_granting(by, &BTreeSet::new(), permissions)?;
                let id = tx.create_role(name, permissions).await.map_err(name_taken)?;
                (None, (id, 1))
            }
            Some((id, version)) => {
                let before = find_role(tx.as_mut(), id).await?;
                if id == RoleId::ADMINISTRATOR {
                    return Err(AccountError::NotPermitted);
                }
                check_granting(by, &before.permissions, permissions)?;
                let edited = tx.edit_role(id, version, name, permissions).await.map_err(name_taken)?;
                (Some(before), (id, edited.ok_or(AccountError::Outdated)?))
            }
        };
        // Menus may have changed; open pages reload theirs at the next navigation.
        tx.emit(None, "session", "{}", now).await?;
        let detail = json!({
            "role": saved.0,
            "before": before.map(|role| json!({ "name": role.name, "permissions": role.permissions })),
            "after": { "name": name, "permissions": permissions },
        });
        tx.audit(&by.did("role/save", now).with(&detail).entry()).await?;
        tx.save().await?;
        Ok(saved)
    }

    /// Deletes a role that no account has.
    pub async fn delete_role(&self, by: &Acting, id: RoleId, version: i64) -> Result<(), AccountError> {
        let now = self.clock.now();
        let mut tx = self.store.begin().await?;
        let role = find_role(tx.as_mut(), id).await?;
        if id.is_builtin() {
            return Err(AccountError::NotPermitted);
        }
        if role.accounts > 0 {
            return Err(AccountError::RoleInUse);
        }
        check_granting(by, &BTreeSet::new(), &role.permissions)?;
        if !tx.delete_role(id, version).await? {
            return Err(AccountError::Outdated);
        }
        let detail = json!({ "role": id, "before": { "name": role.name, "permissions": role.permissions } });
        tx.audit(&by.did("role/delete", now).with(&detail).entry()).await?;
        tx.save().await?;
        Ok(())
    }
}

async fn find_role(tx: &mut dyn Tx, id: RoleId) -> Result<numsift_model::role::Role, AccountError> {
    tx.roles().await?.into_iter().find(|role| role.id == id).ok_or(AccountError::NotFound)
}

/// Both added and removed permissions must be among those of the caller.
fn check_granting(
    by: &Acting,
    before: &BTreeSet<String>,
    after: &BTreeSet<String>,
) -> Result<(), AccountError> {
    let touched: BTreeSet<String> = before.symmetric_difference(after).cloned().collect();
    if by.who.permissions.include(&Permissions::Only(touched)) {
        Ok(())
    } else {
        Err(AccountError::CannotGrant)
    }
}
