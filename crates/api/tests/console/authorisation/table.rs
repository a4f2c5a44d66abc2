//! The table of all calls: who may make each, and whether it leaves a line in the audit log.

use serde_json::{Value, json};

use super::world::{World, endpoint};
use crate::app::{PASSWORD, WALLET};

#[derive(Clone, Copy, PartialEq)]
pub(super) enum Access {
    /// Anyone, even without a session.
    Public,
    /// Any account, about itself: the call reaches no data of other accounts.
    Own,
    /// The account itself, not staff who switched into it.
    Owner,
    /// Staff with the permission.
    Staff,
    /// Staff with the permission, but not while switched into another account.
    StaffNotSwitched,
    /// Accounts with the permission; customers see only their own rows.
    Scoped,
    /// Customers, about themselves.
    Customer,
    /// Accounts with access to the public API, about themselves; not staff.
    Api,
    /// The same, but not staff who switched into the account.
    ApiOwner,
    /// Accounts with lists and tasks; customers reach only their own.
    Tenant,
    /// The same, but not staff who switched into the account.
    TenantOwner,
}

/// Calls that change nothing and show no lists or results of customers. All others leave a line.
pub(super) const READ_ONLY: &[&str] = &[
    "/apiKey/requests",
    "/approval/list",
    "/audit/list",
    "/channel/evidence",
    "/channel/list",
    "/channel/presets",
    "/channel/validate",
    "/events",
    // The call that creates the link leaves the line.
    "/file/{token}",
    "/filter/list",
    "/finance/credit",
    "/finance/income",
    "/finance/list",
    // The call that opens the link leaves the line.
    "/shared/results",
    "/gen_number/list",
    "/gen_number/options",
    "/gen_number/preview",
    "/gen_number/space",
    "/invite/list",
    "/invite/mine",
    "/lookup/preview",
    "/notify/list",
    "/notify/sent",
    "/notify/waitConfirm",
    "/privilege_escalation/getCreditRechargeList",
    "/privilege_escalation/getDeductList",
    "/project/catalogue",
    "/project/list",
    "/recharge/deposits",
    "/recharge/getWallet",
    "/recharge/list",
    "/recharge/query",
    "/recharge/rate",
    "/role/list",
    "/setting/get",
    "/system/setup",
    "/task/quote",
    "/task/statement",
    "/task/summary",
    // The calls that begin and finish the upload leave the lines.
    "/upload/append",
    "/upload/get",
    "/user/allowances",
    "/user/apiKeys",
    "/user/detail",
    "/user/getApiInfo",
    "/user/getAuth",
    "/user/info",
    "/user/list",
    "/user/passkeyChallenge",
    "/user/security",
    "/webhook/deliveries",
    "/webhook/list",
];

/// Calls of providers. They change only the job that they are about.
pub(super) const OF_PROVIDERS: &[&str] =
    &["/callbacks/{channel}", "/callbacks/{channel}/{secret}", "/callbacks/{channel}/{secret}/{job}"];
pub(super) struct Call {
    pub(super) path: &'static str,
    pub(super) access: Access,
    /// A body that succeeds if an administrator sends it.
    pub(super) body: Value,
    /// Whether the call must write an audit log entry with this path if staff make it.
    pub(super) audited: bool,
}

#[allow(clippy::too_many_lines)] // A table.
pub(super) fn calls(world: &World) -> Vec<Call> {
    use Access::{
        Api, ApiOwner, Customer, Own, Owner, Public, Scoped, Staff, StaffNotSwitched, Tenant, TenantOwner,
    };
    let victim = world.victim;
    let order = world.order;
    let adjust = json!({"uid": victim, "bucket": "points", "amount": 10_000, "request_id": "3f1c-0001",
        "reason": "gift", "password": PASSWORD});
    let credit = json!({"id": world.deposit, "uid": victim, "reason": "paid too much", "password": PASSWORD});
    let wallet = json!({"address": WALLET, "label": "main", "password": PASSWORD});
    let verify = json!({"id": order, "txid": "0".repeat(64)});
    let generate = json!({"segments": [{"space": {"country": "CN"}, "count": 10}]});
    let call = |path, access, body, audited| Call { path, access, body, audited };
    let edit = json!({"uid": victim, "version": 1, "account_type": 4, "roles": [3], "ud": 3,
        "self_quota_topup": false, "enabled": true, "introduction": ""});
    let send = json!({"audience": {"kind": "all"}, "needs_confirm": true,
        "texts": {"en": {"title": "Hello", "text": "…"}}});
    let tasks = &world.screening;
    let checks = json!([{"project": "hygiene"}]);
    let start = json!({"list": tasks.ready, "name": "n", "mode": "single", "checks": checks, "purpose": "p",
        "confirmed": true});
    let mapping =
        json!({"encoding": "utf-8", "delimiter": "none", "header": false, "column": 0, "carried": []});
    let config = json!({"name": "example", "kind": "http", "base_url": "http://127.0.0.1:9", "checks": ["whatsapp"],
        "contract": {"ref": "1", "expires": "2099-01-01"}, "mode": "sync",
        "submit": {"method": "POST", "path": "/x", "body": "{}"}, "items": "$[*]", "match": {"key": "$.n", "by": "digits"},
        "map": [{"to": "status", "path": "$.s"}]});
    let channel = json!({"version": 0, "priority": 1, "enabled": false, "config": config});
    let project = json!({"slug": "fresh_one", "version": 0, "sort": 5, "enabled": false, "details": {
        "category": "social", "icon": "x", "names": {"en": "Fresh"}, "descriptions": {}, "answerer": "channels",
        "statuses": ["active"], "price": 1, "min_numbers": 1, "max_numbers": 10, "chunk_size": 100}});
    let (webhook, message) = world.webhook;
    let webhook_after = json!({"id": webhook, "url": "http://127.0.0.1:9/", "description": "", "enabled": true,
        "events": ["order.paid"]});
    let trial = json!({"config": config, "project": "whatsapp", "number": "+8613812345678"});
    vec![
        call("/apiKey/requests", Api, json!({"id": world.key}), false),
        call("/apiKey/revoke", ApiOwner, json!({"id": world.key}), true),
        call("/apiKey/rotate", ApiOwner, json!({"id": world.key, "overlap_hours": 1}), true),
        call(
            "/apiKey/update",
            ApiOwner,
            json!({"id": world.key, "name": "n", "scopes": ["balance"], "ips": [], "expires_at": null}),
            true,
        ),
        call("/approval/approve", StaffNotSwitched, json!({"id": 1}), true),
        call("/approval/list", StaffNotSwitched, json!({}), false),
        call("/approval/reject", StaffNotSwitched, json!({"id": 1}), true),
        call("/audit/export", Staff, json!({}), true),
        call("/audit/list", Staff, json!({}), false),
        call("/callbacks/{channel}", Public, json!({}), false),
        call("/callbacks/{channel}/{secret}", Public, json!({}), false),
        call("/callbacks/{channel}/{secret}/{job}", Public, json!({}), false),
        call("/channel/evidence", Staff, json!({"project": "line", "days": 7}), false),
        call("/channel/list", Staff, json!({}), false),
        call("/channel/presets", Staff, json!({}), false),
        call("/channel/remove", StaffNotSwitched, json!({"name": "example", "version": 1}), true),
        call("/channel/save", StaffNotSwitched, channel, true),
        call("/channel/test", StaffNotSwitched, trial, true),
        call("/channel/validate", StaffNotSwitched, json!({"config": config}), false),
        call("/demo/pay", Owner, json!({"id": order}), true),
        call("/events", Own, json!({}), false),
        call("/file/{token}", Public, json!({}), false),
        call("/filter/list", Own, json!({"page": "tasks"}), false),
        call("/filter/remove", Owner, json!({"id": 1}), true),
        call("/filter/rename", Owner, json!({"id": 1, "name": "Mine"}), true),
        call("/filter/save", Owner, json!({"page": "tasks", "name": "Mine", "query": "state=running"}), true),
        call("/finance/adjust", StaffNotSwitched, adjust, true),
        call("/finance/credit", Own, json!({}), false),
        call("/finance/export", Own, json!({}), true),
        call("/finance/exportIncome", Own, json!({}), true),
        call("/finance/income", Own, json!({}), false),
        call("/finance/list", Own, json!({}), false),
        call("/gen_number/delete", Own, json!({"id": world.runs[1]}), true),
        call("/gen_number/export", Own, json!({"id": world.runs[0]}), true),
        call("/gen_number/generate", Own, generate.clone(), true),
        call("/gen_number/list", Own, json!({}), false),
        call("/gen_number/options", Own, json!({}), false),
        call("/gen_number/preview", Own, generate, false),
        call("/gen_number/save", Own, json!({"id": world.runs[0], "name": "Spring"}), true),
        call("/gen_number/space", Own, json!({"segments": [{"country": "CN"}]}), false),
        call("/invite/create", Staff, json!({"code": "FAIR-2027", "max_uses": 1}), true),
        call("/invite/list", Staff, json!({}), false),
        call("/invite/mine", Own, json!({}), false),
        call("/invite/setEnabled", Staff, json!({"code": "FAIR-2027", "enabled": false}), true),
        call("/list/analyse", Tenant, json!({"id": tasks.to_read, "mapping": mapping}), true),
        call("/list/export", Tenant, json!({"id": tasks.ready, "what": "numbers"}), true),
        call("/list/get", Tenant, json!({"id": tasks.ready}), true),
        call("/list/list", Own, json!({}), true),
        call("/list/note", Tenant, json!({"id": tasks.ready, "before": "", "note": "From the fair"}), true),
        call("/list/preview", Tenant, json!({"id": tasks.uploaded}), true),
        call("/list/remove", Tenant, json!({"id": tasks.uploaded}), true),
        call("/list/rename", Tenant, json!({"id": tasks.uploaded, "name": "n"}), true),
        call("/list/save", Tenant, json!({"id": tasks.ready, "name": "n"}), true),
        call(
            "/lookup/ask",
            Own,
            json!({"numbers": ["+8613812345678"], "projects": ["hygiene"], "confirmed": true}),
            true,
        ),
        call("/lookup/export", Own, json!({}), true),
        call("/lookup/list", Own, json!({}), true),
        call("/lookup/preview", Own, json!({"numbers": ["+8613812345678"]}), false),
        call("/notify/confirm", Own, json!({"all": true}), true),
        call("/notify/list", Own, json!({}), false),
        call("/notify/send", Staff, send, true),
        call("/notify/sent", Staff, json!({}), false),
        call("/notify/waitConfirm", Own, json!({}), false),
        call("/privilege_escalation/creditRecharge", Owner, json!({"amount": "5"}), true),
        call("/privilege_escalation/getCreditRechargeList", Customer, json!({}), false),
        call("/privilege_escalation/getDeductList", Customer, json!({}), false),
        call("/project/catalogue", Own, json!({}), false),
        call("/project/list", Staff, json!({}), false),
        call("/project/save", Staff, project, true),
        call("/recharge/cancel", Owner, json!({"id": order}), true),
        call("/recharge/creditDeposit", StaffNotSwitched, credit, true),
        call("/recharge/deposits", Staff, json!({}), false),
        call("/recharge/export", Own, json!({}), true),
        call("/recharge/getWallet", Staff, json!({}), false),
        call("/recharge/list", Own, json!({}), false),
        call("/recharge/query", Own, json!({"id": order}), false),
        call("/recharge/rate", Owner, json!({}), false),
        call("/recharge/recharge", Owner, json!({"amount": "5"}), true),
        call("/recharge/setWallet", StaffNotSwitched, wallet, true),
        call("/recharge/verify", Owner, verify, true),
        call("/role/delete", Staff, json!({"id": 4, "version": 1}), true),
        call("/role/list", Staff, json!({}), false),
        call("/role/save", Staff, json!({"name": "support", "permissions": ["user/list"]}), true),
        call("/schedule/add", Own, json!({"task": tasks.over, "every": "month", "max_price": 0}), true),
        call("/schedule/list", Own, json!({}), true),
        call("/schedule/remove", Tenant, json!({"id": tasks.schedule}), true),
        call("/setting/get", Staff, json!({}), false),
        call("/setting/save", Staff, json!({"version": 1, "settings": {"retention_days": 9}}), true),
        call("/shared/results", Public, json!({"token": "t"}), false),
        call("/shared/task", Public, json!({"token": "t"}), true),
        call("/system/health", Staff, json!({}), true),
        call("/system/setup", Staff, json!({}), false),
        call("/system/setupSave", Staff, json!({"dismissed": true}), true),
        call("/task/breakdown", Tenant, json!({"id": tasks.over}), true),
        call("/task/cancel", Tenant, json!({"id": tasks.running}), true),
        call("/task/comparison", Tenant, json!({"id": tasks.over}), true),
        call("/task/differences", Tenant, json!({"id": tasks.over}), true),
        call("/task/download", Tenant, json!({"export": tasks.export}), true),
        call("/task/export", Tenant, json!({"id": tasks.over, "format": "csv"}), true),
        call("/task/exportDifferences", Tenant, json!({"id": tasks.over}), true),
        call("/task/exports", Tenant, json!({"id": tasks.over}), true),
        call("/task/get", Tenant, json!({"id": tasks.over}), true),
        call("/task/links", Tenant, json!({"id": tasks.over}), true),
        call("/task/list", Own, json!({}), true),
        call("/task/note", Tenant, json!({"id": tasks.over, "before": "", "note": "For the boss"}), true),
        call("/task/pause", Tenant, json!({"id": tasks.running}), true),
        call("/task/quote", Tenant, json!({"list": tasks.ready, "mode": "single", "checks": checks}), false),
        call("/task/remove", Tenant, json!({"id": tasks.running}), true),
        call("/task/rename", Tenant, json!({"id": tasks.over, "name": "n"}), true),
        call("/task/rerun", Tenant, json!({"id": tasks.over}), true),
        call("/task/results", Tenant, json!({"id": tasks.over}), true),
        call("/task/resume", Tenant, json!({"id": tasks.running}), true),
        call("/task/revokeLink", TenantOwner, json!({"id": tasks.over, "link": tasks.link}), true),
        call("/task/sample", Tenant, json!({"list": tasks.ready, "project": "hygiene"}), true),
        call("/task/share", TenantOwner, json!({"id": tasks.over, "days": 7}), true),
        call("/task/start", Tenant, start, true),
        call("/task/statement", Tenant, json!({"id": tasks.over}), false),
        call("/task/summary", Own, json!({}), false),
        call("/task/upload", Own, json!({}), true),
        call("/upload/append", Own, json!({"id": world.upload}), false),
        call("/upload/begin", Own, json!({"name": "n.txt", "bytes": 15}), true),
        call("/upload/finish", Own, json!({"id": world.upload}), true),
        call("/upload/get", Own, json!({"id": world.upload}), false),
        call("/upload/remove", Own, json!({"id": world.upload}), true),
        call("/user/allowances", Own, json!({}), false),
        call("/user/apiKeys", StaffNotSwitched, json!({"uid": victim}), false),
        call(
            "/user/changePwd",
            Owner,
            json!({"old_pwd": PASSWORD, "new_pwd": "brand new", "confirm_pwd": "brand new"}),
            true,
        ),
        call("/user/create", Staff, json!({"username": "fresh", "account_type": 5}), true),
        call("/user/detail", Scoped, json!({"uid": victim}), false),
        call("/user/edit", Staff, edit, true),
        call("/user/endSession", Staff, json!({"uids": [victim]}), true),
        call("/user/export", Scoped, json!({}), true),
        call("/user/generateApi", ApiOwner, json!({"name": "n", "scopes": ["lookup"]}), true),
        call("/user/getApiInfo", Api, json!({}), false),
        call("/user/getAuth", Own, json!({}), false),
        call("/user/info", Own, json!({}), false),
        call("/user/list", Scoped, json!({}), false),
        call("/user/login", Public, json!({"username": "victim", "password": PASSWORD}), true),
        call("/user/logout", Own, json!({}), true),
        call("/user/passkeyAdd", Owner, json!({"name": "n", "ticket": "t", "credential": {}}), true),
        call("/user/passkeyBegin", Owner, json!({"password": PASSWORD}), true),
        call("/user/passkeyChallenge", Public, json!({}), false),
        call("/user/passkeyCode", Public, json!({"ticket": "t", "credential": {}}), true),
        call("/user/passkeyLogin", Public, json!({"ticket": "t", "credential": {}}), true),
        call("/user/passkeyRemove", Owner, json!({"id": 1, "password": PASSWORD}), true),
        call("/user/passkeyRename", Owner, json!({"id": 1, "name": "n"}), true),
        call(
            "/user/passwordByLink",
            Public,
            json!({"token": "t", "new_pwd": "brand new", "confirm_pwd": "brand new"}),
            true,
        ),
        call("/user/passwordLink", StaffNotSwitched, json!({"uid": victim}), true),
        call("/user/recoveryCodes", Owner, json!({"password": PASSWORD, "code": "000000"}), true),
        call(
            "/user/register",
            Public,
            json!({"username": "guest", "password": PASSWORD, "invite_code": "x"}),
            true,
        ),
        call("/user/resetPwd", StaffNotSwitched, json!({"uid": victim}), true),
        call("/user/revokeApiKey", StaffNotSwitched, json!({"uid": victim, "id": world.key}), true),
        call("/user/security", Own, json!({}), false),
        call("/user/setAllowances", Staff, json!({"uid": victim, "allowances": {"lists": 5}}), true),
        call("/user/setEnabled", Staff, json!({"uids": [victim], "enabled": false}), true),
        call("/user/switch", StaffNotSwitched, json!({"uid": victim}), true),
        call("/user/switchBack", Own, json!({}), true),
        call("/user/totpBegin", Owner, json!({"password": PASSWORD}), true),
        call("/user/totpDisable", Owner, json!({"password": PASSWORD, "code": "000000"}), true),
        call("/user/totpEnable", Owner, json!({"code": "000000"}), true),
        call("/webhook/create", ApiOwner, endpoint(), true),
        call("/webhook/deliveries", Api, json!({}), false),
        call("/webhook/list", Api, json!({}), false),
        call("/webhook/remove", ApiOwner, json!({"id": webhook}), true),
        call("/webhook/replay", ApiOwner, json!({"id": message}), true),
        call("/webhook/rotate", ApiOwner, json!({"id": webhook, "overlap_hours": 24}), true),
        call("/webhook/test", ApiOwner, json!({"id": webhook}), true),
        call("/webhook/update", ApiOwner, webhook_after, true),
    ]
}
