//! One installation for one test: a server, maybe workers, simulated providers, a customer with points.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use numsift_model::id::TaskId;
use numsift_sim::{ProviderSettings, Providers, ProvidersNode, ready_channels};
use numsift_store::Store;
use serde_json::{Value, json};

use crate::console::Console;
use crate::process::{Process, Setting, Settings, run};
use crate::until;

/// 1,000 points.
pub const GIFT: i64 = 1000 * 10_000;
/// Numbers of one chunk, and of one request of the channel.
pub const CHUNK: usize = 1000;
pub const REQUEST: usize = 100;
/// What one answer costs.
const PRICE: i64 = 100;

pub struct Installation {
    server: Process,
    base: String,
    pub admin: Console,
    pub customer: Console,
    settings: Settings,
    providers: ProvidersNode,
    folder: tempfile::TempDir,
}

impl Installation {
    /// Starts a server with these settings on an empty database, and prepares everything up to the
    /// channel. `at_first` are settings of this first process only.
    pub async fn start(mut settings: Settings, at_first: Settings) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let providers = ProvidersNode::start(ProviderSettings::default()).await.unwrap();
        settings.push(("NUMSIFT_ALLOWED_HOSTS", providers.url().trim_start_matches("http://").to_owned()));
        let data = data_of(&folder, "server");
        let first = [settings.clone(), at_first].concat();
        let (mut server, base) = serve(&data, &first).await;
        let line = server.line_with("password ").await;
        let admin = Console::at(&base).login("admin", line.strip_prefix("password ").unwrap()).await;
        let data = data.to_str().unwrap();
        let made = tokio::task::block_in_place(|| {
            run(
                &["admin", "create-user", "ann", "--password-stdin", "--data", data],
                &settings,
                "ann-s-password-1",
            )
        });
        let uid: i64 = made.lines().next().unwrap().strip_prefix("ann has uid ").unwrap().parse().unwrap();
        let customer = Console::at(&base).login("ann", "ann-s-password-1").await;
        let gift = json!({ "uid": uid, "bucket": "points", "amount": GIFT, "request_id": "gift-0001", "reason": "gift" });
        admin.call("finance/adjust", gift).await;
        let installation = Self { server, base, admin, customer, settings, providers, folder };
        installation.add_channel().await;
        installation
    }

    /// A channel that asks the simulated provider at once and in batches, and waits for it for long.
    async fn add_channel(&self) {
        let mut yaml = ready_channels(self.providers.url()).swap_remove(0);
        yaml.push_str("answer: {timeout_ms: 600000}\n");
        let saved = json!({ "version": 0, "priority": 10, "enabled": true, "yaml": yaml });
        let channel = self.admin.call("channel/save", saved).await;
        assert_eq!(
            (channel["config"]["mode"].as_str(), channel["usable"].as_bool()),
            (Some("sync"), Some(true))
        );
    }

    pub fn providers(&self) -> &Providers {
        self.providers.control()
    }

    /// Where the server is to be found.
    pub fn base(&self) -> &str {
        &self.base
    }

    /// A machine of its own, which has the installation's key and nothing else.
    fn machine(&self, name: &str) -> PathBuf {
        let data = data_of(&self.folder, name);
        std::fs::create_dir(&data).unwrap();
        std::fs::copy(data_of(&self.folder, "server").join("secret.key"), data.join("secret.key")).unwrap();
        data
    }

    /// Another server, and where it is to be found.
    pub async fn server_beside(&self, name: &str) -> (Process, String) {
        self.server_beside_with(name, Vec::new()).await
    }

    /// The same with settings of its own.
    pub async fn server_beside_with(&self, name: &str, own: Settings) -> (Process, String) {
        serve(&self.machine(name), &[self.settings.clone(), own].concat()).await
    }

    /// A worker beside the server.
    pub async fn worker(&self, name: &str) -> Process {
        self.worker_with(name, Settings::new()).await
    }

    /// A worker with settings that the others do not have.
    pub async fn worker_with(&self, name: &str, own: Settings) -> Process {
        let data = self.machine(name);
        let mut worker = Process::start(&["worker"], &data, &[self.settings.clone(), own].concat());
        worker.line_with("works on tasks").await;
        worker
    }

    /// A worker that can be watched, and where.
    pub async fn watched_worker(&self, name: &str) -> (Process, String) {
        let data = self.machine(name);
        let mut worker = Process::start(&["worker", "--metrics", "127.0.0.1:0"], &data, &self.settings);
        let line = worker.line_with("Metrics are on http://").await;
        let (_, address) = line.split_once("http://").unwrap();
        let base = format!("http://{}", address.trim_end_matches("/metrics"));
        worker.line_with("works on tasks").await;
        (worker, base)
    }

    /// Uploads so many numbers and has them read; gives the list and its numbers.
    pub async fn list(&self, chunks: usize) -> (Value, BTreeSet<String>) {
        let numbers: BTreeSet<String> = (0..chunks * CHUNK).map(|n| format!("+86138{n:08}")).collect();
        let text: Vec<&str> = numbers.iter().map(String::as_str).collect();
        let list = self.customer.upload("mobiles.txt", &text.join("\n")).await;
        let id = list["id"].clone();
        let how = json!({ "id": id, "mapping": list["preview"]["mapping"] });
        self.customer.call("list/analyse", how).await;
        until("the list is read", async || {
            let list = self.customer.call("list/get", json!({ "id": id })).await;
            assert_eq!(list["error"], "", "{list}");
            (list["state"] == "ready").then(|| assert_eq!(list["numbers"], numbers.len()))
        })
        .await;
        (id, numbers)
    }

    /// What starts a task on a list.
    pub fn task_on(list: &Value) -> Value {
        json!({ "list": list, "name": "cluster", "mode": "single", "checks": [{ "project": "whatsapp" }],
            "purpose": "a test", "confirmed": true })
    }

    pub async fn start_task(&self, list: &Value) -> TaskId {
        let task = self.customer.call("task/start", Self::task_on(list)).await;
        TaskId(task["id"].as_i64().unwrap())
    }

    /// Chunks that somebody works on, as operators see it.
    pub async fn running(&self) -> i64 {
        let summary = self.admin.call("task/summary", json!({})).await;
        summary["operator"]["queue"]["running"].as_i64().unwrap()
    }

    /// Waits until so many chunks are in work.
    pub async fn until_running(&self, chunks: i64) {
        until("chunks are in work", async || (self.running().await == chunks).then_some(())).await;
    }

    /// Waits until the server stops at a point that it was told.
    pub async fn reaches(&mut self, point: &str) {
        self.server.line_with(&format!("reached {point}")).await;
    }

    /// Kills the server on the spot.
    pub fn kill_server(self) -> Stopped {
        self.server.kill();
        Stopped {
            admin: self.admin,
            customer: self.customer,
            settings: self.settings,
            providers: self.providers,
            folder: self.folder,
        }
    }

    /// Waits for the end of a task. Then every number has exactly one result, what was set aside was
    /// charged or given back, and the books balance.
    pub async fn finish(&self, store: Arc<dyn Store>, id: TaskId, numbers: &BTreeSet<String>) {
        let task = until("the task is over", async || {
            let task = self.customer.call("task/get", json!({ "id": id })).await;
            (task["state"] != "running").then_some(task)
        })
        .await;
        assert_eq!(
            (task["state"].as_str(), task["reason"].as_str()),
            (Some("completed"), Some("")),
            "{task}"
        );
        assert_eq!((&task["done"], &task["unprocessed"]), (&json!(numbers.len()), &json!(0)), "{task}");

        let exported = self.export(id).await;
        let lines: Vec<&str> = exported.lines().collect();
        assert_eq!(lines.len(), numbers.len(), "no number has two results");
        let found: BTreeSet<&str> = lines.into_iter().collect();
        assert!(numbers.iter().map(String::as_str).eq(found), "every number has one");

        let hold = store.read().await.unwrap().hold(id).await.unwrap().unwrap();
        let (reserved, settled, released) =
            (hold.reserved.total().0, hold.settled.total().0, hold.released.total().0);
        assert!(hold.closed);
        assert_eq!(reserved, settled + released);
        assert_eq!((&task["held"], &task["charged"]), (&json!(reserved), &json!(settled)));
        let (answers, unknown) =
            (task["charged_answers"].as_i64().unwrap(), task["unknown"].as_i64().unwrap());
        assert_eq!(settled, answers * PRICE);
        assert_eq!(
            answers + unknown,
            i64::try_from(numbers.len()).unwrap(),
            "each was charged once or is unknown"
        );
        let info = self.customer.call("user/info", json!({})).await;
        assert_eq!(info["balance"], GIFT - settled);
        self.books_balance();
    }

    /// The operator finds that the books balance.
    pub fn books_balance(&self) {
        let data = data_of(&self.folder, "server");
        let verify = ["admin", "verify-ledger", "--data", data.to_str().unwrap()];
        let said = tokio::task::block_in_place(|| run(&verify, &self.settings, ""));
        assert!(said.starts_with("balanced:"), "{said}");
    }

    /// All numbers that have results, one a line.
    async fn export(&self, id: TaskId) -> String {
        let job = self.customer.call("task/export", json!({ "id": id, "format": "txt" })).await;
        until("the file is written", async || {
            let exports = self.customer.call("task/exports", json!({ "id": id })).await;
            let export = exports.as_array().unwrap().iter().find(|export| export["id"] == job["id"]).unwrap();
            assert_ne!(export["state"], "failed", "{export}");
            (export["state"] == "done").then_some(())
        })
        .await;
        let link = self.customer.call("task/download", json!({ "export": job["id"] })).await;
        self.customer.download(&link).await
    }
}

/// An installation whose only process was killed.
pub struct Stopped {
    admin: Console,
    customer: Console,
    settings: Settings,
    providers: ProvidersNode,
    folder: tempfile::TempDir,
}

impl Stopped {
    /// The embedded database that it left behind, where it had one.
    pub fn embedded_database(&self) -> PathBuf {
        data_of(&self.folder, "server").join("numsift.db")
    }

    /// Starts it again; sessions go on.
    pub async fn start_again(self) -> Installation {
        let Self { admin, customer, settings, providers, folder } = self;
        let (server, base) = serve(&data_of(&folder, "server"), &settings).await;
        let (admin, customer) = (admin.moved_to(&base), customer.moved_to(&base));
        Installation { server, base, admin, customer, settings, providers, folder }
    }
}

fn data_of(folder: &tempfile::TempDir, name: &str) -> PathBuf {
    folder.path().join(name)
}

async fn serve(data: &Path, settings: &[Setting]) -> (Process, String) {
    let mut server = Process::start(&["serve", "--port", "0"], data, settings);
    let line = server.line_with("http://").await;
    let (_, address) = line.split_once("http://").unwrap();
    (server, format!("http://{address}"))
}
