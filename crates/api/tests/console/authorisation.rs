//! Authorisation of every call: refused to all who must not make it, accepted once from someone who may. The tests
//! fail for a call without a row here, and for a call that changes something, or shows a customer's lists or results to
//! staff, and leaves no line in the audit log.

use axum::body::Body;
use axum::http::Request;
use numsift_model::account::{AccountEdit, AccountType};
use numsift_model::id::{DepositId, OrderId, RoleId, RunId, Uid};
use numsift_model::permission::Permission;
use serde_json::{Value, json};

use crate::app::{PASSWORD, TestApp, WALLET, on_both_stores, upload_request};
use crate::authenticator::Authenticator;
use crate::document::form;
use crate::passkeys;
use crate::public_api::{ALL, post, request, with_key};
use crate::security::{code as totp, enrol};
use crate::webhooks::receiver;

on_both_stores!(
    every_call_has_a_row_in_this_table,
    calls_that_need_their_own_setting_are_audited,
    changes_through_the_public_api_are_audited,
    calls_without_a_session_are_refused,
    customers_cannot_make_staff_calls,
    a_customer_with_every_permission_sees_only_its_own_data,
    some_calls_are_refused_while_switched,
    staff_calls_succeed_and_changes_are_audited,
    api_account_calls_succeed_and_changes_are_audited,
);

#[derive(Clone, Copy, PartialEq)]
enum Access {
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
const READ_ONLY: &[&str] = &[
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
const OF_PROVIDERS: &[&str] =
    &["/callbacks/{channel}", "/callbacks/{channel}/{secret}", "/callbacks/{channel}/{secret}/{job}"];

struct Call {
    path: &'static str,
    access: Access,
    /// A body that succeeds if an administrator sends it.
    body: Value,
    /// Whether the call must write an audit log entry with this path if staff make it.
    audited: bool,
}

/// The objects that the bodies refer to.
struct World {
    victim: Uid,
    /// A pending order of the victim.
    order: OrderId,
    /// A deposit that matches no order.
    deposit: DepositId,
    /// A run of the victim, and one that can be deleted.
    runs: [RunId; 2],
    /// An API key of the victim.
    key: i64,
    /// A webhook endpoint of the victim, and a failed delivery.
    webhook: (i64, i64),
    screening: Screening,
    /// An upload of the victim.
    upload: i64,
}

/// Lists and tasks of the victim.
struct Screening {
    /// Uploaded, not read.
    uploaded: i64,
    /// Uploaded, to be read by the test.
    to_read: i64,
    /// Ready.
    ready: i64,
    /// A finished task.
    over: i64,
    /// A task that no worker processes.
    running: i64,
    /// An export of results.
    export: i64,
    /// A schedule of the finished task.
    schedule: i64,
    /// A link to the results of the finished task.
    link: i64,
}

async fn screening(app: &TestApp) -> Screening {
    app.free_catalogue().await;
    let sid = app.sid("victim").await;
    let mut uploads = Vec::new();
    for text in ["+8613812345678\n", "+8613812345679\n"] {
        let list = app.upload(Some(&sid), "upload", "a.txt", text.as_bytes()).await;
        uploads.push(list["data"]["id"].as_i64().unwrap());
    }
    // The second is a fixed line, whose carrier is unknown.
    let ready = app.ready_list(&sid, "+8613812345678\n+442083661177\n").await;
    let start = json!({"list": ready, "name": "one", "mode": "single", "checks": [{"project": "carrier"}],
        "purpose": "test", "confirmed": true});
    let over = app.call("task/start", Some(&sid), start.clone()).await["data"]["id"].as_i64().unwrap();
    app.screening.run_until_idle().await.unwrap();
    let export = app.call("task/export", Some(&sid), json!({"id": over, "format": "csv"})).await;
    app.screening.run_until_idle().await.unwrap();
    let running = app.call("task/start", Some(&sid), start).await["data"]["id"].as_i64().unwrap();
    let export = export["data"]["id"].as_i64().unwrap();
    let schedule = json!({"task": over, "every": "week", "max_price": 0});
    let schedule = app.call("schedule/add", Some(&sid), schedule).await["data"]["id"].as_i64().unwrap();
    app.allow_sharing().await;
    let shared = app.call("task/share", Some(&sid), json!({"id": over, "days": 1})).await;
    let link = shared["data"]["link"]["id"].as_i64().unwrap_or_else(|| panic!("{shared}"));
    Screening { uploaded: uploads[0], to_read: uploads[1], ready, over, running, export, schedule, link }
}

async fn webhook(app: &TestApp) -> (i64, i64) {
    let sid = app.sid("victim").await;
    let made = app.call("webhook/create", Some(&sid), endpoint()).await;
    let id = made["data"]["endpoint"]["id"].as_i64().unwrap_or_else(|| panic!("{made}"));
    let tested = app.call("webhook/test", Some(&sid), json!({"id": id})).await;
    (id, tested["data"]["id"].as_i64().unwrap_or_else(|| panic!("{tested}")))
}

/// An endpoint without a listener.
fn endpoint() -> Value {
    json!({"url": "http://127.0.0.1:9/", "description": "", "events": ["order.paid"]})
}

async fn world(app: &TestApp) -> World {
    let victim = app.user("victim", AccountType::Customer).await;
    let (order, deposit) = app.order_and_deposit(victim).await;
    let runs = [app.generated(victim).await, app.generated(victim).await];
    let screening = screening(app).await;
    let sid = app.sid("victim").await;
    let key = app.call("user/generateApi", Some(&sid), json!({"name": "n", "scopes": ["lookup"]})).await;
    let key = key["data"]["key"]["id"].as_i64().unwrap();
    let upload = app.call("upload/begin", Some(&sid), json!({"name": "n.txt", "bytes": 15})).await;
    let upload = upload["data"]["id"].as_i64().unwrap();
    World { victim, order, deposit, runs, key, webhook: webhook(app).await, screening, upload }
}

#[allow(clippy::too_many_lines)] // A table.
fn calls(world: &World) -> Vec<Call> {
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
        call("/list/note", Tenant, json!({"id": tasks.ready, "note": "From the fair"}), true),
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
        call("/task/note", Tenant, json!({"id": tasks.over, "note": "For the boss"}), true),
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

/// The code of the answer; a stream or a file counts as 0.
async fn code(app: &TestApp, call: &Call, sid: Option<&str>) -> i64 {
    let get = ["/events", "/file/{token}"].contains(&call.path);
    let mut request = Request::builder()
        .method(if get { "GET" } else { "POST" })
        .uri(format!("/api{}", call.path.replace(['{', '}'], "")));
    if let Some(sid) = sid {
        request = request.header("sid", sid);
    }
    let body = if get { Body::empty() } else { Body::from(call.body.to_string()) };
    let request = match call.path {
        "/task/upload" => upload_request(sid, "upload", "n.txt", b"+8613812345678"),
        "/upload/append" => {
            let address = format!("/api/upload/append?id={}&offset=0", call.body["id"]);
            let mut request = Request::post(address);
            if let Some(sid) = sid {
                request = request.header("sid", sid);
            }
            request.body(Body::from("+8613812345678\n")).unwrap()
        }
        _ => request.body(body).unwrap(),
    };
    let response = app.open(request).await;
    if response.headers()["content-type"] == "text/event-stream" {
        return 0;
    }
    let bytes = axum::body::to_bytes(response.into_body(), 1 << 20).await.unwrap();
    let answer: Value = serde_json::from_slice(&bytes).unwrap();
    // Callbacks are refused with problem details, whose code is a word.
    answer["code"].as_i64().unwrap_or_else(|| answer["status"].as_i64().unwrap())
}

async fn every_call_has_a_row_in_this_table(app: &TestApp) {
    let document = serde_json::to_value(numsift_api::document()).unwrap();
    let described: Vec<_> = document["paths"].as_object().unwrap().keys().cloned().collect();
    let calls = calls(&world(app).await);
    assert_eq!(described, calls.iter().map(|call| call.path).collect::<Vec<_>>(), "one row for each call");
    for call in calls {
        let silent = READ_ONLY.contains(&call.path) || OF_PROVIDERS.contains(&call.path);
        assert_eq!(call.audited, !silent, "{} either changes nothing or leaves a line", call.path);
        let item = document["paths"][call.path].as_object().unwrap();
        for operation in item.values() {
            let public = call.access == Access::Public;
            let expected = if public { json!([{}]) } else { json!([{ "sid": [] }]) };
            assert_eq!(operation["security"], expected, "{}", call.path);
        }
    }
}

async fn calls_without_a_session_are_refused(app: &TestApp) {
    for call in calls(&world(app).await) {
        let public = call.access == Access::Public;
        assert_eq!(code(app, &call, None).await == 401, !public, "{} without a session", call.path);
        if !public {
            assert_eq!(
                code(app, &call, Some("invented")).await,
                50008,
                "{} with an invented token",
                call.path
            );
        }
    }
}

async fn customers_cannot_make_staff_calls(app: &TestApp) {
    let world = world(app).await;
    let sid = app.signed_in("ann", AccountType::Customer).await;
    for call in calls(&world) {
        if matches!(call.access, Access::Staff | Access::StaffNotSwitched | Access::Scoped) {
            assert_eq!(code(app, &call, Some(&sid)).await, 40300, "{} as a customer", call.path);
        }
    }
}

async fn a_customer_with_every_permission_sees_only_its_own_data(app: &TestApp) {
    let world = world(app).await;
    let ann = app.user("ann", AccountType::Customer).await;
    let mut tx = app.store.begin().await.unwrap();
    let all = Permission::ALL.iter().map(|permission| permission.as_str().to_owned()).collect();
    let role = tx.create_role("too much", &all).await.unwrap();
    let account = tx.account(ann).await.unwrap().unwrap();
    let edit = AccountEdit { roles: vec![RoleId::CUSTOMER, role], ..account.as_edit() };
    tx.edit_account(ann, account.version, &edit).await.unwrap();
    tx.save().await.unwrap();
    let sid = app.sid("ann").await;
    for call in calls(&world) {
        match call.access {
            Access::Staff | Access::StaffNotSwitched => {
                assert_eq!(code(app, &call, Some(&sid)).await, 40300, "{}", call.path);
            }
            Access::Scoped if call.body.get("uid").is_some() => {
                assert_eq!(code(app, &call, Some(&sid)).await, 40400, "{} of another tenant", call.path);
            }
            Access::Api | Access::ApiOwner if call.body.get("id").is_some() => {
                assert_eq!(code(app, &call, Some(&sid)).await, 40400, "{} of another tenant", call.path);
            }
            Access::Api | Access::ApiOwner => {
                assert_eq!(code(app, &call, Some(&sid)).await, 0, "{} as a customer", call.path);
            }
            Access::Tenant | Access::TenantOwner => {
                assert_eq!(code(app, &call, Some(&sid)).await, 40400, "{} of another tenant", call.path);
            }
            Access::Own if call.path == "/schedule/add" || is_of_an_upload(&call) => {
                assert_eq!(code(app, &call, Some(&sid)).await, 40400, "{} of another tenant", call.path);
            }
            Access::Own if call.path.starts_with("/gen_number/") && call.body.get("id").is_some() => {
                assert_eq!(code(app, &call, Some(&sid)).await, 40400, "{} of another tenant", call.path);
            }
            Access::Own | Access::Owner if call.body["id"] == json!(world.order) => {
                let expected = if call.path == "/demo/pay" { 40300 } else { 40400 };
                assert_eq!(code(app, &call, Some(&sid)).await, expected, "{} of another tenant", call.path);
            }
            _ => {}
        }
    }
    let list = app.call("user/list", Some(&sid), json!({"filter": {"search": "victim"}})).await;
    assert_eq!(list["data"]["total"], 0);
    let list = app.call("user/list", Some(&sid), json!({})).await;
    assert_eq!((&list["data"]["total"], &list["data"]["items"][0]["uid"]), (&json!(1), &json!(ann)));
    let link = app.call("user/export", Some(&sid), json!({})).await;
    let file = Request::get(link["data"]["url"].as_str().unwrap()).body(Body::empty()).unwrap();
    let text = String::from_utf8(app.send(file).await.body).unwrap();
    assert!(text.contains("ann") && !text.contains("victim"), "{text}");
}

async fn some_calls_are_refused_while_switched(app: &TestApp) {
    let world = world(app).await;
    let operator = app.user("operator", AccountType::Operator).await;
    let admin = app.signed_in("admin", AccountType::SuperAdministrator).await;
    for call in calls(&world) {
        let switched = app.call("user/switch", Some(&admin), json!({"uid": operator})).await;
        let sid = switched["data"]["sid"].as_str().unwrap();
        let refused = [Access::Owner, Access::ApiOwner, Access::StaffNotSwitched, Access::TenantOwner];
        if refused.contains(&call.access) {
            assert_eq!(code(app, &call, Some(sid)).await, 40300, "{} inside another account", call.path);
        }
        if call.access == Access::Own {
            // Only the owner of a run can save it as a list, only the owner of a task can schedule it, and only the
            // owner of an upload can go on with it.
            let owned = ["/gen_number/save", "/schedule/add"].contains(&call.path) || is_of_an_upload(&call);
            let expected = if owned { 40400 } else { 0 };
            assert_eq!(code(app, &call, Some(sid)).await, expected, "{} inside another account", call.path);
        }
    }
}

/// Whether a call is about an upload, which only its owner reaches.
fn is_of_an_upload(call: &Call) -> bool {
    call.path.starts_with("/upload/") && call.path != "/upload/begin"
}

/// Calls that succeed only after others; see [`calls_that_need_their_own_setting_are_audited`].
const IN_THEIR_OWN_SETTING: &[&str] = &[
    "/approval/approve",
    "/approval/reject",
    // In `shared_results`.
    "/shared/task",
    "/user/passkeyAdd",
    "/user/passkeyBegin",
    "/user/passkeyCode",
    "/user/passkeyLogin",
    "/user/passkeyRemove",
    "/user/passkeyRename",
    "/user/passwordByLink",
    "/user/register",
    "/user/totpDisable",
    "/user/totpEnable",
    "/user/recoveryCodes",
    "/user/switchBack",
];

async fn calls_that_need_their_own_setting_are_audited(app: &TestApp) {
    let admin_uid = app.user("admin", AccountType::SuperAdministrator).await;
    let admin = app.sid("admin").await;
    let ann = app.user("ann", AccountType::Credit).await;
    let last = async || {
        let line = app.audited().await.remove(0);
        (line.action, line.actor.unwrap(), line.subject.unwrap())
    };
    let own = |action: &str| (action.to_owned(), ann, ann);

    let sid = app.sid("ann").await;
    let (secret, _) = enrol(app, &sid).await;
    assert_eq!(last().await, own("user/totpEnable"));
    app.clock.advance(30);
    let confirm = json!({"password": PASSWORD, "code": totp(app, &secret)});
    app.call("user/recoveryCodes", Some(&sid), confirm).await;
    assert_eq!(last().await, own("user/recoveryCodes"));
    app.clock.advance(30);
    let confirm = json!({"password": PASSWORD, "code": totp(app, &secret)});
    app.call("user/totpDisable", Some(&sid), confirm).await;
    assert_eq!(last().await, own("user/totpDisable"));

    let mut phone = Authenticator::new(1);
    let begun = passkeys::begin(app, &sid, None).await;
    assert_eq!(last().await, own("user/passkeyBegin"));
    let credential = phone.create(&begun["options"]);
    let new = json!({"name": "Phone", "ticket": begun["ticket"], "credential": credential});
    let passkey = passkeys::call(app, "user/passkeyAdd", Some(&sid), new).await["data"]["id"].clone();
    assert_eq!(last().await, own("user/passkeyAdd"));
    app.call("user/passkeyRename", Some(&sid), json!({"id": passkey, "name": "Key"})).await;
    assert_eq!(last().await, own("user/passkeyRename"));
    let code = passkeys::code(app, &mut phone).await;
    assert_eq!(last().await, own("user/passkeyCode"));
    let removed = json!({"id": passkey, "password": PASSWORD, "code": code});
    let login = passkeys::answered(app, &mut phone).await;
    let login = passkeys::call(app, "user/passkeyLogin", None, login).await;
    assert_eq!(last().await, own("user/passkeyLogin"));
    let sid = login["data"]["sid"].as_str().unwrap().to_owned();
    app.call("user/passkeyRemove", Some(&sid), removed).await;
    assert_eq!(last().await, own("user/passkeyRemove"));

    let run = app.generated(ann).await;
    let saved = app.call("gen_number/save", Some(&sid), json!({"id": run, "name": "Spring"})).await;
    assert_eq!((saved["code"].as_i64(), last().await), (Some(0), own("gen_number/save")));
    for finish in ["upload/finish", "upload/remove"] {
        let content = "+8613812345678\n";
        let begun =
            app.call("upload/begin", Some(&sid), json!({"name": "n.txt", "bytes": content.len()})).await;
        assert_eq!(last().await, own("upload/begin"));
        let id = begun["data"]["id"].clone();
        app.append(&sid, &id, 0, content).await;
        assert_eq!(app.call(finish, Some(&sid), json!({"id": id})).await["code"], 0);
        assert_eq!(last().await, own(finish));
    }
    let version = app.store.read().await.unwrap().account(ann).await.unwrap().unwrap().version;
    let edit = json!({"uid": ann, "version": version, "account_type": 3, "roles": [3], "ud": 2,
        "self_quota_topup": true, "enabled": true, "introduction": ""});
    assert_eq!(app.call("user/edit", Some(&admin), edit).await["code"], 0);
    let mut tx = app.store.begin().await.unwrap();
    app.topups.use_wallet(&mut *tx, WALLET, "main").await.unwrap();
    tx.save().await.unwrap();
    let ordered = app.call("privilege_escalation/creditRecharge", Some(&sid), json!({"amount": "5"})).await;
    let expected = own("privilege_escalation/creditRecharge");
    assert_eq!((ordered["code"].as_i64(), last().await), (Some(0), expected), "{ordered}");

    let visit = app.call("user/switch", Some(&admin), json!({"uid": ann})).await;
    let visit = visit["data"]["sid"].as_str().unwrap();
    let acting = |action: &str| (action.to_owned(), admin_uid, ann);
    app.call("notify/confirm", Some(visit), json!({"all": true})).await;
    assert_eq!(last().await, acting("notify/confirm"), "both are named");
    app.call("user/switchBack", Some(visit), json!({})).await;
    assert_eq!(last().await, acting("user/switchBack"));

    let link = app.call("user/passwordLink", Some(&admin), json!({"uid": ann})).await;
    let new = json!({"token": link["data"]["token"], "new_pwd": PASSWORD, "confirm_pwd": PASSWORD});
    app.call("user/passwordByLink", None, new).await;
    assert_eq!(last().await, own("user/passwordByLink"));

    let invite = json!({"code": "FAIR-2027", "max_uses": 1});
    app.call("invite/create", Some(&admin), invite).await;
    let guest = json!({"username": "guest", "password": PASSWORD, "invite_code": "FAIR-2027"});
    let uid = Uid(app.call("user/register", None, guest).await["data"]["uid"].as_i64().unwrap());
    assert_eq!(last().await, ("user/register".to_owned(), uid, uid));
}

/// Fails for an operation of the public API that changes something and leaves no line.
async fn changes_through_the_public_api_are_audited(app: &TestApp) {
    app.free_catalogue().await;
    let (ann, _, secret) = with_key(app, "ann", &ALL).await;
    let task = json!({"name": "one", "numbers": ["+8613812345678"], "checks": [{"project": "hygiene"}]});
    let lookup = json!({"number": "+8613812345678", "projects": ["hygiene"]});
    let several = json!({"numbers": ["+8613812345678", "+8613812345679"], "projects": ["hygiene"]});
    let document = serde_json::to_value(numsift_api::public_document()).unwrap();
    let (mut posts, empty) = (0, json!({}));
    let (url, _) = receiver().await;
    let endpoint = json!({"url": url, "events": ["task.completed"]});
    let suppressed = json!({"name": "out", "numbers": ["+442083661991"]});
    let changed = json!({"numbers": ["+442083661992"]});
    let since = json!({"since": "2027-01-15T08:00:00Z"});
    let unknown = json!({"numbers": ["+442083661177"], "checks": ["carrier"]});
    let run = json!({"segments": [{"space": {"country": "GB"}, "count": 1}]});
    for (path, item) in document["paths"].as_object().unwrap() {
        // A quote and a count change nothing.
        if item.get("post").is_none() || ["/tasks/quote", "/generation/count"].contains(&path.as_str()) {
            continue;
        }
        posts += 1;
        let started = match path.as_str() {
            "/tasks/{id}/rerun" => post(app, "/v1/tasks", &secret, &unknown, None).await.json()["id"].clone(),
            path if path.starts_with("/tasks/{id}/") => {
                post(app, "/v1/tasks", &secret, &task, None).await.json()["id"].clone()
            }
            path if path.starts_with("/suppression-lists/{id}/") => {
                post(app, "/v1/suppression-lists", &secret, &suppressed, None).await.json()["list"]["id"]
                    .clone()
            }
            path if path.starts_with("/webhooks/{id}/") => {
                post(app, "/v1/webhooks", &secret, &endpoint, None).await.json()["endpoint"]["id"].clone()
            }
            _ => Value::Null,
        };
        match path.as_str() {
            "/tasks/{id}/rerun" => app.screening.run_until_idle().await.unwrap(),
            "/tasks/{id}/resume" => {
                post(app, &format!("/v1/tasks/{started}/pause"), &secret, &Value::Null, None).await;
            }
            _ => {}
        }
        let (body, action) = match path.as_str() {
            "/lookup" => (&lookup, "task/lookup"),
            "/lookups" => (&several, "task/lookup"),
            "/tasks" | "/tasks/upload" => (&task, "task/start"),
            "/files" | "/files/uploads" => (&Value::Null, "file/create"),
            "/generation/runs" => (&run, "gen_number/generate"),
            "/tasks/{id}/cancel" => (&Value::Null, "task/cancel"),
            "/tasks/{id}/pause" => (&Value::Null, "task/pause"),
            "/tasks/{id}/resume" => (&Value::Null, "task/resume"),
            "/tasks/{id}/rerun" => (&empty, "task/rerun"),
            "/suppression-lists" => (&suppressed, "list/create"),
            path if path.starts_with("/suppression-lists/{id}/") => (&changed, "list/change"),
            "/webhooks" => (&endpoint, "webhook/create"),
            "/webhooks/{id}/rotate" => (&empty, "webhook/rotate"),
            "/webhooks/{id}/test" => (&Value::Null, "webhook/test"),
            "/webhooks/{id}/resend" => (&since, "webhook/replay"),
            other => panic!("{other} needs a row here"),
        };
        let before = app.audited().await.len();
        let path = path.replace("{id}", &started.to_string());
        let parts = [("task", r#"{"checks": ["hygiene"]}"#), ("file", "phone\n+8613812345678\n")];
        let answer = match path.as_str() {
            "/tasks/upload" => app.send(form("/v1/tasks/upload", &secret, &parts)).await,
            "/files" => app.send(form("/v1/files", &secret, &parts[1..])).await,
            "/files/uploads" => {
                let mut begun = request("POST", "/v1/files/uploads", &secret, None);
                begun.headers_mut().insert("tus-resumable", "1.0.0".parse().unwrap());
                begun.headers_mut().insert("upload-length", "10".parse().unwrap());
                app.send(begun).await
            }
            _ => post(app, &format!("/v1{path}"), &secret, body, None).await,
        };
        assert!(answer.status.is_success(), "{path}: {}", answer.json());
        let lines = app.audited().await;
        assert_eq!(lines.len(), before + 1, "{path}");
        assert_eq!(
            (lines[0].action.as_str(), lines[0].actor, lines[0].subject),
            (action, Some(ann), Some(ann))
        );
    }
    assert_eq!(posts, 19);
}

async fn staff_calls_succeed_and_changes_are_audited(app: &TestApp) {
    let world = world(app).await;
    let admin = app.user("admin", AccountType::SuperAdministrator).await;
    let mut calls = calls(&world);
    // The order matters: create a role before it is deleted, an invite code before it is disabled, change the victim
    // last, and pause, resume, cancel and remove a task in this order.
    let order = [
        "/role/save",
        "/invite/create",
        "/user/edit",
        "/filter/save",
        "/filter/rename",
        "the rest",
        "/user/switch",
        "/user/setEnabled",
        "/task/pause",
        "/task/resume",
        "/task/cancel",
        "/task/remove",
        "/channel/remove",
        "/list/remove",
        // This changes the password of the administrator.
        "/user/changePwd",
    ];
    calls.sort_by_key(|call| order.iter().position(|path| *path == call.path).unwrap_or(5));
    let mut sid = app.sid("admin").await;
    for call in calls.iter().filter(|call| call.access != Access::Public || call.audited) {
        if matches!(call.access, Access::Api | Access::ApiOwner) {
            continue;
        }
        // Expected refusals: no second factor, not switched, no demo and no chain, no quota for administrators, and
        // the run, the task and the upload of another account.
        let elsewhere = [
            "/demo/pay",
            "/recharge/verify",
            "/privilege_escalation/creditRecharge",
            "/gen_number/save",
            "/schedule/add",
            "/task/share",
            "/upload/append",
            "/upload/finish",
            "/upload/get",
            "/upload/remove",
        ];
        if IN_THEIR_OWN_SETTING.iter().chain(&elsewhere).any(|path| *path == call.path) {
            continue;
        }
        // Signing in for every call would reach the limit per address.
        if app.call("user/info", Some(&sid), json!({})).await["code"] != 0 {
            sid = app.sid("admin").await;
        }
        let before = app.audited().await.len();
        assert_eq!(code(app, call, Some(&sid)).await, 0, "{} as an administrator", call.path);
        let lines = app.audited().await;
        let written: Vec<_> = lines[..lines.len() - before].iter().map(|line| line.action.clone()).collect();
        let expected = if call.audited { vec![call.path[1..].to_owned()] } else { vec![] };
        assert_eq!(written, expected, "what {} left in the audit log", call.path);
        if call.audited && call.path != "/user/login" {
            assert_eq!(lines[0].actor, Some(admin), "{}", call.path);
        }
    }
}

async fn api_account_calls_succeed_and_changes_are_audited(app: &TestApp) {
    let world = world(app).await;
    let credit = app.signed_in("credit", AccountType::Credit).await;
    let admin = app.signed_in("admin", AccountType::SuperAdministrator).await;
    let mut calls = calls(&world);
    calls.retain(|call| matches!(call.access, Access::Api | Access::ApiOwner));
    for call in &calls {
        assert_eq!(code(app, call, Some(&credit)).await, 40300, "{} as type 3", call.path);
        // Staff have endpoints of their own, but no keys.
        let staff = match (call.path.starts_with("/webhook/"), call.body.get("id")) {
            (false, _) => 40300,
            (true, None) => 0,
            (true, Some(_)) => 40400,
        };
        assert_eq!(code(app, call, Some(&admin)).await, staff, "{} as an administrator", call.path);
        let switched = app.call("user/switch", Some(&admin), json!({"uid": world.victim})).await;
        let expected = if call.access == Access::Api { 0 } else { 40300 };
        let sid = switched["data"]["sid"].as_str().unwrap();
        assert_eq!(code(app, call, Some(sid)).await, expected, "{} inside another account", call.path);
    }
    // Remove last what other calls need.
    calls.sort_by_key(|call| ["/webhook/remove", "/apiKey/revoke"].contains(&call.path));
    let sid = app.sid("victim").await;
    for call in &calls {
        let before = app.audited().await.len();
        assert_eq!(code(app, call, Some(&sid)).await, 0, "{} as its owner", call.path);
        let lines = app.audited().await;
        let written: Vec<_> = lines[..lines.len() - before].iter().map(|line| line.action.clone()).collect();
        let expected = if call.audited { vec![call.path[1..].to_owned()] } else { vec![] };
        assert_eq!(written, expected, "what {} left in the audit log", call.path);
    }
}
