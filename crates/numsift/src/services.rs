//! Builds the services of a node from its configuration.

use std::sync::Arc;

use anyhow::Context;
use numsift_accounts::{Accounts, HashCost, Passwords};
use numsift_channel::{Guard, Outbound};
use numsift_model::clock::{SystemClock, SystemEntropy, random_text};
use numsift_screening::{Screening, ScreeningParts, add_default_projects};
use numsift_segments::{Objects, S3Settings};
use numsift_store::Store;
use numsift_store_pg::PgStore;
use numsift_store_sqlite::SqliteStore;
use numsift_vault::Vault;
use numsift_webhooks::{TIMEOUT, WebhookParts, Webhooks};

use crate::config::Config;
use crate::data_folder::{self, KEY_FILE, database_file};

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

/// What the services of a node share.
pub struct Services<'a> {
    config: &'a Config,
    pub store: Arc<dyn Store>,
    vault: Vault,
}

impl<'a> Services<'a> {
    /// Opens the database and the key that encrypts secrets in it.
    pub async fn open(config: &'a Config) -> anyhow::Result<Self> {
        let store = open_store(config).await?;
        data_folder::create(&config.data)?;
        let vault = Vault::open_or_create(&config.data.join(KEY_FILE), Arc::new(SystemEntropy))?;
        Ok(Self { config, store, vault })
    }

    pub fn accounts(&self) -> anyhow::Result<Accounts> {
        let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
        let passwords = Passwords::new(cores, HashCost::Full, &SystemEntropy)?;
        Ok(Accounts::new(
            self.store.clone(),
            Arc::new(SystemClock),
            Arc::new(SystemEntropy),
            passwords,
            self.vault.clone(),
        ))
    }

    /// `public_url` is the address that providers call back to; `demo_hosts` are allowed besides `allowed_hosts`.
    pub fn screening(&self, public_url: Option<String>, demo_hosts: &[String]) -> anyhow::Result<Screening> {
        let guard = Guard::new(self.config.allowed_hosts.iter().chain(demo_hosts));
        Ok(Screening::new(ScreeningParts {
            store: self.store.clone(),
            objects: self.objects()?,
            clock: Arc::new(SystemClock),
            entropy: Arc::new(SystemEntropy),
            vault: self.vault.clone(),
            outbound: Outbound::new(&guard).context("cannot create an HTTP client")?,
            callback_base: public_url,
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

    fn objects(&self) -> anyhow::Result<Objects> {
        let config = self.config;
        let Some(bucket) = &config.s3_bucket else {
            return Objects::folder(config.data.join("files")).context("cannot open the folder for files");
        };
        let required = |value: &Option<String>, name: &str| {
            value.clone().with_context(|| format!("`s3_bucket` is set but `{name}` is not"))
        };
        Objects::s3(&S3Settings {
            endpoint: config.s3_endpoint.clone(),
            bucket: bucket.clone(),
            region: config.s3_region.clone(),
            access_key: required(&config.s3_access_key, "s3_access_key")?,
            secret_key: required(&config.s3_secret_key, "s3_secret_key")?,
            allow_http: config.s3_allow_http,
        })
        .context("cannot use the S3-compatible object store")
    }

    /// Adds the projects that the catalogue does not have yet.
    pub async fn complete_catalogue(&self) -> anyhow::Result<()> {
        let mut tx = self.store.begin().await?;
        add_default_projects(&mut *tx).await?;
        tx.save().await?;
        Ok(())
    }
}
