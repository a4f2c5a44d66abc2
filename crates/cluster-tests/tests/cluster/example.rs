//! Runs the console API example of the documentation against the demo.

use std::collections::BTreeSet;
use std::process::Command;

use crate::process::Process;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_example_downloads_active_numbers() {
    let folder = tempfile::tempdir().unwrap();
    let mut server =
        Process::start(&["serve", "--demo", "--demo-empty", "--port", "0"], &folder.path().join("data"), &[]);
    let address = server.wait_for_address().await;
    let (list, out) = (folder.path().join("numbers.txt"), folder.path().join("active.csv"));
    let numbers: BTreeSet<String> = (0..300).map(|n| format!("+86138{n:08}")).collect();
    std::fs::write(&list, numbers.iter().cloned().collect::<Vec<_>>().join("\n")).unwrap();

    let example = tokio::task::block_in_place(|| {
        Command::new("bash")
            .arg(concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/examples/screen.sh"))
            .args([&list, &out])
            .env("NUMSIFT_URL", &address)
            .env("NUMSIFT_USER", "customer")
            .env("NUMSIFT_PASSWORD", "numsift-demo")
            .env("no_proxy", "127.0.0.1")
            .output()
            .unwrap()
    });
    let output =
        String::from_utf8_lossy(&example.stdout).into_owned() + &String::from_utf8_lossy(&example.stderr);
    assert!(example.status.success(), "{output}");
    assert!(output.contains("numbers: 300") && output.contains("price: at most 3.0000 points"), "{output}");

    let csv = std::fs::read_to_string(&out).unwrap();
    let rows: Vec<&str> = csv.lines().skip(1).collect();
    assert!(output.contains(&format!("active: {} rows", rows.len())), "{output}");
    assert!((1..300).contains(&rows.len()), "some of the numbers, not all: {}", rows.len());
    for row in rows {
        let cells: Vec<&str> = row.split(',').collect();
        assert!(cells.iter().any(|cell| numbers.contains(*cell)), "{row}");
        assert!(cells.contains(&"active"), "{row}");
    }
}
