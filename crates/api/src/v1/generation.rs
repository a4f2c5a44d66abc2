//! Generation of numbers, for accounts whose roles allow it.

use axum::extract::{Path, State};
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_ENCODING, CONTENT_TYPE, HeaderValue, VARY};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse as _, Response};
use numplan::space::Distinguishable;
use numplan::{Lang, PhoneNumber, Region};
use numsift_generation::{
    CarrierChoice, Figures, GenerationError, KindChoice, MAX_ATTEMPTS, SpecFault, Wanted, WantedSegment,
    WithoutList, carriers, countries, kinds,
};
use numsift_model::allowance::Resource;
use numsift_model::api_key::{OnceAnswer, OnceClaim};
use numsift_model::generation::{
    DrawOrder, Earlier, NumberStyle, Run, RunPage, Segment, SpaceKind, SpaceSpec,
};
use numsift_model::id::{ListId, RunId, Uid};
use numsift_model::limits::PAGE_ROWS;
use numsift_screening::ScreeningError;
use serde::{Deserialize, Serialize};
use serde_json::json as value;
use utoipa::{IntoParams, ToSchema};

use super::encoding::{self, Encoding};
use super::gate::{CanGenerate, CanSeeGeneration, Key};
use super::once::{self, IdempotencyKey};
use super::problem::{Code, Problem};
use super::request::{Json, Query, accepts, cut, json, prefers};
use crate::app::App;
use crate::generated_numbers::{TextKind, text, written};
use crate::messages::Message;
use crate::refusal::Refusal;
use crate::refusal::domain::spec_fault;

/// Default page size.
const PAGE: i64 = 20;

/// Which options to return.
#[derive(IntoParams)]
#[into_params(parameter_in = Query)]
#[allow(dead_code)] // Describes the query.
pub struct GenerationOptionsParams {
    /// Two-letter code of the country whose types and carriers are returned; without it, the countries.
    #[param(example = "GB")]
    country: Option<String>,
}

/// A country with a numbering plan.
#[derive(Serialize, ToSchema)]
struct GenerationCountry {
    /// Two-letter code.
    code: &'static str,
    /// Without `+`.
    calling_code: u16,
    /// In English.
    name: &'static str,
}

/// Whether a numbering plan distinguishes mobile from fixed-line numbers.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
enum DistinguishesMobile {
    Yes,
    Partly,
    No,
}

/// A type of number in a country.
#[derive(Serialize, ToSchema)]
struct GenerationKind {
    kind: SpaceKind,
    /// Numbers of this type.
    count: u64,
}

/// A carrier of a country.
#[derive(Serialize, ToSchema)]
struct GenerationCarrier {
    /// As a segment names it.
    name: &'static str,
    /// Numbers that were allocated to it.
    count: u64,
}

/// What a segment can ask for.
#[derive(Serialize, ToSchema)]
pub struct GenerationOptions {
    /// Empty if a country was given.
    countries: Vec<GenerationCountry>,
    /// `null` without a country.
    distinguishes_mobile: Option<DistinguishesMobile>,
    /// Empty without a country.
    kinds: Vec<GenerationKind>,
    /// Largest first; empty without a country.
    carriers: Vec<GenerationCarrier>,
}

/// Returns the countries, or the types and carriers of one country.
#[utoipa::path(get, path = "/v1/generation/options", tag = "generation", operation_id = "get_generation_options",
    params(GenerationOptionsParams), responses((status = 200, body = GenerationOptions)), security(("key" = [])))]
pub async fn options(
    _: Key<CanSeeGeneration>,
    headers: HeaderMap,
    query: Query,
) -> Result<Response, Problem> {
    accepts(&headers, "application/json")?;
    let query = query.only(&["country"])?;
    let Some(country) = query.get("country") else {
        let view = |(region, name): (Region, _)| GenerationCountry {
            code: region.code(),
            calling_code: region.country_code(),
            name,
        };
        return json(&GenerationOptions {
            countries: countries(Lang::En).into_iter().map(view).collect(),
            distinguishes_mobile: None,
            kinds: Vec::new(),
            carriers: Vec::new(),
        });
    };
    let wrong = |fault: SpecFault| Problem::field(Code::InvalidRequest, "country", fault.to_string());
    let (telling, kinds) = kinds(country).map_err(wrong)?;
    let carriers = carriers(country, Lang::En).map_err(wrong)?;
    let kind = |choice: KindChoice| GenerationKind { kind: choice.kind, count: choice.count };
    let carrier = |choice: CarrierChoice| GenerationCarrier { name: choice.name, count: choice.count };
    json(&GenerationOptions {
        countries: Vec::new(),
        distinguishes_mobile: Some(match telling {
            Distinguishable::Yes => DistinguishesMobile::Yes,
            Distinguishable::Partly => DistinguishesMobile::Partly,
            Distinguishable::No => DistinguishesMobile::No,
        }),
        kinds: kinds.into_iter().map(kind).collect(),
        carriers: carriers.into_iter().map(carrier).collect(),
    })
}

/// A part of a run.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct GenerationSegmentRequest {
    space: SpaceSpec,
    /// How many numbers.
    #[schema(minimum = 1, maximum = 10_000_000, example = 1000)]
    count: u64,
}

/// Numbers to generate.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct GenerationRequest {
    /// 1 to 20, with at most 10,000,000 numbers in total.
    #[schema(min_items = 1, max_items = 20)]
    segments: Vec<GenerationSegmentRequest>,
    /// `random` by default.
    #[serde(default)]
    order: DrawOrder,
    /// How numbers of earlier runs are treated: `exclude` by default.
    #[serde(default)]
    earlier: Earlier,
    /// `e164` by default.
    #[serde(default)]
    style: NumberStyle,
    /// Id of a list of the account whose numbers are left out, such as a suppression list.
    #[serde(default)]
    without_list: Option<ListId>,
}

/// Sets of numbers to count.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct GenerationCountRequest {
    /// 1 to 20.
    #[schema(min_items = 1, max_items = 20)]
    spaces: Vec<SpaceSpec>,
    /// `random` by default.
    #[serde(default)]
    order: DrawOrder,
    /// How numbers of earlier runs are treated: `exclude` by default.
    #[serde(default)]
    earlier: Earlier,
    /// `e164` by default.
    #[serde(default)]
    style: NumberStyle,
    /// Id of a list of the account whose numbers are left out, such as a suppression list.
    #[serde(default)]
    without_list: Option<ListId>,
}

/// How many numbers a set has.
#[derive(Serialize, ToSchema)]
struct GenerationCount {
    /// All numbers of the set.
    size: u64,
    /// Numbers that the account has generated before.
    used: u64,
    /// Other numbers that are on the list that is left out.
    listed: u64,
    /// Numbers that the next run can generate.
    available: u64,
    /// Some of them.
    examples: Vec<String>,
}

/// How many numbers sets have.
#[derive(Serialize, ToSchema)]
pub struct GenerationCountAnswer {
    /// One for each set, in the same order.
    items: Vec<GenerationCount>,
}

/// Counts the numbers of sets.
///
/// The counts are exact: all numbers, those that the account has generated before, and those that are left.
#[utoipa::path(post, path = "/v1/generation/count", tag = "generation", operation_id = "count_numbers",
    request_body = GenerationCountRequest, responses((status = 200, body = GenerationCountAnswer)), security(("key" = [])))]
pub async fn count(
    key: Key<CanSeeGeneration>,
    State(app): State<App>,
    Json { value: request, .. }: Json<GenerationCountRequest>,
) -> Result<Response, Problem> {
    let uid = key.account().uid;
    let without = without(&app, uid, request.without_list).await?;
    let _use = app.begin_use(key.account(), Resource::Generations).await?;
    let style = request.style;
    let counted = app.generator.figures(uid, request.spaces, request.order, request.earlier, without).await;
    let counted = counted.map_err(|error| {
        let mut problem = Problem::from(error);
        problem.rename("/segments", "/spaces");
        problem
    })?;
    let mut items = Vec::with_capacity(counted.len());
    for (place, figures) in counted.into_iter().enumerate() {
        let figures = figures.map_err(|fault| {
            let pointer = format!("/spaces/{place}/{}", spec_fault(&fault).0);
            Problem::field(Code::Unprocessable, pointer, fault.to_string())
        })?;
        let Figures { size, used, listed, available, examples } = figures;
        let examples = examples.iter().map(|number: &PhoneNumber| written(number, style)).collect();
        items.push(GenerationCount { size, used, listed, available, examples });
    }
    json(&GenerationCountAnswer { items })
}

/// A part of a run.
#[derive(Serialize, ToSchema)]
struct GenerationSegment {
    space: SpaceSpec,
    /// How many numbers.
    count: u64,
}

/// Generated numbers. They are not stored, but computed again when they are fetched.
#[derive(Serialize, ToSchema)]
pub struct GenerationRun {
    id: RunId,
    segments: Vec<GenerationSegment>,
    order: DrawOrder,
    earlier: Earlier,
    style: NumberStyle,
    without_list: Option<ListId>,
    /// Numbers of all segments.
    count: u64,
    #[schema(format = DateTime)]
    created_at: String,
    /// Until when the numbers can be fetched.
    #[schema(format = DateTime)]
    expires_at: String,
}

impl From<Run> for GenerationRun {
    fn from(run: Run) -> Self {
        let count = run.of.count();
        let segment = |segment: Segment| GenerationSegment { space: segment.spec, count: segment.count };
        Self {
            id: run.id,
            segments: run.of.segments.into_iter().map(segment).collect(),
            order: run.of.order,
            earlier: run.of.earlier,
            style: run.of.style,
            without_list: run.of.without_list,
            count,
            created_at: run.of.created_at.rfc3339(),
            expires_at: run.of.expires_at.rfc3339(),
        }
    }
}

/// Generates numbers, free of charge.
///
/// Numbers of the account's earlier runs are left out unless `earlier` says otherwise.
#[utoipa::path(post, path = "/v1/generation/runs", tag = "generation", operation_id = "generate_numbers",
    request_body = GenerationRequest,
    params(("Idempotency-Key" = Option<String>, Header, description = "Identifies the request: if it is sent again, the first response is returned")),
    responses((status = 201, body = GenerationRun, headers(("Location" = String, description = "Path of the run")))),
    security(("key" = [])))]
pub async fn create(
    key: Key<CanGenerate>,
    State(app): State<App>,
    once_name: IdempotencyKey,
    Json { value: request, sent }: Json<GenerationRequest>,
) -> Result<Response, Problem> {
    let parts: [&[u8]; 2] = [b"POST /v1/generation/runs", &sent];
    let generate = |claim| generate(&app, &key, request, claim);
    once::run(&app, key.account().uid, &once_name, &parts, generate).await
}

async fn generate(
    app: &App,
    key: &Key<CanGenerate>,
    request: GenerationRequest,
    claim: Option<OnceClaim>,
) -> Result<OnceAnswer, Problem> {
    let uid = key.account().uid;
    let segment = |asked: GenerationSegmentRequest| WantedSegment { spec: asked.space, count: asked.count };
    let wanted = Wanted {
        page: RunPage::default(),
        segments: request.segments.into_iter().map(segment).collect(),
        order: request.order,
        earlier: request.earlier,
        style: request.style,
        without: without(app, uid, request.without_list).await?,
    };
    let _use = app.begin_use(key.account(), Resource::Generations).await?;
    for _ in 0..MAX_ATTEMPTS {
        let planned = app.generator.plan(uid, &wanted).await?;
        let mut tx = app.store.begin().await?;
        let Some(run) = app.generator.add(&mut *tx, &planned).await? else { continue };
        let detail = value!({ "run": run.id, "numbers": run.of.count() });
        tx.audit(&key.did("gen_number/generate", app.clock.now(), detail)).await?;
        let location = format!("/v1/generation/runs/{}", run.id);
        let answer = once::answer(StatusCode::CREATED, location, &GenerationRun::from(run))?;
        once::keep(app, &mut *tx, claim.as_ref(), &answer).await?;
        tx.save().await?;
        return Ok(answer);
    }
    Err(GenerationError::Busy.into())
}

/// The list that is left out, with its numbers.
async fn without(app: &App, uid: Uid, list: Option<ListId>) -> Result<Option<WithoutList>, Problem> {
    let Some(list) = list else { return Ok(None) };
    match app.screening.lists.number_set(uid, list).await {
        Ok(numbers) => Ok(Some(WithoutList { list, numbers })),
        Err(ScreeningError::NotFound) => Err(Refusal::field("without_list", Message::NoSuchList).into()),
        Err(other) => Err(other.into()),
    }
}

/// A page of runs.
#[derive(Serialize, ToSchema)]
pub struct GenerationRunsAnswer {
    items: Vec<GenerationRun>,
    /// Cursor of the next page; `null` on the last page.
    next_cursor: Option<String>,
}

/// Which runs to return.
#[derive(IntoParams)]
#[into_params(parameter_in = Query)]
#[allow(dead_code)] // Describes the query.
pub struct GenerationRunsParams {
    /// `next_cursor` of the previous page.
    cursor: Option<String>,
    /// Runs per page; 20 by default.
    #[param(minimum = 1, maximum = 200)]
    limit: Option<i64>,
}

/// Lists the account's runs that have not expired, newest first, including those of the console.
#[utoipa::path(get, path = "/v1/generation/runs", tag = "generation", operation_id = "list_generation_runs",
    params(GenerationRunsParams), responses((status = 200, body = GenerationRunsAnswer)), security(("key" = [])))]
pub async fn list(
    key: Key<CanSeeGeneration>,
    State(app): State<App>,
    headers: HeaderMap,
    query: Query,
) -> Result<Response, Problem> {
    accepts(&headers, "application/json")?;
    let query = query.only(&["cursor", "limit"])?;
    let (limit, before) = (query.limit(PAGE, PAGE_ROWS)?, query.cursor()?.map(RunId));
    let mut tx = app.store.read().await?;
    let mut found = tx.runs_before(key.scope(), before, app.clock.now(), limit + 1).await?;
    let next_cursor = cut(&mut found, limit, |run| run.id.0);
    json(&GenerationRunsAnswer { items: found.into_iter().map(GenerationRun::from).collect(), next_cursor })
}

/// Returns one run.
#[utoipa::path(get, path = "/v1/generation/runs/{id}", tag = "generation", operation_id = "get_generation_run",
    params(("id" = i64, Path, description = "Id of the run")),
    responses((status = 200, body = GenerationRun)), security(("key" = [])))]
pub async fn get(
    key: Key<CanSeeGeneration>,
    State(app): State<App>,
    headers: HeaderMap,
    Path(id): Path<String>,
) -> Result<Response, Problem> {
    accepts(&headers, "application/json")?;
    let id = run_id(&id)?;
    let run = app.store.read().await?.run(key.scope(), id, app.clock.now()).await?;
    json(&GenerationRun::from(run.ok_or_else(missing)?))
}

/// Returns the numbers of a run.
///
/// One per line, or as CSV with their country, type, carrier and segment. They are compressed if `Accept-Encoding` has `gzip` or
/// `zstd`.
#[utoipa::path(get, path = "/v1/generation/runs/{id}/numbers", tag = "generation", operation_id = "get_generated_numbers",
    params(("id" = i64, Path, description = "Id of the run")),
    responses((status = 200, content((String = "text/plain"), (String = "text/csv")))), security(("key" = [])))]
pub async fn numbers(
    key: Key<CanSeeGeneration>,
    State(app): State<App>,
    headers: HeaderMap,
    Path(id): Path<String>,
) -> Result<Response, Problem> {
    let wanted = prefers(&headers, &["text/plain", "text/csv"]);
    let wanted =
        wanted.ok_or_else(|| Problem::new(Code::NotAcceptable, "the response is text/plain or text/csv"))?;
    let run = app.generator.open(key.scope(), run_id(&id)?).await?;
    let id = run.run.id;
    let (kind, extension) = match wanted {
        "text/csv" => (TextKind::Csv { bom: false }, "csv"),
        _ => (TextKind::Lines, "txt"),
    };
    let encoding = Encoding::wanted(&headers);
    let numbers = text(app.generator.clone(), run, kind);
    let body = encoding::body(numbers, encoding).map_err(Problem::internal)?;
    let headers = [
        (CONTENT_TYPE, format!("{wanted}; charset=utf-8")),
        (CONTENT_DISPOSITION, format!("attachment; filename=\"numbers-{id}.{extension}\"")),
    ];
    let mut response = (headers, body).into_response();
    response.headers_mut().insert(VARY, HeaderValue::from_static("accept, accept-encoding"));
    if let Some(encoding) = encoding {
        response.headers_mut().insert(CONTENT_ENCODING, HeaderValue::from_static(encoding.as_str()));
    }
    Ok(response)
}

/// Deletes a run.
///
/// Its numbers stay used: later runs leave them out.
#[utoipa::path(delete, path = "/v1/generation/runs/{id}", tag = "generation", operation_id = "delete_generation_run",
    params(("id" = i64, Path, description = "Id of the run")),
    responses((status = 204, description = "Deleted")), security(("key" = [])))]
pub async fn remove(
    key: Key<CanGenerate>,
    State(app): State<App>,
    Path(id): Path<String>,
) -> Result<Response, Problem> {
    let id = run_id(&id)?;
    let mut tx = app.store.begin().await?;
    if !tx.delete_run(key.scope(), id).await? {
        return Err(missing());
    }
    tx.audit(&key.did("gen_number/delete", app.clock.now(), value!({ "run": id }))).await?;
    tx.save().await?;
    Ok(StatusCode::NO_CONTENT.into_response())
}

fn missing() -> Problem {
    Problem::new(Code::NotFound, "there is no such run")
}

fn run_id(text: &str) -> Result<RunId, Problem> {
    text.parse().map(RunId).map_err(|_| missing())
}

impl From<GenerationError> for Problem {
    fn from(error: GenerationError) -> Self {
        if matches!(error, GenerationError::NotFound) {
            return missing();
        }
        Self::from(Refusal::from(error))
    }
}
