//! New passwords by a link from staff.

use numsift_model::account::{AccountEdit, AccountType};
use numsift_model::id::{RoleId, Uid};
use numsift_model::limits::PASSWORD_LINK_S;
use serde_json::{Value, json};

use crate::app::{PASSWORD, TestApp, on_both_stores};
use crate::security::{code as totp, enrol};

on_both_stores!(
    a_link_sets_a_password_once,
    a_link_ends,
    a_link_ends_with_the_rights_of_its_maker,
    the_second_factor_stays_and_keys_end_by_choice,
    refusals_give_a_reason_and_keep_the_link,
    nothing_tells_whether_a_token_exists,
    staff_make_links_only_for_accounts_that_they_manage,
);

const NEW: &str = "brand new pass";

async fn link(app: &TestApp, sid: &str, uid: Uid) -> String {
    let made = app.call("user/passwordLink", Some(sid), json!({"uid": uid})).await;
    made["data"]["token"].as_str().unwrap_or_else(|| panic!("{made}")).to_owned()
}

async fn set(app: &TestApp, token: &str) -> Value {
    let body = json!({"token": token, "new_pwd": NEW, "confirm_pwd": NEW});
    app.call("user/passwordByLink", None, body).await
}

async fn log_in(app: &TestApp, password: &str) -> i64 {
    let body = json!({"username": "ann", "password": password});
    app.call("user/login", None, body).await["code"].as_i64().unwrap()
}

/// The message that a link does not work.
fn is_refused(answer: &Value) -> bool {
    answer["code"] == 40000 && answer["data"]["fields"]["token"].is_string()
}

async fn a_link_sets_a_password_once(app: &TestApp) {
    let admin = app.signed_in("admin", AccountType::SuperAdministrator).await;
    let ann = app.user("ann", AccountType::Customer).await;
    let sid = app.sid("ann").await;
    let token = link(app, &admin, ann).await;
    assert_eq!(app.call("user/info", Some(&sid), json!({})).await["code"], 0, "nothing has changed yet");
    assert_eq!(set(app, &token).await["code"], 0);
    assert_eq!(app.call("user/info", Some(&sid), json!({})).await["code"], 50014);
    assert_eq!((log_in(app, PASSWORD).await, log_in(app, NEW).await), (40000, 0));
    let sid = app.call("user/login", None, json!({"username": "ann", "password": NEW})).await;
    let info = app.call("user/info", sid["data"]["sid"].as_str(), json!({})).await;
    assert_eq!(info["data"]["password_change_required"], false);
    assert!(is_refused(&set(app, &token).await), "once");
    let lines = app.audited().await;
    let line = |action: &str| lines.iter().find(|line| line.action == action).unwrap();
    assert_eq!(line("user/passwordLink").subject, Some(ann));
    assert_eq!(line("user/passwordByLink").subject, Some(ann));
    assert!(lines.iter().all(|line| !line.detail.contains(&token) && !line.detail.contains(NEW)));
}

async fn a_link_ends(app: &TestApp) {
    let admin = app.signed_in("admin", AccountType::SuperAdministrator).await;
    let ann = app.user("ann", AccountType::Customer).await;
    let first = link(app, &admin, ann).await;
    let second = link(app, &admin, ann).await;
    assert!(is_refused(&set(app, &first).await), "replaced");
    app.call("user/resetPwd", Some(&admin), json!({"uid": ann})).await;
    assert!(is_refused(&set(app, &second).await), "the password was reset");
    let third = link(app, &admin, ann).await;
    let disable = json!({"uids": [ann], "enabled": false});
    app.call("user/setEnabled", Some(&admin), disable).await;
    assert!(is_refused(&set(app, &third).await), "disabled");
    let refused = app.call("user/passwordLink", Some(&admin), json!({"uid": ann})).await;
    assert_eq!(refused["code"], 40300, "disabled");
    app.call("user/setEnabled", Some(&admin), json!({"uids": [ann], "enabled": true})).await;
    app.clock.advance(PASSWORD_LINK_S - 1);
    let admin = app.sid("admin").await;
    let fourth = link(app, &admin, ann).await;
    app.clock.advance(PASSWORD_LINK_S);
    assert!(is_refused(&set(app, &fourth).await), "expired");
}

async fn a_link_ends_with_the_rights_of_its_maker(app: &TestApp) {
    let admin = app.signed_in("admin", AccountType::SuperAdministrator).await;
    let operator_uid = app.user("operator", AccountType::Operator).await;
    let ann = app.user("ann", AccountType::Customer).await;
    let mut tx = app.store.begin().await.unwrap();
    let permissions = ["user/list", "user/resetPwd"].map(str::to_owned).into();
    let role = tx.create_role("resets", &permissions).await.unwrap();
    let account = tx.account(operator_uid).await.unwrap().unwrap();
    let edit = AccountEdit { roles: vec![role], ..account.as_edit() };
    tx.edit_account(operator_uid, account.version, &edit).await.unwrap();
    tx.save().await.unwrap();
    let operator = app.sid("operator").await;
    let promoted = link(app, &operator, ann).await;
    let mut tx = app.store.begin().await.unwrap();
    let account = tx.account(ann).await.unwrap().unwrap();
    let edit = AccountEdit {
        account_type: AccountType::SuperAdministrator,
        roles: vec![RoleId::ADMINISTRATOR],
        ..account.as_edit()
    };
    tx.edit_account(ann, account.version, &edit).await.unwrap();
    tx.save().await.unwrap();
    assert!(is_refused(&set(app, &promoted).await), "the operator does not manage administrators");

    let bob = app.user("bob", AccountType::Customer).await;
    let token = link(app, &operator, bob).await;
    app.call("user/setEnabled", Some(&admin), json!({"uids": [operator_uid], "enabled": false})).await;
    assert!(is_refused(&set(app, &token).await), "the operator is disabled");
}

async fn the_second_factor_stays_and_keys_end_by_choice(app: &TestApp) {
    let admin = app.signed_in("admin", AccountType::SuperAdministrator).await;
    let ann = app.user("ann", AccountType::Customer).await;
    let sid = app.sid("ann").await;
    let key = json!({"name": "n", "scopes": ["lookup"]});
    assert_eq!(app.call("user/generateApi", Some(&sid), key).await["code"], 0);
    let (secret, _) = enrol(app, &sid).await;
    let keys = async || {
        let listed = app.call("user/apiKeys", Some(&admin), json!({"uid": ann})).await;
        listed.to_string().matches(r#""revoked_at":null"#).count()
    };
    assert_eq!(set(app, &link(app, &admin, ann).await).await["code"], 0);
    assert_eq!(keys().await, 1, "they stay");
    assert_eq!(log_in(app, NEW).await, 40000, "without a code");
    app.clock.advance(30);
    let body = json!({"username": "ann", "password": NEW, "totp": totp(app, &secret)});
    assert_eq!(app.call("user/login", None, body).await["code"], 0);
    let made = app.call("user/passwordLink", Some(&admin), json!({"uid": ann, "end_keys": true})).await;
    assert_eq!(keys().await, 1, "they end when the link is used");
    assert_eq!(set(app, made["data"]["token"].as_str().unwrap()).await["code"], 0);
    assert_eq!(keys().await, 0);
}

async fn refusals_give_a_reason_and_keep_the_link(app: &TestApp) {
    let admin = app.signed_in("admin", AccountType::SuperAdministrator).await;
    let ann = app.user("ann", AccountType::Customer).await;
    let token = link(app, &admin, ann).await;
    for (new, confirm, field) in [
        ("short", "short", "new_pwd"),
        ("password", "password", "new_pwd"),
        ("ann", "ann", "new_pwd"),
        (NEW, "brand nev pass", "confirm_pwd"),
    ] {
        let body = json!({"token": token, "new_pwd": new, "confirm_pwd": confirm});
        let refused = app.call("user/passwordByLink", None, body).await;
        assert_eq!(refused["code"], 40000, "{new}");
        assert!(refused["data"]["fields"][field].is_string(), "{refused}");
    }
    assert_eq!(log_in(app, PASSWORD).await, 0, "the old password still works");
    assert_eq!(set(app, &token).await["code"], 0);
}

async fn nothing_tells_whether_a_token_exists(app: &TestApp) {
    let unknown = set(app, &"0".repeat(64)).await;
    assert!(is_refused(&unknown));
    let weak = json!({"token": "x", "new_pwd": "short", "confirm_pwd": "short"});
    let weak = app.call("user/passwordByLink", None, weak).await;
    assert_eq!(weak["data"], unknown["data"], "a weak password with a wrong token");
    for _ in 2..30 {
        assert!(is_refused(&set(app, "guess").await));
    }
    assert_eq!(set(app, "guess").await["code"], 42900);
}

async fn staff_make_links_only_for_accounts_that_they_manage(app: &TestApp) {
    let admin = app.signed_in("admin", AccountType::SuperAdministrator).await;
    let other = app.user("other", AccountType::SuperAdministrator).await;
    let own = app.call("user/info", Some(&admin), json!({})).await["data"]["uid"].clone();
    let refused = app.call("user/passwordLink", Some(&admin), json!({"uid": own})).await;
    assert_eq!(refused["code"], 40300, "the own password is changed on the security page");
    let unknown = app.call("user/passwordLink", Some(&admin), json!({"uid": 99_999})).await;
    assert_eq!(unknown["code"], 40400);
    let operator = app.signed_in("operator", AccountType::Operator).await;
    let refused = app.call("user/passwordLink", Some(&operator), json!({"uid": other})).await;
    assert_eq!(refused["code"], 40300);
}
