//! Webhook endpoints through the public API, with a local receiver.

use axum::http::StatusCode;
use serde_json::{Value, json};

use crate::app::{Answer, TestApp, on_both_stores};
use crate::public_api::{ALL, get, post, problem, request, with_key};
use crate::webhooks::receiver;

on_both_stores!(
    an_endpoint_from_its_creation_to_its_end,
    messages_are_sent_again_since_a_time,
    wrong_endpoints_are_refused_with_their_field,
    only_the_owner_and_the_scope_reach_endpoints,
);

async fn patch(app: &TestApp, path: &str, secret: &str, body: &Value) -> Answer {
    app.send(request("PATCH", path, secret, Some(body))).await
}

async fn created(app: &TestApp, secret: &str, url: &str) -> Value {
    let new = json!({"url": url, "description": " mine ", "events": ["task.completed"]});
    let answer = post(app, "/v1/webhooks", secret, &new, None).await;
    assert_eq!(answer.status, StatusCode::CREATED, "{}", answer.json());
    answer.json()
}

async fn an_endpoint_from_its_creation_to_its_end(app: &TestApp) {
    let (url, inbox) = receiver().await;
    let (uid, sid, secret) = with_key(app, "ann", &ALL).await;
    let made = created(app, &secret, &url).await;
    assert!(made["secret"].as_str().unwrap().starts_with("whsec_"));
    let path = format!("/v1/webhooks/{}", made["endpoint"]["id"]);
    assert_eq!(made["endpoint"]["description"], "mine");
    assert_eq!(get(app, "/v1/webhooks", &secret).await.json()["items"], json!([made["endpoint"]]));
    let console = app.call("webhook/list", Some(&sid), json!({})).await;
    assert_eq!(console["data"]["endpoints"][0]["id"], made["endpoint"]["id"], "the console shows it");

    let tested = post(app, &format!("{path}/test"), &secret, &json!({}), None).await.json();
    assert_eq!(
        (&tested["state"], &tested["event"]),
        (&json!("delivered"), &json!("webhook.test")),
        "{tested}"
    );
    assert_eq!((&tested["attempts"][0]["status"], &tested["next_attempt_at"]), (&json!(200), &Value::Null));
    assert_eq!(inbox.lock().unwrap().len(), 1);
    let listed = get(app, &format!("{path}/deliveries?limit=1&state=delivered"), &secret).await.json();
    assert_eq!((&listed["items"][0]["id"], &listed["next_cursor"]), (&tested["id"], &Value::Null));
    assert_eq!(
        get(app, &format!("{path}/deliveries?state=failed"), &secret).await.json()["items"],
        json!([])
    );

    let again = post(app, &format!("{path}/test"), &secret, &json!({}), None).await.json();
    let page = get(app, &format!("{path}/deliveries?limit=1"), &secret).await.json();
    assert_eq!(page["items"][0]["id"], again["id"]);
    // A delivery that is added between two pages moves nothing.
    post(app, &format!("{path}/test"), &secret, &json!({}), None).await;
    let next = format!("{path}/deliveries?limit=1&cursor={}", page["next_cursor"].as_str().unwrap());
    let rest = get(app, &next, &secret).await.json();
    assert_eq!((&rest["items"][0]["id"], &rest["next_cursor"]), (&tested["id"], &Value::Null));

    let rotated =
        post(app, &format!("{path}/rotate"), &secret, &json!({"overlap_hours": 2}), None).await.json();
    assert_ne!(rotated["secret"], made["secret"]);
    assert_eq!(rotated["endpoint"]["secret_until"], "2027-01-15T10:00:00Z");
    let changed = patch(app, &path, &secret, &json!({"enabled": false})).await.json();
    assert_eq!(
        (&changed["enabled"], &changed["url"], &changed["events"]),
        (&json!(false), &json!(url), &json!(["task.completed"]))
    );
    let line = &app.audited().await[0];
    assert_eq!((line.action.as_str(), line.actor), ("webhook/update", Some(uid)));
    let gone = app.send(request("DELETE", &path, &secret, None)).await;
    assert_eq!(gone.status, StatusCode::NO_CONTENT);
    assert_eq!(app.audited().await[0].action, "webhook/remove");
    assert_eq!(problem(&app.send(request("DELETE", &path, &secret, None)).await), "not-found");
    assert_eq!(get(app, "/v1/webhooks", &secret).await.json()["items"], json!([]));
}

async fn messages_are_sent_again_since_a_time(app: &TestApp) {
    app.free_catalogue().await;
    let (url, inbox) = receiver().await;
    let (_, _, secret) = with_key(app, "ann", &ALL).await;
    let made = created(app, &secret, &url).await;
    let path = format!("/v1/webhooks/{}", made["endpoint"]["id"]);
    for _ in 0..2 {
        let task = json!({"numbers": ["+8613812345678"], "checks": ["hygiene"]});
        assert_eq!(post(app, "/v1/tasks", &secret, &task, None).await.status, StatusCode::ACCEPTED);
        app.screening.run_until_idle().await.unwrap();
        assert_eq!(app.webhooks.send_due().await.unwrap(), 1);
        app.clock.advance(3600);
    }
    let resend = format!("{path}/resend");
    let since = |since: &str, delivered: bool| json!({"since": since, "delivered": delivered});
    let again = post(app, &resend, &secret, &since("2027-01-15T08:00:00Z", false), None).await.json();
    assert_eq!(again, json!({"resent": 0}), "none failed");
    let again = post(app, &resend, &secret, &since("2027-01-15T09:00:00Z", true), None).await.json();
    assert_eq!(again, json!({"resent": 1}), "the second one");
    assert_eq!(app.webhooks.send_due().await.unwrap(), 1);
    let again = post(app, &resend, &secret, &since("2027-01-15T08:00:00Z", true), None).await.json();
    assert_eq!(again, json!({"resent": 2}));
    assert_eq!(app.webhooks.send_due().await.unwrap(), 2);
    let ids: Vec<String> = {
        let seen = inbox.lock().unwrap();
        seen.iter().map(|(headers, _)| headers["webhook-id"].to_str().unwrap().to_owned()).collect()
    };
    let unique: std::collections::BTreeSet<_> = ids.iter().collect();
    assert_eq!((ids.len(), unique.len()), (5, 2), "each with its own id");
    let wrong = post(app, &resend, &secret, &since("yesterday", true), None).await;
    assert_eq!(wrong.json()["errors"][0]["pointer"], "/since");
    patch(app, &path, &secret, &json!({"enabled": false})).await;
    let off = post(app, &resend, &secret, &since("2027-01-15T08:00:00Z", true), None).await;
    assert_eq!(problem(&off), "endpoint-disabled");
}

async fn wrong_endpoints_are_refused_with_their_field(app: &TestApp) {
    let (_, _, secret) = with_key(app, "ann", &ALL).await;
    for (url, events, pointer) in [
        ("http://example.com/hook", json!(["task.completed"]), "/url"),
        ("https://10.0.0.1/hook", json!(["task.completed"]), "/url"),
        ("https://[::1]/hook", json!(["task.completed"]), "/url"),
        ("https://192.0.2.1/hook", json!([]), "/url"),
        ("nothing", json!(["task.completed"]), "/url"),
    ] {
        let refused = post(app, "/v1/webhooks", &secret, &json!({"url": url, "events": events}), None).await;
        assert_eq!(problem(&refused), "unprocessable", "{url}");
        assert_eq!(refused.json()["errors"][0]["pointer"], pointer, "{url}");
    }
    let (url, _) = receiver().await;
    for events in [json!([]), json!(["channel.changed"])] {
        let refused = post(app, "/v1/webhooks", &secret, &json!({"url": url, "events": events}), None).await;
        assert_eq!(refused.json()["errors"][0]["pointer"], "/events", "{events}");
    }
    let made = created(app, &secret, &url).await;
    let path = format!("/v1/webhooks/{}", made["endpoint"]["id"]);
    let moved = patch(app, &path, &secret, &json!({"url": "https://127.0.0.2/hook"})).await;
    assert_eq!(moved.json()["errors"][0]["pointer"], "/url", "an internal address is refused later, too");
    let long = post(app, &format!("{path}/rotate"), &secret, &json!({"overlap_hours": 169}), None).await;
    assert_eq!(long.json()["errors"][0]["pointer"], "/overlap_hours");
}

async fn only_the_owner_and_the_scope_reach_endpoints(app: &TestApp) {
    let (url, _) = receiver().await;
    let (_, _, secret) = with_key(app, "ann", &ALL).await;
    let (_, _, stranger) = with_key(app, "eve", &ALL).await;
    let (_, _, without) = with_key(app, "bob", &["tasks:read", "tasks:write", "lookup", "balance"]).await;
    let made = created(app, &secret, &url).await;
    let path = format!("/v1/webhooks/{}", made["endpoint"]["id"]);
    let resend = json!({"since": "2027-01-15T08:00:00Z"});
    let calls = [
        ("GET", "/deliveries", None),
        ("PATCH", "", Some(json!({"enabled": false}))),
        ("POST", "/rotate", Some(json!({}))),
        ("POST", "/test", None),
        ("POST", "/resend", Some(resend)),
        ("DELETE", "", None),
    ];
    for (method, rest, body) in calls {
        let path = format!("{path}{rest}");
        let answer = app.send(request(method, &path, &stranger, body.as_ref())).await;
        assert_eq!(problem(&answer), "not-found", "{method} {rest}");
        let answer = app.send(request(method, &path, &without, body.as_ref())).await;
        assert_eq!(problem(&answer), "forbidden", "{method} {rest}");
    }
    assert_eq!(get(app, "/v1/webhooks", &stranger).await.json()["items"], json!([]));
    assert_eq!(problem(&get(app, "/v1/webhooks", &without).await), "forbidden");
    assert_eq!(get(app, "/v1/webhooks", &secret).await.json()["items"][0]["enabled"], true);
}
