//! Properties: for any text the engine agrees with the reference, and a batch agrees with its lines.

mod agreement;

use agreement::{assert_agreement, assert_batch};
use numplan::{Options, Region};
use numplan_gen::metadata::Metadata;
use proptest::prelude::*;
use proptest::sample::{Index, select};

fn regions() -> Vec<Option<Region>> {
    std::iter::once(None).chain(Region::all().map(Some)).collect()
}

/// Examples of all regions and types: calling code, national number, region.
fn examples() -> Vec<(u16, String, Option<Region>)> {
    let data = Metadata::bundled();
    let of = |region: &numplan_gen::metadata::Region| {
        let (code, home) = (region.code, Region::from_code(&region.id));
        let found: Vec<_> = region
            .descs
            .iter()
            .filter(|desc| !desc.example.is_empty())
            .map(|desc| (code, desc.example.clone(), home))
            .collect();
        found
    };
    data.regions.iter().flat_map(of).collect()
}

/// Texts of characters that have a meaning in phone numbers.
fn phone_like() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        8 => "[0-9]{1,6}",
        4 => "[-+ ().,;/#x~*]{1,3}",
        1 => "[A-Za-z]{1,4}",
        1 => select(vec![
            "ext", " ext. ", ";ext=", "xtn", "extensión", "доб", "anexo", "int", ";isub=", "tel:",
            ";phone-context=", ";phone-context=+44", ";phone-context=example.com", "/x", "\\ x", ",,", "#", "_",
            "\u{feff}", "\"", "\u{a0}", "＋", "１２", "٣٤", "۵", "ｘ", "～", "ー", "ſ", "İ", "ı", "K", "é", "\n",
            "00", "011", "+", "0", "\u{301}",
        ]).prop_map(str::to_owned),
    ];
    proptest::collection::vec(piece, 0..8).prop_map(|pieces| pieces.concat())
}

/// An example in some format, with a few characters changed.
fn mutated() -> impl Strategy<Value = (String, Option<Region>)> {
    let styles =
        select(vec!["+{c}{n}", "{n}", "0{n}", "00{c}{n}", "{c}{n}", "+{c} (0){n}", "+{c}-{n} ext. 12"]);
    let changes = proptest::collection::vec(
        (any::<Index>(), select(vec!["", "0", "1", "5", "9", " ", "-", "77"])),
        0..3,
    );
    (select(examples()), styles, changes, any::<bool>(), select(regions())).prop_map(
        |((code, nsn, home), style, changes, at_home, other)| {
            let mut text = style.replace("{c}", &code.to_string()).replace("{n}", &nsn);
            for (place, piece) in changes {
                let at = place.index(text.len() + 1);
                let end = (at + usize::from(piece != "77")).min(text.len());
                text.replace_range(at..end, piece);
            }
            (text, if at_home { home } else { other })
        },
    )
}

/// Failures that the properties below have found.
#[test]
fn regressions() {
    // Still too long after a prefix of three digits was stripped.
    assert_agreement("+82081518001406190456448", None);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1500, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_text(text in ".{0,40}", region in select(regions())) {
        assert_agreement(&text, region);
    }

    #[test]
    fn phone_like_text(text in phone_like(), region in select(regions())) {
        assert_agreement(&text, region);
    }

    #[test]
    fn mutated_examples((text, region) in mutated()) {
        assert_agreement(&text, region);
    }

    #[test]
    fn digits_of_any_length(plus in "[+]?", text in "[0-9]{0,25}", region in select(regions())) {
        assert_agreement(&format!("{plus}{text}"), region);
    }

    #[test]
    fn bytes_that_are_not_utf8(bytes in proptest::collection::vec(any::<u8>(), 0..60)) {
        let lossy = String::from_utf8_lossy(&bytes);
        assert_eq!(numplan::parse_bytes(&bytes, None), numplan::parse(&lossy, None));
        assert_eq!(numplan::check(&bytes, None), numplan::check(lossy.as_bytes(), None));
    }
}

proptest! {
    // Each has many lines.
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn batches(lines in proptest::collection::vec((phone_like(), mutated(), "\r?\n"), 0..40), repair: bool) {
        let mut text = String::new();
        for (one, (two, _), end) in &lines {
            text.extend([one, end, two, end].map(String::as_str));
        }
        let region = lines.first().and_then(|(_, (_, region), _)| *region);
        assert_batch(text.as_bytes(), Options { default_region: region, repair });
    }
}

#[test]
fn every_example_is_valid_in_its_region() {
    for (code, nsn, _) in examples() {
        let number = numplan::PhoneNumber::from_parts(code, &nsn).expect("digits");
        assert!(number.is_valid(), "+{code} {nsn}");
        assert_agreement(&format!("+{code}{nsn}"), None);
    }
}
