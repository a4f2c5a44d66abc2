//! A process of the binary under test.

use std::io::{BufRead as _, BufReader, Write as _};
use std::path::Path;
use std::process::{Child, Command, Stdio};

use tokio::sync::mpsc;

use crate::DEADLINE;

/// An environment variable of a process.
pub type Setting = (&'static str, String);
pub type Settings = Vec<Setting>;

/// Returns a command with these settings and no others from the environment.
pub fn numsift(args: &[&str], settings: &[Setting]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_numsift-with-breakpoints"));
    for (name, _) in std::env::vars().filter(|(name, _)| name.starts_with("NUMSIFT_")) {
        command.env_remove(name);
    }
    command.args(args).env("NUMSIFT_LOG", "warn").current_dir(std::env::temp_dir());
    command.envs(settings.iter().map(|(name, value)| (*name, value.as_str())));
    command
}

/// Runs a command to completion and returns its output.
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

/// A machine with its own way of resolving host names: a mount namespace with its own files in `/etc`.
pub struct Machine {
    folder: tempfile::TempDir,
}

impl Machine {
    /// A machine that knows `localhost` and these names, and whose resolver does not answer. `None` where namespaces are not
    /// allowed.
    pub fn new(hosts: &str) -> Option<Self> {
        let machine = Self { folder: tempfile::tempdir().unwrap() };
        machine.set_hosts(hosts);
        let resolver = "nameserver 127.0.0.2\noptions timeout:1 attempts:1\n";
        std::fs::write(machine.folder.path().join("resolv.conf"), resolver).unwrap();
        let tried = machine.command().arg("true").stderr(Stdio::null()).status();
        tried.is_ok_and(|status| status.success()).then_some(machine)
    }

    /// Changes the names that it knows, also for running processes.
    pub fn set_hosts(&self, hosts: &str) {
        // The file itself is changed, because it is mounted.
        std::fs::write(self.folder.path().join("hosts"), format!("127.0.0.1 localhost\n{hosts}\n")).unwrap();
    }

    /// The beginning of a command.
    fn command(&self) -> Command {
        let mut command = Command::new("unshare");
        let script = r#"mount --bind "$0/hosts" /etc/hosts && mount --bind "$0/resolv.conf" /etc/resolv.conf && exec "$@""#;
        command.args(["--mount", "--map-root-user", "sh", "-c", script]).arg(self.folder.path());
        command
    }
}

/// A running process. Killed when dropped.
pub struct Process {
    child: Child,
    lines: mpsc::UnboundedReceiver<String>,
}

impl Process {
    pub fn start(args: &[&str], data: &Path, settings: &[Setting]) -> Self {
        let args = [args, &["--data", data.to_str().unwrap()]].concat();
        Self::spawn(numsift(&args, settings))
    }

    /// Starts a process with other files in `/etc`.
    pub fn start_on(machine: &Machine, args: &[&str], data: &Path, settings: &[Setting]) -> Self {
        let args = [args, &["--data", data.to_str().unwrap()]].concat();
        let process = numsift(&args, settings);
        let mut command = machine.command();
        command.arg(process.get_program()).args(process.get_args()).current_dir(std::env::temp_dir());
        for (name, value) in process.get_envs() {
            match value {
                Some(value) => command.env(name, value),
                None => command.env_remove(name),
            };
        }
        Self::spawn(command)
    }

    fn spawn(mut command: Command) -> Self {
        let mut child = command.stdout(Stdio::piped()).spawn().unwrap();
        let stdout = BufReader::new(child.stdout.take().unwrap());
        let (sender, lines) = mpsc::unbounded_channel();
        // Ends when the process closes its output.
        std::thread::spawn(move || {
            stdout.lines().map_while(Result::ok).try_for_each(|line| sender.send(line))
        });
        Self { child, lines }
    }

    /// Waits for the next output line that contains a text.
    pub async fn wait_for_line(&mut self, text: &str) -> String {
        let found = async {
            loop {
                let line = self
                    .lines
                    .recv()
                    .await
                    .unwrap_or_else(|| panic!("the process ended without printing {text}"));
                if line.contains(text) {
                    return line.trim().to_owned();
                }
            }
        };
        tokio::time::timeout(DEADLINE, found).await.unwrap_or_else(|_| panic!("timed out waiting for {text}"))
    }

    /// Waits until a server prints its address.
    pub async fn wait_for_address(&mut self) -> String {
        let line = self.wait_for_line("http://").await;
        let (_, address) = line.split_once("http://").unwrap();
        format!("http://{address}")
    }

    pub fn is_running(&mut self) -> bool {
        self.child.try_wait().unwrap().is_none()
    }

    /// Tells the process to stop.
    pub fn terminate(&self) {
        let id = self.child.id().to_string();
        assert!(Command::new("kill").args(["-TERM", &id]).status().unwrap().success());
    }

    /// Stops the process with SIGTERM and waits for it.
    pub fn stop(mut self) {
        self.terminate();
        assert!(self.child.wait().unwrap().success(), "a clean exit");
    }

    /// Kills the process with SIGKILL.
    pub fn kill(mut self) {
        assert!(self.is_running(), "the process ended by itself");
        self.child.kill().unwrap();
        assert!(!self.child.wait().unwrap().success());
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // Fails if the process has ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
