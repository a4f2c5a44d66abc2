//! Quotes: what a task would cost.

use axum::extract::State;
use numsift_model::id::ListId;
use numsift_model::money::Points;
use numsift_model::task::TaskMode;
use numsift_screening::CheckRequest;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::routes;

use crate::app::App;
use crate::body::Body;
use crate::caller::{Allowed, TaskCreate};
use crate::client::Language;
use crate::envelope::{Envelope, Reply, ok};
use crate::routing::OpenApiRouter;

pub fn calls() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(quote))
}

/// A task to quote.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct QuoteRequest {
    list: ListId,
    mode: TaskMode,
    checks: Vec<CheckRequest>,
}

/// What a task would cost, in ten-thousandths of a point.
#[derive(Serialize, ToSchema)]
struct QuoteAnswer {
    numbers: i64,
    /// Answers that may be charged.
    billable: i64,
    /// The most that it can cost.
    price: Points,
    /// The same without the conditions of a waterfall.
    full_price: Points,
    /// What a waterfall is likely to cost at the hit rates of the last 30 days; `null` if they are not known.
    expected: Option<Points>,
    /// Points of the account.
    balance: Points,
    credit: Points,
    /// Points and quota held for running tasks. They are not part of the balances.
    held: Points,
    /// How much more the account needs.
    missing: Points,
    from_credit: Points,
    from_points: Points,
    checks: Vec<QuotedCheckView>,
    /// Free samples that are left today.
    sample_left: i64,
    /// How long it is likely to take, in seconds, judged by the account's recent tasks; `null` if there are none.
    seconds: Option<i64>,
    /// Days for which the results are kept.
    retention_days: i64,
}

/// What one check would cost.
#[derive(Serialize, ToSchema)]
struct QuotedCheckView {
    project: String,
    name: String,
    billable: i64,
    /// Numbers in countries that the project does not cover (`country_not_covered` in the results). They are
    /// neither checked nor charged.
    not_covered: i64,
    unit_price: i64,
    price: Points,
    /// What it is likely to cost; `null` if that is not known.
    expected: Option<Points>,
    /// Whether it can be checked at the moment.
    usable: bool,
    /// Why not: empty, `disabled`, `no_channel`, or `generated` for numbers that must not be sent to providers.
    reason: &'static str,
}

/// Quotes a task.
#[utoipa::path(post, path = "/task/quote", tag = "task", request_body = QuoteRequest,
    responses((status = 200, body = Envelope<QuoteAnswer>)), security(("sid" = [])))]
async fn quote(
    caller: Allowed<TaskCreate>,
    State(app): State<App>,
    Language(lang): Language,
    Body(request): Body<QuoteRequest>,
) -> Reply<QuoteAnswer> {
    let account = &caller.who().account;
    let mut tx = app.store.read().await?;
    let QuoteRequest { list, mode, checks } = request;
    let quote = app.screening.tasks.quote(&mut *tx, account, caller.scope(), list, mode, &checks).await?;
    let retention_days = tx.settings().await?.retention_days;
    drop(tx);
    let split = quote.split.unwrap_or_default();
    let checks = quote.checks.into_iter().map(|check| QuotedCheckView {
        name: check.project.details.name(lang).to_owned(),
        unit_price: check.project.details.price,
        reason: match (check.usable, check.project.enabled) {
            (true, _) => "",
            (false, false) => "disabled",
            (false, true) if check.generated => "generated",
            (false, true) => "no_channel",
        },
        project: check.project.slug,
        billable: check.billable,
        not_covered: check.not_covered,
        price: check.price,
        expected: check.expected,
        usable: check.usable,
    });
    Ok(ok(QuoteAnswer {
        numbers: quote.numbers,
        billable: quote.billable,
        price: quote.price,
        full_price: quote.full_price,
        expected: quote.expected,
        balance: quote.has.points,
        credit: quote.has.credit,
        held: quote.held,
        missing: (quote.price - quote.has.total()).max(Points::ZERO),
        from_credit: split.credit,
        from_points: split.points,
        checks: checks.collect(),
        sample_left: quote.samples_left,
        seconds: quote.seconds,
        retention_days,
    }))
}
