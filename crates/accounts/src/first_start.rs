//! The first start of an installation creates the administrator and the house account.

use numsift_model::account::{AccountType, NewAccount};
use numsift_model::clock::random_text;
use numsift_model::id::Uid;
use numsift_model::settings::InstallationKind;
use numsift_model::username::Username;
use numsift_store::StoreError;

use crate::{AccountError, Accounts, Client};

#[derive(Debug)]
pub enum FirstStart {
    /// The administrator was created. The password is not stored.
    Made { username: &'static str, password: String },
    /// There already was an administrator.
    Known,
}

/// Not a valid hash: the account cannot sign in until its password is reset.
const NO_PASSWORD: &str = "!";

impl Accounts {
    /// Creates the administrator and the house account if the installation has none yet.
    pub async fn first_start(&self) -> Result<FirstStart, AccountError> {
        if self.store.read().await?.account(Uid::ADMINISTRATOR).await?.is_some() {
            return Ok(FirstStart::Known);
        }
        let mut tx = self.store.begin().await?;
        tx.set_kind(InstallationKind::Real).await?;
        tx.save().await?;
        let password = random_text(&*self.entropy, 20)?;
        match self.make_administrator(&password, true).await {
            Ok(()) => Ok(FirstStart::Made { username: "admin", password }),
            // Another node was first.
            Err(AccountError::Store(StoreError::Taken(_))) => Ok(FirstStart::Known),
            Err(error) => Err(error),
        }
    }

    /// Creates the administrator with a given password, and the house account.
    pub(crate) async fn make_administrator(
        &self,
        password: &str,
        must_change: bool,
    ) -> Result<(), AccountError> {
        let hash = self.passwords.hash(password, &*self.entropy).await?;
        let now = self.clock.now();
        let mut tx = self.store.begin().await?;
        for (uid, name, account_type, password_hash) in [
            (Uid::ADMINISTRATOR, "admin", AccountType::SuperAdministrator, hash.as_str()),
            (Uid::HOUSE, "house", AccountType::Customer, NO_PASSWORD),
        ] {
            let account = NewAccount {
                uid: Some(uid),
                username: Username::parse(name)?,
                password_hash: password_hash.to_owned(),
                account_type,
                roles: account_type.default_roles(),
                invite_code: self.new_invite_code()?,
                inviter: None,
                created_at: now,
            };
            tx.create_account(&account).await?;
            tx.set_must_change_password(uid, must_change).await?;
            tx.audit(&self.audit("user/create", None, Some(uid), &Client::default())).await?;
        }
        tx.save().await?;
        Ok(())
    }
}
