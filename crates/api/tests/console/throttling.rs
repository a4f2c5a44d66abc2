//! Limits of sign-in attempts: who is refused, who is not, and what strangers leave behind.

use axum::body::Body;
use axum::http::Request;
use numsift_accounts::{AccountError, Client, LoggedIn, Login};
use numsift_model::account::AccountType;
use numsift_model::clock::Clock as _;
use numsift_store::Attempt;
use serde_json::{Value, json};

use crate::app::{PASSWORD, TestApp, on_both_stores};
use crate::security::{code, enrol};

on_both_stores!(
    over_long_names_are_refused_before_anything_is_written,
    a_refused_address_writes_nothing_more,
    strangers_cannot_lock_an_account_out,
    ipv6_addresses_share_the_limit_of_their_64,
    a_browser_that_logged_in_before_gets_through,
    a_second_factor_gets_through,
    codes_cannot_be_guessed_from_many_addresses,
    codes_cannot_be_guessed_above_the_limits,
    pages_of_other_sites_cannot_log_in,
    failed_logins_are_audited,
);

const WINDOW_S: i64 = 15 * 60;

fn client(ip: &str) -> Client {
    Client { ip: ip.to_owned(), user_agent: String::new() }
}

async fn attempt(app: &TestApp, ip: &str, login: Login<'_>) -> Result<LoggedIn, AccountError> {
    app.accounts.login(&login, &client(ip)).await
}

fn login<'a>(username: &'a str, password: &'a str) -> Login<'a> {
    Login { username, password, code: None, device: None }
}

fn with_code<'a>(username: &'a str, code: &'a str) -> Login<'a> {
    Login { code: Some(code), ..login(username, PASSWORD) }
}

/// Uses up the attempts of one address for one name.
async fn use_up(app: &TestApp, ip: &str, username: &str) {
    for _ in 0..10 {
        let wrong = attempt(app, ip, login(username, "wrong pass")).await;
        assert!(matches!(wrong, Err(AccountError::WrongCredentials)), "{wrong:?}");
    }
    let refused = attempt(app, ip, login(username, PASSWORD)).await;
    assert!(matches!(refused, Err(AccountError::TooMany { .. })), "{refused:?}");
}

async fn is_counted(app: &TestApp, key: &str) -> bool {
    let mut tx = app.store.read().await.unwrap();
    tx.check_attempt(key, 1, WINDOW_S, app.clock.now()).await.unwrap() != Attempt::Allowed
}

async fn over_long_names_are_refused_before_anything_is_written(app: &TestApp) {
    let before = app.audited().await.len();
    for username in ["x".repeat(900_000), "x".repeat(33), "no such\u{1f600}name".to_owned()] {
        let body = json!({"username": username, "password": PASSWORD});
        let refused = app.call("user/login", None, body).await;
        assert_eq!(
            (&refused["code"], &refused["msg"]),
            (&json!(40000), &json!("Wrong username or password"))
        );
    }
    assert!(!is_counted(app, "login-address:").await);
    assert_eq!(app.audited().await.len(), before);
}

async fn a_refused_address_writes_nothing_more(app: &TestApp) {
    let ip = "203.0.113.7";
    for i in 0..100 {
        // Refused before hashing.
        let wrong = attempt(app, ip, login(&format!("nobody{i}"), &"x".repeat(200))).await;
        assert!(matches!(wrong, Err(AccountError::WrongCredentials)), "{wrong:?}");
    }
    assert!(is_counted(app, &format!("login:nobody99 {ip} ")).await, "the key is as expected");
    let before = app.audited().await.len();
    let refused = attempt(app, ip, login("nobody100", "wrong pass")).await;
    assert!(matches!(refused, Err(AccountError::TooMany { retry_after: 900 })), "{refused:?}");
    assert!(!is_counted(app, &format!("login:nobody100 {ip} ")).await);
    assert_eq!(app.audited().await.len(), before);
}

async fn strangers_cannot_lock_an_account_out(app: &TestApp) {
    app.user("admin", AccountType::SuperAdministrator).await;
    for host in 1..=12 {
        use_up(app, &format!("198.51.100.{host}"), "admin").await;
    }
    attempt(app, "203.0.113.7", login("admin", PASSWORD)).await.unwrap();
    // 10.0.0.1 is a prefix of 10.0.0.10: a login there must not clear the count here.
    use_up(app, "10.0.0.10", "admin").await;
    attempt(app, "10.0.0.1", login("admin", PASSWORD)).await.unwrap();
    let refused = attempt(app, "10.0.0.10", login("admin", PASSWORD)).await;
    assert!(matches!(refused, Err(AccountError::TooMany { .. })), "{refused:?}");
}

async fn ipv6_addresses_share_the_limit_of_their_64(app: &TestApp) {
    app.user("ann", AccountType::Customer).await;
    for host in 1..=10 {
        let ip = format!("2001:db8:1:2::{host}");
        let wrong = attempt(app, &ip, login("ann", "wrong pass")).await;
        assert!(matches!(wrong, Err(AccountError::WrongCredentials)), "{wrong:?}");
    }
    let refused = attempt(app, "2001:db8:1:2:ffff::1", login("ann", PASSWORD)).await;
    assert!(matches!(refused, Err(AccountError::TooMany { .. })), "{refused:?}");
    attempt(app, "2001:db8:1:3::1", login("ann", PASSWORD)).await.unwrap();
}

async fn a_browser_that_logged_in_before_gets_through(app: &TestApp) {
    app.user("ann", AccountType::Customer).await;
    app.user("bob", AccountType::Customer).await;
    let send = async |username: &str, password: &str, cookie: Option<&str>| {
        let body = json!({"username": username, "password": password}).to_string();
        let mut request = Request::post("/api/user/login").header("lang", "en");
        if let Some(cookie) = cookie {
            request = request.header("cookie", format!("a=b; {cookie}; c=d"));
        }
        let answer = app.send(request.body(Body::from(body)).unwrap()).await;
        let set = answer.headers.get("set-cookie").map(|value| value.to_str().unwrap().to_owned());
        (answer.json()["code"].as_i64().unwrap(), set)
    };
    let (_, set) = send("ann", PASSWORD, None).await;
    let set = set.unwrap();
    for part in ["HttpOnly", "SameSite=Strict", "Path=/api/user/login"] {
        assert!(set.contains(part), "{set}");
    }
    let cookie = set.split(';').next().unwrap().to_owned();
    for _ in 0..10 {
        assert_eq!(send("ann", "wrong pass", None).await.0, 40000);
    }
    assert_eq!(send("ann", PASSWORD, None).await.0, 42900, "an unknown browser at this address");
    assert_eq!(send("ann", PASSWORD, Some("numsift_device=invented")).await.0, 42900);
    assert_eq!(send("ann", PASSWORD, Some(&cookie)).await.0, 0, "the known one");
    for _ in 0..10 {
        assert_eq!(send("bob", "wrong pass", None).await.0, 40000);
    }
    assert_eq!(send("bob", PASSWORD, Some(&cookie)).await.0, 42900, "it is known to ann, not to bob");
    for _ in 0..10 {
        assert_eq!(send("ann", "wrong pass", Some(&cookie)).await.0, 40000);
    }
    assert_eq!(send("ann", PASSWORD, Some(&cookie)).await.0, 42900, "it has a limit of its own");
}

async fn a_second_factor_gets_through(app: &TestApp) {
    let sid = app.signed_in("ann", AccountType::Customer).await;
    let (secret, _) = enrol(app, &sid).await;
    use_up(app, "203.0.113.7", "ann").await;
    app.clock.advance(30);
    let fresh = code(app, &secret);
    let with =
        |password: &'static str, code: &'static str| Login { code: Some(code), ..login("ann", password) };
    for login in [
        with(PASSWORD, "000000"),
        // The right code, but the answer does not say that only the password is wrong.
        Login { code: Some(&fresh), ..login("ann", "wrong pass") },
        login("ann", PASSWORD),
    ] {
        let refused = attempt(app, "203.0.113.7", login).await;
        assert!(matches!(refused, Err(AccountError::TooMany { .. })), "{refused:?}");
    }
    attempt(app, "203.0.113.7", Login { code: Some(&fresh), ..login("ann", PASSWORD) }).await.unwrap();
}

async fn codes_cannot_be_guessed_from_many_addresses(app: &TestApp) {
    let sid = app.signed_in("ann", AccountType::Customer).await;
    let (secret, _) = enrol(app, &sid).await;
    app.clock.advance(30);
    let device = attempt(app, "192.0.2.1", with_code("ann", &code(app, &secret))).await.unwrap().device;
    app.clock.advance(30);
    for host in 1..=10 {
        let wrong = attempt(app, &format!("198.51.100.{host}"), with_code("ann", "000000")).await;
        assert!(matches!(wrong, Err(AccountError::WrongCode)), "{wrong:?}");
    }
    let fresh = code(app, &secret);
    let refused = attempt(app, "198.51.100.11", with_code("ann", &fresh)).await;
    assert!(matches!(refused, Err(AccountError::TooMany { .. })), "{refused:?}");
    let detail: Value = serde_json::from_str(&app.audited().await[0].detail).unwrap();
    assert_eq!(detail, json!({"username": "ann", "reason": "codes"}));
    let own = Login { device: Some(&device), ..with_code("ann", &fresh) };
    attempt(app, "198.51.100.11", own).await.unwrap();
    app.clock.advance(30);
    attempt(app, "198.51.100.11", with_code("ann", &code(app, &secret))).await.unwrap();
}

async fn codes_cannot_be_guessed_above_the_limits(app: &TestApp) {
    let sid = app.signed_in("ann", AccountType::Customer).await;
    let (secret, _) = enrol(app, &sid).await;
    use_up(app, "203.0.113.7", "ann").await;
    app.clock.advance(30);
    for _ in 0..10 {
        let refused = attempt(app, "203.0.113.7", with_code("ann", "000000")).await;
        assert!(matches!(refused, Err(AccountError::TooMany { .. })), "{refused:?}");
    }
    let fresh = code(app, &secret);
    let refused = attempt(app, "203.0.113.7", with_code("ann", &fresh)).await;
    assert!(matches!(refused, Err(AccountError::TooMany { .. })), "{refused:?}");
    attempt(app, "203.0.113.8", with_code("ann", &fresh)).await.unwrap();
}

async fn pages_of_other_sites_cannot_log_in(app: &TestApp) {
    app.user("ann", AccountType::Customer).await;
    let send = async |site: Option<&str>| {
        let body = json!({"username": "ann", "password": PASSWORD}).to_string();
        let mut request = Request::post("/api/user/login").header("content-type", "text/plain");
        if let Some(site) = site {
            request = request.header("sec-fetch-site", site);
        }
        app.send(request.body(Body::from(body)).unwrap()).await.json()["code"].clone()
    };
    assert_eq!(send(Some("cross-site")).await, 40300);
    assert_eq!(send(Some("same-site")).await, 40300);
    for site in [None, Some("same-origin"), Some("none")] {
        assert_eq!(send(site).await, 0, "{site:?}");
    }
}

async fn failed_logins_are_audited(app: &TestApp) {
    let ann = app.user("ann", AccountType::Customer).await;
    let _ = attempt(app, "203.0.113.7", login(" ANN ", "wrong pass")).await;
    let _ = attempt(app, "203.0.113.8", login("nobody", "wrong pass")).await;
    let lines = app.audited().await;
    let [unknown, known, ..] = &lines[..] else { panic!("{lines:?}") };
    for (line, subject, ip, username) in
        [(known, Some(ann), "203.0.113.7", "ann"), (unknown, None, "203.0.113.8", "nobody")]
    {
        assert_eq!((line.action.as_str(), line.actor, line.subject), ("user/loginFailed", None, subject));
        assert_eq!(line.ip, ip);
        let detail: Value = serde_json::from_str(&line.detail).unwrap();
        assert_eq!(detail, json!({"username": username, "reason": "password"}));
    }
}
