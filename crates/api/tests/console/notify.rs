//! Notifications: sending, reading, confirming.

use numsift_model::account::AccountType;
use serde_json::{Value, json};

use crate::app::{TestApp, on_both_stores};

on_both_stores!(a_notification_is_sent_read_and_confirmed, errors_name_the_field);

async fn send(app: &TestApp, sid: &str, audience: Value, texts: Value) -> Value {
    let body = json!({"audience": audience, "needs_confirm": true, "texts": texts});
    app.call("notify/send", Some(sid), body).await
}

async fn a_notification_is_sent_read_and_confirmed(app: &TestApp) {
    let operator = app.signed_in("operator", AccountType::Operator).await;
    let ann_uid = app.user("ann", AccountType::Customer).await;
    let ann = app.sid("ann").await;
    let texts = json!({"zh": {"title": "维护", "text": "今晚"}, "en": {"title": "<i>Maintenance</i>", "text": "Tonight"}});
    let sent = send(app, &operator, json!({"kind": "all"}), texts.clone()).await;
    assert_eq!(sent["data"]["delivered"], 2);
    send(app, &operator, json!({"kind": "account", "uid": ann_uid}), texts.clone()).await;
    send(app, &operator, json!({"kind": "type", "account_type": 4}), texts).await;
    let count = async || app.call("notify/waitConfirm", Some(&ann), json!({})).await["data"]["count"].clone();
    assert_eq!(count().await, 2);
    for (lang, title) in [("zh", "维护"), ("ja", "<i>Maintenance</i>")] {
        let list = app.call_in(lang, "notify/list", Some(&ann), json!({})).await;
        assert_eq!(list["data"]["items"][0]["title"], title);
        assert_eq!(list["data"]["total"], 2);
    }
    let list = app.call("notify/list", Some(&ann), json!({})).await;
    let id = list["data"]["items"][0]["id"].clone();
    let left = app.call("notify/confirm", Some(&ann), json!({"ids": [id, 999]})).await;
    assert_eq!(left["data"]["count"], 1);
    let waiting = app.call("notify/list", Some(&ann), json!({"filter": {"waiting": true}})).await;
    assert_eq!(waiting["data"]["total"], 1);
    assert_eq!(app.call("notify/confirm", Some(&ann), json!({"all": true})).await["data"]["count"], 0);
    assert_eq!(app.call("notify/confirm", Some(&ann), json!({})).await["code"], 40000);
    let sent = app.call("notify/sent", Some(&operator), json!({})).await;
    let counts: Vec<_> = sent["data"]["items"]
        .as_array()
        .unwrap()
        .iter()
        .map(|one| {
            (one["audience"]["kind"].as_str().unwrap(), one["delivered"].as_i64(), one["confirmed"].as_i64())
        })
        .collect();
    assert_eq!(
        counts,
        [("type", Some(0), Some(0)), ("account", Some(1), Some(1)), ("all", Some(2), Some(1))]
    );
}

async fn errors_name_the_field(app: &TestApp) {
    let admin = app.signed_in("admin", AccountType::SuperAdministrator).await;
    let text = json!({"en": {"title": "t", "text": ""}});
    for (audience, texts, expected) in [
        (json!({"kind": "all"}), json!({}), 40000),
        (json!({"kind": "all"}), json!({"en": {"title": " ", "text": ""}}), 40000),
        (json!({"kind": "all"}), json!({"fr": {"title": "t", "text": ""}}), 40000),
        (json!({"kind": "all"}), json!({"en": {"title": "t".repeat(121), "text": ""}}), 40000),
        (json!({"kind": "everyone"}), text.clone(), 40000),
        (json!({"kind": "type"}), text.clone(), 40000),
        (json!({"kind": "type", "account_type": 9}), text.clone(), 40000),
        (json!({"kind": "account", "uid": 999}), text.clone(), 40400),
        (json!({"kind": "all", "uid": 1}), text.clone(), 40000),
    ] {
        let answer = send(app, &admin, audience.clone(), texts.clone()).await;
        assert_eq!(answer["code"], expected, "{audience} {texts}");
    }
}
