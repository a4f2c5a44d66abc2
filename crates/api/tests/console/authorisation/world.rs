//! The objects that the calls of the table refer to.

use numsift_model::account::AccountType;
use numsift_model::id::{DepositId, OrderId, RunId, Uid};
use serde_json::{Value, json};

use crate::app::TestApp;

/// The objects that the bodies refer to.
pub(super) struct World {
    pub(super) victim: Uid,
    /// A pending order of the victim.
    pub(super) order: OrderId,
    /// A deposit that matches no order.
    pub(super) deposit: DepositId,
    /// A run of the victim, and one that can be deleted.
    pub(super) runs: [RunId; 2],
    /// An API key of the victim.
    pub(super) key: i64,
    /// A webhook endpoint of the victim, and a failed delivery.
    pub(super) webhook: (i64, i64),
    pub(super) screening: Screening,
    /// An upload of the victim.
    pub(super) upload: i64,
}

/// Lists and tasks of the victim.
pub(super) struct Screening {
    /// Uploaded, not read.
    pub(super) uploaded: i64,
    /// Uploaded, to be read by the test.
    pub(super) to_read: i64,
    /// Ready.
    pub(super) ready: i64,
    /// A finished task.
    pub(super) over: i64,
    /// A task that no worker processes.
    pub(super) running: i64,
    /// An export of results.
    pub(super) export: i64,
    /// A schedule of the finished task.
    pub(super) schedule: i64,
    /// A link to the results of the finished task.
    pub(super) link: i64,
}

pub(super) async fn screening(app: &TestApp) -> Screening {
    app.free_catalogue().await;
    let sid = app.sid("victim").await;
    let mut uploads = Vec::new();
    for text in ["+8613812345678\n", "+8613812345679\n"] {
        let list = app.upload(Some(&sid), "upload", "a.txt", text.as_bytes()).await;
        uploads.push(list["data"]["id"].as_i64().unwrap());
    }
    // The second is a fixed line, whose carrier is unknown.
    let ready = app.ready_list(&sid, "+8613812345678\n+442083661177\n").await;
    let start = json!({"list": ready, "name": "one", "mode": "single", "checks": [{"project": "carrier"}],
        "purpose": "test", "confirmed": true});
    let over = app.call("task/start", Some(&sid), start.clone()).await["data"]["id"].as_i64().unwrap();
    app.screening.run_until_idle().await.unwrap();
    let export = app.call("task/export", Some(&sid), json!({"id": over, "format": "csv"})).await;
    app.screening.run_until_idle().await.unwrap();
    let running = app.call("task/start", Some(&sid), start).await["data"]["id"].as_i64().unwrap();
    let export = export["data"]["id"].as_i64().unwrap();
    let schedule = json!({"task": over, "every": "week", "max_price": 0});
    let schedule = app.call("schedule/add", Some(&sid), schedule).await["data"]["id"].as_i64().unwrap();
    app.allow_sharing().await;
    let shared = app.call("task/share", Some(&sid), json!({"id": over, "days": 1})).await;
    let link = shared["data"]["link"]["id"].as_i64().unwrap_or_else(|| panic!("{shared}"));
    Screening { uploaded: uploads[0], to_read: uploads[1], ready, over, running, export, schedule, link }
}

pub(super) async fn webhook(app: &TestApp) -> (i64, i64) {
    let sid = app.sid("victim").await;
    let made = app.call("webhook/create", Some(&sid), endpoint()).await;
    let id = made["data"]["endpoint"]["id"].as_i64().unwrap_or_else(|| panic!("{made}"));
    let tested = app.call("webhook/test", Some(&sid), json!({"id": id})).await;
    (id, tested["data"]["id"].as_i64().unwrap_or_else(|| panic!("{tested}")))
}

/// An endpoint without a listener.
pub(super) fn endpoint() -> Value {
    json!({"url": "http://127.0.0.1:9/", "description": "", "events": ["order.paid"]})
}

pub(super) async fn world(app: &TestApp) -> World {
    let victim = app.user("victim", AccountType::Customer).await;
    let (order, deposit) = app.order_and_deposit(victim).await;
    let runs = [app.generated(victim).await, app.generated(victim).await];
    let screening = screening(app).await;
    let sid = app.sid("victim").await;
    let key = app.call("user/generateApi", Some(&sid), json!({"name": "n", "scopes": ["lookup"]})).await;
    let key = key["data"]["key"]["id"].as_i64().unwrap();
    let upload = app.call("upload/begin", Some(&sid), json!({"name": "n.txt", "bytes": 15})).await;
    let upload = upload["data"]["id"].as_i64().unwrap();
    World { victim, order, deposit, runs, key, webhook: webhook(app).await, screening, upload }
}
