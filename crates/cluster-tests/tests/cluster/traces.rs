//! Spans that processes send to a collector.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

use axum::extract::State;
use axum::routing::post;
use axum::{Json, Router};
use numsift_store_pg::testing::TestDatabase;
use numsift_test_bucket::Bucket;
use serde_json::{Value, json};
use tokio::net::TcpListener;

use crate::installation::Installation;
use crate::until;

/// The spans that arrived: their names, and the attributes of the last one with the name.
type Spans = Arc<Mutex<BTreeMap<String, Value>>>;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_collector_gets_the_spans_of_requests_chunks_and_providers() {
    let (collector, spans) = start_collector().await;
    let (database, bucket) = (TestDatabase::create().await, Bucket::start().await);
    let mut settings = bucket.scaled_out(database.url());
    settings.push(("NUMSIFT_OTLP_ENDPOINT", collector));
    // What the log leaves out is not exported.
    settings.push(("NUMSIFT_LOG", "info".to_owned()));
    let installation = Installation::start(settings, Vec::new()).await;
    let _worker = installation.worker("first").await;
    let (list, numbers) = installation.list(1).await;
    let task = installation.start_task(&list).await;
    installation.finish(database.store().await, task, &numbers).await;

    until("all spans are exported", async || {
        let found = spans.lock().unwrap();
        ["call", "job", "chunk", "provider"].iter().all(|name| found.contains_key(*name)).then_some(())
    })
    .await;
    let spans = spans.lock().unwrap();
    let attributes = spans["chunk"].as_array().unwrap();
    let has_task = |attribute: &Value| {
        attribute["key"] == "task" && attribute["value"]["stringValue"] == task.to_string().as_str()
    };
    assert!(attributes.iter().any(has_task), "{attributes:?}");
    let all = json!(*spans).to_string();
    let number = numbers.first().unwrap().trim_start_matches('+');
    assert!(!all.contains(number), "no span contains a phone number");
}

/// Starts a collector. Returns its address and what it gets.
async fn start_collector() -> (String, Spans) {
    let spans = Spans::default();
    let listener = TcpListener::bind(("127.0.0.1", 0)).await.unwrap();
    let address = format!("http://{}", listener.local_addr().unwrap());
    let router = Router::new().route("/v1/traces", post(collect)).with_state(spans.clone());
    tokio::spawn(async move { axum::serve(listener, router).await });
    (address, spans)
}

async fn collect(State(spans): State<Spans>, Json(sent): Json<Value>) -> Json<Value> {
    let each = |value: &Value, field: &str| value[field].as_array().cloned().unwrap_or_default();
    for resource in each(&sent, "resourceSpans") {
        assert!(resource["resource"].to_string().contains("numsift"), "{resource}");
        for span in each(&resource, "scopeSpans").iter().flat_map(|scope| each(scope, "spans")) {
            let name = span["name"].as_str().unwrap().to_owned();
            spans.lock().unwrap().insert(name, span["attributes"].clone());
        }
    }
    Json(json!({}))
}
