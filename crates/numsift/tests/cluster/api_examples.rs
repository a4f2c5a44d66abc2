//! The programs of the documentation that use the public API do what they say, against the demo.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use serde_json::json;

use crate::console::Console;
use crate::process::Process;

/// A number whose answers are fixed.
const TEST_NUMBER: &str = "+12015550100";

/// Where the programs are run, and with which key.
struct Desk {
    url: String,
    key: String,
}

impl Desk {
    fn run(&self, program: &[&str], file: &str, words: &[&str]) -> Output {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/examples/api");
        let (first, more) = program.split_first().unwrap();
        tokio::task::block_in_place(|| {
            Command::new(first)
                .args(more)
                .arg(folder.join(file))
                .args(words)
                .env("NUMSIFT_URL", &self.url)
                .env("NUMSIFT_API_KEY", &self.key)
                .env("no_proxy", "127.0.0.1")
                .output()
                .unwrap()
        })
    }

    /// What a program prints that must succeed.
    fn printed(&self, program: &[&str], file: &str, words: &[&str]) -> String {
        let ran = self.run(program, file, words);
        let (out, err) = (String::from_utf8_lossy(&ran.stdout), String::from_utf8_lossy(&ran.stderr));
        assert!(ran.status.success(), "{file}: {out} {err}");
        out.into_owned()
    }
}

async fn desk(folder: &Path) -> (Process, Desk) {
    let mut server = Process::start(&["serve", "--demo", "--port", "0"], &folder.join("data"), &[]);
    let line = server.line_with("http://").await;
    let (_, address) = line.split_once("http://").unwrap();
    let url = format!("http://{address}");
    let console = Console::at(&url).login("api", "numsift-demo").await;
    let scopes = ["lookup", "tasks:read", "tasks:write"];
    let made = console.call("user/generateApi", json!({ "name": "examples", "scopes": scopes })).await;
    let key = made["secret"].as_str().unwrap().to_owned();
    (server, Desk { url, key })
}

fn is_there(program: &str) -> bool {
    Command::new(program).arg("version").output().is_ok()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_documented_programs_look_a_number_up() {
    let folder = tempfile::tempdir().unwrap();
    let (_server, desk) = desk(folder.path()).await;

    let found = desk.printed(&["bash"], "lookup.sh", &[TEST_NUMBER, "whatsapp"]);
    let found: serde_json::Value = serde_json::from_str(&found).unwrap();
    assert_eq!((&found["e164"], &found["test"]), (&json!(TEST_NUMBER), &json!(true)));
    let status = found["checks"]["whatsapp"]["status"].as_str().unwrap().to_owned();

    let mut programs = vec![(["python3"].as_slice(), "lookup.py"), (["node"].as_slice(), "lookup.mjs")];
    if is_there("go") {
        programs.push((["go", "run"].as_slice(), "lookup.go"));
    }
    for (program, file) in programs {
        let said = desk.printed(program, file, &[TEST_NUMBER, "whatsapp"]);
        assert!(said.starts_with("+1 201-555-0100: "), "{file}: {said}");
        assert!(said.contains(&format!("whatsapp: {status}")), "{file}: {said}");
        let said = desk.printed(program, file, &["12"]);
        assert!(said.contains("12 is no valid number: "), "{file}: {said}");

        let stranger = Desk { key: "ns_nobody".to_owned(), url: desk.url.clone() };
        let refused = stranger.run(program, file, &[TEST_NUMBER]);
        let said = String::from_utf8_lossy(&refused.stderr);
        assert!(!refused.status.success() && said.contains("refused (unauthorized)"), "{file}: {said}");
    }
    let stranger = Desk { key: "ns_nobody".to_owned(), url: desk.url.clone() };
    let refused = stranger.run(&["bash"], "lookup.sh", &[TEST_NUMBER]);
    let said = String::from_utf8_lossy(&refused.stdout);
    assert!(!refused.status.success() && said.contains("unauthorized"), "{said}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_documented_programs_screen_a_list() {
    let folder = tempfile::tempdir().unwrap();
    let (_server, desk) = desk(folder.path()).await;
    let numbers: BTreeSet<String> = (0..300).map(|n| format!("+86138{n:08}")).collect();
    let (list, out): (PathBuf, PathBuf) = (folder.path().join("numbers.txt"), folder.path().join("out.csv"));
    std::fs::write(&list, numbers.iter().cloned().collect::<Vec<_>>().join("\n")).unwrap();
    let (list, out) = (list.to_str().unwrap(), out.to_str().unwrap());

    let said = desk.printed(&["bash"], "screen.sh", &[list, out, "whatsapp"]);
    assert!(said.contains(&format!("300 rows in {out}")), "{said}");
    let csv = std::fs::read_to_string(out).unwrap();
    let found = csv.lines().skip(1).flat_map(|row| row.split(',')).filter(|cell| numbers.contains(*cell));
    assert_eq!(found.collect::<BTreeSet<_>>().len(), 300, "{csv}");

    for (program, file) in [("python3", "tasks.py"), ("node", "tasks.mjs")] {
        let printed = desk.printed(&[program], file, &[list, "whatsapp"]);
        let rows: Vec<(&str, &str)> = printed.lines().map(|row| row.split_once(',').unwrap()).collect();
        let found: BTreeSet<String> = rows.iter().map(|(number, _)| (*number).to_owned()).collect();
        assert_eq!(found, numbers, "{file}");
        assert!(rows.iter().any(|(_, status)| *status == "active"), "{file}: {printed}");
    }
}
