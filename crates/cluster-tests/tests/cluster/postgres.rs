//! A PostgreSQL server for a single test, which may crash it.

use std::path::{Path, PathBuf};
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
"#;
const RUN: &str = r#"
    as_postgres "$bin/pg_ctl" --pgdata "$dir/data" --log "$dir/server.log" --wait start -o \
        "-p 5432 -c listen_addresses= -c unix_socket_directories=$dir -c fsync=off"
"#;

const BACKUP: &str = r#"
    if [ "$(id -u)" = 0 ]; then chown postgres "$dir"; fi
    as_postgres "$bin/pg_basebackup" --host "$primary" --port 5432 --username numsift --pgdata "$dir/data" \
        --write-recovery-conf --wal-method stream --checkpoint fast --no-sync
"#;
const SYNCHRONOUS: &str = r#"
    psql() { as_postgres "$bin/psql" --host "$dir" --port 5432 --username numsift --dbname postgres --no-psqlrc -Atc "$1"; }
    psql "ALTER SYSTEM SET synchronous_standby_names = '*'"
    psql "SELECT pg_reload_conf()"
    for try in $(seq 600); do
        if [ "$(psql "SELECT COUNT(*) FROM pg_stat_replication WHERE sync_state = 'sync'")" = 1 ]; then exit 0; fi
        sleep 0.1
    done
    echo "the standby does not follow" >&2
    exit 1
"#;

/// The URL of the server whose socket is in a folder.
fn url_at(folder: &Path) -> String {
    format!("postgres://numsift@localhost:5432/postgres?host={}", folder.display())
}

/// A fixed address that names the server in use: a link to the folder of its socket.
pub struct Address {
    folder: tempfile::TempDir,
}

impl Address {
    pub fn of(postgres: &Postgres) -> Self {
        let address = Self { folder: tempfile::tempdir().unwrap() };
        address.move_to(postgres);
        address
    }

    fn link(&self) -> PathBuf {
        self.folder.path().join("primary")
    }

    pub fn url(&self) -> String {
        url_at(&self.link())
    }

    pub fn move_to(&self, postgres: &Postgres) {
        let next = self.folder.path().join("next");
        std::os::unix::fs::symlink(postgres.folder.path(), &next).unwrap();
        std::fs::rename(next, self.link()).unwrap();
    }
}

impl Postgres {
    pub fn start() -> Self {
        let postgres = Self { folder: tempfile::tempdir().unwrap() };
        postgres.run(START);
        postgres.start_again();
        postgres
    }

    /// Starts the server after [`Postgres::stop`].
    pub fn start_again(&self) {
        self.run(RUN);
    }

    pub fn url(&self) -> String {
        url_at(self.folder.path())
    }

    /// The socket that it listens on.
    pub fn socket(&self) -> PathBuf {
        self.folder.path().join(".s.PGSQL.5432")
    }

    /// Starts a standby of this server. From then on, a commit waits until it is on the standby.
    pub fn standby(&self) -> Self {
        let standby = Self { folder: tempfile::tempdir().unwrap() };
        standby.run(&BACKUP.replace("$primary", &self.folder.path().display().to_string()));
        standby.start_again();
        self.run(SYNCHRONOUS);
        standby
    }

    /// Makes a standby the primary.
    pub fn promote(&self) {
        self.run(r#"as_postgres "$bin/pg_ctl" --pgdata "$dir/data" --wait promote"#);
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
