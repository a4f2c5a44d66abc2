//! The metrics of a node, in the text format of Prometheus.

mod catalogue;
mod process;
mod snapshot;

use std::sync::Arc;
use std::time::{Duration, Instant};

use metrics_exporter_prometheus::{BuildError, Matcher, PrometheusBuilder, PrometheusHandle};
use numsift_model::clock::Clock;
use numsift_store::Store;
use tokio::sync::Mutex;

use self::catalogue::{CATALOGUE, Kind};

/// The database is asked at most this often, however often the metrics are read.
const SNAPSHOT_EVERY: Duration = Duration::from_secs(5);
/// How often recorded samples are merged into the histograms, so that they do not pile up while nobody reads the
/// metrics.
const UPKEEP_EVERY: Duration = Duration::from_secs(10);

/// What is running.
#[derive(Debug, Clone, Copy)]
pub struct Build {
    pub version: &'static str,
    /// Empty if it is not known.
    pub commit: &'static str,
    pub plan_version: &'static str,
}

/// Records the metrics of this process.
#[derive(Clone)]
pub struct Recorder(PrometheusHandle);

impl Recorder {
    /// Starts to record. What is counted earlier is lost.
    pub fn install(build: Build) -> Result<Self, BuildError> {
        let mut builder = PrometheusBuilder::new();
        for metric in &CATALOGUE {
            if let Kind::Histogram(buckets) = metric.kind {
                builder = builder.set_buckets_for_metric(Matcher::Full(metric.name.to_owned()), buckets)?;
            }
        }
        let recorder = Self(builder.install_recorder()?);
        catalogue::register();
        process::measure();
        metrics::gauge!("numsift_build_info", "version" => build.version, "commit" => build.commit,
            "plan_version" => build.plan_version)
        .set(1.0);
        Ok(recorder)
    }

    /// Merges recorded samples from time to time. Never returns.
    pub async fn keep_up(self) {
        let mut interval = tokio::time::interval(UPKEEP_EVERY);
        loop {
            interval.tick().await;
            self.0.run_upkeep();
        }
    }
}

/// The metrics of this process and of the installation it belongs to.
pub struct Metrics {
    recorder: Recorder,
    store: Arc<dyn Store>,
    clock: Arc<dyn Clock>,
    /// When the database was asked, and when for the sums of the ledger, which take longer.
    asked: Mutex<(Option<Instant>, Option<Instant>)>,
}

impl Metrics {
    pub fn new(recorder: Recorder, store: Arc<dyn Store>, clock: Arc<dyn Clock>) -> Arc<Self> {
        Arc::new(Self { recorder, store, clock, asked: Mutex::default() })
    }

    /// All metrics as text.
    pub async fn render(&self) -> String {
        self.take_snapshot().await;
        process::measure();
        self.recorder.0.render()
    }
}
