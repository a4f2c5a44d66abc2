//! Callbacks of providers from the submission to the answer: the connector, the API and the database.

use axum::body::Body;
use axum::http::{Request, StatusCode};
use numsift_model::account::AccountType;
use numsift_sim::{ProviderSettings, ProvidersNode};
use serde_json::{Value, json};

use crate::app::{Answer, TestApp, on_both_stores};

on_both_stores!(
    results_are_delivered_in_every_shape,
    a_channel_with_callbacks_is_saved_before_it_is_tested,
    parts_are_limited_and_never_doubled,
    the_method_and_the_path_must_be_as_configured,
);

const SECRET: &str = "0123456789abcdef0123";
const NUMBER: &str = "+8613812345678";

/// A channel to the simulated provider, which delivers in the given way.
fn channel(name: &str, base_url: &str, deliver: &Value, callback: &Value, items: &str) -> Value {
    let body = format!(
        "{{\"deliver\": {deliver}, \"check\": {{{{ project | tojson }}}}, \"notify\": {{{{ callback_url | tojson }}}}, \
         \"items\": [{{\"ref\": {{{{ number.id | tojson }}}}, \"phone\": {{{{ number.e164 | tojson }}}}}}]}}"
    );
    json!({"name": name, "kind": "http", "base_url": base_url, "checks": ["whatsapp"],
        "contract": {"ref": "1", "expires": "2099-01-01"}, "mode": "callback", "callback": callback,
        "answer": {"max_bytes": 2000}, "submit": {"path": "/callback/submit", "body": body}, "items": items,
        "match": {"key": "$.ref", "by": "correlation_id"},
        "map": [{"to": "status", "path": "$.code", "values": {"1": "active", "0": "inactive", "9": "unknown"}}]})
}

async fn save(app: &TestApp, sid: &str, config: &Value) {
    let body = json!({"version": 0, "priority": 1, "enabled": false, "config": config});
    let saved = app.call("channel/save", Some(sid), body).await;
    assert_eq!(saved["code"], 0, "{saved}");
}

async fn results_are_delivered_in_every_shape(app: &TestApp) {
    let sid = app.signed_in("boss", AccountType::SuperAdministrator).await;
    let provider = ProvidersNode::start(ProviderSettings::default()).await.unwrap();
    let serving = app.serve_callbacks();
    let reply = json!({"status": 202, "content_type": "text/plain", "body": "OK"});
    let shapes = [
        (json!({}), json!({"job": "$.job.id"}), "$.items[*]"),
        (json!({"parts": 1}), json!({"job": "$.job.id", "deliveries": 3, "reply": reply}), "$.items[*]"),
        (json!({}), json!({"job_in": "path", "deliveries": 3}), "$.items[*]"),
        (json!({"format": "form"}), json!({"job_in": "path", "format": "form"}), "$"),
        (
            json!({"format": "form", "repeated": true}),
            json!({"job_in": "query", "format": "form", "deliveries": 9}),
            "$",
        ),
        (json!({"format": "query"}), json!({"job_in": "query", "format": "query", "deliveries": 9}), "$"),
        (
            json!({"format": "query"}),
            json!({"job": "$.job_id", "submitted": "$.job.id", "format": "query", "reply": reply}),
            "$",
        ),
    ];
    for (at, (deliver, callback, items)) in shapes.iter().enumerate() {
        for verify in ["none", "secret_path"] {
            let mut callback = callback.clone();
            callback["verify"] = verify.into();
            callback["secret"] = SECRET.into();
            let name = format!("shape-{at}-{verify}").replace('_', "-");
            save(app, &sid, &channel(&name, provider.url(), deliver, &callback, items)).await;
            let test = json!({"name": name, "project": "whatsapp", "number": NUMBER});
            let report = app.call("channel/test", Some(&sid), test).await["data"].clone();
            assert_eq!(report["mapped"]["kind"], "definite", "{name}: {report}");
            assert_eq!(report["exchanges"].as_array().unwrap().len(), 2, "{name}: {report}");
            assert!(!report.to_string().contains(SECRET), "{name}: {report}");
            // The answer may be there before the provider has read the reply.
            let told = provider.control().next_delivery_reply().await;
            match callback.get("reply") {
                Some(_) => assert_eq!(
                    (told.status, told.content_type.as_str(), told.body.as_str()),
                    (202, "text/plain; charset=utf-8", "OK"),
                    "{name}"
                ),
                None => assert_eq!((told.status, told.content_type.as_str()), (200, "application/json")),
            }
        }
    }
    serving.abort();
}

async fn a_channel_with_callbacks_is_saved_before_it_is_tested(app: &TestApp) {
    let sid = app.signed_in("boss", AccountType::SuperAdministrator).await;
    let callback = json!({"job_in": "path"});
    let config = channel("new", "https://provider.example", &json!({}), &callback, "$.items[*]");
    let test = json!({"config": config, "project": "whatsapp", "number": NUMBER});
    let report = app.call("channel/test", Some(&sid), test).await;
    assert_eq!(report["data"]["failure"]["kind"], "not_saved", "{report}");
    assert_eq!(report["data"]["exchanges"], json!([]), "nothing was sent");
}

async fn call_back(app: &TestApp, method: &str, path: &str, body: &str) -> Answer {
    let request = Request::builder().method(method).uri(format!("/api/callbacks/{path}"));
    app.send(request.body(Body::from(body.to_owned())).unwrap()).await
}

async fn parts_are_limited_and_never_doubled(app: &TestApp) {
    let sid = app.signed_in("boss", AccountType::SuperAdministrator).await;
    let callback = json!({"job_in": "path", "verify": "secret_path", "secret": SECRET, "deliveries": 3});
    save(app, &sid, &channel("parts", "https://provider.example", &json!({}), &callback, "$")).await;
    let address = format!("parts/{SECRET}/job-1");
    let large = format!("[\"{}\"]", "x".repeat(1500));
    for (body, status) in [
        ("[1]", StatusCode::OK),
        ("[1]", StatusCode::OK),
        (large.as_str(), StatusCode::OK),
        (&large.replace('x', "y"), StatusCode::PAYLOAD_TOO_LARGE),
        ("[2]", StatusCode::OK),
        ("[3]", StatusCode::PAYLOAD_TOO_LARGE),
        ("[2]", StatusCode::OK),
    ] {
        assert_eq!(call_back(app, "POST", &address, body).await.status, status, "{body:.20}");
    }
    let parts = app.store.read().await.unwrap().callback_parts("parts", "job-1", 0).await.unwrap();
    assert_eq!(parts, [b"[1]".to_vec(), large.into_bytes(), b"[2]".to_vec()]);
}

async fn the_method_and_the_path_must_be_as_configured(app: &TestApp) {
    let sid = app.signed_in("boss", AccountType::SuperAdministrator).await;
    let verified = json!({"verify": "secret_path", "secret": SECRET, "format": "query", "job": "$.id"});
    save(app, &sid, &channel("query", "https://provider.example", &json!({}), &verified, "$")).await;
    let long = format!("query/{SECRET}?id=job-1&x={}", "x".repeat(2000));
    for (method, path, status) in [
        ("GET", format!("query/{SECRET}?id=job-1&state=on"), StatusCode::OK),
        ("POST", format!("query/{SECRET}?id=job-1"), StatusCode::NOT_FOUND),
        ("GET", "query?id=job-1".to_owned(), StatusCode::NOT_FOUND),
        ("GET", format!("query/{SECRET}/job-1?id=job-1"), StatusCode::NOT_FOUND),
        ("GET", "query/0123456789abcdef0124?id=job-1".to_owned(), StatusCode::NOT_FOUND),
        ("GET", format!("query/{SECRET}"), StatusCode::UNPROCESSABLE_ENTITY),
        ("GET", long, StatusCode::PAYLOAD_TOO_LARGE),
    ] {
        assert_eq!(call_back(app, method, &path, "").await.status, status, "{method} {path:.60}");
    }
    let stored = app.store.read().await.unwrap().callback("query", "job-1").await.unwrap().unwrap();
    assert_eq!(serde_json::from_slice::<Value>(&stored).unwrap(), json!({"id": "job-1", "state": "on"}));
}
