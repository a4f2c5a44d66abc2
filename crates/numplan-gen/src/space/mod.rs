//! The sets of valid numbers, by region and type, that `numplan::space` counts and draws from.
//!
//! Every set is a short list of intervals of E.164 numbers as integers. A number is in the
//! set of its region and type if it is valid and its E.164 form parses to the same number.

pub mod automaton;
pub mod intervals;
pub mod strip;

use automaton::Automaton;
use intervals::Intervals;
use strip::Stripper;

use crate::metadata::{Kind, Metadata, Region};
use crate::pattern::parse;

/// Most digits of a national number.
const LONGEST: u8 = 17;

/// Types in the order of `numplan::NumberType`.
pub const TYPES: [&str; 11] = [
    "fixed_line",
    "mobile",
    "fixed_line_or_mobile",
    "toll_free",
    "premium_rate",
    "shared_cost",
    "voip",
    "personal_number",
    "pager",
    "uan",
    "voicemail",
];

/// Kinds that are decided before fixed-line and mobile, in order, with their index in [`TYPES`].
const SPECIAL: [(Kind, usize); 8] = [
    (Kind::PremiumRate, 4),
    (Kind::TollFree, 3),
    (Kind::SharedCost, 5),
    (Kind::Voip, 6),
    (Kind::PersonalNumber, 7),
    (Kind::Pager, 8),
    (Kind::Uan, 9),
    (Kind::Voicemail, 10),
];

/// The numbers of one region and type.
#[derive(Debug)]
pub struct Set {
    /// Two letters, or `001`.
    pub region: String,
    /// Calling code.
    pub code: u16,
    /// Index in [`TYPES`].
    pub kind: u8,
    /// E.164 numbers as integers.
    pub numbers: Intervals,
}

/// All sets that have members, by calling code, region (in the code's order) and type.
pub fn sets(data: &Metadata) -> Vec<Set> {
    let mut out = Vec::new();
    for code in &data.codes {
        let regions: Vec<&Region> =
            data.regions_of(code.code).into_iter().map(|at| &data.regions[at]).collect();
        let mut found = vec![<[Intervals; 11]>::default(); regions.len()];
        let stripper = Stripper::new(regions[0]);
        for len in 2..=LONGEST {
            let changed = stripper.changed(len);
            // The longest numbers of three-digit calling codes would not fit in 64 bits; there are none.
            let base = u64::from(code.code).saturating_mul(10u64.pow(u32::from(len)));
            for (sets, typed) in found.iter_mut().zip(by_region(&regions, len)) {
                for (set, numbers) in sets.iter_mut().zip(typed) {
                    set.append(&numbers.difference(&changed), base);
                }
            }
        }
        for (region, sets) in regions.iter().zip(found) {
            out.extend(
                (0..).zip(sets).filter(|(_, numbers)| !numbers.is_empty()).map(|(kind, numbers)| Set {
                    region: region.id.clone(),
                    code: code.code,
                    kind,
                    numbers,
                }),
            );
        }
    }
    out
}

/// National numbers of a length by region and type, for regions that share a calling code.
fn by_region(regions: &[&Region], len: u8) -> Vec<[Intervals; 11]> {
    let mut open = Intervals::range(0, 10u64.pow(u32::from(len)));
    regions
        .iter()
        .map(|region| {
            let typed = by_type(region, len);
            let claimed = if regions.len() == 1 {
                open.clone()
            } else if region.leading_digits.is_empty() {
                typed.iter().fold(Intervals::default(), |all, each| all.union(each)).intersection(&open)
            } else {
                automaton(&region.leading_digits).beginnings(len).intersection(&open)
            };
            open = open.difference(&claimed);
            typed.map(|numbers| numbers.intersection(&claimed))
        })
        .collect()
}

/// National numbers of a length by type, for one region.
fn by_type(region: &Region, len: u8) -> [Intervals; 11] {
    let mut out = <[Intervals; 11]>::default();
    let mut open = described(region, Kind::General, len);
    if open.is_empty() {
        return out;
    }
    for (kind, index) in SPECIAL {
        out[index] = described(region, kind, len).intersection(&open);
        open = open.difference(&out[index]);
    }
    let fixed = described(region, Kind::FixedLine, len).intersection(&open);
    if region.same_mobile_and_fixed {
        out[2] = fixed;
    } else {
        let mobile = described(region, Kind::Mobile, len).intersection(&open);
        out[2] = fixed.intersection(&mobile);
        out[0] = fixed.difference(&mobile);
        out[1] = mobile.difference(&fixed);
    }
    out
}

fn described(region: &Region, kind: Kind, len: u8) -> Intervals {
    match region.desc(kind) {
        Some(desc) if desc.lengths.is_empty() || desc.lengths.contains(&len) => {
            automaton(&desc.pattern).words(len)
        }
        _ => Intervals::default(),
    }
}

fn automaton(pattern: &str) -> Automaton {
    Automaton::new(&parse(pattern).expect("the metadata's patterns parse"))
}

/// Packs the sets: their number, a record for each (region 4 bytes, calling code 2, type 1, unused 1,
/// start of its intervals 4, number of intervals 4, number of members 8), then the intervals.
pub fn pack(sets: &[Set]) -> Vec<u8> {
    let mut records = u32::try_from(sets.len()).expect("few sets").to_le_bytes().to_vec();
    records.extend_from_slice(&[0; 4]);
    let mut data = Vec::new();
    for set in sets {
        let mut region = [0; 4];
        region[..set.region.len()].copy_from_slice(set.region.as_bytes());
        records.extend_from_slice(&region);
        records.extend_from_slice(&set.code.to_le_bytes());
        records.extend_from_slice(&[set.kind, 0]);
        records.extend_from_slice(&u32::try_from(data.len()).expect("small tables").to_le_bytes());
        let intervals = set.numbers.as_slice();
        records.extend_from_slice(&u32::try_from(intervals.len()).expect("small tables").to_le_bytes());
        records.extend_from_slice(&set.numbers.count().to_le_bytes());
        let mut at = 0;
        for (start, end) in intervals {
            decimal(&mut data, start - at);
            decimal(&mut data, end - start);
            at = *end;
        }
    }
    records.extend_from_slice(&data);
    records
}

/// A varint of mantissa and power of ten: most numbers end in zeros.
fn decimal(out: &mut Vec<u8>, mut value: u64) {
    let mut exponent = 0;
    while exponent < 15 && value != 0 && value.is_multiple_of(10) {
        value /= 10;
        exponent += 1;
    }
    let mut rest = u128::from(value) << 4 | exponent;
    while rest >= 0x80 {
        out.push((rest & 0x7f) as u8 | 0x80);
        rest >>= 7;
    }
    out.push((rest & 0x7f) as u8);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_committed_sets_are_current() {
        let packed = pack(&sets(&Metadata::bundled()));
        let committed: &[u8] = include_bytes!("../../../numplan/data/space.bin");
        assert!(packed == committed, "space.bin is outdated: run scripts/numplan-data.sh");
    }
}
