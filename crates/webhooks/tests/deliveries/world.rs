//! Test setup: a store, a manual clock, one customer and a receiver.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use axum::Router;
use axum::body::Bytes;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use numsift_channel::{Guard, Outbound};
use numsift_model::clock::{Clock, ManualClock, SystemClock, SystemEntropy};
use numsift_model::id::{Uid, WebhookId};
use numsift_model::page::Page;
use numsift_model::webhook::{Delivery, Webhook, WebhookEvent};
use numsift_store::conformance::{customer, stored};
use numsift_store::{DeliveryFilter, NewMessage, Store};
use numsift_store_pg::testing::TestDatabase;
use numsift_store_sqlite::SqliteStore;
use numsift_vault::Vault;
use numsift_webhooks::{EndpointRequest, TIMEOUT, WebhookParts, Webhooks};
use tokio::sync::mpsc;

#[derive(Clone)]
pub enum Answering {
    With(u16, Vec<u8>),
    /// Redirects to itself.
    Redirecting,
    Never,
}

/// A received request.
#[derive(Clone)]
pub struct Received {
    pub headers: HeaderMap,
    pub body: Vec<u8>,
}

impl Received {
    pub fn header(&self, name: &str) -> &str {
        self.headers[name].to_str().unwrap()
    }

    /// Whether the published library accepts the signature.
    pub fn is_signed_with(&self, secret: &str) -> bool {
        standardwebhooks::Webhook::new(secret).unwrap().verify(&self.body, &self.headers).is_ok()
    }
}

#[derive(Clone)]
struct Receiver {
    answering: Arc<Mutex<Answering>>,
    arrived: mpsc::UnboundedSender<Received>,
}

async fn receive(State(receiver): State<Receiver>, headers: HeaderMap, body: Bytes) -> Response {
    receiver.arrived.send(Received { headers, body: body.to_vec() }).unwrap();
    let answering = receiver.answering.lock().unwrap().clone();
    match answering {
        Answering::With(status, body) => (StatusCode::from_u16(status).unwrap(), body).into_response(),
        Answering::Redirecting => (StatusCode::FOUND, [("location", "/hook")]).into_response(),
        Answering::Never => std::future::pending().await,
    }
}

pub struct World {
    pub store: Arc<dyn Store>,
    pub clock: Arc<ManualClock>,
    pub webhooks: Webhooks,
    pub uid: Uid,
    /// URL of the receiver.
    pub url: String,
    answering: Arc<Mutex<Answering>>,
    arrived: mpsc::UnboundedReceiver<Received>,
    _folder: Option<tempfile::TempDir>,
}

impl World {
    pub async fn on_sqlite() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let store = SqliteStore::open(&folder.path().join("numsift.db")).await.unwrap();
        Self::on(Arc::new(store), Some(folder)).await
    }

    pub async fn on_postgres() -> Self {
        Self::on(TestDatabase::create().await.store().await, None).await
    }

    async fn on(store: Arc<dyn Store>, folder: Option<tempfile::TempDir>) -> Self {
        let clock = Arc::new(ManualClock::at(SystemClock.now()));
        let (sender, arrived) = mpsc::unbounded_channel();
        let answering = Arc::new(Mutex::new(Answering::With(204, Vec::new())));
        let receiver = Receiver { answering: answering.clone(), arrived: sender };
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}/hook", listener.local_addr().unwrap());
        let router = Router::new().fallback(receive).with_state(receiver);
        tokio::spawn(async move { axum::serve(listener, router).await.unwrap() });
        let uid = stored(&store, &customer("ann")).await;
        let webhooks = process(store.clone(), clock.clone(), &["127.0.0.1"], TIMEOUT);
        Self { store, clock, webhooks, uid, url, answering, arrived, _folder: folder }
    }

    /// Another process of the same installation, with different settings.
    pub fn another_process(&self, allowed: &[&str], timeout: Duration) -> Webhooks {
        process(self.store.clone(), self.clock.clone(), allowed, timeout)
    }

    pub fn answer(&self, answering: Answering) {
        *self.answering.lock().unwrap() = answering;
    }

    pub fn answer_with(&self, status: u16) {
        self.answer(Answering::With(status, Vec::new()));
    }

    /// All requests since the last call.
    pub fn received(&mut self) -> Vec<Received> {
        std::iter::from_fn(|| self.arrived.try_recv().ok()).collect()
    }

    /// Waits for the next request.
    pub async fn next_request(&mut self) -> Received {
        self.arrived.recv().await.unwrap()
    }

    pub fn request(url: &str) -> EndpointRequest {
        EndpointRequest {
            url: url.to_owned(),
            description: "mine".to_owned(),
            events: [WebhookEvent::OrderPaid].into(),
            staff: false,
            enabled: true,
            of_tasks: false,
        }
    }

    /// Creates an endpoint at the receiver. Returns its id and secret.
    pub async fn endpoint(&self) -> (WebhookId, String) {
        let settings = self.webhooks.check(Self::request(&self.url)).await.unwrap();
        let mut tx = self.store.begin().await.unwrap();
        let (webhook, secret) = self.webhooks.create(&mut *tx, self.uid, &settings).await.unwrap();
        tx.save().await.unwrap();
        (webhook.id, secret)
    }

    /// Emits an `order.paid` event.
    pub async fn emit(&self, order: i64) {
        let data = serde_json::json!({ "id": order, "note": "“é”" });
        let message = NewMessage::new(self.uid, WebhookEvent::OrderPaid, order, self.clock.now(), data);
        let mut tx = self.store.begin().await.unwrap();
        tx.tell_webhooks(&message).await.unwrap();
        tx.save().await.unwrap();
    }

    /// Deliveries, newest first.
    pub async fn deliveries(&self) -> Vec<Delivery> {
        let page = Page::new(1, 200).unwrap();
        let mut tx = self.store.read().await.unwrap();
        tx.deliveries(self.uid, DeliveryFilter::default(), page).await.unwrap().items
    }

    pub async fn webhook(&self, id: WebhookId) -> Webhook {
        self.store.read().await.unwrap().webhook(self.uid, id).await.unwrap().unwrap()
    }

    /// English titles of the notifications of the owner.
    pub async fn notification_titles(&self) -> Vec<String> {
        let page = Page::new(1, 10).unwrap();
        let mut tx = self.store.read().await.unwrap();
        let listed = tx.notifications_for(self.uid, false, page).await.unwrap();
        let english = |texts: &numsift_model::notification::NotificationTexts| {
            texts.in_language(numsift_model::lang::Lang::En).unwrap().title.clone()
        };
        listed.items.iter().map(|one| english(&one.texts)).collect()
    }
}

fn process(store: Arc<dyn Store>, clock: Arc<ManualClock>, allowed: &[&str], timeout: Duration) -> Webhooks {
    let entropy = Arc::new(SystemEntropy);
    Webhooks::new(WebhookParts {
        store,
        clock,
        entropy: entropy.clone(),
        vault: Vault::with_key([7; 32], entropy),
        outbound: Outbound::new(&Guard::new(allowed)).unwrap(),
        timeout,
    })
}

/// Runs each test on SQLite and on PostgreSQL.
macro_rules! on_both_stores {
    ($($story:ident),* $(,)?) => {
        mod sqlite {
            $(#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn $story() {
                super::$story($crate::world::World::on_sqlite().await).await;
            })*
        }
        mod postgres {
            $(#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn $story() {
                super::$story($crate::world::World::on_postgres().await).await;
            })*
        }
    };
}
pub(crate) use on_both_stores;
