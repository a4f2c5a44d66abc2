//! Passkeys: registration, logins, codes, and what is refused.

use axum::body::Body;
use axum::http::Request;
use numsift_model::account::AccountType;
use numsift_model::clock::Clock as _;
use numsift_store::{Attempt, NewPasskey};
use serde_json::{Value, json};

use crate::app::{PASSWORD, TestApp, on_both_stores};
use crate::approvals::gift;
use crate::authenticator::{Authenticator, ORIGIN, USER_PRESENT, USER_VERIFIED};
use crate::security::{code as totp, enrol};

on_both_stores!(
    a_passkey_logs_in_without_the_password,
    a_passkey_is_a_second_factor,
    a_challenge_is_answered_once,
    an_expired_challenge_is_refused,
    answers_of_other_sites_are_refused,
    foreign_credentials_are_refused,
    a_new_passkey_belongs_to_the_session_that_asked,
    the_user_must_be_verified,
    a_cloned_authenticator_is_noticed,
    passkeys_are_limited,
    removing_requires_a_second_factor,
    another_factor_is_added_with_the_present_one,
    a_password_reset_stops_passkeys_until_it_is_changed,
    a_passkey_gets_through_the_limits_of_its_address,
    strangers_who_ask_for_challenges_write_nothing,
    a_passkey_is_enough_for_staff,
    the_only_administrator_confirms_with_a_passkey,
);

const HOST: &str = "numsift.example:8443";

/// Makes a call as a browser that has opened the console under its domain.
pub async fn call(app: &TestApp, path: &str, sid: Option<&str>, body: Value) -> Value {
    let mut request = Request::post(format!("/api/{path}")).header("lang", "en").header("host", HOST);
    if let Some(sid) = sid {
        request = request.header("sid", sid);
    }
    app.send(request.body(Body::from(body.to_string())).unwrap()).await.json()
}

pub async fn begin(app: &TestApp, sid: &str, code: Option<&str>) -> Value {
    let begun = call(app, "user/passkeyBegin", Some(sid), json!({"password": PASSWORD, "code": code})).await;
    assert_eq!(begun["code"], 0, "{begun}");
    begun["data"].clone()
}

/// Adds the passkey of this authenticator to an account without a second factor; returns the answer.
pub async fn register(app: &TestApp, sid: &str, authenticator: &mut Authenticator) -> Value {
    let begun = begin(app, sid, None).await;
    let credential = authenticator.create(&begun["options"]);
    let body = json!({"name": "Phone", "ticket": begun["ticket"], "credential": credential});
    let added = call(app, "user/passkeyAdd", Some(sid), body).await;
    assert_eq!(added["code"], 0, "{added}");
    added["data"].clone()
}

pub async fn challenge(app: &TestApp) -> Value {
    call(app, "user/passkeyChallenge", None, json!({})).await["data"].clone()
}

/// A body with an answer to a new challenge.
pub async fn answered(app: &TestApp, authenticator: &mut Authenticator) -> Value {
    let challenge = challenge(app).await;
    json!({"ticket": challenge["ticket"], "credential": authenticator.get(&challenge["options"])})
}

async fn login(app: &TestApp, authenticator: &mut Authenticator) -> Value {
    call(app, "user/passkeyLogin", None, answered(app, authenticator).await).await
}

pub async fn code(app: &TestApp, authenticator: &mut Authenticator) -> String {
    let exchanged = call(app, "user/passkeyCode", None, answered(app, authenticator).await).await;
    exchanged["data"]["code"].as_str().unwrap_or_else(|| panic!("{exchanged}")).to_owned()
}

async fn password_login(app: &TestApp, username: &str, code: Option<&str>) -> Value {
    let body = json!({"username": username, "password": PASSWORD, "totp": code});
    app.call("user/login", None, body).await
}

fn is_refused(answer: &Value) -> bool {
    answer["code"] == 40000 && answer["msg"] == "The passkey was not accepted. Please try again."
}

async fn a_passkey_logs_in_without_the_password(app: &TestApp) {
    let ann = app.user("ann", AccountType::Customer).await;
    let sid = app.sid("ann").await;
    let mut phone = Authenticator::new(1);
    let added = register(app, &sid, &mut phone).await;
    assert_eq!(added["recovery_codes"].as_array().unwrap().len(), 10);
    app.clock.advance(60);
    let done = login(app, &mut phone).await;
    let new = done["data"]["sid"].as_str().unwrap_or_else(|| panic!("{done}"));
    let line = app.audited().await.remove(0);
    assert_eq!((line.action.as_str(), line.actor, line.subject), ("user/passkeyLogin", Some(ann), Some(ann)));
    assert!(line.detail.contains("Phone"), "{}", line.detail);
    assert_eq!(app.call("user/info", Some(&sid), json!({})).await["code"], 50012, "replaced");
    let security = app.call("user/security", Some(new), json!({})).await;
    let passkey = &security["data"]["passkeys"][0];
    assert_eq!((&passkey["name"], &passkey["last_used_at"]), (&json!("Phone"), &json!(app.clock.now().0)));
    assert_eq!(
        (&security["data"]["passkey_limit"], &security["data"]["totp_enabled"]),
        (&json!(10), &json!(false))
    );

    let renamed = json!({"id": passkey["id"], "name": " Work phone "});
    assert_eq!(app.call("user/passkeyRename", Some(new), renamed).await["code"], 0);
    for name in ["", " ", "a\u{7}b", &"x".repeat(61)] {
        let refused =
            app.call("user/passkeyRename", Some(new), json!({"id": passkey["id"], "name": name})).await;
        assert!(refused["data"]["fields"]["name"].is_string(), "{refused}");
    }
    let security = app.call("user/security", Some(new), json!({})).await;
    assert_eq!(security["data"]["passkeys"][0]["name"], "Work phone");

    let mut tx = app.store.begin().await.unwrap();
    let account = tx.account(ann).await.unwrap().unwrap();
    let edit = numsift_model::account::AccountEdit { enabled: false, ..account.as_edit() };
    tx.edit_account(ann, account.version, &edit).await.unwrap();
    tx.save().await.unwrap();
    assert_eq!(login(app, &mut phone).await["code"], 40300, "the account is disabled");
}

async fn a_passkey_is_a_second_factor(app: &TestApp) {
    let sid = app.signed_in("ann", AccountType::Customer).await;
    let mut phone = Authenticator::new(1);
    let added = register(app, &sid, &mut phone).await;
    let recovery = added["recovery_codes"][0].as_str().unwrap();
    assert_eq!(app.call("user/info", Some(&sid), json!({})).await["data"]["totp_enabled"], true);
    let asked = password_login(app, "ann", None).await;
    assert!(asked["data"]["fields"]["totp"].is_string(), "{asked}");
    let first = code(app, &mut phone).await;
    assert_eq!(password_login(app, "ann", Some(&first)).await["code"], 0);
    assert_eq!(password_login(app, "ann", Some(&first)).await["code"], 40000, "a code works once");
    let late = code(app, &mut phone).await;
    app.clock.advance(120);
    assert_eq!(password_login(app, "ann", Some(&late)).await["code"], 40000, "too late");
    assert_eq!(password_login(app, "ann", Some(recovery)).await["code"], 0);

    // It belongs to its account.
    let sid = app.signed_in("bob", AccountType::Customer).await;
    register(app, &sid, &mut Authenticator::new(2)).await;
    let of_ann = code(app, &mut phone).await;
    assert_eq!(password_login(app, "bob", Some(&of_ann)).await["code"], 40000, "of another account");
    assert_eq!(password_login(app, "ann", Some(&of_ann)).await["code"], 0);
}

async fn a_challenge_is_answered_once(app: &TestApp) {
    let sid = app.signed_in("ann", AccountType::Customer).await;
    let mut phone = Authenticator::new(1);
    let begun = begin(app, &sid, None).await;
    let credential = phone.create(&begun["options"]);
    let body = json!({"name": "Phone", "ticket": begun["ticket"], "credential": credential});
    assert_eq!(call(app, "user/passkeyAdd", Some(&sid), body.clone()).await["code"], 0);
    assert!(is_refused(&call(app, "user/passkeyAdd", Some(&sid), body).await));

    let answer = answered(app, &mut phone).await;
    let path = "user/passkeyLogin";
    let all = tokio::join!(
        call(app, path, None, answer.clone()),
        call(app, path, None, answer.clone()),
        call(app, path, None, answer.clone()),
        call(app, path, None, answer.clone()),
    );
    let all = [all.0, all.1, all.2, all.3];
    assert_eq!(all.iter().filter(|done| done["code"] == 0).count(), 1, "{all:?}");
    assert_eq!(all.iter().filter(|done| is_refused(done)).count(), 3, "{all:?}");
    assert!(is_refused(&call(app, path, None, answer.clone()).await));
    assert!(is_refused(&call(app, "user/passkeyCode", None, answer.clone()).await));

    // Another signature for the same challenge is refused, too.
    let challenge = challenge(app).await;
    let first = json!({"ticket": challenge["ticket"], "credential": phone.get(&challenge["options"])});
    let second = json!({"ticket": challenge["ticket"], "credential": phone.get(&challenge["options"])});
    assert_eq!(call(app, path, None, first).await["code"], 0);
    assert!(is_refused(&call(app, path, None, second).await));
    // The answer belongs to its ticket.
    let other = self::challenge(app).await;
    let mixed = json!({"ticket": other["ticket"], "credential": phone.get(&challenge["options"])});
    assert!(is_refused(&call(app, path, None, mixed).await));
}

async fn an_expired_challenge_is_refused(app: &TestApp) {
    let sid = app.signed_in("ann", AccountType::Customer).await;
    let mut phone = Authenticator::new(1);
    let begun = begin(app, &sid, None).await;
    app.clock.advance(300);
    let body = json!({"name": "x", "ticket": begun["ticket"], "credential": phone.create(&begun["options"])});
    assert!(is_refused(&call(app, "user/passkeyAdd", Some(&sid), body).await));
    register(app, &sid, &mut phone).await;
    let answer = answered(app, &mut phone).await;
    app.clock.advance(300);
    assert!(is_refused(&call(app, "user/passkeyLogin", None, answer).await));
    let answer = answered(app, &mut phone).await;
    app.clock.advance(299);
    assert_eq!(call(app, "user/passkeyLogin", None, answer).await["code"], 0);
}

async fn answers_of_other_sites_are_refused(app: &TestApp) {
    let sid = app.signed_in("ann", AccountType::Customer).await;
    let mut phone = Authenticator::new(1);
    for origin in ["https://numsift.example", "http://numsift.example:8443", "https://evil.example:8443"] {
        phone.origin = origin;
        let begun = begin(app, &sid, None).await;
        let credential = phone.create(&begun["options"]);
        let body = json!({"name": "Phone", "ticket": begun["ticket"], "credential": credential});
        assert!(is_refused(&call(app, "user/passkeyAdd", Some(&sid), body).await), "{origin}");
    }
    phone.origin = ORIGIN;
    register(app, &sid, &mut phone).await;
    for origin in ["https://numsift.example", "http://numsift.example:8443", "https://evil.example:8443"] {
        phone.origin = origin;
        assert!(is_refused(&login(app, &mut phone).await), "{origin}");
    }
    phone.origin = ORIGIN;
    // A passkey of another domain.
    let mut challenge = challenge(app).await;
    challenge["options"]["rpId"] = json!("evil.example");
    let body = json!({"ticket": challenge["ticket"], "credential": phone.get(&challenge["options"])});
    assert!(is_refused(&call(app, "user/passkeyLogin", None, body).await));
    assert_eq!(login(app, &mut phone).await["code"], 0);
    // Browsers offer no passkeys under an address.
    let request =
        Request::post("/api/user/passkeyChallenge").header("lang", "en").header("host", "192.0.2.1:8080");
    let refused = app.send(request.body(Body::from("{}")).unwrap()).await.json();
    assert!(refused["msg"].as_str().unwrap().contains("domain name"), "{refused}");
}

async fn foreign_credentials_are_refused(app: &TestApp) {
    let sid = app.signed_in("ann", AccountType::Customer).await;
    let mut phone = Authenticator::new(1);
    register(app, &sid, &mut phone).await;
    let sid = app.signed_in("bob", AccountType::Customer).await;
    let mut other = Authenticator::new(2);
    register(app, &sid, &mut other).await;

    let mut unknown = Authenticator::new(3);
    unknown.user_handle.clone_from(&phone.user_handle);
    assert!(is_refused(&login(app, &mut unknown).await), "never registered");
    // The key of one passkey under the id of another.
    let mut forged = Authenticator::new(2);
    (forged.id, forged.user_handle) = (phone.id.clone(), phone.user_handle.clone());
    assert!(is_refused(&login(app, &mut forged).await));
    // A valid passkey that claims to be another account.
    let own = std::mem::replace(&mut other.user_handle, phone.user_handle.clone());
    assert!(is_refused(&login(app, &mut other).await));
    other.user_handle = own;
    assert_eq!(login(app, &mut other).await["code"], 0);

    let failed: Vec<_> =
        app.audited().await.into_iter().filter(|line| line.action == "user/loginFailed").collect();
    assert_eq!(failed.len(), 3);
    assert!(failed.iter().all(|line| line.detail.contains("passkey") && line.actor.is_none()));
    // A credential belongs to one account.
    let sid = app.signed_in("eve", AccountType::Customer).await;
    let begun = begin(app, &sid, None).await;
    let credential = Authenticator::new(1).create(&begun["options"]);
    let body = json!({"name": "Phone", "ticket": begun["ticket"], "credential": credential});
    assert!(is_refused(&call(app, "user/passkeyAdd", Some(&sid), body).await));
}

async fn a_new_passkey_belongs_to_the_session_that_asked(app: &TestApp) {
    let ann = app.signed_in("ann", AccountType::Customer).await;
    let bob = app.signed_in("bob", AccountType::Customer).await;
    let begun = begin(app, &ann, None).await;
    let credential = Authenticator::new(1).create(&begun["options"]);
    let body = json!({"name": "Phone", "ticket": begun["ticket"], "credential": credential});
    assert!(is_refused(&call(app, "user/passkeyAdd", Some(&bob), body.clone()).await));
    let again = app.sid("ann").await;
    assert!(is_refused(&call(app, "user/passkeyAdd", Some(&again), body).await));
    // A challenge for a login adds no passkey.
    let challenge = challenge(app).await;
    let body = json!({"name": "Phone", "ticket": challenge["ticket"], "credential": credential});
    assert!(is_refused(&call(app, "user/passkeyAdd", Some(&again), body).await));
    let wrong = json!({"password": "wrong pass"});
    assert!(
        call(app, "user/passkeyBegin", Some(&again), wrong).await["data"]["fields"]["password"].is_string()
    );
}

async fn the_user_must_be_verified(app: &TestApp) {
    let sid = app.signed_in("ann", AccountType::Customer).await;
    let mut phone = Authenticator::new(1);
    phone.flags = USER_PRESENT;
    let begun = begin(app, &sid, None).await;
    let credential = phone.create(&begun["options"]);
    let body = json!({"name": "Phone", "ticket": begun["ticket"], "credential": credential});
    assert!(is_refused(&call(app, "user/passkeyAdd", Some(&sid), body).await));
    phone.flags = USER_PRESENT | USER_VERIFIED;
    register(app, &sid, &mut phone).await;
    phone.flags = USER_PRESENT;
    assert!(is_refused(&login(app, &mut phone).await));
}

async fn a_cloned_authenticator_is_noticed(app: &TestApp) {
    let sid = app.signed_in("ann", AccountType::Customer).await;
    let mut phone = Authenticator::new(1);
    register(app, &sid, &mut phone).await;
    assert_eq!(login(app, &mut phone).await["code"], 0);
    // The clone has not counted the last use.
    let challenge = challenge(app).await;
    let body = json!({"ticket": challenge["ticket"], "credential": phone.get_again(&challenge["options"])});
    assert!(is_refused(&call(app, "user/passkeyLogin", None, body).await));
    assert_eq!(login(app, &mut phone).await["code"], 0);
}

async fn passkeys_are_limited(app: &TestApp) {
    let ann = app.user("ann", AccountType::Customer).await;
    let sid = app.sid("ann").await;
    let mut first = Authenticator::new(1);
    register(app, &sid, &mut first).await;
    let mut tx = app.store.begin().await.unwrap();
    let stored = tx.passkeys(ann).await.unwrap().remove(0).stored;
    for seed in 100..106 {
        let more = NewPasskey { credential_id: vec![seed; 20], ..stored.clone() };
        tx.add_passkey(&more, 10).await.unwrap().unwrap();
    }
    tx.save().await.unwrap();
    let mut waiting = Vec::new();
    // All challenges are given out while there is room.
    for seed in 2..=6 {
        let code = code(app, &mut first).await;
        let begun = begin(app, &sid, Some(&code)).await;
        assert_eq!(begun["options"]["excludeCredentials"].as_array().unwrap().len(), 7);
        let mut authenticator = Authenticator::new(seed);
        let credential = authenticator.create(&begun["options"]);
        assert_eq!(authenticator.user_handle, first.user_handle, "one account has one name");
        waiting.push(json!({"name": "Phone", "ticket": begun["ticket"], "credential": credential}));
    }
    let last = waiting.split_off(2);
    for body in waiting {
        assert_eq!(call(app, "user/passkeyAdd", Some(&sid), body).await["code"], 0);
    }
    let add = |body: &Value| call(app, "user/passkeyAdd", Some(&sid), body.clone());
    let (a, b, c) = tokio::join!(add(&last[0]), add(&last[1]), add(&last[2]));
    let full = "An account can have at most 10 passkeys";
    let outcomes = [&a, &b, &c].map(|done| (done["code"].as_i64(), done["msg"] == full));
    assert_eq!(outcomes.iter().filter(|outcome| **outcome == (Some(0), false)).count(), 1, "{outcomes:?}");
    assert_eq!(outcomes.iter().filter(|outcome| **outcome == (Some(40000), true)).count(), 2, "{outcomes:?}");
    let body = json!({"password": PASSWORD, "code": code(app, &mut first).await});
    assert_eq!(call(app, "user/passkeyBegin", Some(&sid), body).await["msg"], full);
}

async fn removing_requires_a_second_factor(app: &TestApp) {
    let sid = app.signed_in("ann", AccountType::Customer).await;
    let mut phone = Authenticator::new(1);
    let id = register(app, &sid, &mut phone).await["id"].clone();
    let remove = async |sid: &str, password: &str, code: Option<&str>| {
        call(app, "user/passkeyRemove", Some(sid), json!({"id": id, "password": password, "code": code}))
            .await
    };
    assert!(remove(&sid, PASSWORD, None).await["data"]["fields"]["code"].is_string());
    assert!(remove(&sid, PASSWORD, Some("000000")).await["data"]["fields"]["code"].is_string());
    let good = code(app, &mut phone).await;
    assert!(remove(&sid, "wrong pass", Some(&good)).await["data"]["fields"]["password"].is_string());
    let bob = app.signed_in("bob", AccountType::Customer).await;
    assert_eq!(remove(&bob, PASSWORD, None).await["code"], 40400, "of another account");
    assert_eq!(remove(&sid, PASSWORD, Some(&good)).await["code"], 0);
    let line = app.audited().await.remove(0);
    assert_eq!(line.action, "user/passkeyRemove");
    assert!(is_refused(&login(app, &mut phone).await), "it is gone");
    let done = password_login(app, "ann", None).await;
    let security = app.call("user/security", done["data"]["sid"].as_str(), json!({})).await;
    assert_eq!(security["data"]["recovery_left"], 0, "nothing is left to recover");
}

async fn another_factor_is_added_with_the_present_one(app: &TestApp) {
    let sid = app.signed_in("ann", AccountType::Customer).await;
    let mut phone = Authenticator::new(1);
    let id = register(app, &sid, &mut phone).await["id"].clone();
    let refused = app.call("user/totpBegin", Some(&sid), json!({"password": PASSWORD})).await;
    assert!(refused["data"]["fields"]["code"].is_string(), "{refused}");
    let body = json!({"password": PASSWORD, "code": code(app, &mut phone).await});
    let begun = app.call("user/totpBegin", Some(&sid), body).await;
    let secret = begun["data"]["secret"].as_str().unwrap().to_owned();
    // A secret that is not confirmed yet proves nothing.
    let body = json!({"id": id, "password": PASSWORD, "code": totp(app, &secret)});
    assert!(call(app, "user/passkeyRemove", Some(&sid), body).await["data"]["fields"]["code"].is_string());
    let enabled = app.call("user/totpEnable", Some(&sid), json!({"code": totp(app, &secret)})).await;
    assert_eq!(enabled["code"], 0, "{enabled}");
    // Without the app, the passkey and its recovery codes stay.
    let body = json!({"password": PASSWORD, "code": code(app, &mut phone).await});
    assert_eq!(app.call("user/totpDisable", Some(&sid), body).await["code"], 0);
    let security = app.call("user/security", Some(&sid), json!({})).await;
    assert_eq!(
        (&security["data"]["recovery_left"], &security["data"]["totp_enabled"]),
        (&json!(10), &json!(false))
    );

    let sid = app.signed_in("bob", AccountType::Customer).await;
    let (secret, codes) = enrol(app, &sid).await;
    let refused = call(app, "user/passkeyBegin", Some(&sid), json!({"password": PASSWORD})).await;
    assert!(refused["data"]["fields"]["code"].is_string(), "{refused}");
    app.clock.advance(30);
    let begun = begin(app, &sid, Some(&totp(app, &secret))).await;
    let credential = Authenticator::new(2).create(&begun["options"]);
    let body = json!({"name": "Key", "ticket": begun["ticket"], "credential": credential});
    let added = call(app, "user/passkeyAdd", Some(&sid), body).await;
    assert_eq!(added["data"]["recovery_codes"], json!([]), "the present codes stay");
    assert_eq!(password_login(app, "bob", Some(&codes[0])).await["code"], 0);
}

async fn a_password_reset_stops_passkeys_until_it_is_changed(app: &TestApp) {
    let admin = app.signed_in("admin", AccountType::SuperAdministrator).await;
    let ann = app.user("ann", AccountType::Customer).await;
    let sid = app.sid("ann").await;
    let mut phone = Authenticator::new(1);
    register(app, &sid, &mut phone).await;
    let reset = app.call("user/resetPwd", Some(&admin), json!({"uid": ann})).await;
    let one_time = reset["data"]["password"].as_str().unwrap_or_else(|| panic!("{reset}"));
    let done = login(app, &mut phone).await;
    let sid = done["data"]["sid"].as_str().unwrap();
    assert_eq!(app.call("list/list", Some(sid), json!({})).await["code"], 40300);
    let refused = call(app, "user/passkeyBegin", Some(sid), json!({"password": one_time})).await;
    assert_eq!(refused["code"], 40300, "no passkey is added with a one-time password: {refused}");
    let change = json!({"old_pwd": one_time, "new_pwd": PASSWORD, "confirm_pwd": PASSWORD});
    assert_eq!(app.call("user/changePwd", Some(sid), change).await["code"], 0);
    let done = login(app, &mut phone).await;
    assert_eq!(app.call("list/list", done["data"]["sid"].as_str(), json!({})).await["code"], 0);
}

async fn a_passkey_gets_through_the_limits_of_its_address(app: &TestApp) {
    let sid = app.signed_in("ann", AccountType::Customer).await;
    let mut phone = Authenticator::new(1);
    register(app, &sid, &mut phone).await;
    let mut unknown = Authenticator::new(3);
    let mut refused = 0;
    for _ in 0..101 {
        let answer = login(app, &mut unknown).await;
        refused += usize::from(answer["code"] == 42900);
        assert!(answer["code"] == 42900 || is_refused(&answer), "{answer}");
    }
    assert!(refused > 0, "the address is limited");
    assert_eq!(login(app, &mut phone).await["code"], 0);
    let code = code(app, &mut phone).await;
    assert_eq!(password_login(app, "ann", Some(&code)).await["code"], 0);
}

async fn strangers_who_ask_for_challenges_write_nothing(app: &TestApp) {
    let lines = app.audited().await.len();
    for _ in 0..150 {
        assert_eq!(call(app, "user/passkeyChallenge", None, json!({})).await["code"], 0);
    }
    assert_eq!(app.audited().await.len(), lines);
    let mut tx = app.store.read().await.unwrap();
    let counted = tx.check_attempt("login-address:", 1, 900, app.clock.now()).await.unwrap();
    assert_eq!(counted, Attempt::Allowed);
    // Nonsense is refused.
    for body in [
        json!({"ticket": "", "credential": {}}),
        json!({"ticket": "AAAA", "credential": {"id": "x"}}),
        json!({"ticket": challenge(app).await["ticket"], "credential": null}),
        json!({"ticket": challenge(app).await["ticket"], "credential": {"id": "x".repeat(40_000)}}),
    ] {
        assert!(is_refused(&call(app, "user/passkeyLogin", None, body).await));
    }
}

async fn a_passkey_is_enough_for_staff(app: &TestApp) {
    let admin = app.signed_in("admin", AccountType::SuperAdministrator).await;
    let body = json!({"version": 0, "settings": {"require_staff_totp": true}});
    assert_eq!(app.call("setting/save", Some(&admin), body).await["code"], 0);
    let operator = app.signed_in("operator", AccountType::Operator).await;
    app.clock.advance(10);
    assert_eq!(app.call("user/list", Some(&operator), json!({})).await["code"], 40300);
    register(app, &operator, &mut Authenticator::new(1)).await;
    assert_eq!(app.call("user/list", Some(&operator), json!({})).await["code"], 0);
}

async fn the_only_administrator_confirms_with_a_passkey(app: &TestApp) {
    let ann = app.user("ann", AccountType::Customer).await;
    let admin = app.signed_in("admin", AccountType::SuperAdministrator).await;
    let mut phone = Authenticator::new(1);
    register(app, &admin, &mut phone).await;
    let mut body = gift(ann, "gift-0001");
    body["password"] = json!(PASSWORD);
    let refused = app.call("finance/adjust", Some(&admin), body.clone()).await;
    assert!(refused["data"]["fields"]["code"].is_string(), "{refused}");
    body["code"] = json!(code(app, &mut phone).await);
    let done = app.call("finance/adjust", Some(&admin), body).await;
    assert_eq!(done["data"]["balance"], 50_000, "{done}");
}
