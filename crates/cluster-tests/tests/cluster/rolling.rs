//! A rolling restart: every process of an installation is restarted under load, and no call of a customer fails.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;

use numsift_store_pg::testing::TestDatabase;
use numsift_test_bucket::Bucket;
use serde_json::json;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinHandle;

use crate::api::ApiClient;
use crate::console::Console;
use crate::installation::Installation;
use crate::process::Process;
use crate::until;

const CHUNKS: usize = 6;
/// Long enough for the balancer to notice that a server is not ready.
const DRAIN_S: u64 = 2;
const CHECK_EVERY: Duration = Duration::from_millis(200);
const CLIENTS: usize = 4;

/// A server behind the balancer.
struct Backend {
    address: String,
    ready: AtomicBool,
    connections: AtomicUsize,
}

/// A load balancer: asks `/readyz`, gives new connections to a ready server, and tries the next one if a connection is
/// refused. It never repeats a request.
struct Balancer {
    address: String,
    backends: Arc<[Backend]>,
    tasks: Vec<JoinHandle<()>>,
}

impl Balancer {
    async fn start(addresses: &[String]) -> Self {
        let backend = |address: &String| Backend {
            address: address.trim_start_matches("http://").to_owned(),
            ready: AtomicBool::new(false),
            connections: AtomicUsize::new(0),
        };
        let backends: Arc<[Backend]> = addresses.iter().map(backend).collect();
        let checked = backends.clone();
        let checks = tokio::spawn(async move {
            let http = reqwest::Client::builder().no_proxy().pool_max_idle_per_host(0).build().unwrap();
            loop {
                for backend in checked.iter() {
                    let answer = http.get(format!("http://{}/readyz", backend.address)).send().await;
                    let ready = answer.is_ok_and(|answer| answer.status().is_success());
                    backend.ready.store(ready, Ordering::Relaxed);
                }
                tokio::time::sleep(CHECK_EVERY).await;
            }
        });
        let listener = TcpListener::bind(("127.0.0.1", 0)).await.unwrap();
        let address = format!("http://{}", listener.local_addr().unwrap());
        let served = backends.clone();
        let serving = tokio::spawn(async move {
            for turn in 0.. {
                let (client, _) = listener.accept().await.unwrap();
                tokio::spawn(forward(client, served.clone(), turn));
            }
        });
        Self { address, backends, tasks: vec![checks, serving] }
    }

    async fn until_ready(&self, place: usize) {
        until("the balancer finds the server ready", async || {
            self.backends[place].ready.load(Ordering::Relaxed).then_some(())
        })
        .await;
    }
}

impl Drop for Balancer {
    fn drop(&mut self) {
        self.tasks.iter().for_each(JoinHandle::abort);
    }
}

/// Connects a client to a server.
async fn forward(mut client: TcpStream, backends: Arc<[Backend]>, turn: usize) {
    // Waits for the request: a connection that is opened in advance goes to a server that is ready when it is used.
    let mut first = vec![0; 16 * 1024];
    let Ok(read @ 1..) = client.read(&mut first).await else { return };
    for place in 0..backends.len() {
        let backend = &backends[(turn + place) % backends.len()];
        if !backend.ready.load(Ordering::Relaxed) {
            continue;
        }
        let Ok(mut server) = TcpStream::connect(&backend.address).await else { continue };
        backend.connections.fetch_add(1, Ordering::Relaxed);
        if server.write_all(&first[..read]).await.is_ok() {
            // Ends when either side closes its connection.
            let _ = tokio::io::copy_bidirectional(&mut client, &mut server).await;
        }
        return;
    }
}

/// What clients did.
#[derive(Default)]
struct Load {
    stop: AtomicBool,
    calls: AtomicUsize,
}

/// Makes calls until told to stop. Panics if one fails. Connections are kept as long as the server keeps them.
async fn customer(load: Arc<Load>, console: Console, api: ApiClient, client: usize) {
    for round in 0.. {
        if load.stop.load(Ordering::Relaxed) {
            return;
        }
        console.call("task/list", json!({})).await;
        let number = format!("+86139{client:02}{round:06}");
        let body = json!({ "number": number, "projects": ["whatsapp"] });
        let key = format!("{client}-{round}");
        let answer = api.try_post("lookup", &body, &key).await.expect("a lookup is answered");
        assert_eq!(answer.status, 200, "{}", answer.body);
        let balance = api.get("balance").await;
        assert_eq!(balance.status, 200, "{}", balance.body);
        load.calls.fetch_add(3, Ordering::Relaxed);
    }
}

/// Waits until clients have made this many more calls.
async fn until_calls(load: &Load, more: usize) {
    let wanted = load.calls.load(Ordering::Relaxed) + more;
    until("clients go on", async || (load.calls.load(Ordering::Relaxed) >= wanted).then_some(())).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_rolling_restart_fails_no_call() {
    let (database, bucket) = (TestDatabase::create().await, Bucket::start().await);
    let mut settings = bucket.scaled_out(database.url());
    settings.extend([("NUMSIFT_API_LOOKUP_PER_MINUTE", "100000".to_owned())]);
    settings.extend([("NUMSIFT_API_READ_PER_MINUTE", "100000".to_owned())]);
    let installation = Installation::start(settings, Vec::new()).await;
    let made = installation
        .customer
        .call("user/generateApi", json!({ "name": "rolling", "scopes": ["lookup", "balance"] }))
        .await;
    let secret = made["secret"].as_str().unwrap();

    let drain = vec![("NUMSIFT_DRAIN_S", DRAIN_S.to_string())];
    let mut servers: Vec<(Process, String)> = Vec::new();
    let mut workers = Vec::new();
    for name in ["a", "b"] {
        servers.push(installation.server_at(name, 0, drain.clone()).await);
        workers.push(installation.worker(&format!("worker-{name}")).await);
    }
    let addresses: Vec<String> = servers.iter().map(|(_, address)| address.clone()).collect();
    let balancer = Balancer::start(&addresses).await;
    for place in 0..servers.len() {
        balancer.until_ready(place).await;
    }

    let (list, numbers) = installation.list(CHUNKS).await;
    let task = installation.start_task(&list).await;
    let load = Arc::new(Load::default());
    let clients: Vec<_> = (0..CLIENTS)
        .map(|client| {
            let console = installation.customer.moved_to(&balancer.address).with_own_connections();
            let api = ApiClient::at(&balancer.address, secret);
            tokio::spawn(customer(load.clone(), console, api, client))
        })
        .collect();
    until_calls(&load, 24).await;

    for (place, name) in ["a", "b"].into_iter().enumerate() {
        let (server, address) = servers.remove(0);
        tokio::task::block_in_place(|| server.stop());
        until_calls(&load, 24).await;
        let port = address.rsplit_once(':').unwrap().1.parse().unwrap();
        servers.push(installation.server_at(name, port, drain.clone()).await);
        balancer.until_ready(place).await;
        let worker = workers.remove(0);
        tokio::task::block_in_place(|| worker.stop());
        workers.push(installation.worker(&format!("worker-{name}")).await);
        until_calls(&load, 24).await;
    }

    load.stop.store(true, Ordering::Relaxed);
    for client in clients {
        client.await.expect("no call failed");
    }
    for backend in balancer.backends.iter() {
        assert!(backend.connections.load(Ordering::Relaxed) > 0, "every server had its share");
    }
    let finished = installation.until_finished(task).await;
    assert_eq!((&finished["state"], &finished["done"]), (&json!("completed"), &json!(numbers.len())));
    assert_eq!(installation.export(task).await.lines().count(), numbers.len(), "no number has two results");
    installation.verify_ledger();
}
