//! The public API obeys the roles of the account, staff see and revoke keys, and sessions end with what they rest on.

use axum::body::Body;
use axum::http::{Request, StatusCode};
use http_body_util::BodyExt as _;
use numsift_model::account::{AccountEdit, AccountType};
use numsift_model::id::{RoleId, Uid};
use serde_json::{Value, json};

use crate::app::{PASSWORD, TestApp, on_both_stores};
use crate::public_api::{ALL, get, post, with_key};
use crate::security::{code, enrol};

on_both_stores!(
    keys_do_no_more_than_the_roles_of_their_account,
    staff_list_and_revoke_keys_of_customers,
    a_password_reset_ends_keys_if_asked,
    operators_create_customers_but_no_staff,
    operators_neither_credit_deposits_nor_grant_own_quota,
    a_one_time_password_must_be_changed_first,
    a_visit_ends_when_its_actor_is_demoted_or_disabled,
    event_streams_end_with_their_session,
    download_links_end_with_their_session,
    new_recovery_codes_require_a_code,
);

/// Gives an account one role with these permissions.
pub async fn restrict(app: &TestApp, uid: Uid, permissions: &[&str]) {
    let mut tx = app.store.begin().await.unwrap();
    let permissions = permissions.iter().map(|text| (*text).to_owned()).collect();
    let role = tx.create_role(&format!("role of {uid} {permissions:?}"), &permissions).await.unwrap();
    set_roles(tx.as_mut(), uid, vec![role]).await;
    tx.save().await.unwrap();
}

async fn set_roles(tx: &mut dyn numsift_store::Tx, uid: Uid, roles: Vec<RoleId>) {
    let account = tx.account(uid).await.unwrap().unwrap();
    let edit = AccountEdit { roles, ..account.as_edit() };
    tx.edit_account(uid, account.version, &edit).await.unwrap().unwrap();
}

async fn keys_do_no_more_than_the_roles_of_their_account(app: &TestApp) {
    app.free_catalogue().await;
    let (uid, sid, secret) = with_key(app, "ann", &ALL).await;
    let task = json!({"name": "one", "numbers": ["+8613812345678"], "checks": [{"project": "hygiene"}]});
    let made = post(app, "/v1/tasks", &secret, &task, None).await;
    assert_eq!(made.status, StatusCode::ACCEPTED, "{}", made.json());
    let path = format!("/v1/tasks/{}", made.json()["id"]);
    let calls = async || {
        let lookup = json!({"number": "+8613812345678"});
        [
            ("task/create", post(app, "/v1/lookup", &secret, &lookup, None).await),
            ("task/create", post(app, "/v1/tasks", &secret, &task, None).await),
            ("task/list", get(app, "/v1/tasks", &secret).await),
            ("task/list", get(app, &path, &secret).await),
            ("task/list", get(app, &format!("{path}/results"), &secret).await),
            ("task/list", get(app, "/v1/projects", &secret).await),
            ("finance/list", get(app, "/v1/balance", &secret).await),
            ("task/edit", post(app, &format!("{path}/cancel"), &secret, &json!({}), None).await),
        ]
    };
    for held in [&[][..], &["task/create"], &["task/list"], &["finance/list"], &["task/edit"]] {
        restrict(app, uid, held).await;
        app.clock.advance(3);
        for (needed, answer) in calls().await {
            let refused = answer.status == StatusCode::FORBIDDEN;
            assert_eq!(refused, !held.contains(&needed), "{needed} with {held:?}: {:?}", answer.json());
            if refused {
                assert_eq!(answer.json()["code"], "forbidden");
            }
        }
    }
    // The console refuses the same.
    restrict(app, uid, &["user/getApiInfo"]).await;
    assert_eq!(app.call("task/list", Some(&sid), json!({})).await["code"], 40300);
}

async fn staff_list_and_revoke_keys_of_customers(app: &TestApp) {
    let (ann, _, secret) = with_key(app, "ann", &["balance"]).await;
    let operator_uid = app.user("operator", AccountType::Operator).await;
    let operator = app.sid("operator").await;
    assert_eq!(get(app, "/v1/balance", &secret).await.status, StatusCode::OK);
    let listed = app.call("user/apiKeys", Some(&operator), json!({"uid": ann})).await;
    let key = &listed["data"]["keys"][0];
    assert_eq!((&key["name"], &key["state"]), (&json!("test"), &json!("active")), "{listed}");
    assert!(key["last_used_at"].is_i64() && key["ips"].is_array(), "{listed}");
    let tail = secret.rsplit('_').next().unwrap();
    assert!(!listed.to_string().contains(tail), "never the secret");

    let other = app.user("other", AccountType::Operator).await;
    for uid in [other, operator_uid] {
        let refused = app.call("user/apiKeys", Some(&operator), json!({"uid": uid})).await;
        assert_eq!(refused["code"], 40300, "operators manage customers only");
    }
    let revoke = json!({"uid": ann, "id": key["id"]});
    let wrong_owner = json!({"uid": app.user("bob", AccountType::Customer).await, "id": key["id"]});
    assert_eq!(app.call("user/revokeApiKey", Some(&operator), wrong_owner).await["code"], 40400);
    assert_eq!(app.call("user/revokeApiKey", Some(&operator), revoke.clone()).await["code"], 0);
    assert_eq!(get(app, "/v1/balance", &secret).await.status, StatusCode::UNAUTHORIZED);
    let line = &app.audited().await[0];
    assert_eq!(
        (line.action.as_str(), line.actor, line.subject),
        ("user/revokeApiKey", Some(operator_uid), Some(ann))
    );
    restrict(app, operator_uid, &["user/list"]).await;
    assert_eq!(app.call("user/revokeApiKey", Some(&operator), revoke).await["code"], 40300);
}

async fn a_password_reset_ends_keys_if_asked(app: &TestApp) {
    let admin = app.signed_in("admin", AccountType::SuperAdministrator).await;
    let (ann, _, secret) = with_key(app, "ann", &["balance"]).await;
    let (_, _, other) = with_key(app, "bob", &["balance"]).await;
    assert_eq!(get(app, "/v1/balance", &secret).await.status, StatusCode::OK);
    let reset = app.call("user/resetPwd", Some(&admin), json!({"uid": ann})).await;
    assert_eq!(reset["data"]["ended_keys"], 0, "{reset}");
    assert_eq!(get(app, "/v1/balance", &secret).await.status, StatusCode::OK);
    let reset = app.call("user/resetPwd", Some(&admin), json!({"uid": ann, "end_keys": true})).await;
    assert_eq!(reset["data"]["ended_keys"], 1, "{reset}");
    assert_eq!(get(app, "/v1/balance", &secret).await.status, StatusCode::UNAUTHORIZED);
    assert_eq!(get(app, "/v1/balance", &other).await.status, StatusCode::OK);
}

async fn operators_create_customers_but_no_staff(app: &TestApp) {
    let operator = app.signed_in("operator", AccountType::Operator).await;
    for (account_type, expected) in [(1, 40300), (2, 40300), (3, 0), (4, 0), (5, 0)] {
        let body = json!({"username": format!("user{account_type}"), "account_type": account_type});
        let made = app.call("user/create", Some(&operator), body).await;
        assert_eq!(made["code"], expected, "type {account_type}: {made}");
    }
    let body = json!({"username": "helper", "account_type": 5, "roles": [3, 2]});
    let refused = app.call("user/create", Some(&operator), body).await;
    assert_eq!(refused["code"], 0, "its own permissions may be granted: {refused}");
    let admin = app.signed_in("admin", AccountType::SuperAdministrator).await;
    let role = json!({"name": "settings", "permissions": ["setting/edit"]});
    let role = app.call("role/save", Some(&admin), role).await["data"]["id"].clone();
    let body = json!({"username": "more", "account_type": 5, "roles": [3, role]});
    assert_eq!(app.call("user/create", Some(&operator), body).await["code"], 40300, "but no others");
}

async fn operators_neither_credit_deposits_nor_grant_own_quota(app: &TestApp) {
    let operator = app.signed_in("operator", AccountType::Operator).await;
    let ann = app.user("ann", AccountType::Credit).await;
    let (_, deposit) = app.order_and_deposit(ann).await;
    let credit = json!({"id": deposit, "uid": ann, "reason": "mine"});
    assert_eq!(app.call("recharge/creditDeposit", Some(&operator), credit).await["code"], 40300);
    let edit = |version: i64, flag: bool| {
        json!({"uid": ann, "version": version, "account_type": 3, "roles": [3], "ud": 2,
            "self_quota_topup": flag, "enabled": true, "introduction": ""})
    };
    let refused = app.call("user/edit", Some(&operator), edit(1, true)).await;
    assert_eq!(
        (&refused["code"], &refused["msg"]),
        (&json!(40300), &json!("Only administrators can change this"))
    );
    let body = json!({"username": "quota", "account_type": 3, "self_quota_topup": true});
    assert_eq!(app.call("user/create", Some(&operator), body).await["code"], 40300);
    let admin = app.signed_in("admin", AccountType::SuperAdministrator).await;
    assert_eq!(app.call("user/edit", Some(&admin), edit(1, true)).await["code"], 0);
    assert_eq!(app.call("user/edit", Some(&operator), edit(2, false)).await["code"], 40300);
    assert_eq!(app.call("user/edit", Some(&operator), edit(2, true)).await["code"], 0, "unchanged");
}

async fn a_one_time_password_must_be_changed_first(app: &TestApp) {
    let admin = app.signed_in("admin", AccountType::SuperAdministrator).await;
    let made = app.call("user/create", Some(&admin), json!({"username": "ann", "account_type": 5})).await;
    let password = made["data"]["password"].as_str().unwrap().to_owned();
    let sign_in = async |password: &str| {
        let login = app.call("user/login", None, json!({"username": "ann", "password": password})).await;
        login["data"]["sid"].as_str().unwrap().to_owned()
    };
    let required = async |sid: &str| {
        let info = app.call("user/info", Some(sid), json!({})).await;
        info["data"]["password_change_required"].as_bool().unwrap()
    };
    let sid = sign_in(&password).await;
    assert!(required(&sid).await);
    let refused = app.call("task/list", Some(&sid), json!({})).await;
    assert_eq!(refused["code"], 40300, "{refused}");
    let change = json!({"old_pwd": password, "new_pwd": PASSWORD, "confirm_pwd": PASSWORD});
    assert_eq!(app.call("user/changePwd", Some(&sid), change).await["code"], 0);
    let sid = sign_in(PASSWORD).await;
    assert!(!required(&sid).await);
    assert_eq!(app.call("task/list", Some(&sid), json!({})).await["code"], 0);

    let reset = app.call("user/resetPwd", Some(&admin), json!({"uid": made["data"]["uid"]})).await;
    let sid = sign_in(reset["data"]["password"].as_str().unwrap()).await;
    assert!(required(&sid).await, "after a reset as well");
    let visit = app.call("user/switch", Some(&admin), json!({"uid": made["data"]["uid"]})).await;
    let visit = visit["data"]["sid"].as_str().unwrap();
    assert_eq!(app.call("task/list", Some(visit), json!({})).await["code"], 0, "a visit is not affected");
}

async fn visit(app: &TestApp, sid: &str, uid: Uid) -> String {
    let answer = app.call("user/switch", Some(sid), json!({"uid": uid})).await;
    answer["data"]["sid"].as_str().unwrap_or_else(|| panic!("{answer}")).to_owned()
}

async fn a_visit_ends_when_its_actor_is_demoted_or_disabled(app: &TestApp) {
    let admin = app.signed_in("admin", AccountType::SuperAdministrator).await;
    let ann = app.user("ann", AccountType::Customer).await;
    for (name, changes) in [
        ("demoted", json!({"account_type": 5, "roles": [3]})),
        ("disabled", json!({"enabled": false})),
        ("without", json!({"roles": [3]})),
    ] {
        let uid = app.user(name, AccountType::Operator).await;
        let own = app.sid(name).await;
        let inside = visit(app, &own, ann).await;
        assert_eq!(app.call("user/info", Some(&inside), json!({})).await["code"], 0);
        let mut edit = json!({"uid": uid, "version": 1, "account_type": 2, "roles": [2], "ud": 2,
            "self_quota_topup": false, "enabled": true, "introduction": ""});
        for (key, value) in changes.as_object().unwrap() {
            edit[key] = value.clone();
        }
        let edited = app.call("user/edit", Some(&admin), edit).await;
        assert_eq!(edited["code"], 0, "{name}: {edited}");
        assert_eq!(app.call("user/info", Some(&inside), json!({})).await["code"], 50014, "{name}");
    }
}

async fn event_streams_end_with_their_session(app: &TestApp) {
    let ann = app.user("ann", AccountType::Customer).await;
    let mut forwarder = numsift_api::EventForwarder::new(app.app.clone());
    forwarder.poll().await.unwrap();
    let forwarding = tokio::spawn(forwarder.run());
    for logs_in_again in [false, true] {
        let name = if logs_in_again { "again" } else { "out" };
        let own = app.signed_in(name, AccountType::Operator).await;
        let inside = visit(app, &own, ann).await;
        let open = async |sid: &str| {
            app.open(Request::get("/api/events").header("sid", sid).body(Body::empty()).unwrap()).await
        };
        let streams = [open(&inside).await, open(&own).await];
        if logs_in_again {
            app.sid(name).await;
        } else {
            app.call("user/logout", Some(&own), json!({})).await;
        }
        for stream in streams {
            // Shorter than the time between two heartbeats, which would end the stream as well.
            let ended =
                tokio::time::timeout(std::time::Duration::from_secs(10), stream.into_body().collect());
            ended.await.expect("the stream ends at once").unwrap();
        }
    }
    forwarding.abort();
}

async fn download_links_end_with_their_session(app: &TestApp) {
    let admin = app.signed_in("admin", AccountType::SuperAdministrator).await;
    let link = async |sid: &str| {
        let made = app.call("user/export", Some(sid), json!({})).await;
        made["data"]["url"].as_str().unwrap_or_else(|| panic!("{made}")).to_owned()
    };
    let fetch = async |method: &str, url: &str| {
        let request = Request::builder().method(method).uri(url).body(Body::empty()).unwrap();
        app.send(request).await
    };
    let url = link(&admin).await;
    assert_eq!(fetch("HEAD", &url).await.status, StatusCode::METHOD_NOT_ALLOWED);
    let file = fetch("GET", &url).await;
    assert!(String::from_utf8_lossy(&file.body).contains("admin"), "HEAD has not used it up");
    let url = link(&admin).await;
    app.call("user/logout", Some(&admin), json!({})).await;
    let refused: Value = fetch("GET", &url).await.json();
    assert_eq!(refused["code"], 40400);
}

async fn new_recovery_codes_require_a_code(app: &TestApp) {
    let sid = app.signed_in("ann", AccountType::Customer).await;
    let (secret, old) = enrol(app, &sid).await;
    app.clock.advance(30);
    let renew = async |code: &str| {
        app.call("user/recoveryCodes", Some(&sid), json!({"password": PASSWORD, "code": code})).await
    };
    for wrong in ["", "000000"] {
        let refused = renew(wrong).await;
        assert!(refused["data"]["fields"]["code"].is_string(), "{refused}");
    }
    let renewed = renew(&code(app, &secret)).await;
    assert_eq!(renewed["data"]["recovery_codes"].as_array().unwrap().len(), 10, "{renewed}");
    assert!(renew(&old[0]).await["data"]["fields"]["code"].is_string(), "the old ones are gone");
}
