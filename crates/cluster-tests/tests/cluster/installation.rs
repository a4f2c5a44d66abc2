//! An installation for a test: a server, workers, simulated providers and a customer with points.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use numsift_model::id::TaskId;
use numsift_sim::{ProviderSettings, Providers, ProvidersNode, demo_channels};
use numsift_store::Store;
use serde_json::{Value, json};

use crate::console::{Console, PASSWORD};
use crate::process::{Machine, Process, Setting, Settings, run};
use crate::until;

/// Opening balance of the customer: 1,000 points.
pub const GIFT: i64 = 1000 * 10_000;
/// Numbers per chunk.
pub const CHUNK: usize = 1000;
/// Numbers per request to the provider.
pub const REQUEST: usize = 100;
/// Price of one answer.
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
    /// Starts a server on an empty database and creates a customer and a channel. `first_only` are settings that a
    /// restarted server does not get.
    pub async fn start(mut settings: Settings, first_only: Settings) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let providers = ProvidersNode::start(ProviderSettings::default()).await.unwrap();
        settings.push(("NUMSIFT_ALLOWED_HOSTS", providers.url().trim_start_matches("http://").to_owned()));
        let data = data_of(&folder, "server");
        let first = [settings.clone(), first_only].concat();
        let (mut server, base) = serve(&data, &first).await;
        let line = server.wait_for_line("password ").await;
        let admin = Console::at(&base).first_login("admin", line.strip_prefix("password ").unwrap()).await;
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
        let gift = json!({ "uid": uid, "bucket": "points", "amount": GIFT, "request_id": "gift-0001", "reason": "gift",
            "password": PASSWORD });
        admin.call("finance/adjust", gift).await;
        let installation = Self { server, base, admin, customer, settings, providers, folder };
        installation.add_channel().await;
        installation
    }

    /// Adds a channel to the synchronous provider, with a timeout long enough for tests that delay its answers.
    async fn add_channel(&self) {
        let mut yaml = demo_channels(self.providers.url()).swap_remove(0);
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

    /// The channel to the synchronous provider gets another address.
    pub async fn move_provider(&self, url: &str) {
        let yaml = demo_channels(url).swap_remove(0);
        let saved = json!({ "version": 1, "priority": 10, "enabled": true, "yaml": yaml });
        self.admin.call("channel/save", saved).await;
    }

    pub fn provider_url(&self) -> &str {
        self.providers.url()
    }

    /// Address of the server.
    pub fn base(&self) -> &str {
        &self.base
    }

    /// Creates a data folder that contains only the installation's key, as on another machine.
    fn new_machine(&self, name: &str) -> PathBuf {
        let data = data_of(&self.folder, name);
        std::fs::create_dir(&data).unwrap();
        std::fs::copy(data_of(&self.folder, "server").join("secret.key"), data.join("secret.key")).unwrap();
        data
    }

    /// Starts a second server and returns it with its address.
    pub async fn second_server(&self) -> (Process, String) {
        self.second_server_with(Vec::new()).await
    }

    /// Like `second_server`, with additional settings.
    pub async fn second_server_with(&self, additional: Settings) -> (Process, String) {
        serve(&self.new_machine("second"), &[self.settings.clone(), additional].concat()).await
    }

    /// Starts a server on a machine that may have run one before, on a port that may be 0.
    pub async fn server_at(&self, name: &str, port: u16, additional: Settings) -> (Process, String) {
        let data = data_of(&self.folder, name);
        if !data.exists() {
            self.new_machine(name);
        }
        let settings = [self.settings.clone(), additional].concat();
        let mut server = Process::start(&["serve", "--port", &port.to_string()], &data, &settings);
        let address = server.wait_for_address().await;
        (server, address)
    }

    pub async fn worker(&self, name: &str) -> Process {
        self.worker_with(name, Settings::new()).await
    }

    /// Starts a worker with additional settings.
    pub async fn worker_with(&self, name: &str, additional: Settings) -> Process {
        let data = data_of(&self.folder, name);
        if !data.exists() {
            self.new_machine(name);
        }
        let mut worker = Process::start(&["worker"], &data, &[self.settings.clone(), additional].concat());
        worker.wait_for_line("worker is running").await;
        worker
    }

    /// Starts a worker that serves metrics and returns it with their address.
    pub async fn worker_with_metrics(&self, name: &str) -> (Process, String) {
        let data = self.new_machine(name);
        let worker = Process::start(&["worker", "--metrics", "127.0.0.1:0"], &data, &self.settings);
        Self::with_metrics(worker).await
    }

    /// The same on another machine, with additional settings.
    pub async fn worker_on(&self, machine: &Machine, name: &str, more: Settings) -> (Process, String) {
        let (data, settings) = (self.new_machine(name), [self.settings.clone(), more].concat());
        let args = ["worker", "--metrics", "127.0.0.1:0"];
        Self::with_metrics(Process::start_on(machine, &args, &data, &settings)).await
    }

    async fn with_metrics(mut worker: Process) -> (Process, String) {
        let line = worker.wait_for_line("Metrics: http://").await;
        let (_, address) = line.split_once("http://").unwrap();
        let base = format!("http://{}", address.trim_end_matches("/metrics"));
        worker.wait_for_line("worker is running").await;
        (worker, base)
    }

    /// Tells the server to stop. It goes on while it drains.
    pub fn terminate_server(&self) {
        self.server.terminate();
    }

    /// Address of the server's metrics. It is printed once.
    pub async fn metrics(&mut self) -> String {
        let line = self.server.wait_for_line("Metrics: http://").await;
        let (_, address) = line.split_once("http://").unwrap();
        format!("http://{}", address.trim_end_matches("/metrics"))
    }

    /// Uploads a list, waits until it is read, and returns its id and its numbers.
    pub async fn list(&self, chunks: usize) -> (Value, BTreeSet<String>) {
        let numbers: BTreeSet<String> = (0..chunks * CHUNK).map(|n| format!("+86138{n:08}")).collect();
        let text: Vec<&str> = numbers.iter().map(String::as_str).collect();
        let list = self.customer.upload("mobiles.txt", &text.join("\n")).await;
        let id = list["id"].clone();
        let request = json!({ "id": id, "mapping": list["preview"]["mapping"] });
        self.customer.call("list/analyse", request).await;
        until("the list is read", async || {
            let list = self.customer.call("list/get", json!({ "id": id })).await;
            assert_eq!(list["error"], "", "{list}");
            (list["state"] == "ready").then(|| assert_eq!(list["numbers"], numbers.len()))
        })
        .await;
        (id, numbers)
    }

    /// Returns the request that starts a task on a list.
    pub fn task_on(list: &Value) -> Value {
        json!({ "list": list, "name": "cluster", "mode": "single", "checks": [{ "project": "whatsapp" }],
            "purpose": "a test", "confirmed": true })
    }

    pub async fn start_task(&self, list: &Value) -> TaskId {
        let task = self.customer.call("task/start", Self::task_on(list)).await;
        TaskId(task["id"].as_i64().unwrap())
    }

    /// Returns the number of running chunks, as shown to operators.
    pub async fn running(&self) -> i64 {
        let summary = self.admin.call("task/summary", json!({})).await;
        summary["operator"]["queue"]["running"].as_i64().unwrap()
    }

    /// Waits until this many chunks are running.
    pub async fn until_running(&self, chunks: i64) {
        until("chunks are running", async || (self.running().await == chunks).then_some(())).await;
    }

    /// Waits until the server stops at its breakpoint.
    pub async fn wait_for_breakpoint(&mut self, name: &str) {
        self.server.wait_for_line(&format!("reached {name}")).await;
    }

    /// Kills the server with SIGKILL.
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

    /// Data folder of the server.
    pub fn data(&self) -> PathBuf {
        data_of(&self.folder, "server")
    }

    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Waits until a task is no longer running and returns it.
    pub async fn until_finished(&self, id: TaskId) -> Value {
        until("the task is finished", async || {
            let task = self.customer.call("task/get", json!({ "id": id })).await;
            (task["state"] != "running").then_some(task)
        })
        .await
    }

    /// Waits until a task is finished, and checks that every number has exactly one result, that the hold is fully
    /// settled or released, and that the ledger balances.
    pub async fn finish(&self, store: Arc<dyn Store>, id: TaskId, numbers: &BTreeSet<String>) {
        let task = self.until_finished(id).await;
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
        assert!(numbers.iter().map(String::as_str).eq(found), "every number has a result");

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
            "every number is charged once or unknown"
        );
        let info = self.customer.call("user/info", json!({})).await;
        assert_eq!(info["balance"], GIFT - settled);
        self.verify_ledger();
    }

    /// Checks that the ledger balances.
    pub fn verify_ledger(&self) {
        let data = data_of(&self.folder, "server");
        let command = ["admin", "verify-ledger", "--data", data.to_str().unwrap()];
        let output = tokio::task::block_in_place(|| run(&command, &self.settings, ""));
        assert!(output.starts_with("balanced:"), "{output}");
    }

    /// Exports the results of a task, one number per line.
    pub async fn export(&self, id: TaskId) -> String {
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

/// An installation whose only server was killed.
pub struct Stopped {
    admin: Console,
    customer: Console,
    settings: Settings,
    providers: ProvidersNode,
    folder: tempfile::TempDir,
}

impl Stopped {
    /// Path of the SQLite database.
    pub fn sqlite_file(&self) -> PathBuf {
        data_of(&self.folder, "server").join("numsift.db")
    }

    /// Deletes the data folder of the server.
    pub fn destroy(self) -> Self {
        std::fs::remove_dir_all(self.data()).unwrap();
        self
    }

    /// Data folder of the server.
    pub fn data(&self) -> PathBuf {
        data_of(&self.folder, "server")
    }

    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    pub fn providers(&self) -> &Providers {
        self.providers.control()
    }

    /// Overrides settings of the server.
    pub fn with_settings(mut self, settings: Settings) -> Self {
        self.settings.retain(|(name, _)| settings.iter().all(|(new, _)| new != name));
        self.settings.extend(settings);
        self
    }

    /// Starts the server again. Sessions stay valid.
    pub async fn restart(self) -> Installation {
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
    let address = server.wait_for_address().await;
    (server, address)
}
