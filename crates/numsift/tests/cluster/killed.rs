//! A server is killed while somebody waits for its answer, or while it waits for a webhook's receiver. On
//! PostgreSQL another server goes on, on SQLite the same one after it was started again.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use axum::Router;
use axum::body::Bytes;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use numsift_store_pg::testing::TestDatabase;
use serde_json::{Value, json};
use tokio::net::TcpListener;
use tokio::sync::mpsc;

use crate::api::Program;
use crate::bucket::Bucket;
use crate::console::Console;
use crate::installation::{GIFT, Installation};
use crate::leases::Leases;
use crate::process::Settings;
use crate::{DEADLINE, until};

/// What an answer about `WhatsApp` costs.
const PRICE: i64 = 100;
/// The simulated provider knows it.
const NUMBER: &str = "+8613800000001";

async fn key(installation: &Installation) -> String {
    let wanted = json!({ "name": "killed", "scopes": ["lookup", "balance"] });
    let made = installation.customer.call("user/generateApi", wanted).await;
    made["secret"].as_str().unwrap().to_owned()
}

/// What is asked in these tests.
fn lookup() -> Value {
    json!({ "number": NUMBER, "projects": ["whatsapp"] })
}

/// Sends a lookup again after the server that had it was killed: refused while that one could still be
/// there, then answered, always with the same answer, and charged once.
async fn answered_once(installation: &Installation, program: &Program, leases: &Leases) {
    let at_once = program.post("lookup", &lookup(), Some("one")).await;
    assert_eq!((at_once.status, &at_once.body["code"]), (409, &json!("idempotency-conflict")));
    leases.end().await;
    let answered = program.post("lookup", &lookup(), Some("one")).await;
    assert_eq!(answered.status, 200, "{}", answered.body);
    assert_eq!(answered.body["charged"], PRICE, "{}", answered.body);
    assert!(answered.body["checks"]["whatsapp"]["status"].is_string(), "{}", answered.body);
    let again = program.post("lookup", &lookup(), Some("one")).await;
    assert_eq!((again.status, &again.body), (200, &answered.body));
    assert_eq!(again.headers["idempotency-replayed"], "true");
    let balance = program.get("balance").await.body;
    assert_eq!((&balance["points"], &balance["held"]), (&json!(GIFT - PRICE), &json!(0)));
    installation.books_balance();
}

/// The second of two servers is killed at a point of its lookup; the first one is asked again.
async fn another_server_answers(point: &str) {
    let database = TestDatabase::create().await;
    let bucket = Bucket::start().await;
    let installation = Installation::start(bucket.scaled_out(database.url()), Vec::new()).await;
    let secret = key(&installation).await;
    let stop = vec![("NUMSIFT_BREAK", format!("{point}:1"))];
    let (mut second, base) = installation.server_beside_with("second", stop).await;
    let program = Program::at(&base, &secret);
    let waiting = tokio::spawn(async move { program.try_post("lookup", &lookup(), "one").await });
    second.line_with(&format!("reached {point}")).await;
    second.kill();
    assert!(waiting.await.unwrap().is_err(), "its answer is lost");
    let program = Program::at(installation.base(), &secret);
    answered_once(&installation, &program, &Leases::on_postgres(&database).await).await;
}

/// The only server is killed at a point of its lookup, started, and asked again.
async fn the_same_server_answers(point: &str) {
    let settings = vec![("NUMSIFT_WORKERS", "false".to_owned())];
    let stop = vec![("NUMSIFT_BREAK", format!("{point}:1"))];
    let mut installation = Installation::start(settings, stop).await;
    let secret = key(&installation).await;
    let program = Program::at(installation.base(), &secret);
    let waiting = tokio::spawn(async move { program.try_post("lookup", &lookup(), "one").await });
    installation.reaches(point).await;
    let stopped = installation.kill_server();
    assert!(waiting.await.unwrap().is_err(), "its answer is lost");
    let leases = Leases::on_sqlite(&stopped.embedded_database()).await;
    let installation = stopped.start_again().await;
    let program = Program::at(installation.base(), &secret);
    answered_once(&installation, &program, &leases).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_lookup_that_had_asked_its_provider_is_answered_by_another_server() {
    another_server_answers("chunk-put").await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_lookup_that_was_being_charged_is_answered_by_another_server() {
    another_server_answers("chunk-commit").await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_lookup_that_was_charged_is_answered_by_another_server() {
    another_server_answers("chunk-committed").await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_lookup_that_had_asked_its_provider_is_answered_after_a_restart() {
    the_same_server_answers("chunk-put").await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_lookup_that_was_charged_is_answered_after_a_restart() {
    the_same_server_answers("chunk-committed").await;
}

/// Whoever hangs up while a provider is asked finds the answer under the name of its request.
async fn found_after_hanging_up(settings: Settings) {
    let installation = Installation::start(settings, Vec::new()).await;
    let program = Program::at(installation.base(), &key(&installation).await);
    let gate = installation.providers().clone();
    gate.close_gate();
    let hasty = program.clone();
    let waiting = tokio::spawn(async move { hasty.try_post("lookup", &lookup(), "one").await });
    tokio::time::timeout(DEADLINE, gate.held(1)).await.unwrap();
    waiting.abort();
    assert!(waiting.await.is_err(), "nobody waits for the answer");
    gate.open_gate();
    let answered = until("it is answered", async || {
        let answer = program.post("lookup", &lookup(), Some("one")).await;
        (answer.status != 409).then_some(answer)
    })
    .await;
    assert_eq!((answered.status, &answered.body["charged"]), (200, &json!(PRICE)), "{}", answered.body);
    assert_eq!(answered.headers["idempotency-replayed"], "true", "it was answered for whoever had gone");
    let balance = program.get("balance").await.body;
    assert_eq!((&balance["points"], &balance["held"]), (&json!(GIFT - PRICE), &json!(0)));
    installation.books_balance();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_lookup_goes_on_when_its_sender_hangs_up_on_sqlite() {
    found_after_hanging_up(vec![("NUMSIFT_WORKERS", "false".to_owned())]).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_lookup_goes_on_when_its_sender_hangs_up_on_postgres() {
    let database = TestDatabase::create().await;
    let bucket = Bucket::start().await;
    found_after_hanging_up(bucket.scaled_out(database.url())).await;
}

/// A request as a receiver of webhooks saw it.
#[derive(Debug, PartialEq, Eq)]
struct Received {
    id: String,
    body: Bytes,
}

/// A receiver that leaves the first request without an answer, and takes all others.
struct Receiver {
    url: String,
    arrived: mpsc::UnboundedReceiver<Received>,
}

#[derive(Clone)]
struct Desk {
    arrive: mpsc::UnboundedSender<Received>,
    had_one: Arc<AtomicBool>,
}

async fn receive(State(desk): State<Desk>, headers: HeaderMap, body: Bytes) -> StatusCode {
    let id = headers["webhook-id"].to_str().unwrap().to_owned();
    desk.arrive.send(Received { id, body }).unwrap();
    if desk.had_one.swap(true, Ordering::SeqCst) {
        return StatusCode::NO_CONTENT;
    }
    std::future::pending().await
}

impl Receiver {
    async fn start() -> Self {
        let (arrive, arrived) = mpsc::unbounded_channel();
        let desk = Desk { arrive, had_one: Arc::default() };
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}/hook", listener.local_addr().unwrap());
        let router = Router::new().fallback(receive).with_state(desk);
        tokio::spawn(async move { axum::serve(listener, router).await.unwrap() });
        Self { url, arrived }
    }

    async fn next(&mut self) -> Received {
        tokio::time::timeout(DEADLINE, self.arrived.recv()).await.expect("nothing arrives").unwrap()
    }

    /// Has itself told of the end of a task, and waits until it is being told.
    async fn is_being_told(&mut self, installation: &Installation) -> Received {
        let wanted = json!({ "url": self.url, "events": ["task.completed"] });
        installation.customer.call("webhook/create", wanted).await;
        let (list, _) = installation.list(1).await;
        installation.start_task(&list).await;
        self.next().await
    }

    /// Once whoever was telling has lost what it had taken, it is told the same again, and that counts.
    async fn is_told_again(&mut self, first: Received, customer: &Console, leases: &Leases) {
        leases.end().await;
        assert_eq!(self.next().await, first, "the same message, by which a receiver knows that it has it");
        let delivery = until("the delivery is noted", async || {
            let deliveries = customer.call("webhook/deliveries", json!({})).await;
            assert_eq!(deliveries["total"], 1, "{deliveries}");
            let delivery = deliveries["items"][0].clone();
            (delivery["state"] == "delivered").then_some(delivery)
        })
        .await;
        assert_eq!(delivery["message_id"], first.id.as_str(), "{delivery}");
    }
}

/// What servers are told so that they reach a receiver on this machine.
fn reachable() -> (&'static str, String) {
    ("NUMSIFT_WEBHOOK_HOSTS", "127.0.0.1".to_owned())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_webhook_of_a_killed_server_is_sent_by_another() {
    let database = TestDatabase::create().await;
    let bucket = Bucket::start().await;
    let mut settings = bucket.settings();
    settings.extend([("NUMSIFT_DATABASE_URL", database.url().to_owned()), reachable()]);
    let installation = Installation::start(settings, Vec::new()).await;
    let mut receiver = Receiver::start().await;
    // There is no other server yet: it is the first one that waits for the receiver.
    let first = receiver.is_being_told(&installation).await;
    let (_second, base) = installation.server_beside("second").await;
    let customer = installation.customer.moved_to(&base);
    let _stopped = installation.kill_server();
    receiver.is_told_again(first, &customer, &Leases::on_postgres(&database).await).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_webhook_of_a_killed_server_is_sent_after_a_restart() {
    let installation = Installation::start(vec![reachable()], Vec::new()).await;
    let mut receiver = Receiver::start().await;
    let first = receiver.is_being_told(&installation).await;
    let stopped = installation.kill_server();
    let leases = Leases::on_sqlite(&stopped.embedded_database()).await;
    let installation = stopped.start_again().await;
    receiver.is_told_again(first, &installation.customer, &leases).await;
}
