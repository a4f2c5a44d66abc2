//! Live events.

use std::time::Duration;

use axum::body::Body;
use axum::http::Request;
use axum::response::Response;
use http_body_util::BodyExt;
use numsift_api::EventForwarder;
use numsift_model::account::AccountType;
use serde_json::json;

use crate::app::{TestApp, on_both_stores};

on_both_stores!(
    an_account_gets_only_its_own_events,
    a_page_catches_up_after_reconnecting,
    the_number_of_streams_per_account_is_limited,
);

/// Longer than any expected event takes.
const PATIENCE: Duration = Duration::from_secs(20);

async fn listen(app: &TestApp, sid: &str, last: Option<&str>) -> Response {
    let mut request = Request::get("/api/events").header("sid", sid);
    if let Some(last) = last {
        request = request.header("last-event-id", last);
    }
    app.open(request.body(Body::empty()).unwrap()).await
}

/// The next part of a stream.
async fn next_event(stream: &mut Response) -> String {
    let frame = tokio::time::timeout(PATIENCE, stream.body_mut().frame());
    let frame = frame.await.expect("something comes").expect("the stream goes on").unwrap();
    String::from_utf8(frame.into_data().unwrap().to_vec()).unwrap()
}

async fn notify(app: &TestApp, operator: &str, uid: i64) {
    let body = json!({"audience": {"kind": "account", "uid": uid}, "needs_confirm": true,
        "texts": {"en": {"title": "t", "text": ""}}});
    assert_eq!(app.call("notify/send", Some(operator), body).await["code"], 0);
}

async fn an_account_gets_only_its_own_events(app: &TestApp) {
    let operator = app.signed_in("operator", AccountType::Operator).await;
    let (ann, bob) =
        (app.user("ann", AccountType::Customer).await, app.user("bob", AccountType::Customer).await);
    let (ann_sid, bob_sid) = (app.sid("ann").await, app.sid("bob").await);
    let mut forwarder = EventForwarder::new(app.app.clone());
    forwarder.poll().await.unwrap();
    let telling = tokio::spawn(forwarder.run());
    let mut stream = listen(app, &ann_sid, None).await;
    assert_eq!(stream.headers()["content-type"], "text/event-stream");
    let mut other = listen(app, &bob_sid, None).await;
    notify(app, &operator, bob.0).await;
    notify(app, &operator, ann.0).await;
    let mut ids = Vec::new();
    for stream in [&mut stream, &mut other] {
        let text = next_event(stream).await;
        assert!(text.contains("event: notify"), "{text}");
        ids.push(text.lines().find_map(|line| line.strip_prefix("id: ")).unwrap().to_owned());
    }
    assert_ne!(ids[0], ids[1], "each heard its own");
    telling.abort();
}

async fn a_page_catches_up_after_reconnecting(app: &TestApp) {
    let operator = app.signed_in("operator", AccountType::Operator).await;
    let ann = app.user("ann", AccountType::Customer).await;
    let sid = app.sid("ann").await;
    for _ in 0..2 {
        notify(app, &operator, ann.0).await;
    }
    let mut stream = listen(app, &sid, Some("0")).await;
    let first = next_event(&mut stream).await;
    let id = first.lines().find_map(|line| line.strip_prefix("id: ")).unwrap();
    let second = next_event(&mut stream).await;
    assert!(second.contains("event: notify") && second != first, "{second}");
    let mut later = listen(app, &sid, Some(id)).await;
    assert_eq!(next_event(&mut later).await, second, "only what came after");
}

async fn the_number_of_streams_per_account_is_limited(app: &TestApp) {
    let sid = app.signed_in("ann", AccountType::Customer).await;
    let mut open = Vec::new();
    for _ in 0..4 {
        open.push(listen(app, &sid, None).await);
    }
    let refused = listen(app, &sid, None).await;
    let body = refused.into_body().collect().await.unwrap().to_bytes();
    assert!(String::from_utf8_lossy(&body).contains("42900"));
    open.pop();
    let again = listen(app, &sid, None).await;
    assert_eq!(again.headers()["content-type"], "text/event-stream");
    // A graceful shutdown ends them.
    app.app.begin_stopping();
    let ended = tokio::time::timeout(PATIENCE, again.into_body().collect()).await;
    assert!(ended.is_ok(), "the stream ends when the server stops");
}
