//! Chunk commits on PostgreSQL: the calls of a worker, and the same statements run by pgbench.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;
use std::process::Command;
use std::sync::Arc;
use std::time::Instant;

use anyhow::{Context, ensure};
use numsift_ledger::{By, Reserve, Settle, reserve, settle};
use numsift_model::clock::Timestamp;
use numsift_model::id::{ListId, TaskId, Uid};
use numsift_model::ledger::{Asset, Bucket, LedgerAccount, SystemBook};
use numsift_model::list::{ListKind, ListState, NewList};
use numsift_model::money::Points;
use numsift_model::project::Answerer;
use numsift_model::routing::Routing;
use numsift_model::task::{
    Check, ChunkDone, ChunkUsage, ClaimedChunk, NewTask, NumberColumn, TaskMode, TaskOrigin, TaskPlan,
};
use numsift_store::{PassOver, Store};
use numsift_store_pg::PgStore;

use crate::{median, per_second};

/// One worker, and as many as a process runs for one task by default.
const CLIENTS: [u32; 2] = [1, 8];
/// Chunks of a task, for any number of workers.
const CHUNKS: u32 = 2000;
const ROUNDS: usize = 3;
const ROWS: i64 = 1000;
const ANSWERS: i64 = 950;
const PROJECT: &str = "whatsapp";
const CHARGED: Points = Points(950_000);
const COST: Points = Points(20_000);
const NOW: Timestamp = Timestamp(1_790_000_000);
const DAY: i64 = 86_400;

/// Prints one row per number of workers. Nothing else may use the database.
pub async fn measure(url: &str, uid: Uid, folder: &Path) -> anyhow::Result<()> {
    let store: Arc<dyn Store> = Arc::new(PgStore::connect(url, 10).await?);
    let list = add_list(&store, uid).await?;
    for clients in CLIENTS {
        let mut rounds = Vec::new();
        // The two sides take turns, so that other load on the machine affects both.
        for _ in 0..ROUNDS {
            let ours = commit_all(&store, uid, add_task(&store, uid, list).await?, clients).await?;
            let task = add_task(&store, uid, list).await?;
            rounds.push((ours, pgbench(url, uid, task, clients, folder)?));
        }
        let ours = median(rounds.iter().map(|round| round.0).collect());
        let theirs = median(rounds.iter().map(|round| round.1).collect());
        let ratio = median(rounds.iter().map(|round| round.0 / round.1).collect());
        println!("| {clients} | {ours:.0} | {theirs:.0} | {ratio:.2} | 0.7 |");
    }
    store.close().await;
    Ok(())
}

async fn add_list(store: &Arc<dyn Store>, uid: Uid) -> anyhow::Result<ListId> {
    let mut tx = store.begin().await?;
    let list = NewList {
        uid,
        kind: ListKind::Upload,
        state: ListState::Ready,
        name: "bench".to_owned(),
        file_name: "bench.txt".to_owned(),
        source: None,
        bytes: 0,
        sha256: String::new(),
        document: "{}".to_owned(),
        numbers: i64::from(CHUNKS) * ROWS,
        created_at: NOW,
        expires_at: None,
    };
    let id = tx.add_list(&list).await?;
    tx.save().await?;
    Ok(id)
}

/// A task whose chunks are all claimed.
async fn add_task(store: &Arc<dyn Store>, uid: Uid, list: ListId) -> anyhow::Result<TaskId> {
    let check = Check {
        project: PROJECT.to_owned(),
        answerer: Answerer::Channels,
        statuses: vec!["active".to_owned(), "inactive".to_owned()],
        price: CHARGED.0 / ANSWERS,
        country_prices: BTreeMap::new(),
        countries: Vec::new(),
        channels: Vec::new(),
        routing: Routing::default(),
        condition: None,
        inputs: Vec::new(),
    };
    let held = Points(CHARGED.0 * i64::from(CHUNKS));
    let new = NewTask {
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
        total: i64::from(CHUNKS) * ROWS,
        chunk_size: ROWS,
        sample: false,
        origin: TaskOrigin::Console,
        internal: false,
        held,
        request_id: String::new(),
        metadata: BTreeMap::new(),
        key: None,
        webhook: None,
        created_at: NOW,
    };
    let mut tx = store.begin().await?;
    let task = tx.add_task(&new).await?;
    reserve(&mut *tx, By::system(NOW), Reserve { uid, task, amount: held }).await?;
    tx.save().await?;
    for _ in 0..CHUNKS / 100 {
        let mut tx = store.begin().await?;
        for _ in 0..100 {
            let chunk = tx.claim_chunk(NOW.plus(DAY), &PassOver::default()).await?;
            ensure!(chunk.is_some_and(|chunk| chunk.task == task), "a chunk of this task is left");
        }
        tx.save().await?;
    }
    Ok(task)
}

fn done(task: TaskId, seq: i64) -> ChunkDone {
    ChunkDone {
        object: format!("tasks/{task}/{seq}-1.parquet"),
        histogram: vec![1; 100],
        charged_answers: ANSWERS,
        charged: CHARGED,
        failed: 0,
        unknown: ROWS - ANSWERS,
        answers: ROWS,
        hits: ANSWERS / 2,
        suppressed: 0,
        at: NOW,
        used: vec![ChunkUsage {
            project: PROJECT.to_owned(),
            answers: ROWS,
            hits: ANSWERS / 2,
            unknown: ROWS - ANSWERS,
            charged: CHARGED.0,
        }],
        spent: [(PROJECT.to_owned(), COST)].into(),
    }
}

/// Commits per second of concurrent workers.
async fn commit_all(store: &Arc<dyn Store>, uid: Uid, task: TaskId, clients: u32) -> anyhow::Result<f64> {
    let began = Instant::now();
    let mut working = Vec::new();
    for client in 0..clients {
        let store = store.clone();
        working.push(tokio::spawn(async move {
            for seq in (client..CHUNKS).step_by(clients as usize) {
                commit(&*store, uid, task, i64::from(seq)).await?;
            }
            anyhow::Ok(())
        }));
    }
    for client in working {
        client.await??;
    }
    Ok(per_second(CHUNKS.into(), began.elapsed()))
}

async fn commit(store: &dyn Store, uid: Uid, task: TaskId, seq: i64) -> anyhow::Result<()> {
    let chunk = ClaimedChunk { uid, task, seq, epoch: 1, rows: ROWS };
    let mut tx = store.begin().await?;
    tx.commit_chunk(&chunk, &done(task, seq)).await?.context("the chunk is still ours")?;
    let charge = Settle {
        task,
        chunk: seq,
        amount: CHARGED,
        project: PROJECT,
        numbers: ANSWERS,
        commission_rate_bp: 0,
    };
    settle(&mut *tx, By::system(NOW), charge).await?;
    tx.save().await?;
    Ok(())
}

/// Commits per second of pgbench.
fn pgbench(url: &str, uid: Uid, task: TaskId, clients: u32, folder: &Path) -> anyhow::Result<f64> {
    let script = folder.join("commit.sql");
    std::fs::write(&script, statements(uid, task, clients)?)?;
    let output = Command::new("pgbench")
        .args(["--no-vacuum", "--protocol=prepared", "--define=n=0", "--jobs=2"])
        .args([format!("--client={clients}"), format!("--transactions={}", CHUNKS / clients)])
        .arg(format!("--file={}", script.display()))
        .arg(url)
        .output()
        .context("cannot run pgbench, which comes with PostgreSQL")?;
    let text = String::from_utf8(output.stdout)?;
    ensure!(output.status.success(), "pgbench failed: {text}{}", String::from_utf8_lossy(&output.stderr));
    let rate = text.lines().find_map(|line| line.strip_prefix("tps = ")?.split(' ').next()?.parse().ok());
    rate.with_context(|| format!("pgbench printed no rate: {text}"))
}

/// The statements of [`commit`], as a script for pgbench.
fn statements(uid: Uid, task: TaskId, clients: u32) -> anyhow::Result<String> {
    let mut text = format!("\\set seq :client_id + :n * {clients}\n\\set n :n + 1\nBEGIN;\n");
    let (unknown, hits, charged) = (ROWS - ANSWERS, ANSWERS / 2, CHARGED.0);
    let mut sides = [
        (LedgerAccount::of(uid, Bucket::PointsHeld).id(), -charged),
        (LedgerAccount::system(SystemBook::Revenue, Asset::Points, uid).id(), charged),
    ];
    sides.sort_unstable();
    let [(first, of_first), (second, of_second)] = sides;
    writeln!(
        text,
        "WITH counted AS (UPDATE tasks SET running = running - 1, done_chunks = done_chunks + 1, \
         done = done + {ROWS}, charged_answers = charged_answers + {ANSWERS}, charged = charged + {charged}, \
         unknown = unknown + {unknown}, answers = answers + {ROWS}, hits = hits + {hits} \
         WHERE id = {task} AND state IN ('running', 'paused') AND EXISTS (SELECT 1 FROM chunks \
         WHERE task = {task} AND seq = :seq AND epoch = 1 AND state = 'running') \
         RETURNING uid, pending, running, done_chunks, done, charged_answers, charged, unknown, answers, hits), \
         closed AS (UPDATE chunks SET state = 'done', lease_until = NULL, \
         object = 'tasks/{task}/' || :seq || '-1.parquet', row_group = 0, \
         histogram = decode(repeat('01', 100), 'hex'), done_order = counted.done_chunks FROM counted \
         WHERE task = {task} AND seq = :seq AND epoch = 1 AND state = 'running' RETURNING counted.uid), \
         used AS (INSERT INTO usage_days (uid, day, project, answers, hits, unknown, charged) \
         SELECT closed.uid, {day}, u.project, SUM(u.answers)::BIGINT, SUM(u.hits)::BIGINT, \
         SUM(u.unknown)::BIGINT, SUM(u.charged)::BIGINT \
         FROM closed, UNNEST(ARRAY['{PROJECT}'], ARRAY[{ROWS}]::BIGINT[], ARRAY[{hits}]::BIGINT[], \
         ARRAY[{unknown}]::BIGINT[], ARRAY[{charged}]::BIGINT[]) AS u (project, answers, hits, unknown, charged) \
         GROUP BY closed.uid, u.project ORDER BY u.project \
         ON CONFLICT (uid, day, project) DO UPDATE SET answers = usage_days.answers + excluded.answers, \
         hits = usage_days.hits + excluded.hits, unknown = usage_days.unknown + excluded.unknown, \
         charged = usage_days.charged + excluded.charged), \
         spent AS (INSERT INTO provider_costs (task, chunk, attempt, project, cost, created_at) \
         SELECT {task}, :seq, 1, s.project, s.cost, {now} \
         FROM closed, UNNEST(ARRAY['{PROJECT}'], ARRAY[{cost}]::BIGINT[]) AS s (project, cost) \
         ON CONFLICT (task, chunk, attempt, project) DO NOTHING) \
         SELECT pending, running, done_chunks, done, charged_answers, charged, unknown, answers, hits, \
         EXISTS (SELECT 1 FROM closed) FROM counted;\n\
         SELECT h.task, h.uid, (SELECT inviter FROM accounts a WHERE a.uid = h.uid) AS inviter, \
         h.credit_reserved, h.points_reserved, h.credit_settled, h.points_settled, h.credit_released, \
         h.points_released, h.closed FROM ledger_holds h WHERE h.task = {task} FOR UPDATE OF h;\n\
         SELECT posting, entries, balances FROM ledger_post('settle', 'settle:{task}:' || :seq, \
         decode(repeat('01', 32), 'hex'), NULL, {uid}, NULL, {task}, :seq, '{PROJECT}', {ANSWERS}, NULL, '', \
         {charged}, {now}, ARRAY[{first}, {second}]::BIGINT[], ARRAY[{of_first}, {of_second}]::BIGINT[]);\n\
         UPDATE ledger_holds SET credit_settled = credit_settled + 0, \
         points_settled = points_settled + {charged} WHERE task = {task} AND NOT closed \
         AND credit_settled + credit_released + 0 <= credit_reserved \
         AND points_settled + points_released + {charged} <= points_reserved;\n\
         COMMIT;",
        now = NOW.0,
        day = NOW.0 - NOW.0.rem_euclid(DAY),
        cost = COST.0,
    )?;
    Ok(text)
}
