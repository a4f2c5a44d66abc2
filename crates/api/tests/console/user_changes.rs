//! Changes of accounts by staff, and their limits.

use axum::body::Body;
use axum::http::Request;
use numsift_model::account::AccountType;
use numsift_model::id::Uid;
use serde_json::{Value, json};

use crate::app::{TestApp, on_both_stores};

on_both_stores!(
    a_new_account_logs_in_with_its_one_time_password,
    the_later_of_two_concurrent_edits_is_refused,
    operators_manage_customers_only,
    permissions_can_only_be_granted_by_their_holders,
    the_last_administrator_cannot_be_removed,
    a_disabled_account_is_signed_out_immediately,
    bulk_changes_report_refused_accounts,
    errors_name_the_field,
    exports_are_defused_and_links_work_once,
);

fn edit(uid: Uid, version: i64, changes: &Value) -> Value {
    let mut body = json!({"uid": uid, "version": version, "account_type": 5, "roles": [3], "ud": 2,
        "self_quota_topup": false, "enabled": true, "introduction": ""});
    for (key, value) in changes.as_object().unwrap() {
        body[key] = value.clone();
    }
    body
}

async fn a_new_account_logs_in_with_its_one_time_password(app: &TestApp) {
    let admin = app.signed_in("admin", AccountType::SuperAdministrator).await;
    let body = json!({"username": " New.One ", "account_type": 3, "ud": 4, "introduction": "<b>hi</b>"});
    let made = app.call("user/create", Some(&admin), body).await;
    assert_eq!(made["code"], 0, "{made}");
    let password = made["data"]["password"].as_str().unwrap();
    let login = app.call("user/login", None, json!({"username": "new.one", "password": password})).await;
    assert_eq!(login["code"], 0);
    let detail = app.call("user/detail", Some(&admin), json!({"uid": made["data"]["uid"]})).await;
    let data = &detail["data"];
    assert_eq!((&data["user"]["account_type"], &data["user"]["ud"]), (&json!(3), &json!(4)));
    assert_eq!((&data["introduction"], &data["manageable"]), (&json!("<b>hi</b>"), &json!(true)));
    assert_eq!((&data["user"]["online"], data["logins"].as_array().unwrap().len()), (&json!(true), 1));
    assert!(app.audited().await.iter().all(|line| !line.detail.contains(password)));

    let reset = app.call("user/resetPwd", Some(&admin), json!({"uid": made["data"]["uid"]})).await;
    let sid = login["data"]["sid"].as_str().unwrap();
    assert_eq!(app.call("user/info", Some(sid), json!({})).await["code"], 50014);
    let again = json!({"username": "new.one", "password": reset["data"]["password"]});
    assert_eq!(app.call("user/login", None, again).await["code"], 0);
}

async fn the_later_of_two_concurrent_edits_is_refused(app: &TestApp) {
    let admin = app.signed_in("admin", AccountType::SuperAdministrator).await;
    let ann = app.user("ann", AccountType::Customer).await;
    let first = app.call("user/edit", Some(&admin), edit(ann, 1, &json!({"ud": 3}))).await;
    assert_eq!(first["data"]["version"], 2);
    let late = app.call("user/edit", Some(&admin), edit(ann, 1, &json!({"ud": 4}))).await;
    assert_eq!(late["code"], 40900);
    let detail = app.call("user/detail", Some(&admin), json!({"uid": ann})).await;
    assert_eq!(detail["data"]["user"]["ud"], 3);
    let line = &app.audited().await[0];
    let told: Value = serde_json::from_str(&line.detail).unwrap();
    assert_eq!((&told["before"]["ud"], &told["after"]["ud"]), (&json!(2), &json!(3)));
}

async fn operators_manage_customers_only(app: &TestApp) {
    let operator = app.signed_in("operator", AccountType::Operator).await;
    let admin = app.user("admin", AccountType::SuperAdministrator).await;
    let other = app.user("other", AccountType::Operator).await;
    let ann = app.user("ann", AccountType::Customer).await;
    for (call, body) in [
        ("user/edit", edit(admin, 1, &json!({"account_type": 1, "roles": [1]}))),
        ("user/edit", edit(other, 1, &json!({"account_type": 2, "roles": [2]}))),
        ("user/edit", edit(ann, 1, &json!({"account_type": 2}))),
        ("user/resetPwd", json!({"uid": admin})),
        ("user/resetPwd", json!({"uid": other})),
        ("user/endSession", json!({"uids": [ann, admin]})),
        ("user/switch", json!({"uid": other})),
        ("user/create", json!({"username": "boss", "account_type": 1})),
        ("user/create", json!({"username": "mate", "account_type": 2})),
    ] {
        let refused = app.call(call, Some(&operator), body.clone()).await;
        assert_eq!(refused["code"], 40300, "{call} {body}");
    }
    assert_eq!(app.call("user/edit", Some(&operator), edit(ann, 1, &json!({"ud": 0}))).await["code"], 0);
}

async fn permissions_can_only_be_granted_by_their_holders(app: &TestApp) {
    let admin = app.signed_in("admin", AccountType::SuperAdministrator).await;
    let operator = app.signed_in("operator", AccountType::Operator).await;
    let ann = app.user("ann", AccountType::Customer).await;
    let role = json!({"name": "settings", "permissions": ["setting/edit"]});
    let role = app.call("role/save", Some(&admin), role).await["data"]["id"].clone();
    let with = |roles: Value| edit(ann, 1, &json!({ "roles": roles }));
    for roles in [json!([1]), json!([3, 1]), json!([3, 999]), json!([3, 3]), json!([])] {
        let refused = app.call("user/edit", Some(&admin), with(roles.clone())).await;
        assert_eq!(refused["code"], 40000, "{roles}: role 1 goes with type 1, others must exist");
    }
    let refused = app.call("user/edit", Some(&operator), with(json!([3, role]))).await;
    assert_eq!(
        (&refused["code"], &refused["msg"]),
        (&json!(40300), &json!("You cannot grant what you do not hold"))
    );
    assert_eq!(app.call("user/edit", Some(&admin), with(json!([3, role]))).await["code"], 0);
    // A role that the account already has may stay.
    let keep = edit(ann, 2, &json!({"roles": [3, role], "ud": 1}));
    assert_eq!(app.call("user/edit", Some(&operator), keep).await["code"], 0);
}

async fn the_last_administrator_cannot_be_removed(app: &TestApp) {
    let one = app.user("one", AccountType::SuperAdministrator).await;
    let two = app.user("two", AccountType::SuperAdministrator).await;
    let sid = app.sid("one").await;
    let admin = |uid, version, changes: Value| {
        let mut body = edit(uid, version, &json!({"account_type": 1, "roles": [1]}));
        for (key, value) in changes.as_object().unwrap() {
            body[key] = value.clone();
        }
        body
    };
    let own = app.call("user/edit", Some(&sid), admin(one, 1, json!({"enabled": false}))).await;
    assert_eq!(own["code"], 40300, "nobody disables themselves");
    let own = app.call("user/edit", Some(&sid), edit(one, 1, &json!({}))).await;
    assert_eq!(own["code"], 40300, "nobody demotes themselves");
    assert_eq!(app.call("user/edit", Some(&sid), admin(one, 1, json!({"ud": 1}))).await["code"], 0);
    assert_eq!(app.call("user/edit", Some(&sid), edit(two, 1, &json!({}))).await["code"], 0, "demoted");
    let many = app.call("user/setEnabled", Some(&sid), json!({"uids": [one], "enabled": false})).await;
    assert_eq!((&many["data"]["changed"], many["data"]["refused"].as_array().unwrap().len()), (&json!(0), 1));
}

async fn a_disabled_account_is_signed_out_immediately(app: &TestApp) {
    let admin = app.signed_in("admin", AccountType::SuperAdministrator).await;
    let ann = app.user("ann", AccountType::Customer).await;
    let sid = app.sid("ann").await;
    let off = app.call("user/edit", Some(&admin), edit(ann, 1, &json!({"enabled": false}))).await;
    assert_eq!(off["code"], 0);
    assert_eq!(app.call("user/info", Some(&sid), json!({})).await["code"], 50014);
    let login = json!({"username": "ann", "password": crate::app::PASSWORD});
    assert_eq!(app.call("user/login", None, login.clone()).await["code"], 40300);
    let on = app.call("user/setEnabled", Some(&admin), json!({"uids": [ann], "enabled": true})).await;
    assert_eq!(on["data"]["changed"], 1);
    assert_eq!(app.call("user/login", None, login).await["code"], 0);
    let ended = app.call("user/endSession", Some(&admin), json!({"uids": [ann]})).await;
    assert_eq!(ended["data"]["ended"], 1);
}

async fn bulk_changes_report_refused_accounts(app: &TestApp) {
    let operator = app.signed_in("operator", AccountType::Operator).await;
    let admin = app.user("admin", AccountType::SuperAdministrator).await;
    let ann = app.user("ann", AccountType::Customer).await;
    let body = json!({"uids": [ann, admin, 999], "enabled": false});
    let answer = app.call("user/setEnabled", Some(&operator), body).await;
    assert_eq!(answer["data"]["changed"], 1);
    let refused: Vec<_> = answer["data"]["refused"]
        .as_array()
        .unwrap()
        .iter()
        .map(|one| one["uid"].as_i64().unwrap())
        .collect();
    assert_eq!(refused, [admin.0, 999]);
    for uids in [json!([]), json!((0..201).collect::<Vec<_>>())] {
        let body = json!({"uids": uids, "enabled": true});
        assert_eq!(app.call("user/setEnabled", Some(&operator), body).await["code"], 40000);
    }
}

async fn errors_name_the_field(app: &TestApp) {
    let admin = app.signed_in("admin", AccountType::SuperAdministrator).await;
    let ann = app.user("ann", AccountType::Customer).await;
    for (changes, field) in [
        (json!({"ud": 5}), "ud"),
        (json!({"ud": -1}), "ud"),
        (json!({"account_type": 0}), "account_type"),
        (json!({"introduction": "x".repeat(201)}), "introduction"),
        (json!({"introduction": "a\u{0}b"}), "introduction"),
        (json!({"password_hash": "x"}), "password_hash"),
    ] {
        let refused = app.call("user/edit", Some(&admin), edit(ann, 1, &changes)).await;
        assert_eq!(refused["code"], 40000, "{changes}");
        assert!(refused["data"]["fields"][field].is_string(), "{changes}: {refused}");
    }
    let unknown = app.call("user/edit", Some(&admin), edit(Uid(999), 1, &json!({}))).await;
    assert_eq!(unknown["code"], 40400);
}

async fn exports_are_defused_and_links_work_once(app: &TestApp) {
    let admin = app.signed_in("admin", AccountType::SuperAdministrator).await;
    app.user("-cmd", AccountType::Customer).await;
    for i in 0..205 {
        let mut tx = app.store.begin().await.unwrap();
        let new = numsift_model::account::NewAccount {
            uid: None,
            username: numsift_model::username::Username::parse(&format!("many{i}")).unwrap(),
            password_hash: "!".into(),
            account_type: AccountType::Customer,
            roles: vec![],
            invite_code: format!("many{i}"),
            inviter: None,
            created_at: numsift_model::clock::Timestamp(0),
        };
        tx.create_account(&new).await.unwrap();
        tx.save().await.unwrap();
    }
    let link = app.call("user/export", Some(&admin), json!({"filter": {"account_type": 5}})).await;
    let url = link["data"]["url"].as_str().unwrap();
    let get = || Request::get(url).body(Body::empty()).unwrap();
    let answer = app.send(get()).await;
    assert_eq!(answer.headers["content-type"], "text/csv; charset=utf-8");
    let text = String::from_utf8(answer.body).unwrap();
    assert_eq!(text.lines().count(), 1 + 206, "every page of the list, once");
    assert!(text.contains(",'-cmd,"), "a name that looks like a formula");
    assert_eq!(app.send(get()).await.json()["code"], 40400, "the link worked once");
    let link = app.call("audit/export", Some(&admin), json!({})).await;
    app.clock.advance(60);
    let late = Request::get(link["data"]["url"].as_str().unwrap()).body(Body::empty()).unwrap();
    assert_eq!(app.send(late).await.json()["code"], 40400, "the link is too old");
}
