//! What the parts of a simulation share: the seed's choices, virtual time, the trace, and the nodes.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::{AtomicBool, AtomicI64, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::time::Duration;

use numsift_model::clock::{Clock, Timestamp};
use tokio::sync::{Notify, OwnedSemaphorePermit, Semaphore};
use tokio::time::Instant;

use crate::bugs::Bug;
use crate::random::Random;
use crate::store::OpenTx;

/// When every simulation begins.
pub const BEGIN: Timestamp = Timestamp(1_800_000_000);

pub fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// What the seed decides about the faults of a run.
#[derive(Debug, Clone, Copy)]
pub struct Faults {
    /// Of a thousand calls of the database, of the object store and of the network, this many fail.
    pub database: u64,
    pub objects: u64,
    pub network: u64,
    /// Clocks differ by at most this.
    pub skew_ms: u64,
    /// Longest pause of a node and outage of a store.
    pub pause_ms: u64,
    pub outage_ms: u64,
}

/// The state of a run.
pub struct Sim {
    pub bug: Option<Bug>,
    pub faults: Faults,
    random: Mutex<Random>,
    begun: Instant,
    /// Seconds that were skipped between two phases.
    skipped: AtomicI64,
    /// No faults any more.
    calm: AtomicBool,
    database_away: AtomicBool,
    objects_away: AtomicBool,
    pub trace: Mutex<Vec<String>>,
    pub broken: Mutex<Option<String>>,
    /// The database has one writer.
    pub writer: Arc<Semaphore>,
    pub seen: Mutex<Seen>,
    steps: AtomicU64,
}

/// What the outside has seen.
#[derive(Default)]
pub struct Seen {
    /// Messages that the receiver confirmed.
    pub confirmed: BTreeSet<String>,
    /// The newest epoch that was claimed of each chunk.
    pub claims: BTreeMap<(i64, i64), i64>,
    /// Requests that the provider works on.
    pub in_flight: u32,
    /// When requests arrived, in milliseconds.
    pub arrivals: Vec<u128>,
}

impl Sim {
    pub fn new(seed: u64, bug: Option<Bug>) -> Arc<Self> {
        let mut random = Random::new(seed);
        // A quarter of the runs is wild: long pauses and clocks that nobody synchronises. This bug needs them.
        let wild = random.one_in_thousand(250) || bug == Some(Bug::CommitWithoutClaim);
        let faults = Faults {
            database: random.between(0, 12),
            objects: random.between(0, 40),
            network: random.between(0, 150),
            skew_ms: if wild { 3000 } else { 400 },
            pause_ms: if wild { 12_000 } else { 3000 },
            outage_ms: if wild { 6000 } else { 1200 },
        };
        Arc::new(Self {
            bug,
            faults,
            random: Mutex::new(random),
            begun: Instant::now(),
            skipped: AtomicI64::new(0),
            calm: AtomicBool::new(false),
            database_away: AtomicBool::new(false),
            objects_away: AtomicBool::new(false),
            trace: Mutex::default(),
            broken: Mutex::default(),
            writer: Arc::new(Semaphore::new(1)),
            seen: Mutex::default(),
            steps: AtomicU64::new(0),
        })
    }

    /// Whether limits of channels must hold exactly: they compare clocks, and slots of a silent process expire.
    pub fn is_tame(&self) -> bool {
        self.faults.pause_ms <= 3000
    }

    pub fn random<T>(&self, choose: impl FnOnce(&mut Random) -> T) -> T {
        choose(&mut lock(&self.random))
    }

    pub fn elapsed(&self) -> Duration {
        self.begun.elapsed()
    }

    pub fn now_ms(&self) -> i64 {
        let elapsed = i64::try_from(self.elapsed().as_millis()).unwrap_or(i64::MAX);
        (BEGIN.0 + self.skipped.load(Ordering::Relaxed)) * 1000 + elapsed
    }

    /// Lets time pass while nothing runs.
    pub fn skip(&self, seconds: i64) {
        self.skipped.fetch_add(seconds, Ordering::Relaxed);
        self.note("world", &format!("{seconds} s pass"));
    }

    pub fn calm_down(&self) {
        self.calm.store(true, Ordering::Relaxed);
        self.set_away(false, false);
        self.note("world", "the faults end");
    }

    pub fn is_calm(&self) -> bool {
        self.calm.load(Ordering::Relaxed)
    }

    pub fn set_away(&self, database: bool, objects: bool) {
        self.database_away.store(database, Ordering::Relaxed);
        self.objects_away.store(objects, Ordering::Relaxed);
    }

    pub fn database_fails(&self) -> bool {
        self.database_away.load(Ordering::Relaxed) || self.fails(self.faults.database)
    }

    pub fn objects_fail(&self) -> bool {
        self.objects_away.load(Ordering::Relaxed) || self.fails(self.faults.objects)
    }

    pub fn fails(&self, of_thousand: u64) -> bool {
        !self.is_calm() && self.random(|random| random.one_in_thousand(of_thousand))
    }

    /// How long a call takes.
    pub fn delay(&self) -> Duration {
        if self.is_calm() {
            return Duration::from_millis(1);
        }
        self.random(|random| match random.between(0, 99) {
            0 => random.millis(200, 1500),
            1..10 => random.millis(5, 80),
            _ => random.millis(1, 3),
        })
    }

    /// Writes a line of the trace.
    pub fn note(&self, who: &str, what: &str) {
        let line = format!("{:>9.3} {who:<6} {what}", self.elapsed().as_secs_f64());
        lock(&self.trace).push(line);
    }

    /// Records that a rule was broken. The first one counts.
    pub fn broke(&self, rule: String) {
        self.note("rule", &format!("BROKEN: {rule}"));
        lock(&self.broken).get_or_insert(rule);
    }

    pub fn is_broken(&self) -> bool {
        lock(&self.broken).is_some()
    }

    pub fn count_step(&self) {
        self.steps.fetch_add(1, Ordering::Relaxed);
    }

    pub fn steps(&self) -> u64 {
        self.steps.load(Ordering::Relaxed)
    }
}

/// One process of the installation, from its start until it stops or is killed.
pub struct Node {
    pub sim: Arc<Sim>,
    pub name: String,
    skew_ms: i64,
    dead: AtomicBool,
    paused: AtomicBool,
    /// Wakes those who wait in the order in which they came; `watch` would choose by chance.
    goes_on: Notify,
    pub transactions: Mutex<Vec<Weak<OpenTx>>>,
}

impl Node {
    pub fn new(sim: &Arc<Sim>, name: String) -> Arc<Self> {
        let most = sim.faults.skew_ms;
        let skew = if sim.is_calm() { most } else { sim.random(|random| random.between(0, 2 * most)) };
        let skew_ms = i64::try_from(skew).unwrap_or(0) - i64::try_from(most).unwrap_or(0);
        sim.note(&name, &format!("starts, clock {skew_ms:+} ms"));
        Arc::new(Self {
            sim: sim.clone(),
            name,
            skew_ms,
            dead: AtomicBool::new(false),
            paused: AtomicBool::new(false),
            goes_on: Notify::new(),
            transactions: Mutex::default(),
        })
    }

    pub fn note(&self, what: &str) {
        self.sim.note(&self.name, what);
    }

    /// The database rolls back the transactions of a process that is gone or does not answer.
    fn end_transactions(&self) {
        for open in lock(&self.transactions).drain(..) {
            if let Some(open) = open.upgrade() {
                open.end();
            }
        }
    }

    pub fn kill(&self) {
        self.note("is killed");
        self.dead.store(true, Ordering::Relaxed);
        self.end_transactions();
    }

    pub fn is_dead(&self) -> bool {
        self.dead.load(Ordering::Relaxed)
    }

    pub fn pause(&self, paused: bool) {
        self.note(if paused { "is paused" } else { "goes on" });
        if paused {
            self.end_transactions();
        }
        self.paused.store(paused, Ordering::Relaxed);
        if !paused {
            self.goes_on.notify_waiters();
        }
    }

    fn is_paused(&self) -> bool {
        self.paused.load(Ordering::Relaxed)
    }

    /// Waits for the turn to write. A process that is paused or dead does not keep others from writing.
    pub async fn turn(&self) -> Option<OwnedSemaphorePermit> {
        loop {
            let turn = self.sim.writer.clone().acquire_owned().await.ok();
            if !self.is_dead() && !self.is_paused() {
                return turn;
            }
            drop(turn);
            self.pass(Duration::ZERO).await;
        }
    }

    /// Every call to the outside passes here. It does not return in a process that was killed, and waits while the
    /// process is paused.
    pub async fn pass(&self, delay: Duration) {
        if !delay.is_zero() {
            tokio::time::sleep(delay).await;
        }
        loop {
            let goes_on = self.goes_on.notified();
            if !self.is_paused() {
                break;
            }
            goes_on.await;
        }
        if self.is_dead() {
            std::future::pending::<()>().await;
        }
    }
}

/// The clock of a node.
pub struct NodeClock(pub Arc<Node>);

impl Clock for NodeClock {
    fn now(&self) -> Timestamp {
        Timestamp(self.now_ms().div_euclid(1000))
    }

    fn now_ms(&self) -> i64 {
        self.0.sim.now_ms() + self.0.skew_ms
    }
}
