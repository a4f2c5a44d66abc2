//! One number, at once.

use std::time::Duration;

use axum::body::{Body, Bytes};
use axum::extract::State;
use axum::http::StatusCode;
use axum::http::header::{CONTENT_TYPE, HeaderValue};
use axum::response::Response;
use numplan::Region;
use numsift_model::api_key::OnceClaim;
use numsift_model::task::{Task, TaskState};
use numsift_model::test_number::{TestAnswer, test_answer};
use numsift_screening::Facts;
use serde::Deserialize;
use tracing::Instrument as _;
use utoipa::ToSchema;

use super::gate::{CanLookUp, Key};
use super::number::{CheckObject, NumberObject};
use super::once::{self, Name, Once};
use super::problem::{Code, Problem};
use super::request::Json;
use crate::app::App;

/// A lookup is answered within this time, whoever is asked.
const WITHIN: Duration = Duration::from_secs(25);
/// Most projects of one lookup.
const MOST_PROJECTS: usize = 5;
/// Oldest answers that can be used again.
const MOST_DAYS: i64 = 30;
/// Longest text that is looked at.
const NUMBER_CHARS: usize = 250;

/// A number to be looked up.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct LookupRequest {
    /// In any usual form.
    #[schema(example = "+1 201-555-0100", max_length = 250)]
    number: String,
    /// The country in which a number without `+` is dialled: two letters.
    #[serde(default)]
    #[schema(example = "US")]
    country: Option<String>,
    /// Projects to be asked, by their slugs; each costs its price when it has a definite answer.
    #[serde(default)]
    #[schema(max_items = 5, example = json!(["whatsapp"]))]
    projects: Vec<String>,
    /// Own answers that are at most so many days old are used again, for nothing.
    #[serde(default)]
    #[schema(minimum = 0, maximum = 30)]
    max_age_days: i64,
}

/// Looks a number up. Without projects it costs nothing.
#[utoipa::path(post, path = "/v1/lookup", tag = "lookup", operation_id = "lookup", request_body = LookupRequest,
    params(("Idempotency-Key" = Option<String>, Header, description = "Names the request: sent again, it gets its first answer again")),
    responses((status = 200, body = NumberObject)), security(("key" = [])))]
pub async fn lookup(
    key: Key<CanLookUp>,
    State(app): State<App>,
    name: Name,
    Json { value: request, sent }: Json<LookupRequest>,
) -> Result<Response, Problem> {
    let facts = facts(&request)?;
    key.looked_up();
    if request.projects.is_empty() && name.is_none() {
        return json(&NumberObject::new(request.number, &facts));
    }
    let (span, named) = (key.span(), !name.is_none());
    let asked = ask(app, key, name, request, sent, facts).instrument(span.clone());
    if named {
        // On a task of its own: whoever hangs up before it is answered finds the answer under that name.
        let answered = tokio::spawn(asked).await;
        return answered.unwrap_or_else(|failed| Err(span.in_scope(|| Problem::internal(failed))));
    }
    // Boxed: whatever waits for others has much to remember, and the room for it would be made for
    // every request, those that wait for nobody, too.
    Box::pin(asked).await
}

/// Looks a number up that somebody has to be asked about, or that must be looked up once.
async fn ask(
    app: App,
    key: Key<CanLookUp>,
    name: Name,
    request: LookupRequest,
    sent: Bytes,
    facts: Facts,
) -> Result<Response, Problem> {
    let claim = match once::begin(&app, key.account().uid, &name, &[b"POST /v1/lookup", &sent]).await? {
        Once::Done(response) => return Ok(response),
        Once::Do(claim) => claim,
    };
    let found = answer(&app, &key, request, &facts, claim.as_ref()).await;
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

/// An answer, written into room that is most often large enough.
fn json(object: &NumberObject) -> Result<Response, Problem> {
    let mut text = Vec::with_capacity(512);
    serde_json::to_writer(&mut text, object).map_err(Problem::internal)?;
    let mut response = Response::new(Body::from(text));
    response.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
    Ok(response)
}

/// The country that a request names.
pub fn country_of(code: Option<&str>) -> Result<Option<Region>, Problem> {
    let Some(code) = code else { return Ok(None) };
    let region = Region::from_code(code).filter(|region| region.code().len() == 2);
    let unknown = || Problem::field(Code::InvalidRequest, "/country", "not a country of two capital letters");
    region.map(Some).ok_or_else(unknown)
}

fn facts(request: &LookupRequest) -> Result<Facts, Problem> {
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
    Ok(Facts::of(&request.number, country_of(request.country.as_deref())?))
}

async fn answer(
    app: &App,
    key: &Key<CanLookUp>,
    request: LookupRequest,
    facts: &Facts,
    claim: Option<&OnceClaim>,
) -> Result<NumberObject, Problem> {
    let object = NumberObject::new(request.number, facts);
    let projects = &request.projects;
    if projects.is_empty() {
        return Ok(object);
    }
    known_projects(app, projects).await?;
    if let Some(test) = facts.digits().and_then(test_answer) {
        return test_object(app, object, facts, test, projects).await;
    }
    if !facts.valid {
        return Ok(object.not_asked(projects));
    }
    let task = match claim.and_then(|claim| claim.task) {
        // Whoever had this request before began something, and was not heard of again.
        Some(task) => {
            let task = app.screening.end_lookup(task).await?;
            Some(task).filter(|task| task.state == TaskState::Completed)
        }
        None => None,
    };
    let task = match task {
        Some(task) => task,
        None => run(app, key, projects, request.max_age_days, facts, claim).await?,
    };
    Ok(match app.screening.lookup_row(&task).await? {
        Some(row) => object.with_row(&task, &row, None),
        None => object.with_reason(projects, "timeout", &app.clock.now().rfc3339()),
    })
}

/// Refuses projects that there are not.
async fn known_projects(app: &App, projects: &[String]) -> Result<(), Problem> {
    let mut tx = app.store.read().await?;
    for (place, slug) in projects.iter().enumerate() {
        let pointer = format!("/projects/{place}");
        if projects[..place].contains(slug) {
            return Err(Problem::field(Code::Unprocessable, pointer, "named before"));
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
    facts: &Facts,
    test: TestAnswer,
    projects: &[String],
) -> Result<NumberObject, Problem> {
    let at = app.clock.now().rfc3339();
    let mut tx = app.store.read().await?;
    for slug in projects {
        let said =
            tx.project(slug).await?.map(|project| CheckObject::of_test(&project, facts, test, at.clone()));
        object.checks.insert(slug.clone(), said);
    }
    Ok(object)
}

/// Asks the projects: what it can cost is set aside before, in the unit of work that notes whose request
/// it is, and what it does cost is charged with the answer.
async fn run(
    app: &App,
    key: &Key<CanLookUp>,
    projects: &[String],
    max_age_days: i64,
    facts: &Facts,
    claim: Option<&OnceClaim>,
) -> Result<Task, Problem> {
    let account = key.account();
    let list = app.screening.number_list(account, facts).await?;
    let begun = async {
        let mut tx = app.store.begin().await?;
        let lookup = app.screening.begin_lookup(&mut *tx, account, &list, projects, max_age_days).await?;
        if let Some(claim) = claim
            && !tx.begin_once(claim, lookup.task).await?
        {
            return Err(once::taken_over());
        }
        tx.save().await?;
        Ok::<_, Problem>(lookup)
    };
    let begun = begun.await;
    match begun {
        Ok(lookup) => Ok(app.screening.run_lookup(lookup, WITHIN).await?),
        Err(problem) => {
            app.screening.drop_number_list(list).await;
            Err(problem)
        }
    }
}
