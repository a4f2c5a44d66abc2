//! Which country the numbers of a column belong to.

use std::collections::{BTreeMap, HashMap};
use std::sync::{Mutex, OnceLock, PoisonError};

use numplan::space::Space;
use numplan::{Format, NumberType, Options, Region, Verdict};

use super::cells::{Cell, ratio};
use super::places;

/// Cells that are checked with every country.
const CELLS: usize = 24;

/// Most cells that count as independent evidence: numbers of one list resemble each other.
const INDEPENDENT: f64 = 10.0;

/// What the calling code of one country at the beginning of all numbers says, as a logarithm.
const SAME_CODE: f64 = 5.0;

/// How well the cells of a column are numbers of a country.
#[derive(Clone)]
pub(crate) struct Fit {
    /// `None` if all numbers begin with their calling code.
    pub(crate) region: Option<Region>,
    /// Share of cells with a valid number.
    pub(crate) valid: f64,
    /// Share of mobile numbers among the valid ones.
    pub(crate) mobile: f64,
    /// How much better the cells are explained as phone numbers than as any digits: the mean of the logarithms.
    pub(crate) likeness: f64,
    /// The logarithm of the probability of the country, up to a constant.
    pub(crate) score: f64,
    /// The numbers, to see whether another country yields the same.
    numbers: Vec<Option<u64>>,
}

impl Fit {
    /// Whether another fit yields the same numbers.
    pub(crate) fn agrees(&self, other: &Self) -> bool {
        self.numbers == other.numbers
    }
}

/// How a number is written, compared to its usual national format.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Written {
    Usual,
    /// With the calling code, but without a plus sign, or in another way that is less usual.
    WithCode,
    /// Without its national prefix: spreadsheet programs drop a leading zero.
    WithoutZero,
    Odd,
}

/// How many numbers of a kind a country has, as a logarithm.
fn log_count(region: Region, kind: NumberType) -> f64 {
    static COUNTS: OnceLock<Mutex<HashMap<(usize, u8), f64>>> = OnceLock::new();
    let key = (region.index(), crate::sink::kind_code(kind));
    let counts = COUNTS.get_or_init(Mutex::default);
    if let Some(count) = counts.lock().unwrap_or_else(PoisonError::into_inner).get(&key) {
        return *count;
    }
    let count = Space::query().region(region).kind(kind).build().map_or(0, |space| space.count());
    #[allow(clippy::cast_precision_loss, reason = "a logarithm follows")]
    let log = (count.max(1000) as f64).ln();
    counts.lock().unwrap_or_else(PoisonError::into_inner).insert(key, log);
    log
}

/// Whether the carriers of a country are known.
fn has_carriers(region: Region) -> bool {
    static KNOWN: OnceLock<Mutex<HashMap<usize, bool>>> = OnceLock::new();
    let known = KNOWN.get_or_init(Mutex::default);
    let mut known = known.lock().unwrap_or_else(PoisonError::into_inner);
    *known.entry(region.index()).or_insert_with(|| !numplan::space::carriers(region).is_empty())
}

fn written(cell: &Cell, verdict: Verdict) -> Written {
    let Some(number) = verdict.number() else { return Written::Odd };
    let national = number.without_extension().format(Format::National).to_string();
    let usual: String = national.chars().filter(char::is_ascii_digit).collect();
    let nsn = number.nsn();
    let nsn = nsn.as_str();
    let digits = cell.digits.as_str();
    // In India the prefix is dialled, but rarely written.
    let rare = number.country_code() == 91 && digits.starts_with('0');
    if rare {
        Written::WithCode
    } else if digits == usual || (digits.len() > usual.len() && digits.starts_with(&usual)) {
        Written::Usual
    } else if digits == nsn {
        Written::WithoutZero
    } else if digits.strip_prefix(&number.country_code().to_string()) == Some(nsn)
        // A digit that messengers still write.
        || (number.country_code() == 52 && digits.strip_prefix("521") == Some(nsn))
        // A national prefix that is no longer usual, as the 8 in Lithuania.
        || (digits.len() == nsn.len() + 1 && digits.ends_with(nsn))
    {
        Written::WithCode
    } else {
        Written::Odd
    }
}

/// The lengths of the groups of digits in a text.
fn groups(text: &str) -> Vec<usize> {
    let parts = text.split(|character: char| crate::characters::digit(character).is_none());
    parts.map(|part| part.chars().count()).filter(|length| *length > 0).collect()
}

/// The groups of a number in its national format.
fn usual_groups(verdict: Verdict) -> Vec<usize> {
    let national =
        |number: numplan::PhoneNumber| number.without_extension().format(Format::National).to_string();
    verdict.number().map_or_else(Vec::new, |number| groups(&national(number)))
}

/// The weight of a type of number in lists, as a logarithm.
fn kind_weight(kind: NumberType) -> f64 {
    match kind {
        NumberType::Mobile => 0.0,
        NumberType::FixedLineOrMobile => -0.15,
        NumberType::FixedLine => -1.3,
        _ => -2.6,
    }
}

/// The fits of a column in the order of their probability: countries, and no country at all.
///
/// `landlines` is what a list of landlines costs at most. `evidence` is what else speaks for a country, as a logarithm.
pub(crate) fn fits(cells: &[Cell], landlines: f64, evidence: &dyn Fn(&str) -> f64) -> Vec<Fit> {
    let step = (cells.len() / CELLS).max(1);
    let cells: Vec<&Cell> = cells.iter().step_by(step).take(CELLS).collect();
    let national = cells.iter().filter(|cell| !cell.international).count();
    let mut fits = vec![fit(&cells, None, landlines, evidence)];
    if national > 0 {
        for region in main_regions() {
            let first: Vec<&Cell> =
                cells.iter().filter(|cell| !cell.international).take(6).copied().collect();
            let options = Options { default_region: Some(region), repair: false };
            if first.iter().any(|cell| cell.check(options).is_valid()) {
                fits.push(fit(&cells, Some(region), landlines, evidence));
            }
        }
    }
    fits.sort_by(|one, other| other.score.total_cmp(&one.score));
    fits
}

/// The fit of one country.
pub(crate) fn fit_with(cells: &[Cell], region: Option<Region>) -> Fit {
    let cells: Vec<&Cell> = cells.iter().collect();
    fit(&cells, region, f64::NEG_INFINITY, &|_| 0.0)
}

/// The main region of each calling code.
fn main_regions() -> impl Iterator<Item = Region> {
    Region::all().filter(|region| {
        *region != Region::WORLD && Region::with_country_code(region.country_code()).next() == Some(*region)
    })
}

fn fit(cells: &[&Cell], region: Option<Region>, landlines: f64, evidence: &dyn Fn(&str) -> f64) -> Fit {
    let options = Options { default_region: region, repair: true };
    let mut found = Counts::default();
    for cell in cells {
        found.add(cell, cell.check(options), region);
    }
    let all = cells.len().max(1);
    let independent = |count: usize| ratio(count, 1).min(INDEPENDENT) / ratio(count.max(1), 1);
    let mut score = found.log * independent(found.national)
        // Landlines are rare in lists, but they stand together.
        + (found.landlines * independent(found.national)).max(landlines)
        + (found.specific * independent(found.national) * 0.3).clamp(-8.0, 1.0);
    // Zeros are lost in all cells of a column or in none.
    let without_zero = found.without_zero;
    score -= if without_zero * 2 > found.national { 2.0 } else { ratio(without_zero, 1) };
    let code = if let Some(region) = region {
        let code = most_common(&found.regions, region);
        score += places::weight(code).ln() + evidence(code);
        Region::from_code(code)
    } else {
        // Each country among the numbers has to be explained.
        let repaired: usize = found.repaired.values().sum();
        let cost: f64 =
            found.repaired.values().map(|&count| ratio(count, 1) * ratio(repaired, count).ln()).sum();
        score += 2.0 - (cost * independent(repaired)).min(12.0);
        // What speaks for a country speaks for its numbers with the calling code, too.
        let main = found.repaired.iter().max_by_key(|(_, count)| **count);
        if let Some((code, &count)) = main.filter(|(_, count)| **count * 10 >= repaired * 9) {
            score += evidence(code).max(0.0);
            // The same digits at the beginning of all numbers are rather a calling code than one area.
            score += if found.national >= 5 && count == found.national { SAME_CODE } else { 0.0 };
        }
        None
    };
    Fit {
        region: code,
        valid: ratio(found.valid, all),
        mobile: found.mobile / ratio(found.valid.max(1), 1),
        likeness: found.likeness / ratio(all, 1),
        score,
        numbers: found.numbers,
    }
}

/// The region with the same calling code that most numbers belong to.
fn most_common(regions: &BTreeMap<&'static str, usize>, main: Region) -> &'static str {
    let best = regions.iter().max_by_key(|(code, count)| (**count, **code == main.code()));
    best.map_or(main.code(), |(code, _)| code)
}

/// Sums over the cells of a column.
#[derive(Default)]
struct Counts {
    national: usize,
    valid: usize,
    mobile: f64,
    without_zero: usize,
    log: f64,
    /// What the landlines cost.
    landlines: f64,
    /// How few numbers the country has: weak evidence for it.
    specific: f64,
    likeness: f64,
    /// Numbers by region, for the calling code of the country.
    regions: BTreeMap<&'static str, usize>,
    /// Numbers that are valid only with a plus sign in front.
    repaired: BTreeMap<&'static str, usize>,
    numbers: Vec<Option<u64>>,
}

impl Counts {
    fn add(&mut self, cell: &Cell, verdict: Verdict, region: Option<Region>) {
        self.national += usize::from(!cell.international);
        self.numbers.push(verdict.is_valid().then(|| crate::sink::digits(verdict)).flatten());
        let found = verdict.region().filter(|_| verdict.is_valid());
        let Some(found) = found else {
            self.likeness -= 4.0;
            if !cell.international {
                self.log -= 3.0;
            }
            return;
        };
        self.valid += 1;
        let kind = verdict.number_type();
        self.mobile += match kind {
            NumberType::Mobile => 1.0,
            NumberType::FixedLineOrMobile => 0.7,
            _ => 0.0,
        };
        let count = log_count(found, kind) - kind_weight(kind);
        let random = ratio(cell.digits.len(), 1) * std::f64::consts::LN_10;
        let format = if cell.formatted { 1.0 } else { 0.0 };
        if cell.international {
            let plus = if cell.text.contains(['+', '＋']) { 2.0 } else { 0.5 };
            self.likeness += (random - count + plus).clamp(1.0, 5.0);
            return;
        }
        if kind == NumberType::FixedLine {
            self.landlines += kind_weight(kind);
        } else {
            self.log += kind_weight(kind);
        }
        self.specific += 20.0 - count;
        let own = region.is_some_and(|region| region.country_code() == found.country_code());
        if !own || verdict.is_repaired() {
            *self.repaired.entry(found.code()).or_default() += 1;
            self.log -= if region.is_some() { 2.6 } else { 0.6 };
            self.likeness += (random - count - 2.0 + format).clamp(-2.0, 3.0);
            return;
        }
        *self.regions.entry(found.code()).or_default() += 1;
        let written = written(cell, verdict);
        self.without_zero += usize::from(written == Written::WithoutZero);
        self.log -= match written {
            Written::Usual | Written::WithoutZero => 0.0,
            Written::WithCode => 0.7,
            Written::Odd => 2.6,
        };
        if kind == NumberType::Mobile {
            self.log -= match (verdict.carrier().is_some(), has_carriers(found)) {
                (true, _) => 0.0,
                (false, false) => 0.1,
                (false, true) => 0.4,
            };
        }
        if cell.formatted {
            self.log += if groups(&cell.text) == usual_groups(verdict) { 0.4 } else { -0.2 };
        }
        let odd = if written == Written::Odd { 2.0 } else { 0.0 };
        self.likeness += (random - count - odd + format).clamp(-2.0, 4.5);
    }
}
