//! A PostgreSQL server of a test's own, which it may restart as it likes.

use std::path::PathBuf;
use std::process::{Command, Stdio};

/// Reached by a socket in its own folder: no port that somebody else could take.
pub struct Postgres {
    folder: tempfile::TempDir,
}

/// Commits reach the operating system, which outlives the server here; the disk need not see them.
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
        postgres.does(START);
        postgres
    }

    pub fn url(&self) -> String {
        format!("postgres://numsift@localhost:5432/postgres?host={}", self.folder.path().display())
    }

    /// Kills every process of the server at once, as a crash does, and starts it again.
    pub fn crash_and_restart(&self) {
        let before = self.process();
        self.does(
            r#"as_postgres "$bin/pg_ctl" --pgdata "$dir/data" --log "$dir/server.log" --mode immediate --wait restart"#,
        );
        assert_ne!(before, self.process(), "another process serves the database now");
        let log = std::fs::read_to_string(self.folder.path().join("server.log")).unwrap();
        assert!(log.contains("not properly shut down"), "it recovered from a crash: {log}");
    }

    fn process(&self) -> String {
        let file: PathBuf = self.folder.path().join("data/postmaster.pid");
        std::fs::read_to_string(file).unwrap().lines().next().unwrap().to_owned()
    }

    fn does(&self, script: &str) {
        let library = concat!(env!("CARGO_MANIFEST_DIR"), "/../../scripts/lib/postgres.sh");
        let script = format!("set -eu\nsource '{library}'\nbin=$(postgres_bin)\ncd \"$dir\"\n{script}");
        let run = || {
            let mut bash = Command::new("bash");
            bash.args(["-c", &script]).env("dir", self.folder.path()).env("LC_ALL", "C.UTF-8");
            bash.stdout(Stdio::null()).status().unwrap()
        };
        assert!(tokio::task::block_in_place(run).success(), "{script}");
    }
}

impl Drop for Postgres {
    fn drop(&mut self) {
        self.does(
            r#"as_postgres "$bin/pg_ctl" --pgdata "$dir/data" --mode immediate --wait stop || echo "it is gone""#,
        );
    }
}
