//! The checks that read the database.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use futures_util::future::join_all;
use numsift_channel::{ChannelConfig, Kind, Outbound};
use numsift_model::clock::{Clock, DAY_S, SystemEntropy, Timestamp};
use numsift_model::health::{Check, Fact};
use numsift_model::settings::InstallationKind;
use numsift_store::{ChannelRow, MigrationState, ServerVersion, Store, StoreError, StoreResult};
use numsift_topup::Node;
use numsift_vault::Vault;
use url::Url;

use crate::{LIMIT, within};

/// Time to connect to a provider.
const REACH_TIMEOUT: Duration = Duration::from_secs(5);
/// Leases, webhook signatures and one-time codes need clocks that agree.
const MOST_SKEW_S: i64 = 5;
/// A contract that ends soon is reported this early.
const CONTRACT_DAYS: i64 = 14;
/// A delivery that is due for longer than this waits for something.
const OVERDUE_S: i64 = 600;
/// An older backup is reported.
const BACKUP_DAYS: i64 = 7;

/// Whether the ledger is replayed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LedgerCheck {
    Skip,
    /// Given up after [`LIMIT`].
    Limited,
    /// However long it takes.
    Whole,
}

/// What is stored about channels, payments and backups, to notice changes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct SetupVersion {
    channels: i64,
    settings: i64,
    wallet: Option<String>,
    backed_up_at: Option<Timestamp>,
}

/// Checks what an installation keeps in its database, and what it depends on.
pub struct Installation {
    pub store: Arc<dyn Store>,
    pub clock: Arc<dyn Clock>,
    pub key_file: PathBuf,
    /// For providers.
    pub outbound: Outbound,
    /// For the chain node.
    pub node: Node,
    /// How long a chunk is claimed.
    pub lease_s: i64,
    pub ledger: LedgerCheck,
}

impl Installation {
    /// Runs all checks at the same time.
    pub async fn check(&self) -> Vec<Fact> {
        let (migrations, database, key, clock, backlog, ledger, setup) = tokio::join!(
            within(LIMIT, Check::Migrations, self.migrations()),
            within(LIMIT, Check::Database, self.database()),
            within(LIMIT, Check::Key, self.key()),
            within(LIMIT, Check::Clock, self.clock()),
            within(LIMIT, Check::Queue, self.backlog()),
            self.ledger(),
            self.check_setup(),
        );
        [migrations, database, key, clock, setup, backlog, ledger].concat()
    }

    /// Runs the checks of what an administrator sets up: channels, payments and backups.
    pub(crate) async fn check_setup(&self) -> Vec<Fact> {
        let (channels, payments, backup) = tokio::join!(
            within(LIMIT, Check::Channels, self.channels()),
            within(LIMIT, Check::Wallet, self.payments()),
            within(LIMIT, Check::Backup, self.backup()),
        );
        [channels, payments, backup].concat()
    }

    /// Changes with what is stored about channels, payments and backups.
    pub(crate) async fn setup_version(&self) -> StoreResult<SetupVersion> {
        let mut tx = self.store.read().await?;
        Ok(SetupVersion {
            channels: tx.channels_version().await?,
            settings: tx.settings_version().await?,
            wallet: tx.wallets().await?.into_iter().find(|wallet| wallet.active).map(|wallet| wallet.address),
            backed_up_at: tx.setup().await?.backed_up_at,
        })
    }

    async fn migrations(&self) -> Vec<Fact> {
        vec![match self.store.migration_state().await {
            Ok(state) => migration_fact(state),
            Err(error) => Fact::MigrationsUnreadable { detail: error.to_string() },
        }]
    }

    async fn database(&self) -> Vec<Fact> {
        let started = Instant::now();
        vec![match self.store.ping().await {
            Ok(()) => {
                let milliseconds = u64::try_from(started.elapsed().as_millis()).unwrap_or(u64::MAX);
                match self.store.server_version() {
                    Some(ServerVersion { found, tested }) if found < tested => {
                        Fact::DatabaseOld { found, tested }
                    }
                    _ => Fact::DatabaseAnswers { milliseconds },
                }
            }
            Err(error) => Fact::DatabaseUnusable { detail: error.to_string() },
        }]
    }

    async fn key(&self) -> Vec<Fact> {
        let file = self.key_file.clone();
        let read = tokio::task::spawn_blocking(move || Vault::read(&file, Arc::new(SystemEntropy)));
        let vault = match read.await {
            Ok(Ok(Some(vault))) => vault,
            Ok(Ok(None)) => return vec![Fact::KeyMissing { file: self.key_file.display().to_string() }],
            Ok(Err(error)) => return vec![Fact::KeyUnreadable { detail: error.to_string() }],
            Err(error) => return failed(Check::Key, &error),
        };
        let recorded = async { self.store.read().await?.key_check().await };
        match recorded.await {
            Ok(Some(value)) if vault.made(&value) => vec![Fact::KeyRight],
            Ok(Some(_)) => vec![Fact::KeyWrong],
            Ok(None) => vec![Fact::KeyNotRecorded],
            Err(error) => failed(Check::Key, &error),
        }
    }

    /// Compares this machine's clock with the database server's.
    async fn clock(&self) -> Vec<Fact> {
        match self.store.server_time().await {
            Ok(Some(theirs)) => {
                let seconds = (self.clock.now().0 - theirs.0).abs();
                vec![if seconds <= MOST_SKEW_S {
                    Fact::ClockRight { seconds }
                } else {
                    Fact::ClockWrong { seconds }
                }]
            }
            Ok(None) => Vec::new(),
            Err(error) => failed(Check::Clock, &error),
        }
    }

    async fn channels(&self) -> Vec<Fact> {
        let read = async { self.store.read().await?.channels().await };
        let rows = match read.await {
            Ok(rows) => rows,
            Err(error) => return failed(Check::Channels, &error),
        };
        if rows.is_empty() {
            return vec![Fact::ChannelsNone];
        }
        let now = self.clock.now();
        let enabled = rows.iter().filter(|row| row.enabled);
        let checked = join_all(enabled.map(|row| self.channel(row, now))).await;
        let count = checked.iter().filter(|(reachable, _)| *reachable).count();
        let mut facts: Vec<Fact> = checked.into_iter().flat_map(|(_, facts)| facts).collect();
        let disabled = rows.iter().filter(|row| !row.enabled && !row.disabled_reason.is_empty());
        facts.extend(disabled.map(|row| Fact::ChannelDisabled {
            channel: row.name.clone(),
            reason: row.disabled_reason.clone(),
        }));
        if count > 0 {
            facts.push(Fact::ChannelsReachable { count });
        }
        facts
    }

    /// Whether a provider can be reached, and what is wrong with the channel.
    async fn channel(&self, row: &ChannelRow, now: Timestamp) -> (bool, Vec<Fact>) {
        let channel = row.name.clone();
        let config: ChannelConfig = match serde_json::from_str(&row.document) {
            Ok(config) => config,
            Err(error) => {
                return (false, vec![Fact::ChannelUnreadable { channel, detail: error.to_string() }]);
            }
        };
        if config.kind == Kind::Builtin {
            return (false, Vec::new());
        }
        if let Err(unusable) = config.under_contract(now) {
            return (false, vec![Fact::ContractInvalid { channel, detail: unusable.to_string() }]);
        }
        let mut facts = Vec::new();
        if config.under_contract(now.plus_days(CONTRACT_DAYS)).is_err() {
            facts.push(Fact::ContractEnds { channel: channel.clone(), days: CONTRACT_DAYS });
        }
        let reached = reach(&self.outbound, &config.base_url).await;
        let reachable = reached.is_ok();
        if let Err(error) = reached {
            facts.push(Fact::ChannelUnreachable { channel, detail: error.to_string() });
        }
        (reachable, facts)
    }

    /// The wallet and the chain node.
    async fn payments(&self) -> Vec<Fact> {
        let read = async {
            let mut tx = self.store.read().await?;
            let kind = tx.kind().await?;
            Ok::<_, StoreError>((kind, tx.wallets().await?, tx.settings().await?))
        };
        let (kind, wallets, settings) = match read.await {
            Ok(read) => read,
            Err(error) => return failed(Check::Wallet, &error),
        };
        let node = settings.tron_node_url;
        if settings.credit_only {
            return vec![Fact::CreditOnly];
        }
        let newest = self.node.newest_block(&node);
        if kind == Some(InstallationKind::Demo) {
            let chain = match newest.await {
                Ok(_) => Fact::ChainSimulated { node },
                Err(error) => Fact::ChainUnusable { node, detail: error.to_string() },
            };
            return vec![Fact::WalletDemo, chain];
        }
        let Some(wallet) = wallets.into_iter().find(|wallet| wallet.active) else {
            return vec![Fact::WalletMissing];
        };
        let chain = match newest.await {
            Ok(block) => {
                let seconds = self.clock.now().0 - block.0;
                if seconds <= OVERDUE_S {
                    Fact::ChainCurrent { node, seconds }
                } else {
                    Fact::ChainBehind { node, seconds }
                }
            }
            Err(error) => Fact::ChainUnusable { node, detail: error.to_string() },
        };
        vec![Fact::WalletSet { address: wallet.address }, chain]
    }

    /// When the last backup was made. The demo needs none.
    async fn backup(&self) -> Vec<Fact> {
        let read = async {
            let mut tx = self.store.read().await?;
            Ok::<_, StoreError>((tx.kind().await?, tx.setup().await?.backed_up_at))
        };
        let backed_up_at = match read.await {
            Ok((Some(InstallationKind::Demo), _)) => return Vec::new(),
            Ok((_, backed_up_at)) => backed_up_at,
            Err(error) => return failed(Check::Backup, &error),
        };
        vec![backup_fact(backed_up_at, self.clock.now())]
    }

    /// Work that should have been done by now.
    async fn backlog(&self) -> Vec<Fact> {
        let now = self.clock.now();
        let read = async {
            let mut tx = self.store.read().await?;
            let deliveries = tx.deliveries_due_since(now.plus(-OVERDUE_S)).await?;
            let stuck = tx.chunks_expired_since(now.plus(-self.lease_s)).await?;
            Ok::<_, StoreError>((deliveries, stuck, tx.queue_depth(now).await?))
        };
        let (deliveries, stuck, queue) = match read.await {
            Ok(read) => read,
            Err(error) => return failed(Check::Queue, &error),
        };
        let (tasks, pending, running, jobs) = (queue.tasks, queue.pending, queue.running, queue.jobs);
        let mut facts = vec![if stuck > 0 {
            Fact::QueueStuck { stuck, tasks, pending, running, jobs }
        } else {
            Fact::QueueMoves { tasks, pending, running, jobs }
        }];
        if queue.failed > 0 {
            facts.push(Fact::FailedLately { count: queue.failed });
        }
        facts.push(if deliveries > 0 {
            Fact::DeliveriesOverdue { count: deliveries, minutes: OVERDUE_S / 60 }
        } else {
            Fact::DeliveriesOnTime
        });
        facts
    }

    async fn ledger(&self) -> Vec<Fact> {
        let verify = async {
            vec![match numsift_ledger::verify(&*self.store).await {
                Ok(checked) => Fact::LedgerBalances { postings: checked.postings },
                Err(error) => Fact::LedgerWrong { detail: error.to_string() },
            }]
        };
        match self.ledger {
            LedgerCheck::Skip => Vec::new(),
            LedgerCheck::Limited => within(LIMIT, Check::Ledger, verify).await,
            LedgerCheck::Whole => verify.await,
        }
    }
}

/// Says how old the last backup is.
fn backup_fact(backed_up_at: Option<Timestamp>, now: Timestamp) -> Fact {
    match backed_up_at.map(|at| now.since(at).max(0) / DAY_S) {
        Some(days @ ..BACKUP_DAYS) => Fact::BackupRecent { days },
        Some(days) => Fact::BackupOld { days },
        None => Fact::BackupMissing,
    }
}

/// What the state of the migrations means.
pub fn migration_fact(state: MigrationState) -> Fact {
    match state {
        MigrationState { unknown: 1.., .. } => Fact::MigrationsNewer,
        MigrationState { pending: count @ 1.., .. } => Fact::MigrationsPending { count },
        MigrationState { applied: count, .. } => Fact::MigrationsApplied { count },
    }
}

fn failed(check: Check, error: &dyn std::error::Error) -> Vec<Fact> {
    vec![Fact::CheckFailed { check, detail: error.to_string() }]
}

/// Connects to a provider. Any answer will do: it proves DNS, the route and TLS.
async fn reach(outbound: &Outbound, base_url: &str) -> anyhow::Result<()> {
    let url = Url::parse(base_url)?;
    let client = outbound.client_for(&url).map_err(|refused| anyhow::anyhow!("{refused}"))?;
    client
        .head(url)
        .timeout(REACH_TIMEOUT)
        .send()
        .await
        // The URL may contain a key.
        .map_err(|error| anyhow::anyhow!("{:#}", anyhow::Error::from(error.without_url())))?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_backup_counts_for_a_week() {
        let now = Timestamp(1_800_000_000);
        let made = |seconds: i64| backup_fact(Some(now.plus(-seconds)), now);
        assert_eq!(made(-5), Fact::BackupRecent { days: 0 }, "another clock is ahead");
        assert_eq!(made(7 * DAY_S - 1), Fact::BackupRecent { days: 6 });
        assert_eq!(made(7 * DAY_S), Fact::BackupOld { days: 7 });
        assert_eq!(backup_fact(None, now), Fact::BackupMissing);
    }
}
