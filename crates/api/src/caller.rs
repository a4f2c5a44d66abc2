//! Authentication and authorisation of console calls, as arguments of handlers.

use std::marker::PhantomData;
use std::ops::Deref;
use std::sync::Arc;

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use numsift_accounts::{Acting, SignedIn};
use numsift_model::account::Account;
use numsift_model::permission::Permission;
use numsift_store::Scope;

use crate::access_log::Visitor;
use crate::app::App;
use crate::client::RequestClient;
use crate::messages::Message;
use crate::refusal::Refusal;

/// The header that carries the session token.
pub const SID: &str = "sid";

/// Any caller with an open session.
pub struct Caller(Acting);

impl FromRequestParts<App> for Caller {
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Refusal> {
        let token = parts.headers.get(SID).map(|value| value.to_str().unwrap_or("?"));
        let token = token.filter(|text| !text.is_empty()).ok_or(Refusal::NoToken)?;
        let who = app.accounts.authenticate(token).await?;
        if let Some(visitor) = parts.extensions.get::<Arc<Visitor>>() {
            visitor.is(who.account.uid);
        }
        let Ok(RequestClient(client)) = RequestClient::from_request_parts(parts, app).await;
        Ok(Self(Acting { who, client }))
    }
}

impl Deref for Caller {
    type Target = Acting;

    fn deref(&self) -> &Acting {
        &self.0
    }
}

impl Caller {
    pub fn who(&self) -> &SignedIn {
        &self.0.who
    }
}

/// The account's own session. Refused to staff who switched into the account.
pub struct Owner(Caller);

impl FromRequestParts<App> for Owner {
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Refusal> {
        let caller = Caller::from_request_parts(parts, app).await?;
        if caller.who.switched.is_some() {
            return Err(Refusal::NotPermitted(Message::NotWhileSwitched));
        }
        Ok(Self(caller))
    }
}

impl Deref for Owner {
    type Target = Caller;

    fn deref(&self) -> &Caller {
        &self.0
    }
}

/// Who may make a call.
pub struct Rule {
    permission: Permission,
    /// Refused to customers even if a role grants the permission.
    staff_only: bool,
    /// Refused to accounts without access to the public API.
    api_accounts_only: bool,
    /// Allowed to staff although it is for accounts with access to the public API.
    staff_too: bool,
    /// Whether staff may make the call while switched into another account.
    while_switched: bool,
}

impl Rule {
    const fn new(permission: Permission) -> Self {
        Self {
            permission,
            staff_only: false,
            api_accounts_only: false,
            staff_too: false,
            while_switched: true,
        }
    }

    async fn check(&self, parts: &mut Parts, app: &App) -> Result<Caller, Refusal> {
        let caller = Caller::from_request_parts(parts, app).await?;
        let who = caller.who();
        let account_type = who.account.account_type;
        let has_api = account_type.has_api() || self.staff_too && account_type.is_staff();
        let wrong_type = self.staff_only && !account_type.is_staff() || self.api_accounts_only && !has_api;
        if wrong_type || !who.permissions.allow(self.permission.as_str()) {
            return Err(Refusal::NotPermitted(Message::NotPermitted));
        }
        if who.must_change_password {
            return Err(Refusal::NotPermitted(Message::PasswordFirst));
        }
        if who.must_enrol {
            return Err(Refusal::NotPermitted(Message::SecondFactorFirst));
        }
        if who.switched.is_some() && !self.while_switched {
            return Err(Refusal::NotPermitted(Message::NotWhileSwitched));
        }
        Ok(caller)
    }
}

/// A rule as a type, so that a handler's signature says who may call it.
pub trait Required: Send + Sync {
    const RULE: Rule;
}

/// A caller who satisfies the rule `P`.
pub struct Allowed<P> {
    caller: Caller,
    permission: PhantomData<P>,
}

impl<P: Required> FromRequestParts<App> for Allowed<P> {
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Refusal> {
        let caller = P::RULE.check(parts, app).await?;
        Ok(Self { caller, permission: PhantomData })
    }
}

impl<P> Deref for Allowed<P> {
    type Target = Caller;

    fn deref(&self) -> &Caller {
        &self.caller
    }
}

impl<P> Allowed<P> {
    /// The rows that this caller may see: staff all, customers their own.
    pub fn scope(&self) -> Scope {
        scope_of(self.who())
    }
}

/// The rows that a signed-in account may see: staff all, customers their own.
pub fn scope_of(who: &SignedIn) -> Scope {
    scope_of_account(&who.account)
}

/// The rows that an account may see: staff all, customers their own.
pub fn scope_of_account(account: &Account) -> Scope {
    if account.account_type.is_staff() { Scope::All } else { Scope::Own(account.uid) }
}

macro_rules! required {
    ($($(#[$doc:meta])* $name:ident { $($rule:ident = $value:literal),* })*) => {
        $(
            $(#[$doc])*
            pub struct $name;

            impl Required for $name {
                const RULE: Rule = Rule { $($rule: $value,)* ..Rule::new(Permission::$name) };
            }
        )*
    };
}

required! {
    /// `user/list`.
    UserList {}
    /// `user/create`.
    UserCreate { staff_only = true }
    /// `user/edit`.
    UserEdit { staff_only = true }
    /// `user/resetPwd`.
    UserResetPwd { staff_only = true, while_switched = false }
    /// `user/apiKeys`.
    UserApiKeys { staff_only = true, while_switched = false }
    /// `user/endSession`.
    UserEndSession { staff_only = true }
    /// `user/switch`: never from inside another account.
    UserSwitch { staff_only = true, while_switched = false }
    /// `role/list`.
    RoleList { staff_only = true }
    /// `role/edit`.
    RoleEdit { staff_only = true }
    /// `invite/list`.
    InviteList { staff_only = true }
    /// `invite/edit`.
    InviteEdit { staff_only = true }
    /// `notify/manage`.
    NotifyManage { staff_only = true }
    /// `notify/send`.
    NotifySend { staff_only = true }
    /// `audit/list`.
    AuditList { staff_only = true }
    /// `approval/list`.
    ApprovalList { staff_only = true, while_switched = false }
    /// `setting/edit`.
    SettingEdit { staff_only = true }
    /// `system/health`.
    SystemHealth { staff_only = true }
    /// `system/setup`.
    SystemSetup { staff_only = true }
    /// `recharge/list`.
    RechargeList {}
    /// `recharge/recharge`.
    RechargeCreate { while_switched = false }
    /// `recharge/query`.
    RechargeQuery {}
    /// `recharge/verify`.
    RechargeVerify { while_switched = false }
    /// `recharge/cancel`.
    RechargeCancel { while_switched = false }
    /// `recharge/getWallet`.
    WalletList { staff_only = true }
    /// `recharge/setWallet`.
    WalletEdit { staff_only = true, while_switched = false }
    /// `recharge/deposits`.
    DepositList { staff_only = true }
    /// `recharge/creditDeposit`.
    DepositCredit { staff_only = true, while_switched = false }
    /// `finance/list`.
    FinanceList {}
    /// `finance/credit`.
    FinanceCredit {}
    /// `finance/income`.
    FinanceIncome {}
    /// `finance/adjust`.
    FinanceAdjust { staff_only = true, while_switched = false }
    /// `privilege_escalation/creditRecharge`.
    QuotaCreate { while_switched = false }
    /// `privilege_escalation/getCreditRechargeList`.
    QuotaOrders {}
    /// `privilege_escalation/getDeductList`.
    QuotaDeductions {}
    /// `task/list`.
    TaskList {}
    /// `task/create`.
    TaskCreate {}
    /// `task/edit`.
    TaskEdit {}
    /// `task/export`.
    TaskExport {}
    /// `lookup/list`.
    LookupList {}
    /// `lookup/create`.
    LookupCreate {}
    /// `list/list`.
    ListList {}
    /// `list/edit`.
    ListEdit {}
    /// `project/list`.
    ProjectList { staff_only = true }
    /// `project/edit`.
    ProjectEdit { staff_only = true }
    /// `channel/list`.
    ChannelList { staff_only = true }
    /// `channel/edit`.
    ChannelEdit { staff_only = true, while_switched = false }
    /// `gen_number/list`.
    GenerationList {}
    /// `gen_number/generate`.
    GenerationMake {}
    /// `user/getApiInfo`.
    ApiInfo { api_accounts_only = true }
    /// `user/generateApi`.
    ApiEdit { api_accounts_only = true, while_switched = false }
}

/// `task/export`, but not while switched into another account: a link outlives a visit.
pub struct ResultShare;

impl Required for ResultShare {
    const RULE: Rule = Rule { while_switched: false, ..TaskExport::RULE };
}

/// `user/getApiInfo`, also for staff: their endpoints are told about channels.
pub struct WebhookInfo;

impl Required for WebhookInfo {
    const RULE: Rule = Rule { staff_too: true, ..ApiInfo::RULE };
}

/// `user/generateApi`, also for staff.
pub struct WebhookEdit;

impl Required for WebhookEdit {
    const RULE: Rule = Rule { staff_too: true, ..ApiEdit::RULE };
}
