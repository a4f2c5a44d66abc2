//! Opens the database that the configuration names.

use std::sync::Arc;

use anyhow::Context;
use numsift_accounts::{Accounts, HashCost, Passwords};
use numsift_model::clock::{SystemClock, SystemEntropy};
use numsift_store::Store;
use numsift_store_pg::PgStore;
use numsift_store_sqlite::SqliteStore;
use numsift_vault::Vault;

use crate::config::Config;
use crate::data_folder::{KEY_FILE, database_file};

/// PostgreSQL when an address is configured, else SQLite in the data folder.
pub async fn open(config: &Config) -> anyhow::Result<Arc<dyn Store>> {
    if let Some(url) = &config.database_url {
        let store = PgStore::connect(url, config.database_connections).await;
        return Ok(Arc::new(store.context("cannot use the PostgreSQL database")?));
    }
    Ok(Arc::new(open_sqlite(config).await?))
}

/// The embedded database.
pub async fn open_sqlite(config: &Config) -> anyhow::Result<SqliteStore> {
    std::fs::create_dir_all(&config.data)
        .with_context(|| format!("cannot make the folder {}", config.data.display()))?;
    let file = database_file(&config.data);
    SqliteStore::open(&file).await.with_context(|| format!("cannot use the database {}", file.display()))
}

/// Accounts on a store, with the machine's clock and randomness and the installation's key.
pub fn accounts(store: Arc<dyn Store>, config: &Config) -> anyhow::Result<Accounts> {
    let vault = Vault::open_or_create(&config.data.join(KEY_FILE), Arc::new(SystemEntropy))?;
    let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    let passwords = Passwords::new(cores, HashCost::Full, &SystemEntropy)?;
    Ok(Accounts::new(store, Arc::new(SystemClock), Arc::new(SystemEntropy), passwords, vault))
}
