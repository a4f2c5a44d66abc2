//! The choices for a description: countries, and the types and carriers of each.

use numplan::space::{self, Distinguishable};
use numplan::{Lang, Region};
use numsift_model::generation::{SpaceKind, SpaceSpec};

use crate::{SpecFault, space_of, spaces};

/// A number type of a country.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct KindChoice {
    pub kind: SpaceKind,
    /// Size of the set.
    pub count: u64,
}

/// A carrier of a country.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CarrierChoice {
    /// English name, as used in descriptions.
    pub name: &'static str,
    /// Name in the requested language.
    pub label: &'static str,
    /// Number of numbers originally allocated to the carrier.
    pub count: u64,
}

/// All countries with their names in a language.
pub fn countries(lang: Lang) -> Vec<(Region, &'static str)> {
    Region::all().filter_map(|region| Some((region, region.name(lang)?))).collect()
}

/// Whether the numbering plan of a country distinguishes mobile from fixed line, and its number types.
pub fn kinds(country: &str) -> Result<(Distinguishable, Vec<KindChoice>), SpecFault> {
    let region = spaces::region(country)?;
    let all = [SpaceKind::Mobile, SpaceKind::Fixed, SpaceKind::FixedOrMobile, SpaceKind::Any];
    let choices = all.into_iter().filter_map(|kind| {
        let spec = SpaceSpec { country: Some(country.to_owned()), kind, ..SpaceSpec::default() };
        let count = space_of(&spec).ok()?.count();
        (count > 0).then_some(KindChoice { kind, count })
    });
    Ok((space::distinguishable(region), choices.collect()))
}

/// The carriers of a country, the largest first.
pub fn carriers(country: &str, lang: Lang) -> Result<Vec<CarrierChoice>, SpecFault> {
    let shares = space::carriers(spaces::region(country)?);
    let choice = |share: space::CarrierShare| CarrierChoice {
        name: share.carrier.name(),
        label: share.first.carrier(lang).unwrap_or(share.carrier.name()),
        count: share.count,
    };
    Ok(shares.into_iter().map(choice).collect())
}
