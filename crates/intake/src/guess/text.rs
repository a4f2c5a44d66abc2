//! Guesses the country of the numbers in free text.

use std::collections::{BTreeMap, BTreeSet};

use numplan::{Options, Region};

use super::FEW_VALID;
use super::cells::{ColumnCells, ratio};
use super::country::{Fit, fits};
use super::evidence::{Evidence, Origin};
use super::explain::{conflict, countries};
use crate::characters::digit;
use crate::confidence::{About, Confidence, Why};
use crate::entries::{Search, line_entries};
use crate::labelled::{Label, label};
use crate::mapping::Hints;

/// Characters that are examined with every country.
const SAMPLE: usize = 2_000;

/// What a digit next to a number that belongs to no number says against a country, as a logarithm: any digit explains it as
/// well.
const TORN: f64 = std::f64::consts::LN_10;

/// Most numbers that count as independent evidence.
const INDEPENDENT: f64 = 10.0;

/// Words of a text that occur more than once: names of values rather than of persons.
fn repeated_words(lines: &[&str]) -> Vec<String> {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    let words = lines.iter().flat_map(|line| line.split(|character: char| !character.is_alphabetic()));
    for word in words.filter(|word| word.chars().count() > 1) {
        *counts.entry(word).or_default() += 1;
    }
    counts.retain(|_, count| *count > 1);
    counts.into_keys().take(80).map(str::to_owned).collect()
}

/// The words of a line; a sign of a currency belongs to the amount after it.
fn words(line: &str) -> Vec<String> {
    let mut all: Vec<String> = Vec::new();
    for word in line.split([' ', ',', '\t', ':']) {
        let amount = word.starts_with(|character: char| character.is_ascii_digit());
        let currency = |last: &&mut String| {
            last.ends_with(['$', '€', '£', '₹', '₺', '₽', '₩', '₫', '₴', '₦', '₱', '₪', '฿'])
        };
        match all.last_mut().filter(|_| amount).filter(currency) {
            Some(last) => last.push_str(word),
            None => all.push(word.to_owned()),
        }
    }
    all
}

/// Words of the first lines without digits: titles, and the names of columns.
fn first_words(lines: &[&str]) -> impl Iterator<Item = String> {
    let titles =
        lines.iter().take(8).filter(|line| !line.contains(|c: char| digit(c).is_some()) && line.len() < 200);
    let words = titles.flat_map(|line| line.split(|character: char| !character.is_alphabetic()));
    words.filter(|word| word.chars().count() > 3).take(30).map(str::to_owned)
}

/// The guess for free text.
pub(crate) struct TextGuess {
    pub(crate) country: Option<String>,
    /// The pieces of the text that are numbers or should be.
    pub(crate) entries: Vec<String>,
    /// Share of entries that are valid numbers.
    pub(crate) valid: f64,
    pub(crate) confidence: Confidence,
}

/// The pieces of a text that are numbers or should be.
struct Pieces {
    entries: Vec<String>,
    numbers: usize,
    /// Entries that are no numbers and have names of something else.
    named: usize,
    /// Digits that belong to numbers.
    covered: usize,
    /// Digits next to numbers that belong to no number.
    torn: usize,
}

/// The pieces of lines that are numbers or should be.
fn pieces(lines: &[&str], search: Search, region: Option<Region>) -> Pieces {
    let options = Options { default_region: region, repair: true };
    let (mut all, mut numbers, mut covered, mut torn, mut named) = (Vec::new(), 0, 0, 0, 0);
    for line in lines {
        let found = line_entries(line, search, options);
        numbers += found.numbers.len();
        torn += found.torn;
        let is_named =
            |at: &&std::ops::Range<usize>| matches!(label(line, at.start), Label::Other | Label::Unknown(_));
        named += found.others.iter().filter(is_named).count();
        let digits =
            |at: &std::ops::Range<usize>| line[at.clone()].chars().filter(|&c| digit(c).is_some()).count();
        covered += found.numbers.iter().map(|(at, _)| digits(at)).sum::<usize>();
        let mut places: Vec<_> = found.numbers.into_iter().map(|(at, _)| at).chain(found.others).collect();
        places.sort_by_key(|at| at.start);
        all.extend(places.into_iter().map(|at| line[at].trim().to_owned()));
    }
    Pieces { entries: all, numbers, named, covered, torn }
}

/// Guesses the country of the numbers in lines that are not blank.
pub(crate) fn guess_text(lines: &[&str], search: Search, hints: &Hints, origin: &Origin) -> TextGuess {
    let mut size = 0;
    let sample: Vec<&str> = lines
        .iter()
        .copied()
        .take_while(|line| {
            size += line.len();
            size <= SAMPLE || size == line.len()
        })
        .collect();
    let rows: Vec<Vec<String>> = sample.iter().map(|line| words(line)).collect();
    let rows: Vec<&[String]> = rows.iter().map(Vec::as_slice).collect();
    let mut words = repeated_words(&sample);
    words.extend(first_words(&sample));
    let mut evidence = Evidence::collect(&words, &rows, origin, hints);
    evidence.read_codes(&sample);
    evidence.read_words(&sample);
    let mut confidence = Confidence { sure: true, ..Confidence::default() };
    let region = match &hints.default_country {
        Some(code) => {
            confidence.because(Why::Chosen, code.clone());
            Region::from_code(code)
        }
        None => likely_region(&sample, search, &evidence, &mut confidence),
    };
    let Pieces { entries, numbers, named, .. } = pieces(lines, search, region);
    let valid = if entries.is_empty() { 0.0 } else { ratio(numbers, entries.len()) };
    // Values of other names say nothing about the numbers.
    let unnamed = ratio(numbers, entries.len().saturating_sub(named).max(1));
    if unnamed < FEW_VALID && confidence.sure && hints.default_country.is_none() {
        confidence.because(Why::FewValid, "");
        let code = region.map_or_else(String::new, |region| region.code().to_owned());
        confidence.ask(About::Country, vec![Hints { default_country: Some(code), ..Hints::default() }]);
    }
    TextGuess { country: region.map(|region| region.code().to_owned()), entries, valid, confidence }
}

/// The calling codes of the numbers with a plus sign, if at least three and most numbers of the text have one. A sender of
/// several messages counts for each.
fn abroad(sample: &[&str], search: Search) -> BTreeSet<u16> {
    let options = Options { default_region: None, repair: false };
    let (mut codes, mut written) = (BTreeSet::new(), BTreeSet::new());
    let (mut international, mut others) = (0, 0);
    let mut keys: BTreeMap<String, usize> = BTreeMap::new();
    for line in sample {
        let found = line_entries(line, search, options);
        // Values of other names are no numbers without a plus sign.
        for at in found.others {
            match label(line, at.start) {
                Label::Other => {}
                Label::Unknown(key) => *keys.entry(key).or_default() += 1,
                _ => others += 1,
            }
        }
        for (at, verdict) in found.numbers {
            if let Some(region) = verdict.region() {
                codes.insert(region.country_code());
                written.insert(&line[at]);
                international += 1;
            }
        }
    }
    // A name that is not repeated may be that of a person.
    others += keys.into_values().filter(|count| *count < 3).sum::<usize>();
    if written.len() < 3 || international < others {
        return BTreeSet::new();
    }
    codes
}

/// The pieces under the division that explains most.
fn seen_cells(seen: &[Pieces]) -> ColumnCells {
    ColumnCells::of(seen.iter().take(1).flat_map(|pieces| pieces.entries.iter().map(String::as_str)))
}

/// The country under which the text is divided best.
fn likely_region(
    sample: &[&str],
    search: Search,
    evidence: &Evidence,
    confidence: &mut Confidence,
) -> Option<Region> {
    // Where a number ends depends on the country, so each country sees its own pieces.
    let mut seen: Vec<Pieces> = Vec::new();
    let mut found: Vec<Fit> = Vec::new();
    let abroad = abroad(sample, search);
    // Without a country, any long digits may be a number with a calling code.
    let repair = Options { default_region: None, repair: true };
    let is_repaired = |line: &&str| {
        line_entries(line, search, repair).numbers.iter().any(|(_, verdict)| verdict.is_repaired())
    };
    let needs_country = abroad.len() == 1 && sample.iter().any(is_repaired);
    let allowed = |region: Option<Region>| match region {
        Some(region) => abroad.is_empty() || abroad.contains(&region.country_code()),
        None => !needs_country,
    };
    let regions = Region::all()
        .filter(|region| Region::with_country_code(region.country_code()).next() == Some(*region));
    for region in regions.map(Some).chain([None]) {
        // If most numbers begin with calling codes, the others are from one of their countries or are no numbers.
        if !allowed(region) {
            continue;
        }
        let found = pieces(sample, search, region);
        if found.numbers == 0 {
            continue;
        }
        // Another country may see the same pieces, but fewer numbers among them.
        match seen.iter_mut().find(|known| known.entries == found.entries) {
            Some(known) if known.covered >= found.covered => {}
            Some(known) => *known = found,
            None => seen.push(found),
        }
    }
    // Divisions that explain the most digits with the fewest numbers come first; the countries are compared on them.
    seen.sort_by_key(|pieces| (std::cmp::Reverse(pieces.covered), pieces.numbers));
    let least_torn = seen.iter().map(|pieces| pieces.torn).min().unwrap_or(0);
    // The country that everything else speaks for is compared, too, even if it explains fewer digits.
    let likeliest = evidence.likeliest().and_then(|(code, _)| Region::from_code(code)).map(Some);
    let likeliest = likeliest.filter(|region| allowed(*region)).map(|region| pieces(sample, search, region));
    let further = likeliest.iter().filter(|likely| {
        likely.numbers > 0 && !seen.iter().take(4).any(|known| known.entries == likely.entries)
    });
    for Pieces { entries, torn, numbers, .. } in seen.iter().take(4).chain(further) {
        // Shorter numbers are likelier by themselves, so the digits that they leave are a cost.
        let torn = ratio(torn - least_torn, (*numbers).max(1));
        let torn = torn * ratio(*numbers, 1).min(INDEPENDENT);
        let cells = ColumnCells::of(entries.iter().map(String::as_str));
        let abroad = cells.countries_of_calling_codes();
        found.extend(
            fits(&cells.cells, f64::NEG_INFINITY, &|code| {
                let same = abroad.iter().filter(|other| **other == code).count();
                evidence.of(code) + 3.0 * ratio(same, abroad.len().max(1))
            })
            .into_iter()
            .filter(|fit| allowed(fit.region))
            .take(4)
            .map(|mut fit| {
                fit.score -= TORN * torn;
                fit
            }),
        );
    }
    found.sort_by(|one, other| other.score.total_cmp(&one.score));
    let best = found.first()?.clone();
    let code = |fit: &Fit| fit.region.map_or("", Region::code);
    if best.region.is_none() {
        confidence.because(Why::CallingCodes, "");
    } else {
        confidence.because(Why::NumbersFit, code(&best));
        for reason in evidence.reasons(code(&best)) {
            confidence.because(reason, code(&best));
        }
    }
    let rival = found
        .iter()
        .find(|fit| fit.region != best.region && !fit.agrees(&best) && fit.valid > best.valid * 0.5);
    let clear = |rival: &Fit| evidence.clear_lead(code(&best), code(rival));
    if let Some(rival) = rival.filter(|rival| best.score - rival.score < clear(rival)) {
        confidence.because(Why::OtherCountryLikely, code(rival));
        let option = |fit: &Fit| Hints { default_country: Some(code(fit).to_owned()), ..Hints::default() };
        confidence.ask(About::Country, vec![option(&best), option(rival)]);
    } else if let Some(other) = conflict(&seen_cells(&seen), best.region, evidence) {
        confidence.because(Why::OtherCountryLikely, other);
        confidence.ask(About::Country, countries([code(&best), other]));
    }
    best.region
}
