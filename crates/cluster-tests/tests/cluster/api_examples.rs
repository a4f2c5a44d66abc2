//! Runs the public API examples of the documentation against the demo.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use serde_json::json;

use crate::console::Console;
use crate::process::Process;

const TEST_NUMBER: &str = "+12015550100";

/// The server and the key that the examples use.
struct Examples {
    url: String,
    key: String,
}

impl Examples {
    fn run(&self, program: &[&str], file: &str, args: &[&str]) -> Output {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/examples/api");
        let (command, arguments) = program.split_first().unwrap();
        tokio::task::block_in_place(|| {
            Command::new(command)
                .args(arguments)
                .arg(folder.join(file))
                .args(args)
                .env("NUMSIFT_URL", &self.url)
                .env("NUMSIFT_API_KEY", &self.key)
                .env("no_proxy", "127.0.0.1")
                .output()
                .unwrap()
        })
    }

    /// Runs an example that must succeed and returns its output.
    fn output(&self, program: &[&str], file: &str, args: &[&str]) -> String {
        let output = self.run(program, file, args);
        let (out, err) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
        assert!(output.status.success(), "{file}: {out} {err}");
        out.into_owned()
    }
}

async fn start_demo(folder: &Path) -> (Process, Examples) {
    let mut server =
        Process::start(&["serve", "--demo", "--demo-empty", "--port", "0"], &folder.join("data"), &[]);
    let url = server.wait_for_address().await;
    let console = Console::at(&url).login("api", "numsift-demo").await;
    let scopes = ["lookup", "tasks:read", "tasks:write"];
    let made = console.call("user/generateApi", json!({ "name": "examples", "scopes": scopes })).await;
    let key = made["secret"].as_str().unwrap().to_owned();
    (server, Examples { url, key })
}

fn is_installed(program: &str) -> bool {
    Command::new(program).arg("version").output().is_ok()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn lookup_examples_work() {
    let folder = tempfile::tempdir().unwrap();
    let (_server, examples) = start_demo(folder.path()).await;

    let found = examples.output(&["bash"], "lookup.sh", &[TEST_NUMBER, "whatsapp"]);
    let found: serde_json::Value = serde_json::from_str(&found).unwrap();
    assert_eq!((&found["e164"], &found["test"]), (&json!(TEST_NUMBER), &json!(true)));
    let status = found["checks"]["whatsapp"]["status"].as_str().unwrap().to_owned();

    let mut programs = vec![(["python3"].as_slice(), "lookup.py"), (["node"].as_slice(), "lookup.mjs")];
    if is_installed("go") {
        programs.push((["go", "run"].as_slice(), "lookup.go"));
    }
    for (program, file) in programs {
        let output = examples.output(program, file, &[TEST_NUMBER, "whatsapp"]);
        assert!(output.starts_with("+1 201-555-0100: "), "{file}: {output}");
        assert!(output.contains(&format!("whatsapp: {status}")), "{file}: {output}");
        let output = examples.output(program, file, &["12"]);
        assert!(output.contains("12 is not a valid number: "), "{file}: {output}");

        let unauthorized = Examples { key: "ns_invalid".to_owned(), url: examples.url.clone() };
        let rejected = unauthorized.run(program, file, &[TEST_NUMBER]);
        let output = String::from_utf8_lossy(&rejected.stderr);
        assert!(!rejected.status.success() && output.contains("error (unauthorized)"), "{file}: {output}");
    }
    let unauthorized = Examples { key: "ns_invalid".to_owned(), url: examples.url.clone() };
    let rejected = unauthorized.run(&["bash"], "lookup.sh", &[TEST_NUMBER]);
    let output = String::from_utf8_lossy(&rejected.stdout);
    assert!(!rejected.status.success() && output.contains("unauthorized"), "{output}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn task_examples_work() {
    let folder = tempfile::tempdir().unwrap();
    let (_server, examples) = start_demo(folder.path()).await;
    let numbers: BTreeSet<String> = (0..300).map(|n| format!("+86138{n:08}")).collect();
    let (list, out): (PathBuf, PathBuf) = (folder.path().join("numbers.txt"), folder.path().join("out.csv"));
    std::fs::write(&list, numbers.iter().cloned().collect::<Vec<_>>().join("\n")).unwrap();
    let (list, out) = (list.to_str().unwrap(), out.to_str().unwrap());

    let output = examples.output(&["bash"], "screen.sh", &[list, out, "whatsapp"]);
    assert!(output.contains(&format!("300 rows in {out}")), "{output}");
    let csv = std::fs::read_to_string(out).unwrap();
    let found = csv.lines().skip(1).flat_map(|row| row.split(',')).filter(|cell| numbers.contains(*cell));
    assert_eq!(found.collect::<BTreeSet<_>>().len(), 300, "{csv}");

    for (program, file) in [("python3", "tasks.py"), ("node", "tasks.mjs")] {
        let printed = examples.output(&[program], file, &[list, "whatsapp"]);
        let rows: Vec<(&str, &str)> = printed.lines().map(|row| row.split_once(',').unwrap()).collect();
        let found: BTreeSet<String> = rows.iter().map(|(number, _)| (*number).to_owned()).collect();
        assert_eq!(found, numbers, "{file}");
        assert!(rows.iter().any(|(_, status)| *status == "active"), "{file}: {printed}");
    }
}
