//! The tools: their descriptions for models, and what they call.

use std::collections::BTreeMap;

use rmcp::model::{JsonObject, Tool, ToolAnnotations};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use crate::api::{Api, Fault};

/// Limits of the public API.
const LOOKUP_NUMBERS: usize = 100;
const TASK_NUMBERS: usize = 10_000;
/// More rows than a model can use at once are left for the next page.
const PAGE: i64 = 50;
const MOST_PAGE: i64 = 200;

pub const INSTRUCTIONS: &str = "Numsift checks phone numbers. `lookup` says at once whether numbers are valid and where \
    they belong, free of charge. Projects (see `list_projects`) are checks such as whether a number is on WhatsApp; they \
    ask providers and cost points for each definite answer. `screen_list` starts a task for many numbers; follow it with \
    `task_state` until its state is `done`, then read `task_results`. All amounts are integers of 1/10,000 point: 10000 \
    is one point.";

pub const READ_ONLY: &str = "This connection is read-only: `screen_list`, and `lookup` with `checks`, are refused. To \
    allow them, the user starts `numsift mcp` with --allow-spending.";

pub fn all() -> Vec<Tool> {
    let numbers = |most: usize| {
        json!({ "type": "array", "items": { "type": "string", "maxLength": 250 }, "minItems": 1, "maxItems": most,
            "description": format!("Phone numbers in any common format, at most {most}") })
    };
    let checks = |least: usize, most: usize| {
        json!({ "type": "array", "items": { "type": "string" }, "minItems": least, "maxItems": most,
            "description": "Slugs of projects, such as whatsapp" })
    };
    let country = json!({ "type": "string", "pattern": "^[A-Z]{2}$",
        "description": "Two-letter code of the country for numbers without +" });
    let max_age_days = json!({ "type": "integer", "minimum": 0, "maximum": 30,
        "description": "Reuse the account's own answers that are at most this many days old, free of charge" });
    let task = json!({ "type": "integer", "minimum": 1, "description": "Id of the task" });
    let cursor = json!({ "type": "string", "description": "next_cursor of the previous page" });
    let limit =
        json!({ "type": "integer", "minimum": 1, "maximum": MOST_PAGE, "description": "Items per page" });
    vec![
        tool(
            "lookup",
            "Look up numbers",
            "Says for up to 100 numbers whether they are valid, their type, country, region, time zone and original \
             carrier, free of charge. With `checks`, providers are asked about each number, which costs points and \
             needs permission to spend.",
            &json!({ "numbers": numbers(LOOKUP_NUMBERS), "country": country, "checks": checks(0, 5),
                "max_age_days": max_age_days,
                "inputs": { "type": "array", "items": { "type": "object", "additionalProperties": { "type": "string" } },
                    "maxItems": LOOKUP_NUMBERS,
                    "description": "What checks need besides the numbers, one object per number: {\"since\": \"2024-03-01\"}" } }),
            &["numbers"],
        )
        .annotate(ToolAnnotations::new().read_only(false).destructive(false).idempotent(false)),
        reading(tool(
            "quote",
            "Price of a task",
            "Returns the highest price of a task with up to 10,000 numbers, how many numbers are valid, unique and covered, \
             and whether the task can be started now. Nothing is charged, and no provider is asked.",
            &json!({ "numbers": numbers(TASK_NUMBERS), "country": country, "checks": checks(1, 8) }),
            &["numbers", "checks"],
        )),
        tool(
            "screen_list",
            "Screen a list",
            "Starts a task that checks up to 10,000 numbers in the background, and returns the task. The maximum price is \
             held at once; what is not charged is returned at the end. Needs permission to spend.",
            &json!({ "numbers": numbers(TASK_NUMBERS), "country": country, "checks": checks(1, 8),
                "name": { "type": "string", "maxLength": 120, "description": "Name of the task" },
                "max_price": { "type": "integer", "minimum": 0,
                    "description": "Refuse the task if it can cost more than this, in 1/10,000 point" },
                "max_age_days": max_age_days }),
            &["numbers", "checks", "max_price"],
        )
        .annotate(ToolAnnotations::new().read_only(false).destructive(false).idempotent(false)),
        reading(tool(
            "task_state",
            "State of a task",
            "Returns a task: its state (running, paused, done, cancelled, failed), its counts and its charge.",
            &json!({ "id": task }),
            &["id"],
        )),
        reading(tool(
            "task_results",
            "Results of a task",
            "Returns results of a task page by page, in the order of its numbers; complete once the task has ended.",
            &json!({ "id": task, "cursor": cursor, "limit": limit,
                "project": { "type": "string", "description": "Only the answers of this project" },
                "status": { "type": "string",
                    "description": "Only numbers with this status, such as active, or unknown or skipped" } }),
            &["id"],
        )),
        reading(tool(
            "list_tasks",
            "Tasks",
            "Lists the account's tasks, newest first.",
            &json!({ "cursor": cursor, "limit": limit }),
            &[],
        )),
        reading(tool(
            "list_projects",
            "Projects and prices",
            "Lists the projects that can be checked, with their statuses, prices and countries.",
            &json!({}),
            &[],
        )),
        reading(tool(
            "balance",
            "Balance",
            "Returns the balance of the account: points and quota that can be spent, and what is held for running tasks.",
            &json!({}),
            &[],
        )),
    ]
}

fn tool(
    name: &'static str,
    title: &str,
    description: &'static str,
    properties: &Value,
    required: &[&str],
) -> Tool {
    let schema = json!({ "type": "object", "properties": properties, "required": required,
        "additionalProperties": false });
    let schema = if let Value::Object(schema) = schema { schema } else { JsonObject::new() };
    Tool::new(name, description, schema).with_title(title)
}

fn reading(tool: Tool) -> Tool {
    tool.annotate(ToolAnnotations::new().read_only(true))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Lookup {
    numbers: Vec<String>,
    country: Option<String>,
    #[serde(default)]
    checks: Vec<String>,
    #[serde(default)]
    max_age_days: i64,
    #[serde(default)]
    inputs: Vec<BTreeMap<String, String>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct AskQuote {
    numbers: Vec<String>,
    country: Option<String>,
    checks: Vec<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Screen {
    numbers: Vec<String>,
    country: Option<String>,
    checks: Vec<String>,
    name: Option<String>,
    max_price: i64,
    #[serde(default)]
    max_age_days: i64,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ById {
    id: u64,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Results {
    id: u64,
    cursor: Option<String>,
    limit: Option<i64>,
    project: Option<String>,
    status: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct List {
    cursor: Option<String>,
    limit: Option<i64>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Nothing {}

/// Calls a tool of [`all`].
pub async fn call(
    api: &Api,
    allow_spending: bool,
    name: &str,
    arguments: JsonObject,
) -> Result<Value, Fault> {
    match name {
        "lookup" => lookup(api, allow_spending, parse(arguments)?).await,
        "quote" => ask_quote(api, parse(arguments)?).await,
        "screen_list" => screen(api, allow_spending, parse(arguments)?).await,
        "task_state" => {
            let ById { id } = parse(arguments)?;
            api.get(&["tasks", &id.to_string()], &[]).await
        }
        "task_results" => results(api, parse(arguments)?).await,
        "list_tasks" => {
            let List { cursor, limit } = parse(arguments)?;
            api.get(&["tasks"], &page(cursor, limit)?).await
        }
        "list_projects" => {
            let Nothing {} = parse(arguments)?;
            api.get(&["projects"], &[]).await
        }
        _ => {
            let Nothing {} = parse(arguments)?;
            api.get(&["balance"], &[]).await
        }
    }
}

fn parse<T: DeserializeOwned>(arguments: JsonObject) -> Result<T, Fault> {
    serde_json::from_value(Value::Object(arguments)).map_err(|error| Fault::Arguments(error.to_string()))
}

fn at_most(numbers: &[String], most: usize) -> Result<(), Fault> {
    if (1..=most).contains(&numbers.len()) {
        return Ok(());
    }
    Err(Fault::Arguments(format!("`numbers` has {} items; expected 1 to {most}", numbers.len())))
}

async fn lookup(api: &Api, allow_spending: bool, asked: Lookup) -> Result<Value, Fault> {
    at_most(&asked.numbers, LOOKUP_NUMBERS)?;
    if !asked.checks.is_empty() && !allow_spending {
        return Err(Fault::NotAllowed(
            "lookups with `checks` cost points, and this connection is read-only; leave `checks` out, or ask the user to \
             start `numsift mcp` with --allow-spending",
        ));
    }
    let body = json!({ "numbers": asked.numbers, "country": asked.country, "checks": asked.checks,
        "max_age_days": asked.max_age_days, "inputs": asked.inputs });
    api.post(&["lookups"], &body).await
}

async fn ask_quote(api: &Api, asked: AskQuote) -> Result<Value, Fault> {
    at_most(&asked.numbers, TASK_NUMBERS)?;
    let body = json!({ "numbers": asked.numbers, "country": asked.country, "checks": asked.checks });
    api.post(&["tasks", "quote"], &body).await
}

async fn screen(api: &Api, allow_spending: bool, asked: Screen) -> Result<Value, Fault> {
    at_most(&asked.numbers, TASK_NUMBERS)?;
    if !allow_spending {
        return Err(Fault::NotAllowed(
            "tasks cost points, and this connection is read-only; ask the user to start `numsift mcp` with \
             --allow-spending",
        ));
    }
    let body = json!({ "numbers": asked.numbers, "country": asked.country, "checks": asked.checks,
        "name": asked.name, "max_price": asked.max_price, "max_age_days": asked.max_age_days });
    api.post(&["tasks"], &body).await
}

async fn results(api: &Api, asked: Results) -> Result<Value, Fault> {
    let mut query = page(asked.cursor, asked.limit)?;
    query.extend(asked.project.map(|project| ("project", project)));
    query.extend(asked.status.map(|status| ("status", status)));
    api.get(&["tasks", &asked.id.to_string(), "results"], &query).await
}

fn page(cursor: Option<String>, limit: Option<i64>) -> Result<Vec<(&'static str, String)>, Fault> {
    let limit = limit.unwrap_or(PAGE);
    if !(1..=MOST_PAGE).contains(&limit) {
        return Err(Fault::Arguments(format!("`limit` is {limit}; expected 1 to {MOST_PAGE}")));
    }
    let mut query = vec![("limit", limit.to_string())];
    query.extend(cursor.map(|cursor| ("cursor", cursor)));
    Ok(query)
}
