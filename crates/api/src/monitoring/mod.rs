//! The metrics of a node, in the text format of Prometheus.

mod catalogue;
mod process;
mod snapshot;

use std::collections::BTreeSet;
use std::sync::{Arc, PoisonError};
use std::time::{Duration, Instant};

use metrics_exporter_prometheus::{BuildError, Matcher, PrometheusBuilder, PrometheusHandle};
use numsift_model::clock::Clock;
use numsift_store::Store;
use tokio::sync::Mutex;

use self::catalogue::{CATALOGUE, Kind};

/// Whether a channel works.
const CHANNEL_WORKING: &str = "numsift_channel_working";
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
    /// The channels of the installation, once the database was asked.
    channels: std::sync::Mutex<Option<BTreeSet<String>>>,
    /// When the database was asked, and when for the sums of the ledger, which take longer.
    asked: Mutex<(Option<Instant>, Option<Instant>)>,
}

impl Metrics {
    pub fn new(recorder: Recorder, store: Arc<dyn Store>, clock: Arc<dyn Clock>) -> Arc<Self> {
        Arc::new(Self {
            recorder,
            store,
            clock,
            channels: std::sync::Mutex::default(),
            asked: Mutex::default(),
        })
    }

    /// All metrics as text.
    pub async fn render(&self) -> String {
        self.take_snapshot().await;
        process::measure();
        let text = self.recorder.0.render();
        match &*self.channels.lock().unwrap_or_else(PoisonError::into_inner) {
            Some(channels) => without_deleted(&text, channels),
            None => text,
        }
    }
}

/// Leaves out the condition of deleted channels: the recorder keeps every gauge for as long as the process lives, and
/// would report for ever that a deleted channel does not work.
fn without_deleted(text: &str, channels: &BTreeSet<String>) -> String {
    let series: BTreeSet<String> = channels.iter().map(|name| channel_series(name)).collect();
    let kept = |line: &&str| match line.rsplit_once(' ') {
        Some((name, _)) if name.starts_with(CHANNEL_WORKING) && name.ends_with('}') => series.contains(name),
        _ => true,
    };
    text.split_inclusive('\n').filter(kept).collect()
}

/// The series of a channel as it is rendered.
fn channel_series(channel: &str) -> String {
    let escaped = channel.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n");
    format!("{CHANNEL_WORKING}{{channel=\"{escaped}\"}}")
}

#[cfg(test)]
mod tests {
    use metrics_exporter_prometheus::PrometheusBuilder;

    use super::{CHANNEL_WORKING, without_deleted};

    #[test]
    fn deleted_channels_have_no_condition() {
        let recorder = PrometheusBuilder::new().build_recorder();
        let handle = recorder.handle();
        metrics::with_local_recorder(&recorder, || {
            for channel in ["acme", "acme two", "gone", "quo\"te\\d"] {
                metrics::gauge!(CHANNEL_WORKING, "channel" => channel).set(0.0);
                metrics::counter!("numsift_provider_cost_total", "channel" => channel).increment(3);
            }
        });
        let all = handle.render();
        let channels = ["acme", "acme two", "quo\"te\\d"].map(str::to_owned).into();
        let text = without_deleted(&all, &channels);
        let lines = |text: &str| text.lines().filter(|line| line.contains(CHANNEL_WORKING)).count();
        // One line has the type.
        assert_eq!((lines(&all), lines(&text)), (5, 4), "{text}");
        assert!(!text.contains("numsift_channel_working{channel=\"gone\"}"), "{text}");
        // What it cost is still counted.
        assert!(text.contains("numsift_provider_cost_total{channel=\"gone\"} 3"), "{text}");
        assert_eq!(all.lines().count(), text.lines().count() + 1, "{text}");
    }
}
