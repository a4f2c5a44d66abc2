//! Management of API keys.

use axum::body::Body;
use axum::http::Request;
use numsift_api_keys::Limits;
use numsift_model::account::AccountType;
use serde_json::{Value, json};

use crate::app::{TestApp, on_both_stores};

on_both_stores!(
    keys_can_be_created_changed_rotated_and_revoked,
    errors_name_the_field,
    only_api_accounts_have_keys,
    usage_covers_thirty_days,
    the_last_requests_of_all_nodes_are_shown,
);

async fn create_key(app: &TestApp, sid: &str, body: Value) -> Value {
    let answer = app.call("user/generateApi", Some(sid), body).await;
    assert_eq!(answer["code"], 0, "{answer}");
    answer["data"].clone()
}

async fn keys_can_be_created_changed_rotated_and_revoked(app: &TestApp) {
    let sid = app.signed_in("ann", AccountType::Customer).await;
    let wanted = json!({"name": " shop ", "scopes": ["tasks:read", "lookup", "lookup"],
        "ips": ["203.0.113.0/24", "2001:db8::/32"], "expires_at": 1_800_000_100});
    let new = create_key(app, &sid, wanted).await;
    let secret = new["secret"].as_str().unwrap();
    let prefix = new["key"]["prefix"].as_str().unwrap();
    assert!(secret.starts_with(&format!("{prefix}_")) && prefix.starts_with("ns_"), "{new}");
    assert_eq!((prefix.len(), secret.len()), (11, 55));
    assert_eq!(new["key"]["scopes"], json!(["lookup", "tasks:read"]));
    assert_eq!((&new["key"]["name"], &new["key"]["state"]), (&json!("shop"), &json!("active")));

    let info = app.call("user/getApiInfo", Some(&sid), json!({})).await;
    assert_eq!(info["data"]["keys"], json!([new["key"]]), "the page never sees the secret again");
    assert!(!info.to_string().contains(secret));
    app.clock.advance(100);
    let info = app.call("user/getApiInfo", Some(&sid), json!({})).await;
    assert_eq!(info["data"]["keys"][0]["state"], "expired");

    let id = &new["key"]["id"];
    let change = json!({"id": id, "name": "web", "scopes": ["balance"], "ips": [], "expires_at": null});
    let changed = app.call("apiKey/update", Some(&sid), change).await;
    assert_eq!((&changed["data"]["name"], &changed["data"]["state"]), (&json!("web"), &json!("active")));
    let rotated = app.call("apiKey/rotate", Some(&sid), json!({"id": id, "overlap_hours": 2})).await;
    assert_eq!(rotated["data"]["key"]["rotated_until"], 1_800_000_100 + 7200);
    assert_ne!(rotated["data"]["secret"], secret);
    let revoked = app.call("apiKey/revoke", Some(&sid), json!({"id": id})).await;
    assert_eq!(revoked["data"]["state"], "revoked");
    assert_eq!(revoked["data"]["rotated_until"], Value::Null);
    for call in ["apiKey/revoke", "apiKey/rotate"] {
        let body =
            if call.ends_with("rotate") { json!({"id": id, "overlap_hours": 0}) } else { json!({"id": id}) };
        assert_eq!(app.call(call, Some(&sid), body).await["code"], 40400, "{call} of a revoked key");
    }
    let lines = app.audited().await;
    assert!(lines.iter().all(|line| !line.detail.contains(secret)), "the log never sees it at all");
}

async fn errors_name_the_field(app: &TestApp) {
    let sid = app.signed_in("ann", AccountType::Api).await;
    let good = json!({"name": "n", "scopes": ["lookup"], "ips": [], "expires_at": null});
    for (field, value, named) in [
        ("name", json!("  "), "name"),
        ("name", json!("x".repeat(61)), "name"),
        ("scopes", json!([]), "scopes"),
        ("scopes", json!(["everything"]), "scopes[0]"),
        ("ips", json!(["203.0.113.0/24", "203.0.113.0/33"]), "ips[1]"),
        ("expires_at", json!(1_800_000_000), "expires_at"),
    ] {
        let mut body = good.clone();
        body[field] = value;
        let answer = app.call("user/generateApi", Some(&sid), body).await;
        assert_eq!(answer["code"], 40000, "{field}: {answer}");
        assert!(answer["data"]["fields"].get(named).is_some(), "{named}: {answer}");
    }
    for _ in 0..20 {
        create_key(app, &sid, good.clone()).await;
    }
    let answer = app.call("user/generateApi", Some(&sid), good).await;
    assert_eq!(answer["msg"], "An account can have at most 20 keys that are not revoked");
}

async fn only_api_accounts_have_keys(app: &TestApp) {
    for (name, account_type, code) in [
        ("root", AccountType::SuperAdministrator, 40300),
        ("operator", AccountType::Operator, 40300),
        ("credit", AccountType::Credit, 40300),
        ("api", AccountType::Api, 0),
    ] {
        let sid = app.signed_in(name, account_type).await;
        let info = app.call("user/getApiInfo", Some(&sid), json!({})).await;
        assert_eq!(info["code"], code, "{name}");
        let key = app.call("user/generateApi", Some(&sid), json!({"name": "n", "scopes": ["lookup"]})).await;
        assert_eq!(key["code"], code, "{name}");
    }
    let admin = app.sid("root").await;
    let uid = app.user("inside", AccountType::Customer).await;
    let switched = app.call("user/switch", Some(&admin), json!({"uid": uid})).await;
    let sid = switched["data"]["sid"].as_str().unwrap();
    assert_eq!(app.call("user/getApiInfo", Some(sid), json!({})).await["code"], 0);
    let key = app.call("user/generateApi", Some(sid), json!({"name": "n", "scopes": ["lookup"]})).await;
    assert_eq!(key["code"], 40300, "keys are their owner's");
}

async fn usage_covers_thirty_days(app: &TestApp) {
    let sid = app.signed_in("ann", AccountType::Customer).await;
    let info = app.call("user/getApiInfo", Some(&sid), json!({})).await;
    let days = info["data"]["usage"].as_array().unwrap();
    assert_eq!(days.len(), 30);
    assert_eq!((&days[0]["day"], &days[29]["day"]), (&json!("2026-12-17"), &json!("2027-01-15")));
    assert_eq!(info["data"]["max_keys"], 20);
    assert_eq!(info["data"]["test_numbers"][0]["number"], "+12015550100");
}

async fn the_last_requests_of_all_nodes_are_shown(app: &TestApp) {
    let sid = app.signed_in("ann", AccountType::Customer).await;
    let stranger = app.signed_in("bob", AccountType::Customer).await;
    let new = create_key(app, &sid, json!({"name": "n", "scopes": ["lookup"]})).await;
    let id = json!({"id": new["key"]["id"]});
    let none = app.call("apiKey/requests", Some(&sid), id.clone()).await;
    assert_eq!(none["data"]["requests"], json!([]));

    let other = app.beside(Limits::default());
    let send = async |node: &TestApp, path: &str| {
        let authorization = format!("Bearer {}", new["secret"].as_str().unwrap());
        let request = Request::get(path).header("authorization", authorization).body(Body::empty()).unwrap();
        let answer = node.send(request).await;
        (answer.status.as_u16(), answer.headers["x-request-id"].to_str().unwrap().to_owned())
    };
    let first = send(&other, "/v1/projects").await;
    app.clock.advance(1);
    let second = send(app, "/v1/tasks/5?number=%2B12015550100").await;
    assert_eq!((first.0, second.0), (200, 403), "the key lacks the scope");
    // Other nodes save what they have seen every few seconds.
    other.api_keys.save_usage().await.unwrap();
    let shown = app.call("apiKey/requests", Some(&sid), id.clone()).await;
    let requests = shown["data"]["requests"].as_array().unwrap();
    let facts: Vec<_> = requests
        .iter()
        .map(|request| (&request["method"], &request["path"], &request["status"], &request["request_id"]))
        .collect();
    assert_eq!(
        facts,
        [
            (&json!("GET"), &json!("/v1/tasks/{id}"), &json!(403), &json!(second.1)),
            (&json!("GET"), &json!("/v1/projects"), &json!(200), &json!(first.1)),
        ]
    );
    assert!(!shown.to_string().contains("12015550100"), "content is not kept");
    assert_eq!(app.call("apiKey/requests", Some(&stranger), id).await["code"], 40400);
}
