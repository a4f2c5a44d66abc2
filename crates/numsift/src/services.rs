//! Builds the services of a node from its configuration.

use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, bail};
use numsift_accounts::{Accounts, HashCost, Passwords};
use numsift_api::Readiness;
use numsift_channel::{Guard, Names, Outbound};
use numsift_health::{Health, Installation, LedgerCheck};
use numsift_model::clock::{Clock, SystemClock, SystemEntropy, Timestamp, random_text};
use numsift_model::limits::MEMORY_NUMBERS;
use numsift_screening::{Screening, ScreeningParts, add_default_projects};
use numsift_segments::{Objects, S3_RETRY_FOR, S3Settings};
use numsift_store::{ServerVersion, Store};
use numsift_store_pg::PgStore;
use numsift_store_sqlite::SqliteStore;
use numsift_topup::Node;
use numsift_vault::Vault;
use numsift_webhooks::{TIMEOUT, WebhookParts, Webhooks};

use crate::config::Config;
use crate::data_folder::{self, KEY_FILE, SCRATCH, SPOOL, database_file};

/// A difference of the clocks that is reported but does no harm.
const SMALL_SKEW_S: i64 = 5;

/// A wrong setting is reported soon; a store that is just starting gets a moment.
const START_RETRY_FOR: Duration = Duration::from_secs(3);

/// Opens PostgreSQL if an address is configured, else SQLite in the data folder.
pub async fn open_store(config: &Config) -> anyhow::Result<Arc<dyn Store>> {
    if let Some(url) = &config.database_url {
        let store = PgStore::connect(url, config.database_connections).await;
        let store = store.context("cannot open the PostgreSQL database (`database_url`)")?;
        if let Some(ServerVersion { found, tested }) = store.server_version()
            && found < tested
        {
            tracing::warn!(
                "PostgreSQL {found} is older than {tested}, the oldest version that is tested: upgrade it"
            );
        }
        return Ok(Arc::new(store));
    }
    Ok(Arc::new(open_sqlite(config).await?))
}

pub async fn open_sqlite(config: &Config) -> anyhow::Result<SqliteStore> {
    data_folder::create(&config.data)?;
    let file = database_file(&config.data);
    SqliteStore::open(&file).await.with_context(|| format!("cannot open the database {}", file.display()))
}

/// The object store of the configuration.
pub fn objects(config: &Config) -> anyhow::Result<Objects> {
    match &config.s3_bucket {
        Some(bucket) => s3_objects(config, bucket, S3_RETRY_FOR),
        None => Objects::folder(config.data.join("files")).context("cannot open the folder for files"),
    }
}

/// The same, but it gives up soon.
pub fn objects_soon(config: &Config, retry_for: Duration) -> anyhow::Result<Objects> {
    match &config.s3_bucket {
        Some(bucket) => s3_objects(config, bucket, retry_for),
        None => objects(config),
    }
}

/// Where the objects are, for people.
pub fn objects_place(config: &Config) -> String {
    match &config.s3_bucket {
        Some(bucket) => format!("bucket {bucket}"),
        None => config.data.join("files").display().to_string(),
    }
}

/// The checks of an installation. `demo_hosts` are allowed besides `allowed_hosts`.
pub fn installation_check(
    config: &Config,
    store: Arc<dyn Store>,
    demo_hosts: &[String],
    ledger: LedgerCheck,
) -> anyhow::Result<Installation> {
    let guard = Guard::new(config.allowed_hosts.iter().chain(demo_hosts));
    Ok(Installation {
        store,
        clock: Arc::new(SystemClock),
        key_file: config.data.join(KEY_FILE),
        outbound: Outbound::new(&guard).context("cannot create an HTTP client")?,
        node: Node::new(config.tron_api_key.clone())?,
        lease_s: config.lease_s,
        ledger,
    })
}

/// A bucket of the configured S3-compatible store.
pub fn s3_objects(config: &Config, bucket: &str, retry_for: Duration) -> anyhow::Result<Objects> {
    let required = |value: &Option<String>, name: &str| {
        value.clone().with_context(|| format!("a bucket is configured but `{name}` is not"))
    };
    Objects::s3(&S3Settings {
        endpoint: config.s3_endpoint.clone(),
        bucket: bucket.to_owned(),
        region: config.s3_region.clone(),
        access_key: required(&config.s3_access_key, "s3_access_key")?,
        secret_key: required(&config.s3_secret_key, "s3_secret_key")?,
        allow_http: config.s3_allow_http,
        retry_for,
    })
    .context("cannot use the S3-compatible object store")
}

/// What the services of a node share.
pub struct Services<'a> {
    config: &'a Config,
    pub store: Arc<dyn Store>,
    vault: Vault,
    /// Whether providers' names can be resolved.
    names: Names,
}

impl<'a> Services<'a> {
    /// Opens the database and the key that encrypts secrets in it. The key is created if there is no installation yet.
    pub async fn open(config: &'a Config) -> anyhow::Result<Self> {
        Self::open_on(config, open_store(config).await?).await
    }

    async fn open_on(config: &'a Config, store: Arc<dyn Store>) -> anyhow::Result<Self> {
        data_folder::create(&config.data)?;
        let file = config.data.join(KEY_FILE);
        let vault = match Vault::read(&file, Arc::new(SystemEntropy))? {
            Some(vault) => vault,
            None if store.read().await?.kind().await?.is_some() => bail!(
                "the key file {} is missing, and the database belongs to an installation that has a key: copy \
                 secret.key from another node or from a backup",
                file.display()
            ),
            None => Vault::create(&file, Arc::new(SystemEntropy))?,
        };
        let services = Self { config, store, vault, names: Names::default() };
        services.check_key().await?;
        Ok(services)
    }

    /// Opens the database and the key of an installation that a server has started before.
    pub async fn join(config: &'a Config) -> anyhow::Result<Self> {
        let store = open_store(config).await?;
        if store.read().await?.key_check().await?.is_none() {
            bail!("start `numsift serve` of this version first: it prepares the installation");
        }
        Self::open_on(config, store).await
    }

    /// Checks that the key is the one of the installation. The first node that starts records it.
    pub async fn check_key(&self) -> anyhow::Result<()> {
        let mut value = self.store.read().await?.key_check().await?;
        if value.is_none() {
            let mut tx = self.store.begin().await?;
            tx.set_key_check(&self.vault.check_value()?).await?;
            tx.save().await?;
            // Another node may have been first. There is still no value before the first start of an installation.
            value = self.store.read().await?.key_check().await?;
        }
        if value.is_some_and(|value| !self.vault.made(&value)) {
            bail!(
                "{} is not the key of this installation: copy secret.key from another node or from a backup",
                self.config.data.join(KEY_FILE).display()
            );
        }
        Ok(())
    }

    /// Checks that objects can be written, read, listed and deleted.
    pub async fn check_objects(&self) -> anyhow::Result<()> {
        let config = self.config;
        let checked = objects_soon(config, START_RETRY_FOR)?.try_out("start").await;
        checked.with_context(|| match &config.s3_bucket {
            Some(bucket) => format!(
                "the object store cannot be used: check `s3_endpoint` ({}), `s3_bucket` ({bucket}), `s3_access_key` \
                 and `s3_secret_key`, and that the key may put, get, list and delete objects",
                config.s3_endpoint.as_deref().unwrap_or("Amazon S3")
            ),
            None => format!("cannot write files in `data` ({})", config.data.display()),
        })
    }

    /// Checks that answers can be kept on the local disk while they cannot be stored.
    pub fn check_spool(&self) -> anyhow::Result<()> {
        data_folder::check_writable(&self.config.data.join(SPOOL))
            .with_context(|| format!("cannot write in `data` ({})", self.config.data.display()))
    }

    /// Checks that this machine's clock agrees with the database server's. Nodes compare leases with their own clocks: one
    /// that is half a lease ahead takes over work that others still do.
    pub async fn check_clock(&self) -> anyhow::Result<()> {
        let before = SystemClock.now();
        let Some(theirs) = self.store.server_time().await? else { return Ok(()) };
        check_skew(skew(before, theirs, SystemClock.now()), self.config.lease_s)
    }

    pub fn accounts(&self) -> anyhow::Result<Accounts> {
        self.accounts_at(Arc::new(SystemClock))
    }

    /// The same, on another clock.
    pub fn accounts_at(&self, clock: Arc<dyn Clock>) -> anyhow::Result<Accounts> {
        let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
        let passwords = Passwords::new(cores, HashCost::Full, &SystemEntropy)?;
        Ok(Accounts::new(self.store.clone(), clock, Arc::new(SystemEntropy), passwords, self.vault.clone()))
    }

    /// `public_url` is the address that providers call back to; `demo_hosts` are allowed besides `allowed_hosts`.
    pub fn screening(&self, public_url: Option<String>, demo_hosts: &[String]) -> anyhow::Result<Screening> {
        self.screening_at(Arc::new(SystemClock), public_url, demo_hosts)
    }

    /// The same, on another clock.
    pub fn screening_at(
        &self,
        clock: Arc<dyn Clock>,
        public_url: Option<String>,
        demo_hosts: &[String],
    ) -> anyhow::Result<Screening> {
        let guard = Guard::new(self.config.allowed_hosts.iter().chain(demo_hosts));
        Ok(Screening::new(ScreeningParts {
            store: self.store.clone(),
            objects: self.objects()?,
            clock,
            entropy: Arc::new(SystemEntropy),
            vault: self.vault.clone(),
            outbound: Outbound::with_names(&guard, self.names.clone())
                .context("cannot create an HTTP client")?,
            callback_base: public_url,
            spool: self.config.data.join(SPOOL),
            scratch: self.config.data.join(SCRATCH),
            memory_numbers: MEMORY_NUMBERS,
            node: format!("{}-{}", std::process::id(), random_text(&SystemEntropy, 6)?),
        }))
    }

    pub fn webhooks(&self) -> anyhow::Result<Webhooks> {
        let guard = Guard::new(&self.config.webhook_hosts);
        Ok(Webhooks::new(WebhookParts {
            store: self.store.clone(),
            clock: Arc::new(SystemClock),
            entropy: Arc::new(SystemEntropy),
            vault: self.vault.clone(),
            outbound: Outbound::new(&guard).context("cannot create an HTTP client")?,
            timeout: TIMEOUT,
        }))
    }

    pub fn objects(&self) -> anyhow::Result<Objects> {
        objects(self.config)
    }

    pub fn readiness(&self) -> anyhow::Result<Arc<Readiness>> {
        Ok(Readiness::new(self.store.clone(), self.objects()?, self.vault.clone(), self.names.clone()))
    }

    /// The checks that the console shows. `demo_hosts` are allowed besides `allowed_hosts`.
    pub fn health(&self, demo_hosts: &[String]) -> anyhow::Result<Health> {
        let config = self.config;
        let installation = installation_check(config, self.store.clone(), demo_hosts, LedgerCheck::Limited)?;
        let objects = objects_soon(config, START_RETRY_FOR)?;
        Ok(Health::new(config.data.clone(), objects, objects_place(config), installation))
    }

    /// Adds the projects that the catalogue does not have yet.
    pub async fn complete_catalogue(&self) -> anyhow::Result<()> {
        let mut tx = self.store.begin().await?;
        add_default_projects(&mut *tx).await?;
        tx.save().await?;
        Ok(())
    }
}

/// How many seconds this machine's clock is ahead of another one that was asked `theirs` between `before` and `after`.
fn skew(before: Timestamp, theirs: Timestamp, after: Timestamp) -> i64 {
    if theirs < before { before.0 - theirs.0 } else { after.0.min(theirs.0) - theirs.0 }
}

/// Refuses clocks that differ by half a lease.
fn check_skew(ahead: i64, lease_s: i64) -> anyhow::Result<()> {
    let seconds = ahead.abs();
    if seconds <= SMALL_SKEW_S {
        return Ok(());
    }
    let direction = if ahead > 0 { "ahead of" } else { "behind" };
    let found = format!("the clock of this machine is {seconds} s {direction} that of the database server");
    if seconds >= lease_s / 2 {
        bail!(
            "{found}, and leases last {lease_s} s (`lease_s`): synchronise the clocks of all machines (NTP)"
        );
    }
    tracing::warn!("{found}: synchronise the clocks of all machines (NTP)");
    Ok(())
}

#[cfg(test)]
mod tests {
    use numsift_model::clock::Timestamp;

    use super::{check_skew, skew};

    #[test]
    fn clocks_that_differ_by_half_a_lease_are_refused() {
        // The time that the question took is not a difference.
        assert_eq!(skew(Timestamp(100), Timestamp(107), Timestamp(109)), 0);
        let ahead = skew(Timestamp(140), Timestamp(100), Timestamp(141));
        let behind = skew(Timestamp(60), Timestamp(100), Timestamp(61));
        assert_eq!((ahead, behind), (40, -39));
        let refused = check_skew(ahead, 60).unwrap_err().to_string();
        assert!(refused.contains("40 s ahead of") && refused.contains("`lease_s`"), "{refused}");
        assert!(check_skew(behind, 60).unwrap_err().to_string().contains("39 s behind"));
        assert!(check_skew(behind, 90).is_ok(), "less than half a lease");
        assert!(check_skew(4, 4).is_ok(), "a busy machine answers late");
    }
}
