//! Accounts as the domain sees them.

use serde::{Deserialize, Serialize};

use crate::clock::Timestamp;
use crate::id::{RoleId, Uid};
use crate::username::Username;

/// What an account is; lower numbers may do more.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "i64", into = "i64")]
pub enum AccountType {
    /// Everything.
    SuperAdministrator,
    /// Operator staff: what its roles allow.
    Operator,
    /// A customer with points and a quota.
    Credit,
    /// A customer who works through the API first.
    Api,
    /// A customer.
    Customer,
}

impl AccountType {
    /// The number that stands for this type on the wire and in the database.
    pub fn number(self) -> i64 {
        match self {
            Self::SuperAdministrator => 1,
            Self::Operator => 2,
            Self::Credit => 3,
            Self::Api => 4,
            Self::Customer => 5,
        }
    }

    /// Types 1 and 2 run the service; all others are customers who see only what is theirs.
    pub fn is_staff(self) -> bool {
        matches!(self, Self::SuperAdministrator | Self::Operator)
    }

    /// Types 4 and 5 may have keys of the public API.
    pub fn has_api(self) -> bool {
        matches!(self, Self::Api | Self::Customer)
    }

    /// The roles that an account of this type gets when nobody chose any.
    pub fn default_roles(self) -> Vec<RoleId> {
        vec![match self {
            Self::SuperAdministrator => RoleId::ADMINISTRATOR,
            Self::Operator => RoleId::OPERATOR,
            Self::Credit | Self::Api | Self::Customer => RoleId::CUSTOMER,
        }]
    }
}

impl TryFrom<i64> for AccountType {
    type Error = UnknownAccountType;

    fn try_from(number: i64) -> Result<Self, Self::Error> {
        Ok(match number {
            1 => Self::SuperAdministrator,
            2 => Self::Operator,
            3 => Self::Credit,
            4 => Self::Api,
            5 => Self::Customer,
            _ => return Err(UnknownAccountType(number)),
        })
    }
}

impl From<AccountType> for i64 {
    fn from(account_type: AccountType) -> Self {
        account_type.number()
    }
}

/// A number that is no account type.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("{0} is not an account type (1 to 5)")]
pub struct UnknownAccountType(pub i64);

/// One account.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Account {
    /// Its number.
    pub uid: Uid,
    /// Its name, as it was written.
    pub username: String,
    /// What it is.
    pub account_type: AccountType,
    /// May log in.
    pub enabled: bool,
    /// How many decimals of a point it is shown.
    pub ud: i64,
    /// May top up its own quota (the privilege-escalation user).
    pub self_quota_topup: bool,
    /// The operator's own: usage is free of charge.
    pub internal: bool,
    /// The code that others register with to become its invited accounts.
    pub invite_code: String,
    /// Who invited it.
    pub inviter: Option<Uid>,
    /// Picture address; empty when there is none.
    pub avatar: String,
    /// A line about the account; empty when there is none.
    pub introduction: String,
    /// When it was made.
    pub created_at: Timestamp,
    /// When it logged in last.
    pub last_login_at: Option<Timestamp>,
    /// Whether a second factor is asked for.
    pub totp_enabled: bool,
    /// Counts the changes an administrator made: who edits an old version is told.
    pub version: i64,
    /// Its roles, ascending.
    pub roles: Vec<RoleId>,
}

/// What an administrator can change about an account.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct AccountEdit {
    /// What it is.
    pub account_type: AccountType,
    /// Its roles.
    pub roles: Vec<RoleId>,
    /// How many decimals of a point it is shown.
    pub ud: i64,
    /// May top up its own quota.
    pub self_quota_topup: bool,
    /// May log in.
    pub enabled: bool,
    /// A line about it.
    pub introduction: String,
}

impl Account {
    /// What an administrator could change, as it is now.
    pub fn as_edit(&self) -> AccountEdit {
        AccountEdit {
            account_type: self.account_type,
            roles: self.roles.clone(),
            ud: self.ud,
            self_quota_topup: self.self_quota_topup,
            enabled: self.enabled,
            introduction: self.introduction.clone(),
        }
    }
}

/// What is needed to make an account.
#[derive(Debug, Clone)]
pub struct NewAccount {
    /// A chosen uid for the few special accounts; `None` takes the next ordinary one.
    pub uid: Option<Uid>,
    /// Its name.
    pub username: Username,
    /// The hashed password.
    pub password_hash: String,
    /// What it is.
    pub account_type: AccountType,
    /// Its roles.
    pub roles: Vec<RoleId>,
    /// Its own invite code.
    pub invite_code: String,
    /// Who invited it.
    pub inviter: Option<Uid>,
    /// When it is made.
    pub created_at: Timestamp,
}
