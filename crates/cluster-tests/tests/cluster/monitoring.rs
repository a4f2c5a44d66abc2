//! The metrics of running nodes, and the alert rules and dashboards that use them.

use std::collections::BTreeSet;
use std::io::Write as _;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use numsift_store_pg::testing::TestDatabase;
use numsift_test_bucket::Bucket;

use crate::installation::Installation;
use crate::until;

/// Labels whose values are few: no label holds an account, a key, a number or an address.
const LABELS: [&str; 21] = [
    "channel",
    "code",
    "commit",
    "condition",
    "kind",
    "le",
    "method",
    "mode",
    "operation",
    "outcome",
    "path",
    "plan_version",
    "pool",
    "queue",
    "result",
    "state",
    "status",
    "status_class",
    "task",
    "version",
    "",
];

fn repository() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Runs promtool, which Debian's package `prometheus` contains.
fn promtool(args: &[&str], input: &str) {
    let mut child = Command::new("promtool")
        .args(args)
        .current_dir(repository().join("deploy/prometheus"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("promtool is missing: run scripts/install.sh test");
    child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    let text = [output.stdout, output.stderr].concat();
    assert!(output.status.success(), "promtool {args:?}: {}", String::from_utf8_lossy(&text));
}

/// The names and the labels of all samples.
fn samples(metrics: &str) -> (BTreeSet<&str>, BTreeSet<&str>) {
    let (mut names, mut labels) = (BTreeSet::new(), BTreeSet::new());
    for line in metrics.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        let (name, rest) = line.split_at(line.find(['{', ' ']).unwrap());
        names.insert(name);
        for pair in rest.split("\",").filter_map(|pair| pair.split_once("=\"")) {
            labels.insert(pair.0.trim_start_matches('{'));
        }
    }
    (names, labels)
}

/// The metrics that a text mentions.
fn mentioned(text: &str) -> BTreeSet<&str> {
    let words = text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_');
    words.filter(|word| word.starts_with("numsift_") || word.starts_with("process_")).collect()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nodes_serve_health_checks_and_valid_metrics() {
    let database = TestDatabase::create().await;
    let bucket = Bucket::start().await;
    let mut installation = Installation::start(bucket.scaled_out(database.url()), Vec::new()).await;
    let (_worker, base) = installation.worker_with_metrics("first").await;
    let server = installation.metrics().await;
    let http = reqwest::Client::builder().no_proxy().build().unwrap();
    let get = async |base: &str, path: &str| {
        let response = http.get(format!("{base}/{path}")).send().await.unwrap();
        (response.status().as_u16(), response.text().await.unwrap())
    };
    assert_eq!(get(&base, "healthz").await, (200, "ok".to_owned()));
    assert_eq!(get(&base, "readyz").await, (200, "ready".to_owned()));
    assert_eq!(get(&base, "api/user/info").await.0, 404, "a worker does not serve the console");

    let (_, before) = get(&base, "metrics").await;
    for expected in [
        "numsift_chunks_total 0",
        "numsift_chunk_duration_seconds_count{outcome=\"done\"} 0",
        "numsift_queue_length{queue=\"chunks\",state=\"pending\"} 0",
        "numsift_database_up 1",
        "numsift_ledger_imbalance 0",
    ] {
        assert!(before.lines().any(|line| line == expected), "{expected} from the start: {before}");
    }
    let (list, numbers) = installation.list(1).await;
    let task = installation.start_task(&list).await;
    installation.finish(database.store().await, task, &numbers).await;

    let (status, of_worker) = get(&base, "metrics").await;
    assert_eq!(status, 200);
    for expected in [
        "numsift_chunks_total 1",
        "numsift_numbers_total 1000",
        "numsift_chunk_duration_seconds_count{outcome=\"done\"} 1",
    ] {
        assert!(of_worker.lines().any(|line| line == expected), "{expected}: {of_worker}");
    }
    let asked = of_worker.lines().find(|line| {
        line.starts_with("numsift_provider_request_duration_seconds_count")
            && line.contains("outcome=\"2xx\"")
    });
    assert!(asked.is_some_and(|line| line.ends_with(" 10")), "{asked:?}");
    let (_, of_server) = get(&server, "metrics").await;
    let sample = "numsift_http_request_duration_seconds_count{path=\"/api/task/start\",method=\"POST\",\
        status_class=\"2xx\"} 1";
    assert!(of_server.lines().any(|line| line == sample), "{of_server}");

    let documented = std::fs::read_to_string(repository().join("docs/metrics.md")).unwrap();
    for metrics in [&of_worker, &of_server] {
        promtool(&["check", "metrics"], metrics);
        assert!(!metrics.contains(" summary\n"), "summaries cannot be added across nodes");
        let (_, labels) = samples(metrics);
        assert!(labels.is_subset(&LABELS.into()), "{labels:?}");
        for name in metrics.lines().filter_map(|line| line.strip_prefix("# TYPE ")) {
            let name = name.split(' ').next().unwrap();
            assert!(mentioned(&documented).contains(name), "docs/metrics.md lacks {name}");
        }
    }
    let all = of_worker + &of_server;
    let (names, _) = samples(&all);
    for file in
        ["prometheus/alerts.yml", "grafana/overview.json", "grafana/providers.json", "grafana/money.json"]
    {
        let text = std::fs::read_to_string(repository().join("deploy").join(file)).unwrap();
        assert!(mentioned(&text).len() > 5, "{file}");
        for name in mentioned(&text) {
            assert!(names.contains(name), "{file} names {name}, which no node reports");
        }
        if file.ends_with("json") {
            serde_json::from_str::<serde_json::Value>(&text).unwrap();
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_server_that_drains_is_not_ready_on_both_addresses() {
    let mut installation = Installation::start(vec![("NUMSIFT_DRAIN_S", "60".to_owned())], Vec::new()).await;
    let addresses = [installation.base().to_owned(), installation.metrics().await];
    let http = reqwest::Client::builder().no_proxy().build().unwrap();
    let ready = async |base: &String| {
        let response = http.get(format!("{base}/readyz")).send().await.unwrap();
        (response.status().as_u16(), response.text().await.unwrap())
    };
    for address in &addresses {
        assert_eq!(ready(address).await, (200, "ready".to_owned()));
    }
    installation.terminate_server();
    until("the server is told to stop", async || (ready(&addresses[0]).await.0 == 503).then_some(())).await;
    for address in &addresses {
        assert_eq!(ready(address).await, (503, "stopping".to_owned()), "{address}");
    }
}

#[test]
fn the_alert_rules_are_valid_and_fire() {
    promtool(&["check", "rules", "alerts.yml"], "");
    promtool(&["test", "rules", "alerts.test.yml"], "");
}
