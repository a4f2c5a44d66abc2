//! Numbers and answers as the console shows them.

use numplan::{Format, carrier_name};
use numsift_model::clock::Timestamp;
use numsift_model::lang::Lang;
use numsift_model::lookup::{LookupAnswer, Source};
use numsift_model::money::Points;
use numsift_model::project::Project;
use numsift_screening::NumberInfo;
use serde::Serialize;
use serde_json::{Map, Value};
use utoipa::ToSchema;

use crate::client::plan_lang;
use crate::console::tasks::project_name;

/// What the number engine knows about a number.
#[derive(Serialize, ToSchema)]
pub struct NumberFacts {
    /// As sent.
    number: String,
    e164: Option<String>,
    national: Option<String>,
    international: Option<String>,
    valid: bool,
    /// Why it is not valid, such as `too_short`.
    reason: Option<&'static str>,
    /// Such as `mobile` or `fixed_line`.
    kind: &'static str,
    country: Option<&'static str>,
    /// The area that the number was allocated to, in the caller's language where the data has its name.
    region: Option<&'static str>,
    /// The carrier that the number was allocated to, in the caller's language where the data has its name.
    carrier: Option<&'static str>,
    timezones: Vec<&'static str>,
    /// Whether it is a test number: its answers are fixed and free of charge.
    test: bool,
}

impl NumberFacts {
    pub fn of(number: String, info: &NumberInfo, lang: Lang) -> Self {
        let lang = plan_lang(lang);
        Self {
            number,
            e164: info.format(Format::E164),
            national: info.format(Format::National),
            international: info.format(Format::International),
            valid: info.valid,
            reason: info.reason,
            kind: info.kind().name(),
            country: info.country(),
            region: info.region_in(lang),
            carrier: info.carrier().map(|carrier| carrier_name(carrier, lang)),
            timezones: info.time_zones(),
            test: info.is_test(),
        }
    }
}

/// The answer of one project.
#[derive(Serialize, ToSchema)]
pub struct AnswerView {
    project: String,
    /// Name of the project in the caller's language.
    name: String,
    /// A status of the project, `unknown` or `skipped`.
    status: String,
    /// Whether the status counts as a hit.
    hit: bool,
    /// Why there is no definite answer; empty if there is one.
    reason: String,
    #[schema(value_type = Object)]
    fields: Map<String, Value>,
    source: Source,
    /// When the answer was found.
    at: Timestamp,
    /// In ten-thousandths of a point.
    charged: Points,
}

impl AnswerView {
    pub fn of(answer: &LookupAnswer, projects: &[Project], lang: Lang) -> Self {
        let mut fields = answer.fields.clone();
        // Providers name carriers as they like; the engine has English names.
        if answer.source == Source::Engine
            && let Some(Value::String(carrier)) = fields.get_mut("carrier")
        {
            *carrier = carrier_name(carrier, plan_lang(lang)).to_owned();
        }
        Self {
            name: project_name(projects, &answer.project, lang),
            project: answer.project.clone(),
            status: answer.status.clone(),
            hit: answer.hit,
            reason: answer.reason.clone(),
            fields,
            source: answer.source,
            at: answer.at,
            charged: answer.charged,
        }
    }
}
