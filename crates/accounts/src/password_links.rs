//! Links with which people who have forgotten their password set a new one. Staff make them.

use numsift_model::account::AccountType;
use numsift_model::clock::{HOUR_S, Timestamp};
use numsift_model::id::Uid;
use numsift_model::limits::PASSWORD_LINK_S;
use numsift_model::permission::Permission;
use numsift_model::session::{EndReason, SESSION_END, TokenHash};
use numsift_model::username::Username;
use numsift_store::{PasswordLink, Tx};
use serde_json::json;

use crate::administration::{may_manage, may_manage_as};
use crate::login::name_attempts;
use crate::password::check_new;
use crate::{AccountError, Accounts, Acting, Client, SessionToken};

/// Uses of links per address, successful or not.
const PER_ADDRESS: i64 = 30;
/// Window of the limit above, in seconds.
const WINDOW_S: i64 = HOUR_S;

/// A link that was just made.
#[derive(Debug)]
pub struct MadePasswordLink {
    /// Not stored.
    pub token: SessionToken,
    pub expires_at: Timestamp,
}

impl Accounts {
    /// Makes a link with which the account sets a new password once. Until then nothing changes for the account. An
    /// earlier link no longer works.
    pub async fn make_password_link(
        &self,
        by: &Acting,
        uid: Uid,
        end_keys: bool,
    ) -> Result<MadePasswordLink, AccountError> {
        let now = self.clock.now();
        let token = SessionToken::random(&*self.entropy)?;
        let mut tx = self.store.begin().await?;
        let account = tx.account(uid).await?.ok_or(AccountError::NotFound)?;
        if !may_manage(&by.who, account.account_type) {
            return Err(AccountError::NotPermitted);
        }
        if uid == by.who.account.uid {
            return Err(AccountError::OwnAccount);
        }
        if !account.enabled {
            return Err(AccountError::Disabled);
        }
        let expires_at = now.plus(PASSWORD_LINK_S);
        let link = PasswordLink { uid, created_by: by.actor(), end_keys, created_at: now, expires_at };
        tx.put_password_link(&token.stored(), &link).await?;
        let detail = json!({ "end_keys": end_keys, "expires_at": expires_at });
        tx.audit(&by.did("user/passwordLink", now).on(uid).with(&detail).entry()).await?;
        tx.save().await?;
        Ok(MadePasswordLink { token, expires_at })
    }

    /// Sets a new password with a link and ends all sessions of the account. Its second factor stays. Returns the prefixes
    /// of the API keys that were revoked.
    pub async fn set_password_by_link(
        &self,
        token: &str,
        password: &str,
        client: &Client,
    ) -> Result<Vec<String>, AccountError> {
        let now = self.clock.now();
        let limit = (format!("password-link-address:{}", client.network()), PER_ADDRESS);
        self.count_attempts(&[limit], WINDOW_S, now).await?;
        let token = SessionToken::hash(token);
        // Checked before hashing, so that guessing tokens does not cost a hash.
        let mut tx = self.store.read().await?;
        let link = tx.password_link(&token, now).await?.ok_or(AccountError::LinkRefused)?;
        let username = usable(&mut *tx, &link).await?;
        drop(tx);
        check_new(password, &username)?;
        let hash = self.passwords.hash(password, &*self.entropy).await?;
        self.use_password_link(&token, &hash, client, now).await
    }

    async fn use_password_link(
        &self,
        token: &TokenHash,
        password_hash: &str,
        client: &Client,
        now: Timestamp,
    ) -> Result<Vec<String>, AccountError> {
        let mut tx = self.store.begin().await?;
        let link = tx.take_password_link(token, now).await?.ok_or(AccountError::LinkRefused)?;
        let username = usable(&mut *tx, &link).await?;
        let uid = link.uid;
        tx.set_password_hash(uid, password_hash).await?;
        tx.set_must_change_password(uid, false).await?;
        tx.end_sessions_of(uid, EndReason::PasswordChanged, now).await?;
        tx.emit(Some(uid), SESSION_END, "{}", now).await?;
        let ended_keys = if link.end_keys { tx.revoke_api_keys(uid, now).await? } else { Vec::new() };
        tx.forget_attempts(&name_attempts(&Username::fold(&username))).await?;
        let mut entry = self.audit("user/passwordByLink", Some(uid), Some(uid), client);
        entry.detail = json!({ "created_by": link.created_by, "end_keys": link.end_keys,
            "ended_keys": ended_keys })
        .to_string();
        tx.audit(&entry).await?;
        tx.save().await?;
        Ok(ended_keys)
    }
}

/// The name of the account that a link is for. Refused if the account is disabled, or if its maker could not make the link
/// any more.
async fn usable(tx: &mut dyn Tx, link: &PasswordLink) -> Result<String, AccountError> {
    let account = tx.account(link.uid).await?.filter(|account| account.enabled);
    let maker = tx.account(link.created_by).await?.filter(|maker| maker.enabled);
    let (Some(account), Some(maker)) = (account, maker) else {
        return Err(AccountError::LinkRefused);
    };
    let staff = maker.account_type.is_staff();
    let permitted = tx.permissions(&maker.roles).await?.allow(Permission::UserResetPwd.as_str());
    let manages = |of: AccountType| may_manage_as(maker.account_type, of);
    if staff && permitted && manages(account.account_type) {
        Ok(account.username)
    } else {
        Err(AccountError::LinkRefused)
    }
}
