//! Requests to a provider from a task and from a bare client, with the same simulator, bodies and concurrency.

use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

use anyhow::{Context, bail, ensure};
use numsift_bench_screening::numbers::{number, write_numbers};
use numsift_bench_screening::server::Server;
use numsift_sim::providers::Provider;
use numsift_sim::{ProvidersNode, demo_channels};
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;

use crate::{median, per_second};

/// First argument of the process that runs the bare client.
pub const BARE: &str = "bare";
const BATCH: u64 = 100;
const CONCURRENCY: u32 = 32;
const ROUNDS: usize = 3;

pub const PROJECT: &str = "whatsapp";
/// Chunk sizes: the default of projects, and a small one as for slow providers.
const CHUNKS: [u64; 2] = [10_000, 1000];

/// Adds a channel to the simulated provider, which alone limits its speed.
pub async fn connect(server: &Server, node: &ProvidersNode) -> anyhow::Result<()> {
    let yaml = demo_channels(node.url());
    let yaml = channel_yaml(yaml.first().context("there is a channel")?);
    let saved = json!({ "version": 0, "priority": 10, "enabled": true, "yaml": yaml });
    server.administer("channel/save", &saved).await?;
    Ok(())
}

/// A channel of the demo without its limit.
pub fn channel_yaml(yaml: &str) -> String {
    let limit = format!("limit: {{rps: 100000, burst: 100000, concurrency: {CONCURRENCY}}}");
    let lines = yaml.lines().map(|line| if line.starts_with("limit:") { limit.as_str() } else { line });
    lines.collect::<Vec<_>>().join("\n")
}

/// Prints one row per chunk size: requests per second of tasks and of the bare client.
pub async fn measure(
    server: &Server,
    node: &ProvidersNode,
    folder: &Path,
    numbers: u64,
) -> anyhow::Result<()> {
    let file = folder.join("asked.txt");
    write_numbers(&file, numbers)?;
    // The first task analyses the list and warms up both sides.
    let list = server.screen(&file, &[PROJECT]).await?.task["list"].take();
    server.idle().await?;
    for chunk in CHUNKS {
        set_chunk(server, chunk).await?;
        beside_bare(server, node, &list, numbers, chunk).await?;
    }
    Ok(())
}

async fn set_chunk(server: &Server, numbers: u64) -> anyhow::Result<()> {
    change_project(server, |details| details["chunk_size"] = numbers.into()).await
}

/// Changes the details of the project that tasks check.
pub async fn change_project(server: &Server, change: impl FnOnce(&mut Value)) -> anyhow::Result<()> {
    let mut projects = server.administer("project/list", &json!({})).await?;
    let all = projects.as_array_mut().context("a list of projects")?;
    let project =
        all.iter_mut().find(|project| project["slug"] == PROJECT).context("it is in the catalogue")?;
    change(&mut project["details"]);
    let project = project.as_object_mut().context("a project has fields")?;
    // Read-only.
    project.remove("usable");
    server.administer("project/save", &json!(project)).await?;
    Ok(())
}

async fn beside_bare(
    server: &Server,
    node: &ProvidersNode,
    list: &Value,
    numbers: u64,
    chunk: u64,
) -> anyhow::Result<()> {
    let mut rounds = Vec::new();
    // The two sides take turns, so that other load on the machine affects both.
    for _ in 0..ROUNDS {
        let before = node.control().requests(Provider::Sync);
        let began = Instant::now();
        server.run(list, &[PROJECT]).await?;
        let took = began.elapsed();
        let requests = node.control().requests(Provider::Sync) - before;
        ensure!(requests >= numbers.div_ceil(BATCH), "{requests} requests for {numbers} numbers");
        server.idle().await?;
        rounds.push((per_second(requests, took), bare(node.url(), requests).await?));
    }
    let tasks = median(rounds.iter().map(|round| round.0).collect());
    let alone = median(rounds.iter().map(|round| round.1).collect());
    let ratio = median(rounds.iter().map(|round| round.0 / round.1).collect());
    println!("| {} | {numbers} | {chunk} | {tasks:.0} | {alone:.0} | {ratio:.2} | 0.7 |", server.name);
    Ok(())
}

/// Requests per second of a client that does nothing else, in a separate process like the server.
async fn bare(url: &str, requests: u64) -> anyhow::Result<f64> {
    let mut client = Command::new(std::env::current_exe()?);
    client.args([BARE, url.trim_start_matches("http://"), &requests.to_string()]).stderr(Stdio::inherit());
    let output = tokio::task::spawn_blocking(move || client.output()).await??;
    ensure!(output.status.success(), "the bare client failed");
    Ok(String::from_utf8(output.stdout)?.trim().parse()?)
}

/// Runs the bare client: prints its requests per second.
pub async fn run_bare(mut args: impl Iterator<Item = String>) -> anyhow::Result<()> {
    let address = args.next().context("the address of the provider")?;
    let requests: u64 = args.next().context("how many requests")?.parse()?;
    let next = Arc::new(AtomicU64::new(0));
    let began = Instant::now();
    let mut clients = Vec::new();
    for _ in 0..CONCURRENCY {
        clients.push(tokio::spawn(ask(address.clone(), next.clone(), requests)));
    }
    for client in clients {
        client.await??;
    }
    println!("{}", per_second(requests, began.elapsed()));
    Ok(())
}

/// Sends batches over one connection until none is left.
async fn ask(address: String, next: Arc<AtomicU64>, requests: u64) -> anyhow::Result<()> {
    let mut stream = TcpStream::connect(&address).await?;
    stream.set_nodelay(true)?;
    let mut buffer = vec![0_u8; 64 * 1024];
    loop {
        let batch = next.fetch_add(1, Ordering::Relaxed);
        if batch >= requests {
            return Ok(());
        }
        let numbers: Vec<_> = (batch * BATCH..(batch + 1) * BATCH).map(number).collect();
        let body = json!({ "numbers": numbers }).to_string();
        let request = format!(
            "POST /sync/whatsapp HTTP/1.1\r\nhost: {address}\r\ncontent-type: application/json\r\n\
             content-length: {}\r\n\r\n{body}",
            body.len()
        );
        stream.write_all(request.as_bytes()).await?;
        let mut filled = 0;
        while !is_complete(&buffer[..filled])? {
            let read = stream.read(&mut buffer[filled..]).await?;
            if read == 0 {
                bail!("the provider closed the connection, or sent more than {} bytes", buffer.len());
            }
            filled += read;
        }
    }
}

/// Whether a response is complete.
fn is_complete(answer: &[u8]) -> anyhow::Result<bool> {
    let Some(end) = answer.windows(4).position(|part| part == b"\r\n\r\n") else { return Ok(false) };
    let head = std::str::from_utf8(&answer[..end])?;
    ensure!(head.starts_with("HTTP/1.1 200"), "unexpected response: {head}");
    let length = head.lines().find_map(|line| {
        let (name, value) = line.split_once(':')?;
        name.eq_ignore_ascii_case("content-length").then(|| value.trim().parse::<usize>().ok())?
    });
    Ok(answer.len() >= end + 4 + length.context("a response without a length")?)
}
