//! What routing costs a task that asks providers: the same task with two channels, routed in each way.

use std::path::Path;
use std::time::Instant;

use anyhow::{Context, ensure};
use numsift_bench_screening::numbers::write_numbers;
use numsift_bench_screening::server::Server;
use numsift_sim::providers::Provider;
use numsift_sim::{ProvidersNode, demo_channels};
use serde_json::{Value, json};

use crate::providers::{PROJECT, change_project, channel_yaml};
use crate::{median, per_second};

const ROUNDS: usize = 3;
const SECOND: &str = "bench-second";

/// Prints a row per routing: numbers per second, and the share of the speed of routing by priority, which never asks the
/// second channel. All channels ask the same simulated provider, which answers alike.
pub async fn measure(
    server: &Server,
    node: &ProvidersNode,
    folder: &Path,
    numbers: u64,
) -> anyhow::Result<()> {
    let file = folder.join("routed.txt");
    write_numbers(&file, numbers)?;
    let yaml = demo_channels(node.url());
    let yaml = yaml.first().context("there is a channel")?;
    let first = yaml.lines().find_map(|line| line.strip_prefix("name: ")).context("a channel has a name")?;
    let second = channel_yaml(yaml).replacen(&format!("name: {first}"), &format!("name: {SECOND}"), 1);
    let saved = json!({ "version": 0, "priority": 20, "enabled": true, "yaml": second });
    server.administer("channel/save", &saved).await?;
    // The first task analyses the list, and is the evidence for routing by cost.
    let list = server.screen(&file, &[PROJECT]).await?.task["list"].take();
    server.idle().await?;

    let half = json!({ first: 50, SECOND: 50 });
    let routings = [
        ("by priority", json!({ "by": "priority", "split": {}, "shadow": 0 })),
        ("by cost per definite answer", json!({ "by": "cost", "split": {}, "shadow": 0 })),
        ("split in halves", json!({ "by": "split", "split": half, "shadow": 0 })),
        ("by priority, 2 % compared", json!({ "by": "priority", "split": {}, "shadow": 200 })),
    ];
    let mut rounds = vec![Vec::new(); routings.len()];
    let mut requests = vec![0; routings.len()];
    // The routings take turns, so that other load on the machine affects all.
    for _ in 0..ROUNDS {
        for (at, (_, routing)) in routings.iter().enumerate() {
            change_project(server, |details| details["routing"] = routing.clone()).await?;
            let before = node.control().requests(Provider::Sync);
            let began = Instant::now();
            server.run(&list, &[PROJECT]).await?;
            rounds[at].push(per_second(numbers, began.elapsed()));
            requests[at] = node.control().requests(Provider::Sync) - before;
            server.idle().await?;
        }
    }
    for (at, (name, _)) in routings.iter().enumerate() {
        let speed = median(rounds[at].clone());
        let ratios = rounds[at].iter().zip(&rounds[0]).map(|(routed, plain)| routed / plain);
        let ratio = median(ratios.collect());
        println!("| {} | {name} | {} | {speed:.0} | {ratio:.2} | 0.9 |", server.name, requests[at]);
    }
    ensure!(requests[3] > requests[0], "no second channel was asked for comparison");
    change_project(server, |details| details["routing"] = routings[0].1.clone()).await?;
    let channels = server.administer("channel/list", &json!({})).await?;
    let channels = channels.as_array().context("a list of channels")?;
    let added = channels.iter().find(|channel| channel["name"] == SECOND).context("it was added")?;
    let removed: Value = json!({ "name": SECOND, "version": added["version"] });
    server.administer("channel/remove", &removed).await?;
    Ok(())
}
