//! Lookups: one number, answered in the same request.

use std::time::Duration;

use axum::body::Bytes;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use numplan::Region;
use numsift_model::api_key::OnceClaim;
use numsift_model::task::{Task, TaskState};
use numsift_model::test_number::{TestAnswer, test_answer};
use numsift_screening::NumberInfo;
use serde::Deserialize;

use tracing::Instrument as _;
use utoipa::ToSchema;

use super::gate::{CanLookUp, Key};
use super::number::{CheckObject, NumberObject};
use super::once::{self, IdempotencyKey, Once};
use super::problem::{Code, Problem};
use super::request::Json;
use crate::app::App;
use crate::envelope::json_response;

/// A lookup is answered within this time.
const WITHIN: Duration = Duration::from_secs(25);
/// Projects per lookup.
const MOST_PROJECTS: usize = 5;
/// Maximum age of reused answers.
const MOST_DAYS: i64 = 30;
/// Longest number that is parsed.
const NUMBER_CHARS: usize = 250;

/// A number to look up.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct LookupRequest {
    /// In any common format.
    #[schema(example = "+1 201-555-0100", max_length = 250)]
    number: String,
    /// Two-letter code of the country for numbers without `+`.
    #[serde(default)]
    #[schema(example = "US")]
    country: Option<String>,
    /// Slugs of the projects to check. Each costs its price if the answer is definite.
    #[serde(default)]
    #[schema(max_items = 5, example = json!(["whatsapp"]))]
    projects: Vec<String>,
    /// Reuse the account's own answers that are at most this many days old, free of charge.
    #[serde(default)]
    #[schema(minimum = 0, maximum = 30)]
    max_age_days: i64,
}

/// Looks up a number. Free of charge without projects.
#[utoipa::path(post, path = "/v1/lookup", tag = "lookup", operation_id = "lookup", request_body = LookupRequest,
    params(("Idempotency-Key" = Option<String>, Header, description = "Identifies the request: if it is sent again, the first response is returned")),
    responses((status = 200, body = NumberObject)), security(("key" = [])))]
pub async fn lookup(
    key: Key<CanLookUp>,
    State(app): State<App>,
    name: IdempotencyKey,
    Json { value: request, sent }: Json<LookupRequest>,
) -> Result<Response, Problem> {
    let info = info(&request)?;
    key.count_lookup();
    if request.projects.is_empty() && name.is_none() {
        return json(&NumberObject::new(request.number, &info));
    }
    let (span, named) = (key.span(), !name.is_none());
    let asked = ask(app, key, name, request, sent, info).instrument(span.clone());
    if named {
        // Spawned: if the client disconnects, the lookup completes and a retry finds the response.
        let answered = tokio::spawn(asked).await;
        return answered.unwrap_or_else(|failed| Err(span.in_scope(|| Problem::internal(failed))));
    }
    // Boxed: this future is large, and lookups that need no provider would otherwise pay for its size too.
    Box::pin(asked).await
}

/// Looks up a number with projects or with an idempotency key.
async fn ask(
    app: App,
    key: Key<CanLookUp>,
    name: IdempotencyKey,
    request: LookupRequest,
    sent: Bytes,
    info: NumberInfo,
) -> Result<Response, Problem> {
    let claim = match once::begin(&app, key.account().uid, &name, &[b"POST /v1/lookup", &sent]).await? {
        Once::Done(response) => return Ok(response),
        Once::Do(claim) => claim,
    };
    let found = answer(&app, &key, request, &info, claim.as_ref()).await;
    let object = match found {
        Ok(object) => object,
        Err(problem) => return Err(once::refused(&app, claim.as_ref(), problem).await),
    };
    let Some(claim) = claim else { return json(&object) };
    let answer = once::answer(StatusCode::OK, String::new(), &object)?;
    let mut tx = app.store.begin().await?;
    let mine = app.api_keys.answer_once(&mut *tx, &claim, &answer).await?;
    tx.save().await?;
    if mine { Ok(once::respond(answer)) } else { Err(once::taken_over()) }
}

/// The response, in a buffer that is usually large enough.
fn json(object: &NumberObject) -> Result<Response, Problem> {
    let mut text = Vec::with_capacity(512);
    serde_json::to_writer(&mut text, object).map_err(Problem::internal)?;
    Ok(json_response(text))
}

pub fn country_of(code: Option<&str>) -> Result<Option<Region>, Problem> {
    let Some(code) = code else { return Ok(None) };
    let region = Region::from_code(code).filter(|region| region.code().len() == 2);
    let unknown =
        || Problem::field(Code::InvalidRequest, "/country", "not a two-letter country code in capitals");
    region.map(Some).ok_or_else(unknown)
}

fn info(request: &LookupRequest) -> Result<NumberInfo, Problem> {
    let wrong = |pointer: &str, detail: String| Err(Problem::field(Code::InvalidRequest, pointer, detail));
    if request.number.chars().count() > NUMBER_CHARS {
        return wrong("/number", format!("at most {NUMBER_CHARS} characters"));
    }
    if request.projects.len() > MOST_PROJECTS {
        return wrong("/projects", format!("at most {MOST_PROJECTS} projects"));
    }
    if !(0..=MOST_DAYS).contains(&request.max_age_days) {
        return wrong("/max_age_days", format!("0 to {MOST_DAYS}"));
    }
    Ok(NumberInfo::of(&request.number, country_of(request.country.as_deref())?))
}

async fn answer(
    app: &App,
    key: &Key<CanLookUp>,
    request: LookupRequest,
    info: &NumberInfo,
    claim: Option<&OnceClaim>,
) -> Result<NumberObject, Problem> {
    let object = NumberObject::new(request.number, info);
    let projects = &request.projects;
    if projects.is_empty() {
        return Ok(object);
    }
    known_projects(app, projects).await?;
    if let Some(test) = info.digits().and_then(test_answer) {
        return test_object(app, object, info, test, projects).await;
    }
    if !info.valid {
        return Ok(object.not_asked(projects));
    }
    let task = match claim.and_then(|claim| claim.task) {
        // An earlier attempt at this request started a task and did not finish.
        Some(task) => {
            let task = app.screening.lookups.end(task).await?;
            Some(task).filter(|task| task.state == TaskState::Completed)
        }
        None => None,
    };
    let task = match task {
        Some(task) => task,
        None => run(app, key, projects, request.max_age_days, info, claim).await?,
    };
    Ok(match app.screening.lookups.row(&task).await? {
        Some(row) => object.with_row(&task, &row, None),
        None => object.with_reason(projects, "timeout", &app.clock.now().rfc3339()),
    })
}

/// Refuses unknown and repeated projects.
async fn known_projects(app: &App, projects: &[String]) -> Result<(), Problem> {
    let mut tx = app.store.read().await?;
    for (place, slug) in projects.iter().enumerate() {
        let pointer = format!("/projects/{place}");
        if projects[..place].contains(slug) {
            return Err(Problem::field(Code::Unprocessable, pointer, "listed twice"));
        }
        let project = tx.project(slug).await?.filter(|project| project.enabled);
        if project.is_none() {
            return Err(Problem::field(Code::Unprocessable, pointer, "there is no such project"));
        }
    }
    Ok(())
}

async fn test_object(
    app: &App,
    mut object: NumberObject,
    info: &NumberInfo,
    test: TestAnswer,
    projects: &[String],
) -> Result<NumberObject, Problem> {
    let at = app.clock.now().rfc3339();
    let mut tx = app.store.read().await?;
    for slug in projects {
        let answer =
            tx.project(slug).await?.map(|project| CheckObject::of_test(&project, info, test, at.clone()));
        object.checks.insert(slug.clone(), answer);
    }
    Ok(object)
}

/// Runs the checks. The most they can cost is held first, in the transaction that links the request to its task; the
/// charge is booked together with the answer.
async fn run(
    app: &App,
    key: &Key<CanLookUp>,
    projects: &[String],
    max_age_days: i64,
    info: &NumberInfo,
    claim: Option<&OnceClaim>,
) -> Result<Task, Problem> {
    let account = key.account();
    let list = app.screening.lookups.store_number(account, info).await?;
    let begun = async {
        let mut tx = app.store.begin().await?;
        let lookup = app.screening.lookups.start(&mut *tx, account, &list, projects, max_age_days).await?;
        if let Some(claim) = claim
            && !tx.begin_once(claim, lookup.task).await?
        {
            return Err(once::taken_over());
        }
        let detail = serde_json::json!({ "task": lookup.task, "projects": projects });
        tx.audit(&key.did("task/lookup", app.clock.now(), detail)).await?;
        tx.save().await?;
        Ok::<_, Problem>(lookup)
    };
    let begun = begun.await;
    match begun {
        Ok(lookup) => Ok(app.screening.lookups.run(lookup, WITHIN).await?),
        Err(problem) => {
            app.screening.lookups.discard_number(list).await;
            Err(problem)
        }
    }
}
