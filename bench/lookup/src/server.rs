//! A server in this process, with customers and a channel to the simulated provider.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicU64;

use anyhow::Context;
use axum::Router;
use numsift_accounts::{Accounts, HashCost, NewUser, Passwords};
use numsift_api::{App, Parts, Readiness};
use numsift_api_keys::{ApiKeyService, Limits};
use numsift_channel::{ChannelConfig, Guard, Outbound};
use numsift_generation::Generator;
use numsift_health::{Health, Installation, LedgerCheck};
use numsift_ledger::{Adjust, By, adjust};
use numsift_model::account::AccountType;
use numsift_model::api_key::{ApiKeyRules, ApiScope};
use numsift_model::clock::{Clock as _, SystemClock, SystemEntropy};
use numsift_model::id::Uid;
use numsift_model::ledger::Bucket;
use numsift_model::limits::MEMORY_NUMBERS;
use numsift_model::money::Points;
use numsift_screening::{Screening, ScreeningParts, WorkerSettings, add_default_projects, run_workers};
use numsift_segments::Objects;
use numsift_sim::demo_channels;
use numsift_store::{ChannelRow, Store};
use numsift_topup::{Node, TopUps};
use numsift_vault::Vault;
use numsift_webhooks::{TIMEOUT, WebhookParts, Webhooks};
use tokio::net::TcpListener;
use tokio::sync::watch;
use tokio::task::JoinHandle;

/// The project that lookups check.
pub const PROJECT: &str = "whatsapp";
/// Never reached, but low enough that blocks are leased from the database now and then.
const LOOKUPS_PER_MINUTE: i64 = 12_000_000;
/// Only the provider limits the speed of the channel.
const LIMIT: &str = "limit: {rps: 100000, burst: 100000, concurrency: 64}";
/// Enough for every lookup of a run, in 1/10,000 point.
const GIFT: Points = Points(1_000_000_000_000);

/// A server.
pub struct TestServer {
    pub name: &'static str,
    pub address: SocketAddr,
    pub store: Arc<dyn Store>,
    pub screening: Screening,
    /// Numbers the paid lookups of all parts.
    pub asked: Arc<AtomicU64>,
    accounts: Accounts,
    api_keys: ApiKeyService,
    folder: tempfile::TempDir,
    stop: watch::Sender<bool>,
    background: Vec<JoinHandle<()>>,
}

/// A customer with points, and its key.
pub struct Customer {
    pub uid: Uid,
    pub secret: String,
}

impl TestServer {
    pub async fn new(
        name: &'static str,
        store: Arc<dyn Store>,
        folder: tempfile::TempDir,
        provider: &str,
    ) -> anyhow::Result<Self> {
        let (clock, entropy) = (Arc::new(SystemClock), Arc::new(SystemEntropy));
        let vault = Vault::with_key([7; 32], entropy.clone());
        let passwords = Passwords::new(1, HashCost::Full, &SystemEntropy)?;
        let accounts = Accounts::new(store.clone(), clock.clone(), entropy.clone(), passwords, vault.clone());
        let outbound = Outbound::new(&Guard::new([provider.trim_start_matches("http://")]))?;
        let screening = Screening::new(ScreeningParts {
            store: store.clone(),
            objects: Objects::folder(folder.path().join("files"))?,
            clock: clock.clone(),
            entropy: entropy.clone(),
            vault: vault.clone(),
            outbound: outbound.clone(),
            callback_base: None,
            spool: folder.path().join("spool"),
            scratch: folder.path().join("scratch"),
            memory_numbers: MEMORY_NUMBERS,
            node: "bench".to_owned(),
        });
        add_provider(&*store, &screening, provider).await?;
        let webhooks = Webhooks::new(WebhookParts {
            store: store.clone(),
            clock: clock.clone(),
            entropy: entropy.clone(),
            vault: vault.clone(),
            outbound: outbound.clone(),
            timeout: TIMEOUT,
        });
        let limits = Limits { lookup: LOOKUPS_PER_MINUTE, ..Limits::default() };
        let api_keys = ApiKeyService::new(store.clone(), clock.clone(), entropy.clone(), limits);
        let node = Node::new(None)?;
        let installation = Installation {
            store: store.clone(),
            clock: clock.clone(),
            key_file: folder.path().join("secret.key"),
            outbound,
            node: node.clone(),
            lease_s: 60,
            ledger: LedgerCheck::Limited,
        };
        let objects = screening.objects.clone();
        let app = App::new(Parts {
            store: store.clone(),
            clock: clock.clone(),
            entropy: entropy.clone(),
            accounts: accounts.clone(),
            topups: TopUps::new(store.clone(), clock.clone(), node),
            screening: screening.clone(),
            generator: Generator::new(store.clone(), clock, entropy),
            api_keys: api_keys.clone(),
            webhooks,
            public_url: None,
            demo: None,
            trusted_proxies: Vec::new(),
            access_log: numsift_api::AccessLog::default(),
            readiness: Readiness::new(
                store.clone(),
                objects.clone(),
                vault,
                screening.channels.outbound().names().clone(),
            ),
            health: Health::new(folder.path().to_owned(), objects, "files".to_owned(), installation),
        });
        let (stop, stopped) = watch::channel(false);
        let working = run_workers(screening.clone(), WorkerSettings::default(), stopped.clone());
        let background = vec![tokio::spawn(working), tokio::spawn(api_keys.clone().keep_usage(stopped))];
        let address = listen(numsift_api::router(app)).await?;
        let asked = Arc::default();
        Ok(Self { name, address, store, screening, asked, accounts, api_keys, folder, stop, background })
    }

    /// Another customer, with a key whose limit is never reached.
    pub async fn add_customer(&self, name: &str) -> anyhow::Result<Customer> {
        let new = NewUser {
            username: name,
            password: Some("correct horse"),
            account_type: AccountType::Api,
            uid: None,
        };
        let uid = self.accounts.create_user(new).await.context("cannot create the account")?.uid;
        let rules = ApiKeyRules {
            name: "bench".to_owned(),
            scopes: vec![ApiScope::Lookup],
            ips: vec!["127.0.0.0/8".parse()?],
            expires_at: None,
        };
        let mut tx = self.store.begin().await?;
        let (_, secret) = self.api_keys.create_key(&mut *tx, uid, rules).await?;
        let gift = Adjust {
            uid,
            bucket: Bucket::Points,
            amount: GIFT,
            request_id: &format!("gift-{uid}"),
            reason: "for the bench",
        };
        adjust(&mut *tx, By { actor: Some(Uid::ADMINISTRATOR), at: SystemClock.now() }, gift).await?;
        tx.save().await?;
        Ok(Customer { uid, secret })
    }

    /// The folder of the object store.
    pub fn files(&self) -> PathBuf {
        self.folder.path().join("files")
    }

    /// Saves the usage that was counted so far.
    pub async fn flush_usage(&self) -> anyhow::Result<()> {
        Ok(self.api_keys.save_usage().await?)
    }

    pub async fn stop(self) -> anyhow::Result<()> {
        self.stop.send_replace(true);
        for task in self.background {
            task.await?;
        }
        Ok(())
    }
}

/// Adds the projects, and a channel to the provider.
async fn add_provider(store: &dyn Store, screening: &Screening, url: &str) -> anyhow::Result<()> {
    let yaml = demo_channels(url).into_iter().next().context("there is a channel")?;
    let lines: Vec<_> =
        yaml.lines().map(|line| if line.starts_with("limit:") { LIMIT } else { line }).collect();
    let config = ChannelConfig::from_yaml(&lines.join("\n"))?;
    let name = config.name.clone();
    let (document, secrets) = screening.channels.sealed(config)?;
    let row = ChannelRow {
        name,
        priority: 10,
        enabled: true,
        disabled_reason: String::new(),
        version: 0,
        document,
        secrets,
    };
    let mut tx = store.begin().await?;
    add_default_projects(&mut *tx).await?;
    tx.put_channel(&row).await?;
    tx.save().await?;
    Ok(())
}

pub async fn listen(router: Router) -> anyhow::Result<SocketAddr> {
    let listener = TcpListener::bind("127.0.0.1:0").await?;
    let address = listener.local_addr()?;
    tokio::spawn(numsift_api::serve(listener, router, std::future::pending()));
    Ok(address)
}
