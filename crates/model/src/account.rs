//! Accounts.

use serde::{Deserialize, Serialize};
use strum::FromRepr;

use crate::clock::Timestamp;
use crate::id::{RoleId, Uid};
use crate::username::Username;

/// The type of an account. A lower number means more privilege. The numbers are used on the wire and in the
/// database.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, FromRepr, Serialize, Deserialize)]
#[serde(try_from = "i64", into = "i64")]
#[repr(i64)]
pub enum AccountType {
    /// Has every permission.
    SuperAdministrator = 1,
    /// Staff; has the permissions of its roles.
    Operator = 2,
    /// A customer with points and a quota.
    Credit = 3,
    /// A customer that mainly uses the API.
    Api = 4,
    Customer = 5,
}

impl AccountType {
    pub fn number(self) -> i64 {
        self as i64
    }

    /// Types 1 and 2 are staff. All others are customers and see only their own data.
    pub fn is_staff(self) -> bool {
        matches!(self, Self::SuperAdministrator | Self::Operator)
    }

    /// Types 4 and 5 can have API keys.
    pub fn has_api(self) -> bool {
        matches!(self, Self::Api | Self::Customer)
    }

    /// The roles of a new account of this type if none are chosen.
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
        Self::from_repr(number).ok_or(UnknownAccountType(number))
    }
}

impl From<AccountType> for i64 {
    fn from(account_type: AccountType) -> Self {
        account_type.number()
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("invalid account type {0}: expected 1 to 5")]
pub struct UnknownAccountType(pub i64);

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Account {
    pub uid: Uid,
    pub username: String,
    pub account_type: AccountType,
    /// A disabled account cannot sign in.
    pub enabled: bool,
    /// Number of decimals with which points are shown to this account.
    pub ud: i64,
    /// May top up its own quota (the privilege-escalation user).
    pub self_quota_topup: bool,
    /// Belongs to the operator; usage is free of charge.
    pub internal: bool,
    /// Accounts that register with this code have this account as their inviter.
    pub invite_code: String,
    pub inviter: Option<Uid>,
    /// URL of a picture, or empty.
    pub avatar: String,
    /// A line about the account, or empty.
    pub introduction: String,
    pub created_at: Timestamp,
    pub last_login_at: Option<Timestamp>,
    /// Whether sign-in accepts codes of an authenticator app.
    pub totp_enabled: bool,
    pub has_passkey: bool,
    /// The password was set by somebody else and must be changed before anything else.
    pub must_change_password: bool,
    /// Incremented by every edit; an edit of an older version is rejected.
    pub version: i64,
    /// In ascending order.
    pub roles: Vec<RoleId>,
}

/// The fields of an account that staff can edit.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct AccountEdit {
    pub account_type: AccountType,
    pub roles: Vec<RoleId>,
    /// Number of decimals with which points are shown to this account.
    pub ud: i64,
    pub self_quota_topup: bool,
    pub enabled: bool,
    pub introduction: String,
}

impl Account {
    /// Whether sign-in with the password requires a second factor.
    pub fn second_factor(&self) -> bool {
        self.totp_enabled || self.has_passkey
    }

    /// The current values of the fields that staff can edit.
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

/// An account to be created.
#[derive(Debug, Clone)]
pub struct NewAccount {
    /// The uid of a special account; `None` takes the next ordinary one.
    pub uid: Option<Uid>,
    pub username: Username,
    pub password_hash: String,
    pub account_type: AccountType,
    pub roles: Vec<RoleId>,
    pub invite_code: String,
    pub inviter: Option<Uid>,
    pub created_at: Timestamp,
}
