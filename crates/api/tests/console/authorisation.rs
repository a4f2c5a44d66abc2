//! Authorisation of every call: refused to all who must not make it, accepted once from someone who may. The tests
//! fail for a call without a row here, and for a call that changes something, or shows a customer's lists or results to
//! staff, and leaves no line in the audit log.

mod audited;
mod table;
mod world;

use axum::body::Body;
use axum::http::Request;
use numsift_model::account::{AccountEdit, AccountType};
use numsift_model::id::RoleId;
use numsift_model::permission::Permission;
use serde_json::{Value, json};

use self::audited::IN_THEIR_OWN_SETTING;
use self::table::{Access, Call, OF_PROVIDERS, READ_ONLY, calls};
use self::world::world;
use crate::app::{TestApp, on_both_stores, upload_request};

on_both_stores!(
    every_call_has_a_row_in_this_table,
    calls_without_a_session_are_refused,
    customers_cannot_make_staff_calls,
    a_customer_with_every_permission_sees_only_its_own_data,
    some_calls_are_refused_while_switched,
    staff_calls_succeed_and_changes_are_audited,
    api_account_calls_succeed_and_changes_are_audited,
);

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
