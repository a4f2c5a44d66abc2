//! What can be asked, and what the account has.

use std::collections::BTreeMap;

use axum::Json;
use axum::extract::State;
use axum::http::HeaderMap;
use numsift_model::lang::Lang;
use numsift_model::project::Category;
use serde::Serialize;
use utoipa::ToSchema;

use super::gate::{AnyKey, CanSeeBalance, Key};
use super::problem::Problem;
use super::request::accepts;
use crate::app::App;

/// The projects that can be asked.
#[derive(Serialize, ToSchema)]
pub struct ProjectsAnswer {
    items: Vec<ProjectObject>,
}

/// Something that can be checked about numbers.
#[derive(Serialize, ToSchema)]
struct ProjectObject {
    /// What it is called in requests.
    slug: String,
    name: String,
    description: String,
    category: Category,
    /// The definite answers there are; the first is the one that is looked for.
    statuses: Vec<String>,
    /// For one definite answer, in ten-thousandths of a point.
    price: i64,
    /// Other prices, by country.
    country_prices: BTreeMap<String, i64>,
    /// A task has at least so many numbers.
    min_numbers: i64,
    /// And at the most so many.
    max_numbers: i64,
    /// The countries that it knows; empty for all.
    countries: Vec<String>,
    /// Somebody can answer now.
    available: bool,
}

/// The projects that can be asked, with their prices.
#[utoipa::path(get, path = "/v1/projects", tag = "account", operation_id = "list_projects",
    responses((status = 200, body = ProjectsAnswer)), security(("key" = [])))]
pub async fn projects(
    _: Key<AnyKey>,
    State(app): State<App>,
    headers: HeaderMap,
) -> Result<Json<ProjectsAnswer>, Problem> {
    accepts(&headers, "application/json")?;
    let all = app.store.read().await?.projects().await?;
    let mut items = Vec::new();
    for project in all.into_iter().filter(|project| project.enabled) {
        let available = app.screening.can_answer(&project).await?;
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
            available,
        });
    }
    Ok(Json(ProjectsAnswer { items }))
}

/// What the account has, in ten-thousandths of a point.
#[derive(Serialize, ToSchema)]
pub struct BalanceObject {
    /// Points that can be spent.
    points: i64,
    /// Quota that can be spent.
    credit: i64,
    /// Points and quota that are set aside for what runs.
    held: i64,
}

/// What the account has.
#[utoipa::path(get, path = "/v1/balance", tag = "account", operation_id = "get_balance",
    responses((status = 200, body = BalanceObject)), security(("key" = [])))]
pub async fn balance(
    key: Key<CanSeeBalance>,
    State(app): State<App>,
    headers: HeaderMap,
) -> Result<Json<BalanceObject>, Problem> {
    accepts(&headers, "application/json")?;
    let has = app.store.read().await?.balances(key.account().uid).await?;
    Ok(Json(BalanceObject { points: has.points.0, credit: has.credit.0, held: has.held.0 }))
}
