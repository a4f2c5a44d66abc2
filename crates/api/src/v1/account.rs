//! Projects and balance.

use std::collections::BTreeMap;

use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;
use numsift_model::lang::Lang;
use numsift_model::project::Category;
use numsift_model::row_input::RowInput;
use serde::Serialize;
use utoipa::ToSchema;

use super::gate::{CanSeeBalance, CanSeeProjects, Key};
use super::problem::Problem;
use super::request::{accepts, json};
use crate::app::App;

/// The projects that can be checked.
#[derive(Serialize, ToSchema)]
pub struct ProjectsAnswer {
    items: Vec<ProjectObject>,
}

/// One kind of check.
#[derive(Serialize, ToSchema)]
struct ProjectObject {
    /// The name to use in requests.
    slug: String,
    name: String,
    description: String,
    category: Category,
    /// The definite statuses; the first is the one that counts as a hit.
    statuses: Vec<String>,
    /// Price per definite answer, in ten-thousandths of a point.
    price: i64,
    /// Prices that differ, by country.
    country_prices: BTreeMap<String, i64>,
    /// Smallest number of numbers per task.
    min_numbers: i64,
    /// Largest number of numbers per task.
    max_numbers: i64,
    /// The countries that it covers; empty for all.
    countries: Vec<String>,
    /// What it needs besides the number: in `inputs` of a lookup, or in a column of a list.
    inputs: Vec<RowInput>,
    /// Whether it can be checked at the moment.
    available: bool,
}

/// Lists the projects that can be checked, with their prices.
#[utoipa::path(get, path = "/v1/projects", tag = "account", operation_id = "list_projects",
    responses((status = 200, body = ProjectsAnswer)), security(("key" = [])))]
pub async fn projects(
    _: Key<CanSeeProjects>,
    State(app): State<App>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    accepts(&headers, "application/json")?;
    let mut tx = app.store.read().await?;
    let all = tx.projects().await?;
    let mut items = Vec::new();
    for project in all.into_iter().filter(|project| project.enabled) {
        let available = app.screening.channels.can_answer(&mut *tx, &project).await?;
        let details = project.details;
        items.push(ProjectObject {
            name: details.name(Lang::En).to_owned(),
            description: details.description(Lang::En).to_owned(),
            slug: project.slug,
            category: details.category,
            statuses: details.statuses,
            price: details.price,
            country_prices: details.country_prices,
            min_numbers: details.min_numbers,
            max_numbers: details.max_numbers,
            countries: details.countries,
            inputs: details.inputs,
            available,
        });
    }
    json(&ProjectsAnswer { items })
}

/// The balance of the account, in ten-thousandths of a point.
#[derive(Serialize, ToSchema)]
pub struct BalanceObject {
    /// Points that can be spent.
    points: i64,
    /// Quota that can be spent.
    credit: i64,
    /// Points and quota held for running tasks.
    held: i64,
}

/// Returns the balance of the account.
#[utoipa::path(get, path = "/v1/balance", tag = "account", operation_id = "get_balance",
    responses((status = 200, body = BalanceObject)), security(("key" = [])))]
pub async fn balance(
    key: Key<CanSeeBalance>,
    State(app): State<App>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    accepts(&headers, "application/json")?;
    let balances = app.store.read().await?.balances(key.account().uid).await?;
    json(&BalanceObject { points: balances.points.0, credit: balances.credit.0, held: balances.held().0 })
}
