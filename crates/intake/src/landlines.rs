//! Finds the landlines among the mobile numbers of a text: of the sender, an office, a place.

use numplan::{NumberType, Options, Region, Verdict};

use crate::entries::{Search, line_entries};
use crate::records::Records;

/// Lines that are examined.
const LINES: usize = 2000;

/// Fewest mobile numbers of a text from which landlines are left out.
const MIN_MOBILES: usize = 5;

/// How many times fewer landlines it has at least.
const FEWER: usize = 3;

/// Whether a number receives messages. Where landlines look the same, all do.
pub(crate) fn is_mobile(verdict: Verdict) -> bool {
    matches!(verdict.number_type(), NumberType::Mobile | NumberType::FixedLineOrMobile)
}

/// The numbers of a text.
struct Numbers {
    mobiles: usize,
    /// The other ones, as they are written.
    landlines: Vec<String>,
}

fn numbers(text: &[u8], search: Search, region: Option<Region>) -> Numbers {
    let options = Options { default_region: region, repair: true };
    let mut found = Numbers { mobiles: 0, landlines: Vec::new() };
    for line in Records::new(text, None, true).take(LINES) {
        let Ok(line) = std::str::from_utf8(line.text) else { continue };
        for (at, verdict) in line_entries(line, search, options).numbers {
            if is_mobile(verdict) {
                found.mobiles += 1;
            } else {
                found.landlines.push(line[at].trim().to_owned());
            }
        }
    }
    found
}

/// The landlines of a text, as they are written. Empty if there are too many: then they are as good as the mobile numbers.
pub(crate) fn stray_landlines(text: &[u8], region: Option<Region>) -> Vec<String> {
    let Numbers { mobiles, landlines } = numbers(text, Search::Anywhere, region);
    if mobiles < MIN_MOBILES || landlines.len() * FEWER > mobiles { Vec::new() } else { landlines }
}

/// Whether many mobile numbers of a text have no name that says so.
pub(crate) fn has_unnamed_mobiles(text: &[u8], region: Option<Region>) -> bool {
    let named = numbers(text, Search::Mobiles, region).mobiles;
    let all = numbers(text, Search::Anywhere, region).mobiles;
    all >= MIN_MOBILES && all * 3 > named * 4
}
