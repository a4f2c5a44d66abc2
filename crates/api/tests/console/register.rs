//! Registration with an invite code.

use numsift_model::account::AccountType;
use numsift_model::clock::Timestamp;
use numsift_model::id::Uid;
use numsift_model::invite::InviteCode;
use numsift_model::settings::Settings;
use serde_json::{Value, json};

use crate::app::{PASSWORD, TestApp, on_both_stores};

on_both_stores!(
    the_owner_of_an_invite_code_becomes_the_inviter,
    a_one_time_code_works_once,
    errors_name_the_field,
    a_taken_name_is_a_conflict_and_does_not_use_the_code,
    closed_registration_is_refused,
    registering_is_throttled_by_address,
);

async fn register(app: &TestApp, username: &str, password: &str, code: &str) -> Value {
    let body = json!({"username": username, "password": password, "invite_code": code});
    app.call("user/register", None, body).await
}

async fn one_time_code(app: &TestApp, code: &str) {
    let admin = app.user("root", AccountType::SuperAdministrator).await;
    let mut tx = app.store.begin().await.unwrap();
    let invite = InviteCode {
        code: code.into(),
        created_by: admin,
        note: String::new(),
        max_uses: 1,
        expires_at: None,
        created_at: Timestamp(0),
    };
    tx.create_invite(&invite).await.unwrap();
    tx.save().await.unwrap();
}

async fn the_owner_of_an_invite_code_becomes_the_inviter(app: &TestApp) {
    let ann = app.signed_in("ann", AccountType::Customer).await;
    let info = app.call("user/info", Some(&ann), json!({})).await;
    let code = info["data"]["invite_code"].as_str().unwrap();
    let made = register(app, " Bob ", PASSWORD, &format!(" {code} ")).await;
    assert_eq!(made["code"], 0, "{made}");
    let bob = Uid(made["data"]["uid"].as_i64().unwrap());
    let account = app.store.read().await.unwrap().account(bob).await.unwrap().unwrap();
    assert_eq!(account.inviter.unwrap().0, info["data"]["uid"].as_i64().unwrap());
    assert_eq!((account.username.as_str(), account.account_type), ("Bob", AccountType::Customer));
    app.sid("bob").await;
}

async fn a_one_time_code_works_once(app: &TestApp) {
    one_time_code(app, "ONCE").await;
    assert_eq!(register(app, "first", PASSWORD, "ONCE").await["code"], 0);
    let second = register(app, "second", PASSWORD, "ONCE").await;
    assert_eq!(second["code"], 40000);
    assert!(second["data"]["fields"]["invite_code"].is_string(), "{second}");
}

async fn errors_name_the_field(app: &TestApp) {
    one_time_code(app, "ONCE").await;
    for (username, password, code, field) in [
        ("", PASSWORD, "ONCE", "username"),
        ("ab", PASSWORD, "ONCE", "username"),
        ("<script>", PASSWORD, "ONCE", "username"),
        ("bob", "short", "ONCE", "password"),
        ("bob", "password1", "ONCE", "password"),
        ("bob.smith", "Bob.Smith", "ONCE", "password"),
        ("bob", PASSWORD, "", "invite_code"),
        ("bob", PASSWORD, "' OR 1=1 --", "invite_code"),
    ] {
        let refused = register(app, username, password, code).await;
        assert_eq!(refused["code"], 40000, "{username} {password} {code}");
        assert!(refused["data"]["fields"][field].is_string(), "{refused}");
    }
    assert_eq!(register(app, "bob", PASSWORD, "ONCE").await["code"], 0, "the code was not used up");
}

async fn a_taken_name_is_a_conflict_and_does_not_use_the_code(app: &TestApp) {
    one_time_code(app, "ONCE").await;
    let taken = register(app, "ROOT", PASSWORD, "ONCE").await;
    assert_eq!(taken["code"], 40900);
    assert!(taken["data"]["fields"]["username"].is_string(), "{taken}");
    assert_eq!(register(app, "other", PASSWORD, "ONCE").await["code"], 0);
}

async fn closed_registration_is_refused(app: &TestApp) {
    one_time_code(app, "ONCE").await;
    let mut tx = app.store.begin().await.unwrap();
    let closed = Settings { registration_open: false, ..Settings::default() };
    tx.put_settings(&closed, 0, Timestamp(0)).await.unwrap();
    tx.save().await.unwrap();
    assert_eq!(register(app, "bob", PASSWORD, "ONCE").await["code"], 40300);
}

async fn registering_is_throttled_by_address(app: &TestApp) {
    for _ in 0..30 {
        assert_eq!(register(app, "bob", PASSWORD, "GUESS").await["code"], 40000);
    }
    assert_eq!(register(app, "bob", PASSWORD, "GUESS").await["code"], 42900);
}
