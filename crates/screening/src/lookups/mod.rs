//! Lookups: numbers that are checked within a request. A lookup is a row. Lookups of an account that start at the same time are
//! stored in one transaction and share one hold; those that end at the same time are settled in one.

mod answer;
mod batches;
mod earlier;
mod inputs;
mod reuse;
mod settle;
mod start;

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use futures_util::FutureExt as _;
use futures_util::future::BoxFuture;
use numsift_ledger::{By, Posted, announce, release, release_part};
use numsift_model::account::Account;
use numsift_model::clock::{Clock, Timestamp};
use numsift_model::id::{ApiKeyId, LookupId, Uid};
use numsift_model::list::List;
use numsift_model::lookup::{Lookup, LookupState, NewLookup};
use numsift_model::money::Points;
use numsift_model::project::Project;
use numsift_model::rule::Rule;
use numsift_model::task::Check;
use numsift_store::{Scope, Store, StoreResult, Tx, breakpoint};
use tokio::time::Instant;

pub use self::answer::of_test;
use self::answer::{CheckAnswers, Found};
use self::batches::Batches;
pub use self::earlier::EarlierLookups;
pub use self::inputs::{InputFault, check_inputs};
pub use self::reuse::ReusableAnswers;
use self::reuse::ReuseKey;
use self::settle::{Answers, Settlement};
pub use self::start::NewLookups;
use crate::book::Book;
use crate::channels::{ChannelList, Channels};
use crate::lists::{Suppression, SuppressionSets};
use crate::number_info::NumberInfo;
use crate::tasks::check_of;
use crate::work::{Costs, Providers, database_is_away};
use crate::{Result, ScreeningError};

/// Longer than any lookup may take, and than its settlement is tried. Lookups that are open for longer belong to a dead
/// process.
const LEASE_S: i64 = 120;
/// Time to store the answers that arrived in time, before the caller is told that it takes longer.
const SETTLED_WITHIN: Duration = Duration::from_secs(5);
/// How long the settlement is tried after that while the database is away.
const SETTLED_LATER: Duration = Duration::from_secs(30);
/// How long to wait before answers are stored again, at first and at most.
const FIRST_WAIT: Duration = Duration::from_millis(200);
const LONGEST_WAIT: Duration = Duration::from_secs(2);
/// Abandoned lookups that are ended at a time.
const ABANDONED: i64 = 100;

/// Lookups, as request handlers use them.
#[derive(Clone)]
pub struct Lookups {
    pub(crate) store: Arc<dyn Store>,
    pub(crate) clock: Arc<dyn Clock>,
    pub(crate) channels: Channels,
    pub(crate) providers: Providers,
    pub(crate) suppression: SuppressionSets,
    pub(crate) book: Book,
    pub earlier: EarlierLookups,
    pub(crate) batches: LookupBatches,
}

/// Lookups of an account whose earlier answers are being read, and that are being started and settled. The key has the person who acts as well: postings name it.
#[derive(Clone, Default)]
pub(crate) struct LookupBatches {
    reading: Batches<ReuseKey, Vec<u64>, Result<Arc<ReusableAnswers>>>,
    starting: Batches<(Uid, Uid), NewLookups, Result<Option<StartedLookups>>>,
    settling: Batches<Uid, Settlement, Result<Option<Answers>>>,
}

/// The transaction of a batch.
type BegunTx = StoreResult<Box<dyn Tx>>;

/// A number to look up.
pub struct AskedNumber {
    /// As it was sent.
    pub sent: String,
    /// Must be valid.
    pub info: NumberInfo,
    /// What projects need besides the number, by name.
    pub inputs: BTreeMap<String, String>,
}

/// The request to look numbers up.
pub struct AskLookups<'a> {
    /// 1 to [`LOOKUP_NUMBERS`] different numbers.
    pub numbers: &'a [AskedNumber],
    /// At least one.
    pub projects: &'a [String],
    /// Reuse answers that are at most this many days old.
    pub max_age_days: i64,
    /// The API key that was used, with its name; `None` in the console.
    pub key: Option<(ApiKeyId, &'a str)>,
    pub request_id: &'a str,
}

/// Lookups that are stored and whose points are held.
pub struct StartedLookups {
    uid: Uid,
    ids: Vec<LookupId>,
    /// The lookup that holds the points.
    hold: LookupId,
    /// The lookups as they were stored.
    asked: Vec<NewLookup>,
    username: String,
    /// The name of the key; `None` in the console.
    key_name: Option<String>,
    internal: bool,
    checks: Vec<Check>,
    numbers: Vec<Number>,
    /// What projects need besides the numbers, by number.
    inputs: Vec<BTreeMap<String, String>>,
    reusable: Arc<ReusableAnswers>,
    /// The suppression lists of the account, and the channels that can be used.
    lists: Arc<Vec<List>>,
    usable: ChannelList,
    /// The answers, if no provider is asked and nothing is charged. They are stored together with the lookups.
    at_once: Option<Answers>,
    created_at: Timestamp,
    held: Points,
    commission_rate_bp: i64,
    expires_at: Timestamp,
}

/// A number of a started lookup.
#[derive(Clone, Copy)]
struct Number {
    digits: u64,
    country: &'static str,
    carrier: Option<&'static str>,
}

/// What lookups would cost.
pub struct LookupQuote {
    pub project: Project,
    /// Numbers whose country the project covers.
    pub numbers: i64,
    /// The most that the project can cost.
    pub price: Points,
    /// The project can be answered now.
    pub usable: bool,
}

impl StartedLookups {
    /// The first lookup, which identifies the request.
    pub fn first(&self) -> LookupId {
        self.ids.first().copied().unwrap_or(LookupId(0))
    }

    pub fn ids(&self) -> &[LookupId] {
        &self.ids
    }

    /// The most that the lookups can cost.
    pub fn held(&self) -> Points {
        self.held
    }

    /// The answers of every check, if they need no provider.
    fn answers_at_once(&self, now: Timestamp) -> Option<Vec<CheckAnswers>> {
        let nothing = Suppression::default();
        let suppression = self.reusable.suppression.as_ref().unwrap_or(&nothing);
        let steps = 0..self.checks.len();
        steps.map(|step| self.without_providers(step, suppression, now).into_iter().collect()).collect()
    }

    /// The lookups with their answers, as they are stored now.
    fn done(&self, answers: Answers, at: Timestamp) -> Vec<Lookup> {
        let (first, hold) = (self.first(), self.hold);
        let lookups = self.ids.iter().zip(&self.asked).zip(answers);
        lookups
            .map(|((id, asked), answers)| Lookup {
                id: *id,
                first,
                hold,
                username: self.username.clone(),
                key_name: self.key_name.clone(),
                asked: asked.clone(),
                state: LookupState::Done,
                charged: answers.iter().map(|answer| answer.charged).sum(),
                answers,
                finished_at: Some(at),
            })
            .collect()
    }
}

impl Lookups {
    /// Begins transactions that start or settle lookups of an account, one at a time.
    fn begin_for(&self, uid: Uid) -> impl Fn() -> BoxFuture<'static, BegunTx> + Send + Sync + 'static {
        let store = self.store.clone();
        move || {
            let store = store.clone();
            async move {
                let mut tx = store.begin().await?;
                tx.lock_lookups(uid).await?;
                Ok(tx)
            }
            .boxed()
        }
    }

    /// Runs lookups and returns them when they are over, in the order in which they were asked for. Numbers that are not
    /// answered within `limit` are unknown. If none is, the lookups are cancelled; nothing is charged then, and a late answer
    /// changes nothing. Answers that were bought are kept while the database is away: the settlement goes on after the caller
    /// got [`ScreeningError::Settling`].
    pub async fn run(&self, mut started: StartedLookups, limit: Duration) -> Result<Vec<Lookup>> {
        if let Some(answers) = started.at_once.take() {
            metrics::counter!("numsift_lookups_total").increment(started.ids.len() as u64);
            let at = started.created_at;
            return Ok(started.done(answers, at));
        }
        let (first, costs) = (started.first(), Arc::new(Costs::default()));
        let (lookups, booked) = (self.clone(), costs.clone());
        let deadline = Instant::now() + limit;
        let settling = Arc::new(AtomicBool::new(false));
        let bought = settling.clone();
        let mut running =
            tokio::spawn(async move { lookups.answer(started, booked, deadline, &bought).await });
        match tokio::time::timeout(limit + SETTLED_WITHIN, &mut running).await {
            Ok(Ok(Ok(Some(found)))) => return Ok(found),
            Ok(Ok(Ok(None))) => {}
            Ok(Ok(Err(error))) => tracing::warn!(lookup = %first, %error, "a lookup failed"),
            Ok(Err(panicked)) => tracing::error!(lookup = %first, %panicked, "a lookup panicked"),
            Err(_) if settling.load(Ordering::Relaxed) => return Err(ScreeningError::Settling),
            Err(_) => running.abort(),
        }
        let mut tx = self.store.begin().await?;
        costs.book(&mut *tx, first.holder(), 0, 0, self.clock.now()).await?;
        tx.save().await?;
        self.end(first).await
    }

    /// Asks about all numbers, then settles and stores the answers. Sets `settling` in between. Returns the lookups; `None` if
    /// there are no answers in time.
    async fn answer(
        &self,
        started: StartedLookups,
        costs: Arc<Costs>,
        deadline: Instant,
        settling: &AtomicBool,
    ) -> Result<Option<Vec<Lookup>>> {
        let found = self.find_answers(&started, &costs, deadline).await?;
        breakpoint::reached("lookup-answered");
        if Instant::now() >= deadline && !found.iter().flatten().any(Found::is_definite) {
            return Ok(None);
        }
        settling.store(true, Ordering::Relaxed);
        let now = self.clock.now();
        let started = Arc::new(started);
        let one = Settlement { started: started.clone(), found: Arc::new(found), costs, now };
        let stored = self.settle_in_time(one, deadline).await?;
        match stored {
            Some(answers) => Ok(Some(started.done(answers, now))),
            None => self.of_request(started.first()).await.map(Some),
        }
    }

    /// Settles, again and again while the database is away. A settlement that was stored although its caller got an error is
    /// found by the next attempt, which changes nothing.
    async fn settle_in_time(&self, one: Settlement, deadline: Instant) -> Result<Option<Answers>> {
        let (until, mut wait) = (deadline + SETTLED_WITHIN + SETTLED_LATER, FIRST_WAIT);
        loop {
            let error = match self.settle(one.clone()).await {
                Err(error) if Instant::now() < until && database_is_away(&*self.store, &error).await => error,
                settled => return settled,
            };
            if wait == FIRST_WAIT {
                tracing::warn!(lookup = %one.started.first(), %error, "the answers of a lookup cannot be stored yet");
            }
            tokio::time::sleep(wait).await;
            wait = (wait * 2).min(LONGEST_WAIT);
        }
    }

    /// The lookups of a request that no longer runs. They are cancelled unless they are over.
    pub async fn end(&self, first: LookupId) -> Result<Vec<Lookup>> {
        let mut tx = self.store.begin().await?;
        let now = self.clock.now();
        if tx.cancel_lookups(first, now).await? {
            let lookup = tx.lookup(Scope::All, first).await?.ok_or(ScreeningError::NotFound)?;
            if let Some(posted) = release_cancelled(&mut *tx, &lookup, now).await? {
                announce(&mut *tx, &posted, lookup.asked.uid, now).await?;
            }
            tx.save().await?;
        } else {
            drop(tx);
        }
        self.of_request(first).await
    }

    /// Cancels the lookups of dead processes.
    pub async fn end_abandoned(&self) -> Result<()> {
        loop {
            let now = self.clock.now();
            let abandoned = self.store.read().await?.abandoned_lookups(now, ABANDONED).await?;
            for first in &abandoned {
                self.end(*first).await?;
            }
            if abandoned.is_empty() {
                return Ok(());
            }
        }
    }

    /// The lookups of a request, in the order in which they were asked for.
    async fn of_request(&self, first: LookupId) -> Result<Vec<Lookup>> {
        let found = self.store.read().await?.lookups_of_request(first).await?;
        if found.is_empty() { Err(ScreeningError::NotFound) } else { Ok(found) }
    }

    /// What each project would cost for these numbers. Numbers that are not valid are not checked.
    pub async fn quote(
        &self,
        tx: &mut dyn Tx,
        account: &Account,
        numbers: &[NumberInfo],
        projects: &[String],
    ) -> Result<Vec<LookupQuote>> {
        let numbers: Vec<_> = numbers.iter().filter(|info| !info.is_test()).filter_map(Number::of).collect();
        let mut quoted = Vec::with_capacity(projects.len());
        for slug in projects {
            let project = tx.project(slug).await?.ok_or(ScreeningError::Wrong("projects", Rule::Projects))?;
            let check = check_of(&project, None);
            let covered = numbers.iter().filter(|number| check.covers(number.country)).count();
            let price = most(&check, numbers.iter());
            quoted.push(LookupQuote {
                numbers: i64::try_from(covered).unwrap_or(i64::MAX),
                price: if account.internal { Points::ZERO } else { price },
                usable: self.channels.can_answer(tx, &project).await?,
                project,
            });
        }
        Ok(quoted)
    }
}

/// Returns what was held for the lookups of a cancelled request. `first` is the first of them.
async fn release_cancelled(tx: &mut dyn Tx, first: &Lookup, now: Timestamp) -> Result<Option<Posted>> {
    let (by, hold) = (By::system(now), first.hold.holder());
    let cancelled = tx.lookups_of_request(first.id).await?;
    let Some(amount) = cancelled.iter().map(|lookup| lookup.asked.held).sum::<Option<Points>>() else {
        // An earlier version has started them. Free lookups have no hold.
        return if tx.hold(hold).await?.is_some() { Ok(release(tx, by, hold).await?) } else { Ok(None) };
    };
    if amount == Points::ZERO {
        return Ok(None);
    }
    Ok(release_part(tx, by, hold, first.id.0, amount).await?)
}

impl Number {
    /// `None` if the number is not valid.
    fn of(info: &NumberInfo) -> Option<Self> {
        let country = info.country().unwrap_or_default();
        Some(Self { digits: info.digits()?, country, carrier: info.carrier() })
    }
}

/// The most that the check of these numbers can cost.
fn most<'a>(check: &Check, numbers: impl Iterator<Item = &'a Number>) -> Points {
    numbers.filter(|number| check.covers(number.country)).map(|number| check.price_in(number.country)).sum()
}
