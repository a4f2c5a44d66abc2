//! Logs: for people on a terminal, JSON lines anywhere else.

use std::io::IsTerminal as _;

use anyhow::Context;
use tracing_subscriber::EnvFilter;

/// Starts logging to standard error.
pub fn start(filter: &str) -> anyhow::Result<()> {
    let filter = EnvFilter::try_new(filter).with_context(|| format!("'{filter}' is not a log filter"))?;
    let logs = tracing_subscriber::fmt().with_env_filter(filter).with_writer(std::io::stderr);
    if std::io::stderr().is_terminal() {
        logs.with_target(false).init();
    } else {
        logs.json().init();
    }
    Ok(())
}
