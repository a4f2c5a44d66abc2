//! Registration with an invite code.

use numsift_model::account::{AccountType, NewAccount};
use numsift_model::clock::{HOUR_S, NoEntropy, random_text};
use numsift_model::id::Uid;
use numsift_model::invite::InviteUse;
use numsift_model::username::Username;
use numsift_store::StoreError;

use crate::password::check_new;
use crate::{AccountError, Accounts, Client};

/// Registrations per address, successful or not.
const PER_ADDRESS: i64 = 30;
/// Window of the limit above, in seconds.
const WINDOW_S: i64 = HOUR_S;

impl Accounts {
    /// Creates a customer account. The invite code is consumed in the same transaction.
    pub async fn register(
        &self,
        username: &str,
        password: &str,
        invite_code: &str,
        client: &Client,
    ) -> Result<Uid, AccountError> {
        let now = self.clock.now();
        let username = Username::parse(username)?;
        check_new(password, username.as_str())?;
        self.count_attempts(
            &[(format!("register-address:{}", client.network()), PER_ADDRESS)],
            WINDOW_S,
            now,
        )
        .await?;

        // Checked before hashing, so that guessing codes does not cost a hash.
        let mut tx = self.store.begin().await?;
        if !self.settings.get(tx.as_mut(), now).await?.registration_open {
            return Err(AccountError::RegistrationClosed);
        }
        if tx.use_invite(invite_code.trim(), now).await? == InviteUse::Refused {
            return Err(AccountError::InviteRefused);
        }
        drop(tx);

        let password_hash = self.passwords.hash(password, &*self.entropy).await?;
        let mut tx = self.store.begin().await?;
        let inviter = match tx.use_invite(invite_code.trim(), now).await? {
            InviteUse::Account(inviter) => Some(inviter),
            InviteUse::OneTime => None,
            InviteUse::Refused => return Err(AccountError::InviteRefused),
        };
        let new = NewAccount {
            uid: None,
            username,
            password_hash,
            account_type: AccountType::Customer,
            roles: AccountType::Customer.default_roles(),
            invite_code: self.new_invite_code()?,
            inviter,
            created_at: now,
        };
        let uid = tx.create_account(&new).await.map_err(taken)?;
        tx.audit(&self.audit("user/register", Some(uid), Some(uid), client)).await?;
        tx.save().await?;
        Ok(uid)
    }

    /// A random invite code for a new account: 40 bits.
    pub(crate) fn new_invite_code(&self) -> Result<String, NoEntropy> {
        random_text(&*self.entropy, 8)
    }
}

/// Maps unique violations to their errors.
pub(crate) fn taken(error: StoreError) -> AccountError {
    match error {
        StoreError::Taken("username") => AccountError::UsernameTaken,
        StoreError::Taken("uid") => AccountError::UidRefused,
        other => AccountError::Store(other),
    }
}
