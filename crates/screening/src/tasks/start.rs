//! Starts tasks and samples.

use std::collections::BTreeMap;

use numsift_ledger::{By, Reserve, announce, reserve};
use numsift_model::account::Account;
use numsift_model::clock::Timestamp;
use numsift_model::id::{ApiKeyId, ListId, TaskId, Uid, WebhookId};
use numsift_model::list::List;
use numsift_model::money::Points;
use numsift_model::project::Project;
use numsift_model::rule::Rule;
use numsift_model::task::{NewTask, Task, TaskMode, TaskOrigin, TaskPlan};
use numsift_store::{Scope, Tx};

use super::plan::{check_of, checks_of, chunk_size, requested_projects, sends_generated};
use super::price::price_of;
use super::{CheckRequest, Tasks, ready_list, require_ready, valid_name};
use crate::lists::ListDocument;
use crate::{Result, ScreeningError};

/// Numbers of a sample.
const SAMPLE_ROWS: i64 = 20;
/// Samples per account within 24 hours.
const SAMPLES_PER_DAY: i64 = 20;
/// Longest purpose.
const PURPOSE_CHARS: usize = 500;

/// The request to start a task.
#[derive(Debug, Clone)]
pub struct StartTask {
    pub list: ListId,
    pub name: String,
    pub mode: TaskMode,
    pub checks: Vec<CheckRequest>,
    /// Why the customer may process this list.
    pub purpose: String,
    /// The customer confirms that it may process this list.
    pub confirmed: bool,
    /// The task stops when more than this percentage of the answers is unknown.
    pub error_threshold: Option<i64>,
    /// Answers of the account from this many days are reused.
    pub freshness_days: i64,
    pub origin: TaskOrigin,
    /// The request that creates the task.
    pub request_id: String,
    /// The customer's own names and values.
    pub metadata: BTreeMap<String, String>,
    /// The API key that starts it.
    pub key: Option<ApiKeyId>,
    /// The webhook endpoint that also receives its events.
    pub webhook: Option<WebhookId>,
}

impl Tasks {
    /// Starts a task of the account that acts.
    pub async fn start(
        &self,
        tx: &mut dyn Tx,
        account: &Account,
        scope: Scope,
        start: StartTask,
    ) -> Result<TaskId> {
        let list = tx.list(scope, start.list).await?;
        Ok(self.start_by(tx, account.uid, account, scope, list, start).await?.id)
    }

    /// Starts a task: holds the most that it can cost and queues its chunks. `actor` is the person who acts for the
    /// account, `list` the list that the request names, as this transaction has read it.
    pub async fn start_by(
        &self,
        tx: &mut dyn Tx,
        actor: Uid,
        account: &Account,
        scope: Scope,
        list: Option<List>,
        start: StartTask,
    ) -> Result<Task> {
        let (name, purpose) = validate(&start)?;
        let list = require_ready(scope, list)?;
        let projects = requested_projects(tx, start.mode, &start.checks).await?;
        let document = ListDocument::of(&list)?;
        let mut price = Points(0);
        for (project, request) in projects.iter().zip(&start.checks) {
            self.require_usable(tx, &document, project).await?;
            require_count(project, &list)?;
            price += price_of(&document, project, request.condition.as_ref()).price;
        }
        if account.internal {
            price = Points(0);
        }
        let now = self.clock.now();
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
                commission_rate_bp: tx.settings().await?.commission_rate_bp,
                test: document.test_numbers == list.data.numbers,
                number: document.number.clone(),
                other_rows: Some(document.other_rows()),
            },
            total: list.data.numbers,
            chunk_size: chunk_size(&projects, list.data.numbers),
            sample: false,
            origin: start.origin,
            internal: account.internal,
            held: price,
            request_id: start.request_id,
            metadata: start.metadata,
            key: start.key,
            webhook: start.webhook,
            created_at: now,
        };
        let id = tx.add_task(&new).await?;
        if price.0 > 0 {
            let by = By { actor: Some(actor), at: now };
            let posted = reserve(tx, by, Reserve { uid: account.uid, task: id, amount: price }).await?;
            announce(tx, &posted, account.uid, now).await?;
        }
        Ok(Task::started(id, account.username.clone(), list.data.name, new))
    }

    /// Starts a free check of the first numbers of a list.
    pub async fn sample(
        &self,
        tx: &mut dyn Tx,
        account: &Account,
        scope: Scope,
        list: ListId,
        slug: &str,
        request_id: &str,
    ) -> Result<TaskId> {
        let now = self.clock.now();
        // Two samples at the same time must not both be the last one.
        tx.lock_account(account.uid).await?;
        if samples_left(tx, account.uid, now).await? == 0 {
            return Err(ScreeningError::NoSampleLeft);
        }
        let list = ready_list(tx, scope, list).await?;
        let project = tx.project(slug).await?.ok_or(ScreeningError::NotFound)?;
        let document = ListDocument::of(&list)?;
        self.require_usable(tx, &document, &project).await?;
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
                number: document.number.clone(),
                other_rows: None,
            },
            total: list.data.numbers.min(SAMPLE_ROWS),
            chunk_size: SAMPLE_ROWS,
            sample: true,
            origin: TaskOrigin::Console,
            internal: account.internal,
            held: Points(0),
            request_id: request_id.to_owned(),
            metadata: BTreeMap::new(),
            key: None,
            webhook: None,
            created_at: now,
        };
        Ok(tx.add_task(&new).await?)
    }

    async fn require_usable(
        &self,
        tx: &mut dyn Tx,
        document: &ListDocument,
        project: &Project,
    ) -> Result<()> {
        if !self.channels.can_answer(tx, project).await? {
            return Err(ScreeningError::NotUsable(project.slug.clone()));
        }
        if sends_generated(document, project) {
            return Err(ScreeningError::Generated(project.slug.clone()));
        }
        Ok(())
    }
}

/// Checks the fields that need no database; returns the trimmed name and purpose.
fn validate(start: &StartTask) -> Result<(&str, &str)> {
    if !start.confirmed {
        return Err(ScreeningError::NotConfirmed);
    }
    let name = valid_name(&start.name)?;
    let purpose = start.purpose.trim();
    let length = Rule::Chars { least: 1, most: PURPOSE_CHARS };
    if !length.allows(purpose) {
        return Err(ScreeningError::Wrong("purpose", length));
    }
    if start.error_threshold.is_some_and(|most| !(1..=100).contains(&most)) {
        return Err(ScreeningError::Wrong("error_threshold", Rule::Whole { least: 1, most: 100 }));
    }
    if !(0..=30).contains(&start.freshness_days) {
        return Err(ScreeningError::Wrong("freshness_days", Rule::Whole { least: 0, most: 30 }));
    }
    Ok((name, purpose))
}

fn require_count(project: &Project, list: &List) -> Result<()> {
    let details = &project.details;
    if (details.min_numbers..=details.max_numbers).contains(&list.data.numbers) {
        return Ok(());
    }
    Err(ScreeningError::NumberCount {
        project: project.slug.clone(),
        least: details.min_numbers,
        most: details.max_numbers,
    })
}

/// Samples that the account may still take now.
pub(super) async fn samples_left(tx: &mut dyn Tx, uid: Uid, now: Timestamp) -> Result<i64> {
    let taken = tx.samples_since(uid, now.plus(-86_400)).await?;
    Ok((SAMPLES_PER_DAY - taken).max(0))
}
