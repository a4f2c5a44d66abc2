//! Links that show the results of a task to everyone who has them, if the operator allows it.

use axum::extract::State;
use numplan::carrier_name;
use numsift_accounts::{Client, SessionToken};
use numsift_model::audit::AuditEntry;
use numsift_model::clock::{HOUR_S, Timestamp};
use numsift_model::id::{ResultLinkId, TaskId};
use numsift_model::lang::Lang;
use numsift_model::limits::{RESULT_LINK_DAYS, RESULT_LINKS};
use numsift_model::page::Page;
use numsift_model::project::{SKIPPED, UNKNOWN};
use numsift_model::rule::Rule;
use numsift_model::task::{Task, TaskState};
use numsift_screening::Breakdown;
use numsift_segments::{Filter, Kind, Layout, ResultRow, Sort, country_code};
use numsift_store::{Attempt, NewResultLink, ResultLink, Scope, Tx};
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::ToSchema;
use utoipa_axum::routes;

use crate::app::App;
use crate::body::Body;
use crate::caller::{Allowed, ResultShare, TaskList};
use crate::client::{Language, RequestClient, plan_lang};
use crate::console::looks::record_look;
use crate::console::tasks::{TaskIdRequest, project_name, visible_task, visible_task_in};
use crate::envelope::{Done, Envelope, ListAnswer, Reply, first_page, ok, page_of, page_size};
use crate::messages::Message;
use crate::refusal::Refusal;
use crate::routing::OpenApiRouter;

/// Calls with links per address within a quarter of an hour, successful or not.
const PER_ADDRESS: i64 = 600;
/// Looks with one link that are written to the audit log per hour. Strangers decide how often they look.
const LINES_PER_HOUR: i64 = 60;
/// Digits of a masked number that are shown.
const SHOWN_DIGITS: usize = 4;

pub fn calls() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(share))
        .routes(routes!(links))
        .routes(routes!(revoke))
        .routes(routes!(shared_task))
        .routes(routes!(shared_results))
}

fn masked() -> bool {
    true
}

/// A finished task of the caller.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct ShareRequest {
    id: TaskId,
    /// 1 to 30.
    days: i64,
    /// Whether only the last digits of the numbers are shown.
    #[serde(default = "masked")]
    masked: bool,
}

/// A link to results.
#[derive(Serialize, ToSchema)]
struct ResultLinkView {
    id: ResultLinkId,
    /// Whether only the last digits of the numbers are shown.
    masked: bool,
    created_at: Timestamp,
    expires_at: Timestamp,
    /// How often its page was opened.
    looks: i64,
    last_look_at: Option<Timestamp>,
}

impl From<ResultLink> for ResultLinkView {
    fn from(ResultLink { id, made, looks, last_look_at }: ResultLink) -> Self {
        let NewResultLink { masked, created_at, expires_at, .. } = made;
        Self { id, masked, created_at, expires_at, looks, last_look_at }
    }
}

/// A new link to results.
#[derive(Serialize, ToSchema)]
struct ShareAnswer {
    /// Belongs behind the `#` of the address of the page, so that it is in no log. Shown only once.
    token: String,
    link: ResultLinkView,
}

/// Makes a link that shows the results of a finished task of the caller to everyone who has it.
#[utoipa::path(post, path = "/task/share", tag = "task", request_body = ShareRequest,
    responses((status = 200, body = Envelope<ShareAnswer>)), security(("sid" = [])))]
async fn share(
    caller: Allowed<ResultShare>,
    State(app): State<App>,
    Body(request): Body<ShareRequest>,
) -> Reply<ShareAnswer> {
    let ShareRequest { id, days, masked } = request;
    if !(1..=RESULT_LINK_DAYS).contains(&days) {
        return Err(Refusal::rule("days", Rule::Whole { least: 1, most: RESULT_LINK_DAYS }));
    }
    let now = app.clock.now();
    let token = SessionToken::random(&*app.entropy).map_err(Refusal::internal)?;
    let mut tx = app.store.begin().await?;
    if !tx.settings().await?.share_results {
        return Err(Refusal::NotPermitted(Message::SharingOff));
    }
    // Also staff share only results of their own tasks.
    let task = visible_task_in(&mut *tx, Scope::Own(caller.who().account.uid), id).await?;
    if !is_shareable(&task, now) {
        return Err(Refusal::Conflict("state", Message::WrongState));
    }
    if tx.result_links(id, now).await?.len() >= RESULT_LINKS {
        return Err(Refusal::invalid(Message::TooManyResultLinks { most: RESULT_LINKS }));
    }
    let made = NewResultLink { task: id, masked, created_at: now, expires_at: now.plus_days(days) };
    let link = tx.add_result_link(&token.stored(), &made).await?;
    let detail = json!({ "task": id, "link": link, "masked": masked, "expires_at": made.expires_at });
    tx.audit(&caller.did("task/share", now).with(&detail).entry()).await?;
    tx.save().await?;
    let link = ResultLink { id: link, made, looks: 0, last_look_at: None };
    Ok(ok(ShareAnswer { token: token.as_str().to_owned(), link: link.into() }))
}

/// Whether there are results that will not change.
fn is_shareable(task: &Task, now: Timestamp) -> bool {
    let kept = task.expires_at.is_none_or(|at| at > now);
    task.state.is_over() && task.state != TaskState::Deleted && kept && task.progress.done_chunks > 0
}

/// The links to the results of a task that work.
#[derive(Serialize, ToSchema)]
struct ResultLinksAnswer {
    items: Vec<ResultLinkView>,
}

/// Returns the links to the results of a task that have neither expired nor been revoked, newest first.
#[utoipa::path(post, path = "/task/links", tag = "task", request_body = TaskIdRequest,
    responses((status = 200, body = Envelope<ResultLinksAnswer>)), security(("sid" = [])))]
async fn links(
    caller: Allowed<TaskList>,
    State(app): State<App>,
    Body(request): Body<TaskIdRequest>,
) -> Reply<ResultLinksAnswer> {
    let task = visible_task(&app, caller.scope(), request.id).await?;
    record_look(&app, &caller, "task/links", Some(task.asked.uid), &json!({ "task": task.id })).await?;
    let found = app.store.read().await?.result_links(task.id, app.clock.now()).await?;
    Ok(ok(ResultLinksAnswer { items: found.into_iter().map(ResultLinkView::from).collect() }))
}

/// A link to the results of a task.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct RevokeLinkRequest {
    /// The task.
    id: TaskId,
    link: ResultLinkId,
}

/// Revokes a link to the results of a task.
#[utoipa::path(post, path = "/task/revokeLink", tag = "task", request_body = RevokeLinkRequest,
    responses((status = 200, body = Envelope<Done>)), security(("sid" = [])))]
async fn revoke(
    caller: Allowed<ResultShare>,
    State(app): State<App>,
    Body(request): Body<RevokeLinkRequest>,
) -> Reply<Done> {
    let now = app.clock.now();
    let mut tx = app.store.begin().await?;
    let task = visible_task_in(&mut *tx, caller.scope(), request.id).await?;
    if !tx.revoke_result_link(task.id, request.link, now).await? {
        return Err(Refusal::NotFound);
    }
    let detail = json!({ "task": task.id, "link": request.link });
    tx.audit(&caller.did("task/revokeLink", now).on(task.asked.uid).with(&detail).entry()).await?;
    tx.save().await?;
    Ok(ok(Done {}))
}

/// The token of a link to results.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct SharedTaskRequest {
    token: String,
}

/// What a link shows of a task.
#[derive(Serialize, ToSchema)]
struct SharedTaskView {
    name: String,
    checks: Vec<SharedCheckView>,
    /// Numbers of the task.
    total: i64,
    /// Numbers that have results.
    done: i64,
    answers: i64,
    /// Answers that count as hits.
    hits: i64,
    unknown: i64,
    finished_at: Option<Timestamp>,
    /// Until when the link works.
    expires_at: Timestamp,
    /// Whether only the last digits of the numbers are shown.
    masked: bool,
    counts: Breakdown,
}

/// A check of a shared task.
#[derive(Serialize, ToSchema)]
struct SharedCheckView {
    project: String,
    name: String,
    /// `unknown` and `skipped`, then the statuses of the project.
    statuses: Vec<String>,
}

/// Returns the task of a link to results, with its counts.
#[utoipa::path(post, path = "/shared/task", tag = "task", request_body = SharedTaskRequest,
    responses((status = 200, body = Envelope<SharedTaskView>)), security(()))]
async fn shared_task(
    State(app): State<App>,
    Language(lang): Language,
    RequestClient(client): RequestClient,
    Body(request): Body<SharedTaskRequest>,
) -> Reply<SharedTaskView> {
    let (link, task) = shared(&app, &request.token, &client).await?;
    let projects = app.store.read().await?.projects().await?;
    let counts = app.screening.results.breakdown(&task).await?;
    record_visit(&app, &link, &task, client).await?;
    let checks = task.asked.plan.checks.iter().map(|check| SharedCheckView {
        project: check.project.clone(),
        name: project_name(&projects, &check.project, lang),
        statuses: [UNKNOWN.to_owned(), SKIPPED.to_owned()]
            .into_iter()
            .chain(check.statuses.iter().cloned())
            .collect(),
    });
    Ok(ok(SharedTaskView {
        checks: checks.collect(),
        total: task.asked.total,
        done: task.progress.done,
        answers: task.progress.answers,
        hits: task.progress.hits,
        unknown: task.progress.unknown,
        finished_at: task.finished_at,
        expires_at: link.made.expires_at,
        masked: link.made.masked,
        // The names of the columns are data of the upload.
        counts: Breakdown { fields: Vec::new(), columns: Vec::new(), ..counts.in_language(plan_lang(lang)) },
        name: task.asked.name,
    }))
}

/// Which results of a link to return.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct SharedResultsRequest {
    token: String,
    /// From 1.
    #[serde(default = "first_page")]
    page: i64,
    /// 1 to 200.
    #[serde(default = "page_size")]
    size: i64,
}

/// A shared result.
#[derive(Serialize, ToSchema)]
struct SharedResultView {
    /// Position among the results, from 1.
    position: u64,
    /// With `+` and country code, or only its last digits.
    number: String,
    country: String,
    #[serde(rename = "type")]
    kind: &'static str,
    /// The carrier that the number was allocated to, in the caller's language where the data has its name.
    original_carrier: String,
    /// The status of each check.
    statuses: Vec<String>,
}

/// Returns a page of the results of a link.
#[utoipa::path(post, path = "/shared/results", tag = "task", request_body = SharedResultsRequest,
    responses((status = 200, body = Envelope<ListAnswer<SharedResultView>>)), security(()))]
async fn shared_results(
    State(app): State<App>,
    Language(lang): Language,
    RequestClient(client): RequestClient,
    Body(request): Body<SharedResultsRequest>,
) -> Reply<ListAnswer<SharedResultView>> {
    let Page { offset, limit } = page_of(request.page, request.size)?;
    let (link, task) = shared(&app, &request.token, &client).await?;
    let (offset, limit) = (u64::try_from(offset).unwrap_or(0), usize::try_from(limit).unwrap_or(0));
    let results = &app.screening.results;
    let filter = Filter::default();
    let page = match results.page(&task, &filter, &Sort::Input, offset, limit).await {
        // Compaction has just moved the results to other files.
        Err(error) if error.is_missing_file() => {
            let task = visible_task(&app, Scope::All, task.id).await?;
            results.page(&task, &filter, &Sort::Input, offset, limit).await?
        }
        page => page?,
    };
    let rows = page.rows.into_iter().zip(offset + 1..);
    let items =
        rows.map(|(row, position)| shared_result(&page.layout, &row, position, link.made.masked, lang));
    Ok(ok(ListAnswer { items: items.collect(), total: i64::try_from(page.total).unwrap_or(i64::MAX) }))
}

fn shared_result(
    layout: &Layout,
    row: &ResultRow,
    position: u64,
    masked: bool,
    lang: Lang,
) -> SharedResultView {
    let statuses = row.checks.iter().zip(&layout.checks);
    let statuses = statuses.map(|(value, check)| check.statuses.get(usize::from(value.status)).cloned());
    SharedResultView {
        position,
        number: shown_number(row.number, masked),
        country: country_code(row.country).to_string(),
        kind: Kind::from_code(row.kind).name(),
        statuses: statuses.map(Option::unwrap_or_default).collect(),
        original_carrier: carrier_name(&row.carrier, plan_lang(lang)).to_owned(),
    }
}

fn shown_number(number: u64, masked: bool) -> String {
    let digits = number.to_string();
    if masked {
        let shown = digits.len().saturating_sub(SHOWN_DIGITS);
        format!("•••• {}", &digits[shown..])
    } else {
        format!("+{digits}")
    }
}

/// The link of a token, and its task. All reasons for a refusal look the same.
async fn shared(app: &App, token: &str, client: &Client) -> Result<(ResultLink, Task), Refusal> {
    app.accounts.count_public_call("shared-results", PER_ADDRESS, client).await?;
    let mut tx = app.store.read().await?;
    let found = open_link(app, &mut *tx, token).await?;
    found.ok_or_else(|| Refusal::field("token", Message::ResultLinkRefused))
}

async fn open_link(app: &App, tx: &mut dyn Tx, token: &str) -> Result<Option<(ResultLink, Task)>, Refusal> {
    let now = app.clock.now();
    if !tx.settings().await?.share_results {
        return Ok(None);
    }
    let Some(link) = tx.result_link(&SessionToken::hash(token), now).await? else {
        return Ok(None);
    };
    let Some(task) = tx.task(Scope::All, link.made.task).await?.filter(|task| is_shareable(task, now)) else {
        return Ok(None);
    };
    let owner = tx.account(task.asked.uid).await?;
    Ok(owner.is_some_and(|owner| owner.enabled).then_some((link, task)))
}

/// Counts a look with a link, and writes it to the audit log. Without an actor: nobody has said who they are.
async fn record_visit(app: &App, link: &ResultLink, task: &Task, client: Client) -> Result<(), Refusal> {
    let now = app.clock.now();
    let mut tx = app.store.begin().await?;
    tx.note_look(link.id, now).await?;
    let lines = format!("result-link-lines:{} ", link.id);
    if tx.attempt(&lines, LINES_PER_HOUR, HOUR_S, now).await? == Attempt::Allowed {
        let entry = AuditEntry {
            at: now,
            actor: None,
            subject: Some(task.asked.uid),
            action: "shared/task".to_owned(),
            ip: client.ip,
            detail: json!({ "task": task.id, "link": link.id }).to_string(),
        };
        tx.audit(&entry).await?;
    }
    tx.save().await?;
    Ok(())
}
