//! Limits on what callers can send.

use axum::body::Body;
use axum::http::{Request, StatusCode};
use numsift_model::account::AccountType;
use numsift_model::limits::{FORM_FIELD, FORM_FIELDS};
use serde_json::{Value, json};

use crate::app::{Answer, TestApp, on_both_stores};

on_both_stores!(
    form_fields_are_limited,
    callbacks_are_as_large_as_the_answers_of_a_channel,
    unverified_callbacks_are_kept_for_known_jobs_only,
    templates_that_grow_are_faults,
);

async fn form_fields_are_limited(app: &TestApp) {
    let sid = app.signed_in("ann", AccountType::Customer).await;
    let field = |name: &str, value: &str| {
        format!("--b\r\ncontent-disposition: form-data; name=\"{name}\"\r\n\r\n{value}\r\n")
    };
    let long = "x".repeat(FORM_FIELD + 1);
    for (form, field) in [
        (field("name", &long), "name"),
        (field("kind", &long), "kind"),
        (field("name", "x").repeat(FORM_FIELDS + 1), "body"),
    ] {
        let request = Request::post("/api/task/upload")
            .header("content-type", "multipart/form-data; boundary=b")
            .header("lang", "en")
            .header("sid", &sid);
        let answer = app.send(request.body(Body::from(form + "--b--\r\n")).unwrap()).await.json();
        assert_eq!(answer["code"], 40000, "{answer}");
        assert!(answer["data"]["fields"][field].is_string(), "{answer}");
    }
}

/// A channel with callbacks that nobody signs.
fn channel(verify: &str) -> Value {
    json!({"version": 0, "priority": 1, "enabled": true, "config": {
        "name": "example", "kind": "http", "base_url": "https://provider.example", "checks": ["whatsapp"],
        "contract": {"ref": "1", "expires": "2099-01-01"}, "mode": "callback", "answer": {"max_bytes": 3_000_000},
        "callback": {"job": "$.id", "verify": verify, "secret": "0123456789abcdef0123"},
        "submit": {"method": "POST", "path": "/x", "body": "{}"}, "items": "$.items[*]",
        "match": {"key": "$.n", "by": "digits"}, "map": [{"to": "status", "path": "$.s"}]}})
}

async fn with_channel(app: &TestApp, verify: &str) {
    let admin = app.signed_in("boss", AccountType::SuperAdministrator).await;
    let saved = app.call("channel/save", Some(&admin), channel(verify)).await;
    assert_eq!(saved["code"], 0, "{saved}");
}

async fn call_back(app: &TestApp, path: &str, body: String) -> Answer {
    app.send(Request::post(format!("/api/callbacks/{path}")).body(Body::from(body)).unwrap()).await
}

async fn stored(app: &TestApp, job: &str) -> bool {
    app.store.read().await.unwrap().callback("example", job).await.unwrap().is_some()
}

async fn callbacks_are_as_large_as_the_answers_of_a_channel(app: &TestApp) {
    with_channel(app, "secret_path").await;
    let body = |job: &str, bytes: usize| json!({"id": job, "items": "x".repeat(bytes)}).to_string();
    let secret = "example/0123456789abcdef0123";
    let large = call_back(app, secret, body("large", 2_900_000)).await;
    assert_eq!(large.status, StatusCode::OK);
    assert!(stored(app, "large").await);
    let too_large = call_back(app, secret, body("too-large", 3_000_000)).await;
    assert_eq!(too_large.status, StatusCode::PAYLOAD_TOO_LARGE);
    assert_eq!(too_large.headers["content-type"], "application/problem+json");
    assert_eq!(too_large.json()["code"], "payload-too-large");
    assert!(!stored(app, "too-large").await);
    for (path, body, status) in [
        ("example/wrong-wrong-wrong-wrong", body("job", 1), StatusCode::NOT_FOUND),
        ("example", body("job", 1), StatusCode::NOT_FOUND),
        ("nothing", body("job", 1), StatusCode::NOT_FOUND),
        (secret, "[]".to_owned(), StatusCode::UNPROCESSABLE_ENTITY),
    ] {
        let refused = call_back(app, path, body).await;
        assert_eq!(refused.status, status, "{path}");
        assert_eq!(refused.headers["content-type"], "application/problem+json", "{path}");
    }
    assert!(!stored(app, "job").await);
}

async fn unverified_callbacks_are_kept_for_known_jobs_only(app: &TestApp) {
    with_channel(app, "none").await;
    let body = |job: &str| json!({"id": job, "items": []}).to_string();
    let unknown = call_back(app, "example", body("unknown")).await;
    assert_eq!(unknown.status, StatusCode::NOT_FOUND);
    assert!(!stored(app, "unknown").await);
    // The callback is faster than the reply to the submission.
    let (early, ()) = tokio::join!(call_back(app, "example", body("early")), async {
        let mut tx = app.store.begin().await.unwrap();
        tx.expect_callback("example", "early", numsift_model::clock::Timestamp(0)).await.unwrap();
        tx.save().await.unwrap();
    });
    assert_eq!(early.status, StatusCode::OK);
    assert!(stored(app, "early").await);
}

async fn templates_that_grow_are_faults(app: &TestApp) {
    let admin = app.signed_in("boss", AccountType::SuperAdministrator).await;
    for template in ["{{ ('%300000000d'|format(1))|length }}", "{{ ('x' * 9999999) * 99 }}"] {
        let mut channel = channel("none");
        channel["config"]["submit"]["body"] = json!(template);
        let answer = app.call("channel/validate", Some(&admin), json!({"config": channel["config"]})).await;
        assert_eq!(answer["data"]["faults"][0]["field"], "submit.body", "{answer}");
    }
}
