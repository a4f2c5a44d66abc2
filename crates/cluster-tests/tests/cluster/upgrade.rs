//! Upgrades of installations of an earlier version. `fixtures/upgrade/make.py` has made them.

use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;

use numsift_store_pg::testing::TestDatabase;
use serde_json::{Value, json};

use crate::admin::{admin, admin_fails};
use crate::api::ApiClient;
use crate::console::Console;
use crate::process::{Process, Settings};
use crate::until;

const PASSWORD: &str = "numsift-demo";

/// Unpacks an installation and returns what the earlier version answered.
fn unpack(name: &str, folder: &Path) -> Value {
    let archive = format!("{}/fixtures/upgrade/{name}.tar.gz", env!("CARGO_MANIFEST_DIR"));
    let unpacked = Command::new("tar").args(["xzf", &archive, "-C"]).arg(folder).status().unwrap();
    assert!(unpacked.success());
    serde_json::from_slice(&std::fs::read(folder.join("expected.json")).unwrap()).unwrap()
}

/// A running server on the unpacked data.
struct Upgraded {
    server: Process,
    base: String,
    customer: Console,
    credit: Console,
}

impl Upgraded {
    async fn start(data: &Path, settings: &Settings) -> Self {
        let mut server = Process::start(&["serve", "--demo", "--demo-empty", "--port", "0"], data, settings);
        let base = server.wait_for_address().await;
        let customer = Console::at(&base).login("customer", PASSWORD).await;
        let credit = Console::at(&base).login("credit", PASSWORD).await;
        Self { server, base, customer, credit }
    }

    fn console(&self, username: &Value) -> &Console {
        if username == "customer" { &self.customer } else { &self.credit }
    }

    /// Checks everything that the earlier version had finished.
    async fn check_finished(&self, expected: &Value) {
        for task in expected["tasks"].as_array().unwrap() {
            let console = self.console(&task["username"]);
            let id = &task["id"];
            let found = console.call("task/get", json!({ "id": id })).await;
            assert_eq!((&found["state"], &found["charged"]), (&json!("completed"), &task["charged"]));
            let numbers = export(console, id, "txt").await;
            assert_eq!(sorted_sha256(&numbers), task["sha256"], "task {id}");
            let total = page_to_the_end(console, id).await;
            assert_eq!(json!(total), task["total"], "task {id}");
            let rows = export(console, id, "csv").await;
            assert!(rows.lines().count() > total, "a header and every row");
        }
        let state = |id: &Value| json!({ "id": id });
        let cancelled = self.customer.call("task/get", state(&expected["cancelled"])).await;
        assert_eq!(cancelled["state"], "cancelled");

        // Lists: 400 numbers, of which 10 are suppressed.
        let people = self.customer.call("list/get", state(&expected["people"])).await;
        assert_eq!((&people["name"], &people["state"]), (&json!("People of 2026"), &json!("ready")));
        let link =
            self.customer.call("list/export", json!({ "id": expected["people"], "what": "numbers" })).await;
        assert_eq!(
            self.customer.download(&link).await.lines().filter(|line| line.contains("86138")).count(),
            390
        );
        let blocked = self.customer.call("list/get", state(&expected["blocked"])).await;
        assert_eq!((&blocked["kind"], &blocked["numbers"]), (&json!("suppression"), &json!(10)));

        // Generated numbers are computed again.
        let run = json!({ "id": expected["run"], "format": "txt" });
        let link = self.customer.call("gen_number/export", run).await;
        let generated = self.customer.download(&link).await;
        assert_eq!(sha256(&generated), expected["run_sha256"]);

        // Money, webhooks, API keys, notices, audit log.
        let order = self.customer.call("recharge/query", state(&expected["paid_order"])).await;
        assert_eq!(order["status"], 1);
        let hooks = self.customer.call("webhook/list", json!({})).await;
        assert_eq!(hooks["endpoints"].as_array().unwrap().len(), 1);
        let sent = self.customer.call("webhook/deliveries", json!({})).await;
        assert!(sent["total"].as_i64().unwrap() >= 3, "{sent}");
        let api = ApiClient::at(&self.base, expected["api_key"].as_str().unwrap());
        let task = api.get(&format!("tasks/{}", expected["api_task"])).await;
        assert_eq!((task.status, &task.body["total"]), (200, &expected["api_task_numbers"]));
        let notices = self.customer.call("notify/list", json!({})).await;
        assert!(notices["total"].as_i64().unwrap() > 0);
        let guarded = json!({ "username": "guarded", "password": "guarded-password-1" });
        assert_ne!(Console::at(&self.base).try_call("user/login", guarded).await["code"], 0, "needs a code");
        let admin = Console::at(&self.base).login("admin", PASSWORD).await;
        let audit = admin.call("audit/list", json!({})).await;
        assert!(audit["total"].as_i64().unwrap() >= 70, "{audit}");
    }

    /// Waits until a task has ended, and checks that every number has exactly one result.
    async fn finish(&self, id: &Value, numbers: &Value) {
        let task = until("the task is finished", async || {
            let task = self.customer.call("task/get", json!({ "id": id })).await;
            (task["state"] != "running").then_some(task)
        })
        .await;
        assert_eq!(
            (&task["state"], &task["done"], &task["unprocessed"]),
            (&json!("completed"), numbers, &json!(0)),
            "{task}"
        );
        let exported = export(&self.customer, id, "txt").await;
        let unique: BTreeSet<&str> = exported.lines().collect();
        assert_eq!(
            (json!(exported.lines().count()), json!(unique.len())),
            (numbers.clone(), numbers.clone())
        );
    }
}

/// Pages through the results to the last one and counts them.
async fn page_to_the_end(console: &Console, id: &Value) -> usize {
    let mut seen = 0;
    for page in 1.. {
        let results = console.call("task/results", json!({ "id": id, "page": page, "size": 100 })).await;
        let rows = results["items"].as_array().unwrap().len();
        seen += rows;
        if rows < 100 {
            assert_eq!(results["total"], seen);
            break;
        }
    }
    seen
}

async fn export(console: &Console, id: &Value, format: &str) -> String {
    let job = console.call("task/export", json!({ "id": id, "format": format })).await;
    until("the file is written", async || {
        let exports = console.call("task/exports", json!({ "id": id })).await;
        let export = exports.as_array().unwrap().iter().find(|export| export["id"] == job["id"]).unwrap();
        assert_ne!(export["state"], "failed", "{export}");
        (export["state"] == "done").then_some(())
    })
    .await;
    let link = console.call("task/download", json!({ "export": job["id"] })).await;
    console.download(&link).await
}

fn sorted_sha256(lines: &str) -> String {
    let mut lines: Vec<&str> = lines.split_whitespace().collect();
    lines.sort_unstable();
    sha256(&lines.join("\n"))
}

fn sha256(text: &str) -> String {
    use sha2::Digest as _;
    hex::encode(sha2::Sha256::digest(text.as_bytes()))
}

/// Upgrades an installation in `folder`, backs it up and restores it to `elsewhere`.
async fn upgrade(folder: &Path, expected: &Value, settings: &Settings, elsewhere: &Settings) {
    let data = folder.join("data");
    let upgraded = Upgraded::start(&data, settings).await;
    upgraded.check_finished(expected).await;
    upgraded.finish(&expected["running"], &expected["big"]).await;
    upgraded.customer.call("task/resume", json!({ "id": expected["paused"] })).await;
    upgraded.finish(&expected["paused"], &expected["big"]).await;
    let ledger = admin(&["verify-ledger"], &data, settings);
    assert!(ledger.starts_with("balanced:"), "{ledger}");
    until("the lines of the earlier version are in the chain", async || {
        let audit = admin(&["verify-audit"], &data, settings);
        let lines: i64 = audit.strip_prefix("intact: ")?.split(' ').next()?.parse().ok()?;
        (lines >= 70).then_some(())
    })
    .await;

    let backup = folder.join("backup");
    let backup = backup.to_str().unwrap();
    admin(&["backup", backup], &data, settings);
    upgraded.server.stop();
    let restored = folder.join("restored");
    admin(&["restore", backup], &restored, elsewhere);
    let again = Upgraded::start(&restored, elsewhere).await;
    again.check_finished(expected).await;
    assert!(admin(&["verify-ledger"], &restored, elsewhere).starts_with("balanced:"));
    again.server.stop();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_earlier_version_on_sqlite_is_upgraded() {
    let folder = tempfile::tempdir().unwrap();
    let expected = unpack("sqlite", folder.path());
    upgrade(folder.path(), &expected, &Settings::new(), &Settings::new()).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_earlier_version_on_postgres_is_upgraded() {
    let folder = tempfile::tempdir().unwrap();
    let expected = unpack("postgres", folder.path());
    let (database, elsewhere) = (TestDatabase::without_tables().await, TestDatabase::without_tables().await);
    let loaded = Command::new("psql")
        .args(["--quiet", "--no-psqlrc", "--set", "ON_ERROR_STOP=1", "--dbname", database.url(), "--file"])
        .arg(folder.path().join("database.sql"))
        .stdout(std::process::Stdio::null())
        .status();
    assert!(loaded.unwrap().success());
    let of = |database: &TestDatabase| vec![("NUMSIFT_DATABASE_URL", database.url().to_owned())];
    upgrade(folder.path(), &expected, &of(&database), &of(&elsewhere)).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_earlier_version_is_moved_to_postgres_after_its_upgrade() {
    let folder = tempfile::tempdir().unwrap();
    let expected = unpack("sqlite", folder.path());
    let (data, database) = (folder.path().join("data"), TestDatabase::without_tables().await);
    let target = ["move", "--to", database.url()];
    let refused = admin_fails(&target, &data, &Settings::new());
    assert!(refused.contains("last used by another version"), "{refused}");
    Upgraded::start(&data, &Settings::new()).await.server.stop();
    let moved = admin(&target, &data, &Settings::new());
    assert!(moved.contains("counts and hashes are equal"), "{moved}");

    let settings = vec![("NUMSIFT_DATABASE_URL", database.url().to_owned())];
    let upgraded = Upgraded::start(&data, &settings).await;
    upgraded.check_finished(&expected).await;
    upgraded.finish(&expected["running"], &expected["big"]).await;
    assert!(admin(&["verify-ledger"], &data, &settings).starts_with("balanced:"));
    upgraded.server.stop();
}
