//! Compares the engine with the reference, and batches with single lines.
#![allow(dead_code, reason = "each fuzz target uses one of the functions")]

use std::sync::LazyLock;

use numplan::{Format, Options, Region, Verdict, batch, check, parse};
use numplan_gen::reference::Reference;

static REFERENCE: LazyLock<Reference> = LazyLock::new(Reference::bundled);

/// Panics if any answer about the text differs from the reference.
pub fn assert_agreement(text: &str, default: Option<Region>) {
    let expected = REFERENCE.answer(text, default.map(Region::code));
    let parsed = parse(text, default);
    let verdict = check(text.as_bytes(), default);
    match (&expected, parsed) {
        (Err(error), Err(found)) => {
            assert_eq!(found.as_str(), *error, "{text:?} {default:?}");
            assert_eq!(verdict.error(), Some(found), "{text:?} {default:?}");
        }
        (Ok(expected), Ok(number)) => {
            let found = numplan_gen::reference::Answers {
                number: numplan_gen::reference::Number {
                    code: number.country_code(),
                    nsn: number.nsn().to_string(),
                    extension: number.extension().map_or_else(String::new, |digits| digits.to_string()),
                },
                region: number.region().map_or_else(String::new, |region| region.to_string()),
                kind: number.number_type() as u8,
                possible: number.possible() as u8,
                candidates: number.candidate_regions().map(|region| region.to_string()).collect(),
                national: number.format(Format::National).to_string(),
                international: number.format(Format::International).to_string(),
                rfc3966: number.format(Format::Rfc3966).to_string(),
            };
            assert_eq!(&found, expected, "{text:?} {default:?}");
            assert_eq!(verdict.number(), Some(number.without_extension()), "{text:?} {default:?}");
            assert_eq!(verdict.is_valid(), number.is_valid(), "{text:?} {default:?}");
            assert_eq!(verdict.number_type(), number.number_type(), "{text:?} {default:?}");
            assert_eq!(verdict.region(), number.region(), "{text:?} {default:?}");
            assert_eq!(verdict.possible(), number.possible(), "{text:?} {default:?}");
            assert_eq!(verdict.e164().as_str(), number.to_string(), "{text:?} {default:?}");
        }
        (expected, found) => panic!("{text:?} {default:?}: {found:?} instead of {expected:?}"),
    }
}

/// Panics if a line has another verdict in a batch than on its own.
pub fn assert_batch(text: &[u8], options: Options) {
    let lines: Vec<&[u8]> = batch::lines(text).collect();
    let single: Vec<Verdict> = lines.iter().map(|line| numplan::check_with(line, options)).collect();
    let mut verdicts = vec![Verdict::default(); lines.len() + 1];
    let done = batch::check(text, options, &mut verdicts);
    assert_eq!((done.lines, done.bytes), (lines.len(), text.len()));
    for ((line, single), batched) in lines.iter().zip(&single).zip(&verdicts) {
        assert_eq!(batched, single, "{:?}", String::from_utf8_lossy(line));
    }
}
