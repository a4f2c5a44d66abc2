//! Builds the services of a node from its configuration.

use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, bail};
use numsift_accounts::{Accounts, HashCost, Passwords};
use numsift_api::Readiness;
use numsift_channel::{Guard, Outbound};
use numsift_health::{Health, Installation, LedgerCheck};
use numsift_model::clock::{Clock, SystemClock, SystemEntropy, random_text};
use numsift_screening::{Screening, ScreeningParts, add_default_projects};
use numsift_segments::{Objects, S3_RETRY_FOR, S3Settings};
use numsift_store::Store;
use numsift_store_pg::PgStore;
use numsift_store_sqlite::SqliteStore;
use numsift_topup::Node;
use numsift_vault::Vault;
use numsift_webhooks::{TIMEOUT, WebhookParts, Webhooks};

use crate::config::Config;
use crate::data_folder::{self, KEY_FILE, database_file};

/// A wrong setting is reported soon; a store that is just starting gets a moment.
const START_RETRY_FOR: Duration = Duration::from_secs(3);

/// Opens PostgreSQL if an address is configured, else SQLite in the data folder.
pub async fn open_store(config: &Config) -> anyhow::Result<Arc<dyn Store>> {
    if let Some(url) = &config.database_url {
        let store = PgStore::connect(url, config.database_connections).await;
        return Ok(Arc::new(store.context("cannot open the PostgreSQL database")?));
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
        let services = Self { config, store, vault };
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

    /// Checks that the object store can be written and read.
    pub async fn check_objects(&self) -> anyhow::Result<()> {
        let config = self.config;
        let checked = objects_soon(config, START_RETRY_FOR)?.ping().await;
        checked.with_context(|| match &config.s3_bucket {
            Some(bucket) => format!(
                "the object store cannot be used: check `s3_endpoint` ({}), `s3_bucket` ({bucket}), `s3_access_key` \
                 and `s3_secret_key`",
                config.s3_endpoint.as_deref().unwrap_or("Amazon S3")
            ),
            None => format!("cannot write files in `data` ({})", config.data.display()),
        })
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
            outbound: Outbound::new(&guard).context("cannot create an HTTP client")?,
            callback_base: public_url,
            spool: self.config.data.join("spool"),
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
        Ok(Readiness::new(self.store.clone(), self.objects()?, self.vault.clone()))
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
