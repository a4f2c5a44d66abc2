//! Puts screening together from the configuration, and runs its workers.

use std::net::SocketAddr;
use std::sync::Arc;

use anyhow::{Context, bail};
use clap::Args;
use metrics_exporter_prometheus::PrometheusBuilder;
use numsift_channel::{Guard, Outbound};
use numsift_model::clock::{SystemClock, SystemEntropy, random_text};
use numsift_screening::{Screening, ScreeningParts, WorkerSettings, make_catalogue, run_workers};
use numsift_segments::{Objects, S3Settings};
use numsift_store::Store;
use numsift_vault::Vault;
use tokio::net::TcpListener;
use tokio::signal::unix::{SignalKind, signal};
use tokio::sync::watch;

use crate::config::{Config, Overrides};
use crate::data_folder::KEY_FILE;
use crate::{logging, store, webhooks};

/// Flags of `worker`.
#[derive(Args)]
pub struct WorkerArgs {
    /// Address (host:port) for /healthz, /readyz and /metrics; port 0 takes a free one
    #[arg(long, value_name = "ADDRESS", env = "NUMSIFT_METRICS")]
    metrics: Option<SocketAddr>,
    #[command(flatten)]
    overrides: Overrides,
}

/// Works on tasks until it is told to stop, beside servers and other workers.
pub async fn run_worker(args: WorkerArgs) -> anyhow::Result<()> {
    let config = args.overrides.load()?;
    logging::start(&config.log)?;
    if config.database_url.is_none() || config.s3_bucket.is_none() {
        bail!(
            "a worker needs what it shares with the servers: a PostgreSQL database (--database-url) and an \
             S3-compatible store (--s3-bucket); on one machine, `numsift serve` works by itself"
        );
    }
    std::fs::create_dir_all(&config.data)
        .with_context(|| format!("cannot make the folder {}", config.data.display()))?;
    let store = store::open(&config).await?;
    let screening = make(store.clone(), &config, &[])?;
    let webhooks = webhooks::make(store.clone(), &config)?;
    let (stop, stopped) = watch::channel(false);
    let sending = tokio::spawn(webhooks.run(stopped.clone()));
    if let Some(address) = args.metrics {
        let listener = TcpListener::bind(address)
            .await
            .with_context(|| format!("cannot listen on {address} for --metrics"))?;
        println!("\nMetrics are on http://{}/metrics", listener.local_addr()?);
        let recorder = PrometheusBuilder::new().install_recorder().context("cannot record metrics")?;
        let router = numsift_api::worker_router(store.clone(), recorder);
        let mut stopped = stopped.clone();
        // Ends with the process: who watches it is answered until then.
        tokio::spawn(async move {
            numsift_api::serve(listener, router, async move { drop(stopped.wait_for(|stop| *stop).await) })
                .await
        });
    }
    let working = tokio::spawn(run_workers(screening, settings(&config), stopped));
    println!("\nNumsift works on tasks\n");
    let mut terminate = signal(SignalKind::terminate())?;
    let mut interrupt = signal(SignalKind::interrupt())?;
    tokio::select! {
        _ = terminate.recv() => {}
        _ = interrupt.recv() => {}
    }
    tracing::info!("stopping; what is in hand is given back");
    stop.send_replace(true);
    working.await?;
    sending.await?;
    store.close().await;
    Ok(())
}

/// How much this process works on side by side.
pub fn settings(config: &Config) -> WorkerSettings {
    WorkerSettings { chunks: config.worker_chunks, jobs: config.worker_jobs, lease_s: config.lease_s }
}

/// Screening on a store. `also_allowed` are hosts of the demo.
pub fn make(store: Arc<dyn Store>, config: &Config, also_allowed: &[String]) -> anyhow::Result<Screening> {
    let vault = Vault::open_or_create(&config.data.join(KEY_FILE), Arc::new(SystemEntropy))?;
    let guard = Guard::new(config.allowed_hosts.iter().chain(also_allowed));
    Ok(Screening::new(ScreeningParts {
        store,
        objects: objects(config)?,
        clock: Arc::new(SystemClock),
        entropy: Arc::new(SystemEntropy),
        vault,
        outbound: Outbound::new(&guard).context("cannot make an HTTP client")?,
        callback_base: config.public_url.clone(),
        node: format!("{}-{}", std::process::id(), random_text(&SystemEntropy, 6)?),
    }))
}

fn objects(config: &Config) -> anyhow::Result<Objects> {
    let Some(bucket) = &config.s3_bucket else {
        return Objects::folder(config.data.join("files")).context("cannot use the folder for files");
    };
    let needed = |value: &Option<String>, name: &str| {
        value.clone().with_context(|| format!("the S3-compatible store needs {name}"))
    };
    Objects::s3(&S3Settings {
        endpoint: config.s3_endpoint.clone(),
        bucket: bucket.clone(),
        region: config.s3_region.clone(),
        access_key: needed(&config.s3_access_key, "s3_access_key")?,
        secret_key: needed(&config.s3_secret_key, "s3_secret_key")?,
        allow_http: config.s3_allow_http,
    })
    .context("cannot use the S3-compatible store")
}

/// Makes the projects that are not there yet.
pub async fn prepare(store: &dyn Store) -> anyhow::Result<()> {
    let mut tx = store.begin().await?;
    make_catalogue(&mut *tx).await?;
    tx.save().await?;
    Ok(())
}
