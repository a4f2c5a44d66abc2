//! Logging to standard error: human-readable on a terminal, JSON lines otherwise. Spans also go to a collector, if there is
//! one.

use std::io::IsTerminal as _;

use anyhow::Context;
use tracing_subscriber::filter::filter_fn;
use tracing_subscriber::layer::{Layer as _, SubscriberExt as _};
use tracing_subscriber::util::SubscriberInitExt as _;
use tracing_subscriber::{EnvFilter, fmt};

use crate::config::Config;
use crate::traces::Traces;

/// Starts logging and, if it is configured, the export of spans. The export ends when the returned value is dropped.
#[must_use = "the export of spans ends when this is dropped"]
pub fn init(config: &Config) -> anyhow::Result<Option<Traces>> {
    let filter = &config.log;
    // PostgreSQL notices, such as "relation already exists", are no news.
    let filter = EnvFilter::try_new(format!("sqlx::postgres::notice=off,{filter}"))
        .with_context(|| format!("invalid `log`: '{filter}' is not a log filter such as `info`"))?;
    let lines = fmt::layer().with_writer(std::io::stderr);
    let lines =
        if std::io::stderr().is_terminal() { lines.with_target(false).boxed() } else { lines.json().boxed() };
    let traces = config.otlp_endpoint.as_deref().map(Traces::start).transpose()?;
    let spans = traces.as_ref().map(|traces| {
        // Our own spans only: those of the HTTP client would describe the export itself.
        let ours = filter_fn(|metadata| metadata.is_span() && metadata.target().starts_with("numsift"));
        tracing_opentelemetry::layer().with_tracer(traces.tracer()).with_filter(ours)
    });
    tracing_subscriber::registry().with(filter).with(lines).with(spans).init();
    Ok(traces)
}
