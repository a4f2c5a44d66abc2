//! Who is calling, and whether it may: arguments that a handler cannot do without.

use std::marker::PhantomData;
use std::ops::Deref;

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use numsift_accounts::{Acting, SignedIn};
use numsift_model::account::Account;
use numsift_model::permission::Permission;
use numsift_store::Scope;

use crate::app::App;
use crate::client::From;
use crate::messages::Message;
use crate::refusal::Refusal;

/// The header that carries the session token.
pub const SID: &str = "sid";

/// Anyone with a good session.
pub struct Caller(Acting);

impl FromRequestParts<App> for Caller {
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Refusal> {
        let token = parts.headers.get(SID).map(|value| value.to_str().unwrap_or("?"));
        let token = token.filter(|text| !text.is_empty()).ok_or(Refusal::NoToken)?;
        let who = app.accounts.authenticate(token).await?;
        let Ok(From(client)) = From::from_request_parts(parts, app).await;
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
    /// Who is signed in.
    pub fn who(&self) -> &SignedIn {
        &self.0.who
    }
}

/// The owner of the account itself: refused to whoever works inside it.
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

/// A permission as a type, so that a handler's signature says who may call it.
pub trait Required: Send + Sync {
    /// The permission.
    const PERMISSION: Permission;
    /// Refused to customers, whatever role somebody gave them: there is nothing of theirs to see.
    const STAFF_ONLY: bool = false;
    /// Only for accounts that may use the public API.
    const API_ACCOUNTS_ONLY: bool = false;
    /// Whether somebody inside another account may do it there.
    const WHILE_SWITCHED: bool = true;
}

/// A caller who holds the permission `P`.
pub struct Allowed<P> {
    caller: Caller,
    permission: PhantomData<P>,
}

impl<P: Required> FromRequestParts<App> for Allowed<P> {
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Refusal> {
        let caller = Caller::from_request_parts(parts, app).await?;
        let who = caller.who();
        let account_type = who.account.account_type;
        let wrong_type =
            P::STAFF_ONLY && !account_type.is_staff() || P::API_ACCOUNTS_ONLY && !account_type.has_api();
        if wrong_type || !who.permissions.allow(P::PERMISSION.as_str()) {
            return Err(Refusal::NotPermitted(Message::NotPermitted));
        }
        if who.must_enrol {
            return Err(Refusal::NotPermitted(Message::SecondFactorFirst));
        }
        if who.switched.is_some() && !P::WHILE_SWITCHED {
            return Err(Refusal::NotPermitted(Message::NotWhileSwitched));
        }
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
    /// Whose rows this caller may see: staff all, customers their own.
    pub fn scope(&self) -> Scope {
        scope_of(self.who())
    }
}

/// Whose rows an account may see: staff all, customers their own.
pub fn scope_of(who: &SignedIn) -> Scope {
    scope_of_account(&who.account)
}

/// Whose rows an account may see: staff all, customers their own.
pub fn scope_of_account(account: &Account) -> Scope {
    if account.account_type.is_staff() { Scope::All } else { Scope::Own(account.uid) }
}

macro_rules! required {
    ($($(#[$doc:meta])* $name:ident { $($rule:ident = $value:literal),* })*) => {
        $(
            $(#[$doc])*
            pub struct $name;

            impl Required for $name {
                const PERMISSION: Permission = Permission::$name;
                $(const $rule: bool = $value;)*
            }
        )*
    };
}

required! {
    /// `user/list`.
    UserList {}
    /// `user/create`.
    UserCreate { STAFF_ONLY = true }
    /// `user/edit`.
    UserEdit { STAFF_ONLY = true }
    /// `user/resetPwd`.
    UserResetPwd { STAFF_ONLY = true, WHILE_SWITCHED = false }
    /// `user/endSession`.
    UserEndSession { STAFF_ONLY = true }
    /// `user/switch`: never from inside another account.
    UserSwitch { STAFF_ONLY = true, WHILE_SWITCHED = false }
    /// `role/list`.
    RoleList { STAFF_ONLY = true }
    /// `role/edit`.
    RoleEdit { STAFF_ONLY = true }
    /// `invite/list`.
    InviteList { STAFF_ONLY = true }
    /// `invite/edit`.
    InviteEdit { STAFF_ONLY = true }
    /// `notify/manage`.
    NotifyManage { STAFF_ONLY = true }
    /// `notify/send`.
    NotifySend { STAFF_ONLY = true }
    /// `audit/list`.
    AuditList { STAFF_ONLY = true }
    /// `setting/edit`.
    SettingEdit { STAFF_ONLY = true }
    /// `recharge/list`.
    RechargeList {}
    /// `recharge/recharge`.
    RechargeCreate { WHILE_SWITCHED = false }
    /// `recharge/query`.
    RechargeQuery {}
    /// `recharge/verify`.
    RechargeVerify { WHILE_SWITCHED = false }
    /// `recharge/cancel`.
    RechargeCancel { WHILE_SWITCHED = false }
    /// `recharge/getWallet`.
    WalletList { STAFF_ONLY = true }
    /// `recharge/setWallet`.
    WalletEdit { STAFF_ONLY = true, WHILE_SWITCHED = false }
    /// `recharge/deposits`.
    DepositList { STAFF_ONLY = true }
    /// `recharge/creditDeposit`.
    DepositCredit { STAFF_ONLY = true, WHILE_SWITCHED = false }
    /// `finance/list`.
    FinanceList {}
    /// `finance/credit`.
    FinanceCredit {}
    /// `finance/income`.
    FinanceIncome {}
    /// `finance/adjust`.
    FinanceAdjust { STAFF_ONLY = true, WHILE_SWITCHED = false }
    /// `privilege_escalation/creditRecharge`.
    QuotaCreate { WHILE_SWITCHED = false }
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
    /// `list/list`.
    ListList {}
    /// `list/edit`.
    ListEdit {}
    /// `project/list`.
    ProjectList { STAFF_ONLY = true }
    /// `project/edit`.
    ProjectEdit { STAFF_ONLY = true }
    /// `channel/list`.
    ChannelList { STAFF_ONLY = true }
    /// `channel/edit`.
    ChannelEdit { STAFF_ONLY = true, WHILE_SWITCHED = false }
    /// `gen_number/list`.
    GenerationList {}
    /// `gen_number/generate`.
    GenerationMake {}
    /// `user/getApiInfo`.
    ApiInfo { API_ACCOUNTS_ONLY = true }
    /// `user/generateApi`.
    ApiEdit { API_ACCOUNTS_ONLY = true, WHILE_SWITCHED = false }
}
