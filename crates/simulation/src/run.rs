//! One run: nodes work, clients ask, everything fails; then the faults end, and what was begun must be finished.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use numsift_ledger::verify;
use numsift_model::api_key::OnceAnswer;
use numsift_model::audit::AuditEntry;
use numsift_model::clock::Timestamp;
use numsift_model::id::TaskId;
use numsift_model::lookup::LookupState;
use numsift_model::task::{Task, TaskMode, TaskOrigin, TaskState};
use numsift_screening::{
    AskedNumber, CheckRequest, NewLookups, NumberInfo, StartTask, WorkerSettings, run_workers,
};
use numsift_segments::{Filter, SKIPPED, Sort};
use numsift_store::{OnceMet, Scope, Store};
use tokio::sync::watch;
use tokio::task::JoinHandle;

use crate::bugs::Bug;
use crate::database::wait_for;
use crate::sim::{Sim, lock};
use crate::wire::truth;
use crate::world::{PROJECT, Services, World};

/// Seconds for which chunks are claimed: short, so that leases expire often.
const SETTINGS: WorkerSettings = WorkerSettings { chunks: 2, jobs: 1, lease_s: 4 };
/// How long the faults last, in virtual time.
const FAULTS_MS: u64 = 14_000;
/// Within this time everything is finished after the faults have ended.
const RECOVERY_S: u64 = 90;
/// Longer than the leases of lookups, deliveries and requests.
const SILENCE_S: i64 = 200;
/// How long a lookup may take.
const LOOKUP_WITHIN: Duration = Duration::from_secs(6);
const DAY_S: i64 = 86_400;

/// The result of a run.
pub struct Report {
    pub seed: u64,
    /// The rule that was broken first.
    pub broken: Option<String>,
    pub trace: Vec<String>,
    /// How often the rules were checked.
    pub steps: u64,
    /// Tasks that were completed, and lookups that were answered.
    pub completed: usize,
    pub virtual_s: f64,
}

/// Runs the simulation of a seed, with one of the known bugs if wanted.
pub fn simulate(seed: u64, bug: Option<Bug>) -> Report {
    numsift_turns::inline::on_this_thread();
    let runtime = tokio::runtime::Builder::new_current_thread().enable_time().start_paused(true).build();
    let runtime = runtime.expect("a runtime");
    let report = runtime.block_on(run(seed, bug));
    runtime.shutdown_background();
    report
}

async fn run(seed: u64, bug: Option<Bug>) -> Report {
    let sim = Sim::new(seed, bug);
    let world = Arc::new(World::new(&sim));
    let machines = usize::try_from(sim.random(|random| random.between(2, 3))).unwrap_or(2);
    let nodes: Vec<_> = (1..=machines).map(|machine| Arc::new(Machine::start(&world, machine))).collect();
    let chaos: Vec<_> = nodes.iter().map(|machine| tokio::spawn(machine.clone().suffer())).collect();
    let outages = tokio::spawn(outages(sim.clone()));
    let clients = clients(&world, &nodes);
    let end = Duration::from_millis(FAULTS_MS);
    while sim.elapsed() < end && !sim.is_broken() {
        tokio::time::sleep(Duration::from_millis(250)).await;
    }
    for handle in chaos.into_iter().chain([outages]).chain(clients) {
        handle.abort();
    }
    sim.calm_down();
    let mut completed = 0;
    if !sim.is_broken() {
        for machine in &nodes {
            machine.end().await;
        }
        sim.skip(SILENCE_S);
        match recover(&world).await {
            Ok(count) => completed = count,
            Err(rule) => sim.broke(rule),
        }
    }
    for machine in &nodes {
        machine.kill();
    }
    let virtual_s = sim.elapsed().as_secs_f64();
    if let Ok(world) = Arc::try_unwrap(world) {
        world.close();
    }
    let broken = lock(&sim.broken).take();
    let trace = std::mem::take(&mut *lock(&sim.trace));
    Report { seed, broken, trace, steps: sim.steps(), completed, virtual_s }
}

/// A machine, and the process that runs on it.
struct Machine {
    world: Arc<World>,
    number: usize,
    process: Mutex<Process>,
}

struct Process {
    services: Services,
    number: usize,
    stop: watch::Sender<bool>,
    running: Option<JoinHandle<()>>,
}

impl Machine {
    fn start(world: &Arc<World>, number: usize) -> Self {
        Self { world: world.clone(), number, process: Mutex::new(Process::start(world, number, 1)) }
    }

    fn services(&self) -> Services {
        lock(&self.process).services.clone()
    }

    fn kill(&self) {
        let mut process = lock(&self.process);
        if let Some(running) = process.running.take() {
            process.services.node.kill();
            running.abort();
        }
    }

    fn restart(&self) {
        let mut process = lock(&self.process);
        *process = Process::start(&self.world, self.number, process.number + 1);
    }

    /// Crashes, restarts and pauses.
    async fn suffer(self: Arc<Self>) {
        let sim = &self.world.sim;
        loop {
            tokio::time::sleep(sim.random(|random| random.millis(500, 8000))).await;
            if sim.random(|random| random.one_in_thousand(550)) {
                self.kill();
                tokio::time::sleep(sim.random(|random| random.millis(50, 6000))).await;
                self.restart();
            } else {
                let node = self.services().node;
                node.pause(true);
                tokio::time::sleep(sim.random(|random| random.millis(100, sim.faults.pause_ms))).await;
                node.pause(false);
            }
        }
    }

    /// Stops the process in good order, or kills it.
    async fn end(&self) {
        let sim = &self.world.sim;
        self.services().node.pause(false);
        if sim.random(|random| random.one_in_thousand(500)) {
            let running = {
                let mut process = lock(&self.process);
                process.services.node.note("is stopped");
                process.stop.send_replace(true);
                process.running.take()
            };
            if let Some(running) = running
                && tokio::time::timeout(Duration::from_secs(RECOVERY_S), running).await.is_err()
            {
                sim.broke(format!("{} does not stop", self.services().node.name));
            }
        }
        self.kill();
    }
}

impl Process {
    fn start(world: &World, machine: usize, number: usize) -> Self {
        let services = world.services(machine, number);
        let (stop, stopped) = watch::channel(false);
        let workers = run_workers(services.screening.clone(), SETTINGS, stopped.clone());
        let sender = services.webhooks.clone().run(stopped);
        let running = tokio::spawn(async {
            tokio::join!(biased; workers, sender);
        });
        Self { services, number, stop, running: Some(running) }
    }
}

/// Outages of the stores as a whole.
async fn outages(sim: Arc<Sim>) {
    loop {
        tokio::time::sleep(sim.random(|random| random.millis(1000, 12_000))).await;
        let database = sim.random(|random| random.one_in_thousand(500));
        sim.note("world", if database { "the database is away" } else { "the object store is away" });
        sim.set_away(database, !database);
        tokio::time::sleep(sim.random(|random| random.millis(100, sim.faults.outage_ms))).await;
        sim.note("world", "the stores are back");
        sim.set_away(false, false);
    }
}

/// Customers: they start and cancel tasks and look numbers up, and repeat what failed.
fn clients(world: &Arc<World>, nodes: &[Arc<Machine>]) -> Vec<JoinHandle<()>> {
    let sim = &world.sim;
    let tasks = sim.random(|random| random.between(1, 3));
    let lookups = sim.random(|random| random.between(0, 3));
    let mut clients = Vec::new();
    for number in 0..tasks {
        let (world, nodes) = (world.clone(), nodes.to_vec());
        clients.push(tokio::spawn(async move { start_task(&world, &nodes, number).await }));
    }
    for number in 0..lookups {
        let (world, nodes) = (world.clone(), nodes.to_vec());
        clients.push(tokio::spawn(async move { look_up(&world, &nodes, number).await }));
    }
    clients
}

fn any_node(sim: &Sim, nodes: &[Arc<Machine>]) -> Services {
    let place = sim.random(|random| random.between(0, nodes.len() as u64 - 1));
    nodes[usize::try_from(place).unwrap_or(0)].services()
}

async fn start_task(world: &World, nodes: &[Arc<Machine>], number: u64) {
    let sim = &world.sim;
    tokio::time::sleep(sim.random(|random| random.millis(0, 5000))).await;
    let list = world.lists[usize::try_from(number).unwrap_or(0) % world.lists.len()];
    let start = StartTask {
        list,
        name: format!("task {number}"),
        mode: TaskMode::Single,
        checks: vec![CheckRequest { project: PROJECT.to_owned(), condition: None }],
        purpose: "test".to_owned(),
        confirmed: true,
        error_threshold: None,
        freshness_days: 0,
        origin: TaskOrigin::Console,
        request_id: format!("start-{number}"),
        metadata: BTreeMap::new(),
        key: None,
        webhook: None,
    };
    let Services { store, screening, .. } = any_node(sim, nodes);
    let started = async {
        let mut tx = store.begin().await.ok()?;
        let id = screening.tasks.start(&mut *tx, &world.account, Scope::All, start).await.ok()?;
        tx.save().await.ok()?;
        Some(id)
    };
    let Some(id) = started.await else { return };
    screening.wake();
    sim.note("client", &format!("started task {id}"));
    if sim.random(|random| random.one_in_thousand(200)) {
        tokio::time::sleep(sim.random(|random| random.millis(100, 6000))).await;
        let Services { store, screening, .. } = any_node(sim, nodes);
        sim.note("client", &format!("cancels task {id}"));
        let cancelled = async {
            let mut tx = store.begin().await.ok()?;
            screening.tasks.cancel(&mut *tx, Scope::All, id).await.ok()?;
            tx.save().await.ok()
        };
        cancelled.await;
    }
}

/// Sends a lookup with an idempotency key, and repeats it until it is answered.
async fn look_up(world: &Arc<World>, nodes: &[Arc<Machine>], number: u64) {
    let sim = &world.sim;
    tokio::time::sleep(sim.random(|random| random.millis(0, 6000))).await;
    let key = format!("key-{number}");
    let mut first: Option<String> = None;
    loop {
        let services = any_node(sim, nodes);
        // The node goes on when the client gives up.
        let (world, asked) = (world.clone(), key.clone());
        let request = tokio::spawn(async move { ask_once(&world, &services, &asked).await });
        let patience = sim.random(|random| random.millis(300, 9000));
        if let Ok(Ok(Some(body))) = tokio::time::timeout(patience, request).await {
            sim.note("client", &format!("{key} is answered: {body}"));
            if first.get_or_insert_with(|| body.clone()) != &body {
                sim.broke(format!("{key} has two answers"));
            }
            if sim.random(|random| random.one_in_thousand(500)) {
                return;
            }
        }
        tokio::time::sleep(sim.random(|random| random.millis(50, 2000))).await;
    }
}

/// What the handler of `POST /v1/lookup` does with an idempotency key. `None` if it fails.
async fn ask_once(world: &World, services: &Services, key: &str) -> Option<String> {
    let claim = match services.api_keys.claim_once(world.account.uid, key, &[key.as_bytes()]).await.ok()? {
        OnceMet::Mine(claim) => claim,
        OnceMet::Answered(answer) => return Some(answer.body),
        OnceMet::Other | OnceMet::InFlight { .. } => return None,
    };
    let lookups = &services.screening.lookups;
    let answered = async {
        if let Some(first) = claim.lookup {
            let found = lookups.end(first).await.ok()?;
            if found.iter().all(|lookup| lookup.state == LookupState::Done) {
                return Some(found);
            }
        }
        let digits = 8_613_900_000_000 + key.bytes().map(u64::from).sum::<u64>();
        let info = NumberInfo::of_digits(digits);
        let new = NewLookups {
            actor: world.account.uid,
            account: world.account.clone(),
            numbers: vec![AskedNumber { sent: format!("+{digits}"), info, inputs: BTreeMap::new() }],
            projects: vec![PROJECT.to_owned()],
            key: None,
            request_id: key.to_owned(),
            reusable: Arc::default(),
            claim: Some(claim.clone()),
            entry: AuditEntry {
                at: Timestamp(world.sim.now_ms() / 1000),
                actor: Some(world.account.uid),
                subject: Some(world.account.uid),
                action: "task/lookup".to_owned(),
                ip: String::new(),
                detail: "{}".to_owned(),
            },
        };
        let started = lookups.begin(new).await.ok()??;
        lookups.run(started, LOOKUP_WITHIN).await.ok()
    };
    let Some(found) = answered.await else {
        let _ = services.api_keys.forget_once(&claim).await;
        return None;
    };
    let body: Vec<_> =
        found.iter().map(|lookup| format!("{:?} {}", lookup.state, lookup.charged.0)).collect();
    let answer = OnceAnswer { status: 200, location: String::new(), body: body.join(", ") };
    let mut tx = services.store.begin().await.ok()?;
    let mine = services.api_keys.answer_once(&mut *tx, &claim, &answer).await.ok()?;
    tx.save().await.ok()?;
    mine.then_some(answer.body)
}

/// Without faults, a single node finishes everything. Returns how many tasks were completed.
async fn recover(world: &Arc<World>) -> Result<usize, String> {
    let sim = &world.sim;
    let unfinished = || world.rules.unfinished().map_err(|error| error.to_string());
    let machine = Machine::start(world, 9);
    let begun = sim.elapsed();
    while unfinished()?.0 > 0 && !sim.is_broken() {
        if sim.elapsed() > begun + Duration::from_secs(RECOVERY_S) {
            machine.kill();
            return Err(format!("{} tasks and lookups are not finished", unfinished()?.0));
        }
        tokio::time::sleep(Duration::from_millis(500)).await;
    }
    machine.kill();
    // Failed deliveries are tried again after minutes or hours.
    for _ in 0..10 {
        let services = world.services(10, 1);
        services.webhooks.send_due().await.map_err(|error| error.to_string())?;
        if unfinished()?.1 == 0 {
            break;
        }
        sim.skip(DAY_S);
    }
    if unfinished()?.1 > 0 {
        return Err(format!("{} webhooks were never sent", unfinished()?.1));
    }
    wait_for(verify(&world.store)).map_err(|error| format!("the ledger is wrong: {error}"))?;
    check_results(world).await
}

/// Every number of a completed task has one answer, the one that the provider gives, and only answers are charged.
async fn check_results(world: &Arc<World>) -> Result<usize, String> {
    let services = world.services(11, 1);
    let text = |error: &dyn std::fmt::Display| error.to_string();
    let mut completed = 0;
    for id in 1.. {
        let task = wait_for(async { world.store.read().await?.task(Scope::All, TaskId(id)).await });
        let Some(task) = task.map_err(|error| text(&error))? else { break };
        if task.state == TaskState::Completed {
            completed += 1;
            check_task(&services, &task).await?;
        }
    }
    Ok(completed)
}

async fn check_task(services: &Services, task: &Task) -> Result<(), String> {
    let results = &services.screening.results;
    let page = results.page(task, &Filter::default(), &Sort::Input, 0, 100).await;
    let page = page.map_err(|error| format!("task {}: {error}", task.id))?;
    let numbers: BTreeSet<_> = page.rows.iter().map(|row| row.number).collect();
    let rows = i64::try_from(page.rows.len()).unwrap_or(0);
    if numbers.len() != page.rows.len() || rows != task.progress.done {
        return Err(format!("task {} has {rows} rows, {} numbers", task.id, numbers.len()));
    }
    let mut definite = 0;
    for row in &page.rows {
        let status = row.checks.first().map_or(0, |check| check.status);
        if status <= SKIPPED {
            continue;
        }
        definite += 1;
        // The first status is the hit.
        if truth(row.number) != Some(status == SKIPPED + 1) {
            return Err(format!("task {}: {} has a wrong answer", task.id, row.number));
        }
    }
    let price = task.asked.plan.checks.first().map_or(0, |check| check.price);
    if task.progress.charged.0 != definite * price {
        return Err(format!("task {}: {definite} answers cost {}", task.id, task.progress.charged.0));
    }
    Ok(())
}
