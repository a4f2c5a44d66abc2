//! Feeds the binary hostile files and bodies while its memory is capped at 1 GB. Each gets a refusal or a result, the
//! memory stays under 600 MB, and the calls of another customer go on meanwhile.

#![allow(clippy::unwrap_used)] // A panic fails the test.
#![allow(
    clippy::cast_possible_truncation,
    clippy::format_collect,
    clippy::format_push_string,
    clippy::too_many_lines
)]

mod bodies;
mod client;
mod containers;
mod files;
mod server;

use std::io::{self, Write};
use std::time::Duration;

use serde_json::{Value, json};

use crate::client::{Answer, Client};
use crate::server::{Neighbour, Server};

/// Most memory that the process may have used at any time.
const MOST_MB: u64 = 600;

/// What a case expects.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Expect {
    /// A refusal with a text.
    Refused,
    /// A result.
    Done,
    /// Either of them.
    Answered,
    /// Nothing was answered, or an HTTP error: the connection ended.
    Ended,
}

/// One hostile request.
pub struct Case {
    pub name: &'static str,
    pub expect: Expect,
    pub send: Box<dyn Fn(&World<'_>) -> Answer>,
}

/// Who attacks, and where.
pub struct World<'a> {
    pub client: &'a Client,
    /// Session of the hostile customer.
    pub customer: String,
    pub admin: String,
    /// API key of the hostile customer.
    pub key: String,
}

impl World<'_> {
    /// Uploads a file that is written while it is sent, and reads it if it is accepted.
    pub fn upload(&self, name: &str, content: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Answer {
        let uploaded = self.send_file(name, content);
        let list = uploaded.json()["data"].clone();
        if uploaded.json()["code"] != 0 {
            return uploaded;
        }
        let mapping = &list["preview"]["mapping"];
        let begun = self.call("/api/list/analyse", &json!({"id": list["id"], "mapping": mapping}));
        if begun.json()["code"] != 0 {
            return begun;
        }
        loop {
            let list = self.call("/api/list/get", &json!({"id": list["id"]}));
            match list.json()["data"]["state"].as_str() {
                Some("analysing") => std::thread::sleep(Duration::from_millis(50)),
                Some("failed") => {
                    let refused = json!({"code": 40000, "msg": list.json()["data"]["error_text"]});
                    return Answer { status: 200, body: refused.to_string() };
                }
                _ => return list,
            }
        }
    }

    /// Uploads a file.
    pub fn send_file(&self, name: &str, content: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Answer {
        let head =
            format!("--b\r\ncontent-disposition: form-data; name=\"file\"; filename=\"{name}\"\r\n\r\n");
        self.form(|out| {
            out.write_all(head.as_bytes())?;
            content(out)?;
            out.write_all(b"\r\n--b--\r\n")
        })
    }

    /// Sends an upload form.
    pub fn form(&self, content: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Answer {
        let headers = [("sid", self.customer.as_str()), ("content-type", "multipart/form-data; boundary=b")];
        self.client.stream("/api/task/upload", &headers, content)
    }

    pub fn call(&self, path: &str, body: &Value) -> Answer {
        self.client.post(path, &self.customer, body)
    }

    pub fn admin_call(&self, path: &str, body: &Value) -> Answer {
        self.client.post(path, &self.admin, body)
    }
}

#[test]
fn hostile_input_is_answered_within_the_memory() {
    let server = Server::start();
    let client = Client::new(&server.address);
    let customer = client.login("customer");
    let admin = client.login("admin");
    let scopes = ["lookup", "tasks:read", "tasks:write"];
    let made = client.post("/api/user/generateApi", &customer, &json!({"name": "hostile", "scopes": scopes}));
    let key = made.json()["data"]["secret"].as_str().unwrap_or_else(|| panic!("{made:?}")).to_owned();
    let world = World { client: &client, customer, admin, key };
    let neighbour = Neighbour::start(&server.address);
    let cases: Vec<Case> = files::cases().into_iter().chain(bodies::cases()).collect();
    assert!(cases.len() >= 40, "{} cases", cases.len());
    let (mut report, mut failures) = (String::new(), Vec::new());
    for case in &cases {
        server.reset_peak();
        let answer = (case.send)(&world);
        let peak = server.peak_mb();
        let line = format!("{:>5} MB  {:<48} {}\n", peak, case.name, answer.summary());
        print!("{line}");
        report += &line;
        assert!(server.is_running(), "{} ended the server\n{report}", case.name);
        if !answer.matches(case.expect) {
            failures.push(format!("{}: expected {:?}, got {answer:?}", case.name, case.expect));
        }
        if peak >= MOST_MB {
            failures.push(format!("{} took {peak} MB", case.name));
        }
        neighbour.wait_for_another_call();
    }
    let calls = neighbour.stop();
    println!("{} cases; the neighbour made {calls} calls", cases.len());
    assert!(failures.is_empty(), "{failures:#?}");
}
