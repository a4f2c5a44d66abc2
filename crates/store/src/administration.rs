//! Administration of accounts, roles and invite codes.

use std::collections::BTreeSet;

use async_trait::async_trait;
use numsift_model::account::AccountEdit;
use numsift_model::clock::Timestamp;
use numsift_model::id::{RoleId, Uid};
use numsift_model::invite::InviteRow;
use numsift_model::money::Points;
use numsift_model::page::{Listed, Page};
use numsift_model::role::Role;

use crate::StoreResult;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InvitedAccount {
    pub uid: Uid,
    pub username: String,
    pub created_at: Timestamp,
    /// Commission that its inviter received for its charges, minus reversals.
    pub income: Points,
}

#[async_trait]
pub trait Administration {
    /// Updates an account if `version` is current, and returns the new version.
    async fn edit_account(&mut self, uid: Uid, version: i64, edit: &AccountEdit) -> StoreResult<Option<i64>>;

    /// Counts the enabled administrators other than this account. Transactions that call this wait for each
    /// other, so two administrators cannot remove each other at the same time.
    async fn other_administrators(&mut self, uid: Uid) -> StoreResult<i64>;

    async fn roles(&mut self) -> StoreResult<Vec<Role>>;

    /// Creates a role. An existing name is [`crate::StoreError::Taken`].
    async fn create_role(&mut self, name: &str, permissions: &BTreeSet<String>) -> StoreResult<RoleId>;

    /// Updates a role if `version` is current, and returns the new version.
    async fn edit_role(
        &mut self,
        id: RoleId,
        version: i64,
        name: &str,
        permissions: &BTreeSet<String>,
    ) -> StoreResult<Option<i64>>;

    /// Deletes a role that no account has, if `version` is current.
    async fn delete_role(&mut self, id: RoleId, version: i64) -> StoreResult<bool>;

    /// Invite codes made by staff, newest first; `search` matches code and note.
    async fn invites(&mut self, search: Option<&str>, page: Page) -> StoreResult<Listed<InviteRow>>;

    /// Enables or disables a code; `false` when it does not exist.
    async fn set_invite_enabled(&mut self, code: &str, enabled: bool) -> StoreResult<bool>;

    /// The accounts that `uid` invited, newest first, with the commission from each.
    async fn invited_by(&mut self, uid: Uid, page: Page) -> StoreResult<Listed<InvitedAccount>>;
}
