//! What the API returns about a number: facts from the number engine, and one object per check.

use std::borrow::Cow;
use std::collections::BTreeMap;

use numplan::Format;
use numsift_model::id::LookupId;
use numsift_model::lookup::{Lookup, LookupAnswer, LookupState, Source};
use numsift_model::project;
use numsift_model::task::{Check, Task};
use numsift_model::test_number::test_answer;
use numsift_screening::{NumberInfo, answer_fields, checked_at};
use numsift_segments::{
    CheckLayout, CheckValue, ListRow, NO_STATUS, Outcome, REUSED, ResultRow, SKIPPED, SOURCES, UNKNOWN,
    country_code, unique_headers,
};
use serde::Serialize;
use serde_json::{Map, Value};
use utoipa::ToSchema;
use utoipa::openapi::schema::{ObjectBuilder, OneOfBuilder, Schema, Type};
use utoipa::openapi::{Ref, RefOr};

/// A number and what is known about it.
#[derive(Serialize, ToSchema)]
pub struct NumberObject {
    /// Id of the lookup, if projects were checked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub id: Option<LookupId>,
    /// As sent.
    pub number: String,
    #[schema(example = "+12015550100")]
    e164: Option<String>,
    #[schema(example = "(201) 555-0100")]
    national: Option<String>,
    #[schema(example = "+1 201-555-0100")]
    international: Option<String>,
    /// Whether it matches the numbering plan of its country. This does not mean that it is in use.
    valid: bool,
    /// Whether its length is possible.
    possible: bool,
    /// Why it is not valid, such as `too_short`.
    reason: Option<Cow<'static, str>>,
    /// Such as `mobile`, `fixed_line`, or `fixed_line_or_mobile` where the plan does not distinguish them.
    #[serde(rename = "type")]
    kind: &'static str,
    /// Two letters; `001` for numbers that belong to no country.
    #[schema(example = "US")]
    country: Option<&'static str>,
    #[schema(example = 1)]
    calling_code: Option<u16>,
    /// The area that the number was allocated to.
    #[schema(example = "New Jersey")]
    region: Option<&'static str>,
    /// All time zones of that area.
    timezones: Vec<&'static str>,
    /// The first of these time zones.
    #[schema(example = "America/New_York")]
    timezone: Option<&'static str>,
    /// The carrier that the number was allocated to. Ported numbers may have another one.
    original_carrier: Option<&'static str>,
    /// The same as `original_carrier`.
    carrier: Option<&'static str>,
    /// Whether it is a test number: its answers are fixed and free of charge.
    test: bool,
    /// The total charge of all checks, in ten-thousandths of a point.
    pub charged: i64,
    /// One object per project; `null` if the project was not checked.
    #[schema(schema_with = checks_schema)]
    pub checks: BTreeMap<String, Option<CheckObject>>,
}

fn checks_schema() -> RefOr<Schema> {
    let check = OneOfBuilder::new()
        .item(ObjectBuilder::new().schema_type(Type::Null))
        .item(Ref::from_schema_name("CheckObject"))
        .build();
    let checks = ObjectBuilder::new()
        .description(Some("One object per project; `null` if the project was not checked."))
        .additional_properties(Some(Schema::OneOf(check)))
        .build();
    RefOr::T(Schema::Object(checks))
}

/// The answer of one check.
#[derive(Serialize, ToSchema)]
pub struct CheckObject {
    /// `null` if there is no definite answer.
    status: Option<String>,
    /// Whether the status counts as a hit.
    active: Option<bool>,
    /// More details.
    #[schema(value_type = Object)]
    attributes: Map<String, Value>,
    /// Where the answer comes from.
    source: Source,
    /// The time of the check.
    #[schema(format = DateTime)]
    checked_at: String,
    /// The charge, in ten-thousandths of a point.
    pub charged: i64,
    /// Why there is no definite answer. Such checks are free of charge.
    error: Option<CheckProblem>,
}

/// The source with an index into `SOURCES`.
fn source_of(code: u8) -> Source {
    let word = SOURCES.get(usize::from(code)).copied().unwrap_or_default();
    Source::from_word(word).unwrap_or(Source::Channel)
}

/// Why a check has no definite answer.
#[derive(Serialize, ToSchema)]
struct CheckProblem {
    /// A stable word, such as `timeout`, `no_channel` or `suppressed`.
    code: String,
    detail: String,
}

impl CheckProblem {
    fn new(code: &str) -> Self {
        let detail = match code {
            "timeout" => "no provider answered in time",
            "no_channel" => "no provider is available at the moment",
            "suppressed" => "the number is on a suppression list",
            "no_carrier" => "the carrier of this number is unknown",
            _ => "no definite answer",
        };
        Self { code: code.to_owned(), detail: detail.to_owned() }
    }
}

impl NumberObject {
    /// The facts from the number engine.
    pub fn new(number: String, info: &NumberInfo) -> Self {
        let timezones = info.time_zones();
        Self {
            id: None,
            number,
            e164: info.format(Format::E164),
            national: info.format(Format::National),
            international: info.format(Format::International),
            valid: info.valid,
            possible: info.possible,
            reason: info.reason.map(Cow::Borrowed),
            kind: info.kind().name(),
            country: info.country(),
            calling_code: info.calling_code(),
            region: info.region(),
            timezone: timezones.first().copied(),
            timezones,
            original_carrier: info.carrier(),
            carrier: info.carrier(),
            test: info.is_test(),
            charged: 0,
            checks: BTreeMap::new(),
        }
    }

    /// Adds the results of a task, of one project only if it is given.
    pub fn with_row(mut self, task: &Task, row: &ResultRow, only: Option<&str>) -> Self {
        for (check, value) in task.asked.plan.checks.iter().zip(&row.checks) {
            if only.is_none_or(|project| project == check.project) {
                let answer = CheckObject::of(task, check, value, row);
                self.charged += answer.as_ref().map_or(0, |answer| answer.charged);
                self.checks.insert(check.project.clone(), answer);
            }
        }
        self
    }

    /// The same answers, charged elsewhere.
    fn free(mut self) -> Self {
        self.charged = 0;
        self.checks.values_mut().flatten().for_each(|check| check.charged = 0);
        self
    }

    /// Adds what a lookup has found.
    pub fn with_lookup(self, lookup: &Lookup) -> Self {
        let asked = &lookup.asked;
        let found = match lookup.state {
            LookupState::Done => self.with_answers(&lookup.answers),
            LookupState::Cancelled => {
                let at = lookup.finished_at.unwrap_or(asked.created_at).rfc3339();
                self.with_reason(&asked.projects, "timeout", &at)
            }
            LookupState::Open => self.not_asked(&asked.projects),
        };
        Self { id: Some(lookup.id), ..found }
    }

    pub fn with_answers(mut self, answers: &[LookupAnswer]) -> Self {
        for answer in answers {
            self.charged += answer.charged.0;
            self.checks.insert(answer.project.clone(), CheckObject::of_lookup(answer));
        }
        self
    }

    /// Adds the same reason for every project.
    pub fn with_reason(mut self, projects: &[String], reason: &str, at: &str) -> Self {
        for project in projects {
            self.checks.insert(project.clone(), Some(CheckObject::unknown(reason, Source::Channel, at)));
        }
        self
    }

    /// Adds projects that were not checked because the number is not valid.
    pub fn not_asked(mut self, projects: &[String]) -> Self {
        self.checks.extend(projects.iter().map(|project| (project.clone(), None)));
        self
    }
}

/// The results for one row of a task.
#[derive(Serialize, ToSchema)]
pub struct ResultObject {
    /// Row of the file, or position among the numbers of the request, from 1.
    row: u64,
    /// What became of the row.
    outcome: OutcomeWord,
    /// Why the row was refused, such as `too_short`; else `null`.
    outcome_reason: Option<String>,
    /// For a duplicate, the row of the first occurrence; else `null`. A duplicate has the same answers and is charged
    /// once.
    duplicate_of: Option<u64>,
    /// The other columns of the file, by their headers.
    columns: BTreeMap<String, String>,
    #[serde(flatten)]
    number: NumberObject,
}

/// What became of a row.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
enum OutcomeWord {
    /// At least one check was run. Its answer may be unknown.
    Answered,
    /// Every check skipped the number.
    Skipped,
    /// The number has not been checked, or the task ended before.
    Unprocessed,
    /// The number occurs in an earlier row.
    Duplicate,
    /// The number is on a suppression list.
    Suppressed,
    /// The row holds no usable number.
    Refused,
}

impl From<Outcome> for OutcomeWord {
    fn from(outcome: Outcome) -> Self {
        match outcome {
            Outcome::Answered => Self::Answered,
            Outcome::Skipped => Self::Skipped,
            Outcome::Unprocessed => Self::Unprocessed,
            Outcome::Duplicate => Self::Duplicate,
            Outcome::Suppressed => Self::Suppressed,
            Outcome::Refused => Self::Refused,
        }
    }
}

/// The columns of a row by their headers.
pub fn columns_object(task: &Task, carried: &[String]) -> BTreeMap<String, String> {
    let headers = unique_headers(task.asked.plan.carried.iter().map(String::as_str));
    headers.into_iter().zip(carried.iter().cloned()).collect()
}

/// A number that has results.
pub fn row_object(task: &Task, row: &ResultRow, only: Option<&str>) -> ResultObject {
    let skipped = !row.checks.is_empty() && row.checks.iter().all(|check| check.status == SKIPPED);
    let info = NumberInfo::of_digits(row.number);
    ResultObject {
        row: row.line,
        outcome: if skipped { OutcomeWord::Skipped } else { OutcomeWord::Answered },
        outcome_reason: None,
        duplicate_of: None,
        columns: columns_object(task, &row.carried),
        number: NumberObject::new(row.written.clone(), &info).with_row(task, row, only),
    }
}

/// Any row of the list of a task.
pub fn list_row_object(task: &Task, row: &ListRow, only: Option<&str>) -> ResultObject {
    let object = row_object(task, &row.values, only);
    let number = match row.outcome {
        Outcome::Refused => NumberObject {
            reason: Some(Cow::Owned(row.reason.clone())),
            checks: object.number.checks,
            ..NumberObject::new(row.values.written.clone(), &NumberInfo::of("", None))
        },
        Outcome::Duplicate => object.number.free(),
        _ => object.number,
    };
    ResultObject {
        outcome: row.outcome.into(),
        outcome_reason: Some(row.reason.clone()).filter(|reason| !reason.is_empty()),
        duplicate_of: row.duplicate_of,
        number,
        ..object
    }
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
        let layout =
            CheckLayout::new(&check.project, check.statuses.iter().cloned()).answered_by(check.answerer);
        let source = source_of(layout.source(row.number, value.status, &value.reason));
        let at = checked_at(task, value)?.rfc3339();
        match value.status {
            SKIPPED | NO_STATUS => None,
            UNKNOWN => Some(Self::unknown(layout.shown_reason(UNKNOWN, &value.reason), source, &at)),
            definite => {
                let place = usize::from(definite - SKIPPED - 1);
                let status = check.statuses.get(place).map_or("", String::as_str);
                let test = test_answer(row.number).is_some();
                let free = task.asked.internal || test || value.reason == REUSED;
                let charged = if free { 0 } else { check.price_in(&country_code(row.country)).0 };
                let attributes = answer_fields(&layout, value, &row.carrier);
                let answer = Self::definite(status, place == 0, source, at);
                Some(Self { attributes, charged, ..answer })
            }
        }
    }

    /// The answer of a lookup; `None` if the project did not check the number.
    fn of_lookup(answer: &LookupAnswer) -> Option<Self> {
        let at = answer.at.rfc3339();
        match answer.status.as_str() {
            project::SKIPPED => None,
            project::UNKNOWN => Some(Self::unknown(&answer.reason, answer.source, &at)),
            status => Some(Self {
                attributes: answer.fields.clone(),
                charged: answer.charged.0,
                ..Self::definite(status, answer.hit, answer.source, at)
            }),
        }
    }
}
