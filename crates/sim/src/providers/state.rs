//! What the simulated providers remember, and the switches that make them fail.

use std::collections::{HashMap, HashSet, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use serde::Deserialize;
use tokio::sync::watch;

use super::answers::mixed;
use super::auth::Requirement;
use super::jobs::Job;

/// Jobs that are remembered.
const JOBS: usize = 10_000;

/// One of the simulated providers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Provider {
    /// Answers a batch at once: `POST /sync/{project}`.
    Sync,
    /// Takes a batch as a job to be asked after: `POST /poll/jobs`, `GET /poll/jobs/{id}`.
    Poll,
    /// Takes a batch as a job and delivers the result: `POST /callback/submit`.
    Callback,
    /// Answers one number at a time: `GET /slow/{project}?number=…`.
    Slow,
}

/// Something that is wrong with a provider as long as it is set.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Fault {
    /// Nothing.
    #[default]
    None,
    /// Every request is answered with 503.
    Down,
    /// Every request is answered with this status.
    Status(u16),
    /// Every answer takes so many milliseconds longer.
    Slow(u64),
    /// Of three numbers the first is answered rightly and then again wrongly, the second in a wrong
    /// shape, and instead of the third another is answered.
    Lying,
    /// Answers are JSON, but of another form.
    WrongShape,
    /// Answers are not JSON.
    NotJson,
    /// Answers are nested a hundred times over.
    Deep,
    /// Every second number is left out.
    Half,
    /// Answers have at least so many bytes.
    Oversize(usize),
    /// Jobs never finish.
    NeverFinishing,
    /// Jobs fail.
    FailingJobs,
}

/// A way to tell that requests come too fast.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Throttle {
    /// A status, usually 429, with `Retry-After` in seconds.
    RetryAfter(u16, u64),
    /// 200, with `{"error": "quota"}` in the body.
    InBody,
    /// This status (502, 504), without a word.
    Gateway(u16),
    /// A good answer whose counters say that nothing is left for so many seconds.
    Counters(u64),
}

/// How the providers start.
#[derive(Debug, Clone, Default)]
pub struct ProviderSettings {
    /// Chooses which requests the mix of faults hits.
    pub seed: u64,
    /// Faults that hit by chance, each with its share in a thousand.
    pub mix: Vec<(Fault, u32)>,
    /// What every request must carry.
    pub requirement: Requirement,
    /// How often a job is still running when asked after.
    pub polls_until_done: u32,
    /// The secret that deliveries are signed with, in the form of Standard Webhooks.
    pub webhook_secret: Option<String>,
}

#[derive(Default)]
pub(super) struct State {
    pub(super) settings: ProviderSettings,
    faults: HashMap<Provider, Fault>,
    throttles: HashMap<Provider, VecDeque<Throttle>>,
    requests: HashMap<Provider, u64>,
    all_requests: u64,
    under_way: u64,
    most_under_way: u64,
    pub(super) jobs: HashMap<String, Job>,
    job_order: VecDeque<String>,
    pub(super) tokens: HashSet<String>,
    pub(super) token_requests: u64,
}

/// The switches and counters of the providers. Cheap to clone.
#[derive(Clone)]
pub struct Providers {
    state: Arc<Mutex<State>>,
    /// How many requests are held, and whether the gate is closed.
    gate: Arc<watch::Sender<(bool, u64)>>,
}

impl Providers {
    pub(super) fn new(settings: ProviderSettings) -> Self {
        let state = State { settings, ..State::default() };
        Self { state: Arc::new(Mutex::new(state)), gate: Arc::new(watch::Sender::new((false, 0))) }
    }

    /// Sets what is wrong with a provider, until it is set anew.
    pub fn set_fault(&self, provider: Provider, fault: Fault) {
        self.lock().faults.insert(provider, fault);
    }

    /// Throttles the next requests to a provider, one each.
    pub fn throttle_next(&self, provider: Provider, with: impl IntoIterator<Item = Throttle>) {
        self.lock().throttles.entry(provider).or_default().extend(with);
    }

    /// Sets what every request must carry.
    pub fn require(&self, requirement: Requirement) {
        self.lock().settings.requirement = requirement;
    }

    /// Forgets every token that was given out.
    pub fn forget_tokens(&self) {
        self.lock().tokens.clear();
    }

    /// How many requests a provider got.
    pub fn requests(&self, provider: Provider) -> u64 {
        self.lock().requests.get(&provider).copied().unwrap_or(0)
    }

    /// How many tokens were asked for.
    pub fn token_requests(&self) -> u64 {
        self.lock().token_requests
    }

    /// How many requests were under way at the same time at most.
    pub fn most_under_way(&self) -> u64 {
        self.lock().most_under_way
    }

    /// Closes the gate: every answer is held until it is opened.
    pub fn close_gate(&self) {
        self.gate.send_modify(|(closed, _)| *closed = true);
    }

    /// Opens the gate: everything that is held goes out.
    pub fn open_gate(&self) {
        self.gate.send_modify(|(closed, _)| *closed = false);
    }

    /// Waits until so many requests are held at the gate.
    pub async fn held(&self, requests: u64) {
        let mut gate = self.gate.subscribe();
        // The sender is held here, so that the wait does not end early.
        let _ = gate.wait_for(|(_, held)| *held >= requests).await;
    }

    /// Waits at the gate.
    pub(super) async fn pass_gate(&self) {
        let mut gate = self.gate.subscribe();
        if !gate.borrow().0 {
            return;
        }
        let _held = Held::new(self);
        let _ = gate.wait_for(|(closed, _)| !closed).await;
    }

    /// Counts a request in. What is wrong with its answer, and how it is throttled.
    pub(super) fn enter(&self, provider: Provider) -> (UnderWay, Fault, Option<Throttle>) {
        let mut state = self.lock();
        *state.requests.entry(provider).or_default() += 1;
        state.all_requests += 1;
        state.under_way += 1;
        state.most_under_way = state.most_under_way.max(state.under_way);
        let throttle = state.throttles.get_mut(&provider).and_then(VecDeque::pop_front);
        let set = state.faults.get(&provider).copied().unwrap_or_default();
        let fault = if set == Fault::None { state.by_chance() } else { set };
        (UnderWay(self.clone()), fault, throttle)
    }

    pub(super) fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    fn by_chance(&self) -> Fault {
        let mut chance = mixed(self.all_requests ^ self.settings.seed.rotate_left(32), "fault") % 1000;
        for (fault, share) in &self.settings.mix {
            let share = u64::from(*share);
            if chance < share {
                return *fault;
            }
            chance -= share;
        }
        Fault::None
    }

    /// Remembers a job and gives its id.
    pub(super) fn add_job(&mut self, job: Job) -> String {
        let id =
            format!("job-{:08x}", mixed(self.all_requests, "job") >> 32) + &self.all_requests.to_string();
        if self.job_order.len() == JOBS
            && let Some(oldest) = self.job_order.pop_front()
        {
            self.jobs.remove(&oldest);
        }
        self.job_order.push_back(id.clone());
        self.jobs.insert(id.clone(), job);
        id
    }
}

/// A request at the gate.
struct Held<'a>(&'a Providers);

impl<'a> Held<'a> {
    fn new(providers: &'a Providers) -> Self {
        providers.gate.send_modify(|(_, held)| *held += 1);
        Self(providers)
    }
}

impl Drop for Held<'_> {
    fn drop(&mut self) {
        self.0.gate.send_modify(|(_, held)| *held -= 1);
    }
}

/// A request under way.
pub(super) struct UnderWay(Providers);

impl Drop for UnderWay {
    fn drop(&mut self) {
        self.0.lock().under_way -= 1;
    }
}
