//! Scheduled runs through the console's calls.

use axum::body::Body;
use axum::http::Request;
use numsift_model::account::AccountType;
use numsift_model::limits::SCHEDULES;
use serde_json::{Value, json};

use crate::app::{TestApp, on_both_stores};

on_both_stores!(
    a_scheduled_run_is_listed_compared_and_exported,
    schedules_belong_to_their_account,
    one_schedule_too_many_is_refused,
);

/// A finished task of three numbers.
pub async fn finished(app: &TestApp, sid: &str) -> Value {
    app.free_catalogue().await;
    let list = app.ready_list(sid, "+8613812345678\n+8613912345678\n+8613712345678\n").await;
    let start = json!({"list": list, "name": "Spring", "mode": "single", "checks": [{"project": "carrier"}],
        "purpose": "news", "confirmed": true});
    let task = app.call("task/start", Some(sid), start).await["data"]["id"].clone();
    app.screening.run_until_idle().await.unwrap();
    task
}

async fn a_scheduled_run_is_listed_compared_and_exported(app: &TestApp) {
    let sid = app.signed_in("ann", AccountType::Customer).await;
    let task = finished(app, &sid).await;
    let add = json!({"task": task, "every": "day", "max_price": 0});
    let added = app.call("schedule/add", Some(&sid), add).await;
    assert_eq!(added["code"], 0, "{added}");
    let line = &app.audited().await[0];
    assert_eq!(line.action, "schedule/add");
    let plain = app.call("task/comparison", Some(&sid), json!({"id": task})).await;
    assert_eq!(
        (&plain["data"]["state"], &plain["data"]["previous"]),
        (&json!("none"), &Value::Null),
        "{plain}"
    );

    app.clock.advance(86_400);
    assert_eq!(app.screening.schedules.run_due().await.unwrap(), 1);
    let line = &app.audited().await[0];
    assert_eq!((line.action.as_str(), line.actor), ("schedule/run", None));
    let sid = app.sid("ann").await;
    let listed = app.call("schedule/list", Some(&sid), json!({})).await;
    let schedule = &listed["data"]["items"][0];
    assert_eq!((&schedule["outcome"], &schedule["runs"]), (&json!("started"), &json!(1)), "{listed}");
    let run = schedule["last_task"].clone();
    let pending = app.call("task/comparison", Some(&sid), json!({"id": run})).await;
    assert_eq!(pending["data"]["state"], "pending", "{pending}");
    app.screening.run_until_idle().await.unwrap();
    let view = app.call("task/get", Some(&sid), json!({"id": run})).await;
    assert_eq!((&view["data"]["previous"], &view["data"]["state"]), (&task, &json!("completed")), "{view}");

    let compared = app.call("task/comparison", Some(&sid), json!({"id": run})).await;
    assert_eq!(
        (&compared["data"]["state"], &compared["data"]["previous"]),
        (&json!("done"), &task),
        "{compared}"
    );
    let check = &compared["data"]["checks"][0];
    assert_eq!(
        (&check["changed"], &check["new"], &check["gone"]),
        (&json!(0), &json!(0), &json!(0)),
        "{compared}"
    );
    let gone = json!({"id": run, "filter": {"project": "carrier", "change": "gone"}});
    let page = app.call("task/differences", Some(&sid), gone.clone()).await;
    assert_eq!(page["data"]["total"], 0, "the engine gives the same answers: {page}");
    let none = json!({"id": run, "filter": {"change": "new"}});
    assert_eq!(app.call("task/differences", Some(&sid), none).await["data"]["total"], 0);
    let wrong = json!({"id": run, "filter": {"project": "nonsense"}});
    assert_eq!(app.call("task/differences", Some(&sid), wrong).await["code"], 40000);
    let export = app.call("task/exportDifferences", Some(&sid), gone).await;
    let file = Request::get(export["data"]["url"].as_str().unwrap()).body(Body::empty()).unwrap();
    let text = String::from_utf8(app.send(file).await.body).unwrap();
    assert_eq!(text, "\u{feff}row,number,project,change,before,after\r\n");

    let id = schedule["id"].clone();
    let removed = app.call("schedule/remove", Some(&sid), json!({"id": id})).await;
    assert_eq!(removed["code"], 0, "{removed}");
    assert_eq!(app.call("schedule/list", Some(&sid), json!({})).await["data"]["total"], 0);
    assert_eq!(app.call("schedule/remove", Some(&sid), json!({"id": id})).await["code"], 40400);
}

async fn schedules_belong_to_their_account(app: &TestApp) {
    let sid = app.signed_in("ann", AccountType::Customer).await;
    let task = finished(app, &sid).await;
    let add = json!({"task": task, "every": "month", "max_price": 5});
    let id = app.call("schedule/add", Some(&sid), add.clone()).await["data"]["id"].clone();
    let other = app.signed_in("bob", AccountType::Customer).await;
    assert_eq!(app.call("schedule/add", Some(&other), add.clone()).await["code"], 40400);
    assert_eq!(app.call("schedule/list", Some(&other), json!({})).await["data"]["total"], 0);
    assert_eq!(app.call("schedule/remove", Some(&other), json!({"id": id})).await["code"], 40400);
    // Staff see and end the schedules of customers, but do not spend the points of others.
    let staff = app.signed_in("admin", AccountType::SuperAdministrator).await;
    assert_eq!(app.call("schedule/add", Some(&staff), add).await["code"], 40400);
    let listed = app.call("schedule/list", Some(&staff), json!({})).await;
    assert_eq!(
        (&listed["data"]["total"], &listed["data"]["items"][0]["username"]),
        (&json!(1), &json!("ann"))
    );
    assert_eq!(app.call("schedule/remove", Some(&staff), json!({"id": id})).await["code"], 0);
}

async fn one_schedule_too_many_is_refused(app: &TestApp) {
    let sid = app.signed_in("ann", AccountType::Customer).await;
    let add = json!({"task": finished(app, &sid).await, "every": "week", "max_price": 0});
    for _ in 0..SCHEDULES {
        assert_eq!(app.call("schedule/add", Some(&sid), add.clone()).await["code"], 0);
    }
    let refused = app.call("schedule/add", Some(&sid), add).await;
    assert_eq!(refused["code"], 40000, "{refused}");
    assert_eq!(refused["msg"], format!("An account can have at most {SCHEDULES} schedules"));
}
