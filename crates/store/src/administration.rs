//! What administrators do: edit accounts, roles and invite codes.

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

/// An account that somebody invited.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InvitedAccount {
    /// Its number.
    pub uid: Uid,
    /// Its name.
    pub username: String,
    /// When it registered.
    pub created_at: Timestamp,
    /// Commission that its inviter got for what it was charged, less what was taken back.
    pub income: Points,
}

/// Calls of administrators.
#[async_trait]
pub trait Administration {
    /// Replaces what an administrator can change, if `version` is still the current one, and gives
    /// the new version.
    async fn edit_account(&mut self, uid: Uid, version: i64, edit: &AccountEdit) -> StoreResult<Option<i64>>;

    /// How many enabled administrators there are beside this account. Two units of work that ask
    /// wait for each other: two administrators cannot remove each other at the same moment.
    async fn other_administrators(&mut self, uid: Uid) -> StoreResult<i64>;

    /// All roles.
    async fn roles(&mut self) -> StoreResult<Vec<Role>>;

    /// Makes a role. A name that exists is [`crate::StoreError::Taken`].
    async fn create_role(&mut self, name: &str, permissions: &BTreeSet<String>) -> StoreResult<RoleId>;

    /// Replaces a role, if `version` is still the current one, and gives the new version.
    async fn edit_role(
        &mut self,
        id: RoleId,
        version: i64,
        name: &str,
        permissions: &BTreeSet<String>,
    ) -> StoreResult<Option<i64>>;

    /// Deletes a role that no account has, if `version` is still the current one.
    async fn delete_role(&mut self, id: RoleId, version: i64) -> StoreResult<bool>;

    /// Codes that staff made, newest first; `search` looks into code and note.
    async fn invites(&mut self, search: Option<&str>, page: Page) -> StoreResult<Listed<InviteRow>>;

    /// Switches a code on or off; false when there is none.
    async fn set_invite_enabled(&mut self, code: &str, enabled: bool) -> StoreResult<bool>;

    /// The accounts that `uid` invited, newest first, each with the commission that it brought.
    async fn invited_by(&mut self, uid: Uid, page: Page) -> StoreResult<Listed<InvitedAccount>>;
}
