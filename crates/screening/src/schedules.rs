//! Schedules: a list is checked again every day, week or month, and the results are compared with the run before.
//!
//! A run is an ordinary task. It is started in the transaction that takes its due time, so there is one per due time
//! with any number of processes, and none is half started.

use std::sync::Arc;

use numsift_ledger::LedgerError;
use numsift_model::allowance::Resource;
use numsift_model::audit::AuditEntry;
use numsift_model::clock::{Clock, Timestamp};
use numsift_model::id::{ScheduleId, TaskId, Uid};
use numsift_model::limits::SCHEDULES;
use numsift_model::money::Points;
use numsift_model::notification::Audience;
use numsift_model::permission::Permission;
use numsift_model::rule::Rule;
use numsift_model::schedule::{Every, NewSchedule, RunOutcome, Schedule, ScheduledRun};
use numsift_model::task::{Task, TaskOrigin, TaskState};
use numsift_model::texts::notifications;
use numsift_store::{Scope, Store, Tx, over_allowance};
use serde_json::{Value, json};

use crate::notify::notify;
use crate::tasks::{CheckRequest, NAME_CHARS, StartTask, Tasks, ready_list};
use crate::{Result, ScreeningError};

/// Most runs that one pass starts.
const BATCH: i64 = 100;

/// The request to check a list again at regular times.
#[derive(Debug, Clone, Copy)]
pub struct AddSchedule {
    /// A finished task.
    pub task: TaskId,
    pub every: Every,
    /// A run that could cost more is skipped.
    pub max_price: Points,
}

/// Schedules, as request handlers and workers use them.
#[derive(Clone)]
pub struct Schedules {
    store: Arc<dyn Store>,
    clock: Arc<dyn Clock>,
    tasks: Tasks,
}

/// Why a run does not start.
enum NoRun {
    /// It is skipped, and the owner is told.
    Skip(RunOutcome),
    /// It is tried again.
    Failed(ScreeningError),
}

impl From<ScreeningError> for NoRun {
    fn from(error: ScreeningError) -> Self {
        match error {
            ScreeningError::Ledger(LedgerError::NotEnough { .. }) => Self::Skip(RunOutcome::NoPoints),
            ScreeningError::NotFound
            | ScreeningError::WrongState
            | ScreeningError::Checks { .. }
            | ScreeningError::NotUsable(_)
            | ScreeningError::Generated(_)
            | ScreeningError::NumberCount { .. } => Self::Skip(RunOutcome::NotUsable),
            other => Self::Failed(other),
        }
    }
}

impl From<numsift_store::StoreError> for NoRun {
    fn from(error: numsift_store::StoreError) -> Self {
        Self::Failed(error.into())
    }
}

impl Schedules {
    pub(crate) fn new(store: Arc<dyn Store>, clock: Arc<dyn Clock>, tasks: Tasks) -> Self {
        Self { store, clock, tasks }
    }

    /// Adds a schedule for the list, checks and options of a finished task of the account. The first run is due after one
    /// period.
    pub async fn add(&self, tx: &mut dyn Tx, uid: Uid, add: AddSchedule) -> Result<Schedule> {
        // Two calls at the same time must not both add the last one.
        tx.lock_account(uid).await?;
        let scope = Scope::Own(uid);
        let task = tx.task(scope, add.task).await?.filter(|task| task.state != TaskState::Deleted);
        let task = task.ok_or(ScreeningError::NotFound)?;
        let asked = &task.asked;
        if !task.state.is_over() || asked.sample || asked.origin == TaskOrigin::Lookup {
            return Err(ScreeningError::WrongState);
        }
        ready_list(tx, scope, asked.list).await?;
        if add.max_price.0 < 0 {
            return Err(ScreeningError::Wrong("max_price", Rule::AtLeast(0)));
        }
        if tx.count_schedules(uid).await? >= SCHEDULES {
            return Err(ScreeningError::TooManySchedules { most: SCHEDULES });
        }
        let now = self.clock.now();
        let AddSchedule { every, max_price, .. } = add;
        let new = NewSchedule { uid, task: task.id, list: asked.list, every, max_price, created_at: now };
        let id = tx.add_schedule(&new, every.next_after(now, now)).await?;
        tx.schedule(scope, id).await?.ok_or(ScreeningError::NotFound)
    }

    /// Ends a schedule. Runs that have started go on.
    pub async fn end(&self, tx: &mut dyn Tx, scope: Scope, id: ScheduleId) -> Result<Schedule> {
        let schedule = tx.schedule(scope, id).await?.ok_or(ScreeningError::NotFound)?;
        if !tx.end_schedule(id, self.clock.now()).await? {
            return Err(ScreeningError::NotFound);
        }
        Ok(schedule)
    }

    /// Starts the runs that are due; returns how many started. A run that cannot start is skipped with a notice to the
    /// owner. After a failure of the machine it stays due.
    pub async fn run_due(&self) -> Result<u64> {
        let now = self.clock.now();
        let due = self.store.read().await?.due_schedules(now, BATCH).await?;
        let mut started = 0;
        for schedule in due {
            match self.start_run(&schedule, now).await {
                Ok(true) => started += 1,
                // Another process was faster.
                Ok(false) => {}
                Err(NoRun::Skip(outcome)) => self.skip_run(&schedule, outcome, now).await?,
                Err(NoRun::Failed(error)) => {
                    tracing::warn!(schedule = %schedule.id, %error, "failed to start a scheduled run");
                }
            }
        }
        Ok(started)
    }

    /// Starts a run; `false` when another process has taken it. If it cannot start, the transaction is dropped with
    /// everything that was written.
    async fn start_run(&self, schedule: &Schedule, now: Timestamp) -> std::result::Result<bool, NoRun> {
        let mut tx = self.store.begin().await?;
        if !self.take(&mut *tx, schedule, now).await? {
            return Ok(false);
        }
        let uid = schedule.asked.uid;
        // Before any task is locked, as everywhere.
        tx.lock_account(uid).await?;
        let account = tx.account(uid).await?.ok_or(NoRun::Skip(RunOutcome::NotPermitted))?;
        let permissions = tx.permissions(&account.roles).await?;
        if !account.enabled || !permissions.allow(Permission::TaskCreate.as_str()) {
            return Err(NoRun::Skip(RunOutcome::NotPermitted));
        }
        let source = tx.task(Scope::All, schedule.asked.task).await?.ok_or(ScreeningError::NotFound)?;
        let list = ready_list(&mut *tx, Scope::Own(uid), schedule.asked.list).await?;
        let wanted = [(Resource::RunningTasks, 1), (Resource::StoredBytes, list.data.bytes)];
        if over_allowance(&mut *tx, &account, &wanted).await?.is_some() {
            return Err(NoRun::Skip(RunOutcome::OverLimit));
        }
        let start = again(&source, now);
        let task = self.tasks.start(&mut *tx, &account, Scope::Own(uid), start).await?;
        let started = tx.task(Scope::All, task).await?.ok_or(ScreeningError::NotFound)?;
        if started.asked.held > schedule.asked.max_price {
            return Err(NoRun::Skip(RunOutcome::TooExpensive));
        }
        let run = ScheduledRun {
            schedule: schedule.id,
            due_at: schedule.next_at,
            task,
            previous: schedule.last_task,
        };
        tx.run_started(&run, now).await?;
        let detail = json!({ "schedule": schedule.id, "task": task, "held": started.asked.held });
        audit(&mut *tx, "schedule/run", uid, &detail, now).await?;
        tx.save().await?;
        Ok(true)
    }

    async fn skip_run(&self, schedule: &Schedule, outcome: RunOutcome, now: Timestamp) -> Result<()> {
        let uid = schedule.asked.uid;
        let mut tx = self.store.begin().await?;
        if !self.take(&mut *tx, schedule, now).await? {
            return Ok(());
        }
        tx.run_skipped(schedule.id, outcome, now).await?;
        notify(&mut *tx, Audience::Account(uid), notifications::run_skipped(&schedule.name, outcome), now)
            .await?;
        tx.emit(Some(uid), "notify", "{}", now).await?;
        let detail = json!({ "schedule": schedule.id, "outcome": outcome });
        audit(&mut *tx, "schedule/skip", uid, &detail, now).await?;
        tx.save().await?;
        Ok(())
    }

    async fn take(&self, tx: &mut dyn Tx, schedule: &Schedule, now: Timestamp) -> Result<bool> {
        let next_at = schedule.asked.every.next_after(schedule.asked.created_at, now);
        Ok(tx.take_run(schedule.id, schedule.next_at, next_at).await?)
    }
}

/// The same list, checks and options once more, at the prices of today.
fn again(source: &Task, now: Timestamp) -> StartTask {
    let asked = &source.asked;
    let check = |check: &numsift_model::task::Check| CheckRequest {
        project: check.project.clone(),
        condition: check.condition.clone(),
    };
    let day = now.day();
    let name: String = asked.name.chars().take(NAME_CHARS - day.len() - 1).collect();
    StartTask {
        list: asked.list,
        name: format!("{name} {day}"),
        mode: asked.plan.mode,
        checks: asked.plan.checks.iter().map(check).collect(),
        purpose: asked.plan.purpose.clone(),
        // The owner confirmed it when the first task started.
        confirmed: true,
        error_threshold: asked.plan.error_threshold,
        freshness_days: asked.plan.freshness_days,
        origin: asked.origin,
        request_id: String::new(),
        metadata: asked.metadata.clone(),
        key: asked.key,
        webhook: asked.webhook,
    }
}

async fn audit(tx: &mut dyn Tx, action: &str, owner: Uid, detail: &Value, at: Timestamp) -> Result<()> {
    let line = AuditEntry {
        at,
        actor: None,
        subject: Some(owner),
        action: action.to_owned(),
        ip: String::new(),
        detail: detail.to_string(),
    };
    Ok(tx.audit(&line).await?)
}
