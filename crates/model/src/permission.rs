//! Permissions. The server checks one on every call; menus only mirror them.

use std::collections::BTreeSet;

use strum::{EnumString, IntoStaticStr, VariantArray};

use crate::words::word_methods;

/// The right to make one call, written `module/action`.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, EnumString, IntoStaticStr, VariantArray,
)]
pub enum Permission {
    /// List the accounts that are visible to the caller.
    #[strum(serialize = "user/list")]
    UserList,
    /// Create accounts.
    #[strum(serialize = "user/create")]
    UserCreate,
    /// Edit, enable and disable accounts of lower privilege.
    #[strum(serialize = "user/edit")]
    UserEdit,
    /// Reset the password of an account of lower privilege.
    #[strum(serialize = "user/resetPwd")]
    UserResetPwd,
    /// List and revoke the API keys of an account of lower privilege.
    #[strum(serialize = "user/apiKeys")]
    UserApiKeys,
    /// End the sessions of an account of lower privilege.
    #[strum(serialize = "user/endSession")]
    UserEndSession,
    /// Act inside an account of lower privilege.
    #[strum(serialize = "user/switch")]
    UserSwitch,
    /// List roles.
    #[strum(serialize = "role/list")]
    RoleList,
    /// Create, edit and delete roles.
    #[strum(serialize = "role/edit")]
    RoleEdit,
    /// List the invite codes created by staff.
    #[strum(serialize = "invite/list")]
    InviteList,
    /// Create, enable and disable invite codes.
    #[strum(serialize = "invite/edit")]
    InviteEdit,
    /// List sent notifications and their confirmations.
    #[strum(serialize = "notify/manage")]
    NotifyManage,
    /// Send notifications.
    #[strum(serialize = "notify/send")]
    NotifySend,
    /// Read the audit log.
    #[strum(serialize = "audit/list")]
    AuditList,
    /// List, approve and reject actions that wait for a second person.
    #[strum(serialize = "approval/list")]
    ApprovalList,
    /// Change the installation's settings.
    #[strum(serialize = "setting/edit")]
    SettingEdit,
    /// Check the installation.
    #[strum(serialize = "system/health")]
    SystemHealth,
    /// Read and dismiss the setup guide.
    #[strum(serialize = "system/setup")]
    SystemSetup,
    /// List top-up orders.
    #[strum(serialize = "recharge/list")]
    RechargeList,
    /// Create a top-up order.
    #[strum(serialize = "recharge/recharge")]
    RechargeCreate,
    /// Read the status of a top-up order.
    #[strum(serialize = "recharge/query")]
    RechargeQuery,
    /// Report the transaction that paid an order.
    #[strum(serialize = "recharge/verify")]
    RechargeVerify,
    /// Cancel an order.
    #[strum(serialize = "recharge/cancel")]
    RechargeCancel,
    /// List the receiving wallets.
    #[strum(serialize = "recharge/getWallet")]
    WalletList,
    /// Change the receiving wallet.
    #[strum(serialize = "recharge/setWallet")]
    WalletEdit,
    /// List deposits.
    #[strum(serialize = "recharge/deposits")]
    DepositList,
    /// Credit a deposit that matches no order.
    #[strum(serialize = "recharge/creditDeposit")]
    DepositCredit,
    /// List movements of points.
    #[strum(serialize = "finance/list")]
    FinanceList,
    /// List movements of quota.
    #[strum(serialize = "finance/credit")]
    FinanceCredit,
    /// Read income by project.
    #[strum(serialize = "finance/income")]
    FinanceIncome,
    /// Adjust a balance.
    #[strum(serialize = "finance/adjust")]
    FinanceAdjust,
    /// Create an order for quota.
    #[strum(serialize = "privilege_escalation/creditRecharge")]
    QuotaCreate,
    /// List orders for quota.
    #[strum(serialize = "privilege_escalation/getCreditRechargeList")]
    QuotaOrders,
    /// List charges to the quota.
    #[strum(serialize = "privilege_escalation/getDeductList")]
    QuotaDeductions,
    /// Read tasks and their results.
    #[strum(serialize = "task/list")]
    TaskList,
    /// Upload numbers and start tasks.
    #[strum(serialize = "task/create")]
    TaskCreate,
    /// Pause, resume, cancel, rename and delete tasks.
    #[strum(serialize = "task/edit")]
    TaskEdit,
    /// Download results.
    #[strum(serialize = "task/export")]
    TaskExport,
    /// Read lookups and download them.
    #[strum(serialize = "lookup/list")]
    LookupList,
    /// Look numbers up in the console.
    #[strum(serialize = "lookup/create")]
    LookupCreate,
    /// Read lists.
    #[strum(serialize = "list/list")]
    ListList,
    /// Create, rename and delete lists.
    #[strum(serialize = "list/edit")]
    ListEdit,
    /// Edit the global suppression list.
    #[strum(serialize = "list/global")]
    ListGlobal,
    /// Read the configuration of projects.
    #[strum(serialize = "project/list")]
    ProjectList,
    /// Edit projects.
    #[strum(serialize = "project/edit")]
    ProjectEdit,
    /// Read channels.
    #[strum(serialize = "channel/list")]
    ChannelList,
    /// Edit and test channels.
    #[strum(serialize = "channel/edit")]
    ChannelEdit,
    /// Read number counts and generation runs.
    #[strum(serialize = "gen_number/list")]
    GenerationList,
    /// Generate numbers and delete runs.
    #[strum(serialize = "gen_number/generate")]
    GenerationMake,
    /// Read the account's API keys, webhooks and usage.
    #[strum(serialize = "user/getApiInfo")]
    ApiInfo,
    /// Create, edit and revoke API keys and webhooks.
    #[strum(serialize = "user/generateApi")]
    ApiEdit,
}

word_methods!(Permission);

/// The permissions of a caller.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Permissions {
    /// Role 1 has every permission, including those added later.
    Everything,
    /// The union of the permissions of the caller's roles.
    Only(BTreeSet<String>),
}

impl Permissions {
    /// Whether these permissions include all of `other`.
    pub fn include(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Everything, _) => true,
            (Self::Only(_), Self::Everything) => false,
            (Self::Only(mine), Self::Only(theirs)) => theirs.is_subset(mine),
        }
    }

    /// Whether a `module/action` is allowed.
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
    fn permissions_are_written_as_module_and_action() {
        for permission in Permission::ALL {
            assert_eq!(Permission::from_word(permission.as_str()), Some(*permission));
            assert!(permission.as_str().split_once('/').is_some());
        }
        assert_eq!(Permission::from_word("user/nothing"), None);
    }

    #[test]
    fn only_listed_permissions_are_allowed() {
        let some = Permissions::Only(["user/list".to_owned()].into());
        assert!(some.allow("user/list"));
        assert!(!some.allow("user/edit"));
        assert!(Permissions::Everything.allow("user/edit"));
        let more = Permissions::Only(["user/list".to_owned(), "user/edit".to_owned()].into());
        assert!(more.include(&some) && !some.include(&more));
        assert!(Permissions::Everything.include(&more) && !more.include(&Permissions::Everything));
    }
}
