//! Income by project and day.

use async_trait::async_trait;
use axum::extract::State;
use axum::response::Response;
use numsift_model::account::Account;
use numsift_model::clock::Timestamp;
use numsift_model::ledger::Income;
use numsift_model::money::Points;
use numsift_model::permission::Permission;
use numsift_store::{Scope, Tx};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::routes;

use crate::app::App;
use crate::body::Body;
use crate::caller::{Allowed, FinanceIncome, scope_of_account};
use crate::download::{Export, Format, Link, Position, Table, link, send_table};
use crate::envelope::{Envelope, Reply, ok};
use crate::messages::decimal;
use crate::refusal::Refusal;
use crate::routing::OpenApiRouter;

/// Default period.
const PERIOD_S: i64 = 90 * 86_400;

pub fn calls() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(income)).routes(routes!(export))
}

/// A period of time.
#[derive(Debug, Clone, Copy, Default, Serialize, Deserialize, ToSchema)]
#[serde(default, deny_unknown_fields)]
pub struct IncomeSpan {
    /// Inclusive; 90 days ago by default.
    from: Option<Timestamp>,
    /// Exclusive.
    until: Option<Timestamp>,
}

impl IncomeSpan {
    async fn rows(self, tx: &mut dyn Tx, scope: Scope, now: Timestamp) -> Result<Vec<Income>, Refusal> {
        let from = self.from.unwrap_or(now.plus(-PERIOD_S));
        Ok(tx.income(scope, Some(from), self.until).await?)
    }
}

/// Income of a project on a day, or the totals. Amounts in ten-thousandths of a point.
#[derive(Default, Serialize, ToSchema)]
struct IncomeView {
    /// Empty in the totals.
    project: String,
    /// Start of the day (UTC); `null` in the totals.
    day: Option<Timestamp>,
    numbers: i64,
    /// Charged to customers, minus refunds; only for staff.
    charged: Option<Points>,
    /// What providers charge; only for staff.
    cost: Option<Points>,
    /// Charged, minus cost and commission; only for staff.
    margin: Option<Points>,
    /// Commission: for staff that of all inviters, for customers their own.
    commission: Points,
}

impl IncomeView {
    fn of(income: &[&Income], staff: bool) -> Self {
        let sum = |amount: fn(&Income) -> Points| income.iter().map(|row| amount(row)).sum::<Points>();
        let (charged, cost) = (sum(|row| row.charged), sum(|row| row.cost));
        let commission = sum(|row| row.commission);
        let shown = |amount| staff.then_some(amount);
        Self {
            project: String::new(),
            day: None,
            numbers: income.iter().map(|row| row.numbers).sum(),
            charged: shown(charged),
            cost: shown(cost),
            margin: shown(charged - cost - commission),
            commission,
        }
    }
}

/// Income by project and day.
#[derive(Serialize, ToSchema)]
struct IncomeAnswer {
    /// Newest day first.
    items: Vec<IncomeView>,
    totals: IncomeView,
}

/// Returns the income: for staff all of it, for customers their commission.
#[utoipa::path(post, path = "/finance/income", tag = "finance", request_body = IncomeSpan,
    responses((status = 200, body = Envelope<IncomeAnswer>)), security(("sid" = [])))]
async fn income(
    caller: Allowed<FinanceIncome>,
    State(app): State<App>,
    Body(request): Body<IncomeSpan>,
) -> Reply<IncomeAnswer> {
    let scope = caller.scope();
    let rows = request.rows(&mut *app.store.read().await?, scope, app.clock.now()).await?;
    let staff = scope == Scope::All;
    let totals = IncomeView::of(&rows.iter().collect::<Vec<_>>(), staff);
    let items = rows.iter().map(|row| IncomeView {
        project: row.project.clone(),
        day: Some(row.day),
        ..IncomeView::of(&[row], staff)
    });
    Ok(ok(IncomeAnswer { items: items.collect(), totals }))
}

/// Which income to export.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct IncomeExportRequest {
    #[serde(default)]
    span: IncomeSpan,
    #[serde(default)]
    format: Format,
}

/// Creates a download link to the income by project and day.
#[utoipa::path(post, path = "/finance/exportIncome", tag = "finance", request_body = IncomeExportRequest,
    responses((status = 200, body = Envelope<Link>)), security(("sid" = [])))]
async fn export(
    caller: Allowed<FinanceIncome>,
    State(app): State<App>,
    Body(request): Body<IncomeExportRequest>,
) -> Reply<Link> {
    let mut tx = app.store.begin().await?;
    tx.audit(&caller.did("finance/exportIncome", app.clock.now()).entry()).await?;
    tx.save().await?;
    let export = IncomeExport { span: request.span, format: request.format };
    Ok(ok(link(&app, &caller, &export).await?))
}

#[derive(Serialize, Deserialize)]
pub struct IncomeExport {
    span: IncomeSpan,
    format: Format,
}

impl Export for IncomeExport {
    const KIND: &'static str = "income";
    const PERMISSION: Permission = Permission::FinanceIncome;

    async fn respond(self, app: App, account: Account) -> Result<Response, Refusal> {
        send_table(app, account, Box::new(self)).await
    }
}

#[async_trait]
impl Table for IncomeExport {
    fn name(&self) -> &'static str {
        "income"
    }

    fn format(&self) -> Format {
        self.format
    }

    /// Customers get the columns that the page shows them.
    fn header(&self, account: &Account) -> Vec<String> {
        let columns: &[&str] = match scope_of_account(account) {
            Scope::All => &["day", "project", "numbers", "charged", "cost", "margin", "commission"],
            Scope::Own(_) => &["day", "project", "numbers", "commission"],
        };
        columns.iter().map(|&column| column.to_owned()).collect()
    }

    /// All rows on the first page: there is one per project and day.
    async fn rows(
        &self,
        tx: &mut dyn Tx,
        account: &Account,
        now: Timestamp,
        position: &mut Position,
    ) -> Result<Vec<Vec<String>>, Refusal> {
        if position.page.offset > 0 {
            return Ok(Vec::new());
        }
        let scope = scope_of_account(account);
        let rows = self.span.rows(tx, scope, now).await?;
        let row = |row: &Income| {
            let view = IncomeView::of(&[row], scope == Scope::All);
            let mut cells = vec![row.day.day(), row.project.clone(), view.numbers.to_string()];
            let shown = [view.charged, view.cost, view.margin, Some(view.commission)];
            cells.extend(shown.into_iter().flatten().map(|amount| decimal(amount.0)));
            cells
        };
        Ok(rows.iter().map(row).collect())
    }
}
