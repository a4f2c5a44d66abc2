//! Generated numbers and runs as the console sees them.

use numplan::space::{Pattern, read_pattern};
use numplan::{PhoneNumber, Region};
use numsift_generation::{Figures, SpecFault, normal};
use numsift_model::clock::Timestamp;
use numsift_model::generation::{DrawOrder, Earlier, NumberStyle, Run, RunPage, Segment, SpaceSpec};
use numsift_model::id::{ListId, RunId};
use numsift_model::lang::Lang;
use serde::Serialize;
use utoipa::ToSchema;

use crate::client::plan_lang;
use crate::generated_numbers::written;
use crate::refusal::domain::spec_fault;

/// What is wrong with a number space.
#[derive(Serialize, ToSchema)]
pub struct SpecFaultView {
    /// `country`, `kind`, `carrier`, `prefix` or `pattern`.
    field: &'static str,
    /// In the caller's language.
    message: String,
}

/// A pattern, position by position.
#[derive(Serialize, ToSchema)]
pub struct PatternView {
    /// Whether it starts with a calling code.
    international: bool,
    /// The digits that each position allows: `8`, or `0123456789`.
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

/// Exact figures of a number space, or what is wrong with it.
#[derive(Serialize, ToSchema)]
pub struct SpaceView {
    error: Option<SpecFaultView>,
    /// Numbers in the space.
    size: u64,
    /// Numbers that this account has already generated.
    used: u64,
    /// Other numbers that are on the excluded list.
    listed: u64,
    /// Numbers that are neither used nor excluded.
    left: u64,
    /// Numbers that the next run can generate.
    available: u64,
    /// Some of them.
    examples: Vec<NumberView>,
    /// The pattern, if it is valid.
    pattern: Option<PatternView>,
    /// Calling code of the numbers, if they share one.
    calling_code: Option<u16>,
}

impl SpaceView {
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

/// A generated number.
#[derive(Serialize, ToSchema)]
pub struct NumberView {
    /// Index of its segment in the run, from 0.
    segment: usize,
    /// In the chosen style.
    number: String,
    /// Two letters.
    country: Option<&'static str>,
    /// In the caller's language.
    country_name: Option<&'static str>,
    /// `mobile`, `fixed_line`, `fixed_line_or_mobile` …
    kind: &'static str,
    /// The carrier that it was allocated to, in the caller's language.
    carrier: Option<&'static str>,
}

impl NumberView {
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

/// A segment of a run.
#[derive(Serialize, ToSchema)]
pub struct SegmentView {
    space: SpaceSpec,
    count: u64,
}

/// A run of generated numbers.
#[derive(Serialize, ToSchema)]
pub struct RunView {
    id: RunId,
    made_on: RunPage,
    order: DrawOrder,
    earlier: Earlier,
    style: NumberStyle,
    /// The list whose numbers it excludes.
    without_list: Option<ListId>,
    segments: Vec<SegmentView>,
    /// Numbers in the run.
    count: u64,
    created_at: Timestamp,
    /// When it can no longer be downloaded.
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
