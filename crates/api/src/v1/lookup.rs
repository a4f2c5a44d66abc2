//! Lookups: one number or a few, answered in the same request.

use std::collections::BTreeMap;
use std::time::Duration;

use axum::body::Bytes;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use numplan::Region;
use numsift_model::api_key::OnceClaim;
use numsift_model::limits::{LOOKUP_NUMBER, LOOKUP_NUMBERS, LOOKUP_PROJECTS};
use numsift_model::lookup::{Lookup, LookupState};
use numsift_model::project::Project;
use numsift_model::test_number::test_answer;
use numsift_screening::{
    AskLookups, AskedNumber, NewLookups, NumberInfo, check_inputs, of_test, unknown_project,
};
use serde::{Deserialize, Serialize};
use serde_json::json;
use tracing::Instrument as _;
use utoipa::ToSchema;

use super::gate::{CanLookUp, Key};
use super::number::NumberObject;
use super::once::{self, IdempotencyKey, Once};
use super::problem::{Code, Problem};
use super::request::Json;
use crate::app::App;
use crate::envelope::json_response;

/// A lookup is answered within this time.
pub const WITHIN: Duration = Duration::from_secs(25);
/// Maximum age of reused answers.
pub const MOST_DAYS: i64 = 30;

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
    checks: Vec<String>,
    /// The earlier name of `checks`.
    #[serde(default)]
    #[schema(max_items = 5, deprecated)]
    projects: Vec<String>,
    /// Reuse the account's own answers that are at most this many days old, free of charge.
    #[serde(default)]
    #[schema(minimum = 0, maximum = 30)]
    max_age_days: i64,
    /// What checks need besides the number, by name, such as the date of consent. `inputs` of the check says what it needs.
    #[serde(default)]
    #[schema(example = json!({"since": "2024-03-01"}))]
    inputs: BTreeMap<String, String>,
}

/// Numbers to look up together.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct LookupsRequest {
    /// In any common format; each number once.
    #[schema(min_items = 1, max_items = 100, example = json!(["+1 201-555-0100", "+1 201-555-0101"]))]
    numbers: Vec<String>,
    /// Two-letter code of the country for numbers without `+`.
    #[serde(default)]
    #[schema(example = "US")]
    country: Option<String>,
    /// Slugs of the projects to check. Each costs its price for every definite answer.
    #[serde(default)]
    #[schema(max_items = 5, example = json!(["whatsapp"]))]
    checks: Vec<String>,
    /// The earlier name of `checks`.
    #[serde(default)]
    #[schema(max_items = 5, deprecated)]
    projects: Vec<String>,
    /// Reuse the account's own answers that are at most this many days old, free of charge.
    #[serde(default)]
    #[schema(minimum = 0, maximum = 30)]
    max_age_days: i64,
    /// What checks need besides the numbers: one object per number, in their order.
    #[serde(default)]
    #[schema(max_items = 100, example = json!([{"since": "2024-03-01"}, {"since": "2024-05-17"}]))]
    inputs: Vec<BTreeMap<String, String>>,
}

/// The answers to several numbers.
#[derive(Serialize, ToSchema)]
pub struct LookupsAnswer {
    /// One object per number, in the order of the request.
    items: Vec<NumberObject>,
    /// The total charge, in ten-thousandths of a point.
    charged: i64,
}

/// A request, parsed.
struct Asked {
    numbers: Vec<AskedNumber>,
    projects: Vec<String>,
    /// The field that named the projects.
    field: &'static str,
    max_age_days: i64,
    shape: Shape,
}

/// What the client sent and expects.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Shape {
    One,
    Several,
}

impl Shape {
    /// Identifies the operation in hashes of requests.
    fn operation(self) -> &'static [u8] {
        match self {
            Self::One => b"POST /v1/lookup",
            Self::Several => b"POST /v1/lookups",
        }
    }

    /// Where the number at a place is in the request.
    fn pointer(self, place: usize) -> String {
        match self {
            Self::One => "/number".to_owned(),
            Self::Several => format!("/numbers/{place}"),
        }
    }

    /// Where an input of the number at a place is in the request.
    fn input_pointer(self, place: usize, name: &str) -> String {
        let name = name.replace('~', "~0").replace('/', "~1");
        match self {
            Self::One => format!("/inputs/{name}"),
            Self::Several => format!("/inputs/{place}/{name}"),
        }
    }
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
    let LookupRequest { number, country, checks, projects, max_age_days, inputs } = request;
    let (named, numbers) = (Named::of(checks, projects)?, (vec![number], vec![inputs]));
    let asked = Asked::new(numbers, country.as_deref(), named, max_age_days, Shape::One)?;
    key.count_lookups(1);
    respond(app, key, name, asked, sent).await
}

/// Looks up several numbers together, at most 100. Each counts as one lookup towards the rate limit.
#[utoipa::path(post, path = "/v1/lookups", tag = "lookup", operation_id = "create_lookups",
    request_body = LookupsRequest,
    params(("Idempotency-Key" = Option<String>, Header, description = "Identifies the request: if it is sent again, the first response is returned")),
    responses((status = 200, body = LookupsAnswer)), security(("key" = [])))]
pub async fn create(
    key: Key<CanLookUp>,
    State(app): State<App>,
    name: IdempotencyKey,
    Json { value: request, sent }: Json<LookupsRequest>,
) -> Result<Response, Problem> {
    let LookupsRequest { numbers, country, checks, projects, max_age_days, inputs } = request;
    let named = Named::of(checks, projects)?;
    let asked = Asked::new((numbers, inputs), country.as_deref(), named, max_age_days, Shape::Several)?;
    key.spend_more(&app, asked.numbers.len() - 1).await?;
    key.count_lookups(asked.numbers.len());
    respond(app, key, name, asked, sent).await
}

/// The projects of a request and the field that named them: `checks`, or `projects` in earlier programs.
struct Named {
    projects: Vec<String>,
    field: &'static str,
}

impl Named {
    fn of(checks: Vec<String>, projects: Vec<String>) -> Result<Self, Problem> {
        match (checks.is_empty(), projects.is_empty()) {
            (_, true) => Ok(Self { projects: checks, field: "checks" }),
            (true, false) => Ok(Self { projects, field: "projects" }),
            (false, false) => {
                let detail = "the earlier name of `checks`; send only `checks`";
                Err(Problem::field(Code::InvalidRequest, "/projects", detail))
            }
        }
    }
}

impl Asked {
    /// `inputs` are empty, or as many as the numbers.
    fn new(
        (numbers, inputs): (Vec<String>, Vec<BTreeMap<String, String>>),
        country: Option<&str>,
        Named { projects, field }: Named,
        max_age_days: i64,
        shape: Shape,
    ) -> Result<Self, Problem> {
        let wrong =
            |pointer: &str, detail: String| Err(Problem::field(Code::InvalidRequest, pointer, detail));
        if !(1..=LOOKUP_NUMBERS).contains(&numbers.len()) {
            return wrong("/numbers", format!("1 to {LOOKUP_NUMBERS} numbers; start a task for more"));
        }
        if let Some(place) = numbers.iter().position(|number| number.chars().count() > LOOKUP_NUMBER) {
            return wrong(&shape.pointer(place), format!("at most {LOOKUP_NUMBER} characters"));
        }
        if !inputs.is_empty() && inputs.len() != numbers.len() {
            return wrong("/inputs", "one object per number, or none at all".to_owned());
        }
        if projects.len() > LOOKUP_PROJECTS {
            return wrong(&format!("/{field}"), format!("at most {LOOKUP_PROJECTS} projects"));
        }
        if !(0..=MOST_DAYS).contains(&max_age_days) {
            return wrong("/max_age_days", format!("0 to {MOST_DAYS}"));
        }
        if let Some(place) = (0..projects.len()).find(|place| projects[..*place].contains(&projects[*place]))
        {
            let pointer = format!("/{field}/{place}");
            return Err(Problem::field(Code::Unprocessable, pointer, "listed twice"));
        }
        let country = country_of(country)?;
        let inputs = inputs.into_iter().chain(std::iter::repeat_with(BTreeMap::new));
        let parsed = |(sent, inputs): (String, BTreeMap<String, String>)| AskedNumber {
            info: NumberInfo::of(&sent, country),
            sent,
            inputs,
        };
        let numbers: Vec<_> = numbers.into_iter().zip(inputs).map(parsed).collect();
        let digits: Vec<_> = numbers.iter().map(|number| number.info.digits()).collect();
        let twice = |place: &usize| digits[*place].is_some() && digits[..*place].contains(&digits[*place]);
        if let Some(place) = (0..digits.len()).find(twice) {
            return Err(Problem::field(Code::Unprocessable, shape.pointer(place), "listed twice"));
        }
        let asked = Self { numbers, projects, field, max_age_days, shape };
        if asked.projects.is_empty() {
            asked.check_inputs(&[])?;
        }
        Ok(asked)
    }

    fn has_inputs(&self) -> bool {
        self.numbers.iter().any(|number| !number.inputs.is_empty())
    }

    /// Refuses inputs that no project needs or that do not have their form.
    fn check_inputs(&self, projects: &[Project]) -> Result<(), Problem> {
        for (place, number) in self.numbers.iter().enumerate() {
            check_inputs(projects, &number.inputs).map_err(|(name, fault)| {
                let pointer = self.shape.input_pointer(place, &name);
                Problem::field(Code::Unprocessable, pointer, fault.to_string())
            })?;
        }
        Ok(())
    }

    fn object(&self, place: usize) -> NumberObject {
        let AskedNumber { sent, info, .. } = &self.numbers[place];
        NumberObject::new(sent.clone(), info)
    }

    /// What the number engine knows about every number.
    fn objects(&self) -> Vec<NumberObject> {
        (0..self.numbers.len()).map(|place| self.object(place)).collect()
    }
}

async fn respond(
    app: App,
    key: Key<CanLookUp>,
    name: IdempotencyKey,
    asked: Asked,
    sent: Bytes,
) -> Result<Response, Problem> {
    if asked.projects.is_empty() && name.is_none() {
        return json_of(asked.shape, asked.objects());
    }
    let (span, named) = (key.span(), !name.is_none());
    let answered = ask(app, key, name, asked, sent).instrument(span.clone());
    if named {
        // Spawned: if the client disconnects, the lookup completes and a retry finds the response.
        let answered = tokio::spawn(answered).await;
        return answered.unwrap_or_else(|failed| Err(span.in_scope(|| Problem::internal(failed))));
    }
    // Boxed: this future is large, and lookups that need no provider would otherwise pay for its size too.
    Box::pin(answered).await
}

/// Looks up numbers with projects or with an idempotency key.
async fn ask(
    app: App,
    key: Key<CanLookUp>,
    name: IdempotencyKey,
    asked: Asked,
    sent: Bytes,
) -> Result<Response, Problem> {
    let parts: [&[u8]; 2] = [asked.shape.operation(), &sent];
    let claim = match once::begin(&app, key.account().uid, &name, &parts).await? {
        Once::Done(response) => return Ok(response),
        Once::Do(claim) => claim,
    };
    let objects = match answer(&app, &key, &asked, claim.as_ref()).await {
        Ok(objects) => objects,
        Err(problem) => return Err(once::refused(&app, claim.as_ref(), problem).await),
    };
    let Some(claim) = claim else { return json_of(asked.shape, objects) };
    let answer = match asked.shape {
        Shape::One => once::answer(StatusCode::OK, String::new(), &objects.into_iter().next())?,
        Shape::Several => once::answer(StatusCode::OK, String::new(), &LookupsAnswer::of(objects))?,
    };
    let mut tx = app.store.begin().await?;
    let mine = app.api_keys.answer_once(&mut *tx, &claim, &answer).await?;
    tx.save().await?;
    if mine { Ok(once::respond(answer)) } else { Err(once::taken_over()) }
}

impl LookupsAnswer {
    fn of(items: Vec<NumberObject>) -> Self {
        Self { charged: items.iter().map(|item| item.charged).sum(), items }
    }
}

/// The response, in a buffer that is usually large enough.
fn json_of(shape: Shape, objects: Vec<NumberObject>) -> Result<Response, Problem> {
    let mut text = Vec::with_capacity(512 * objects.len());
    match shape {
        Shape::One => serde_json::to_writer(&mut text, &objects.into_iter().next()),
        Shape::Several => serde_json::to_writer(&mut text, &LookupsAnswer::of(objects)),
    }
    .map_err(Problem::internal)?;
    Ok(json_response(text))
}

pub fn country_of(code: Option<&str>) -> Result<Option<Region>, Problem> {
    let Some(code) = code else { return Ok(None) };
    let region = Region::from_code(code).filter(|region| region.code().len() == 2);
    let unknown = || {
        let detail = "no such country: send its two-letter code in capitals, such as `GB`";
        Problem::field(Code::InvalidRequest, "/country", detail)
    };
    region.map(Some).ok_or_else(unknown)
}

async fn answer(
    app: &App,
    key: &Key<CanLookUp>,
    asked: &Asked,
    claim: Option<&OnceClaim>,
) -> Result<Vec<NumberObject>, Problem> {
    if asked.projects.is_empty() {
        return Ok(asked.objects());
    }
    let valid = |number: &&AskedNumber| number.info.valid && !number.info.is_test();
    let is_asked = asked.numbers.iter().any(|number| valid(&number));
    // The start of lookups reads the projects itself.
    let projects = if asked.numbers.iter().all(|number| valid(&number)) && !asked.has_inputs() {
        Vec::new()
    } else {
        known_projects(app, asked).await?
    };
    if asked.has_inputs() {
        asked.check_inputs(&projects)?;
    }
    let lookups = if is_asked {
        match earlier(app, asked, claim).await? {
            Earlier::Nothing => match run(app, key, asked, claim).await {
                Ok(lookups) => lookups,
                Err(problem) => {
                    // Says which project is unknown, if that is the reason.
                    known_projects(app, asked).await?;
                    return Err(problem);
                }
            },
            Earlier::Lookups(lookups) => lookups,
            Earlier::Object(object) => return Ok(vec![*object]),
        }
    } else {
        Vec::new()
    };
    let now = app.clock.now();
    let object = |(place, number): (usize, &AskedNumber)| {
        let (object, info) = (asked.object(place), &number.info);
        if let Some(test) = info.digits().and_then(test_answer) {
            let answers: Vec<_> = projects.iter().map(|project| of_test(project, info, test, now)).collect();
            return object.with_answers(&answers);
        }
        let Some(digits) = info.digits() else { return object.not_asked(&asked.projects) };
        match lookups.iter().find(|lookup| lookup.asked.number == digits) {
            Some(lookup) => object.with_lookup(lookup),
            None => object.with_reason(&asked.projects, "timeout", &now.rfc3339()),
        }
    };
    Ok(asked.numbers.iter().enumerate().map(object).collect())
}

/// What an earlier, abandoned attempt at a request has found.
enum Earlier {
    Nothing,
    Lookups(Vec<Lookup>),
    /// The answer of a version whose lookups were tasks.
    Object(Box<NumberObject>),
}

async fn earlier(app: &App, asked: &Asked, claim: Option<&OnceClaim>) -> Result<Earlier, Problem> {
    let lookups = &app.screening.lookups;
    let Some(claim) = claim else { return Ok(Earlier::Nothing) };
    if let Some(first) = claim.lookup {
        let found = lookups.end(first).await?;
        let done = found.iter().all(|lookup| lookup.state == LookupState::Done);
        return Ok(if done { Earlier::Lookups(found) } else { Earlier::Nothing });
    }
    let Some(task) = claim.task else { return Ok(Earlier::Nothing) };
    Ok(match lookups.earlier.result(task).await? {
        Some((task, row)) => Earlier::Object(Box::new(asked.object(0).with_row(&task, &row, None))),
        None => Earlier::Nothing,
    })
}

/// Loads the projects. Refuses unknown ones.
async fn known_projects(app: &App, asked: &Asked) -> Result<Vec<Project>, Problem> {
    let slugs = &asked.projects;
    let mut tx = app.store.read().await?;
    let mut projects = Vec::with_capacity(slugs.len());
    for (place, slug) in slugs.iter().enumerate() {
        let pointer = format!("/{}/{place}", asked.field);
        let Some(project) = tx.project(slug).await?.filter(|project| project.enabled) else {
            let fault = unknown_project(&mut *tx, slug).await?;
            return Err(Problem::field(Code::Unprocessable, pointer, fault.to_string()));
        };
        projects.push(project);
    }
    Ok(projects)
}

/// Runs the checks. The most they can cost is held first, in the transaction that links the request to its lookups; the
/// charge is booked together with the answers.
async fn run(
    app: &App,
    key: &Key<CanLookUp>,
    asked: &Asked,
    claim: Option<&OnceClaim>,
) -> Result<Vec<Lookup>, Problem> {
    let account = key.account();
    let numbers: Vec<_> = asked
        .numbers
        .iter()
        .filter(|number| number.info.valid && !number.info.is_test())
        .map(|number| AskedNumber {
            sent: number.sent.clone(),
            info: number.info.clone(),
            inputs: number.inputs.clone(),
        })
        .collect();
    let ask = AskLookups {
        numbers: &numbers,
        projects: &asked.projects,
        max_age_days: asked.max_age_days,
        key: Some((key.id(), key.name())),
        request_id: key.request_id(),
    };
    let lookups = &app.screening.lookups;
    let reusable = lookups.reusable(account.uid, &ask).await?;
    let detail = json!({ "numbers": numbers.len(), "projects": asked.projects });
    let new = NewLookups {
        actor: account.uid,
        account: account.clone(),
        claim: claim.cloned(),
        entry: key.did("task/lookup", app.clock.now(), detail),
        projects: asked.projects.clone(),
        key: Some((key.id(), key.name().to_owned())),
        request_id: key.request_id().to_owned(),
        reusable,
        numbers,
    };
    let Some(started) = lookups.begin(new).await? else { return Err(once::taken_over()) };
    Ok(lookups.run(started, WITHIN).await?)
}
