//! `numsift worker`: works on tasks together with servers and other workers.

use std::net::SocketAddr;
use std::sync::Arc;

use anyhow::{Context, bail};
use clap::Args;
use numsift_api::{Metrics, Readiness, Recorder};
use numsift_model::clock::SystemClock;
use numsift_screening::{WorkerSettings, run_workers};
use numsift_supervisor::Supervisor;
use tokio::net::TcpListener;
use tokio::signal::unix::{SignalKind, signal};
use tokio::sync::watch;

use crate::config::{Config, ConfigArgs};
use crate::services::Services;
use crate::{data_folder, logging};

#[derive(Args)]
pub struct WorkerArgs {
    /// Address (host:port) for /healthz, /readyz and /metrics; port 0 picks a free port
    #[arg(long, value_name = "ADDRESS", env = "NUMSIFT_METRICS")]
    metrics: Option<SocketAddr>,
    #[command(flatten)]
    config: ConfigArgs,
}

/// Runs until the process is told to stop.
pub async fn run(args: WorkerArgs) -> anyhow::Result<()> {
    let config = args.config.load()?;
    let _traces = logging::init(&config)?;
    if config.database_url.is_none() || config.s3_bucket.is_none() {
        bail!(
            "a worker shares a PostgreSQL database (--database-url) and an S3-compatible object store (--s3-bucket) \
             with the servers; on a single machine, `numsift serve` works on tasks itself"
        );
    }
    data_folder::protect(&config.data)?;
    // Before anything is counted.
    let recorder = match args.metrics {
        Some(_) => Some(Recorder::install(crate::build()).context("cannot record metrics")?),
        None => None,
    };
    let services = Services::join(&config).await?;
    services.check_clock().await?;
    services.check_objects().await?;
    services.check_spool()?;
    let screening = services.screening(config.public_url.clone(), &[])?;
    let webhooks = services.webhooks()?;
    let (stop, stopped) = watch::channel(false);
    let mut background = Supervisor::new(stopped.clone());
    if let (Some(address), Some(recorder)) = (args.metrics, recorder) {
        let readiness = services.readiness()?;
        let metrics = Metrics::new(recorder.clone(), services.store.clone(), Arc::new(SystemClock));
        let address = serve_metrics(&mut background, stopped, readiness, metrics, address).await?;
        background.start_endless("metrics-upkeep", move || recorder.clone().keep_up());
        println!("\nMetrics: http://{address}/metrics");
    }
    background.start("webhooks", move |stop| webhooks.clone().run(stop));
    let settings = settings(&config);
    background.start("workers", move |stop| run_workers(screening.clone(), settings, stop));
    let mut terminate = signal(SignalKind::terminate())?;
    let mut interrupt = signal(SignalKind::interrupt())?;
    println!("\nNumsift worker is running\n");
    let failed = tokio::select! {
        _ = terminate.recv() => None,
        _ = interrupt.recv() => None,
        task = background.failure() => Some(task),
    };
    tracing::info!("stopping; unfinished work is given back");
    stop.send_replace(true);
    background.join().await;
    services.store.close().await;
    match failed {
        Some(task) => bail!("the background task `{task}` ended unexpectedly"),
        None => Ok(()),
    }
}

/// Serves health checks and metrics on an address of their own, and returns it.
pub async fn serve_metrics(
    background: &mut Supervisor,
    mut stop: watch::Receiver<bool>,
    readiness: Arc<Readiness>,
    metrics: Arc<Metrics>,
    address: SocketAddr,
) -> anyhow::Result<SocketAddr> {
    let listener = TcpListener::bind(address)
        .await
        .with_context(|| format!("cannot listen on {address} for metrics"))?;
    let address = listener.local_addr()?;
    let router = numsift_api::metrics_router(readiness, metrics);
    // Its socket is gone when it ends, so it cannot be restarted.
    background.start_once("metrics", async move {
        let stopped = async move { drop(stop.wait_for(|stop| *stop).await) };
        if let Err(error) = numsift_api::serve(listener, router, stopped).await {
            tracing::error!(%error, "cannot serve metrics");
        }
    });
    Ok(address)
}

/// How much a process works on concurrently.
pub fn settings(config: &Config) -> WorkerSettings {
    WorkerSettings { chunks: config.worker_chunks, jobs: config.worker_jobs, lease_s: config.lease_s }
}
