//! Account operations of the command line.

use numsift_model::account::{AccountType, NewAccount};
use numsift_model::clock::random_text;
use numsift_model::id::Uid;
use numsift_model::session::{EndReason, SESSION_END};
use numsift_model::username::Username;

use crate::login::name_attempts;
use crate::password::check_new;
use crate::register::taken;
use crate::{AccountError, Accounts, Client};

/// An account to be created.
#[derive(Debug)]
pub struct NewUser<'a> {
    pub username: &'a str,
    /// `None` generates a random one.
    pub password: Option<&'a str>,
    pub account_type: AccountType,
    /// One of the special uids below 10001; `None` takes the next ordinary one.
    pub uid: Option<Uid>,
}

/// An account that was created or whose password was reset.
#[derive(Debug)]
pub struct Created {
    pub uid: Uid,
    /// The generated password. It is not stored.
    pub one_time_password: Option<String>,
}

impl Accounts {
    /// Creates an account without an invite code.
    pub async fn create_user(&self, new: NewUser<'_>) -> Result<Created, AccountError> {
        let username = Username::parse(new.username)?;
        if new.uid.is_some_and(|uid| uid.0 < 1 || uid >= Uid::FIRST_ORDINARY) {
            return Err(AccountError::UidRefused);
        }
        let (password, one_time_password) = self.given_or_random(new.password, username.as_str())?;
        let password_hash = self.passwords.hash(&password, &*self.entropy).await?;
        let account = NewAccount {
            uid: new.uid,
            username,
            password_hash,
            account_type: new.account_type,
            roles: new.account_type.default_roles(),
            invite_code: self.new_invite_code()?,
            inviter: None,
            created_at: self.clock.now(),
        };
        let mut tx = self.store.begin().await?;
        let uid = tx.create_account(&account).await.map_err(taken)?;
        tx.set_must_change_password(uid, one_time_password.is_some()).await?;
        tx.audit(&self.audit("user/create", None, Some(uid), &Client::default())).await?;
        tx.save().await?;
        Ok(Created { uid, one_time_password })
    }

    /// Sets a new password and ends all sessions of the account.
    pub async fn reset_password(
        &self,
        username: &str,
        password: Option<&str>,
    ) -> Result<Created, AccountError> {
        let (password, one_time_password) = self.given_or_random(password, username)?;
        let hash = self.passwords.hash(&password, &*self.entropy).await?;
        let mut tx = self.store.begin().await?;
        let name = Username::fold(username);
        let uid = tx.credentials(&name).await?.ok_or(AccountError::NotFound)?.uid;
        tx.set_password_hash(uid, &hash).await?;
        tx.set_must_change_password(uid, one_time_password.is_some()).await?;
        tx.end_sessions_of(uid, EndReason::PasswordChanged, self.clock.now()).await?;
        tx.emit(Some(uid), SESSION_END, "{}", self.clock.now()).await?;
        tx.forget_attempts(&name_attempts(&name)).await?;
        tx.audit(&self.audit("user/resetPwd", None, Some(uid), &Client::default())).await?;
        tx.save().await?;
        Ok(Created { uid, one_time_password })
    }

    fn given_or_random(
        &self,
        password: Option<&str>,
        username: &str,
    ) -> Result<(String, Option<String>), AccountError> {
        if let Some(given) = password {
            check_new(given, username)?;
            return Ok((given.to_owned(), None));
        }
        let random = random_text(&*self.entropy, 20)?;
        Ok((random.clone(), Some(random)))
    }
}
