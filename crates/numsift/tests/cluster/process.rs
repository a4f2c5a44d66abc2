//! One process of the real binary.

use std::io::{BufRead as _, BufReader, Write as _};
use std::path::Path;
use std::process::{Child, Command, Stdio};

use tokio::sync::mpsc;

use crate::DEADLINE;

/// What a process is told by its environment.
pub type Setting = (&'static str, String);
pub type Settings = Vec<Setting>;

/// The binary with these settings and no others.
pub fn numsift(args: &[&str], settings: &[Setting]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_numsift"));
    for (name, _) in std::env::vars().filter(|(name, _)| name.starts_with("NUMSIFT_")) {
        command.env_remove(name);
    }
    command.args(args).env("NUMSIFT_LOG", "warn").current_dir(std::env::temp_dir());
    command.envs(settings.iter().map(|(name, value)| (*name, value.as_str())));
    command
}

/// Runs a command of the operator to its end, and gives back what it said.
pub fn run(args: &[&str], settings: &[Setting], input: &str) -> String {
    let mut child = numsift(args, settings)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::inherit())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success(), "{args:?} failed");
    String::from_utf8(output.stdout).unwrap()
}

/// A process that runs until it is stopped or killed, at the latest when the test is over.
pub struct Process {
    child: Child,
    lines: mpsc::UnboundedReceiver<String>,
}

impl Process {
    pub fn start(args: &[&str], data: &Path, settings: &[Setting]) -> Self {
        let args = [args, &["--data", data.to_str().unwrap()]].concat();
        let mut child = numsift(&args, settings).stdout(Stdio::piped()).spawn().unwrap();
        let stdout = BufReader::new(child.stdout.take().unwrap());
        let (say, lines) = mpsc::unbounded_channel();
        // Ends with the process, whose end closes its output.
        std::thread::spawn(move || stdout.lines().map_while(Result::ok).try_for_each(|line| say.send(line)));
        Self { child, lines }
    }

    /// The next line that contains a text.
    pub async fn line_with(&mut self, text: &str) -> String {
        let found = async {
            loop {
                let line =
                    self.lines.recv().await.unwrap_or_else(|| panic!("it ended without saying {text}"));
                if line.contains(text) {
                    return line.trim().to_owned();
                }
            }
        };
        tokio::time::timeout(DEADLINE, found).await.unwrap_or_else(|_| panic!("it never said {text}"))
    }

    pub fn is_running(&mut self) -> bool {
        self.child.try_wait().unwrap().is_none()
    }

    /// Kills it on the spot (SIGKILL): it gets no chance to tidy up.
    pub fn kill(mut self) {
        assert!(self.is_running(), "only what lives can be killed");
        self.child.kill().unwrap();
        assert!(!self.child.wait().unwrap().success());
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // Already gone after it was killed.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
