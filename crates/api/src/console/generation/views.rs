//! Generated numbers and runs as the console gets them.

use numplan::space::{Pattern, read_pattern};
use numplan::{Format, PhoneNumber, Region};
use numsift_generation::{Figures, SpecFault, normal};
use numsift_model::clock::Timestamp;
use numsift_model::generation::{DrawOrder, Earlier, NumberStyle, Run, RunPage, Segment, SpaceSpec};
use numsift_model::id::{ListId, RunId};
use numsift_model::lang::Lang;
use serde::Serialize;
use utoipa::ToSchema;

use crate::refusal::spec_fault;

/// The same language, in the number engine's words.
pub fn plan_lang(lang: Lang) -> numplan::Lang {
    numplan::Lang::from_code(lang.tag()).unwrap_or(numplan::Lang::En)
}

/// A number in the style that was chosen.
pub fn written(number: &PhoneNumber, style: NumberStyle) -> String {
    let format = match style {
        NumberStyle::E164 => Format::E164,
        NumberStyle::National => Format::National,
        NumberStyle::International => Format::International,
    };
    number.format(format).to_string()
}

/// What is wrong with a description.
#[derive(Serialize, ToSchema)]
pub struct SpecFaultView {
    /// `country`, `kind`, `carrier`, `prefix` or `pattern`.
    field: &'static str,
    /// In the caller's language.
    message: String,
}

/// A pattern place by place.
#[derive(Serialize, ToSchema)]
pub struct PatternView {
    /// Whether it begins with a calling code.
    international: bool,
    /// The digits that each place allows: `8`, or `0123456789`.
    places: Vec<String>,
}

impl From<Pattern> for PatternView {
    fn from(pattern: Pattern) -> Self {
        let digits = |place: Vec<u8>| place.iter().map(u8::to_string).collect();
        Self {
            international: pattern.international,
            places: pattern.places.into_iter().map(digits).collect(),
        }
    }
}

/// Exact figures of a set of numbers, or why it is none.
#[derive(Serialize, ToSchema)]
pub struct SpaceView {
    error: Option<SpecFaultView>,
    /// How many numbers it has.
    size: u64,
    /// How many of them this account was given.
    used: u64,
    /// How many of the others are on the list that is left out.
    listed: u64,
    /// How many it was not given yet, without those on the list.
    left: u64,
    /// How many the next run can take.
    available: u64,
    /// A few of them.
    examples: Vec<NumberView>,
    /// The pattern, if there is a readable one.
    pattern: Option<PatternView>,
    /// Calling code of the numbers, if it is one.
    calling_code: Option<u16>,
}

impl SpaceView {
    /// What the console is told about a description.
    pub fn of(spec: &SpaceSpec, figures: Result<Figures, SpecFault>, style: NumberStyle, lang: Lang) -> Self {
        let spec = normal(spec);
        let pattern = spec.pattern.and_then(|text| read_pattern(&text).ok());
        let (error, figures) = match figures {
            Ok(figures) => (None, figures),
            Err(fault) => {
                let (field, message) = spec_fault(&fault);
                let error = SpecFaultView { field, message: message.text(lang) };
                (Some(error), Figures { size: 0, used: 0, listed: 0, available: 0, examples: Vec::new() })
            }
        };
        let mut codes = figures.examples.iter().map(PhoneNumber::country_code);
        let first = codes.next();
        let same = codes.all(|code| Some(code) == first);
        let named = spec.country.and_then(|code| Region::from_code(&code)).map(Region::country_code);
        Self {
            error,
            size: figures.size,
            used: figures.used,
            listed: figures.listed,
            left: figures.left(),
            available: figures.available,
            examples: figures.examples.iter().map(|number| NumberView::of(0, number, style, lang)).collect(),
            pattern: pattern.map(PatternView::from),
            calling_code: named.or(first.filter(|_| same)),
        }
    }
}

/// A number and what is known of it.
#[derive(Serialize, ToSchema)]
pub struct NumberView {
    /// Which part of the run it belongs to, from 0.
    segment: usize,
    /// As it will be written.
    number: String,
    /// Two letters.
    country: Option<&'static str>,
    /// In the caller's language.
    country_name: Option<&'static str>,
    /// `mobile`, `fixed_line`, `fixed_line_or_mobile` …
    kind: &'static str,
    /// In the caller's language; the one that it was originally allocated to.
    carrier: Option<&'static str>,
}

impl NumberView {
    /// A number in a style and a language.
    pub fn of(segment: usize, number: &PhoneNumber, style: NumberStyle, lang: Lang) -> Self {
        let lang = plan_lang(lang);
        Self {
            segment,
            number: written(number, style),
            country: number.region().map(Region::code),
            country_name: number.country_name(lang),
            kind: number.number_type().as_str(),
            carrier: number.carrier(lang),
        }
    }
}

/// A part of a run.
#[derive(Serialize, ToSchema)]
pub struct SegmentView {
    space: SpaceSpec,
    count: u64,
}

/// A run.
#[derive(Serialize, ToSchema)]
pub struct RunView {
    id: RunId,
    made_on: RunPage,
    order: DrawOrder,
    earlier: Earlier,
    style: NumberStyle,
    /// The list whose numbers it does not hold.
    without_list: Option<ListId>,
    segments: Vec<SegmentView>,
    /// How many numbers it has.
    count: u64,
    created_at: Timestamp,
    /// It can be downloaded until then.
    expires_at: Timestamp,
}

impl From<Run> for RunView {
    fn from(run: Run) -> Self {
        let count = run.of.count();
        let segment = |segment: Segment| SegmentView { space: segment.spec, count: segment.count };
        Self {
            id: run.id,
            made_on: run.of.page,
            order: run.of.order,
            earlier: run.of.earlier,
            style: run.of.style,
            without_list: run.of.without_list,
            segments: run.of.segments.into_iter().map(segment).collect(),
            count,
            created_at: run.of.created_at,
            expires_at: run.of.expires_at,
        }
    }
}
