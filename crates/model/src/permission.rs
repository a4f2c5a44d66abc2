//! What a role can allow. The server checks one of these on every call; menus only mirror them.

use std::collections::BTreeSet;

macro_rules! permissions {
    ($($(#[$doc:meta])* $name:ident = $text:literal,)*) => {
        /// A right to do one thing, written `module/action`.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum Permission {
            $($(#[$doc])* $name,)*
        }

        impl Permission {
            /// Every permission there is.
            pub const ALL: &[Self] = &[$(Self::$name,)*];

            /// The `module/action` text.
            pub fn as_str(self) -> &'static str {
                match self { $(Self::$name => $text,)* }
            }
        }
    };
}

permissions! {
    /// See the accounts that the caller may see.
    UserList = "user/list",
    /// Make accounts.
    UserCreate = "user/create",
    /// Change, enable and disable accounts of lower privilege.
    UserEdit = "user/edit",
    /// Give an account of lower privilege a new password.
    UserResetPwd = "user/resetPwd",
    /// End the session of an account of lower privilege.
    UserEndSession = "user/endSession",
    /// Work inside an account of lower privilege.
    UserSwitch = "user/switch",
    /// See roles.
    RoleList = "role/list",
    /// Make, change and delete roles.
    RoleEdit = "role/edit",
    /// See the invite codes that staff made.
    InviteList = "invite/list",
    /// Make, enable and disable invite codes.
    InviteEdit = "invite/edit",
    /// See what was sent to whom and who confirmed it.
    NotifyManage = "notify/manage",
    /// Send notifications.
    NotifySend = "notify/send",
    /// Read the audit log.
    AuditList = "audit/list",
    /// Change the system's settings.
    SettingEdit = "setting/edit",
    /// See top-up orders.
    RechargeList = "recharge/list",
    /// Make a top-up order.
    RechargeCreate = "recharge/recharge",
    /// See how a top-up order stands.
    RechargeQuery = "recharge/query",
    /// Name the transaction that paid an order.
    RechargeVerify = "recharge/verify",
    /// Give up an order.
    RechargeCancel = "recharge/cancel",
    /// See the receiving wallets.
    WalletList = "recharge/getWallet",
    /// Change the receiving wallet.
    WalletEdit = "recharge/setWallet",
    /// See incoming transfers.
    DepositList = "recharge/deposits",
    /// Credit a transfer that fits no order.
    DepositCredit = "recharge/creditDeposit",
    /// See movements of points.
    FinanceList = "finance/list",
    /// See movements of quota.
    FinanceCredit = "finance/credit",
    /// See what projects brought.
    FinanceIncome = "finance/income",
    /// Correct a balance.
    FinanceAdjust = "finance/adjust",
    /// Make an order for quota.
    QuotaCreate = "privilege_escalation/creditRecharge",
    /// See orders for quota.
    QuotaOrders = "privilege_escalation/getCreditRechargeList",
    /// See what quota was spent on.
    QuotaDeductions = "privilege_escalation/getDeductList",
    /// See screening tasks and their results.
    TaskList = "task/list",
    /// Upload numbers and start tasks.
    TaskCreate = "task/create",
    /// Pause, resume, cancel, rename and delete tasks.
    TaskEdit = "task/edit",
    /// Download results.
    TaskExport = "task/export",
    /// See lists of numbers.
    ListList = "list/list",
    /// Make, rename and delete lists of numbers.
    ListEdit = "list/edit",
    /// Change the numbers that nobody may contact.
    ListGlobal = "list/global",
    /// See projects as an operator does.
    ProjectList = "project/list",
    /// Change projects.
    ProjectEdit = "project/edit",
    /// See channels.
    ChannelList = "channel/list",
    /// Change and try channels.
    ChannelEdit = "channel/edit",
    /// See how many numbers there are, and the numbers that were generated.
    GenerationList = "gen_number/list",
    /// Generate numbers, and delete runs.
    GenerationMake = "gen_number/generate",
    /// See the account's API keys, webhooks and usage.
    ApiInfo = "user/getApiInfo",
    /// Make, change and revoke API keys and webhooks.
    ApiEdit = "user/generateApi",
}

impl Permission {
    /// The permission that a `module/action` text names.
    pub fn from_text(text: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|permission| permission.as_str() == text)
    }
}

/// What one caller may do.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Permissions {
    /// Role 1: everything, also what is added later.
    Everything,
    /// The union of what the caller's roles allow.
    Only(BTreeSet<String>),
}

impl Permissions {
    /// Whether everything that `other` allows is allowed here too.
    pub fn include(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Everything, _) => true,
            (Self::Only(_), Self::Everything) => false,
            (Self::Only(mine), Self::Only(theirs)) => theirs.is_subset(mine),
        }
    }

    /// Whether a `module/action` text is allowed.
    pub fn allow(&self, text: &str) -> bool {
        match self {
            Self::Everything => true,
            Self::Only(texts) => texts.contains(text),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Permission, Permissions};

    #[test]
    fn every_text_names_one_permission() {
        for permission in Permission::ALL {
            assert_eq!(Permission::from_text(permission.as_str()), Some(*permission));
            assert!(permission.as_str().split_once('/').is_some());
        }
        assert_eq!(Permission::from_text("user/nothing"), None);
    }

    #[test]
    fn only_what_is_listed_is_allowed() {
        let some = Permissions::Only(["user/list".to_owned()].into());
        assert!(some.allow("user/list"));
        assert!(!some.allow("user/edit"));
        assert!(Permissions::Everything.allow("user/edit"));
        let more = Permissions::Only(["user/list".to_owned(), "user/edit".to_owned()].into());
        assert!(more.include(&some) && !some.include(&more));
        assert!(Permissions::Everything.include(&more) && !more.include(&Permissions::Everything));
    }
}
