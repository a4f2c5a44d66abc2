//! Tests of the sets against brute force and against the parser.

use std::fmt::Write as _;

use super::*;
use crate::{Format, Lang, NumberType, Region};

fn region(code: &str) -> Region {
    Region::from_code(code).expect("a region")
}

fn space(code: &str, kind: NumberType) -> Space {
    Space::query().region(region(code)).kind(kind).build().expect("a space")
}

/// Asserts that a number is valid, has the region and type, and survives a round trip through E.164.
fn assert_member(number: &PhoneNumber, code: &str, kind: NumberType) {
    assert!(number.is_valid(), "{number:?}");
    assert_eq!(number.region(), Some(region(code)), "{number:?}");
    assert_eq!(number.number_type(), kind, "{number:?}");
    let text = number.format(Format::E164).to_string();
    assert_eq!(crate::parse(&text, None).as_ref(), Ok(number), "{text}");
}

#[test]
fn sizes_agree_with_an_independent_count() {
    assert_eq!(METADATA, crate::METADATA_VERSION, "the metadata changed: count again");
    assert_eq!(space("CN", NumberType::Mobile).count(), 5_216_000_000);
    assert_eq!(space("BR", NumberType::Mobile).count(), 7_370_000_000);
    assert_eq!(space("GB", NumberType::Mobile).count(), 791_400_000);
    assert_eq!(space("US", NumberType::FixedLineOrMobile).count(), 2_871_000_000);
}

const METADATA: &str = "9.0.43";

#[test]
fn small_calling_codes_agree_with_brute_force() {
    // Only one has seven digits, which take ten million calls.
    for (code, longest) in [(290u16, 5usize), (247, 6), (690, 7), (500, 5)] {
        let home = Region::with_country_code(code).next().expect("a region");
        let mut naive: Vec<PhoneNumber> = Vec::new();
        let prefix = format!("+{code}");
        let mut text = prefix.clone();
        for len in 2..=longest {
            for value in 0..10u64.pow(u32::try_from(len).expect("small")) {
                text.truncate(prefix.len());
                write!(text, "{value:0len$}").expect("writing to a string");
                if let Ok(number) = crate::parse(&text, None)
                    && number.is_valid()
                    && *number.nsn() == text[prefix.len()..]
                    && number.region() == Some(home)
                {
                    naive.push(number);
                }
            }
        }
        let space = Space::query().region(home).build().expect("a space");
        assert_eq!(space.count(), naive.len() as u64, "+{code}");
        for (index, number) in (0..).zip(&naive) {
            assert_eq!(space.unrank(index).as_ref(), Some(number));
            assert_eq!(space.rank(number), Some(index));
        }
    }
}

#[test]
fn members_of_every_set_are_valid() {
    for set in tables::sets() {
        let found = Region::with_country_code(set.country_code())
            .find(|region| set.is_of(*region))
            .expect("a region");
        let space = Space::new(set.intervals().map(|(start, end)| (start, end, set.country_code())), None);
        assert_eq!(space.count(), set.count());
        let ends = [0, space.count() - 1];
        for number in space.draw(11).take(40).chain(ends.iter().filter_map(|at| space.unrank(*at))) {
            assert_member(&number, found.code(), set.kind());
            let rank = space.rank(&number).expect("a member");
            assert_eq!(space.unrank(rank), Some(number));
        }
    }
}

#[test]
fn bounds_of_every_interval_are_exact() {
    for set in tables::sets() {
        let found = Region::with_country_code(set.country_code())
            .find(|region| set.is_of(*region))
            .expect("a region");
        for (start, end) in set.intervals() {
            for outside in [start - 1, end] {
                let text = format!("+{outside}");
                let Ok(number) = crate::parse(&text, None) else { continue };
                let same = number.format(Format::E164).to_string() == text
                    && number.is_valid()
                    && number.region() == Some(found)
                    && number.number_type() == set.kind()
                    && number.country_code() == set.country_code();
                assert!(!same, "{text} belongs to {found} {}", set.kind());
            }
        }
    }
}

#[test]
fn a_pattern_agrees_with_a_filter() {
    let query = Space::query().region(region("NU"));
    let all = query.build().expect("a space");
    for pattern in ["4???", "[45]?[02]0", "888?{2}0?", "????", "{", "7{9}"] {
        let Ok(space) = query.clone().pattern(pattern).build() else {
            assert_eq!(pattern, "{");
            continue;
        };
        let (_, places) = mask::read(pattern).expect("reads");
        let fits = |number: &PhoneNumber| {
            let nsn = number.nsn();
            nsn.len() == places.len() && nsn.bytes().zip(&places).all(|(b, set)| set >> (b - b'0') & 1 == 1)
        };
        let naive: Vec<PhoneNumber> = all.from(0).filter(fits).collect();
        assert_eq!(space.count(), naive.len() as u64, "{pattern}");
        assert!(space.from(0).eq(naive.iter().copied()), "{pattern}");
        assert!((0..).zip(&naive).all(|(index, number)| space.rank(number) == Some(index)));
        assert!(all.from(0).filter(|n| !fits(n)).all(|number| !space.contains(&number)));
    }
}

#[test]
fn no_number_begins_with_zero() {
    for prefix in ["+0", "+00", "+086138"] {
        let space = Space::query().region(region("CN")).prefix(prefix).build().expect("a space");
        assert_eq!(space.count(), 0, "{prefix}");
    }
}

#[test]
fn a_draw_returns_each_member_once() {
    let space = Space::query().region(region("NU")).pattern("4???").build().expect("a space");
    let mut drawn: Vec<u64> = space.draw(5).filter_map(|number| space.rank(&number)).collect();
    drawn.sort_unstable();
    assert!(drawn.into_iter().eq(0..space.count()));
}

#[test]
fn numbers_of_a_carrier_belong_to_it() {
    let names = ["China Mobile", "China Unicom", "Vodafone", "Claro", "SETAR", "O2"];
    for name in names {
        let space = Space::query().carrier(name).build().expect("a space");
        assert!(space.count() > 0, "{name}");
        assert!(space.draw(3).take(2000).all(|number| number.carrier(Lang::En) == Some(name)), "{name}");
    }
    let all = Space::query().region(region("AW")).build().expect("a space");
    let setar = Space::query().region(region("AW")).carrier("setar").build().expect("a space");
    for number in all.draw(1).take(5000) {
        assert_eq!(setar.contains(&number), number.carrier(Lang::En) == Some("SETAR"), "{number:?}");
    }
}

#[test]
fn errors_are_specific() {
    let error = Space::query().carrier("Chian Mobile").build().expect_err("a wrong name");
    assert!(error.to_string().contains("did you mean \"China Mobile\"?"), "{error}");
    assert_eq!(Space::query().prefix("138").build().expect_err("no region"), SpaceError::RegionNeeded);
    let error = Space::query().prefix("+86x").build().expect_err("not digits");
    assert!(matches!(error, SpaceError::Pattern { .. }));
}

#[test]
fn an_intersection_agrees_with_a_filter() {
    let niue = Space::query().region(region("NU"));
    let spaces: Vec<Space> = ["4???", "[45]?[02]0", "888?{2}0?", "????"]
        .map(|pattern| niue.clone().pattern(pattern).build().expect("a space"))
        .into_iter()
        .chain([niue.build().expect("a space"), niue.clone().prefix("41").build().expect("a space")])
        .chain([space("NU", NumberType::Mobile), space("SH", NumberType::FixedLine)])
        .collect();
    for one in &spaces {
        for two in &spaces {
            let naive: Vec<PhoneNumber> = one.from(0).filter(|number| two.contains(number)).collect();
            let both = one.intersection(two);
            assert_eq!(both.count(), naive.len() as u64);
            assert!(both.from(0).eq(naive));
        }
    }
}

#[test]
fn carrier_shares_agree_with_spaces() {
    for code in ["CN", "AW", "GB"] {
        let found = carriers(region(code));
        assert!(found.is_sorted_by(|a, b| a.count >= b.count), "{code}");
        for share in found {
            let name = share.carrier.name();
            let space = Space::query().region(region(code)).carrier(name).build().expect("a space");
            assert_eq!((space.count(), space.unrank(0)), (share.count, Some(share.first)), "{code} {name}");
        }
    }
}
