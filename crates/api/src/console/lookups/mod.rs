//! Lookups in the console: what the number engine knows, the price, the answers, the list and its export.

mod list;
mod views;

use std::collections::BTreeMap;

use axum::Extension;
use axum::extract::State;
use numplan::Region;
use numsift_model::limits::{INPUT_BYTES, LOOKUP_NUMBER, LOOKUP_NUMBERS, LOOKUP_PROJECTS};
use numsift_model::lookup::{Lookup, LookupState};
use numsift_model::money::Points;
use numsift_model::project::Project;
use numsift_model::rule::Rule;
use numsift_model::test_number::test_answer;
use numsift_screening::{AskLookups, AskedNumber, InputFault, NumberInfo, check_inputs, nearest, of_test};
use serde::{Deserialize, Serialize};
use serde_json::json;
use tracing::Instrument as _;
use utoipa::ToSchema;
use utoipa_axum::routes;

pub use self::list::LookupExport;
use self::views::{AnswerView, NumberFacts};
use crate::app::App;
use crate::body::Body;
use crate::caller::{Allowed, LookupCreate};
use crate::client::Language;
use crate::envelope::{Envelope, Reply, ok};
use crate::messages::Message;
use crate::refusal::Refusal;
use crate::routing::OpenApiRouter;
use crate::trace::TraceId;
use crate::v1::{LOOKUP_DAYS, LOOKUP_WITHIN};

pub fn calls() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(preview)).routes(routes!(ask)).merge(list::calls())
}

/// Numbers to look up.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct LookupPreviewRequest {
    /// 1 to 100, in any common format.
    numbers: Vec<String>,
    /// Two-letter code of the country for numbers without `+`.
    #[serde(default)]
    country: Option<String>,
    /// At most five.
    #[serde(default)]
    projects: Vec<String>,
}

/// What is known about numbers at once, and what the checks would cost. Amounts in ten-thousandths of a point.
#[derive(Serialize, ToSchema)]
struct LookupPreview {
    /// In the order of the request.
    numbers: Vec<NumberFacts>,
    checks: Vec<PricedLookupCheck>,
    /// The most that all checks can cost.
    price: Points,
    /// How much more the account needs.
    missing: Points,
}

/// What one check would cost.
#[derive(Serialize, ToSchema)]
struct PricedLookupCheck {
    project: String,
    /// Numbers that it checks and may charge.
    numbers: i64,
    price: Points,
    /// Whether it can be checked at the moment.
    usable: bool,
}

/// Returns what the number engine knows about numbers, and prices their checks.
#[utoipa::path(post, path = "/lookup/preview", tag = "lookup", request_body = LookupPreviewRequest,
    responses((status = 200, body = Envelope<LookupPreview>)), security(("sid" = [])))]
async fn preview(
    caller: Allowed<LookupCreate>,
    State(app): State<App>,
    Language(lang): Language,
    Body(request): Body<LookupPreviewRequest>,
) -> Reply<LookupPreview> {
    let numbers = parsed(request.numbers, request.country.as_deref())?;
    let account = &caller.who().account;
    known_projects(&app, &request.projects).await?;
    let mut tx = app.store.read().await?;
    let infos: Vec<_> = numbers.iter().map(|number| number.info.clone()).collect();
    let quoted = app.screening.lookups.quote(&mut *tx, account, &infos, &request.projects).await?;
    let balances = tx.balances(account.uid).await?;
    let price = quoted.iter().map(|check| check.price).sum::<Points>();
    let checks = quoted.into_iter().map(|check| PricedLookupCheck {
        project: check.project.slug,
        numbers: check.numbers,
        price: check.price,
        usable: check.usable,
    });
    Ok(ok(LookupPreview {
        numbers: numbers.into_iter().map(|number| NumberFacts::of(number.sent, &number.info, lang)).collect(),
        checks: checks.collect(),
        price,
        missing: (price - balances.points - balances.credit).max(Points::ZERO),
    }))
}

/// Numbers to check.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct LookupAskRequest {
    /// 1 to 100, in any common format; each number once.
    numbers: Vec<String>,
    /// Two-letter code of the country for numbers without `+`.
    #[serde(default)]
    country: Option<String>,
    /// One to five.
    projects: Vec<String>,
    /// Reuse the account's own answers of the last days (0 to 30), free of charge.
    #[serde(default)]
    max_age_days: i64,
    /// What checks need besides the numbers, such as the date of consent: empty, or one object per number, in their order.
    #[serde(default)]
    inputs: Vec<BTreeMap<String, String>>,
    /// The caller confirms that it may process the numbers.
    confirmed: bool,
}

/// The answers to the numbers.
#[derive(Serialize, ToSchema)]
struct LookupAskAnswer {
    /// In the order of the request.
    items: Vec<AskedView>,
    /// In ten-thousandths of a point.
    charged: Points,
}

/// The answers to one number.
#[derive(Serialize, ToSchema)]
struct AskedView {
    facts: NumberFacts,
    /// Whether it took too long. Such a lookup is free of charge.
    timed_out: bool,
    /// Empty for invalid numbers, which are not checked.
    answers: Vec<AnswerView>,
    charged: Points,
}

/// Checks numbers, and holds the most that the checks can cost until they are answered.
#[utoipa::path(post, path = "/lookup/ask", tag = "lookup", request_body = LookupAskRequest,
    responses((status = 200, body = Envelope<LookupAskAnswer>)), security(("sid" = [])))]
async fn ask(
    caller: Allowed<LookupCreate>,
    State(app): State<App>,
    Extension(TraceId(request_id)): Extension<TraceId>,
    Language(lang): Language,
    Body(request): Body<LookupAskRequest>,
) -> Reply<LookupAskAnswer> {
    if !request.confirmed {
        return Err(Refusal::field("confirmed", Message::NotConfirmed));
    }
    if request.projects.is_empty() || request.projects.len() > LOOKUP_PROJECTS {
        return Err(Refusal::rule("projects", Rule::Entries { least: 1, most: LOOKUP_PROJECTS }));
    }
    if !(0..=LOOKUP_DAYS).contains(&request.max_age_days) {
        return Err(Refusal::rule("max_age_days", Rule::Whole { least: 0, most: LOOKUP_DAYS }));
    }
    let numbers = parsed(request.numbers, request.country.as_deref())?;
    let projects = known_projects(&app, &request.projects).await?;
    let numbers = with_inputs(numbers, request.inputs, &projects)?;
    let to_check: Vec<_> = numbers
        .iter()
        .filter(|number| number.info.valid && !number.info.is_test())
        .map(|number| AskedNumber {
            sent: number.sent.clone(),
            info: number.info.clone(),
            inputs: number.inputs.clone(),
        })
        .collect();
    let lookups = if to_check.is_empty() {
        let detail = json!({ "numbers": numbers.len(), "projects": request.projects });
        let mut tx = app.store.begin().await?;
        tx.audit(&caller.did("lookup/ask", app.clock.now()).with(&detail).entry()).await?;
        tx.save().await?;
        Vec::new()
    } else {
        let asked = AskLookups {
            numbers: &to_check,
            projects: &request.projects,
            max_age_days: request.max_age_days,
            key: None,
            request_id: &request_id,
        };
        run(&app, &caller, asked).await?
    };
    let now = app.clock.now();
    let items: Vec<_> = numbers
        .into_iter()
        .map(|AskedNumber { sent, info, .. }| {
            let lookup = info.digits().and_then(|digits| of_number(&lookups, digits));
            let answers = match (info.digits().and_then(test_answer), lookup) {
                (Some(test), _) => {
                    projects.iter().map(|project| of_test(project, &info, test, now)).collect()
                }
                (None, Some(lookup)) => lookup.answers.clone(),
                (None, None) => Vec::new(),
            };
            AskedView {
                facts: NumberFacts::of(sent, &info, lang),
                timed_out: lookup.is_some_and(|lookup| lookup.state != LookupState::Done),
                answers: answers.iter().map(|answer| AnswerView::of(answer, &projects, lang)).collect(),
                charged: lookup.map_or(Points::ZERO, |lookup| lookup.charged),
            }
        })
        .collect();
    Ok(ok(LookupAskAnswer { charged: items.iter().map(|item| item.charged).sum(), items }))
}

async fn run(
    app: &App,
    caller: &Allowed<LookupCreate>,
    asked: AskLookups<'_>,
) -> Result<Vec<Lookup>, Refusal> {
    let mut detail = json!({ "numbers": asked.numbers.len(), "projects": asked.projects });
    let account = &caller.who().account;
    let reusable = app.screening.lookups.reusable(account.uid, &asked).await?;
    let mut tx = app.store.begin().await?;
    let started = app.screening.lookups.start(&mut *tx, caller.actor(), account, asked, reusable).await?;
    detail["lookup"] = json!(started.first());
    detail["held"] = json!(started.held());
    tx.audit(&caller.did("lookup/ask", app.clock.now()).with(&detail).entry()).await?;
    tx.save().await?;
    // Spawned: if the page is closed, the lookups complete and are found in the list.
    let lookups = app.screening.lookups.clone();
    let running = async move { lookups.run(started, LOOKUP_WITHIN).await }.in_current_span();
    Ok(tokio::spawn(running).await.map_err(Refusal::internal)??)
}

fn of_number(lookups: &[Lookup], digits: u64) -> Option<&Lookup> {
    lookups.iter().find(|lookup| lookup.asked.number == digits)
}

/// Parses the numbers. Refuses repeated ones.
fn parsed(numbers: Vec<String>, country: Option<&str>) -> Result<Vec<AskedNumber>, Refusal> {
    if !(1..=LOOKUP_NUMBERS).contains(&numbers.len()) {
        return Err(Refusal::rule("numbers", Rule::Entries { least: 1, most: LOOKUP_NUMBERS }));
    }
    let length = Rule::up_to(LOOKUP_NUMBER);
    if let Some(place) = numbers.iter().position(|number| !length.allows(number)) {
        // The page has one field for all of them.
        let fields = ["numbers".to_owned(), format!("numbers[{place}]")];
        return Err(Refusal::fields(fields.map(|field| (field, Message::Rule(length.clone())))));
    }
    let country = match country {
        None => None,
        Some(code) => {
            let region = Region::from_code(code).filter(|region| region.code().len() == 2);
            Some(region.ok_or_else(|| Refusal::field("country", Message::UnknownCountry))?)
        }
    };
    let number =
        |sent: String| AskedNumber { info: NumberInfo::of(&sent, country), sent, inputs: BTreeMap::new() };
    let numbers: Vec<_> = numbers.into_iter().map(number).collect();
    let mut digits: Vec<_> = numbers.iter().filter_map(|number| number.info.digits()).collect();
    digits.sort_unstable();
    if digits.windows(2).any(|pair| pair[0] == pair[1]) {
        return Err(Refusal::field("numbers", Message::NumberTwice));
    }
    Ok(numbers)
}

/// Gives the numbers what the checks need besides them. Refuses what no check needs or cannot be read.
fn with_inputs(
    mut numbers: Vec<AskedNumber>,
    inputs: Vec<BTreeMap<String, String>>,
    projects: &[Project],
) -> Result<Vec<AskedNumber>, Refusal> {
    if !inputs.is_empty() && inputs.len() != numbers.len() {
        let most = numbers.len();
        return Err(Refusal::rule("inputs", Rule::Entries { least: most, most }));
    }
    for (place, (number, inputs)) in numbers.iter_mut().zip(inputs).enumerate() {
        check_inputs(projects, &inputs).map_err(|(name, fault)| {
            let message = match fault {
                InputFault::Unneeded => Message::UnknownField,
                InputFault::NotADay => Message::Rule(Rule::Day),
                InputFault::NotAText => Message::Rule(Rule::Chars { least: 1, most: INPUT_BYTES }),
            };
            let fields = ["inputs".to_owned(), format!("inputs[{place}].{name}")];
            Refusal::fields(fields.map(|field| (field, message.clone())))
        })?;
        number.inputs = inputs;
    }
    Ok(numbers)
}

/// Loads the projects. Refuses unknown, disabled and repeated ones.
async fn known_projects(app: &App, slugs: &[String]) -> Result<Vec<Project>, Refusal> {
    let mut tx = app.store.read().await?;
    let mut projects: Vec<Project> = Vec::with_capacity(slugs.len());
    for slug in slugs {
        let Some(project) = tx.project(slug).await?.filter(|project| project.enabled) else {
            let known = tx.projects().await?;
            let enabled = known.iter().filter(|project| project.enabled).map(|project| project.slug.as_str());
            let meant = nearest(slug, enabled).map(str::to_owned);
            return Err(Refusal::field("projects", Message::NoSuchProject { slug: slug.clone(), meant }));
        };
        if projects.len() == LOOKUP_PROJECTS {
            return Err(Refusal::rule("projects", Rule::Entries { least: 1, most: LOOKUP_PROJECTS }));
        }
        if projects.iter().any(|known| known.slug == project.slug) {
            return Err(Refusal::field("projects", Message::ProjectTwice));
        }
        projects.push(project);
    }
    Ok(projects)
}
