//! Tasks: priced, started, sampled, paused, resumed, cancelled, deleted.

use numsift_ledger::{By, Reserve, announce, reserve};
use numsift_model::account::Account;
use numsift_model::id::{ListId, TaskId, Uid};
use numsift_model::ledger::Split;
use numsift_model::list::{List, ListState};
use numsift_model::money::Points;
use numsift_model::project::{Answerer, CHUNK_SIZES, Project};
use numsift_model::task::{
    Check, Condition, JobKind, NewJob, NewTask, Task, TaskMode, TaskOrigin, TaskPlan, TaskState,
};
use numsift_model::test_number::TEST_COUNTRY;
use numsift_store::{Scope, Tx};
use serde::Deserialize;
use utoipa::ToSchema;

use crate::engine::Screening;
use crate::finish::tell_task;
use crate::list_document::ListDocument;
use crate::routing::serving;
use crate::{Result, ScreeningError};

/// Numbers of a free look.
const SAMPLE_ROWS: i64 = 20;
/// Free looks that an account has in a day.
const SAMPLES_A_DAY: i64 = 20;
/// Most projects of one task.
const MOST_CHECKS: usize = 8;
/// Longest name of a task, and longest purpose.
const NAME_CHARS: usize = 120;
const PURPOSE_CHARS: usize = 500;
/// Chunks that a task should have at least, see [`chunk_size`].
const CHUNKS_OF_A_TASK: i64 = 16;
const LEAST_CHUNK: i64 = 1000;

/// A project that a task asks.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct CheckRequest {
    /// The project.
    pub project: String,
    /// Under which condition; only in a waterfall.
    #[serde(default)]
    pub condition: Option<Condition>,
}

/// A task to be started.
#[derive(Debug, Clone)]
pub struct StartTask {
    /// The list.
    pub list: ListId,
    /// What its owner calls it.
    pub name: String,
    /// How the projects go over the list.
    pub mode: TaskMode,
    /// The projects.
    pub checks: Vec<CheckRequest>,
    /// Why the customer may process this list.
    pub purpose: String,
    /// The customer says that it may.
    pub confirmed: bool,
    /// Ends early when more than so many per cent of the answers are unknown.
    pub error_threshold: Option<i64>,
    /// Own answers of the last days are used again.
    pub freshness_days: i64,
    /// Where it is started.
    pub origin: TaskOrigin,
}

/// What a task would cost.
#[derive(Debug, Clone)]
pub struct Quote {
    /// Numbers of the list.
    pub numbers: i64,
    /// Answers that could be charged.
    pub billable: i64,
    /// The most that it can cost.
    pub price: Points,
    /// What the account has.
    pub has: Split,
    /// What of it would be set aside; `None` when it is not enough.
    pub split: Option<Split>,
    /// By project.
    pub checks: Vec<QuotedCheck>,
    /// Free looks that are left today.
    pub samples_left: i64,
}

/// What one project of a task would cost.
#[derive(Debug, Clone)]
pub struct QuotedCheck {
    /// The project.
    pub project: Project,
    /// Answers that could be charged.
    pub billable: i64,
    /// Numbers of countries that the project does not know: neither asked about nor charged.
    pub not_covered: i64,
    /// The most that it can cost.
    pub price: Points,
    /// Somebody can answer.
    pub usable: bool,
    /// It asks providers, and the numbers were generated: they are not sent out.
    pub generated: bool,
}

impl Screening {
    /// Whether somebody can answer for a project now.
    pub async fn can_answer(&self, project: &Project) -> Result<bool> {
        if project.details.answerer != Answerer::Channels {
            return Ok(project.enabled);
        }
        let asked = check_of(project, None);
        Ok(project.enabled && !self.channels_for(&asked).await?.is_empty())
    }

    /// The same in the middle of a unit of work.
    async fn can_answer_in(&self, tx: &mut dyn Tx, project: &Project) -> Result<bool> {
        if project.details.answerer != Answerer::Channels {
            return Ok(project.enabled);
        }
        let all = self.0.registry.usable_in(tx).await?;
        Ok(project.enabled && !serving(&all, &check_of(project, None)).is_empty())
    }

    /// What a task would cost this account.
    pub async fn quote(
        &self,
        account: &Account,
        scope: Scope,
        list: ListId,
        mode: TaskMode,
        checks: &[CheckRequest],
    ) -> Result<Quote> {
        let mut tx = self.0.store.read().await?;
        let list = ready_list(&mut *tx, scope, list).await?;
        let projects = projects_of(&mut *tx, mode, checks).await?;
        let balances = tx.balances(account.uid).await?;
        let today = self.0.clock.now().plus(-86_400);
        let samples_left = (SAMPLES_A_DAY - tx.samples_since(account.uid, today).await?).max(0);
        drop(tx);
        let document = ListDocument::of(&list)?;
        let mut quoted = Vec::new();
        for (project, request) in projects.iter().zip(checks) {
            let priced = price_of(&document, project, request.condition.as_ref());
            let generated = asks_for_generated(&document, project);
            quoted.push(QuotedCheck {
                billable: priced.billable,
                not_covered: priced.not_covered,
                price: if account.internal { Points(0) } else { priced.price },
                usable: !generated && self.can_answer(project).await?,
                generated,
                project: project.clone(),
            });
        }
        let price = Points(quoted.iter().map(|check| check.price.0).sum());
        let has = Split { credit: balances.credit, points: balances.points };
        Ok(Quote {
            numbers: list.data.numbers,
            billable: quoted.iter().map(|check| check.billable).sum(),
            price,
            has,
            split: has.take(price),
            checks: quoted,
            samples_left,
        })
    }

    /// Starts a task: sets the most that it can cost aside, and queues its chunks.
    pub async fn start(
        &self,
        tx: &mut dyn Tx,
        account: &Account,
        scope: Scope,
        start: StartTask,
    ) -> Result<TaskId> {
        if !start.confirmed {
            return Err(ScreeningError::NotConfirmed);
        }
        let (name, purpose) = (start.name.trim(), start.purpose.trim());
        if name.is_empty() || name.chars().count() > NAME_CHARS {
            return Err(ScreeningError::Invalid("name"));
        }
        if purpose.is_empty() || purpose.chars().count() > PURPOSE_CHARS {
            return Err(ScreeningError::Invalid("purpose"));
        }
        if start.error_threshold.is_some_and(|most| !(1..=100).contains(&most)) {
            return Err(ScreeningError::Invalid("error_threshold"));
        }
        if !(0..=30).contains(&start.freshness_days) {
            return Err(ScreeningError::Invalid("freshness_days"));
        }
        let list = ready_list(tx, scope, start.list).await?;
        let projects = projects_of(tx, start.mode, &start.checks).await?;
        let document = ListDocument::of(&list)?;
        let settings = tx.settings().await?;
        let mut price = Points(0);
        for (project, request) in projects.iter().zip(&start.checks) {
            if !self.can_answer_in(tx, project).await? {
                return Err(ScreeningError::NotUsable(project.slug.clone()));
            }
            if asks_for_generated(&document, project) {
                return Err(ScreeningError::Generated(project.slug.clone()));
            }
            let details = &project.details;
            // Whoever looks one number up asks about one number.
            let least = if start.origin == TaskOrigin::Lookup { 1 } else { details.min_numbers };
            if !(least..=details.max_numbers).contains(&list.data.numbers) {
                return Err(ScreeningError::NumberCount {
                    project: project.slug.clone(),
                    least: details.min_numbers,
                    most: details.max_numbers,
                });
            }
            price.0 += price_of(&document, project, request.condition.as_ref()).price.0;
        }
        if account.internal {
            price = Points(0);
        }
        let now = self.0.clock.now();
        let new = NewTask {
            uid: account.uid,
            name: name.to_owned(),
            list: list.id,
            plan: TaskPlan {
                mode: start.mode,
                checks: checks_of(&projects, &start.checks),
                purpose: purpose.to_owned(),
                error_threshold: start.error_threshold,
                freshness_days: start.freshness_days,
                carried: document.carried.clone(),
                commission_rate_bp: settings.commission_rate_bp,
                test: document.test_numbers == list.data.numbers,
            },
            total: list.data.numbers,
            chunk_size: chunk_size(&projects, list.data.numbers),
            sample: false,
            origin: start.origin,
            internal: account.internal,
            held: price,
            created_at: now,
        };
        let id = tx.add_task(&new).await?;
        if price.0 > 0 {
            let by = By { actor: Some(account.uid), at: now };
            let posted = reserve(tx, by, Reserve { uid: account.uid, task: id, amount: price }).await?;
            announce(tx, &posted, account.uid, now).await?;
        }
        Ok(id)
    }

    /// A free look at a few numbers of a list.
    pub async fn sample(&self, account: &Account, scope: Scope, list: ListId, slug: &str) -> Result<TaskId> {
        let now = self.0.clock.now();
        let mut tx = self.0.store.begin().await?;
        if tx.samples_since(account.uid, now.plus(-86_400)).await? >= SAMPLES_A_DAY {
            return Err(ScreeningError::NoSampleLeft);
        }
        let list = ready_list(&mut *tx, scope, list).await?;
        let project = tx.project(slug).await?.ok_or(ScreeningError::NotFound)?;
        if !self.can_answer_in(&mut *tx, &project).await? {
            return Err(ScreeningError::NotUsable(project.slug.clone()));
        }
        let document = ListDocument::of(&list)?;
        if asks_for_generated(&document, &project) {
            return Err(ScreeningError::Generated(project.slug.clone()));
        }
        let new = NewTask {
            uid: account.uid,
            name: list.data.name.clone(),
            list: list.id,
            plan: TaskPlan {
                mode: TaskMode::Single,
                checks: vec![check_of(&project, None)],
                purpose: "sample".to_owned(),
                error_threshold: None,
                freshness_days: 0,
                carried: document.carried.clone(),
                commission_rate_bp: 0,
                test: false,
            },
            total: list.data.numbers.min(SAMPLE_ROWS),
            chunk_size: SAMPLE_ROWS,
            sample: true,
            origin: TaskOrigin::Console,
            internal: account.internal,
            held: Points(0),
            created_at: now,
        };
        let id = tx.add_task(&new).await?;
        tx.save().await?;
        self.wake();
        Ok(id)
    }

    /// Begins no new chunk.
    pub async fn pause(&self, tx: &mut dyn Tx, scope: Scope, id: TaskId) -> Result<Task> {
        self.turn(tx, scope, id, TaskState::Running, TaskState::Paused).await
    }

    /// Goes on.
    pub async fn resume(&self, tx: &mut dyn Tx, scope: Scope, id: TaskId) -> Result<Task> {
        self.turn(tx, scope, id, TaskState::Paused, TaskState::Running).await
    }

    async fn turn(
        &self,
        tx: &mut dyn Tx,
        scope: Scope,
        id: TaskId,
        from: TaskState,
        to: TaskState,
    ) -> Result<Task> {
        let mut task = tx.task(scope, id).await?.ok_or(ScreeningError::NotFound)?;
        if task.state != from {
            return Err(ScreeningError::WrongState);
        }
        tx.set_task_state(id, to, "").await?;
        task.state = to;
        tell_task(tx, &task, self.0.clock.now()).await?;
        Ok(task)
    }

    /// Ends a task early: what is not done is given up, and its money goes back at once.
    pub async fn cancel(&self, tx: &mut dyn Tx, scope: Scope, id: TaskId) -> Result<Task> {
        let task = tx.task(scope, id).await?.ok_or(ScreeningError::NotFound)?;
        if task.state.is_over() {
            return Err(ScreeningError::WrongState);
        }
        self.end(tx, &task, TaskState::Cancelled, "", task.progress, self.0.clock.now()).await?;
        self.0.contexts.forget(id);
        tx.task(scope, id).await?.ok_or(ScreeningError::NotFound)
    }

    /// Deletes a task and, soon after, its files. One that runs is cancelled first.
    pub async fn remove_task(&self, tx: &mut dyn Tx, task: &Task) -> Result<()> {
        let now = self.0.clock.now();
        if task.state == TaskState::Deleted {
            return Err(ScreeningError::NotFound);
        }
        if !task.state.is_over() {
            self.end(tx, task, TaskState::Cancelled, "", task.progress, now).await?;
        }
        tx.cancel_jobs(Some(task.id), None, now).await?;
        tx.set_task_state(task.id, TaskState::Deleted, "").await?;
        tx.add_job(&purge_task(task.asked.uid, task.id, now)).await?;
        self.0.contexts.forget(task.id);
        self.0.results.forget(task.id);
        Ok(())
    }

    /// Gives a task another name.
    pub async fn rename_task(&self, tx: &mut dyn Tx, scope: Scope, id: TaskId, name: &str) -> Result<Task> {
        let mut task = tx.task(scope, id).await?.ok_or(ScreeningError::NotFound)?;
        let name = name.trim();
        if name.is_empty() || name.chars().count() > NAME_CHARS {
            return Err(ScreeningError::Invalid("name"));
        }
        tx.rename_task(id, name).await?;
        name.clone_into(&mut task.asked.name);
        Ok(task)
    }
}

fn purge_task(uid: Uid, task: TaskId, created_at: numsift_model::clock::Timestamp) -> NewJob {
    NewJob { kind: JobKind::Purge, uid, task: Some(task), list: None, request: "{}".to_owned(), created_at }
}

async fn ready_list(tx: &mut dyn Tx, scope: Scope, id: ListId) -> Result<List> {
    let list = tx.list(scope, id).await?.ok_or(ScreeningError::NotFound)?;
    if list.data.state != ListState::Ready || list.data.numbers == 0 {
        return Err(ScreeningError::WrongState);
    }
    // A global list is everybody's to know of, but only its owners' to check.
    match scope {
        Scope::Own(uid) if uid != list.data.uid => Err(ScreeningError::NotFound),
        _ => Ok(list),
    }
}

/// The projects that a request names, in its order; refuses what makes no task.
async fn projects_of(tx: &mut dyn Tx, mode: TaskMode, checks: &[CheckRequest]) -> Result<Vec<Project>> {
    let count = checks.len();
    let fits = match mode {
        TaskMode::Single => count == 1,
        TaskMode::Parallel | TaskMode::Waterfall => (2..=MOST_CHECKS).contains(&count),
    };
    if !fits {
        return Err(ScreeningError::Invalid("checks"));
    }
    let mut projects: Vec<Project> = Vec::with_capacity(count);
    for (place, request) in checks.iter().enumerate() {
        let project = tx.project(&request.project).await?.ok_or(ScreeningError::Invalid("checks"))?;
        if projects.iter().any(|known| known.slug == project.slug) {
            return Err(ScreeningError::Invalid("checks"));
        }
        if let Some(condition) = &request.condition {
            let earlier = condition.step.is_none_or(|step| step < place);
            let words = condition.step.is_none() == condition.statuses.is_empty();
            if mode != TaskMode::Waterfall || !earlier || !words {
                return Err(ScreeningError::Invalid("checks"));
            }
        }
        projects.push(project);
    }
    Ok(projects)
}

/// Whether a project would send generated numbers to providers.
fn asks_for_generated(document: &ListDocument, project: &Project) -> bool {
    document.generated && project.details.answerer == Answerer::Channels
}

fn check_of(project: &Project, condition: Option<Condition>) -> Check {
    let details = &project.details;
    Check {
        project: project.slug.clone(),
        answerer: details.answerer,
        statuses: details.statuses.clone(),
        price: details.price,
        country_prices: details.country_prices.clone(),
        countries: details.countries.clone(),
        channels: details.channels.clone(),
        condition,
    }
}

fn checks_of(projects: &[Project], requests: &[CheckRequest]) -> Vec<Check> {
    projects.iter().zip(requests).map(|(project, asked)| check_of(project, asked.condition.clone())).collect()
}

/// The smallest of the projects' sizes: each divides the next. They are the most that a chunk may have. A task
/// that is too small for many of these has smaller ones, so that its progress moves and several work on it; below
/// [`LEAST_CHUNK`] chunks cost more than their numbers.
fn chunk_size(projects: &[Project], numbers: i64) -> i64 {
    let most = projects.iter().map(|project| project.details.chunk_size).min().unwrap_or(LEAST_CHUNK);
    // The number engine is through with a chunk before anybody could see it begin.
    if projects.iter().all(|project| project.details.answerer != Answerer::Channels) {
        return most;
    }
    let enough = (numbers / CHUNKS_OF_A_TASK).max(LEAST_CHUNK);
    let fitting = CHUNK_SIZES.iter().copied().filter(|size| *size <= most && *size <= enough);
    fitting.max().unwrap_or(most)
}

/// What a project could answer about a list, and the most that this can cost.
#[derive(Default)]
struct Priced {
    billable: i64,
    not_covered: i64,
    price: Points,
}

fn price_of(document: &ListDocument, project: &Project, condition: Option<&Condition>) -> Priced {
    let mut priced = Priced::default();
    let Some(analysis) = &document.analysis else { return priced };
    let countries = condition.map(|condition| condition.countries.as_slice()).unwrap_or_default();
    for (country, count) in &analysis.by_country {
        if !countries.is_empty() && !countries.contains(country) {
            continue;
        }
        let free = if country == TEST_COUNTRY { document.test_numbers } else { 0 };
        let count = i64::try_from(*count).unwrap_or(i64::MAX).saturating_sub(free);
        if !project.details.covers(country) {
            priced.not_covered += count;
            continue;
        }
        priced.billable += count;
        let price = count.saturating_mul(project.details.price_in(country).0);
        priced.price = Points(priced.price.0.saturating_add(price));
    }
    priced
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalogue::catalogue;

    #[test]
    fn chunks_grow_with_the_task_up_to_what_its_projects_allow() {
        let all = catalogue();
        let of = |slug: &str| all.iter().find(|project| project.slug == slug).unwrap().clone();
        let (asked, own) = (of("whatsapp"), of("hygiene"));
        for (numbers, size) in
            [(1, 1000), (20_000, 1000), (32_000, 2000), (100_000, 5000), (10_000_000, 10_000)]
        {
            assert_eq!(chunk_size(&[asked.clone(), own.clone()], numbers), size, "{numbers}");
        }
        assert_eq!(chunk_size(&[own], 20_000), 50_000);
        let mut small = asked;
        small.details.chunk_size = 200;
        assert_eq!(chunk_size(&[small], 10_000_000), 200);
    }
}
