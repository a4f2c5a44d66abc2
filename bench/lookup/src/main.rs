//! Benchmarks lookups through the public API, with authentication, limits and usage. Logging, metrics and workers are set up
//! as in the server. Everything is compared within one run:
//!
//! - `free`: lookups without projects with a bare handler that returns a constant;
//! - `paid`: lookups that ask a provider with a bare handler that forwards to the same provider;
//! - `book`: lookups of an account with many earlier answers with those of an account without any, and lookups that are
//!   answered from the book with free ones;
//! - `suppression`: lookups of an account with a large suppression list with those of an account without one.

mod book;
mod client;
mod free;
mod paid;
mod server;
mod suppression;

use std::sync::Arc;

use metrics_exporter_prometheus::PrometheusBuilder;
use numsift_sim::{ProviderSettings, ProvidersNode};
use numsift_store_pg::testing::TestDatabase;
use numsift_store_sqlite::SqliteStore;
use tracing_subscriber::EnvFilter;

use crate::server::TestServer;

/// The allocator of the server.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// Rounds that count; the median of them is printed. One more before them is for warming up.
const ROUNDS: usize = 7;
/// Earlier answers of the account, unless told otherwise.
const ANSWERS: u64 = 10_000_000;

#[tokio::main]
async fn main() -> anyhow::Result<()> {
    let filter = EnvFilter::try_new("info")?;
    tracing_subscriber::fmt().with_env_filter(filter).with_writer(std::io::stderr).json().init();
    PrometheusBuilder::new().install_recorder()?;
    let mut args = std::env::args().skip(1);
    let part = args.next().unwrap_or_else(|| "all".to_owned());
    let answers = args.next().map_or(Ok(ANSWERS), |text| text.parse())?;
    let provider = ProvidersNode::start(ProviderSettings::default()).await?;
    let folder = tempfile::tempdir()?;
    let sqlite = Arc::new(SqliteStore::open(&folder.path().join("numsift.db")).await?);
    let sqlite = TestServer::new("SQLite", sqlite, folder, provider.url()).await?;
    let postgres = TestDatabase::create().await.store().await;
    let postgres = TestServer::new("PostgreSQL", postgres, tempfile::tempdir()?, provider.url()).await?;
    for server in [sqlite, postgres] {
        let wanted = |name: &str| part == name || part == "all";
        if wanted("free") {
            free::compare(&server).await?;
        }
        if wanted("paid") {
            paid::compare(&server, &provider).await?;
        }
        if wanted("book") {
            book::compare(&server, answers).await?;
        }
        if wanted("suppression") {
            suppression::compare(&server).await?;
        }
        server.stop().await?;
    }
    Ok(())
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}
