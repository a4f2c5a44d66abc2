//! Benchmarks one task on several worker processes that share PostgreSQL and a bucket. The provider answers after 200 ms, and
//! each worker has the same share of its concurrency: waiting is the limit, not the processor. So N workers should do N
//! times as much as one, and each chunk should cost the database and the bucket the same.

mod database;
mod workers;

use std::path::Path;
use std::time::Instant;

use anyhow::{Context, ensure};
use numsift_bench_screening::numbers::write_numbers;
use numsift_bench_screening::server::{Server, ensure_completed};
use numsift_sim::providers::{Fault, Provider};
use numsift_sim::{ProviderSettings, ProvidersNode, demo_channels};
use numsift_test_bucket::Bucket;
use serde_json::{Value, json};

use crate::database::{Database, Work};
use crate::workers::Workers;

const WORKERS: [u64; 5] = [1, 2, 4, 8, 16];
const PROJECT: &str = "whatsapp";
/// Numbers per worker: about 20 seconds of work.
const NUMBERS: u64 = 40_000;
/// Before a measurement, this part of the numbers is screened, so that every worker is connected.
const WARM_UP: u64 = 10;
const CHUNK: u64 = 1000;
const LATENCY_MS: u64 = 200;
/// Requests at a time of each worker.
const CONCURRENCY: u64 = 4;
/// Connections of each worker to the database.
const CONNECTIONS: u64 = 8;

/// What one measurement found.
struct Row {
    workers: u64,
    rate: f64,
    chunks: f64,
    database: Work,
    requests: f64,
}

#[tokio::main]
async fn main() -> anyhow::Result<()> {
    let mut args = std::env::args().skip(1);
    let binary = args.next().context("the first argument is the numsift binary")?;
    let each: u64 = args.next().map_or(Ok(NUMBERS), |text| text.parse())?;
    let mut counts = args.map(|text| text.parse()).collect::<Result<Vec<u64>, _>>()?;
    if counts.is_empty() {
        counts = WORKERS.to_vec();
    }
    ensure!(counts.is_sorted() && each >= WARM_UP * CHUNK, "too few numbers, or workers that decrease");

    let url = std::env::var("NUMSIFT_TEST_PG_URL").context("NUMSIFT_TEST_PG_URL names a PostgreSQL")?;
    let database = Database::connect(&url).await?;
    let bucket = Bucket::start().await;
    let provider = ProvidersNode::start(ProviderSettings::default()).await?;
    provider.control().set_fault(Provider::Sync, Fault::Slow(LATENCY_MS));
    let mut settings = bucket.scaled_out(&url);
    settings.push(("NUMSIFT_ALLOWED_HOSTS", provider.url().trim_start_matches("http://").to_owned()));
    settings.push(("NUMSIFT_DATABASE_CONNECTIONS", CONNECTIONS.to_string()));
    let server = Server::start(&binary, Some(&url), provider.url(), &settings).await?;
    set_chunk(&server).await?;

    let folder = tempfile::tempdir()?;
    let mut workers = Workers::new(&binary, &server.data(), folder.path(), settings);
    let mut channel = Value::Null;
    let mut rows = Vec::new();
    for count in counts {
        channel = limit(&server, &provider, &channel, count).await?;
        workers.grow_to(count)?;
        rows.push(measure(&server, &database, &bucket, folder.path(), count, each).await?);
    }
    print(&rows);
    Ok(())
}

/// Sets the concurrency of the channel for this many workers. Returns the channel as it was saved.
async fn limit(
    server: &Server,
    provider: &ProvidersNode,
    channel: &Value,
    workers: u64,
) -> anyhow::Result<Value> {
    let yaml = demo_channels(provider.url());
    let yaml = yaml.first().context("there is a channel")?;
    let limit = format!("limit: {{rps: 100000, burst: 100000, concurrency: {}}}", CONCURRENCY * workers);
    let yaml: Vec<_> =
        yaml.lines().map(|line| if line.starts_with("limit:") { limit.as_str() } else { line }).collect();
    let mut saved = json!({ "version": 0, "priority": 10, "enabled": true, "yaml": yaml.join("\n") });
    if !channel.is_null() {
        saved["version"] = channel["version"].clone();
    }
    server.administer("channel/save", &saved).await
}

async fn set_chunk(server: &Server) -> anyhow::Result<()> {
    let mut projects = server.administer("project/list", &json!({})).await?;
    let all = projects.as_array_mut().context("a list of projects")?;
    let project =
        all.iter_mut().find(|project| project["slug"] == PROJECT).context("it is in the catalogue")?;
    project["details"]["chunk_size"] = CHUNK.into();
    let project = project.as_object_mut().context("a project has fields")?;
    // Read-only.
    project.remove("usable");
    server.administer("project/save", &json!(project)).await?;
    Ok(())
}

async fn measure(
    server: &Server,
    database: &Database,
    bucket: &Bucket,
    folder: &Path,
    workers: u64,
    each: u64,
) -> anyhow::Result<Row> {
    let file = folder.join("numbers.txt");
    let numbers = each * workers;
    write_numbers(&file, numbers / WARM_UP)?;
    let list = server.add_list(&file).await?;
    server.run(&list["id"], &[PROJECT]).await?;
    write_numbers(&file, numbers)?;
    let list = server.add_list(&file).await?;
    database.settled().await?;
    let (work, requests) = (database.work().await?, bucket.requests());
    let began = Instant::now();
    let task = server.start_task(&list["id"], &[PROJECT]).await?;
    let id = task["id"].as_i64().context("a task has an id")?;
    let watched = database.until_ended(id).await?;
    let took = began.elapsed();
    let (mut cost, requests) = (database.work().await?.since(&work), bucket.requests() - requests);
    cost.transactions -= watched;
    ensure_completed(&server.call("task/get", &json!({ "id": id })).await?)?;
    let chunks = float(numbers / CHUNK);
    Ok(Row {
        workers,
        rate: float(numbers) / took.as_secs_f64(),
        chunks,
        database: cost,
        requests: float(requests),
    })
}

fn print(rows: &[Row]) {
    println!(
        "\nOne task on several workers, {LATENCY_MS} ms per request, {CONCURRENCY} requests at a time per worker\n"
    );
    println!("| workers | numbers/s | relative to the first row, per worker | wanted |");
    println!("|---:|---:|---:|---:|");
    let first = rows.first().map_or(1.0, |row| row.rate / float(row.workers));
    for row in rows {
        println!(
            "| {} | {:.0} | {:.2} | 0.9 |",
            row.workers,
            row.rate,
            row.rate / float(row.workers) / first
        );
    }
    println!("\nWhat a chunk of {CHUNK} numbers costs the database and the bucket\n");
    println!(
        "| workers | transactions | statements | rows read | rows written | kB of WAL | ms of statements | S3 requests |"
    );
    println!("|---:|---:|---:|---:|---:|---:|---:|---:|");
    for row in rows {
        let Work { transactions, statements, read, written, wal_bytes, statement_ms } = row.database;
        let per_chunk = |value: f64| value / row.chunks;
        println!(
            "| {} | {:.1} | {:.1} | {:.1} | {:.1} | {:.1} | {:.2} | {:.1} |",
            row.workers,
            per_chunk(transactions),
            per_chunk(statements),
            per_chunk(read),
            per_chunk(written),
            per_chunk(wal_bytes) / 1024.0,
            per_chunk(statement_ms),
            per_chunk(row.requests),
        );
    }
}

fn float(value: u64) -> f64 {
    // The counts are far below the largest integer that a float represents exactly.
    #[allow(clippy::cast_precision_loss)]
    let value = value as f64;
    value
}
