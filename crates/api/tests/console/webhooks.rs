//! Webhooks with a local receiver.

use std::sync::{Arc, Mutex};

use axum::Router;
use axum::body::Bytes;
use axum::extract::State;
use axum::http::HeaderMap;
use numsift_model::account::AccountType;
use numsift_topup::CreditTo;
use serde_json::{Value, json};

use crate::app::{PASSWORD, TestApp, on_both_stores};

on_both_stores!(
    the_life_of_an_endpoint,
    events_are_delivered,
    errors_are_in_the_callers_language,
    only_staff_can_subscribe_to_channel_changes,
);

pub type Inbox = Arc<Mutex<Vec<(HeaderMap, Value)>>>;

/// A receiver that accepts everything.
pub async fn receiver() -> (String, Inbox) {
    async fn take(State(inbox): State<Inbox>, headers: HeaderMap, body: Bytes) -> &'static str {
        inbox.lock().unwrap().push((headers, serde_json::from_slice(&body).unwrap()));
        "thanks"
    }
    let inbox = Inbox::default();
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}/hook", listener.local_addr().unwrap());
    let router = Router::new().fallback(take).with_state(inbox.clone());
    tokio::spawn(async move { axum::serve(listener, router).await.unwrap() });
    (url, inbox)
}

async fn the_life_of_an_endpoint(app: &TestApp) {
    let (url, inbox) = receiver().await;
    let sid = app.signed_in("ann", AccountType::Api).await;
    let call = async |path: &str, body: Value| {
        let answer = app.call(&format!("webhook/{path}"), Some(&sid), body).await;
        assert_eq!(answer["code"], 0, "{path}: {answer}");
        answer["data"].clone()
    };
    let all = call("list", json!({})).await;
    let events = [
        "task.completed",
        "task.failed",
        "task.progress",
        "lookup.completed",
        "list.analysed",
        "balance.low",
        "balance.topped_up",
        "order.paid",
    ];
    assert_eq!(all["events"], json!(events));
    assert_eq!((&all["max_endpoints"], &all["endpoints"]), (&json!(10), &json!([])));
    let made = call("create", json!({"url": url, "description": " mine ", "events": ["task.failed"]})).await;
    let (id, secret) = (made["endpoint"]["id"].clone(), made["secret"].as_str().unwrap().to_owned());
    assert!(secret.starts_with("whsec_"));
    assert_eq!(made["endpoint"]["description"], "mine");
    let tested = call("test", json!({"id": id})).await;
    assert_eq!(
        (&tested["state"], &tested["event"], &tested["last_status"], &tested["next_try_at"]),
        (&json!("delivered"), &json!("webhook.test"), &json!(200), &json!(null))
    );
    assert_eq!(tested["attempts"][0]["answer"], "thanks");
    assert_eq!(tested["payload"]["data"]["description"], "mine");
    let again = call("replay", json!({"id": tested["id"]})).await;
    assert_eq!((&again["state"], &again["message_id"]), (&json!("pending"), &tested["message_id"]));
    assert_eq!(app.webhooks.send_due().await.unwrap(), 1);
    let ids: Vec<_> =
        inbox.lock().unwrap().iter().map(|(headers, _)| headers["webhook-id"].clone()).collect();
    assert_eq!((ids.len(), &ids[0]), (2, &ids[1]));

    let rotated = call("rotate", json!({"id": id, "overlap_hours": 2})).await;
    assert_eq!(rotated["endpoint"]["secret_until"], 1_800_000_000 + 7200);
    assert_ne!(rotated["secret"], secret);
    let changed = json!({"id": id, "url": url, "description": "", "events": ["order.paid", "balance.low"],
        "enabled": false});
    let changed = call("update", changed).await;
    assert_eq!(
        (&changed["enabled"], &changed["events"]),
        (&json!(false), &json!(["balance.low", "order.paid"]))
    );
    app.clock.advance(7200);
    let all = call("list", json!({})).await;
    let seen = &all["endpoints"][0];
    assert_eq!((&seen["secret_until"], &seen["disabled_reason"]), (&json!(null), &json!("")));
    assert_eq!(seen["last_delivery"], json!({"state": "delivered", "at": 1_800_000_000}));
    assert!(!all.to_string().contains("whsec_"), "a secret is shown once");
    let refused = app.call("webhook/replay", Some(&sid), json!({"id": tested["id"]})).await;
    assert_eq!((&refused["code"], &refused["msg"]), (&json!(40900), &json!("The endpoint is disabled")));

    let log = call("deliveries", json!({"filter": {"endpoint": id, "state": "delivered"}})).await;
    assert_eq!((&log["total"], &log["items"][0]["tries"]), (&json!(1), &json!(2)));
    assert_eq!(call("deliveries", json!({"filter": {"state": "failed"}})).await["total"], 0);
    call("remove", json!({"id": id})).await;
    assert_eq!(call("deliveries", json!({})).await["total"], 0);
    let lines = app.audited().await;
    assert!(lines.iter().all(|line| !line.detail.contains("whsec_")));
}

async fn events_are_delivered(app: &TestApp) {
    let (url, inbox) = receiver().await;
    app.free_catalogue().await;
    let uid = app.user("ann", AccountType::Customer).await;
    let sid = app.sid("ann").await;
    let events = json!(["task.completed", "task.failed", "balance.low", "order.paid"]);
    let made = app.call("webhook/create", Some(&sid), json!({"url": url, "events": events})).await;
    assert_eq!(made["code"], 0, "{made}");

    let (order, deposit) = app.order_and_deposit(uid).await;
    let mut tx = app.store.begin().await.unwrap();
    app.topups.credit(&mut *tx, deposit, CreditTo::Order(order), "late", uid).await.unwrap();
    tx.save().await.unwrap();

    let list = app.ready_list(&sid, "+8613812345678\n+442083661177\n").await;
    let start = json!({"list": list, "name": "Spring", "mode": "single", "checks": [{"project": "carrier"}],
        "purpose": "news", "confirmed": true});
    let task = app.call("task/start", Some(&sid), start.clone()).await["data"]["id"].clone();
    app.screening.run_until_idle().await.unwrap();
    // A task that its owner cancels is not reported.
    let given_up = app.call("task/start", Some(&sid), start).await["data"]["id"].clone();
    app.call("task/cancel", Some(&sid), json!({"id": given_up})).await;

    let admin = app.signed_in("admin", AccountType::SuperAdministrator).await;
    let balances = app.store.read().await.unwrap().balances(uid).await.unwrap();
    let take = json!({"uid": uid, "bucket": "points", "amount": -balances.points.0 + 5, "request_id": "take-0001",
        "reason": "test", "password": PASSWORD});
    assert_eq!(app.call("finance/adjust", Some(&admin), take).await["code"], 0);

    assert_eq!(app.webhooks.send_due().await.unwrap(), 3);
    let told = inbox.lock().unwrap().clone();
    let find = |kind: &str| told.iter().find(|(_, body)| body["type"] == kind).unwrap().1["data"].clone();
    assert_eq!(
        find("order.paid"),
        json!({"id": order, "kind": "points", "points": balances.points, "amount_usdt": "7.000001",
            "paid_at": "2027-01-15T08:00:00Z"})
    );
    assert_eq!(
        find("task.completed"),
        json!({"id": task, "name": "Spring", "state": "done", "reason": null, "total": 2, "done": 2, "hits": 1,
            "unknown": 1, "failed": 0, "charged": 0})
    );
    let threshold = app.store.read().await.unwrap().settings().await.unwrap().low_balance;
    assert_eq!(find("balance.low"), json!({"balance": 5, "threshold": threshold}));
}

async fn errors_are_in_the_callers_language(app: &TestApp) {
    let sid = app.signed_in("ann", AccountType::Customer).await;
    for (lang, url, message) in [
        ("en", "https://192.168.1.1/", "This address is in a private network and is not allowed"),
        ("zh", "http://1.1.1.1/", "网址必须以 https:// 开头"),
        ("es", "nonsense", "No es una dirección web, o contiene una contraseña o un fragmento"),
    ] {
        let body = json!({"url": url, "events": ["order.paid"]});
        let refused = app.call_in(lang, "webhook/create", Some(&sid), body).await;
        assert_eq!((&refused["code"], &refused["data"]["fields"]["url"]), (&json!(40000), &json!(message)));
    }
    for events in [json!([]), json!(["webhook.test"]), json!(["nonsense"])] {
        let body = json!({"url": "https://1.1.1.1/", "events": events});
        assert_eq!(app.call("webhook/create", Some(&sid), body).await["code"], 40000, "{events}");
    }
}

async fn only_staff_can_subscribe_to_channel_changes(app: &TestApp) {
    let body = json!({"url": "http://127.0.0.1:9/hook", "events": ["channel.changed"]});
    let ann = app.signed_in("ann", AccountType::Customer).await;
    let refused = app.call("webhook/create", Some(&ann), body.clone()).await;
    assert_eq!(refused["code"], 40000, "{refused}");
    let offered = app.call("webhook/list", Some(&ann), json!({})).await["data"]["events"].clone();
    assert!(!offered.as_array().unwrap().contains(&json!("channel.changed")), "{offered}");
    let admin = app.signed_in("admin", AccountType::SuperAdministrator).await;
    let made = app.call("webhook/create", Some(&admin), body).await;
    assert_eq!(made["code"], 0, "{made}");
    let listed = app.call("webhook/list", Some(&admin), json!({})).await["data"].clone();
    assert_eq!(listed["endpoints"][0]["events"], json!(["channel.changed"]), "{listed}");
    assert!(listed["events"].as_array().unwrap().contains(&json!("channel.changed")));
}
