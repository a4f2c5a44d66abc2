//! The demo accounts. They have public passwords and exist only in demo installations.

use numsift_model::account::AccountType;
use numsift_model::id::Uid;
use numsift_model::invite::InviteCode;
use numsift_model::settings::InstallationKind;
use numsift_store::StoreError;

use crate::{AccountError, Accounts, NewUser};

/// The password of every demo account.
pub const PASSWORD: &str = "numsift-demo";
/// Invite code for registration.
pub const INVITE_CODE: &str = "DEMO2026";

#[derive(Debug, Clone, Copy)]
pub struct DemoAccount {
    pub username: &'static str,
    pub account_type: AccountType,
    /// The uid, if it is a special one.
    uid: Option<Uid>,
}

/// One account of each type. The administrator comes first.
pub const ACCOUNTS: [DemoAccount; 5] = [
    DemoAccount {
        username: "admin",
        account_type: AccountType::SuperAdministrator,
        uid: Some(Uid::ADMINISTRATOR),
    },
    DemoAccount { username: "operator", account_type: AccountType::Operator, uid: Some(Uid(2)) },
    DemoAccount { username: "credit", account_type: AccountType::Credit, uid: Some(Uid::QUOTA_CUSTOMER) },
    DemoAccount { username: "api", account_type: AccountType::Api, uid: None },
    DemoAccount { username: "customer", account_type: AccountType::Customer, uid: None },
];

/// The database belongs to another kind of installation.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub enum WrongKind {
    #[error("this database belongs to a real installation and cannot be started with --demo")]
    RealData,
    #[error("this database was created by the demo, whose passwords are public; start it with --demo")]
    DemoData,
}

impl Accounts {
    /// Checks whether the database can be used for a demo (or a real) start. An empty one can be used for both.
    pub async fn check_kind(&self, demo: bool) -> Result<Result<(), WrongKind>, AccountError> {
        let mut tx = self.store.read().await?;
        Ok(match (demo, tx.kind().await?) {
            (true, Some(InstallationKind::Real)) => Err(WrongKind::RealData),
            (false, Some(InstallationKind::Demo)) => Err(WrongKind::DemoData),
            _ => Ok(()),
        })
    }

    /// Creates the demo accounts and the invite code that do not exist yet.
    pub async fn make_demo(&self) -> Result<(), AccountError> {
        let now = self.clock.now();
        let mut tx = self.store.begin().await?;
        let first = tx.kind().await?.is_none();
        tx.set_kind(InstallationKind::Demo).await?;
        if first {
            // The demo needs no setup. The guide stays in the menu.
            tx.put_setup(false, true).await?;
        }
        tx.save().await?;
        match self.make_administrator(PASSWORD, false).await {
            Ok(()) | Err(AccountError::Store(StoreError::Taken(_))) => {}
            Err(error) => return Err(error),
        }
        for account in &ACCOUNTS[1..] {
            let new = NewUser {
                username: account.username,
                password: Some(PASSWORD),
                account_type: account.account_type,
                uid: account.uid,
            };
            match self.create_user(new).await {
                Ok(_) | Err(AccountError::UsernameTaken | AccountError::UidRefused) => {}
                Err(error) => return Err(error),
            }
        }
        let invite = InviteCode {
            code: INVITE_CODE.to_owned(),
            created_by: Uid::ADMINISTRATOR,
            note: "demo".to_owned(),
            max_uses: 1_000_000,
            expires_at: None,
            created_at: now,
        };
        let mut tx = self.store.begin().await?;
        match tx.create_invite(&invite).await {
            Ok(()) => tx.save().await?,
            Err(StoreError::Taken(_)) => {}
            Err(error) => return Err(error.into()),
        }
        Ok(())
    }
}
