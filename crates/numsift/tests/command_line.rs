//! Runs the binary as an operator does.

#![allow(clippy::unwrap_used)] // A panic fails the test.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, ChildStdout, Command, Output, Stdio};

fn numsift(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_numsift"));
    command.args(args).env_remove("NUMSIFT_DATABASE_URL").current_dir(std::env::temp_dir());
    command
}

fn text(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr)
}

fn admin(data: &Path, args: &[&str]) -> Output {
    numsift(&[&["admin"], args, &["--data", data.to_str().unwrap()]].concat()).output().unwrap()
}

/// A running server. Killed when dropped.
struct Server {
    child: Child,
    address: String,
    stdout: BufReader<ChildStdout>,
}

impl Server {
    fn start(data: &Path, flags: &[&str]) -> Self {
        let args = [&["serve", "--port", "0", "--data", data.to_str().unwrap()], flags].concat();
        let mut child = numsift(&args).stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
        let mut stdout = BufReader::new(child.stdout.take().unwrap());
        let mut line = String::new();
        let address = loop {
            line.clear();
            assert_ne!(
                stdout.read_line(&mut line).unwrap(),
                0,
                "the server ended before it printed its address"
            );
            if let Some((_, address)) = line.trim().split_once("http://") {
                break address.to_owned();
            }
        };
        Self { child, address, stdout }
    }

    /// Returns the next output line that contains `text`.
    fn next_line_with(&mut self, text: &str) -> String {
        let mut line = String::new();
        loop {
            line.clear();
            assert_ne!(self.stdout.read_line(&mut line).unwrap(), 0, "no line with {text}");
            if line.contains(text) {
                return line.trim().to_owned();
            }
        }
    }

    fn login(&self, username: &str, password: &str) -> String {
        let body = format!("{{\"username\":\"{username}\",\"password\":\"{password}\"}}");
        self.call("user/login", "", &body)
    }

    fn call(&self, path: &str, sid: &str, body: &str) -> String {
        let sid = if sid.is_empty() { String::new() } else { format!("sid: {sid}\r\n") };
        let request = format!(
            "POST /api/{path} HTTP/1.1\r\nhost: x\r\n{sid}connection: close\r\ncontent-length: {}\r\n\r\n{body}",
            body.len()
        );
        let mut stream = TcpStream::connect(&self.address).unwrap();
        stream.write_all(request.as_bytes()).unwrap();
        let mut response = String::new();
        stream.read_to_string(&mut response).unwrap();
        response
    }

    fn stop(mut self) {
        let id = self.child.id().to_string();
        assert!(Command::new("kill").args(["-TERM", &id]).status().unwrap().success());
        assert!(self.child.wait().unwrap().success(), "a clean exit");
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // Fails if the process has ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn the_first_start_creates_an_administrator_once() {
    let data = tempfile::tempdir().unwrap();
    let mut server = Server::start(data.path(), &[]);
    let line = server.next_line_with("password");
    let password = line.strip_prefix("password ").unwrap().to_owned();
    assert!(server.login("admin", &password).contains("\"code\":0"));
    assert!(!server.login("admin", "numsift-demo").contains("\"code\":0"), "the demo password does not work");
    assert!(!server.login("customer", "numsift-demo").contains("\"code\":0"), "there are no demo accounts");
    server.stop();
    let server = Server::start(data.path(), &[]);
    assert!(server.login("admin", &password).contains("\"code\":0"), "the password has not changed");
    server.stop();
}

#[test]
fn the_access_log_has_routes_and_no_values() {
    let data = tempfile::tempdir().unwrap();
    let log = data.path().join("access.log");
    let server =
        Server::start(data.path(), &["--demo", "--demo-empty", "--access-log", log.to_str().unwrap()]);
    let login = server.login("customer", "numsift-demo");
    let (_, sid) = login.split_once("\"sid\":\"").unwrap();
    let sid = sid.split('"').next().unwrap();
    assert!(server.call("user/info", sid, "{}").contains("\"code\":0"));
    assert!(server.call("audit/list", sid, "{}").contains("\"code\":40300"));
    let mut stream = TcpStream::connect(&server.address).unwrap();
    let request = "GET /v1/tasks/7?number=%2B12015550100 HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\
        authorization: Bearer ns_aaaaaaaa_secretsecret\r\n\r\n";
    stream.write_all(request.as_bytes()).unwrap();
    let mut response = String::new();
    stream.read_to_string(&mut response).unwrap();
    assert!(response.starts_with("HTTP/1.1 401"), "{response}");
    server.stop();

    let text = std::fs::read_to_string(&log).unwrap();
    for secret in ["12015550100", "secretsecret", sid, "numsift-demo"] {
        assert!(!text.contains(secret), "{text}");
    }
    let lines: Vec<serde_json::Value> =
        text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let line = |path: &str| lines.iter().find(|line| line["path"] == path).unwrap();
    let (info, refused, v1) = (line("/api/user/info"), line("/api/audit/list"), line("/v1/tasks/{id}"));
    assert_eq!((&info["status"], &info["code"], &info["method"]), (&200.into(), &0.into(), &"POST".into()));
    assert_eq!((&refused["status"], &refused["code"]), (&403.into(), &40300.into()));
    assert_eq!(info["uid"], refused["uid"]);
    assert!(info["uid"].is_i64() && info["bytes"].as_u64() > Some(50), "{info}");
    assert_eq!((&v1["status"], &v1["address"]), (&401.into(), &"127.0.0.1".into()));
    assert_eq!((&v1["uid"], &v1["key"]), (&serde_json::Value::Null, &serde_json::Value::Null));
    let id = v1["request_id"].as_str().unwrap();
    assert!(response.contains(&format!("x-request-id: {id}")), "{response}");
}

#[test]
fn the_audit_log_is_verified_with_the_key_of_the_installation() {
    let data = tempfile::tempdir().unwrap();
    let server = Server::start(data.path(), &["--demo", "--demo-empty"]);
    // The server seals the lines of the first start in the background.
    let head = loop {
        let verified = admin(data.path(), &["verify-audit"]);
        let shown = text(&verified);
        assert!(verified.status.success(), "{shown}");
        if let Some((_, head)) = shown.trim().split_once("last link ") {
            break head.to_owned();
        }
    };
    server.stop();
    let expected = admin(data.path(), &["verify-audit", "--expect", &head]);
    assert!(expected.status.success(), "{}", text(&expected));
    let cut_off = admin(data.path(), &["verify-audit", "--expect", "999:00"]);
    assert!(text(&cut_off).contains("the chain ends before the expected link 999"), "{}", text(&cut_off));
    std::fs::write(data.path().join("secret.key"), [1; 32]).unwrap();
    let other_key = admin(data.path(), &["verify-audit"]);
    assert!(!other_key.status.success());
    assert!(text(&other_key).contains("is not the key of this installation"), "{}", text(&other_key));
}

#[test]
fn a_data_folder_has_one_server() {
    let data = tempfile::tempdir().unwrap();
    let server = Server::start(data.path(), &["--demo", "--demo-empty"]);
    let second = numsift(&["serve", "--demo", "--port", "0", "--data", data.path().to_str().unwrap()])
        .output()
        .unwrap();
    assert!(!second.status.success());
    assert!(text(&second).contains("another numsift is running"), "{}", text(&second));
    assert!(
        server.login("customer", "numsift-demo").contains("\"code\":0"),
        "the first server keeps running"
    );
}

#[test]
fn demo_and_real_data_are_not_mixed() {
    let (real, demo) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    Server::start(real.path(), &[]).stop();
    Server::start(demo.path(), &["--demo", "--demo-empty"]).stop();
    // The demo can be restarted.
    Server::start(demo.path(), &["--demo", "--demo-empty"]).stop();
    let start_fails = |data: &Path, flags: &[&str]| {
        let args = [&["serve", "--port", "0", "--data", data.to_str().unwrap()], flags].concat();
        let output = numsift(&args).output().unwrap();
        assert!(!output.status.success());
        text(&output)
    };
    assert!(start_fails(real.path(), &["--demo"]).contains("real installation"));
    assert!(start_fails(demo.path(), &[]).contains("created by the demo"));
}

#[test]
fn accounts_are_created_and_reset_while_the_server_runs() {
    let data = tempfile::tempdir().unwrap();
    let server = Server::start(data.path(), &[]);
    let created = admin(data.path(), &["create-user", "ann", "--account-type", "3"]);
    assert!(created.status.success(), "{}", text(&created));
    let output = text(&created);
    let password = output.split("password ").nth(1).unwrap().split(' ').next().unwrap();
    assert!(server.login("ann", password).contains("\"code\":0"));

    let again = admin(data.path(), &["create-user", "ANN"]);
    assert!(!again.status.success() && text(&again).contains("taken"), "{}", text(&again));
    let mut reset = numsift(&["admin", "reset-password", "ann", "--password-stdin"])
        .args(["--data", data.path().to_str().unwrap()])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    reset.stdin.take().unwrap().write_all(b"brand new pass\n").unwrap();
    assert!(reset.wait().unwrap().success());
    assert!(!server.login("ann", password).contains("\"code\":0"));
    assert!(server.login("ann", "brand new pass").contains("\"code\":0"));
    let unknown = admin(data.path(), &["reset-password", "unknown"]);
    assert!(!unknown.status.success() && text(&unknown).contains("no such account"), "{}", text(&unknown));
}

#[test]
fn a_backup_is_restored_to_an_empty_folder() {
    let folder = tempfile::tempdir().unwrap();
    let (data, backup, fresh) =
        (folder.path().join("data"), folder.path().join("backup"), folder.path().join("fresh"));
    let server = Server::start(&data, &[]);
    assert!(admin(&data, &["create-user", "ann"]).status.success());
    let backed_up = admin(&data, &["backup", backup.to_str().unwrap()]);
    assert!(backed_up.status.success(), "{}", text(&backed_up));
    server.stop();

    let restored = admin(&fresh, &["restore", backup.to_str().unwrap()]);
    assert!(restored.status.success(), "{}", text(&restored));
    let again = admin(&fresh, &["create-user", "ann"]);
    assert!(text(&again).contains("taken"), "the restored database contains ann: {}", text(&again));
    let over = admin(&fresh, &["restore", backup.to_str().unwrap()]);
    assert!(!over.status.success() && text(&over).contains("empty folder"), "{}", text(&over));
}

#[test]
fn a_backup_of_the_first_version_can_be_restored() {
    let folder = tempfile::tempdir().unwrap();
    let (data, old, fresh) =
        (folder.path().join("data"), folder.path().join("old"), folder.path().join("fresh"));
    let server = Server::start(&data, &[]);
    assert!(admin(&data, &["create-user", "ann"]).status.success());
    // Closing the database writes everything to its main file.
    server.stop();
    // It consisted of these two files.
    std::fs::create_dir(&old).unwrap();
    for file in ["numsift.db", "secret.key"] {
        std::fs::copy(data.join(file), old.join(file)).unwrap();
    }
    let restored = admin(&fresh, &["restore", old.to_str().unwrap()]);
    assert!(restored.status.success() && text(&restored).contains("has no files"), "{}", text(&restored));
    assert!(text(&admin(&fresh, &["create-user", "ann"])).contains("taken"));
}

#[test]
fn a_node_without_the_installations_key_refuses_to_start() {
    let folder = tempfile::tempdir().unwrap();
    let (data, other) = (folder.path().join("data"), folder.path().join("other"));
    let start = || {
        numsift(&["serve", "--port", "0", "--data", data.to_str().unwrap()])
            .output()
            .map(|output| text(&output))
            .unwrap()
    };
    Server::start(&data, &[]).stop();
    Server::start(&other, &[]).stop();
    let key = std::fs::read(data.join("secret.key")).unwrap();

    std::fs::remove_file(data.join("secret.key")).unwrap();
    let refused = start();
    assert!(refused.contains("secret.key is missing"), "{refused}");
    assert!(!data.join("secret.key").exists(), "no new key is created");
    std::fs::copy(other.join("secret.key"), data.join("secret.key")).unwrap();
    let refused = start();
    assert!(refused.contains("not the key of this installation"), "{refused}");
    let refused = admin(&data, &["create-user", "ann"]);
    assert!(text(&refused).contains("not the key of this installation"), "{}", text(&refused));

    std::fs::write(data.join("secret.key"), key).unwrap();
    Server::start(&data, &[]).stop();
}

#[test]
fn a_start_waits_a_moment_for_a_process_that_is_ending() {
    let data = tempfile::tempdir().unwrap();
    Server::start(data.path(), &[]).stop();
    let lock = std::fs::File::options().write(true).open(data.path().join("numsift.lock")).unwrap();
    lock.lock().unwrap();
    let ending = std::thread::spawn(move || {
        std::thread::sleep(std::time::Duration::from_millis(500));
        drop(lock);
    });
    Server::start(data.path(), &[]).stop();
    ending.join().unwrap();
}

#[test]
fn a_database_that_refuses_connections_is_reported_with_its_address() {
    let data = tempfile::tempdir().unwrap();
    let free = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let url = format!("postgres://ann:secret@{free}/x");
    let refused = numsift(&["serve", "--port", "0", "--data", data.path().to_str().unwrap()])
        .args(["--database-url", &url])
        .output()
        .unwrap();
    assert!(!refused.status.success());
    let refused = text(&refused);
    assert!(refused.contains(&format!("cannot connect to PostgreSQL at {free}")), "{refused}");
    assert!(refused.contains("refused") && !refused.contains("secret"), "{refused}");
}

#[test]
fn an_object_store_that_cannot_be_used_is_reported_at_the_start() {
    let data = tempfile::tempdir().unwrap();
    let free = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let start = |flags: &[&str]| {
        let endpoint = format!("http://{free}");
        let output = numsift(&["serve", "--port", "0", "--data", data.path().to_str().unwrap()])
            .args([
                "--s3-bucket",
                "b",
                "--s3-access-key",
                "k",
                "--s3-secret-key",
                "s",
                "--s3-endpoint",
                &endpoint,
            ])
            .args(flags)
            .output()
            .unwrap();
        assert!(!output.status.success());
        text(&output)
    };
    let refused = start(&[]);
    assert!(refused.contains("`s3_allow_http = true`"), "{refused}");
    let refused = start(&["--s3-allow-http", "true"]);
    assert!(refused.contains("check `s3_endpoint`") && refused.contains(&free.to_string()), "{refused}");
}

#[test]
fn errors_say_what_to_do() {
    let data = tempfile::tempdir().unwrap();
    let taken = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let port = taken.local_addr().unwrap().port().to_string();
    let busy =
        numsift(&["serve", "--port", &port, "--data", data.path().to_str().unwrap()]).output().unwrap();
    assert!(!busy.status.success() && text(&busy).contains("--port"), "{}", text(&busy));

    let file = data.path().join("numsift.toml");
    std::fs::write(&file, "port = 1\ndatabase_url = \"postgres://ann:secret@db/x\"\n").unwrap();
    let shown = numsift(&["config", "--config", file.to_str().unwrap()]).output().unwrap();
    assert!(text(&shown).contains("port = 1") && !text(&shown).contains("secret"), "{}", text(&shown));
}

/// Returns the text between two markers.
fn between<'a>(text: &'a str, before: &str, after: &str) -> &'a str {
    let rest = text.split_once(before).unwrap_or_else(|| panic!("{before} in {text}")).1;
    rest.split_once(after).unwrap_or_else(|| panic!("{after} in {text}")).0
}

#[test]
fn the_demo_begins_with_a_history_that_adds_up() {
    let data = tempfile::tempdir().unwrap();
    let server = Server::start(data.path(), &["--demo"]);
    let ledger = admin(data.path(), &["verify-ledger"]);
    assert!(ledger.status.success(), "{}", text(&ledger));
    let json = |response: String| -> serde_json::Value {
        serde_json::from_str(response.split_once("\r\n\r\n").unwrap().1).unwrap()
    };
    let (admin_sid, customer) = (sid_of(&server, "admin"), sid_of(&server, "customer"));

    // Staff see what customers did, what they paid, and the provider that refused to serve.
    let summary = json(server.call("task/summary", &admin_sid, "{}"));
    let operator = &summary["data"]["operator"];
    assert!(operator["revenue_30d"].as_i64() > Some(1_000_000), "{operator}");
    let (revenue, cost) = (operator["revenue_30d"].as_i64(), operator["cost_30d"].as_i64());
    assert!(cost > Some(0) && cost < revenue, "{operator}");
    assert_eq!(operator["unmatched_deposits"], 2);
    let channels = operator["channels"].as_array().unwrap();
    let legacy = channels.iter().find(|channel| channel["name"] == "demo-legacy").unwrap();
    assert_eq!((&legacy["enabled"], &legacy["condition"]), (&false.into(), &"refused".into()), "{legacy}");
    let days: std::collections::BTreeSet<_> =
        summary["data"]["days"].as_array().unwrap().iter().filter_map(|day| day["day"].as_i64()).collect();
    assert!(days.len() >= 18, "{} days", days.len());
    let tasks = json(server.call("task/list", &admin_sid, r#"{"page":1,"size":50}"#));
    assert_eq!(tasks["data"]["total"], 30);
    let deposits = json(server.call("recharge/deposits", &admin_sid, r#"{"page":1,"size":50}"#));
    let of = |status: &str| {
        deposits["data"]["items"].as_array().unwrap().iter().filter(|one| one["status"] == status).count()
    };
    assert_eq!((of("matched"), of("unmatched")), (12, 2), "{deposits}");

    let evidence = server.call("channel/evidence", &admin_sid, r#"{"project":"whatsapp","days":30}"#);
    assert!(json(evidence)["data"]["traffic"].as_array().is_some_and(|rows| rows.len() > 3));

    // The results of a customer's task can be paged, and its export is ready.
    let own = json(server.call("task/list", &customer, r#"{"page":1,"size":50}"#));
    let items = own["data"]["items"].as_array().unwrap();
    assert_eq!(items.len(), 6);
    let exported = items.iter().find(|task| task["name"] == "newsletter-may").unwrap();
    assert!(exported["hits"].as_i64() > Some(300) && exported["unknown"].as_i64() > Some(10), "{exported}");
    let id = &exported["id"];
    let page = server.call("task/results", &customer, &format!("{{\"id\":{id},\"page\":1,\"size\":10}}"));
    assert!(page.contains("\"code\":0") && page.contains("+49"), "{page}");
    // Invited customers earned the inviter a commission.
    let info = json(server.call("user/info", &customer, "{}"));
    assert!(
        info["data"]["balance"].as_i64() > Some(0) && info["data"]["total_income"].as_i64() > Some(0),
        "{info}"
    );
    server.stop();

    // The history is made once.
    let server = Server::start(data.path(), &["--demo"]);
    let again = json(server.call("task/list", &sid_of(&server, "admin"), r#"{"page":1,"size":1}"#));
    assert_eq!(again["data"]["total"], 30);
    server.stop();
    let audit = admin(data.path(), &["verify-audit"]);
    assert!(audit.status.success(), "{}", text(&audit));
}

fn sid_of(server: &Server, name: &str) -> String {
    between(&server.login(name, "numsift-demo"), "\"sid\":\"", "\"").to_owned()
}

#[test]
fn demo_orders_are_paid_on_the_simulated_chain() {
    let data = tempfile::tempdir().unwrap();
    let server = Server::start(data.path(), &["--demo", "--demo-empty"]);
    let response = server.login("customer", "numsift-demo");
    let sid = between(&response, "\"sid\":\"", "\"").to_owned();
    let balance = |server: &Server| -> i64 {
        between(&server.call("user/info", &sid, "{}"), "\"balance\":", ",").parse().unwrap()
    };
    assert_eq!(balance(&server), 10_000_000);
    let orders: Vec<String> = ["12.5", "30"]
        .iter()
        .map(|amount| {
            let made = server.call("recharge/recharge", &sid, &format!("{{\"amount\":\"{amount}\"}}"));
            between(&made, "\"data\":{\"id\":", ",").to_owned()
        })
        .collect();
    let paid =
        numsift(&["sim", "pay", &orders[0], "--data", data.path().to_str().unwrap()]).output().unwrap();
    assert!(paid.status.success(), "{}", text(&paid));
    let button = server.call("demo/pay", &sid, &format!("{{\"id\":{}}}", orders[1]));
    assert!(button.contains("\"txid\""), "{button}");
    // The watcher polls every few seconds. The test runner ends the test if it never succeeds.
    for order in &orders {
        while !server.call("recharge/query", &sid, &format!("{{\"id\":{order}}}")).contains("\"status\":1") {
            std::thread::sleep(std::time::Duration::from_millis(200));
        }
    }
    assert_eq!(balance(&server), 10_000_000 + 42_500_000);
    let verified = admin(data.path(), &["verify-ledger"]);
    assert!(verified.status.success() && text(&verified).contains("balanced"), "{}", text(&verified));
    assert!(text(&verified).contains("2 transfers"), "{}", text(&verified));
    server.stop();
}

#[test]
fn only_demo_orders_are_paid_from_the_command_line() {
    let data = tempfile::tempdir().unwrap();
    Server::start(data.path(), &[]).stop();
    let refused = numsift(&["sim", "pay", "1", "--data", data.path().to_str().unwrap()]).output().unwrap();
    assert!(!refused.status.success() && text(&refused).contains("not a demo"), "{}", text(&refused));
    let verified = admin(data.path(), &["verify-ledger"]);
    assert!(text(&verified).contains("balanced: 0 postings"), "{}", text(&verified));
}

/// Runs the doctor and returns whether all is well, and its findings by check.
fn doctor(data: &Path, flags: &[&str]) -> (bool, Vec<serde_json::Value>) {
    let args = [&["doctor", "--json", "--data", data.to_str().unwrap()], flags].concat();
    let output = numsift(&args).output().unwrap();
    let findings = serde_json::from_slice(&output.stdout).unwrap_or_else(|_| panic!("{}", text(&output)));
    (output.status.success(), findings)
}

fn verdict<'a>(findings: &'a [serde_json::Value], check: &str) -> Option<&'a str> {
    findings.iter().find(|finding| finding["check"] == check)?["verdict"].as_str()
}

#[test]
fn the_doctor_finds_what_is_wrong() {
    let folder = tempfile::tempdir().unwrap();
    let (data, other) = (folder.path().join("data"), folder.path().join("other"));
    let (well, findings) = doctor(&data, &[]);
    assert!(!well);
    assert_eq!(verdict(&findings, "data folder"), Some("failed"), "{findings:?}");
    assert!(!data.exists(), "the doctor changes nothing");

    let server = Server::start(&data, &[]);
    let (well, findings) = doctor(&data, &[]);
    assert!(well, "{findings:?}");
    for check in ["object store", "migrations", "database", "key", "queue", "webhooks", "ledger"] {
        assert_eq!(verdict(&findings, check), Some("ok"), "{check}: {findings:?}");
    }
    for check in ["channels", "wallet"] {
        assert_eq!(verdict(&findings, check), Some("warning"), "{check}: {findings:?}");
    }
    let left = std::fs::read_dir(data.join("files")).unwrap().map(|entry| entry.unwrap().file_name());
    let left: Vec<_> = left.filter(|name| name.to_string_lossy().starts_with("doctor")).collect();
    assert!(left.is_empty(), "the object of the check is deleted: {left:?}");
    let wallet = findings.iter().find(|finding| finding["check"] == "wallet").unwrap();
    assert_eq!((&wallet["code"], &wallet["params"]), (&"wallet_missing".into(), &serde_json::json!({})));
    server.stop();

    Server::start(&other, &[]).stop();
    std::fs::copy(other.join("secret.key"), data.join("secret.key")).unwrap();
    let (well, findings) = doctor(&data, &["--skip-ledger"]);
    assert!(!well);
    assert_eq!(verdict(&findings, "key"), Some("failed"), "{findings:?}");
    assert_eq!(verdict(&findings, "ledger"), None, "{findings:?}");
    let shown = numsift(&["doctor", "--data", data.to_str().unwrap()]).output().unwrap();
    assert!(text(&shown).contains("FAILED") && text(&shown).contains("copy secret.key"), "{}", text(&shown));
}

#[test]
fn the_doctor_reaches_the_simulated_providers_and_the_chain_of_a_demo() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    let server = Server::start(&data, &["--demo", "--demo-empty"]);
    let (well, findings) = doctor(&data, &[]);
    assert!(well, "{findings:?}");
    let codes: Vec<_> = findings.iter().filter_map(|finding| finding["code"].as_str()).collect();
    for code in ["channels_reachable", "wallet_demo", "chain_simulated"] {
        assert!(codes.contains(&code), "{code}: {findings:?}");
    }
    server.stop();
    // They end with the server.
    let (well, findings) = doctor(&data, &[]);
    assert!(!well, "{findings:?}");
    assert_eq!(verdict(&findings, "chain node"), Some("failed"), "{findings:?}");
}

#[test]
fn output_may_be_cut_off() {
    for args in [&["openapi"][..], &["completions", "bash"], &["config"]] {
        let mut child = numsift(args).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        // Like `| head`: the reader goes away.
        drop(child.stdout.take());
        let output = child.wait_with_output().unwrap();
        assert!(output.status.success(), "{args:?}: {}", text(&output));
        assert!(!text(&output).contains("panicked"), "{args:?}: {}", text(&output));
    }
}

#[test]
fn help_shows_the_settings_of_the_command() {
    let help = |args: &[&str]| text(&numsift(args).output().unwrap());
    let admin = help(&["admin", "backup", "--help"]);
    assert!(admin.contains("--data") && admin.contains("--s3-bucket"), "{admin}");
    assert!(!admin.contains("--worker-chunks") && !admin.contains("--port"), "{admin}");
    assert!(help(&["worker", "--help"]).contains("--worker-chunks"));
    assert!(help(&["serve", "--help"]).contains("--port"));
    assert!(help(&["--version"]).contains("numbering plans"));
}

#[test]
fn manual_pages_are_written() {
    let folder = tempfile::tempdir().unwrap();
    assert!(numsift(&["man", folder.path().to_str().unwrap()]).status().unwrap().success());
    for page in
        ["numsift.1", "numsift-serve.1", "numsift-admin-backup.1", "numsift-doctor.1", "numsift-mcp.1"]
    {
        let page = std::fs::read_to_string(folder.path().join(page)).unwrap();
        assert!(page.contains(".TH"), "{page}");
    }
}
