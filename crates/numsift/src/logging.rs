//! Logging to standard error: human-readable on a terminal, JSON lines otherwise.

use std::io::IsTerminal as _;

use anyhow::Context;
use tracing_subscriber::EnvFilter;

/// Starts logging with the given filter.
pub fn init(filter: &str) -> anyhow::Result<()> {
    // PostgreSQL notices, such as "relation already exists", are no news.
    let filter = EnvFilter::try_new(format!("sqlx::postgres::notice=off,{filter}"))
        .with_context(|| format!("invalid `log`: '{filter}' is not a log filter such as `info`"))?;
    let logs = tracing_subscriber::fmt().with_env_filter(filter).with_writer(std::io::stderr);
    if std::io::stderr().is_terminal() {
        logs.with_target(false).init();
    } else {
        logs.json().init();
    }
    Ok(())
}
