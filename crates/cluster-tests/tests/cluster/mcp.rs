//! The Model Context Protocol: `numsift mcp` as a child process of rmcp's own client, with a running server behind it.

use std::fs::File;
use std::os::fd::OwnedFd;
use std::path::Path;
use std::process::{Child, Stdio};

use rmcp::model::CallToolRequestParams;
use rmcp::service::{RoleClient, RunningService, ServiceExt as _};
use serde_json::{Value, json};

use crate::console::Console;
use crate::process::{Process, numsift};
use crate::until;

const TEST_NUMBER: &str = "+12015550100";

/// A client of a child process.
struct Model {
    client: RunningService<RoleClient, ()>,
    child: Child,
}

impl Model {
    async fn start(url: &str, key: &str, args: &[&str]) -> Self {
        let settings = [("NUMSIFT_URL", url.to_owned()), ("NUMSIFT_API_KEY", key.to_owned())];
        let mut command = numsift(&[&["mcp"], args].concat(), &settings);
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
        let read = File::from(OwnedFd::from(child.stdout.take().unwrap()));
        let write = File::from(OwnedFd::from(child.stdin.take().unwrap()));
        let pipes = (tokio::fs::File::from_std(read), tokio::fs::File::from_std(write));
        Self { client: ().serve(pipes).await.unwrap(), child }
    }

    /// Calls a tool: its result, or the text of its failure.
    async fn call(&self, tool: &'static str, arguments: Value) -> Result<Value, String> {
        let Value::Object(arguments) = arguments else { panic!("not an object") };
        let request = CallToolRequestParams::new(tool).with_arguments(arguments);
        let result = self.client.call_tool(request).await.unwrap();
        let text = result.content[0].as_text().unwrap().text.clone();
        if result.is_error == Some(true) {
            return Err(text);
        }
        let value = result.structured_content.unwrap();
        // Clients that know no structured content read the same as text.
        assert_eq!(serde_json::from_str::<Value>(&text).unwrap(), value);
        Ok(value)
    }

    /// Closes the connection, which ends the child.
    async fn close(mut self) {
        self.client.cancel().await.unwrap();
        assert!(tokio::task::block_in_place(|| self.child.wait()).unwrap().success(), "a clean exit");
    }
}

async fn start_demo(folder: &Path) -> (Process, String, String) {
    let mut server =
        Process::start(&["serve", "--demo", "--demo-empty", "--port", "0"], &folder.join("data"), &[]);
    let url = server.wait_for_address().await;
    let console = Console::at(&url).login("api", "numsift-demo").await;
    let scopes = ["lookup", "tasks:read", "tasks:write", "balance"];
    let made = console.call("user/generateApi", json!({ "name": "model", "scopes": scopes })).await;
    (server, url, made["secret"].as_str().unwrap().to_owned())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_model_reads_and_spends_only_if_allowed() {
    let folder = tempfile::tempdir().unwrap();
    let (server, url, key) = start_demo(folder.path()).await;
    let mut numbers: Vec<String> = (0..120).map(|n| format!("+86138{n:08}")).collect();
    numbers.extend((0..80).map(|n| format!("+1917555{:04}", 2000 + n)));
    // Test numbers are free, duplicates are priced once, and the last one is not valid.
    numbers.extend([TEST_NUMBER, "+86 138 0000 0000", "+86 1"].map(str::to_owned));

    let model = Model::start(&url, &key, &[]).await;
    let about = model.client.peer_info().unwrap();
    assert_eq!(about.server_info.as_ref().unwrap().name, "numsift");
    assert!(about.instructions.as_deref().unwrap().contains("read-only"), "{about:?}");
    let tools = model.client.list_all_tools().await.unwrap();
    let mut names: Vec<&str> = tools.iter().map(|tool| tool.name.as_ref()).collect();
    names.sort_unstable();
    let expected = [
        "balance",
        "list_projects",
        "list_tasks",
        "lookup",
        "quote",
        "screen_list",
        "task_results",
        "task_state",
    ];
    assert_eq!(names, expected);

    let found = model.call("lookup", json!({ "numbers": [TEST_NUMBER, "12"] })).await.unwrap();
    assert_eq!(found["items"][0]["country"], "US");
    assert_eq!((&found["items"][1]["valid"], &found["charged"]), (&json!(false), &json!(0)));
    let balance = model.call("balance", json!({})).await.unwrap();
    let quote = json!({ "numbers": numbers, "checks": ["whatsapp", "telegram"] });
    let quote = model.call("quote", quote).await.unwrap();
    assert_eq!((&quote["rows"]["sent"], &quote["numbers"]), (&json!(203), &json!(201)), "{quote}");
    assert_eq!(
        (&quote["startable"], &quote["checks"][0]["not_covered"]),
        (&json!(true), &json!(0)),
        "{quote}"
    );
    assert_eq!(quote["checks"][0]["billable"], 200, "{quote}");

    let costly = model.call("lookup", json!({ "numbers": [TEST_NUMBER], "checks": ["whatsapp"] })).await;
    assert!(costly.unwrap_err().contains("--allow-spending"));
    let screen =
        json!({ "numbers": numbers, "checks": ["whatsapp", "telegram"], "max_price": quote["price"] });
    let refused = model.call("screen_list", screen.clone()).await.unwrap_err();
    assert!(refused.contains("read-only") && refused.contains("--allow-spending"), "{refused}");
    assert_eq!(model.call("list_tasks", json!({})).await.unwrap()["items"], json!([]));
    assert_eq!(model.call("balance", json!({})).await.unwrap(), balance);
    model.close().await;

    let model = Model::start(&url, &key, &["--allow-spending"]).await;
    let mut cheap = screen.clone();
    cheap["max_price"] = json!(quote["price"].as_i64().unwrap() - 1);
    let refused = model.call("screen_list", cheap).await.unwrap_err();
    assert!(refused.contains("/max_price") && refused.contains("status 422"), "{refused}");
    let task = model.call("screen_list", screen).await.unwrap();
    assert_eq!(task["held"], quote["price"], "the quote is what the server holds");
    let id = task["id"].clone();
    let task = until("the task is done", async || {
        let task = model.call("task_state", json!({ "id": id })).await.unwrap();
        (task["state"] == "done").then_some(task)
    })
    .await;
    assert_eq!(task["total"], 201);

    // All pages together are what the API returns.
    let (mut rows, mut cursor) = (Vec::new(), Value::Null);
    loop {
        let page =
            model.call("task_results", json!({ "id": id, "cursor": cursor, "limit": 150 })).await.unwrap();
        rows.extend(page["items"].as_array().unwrap().iter().cloned());
        cursor = page["next_cursor"].clone();
        if cursor.is_null() {
            break;
        }
    }
    let http = reqwest::Client::builder().no_proxy().build().unwrap();
    let all =
        http.get(format!("{url}/v1/tasks/{id}/results?limit=1000")).bearer_auth(&key).send().await.unwrap();
    let all: Value = all.json().await.unwrap();
    assert_eq!(&rows, all["items"].as_array().unwrap());
    let active = json!({ "id": id, "project": "whatsapp", "status": "active" });
    let active = model.call("task_results", active).await.unwrap();
    let hits = active["items"].as_array().unwrap();
    assert!(!hits.is_empty() && hits.iter().all(|row| row["checks"]["whatsapp"]["status"] == "active"));

    let asked =
        model.call("lookup", json!({ "numbers": [TEST_NUMBER], "checks": ["whatsapp"] })).await.unwrap();
    assert_eq!(asked["items"][0]["checks"]["whatsapp"]["status"], "active");
    model.close().await;
    server.stop();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn failures_tell_a_model_what_to_do() {
    let folder = tempfile::tempdir().unwrap();
    let (server, url, key) = start_demo(folder.path()).await;

    let model = Model::start(&url, &key, &["--allow-spending"]).await;
    for (tool, arguments, text) in [
        ("lookup", json!({}), "invalid arguments: missing field `numbers`"),
        ("lookup", json!({ "numbers": [] }), "`numbers` has 0 items; expected 1 to 100"),
        ("lookup", json!({ "numbers": [TEST_NUMBER], "check": [] }), "unknown field `check`"),
        ("lookup", json!({ "numbers": [TEST_NUMBER], "checks": ["watsapp"] }), "`whatsapp`"),
        (
            "lookup",
            json!({ "numbers": [TEST_NUMBER, "+1 201 555 0100"] }),
            "listed twice (unprocessable, status 422)",
        ),
        ("quote", json!({ "numbers": [TEST_NUMBER], "checks": ["watsapp"] }), "did you mean `whatsapp`?"),
        ("quote", json!({ "numbers": ["1"], "checks": ["whatsapp"], "country": "XX" }), "at /country"),
        (
            "screen_list",
            json!({ "numbers": [TEST_NUMBER], "checks": ["whatsapp"] }),
            "missing field `max_price`",
        ),
        ("task_state", json!({ "id": 987_654 }), "there is no such task (not-found, status 404)"),
        ("task_state", json!({ "id": "../balance" }), "invalid arguments: invalid type"),
        ("task_results", json!({ "id": 1, "limit": 100_000 }), "`limit` is 100000; expected 1 to 200"),
    ] {
        let failed = model.call(tool, arguments.clone()).await;
        let failed = failed.expect_err(&arguments.to_string());
        assert!(failed.contains(text), "{tool} {arguments}: {failed}");
    }
    let unknown = model.client.call_tool(CallToolRequestParams::new("delete_everything")).await;
    assert!(unknown.unwrap_err().to_string().contains("there is no tool `delete_everything`"));
    model.close().await;

    let console = Console::at(&url).login("api", "numsift-demo").await;
    let made = console.call("user/generateApi", json!({ "name": "reader", "scopes": ["tasks:read"] })).await;
    let model = Model::start(&url, made["secret"].as_str().unwrap(), &[]).await;
    let quote =
        model.call("quote", json!({ "numbers": [TEST_NUMBER], "checks": ["whatsapp"] })).await.unwrap();
    assert_eq!(quote["numbers"], 1, "a key that only reads can quote: {quote}");
    model.close().await;

    let model = Model::start(&url, "ns_invalid", &[]).await;
    let failed = model.call("balance", json!({})).await.unwrap_err();
    assert!(failed.contains("ask the user for a valid API key"), "{failed}");
    assert!(!failed.contains("ns_invalid"), "{failed}");
    model.close().await;

    let model = Model::start(&url, &key, &[]).await;
    server.kill();
    let failed = model.call("balance", json!({})).await.unwrap_err();
    assert!(failed.contains("did not answer") && failed.contains(&url), "{failed}");
    model.close().await;
}

#[test]
fn a_key_is_required() {
    let output = numsift(&["mcp"], &[]).stdin(Stdio::null()).output().unwrap();
    let text = String::from_utf8_lossy(&output.stderr);
    assert!(!output.status.success() && text.contains("NUMSIFT_API_KEY"), "{text}");
}
