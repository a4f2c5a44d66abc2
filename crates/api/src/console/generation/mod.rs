//! Number generation: options, figures, previews, runs and their files.

mod file;
mod views;

use axum::extract::State;
use file::FileKind;
pub use file::RunExport;
use numplan::space::Distinguishable;
use numsift_generation::{GenerationError, Wanted, WantedSegment, WithoutList, carriers, countries, kinds};
use numsift_model::allowance::Resource;
use numsift_model::clock::Timestamp;
use numsift_model::generation::{DrawOrder, Earlier, NumberStyle, RunPage, SpaceKind, SpaceSpec};
use numsift_model::id::{ListId, RunId, Uid};
use numsift_model::list::ListKind;
use numsift_model::money::Points;
use numsift_screening::ScreeningError;
use numsift_store::Scope;
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::ToSchema;
use utoipa_axum::routes;
use views::{NumberView, RunView, SpaceView};

use crate::allowance;
use crate::app::App;
use crate::body::Body;
use crate::caller::{Allowed, GenerationList, GenerationMake};
use crate::client::{Language, plan_lang};
use crate::console::lists::{ListView, checked_name, list_view, may_create};
use crate::download::{Link, link};
use crate::envelope::{Done, Envelope, ListAnswer, Reply, first_page, ok, page_of, page_size};
use crate::messages::Message;
use crate::refusal::Refusal;
use crate::refusal::domain::spec_fault;
use crate::routing::OpenApiRouter;

/// Generating is free.
const PRICE: Points = Points(0);

pub fn calls() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(options))
        .routes(routes!(space))
        .routes(routes!(preview))
        .routes(routes!(generate))
        .routes(routes!(list))
        .routes(routes!(export))
        .routes(routes!(save))
        .routes(routes!(delete))
}

/// Which options to return.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct GenerationOptionsRequest {
    /// Return the options of this country; without it, the countries.
    country: Option<String>,
}

/// A country with a numbering plan.
#[derive(Serialize, ToSchema)]
struct CountryView {
    /// Two letters.
    code: &'static str,
    /// Without `+`.
    calling_code: u16,
    /// In the caller's language.
    name: &'static str,
}

/// Whether a numbering plan distinguishes mobile from fixed-line numbers.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
enum TellsMobile {
    Yes,
    Partly,
    No,
}

/// A type of number in a country.
#[derive(Serialize, ToSchema)]
struct KindView {
    kind: SpaceKind,
    count: u64,
}

/// A carrier of a country.
#[derive(Serialize, ToSchema)]
struct CarrierView {
    /// In English, as requests use it.
    name: &'static str,
    /// In the caller's language.
    label: &'static str,
    count: u64,
}

/// Options for number generation.
#[derive(Serialize, ToSchema)]
struct GenerationOptionsAnswer {
    /// Empty if a country was given.
    countries: Vec<CountryView>,
    /// `null` without a country.
    tells_mobile: Option<TellsMobile>,
    kinds: Vec<KindView>,
    /// Largest first. The carrier of a number is the one that it was allocated to.
    carriers: Vec<CarrierView>,
}

/// Returns the countries, or the types and carriers of one country.
#[utoipa::path(post, path = "/gen_number/options", tag = "generation",
    request_body = GenerationOptionsRequest,
    responses((status = 200, body = Envelope<GenerationOptionsAnswer>)), security(("sid" = [])))]
async fn options(
    _: Allowed<GenerationList>,
    Language(lang): Language,
    Body(request): Body<GenerationOptionsRequest>,
) -> Reply<GenerationOptionsAnswer> {
    let lang = plan_lang(lang);
    let Some(country) = request.country else {
        let view = |(region, name): (numplan::Region, _)| CountryView {
            code: region.code(),
            calling_code: region.country_code(),
            name,
        };
        let countries = countries(lang).into_iter().map(view).collect();
        let none = GenerationOptionsAnswer {
            countries,
            tells_mobile: None,
            kinds: Vec::new(),
            carriers: Vec::new(),
        };
        return Ok(ok(none));
    };
    let refused = |fault| {
        let (field, message) = spec_fault(&fault);
        Refusal::field(field, message)
    };
    let (telling, kinds) = kinds(&country).map_err(refused)?;
    let carriers = carriers(&country, lang).map_err(refused)?;
    let tells_mobile = match telling {
        Distinguishable::Yes => TellsMobile::Yes,
        Distinguishable::Partly => TellsMobile::Partly,
        Distinguishable::No => TellsMobile::No,
    };
    let kind = |choice: numsift_generation::KindChoice| KindView { kind: choice.kind, count: choice.count };
    let carrier = |choice: numsift_generation::CarrierChoice| CarrierView {
        name: choice.name,
        label: choice.label,
        count: choice.count,
    };
    Ok(ok(GenerationOptionsAnswer {
        countries: Vec::new(),
        tells_mobile: Some(tells_mobile),
        kinds: kinds.into_iter().map(kind).collect(),
        carriers: carriers.into_iter().map(carrier).collect(),
    }))
}

/// Number spaces to measure.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct SpaceRequest {
    segments: Vec<SpaceSpec>,
    #[serde(default)]
    order: DrawOrder,
    #[serde(default)]
    earlier: Earlier,
    #[serde(default)]
    style: NumberStyle,
    /// One of the caller's lists whose numbers are excluded.
    without_list: Option<ListId>,
}

/// Exact figures of number spaces.
#[derive(Serialize, ToSchema)]
struct SpaceAnswer {
    /// One per space, in the same order.
    segments: Vec<SpaceView>,
    /// Price per thousand numbers, in ten-thousandths of a point.
    price: Points,
}

/// Counts the numbers of a space: in total, already generated by the account, and left.
#[utoipa::path(post, path = "/gen_number/space", tag = "generation", request_body = SpaceRequest,
    responses((status = 200, body = Envelope<SpaceAnswer>)), security(("sid" = [])))]
async fn space(
    caller: Allowed<GenerationList>,
    Language(lang): Language,
    State(app): State<App>,
    Body(request): Body<SpaceRequest>,
) -> Reply<SpaceAnswer> {
    let uid = caller.who().account.uid;
    let specs = request.segments.clone();
    let without = without(&app, uid, request.without_list).await?;
    let _use = app.begin_use(&caller.who().account, Resource::Generations).await?;
    let figures = app.generator.figures(uid, specs, request.order, request.earlier, without).await?;
    let views = request.segments.iter().zip(figures);
    let segments = views.map(|(spec, figures)| SpaceView::of(spec, figures, request.style, lang)).collect();
    Ok(ok(SpaceAnswer { segments, price: PRICE }))
}

/// A segment of a run.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct SegmentRequest {
    space: SpaceSpec,
    count: u64,
}

/// A run to generate.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct GenerateRequest {
    /// The page of the console.
    #[serde(default)]
    page: RunPage,
    /// 1 to 20, with 1 to 10,000,000 numbers in total.
    segments: Vec<SegmentRequest>,
    #[serde(default)]
    order: DrawOrder,
    #[serde(default)]
    earlier: Earlier,
    #[serde(default)]
    style: NumberStyle,
    /// One of the caller's lists whose numbers are excluded.
    without_list: Option<ListId>,
}

impl GenerateRequest {
    async fn wanted(self, app: &App, uid: Uid) -> Result<Wanted, Refusal> {
        let segment = |asked: SegmentRequest| WantedSegment { spec: asked.space, count: asked.count };
        Ok(Wanted {
            page: self.page,
            segments: self.segments.into_iter().map(segment).collect(),
            order: self.order,
            earlier: self.earlier,
            style: self.style,
            without: without(app, uid, self.without_list).await?,
        })
    }
}

/// The excluded list with its numbers.
async fn without(app: &App, uid: Uid, list: Option<ListId>) -> Result<Option<WithoutList>, Refusal> {
    let Some(list) = list else { return Ok(None) };
    match app.screening.lists.number_set(uid, list).await {
        Ok(numbers) => Ok(Some(WithoutList { list, numbers })),
        Err(ScreeningError::NotFound) => Err(Refusal::field("without_list", Message::NoSuchList)),
        Err(other) => Err(other.into()),
    }
}

/// The first numbers of a run.
#[derive(Serialize, ToSchema)]
struct PreviewAnswer {
    items: Vec<NumberView>,
}

/// Returns the first twenty numbers of a run without generating it.
#[utoipa::path(post, path = "/gen_number/preview", tag = "generation", request_body = GenerateRequest,
    responses((status = 200, body = Envelope<PreviewAnswer>)), security(("sid" = [])))]
async fn preview(
    caller: Allowed<GenerationList>,
    Language(lang): Language,
    State(app): State<App>,
    Body(request): Body<GenerateRequest>,
) -> Reply<PreviewAnswer> {
    let style = request.style;
    let uid = caller.who().account.uid;
    let _use = app.begin_use(&caller.who().account, Resource::Generations).await?;
    let numbers = app.generator.preview(uid, request.wanted(&app, uid).await?).await?;
    let view = |(segment, number): &(usize, _)| NumberView::of(*segment, number, style, lang);
    Ok(ok(PreviewAnswer { items: numbers.iter().map(view).collect() }))
}

/// The generated run.
#[derive(Serialize, ToSchema)]
struct GenerateAnswer {
    run: RunView,
    /// The charge, in ten-thousandths of a point.
    price: Points,
}

/// Generates numbers.
#[utoipa::path(post, path = "/gen_number/generate", tag = "generation", request_body = GenerateRequest,
    responses((status = 200, body = Envelope<GenerateAnswer>)), security(("sid" = [])))]
async fn generate(
    caller: Allowed<GenerationMake>,
    State(app): State<App>,
    Body(request): Body<GenerateRequest>,
) -> Reply<GenerateAnswer> {
    let at = app.clock.now();
    let audit = |run: &numsift_model::generation::Run| {
        let detail = json!({ "run": run.id, "numbers": run.of.count() });
        caller.did("gen_number/generate", at).with(&detail).entry()
    };
    let uid = caller.who().account.uid;
    let _use = app.begin_use(&caller.who().account, Resource::Generations).await?;
    let run = app.generator.generate(uid, request.wanted(&app, uid).await?, audit).await?;
    Ok(ok(GenerateAnswer { run: run.into(), price: PRICE }))
}

/// Which runs to return.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct RunListRequest {
    /// From 1.
    #[serde(default = "first_page")]
    page: i64,
    /// 1 to 200.
    #[serde(default = "page_size")]
    size: i64,
    /// Only runs from this page of the console.
    made_on: Option<RunPage>,
}

/// Lists the caller's runs that have not expired, newest first.
#[utoipa::path(post, path = "/gen_number/list", tag = "generation", request_body = RunListRequest,
    responses((status = 200, body = Envelope<ListAnswer<RunView>>)), security(("sid" = [])))]
async fn list(
    caller: Allowed<GenerationList>,
    State(app): State<App>,
    Body(request): Body<RunListRequest>,
) -> Reply<ListAnswer<RunView>> {
    let page = page_of(request.page, request.size)?;
    let scope = Scope::Own(caller.who().account.uid);
    let mut tx = app.store.read().await?;
    let listed = tx.runs(scope, request.made_on, app.clock.now(), page).await?;
    Ok(ok(ListAnswer { items: listed.items.into_iter().map(RunView::from).collect(), total: listed.total }))
}

/// Which run to export.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct RunExportRequest {
    id: RunId,
    #[serde(default)]
    format: FileKind,
}

/// Creates a download link to the numbers of a run. They are computed again, not stored.
#[utoipa::path(post, path = "/gen_number/export", tag = "generation", request_body = RunExportRequest,
    responses((status = 200, body = Envelope<Link>)), security(("sid" = [])))]
async fn export(
    caller: Allowed<GenerationList>,
    State(app): State<App>,
    Body(request): Body<RunExportRequest>,
) -> Reply<Link> {
    // Refuse now rather than in the middle of the download.
    app.generator.open(caller.scope(), request.id).await?;
    let mut tx = app.store.begin().await?;
    let detail = json!({ "run": request.id });
    tx.audit(&caller.did("gen_number/export", app.clock.now()).with(&detail).entry()).await?;
    tx.save().await?;
    Ok(ok(link(&app, &caller, &RunExport { run: request.id, kind: request.format }).await?))
}

/// A run to save as a list.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct RunSaveRequest {
    id: RunId,
    name: String,
    /// Keep it as a saved list; otherwise it expires like an upload.
    #[serde(default)]
    keep: bool,
}

/// Saves the numbers of a run as a list, without suppressed numbers. Only checks that ask no provider accept it.
#[utoipa::path(post, path = "/gen_number/save", tag = "generation", request_body = RunSaveRequest,
    responses((status = 200, body = Envelope<ListView>)), security(("sid" = [])))]
async fn save(
    caller: Allowed<GenerationMake>,
    State(app): State<App>,
    Language(lang): Language,
    Body(request): Body<RunSaveRequest>,
) -> Reply<ListView> {
    let kind = if request.keep { ListKind::Saved } else { ListKind::Upload };
    may_create(&caller, kind)?;
    let name = checked_name(&request.name)?;
    let uid = caller.who().account.uid;
    // Refuse now rather than in the background.
    app.generator.open(Scope::Own(uid), request.id).await?;
    let mut tx = app.store.begin().await?;
    allowance::require(&mut *tx, &caller.who().account, &[(Resource::Lists, 1), (Resource::StoredBytes, 1)])
        .await?;
    let list = app.screening.lists.from_run(&mut *tx, uid, request.id, name, kind).await?;
    let detail = json!({ "run": request.id, "list": list.id });
    tx.audit(&caller.did("gen_number/save", app.clock.now()).with(&detail).entry()).await?;
    tx.save().await?;
    app.screening.wake();
    Ok(ok(list_view(&app, lang, list).await?))
}

/// Identifies a run.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct RunDeleteRequest {
    id: RunId,
}

/// Deletes a run. Its numbers stay used and are not generated again.
#[utoipa::path(post, path = "/gen_number/delete", tag = "generation", request_body = RunDeleteRequest,
    responses((status = 200, body = Envelope<Done>)), security(("sid" = [])))]
async fn delete(
    caller: Allowed<GenerationMake>,
    State(app): State<App>,
    Body(request): Body<RunDeleteRequest>,
) -> Reply<Done> {
    let now: Timestamp = app.clock.now();
    let mut tx = app.store.begin().await?;
    if !tx.delete_run(caller.scope(), request.id).await? {
        return Err(GenerationError::NotFound.into());
    }
    let detail = json!({ "run": request.id });
    tx.audit(&caller.did("gen_number/delete", now).with(&detail).entry()).await?;
    tx.save().await?;
    Ok(ok(Done {}))
}
