//! What the account used: by day, API key, project and source.

use std::collections::BTreeMap;

use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;
use numsift_model::clock::Timestamp;
use numsift_model::id::ApiKeyId;
use numsift_model::limits::{USAGE_DAYS, USAGE_GROUPS};
use numsift_model::task::UsageSource;
use numsift_store::{UsageGroup, UsageQuery};
use serde::Serialize;
use utoipa::{IntoParams, ToSchema};

use super::gate::{CanSeeUsage, Key};
use super::problem::{Code, Problem};
use super::request::{Query, accepts, json};
use crate::app::App;

const DAY_S: i64 = 86_400;
/// Days that are returned unless the request says otherwise.
const USUAL_DAYS: i64 = 30;

/// Which usage to return.
#[derive(IntoParams)]
#[into_params(parameter_in = Query)]
#[allow(dead_code)] // Describes the query.
pub struct UsageParams {
    /// First day (UTC); by default 29 days before `to`.
    #[param(example = "2027-01-01")]
    from: Option<String>,
    /// Last day (UTC); today by default. At most 366 days.
    #[param(example = "2027-01-31")]
    to: Option<String>,
    /// Words separated by commas: `day`, `key`, `project` and `source`; `day` by default.
    #[param(example = "day,project")]
    group_by: Option<String>,
}

/// What the account used.
#[derive(Serialize, ToSchema)]
pub struct UsageAnswer {
    /// First day (UTC).
    #[schema(format = Date)]
    from: String,
    /// Last day (UTC).
    #[schema(format = Date)]
    to: String,
    /// One per group that used something, in the order of `day`, `key`, `project` and `source`.
    items: Vec<UsageObject>,
    total: UsageTotal,
}

/// The usage of a group. Fields by which it is not grouped are `null`.
#[derive(Serialize, ToSchema)]
struct UsageObject {
    /// Day (UTC).
    #[schema(format = Date)]
    day: Option<String>,
    /// The API key; `null` for the console.
    key: Option<UsageKey>,
    /// Slug of the project.
    project: Option<String>,
    /// `null` for usage that was counted by earlier versions.
    source: Option<UsageSource>,
    /// Answers, each for one number and one project.
    checked: i64,
    /// Definite answers.
    definite: i64,
    /// Charged for them, in ten-thousandths of a point.
    charged: i64,
}

/// An API key of the account.
#[derive(Serialize, ToSchema)]
struct UsageKey {
    id: ApiKeyId,
    name: String,
}

/// The usage of all groups together.
#[derive(Default, Serialize, ToSchema)]
struct UsageTotal {
    /// Answers, each for one number and one project.
    checked: i64,
    /// Definite answers.
    definite: i64,
    /// Charged for them, in ten-thousandths of a point.
    charged: i64,
}

/// Returns what the lookups and tasks of the account used, by day, API key, project and source.
#[utoipa::path(get, path = "/v1/usage", tag = "account", operation_id = "get_usage", params(UsageParams),
    responses((status = 200, body = UsageAnswer)), security(("key" = [])))]
pub async fn usage(
    key: Key<CanSeeUsage>,
    State(app): State<App>,
    headers: HeaderMap,
    query: Query,
) -> Result<Response, Problem> {
    accepts(&headers, "application/json")?;
    let query = query.only(&["from", "to", "group_by"])?;
    let today = app.clock.now().start_of_day();
    let last = day_of(&query, "to")?.unwrap_or(today);
    let first = day_of(&query, "from")?.unwrap_or(last.plus(-(USUAL_DAYS - 1) * DAY_S));
    let days = last.since(first) / DAY_S + 1;
    if !(1..=USAGE_DAYS).contains(&days) {
        let detail = format!("1 to {USAGE_DAYS} days from `from` to `to`");
        return Err(Problem::field(Code::InvalidRequest, "from", detail));
    }
    let mut asked = UsageQuery {
        from: first,
        until: last.plus(DAY_S),
        by_day: false,
        by_key: false,
        by_project: false,
        by_source: false,
        limit: USAGE_GROUPS + 1,
    };
    for word in query.get("group_by").unwrap_or("day").split(',') {
        match word.trim() {
            "day" => asked.by_day = true,
            "key" => asked.by_key = true,
            "project" => asked.by_project = true,
            "source" => asked.by_source = true,
            _ => {
                let detail = "`day`, `key`, `project` and `source`, separated by commas";
                return Err(Problem::field(Code::InvalidRequest, "group_by", detail));
            }
        }
    }
    let mut tx = app.store.read().await?;
    let uid = key.account().uid;
    let groups = tx.usage_groups(uid, &asked).await?;
    if i64::try_from(groups.len()).is_ok_and(|count| count > USAGE_GROUPS) {
        let detail = format!("more than {USAGE_GROUPS} groups; ask for fewer days or group by less");
        return Err(Problem::field(Code::InvalidRequest, "group_by", detail));
    }
    let keys = tx.api_keys(uid).await?;
    let names: BTreeMap<_, _> = keys.into_iter().map(|key| (key.id, key.of.rules.name)).collect();
    let mut total = UsageTotal::default();
    for group in &groups {
        total.checked += group.answers;
        total.definite += group.answers - group.unknown;
        total.charged += group.charged.0;
    }
    let items = groups.into_iter().map(|group| object(group, &names)).collect();
    json(&UsageAnswer { from: first.day(), to: last.day(), items, total })
}

fn object(group: UsageGroup, names: &BTreeMap<ApiKeyId, String>) -> UsageObject {
    let key = |id| UsageKey { id, name: names.get(&id).cloned().unwrap_or_default() };
    UsageObject {
        day: group.day.map(Timestamp::day),
        key: group.key.map(key),
        project: group.project,
        source: group.source,
        checked: group.answers,
        definite: group.answers - group.unknown,
        charged: group.charged.0,
    }
}

/// The start of the day that a parameter names.
fn day_of(query: &Query, name: &str) -> Result<Option<Timestamp>, Problem> {
    let Some(text) = query.get(name) else { return Ok(None) };
    let wrong = || Problem::field(Code::InvalidRequest, name, "a day such as `2027-01-15`");
    Timestamp::from_day(text).map(Some).ok_or_else(wrong)
}
