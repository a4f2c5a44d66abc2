//! Benchmarks screening through the calls of the console. Each part is compared with the bare work in the same run: a
//! list from its upload to its results with `numsift check`, the cost per number in small and large tasks, pages and
//! exports, requests to providers with a bare client, ways of routing with routing by priority, chunk commits with
//! pgbench, a task that reuses earlier answers with one that does not, and tasks with and without a suppression list.

mod commits;
mod providers;
mod reuse;
mod routing;

use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, ensure};
use numsift_bench_screening::numbers::{write_numbers, write_table};
use numsift_bench_screening::server::{Server, Steps};
use numsift_sim::{ProviderSettings, ProvidersNode};
use serde_json::{Value, json};

const NUMBERS: u64 = 10_000_000;
/// Size of the smallest task that is measured.
const FEWEST: u64 = 10_000;
/// Rounds of the smaller tasks; the median counts.
const SMALL_ROUNDS: usize = 5;
/// Most numbers that providers are asked about.
const ASKED: u64 = 2_000_000;
/// Requests per page; the median counts.
const PAGE_REQUESTS: usize = 21;
/// A late page of ten million results; scaled down for fewer results.
const FAR_PAGE: u64 = 50_000;
const IN_HOUSE: [&str; 2] = ["hygiene", "carrier"];

/// The columns of a plain export.
const PLAIN: [&str; 6] = ["e164", "country", "type", "original_carrier", "hygiene", "carrier"];

#[tokio::main]
async fn main() -> anyhow::Result<()> {
    let mut args = std::env::args().skip(1);
    let binary = args.next().context("the first argument is the numsift binary")?;
    if binary == providers::BARE {
        return providers::run_bare(args).await;
    }
    let count: u64 = args.next().map_or(Ok(NUMBERS), |text| text.parse())?;
    let only = args.next();
    let wanted = |part: &str| only.as_deref().is_none_or(|only| only == part);
    ensure!(count >= FEWEST, "at least {FEWEST} numbers");
    let postgres = std::env::var("NUMSIFT_TEST_PG_URL").context("NUMSIFT_TEST_PG_URL names a PostgreSQL")?;
    let folder = tempfile::tempdir()?;
    let file = folder.path().join("numbers.txt");
    write_numbers(&file, count)?;
    let node = ProvidersNode::start(ProviderSettings::default()).await?;
    let mut servers = Vec::new();
    for postgres in [None, Some(postgres.as_str())] {
        let server = Server::start(&binary, postgres, node.url(), &[]).await?;
        providers::connect(&server, &node).await?;
        servers.push(server);
    }

    if only.as_deref() == Some("large") {
        for server in &servers {
            large(&binary, server, &file, count).await?;
        }
        return Ok(());
    }
    if wanted("lists") {
        lists(&binary, &servers, &file, folder.path(), count).await?;
    }
    if wanted("providers") {
        println!("\nRequests of 100 numbers to a provider\n");
        println!(
            "| database | numbers | in a chunk | requests/s of tasks | of a bare client | ratio | wanted |"
        );
        println!("|---|---:|---:|---:|---:|---:|---:|");
        for server in &servers {
            providers::measure(server, &node, folder.path(), count.min(ASKED)).await?;
        }
    }
    if wanted("routing") {
        println!("\nTasks with two channels, routed in each way\n");
        println!("| database | routing | requests | numbers/s | of routing by priority | wanted |");
        println!("|---|---|---:|---:|---:|---:|");
        for server in &servers {
            routing::measure(server, &node, folder.path(), count.min(ASKED)).await?;
        }
    }
    if wanted("reuse") {
        println!("\nA task that may reuse earlier answers\n");
        println!(
            "| database | numbers | earlier answers | s without reuse | with reuse | ratio | wanted | peak MB | wanted |"
        );
        println!("|---|---:|---:|---:|---:|---:|---:|---:|---:|");
        for server in &servers {
            reuse::measure(server, folder.path(), count * reuse::ANSWERS / NUMBERS).await?;
        }
    }
    if wanted("suppression") {
        println!("\nTasks with a suppression list of 20,000,000 numbers\n");
        println!("| database | s without it | with it | more | wanted | MB more for ten tasks | wanted |");
        println!("|---|---:|---:|---:|---:|---:|---:|");
        for server in &servers {
            reuse::measure_suppression(server, folder.path()).await?;
        }
    }
    if wanted("commits") {
        println!("\nCommits of chunks on PostgreSQL\n");
        println!("| workers | a second | of pgbench | ratio | wanted |");
        println!("|---:|---:|---:|---:|---:|");
        let customer = servers.last().context("there is a server")?.uid;
        // The servers would claim the chunks.
        servers.clear();
        commits::measure(&postgres, customer, folder.path()).await?;
    }
    Ok(())
}

/// Checks of the number engine: end to end, pages, exports, and the cost per number.
async fn lists(
    binary: &str,
    servers: &[Server],
    file: &Path,
    folder: &Path,
    count: u64,
) -> anyhow::Result<()> {
    println!("\nHygiene and carrier of {count} numbers, from the upload to the results\n");
    println!(
        "| database | upload s | read s | run s | numbers/s | wanted | of `numsift check` | wanted | peak MB | wanted |"
    );
    println!("|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|");
    let mut all = Vec::new();
    for server in servers {
        all.push(whole(binary, server, file, count).await?);
    }

    println!("\nPages of these results\n");
    println!("| database | rows | page | median ms | wanted |");
    println!("|---|---|---:|---:|---:|");
    for (server, steps) in servers.iter().zip(&all) {
        pages(server, &steps.task, count).await?;
    }

    println!("\nAll of them as a CSV file\n");
    println!("| database | columns | rows/s | wanted |");
    println!("|---|---|---:|---:|");
    let table = folder.join("table.csv.gz");
    write_table(&table, count)?;
    for (server, steps) in servers.iter().zip(&all) {
        let rate = per_second(count, server.export(&steps.task, &PLAIN).await?);
        println!("| {} | number, country, type, answers | {rate:.0} | 2000000 |", server.name);
        server.idle().await?;
        let steps = server.screen(&table, &IN_HOUSE).await?;
        server.idle().await?;
        let rate = per_second(count, server.export(&steps.task, &[]).await?);
        println!("| {} | a file with 20 columns, and all answers | {rate:.0} | 1000000 |", server.name);
        server.idle().await?;
    }

    println!("\nCost per number\n");
    println!("| database | numbers | µs | of the largest | wanted | µs of processors | of the largest |");
    println!("|---|---:|---:|---:|---:|---:|---:|");
    for (server, largest) in servers.iter().zip(&all) {
        costs(server, folder, count, largest).await?;
    }
    Ok(())
}

/// A list that may be larger than the memory: from the upload to the results, its pages, and what it stores.
async fn large(binary: &str, server: &Server, file: &Path, count: u64) -> anyhow::Result<()> {
    println!("\nHygiene and carrier of {count} numbers, from the upload to the results\n");
    println!(
        "| database | upload s | read s | run s | numbers/s | wanted | of `numsift check` | wanted | peak MB | wanted |"
    );
    println!("|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|");
    let steps = whole(binary, server, file, count).await?;
    println!("\n| database | rows | page | median ms | wanted |");
    println!("|---|---|---:|---:|---:|");
    pages(server, &steps.task, count).await?;
    Ok(())
}

/// From the upload to the results, compared with the command on the same file.
async fn whole(binary: &str, server: &Server, file: &Path, count: u64) -> anyhow::Result<Steps> {
    // Once before and once after, so that other load on the machine affects both sides.
    let before = check(binary, file)?;
    let steps = server.screen(file, &IN_HOUSE).await?;
    let checked = (before + check(binary, file)?) / 2;
    let total = steps.task["total"].as_u64().context("a task has numbers")?;
    ensure!(total == count, "{total} of {count} numbers were taken");
    println!(
        "| {} | {:.2} | {:.2} | {:.2} | {:.0} | 1000000 | {:.2} | 0.3 | {} | 400 |",
        server.name,
        steps.uploaded.as_secs_f64(),
        steps.read.saturating_sub(steps.uploaded).as_secs_f64(),
        steps.done.saturating_sub(steps.read).as_secs_f64(),
        per_second(count, steps.done),
        checked.as_secs_f64() / steps.done.as_secs_f64(),
        server.peak_megabytes()?
    );
    server.idle().await?;
    Ok(steps)
}

/// How long `numsift check` takes for the same file.
fn check(binary: &str, file: &Path) -> anyhow::Result<Duration> {
    let began = Instant::now();
    let ended = Command::new(binary)
        .args(["check", "--quiet", "--fields", "e164,status,type,region,carrier"])
        .arg(file)
        .stdout(Stdio::null())
        .status()
        .with_context(|| format!("cannot run {binary}"))?;
    ensure!(ended.success(), "{binary} check failed");
    Ok(began.elapsed())
}

async fn pages(server: &Server, task: &Value, count: u64) -> anyhow::Result<()> {
    let known = json!({ "statuses": [null, ["known"]], "countries": ["CN"] });
    for (name, filter) in [("all", json!({})), ("of one country, with a carrier", known)] {
        for page in [1, count * FAR_PAGE / NUMBERS] {
            let mut times = Vec::new();
            for _ in 0..PAGE_REQUESTS {
                let asked = json!({ "id": task["id"], "page": page, "filter": filter });
                let began = Instant::now();
                let answer = server.call("task/results", &asked).await?;
                times.push(began.elapsed().as_secs_f64() * 1000.0);
                let rows = answer["items"].as_array().map_or(0, Vec::len);
                ensure!(rows == 20, "{rows} rows on page {page}");
            }
            println!("| {} | {name} | {page} | {:.1} | 100 |", server.name, median(times));
        }
    }
    Ok(())
}

/// Cost per number in tasks of every size up to the largest, which is measured already.
async fn costs(server: &Server, folder: &Path, count: u64, largest: &Steps) -> anyhow::Result<()> {
    let each = |time: Duration, size: u64| 1_000_000.0 / per_second(size, time);
    let (time, worked) = (each(largest.done, count), each(largest.worked, count));
    let part = folder.join("part.txt");
    let mut size = FEWEST;
    while size < count {
        write_numbers(&part, size)?;
        let (mut times, mut works) = (Vec::new(), Vec::new());
        for _ in 0..SMALL_ROUNDS {
            let steps = server.screen(&part, &IN_HOUSE).await?;
            times.push(each(steps.done, size));
            works.push(each(steps.worked, size));
            server.idle().await?;
        }
        let (a, b) = (median(times), median(works));
        let wanted = if size == FEWEST { "4" } else { "1.5" };
        println!(
            "| {} | {size} | {a:.2} | {:.2} | {wanted} | {b:.2} | {:.2} |",
            server.name,
            a / time,
            b / worked
        );
        size *= 10;
    }
    println!("| {} | {count} | {time:.2} | 1.00 | | {worked:.2} | 1.00 |", server.name);
    Ok(())
}

fn per_second(count: u64, time: Duration) -> f64 {
    // The counts are far below the largest integer that a float represents exactly.
    #[allow(clippy::cast_precision_loss)]
    let count = count as f64;
    count / time.as_secs_f64()
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}
