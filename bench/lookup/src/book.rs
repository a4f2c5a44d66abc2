//! Lookups with `max_age_days` of an account with many earlier answers: those that ask a provider beside those of an account
//! without any earlier answer, and those that are answered from the book beside free ones.

use std::collections::BTreeMap;
use std::sync::Arc;

use numsift_model::answer_book::NewAnswerRun;
use numsift_model::clock::{Clock as _, SystemClock, Timestamp};
use numsift_model::id::{ListId, Uid};
use numsift_model::list::{ListKind, ListState, NewList};
use numsift_model::money::Points;
use numsift_model::project::Answerer;
use numsift_model::routing::Routing;
use numsift_model::task::{Check, NewTask, NumberColumn, TaskMode, TaskOrigin, TaskPlan, TaskState};
use numsift_segments::{RunAnswer, Runs};

use crate::client::Load;
use crate::server::{PROJECT, TestServer};
use crate::{ROUNDS, free, median, paid};

const STATUS: &str = "active";
/// The numbers in the book begin here; every third number is in it.
const KNOWN: u64 = 8_613_800_000_000;
/// Runs have these shares of the answers, in 64ths, as after many merges.
const SHARES: [u64; 6] = [36, 12, 8, 4, 3, 1];
/// A large multiplier, coprime with the number of answers, to ask about them in no order.
const STEP: u64 = 0x9E37_79B9_7F4A_7C15;

pub async fn compare(server: &TestServer, answers: u64) -> anyhow::Result<()> {
    let new = server.add_customer("new").await?;
    let old = server.add_customer("old").await?;
    fill(server, old.uid, answers).await?;
    let (none, many) = (paid::load(server, &new, 30), paid::load(server, &old, 30));
    let known = move |place: u64| {
        let number = KNOWN + 3 * (place.wrapping_mul(STEP) % answers);
        format!(r#"{{"number":"+{number}","checks":["{PROJECT}"],"max_age_days":30}}"#)
    };
    let known = Load { body: Arc::new(known), contains: r#""source":"fresh""#, ..many.clone() };
    let free = free::load(server, &old, paid::CONNECTIONS);
    println!(
        "\n{}, {answers} earlier answers\n\n| round | p95 ms with none | p95 ms with many | ratio | free/s | from the book/s \
         | ratio |\n|---:|---:|---:|---:|---:|---:|---:|",
        server.name
    );
    let (mut slower, mut shares) = (Vec::new(), Vec::new());
    for round in 0..=ROUNDS {
        let (none, many) = (none.measure().await?.p95_ms, many.measure().await?.p95_ms);
        let (free, known) = (free.measure().await?.rate, known.measure().await?.rate);
        if round > 0 {
            println!(
                "| {round} | {none:.2} | {many:.2} | {:.2} | {free:.0} | {known:.0} | {:.3} |",
                many / none,
                known / free
            );
            slower.push(many / none);
            shares.push(known / free);
        }
    }
    println!("\nmedian ratio of p95: {:.2} (wanted: at most 1.3)", median(slower));
    println!("median share of the free lookups: {:.3} (wanted: at least 0.5)", median(shares));
    Ok(())
}

/// Puts answers into the book of a customer, through the writer of runs.
async fn fill(server: &TestServer, uid: Uid, answers: u64) -> anyhow::Result<()> {
    let now = SystemClock.now();
    let mut tx = server.store.begin().await?;
    let list = tx.add_list(&list_of(uid, now)).await?;
    let task = tx.add_task(&task_of(uid, list, now)).await?;
    tx.end_task(task, TaskState::Completed, "", now, now.plus_days(30), true).await?;
    tx.save().await?;
    let runs = Runs::new(server.screening.objects.clone());
    let mut lane = 0;
    for (at, share) in SHARES.iter().enumerate() {
        let mut writer = runs.writer(&format!("answers/{uid}/bench-{at}.run"))?;
        for place in (0..answers).filter(|place| (lane..lane + share).contains(&(place % 64))) {
            let number = KNOWN + 3 * place;
            let answer = RunAnswer { number, task: task.0, at: now.0, status: STATUS, fields: "" };
            writer.push(answer).await?;
        }
        lane += share;
        let Some(run) = writer.finish().await? else { continue };
        let new = NewAnswerRun {
            uid,
            project: PROJECT.to_owned(),
            object: run.object,
            answers: i64::try_from(run.answers)?,
            bytes: i64::try_from(run.bytes)?,
            newest: now,
            created_at: now,
        };
        let mut tx = server.store.begin().await?;
        tx.add_answer_run(&new).await?;
        tx.save().await?;
    }
    Ok(())
}

pub fn list_of(uid: Uid, now: Timestamp) -> NewList {
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
