//! Kills a server during a lookup or during the delivery of a webhook. Another server takes over on PostgreSQL, the
//! restarted server on SQLite.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use axum::Router;
use axum::body::Bytes;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use numsift_store_pg::testing::TestDatabase;
use numsift_test_bucket::Bucket;
use serde_json::{Value, json};
use tokio::net::TcpListener;
use tokio::sync::mpsc;

use crate::api::ApiClient;
use crate::console::Console;
use crate::installation::{GIFT, Installation};
use crate::leases::Leases;
use crate::postgres::Postgres;
use crate::process::Settings;
use crate::{DEADLINE, until};

/// Price of a `whatsapp` answer.
const PRICE: i64 = 100;
/// The simulated provider has a definite answer for it.
const NUMBER: &str = "+8613800000001";

async fn create_key(installation: &Installation) -> String {
    let request = json!({ "name": "killed", "scopes": ["lookup", "balance"] });
    let made = installation.customer.call("user/generateApi", request).await;
    made["secret"].as_str().unwrap().to_owned()
}

fn lookup() -> Value {
    json!({ "number": NUMBER, "projects": ["whatsapp"] })
}

/// Repeats a lookup after its server was killed: a conflict until the lease expires, then answered, always with the same
/// response, and charged once.
async fn check_answered_once(installation: &Installation, client: &ApiClient, leases: &Leases) {
    let conflict = client.post("lookup", &lookup(), Some("one")).await;
    assert_eq!((conflict.status, &conflict.body["code"]), (409, &json!("idempotency-conflict")));
    leases.expire_all().await;
    let answered = client.post("lookup", &lookup(), Some("one")).await;
    assert_eq!(answered.status, 200, "{}", answered.body);
    assert_eq!(answered.body["charged"], PRICE, "{}", answered.body);
    assert!(answered.body["checks"]["whatsapp"]["status"].is_string(), "{}", answered.body);
    let again = client.post("lookup", &lookup(), Some("one")).await;
    assert_eq!((again.status, &again.body), (200, &answered.body));
    assert_eq!(again.headers["idempotency-replayed"], "true");
    let balance = client.get("balance").await.body;
    assert_eq!((&balance["points"], &balance["held"]), (&json!(GIFT - PRICE), &json!(0)));
    installation.verify_ledger();
}

/// Kills the second of two servers at a breakpoint of a lookup and repeats the lookup on the first one.
async fn another_server_answers(breakpoint: &str) {
    let database = TestDatabase::create().await;
    let bucket = Bucket::start().await;
    let installation = Installation::start(bucket.scaled_out(database.url()), Vec::new()).await;
    let secret = create_key(&installation).await;
    let stop = vec![("NUMSIFT_BREAK", format!("{breakpoint}:1"))];
    let (mut second, base) = installation.second_server_with(stop).await;
    let client = ApiClient::at(&base, &secret);
    let waiting = tokio::spawn(async move { client.try_post("lookup", &lookup(), "one").await });
    second.wait_for_line(&format!("reached {breakpoint}")).await;
    second.kill();
    assert!(waiting.await.unwrap().is_err(), "the response is lost");
    let client = ApiClient::at(installation.base(), &secret);
    check_answered_once(&installation, &client, &Leases::on_postgres(&database).await).await;
}

/// Kills the only server at a breakpoint of a lookup, restarts it and repeats the lookup.
async fn the_restarted_server_answers(breakpoint: &str) {
    let settings = vec![("NUMSIFT_WORKERS", "false".to_owned())];
    let stop = vec![("NUMSIFT_BREAK", format!("{breakpoint}:1"))];
    let mut installation = Installation::start(settings, stop).await;
    let secret = create_key(&installation).await;
    let client = ApiClient::at(installation.base(), &secret);
    let waiting = tokio::spawn(async move { client.try_post("lookup", &lookup(), "one").await });
    installation.wait_for_breakpoint(breakpoint).await;
    let stopped = installation.kill_server();
    assert!(waiting.await.unwrap().is_err(), "the response is lost");
    let leases = Leases::on_sqlite(&stopped.sqlite_file()).await;
    let installation = stopped.restart().await;
    let client = ApiClient::at(installation.base(), &secret);
    check_answered_once(&installation, &client, &leases).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_lookup_killed_before_its_commit_is_answered_by_another_server() {
    another_server_answers("lookup-answered").await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_lookup_killed_during_its_commit_is_answered_by_another_server() {
    another_server_answers("lookup-commit").await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_lookup_killed_after_its_commit_is_answered_by_another_server() {
    another_server_answers("lookup-committed").await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_lookup_killed_before_its_commit_is_answered_after_a_restart() {
    the_restarted_server_answers("lookup-answered").await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_lookup_killed_after_its_commit_is_answered_after_a_restart() {
    the_restarted_server_answers("lookup-committed").await;
}

/// A client that disconnects during a lookup gets the response when it repeats the request.
async fn check_answered_after_disconnect(settings: Settings) {
    let installation = Installation::start(settings, Vec::new()).await;
    let client = ApiClient::at(installation.base(), &create_key(&installation).await);
    let gate = installation.providers().clone();
    gate.close_gate();
    let disconnecting = client.clone();
    let waiting = tokio::spawn(async move { disconnecting.try_post("lookup", &lookup(), "one").await });
    tokio::time::timeout(DEADLINE, gate.wait_for_held(1)).await.unwrap();
    waiting.abort();
    assert!(waiting.await.is_err(), "the client has disconnected");
    gate.open_gate();
    let answered = until("the lookup is answered", async || {
        let response = client.post("lookup", &lookup(), Some("one")).await;
        (response.status != 409).then_some(response)
    })
    .await;
    assert_eq!((answered.status, &answered.body["charged"]), (200, &json!(PRICE)), "{}", answered.body);
    assert_eq!(answered.headers["idempotency-replayed"], "true", "the first request was processed");
    let balance = client.get("balance").await.body;
    assert_eq!((&balance["points"], &balance["held"]), (&json!(GIFT - PRICE), &json!(0)));
    installation.verify_ledger();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_lookup_continues_when_the_client_disconnects_on_sqlite() {
    check_answered_after_disconnect(vec![("NUMSIFT_WORKERS", "false".to_owned())]).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_lookup_continues_when_the_client_disconnects_on_postgres() {
    let database = TestDatabase::create().await;
    let bucket = Bucket::start().await;
    check_answered_after_disconnect(bucket.scaled_out(database.url())).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn bought_answers_of_a_lookup_survive_an_outage_of_the_database() {
    let postgres = tokio::task::block_in_place(Postgres::start);
    let settings = vec![("NUMSIFT_DATABASE_URL", postgres.url()), ("NUMSIFT_WORKERS", "false".to_owned())];
    let installation = Installation::start(settings, Vec::new()).await;
    let client = ApiClient::at(installation.base(), &create_key(&installation).await);
    let gate = installation.providers().clone();
    gate.close_gate();
    let asking = client.clone();
    let waiting = tokio::spawn(async move { asking.post("lookup", &lookup(), Some("one")).await });
    tokio::time::timeout(DEADLINE, gate.wait_for_held(1)).await.unwrap();

    // Between the answer of the provider and its settlement.
    postgres.stop();
    gate.open_gate();
    let away = waiting.await.unwrap();
    assert_eq!((away.status, &away.body["code"]), (503, &json!("unavailable")), "{}", away.body);
    assert!(away.headers.contains_key("retry-after"), "{:?}", away.headers);
    postgres.start_again();
    let found = until("the lookup is settled", async || {
        let found = client.get("lookups").await;
        let lookup = found.body["items"][0].clone();
        (found.status == 200 && lookup["state"] == "done").then_some(lookup)
    })
    .await;
    assert_eq!(found["charged"], PRICE, "{found}");
    assert!(found["checks"]["whatsapp"]["status"].is_string(), "{found}");

    // The request is answered when it is sent again, and the provider is not asked again.
    let database = Leases::at(&postgres.url()).await;
    check_answered_once(&installation, &client, &database).await;
}

/// A webhook request.
#[derive(Debug, PartialEq, Eq)]
struct Received {
    id: String,
    body: Bytes,
}

/// A webhook receiver that never responds to the first request and accepts all others.
struct Receiver {
    url: String,
    requests: mpsc::UnboundedReceiver<Received>,
}

#[derive(Clone)]
struct ReceiverState {
    requests: mpsc::UnboundedSender<Received>,
    first_seen: Arc<AtomicBool>,
}

async fn receive(State(state): State<ReceiverState>, headers: HeaderMap, body: Bytes) -> StatusCode {
    let id = headers["webhook-id"].to_str().unwrap().to_owned();
    state.requests.send(Received { id, body }).unwrap();
    if state.first_seen.swap(true, Ordering::SeqCst) {
        return StatusCode::NO_CONTENT;
    }
    std::future::pending().await
}

impl Receiver {
    async fn start() -> Self {
        let (sender, requests) = mpsc::unbounded_channel();
        let state = ReceiverState { requests: sender, first_seen: Arc::default() };
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}/hook", listener.local_addr().unwrap());
        let router = Router::new().fallback(receive).with_state(state);
        tokio::spawn(async move { axum::serve(listener, router).await.unwrap() });
        Self { url, requests }
    }

    async fn next(&mut self) -> Received {
        tokio::time::timeout(DEADLINE, self.requests.recv()).await.expect("no request arrives").unwrap()
    }

    /// Creates an endpoint, runs a task and waits for the first request.
    async fn wait_for_first_request(&mut self, installation: &Installation) -> Received {
        let endpoint = json!({ "url": self.url, "events": ["task.completed"] });
        installation.customer.call("webhook/create", endpoint).await;
        let (list, _) = installation.list(1).await;
        installation.start_task(&list).await;
        self.next().await
    }

    /// Expires the lease of the killed server and checks that the same message is sent again.
    async fn check_redelivery(&mut self, first: Received, customer: &Console, leases: &Leases) {
        leases.expire_all().await;
        assert_eq!(
            self.next().await,
            first,
            "the same id and body, so that a receiver can detect the duplicate"
        );
        let delivery = until("the delivery is recorded", async || {
            let deliveries = customer.call("webhook/deliveries", json!({})).await;
            assert_eq!(deliveries["total"], 1, "{deliveries}");
            let delivery = deliveries["items"][0].clone();
            (delivery["state"] == "delivered").then_some(delivery)
        })
        .await;
        assert_eq!(delivery["message_id"], first.id.as_str(), "{delivery}");
    }
}

/// Lets webhooks connect to loopback.
fn allow_loopback() -> (&'static str, String) {
    ("NUMSIFT_WEBHOOK_HOSTS", "127.0.0.1".to_owned())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn another_server_redelivers_the_webhook_of_a_killed_one() {
    let database = TestDatabase::create().await;
    let bucket = Bucket::start().await;
    let mut settings = bucket.settings();
    settings.extend([("NUMSIFT_DATABASE_URL", database.url().to_owned()), allow_loopback()]);
    let installation = Installation::start(settings, Vec::new()).await;
    let mut receiver = Receiver::start().await;
    // There is no other server yet: the first one waits for the receiver.
    let first = receiver.wait_for_first_request(&installation).await;
    let (_second, base) = installation.second_server().await;
    let customer = installation.customer.moved_to(&base);
    let _stopped = installation.kill_server();
    receiver.check_redelivery(first, &customer, &Leases::on_postgres(&database).await).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_restarted_server_redelivers_its_webhook() {
    let installation = Installation::start(vec![allow_loopback()], Vec::new()).await;
    let mut receiver = Receiver::start().await;
    let first = receiver.wait_for_first_request(&installation).await;
    let stopped = installation.kill_server();
    let leases = Leases::on_sqlite(&stopped.sqlite_file()).await;
    let installation = stopped.restart().await;
    receiver.check_redelivery(first, &installation.customer, &leases).await;
}
