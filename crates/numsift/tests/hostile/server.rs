//! The server under attack, with its memory capped, and a customer beside the attacker.

use std::io::{BufRead, BufReader};
use std::process::{Child, ChildStdout, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread::JoinHandle;
use std::time::Duration;

use serde_json::json;

use crate::client::Client;

/// The cap in kilobytes, as `ulimit -d` takes it: writable memory of the process.
const CAP_KB: &str = "1048576";

/// Between two calls of the neighbour, who is no attacker.
const PACE: Duration = Duration::from_millis(5);

/// A demo server. Killed when dropped.
pub struct Server {
    child: Child,
    pub address: String,
    /// Kept open, so that the server can print.
    _stdout: BufReader<ChildStdout>,
    _data: tempfile::TempDir,
}

impl Server {
    pub fn start() -> Self {
        let data = tempfile::tempdir().unwrap();
        let script = format!("ulimit -d {CAP_KB} && exec \"$0\" \"$@\"");
        let mut child = Command::new("sh")
            .args([
                "-c",
                &script,
                env!("CARGO_BIN_EXE_numsift"),
                "serve",
                "--demo",
                "--demo-empty",
                "--port",
                "0",
                "--data",
            ])
            .arg(data.path())
            // The allocator reserves a gigabyte at once otherwise, which counts as used.
            .env("MIMALLOC_ARENA_EAGER_COMMIT", "0")
            .env_remove("NUMSIFT_DATABASE_URL")
            .current_dir(std::env::temp_dir())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
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
        Self { child, address, _stdout: stdout, _data: data }
    }

    pub fn is_running(&self) -> bool {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id()));
        status.is_ok_and(|status| !status.contains("State:\tZ"))
    }

    /// The most memory that was resident since the last reset, in megabytes.
    pub fn peak_mb(&self) -> u64 {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id())).unwrap_or_default();
        let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        let kilobytes = line.and_then(|line| line.trim().trim_end_matches(" kB").parse::<u64>().ok());
        kilobytes.unwrap_or(0) / 1024
    }

    pub fn reset_peak(&self) {
        // Without it, the peak is that of all cases so far, which is fine as well.
        let _ = std::fs::write(format!("/proc/{}/clear_refs", self.child.id()), "5");
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // Fails if the process has ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A customer who goes on working.
pub struct Neighbour {
    stop: Arc<AtomicBool>,
    calls: Arc<AtomicU64>,
    thread: JoinHandle<()>,
}

impl Neighbour {
    pub fn start(address: &str) -> Self {
        let (stop, calls) = (Arc::new(AtomicBool::new(false)), Arc::new(AtomicU64::new(0)));
        let client = Client::new(address);
        let sid = client.login("credit");
        let thread = std::thread::spawn({
            let (stop, calls) = (stop.clone(), calls.clone());
            move || {
                while !stop.load(Ordering::Relaxed) {
                    for (path, body) in [
                        ("/api/list/list", json!({})),
                        (
                            "/api/gen_number/preview",
                            json!({"segments": [{"space": {"country": "NU"}, "count": 5}]}),
                        ),
                        ("/api/task/list", json!({})),
                    ] {
                        let answer = client.post(path, &sid, &body);
                        assert_eq!(answer.json()["code"], 0, "the neighbour called {path}: {answer:?}");
                        calls.fetch_add(1, Ordering::Relaxed);
                        std::thread::sleep(PACE);
                    }
                }
            }
        });
        Self { stop, calls, thread }
    }

    /// Returns when a call that began after this one has been answered.
    pub fn wait_for_another_call(&self) {
        let seen = self.calls.load(Ordering::Relaxed);
        while self.calls.load(Ordering::Relaxed) < seen + 2 {
            assert!(!self.thread.is_finished(), "a call of the neighbour failed");
            std::thread::sleep(PACE);
        }
    }

    /// Ends it and returns the number of its calls, all of which were answered.
    pub fn stop(self) -> u64 {
        self.stop.store(true, Ordering::Relaxed);
        self.thread.join().unwrap();
        self.calls.load(Ordering::Relaxed)
    }
}
