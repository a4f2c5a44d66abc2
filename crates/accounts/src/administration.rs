//! Account operations of staff in the console, limited to accounts of lower privilege.

use numsift_model::account::{Account, AccountEdit, AccountType, NewAccount};
use numsift_model::clock::random_text;
use numsift_model::id::{RoleId, Uid};
use numsift_model::rule::Rule;
use numsift_model::session::{EndReason, SESSION_END};
use numsift_model::username::Username;
use numsift_store::Tx;
use serde_json::json;

use crate::login::name_attempts;
use crate::register::taken;
use crate::{AccountError, Accounts, Acting, Created, SignedIn};

const INTRODUCTION_CHARS: usize = 200;

/// A password that staff have reset.
#[derive(Debug)]
pub struct PasswordReset {
    /// The one-time password. It is not stored.
    pub password: String,
    /// Prefixes of the API keys that were revoked.
    pub ended_keys: Vec<String>,
}

/// An account that a bulk operation could not change.
#[derive(Debug)]
pub struct Refused {
    pub uid: Uid,
    pub why: AccountError,
}

/// Administrators manage all accounts; operators manage customers.
pub(crate) fn may_manage(who: &SignedIn, account_type: AccountType) -> bool {
    may_manage_as(who.account.account_type, account_type)
}

pub(crate) fn may_manage_as(staff: AccountType, account_type: AccountType) -> bool {
    staff == AccountType::SuperAdministrator || staff < account_type
}

impl Accounts {
    /// Whether the caller may change this account.
    pub fn manages(&self, by: &Acting, account: &Account) -> bool {
        by.who.account.account_type.is_staff() && may_manage(&by.who, account.account_type)
    }

    /// Creates an account with a one-time password.
    pub async fn create_account(
        &self,
        by: &Acting,
        username: &str,
        mut edit: AccountEdit,
    ) -> Result<Created, AccountError> {
        let username = Username::parse(username)?;
        let now = self.clock.now();
        let password = random_text(&*self.entropy, 16)?;
        let password_hash = self.passwords.hash(&password, &*self.entropy).await?;
        let mut tx = self.store.begin().await?;
        if edit.roles.is_empty() {
            edit.roles = edit.account_type.default_roles();
        }
        check_edit(tx.as_mut(), &by.who, &edit, None).await?;
        let new = NewAccount {
            uid: None,
            username,
            password_hash,
            account_type: edit.account_type,
            roles: edit.roles.clone(),
            invite_code: self.new_invite_code()?,
            inviter: None,
            created_at: now,
        };
        let uid = tx.create_account(&new).await.map_err(taken)?;
        tx.edit_account(uid, 1, &edit).await?.ok_or(AccountError::Outdated)?;
        tx.set_must_change_password(uid, true).await?;
        let detail = json!({ "username": new.username.as_str(), "after": edit });
        tx.audit(&by.did("user/create", now).on(uid).with(&detail).entry()).await?;
        tx.save().await?;
        Ok(Created { uid, one_time_password: Some(password) })
    }

    /// Edits an account unless it has changed since `version`. Returns the new version.
    pub async fn edit_account(
        &self,
        by: &Acting,
        uid: Uid,
        version: i64,
        edit: &AccountEdit,
    ) -> Result<i64, AccountError> {
        let mut tx = self.store.begin().await?;
        let version = self.edit_in(tx.as_mut(), by, uid, version, edit, "user/edit").await?;
        tx.save().await?;
        Ok(version)
    }

    /// Enables or disables accounts. Returns how many were changed, and which could not be.
    pub async fn set_enabled(
        &self,
        by: &Acting,
        uids: &[Uid],
        enabled: bool,
    ) -> Result<(usize, Vec<Refused>), AccountError> {
        let mut changed = 0;
        let mut refused = Vec::new();
        for &uid in uids {
            let mut tx = self.store.begin().await?;
            let done = match tx.account(uid).await? {
                Some(account) => {
                    let edit = AccountEdit { enabled, ..account.as_edit() };
                    self.edit_in(tx.as_mut(), by, uid, account.version, &edit, "user/setEnabled").await
                }
                None => Err(AccountError::NotFound),
            };
            match done {
                Ok(_) => {
                    tx.save().await?;
                    changed += 1;
                }
                Err(error @ (AccountError::Store(_) | AccountError::Machine(_))) => return Err(error),
                Err(why) => refused.push(Refused { uid, why }),
            }
        }
        Ok((changed, refused))
    }

    async fn edit_in(
        &self,
        tx: &mut dyn Tx,
        by: &Acting,
        uid: Uid,
        version: i64,
        edit: &AccountEdit,
        action: &str,
    ) -> Result<i64, AccountError> {
        let now = self.clock.now();
        let account = tx.account(uid).await?.ok_or(AccountError::NotFound)?;
        if !may_manage(&by.who, account.account_type) {
            return Err(AccountError::NotPermitted);
        }
        let before = account.as_edit();
        let standing = |e: &AccountEdit| (e.account_type, e.roles.clone(), e.enabled);
        if uid == by.who.account.uid && standing(&before) != standing(edit) {
            return Err(AccountError::OwnAccount);
        }
        check_edit(tx, &by.who, edit, Some(&before)).await?;
        let administers = |e: &AccountEdit| e.enabled && e.roles.contains(&RoleId::ADMINISTRATOR);
        if administers(&before) && !administers(edit) && tx.other_administrators(uid).await? == 0 {
            return Err(AccountError::LastAdministrator);
        }
        let version = tx.edit_account(uid, version, edit).await?.ok_or(AccountError::Outdated)?;
        if !edit.enabled {
            tx.end_sessions_of(uid, EndReason::Ended, now).await?;
        }
        if standing(&before) != standing(edit) {
            tx.emit(Some(uid), "session", "{}", now).await?;
        }
        let detail = json!({ "before": before, "after": edit });
        tx.audit(&by.did(action, now).on(uid).with(&detail).entry()).await?;
        Ok(version)
    }

    /// Sets a one-time password and ends all sessions of the account, and its API keys if `end_keys` is set. Its
    /// second factor stays.
    pub async fn reset_password_of(
        &self,
        by: &Acting,
        uid: Uid,
        end_keys: bool,
    ) -> Result<PasswordReset, AccountError> {
        let now = self.clock.now();
        let password = random_text(&*self.entropy, 16)?;
        let hash = self.passwords.hash(&password, &*self.entropy).await?;
        let mut tx = self.store.begin().await?;
        let account = tx.account(uid).await?.ok_or(AccountError::NotFound)?;
        if !may_manage(&by.who, account.account_type) {
            return Err(AccountError::NotPermitted);
        }
        if uid == by.who.account.uid {
            return Err(AccountError::OwnAccount);
        }
        tx.set_password_hash(uid, &hash).await?;
        tx.set_must_change_password(uid, true).await?;
        tx.remove_password_link(uid).await?;
        tx.end_sessions_of(uid, EndReason::PasswordChanged, now).await?;
        tx.emit(Some(uid), SESSION_END, "{}", now).await?;
        let ended_keys = if end_keys { tx.revoke_api_keys(uid, now).await? } else { Vec::new() };
        tx.forget_attempts(&name_attempts(&Username::fold(&account.username))).await?;
        let detail = json!({ "end_keys": end_keys, "ended_keys": ended_keys });
        tx.audit(&by.did("user/resetPwd", now).on(uid).with(&detail).entry()).await?;
        tx.save().await?;
        Ok(PasswordReset { password, ended_keys })
    }

    /// Ends the sessions of accounts. Returns the number of ended sessions.
    pub async fn end_sessions(&self, by: &Acting, uids: &[Uid]) -> Result<u64, AccountError> {
        let now = self.clock.now();
        let mut ended = 0;
        let mut tx = self.store.begin().await?;
        for &uid in uids {
            let account = tx.account(uid).await?.ok_or(AccountError::NotFound)?;
            if !may_manage(&by.who, account.account_type) {
                return Err(AccountError::NotPermitted);
            }
            ended += tx.end_sessions_of(uid, EndReason::Ended, now).await?;
            tx.emit(Some(uid), SESSION_END, "{}", now).await?;
            tx.audit(&by.did("user/endSession", now).on(uid).entry()).await?;
        }
        tx.save().await?;
        Ok(ended)
    }
}

/// Checks whether the caller may save this edit. `before` is `None` for a new account.
async fn check_edit(
    tx: &mut dyn Tx,
    who: &SignedIn,
    edit: &AccountEdit,
    before: Option<&AccountEdit>,
) -> Result<(), AccountError> {
    if !(0..=4).contains(&edit.ud) {
        return Err(AccountError::Invalid("ud", Rule::Whole { least: 0, most: 4 }));
    }
    let introduction = Rule::up_to(INTRODUCTION_CHARS);
    if !introduction.allows(&edit.introduction) {
        return Err(AccountError::Invalid("introduction", introduction));
    }
    if !may_manage(who, edit.account_type) {
        return Err(AccountError::NotPermitted);
    }
    // Role 1 and type 1 require each other.
    let super_type = edit.account_type == AccountType::SuperAdministrator;
    if super_type != edit.roles.contains(&RoleId::ADMINISTRATOR) {
        return Err(AccountError::Invalid("roles", Rule::AdministratorRole));
    }
    if edit.roles.is_empty() {
        return Err(AccountError::Invalid("roles", Rule::Roles));
    }
    let known = tx.roles().await?;
    let mut seen = Vec::new();
    for role in &edit.roles {
        if seen.contains(role) || !known.iter().any(|known| known.id == *role) {
            return Err(AccountError::Invalid("roles", Rule::Roles));
        }
        seen.push(*role);
    }
    // The flag lets an account give itself quota.
    let tops_up_itself = before.is_some_and(|before| before.self_quota_topup);
    if edit.self_quota_topup != tops_up_itself && who.account.account_type != AccountType::SuperAdministrator
    {
        return Err(AccountError::AdministratorsOnly("self_quota_topup"));
    }
    let held = before.map_or(&[][..], |before| &before.roles);
    // Customers reach only their own data, whatever their roles hold, so staff may give them the default role
    // without holding its permissions themselves.
    let default = if edit.account_type.is_staff() { Vec::new() } else { edit.account_type.default_roles() };
    let granted = |role: &RoleId| !held.contains(role) && !default.contains(role);
    let added: Vec<RoleId> = edit.roles.iter().copied().filter(granted).collect();
    if !who.permissions.include(&tx.permissions(&added).await?) {
        return Err(AccountError::CannotGrant);
    }
    Ok(())
}
