//! Signing in and out, and the codes for invalid tokens.

use numsift_model::account::AccountType;
use serde_json::json;

use crate::app::{PASSWORD, TestApp, on_both_stores};

on_both_stores!(
    login_returns_a_working_sid,
    the_menu_depends_on_the_account_type,
    a_wrong_password_and_an_unknown_user_get_the_same_answer,
    empty_names_and_short_passwords_name_the_field,
    every_kind_of_invalid_token_has_its_code,
    an_idle_session_expires_and_a_used_one_does_not,
    no_session_outlives_its_absolute_limit,
    guessing_is_throttled_by_name,
    guessing_is_throttled_by_address,
    messages_are_in_the_callers_language,
);

async fn login_returns_a_working_sid(app: &TestApp) {
    let uid = app.user("Ann", AccountType::Customer).await;
    // Names are trimmed and case-insensitive.
    let sid = app.sid("  ann ").await;
    assert_eq!(sid.len(), 64);
    let info = app.call("user/info", Some(&sid), json!({})).await;
    assert_eq!(info["code"], 0);
    let data = &info["data"];
    assert_eq!(data["uid"], uid.0);
    assert_eq!(data["name"], "Ann");
    assert_eq!(data["account_type"], 5);
    assert_eq!(data["roles"], json!([3]));
    assert_eq!(data["ud"], 2);
    for (field, value) in [("balance", 0), ("credit", 0), ("total_income", 0), ("switching", 0)] {
        assert_eq!(data[field], value, "{field}");
    }
    assert_eq!(data["invite_code"].as_str().map(str::len), Some(8));
    assert_eq!(data["privilege_escalation"], false);
}

async fn the_menu_depends_on_the_account_type(app: &TestApp) {
    let everything = [
        "user", "role", "invite", "project", "channel", "recharge", "recharge", "notify", "approval",
        "audit", "setting", "system", "system",
    ];
    for (name, account_type, modules) in [
        ("admin", AccountType::SuperAdministrator, everything.to_vec()),
        (
            "operator",
            AccountType::Operator,
            vec!["user", "invite", "project", "channel", "recharge", "recharge", "notify", "audit"],
        ),
        ("customer", AccountType::Customer, vec![]),
    ] {
        let sid = app.signed_in(name, account_type).await;
        let menu = app.call("user/getAuth", Some(&sid), json!({})).await;
        assert_eq!(menu["code"], 0);
        let groups = menu["data"].as_array().unwrap().iter();
        let pages = groups
            .filter(|group| group["module"] == "admin")
            .filter_map(|group| group["children"].as_array());
        let found: Vec<_> = pages.flatten().map(|entry| entry["module"].as_str().unwrap()).collect();
        assert_eq!(found, modules, "{name}: {menu}");
    }
}

async fn a_wrong_password_and_an_unknown_user_get_the_same_answer(app: &TestApp) {
    app.user("ann", AccountType::Customer).await;
    let wrong = app.call("user/login", None, json!({"username": "ann", "password": "wrong pass"})).await;
    let unknown = app.call("user/login", None, json!({"username": "bob", "password": "wrong pass"})).await;
    assert_eq!(wrong["code"], 40000);
    assert_eq!(wrong["msg"], "Wrong username or password");
    assert_eq!(wrong, unknown);
}

async fn empty_names_and_short_passwords_name_the_field(app: &TestApp) {
    for (body, field) in [
        (json!({"username": "  ", "password": PASSWORD}), "username"),
        (json!({"username": "ann", "password": "12345"}), "password"),
    ] {
        let answer = app.call("user/login", None, body).await;
        assert_eq!(answer["code"], 40000);
        assert!(answer["data"]["fields"][field].is_string(), "{answer}");
    }
}

async fn every_kind_of_invalid_token_has_its_code(app: &TestApp) {
    let first = app.signed_in("ann", AccountType::Customer).await;
    let code =
        async |sid: Option<&str>| app.call("user/info", sid, json!({})).await["code"].as_i64().unwrap();
    assert_eq!(code(None).await, 401);
    assert_eq!(code(Some("")).await, 401);
    assert_eq!(code(Some("no such token")).await, 50008);
    assert_eq!(code(Some("admin-token")).await, 50008);
    let second = app.sid("ann").await;
    assert_eq!(code(Some(&first)).await, 50012);
    assert_eq!(code(Some(&second)).await, 0);
    assert_eq!(app.call("user/logout", Some(&second), json!({"token": second})).await["code"], 0);
    assert_eq!(code(Some(&second)).await, 50014);
    assert_eq!(app.call("user/logout", Some(&second), json!({})).await["code"], 50014);
}

async fn an_idle_session_expires_and_a_used_one_does_not(app: &TestApp) {
    let day = 24 * 3600;
    let sid = app.signed_in("ann", AccountType::Customer).await;
    for _ in 0..3 {
        app.clock.advance(day - 1);
        assert_eq!(app.call("user/info", Some(&sid), json!({})).await["code"], 0);
    }
    app.clock.advance(day);
    assert_eq!(app.call("user/info", Some(&sid), json!({})).await["code"], 50014);
}

async fn no_session_outlives_its_absolute_limit(app: &TestApp) {
    let sid = app.signed_in("ann", AccountType::Customer).await;
    for _ in 0..13 {
        app.clock.advance(12 * 3600);
        assert_eq!(app.call("user/info", Some(&sid), json!({})).await["code"], 0);
    }
    app.clock.advance(12 * 3600);
    assert_eq!(app.call("user/info", Some(&sid), json!({})).await["code"], 50014);
}

async fn guessing_is_throttled_by_name(app: &TestApp) {
    app.user("ann", AccountType::Customer).await;
    let guess = json!({"username": " ANN", "password": "wrong pass"});
    for _ in 0..10 {
        assert_eq!(app.call("user/login", None, guess.clone()).await["code"], 40000);
    }
    let refused = app.call("user/login", None, guess).await;
    assert_eq!(refused["code"], 42900);
    assert_eq!(refused["data"]["retry_after"], 15 * 60);
    // Even with the right password: otherwise the answer would reveal a correct guess.
    let right = json!({"username": "ann", "password": PASSWORD});
    assert_eq!(app.call("user/login", None, right.clone()).await["code"], 42900);
    app.user("bob", AccountType::Customer).await;
    app.sid("bob").await;
    app.clock.advance(15 * 60);
    assert_eq!(app.call("user/login", None, right).await["code"], 0);
}

async fn guessing_is_throttled_by_address(app: &TestApp) {
    app.user("ann", AccountType::Customer).await;
    let mut codes = Vec::new();
    // Each with another name, and with a password that is refused before hashing.
    for i in 0..101 {
        let body = json!({"username": format!("nobody{i}"), "password": "x".repeat(200)});
        codes.push(app.call("user/login", None, body).await["code"].as_i64().unwrap());
    }
    assert!(codes[..100].iter().all(|code| *code == 40000), "{codes:?}");
    assert_eq!(codes[100], 42900);
}

async fn messages_are_in_the_callers_language(app: &TestApp) {
    for (lang, text) in [
        ("zh", "用户名或密码错误"),
        ("en", "Wrong username or password"),
        ("es", "Usuario o contraseña incorrectos"),
        ("ja", "ユーザー名またはパスワードが違います"),
        ("xx", "用户名或密码错误"),
    ] {
        let body = json!({"username": "nobody", "password": "wrong pass"});
        assert_eq!(app.call_in(lang, "user/login", None, body).await["msg"], text, "{lang}");
    }
}
