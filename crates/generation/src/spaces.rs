//! Builds the set of numbers that a description selects.

use numplan::space::Space;
use numplan::{NumberType, Region};
use numsift_model::generation::{SpaceKind, SpaceSpec};

use crate::SpecFault;

/// Trims the texts of a description and removes empty ones.
#[must_use]
pub fn normal(spec: &SpaceSpec) -> SpaceSpec {
    let text = |text: &Option<String>| {
        text.as_deref().map(str::trim).filter(|text| !text.is_empty()).map(str::to_owned)
    };
    SpaceSpec {
        country: text(&spec.country).map(|code| code.to_ascii_uppercase()),
        kind: spec.kind,
        carrier: text(&spec.carrier),
        prefix: text(&spec.prefix),
        pattern: text(&spec.pattern),
    }
}

/// The set of numbers that a description selects.
pub fn space_of(spec: &SpaceSpec) -> Result<Space, SpecFault> {
    let spec = normal(spec);
    let mut query = Space::query();
    if let Some(code) = &spec.country {
        query = query.region(region(code)?);
    }
    query = match spec.kind {
        SpaceKind::Any => query,
        SpaceKind::Mobile => query.kind(NumberType::Mobile),
        SpaceKind::Fixed => query.kind(NumberType::FixedLine),
        SpaceKind::FixedOrMobile => query.kind(NumberType::FixedLineOrMobile),
    };
    if let Some(carrier) = spec.carrier {
        query = query.carrier(carrier);
    }
    if let Some(prefix) = spec.prefix {
        query = query.prefix(prefix);
    }
    if let Some(pattern) = spec.pattern {
        query = query.pattern(pattern);
    }
    Ok(query.build()?)
}

/// A country by its code. The region of non-geographic numbers is not a country.
pub(crate) fn region(code: &str) -> Result<Region, SpecFault> {
    Region::from_code(code).filter(|region| region.code() != Region::WORLD.code()).ok_or(SpecFault::Country)
}
