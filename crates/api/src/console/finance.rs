//! Movements of points and quota, and corrections of balances.

use async_trait::async_trait;
use axum::extract::State;
use axum::response::Response;
use numsift_ledger::{Adjust, By, adjust, announce};
use numsift_model::account::Account;
use numsift_model::clock::Timestamp;
use numsift_model::id::{ApprovalId, LookupId, OrderId, PostingId, TaskId, Uid};
use numsift_model::ledger::{Bucket, Fund, Movement, MovementTotals, PostingKind};
use numsift_model::money::Points;
use numsift_model::page::Page;
use numsift_model::permission::Permission;
use numsift_model::rule::Rule;
use numsift_store::{MovementFilter, Scope, Tx};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use utoipa::ToSchema;
use utoipa_axum::routes;

use crate::app::App;
use crate::body::Body;
use crate::caller::{Allowed, FinanceAdjust, FinanceCredit, FinanceList, QuotaDeductions, scope_of_account};
use crate::console::deposits::REASON_CHARS;
use crate::console::second_person::{self, Guarded};
use crate::download::{Export, Format, Link, Position, Table, link, send_table};
use crate::envelope::{Envelope, Reply, ok, page_of, page_size};
use crate::messages::{Message, decimal};
use crate::refusal::Refusal;
use crate::routing::OpenApiRouter;

pub fn calls() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(list))
        .routes(routes!(credit))
        .routes(routes!(deductions))
        .routes(routes!(export))
        .routes(routes!(adjust_balance))
}

/// Which movements to return.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct MovementListRequest {
    /// `next_cursor` of the previous page; without it, the newest movements.
    cursor: Option<String>,
    /// 1 to 200.
    #[serde(default = "page_size")]
    size: i64,
    #[serde(default)]
    filter: MovementFilterRequest,
}

/// Filter for movements.
#[derive(Debug, Clone, Default, Serialize, Deserialize, ToSchema)]
#[serde(default, deny_unknown_fields)]
pub struct MovementFilterRequest {
    uid: Option<Uid>,
    /// Points, quota or commission; by default what the list is about.
    fund: Option<Fund>,
    /// Include holds and releases. They are neither income nor spending.
    holds: bool,
    kind: Option<PostingKind>,
    task: Option<TaskId>,
    /// Inclusive.
    from: Option<Timestamp>,
    /// Exclusive.
    until: Option<Timestamp>,
}

impl MovementFilterRequest {
    fn checked(&self, default: Fund) -> MovementFilter {
        let Self { uid, fund, holds, kind, task, from, until } = *self;
        MovementFilter { uid, fund: fund.unwrap_or(default), holds, kind, task, from, until }
    }
}

/// A posting as its account sees it: money in, money out, or points moved between the balance and a hold. Amounts in
/// ten-thousandths of a point.
#[derive(Serialize, ToSchema)]
struct MovementView {
    /// Id of the movement, as text.
    id: String,
    /// The posting that it belongs to.
    posting: PostingId,
    uid: Uid,
    username: String,
    fund: Fund,
    kind: PostingKind,
    /// Money in, or out if negative. For holds and releases the change of the balance; it counts neither as income
    /// nor as spending.
    amount: Points,
    /// What could be spent after the posting.
    balance_after: Points,
    /// What was held after the posting.
    held_after: Points,
    order: Option<OrderId>,
    task: Option<TaskId>,
    /// The first lookup of the request that it is about.
    lookup: Option<LookupId>,
    chunk: Option<i64>,
    project: Option<String>,
    numbers: i64,
    /// The reason of a correction; only for staff.
    note: Option<String>,
    /// Who made it; only for staff.
    actor: Option<Uid>,
    at: Timestamp,
}

impl MovementView {
    fn of(row: Movement, staff: bool) -> Self {
        Self {
            id: row.id.to_string(),
            posting: row.posting,
            uid: row.uid,
            username: row.username,
            fund: row.fund,
            kind: row.kind,
            amount: row.amount,
            balance_after: row.balance_after,
            held_after: row.held_after,
            order: row.reference.order,
            task: row.reference.task.filter(|task| LookupId::from_holder(*task).is_none()),
            lookup: row.reference.task.and_then(LookupId::from_holder),
            chunk: row.reference.chunk,
            project: row.reference.project,
            numbers: row.reference.numbers,
            note: staff.then_some(row.reference.note),
            actor: row.actor.filter(|_| staff),
            at: row.at,
        }
    }
}

/// A page of movements.
#[derive(Serialize, ToSchema)]
struct MovementListAnswer {
    items: Vec<MovementView>,
    /// Movements of all pages.
    total: i64,
    /// Money in over all pages, without releases.
    incoming: Points,
    /// Money out over all pages, as a positive amount, without holds.
    outgoing: Points,
    /// Sum of the holds over all pages.
    held: Points,
    /// Sum of the releases over all pages.
    released: Points,
    /// Cursor of the next page; `null` on the last page.
    next_cursor: Option<String>,
}

async fn listed(
    app: &App,
    scope: Scope,
    request: &MovementListRequest,
    default: Fund,
) -> Reply<MovementListAnswer> {
    let limit = page_of(1, request.size)?.limit;
    let cursor = request.cursor.as_ref().map(|text| text.parse::<i64>()).transpose();
    let cursor = cursor.map_err(|_| Refusal::rule("cursor", Rule::Cursor))?;
    let filter = request.filter.checked(default);
    let mut tx = app.store.read().await?;
    let MovementTotals { count, incoming, outgoing, held, released } =
        tx.movement_totals(scope, &filter).await?;
    let mut rows = tx.movements(scope, &filter, cursor, limit + 1).await?;
    let more = i64::try_from(rows.len()).is_ok_and(|found| found > limit);
    if more {
        rows.pop();
    }
    let next_cursor = rows.last().filter(|_| more).map(|row| row.id.to_string());
    let items = rows.into_iter().map(|row| MovementView::of(row, scope == Scope::All)).collect();
    Ok(ok(MovementListAnswer { items, total: count, incoming, outgoing, held, released, next_cursor }))
}

/// Lists movements of points, newest first: the caller's own, or all of them for staff.
#[utoipa::path(post, path = "/finance/list", tag = "finance", request_body = MovementListRequest,
    responses((status = 200, body = Envelope<MovementListAnswer>)), security(("sid" = [])))]
async fn list(
    caller: Allowed<FinanceList>,
    State(app): State<App>,
    Body(request): Body<MovementListRequest>,
) -> Reply<MovementListAnswer> {
    listed(&app, caller.scope(), &request, Fund::Points).await
}

/// Lists movements of quota, newest first.
#[utoipa::path(post, path = "/finance/credit", tag = "finance", request_body = MovementListRequest,
    responses((status = 200, body = Envelope<MovementListAnswer>)), security(("sid" = [])))]
async fn credit(
    caller: Allowed<FinanceCredit>,
    State(app): State<App>,
    Body(request): Body<MovementListRequest>,
) -> Reply<MovementListAnswer> {
    listed(&app, caller.scope(), &request, Fund::Credit).await
}

/// Lists what quota was spent on, newest first.
#[utoipa::path(post, path = "/privilege_escalation/getDeductList", tag = "finance",
    request_body = MovementListRequest, responses((status = 200, body = Envelope<MovementListAnswer>)),
    security(("sid" = [])))]
async fn deductions(
    caller: Allowed<QuotaDeductions>,
    State(app): State<App>,
    Body(mut request): Body<MovementListRequest>,
) -> Reply<MovementListAnswer> {
    request.filter.fund = Some(Fund::Credit);
    request.filter.kind = Some(PostingKind::Settle);
    listed(&app, caller.scope(), &request, Fund::Credit).await
}

/// Which movements to export.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct MovementExportRequest {
    #[serde(default)]
    filter: MovementFilterRequest,
    #[serde(default)]
    format: Format,
}

/// Creates a download link to the movements; those of points by default.
#[utoipa::path(post, path = "/finance/export", tag = "finance", request_body = MovementExportRequest,
    responses((status = 200, body = Envelope<Link>)), security(("sid" = [])))]
async fn export(
    caller: Allowed<FinanceList>,
    State(app): State<App>,
    Body(request): Body<MovementExportRequest>,
) -> Reply<Link> {
    let mut tx = app.store.begin().await?;
    tx.audit(&caller.did("finance/export", app.clock.now()).entry()).await?;
    tx.save().await?;
    let export = MovementExport { filter: request.filter, format: request.format };
    Ok(ok(link(&app, &caller, &export).await?))
}

#[derive(Serialize, Deserialize)]
pub struct MovementExport {
    filter: MovementFilterRequest,
    format: Format,
}

impl Export for MovementExport {
    const KIND: &'static str = "movements";
    const PERMISSION: Permission = Permission::FinanceList;

    async fn respond(self, app: App, account: Account) -> Result<Response, Refusal> {
        send_table(app, account, Box::new(self)).await
    }
}

#[async_trait]
impl Table for MovementExport {
    fn name(&self) -> &'static str {
        "movements"
    }

    fn format(&self) -> Format {
        self.format
    }

    fn header(&self, _: &Account) -> Vec<String> {
        [
            "id",
            "at",
            "uid",
            "username",
            "fund",
            "kind",
            "amount",
            "balance_after",
            "held_after",
            "order",
            "task",
            "lookup",
            "project",
            "note",
        ]
        .map(String::from)
        .to_vec()
    }

    async fn rows(
        &self,
        tx: &mut dyn Tx,
        account: &Account,
        _: Timestamp,
        position: &mut Position,
    ) -> Result<Vec<Vec<String>>, Refusal> {
        let scope = scope_of_account(account);
        let filter = self.filter.checked(Fund::Points);
        let rows = tx.movements(scope, &filter, position.cursor, Page::MAX_SIZE).await?;
        position.cursor = rows.last().map(|row| row.id).or(position.cursor);
        let text = |id: Option<i64>| id.map(|id| id.to_string()).unwrap_or_default();
        let row = |row: Movement| {
            vec![
                row.id.to_string(),
                row.at.rfc3339(),
                row.uid.to_string(),
                row.username,
                row.fund.as_str().to_owned(),
                row.kind.as_str().to_owned(),
                decimal(row.amount.0),
                decimal(row.balance_after.0),
                decimal(row.held_after.0),
                text(row.reference.order.map(|order| order.0)),
                text(row.reference.task.map(|task| task.0).filter(|task| *task > 0)),
                text(row.reference.task.and_then(LookupId::from_holder).map(|lookup| lookup.0)),
                row.reference.project.unwrap_or_default(),
                if scope == Scope::All { row.reference.note } else { String::new() },
            ]
        };
        Ok(rows.into_iter().map(row).collect())
    }
}

/// A correction of a balance.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct AdjustRequest {
    uid: Uid,
    /// `points` or `credit`.
    bucket: Bucket,
    /// In ten-thousandths of a point; negative amounts are deducted.
    amount: Points,
    /// Chosen by the client (a UUID): a request that is sent twice is booked once.
    request_id: String,
    reason: String,
    /// The caller's own password, if there is no other administrator.
    #[serde(default)]
    password: Option<String>,
    /// A code from the caller's authenticator, if two-factor login is on.
    #[serde(default)]
    code: Option<String>,
}

/// The balances after a correction.
#[derive(Serialize, ToSchema)]
struct AdjustAnswer {
    posting: Option<PostingId>,
    balance: Points,
    credit: Points,
    /// Set if the correction waits for another administrator.
    approval: Option<ApprovalId>,
}

/// A correction that may wait for a second person.
#[derive(Serialize, Deserialize)]
pub struct Correction {
    uid: Uid,
    bucket: Bucket,
    amount: Points,
    request_id: String,
    reason: String,
}

impl Guarded for Correction {
    const ACTION: &'static str = "finance/adjust";
    const PERMISSION: Permission = Permission::FinanceAdjust;

    fn subject(&self) -> Option<Uid> {
        Some(self.uid)
    }
}

/// Books a correction in the name of `actor`. Returns what the audit log records, and `None` instead if it was booked
/// before.
pub async fn correct_as(
    tx: &mut dyn Tx,
    new: &Correction,
    actor: Uid,
    at: Timestamp,
) -> Result<(PostingId, Option<Value>), Refusal> {
    let Correction { uid, bucket, amount, request_id, reason } = new;
    let by = By { actor: Some(actor), at };
    let asked = Adjust { uid: *uid, bucket: *bucket, amount: *amount, request_id, reason };
    let posted = adjust(tx, by, asked).await?;
    let id = posted.posting.id;
    if !posted.fresh {
        return Ok((id, None));
    }
    announce(tx, &posted, *uid, at).await?;
    Ok((id, Some(json!({ "posting": id, "bucket": bucket, "amount": amount, "reason": reason }))))
}

/// Corrects a balance.
#[utoipa::path(post, path = "/finance/adjust", tag = "finance", request_body = AdjustRequest,
    responses((status = 200, body = Envelope<AdjustAnswer>)), security(("sid" = [])))]
async fn adjust_balance(
    caller: Allowed<FinanceAdjust>,
    State(app): State<App>,
    Body(request): Body<AdjustRequest>,
) -> Reply<AdjustAnswer> {
    let id = request.request_id.as_str();
    let valid = (8..=64).contains(&id.len()) && id.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-');
    if !valid {
        return Err(Refusal::rule("request_id", Rule::Symbols { least: 8, most: 64, also: "`-`" }));
    }
    if !matches!(request.bucket, Bucket::Points | Bucket::Credit) {
        let buckets = [Bucket::Points, Bucket::Credit].map(Bucket::as_str);
        return Err(Refusal::rule("bucket", Rule::one_of(buckets)));
    }
    let reason = request.reason.trim();
    if reason.chars().count() > REASON_CHARS {
        return Err(Refusal::rule("reason", Rule::up_to(REASON_CHARS)));
    }
    if reason.is_empty() {
        return Err(Refusal::field("reason", Message::ReasonRequired));
    }
    let uid = request.uid;
    if app.store.read().await?.account(uid).await?.is_none() {
        return Err(Refusal::NotFound);
    }
    let new = Correction {
        uid,
        bucket: request.bucket,
        amount: request.amount,
        request_id: id.to_owned(),
        reason: reason.to_owned(),
    };
    let (password, code) = (request.password.as_deref(), request.code.as_deref());
    if let Some(approval) = second_person::ask(&app, &caller, &new, password, code).await? {
        let balances = app.store.read().await?.balances(uid).await?;
        let (balance, credit) = (balances.points, balances.credit);
        return Ok(ok(AdjustAnswer { posting: None, balance, credit, approval: Some(approval) }));
    }
    let now = app.clock.now();
    let mut tx = app.store.begin().await?;
    let (posting, detail) = correct_as(&mut *tx, &new, caller.actor(), now).await?;
    if let Some(detail) = detail {
        tx.audit(&caller.did("finance/adjust", now).on(uid).with(&detail).entry()).await?;
    }
    let balances = tx.balances(uid).await?;
    tx.save().await?;
    let (balance, credit) = (balances.points, balances.credit);
    Ok(ok(AdjustAnswer { posting: Some(posting), balance, credit, approval: None }))
}
