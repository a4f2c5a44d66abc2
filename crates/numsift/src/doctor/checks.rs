//! The checks, in the order in which one depends on another.

use std::os::unix::fs::PermissionsExt as _;
use std::sync::Arc;
use std::time::{Duration, Instant};

use bytes::Bytes;
use numsift_channel::{ChannelConfig, Guard, Kind, Outbound};
use numsift_model::clock::{Clock as _, SystemClock, SystemEntropy};
use numsift_model::settings::InstallationKind;
use numsift_segments::Objects;
use numsift_store::{MigrationState, Store};
use numsift_vault::Vault;
use url::Url;

use super::Finding;
use crate::config::Config;
use crate::data_folder::{KEY_FILE, database_file};
use crate::services;

/// Time for a connection to a provider or the chain node.
const TIMEOUT: Duration = Duration::from_secs(10);
/// Time for the object store.
const OBJECTS_RETRY_FOR: Duration = Duration::from_secs(3);
/// With less free space, the operator is warned or the check fails.
const LITTLE_SPACE: u64 = 5 << 30;
const NO_SPACE: u64 = 512 << 20;
/// Leases, webhook signatures and one-time codes need clocks that agree.
const MOST_SKEW_S: i64 = 5;
/// A contract that ends soon is reported this early.
const CONTRACT_DAYS: i64 = 14;
/// A delivery that is due for longer than this waits for something.
const OVERDUE_S: i64 = 600;

/// Checks one installation.
pub struct Doctor {
    config: Config,
    ledger: bool,
    findings: Vec<Finding>,
}

impl Doctor {
    pub fn new(config: Config, ledger: bool) -> Self {
        Self { config, ledger, findings: Vec::new() }
    }

    pub async fn run(mut self) -> Vec<Finding> {
        self.findings.push(Finding::ok("configuration", "valid"));
        self.data_folder();
        self.object_store().await;
        if !self.migrations().await {
            return self.findings;
        }
        let started = Instant::now();
        match services::open_store(&self.config).await {
            Ok(store) => {
                self.ok("database", format!("answers in {} ms", started.elapsed().as_millis()));
                self.installation(store).await;
            }
            Err(error) => self.failed(
                "database",
                format!("{error:#}"),
                "start it, or correct `database_url`; a server does not start without it",
            ),
        }
        self.findings
    }

    /// The checks that read the database.
    async fn installation(&mut self, store: Arc<dyn Store>) {
        self.key(&*store).await;
        self.clock().await;
        self.channels(&*store).await;
        self.payments(&*store).await;
        self.backlog(&*store).await;
        if self.ledger {
            self.ledger(&*store).await;
        }
        store.close().await;
    }

    fn ok(&mut self, check: &'static str, found: impl Into<String>) {
        self.findings.push(Finding::ok(check, found));
    }

    fn warning(&mut self, check: &'static str, found: impl Into<String>, advice: impl Into<String>) {
        self.findings.push(Finding::warning(check, found, advice));
    }

    fn failed(&mut self, check: &'static str, found: impl Into<String>, advice: impl Into<String>) {
        self.findings.push(Finding::failed(check, found, advice));
    }

    fn data_folder(&mut self) {
        const CHECK: &str = "data folder";
        let folder = self.config.data.clone();
        let shown = folder.display();
        let mode = match std::fs::metadata(&folder) {
            Ok(found) => found.permissions().mode() & 0o777,
            Err(error) => {
                self.failed(CHECK, format!("{shown}: {error}"), "name the folder of the server with --data");
                return;
            }
        };
        let others = mode % 0o100;
        if others == 0 {
            self.ok(CHECK, format!("{shown}"));
        } else {
            self.warning(
                CHECK,
                format!("{shown} can be read by other users of the machine (mode {mode:o})"),
                format!("chmod 700 {shown}"),
            );
        }
        match rustix::fs::statvfs(&folder) {
            Ok(space) => {
                let free = space.f_bavail.saturating_mul(space.f_frsize);
                let found = format!("{} MB free", free >> 20);
                let advice = "delete old files or enlarge the disk: tasks stop when it is full";
                if free < NO_SPACE {
                    self.failed("disk space", found, advice);
                } else if free < LITTLE_SPACE {
                    self.warning("disk space", found, advice);
                } else {
                    self.ok("disk space", found);
                }
            }
            Err(error) => self.failed("disk space", error.to_string(), "check the disk"),
        }
    }

    async fn object_store(&mut self) {
        const CHECK: &str = "object store";
        let opened = match &self.config.s3_bucket {
            Some(bucket) => services::s3_objects(&self.config, bucket, OBJECTS_RETRY_FOR),
            None => services::objects(&self.config),
        };
        let tried = match opened {
            Ok(objects) => write_read_delete(&objects).await,
            Err(error) => Err(error),
        };
        let place = self.config.s3_bucket.as_ref().map_or_else(
            || self.config.data.join("files").display().to_string(),
            |bucket| format!("bucket {bucket}"),
        );
        match tried {
            Ok(()) => self.ok(CHECK, format!("{place}: written, read and deleted")),
            Err(error) => self.failed(
                CHECK,
                format!("{place}: {error:#}"),
                "check the s3_* settings and the permissions of the key (list, get, put, delete)",
            ),
        }
    }

    /// Whether the database has the tables of this version.
    async fn migrations(&mut self) -> bool {
        const CHECK: &str = "migrations";
        let state = match &self.config.database_url {
            Some(url) => numsift_store_pg::migration_state(url).await,
            None if !database_file(&self.config.data).exists() => {
                self.failed(
                    CHECK,
                    "there is no database",
                    "start the server once, or name its data folder with --data",
                );
                return false;
            }
            None => numsift_store_sqlite::migration_state(&database_file(&self.config.data)).await,
        };
        match state {
            Ok(MigrationState { unknown: 1.., .. }) => {
                self.failed(
                    CHECK,
                    "the database was migrated by a newer version",
                    "use that version, or restore a backup from before the upgrade",
                );
                false
            }
            Ok(MigrationState { pending: pending @ 1.., .. }) => {
                self.warning(
                    CHECK,
                    format!("{pending} are pending"),
                    "make a backup, then start the server of this version, which applies them",
                );
                false
            }
            Ok(MigrationState { applied, .. }) => {
                self.ok(CHECK, format!("{applied} applied"));
                true
            }
            Err(error) => {
                let advice = "start the database, or correct `database_url`";
                self.failed(CHECK, format!("cannot be read: {error}"), advice);
                false
            }
        }
    }

    async fn key(&mut self, store: &dyn Store) {
        const CHECK: &str = "key";
        let file = self.config.data.join(KEY_FILE);
        let advice = "copy secret.key from another node or from a backup";
        let vault = match Vault::read(&file, Arc::new(SystemEntropy)) {
            Ok(Some(vault)) => vault,
            Ok(None) => return self.failed(CHECK, format!("{} is missing", file.display()), advice),
            Err(error) => return self.failed(CHECK, error.to_string(), advice),
        };
        let value = match store.read().await {
            Ok(mut tx) => tx.key_check().await,
            Err(error) => Err(error),
        };
        match value {
            Ok(Some(value)) if vault.made(&value) => self.ok(CHECK, "is the key of this installation"),
            Ok(Some(_)) => self.failed(CHECK, "is not the key of this installation", advice),
            Ok(None) => {
                self.warning(CHECK, "not recorded yet", "start the server of this version once");
            }
            Err(error) => self.failed(CHECK, error.to_string(), "see `database`"),
        }
    }

    /// Compares this machine's clock with the database server's. SQLite has none of its own.
    async fn clock(&mut self) {
        const CHECK: &str = "clock";
        let Some(url) = &self.config.database_url else { return };
        match numsift_store_pg::server_time(url).await {
            Ok(theirs) => {
                let skew = (SystemClock.now().0 - theirs.0).abs();
                if skew <= MOST_SKEW_S {
                    self.ok(CHECK, format!("{skew} s from the database's"));
                } else {
                    self.failed(CHECK, format!("{skew} s from the database's"), "synchronise clocks (NTP)");
                }
            }
            Err(error) => self.failed(CHECK, error.to_string(), "see `database`"),
        }
    }

    async fn channels(&mut self, store: &dyn Store) {
        const CHECK: &str = "channels";
        let rows = match store.read().await {
            Ok(mut tx) => tx.channels().await,
            Err(error) => Err(error),
        };
        let rows = match rows {
            Ok(rows) => rows,
            Err(error) => return self.failed(CHECK, error.to_string(), "see `database`"),
        };
        let outbound = match Outbound::new(&Guard::new(&self.config.allowed_hosts)) {
            Ok(outbound) => outbound,
            Err(error) => {
                return self.failed(CHECK, error.to_string(), "check the certificates of the machine");
            }
        };
        let now = SystemClock.now();
        let mut usable = 0;
        for row in rows.iter().filter(|row| row.enabled) {
            let config: ChannelConfig = match serde_json::from_str(&row.document) {
                Ok(config) => config,
                Err(error) => {
                    self.failed(CHECK, format!("{}: {error}", row.name), "save the channel again");
                    continue;
                }
            };
            if config.kind == Kind::Builtin {
                continue;
            }
            if let Err(unusable) = config.under_contract(now) {
                self.failed(CHECK, format!("{}: {unusable}", row.name), "renew the contract in the console");
                continue;
            }
            if config.under_contract(now.plus_days(CONTRACT_DAYS)).is_err() {
                let found = format!("{}: its contract ends within {CONTRACT_DAYS} days", row.name);
                self.warning(CHECK, found, "renew the contract in the console");
            }
            match reach(&outbound, &config.base_url).await {
                Ok(()) => usable += 1,
                Err(error) => self.failed(
                    CHECK,
                    format!("{} cannot be reached: {error}", row.name),
                    "check the address, DNS, the firewall and, for an internal host, `allowed_hosts`",
                ),
            }
        }
        let disabled = rows.iter().filter(|row| !row.enabled && !row.disabled_reason.is_empty());
        for row in disabled {
            self.warning(
                CHECK,
                format!("{} was disabled: {}", row.name, row.disabled_reason),
                "correct the cause and enable it in the console",
            );
        }
        if rows.is_empty() {
            self.warning(CHECK, "there is none", "add one in the console: without it, nothing can be asked");
        } else if usable > 0 {
            self.ok(CHECK, format!("{usable} can be reached"));
        }
    }

    /// The wallet and the chain node.
    async fn payments(&mut self, store: &dyn Store) {
        let read = async {
            let mut tx = store.read().await?;
            let kind = tx.kind().await?;
            Ok::<_, numsift_store::StoreError>((kind, tx.wallets().await?, tx.settings().await?))
        };
        let (kind, wallets, settings) = match read.await {
            Ok(read) => read,
            Err(error) => return self.failed("wallet", error.to_string(), "see `database`"),
        };
        if kind == Some(InstallationKind::Demo) {
            self.ok("wallet", "the demo pays itself");
            return;
        }
        let Some(wallet) = wallets.iter().find(|wallet| wallet.active) else {
            let advice = "set the receiving wallet in the console: without it, nobody can top up";
            return self.warning("wallet", "none is set", advice);
        };
        self.ok("wallet", wallet.address.clone());
        let node = &settings.tron_node_url;
        match numsift_topup::Node::new(self.config.tron_api_key.clone()) {
            Ok(client) => match client.newest_block(node).await {
                Ok(block) => {
                    let age = SystemClock.now().0 - block.0;
                    let found = format!("{node}: newest block {age} s ago");
                    if age <= OVERDUE_S {
                        self.ok("chain node", found);
                    } else {
                        self.failed("chain node", found, "use another node: this one is behind the chain");
                    }
                }
                Err(error) => self.failed(
                    "chain node",
                    format!("{node}: {error}"),
                    "check `tron_api_key` and the node's address in the settings; top-ups wait meanwhile",
                ),
            },
            Err(error) => {
                self.failed("chain node", error.to_string(), "check the certificates of the machine");
            }
        }
    }

    /// Work that should have been done by now.
    async fn backlog(&mut self, store: &dyn Store) {
        let now = SystemClock.now();
        let read = async {
            let mut tx = store.read().await?;
            let deliveries = tx.deliveries_due_since(now.plus(-OVERDUE_S)).await?;
            let chunks = tx.chunks_expired_since(now.plus(-self.config.lease_s)).await?;
            Ok::<_, numsift_store::StoreError>((deliveries, chunks, tx.queue_depth(now).await?))
        };
        let (deliveries, chunks, queue) = match read.await {
            Ok(read) => read,
            Err(error) => return self.failed("queue", error.to_string(), "see `database`"),
        };
        let found = format!(
            "{} tasks run, {} chunks wait, {} are claimed, {} jobs",
            queue.tasks, queue.pending, queue.running, queue.jobs
        );
        if chunks > 0 {
            let advice = "start a server or a worker: chunks of a dead process are not taken over";
            self.failed("queue", format!("{chunks} chunks are stuck; {found}"), advice);
        } else {
            self.ok("queue", found);
        }
        if queue.failed > 0 {
            let found = format!("{} tasks and jobs failed in the last 24 hours", queue.failed);
            self.warning("failures", found, "see the log and the task list");
        }
        if deliveries > 0 {
            self.warning(
                "webhooks",
                format!("{deliveries} deliveries are overdue by more than {} minutes", OVERDUE_S / 60),
                "start a server or a worker, and check that it reaches the internet",
            );
        } else {
            self.ok("webhooks", "no delivery is overdue");
        }
    }

    async fn ledger(&mut self, store: &dyn Store) {
        match numsift_ledger::verify(store).await {
            Ok(checked) => self.ok("ledger", format!("balances: {} postings", checked.postings)),
            Err(error) => self.failed(
                "ledger",
                error.to_string(),
                "stop taking payments, keep a backup, and look at the posting that is named",
            ),
        }
    }
}

async fn write_read_delete(objects: &Objects) -> anyhow::Result<()> {
    const NAME: &str = "doctor";
    objects.put(NAME, Bytes::from_static(b"doctor")).await?;
    anyhow::ensure!(&objects.get(NAME).await?[..] == b"doctor", "it returns something else than was written");
    objects.delete(NAME).await?;
    Ok(())
}

/// Connects to a provider. Any answer will do: it proves DNS, the route and TLS.
async fn reach(outbound: &Outbound, base_url: &str) -> anyhow::Result<()> {
    let url = Url::parse(base_url)?;
    let client = outbound.client_for(&url).map_err(|refused| anyhow::anyhow!("{refused}"))?;
    client
        .head(url)
        .timeout(TIMEOUT)
        .send()
        .await
        .map_err(|error| anyhow::anyhow!("{:#}", anyhow::Error::from(error)))?;
    Ok(())
}
