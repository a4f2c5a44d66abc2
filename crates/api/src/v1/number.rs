//! The one shape of everything that is known about a number: a flat base, and one object a check.

use std::collections::BTreeMap;

use numplan::Format;
use numsift_model::project::{Answerer, Project};
use numsift_model::task::{Check, Task};
use numsift_model::test_number::{TestAnswer, test_answer};
use numsift_screening::Facts;
use numsift_segments::{CheckValue, ResultRow, SKIPPED, UNKNOWN, country_code};
use serde::Serialize;
use serde_json::{Map, Value};
use utoipa::ToSchema;
use utoipa::openapi::schema::{ObjectBuilder, OneOfBuilder, Schema, Type};
use utoipa::openapi::{Ref, RefOr};

/// A number and what is known about it.
#[derive(Serialize, ToSchema)]
pub struct NumberObject {
    /// As it was sent; in results of tasks, in E.164.
    pub number: String,
    #[schema(example = "+12015550100")]
    e164: Option<String>,
    #[schema(example = "(201) 555-0100")]
    national: Option<String>,
    #[schema(example = "+1 201-555-0100")]
    international: Option<String>,
    /// It fits the numbering plan of its country. Whether it is in use, its digits do not tell.
    valid: bool,
    /// It has a possible length.
    possible: bool,
    /// Why it is not valid, such as `too_short`.
    reason: Option<&'static str>,
    /// Such as `mobile`, `fixed_line` or, where the plan does not tell them apart, `fixed_line_or_mobile`.
    #[serde(rename = "type")]
    kind: &'static str,
    /// Two letters; `001` for numbers of no country.
    #[schema(example = "US")]
    country: Option<&'static str>,
    #[schema(example = 1)]
    calling_code: Option<u16>,
    /// The place that it was given out for.
    #[schema(example = "New Jersey")]
    region: Option<&'static str>,
    /// All time zones that it can be in.
    timezones: Vec<&'static str>,
    /// The first of them.
    #[schema(example = "America/New_York")]
    timezone: Option<&'static str>,
    /// The carrier that it was first given to; people take their numbers with them.
    carrier: Option<&'static str>,
    /// It is a test number: its answers are fixed and cost nothing.
    test: bool,
    /// What all checks together cost, in ten-thousandths of a point.
    pub charged: i64,
    /// One object a project; `null` when the project was not asked.
    #[schema(schema_with = checks_schema)]
    pub checks: BTreeMap<String, Option<CheckObject>>,
}

/// By project, what it says or `null`.
fn checks_schema() -> RefOr<Schema> {
    let said = OneOfBuilder::new()
        .item(ObjectBuilder::new().schema_type(Type::Null))
        .item(Ref::from_schema_name("CheckObject"))
        .build();
    let checks = ObjectBuilder::new()
        .description(Some("One object a project; `null` when the project was not asked."))
        .additional_properties(Some(Schema::OneOf(said)))
        .build();
    RefOr::T(Schema::Object(checks))
}

/// What one check says.
#[derive(Serialize, ToSchema)]
pub struct CheckObject {
    /// The answer; `null` when nobody could tell.
    status: Option<String>,
    /// Whether it is the answer that the project looks for.
    active: Option<bool>,
    /// More about it.
    #[schema(value_type = Object)]
    attributes: Map<String, Value>,
    /// Where it comes from.
    source: Source,
    /// When.
    #[schema(format = DateTime)]
    checked_at: String,
    /// What it cost, in ten-thousandths of a point.
    pub charged: i64,
    /// Why nobody could tell. Then it costs nothing.
    error: Option<CheckProblem>,
}

/// Where an answer comes from.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
enum Source {
    /// The number engine.
    Engine,
    /// A provider.
    Channel,
    /// An earlier answer of this account.
    Fresh,
    /// It is a test number.
    Test,
}

/// Why a check has no answer.
#[derive(Serialize, ToSchema)]
struct CheckProblem {
    /// A stable word, such as `timeout`, `no_channel` or `suppressed`.
    code: String,
    detail: String,
}

impl CheckProblem {
    fn new(code: &str) -> Self {
        let detail = match code {
            "timeout" => "nobody answered in time",
            "no_channel" => "no provider can be asked now",
            "suppressed" => "the number is on a list of numbers not to be contacted",
            "no_carrier" => "the carrier of this number is not known",
            _ => "nobody could tell",
        };
        Self { code: code.to_owned(), detail: detail.to_owned() }
    }
}

impl NumberObject {
    /// What the number engine knows.
    pub fn new(number: String, facts: &Facts) -> Self {
        let timezones = facts.time_zones();
        Self {
            number,
            e164: facts.format(Format::E164),
            national: facts.format(Format::National),
            international: facts.format(Format::International),
            valid: facts.valid,
            possible: facts.possible,
            reason: facts.reason,
            kind: facts.kind().name(),
            country: facts.country(),
            calling_code: facts.calling_code(),
            region: facts.region(),
            timezone: timezones.first().copied(),
            timezones,
            carrier: facts.carrier(),
            test: facts.is_test(),
            charged: 0,
            checks: BTreeMap::new(),
        }
    }

    /// The same with what a task found; only of one project, if it is named.
    pub fn with_row(mut self, task: &Task, row: &ResultRow, only: Option<&str>) -> Self {
        for (check, value) in task.asked.plan.checks.iter().zip(&row.checks) {
            if only.is_none_or(|project| project == check.project) {
                let said = CheckObject::of(task, check, value, row);
                self.charged += said.as_ref().map_or(0, |said| said.charged);
                self.checks.insert(check.project.clone(), said);
            }
        }
        self
    }

    /// The same with nothing but a reason for each project.
    pub fn with_reason(mut self, projects: &[String], reason: &str, at: &str) -> Self {
        for project in projects {
            self.checks.insert(project.clone(), Some(CheckObject::unknown(reason, Source::Channel, at)));
        }
        self
    }

    /// The same with projects that were not asked: the number is none.
    pub fn not_asked(mut self, projects: &[String]) -> Self {
        self.checks.extend(projects.iter().map(|project| (project.clone(), None)));
        self
    }
}

/// A row of a task's results as a number.
pub fn row_object(task: &Task, row: &ResultRow, only: Option<&str>) -> NumberObject {
    let facts = Facts::of_digits(row.number);
    NumberObject::new(format!("+{}", row.number), &facts).with_row(task, row, only)
}

impl CheckObject {
    fn unknown(reason: &str, source: Source, at: &str) -> Self {
        Self {
            status: None,
            active: None,
            attributes: Map::new(),
            source,
            checked_at: at.to_owned(),
            charged: 0,
            error: Some(CheckProblem::new(reason)),
        }
    }

    fn definite(status: &str, active: bool, source: Source, at: String) -> Self {
        Self {
            status: Some(status.to_owned()),
            active: Some(active),
            attributes: Map::new(),
            source,
            checked_at: at,
            charged: 0,
            error: None,
        }
    }

    fn of(task: &Task, check: &Check, value: &CheckValue, row: &ResultRow) -> Option<Self> {
        let engine = check.answerer != Answerer::Channels;
        let test = test_answer(row.number).is_some();
        let source = match value.reason.as_str() {
            _ if engine => Source::Engine,
            _ if test => Source::Test,
            "fresh" => Source::Fresh,
            _ => Source::Channel,
        };
        let at = task.finished_at.unwrap_or(task.asked.created_at).rfc3339();
        match value.status {
            SKIPPED => None,
            UNKNOWN => {
                let reason = if engine { "no_carrier" } else { value.reason.as_str() };
                Some(Self::unknown(reason, source, &at))
            }
            definite => {
                let place = usize::from(definite - SKIPPED - 1);
                let status = check.statuses.get(place).map_or("", String::as_str);
                let free = task.asked.internal || test || matches!(source, Source::Fresh);
                let charged = if free { 0 } else { check.price_in(&country_code(row.country)).0 };
                let mut attributes: Map<String, Value> =
                    serde_json::from_str(&value.detail).unwrap_or_default();
                if check.answerer == Answerer::Carrier {
                    attributes.insert("carrier".to_owned(), row.carrier.clone().into());
                }
                let said = Self::definite(status, place == 0, source, at);
                Some(Self { attributes, charged, ..said })
            }
        }
    }

    /// The fixed answer of a project about a test number.
    pub fn of_test(project: &Project, facts: &Facts, test: TestAnswer, at: String) -> Self {
        let details = &project.details;
        match details.answerer {
            Answerer::Hygiene => {
                let status = details.statuses.first().map_or("", String::as_str);
                Self::definite(status, true, Source::Engine, at)
            }
            Answerer::Carrier => match facts.carrier() {
                Some(carrier) => {
                    let status = details.statuses.first().map_or("", String::as_str);
                    let mut said = Self::definite(status, true, Source::Engine, at);
                    said.attributes.insert("carrier".to_owned(), carrier.into());
                    said
                }
                None => Self::unknown("no_carrier", Source::Engine, &at),
            },
            Answerer::Channels => match test.status(&details.statuses) {
                Some(status) => {
                    let active = details.statuses.first().is_some_and(|first| first == status);
                    Self::definite(status, active, Source::Test, at)
                }
                None => Self::unknown(test.as_str(), Source::Test, &at),
            },
        }
    }
}
