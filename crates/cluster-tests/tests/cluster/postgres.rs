//! A PostgreSQL server for a single test, which may crash it.

use std::path::PathBuf;
use std::process::{Command, Stdio};

/// Listens on a socket in its folder, so it needs no free port.
pub struct Postgres {
    folder: tempfile::TempDir,
}

/// `fsync` is off: only the server crashes, not the operating system.
const START: &str = r#"
    if [ "$(id -u)" = 0 ]; then chown postgres "$dir"; fi
    as_postgres "$bin/initdb" --pgdata "$dir/data" --username numsift --auth trust \
        --encoding UTF8 --locale C.UTF-8 --no-sync
    as_postgres "$bin/pg_ctl" --pgdata "$dir/data" --log "$dir/server.log" --wait start -o \
        "-p 5432 -c listen_addresses= -c unix_socket_directories=$dir -c fsync=off"
"#;

impl Postgres {
    pub fn start() -> Self {
        let postgres = Self { folder: tempfile::tempdir().unwrap() };
        postgres.run(START);
        postgres
    }

    pub fn url(&self) -> String {
        format!("postgres://numsift@localhost:5432/postgres?host={}", self.folder.path().display())
    }

    /// Kills all processes of the server and starts it again.
    pub fn crash_and_restart(&self) {
        let before = self.process_id();
        self.run(
            r#"as_postgres "$bin/pg_ctl" --pgdata "$dir/data" --log "$dir/server.log" --mode immediate --wait restart"#,
        );
        assert_ne!(before, self.process_id(), "the server was restarted");
        let log = std::fs::read_to_string(self.folder.path().join("server.log")).unwrap();
        assert!(log.contains("not properly shut down"), "the server recovers from a crash: {log}");
    }

    /// Stops the server at once, and leaves it stopped.
    pub fn stop(&self) {
        self.run(r#"as_postgres "$bin/pg_ctl" --pgdata "$dir/data" --mode immediate --wait stop"#);
    }

    fn process_id(&self) -> String {
        let file: PathBuf = self.folder.path().join("data/postmaster.pid");
        std::fs::read_to_string(file).unwrap().lines().next().unwrap().to_owned()
    }

    fn run(&self, script: &str) {
        let library = concat!(env!("CARGO_MANIFEST_DIR"), "/../../scripts/lib/postgres.sh");
        let script = format!("set -eu\nsource '{library}'\nbin=$(postgres_bin)\ncd \"$dir\"\n{script}");
        let bash = || {
            let mut command = Command::new("bash");
            command.args(["-c", &script]).env("dir", self.folder.path()).env("LC_ALL", "C.UTF-8");
            command.stdout(Stdio::null()).status().unwrap()
        };
        assert!(tokio::task::block_in_place(bash).success(), "{script}");
    }
}

impl Drop for Postgres {
    fn drop(&mut self) {
        self.run(
            r#"as_postgres "$bin/pg_ctl" --pgdata "$dir/data" --mode immediate --wait stop || echo "not running""#,
        );
    }
}
