//! Events, and the addresses that get those of one task.

use axum::http::StatusCode;
use numsift_ledger::{Adjust, By, adjust, announce};
use numsift_model::allowance::Resource;
use numsift_model::clock::Clock;
use numsift_model::ledger::Bucket;
use numsift_model::money::Points;
use serde_json::{Value, json};

use crate::app::{TestApp, on_both_stores};
use crate::public_api::{ALL, get, post, problem, request, with_key};
use crate::webhooks::receiver;

on_both_stores!(
    lookups_and_top_ups_are_told,
    an_address_gets_the_events_of_its_task,
    addresses_of_tasks_are_endpoints_of_the_account,
    wrong_addresses_of_tasks_are_refused,
);

const NUMBER: &str = "+8613812345678";

async fn told(app: &TestApp, secret: &str, endpoint: &Value) -> Vec<Value> {
    let listed = get(app, &format!("/v1/webhooks/{endpoint}/deliveries"), secret).await.json();
    let mut told: Vec<_> =
        listed["items"].as_array().unwrap().iter().map(|one| one["payload"].clone()).collect();
    told.reverse();
    told
}

fn task(url: &str) -> Value {
    json!({"numbers": [NUMBER], "checks": ["hygiene"], "webhook_url": url})
}

async fn lookups_and_top_ups_are_told(app: &TestApp) {
    app.free_catalogue().await;
    let (url, _) = receiver().await;
    let (uid, _, secret) = with_key(app, "ann", &ALL).await;
    let new = json!({"url": url, "events": ["lookup.completed", "balance.topped_up"]});
    let made = post(app, "/v1/webhooks", &secret, &new, None).await.json();
    let one = json!({"number": NUMBER, "checks": ["hygiene"]});
    assert_eq!(post(app, "/v1/lookup", &secret, &one, None).await.status, 200);
    let free = json!({"numbers": [NUMBER, "+8613812345679"]});
    assert_eq!(post(app, "/v1/lookups", &secret, &free, None).await.status, 200);
    let endpoint = &made["endpoint"]["id"];
    assert_eq!(
        told(app, &secret, endpoint).await,
        [Value::Null; 0],
        "nothing of one number or without checks"
    );

    let several = json!({"numbers": [NUMBER, "+8613812345679"], "checks": ["hygiene"]});
    let answer = post(app, "/v1/lookups", &secret, &several, None).await;
    let ids: Vec<_> =
        answer.json()["items"].as_array().unwrap().iter().map(|one| one["id"].clone()).collect();
    for amount in [-5, 70] {
        let mut tx = app.store.begin().await.unwrap();
        let (gift, request_id) = (format!("gift{amount:04}"), format!("change{amount:04}"));
        let change = |amount, request_id| Adjust {
            uid,
            bucket: Bucket::Points,
            amount: Points(amount),
            request_id,
            reason: "test",
        };
        adjust(&mut *tx, By::system(app.clock.now()), change(10, &gift)).await.unwrap();
        let posted =
            adjust(&mut *tx, By::system(app.clock.now()), change(amount, &request_id)).await.unwrap();
        announce(&mut *tx, &posted, uid, app.clock.now()).await.unwrap();
        tx.save().await.unwrap();
    }
    let told = told(app, &secret, endpoint).await;
    assert_eq!(told.len(), 2, "money that leaves is no top-up: {told:?}");
    assert_eq!((&told[0]["type"], &told[0]["data"]["lookups"]), (&json!("lookup.completed"), &json!(ids)));
    assert_eq!(told[0]["data"]["request_id"], answer.headers["x-request-id"].to_str().unwrap());
    assert_eq!((&told[0]["data"]["numbers"], &told[0]["data"]["checks"]), (&json!(2), &json!(["hygiene"])));
    let data = &told[1]["data"];
    assert_eq!(
        (&told[1]["type"], &data["source"], &data["points"], &data["quota"], &data["balance"]),
        (&json!("balance.topped_up"), &json!("operator"), &json!(70), &json!(0), &json!(85))
    );
}

async fn an_address_gets_the_events_of_its_task(app: &TestApp) {
    app.free_catalogue().await;
    let (url, inbox) = receiver().await;
    let (_, _, secret) = with_key(app, "ann", &ALL).await;
    let started = post(app, "/v1/tasks", &secret, &task(&url), Some("one")).await;
    assert_eq!(started.status, StatusCode::ACCEPTED, "{}", started.json());
    let first = started.json();
    assert!(first["webhook_secret"].as_str().unwrap().starts_with("whsec_"), "{first}");
    let again = post(app, "/v1/tasks", &secret, &task(&url), Some("one")).await.json();
    assert_eq!(
        (&again["id"], &again["webhook_secret"]),
        (&first["id"], &Value::Null),
        "the secret is not stored"
    );
    let second = post(app, "/v1/tasks", &secret, &task(&url), None).await.json();
    assert_eq!((&second["webhook"], &second["webhook_secret"]), (&first["webhook"], &Value::Null));
    let other = json!({"numbers": [NUMBER], "checks": ["hygiene"]});
    assert_eq!(post(app, "/v1/tasks", &secret, &other, None).await.json()["webhook"], Value::Null);
    app.screening.run_until_idle().await.unwrap();
    let told = told(app, &secret, &first["webhook"]).await;
    let told: Vec<_> = told.iter().map(|one| (&one["type"], &one["data"]["id"])).collect();
    let completed = json!("task.completed");
    assert_eq!(told, [(&completed, &first["id"]), (&completed, &second["id"])]);
    assert_eq!(app.webhooks.send_due().await.unwrap(), 2);
    assert_eq!(inbox.lock().unwrap().len(), 2);
}

async fn addresses_of_tasks_are_endpoints_of_the_account(app: &TestApp) {
    app.free_catalogue().await;
    let (url, _) = receiver().await;
    let (uid, _, secret) = with_key(app, "ann", &ALL).await;
    let (_, _, starter) = with_key(app, "bob", &["tasks:write"]).await;
    let refused = post(app, "/v1/tasks", &starter, &task(&url), None).await;
    assert_eq!(problem(&refused), "forbidden");
    assert!(refused.json()["detail"].as_str().unwrap().contains("webhooks"), "{}", refused.json());

    let new = post(app, "/v1/tasks", &secret, &task(&url), None).await.json();
    let lines = app.audited().await;
    let actions: Vec<_> = lines[..2].iter().map(|line| (line.action.as_str(), line.actor)).collect();
    assert_eq!(actions, [("task/start", Some(uid)), ("webhook/create", Some(uid))]);
    let listed = get(app, "/v1/webhooks", &secret).await.json();
    assert_eq!((&listed["items"][0]["id"], &listed["items"][0]["events"]), (&new["webhook"], &json!([])));
    let path = format!("/v1/webhooks/{}", new["webhook"]);
    let off = app.send(request("PATCH", &path, &secret, Some(&json!({"enabled": false})))).await;
    assert_eq!(
        (off.status, &off.json()["events"]),
        (StatusCode::OK, &json!([])),
        "it may stay without events"
    );
    assert_eq!(problem(&post(app, "/v1/tasks", &secret, &task(&url), None).await), "endpoint-disabled");

    // The allowance counts them.
    let mut tx = app.store.begin().await.unwrap();
    tx.set_allowance(uid, Resource::Webhooks, Some(1)).await.unwrap();
    tx.save().await.unwrap();
    let (other, _) = receiver().await;
    assert_eq!(problem(&post(app, "/v1/tasks", &secret, &task(&other), None).await), "limit-reached");
    let tasks = get(app, "/v1/tasks", &secret).await.json();
    assert_eq!(tasks["items"].as_array().unwrap().len(), 1, "a refused task leaves nothing");
}

async fn wrong_addresses_of_tasks_are_refused(app: &TestApp) {
    app.free_catalogue().await;
    let (_, _, secret) = with_key(app, "ann", &ALL).await;
    for url in ["http://example.com/hook", "https://10.0.0.1/hook", "https://[::1]/hook", "nothing", ""] {
        let refused = post(app, "/v1/tasks", &secret, &task(url), None).await;
        assert_eq!(problem(&refused), "unprocessable", "{url}");
        assert_eq!(refused.json()["errors"][0]["pointer"], "/webhook_url", "{url}");
    }
    assert_eq!(get(app, "/v1/tasks", &secret).await.json()["items"], json!([]));
}
