//! The second factor.

use numsift_model::account::AccountType;
use numsift_model::clock::Clock as _;
use serde_json::{Value, json};
use totp_rs::{Builder, Secret, Totp};

use crate::app::{PASSWORD, TestApp, on_both_stores};

on_both_stores!(
    a_code_is_required_and_works_once,
    a_recovery_code_works_once,
    enabling_and_disabling_require_the_password,
    logins_are_shown_to_their_owner,
);

fn authenticator(secret: &str) -> Totp {
    Builder::new()
        .with_secret(Secret::try_from_base32(secret).unwrap())
        .with_account_name("x")
        .with_issuer(Some("Numsift"))
        .build()
        .unwrap()
}

pub fn code(app: &TestApp, secret: &str) -> String {
    authenticator(secret).generate(u64::try_from(app.clock.now().0).unwrap()).to_string()
}

/// Turns on the second factor; returns the secret and the recovery codes.
pub async fn enrol(app: &TestApp, sid: &str) -> (String, Vec<String>) {
    let begun = app.call("user/totpBegin", Some(sid), json!({"password": PASSWORD})).await;
    let secret = begun["data"]["secret"].as_str().unwrap().to_owned();
    assert!(begun["data"]["uri"].as_str().unwrap().starts_with("otpauth://totp/"));
    let enabled = app.call("user/totpEnable", Some(sid), json!({"code": code(app, &secret)})).await;
    assert_eq!(enabled["code"], 0, "{enabled}");
    let codes = enabled["data"]["recovery_codes"].as_array().unwrap();
    (secret, codes.iter().map(|code| code.as_str().unwrap().to_owned()).collect())
}

async fn login(app: &TestApp, totp: Option<&str>) -> Value {
    app.call("user/login", None, json!({"username": "ann", "password": PASSWORD, "totp": totp})).await
}

async fn a_code_is_required_and_works_once(app: &TestApp) {
    let sid = app.signed_in("ann", AccountType::Customer).await;
    let (secret, _) = enrol(app, &sid).await;
    let asked = login(app, None).await;
    assert_eq!(asked["code"], 40000);
    assert!(asked["data"]["fields"]["totp"].is_string(), "{asked}");
    assert_eq!(login(app, Some(&code(app, &secret))).await["code"], 40000, "used when it was enabled");
    app.clock.advance(30);
    let fresh = code(app, &secret);
    assert_eq!(login(app, Some(&format!(" {} {} ", &fresh[..3], &fresh[3..]))).await["code"], 0);
    assert_eq!(login(app, Some(&fresh)).await["code"], 40000, "the same code again");
    app.clock.advance(30);
    assert_eq!(login(app, Some("000000x")).await["code"], 40000);
    let wrong_password = json!({"username": "ann", "password": "wrong pass"});
    let told = app.call("user/login", None, wrong_password).await;
    assert!(told["data"]["fields"].get("totp").is_none(), "the second question comes after the first");
}

async fn a_recovery_code_works_once(app: &TestApp) {
    let sid = app.signed_in("ann", AccountType::Customer).await;
    let (_, codes) = enrol(app, &sid).await;
    assert_eq!(codes.len(), 10);
    let first = login(app, Some(&codes[0].to_lowercase())).await;
    assert_eq!(first["code"], 0, "{first}");
    assert_eq!(login(app, Some(&codes[0])).await["code"], 40000);
    let sid = first["data"]["sid"].as_str().unwrap();
    let left = app.call("user/security", Some(sid), json!({})).await;
    assert_eq!(left["data"]["recovery_left"], 9);
    let renewal = json!({"password": PASSWORD, "code": codes[3]});
    let renewed = app.call("user/recoveryCodes", Some(sid), renewal).await;
    assert_eq!(renewed["data"]["recovery_codes"].as_array().unwrap().len(), 10);
    assert_eq!(login(app, Some(&codes[1])).await["code"], 40000, "the old ones are gone");
    assert_eq!(app.audited().await.iter().filter(|line| line.detail.contains(&codes[2])).count(), 0);
}

async fn enabling_and_disabling_require_the_password(app: &TestApp) {
    let sid = app.signed_in("ann", AccountType::Customer).await;
    let wrong = app.call("user/totpBegin", Some(&sid), json!({"password": "wrong pass"})).await;
    assert!(wrong["data"]["fields"]["password"].is_string(), "{wrong}");
    assert_eq!(app.call("user/totpEnable", Some(&sid), json!({"code": "123456"})).await["code"], 40000);
    let (secret, _) = enrol(app, &sid).await;
    assert_eq!(app.call("user/info", Some(&sid), json!({})).await["data"]["totp_enabled"], true);
    let again = app.call("user/totpBegin", Some(&sid), json!({"password": PASSWORD})).await;
    assert_eq!(again["code"], 40000, "one at a time: it must be switched off first");
    app.clock.advance(30);
    let off = |password: &str, code: String| json!({"password": password, "code": code});
    let good = code(app, &secret);
    let refused = app.call("user/totpDisable", Some(&sid), off(PASSWORD, "000000".into())).await;
    assert!(refused["data"]["fields"]["code"].is_string(), "{refused}");
    assert_eq!(
        app.call("user/totpDisable", Some(&sid), off("wrong pass", good.clone())).await["code"],
        40000
    );
    assert_eq!(app.call("user/totpDisable", Some(&sid), off(PASSWORD, good)).await["code"], 0);
    assert_eq!(login(app, None).await["code"], 0);
}

async fn logins_are_shown_to_their_owner(app: &TestApp) {
    app.signed_in("ann", AccountType::Customer).await;
    let sid = app.sid("ann").await;
    let shown = app.call("user/security", Some(&sid), json!({})).await;
    let ended: Vec<_> =
        shown["data"]["logins"].as_array().unwrap().iter().map(|one| one["ended"].clone()).collect();
    assert_eq!(ended, [Value::Null, json!("replaced")]);
    assert!(shown["data"]["session"]["created_at"].is_i64());
}
