//! A task with `freshness_days` of an account with many earlier answers beside the same task without it, and tasks of an
//! account with a large suppression list beside those of an account without one.

use std::collections::BTreeMap;
use std::path::Path;
use std::time::Instant;

use anyhow::{Context, ensure};
use futures_util::future::try_join_all;
use numsift_bench_screening::numbers::{COUNTRIES, nth_in_order, write_numbers};
use numsift_bench_screening::server::Server;
use numsift_intake::NumberSet;
use numsift_model::answer_book::NewAnswerRun;
use numsift_model::clock::{Clock as _, SystemClock, Timestamp};
use numsift_model::id::{ListId, Uid};
use numsift_model::list::{ListKind, ListState, NewList};
use numsift_model::money::Points;
use numsift_model::project::Answerer;
use numsift_model::routing::Routing;
use numsift_model::task::{Check, NewTask, NumberColumn, TaskMode, TaskOrigin, TaskPlan, TaskState};
use numsift_screening::ListDocument;
use numsift_segments::{RunAnswer, Runs};
use serde_json::Value;

use crate::median;

/// Numbers of the measured task.
const NUMBERS: u64 = 1_000_000;
/// Earlier answers, for the full size of the bench.
pub const ANSWERS: u64 = 50_000_000;
/// Numbers on the suppression list.
const SUPPRESSED: u64 = 20_000_000;
/// Runs have these shares of the answers, in 64ths, as after many merges.
const SHARES: [u64; 6] = [36, 12, 8, 4, 3, 1];
const ROUNDS: usize = 3;
const PROJECT: &str = "whatsapp";
const STATUS: &str = "active";
/// Tasks that run at the same time, and their numbers.
const AT_ONCE: usize = 10;
const SMALL: u64 = 100_000;

/// Prints a row: the time of a task that may reuse earlier answers. `count` is their number.
pub async fn measure(server: &Server, folder: &Path, count: u64) -> anyhow::Result<()> {
    fill(server, count).await?;
    let file = folder.join("reuse.txt");
    write_numbers(&file, NUMBERS)?;
    let list = server.screen(&file, &["hygiene"]).await?.task["list"].clone();
    let (mut plain, mut reusing) = (Vec::new(), Vec::new());
    server.idle().await?;
    server.reset_peak()?;
    // The first task with reuse comes first, because the answers of the other ones are known afterwards.
    for _ in 0..ROUNDS {
        for (days, times) in [(30, &mut reusing), (0, &mut plain)] {
            let began = Instant::now();
            let task = server.run_with(&list, &[PROJECT], days).await?;
            times.push(began.elapsed().as_secs_f64());
            ensure!(days == 0 || reused(&task), "no answer was reused: {task}");
            server.remove(&task).await?;
            server.idle().await?;
        }
    }
    let (plain, reusing) = (median(plain), median(reusing));
    println!(
        "| {} | {NUMBERS} | {count} | {plain:.2} | {reusing:.2} | {:.2} | 1.5 | {} | 400 |",
        server.name,
        reusing / plain,
        server.peak_megabytes()?
    );
    Ok(())
}

/// An eighth of the numbers is known, so less than the price of all is charged.
fn reused(task: &Value) -> bool {
    task["charged"].as_i64() < task["held"].as_i64()
}

/// Puts answers into the book of the customer, through the writer of runs. Their numbers are spread over those of the task.
async fn fill(server: &Server, answers: u64) -> anyhow::Result<()> {
    let (store, objects) = server.open_data().await?;
    let now = SystemClock.now();
    let mut tx = store.begin().await?;
    let list = tx.add_list(&list_of(server.uid, now)).await?;
    let task = tx.add_task(&task_of(server.uid, list, now)).await?;
    tx.end_task(task, TaskState::Completed, "", now, now.plus_days(30), true).await?;
    tx.save().await?;
    let runs = Runs::new(objects);
    let each = answers / COUNTRIES;
    let mut lane = 0;
    for (at, share) in SHARES.iter().enumerate() {
        let mut writer = runs.writer(&format!("answers/{}/bench-{at}.run", server.uid))?;
        for country in 0..COUNTRIES {
            for place in (0..each).filter(|place| (lane..lane + share).contains(&(place % 64))) {
                let number = nth_in_order(country, place, each);
                let answer = RunAnswer { number, task: task.0, at: now.0, status: STATUS, fields: "" };
                writer.push(answer).await?;
            }
        }
        lane += share;
        let Some(run) = writer.finish().await? else { continue };
        let new = NewAnswerRun {
            uid: server.uid,
            project: PROJECT.to_owned(),
            object: run.object,
            answers: i64::try_from(run.answers)?,
            bytes: i64::try_from(run.bytes)?,
            newest: now,
            created_at: now,
        };
        let mut tx = store.begin().await?;
        tx.add_answer_run(&new).await?;
        tx.save().await?;
    }
    store.close().await;
    Ok(())
}

/// Prints a row: what a suppression list costs a task, and tasks that run at the same time.
pub async fn measure_suppression(server: &Server, folder: &Path) -> anyhow::Result<()> {
    let (large, small) = (folder.join("large.txt"), folder.join("small.txt"));
    write_numbers(&large, NUMBERS)?;
    write_numbers(&small, SMALL)?;
    let (plain, plain_peak) = tasks(server, &large, &small).await?;
    suppress(server).await?;
    let (with, with_peak) = tasks(server, &large, &small).await?;
    println!(
        "| {} | {plain:.2} | {with:.2} | {:.0} % | 20 % | {} | 64 |",
        server.name,
        (with / plain - 1.0) * 100.0,
        with_peak.saturating_sub(plain_peak)
    );
    Ok(())
}

/// The median time of a large task, and the peak memory of small ones that run at the same time.
async fn tasks(server: &Server, large: &Path, small: &Path) -> anyhow::Result<(f64, u64)> {
    let mut times = Vec::new();
    for _ in 0..ROUNDS {
        times.push(server.screen(large, &["hygiene"]).await?.done.as_secs_f64());
        server.idle().await?;
    }
    server.reset_peak()?;
    try_join_all((0..AT_ONCE).map(|_| server.screen(small, &["hygiene"]))).await?;
    let peak = server.peak_megabytes()?;
    server.idle().await?;
    Ok((median(times), peak))
}

/// Gives the customer a suppression list.
async fn suppress(server: &Server) -> anyhow::Result<()> {
    let (store, objects) = server.open_data().await?;
    let each = SUPPRESSED / COUNTRIES;
    // A twentieth of the numbers of the tasks is on the list.
    let numbers =
        (0..COUNTRIES).flat_map(|country| (0..each).map(move |place| nth_in_order(country, place, each)));
    let set: NumberSet = numbers.collect();
    let object = format!("lists/{}/bench.set", server.uid);
    objects.put(&object, set.to_bytes().into()).await?;
    let document = ListDocument { set: Some(object), ..ListDocument::default() };
    let mut list = list_of(server.uid, SystemClock.now());
    list.kind = ListKind::Suppression;
    list.document = serde_json::to_string(&document).context("a document can be written")?;
    let mut tx = store.begin().await?;
    tx.add_list(&list).await?;
    tx.save().await?;
    store.close().await;
    Ok(())
}

fn list_of(uid: Uid, now: Timestamp) -> NewList {
    NewList {
        uid,
        kind: ListKind::Upload,
        state: ListState::Ready,
        name: "bench".to_owned(),
        file_name: "bench.txt".to_owned(),
        source: None,
        bytes: 1,
        sha256: "00".to_owned(),
        document: "{}".to_owned(),
        numbers: 1,
        created_at: now,
        expires_at: None,
    }
}

fn task_of(uid: Uid, list: ListId, now: Timestamp) -> NewTask {
    let check = Check {
        project: PROJECT.to_owned(),
        answerer: Answerer::Channels,
        statuses: vec![STATUS.to_owned()],
        price: 1,
        country_prices: BTreeMap::new(),
        countries: Vec::new(),
        channels: Vec::new(),
        routing: Routing::default(),
        condition: None,
        inputs: Vec::new(),
    };
    NewTask {
        uid,
        name: "bench".to_owned(),
        list,
        plan: TaskPlan {
            mode: TaskMode::Single,
            checks: vec![check],
            purpose: "the bench".to_owned(),
            error_threshold: None,
            freshness_days: 0,
            carried: Vec::new(),
            commission_rate_bp: 0,
            test: false,
            number: NumberColumn::default(),
            other_rows: None,
        },
        total: 1,
        chunk_size: 1,
        sample: false,
        origin: TaskOrigin::Console,
        internal: false,
        held: Points::ZERO,
        request_id: String::new(),
        metadata: BTreeMap::new(),
        key: None,
        webhook: None,
        created_at: now,
    }
}
