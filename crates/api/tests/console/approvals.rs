//! Actions on money need a second person, or a password where there is none.

use numsift_model::account::AccountType;
use numsift_model::id::Uid;
use serde_json::{Value, json};

use crate::app::{PASSWORD, TestApp, WALLET, on_both_stores};
use crate::security::{code, enrol};

on_both_stores!(
    the_only_administrator_confirms_with_password_and_code,
    a_second_administrator_approves_and_nobody_their_own,
    every_guarded_action_waits_and_is_carried_out,
    a_request_is_decided_once_and_expires,
    the_requester_must_still_be_allowed,
    nobody_makes_their_own_second_person,
    nobody_makes_a_second_person_through_a_third,
    who_removes_the_others_is_not_alone,
);

pub fn gift(uid: Uid, id: &str) -> Value {
    json!({"uid": uid, "bucket": "points", "amount": 50_000, "request_id": id, "reason": "gift"})
}

async fn balance(app: &TestApp, uid: Uid) -> i64 {
    app.store.read().await.unwrap().balances(uid).await.unwrap().points.0
}

async fn decide(app: &TestApp, what: &str, sid: &str, id: &Value) -> Value {
    app.call(&format!("approval/{what}"), Some(sid), json!({ "id": id })).await
}

async fn the_only_administrator_confirms_with_password_and_code(app: &TestApp) {
    let ann = app.user("ann", AccountType::Customer).await;
    let admin = app.signed_in("admin", AccountType::SuperAdministrator).await;
    assert_eq!(app.call("user/info", Some(&admin), json!({})).await["data"]["second_person"], false);
    let (secret, _) = enrol(app, &admin).await;
    app.clock.advance(30);
    let with = |password: Option<&str>, code: Option<&str>| {
        let mut body = gift(ann, "gift-0001");
        body["password"] = json!(password);
        body["code"] = json!(code);
        body
    };
    for (body, field) in [
        (with(None, None), "password"),
        (with(Some("wrong pass"), None), "password"),
        (with(Some(PASSWORD), None), "code"),
        (with(Some(PASSWORD), Some("000000")), "code"),
    ] {
        let refused = app.call("finance/adjust", Some(&admin), body).await;
        assert!(refused["data"]["fields"][field].is_string(), "{field}: {refused}");
    }
    assert_eq!(balance(app, ann).await, 0);
    let body = with(Some(PASSWORD), Some(&code(app, &secret)));
    let done = app.call("finance/adjust", Some(&admin), body).await;
    assert_eq!(
        (&done["data"]["balance"], &done["data"]["approval"]),
        (&json!(50_000), &json!(null)),
        "{done}"
    );

    // The node gets the TRON key, so its address is guarded like the wallet.
    let node = |password: Option<&str>| json!({"version": 0, "settings": {"tron_node_url": "https://evil.example"}, "password": password});
    let refused = app.call("setting/save", Some(&admin), node(None)).await;
    assert!(refused["data"]["fields"]["password"].is_string(), "{refused}");
    let refused = app.call("setting/save", Some(&admin), node(Some(PASSWORD))).await;
    assert!(refused["data"]["fields"]["code"].is_string(), "{refused}");
    app.clock.advance(30);
    let mut body = node(Some(PASSWORD));
    body["code"] = json!(code(app, &secret));
    assert_eq!(app.call("setting/save", Some(&admin), body).await["code"], 0);
    let other =
        json!({"version": 1, "settings": {"tron_node_url": "https://evil.example", "retention_days": 9}});
    assert_eq!(app.call("setting/save", Some(&admin), other).await["code"], 0, "other settings need neither");
}

async fn a_second_administrator_approves_and_nobody_their_own(app: &TestApp) {
    let ann = app.user("ann", AccountType::Customer).await;
    let first_uid = app.user("first", AccountType::SuperAdministrator).await;
    let second_uid = app.user("second", AccountType::SuperAdministrator).await;
    let (first, second) = (app.sid("first").await, app.sid("second").await);
    assert_eq!(app.call("user/info", Some(&first), json!({})).await["data"]["second_person"], true);
    let asked = app.call("finance/adjust", Some(&first), gift(ann, "gift-0001")).await;
    let id = &asked["data"]["approval"];
    assert!(id.is_i64() && asked["data"]["posting"].is_null(), "{asked}");
    assert_eq!(balance(app, ann).await, 0, "not yet");
    let told = app.call("notify/list", Some(&second), json!({})).await;
    assert_eq!(told["data"]["items"][0]["title"], "Approval requested", "{told}");

    let own = decide(app, "approve", &first, id).await;
    assert_eq!((&own["code"], &own["msg"]), (&json!(40300), &json!("You cannot approve your own request")));
    let operator = app.signed_in("operator", AccountType::Operator).await;
    assert_eq!(decide(app, "approve", &operator, id).await["code"], 40300);
    let listed = app.call("approval/list", Some(&second), json!({})).await;
    let item = &listed["data"]["items"][0];
    assert_eq!(
        (&item["action"], &item["requester"]),
        (&json!("finance/adjust"), &json!("first")),
        "{listed}"
    );
    assert_eq!((&item["approvable"], &item["request"]["amount"]), (&json!(true), &json!(50_000)));
    let listed = app.call("approval/list", Some(&first), json!({})).await;
    assert_eq!(listed["data"]["items"][0]["approvable"], false);

    assert_eq!(decide(app, "approve", &second, id).await["code"], 0);
    assert_eq!(balance(app, ann).await, 50_000);
    let lines = app.audited().await;
    let seen = |line: usize| (lines[line].action.as_str(), lines[line].actor, lines[line].subject);
    assert_eq!(seen(0), ("approval/approve", Some(second_uid), Some(ann)));
    assert_eq!(seen(1), ("finance/adjust", Some(first_uid), Some(ann)));
    assert!(lines[1].detail.contains("approved_by"), "{}", lines[1].detail);
}

async fn every_guarded_action_waits_and_is_carried_out(app: &TestApp) {
    let ann = app.user("ann", AccountType::Customer).await;
    let (_, deposit) = app.order_and_deposit(ann).await;
    let first = app.signed_in("first", AccountType::SuperAdministrator).await;
    let second = app.signed_in("second", AccountType::SuperAdministrator).await;
    let other_wallet = "TJRabPrwbZy45sbavfcjinPJC18kjpRTv8";
    for (path, body) in [
        ("recharge/creditDeposit", json!({"id": deposit, "uid": ann, "reason": "paid"})),
        ("recharge/setWallet", json!({"address": other_wallet, "label": "new", "password": PASSWORD})),
        (
            "setting/save",
            json!({"version": 0, "settings": {"tron_node_url": "https://node.example"}, "password": PASSWORD}),
        ),
    ] {
        let asked = app.call(path, Some(&first), body).await;
        assert!(asked["data"]["approval"].is_i64(), "{path}: {asked}");
        let state = async || {
            let wallets = app.call("recharge/getWallet", Some(&first), json!({})).await;
            let settings = app.call("setting/get", Some(&first), json!({})).await;
            (
                balance(app, ann).await,
                wallets["data"][0]["address"].as_str().unwrap().to_owned(),
                settings["data"]["settings"]["tron_node_url"].as_str().unwrap().to_owned(),
            )
        };
        let before = state().await;
        assert_eq!(decide(app, "approve", &second, &asked["data"]["approval"]).await["code"], 0, "{path}");
        assert_ne!(state().await, before, "{path}");
    }
    let wallets = app.call("recharge/getWallet", Some(&first), json!({})).await;
    assert_eq!(
        (&wallets["data"][0]["address"], wallets["data"][1]["address"].as_str()),
        (&json!(other_wallet), Some(WALLET))
    );
}

async fn a_request_is_decided_once_and_expires(app: &TestApp) {
    let ann = app.user("ann", AccountType::Customer).await;
    let first = app.signed_in("first", AccountType::SuperAdministrator).await;
    let second = app.signed_in("second", AccountType::SuperAdministrator).await;
    let ask = async |id: &str| {
        app.call("finance/adjust", Some(&first), gift(ann, id)).await["data"]["approval"].clone()
    };
    let id = ask("gift-0001").await;
    assert_eq!(decide(app, "reject", &first, &id).await["code"], 0, "an own request can be withdrawn");
    for what in ["approve", "reject"] {
        assert_eq!(decide(app, what, &second, &id).await["code"], 40900);
    }
    let id = ask("gift-0002").await;
    assert_eq!(decide(app, "approve", &second, &id).await["code"], 0);
    assert_eq!(decide(app, "approve", &second, &id).await["code"], 40900);
    assert_eq!(balance(app, ann).await, 50_000);
    let id = ask("gift-0003").await;
    app.clock.advance(7 * 86_400);
    let second = app.sid("second").await;
    assert_eq!(decide(app, "approve", &second, &id).await["code"], 40900);
    assert_eq!(decide(app, "approve", &second, &json!(999)).await["code"], 40400);
}

async fn the_requester_must_still_be_allowed(app: &TestApp) {
    let ann = app.user("ann", AccountType::Customer).await;
    let first_uid = app.user("first", AccountType::SuperAdministrator).await;
    let first = app.sid("first").await;
    let second = app.signed_in("second", AccountType::SuperAdministrator).await;
    let asked = app.call("finance/adjust", Some(&first), gift(ann, "gift-0001")).await;
    let disable = json!({"uids": [first_uid], "enabled": false});
    assert_eq!(app.call("user/setEnabled", Some(&second), disable).await["data"]["changed"], 1);
    assert_eq!(decide(app, "approve", &second, &asked["data"]["approval"]).await["code"], 40300);
    assert_eq!(balance(app, ann).await, 0);
}

/// The session of an administrator that another one has created.
async fn puppet_of(app: &TestApp, sid: &str) -> String {
    let made = app.call("user/create", Some(sid), json!({"username": "puppet", "account_type": 1})).await;
    app.first_sid("puppet", made["data"]["password"].as_str().unwrap()).await
}

/// A session of `victim`, whose password another administrator has reset.
async fn stolen_by(app: &TestApp, sid: &str, victim: Uid) -> String {
    let reset = app.call("user/resetPwd", Some(sid), json!({"uid": victim})).await;
    app.first_sid("victim", reset["data"]["password"].as_str().unwrap()).await
}

async fn nobody_makes_their_own_second_person(app: &TestApp) {
    let ann = app.user("ann", AccountType::Customer).await;
    let victim = app.user("victim", AccountType::SuperAdministrator).await;
    let honest = app.signed_in("honest", AccountType::SuperAdministrator).await;
    let rogue = app.signed_in("rogue", AccountType::SuperAdministrator).await;
    let puppet = puppet_of(app, &rogue).await;
    let stolen = stolen_by(app, &rogue, victim).await;
    let asked = app.call("finance/adjust", Some(&rogue), gift(ann, "gift-0001")).await;
    let id = &asked["data"]["approval"];
    for sid in [&puppet, &stolen] {
        let refused = decide(app, "approve", sid, id).await;
        assert_eq!(refused["code"], 40300, "{refused}");
        assert!(refused["msg"].as_str().unwrap().contains("another administrator must approve"), "{refused}");
        let listed = app.call("approval/list", Some(sid), json!({})).await;
        assert_eq!(listed["data"]["items"][0]["approvable"], false, "{listed}");
    }
    assert_eq!(balance(app, ann).await, 0);
    assert_eq!(decide(app, "approve", &honest, id).await["code"], 0);
    assert_eq!(balance(app, ann).await, 50_000);

    // The other way round, and after three days, the account is like any other.
    let asked = app.call("finance/adjust", Some(&puppet), gift(ann, "gift-0002")).await;
    let id = &asked["data"]["approval"];
    for sid in [&rogue, &stolen] {
        assert_eq!(decide(app, "approve", sid, id).await["code"], 40300);
    }
    app.clock.advance(3 * 86_400 + 1);
    let stolen = app.sid("victim").await;
    assert_eq!(decide(app, "approve", &stolen, id).await["code"], 0);
    assert_eq!(balance(app, ann).await, 100_000);
}

async fn nobody_makes_a_second_person_through_a_third(app: &TestApp) {
    let ann = app.user("ann", AccountType::Customer).await;
    let victim = app.user("victim", AccountType::SuperAdministrator).await;
    let rogue = app.signed_in("rogue", AccountType::SuperAdministrator).await;
    let puppet = puppet_of(app, &rogue).await;
    let stolen = stolen_by(app, &puppet, victim).await;
    let asked = app.call("finance/adjust", Some(&rogue), gift(ann, "gift-0001")).await;
    assert_eq!(decide(app, "approve", &stolen, &asked["data"]["approval"]).await["code"], 40300);
    assert_eq!(balance(app, ann).await, 0);
}

async fn who_removes_the_others_is_not_alone(app: &TestApp) {
    let ann = app.user("ann", AccountType::Customer).await;
    let other = app.user("other", AccountType::SuperAdministrator).await;
    let rogue = app.signed_in("rogue", AccountType::SuperAdministrator).await;
    let disable = json!({"uids": [other], "enabled": false});
    assert_eq!(app.call("user/setEnabled", Some(&rogue), disable).await["code"], 0);
    assert_eq!(app.call("user/info", Some(&rogue), json!({})).await["data"]["second_person"], true);
    let mut body = gift(ann, "gift-0001");
    body["password"] = json!(PASSWORD);
    let asked = app.call("finance/adjust", Some(&rogue), body.clone()).await;
    assert!(asked["data"]["approval"].is_i64(), "{asked}");
    assert_eq!(balance(app, ann).await, 0);
    app.clock.advance(3 * 86_400 + 1);
    let rogue = app.sid("rogue").await;
    body["request_id"] = json!("gift-0002");
    let done = app.call("finance/adjust", Some(&rogue), body).await;
    assert_eq!((&done["code"], &done["data"]["approval"]), (&json!(0), &Value::Null), "{done}");
}
