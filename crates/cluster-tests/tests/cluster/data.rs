//! Open data: other programs read the Parquet files of results and exports, from a bucket.

use std::path::Path;
use std::process::Command;

use numsift_test_bucket::Bucket;
use serde_json::json;

use crate::console::Console;
use crate::process::Process;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn duckdb_polars_and_pyarrow_read_what_the_api_returns() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let folder = tempfile::tempdir().unwrap();
    let bucket = Bucket::start().await;
    let settings = bucket.settings();
    let mut server = Process::start(
        &["serve", "--demo", "--demo-empty", "--port", "0"],
        &folder.path().join("data"),
        &settings,
    );
    let url = server.wait_for_address().await;
    let console = Console::at(&url).login("api", "numsift-demo").await;
    let scopes = ["lookup", "tasks:read", "tasks:write"];
    let made = console.call("user/generateApi", json!({ "name": "data", "scopes": scopes })).await;

    let output = tokio::task::block_in_place(|| {
        let tools = Command::new(root.join("scripts/lib/api-tools.sh")).output().unwrap();
        assert!(tools.status.success(), "{}", String::from_utf8_lossy(&tools.stderr));
        let python = Path::new(String::from_utf8(tools.stdout).unwrap().trim()).join("bin/python");
        Command::new(python)
            .arg(root.join("sdk/check/data.py"))
            .arg(root.join("docs/data.md"))
            .current_dir(folder.path())
            .envs(settings)
            .env("NUMSIFT_URL", &url)
            .env("NUMSIFT_API_KEY", made["secret"].as_str().unwrap())
            .env("NUMSIFT_SID", console.sid())
            .env("no_proxy", "127.0.0.1")
            .output()
            .unwrap()
    });
    let (out, err) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success(), "{out}{err}");
    assert_eq!(out.lines().filter(|line| line.ends_with("rows are the same")).count(), 6, "{out}");
    server.stop();
}
