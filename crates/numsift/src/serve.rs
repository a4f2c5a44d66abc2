//! `numsift serve`.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use anyhow::Context;
use clap::Args;
use metrics_exporter_prometheus::PrometheusBuilder;
use numsift_accounts::{Accounts, FirstStart, demo};
use numsift_api::{App, Demo, Parts};
use numsift_api_keys::{ApiKeyService, Limits};
use numsift_generation::Generator;
use numsift_model::clock::{SystemClock, SystemEntropy};
use numsift_screening::run_workers;
use numsift_topup::{Node, TopUps, Watcher};
use tokio::net::TcpListener;
use tokio::signal::unix::{SignalKind, signal};
use tokio::sync::watch;

use crate::config::Overrides;
use crate::data_folder::DataFolder;
use crate::{demo_money, demo_screening, logging, screening, store, webhooks};

/// How often leftovers are swept.
const SWEEP_EVERY: Duration = Duration::from_hours(1);

/// Flags of `serve`.
#[derive(Args)]
pub struct ServeArgs {
    /// Demo accounts with public passwords, and demo data. Never on a real database.
    #[arg(long)]
    demo: bool,
    #[command(flatten)]
    overrides: Overrides,
}

/// Runs the server until it is told to stop.
pub async fn run(args: ServeArgs) -> anyhow::Result<()> {
    let config = args.overrides.load()?;
    logging::start(&config.log)?;
    let _folder = DataFolder::take(&config.data)?;
    let store = store::open(&config).await?;
    let mut accounts = store::accounts(store.clone(), &config)?;
    accounts.check_kind(args.demo).await??;
    if args.demo {
        accounts = accounts.with_demo_tokens();
    }

    let wanted = SocketAddr::new(config.host, config.port);
    let listener = TcpListener::bind(wanted).await.with_context(|| {
        format!("cannot listen on {wanted}: another program may use this port (choose one with --port)")
    })?;
    let address = listener.local_addr()?;
    let first = if args.demo {
        accounts.make_demo().await?;
        None
    } else {
        Some(accounts.first_start().await?)
    };

    let node = Node::new(config.tron_api_key.clone())?;
    let topups = TopUps::new(store.clone(), Arc::new(SystemClock), node);
    // Lives as long as the server does.
    let _chain = if args.demo { Some(demo_money::start(&*store, &topups).await?) } else { None };

    screening::prepare(&*store).await?;
    let providers = if args.demo { Some(demo_screening::start().await?) } else { None };
    let mut tasks_config = config.clone();
    if args.demo && tasks_config.public_url.is_none() {
        // The demo's providers call back to the machine they run on.
        tasks_config.public_url = Some(format!("http://{address}"));
    }
    let allowed: Vec<String> = providers.iter().map(demo_screening::host).collect();
    let screening = screening::make(store.clone(), &tasks_config, &allowed)?;
    if let Some(providers) = &providers {
        demo_screening::make_channels(&*store, &screening, providers).await?;
    }

    let generator = Generator::new(store.clone(), Arc::new(SystemClock), Arc::new(SystemEntropy));
    let limits = Limits {
        lookup: config.api_lookup_per_minute,
        tasks: config.api_tasks_per_minute,
        read: config.api_read_per_minute,
    };
    let api_keys = ApiKeyService::new(store.clone(), Arc::new(SystemClock), Arc::new(SystemEntropy), limits);
    let webhooks = webhooks::make(store.clone(), &config)?;
    let metrics = PrometheusBuilder::new().install_recorder().context("cannot record metrics")?;
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
        demo: args.demo.then(demo_page),
        trusted_proxies: config.trusted_proxies.clone(),
        metrics: Some(metrics.clone()),
    });
    let tidying = tokio::spawn(tidy(accounts, generator, api_keys.clone(), metrics));
    let watching = tokio::spawn(Watcher::new(topups).run());
    let (stop_working, working_stops) = watch::channel(false);
    let counting = tokio::spawn(api_keys.keep_usage(working_stops.clone()));
    let sending = tokio::spawn(webhooks.run(working_stops.clone()));
    let working = config
        .workers
        .then(|| tokio::spawn(run_workers(screening, screening::settings(&config), working_stops)));
    let telling = tokio::spawn(numsift_api::tell_events(app.clone()));
    // Before anyone is told that the server runs: from then on it may be asked to stop.
    let stop = stopped(app.clone())?;
    greet(address, first);
    numsift_api::serve(listener, numsift_api::router(app), stop).await?;
    tidying.abort();
    telling.abort();
    watching.abort();
    stop_working.send_replace(true);
    if let Some(working) = working {
        working.await?;
    }
    counting.await?;
    sending.await?;
    store.close().await;
    tracing::info!("stopped");
    Ok(())
}

fn demo_page() -> Demo {
    Demo {
        accounts: demo::ACCOUNTS.iter().map(|a| (a.username, a.account_type.number())).collect(),
        password: demo::PASSWORD,
        invite_code: demo::INVITE_CODE,
    }
}

/// Tells the person at the terminal where to go. `first` is `None` in the demo.
fn greet(address: SocketAddr, first: Option<FirstStart>) {
    println!("\nNumsift is running on http://{address}\n");
    match first {
        None => {
            println!("Demo accounts, password {}:", demo::PASSWORD);
            for account in demo::ACCOUNTS {
                println!("  {:<10} type {}", account.username, account.account_type.number());
            }
            println!("Invite code to register with: {}\n", demo::INVITE_CODE);
        }
        Some(FirstStart::Made { username, password }) => {
            println!("First start: the administrator was made. This is shown only once:");
            println!("  username {username}");
            println!("  password {password}\n");
        }
        Some(FirstStart::Known) => {}
    }
}

/// Now and then: forgets old attempts, expired runs and old answers, folds old metrics.
async fn tidy(
    accounts: Accounts,
    generator: Generator,
    api_keys: ApiKeyService,
    metrics: metrics_exporter_prometheus::PrometheusHandle,
) {
    let mut every = tokio::time::interval(SWEEP_EVERY);
    loop {
        every.tick().await;
        metrics.run_upkeep();
        if let Err(error) = accounts.sweep().await {
            tracing::warn!(%error, "could not sweep old attempts");
        }
        if let Err(error) = generator.sweep().await {
            tracing::warn!(%error, "could not sweep expired runs");
        }
        if let Err(error) = api_keys.sweep().await {
            tracing::warn!(%error, "could not forget old answers of the API");
        }
    }
}

/// Done when the process is asked to end. From then on the server says that it is not ready.
fn stopped(app: App) -> anyhow::Result<impl Future<Output = ()>> {
    let mut terminate = signal(SignalKind::terminate())?;
    let mut interrupt = signal(SignalKind::interrupt())?;
    Ok(async move {
        tokio::select! {
            _ = terminate.recv() => {}
            _ = interrupt.recv() => {}
        }
        tracing::info!("stopping; running calls may finish");
        app.begin_stopping();
    })
}
