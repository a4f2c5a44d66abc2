//! `numsift serve`: the console, the APIs and, unless switched off, workers.

use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use anyhow::Context;
use clap::Args;
use numsift_accounts::{Accounts, FirstStart, demo as demo_accounts};
use numsift_api::{AccessLog, AccessLogTarget, App, Demo, Metrics, Parts, Readiness, Recorder};
use numsift_api_keys::{ApiKeyService, Limits};
use numsift_generation::Generator;
use numsift_model::clock::{SystemClock, SystemEntropy};
use numsift_screening::run_workers;
use numsift_store::Store;
use numsift_supervisor::Supervisor;
use numsift_topup::{Node, TopUps, Watcher};
use tokio::net::TcpListener;
use tokio::signal::unix::{SignalKind, signal};
use tokio::sync::watch;

use crate::config::{Config, ConfigArgs};
use crate::data_folder::{self, DataFolderLock};
use crate::services::Services;
use crate::{demo, logging, worker};

/// How often new entries of the audit log are linked.
const SEAL_INTERVAL: Duration = Duration::from_secs(2);
/// By default, the metrics are on this port above the one of the console.
const METRICS_PORT_OFFSET: u16 = 1000;
/// How often expired data is deleted.
const CLEANUP_INTERVAL: Duration = Duration::from_hours(1);

#[derive(Args)]
pub struct ServeArgs {
    /// Create demo accounts with public passwords and demo data. Refused on a real database.
    #[arg(long)]
    demo: bool,
    /// Start the demo without its 30 days of history.
    #[arg(long, requires = "demo")]
    demo_empty: bool,
    #[command(flatten)]
    config: ConfigArgs,
}

/// Runs until the process is told to stop.
pub async fn run(args: ServeArgs) -> anyhow::Result<()> {
    let config = args.config.load()?;
    let _traces = logging::init(&config)?;
    data_folder::protect(&config.data)?;
    let _lock = DataFolderLock::acquire(&config.data)?;
    // Before anything is counted.
    let recorder = Recorder::install(crate::build()).context("cannot record metrics")?;
    let services = Services::open(&config).await?;
    services.check_clock().await?;
    services.check_objects().await?;
    services.check_spool()?;
    let store = services.store.clone();
    let mut accounts = services.accounts()?;
    accounts.check_kind(args.demo).await??;
    if args.demo {
        accounts = accounts.with_demo_tokens();
    }

    let (listener, address) = listen(&config).await?;
    let first_start = if args.demo {
        let is_new = store.read().await?.kind().await?.is_none();
        if is_new && !args.demo_empty {
            demo::history::make(&services).await.context("cannot create the history of the demo")?;
        } else {
            accounts.make_demo().await?;
        }
        None
    } else {
        Some(accounts.first_start().await?)
    };
    // The first start has created the installation just now.
    services.check_key().await?;
    if config.database_url.is_none() {
        // The lock on the folder proves that the process that had these leases is dead.
        expire_leases(&*store).await?;
    }

    let topups = TopUps::new(store.clone(), Arc::new(SystemClock), Node::new(config.tron_api_key.clone())?);
    // The simulated chain and the simulated providers run until they are dropped.
    let _chain = if args.demo { Some(demo::topup::start(&*store, &topups).await?) } else { None };
    let providers = if args.demo { Some(demo::providers::start().await?) } else { None };

    services.complete_catalogue().await?;
    // The simulated providers call back to this machine.
    let callback_url = config.public_url.clone().or_else(|| args.demo.then(|| format!("http://{address}")));
    let demo_hosts: Vec<String> = providers.iter().flat_map(demo::providers::hosts).collect();
    let screening = services.screening(callback_url, &demo_hosts)?;
    if let Some(providers) = &providers {
        demo::providers::save_channels(&*store, &screening, providers).await?;
    }

    let generator = Generator::new(store.clone(), Arc::new(SystemClock), Arc::new(SystemEntropy));
    let api_keys =
        ApiKeyService::new(store.clone(), Arc::new(SystemClock), Arc::new(SystemEntropy), limits(&config));
    let webhooks = services.webhooks()?;
    let metrics = Metrics::new(recorder.clone(), store.clone(), Arc::new(SystemClock));
    let readiness = services.readiness()?;
    let access_log = open_access_log(&config)?;
    let app = App::new(Parts {
        store: store.clone(),
        clock: Arc::new(SystemClock),
        entropy: Arc::new(SystemEntropy),
        accounts: accounts.clone(),
        topups: topups.clone(),
        screening: screening.clone(),
        generator: generator.clone(),
        api_keys: api_keys.clone(),
        public_url: config.public_url.clone(),
        webhooks: webhooks.clone(),
        demo: providers.as_ref().map(demo_page),
        trusted_proxies: config.trusted_proxies.clone(),
        readiness: readiness.clone(),
        health: services.health(&demo_hosts)?,
        access_log: access_log.clone(),
    });

    let (stop, stopped) = watch::channel(false);
    let mut background = Supervisor::new(stopped.clone());
    let metrics_address = serve_metrics(&mut background, stopped, &config, readiness, metrics).await?;
    let sealer = accounts.clone();
    let cleanup = Cleanup { accounts, generator, api_keys: api_keys.clone() };
    background.start_endless("metrics-upkeep", move || recorder.clone().keep_up());
    background.start_endless("cleanup", move || cleanup.clone().run());
    background.start_endless("audit-chain", move || seal_audit(sealer.clone()));
    background.start_endless("topup-watcher", move || Watcher::new(topups.clone()).run());
    background.start("api-usage", move |stop| api_keys.clone().keep_usage(stop));
    background.start("webhooks", move |stop| webhooks.clone().run(stop));
    if config.workers {
        let settings = worker::settings(&config);
        background.start("workers", move |stop| run_workers(screening.clone(), settings, stop));
    }
    let reader = app.clone();
    background.start_endless("events", move || numsift_api::forward_events(reader.clone()));

    // Installed before the address is printed: from then on the process may be told to stop.
    let stop_signal = stop_signal(app.clone())?;
    print_welcome(address, first_start);
    if let Some(address) = metrics_address {
        println!("Metrics: http://{address}/metrics\n");
    }
    let drain = Duration::from_secs(config.drain_s);
    numsift_api::serve_and_drain(listener, numsift_api::router(app), stop_signal, drain).await?;
    stop.send_replace(true);
    background.join().await;
    store.close().await;
    access_log.flush().await;
    tracing::info!("stopped");
    Ok(())
}

/// Ends all leases, so that interrupted chunks and jobs are taken over at once.
async fn expire_leases(store: &dyn Store) -> anyhow::Result<()> {
    let mut tx = store.begin().await?;
    tx.expire_leases().await?;
    tx.save().await?;
    Ok(())
}

async fn listen(config: &Config) -> anyhow::Result<(TcpListener, SocketAddr)> {
    let wanted = SocketAddr::new(config.host, config.port);
    let listener = TcpListener::bind(wanted).await.with_context(|| {
        format!("cannot listen on {wanted}: the port may be in use (choose another one with --port)")
    })?;
    let address = listener.local_addr()?;
    Ok((listener, address))
}

/// Serves the metrics on an address of their own. If none is configured, a port that is in use is no reason to fail.
async fn serve_metrics(
    background: &mut Supervisor,
    stopped: watch::Receiver<bool>,
    config: &Config,
    readiness: Arc<Readiness>,
    metrics: Arc<Metrics>,
) -> anyhow::Result<Option<SocketAddr>> {
    let port = if config.port == 0 { 0 } else { config.port.checked_add(METRICS_PORT_OFFSET).unwrap_or(0) };
    let address = config.metrics_address.unwrap_or((Ipv4Addr::LOCALHOST, port).into());
    match worker::serve_metrics(background, stopped, readiness, metrics, address).await {
        Ok(address) => Ok(Some(address)),
        Err(error) if config.metrics_address.is_none() => {
            tracing::warn!("no metrics: {error:#}");
            Ok(None)
        }
        Err(error) => Err(error),
    }
}

fn open_access_log(config: &Config) -> anyhow::Result<AccessLog> {
    let target = match &config.access_log {
        None => return Ok(AccessLog::default()),
        Some(name) if name.as_os_str() == "stdout" => AccessLogTarget::Stdout,
        Some(file) => AccessLogTarget::File(file.clone()),
    };
    AccessLog::open(target).context("invalid `access_log`: the file cannot be written")
}

fn limits(config: &Config) -> Limits {
    Limits {
        lookup: config.api_lookup_per_minute,
        tasks: config.api_tasks_per_minute,
        read: config.api_read_per_minute,
    }
}

fn demo_page(providers: &demo::providers::DemoProviders) -> Demo {
    Demo {
        replay_url: Some(providers.replay_url().to_owned()),
        accounts: demo_accounts::ACCOUNTS.iter().map(|a| (a.username, a.account_type.number())).collect(),
        password: demo_accounts::PASSWORD,
        invite_code: demo_accounts::INVITE_CODE,
    }
}

/// Prints where the console is and how to sign in. `first_start` is `None` in the demo.
fn print_welcome(address: SocketAddr, first_start: Option<FirstStart>) {
    println!("\nNumsift is running on http://{address}\n");
    match first_start {
        None => {
            println!("Demo accounts, password {}:", demo_accounts::PASSWORD);
            for account in demo_accounts::ACCOUNTS {
                println!("  {:<10} type {}", account.username, account.account_type.number());
            }
            println!("Invite code for registration: {}\n", demo_accounts::INVITE_CODE);
        }
        Some(FirstStart::Made { username, password }) => {
            println!("First start: created the administrator. These credentials are shown only once:");
            println!("  username {username}");
            println!("  password {password}\n");
        }
        Some(FirstStart::Known) => {}
    }
}

/// Links new entries of the audit log. Never returns.
async fn seal_audit(accounts: Accounts) {
    let mut interval = tokio::time::interval(SEAL_INTERVAL);
    let mut whole = true;
    loop {
        interval.tick().await;
        match accounts.seal_audit(whole).await {
            Ok(_) => whole = false,
            Err(error) => tracing::warn!(%error, "failed to seal the audit log"),
        }
    }
}

/// Deletes expired data once per hour.
#[derive(Clone)]
struct Cleanup {
    accounts: Accounts,
    generator: Generator,
    api_keys: ApiKeyService,
}

impl Cleanup {
    async fn run(self) {
        let mut interval = tokio::time::interval(CLEANUP_INTERVAL);
        loop {
            interval.tick().await;
            if let Err(error) = self.accounts.sweep().await {
                tracing::warn!(%error, "failed to delete old sign-in attempts");
            }
            if let Err(error) = self.generator.sweep().await {
                tracing::warn!(%error, "failed to delete expired generation runs");
            }
            if let Err(error) = self.api_keys.sweep().await {
                tracing::warn!(%error, "failed to delete old idempotency records");
            }
        }
    }
}

/// Resolves when the process is told to stop. The server reports that it is not ready from then on.
fn stop_signal(app: App) -> anyhow::Result<impl Future<Output = ()>> {
    let mut terminate = signal(SignalKind::terminate())?;
    let mut interrupt = signal(SignalKind::interrupt())?;
    Ok(async move {
        tokio::select! {
            _ = terminate.recv() => {}
            _ = interrupt.recv() => {}
        }
        tracing::info!("stopping; calls in flight may finish");
        app.begin_stopping();
    })
}
