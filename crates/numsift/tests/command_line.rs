//! The real binary, as an operator uses it.

#![allow(clippy::unwrap_used)] // What fails here must stop the test.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, ChildStdout, Command, Output, Stdio};

fn numsift(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_numsift"));
    command.args(args).env_remove("NUMSIFT_DATABASE_URL").current_dir(std::env::temp_dir());
    command
}

fn said(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr)
}

fn admin(data: &Path, args: &[&str]) -> Output {
    numsift(&[&["admin"], args, &["--data", data.to_str().unwrap()]].concat()).output().unwrap()
}

/// A running server, killed when the test is over.
struct Server {
    child: Child,
    address: String,
    /// What it printed up to the address and for some lines after it.
    stdout: BufReader<ChildStdout>,
}

impl Server {
    fn start(data: &Path, more: &[&str]) -> Self {
        let args = [&["serve", "--port", "0", "--data", data.to_str().unwrap()], more].concat();
        let mut child = numsift(&args).stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
        let mut stdout = BufReader::new(child.stdout.take().unwrap());
        let mut line = String::new();
        let address = loop {
            line.clear();
            assert_ne!(stdout.read_line(&mut line).unwrap(), 0, "the server ended before it was ready");
            if let Some((_, address)) = line.trim().split_once("http://") {
                break address.to_owned();
            }
        };
        Self { child, address, stdout }
    }

    /// The next line that contains `text`.
    fn line_with(&mut self, text: &str) -> String {
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
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        answer
    }

    fn stop(mut self) {
        let id = self.child.id().to_string();
        assert!(Command::new("kill").args(["-TERM", &id]).status().unwrap().success());
        assert!(self.child.wait().unwrap().success(), "an orderly stop");
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // Already gone after an orderly stop.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn the_first_start_makes_an_administrator_once() {
    let data = tempfile::tempdir().unwrap();
    let mut server = Server::start(data.path(), &[]);
    let line = server.line_with("password");
    let password = line.strip_prefix("password ").unwrap().to_owned();
    assert!(server.login("admin", &password).contains("\"code\":0"));
    assert!(!server.login("admin", "numsift-demo").contains("\"code\":0"), "no demo password here");
    assert!(!server.login("customer", "numsift-demo").contains("\"code\":0"), "no demo account here");
    server.stop();
    let server = Server::start(data.path(), &[]);
    assert!(server.login("admin", &password).contains("\"code\":0"), "the password has not changed");
    server.stop();
}

#[test]
fn one_data_folder_has_one_server() {
    let data = tempfile::tempdir().unwrap();
    let server = Server::start(data.path(), &["--demo"]);
    let second = numsift(&["serve", "--demo", "--port", "0", "--data", data.path().to_str().unwrap()])
        .output()
        .unwrap();
    assert!(!second.status.success());
    assert!(said(&second).contains("another numsift is running"), "{}", said(&second));
    assert!(server.login("customer", "numsift-demo").contains("\"code\":0"), "the first goes on");
}

#[test]
fn demo_and_real_data_are_never_mixed() {
    let (real, demo) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    Server::start(real.path(), &[]).stop();
    Server::start(demo.path(), &["--demo"]).stop();
    // A second demo start finds its accounts.
    Server::start(demo.path(), &["--demo"]).stop();
    let on = |data: &Path, more: &[&str]| {
        let args = [&["serve", "--port", "0", "--data", data.to_str().unwrap()], more].concat();
        let output = numsift(&args).output().unwrap();
        assert!(!output.status.success());
        said(&output)
    };
    assert!(on(real.path(), &["--demo"]).contains("real installation"));
    assert!(on(demo.path(), &[]).contains("made by the demo"));
}

#[test]
fn users_are_made_and_reset_while_the_server_runs() {
    let data = tempfile::tempdir().unwrap();
    let server = Server::start(data.path(), &[]);
    let made = admin(data.path(), &["create-user", "ann", "--account-type", "3"]);
    assert!(made.status.success(), "{}", said(&made));
    let text = said(&made);
    let password = text.split("password ").nth(1).unwrap().split(' ').next().unwrap();
    assert!(server.login("ann", password).contains("\"code\":0"));

    let again = admin(data.path(), &["create-user", "ANN"]);
    assert!(!again.status.success() && said(&again).contains("taken"), "{}", said(&again));
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
    let nobody = admin(data.path(), &["reset-password", "nobody"]);
    assert!(!nobody.status.success() && said(&nobody).contains("no such account"), "{}", said(&nobody));
}

#[test]
fn a_backup_restores_on_an_empty_folder() {
    let folder = tempfile::tempdir().unwrap();
    let (data, backup, fresh) =
        (folder.path().join("data"), folder.path().join("backup"), folder.path().join("fresh"));
    let server = Server::start(&data, &[]);
    assert!(admin(&data, &["create-user", "ann"]).status.success());
    let backed_up = admin(&data, &["backup", backup.to_str().unwrap()]);
    assert!(backed_up.status.success(), "{}", said(&backed_up));
    server.stop();

    let restored = admin(&fresh, &["restore", backup.to_str().unwrap()]);
    assert!(restored.status.success(), "{}", said(&restored));
    let again = admin(&fresh, &["create-user", "ann"]);
    assert!(said(&again).contains("taken"), "the restored database knows ann: {}", said(&again));
    let over = admin(&fresh, &["restore", backup.to_str().unwrap()]);
    assert!(!over.status.success() && said(&over).contains("empty folder"), "{}", said(&over));
    let twice = admin(&data, &["backup", backup.to_str().unwrap()]);
    assert!(!twice.status.success() && said(&twice).contains("must not exist"), "{}", said(&twice));
}

#[test]
fn a_busy_port_and_a_wrong_config_say_what_to_do() {
    let data = tempfile::tempdir().unwrap();
    let taken = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let port = taken.local_addr().unwrap().port().to_string();
    let busy =
        numsift(&["serve", "--port", &port, "--data", data.path().to_str().unwrap()]).output().unwrap();
    assert!(!busy.status.success() && said(&busy).contains("--port"), "{}", said(&busy));

    let file = data.path().join("numsift.toml");
    std::fs::write(&file, "port = 1\ndatabase_url = \"postgres://ann:secret@db/x\"\n").unwrap();
    let shown = numsift(&["config", "--config", file.to_str().unwrap()]).output().unwrap();
    assert!(said(&shown).contains("port = 1") && !said(&shown).contains("secret"), "{}", said(&shown));
    let refused = numsift(&["admin", "backup", "x", "--config", file.to_str().unwrap()]).output().unwrap();
    assert!(said(&refused).contains("pg_dump"), "{}", said(&refused));
}

#[test]
fn the_server_runs_on_postgres() {
    let data = tempfile::tempdir().unwrap();
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let database = runtime.block_on(numsift_store_pg::testing::TestDatabase::create());
    let server = Server::start(data.path(), &["--demo", "--database-url", database.url()]);
    assert!(server.login("credit", "numsift-demo").contains("\"code\":0"));
    assert!(!data.path().join("numsift.db").exists(), "nothing is kept in SQLite then");
    server.stop();
}

/// The text between two others in an answer.
fn between<'a>(text: &'a str, before: &str, after: &str) -> &'a str {
    let rest = text.split_once(before).unwrap_or_else(|| panic!("{before} in {text}")).1;
    rest.split_once(after).unwrap_or_else(|| panic!("{after} in {text}")).0
}

/// The demo has money in every purse; an order is paid on its chain, from the command line as well as
/// by its button; and the books balance throughout.
#[test]
fn the_demo_tops_up_and_the_books_balance() {
    let data = tempfile::tempdir().unwrap();
    let server = Server::start(data.path(), &["--demo"]);
    let answer = server.login("customer", "numsift-demo");
    let sid = between(&answer, "\"sid\":\"", "\"").to_owned();
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
    assert!(paid.status.success(), "{}", said(&paid));
    let button = server.call("demo/pay", &sid, &format!("{{\"id\":{}}}", orders[1]));
    assert!(button.contains("\"txid\""), "{button}");
    // The watcher looks every few seconds; the harness ends a test that never does.
    for order in &orders {
        while !server.call("recharge/query", &sid, &format!("{{\"id\":{order}}}")).contains("\"status\":1") {
            std::thread::sleep(std::time::Duration::from_millis(200));
        }
    }
    assert_eq!(balance(&server), 10_000_000 + 42_500_000);
    let verified = admin(data.path(), &["verify-ledger"]);
    assert!(verified.status.success() && said(&verified).contains("balanced"), "{}", said(&verified));
    assert!(said(&verified).contains("2 transfers"), "{}", said(&verified));
    server.stop();
}

#[test]
fn only_the_demo_is_paid_by_command() {
    let data = tempfile::tempdir().unwrap();
    Server::start(data.path(), &[]).stop();
    let refused = numsift(&["sim", "pay", "1", "--data", data.path().to_str().unwrap()]).output().unwrap();
    assert!(!refused.status.success() && said(&refused).contains("not a demo"), "{}", said(&refused));
    let verified = admin(data.path(), &["verify-ledger"]);
    assert!(said(&verified).contains("balanced: 0 transactions"), "{}", said(&verified));
}
