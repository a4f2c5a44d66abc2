//! What projects brought, by day.

use axum::extract::State;
use numsift_model::account::Account;
use numsift_model::clock::Timestamp;
use numsift_model::ledger::Income;
use numsift_model::money::Points;
use numsift_store::{Scope, Tx};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::app::App;
use crate::body::Body;
use crate::caller::{Allowed, FinanceIncome, scope_of_account};
use crate::download::{self, Download, Format, Link};
use crate::envelope::{Envelope, Reply, ok};
use crate::messages::decimal;
use crate::refusal::Refusal;

/// Income is told for so many days when nobody says since when.
const INCOME_S: i64 = 90 * 86_400;

pub fn calls() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(income)).routes(routes!(export))
}

/// Since when, until when.
#[derive(Debug, Clone, Copy, Default, Serialize, Deserialize, ToSchema)]
#[serde(default, deny_unknown_fields)]
pub struct IncomeSpan {
    /// Not before; the last 90 days when nothing is said.
    from: Option<Timestamp>,
    /// Before.
    until: Option<Timestamp>,
}

impl IncomeSpan {
    async fn rows(self, tx: &mut dyn Tx, scope: Scope, now: Timestamp) -> Result<Vec<Income>, Refusal> {
        let from = self.from.unwrap_or(now.plus(-INCOME_S));
        Ok(tx.income(scope, Some(from), self.until).await?)
    }
}

/// What a project brought on a day, or over all of it. Amounts in ten-thousandths of a point.
#[derive(Default, Serialize, ToSchema)]
struct IncomeView {
    /// Empty in the totals.
    project: String,
    /// The day, as the moment it began (UTC); none in the totals.
    day: Option<Timestamp>,
    numbers: i64,
    /// Charged to customers, less refunds; for staff.
    charged: Option<Points>,
    /// What providers charge; for staff.
    cost: Option<Points>,
    /// Charged, less cost and commission; for staff.
    margin: Option<Points>,
    /// Commission: to inviters for staff, one's own for everybody else.
    commission: Points,
}

impl IncomeView {
    fn of(income: &[&Income], staff: bool) -> Self {
        let sum = |amount: fn(&Income) -> i64| income.iter().map(|row| amount(row)).sum::<i64>();
        let (charged, cost) = (sum(|row| row.charged.0), sum(|row| row.cost.0));
        let commission = sum(|row| row.commission.0);
        let shown = |amount| staff.then_some(Points(amount));
        Self {
            project: String::new(),
            day: None,
            numbers: sum(|row| row.numbers),
            charged: shown(charged),
            cost: shown(cost),
            margin: shown(charged - cost - commission),
            commission: Points(commission),
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

/// What projects brought: for staff all of it, for everybody else the commission they got.
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

/// Which income goes into the file.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct IncomeExportRequest {
    #[serde(default)]
    span: IncomeSpan,
    #[serde(default)]
    format: Format,
}

/// A link to the income by project and day as a file.
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
    let download = Download::Income { span: request.span, format: request.format };
    Ok(ok(download::link(&app, &caller, &download).await?))
}

/// Customers get the columns that they see on the page.
pub fn export_header(account: &Account) -> Vec<String> {
    let columns: &[&str] = match scope_of_account(account) {
        Scope::All => &["day", "project", "numbers", "charged", "cost", "margin", "commission"],
        Scope::Own(_) => &["day", "project", "numbers", "commission"],
    };
    columns.iter().map(|&column| column.to_owned()).collect()
}

/// All rows at once: a project has one a day.
pub async fn export_rows(
    tx: &mut dyn Tx,
    account: &Account,
    span: IncomeSpan,
    now: Timestamp,
) -> Result<Vec<Vec<String>>, Refusal> {
    let scope = scope_of_account(account);
    let rows = span.rows(tx, scope, now).await?;
    let row = |row: &Income| {
        let view = IncomeView::of(&[row], scope == Scope::All);
        let mut cells = vec![row.day.day(), row.project.clone(), view.numbers.to_string()];
        let shown = [view.charged, view.cost, view.margin, Some(view.commission)];
        cells.extend(shown.into_iter().flatten().map(|amount| decimal(amount.0)));
        cells
    };
    Ok(rows.iter().map(row).collect())
}
