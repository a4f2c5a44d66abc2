//! The dashboard's summary.

use std::collections::BTreeMap;

use axum::extract::State;
use numsift_model::channel::ChannelCondition;
use numsift_model::clock::Timestamp;
use numsift_model::id::Uid;
use numsift_model::ledger::Income;
use numsift_model::money::{Points, Usdt};
use numsift_model::page::Page;
use numsift_model::permission::Permission;
use numsift_model::recharge::DepositStatus;
use numsift_model::task::TaskState;
use numsift_store::{DayUsage, DepositFilter, Scope, TaskFilter, TopAccount};
use serde::Serialize;
use utoipa::ToSchema;
use utoipa_axum::routes;

use crate::app::App;
use crate::body::{Body, Nothing};
use crate::caller::{Allowed, Caller, TaskList};
use crate::client::Language;
use crate::console::tasks::{TaskView, explained_views};
use crate::envelope::{Envelope, Reply, ok};
use crate::refusal::Refusal;
use crate::routing::OpenApiRouter;

/// Days of the dashboard.
const DAYS: i64 = 30;
/// Customers of the dashboard.
const CUSTOMERS: i64 = 5;

pub fn calls() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(summary))
}

/// The data of the dashboard.
#[derive(Serialize, ToSchema)]
struct Summary {
    running: Vec<TaskView>,
    recent: Vec<TaskView>,
    /// The last 30 days, today included, by project.
    days: Vec<DayView>,
    /// Only for staff.
    operator: Option<OperatorSummary>,
}

/// The checks of one project on one day.
#[derive(Serialize, ToSchema)]
struct DayView {
    /// Start of the day (UTC).
    day: Timestamp,
    project: String,
    answers: i64,
    hits: i64,
    unknown: i64,
    charged: i64,
}

impl From<DayUsage> for DayView {
    fn from(usage: DayUsage) -> Self {
        let DayUsage { day, project, answers, hits, unknown, charged } = usage;
        Self { day, project, answers, hits, unknown, charged }
    }
}

/// The state of the installation.
#[derive(Serialize, ToSchema)]
struct OperatorSummary {
    queue: QueueView,
    /// Charged in the last 30 days, today included, minus refunds.
    revenue_30d: i64,
    /// What providers charged and inviters were credited in the same time.
    cost_30d: i64,
    /// Deposits that nobody has decided on.
    unmatched_deposits: i64,
    /// Accounts that logged in within the last 30 days.
    active_users_30d: i64,
    channels: Vec<ChannelSummary>,
    /// Revenue and cost by day. Days without either are left out.
    money: Vec<MoneyDay>,
    /// USDT received in the same time by day, including unmatched deposits; `null` without `recharge/deposits`.
    usdt_in: Option<Vec<UsdtDay>>,
    /// The accounts that were charged most in the same time; `null` without `user/list`.
    customers: Option<Vec<TopCustomer>>,
}

/// Revenue and cost of one day.
#[derive(Serialize, ToSchema)]
struct MoneyDay {
    /// Start of the day (UTC).
    day: Timestamp,
    revenue: i64,
    cost: i64,
}

/// The USDT received on one day.
#[derive(Serialize, ToSchema)]
struct UsdtDay {
    /// Start of the day (UTC).
    day: Timestamp,
    /// In 1/1,000,000 USDT.
    amount_micro: Usdt,
}

/// What an account was charged for checks, refunds not deducted.
#[derive(Serialize, ToSchema)]
struct TopCustomer {
    uid: Uid,
    username: String,
    charged: i64,
    /// Days without a charge are left out.
    days: Vec<ChargedDay>,
}

/// What an account was charged on one day.
#[derive(Serialize, ToSchema)]
struct ChargedDay {
    /// Start of the day (UTC).
    day: Timestamp,
    charged: i64,
}

impl From<TopAccount> for TopCustomer {
    fn from(account: TopAccount) -> Self {
        let TopAccount { uid, username, charged, days } = account;
        let days = days.into_iter().map(|(day, charged)| ChargedDay { day, charged: charged.0 });
        Self { uid, username, charged: charged.0, days: days.collect() }
    }
}

/// The length of the queue.
#[derive(Serialize, ToSchema)]
struct QueueView {
    tasks: i64,
    pending: i64,
    running: i64,
    jobs: i64,
    /// Tasks and jobs that failed in the last 24 hours.
    failed: i64,
}

/// The state of a channel.
#[derive(Serialize, ToSchema)]
struct ChannelSummary {
    name: String,
    enabled: bool,
    breaker: String,
    success_rate: Option<f64>,
    /// Whether it works.
    condition: ChannelCondition,
    /// Since when it is in this condition; `null` if that was never recorded.
    since: Option<Timestamp>,
}

/// Returns the data of the dashboard.
#[utoipa::path(post, path = "/task/summary", tag = "task", request_body = Nothing,
    responses((status = 200, body = Envelope<Summary>)), security(("sid" = [])))]
async fn summary(
    caller: Allowed<TaskList>,
    State(app): State<App>,
    Language(lang): Language,
    _: Body<Nothing>,
) -> Reply<Summary> {
    let scope = caller.scope();
    let now = app.clock.now();
    // Whole days, like the chart and the income page.
    let from = now.start_of_day().plus(-(DAYS - 1) * 86_400);
    let few = Page { offset: 0, limit: 5 };
    let running = TaskFilter { state: Some(TaskState::Running), ..TaskFilter::default() };
    let mut tx = app.store.read().await?;
    let running = tx.tasks(scope, &running, few).await?.items;
    let recent = tx.tasks(scope, &TaskFilter::default(), few).await?.items;
    let days = tx.usage(scope, from).await?;
    drop(tx);
    let operator =
        if scope == Scope::All { Some(operator_summary(&app, &caller, from, now).await?) } else { None };
    Ok(ok(Summary {
        running: explained_views(&app, scope, lang, running).await?,
        recent: explained_views(&app, scope, lang, recent).await?,
        days: days.into_iter().map(DayView::from).collect(),
        operator,
    }))
}

async fn operator_summary(
    app: &App,
    caller: &Caller,
    from: Timestamp,
    now: Timestamp,
) -> Result<OperatorSummary, Refusal> {
    let may = |permission: Permission| caller.who().permissions.allow(permission.as_str());
    let mut tx = app.store.read().await?;
    let queue = tx.queue_depth(now).await?;
    let income: Vec<Income> = tx.income(Scope::All, Some(from), None).await?;
    let active = tx.active_accounts(from).await?;
    let unmatched = DepositFilter { status: Some(DepositStatus::Unmatched), ..DepositFilter::default() };
    let unmatched = tx.deposits(&unmatched, Page { offset: 0, limit: 1 }).await?;
    let usdt_in = if may(Permission::DepositList) { Some(tx.deposited(from).await?) } else { None };
    let customers =
        if may(Permission::UserList) { Some(tx.top_accounts(from, CUSTOMERS).await?) } else { None };
    let channels = tx.channels().await?;
    let states = tx.channel_states().await?;
    drop(tx);
    let mut health = app.screening.channels.health().await?;
    let channels = channels.into_iter().map(|row| {
        let health = health.remove(&row.name).unwrap_or_default();
        let state = states.iter().find(|state| state.channel == row.name);
        ChannelSummary {
            condition: state.map(|state| state.condition).unwrap_or_default(),
            since: state.map(|state| state.since),
            name: row.name,
            enabled: row.enabled,
            breaker: if health.breaker.is_empty() { "closed".to_owned() } else { health.breaker },
            success_rate: health.success_rate,
        }
    });
    Ok(OperatorSummary {
        queue: QueueView {
            tasks: queue.tasks,
            pending: queue.pending,
            running: queue.running,
            jobs: queue.jobs,
            failed: queue.failed,
        },
        revenue_30d: income.iter().map(|row| row.charged).sum::<Points>().0,
        cost_30d: income.iter().map(|row| row.cost + row.commission).sum::<Points>().0,
        unmatched_deposits: unmatched.total,
        active_users_30d: active,
        channels: channels.collect(),
        money: money_by_day(&income),
        usdt_in: usdt_in
            .map(|days| days.into_iter().map(|(day, amount_micro)| UsdtDay { day, amount_micro }).collect()),
        customers: customers.map(|top| top.into_iter().map(TopCustomer::from).collect()),
    })
}

/// The rows of all projects, oldest day first.
fn money_by_day(income: &[Income]) -> Vec<MoneyDay> {
    let mut days = BTreeMap::<Timestamp, (Points, Points)>::new();
    for row in income {
        let (revenue, cost) = days.entry(row.day).or_default();
        *revenue += row.charged;
        *cost += row.cost + row.commission;
    }
    days.into_iter()
        .map(|(day, (revenue, cost))| MoneyDay { day, revenue: revenue.0, cost: cost.0 })
        .collect()
}
