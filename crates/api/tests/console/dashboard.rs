//! What the dashboard of staff shows of money.

use numsift_model::account::AccountType;
use numsift_model::clock::Clock;
use numsift_model::task::ChunkUsage;
use serde_json::{Value, json};

use crate::app::{TestApp, on_both_stores};
use crate::one_door::restrict;

on_both_stores!(staff_see_what_came_in_and_from_whom_if_they_may);

const DAY: i64 = 86_400;

async fn operator_of(app: &TestApp, sid: &str) -> Value {
    let summary = app.call("task/summary", Some(sid), json!({})).await;
    assert_eq!(summary["code"], 0, "{summary}");
    summary["data"]["operator"].clone()
}

async fn staff_see_what_came_in_and_from_whom_if_they_may(app: &TestApp) {
    let ann = app.user("ann", AccountType::Customer).await;
    let bob = app.user("bob", AccountType::Customer).await;
    // A deposit that matches no order has come in, too.
    app.order_and_deposit(ann).await;
    let now = app.clock.now();
    let today = now.start_of_day();
    let used =
        |charged| [ChunkUsage { project: "whatsapp".to_owned(), answers: 1, hits: 1, unknown: 0, charged }];
    let mut tx = app.store.begin().await.unwrap();
    for (uid, days_ago, charged) in [(ann, 0, 100), (bob, 1, 300), (bob, 0, 50), (ann, 30, 9000)] {
        tx.add_usage(uid, now.plus(-days_ago * DAY), &used(charged)).await.unwrap();
    }
    tx.save().await.unwrap();

    let admin = app.signed_in("admin", AccountType::SuperAdministrator).await;
    let operator = operator_of(app, &admin).await;
    assert_eq!(operator["usdt_in"], json!([{"day": today, "amount_micro": 7_000_001}]), "{operator}");
    let customers = json!([
        {"uid": bob, "username": "bob", "charged": 350, "days": [
            {"day": today.plus(-DAY), "charged": 300}, {"day": today, "charged": 50}]},
        {"uid": ann, "username": "ann", "charged": 100, "days": [{"day": today, "charged": 100}]},
    ]);
    assert_eq!(operator["customers"], customers, "{operator}");

    let clerk = app.user("clerk", AccountType::Operator).await;
    for (permissions, usdt, names) in [
        (&["task/list"][..], false, false),
        (&["task/list", "recharge/deposits"], true, false),
        (&["task/list", "user/list"], false, true),
    ] {
        restrict(app, clerk, permissions).await;
        let operator = operator_of(app, &app.sid("clerk").await).await;
        assert_eq!(
            (operator["usdt_in"].is_array(), operator["customers"].is_array()),
            (usdt, names),
            "{permissions:?}: {operator}"
        );
    }
}
