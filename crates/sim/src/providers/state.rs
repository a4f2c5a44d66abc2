//! State of the simulated providers, and the switches that make them fail.

use std::collections::{HashMap, HashSet, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use serde::Deserialize;
use tokio::sync::watch;

use super::answers::hash;
use super::auth::Requirement;
use super::callback::DeliveryReply;
use super::items::Job;

/// Number of jobs that are kept.
const MAX_JOBS: usize = 10_000;

/// One of the simulated providers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Provider {
    /// Answers a batch in the same request: `POST /sync/{project}`, or `POST /csv/{project}` with a CSV.
    Sync,
    /// Accepts a batch as a job that is polled: `POST /poll/jobs`, `GET /poll/jobs/{id}`.
    Poll,
    /// Accepts a batch as a job and calls back with the result: `POST /callback/submit`.
    Callback,
    /// Answers one number at a time: `GET /slow/{project}?number=…`, `GET /reassigned?number=…&since=…`.
    Slow,
}

/// A fault of a provider that lasts until another one is set.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Fault {
    #[default]
    None,
    /// Every request is answered with 503.
    Down,
    /// Every request is answered with this status.
    Status(u16),
    /// Every answer is delayed by this many milliseconds.
    Slow(u64),
    /// In every group of three numbers, the first is answered correctly and then again incorrectly, the second
    /// has a malformed answer, and the third is replaced by a number that was not requested.
    Lying,
    /// Answers are JSON with an unexpected structure.
    WrongShape,
    /// Answers are not JSON.
    NotJson,
    /// Answers are nested a hundred levels deep.
    Deep,
    /// Every second number is missing from the answer.
    Half,
    /// Answers have at least this many bytes.
    Oversize(usize),
    /// Jobs never finish.
    NeverFinishing,
    /// Jobs fail.
    FailingJobs,
}

/// How a provider signals that requests come too fast.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Throttle {
    /// A status, usually 429, with `Retry-After` in seconds.
    RetryAfter(u16, u64),
    /// 200, with `{"error": "quota"}` in the body.
    InBody,
    /// This status (502, 504) without a body.
    Gateway(u16),
    /// A complete answer whose counters say that the quota is used up for this many seconds.
    Counters(u64),
}

#[derive(Debug, Clone, Default)]
pub struct ProviderSettings {
    /// Seed for the random faults.
    pub seed: u64,
    /// Random faults, each with the number of affected requests per thousand.
    pub mix: Vec<(Fault, u32)>,
    /// How requests must authenticate.
    pub requirement: Requirement,
    /// Number of polls for which a job is still running.
    pub polls_until_done: u32,
    /// Secret that signs callbacks, as in Standard Webhooks.
    pub webhook_secret: Option<String>,
}

#[derive(Default)]
pub(super) struct State {
    pub(super) settings: ProviderSettings,
    faults: HashMap<Provider, Fault>,
    throttles: HashMap<Provider, VecDeque<Throttle>>,
    requests: HashMap<Provider, u64>,
    all_requests: u64,
    in_flight: u64,
    max_in_flight: u64,
    pub(super) jobs: HashMap<String, Job>,
    job_order: VecDeque<String>,
    pub(super) tokens: HashSet<String>,
    pub(super) token_requests: u64,
}

/// The switches and counters of the providers. Cheap to clone.
#[derive(Clone)]
pub struct Providers {
    state: Arc<Mutex<State>>,
    /// Whether the gate is closed, and how many requests wait at it.
    gate: Arc<watch::Sender<(bool, u64)>>,
    /// The reply to the most recent delivery.
    replies: Arc<watch::Sender<Option<DeliveryReply>>>,
}

impl Providers {
    pub(super) fn new(settings: ProviderSettings) -> Self {
        let state = State { settings, ..State::default() };
        Self {
            state: Arc::new(Mutex::new(state)),
            gate: Arc::new(watch::Sender::new((false, 0))),
            replies: Arc::default(),
        }
    }

    /// Sets the fault of a provider until it is changed.
    pub fn set_fault(&self, provider: Provider, fault: Fault) {
        self.lock().faults.insert(provider, fault);
    }

    /// Throttles the next requests to a provider, one each.
    pub fn throttle_next(&self, provider: Provider, with: impl IntoIterator<Item = Throttle>) {
        self.lock().throttles.entry(provider).or_default().extend(with);
    }

    /// Sets how requests must authenticate.
    pub fn require(&self, requirement: Requirement) {
        self.lock().settings.requirement = requirement;
    }

    /// Revokes all tokens.
    pub fn forget_tokens(&self) {
        self.lock().tokens.clear();
    }

    /// Returns the number of requests to a provider.
    pub fn requests(&self, provider: Provider) -> u64 {
        self.lock().requests.get(&provider).copied().unwrap_or(0)
    }

    /// Returns the number of requests for a token.
    pub fn token_requests(&self) -> u64 {
        self.lock().token_requests
    }

    /// Waits for the reply to a delivery, and takes the most recent one.
    pub async fn next_delivery_reply(&self) -> DeliveryReply {
        let mut replies = self.replies.subscribe();
        loop {
            if let Some(reply) = self.replies.send_replace(None) {
                return reply;
            }
            // Cannot fail: `self` holds the sender.
            let _ = replies.wait_for(Option::is_some).await;
        }
    }

    pub(super) fn record_reply(&self, reply: DeliveryReply) {
        self.replies.send_replace(Some(reply));
    }

    /// Returns the highest number of concurrent requests so far.
    pub fn max_in_flight(&self) -> u64 {
        self.lock().max_in_flight
    }

    /// Closes the gate: answers wait until it is opened.
    pub fn close_gate(&self) {
        self.gate.send_modify(|(closed, _)| *closed = true);
    }

    /// Opens the gate and releases all waiting answers.
    pub fn open_gate(&self) {
        self.gate.send_modify(|(closed, _)| *closed = false);
    }

    /// Waits until at least this many requests wait at the gate.
    pub async fn wait_for_held(&self, requests: u64) {
        let mut gate = self.gate.subscribe();
        // Cannot fail: `self` holds the sender.
        let _ = gate.wait_for(|(_, held)| *held >= requests).await;
    }

    /// Waits until the gate is open.
    pub(super) async fn pass_gate(&self) {
        let mut gate = self.gate.subscribe();
        if !gate.borrow().0 {
            return;
        }
        let _held = Held::new(self);
        let _ = gate.wait_for(|(closed, _)| !closed).await;
    }

    /// Counts a request and returns the fault and the throttling that apply to it.
    pub(super) fn begin_request(&self, provider: Provider) -> (InFlight, Fault, Option<Throttle>) {
        let mut state = self.lock();
        *state.requests.entry(provider).or_default() += 1;
        state.all_requests += 1;
        state.in_flight += 1;
        state.max_in_flight = state.max_in_flight.max(state.in_flight);
        let throttle = state.throttles.get_mut(&provider).and_then(VecDeque::pop_front);
        let set = state.faults.get(&provider).copied().unwrap_or_default();
        let fault = if set == Fault::None { state.random_fault() } else { set };
        (InFlight(self.clone()), fault, throttle)
    }

    pub(super) fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    fn random_fault(&self) -> Fault {
        let mut chance = hash(self.all_requests ^ self.settings.seed.rotate_left(32), "fault") % 1000;
        for (fault, share) in &self.settings.mix {
            let share = u64::from(*share);
            if chance < share {
                return *fault;
            }
            chance -= share;
        }
        Fault::None
    }

    /// Adds a job and returns its id. Drops the oldest job if there are too many.
    pub(super) fn add_job(&mut self, job: Job) -> String {
        let id = format!("job-{:08x}", hash(self.all_requests, "job") >> 32) + &self.all_requests.to_string();
        if self.job_order.len() == MAX_JOBS
            && let Some(oldest) = self.job_order.pop_front()
        {
            self.jobs.remove(&oldest);
        }
        self.job_order.push_back(id.clone());
        self.jobs.insert(id.clone(), job);
        id
    }
}

/// A request that waits at the gate.
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

/// A request that is counted as in flight until dropped.
pub(super) struct InFlight(Providers);

impl Drop for InFlight {
    fn drop(&mut self) {
        self.0.lock().in_flight -= 1;
    }
}
