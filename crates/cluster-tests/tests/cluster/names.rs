//! A node whose resolver does not answer does no harm beside a healthy one.

use std::sync::Arc;

use numsift_store_pg::PgStore;
use numsift_store_pg::testing::TestDatabase;
use numsift_test_bucket::Bucket;
use serde_json::json;

use crate::installation::Installation;
use crate::process::Machine;
use crate::until;

const CHUNKS: usize = 6;
const PROVIDER: &str = "provider.example";

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_node_that_cannot_resolve_names_takes_no_work_and_spoils_none() {
    let knows_provider = format!("127.0.0.1 {PROVIDER}");
    let (Some(healthy), Some(sick)) = (Machine::new(&knows_provider), Machine::new("")) else {
        eprintln!("skipped: mount namespaces are not allowed here");
        return;
    };
    let (database, bucket) = (TestDatabase::create().await, Bucket::start().await);
    let installation = Installation::start(bucket.scaled_out(database.url()), Vec::new()).await;
    let store = Arc::new(PgStore::connect(database.url(), 2).await.unwrap());
    let provider = installation.provider_url().replace("127.0.0.1", PROVIDER);
    installation.move_provider(&provider).await;
    let allowed = vec![("NUMSIFT_ALLOWED_HOSTS", provider.trim_start_matches("http://").to_owned())];

    let (_sick_worker, at_sick) = installation.worker_on(&sick, "sick", allowed.clone()).await;
    let (list, numbers) = installation.list(CHUNKS).await;
    assert_eq!(readiness(&at_sick).await, (200, "ready".to_owned()), "nothing was resolved yet");
    let task = installation.start_task(&list).await;
    until("the node is not ready", async || {
        let (status, text) = readiness(&at_sick).await;
        (status == 503).then(|| assert!(text.contains("host names"), "{text}"))
    })
    .await;
    let metrics = reqwest::get(format!("{at_sick}/metrics")).await.unwrap().text().await.unwrap();
    assert!(metrics.contains("numsift_names_away 1"), "{metrics}");

    // The other node answers every number: the attempts of the first one did not count, and no number became unknown.
    let (healthy_worker, _) = installation.worker_on(&healthy, "healthy", allowed).await;
    installation.finish(store, task, &numbers).await;
    let channels = installation.admin.call("channel/list", json!({})).await;
    assert!(!channels.to_string().contains(r#""condition":"down""#), "{channels}");

    sick.set_hosts(&knows_provider);
    until("the node is ready again", async || (readiness(&at_sick).await.0 == 200).then_some(())).await;
    healthy_worker.stop();
    let (list, numbers) = installation.list(1).await;
    let task = installation.start_task(&list).await;
    let done = installation.until_finished(task).await;
    assert_eq!((&done["state"], &done["reason"]), (&json!("completed"), &json!("")), "{done}");
    assert_eq!(done["done"], numbers.len(), "{done}");
}

async fn readiness(base: &str) -> (u16, String) {
    let response = reqwest::get(format!("{base}/readyz")).await.unwrap();
    (response.status().as_u16(), response.text().await.unwrap().trim().to_owned())
}
