//! The public API: authentication, refusals, limits, lookups.

use axum::body::Body;
use axum::http::{Request, StatusCode};
use numsift_api_keys::Limits;
use numsift_ledger::{Adjust, By, adjust, verify};
use numsift_model::account::AccountType;
use numsift_model::clock::Clock;
use numsift_model::id::{LookupId, Uid};
use numsift_model::ledger::Bucket;
use numsift_model::money::Points;
use numsift_store::OnceMet;
use serde_json::{Value, json};

use crate::app::{Answer, TestApp, on_both_stores};

on_both_stores!(
    lookups_without_projects_are_free,
    refusals_are_problem_details,
    keys_allow_only_their_scopes,
    a_revoked_key_is_refused_on_the_other_node,
    a_limit_is_shared_by_nodes,
    answers_are_charged_once,
    the_balance_never_goes_below_zero,
    an_idempotent_request_is_answered_once,
    a_resumed_request_is_not_charged_again,
    test_numbers_are_free,
    usage_is_counted,
);

/// All scopes.
pub const ALL: [&str; 9] = [
    "lookup",
    "tasks:read",
    "tasks:write",
    "balance",
    "webhooks",
    "suppression:read",
    "suppression:write",
    "usage",
    "generate",
];

/// An account with a key: its uid, its session and its secret.
pub async fn with_key(app: &TestApp, name: &str, scopes: &[&str]) -> (Uid, String, String) {
    let uid = app.user(name, AccountType::Customer).await;
    let sid = app.sid(name).await;
    let made = app.call("user/generateApi", Some(&sid), json!({"name": "test", "scopes": scopes})).await;
    let secret = made["data"]["secret"].as_str().unwrap_or_else(|| panic!("{made}")).to_owned();
    (uid, sid, secret)
}

/// Adds points to an account.
pub async fn give(app: &TestApp, uid: Uid, amount: i64) {
    let mut tx = app.store.begin().await.unwrap();
    let new = Adjust {
        uid,
        bucket: Bucket::Points,
        amount: Points(amount),
        request_id: "gift-0001",
        reason: "test",
    };
    adjust(&mut *tx, By::system(app.clock.now()), new).await.unwrap();
    tx.save().await.unwrap();
}

/// Adds the catalogue, with a price for the projects of the number engine.
pub async fn priced(app: &TestApp, price: i64) {
    app.free_catalogue().await;
    let mut tx = app.store.begin().await.unwrap();
    let mut project = tx.project("hygiene").await.unwrap().unwrap();
    project.details.price = price;
    tx.put_project(&project).await.unwrap();
    tx.save().await.unwrap();
}

/// A request with a key.
pub fn request(method: &str, path: &str, secret: &str, body: Option<&Value>) -> Request<Body> {
    let request =
        Request::builder().method(method).uri(path).header("authorization", format!("Bearer {secret}"));
    match body {
        Some(body) => {
            request.header("content-type", "application/json").body(Body::from(body.to_string())).unwrap()
        }
        None => request.body(Body::empty()).unwrap(),
    }
}

pub async fn get(app: &TestApp, path: &str, secret: &str) -> Answer {
    app.send(request("GET", path, secret, None)).await
}

/// Sends a POST request, with an idempotency key if `once` is set.
pub async fn post(app: &TestApp, path: &str, secret: &str, body: &Value, once: Option<&str>) -> Answer {
    let mut request = request("POST", path, secret, Some(body));
    if let Some(once) = once {
        request.headers_mut().insert("idempotency-key", once.parse().unwrap());
    }
    app.send(request).await
}

/// The code of a problem; the answer must be one.
pub fn problem(answer: &Answer) -> String {
    assert_eq!(answer.headers["content-type"], "application/problem+json", "{:?}", answer.json());
    let body = answer.json();
    assert_eq!(body["status"], answer.status.as_u16());
    let code = body["code"].as_str().unwrap();
    assert_eq!(body["type"], format!("/docs/api/errors#{code}"));
    assert!(body["title"].is_string() && body["detail"].is_string(), "{body}");
    code.to_owned()
}

async fn points(app: &TestApp, secret: &str) -> (i64, i64) {
    let balance = get(app, "/v1/balance", secret).await.json();
    (balance["points"].as_i64().unwrap(), balance["held"].as_i64().unwrap())
}

async fn lookups_without_projects_are_free(app: &TestApp) {
    let (_, _, secret) = with_key(app, "ann", &["lookup"]).await;
    let body = json!({"number": "020 8366 1177", "country": "GB"});
    let answer = post(app, "/v1/lookup", &secret, &body, None).await;
    assert_eq!(answer.status, StatusCode::OK, "{}", answer.json());
    let expected = json!({"number": "020 8366 1177", "e164": "+442083661177", "national": "020 8366 1177",
        "international": "+44 20 8366 1177", "valid": true, "possible": true, "reason": null, "type": "fixed_line",
        "country": "GB", "calling_code": 44, "region": "London", "timezones": ["Europe/London"],
        "timezone": "Europe/London", "carrier": null, "original_carrier": null, "test": false, "charged": 0, "checks": {}});
    assert_eq!(answer.json(), expected);
    assert_eq!(answer.headers["ratelimit-policy"], "\"lookup\";q=3000;w=60");
    assert_eq!(answer.headers["ratelimit"], "\"lookup\";r=2999;t=60");
    assert_eq!(answer.headers["x-request-id"].len(), 16);

    let answer = post(app, "/v1/lookup", &secret, &json!({"number": "+1201555010"}), None).await.json();
    assert_eq!((&answer["valid"], &answer["reason"]), (&json!(false), &json!("too_short")));
    let answer = post(app, "/v1/lookup", &secret, &json!({"number": "nobody"}), None).await.json();
    assert_eq!((&answer["e164"], &answer["reason"]), (&Value::Null, &json!("not_a_number")));
}

async fn refusals_are_problem_details(app: &TestApp) {
    let (_, _, secret) = with_key(app, "ann", &ALL).await;
    let long = "x".repeat(1024 * 1024 + 1);
    for (request, status, code) in [
        (request("GET", "/v1/nothing", &secret, None), 404, "not-found"),
        (request("GET", "/v1", &secret, None), 404, "not-found"),
        (request("DELETE", "/v1/lookup", &secret, None), 405, "method-not-allowed"),
        (request("GET", "/v1/tasks/77", &secret, None), 404, "not-found"),
        (request("GET", "/v1/tasks/x", &secret, None), 404, "not-found"),
        (request("GET", "/v1/", &secret, None), 404, "not-found"),
        (request("GET", "/v1/tasks/77/nothing", &secret, None), 404, "not-found"),
        (request("GET", "/v1/tasks?limit=0", &secret, None), 400, "invalid-request"),
        (request("GET", "/v1/tasks?size=3", &secret, None), 400, "invalid-request"),
        (request("POST", "/v1/lookup", &secret, Some(&json!({}))), 400, "invalid-request"),
        (request("POST", "/v1/lookup", &secret, Some(&json!([]))), 400, "invalid-request"),
        (request("POST", "/v1/lookup", &secret, Some(&json!(long))), 413, "payload-too-large"),
        (request("POST", "/v1/lookup", "ns_aaaaaaaa_x", Some(&json!({}))), 401, "unauthorized"),
        (request("POST", "/v1/tasks", &secret, Some(&json!({"checks": []}))), 400, "invalid-request"),
    ] {
        let path = format!("{} {}", request.method(), request.uri());
        let answer = app.send(request).await;
        assert_eq!((answer.status.as_u16(), problem(&answer).as_str()), (status, code), "{path}");
        assert!(answer.headers.contains_key("x-request-id"), "{path}");
        if status == 405 {
            assert_eq!(answer.headers["allow"], "POST");
        }
    }
    let body = json!({"number": "1", "contry": "GB"});
    let wrong = post(app, "/v1/lookup", &secret, &body, None).await.json();
    assert_eq!(
        wrong["errors"],
        json!([{"pointer": "/contry", "detail": "Unknown field; did you mean `country`?"}])
    );
    let mut form = request("POST", "/v1/lookup", &secret, Some(&json!({"number": "1"})));
    form.headers_mut().insert("content-type", "text/plain".parse().unwrap());
    assert_eq!(problem(&app.send(form).await), "unsupported-media-type");
    let mut picture = request("GET", "/v1/projects", &secret, None);
    picture.headers_mut().insert("accept", "image/png".parse().unwrap());
    assert_eq!(problem(&app.send(picture).await), "not-acceptable");
    let nobody = app.send(Request::get("/v1/balance").body(Body::empty()).unwrap()).await;
    assert_eq!(
        (problem(&nobody).as_str(), &nobody.headers["www-authenticate"]),
        ("unauthorized", &"Bearer".parse().unwrap())
    );
    let described = app.send(Request::get("/v1/openapi.json").body(Body::empty()).unwrap()).await.json();
    assert!(described["openapi"].as_str().unwrap().starts_with("3.1"), "{}", described["openapi"]);
    for status in ["200", "400", "401", "402", "403", "409", "422", "429", "500"] {
        assert!(described["paths"]["/lookup"]["post"]["responses"][status].is_object(), "{status}");
    }
}

async fn keys_allow_only_their_scopes(app: &TestApp) {
    let (uid, sid, secret) = with_key(app, "ann", &["lookup"]).await;
    let number = json!({"number": "+12015550123"});
    for path in ["/v1/tasks", "/v1/balance"] {
        assert_eq!(problem(&get(app, path, &secret).await), "forbidden", "{path}");
    }
    assert_eq!(get(app, "/v1/projects", &secret).await.status, 200, "any key will do");
    let quote = json!({"numbers": ["+12015550123"], "checks": ["hygiene"]});
    for (name, scope, allowed) in
        [("reader", "tasks:read", true), ("writer", "tasks:write", true), ("other", "balance", false)]
    {
        let (_, _, secret) = with_key(app, name, &[scope]).await;
        let quoted = post(app, "/v1/tasks/quote", &secret, &quote, None).await;
        assert_eq!(quoted.status != StatusCode::FORBIDDEN, allowed, "{scope}: {}", quoted.json());
    }
    let key = app.call("user/getApiInfo", Some(&sid), json!({})).await["data"]["keys"][0].clone();
    let rotated = app.call("apiKey/rotate", Some(&sid), json!({"id": key["id"], "overlap_hours": 1})).await;
    let newer = rotated["data"]["secret"].as_str().unwrap().to_owned();
    for secret in [&secret, &newer] {
        assert_eq!(post(app, "/v1/lookup", secret, &number, None).await.status, 200, "both are good");
    }
    app.clock.advance(3600);
    assert_eq!(problem(&post(app, "/v1/lookup", &secret, &number, None).await), "unauthorized");
    assert_eq!(post(app, "/v1/lookup", &newer, &number, None).await.status, 200);
    let end = app.clock.now().plus(10);
    let change = json!({"id": key["id"], "name": "n", "scopes": ["lookup"], "ips": [], "expires_at": end});
    assert_eq!(app.call("apiKey/update", Some(&sid), change).await["code"], 0);
    assert_eq!(post(app, "/v1/lookup", &newer, &number, None).await.status, 200);
    app.clock.advance(10);
    assert_eq!(problem(&post(app, "/v1/lookup", &newer, &number, None).await), "unauthorized");
    let change = json!({"id": key["id"], "name": "n", "scopes": ["lookup"], "ips": ["203.0.113.0/24"]});
    assert_eq!(app.call("apiKey/update", Some(&sid), change).await["code"], 0);
    assert_eq!(problem(&post(app, "/v1/lookup", &newer, &number, None).await), "ip-not-allowed");
    for (address, good) in [("203.0.113.9", true), ("203.0.114.9", false), ("2001:db8::1", false)] {
        let admitted = app.api_keys.admit(&newer, Some(address.parse().unwrap())).await;
        assert_eq!(admitted.is_ok(), good, "{address}");
    }
    let change = json!({"id": key["id"], "name": "n", "scopes": ["lookup"]});
    assert_eq!(app.call("apiKey/update", Some(&sid), change).await["code"], 0);
    let admin = app.signed_in("admin", AccountType::SuperAdministrator).await;
    let off = json!({"uids": [uid], "enabled": false});
    assert_eq!(app.call("user/setEnabled", Some(&admin), off).await["code"], 0);
    app.clock.advance(2);
    assert_eq!(problem(&post(app, "/v1/lookup", &newer, &number, None).await), "account-disabled");
}

async fn a_revoked_key_is_refused_on_the_other_node(app: &TestApp) {
    let (_, sid, secret) = with_key(app, "ann", &["lookup"]).await;
    let other = app.beside(Limits::default());
    let number = json!({"number": "+12015550123"});
    assert_eq!(post(&other, "/v1/lookup", &secret, &number, None).await.status, 200);
    assert_eq!(post(app, "/v1/lookup", &secret, &number, None).await.status, 200);
    let id = app.call("user/getApiInfo", Some(&sid), json!({})).await["data"]["keys"][0]["id"].clone();
    assert_eq!(app.call("apiKey/revoke", Some(&sid), json!({"id": id})).await["code"], 0);
    assert_eq!(
        problem(&post(app, "/v1/lookup", &secret, &number, None).await),
        "unauthorized",
        "here at once"
    );
    app.clock.advance(2);
    assert_eq!(problem(&post(&other, "/v1/lookup", &secret, &number, None).await), "unauthorized");
}

async fn a_limit_is_shared_by_nodes(app: &TestApp) {
    let (_, _, secret) = with_key(app, "ann", &["lookup"]).await;
    let limits = Limits { lookup: 10, ..Limits::default() };
    let (one, other) = (app.beside(limits), app.beside(limits));
    let number = json!({"number": "+12015550123"});
    let mut allowed = 0;
    for round in 0..16 {
        let node = if round % 2 == 0 { &one } else { &other };
        let answer = post(node, "/v1/lookup", &secret, &number, None).await;
        if answer.status == 200 {
            allowed += 1;
            continue;
        }
        assert_eq!(problem(&answer), "rate-limited");
        assert_eq!(answer.headers["retry-after"], "60");
        assert_eq!(answer.headers["ratelimit"], "\"lookup\";r=0;t=60");
    }
    assert_eq!(allowed, 10);
    assert_eq!(get(&one, "/v1/projects", &secret).await.status, 200, "other requests are counted apart");
    app.clock.advance(60);
    assert_eq!(post(&one, "/v1/lookup", &secret, &number, None).await.status, 200, "the next minute");
}

async fn answers_are_charged_once(app: &TestApp) {
    priced(app, 100).await;
    let (uid, _, secret) = with_key(app, "ann", &ALL).await;
    let body = json!({"number": "+8613812345678", "projects": ["hygiene", "carrier"]});
    let poor = post(app, "/v1/lookup", &secret, &body, Some("a")).await;
    assert_eq!(problem(&poor), "insufficient-balance");
    give(app, uid, 1000).await;
    let first = post(app, "/v1/lookup", &secret, &body, Some("a")).await;
    assert_eq!(first.status, 200, "what was refused may be sent again: {}", first.json());
    let found = first.json();
    assert_eq!((&found["charged"], &found["checks"]["hygiene"]["charged"]), (&json!(100), &json!(100)));
    assert_eq!(found["checks"]["hygiene"]["active"], true);
    assert_eq!(found["checks"]["carrier"]["attributes"]["carrier"], "China Mobile");
    let again = post(app, "/v1/lookup", &secret, &body, Some("a")).await;
    assert_eq!((again.status, &again.body), (first.status, &first.body));
    assert_eq!(again.headers["idempotency-replayed"], "true");
    assert_eq!(points(app, &secret).await, (900, 0));
    let invalid = json!({"number": "+86138", "projects": ["hygiene"]});
    let invalid = post(app, "/v1/lookup", &secret, &invalid, None).await.json();
    assert_eq!((&invalid["checks"], &invalid["charged"]), (&json!({"hygiene": null}), &json!(0)));
    for projects in [json!(["nothing"]), json!(["hygiene", "hygiene"])] {
        let wrong = json!({"number": "+8613812345678", "projects": projects});
        assert_eq!(problem(&post(app, "/v1/lookup", &secret, &wrong, None).await), "unprocessable");
    }
    let nobody = json!({"number": "+8613812345678", "projects": ["whatsapp"]});
    assert_eq!(
        problem(&post(app, "/v1/lookup", &secret, &nobody, None).await),
        "unprocessable",
        "no channel"
    );
    let tasks = get(app, "/v1/tasks", &secret).await.json();
    assert_eq!(tasks["items"], json!([]), "lookups are no tasks to be listed");
    assert_eq!(points(app, &secret).await, (900, 0));
    verify(&*app.store).await.unwrap();
}

async fn the_balance_never_goes_below_zero(app: &TestApp) {
    priced(app, 100).await;
    let (uid, _, secret) = with_key(app, "ann", &ALL).await;
    give(app, uid, 1000).await;
    let lookups = (0..40).map(|n| {
        let body = json!({"number": format!("+86138123456{n:02}"), "projects": ["hygiene"]});
        let request = request("POST", "/v1/lookup", &secret, Some(&body));
        async move { app.send(request).await.status.as_u16() }
    });
    let statuses = futures_util::future::join_all(lookups).await;
    let count = |status| statuses.iter().filter(|one| **one == status).count();
    assert_eq!((count(200), count(402)), (10, 30), "{statuses:?}");
    assert_eq!(points(app, &secret).await, (0, 0));
    verify(&*app.store).await.unwrap();
}

async fn an_idempotent_request_is_answered_once(app: &TestApp) {
    priced(app, 100).await;
    let (uid, _, secret) = with_key(app, "ann", &ALL).await;
    give(app, uid, 1000).await;
    let other = app.beside(Limits::default());
    let body = json!({"number": "+8613812345678", "projects": ["hygiene"]});
    // Another node claims the request and dies.
    let parts: [&[u8]; 2] = [b"POST /v1/lookup", &body.to_string().into_bytes()];
    let taken = app.api_keys.claim_once(uid, "k", &parts).await.unwrap();
    assert!(matches!(taken, OnceMet::Mine(_)));
    let busy = post(&other, "/v1/lookup", &secret, &body, Some("k")).await;
    assert_eq!(
        (problem(&busy).as_str(), &busy.headers["retry-after"]),
        ("idempotency-conflict", &"5".parse().unwrap())
    );
    app.clock.advance(150);
    let first = post(&other, "/v1/lookup", &secret, &body, Some("k")).await;
    assert_eq!(first.status, 200, "{}", first.json());
    let again = post(app, "/v1/lookup", &secret, &body, Some("k")).await;
    assert_eq!(again.body, first.body, "on another node");
    let changed = json!({"number": "+8613812345679", "projects": ["hygiene"]});
    assert_eq!(problem(&post(app, "/v1/lookup", &secret, &changed, Some("k")).await), "idempotency-mismatch");
    let task = json!({"numbers": ["+8613812345678"], "checks": [{"project": "hygiene"}]});
    assert_eq!(problem(&post(app, "/v1/tasks", &secret, &task, Some("k")).await), "idempotency-mismatch");
    assert_eq!(points(app, &secret).await.0, 900);
    app.clock.advance(86_401);
    assert_eq!(
        post(app, "/v1/lookup", &secret, &changed, Some("k")).await.status,
        200,
        "after a day it is new"
    );
    assert_eq!(points(app, &secret).await.0, 800);
}

async fn a_resumed_request_is_not_charged_again(app: &TestApp) {
    priced(app, 100).await;
    let (uid, _, secret) = with_key(app, "ann", &ALL).await;
    give(app, uid, 1000).await;
    let body = json!({"number": "+8613812345678", "projects": ["hygiene"]});
    let charged = post(app, "/v1/lookup", &secret, &body, None).await.json();
    let lookup = LookupId(charged["id"].as_i64().unwrap());
    // As if the node had died between the charge and the response.
    let parts: [&[u8]; 2] = [b"POST /v1/lookup", &body.to_string().into_bytes()];
    let Ok(OnceMet::Mine(claim)) = app.api_keys.claim_once(uid, "k", &parts).await else { panic!("new") };
    let mut tx = app.store.begin().await.unwrap();
    assert!(tx.begin_once(&claim, lookup).await.unwrap());
    tx.save().await.unwrap();
    app.clock.advance(151);
    let answer = post(app, "/v1/lookup", &secret, &body, Some("k")).await;
    assert_eq!(answer.json(), charged);
    assert_eq!(points(app, &secret).await, (900, 0));
}

async fn test_numbers_are_free(app: &TestApp) {
    app.free_catalogue().await;
    let (_, _, secret) = with_key(app, "ann", &ALL).await;
    for (number, status, active, error) in [
        ("+12015550100", json!("active"), json!(true), Value::Null),
        ("+12015550101", json!("inactive"), json!(false), Value::Null),
        ("+12015550102", Value::Null, Value::Null, json!("no_answer")),
        ("+12015550103", Value::Null, Value::Null, json!("timeout")),
    ] {
        let body = json!({"number": number, "projects": ["whatsapp"]});
        let found = post(app, "/v1/lookup", &secret, &body, None).await.json();
        let said = &found["checks"]["whatsapp"];
        assert_eq!((&found["test"], &found["charged"]), (&json!(true), &json!(0)), "{found}");
        assert_eq!((&said["status"], &said["active"], &said["source"]), (&status, &active, &json!("test")));
        assert_eq!(said["error"].get("code").cloned().unwrap_or_default(), error, "{number}");
    }
}

async fn usage_is_counted(app: &TestApp) {
    priced(app, 100).await;
    let (uid, sid, secret) = with_key(app, "ann", &["lookup"]).await;
    give(app, uid, 1000).await;
    let free = json!({"number": "+8613812345678"});
    let paid = json!({"number": "+8613812345678", "projects": ["hygiene"]});
    for body in [&free, &free, &paid] {
        assert_eq!(post(app, "/v1/lookup", &secret, body, None).await.status, 200);
    }
    assert_eq!(problem(&get(app, "/v1/balance", &secret).await), "forbidden");
    let info = app.call("user/getApiInfo", Some(&sid), json!({})).await;
    let today = &info["data"]["usage"][29];
    let expected =
        json!({"day": "2027-01-15", "requests": 4, "refused": 1, "lookups": 3, "numbers": 3, "points": 100});
    assert_eq!(today, &expected);
    assert_eq!(info["data"]["keys"][0]["last_used_at"], 1_800_000_000);
}
