//! Changing the own password.

use numsift_model::account::AccountType;
use serde_json::{Value, json};

use crate::app::{PASSWORD, TestApp, on_both_stores};

on_both_stores!(
    the_new_password_works_and_every_session_ends,
    refusals_give_a_reason_and_change_nothing,
    guessing_the_old_password_is_throttled,
);

async fn change(app: &TestApp, sid: &str, old: &str, new: &str, confirm: &str) -> Value {
    let body = json!({"old_pwd": old, "new_pwd": new, "confirm_pwd": confirm});
    app.call("user/changePwd", Some(sid), body).await
}

async fn the_new_password_works_and_every_session_ends(app: &TestApp) {
    let sid = app.signed_in("ann", AccountType::Customer).await;
    assert_eq!(change(app, &sid, PASSWORD, "brand new pass", "brand new pass").await["code"], 0);
    assert_eq!(app.call("user/info", Some(&sid), json!({})).await["code"], 50014);
    let old = json!({"username": "ann", "password": PASSWORD});
    assert_eq!(app.call("user/login", None, old).await["code"], 40000);
    let new = json!({"username": "ann", "password": "brand new pass"});
    assert_eq!(app.call("user/login", None, new).await["code"], 0);
    let audit = app.audited().await;
    assert!(audit.iter().any(|line| line.action == "user/changePwd"));
    assert!(audit.iter().all(|line| !line.detail.contains("brand new")));
}

async fn refusals_give_a_reason_and_change_nothing(app: &TestApp) {
    let sid = app.signed_in("ann", AccountType::Customer).await;
    for (old, new, confirm, field, text) in [
        ("", "brand new", "brand new", "old_pwd", "Change failed: please fill in completely"),
        (PASSWORD, "", "brand new", "new_pwd", "Change failed: please fill in completely"),
        (PASSWORD, "brand new", "", "confirm_pwd", "Change failed: please fill in completely"),
        (
            PASSWORD,
            "brand new",
            "brand nev",
            "confirm_pwd",
            "Change failed: new password and confirmation differ",
        ),
        (PASSWORD, PASSWORD, PASSWORD, "new_pwd", "The new password must differ from the old one"),
        (PASSWORD, "short", "short", "new_pwd", "The password needs at least 8 characters"),
        (
            PASSWORD,
            "password",
            "password",
            "new_pwd",
            "This password is too easy to guess, please choose another",
        ),
        ("wrong old", "brand new", "brand new", "old_pwd", "The old password is wrong"),
    ] {
        let refused = change(app, &sid, old, new, confirm).await;
        assert_eq!(refused["code"], 40000, "{field}");
        assert_eq!(refused["data"]["fields"][field], text);
        assert_eq!(refused["msg"], text);
    }
    assert_eq!(app.call("user/info", Some(&sid), json!({})).await["code"], 0, "the session goes on");
    app.sid("ann").await;
}

async fn guessing_the_old_password_is_throttled(app: &TestApp) {
    let sid = app.signed_in("ann", AccountType::Customer).await;
    for _ in 0..10 {
        assert_eq!(change(app, &sid, "wrong old", "brand new", "brand new").await["code"], 40000);
    }
    let refused = change(app, &sid, PASSWORD, "brand new", "brand new").await;
    assert_eq!(refused["code"], 42900);
}
