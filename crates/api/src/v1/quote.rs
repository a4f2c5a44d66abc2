//! Quotes: what a task would cost, before it is started.

use std::collections::BTreeMap;

use axum::extract::State;
use axum::response::Response;
use numsift_intake::{Analysis, Hints};
use numsift_model::allowance::Resource;
use numsift_model::id::FileId;
use numsift_model::money::Points;
use numsift_model::task::TaskMode;
use numsift_screening::{CheckRequest, Quote, QuotedCheck};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::check::{TaskCheck, checks_schema};
use super::gate::{CanQuoteTasks, Key};
use super::lookup::country_of;
use super::problem::Problem;
use super::request::{Json, json};
use super::source::Source;
use super::start::mode_of;
use crate::app::App;

/// A task to quote.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct TaskQuoteRequest {
    /// In any common format; at most 10,000. Send more as a file.
    #[serde(default)]
    #[schema(min_items = 1, max_items = 10_000, example = json!(["+12015550100", "+12015550101"]))]
    numbers: Vec<String>,
    /// Instead of numbers: the id of a file that was sent to `/v1/files`.
    #[serde(default)]
    file: Option<FileId>,
    /// How the file is read, such as `{"column": 2}`. The rest is guessed; a doubtful guess is refused with what to
    /// send here.
    #[serde(default)]
    reading: Option<Hints>,
    /// Two-letter code of the country for numbers without `+`.
    #[serde(default)]
    country: Option<String>,
    #[schema(schema_with = checks_schema)]
    checks: Vec<TaskCheck>,
    /// How several projects are combined; by default `single` for one project, else `parallel`.
    #[serde(default)]
    mode: Option<TaskMode>,
}

/// What a task would cost, in ten-thousandths of a point.
#[derive(Serialize, ToSchema)]
pub struct TaskQuoteObject {
    /// Valid, unique numbers that would be checked.
    numbers: i64,
    /// What would become of the rows.
    rows: QuotedRows,
    /// Refused rows by reason, such as `too_short`.
    refused: BTreeMap<String, u64>,
    /// The most that the task can cost. It is held when the task starts.
    price: i64,
    /// What a waterfall is likely to cost at the hit rates of the last 30 days; `null` if they are not known.
    expected: Option<i64>,
    /// Points and quota that can be spent.
    balance: i64,
    /// How much more the account needs to start the task.
    missing: i64,
    /// Whether the task can be started now: there are numbers, the balance is high enough and every check is
    /// `available`.
    startable: bool,
    checks: Vec<QuotedCheckObject>,
}

/// What would become of the rows. The counts and `numbers` add up to `sent`.
#[derive(Serialize, ToSchema)]
struct QuotedRows {
    sent: u64,
    /// Rows whose number occurs in an earlier row.
    duplicates: u64,
    /// Rows whose number is on a suppression list.
    suppressed: u64,
    /// Rows without a usable number.
    refused: u64,
    /// Empty rows.
    blank: u64,
}

/// What one check would cost.
#[derive(Serialize, ToSchema)]
struct QuotedCheckObject {
    /// Slug of the project.
    project: String,
    /// Price per definite answer, where no other price applies to the country.
    unit_price: i64,
    /// Answers that can be charged.
    billable: i64,
    /// Numbers in countries that the project does not cover. They are skipped, free of charge.
    not_covered: i64,
    /// The most that the check can cost.
    price: i64,
    /// Whether it can be started now with these numbers.
    available: bool,
    /// Why not; `null` if it is available.
    reason: Option<QuoteReason>,
}

/// Why a check cannot be started.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
enum QuoteReason {
    /// The operator has disabled the project.
    Disabled,
    /// No provider answers the project at the moment.
    NoChannel,
    /// The project takes more numbers per task.
    TooFewNumbers,
    /// The project takes fewer numbers per task.
    TooManyNumbers,
}

/// Prices a task without starting it, also with a key that only reads tasks: what it can cost at most, which numbers are refused and why, and whether it can
/// be started now.
#[utoipa::path(post, path = "/v1/tasks/quote", tag = "tasks", operation_id = "quote_task", request_body = TaskQuoteRequest,
    responses((status = 200, body = TaskQuoteObject)), security(("key" = [])))]
pub async fn quote(
    key: Key<CanQuoteTasks>,
    State(app): State<App>,
    Json { value: request, .. }: Json<TaskQuoteRequest>,
) -> Result<Response, Problem> {
    let source = Source::of(&request.numbers, &[], request.file)?;
    country_of(request.country.as_deref())?;
    let mode = mode_of(request.mode, request.checks.len());
    let checks: Vec<_> = request.checks.into_iter().map(CheckRequest::from).collect();
    let mut hints = request.reading.unwrap_or_default();
    hints.default_country = request.country.or(hints.default_country);
    let using = app.begin_use(key.account(), Resource::Previews).await?;
    let (file, lines) = source.fetch(&app, key.scope()).await?;
    let imported = app.screening.lists.import(key.account().uid, &file, lines, hints).await?;
    drop(using);
    let quote = async {
        let mut tx = app.store.read().await?;
        Ok::<_, Problem>(
            app.screening.tasks.quote_imported(&mut *tx, key.account(), &imported, mode, &checks).await?,
        )
    };
    let quote = quote.await;
    let analysis = imported.document().analysis.clone().unwrap_or_default();
    app.screening.lists.discard_imported(imported).await;
    json(&quote_object(quote?, analysis))
}

fn quote_object(quote: Quote, analysis: Analysis) -> TaskQuoteObject {
    let numbers = quote.numbers;
    let checks: Vec<_> = quote.checks.into_iter().map(|check| check_object(check, numbers)).collect();
    let missing = (quote.price - quote.has.total()).max(Points::ZERO);
    TaskQuoteObject {
        numbers,
        rows: QuotedRows {
            sent: analysis.total,
            duplicates: analysis.duplicates,
            suppressed: analysis.suppressed,
            refused: analysis.invalid,
            blank: analysis.blank,
        },
        refused: analysis.invalid_by_reason,
        price: quote.price.0,
        expected: quote.expected.map(|expected| expected.0),
        balance: quote.has.total().0,
        missing: missing.0,
        startable: numbers > 0 && missing == Points::ZERO && checks.iter().all(|check| check.available),
        checks,
    }
}

fn check_object(check: QuotedCheck, numbers: i64) -> QuotedCheckObject {
    let details = &check.project.details;
    let reason = if !check.project.enabled {
        Some(QuoteReason::Disabled)
    } else if !check.usable {
        Some(QuoteReason::NoChannel)
    } else if numbers < details.min_numbers {
        Some(QuoteReason::TooFewNumbers)
    } else if numbers > details.max_numbers {
        Some(QuoteReason::TooManyNumbers)
    } else {
        None
    };
    QuotedCheckObject {
        unit_price: details.price,
        project: check.project.slug,
        billable: check.billable,
        not_covered: check.not_covered,
        price: check.price.0,
        available: reason.is_none(),
        reason,
    }
}
