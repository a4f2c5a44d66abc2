//! Queries for a space: regions, types, carrier, prefix and pattern.

use std::collections::BTreeMap;
use std::fmt;

use super::mask::{self, MOST, Mask};
use super::{Space, digits, tables};
use crate::prefix::Carrier;
use crate::{NumberType, PhoneNumber, Region};

/// Conditions that the members of a [`Space`] have to meet. Without conditions, all valid numbers are members.
///
/// ```
/// use numplan::{Region, space::Space};
/// let space = Space::query()
///     .region(Region::from_code("CN").unwrap())
///     .pattern("138 ???? 88[0-9]8")
///     .build()?;
/// assert_eq!(space.count(), 100_000);
/// # Ok::<(), numplan::space::SpaceError>(())
/// ```
#[derive(Debug, Clone, Default)]
pub struct Query {
    regions: Vec<Region>,
    kinds: Vec<NumberType>,
    carrier: Option<String>,
    prefix: Option<String>,
    pattern: Option<String>,
}

/// What is wrong with a pattern or prefix.
///
/// ```
/// use numplan::space::{PatternProblem, Space, SpaceError};
/// let error = Space::query().pattern("+86 1{").build().unwrap_err();
/// assert!(matches!(error, SpaceError::Pattern { problem: PatternProblem::Repeat, .. }));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PatternProblem {
    /// `[` is not followed by digits and `]`.
    Class,
    /// `{` is not followed by a count and `}`.
    Repeat,
    /// `{4}` at the start.
    NothingToRepeat,
    /// A character that patterns do not have.
    Character,
    /// More digits than any number has.
    TooLong,
    /// No digits.
    Empty,
    /// A prefix with other characters than digits.
    Prefix,
}

impl fmt::Display for PatternProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Class => "a class looks like [0-9] or [135]",
            Self::Repeat => "a repeat looks like {4}",
            Self::NothingToRepeat => "there is nothing before {n} to repeat",
            Self::Character => "use digits, ? for any digit, [0-9] for a choice, {n} to repeat",
            Self::TooLong => "it has more digits than any number",
            Self::Empty => "it has no digits",
            Self::Prefix => "a prefix has only digits, after a + if it is international",
        })
    }
}

/// A parsed pattern, for showing what it means.
///
/// ```
/// let pattern = numplan::space::read_pattern("138 [0-2]?")?;
/// assert!(!pattern.international);
/// assert_eq!(pattern.places[3], [0, 1, 2]);
/// assert_eq!(pattern.places[4].len(), 10);
/// # Ok::<(), numplan::space::SpaceError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pattern {
    /// Whether it begins with `+` and a calling code.
    pub international: bool,
    /// The digits allowed at each position, in ascending order.
    pub places: Vec<Vec<u8>>,
}

/// Parses a pattern without building a space.
///
/// ```
/// assert!(numplan::space::read_pattern("[").is_err());
/// ```
pub fn read_pattern(text: &str) -> Result<Pattern, SpaceError> {
    let (international, places) = mask::read(text)?;
    let digits = |set: u16| (0..10).filter(|digit| set >> digit & 1 == 1).collect();
    Ok(Pattern { international, places: places.into_iter().map(digits).collect() })
}

/// Why a space cannot be built.
///
/// ```
/// use numplan::space::{Space, SpaceError};
/// let error = Space::query().carrier("Nobody Ltd").build().unwrap_err();
/// assert!(matches!(error, SpaceError::UnknownCarrier { .. }));
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SpaceError {
    /// The pattern or prefix is invalid.
    Pattern { pattern: String, problem: PatternProblem },
    /// A pattern or prefix without `+` needs a region.
    RegionNeeded,
    /// No carrier has this name.
    UnknownCarrier {
        name: String,
        /// The known name with the fewest edits.
        nearest: Option<&'static str>,
    },
    /// The numbering plan of the region does not distinguish mobile from fixed-line numbers.
    NotDistinguishable { region: Region },
}

impl fmt::Display for SpaceError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Pattern { pattern, problem } => write!(f, "invalid pattern {pattern:?}: {problem}"),
            Self::RegionNeeded => f.write_str(
                "a prefix or pattern needs a country, or has to begin with + and the calling code",
            ),
            Self::UnknownCarrier { name, nearest: Some(nearest) } => {
                write!(f, "unknown carrier {name:?}; did you mean {nearest:?}?")
            }
            Self::UnknownCarrier { name, nearest: None } => write!(f, "unknown carrier {name:?}"),
            Self::NotDistinguishable { region } => write!(
                f,
                "the numbering plan of {region} does not distinguish mobile from fixed-line numbers: \
                 use fixed_line_or_mobile"
            ),
        }
    }
}

impl std::error::Error for SpaceError {}

/// Whether the numbering plan of a region distinguishes mobile from fixed-line numbers.
///
/// ```
/// use numplan::{Region, space::{Distinguishable, distinguishable}};
/// let ask = |code| distinguishable(Region::from_code(code).unwrap());
/// assert_eq!(ask("CN"), Distinguishable::Yes);
/// assert_eq!(ask("US"), Distinguishable::No);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Distinguishable {
    /// Every number is known to be either mobile or fixed-line.
    Yes,
    /// Some numbers may be either.
    Partly,
    /// All numbers may be either.
    No,
}

/// Tells whether the numbering plan of a region distinguishes mobile from fixed-line numbers.
///
/// ```
/// use numplan::{Region, space::{Distinguishable, distinguishable}};
/// assert_eq!(distinguishable(Region::from_code("CA").unwrap()), Distinguishable::No);
/// ```
pub fn distinguishable(region: Region) -> Distinguishable {
    let has = |kind| tables::sets().any(|set| set.is_of(region) && set.kind() == kind);
    match (has(NumberType::FixedLineOrMobile), has(NumberType::Mobile) || has(NumberType::FixedLine)) {
        (false, _) => Distinguishable::Yes,
        (true, true) => Distinguishable::Partly,
        (true, false) => Distinguishable::No,
    }
}

/// Types of numbers for which the data has carriers.
const CARRIED: [NumberType; 3] = [NumberType::Mobile, NumberType::FixedLineOrMobile, NumberType::Pager];

/// A half-open interval of E.164 numbers as integers, and their calling code.
type Part = (u64, u64, u16);

impl Query {
    /// Adds a region. Without any, all regions match.
    ///
    /// ```
    /// use numplan::{Region, space::Space};
    /// let space = Space::query().region(Region::from_code("VA").unwrap()).build()?;
    /// assert!(space.count() > 0);
    /// # Ok::<(), numplan::space::SpaceError>(())
    /// ```
    #[must_use]
    pub fn region(mut self, region: Region) -> Self {
        self.regions.push(region);
        self
    }

    /// Adds a type. Without any, all types match.
    ///
    /// ```
    /// use numplan::{NumberType, Region, space::Space};
    /// let gb = Region::from_code("GB").unwrap();
    /// let both = Space::query().region(gb).kind(NumberType::Mobile).kind(NumberType::Pager).build()?;
    /// let mobile = Space::query().region(gb).kind(NumberType::Mobile).build()?;
    /// assert!(both.count() > mobile.count());
    /// # Ok::<(), numplan::space::SpaceError>(())
    /// ```
    #[must_use]
    pub fn kind(mut self, kind: NumberType) -> Self {
        self.kinds.push(kind);
        self
    }

    /// Only numbers that were originally allocated to a carrier, by its English name, ignoring case.
    ///
    /// ```
    /// use numplan::{Lang, Region, space::Space};
    /// let cn = Region::from_code("CN").unwrap();
    /// let space = Space::query().region(cn).carrier("china unicom").build()?;
    /// assert_eq!(space.unrank(0).unwrap().carrier(Lang::En), Some("China Unicom"));
    /// # Ok::<(), numplan::space::SpaceError>(())
    /// ```
    #[must_use]
    pub fn carrier(mut self, name: impl Into<String>) -> Self {
        self.carrier = Some(name.into());
        self
    }

    /// Only numbers that begin with these digits, national or, after `+`, international.
    ///
    /// ```
    /// use numplan::space::Space;
    /// assert_eq!(Space::query().prefix("+86 1381234").build()?.count(), 10_000);
    /// # Ok::<(), numplan::space::SpaceError>(())
    /// ```
    #[must_use]
    pub fn prefix(mut self, prefix: impl Into<String>) -> Self {
        self.prefix = Some(prefix.into());
        self
    }

    /// Only numbers that match a pattern: digits, `?` for any digit, `[0-9]` for a choice, `{n}` to repeat
    /// the digit before it. The pattern is national or, after `+`, international.
    ///
    /// ```
    /// use numplan::space::Space;
    /// assert_eq!(Space::query().pattern("+86 138 8{4} ?{4}").build()?.count(), 10_000);
    /// # Ok::<(), numplan::space::SpaceError>(())
    /// ```
    #[must_use]
    pub fn pattern(mut self, pattern: impl Into<String>) -> Self {
        self.pattern = Some(pattern.into());
        self
    }

    /// Builds the space.
    ///
    /// ```
    /// use numplan::{NumberType, Region, space::{Space, SpaceError}};
    /// let us = Region::from_code("US").unwrap();
    /// let error = Space::query().region(us).kind(NumberType::Mobile).build().unwrap_err();
    /// assert_eq!(error, SpaceError::NotDistinguishable { region: us });
    /// ```
    pub fn build(&self) -> Result<Space, SpaceError> {
        self.check_kinds()?;
        let mut parts = self.plain();
        if let Some(name) = &self.carrier {
            parts = of_carrier(&parts, find_carrier(name)?);
        }
        if let Some(prefix) = &self.prefix {
            parts = self.under(&parts, prefix)?;
        }
        let mask = match &self.pattern {
            Some(pattern) => Some(self.mask(pattern)?),
            None => None,
        };
        if let Some(mask) = &mask {
            let (start, end) = mask.bounds();
            parts = parts.iter().filter_map(|part| clip(*part, start, end)).collect();
        }
        Ok(Space::new(parts, mask))
    }

    /// Rejects mobile or fixed-line where the plan does not distinguish them.
    fn check_kinds(&self) -> Result<(), SpaceError> {
        let asked = |kind| self.kinds.contains(&kind);
        let one = asked(NumberType::Mobile) || asked(NumberType::FixedLine);
        let blind = self.regions.iter().find(|region| distinguishable(**region) == Distinguishable::No);
        match blind {
            Some(&region) if one && !asked(NumberType::FixedLineOrMobile) => {
                Err(SpaceError::NotDistinguishable { region })
            }
            _ => Ok(()),
        }
    }

    /// The numbers of the regions and types, sorted.
    fn plain(&self) -> Vec<Part> {
        let mut parts: Vec<Part> = tables::sets()
            .filter(|set| self.regions.is_empty() || self.regions.iter().any(|region| set.is_of(*region)))
            .filter(|set| self.kinds.is_empty() || self.kinds.contains(&set.kind()))
            .filter(|set| self.carrier.is_none() || CARRIED.contains(&set.kind()))
            .flat_map(|set| set.intervals().map(move |(start, end)| (start, end, set.country_code())))
            .collect();
        parts.sort_unstable();
        joined(parts)
    }

    /// The calling code of a national prefix or pattern.
    fn country_code(&self) -> Result<u16, SpaceError> {
        let mut codes = self.regions.iter().map(|region| region.country_code());
        let first = codes.next().filter(|code| *code != 0).ok_or(SpaceError::RegionNeeded)?;
        if codes.all(|code| code == first) { Ok(first) } else { Err(SpaceError::RegionNeeded) }
    }

    fn mask(&self, pattern: &str) -> Result<Mask, SpaceError> {
        let (plus, places) = mask::read(pattern)?;
        let code = if plus { None } else { Some(self.country_code()?) };
        let problem = PatternProblem::TooLong;
        Mask::new(code, &places).ok_or_else(|| SpaceError::Pattern { pattern: pattern.to_owned(), problem })
    }

    /// The parts that begin with a prefix.
    fn under(&self, parts: &[Part], prefix: &str) -> Result<Vec<Part>, SpaceError> {
        let kept: String = prefix.chars().filter(|c| !" -.()/".contains(*c)).collect();
        let problem = PatternProblem::Prefix;
        let bad = || SpaceError::Pattern { pattern: prefix.to_owned(), problem };
        let digits_of = |text: &str| {
            let fits = text.len() < MOST && text.bytes().all(|byte| byte.is_ascii_digit());
            fits.then_some(()).ok_or_else(bad)
        };
        let all = if let Some(rest) = kept.strip_prefix('+') {
            rest.to_owned()
        } else {
            digits_of(&kept)?;
            format!("{}{kept}", self.country_code()?)
        };
        digits_of(&all)?;
        // No calling code begins with 0, and the integer would lose the leading zeros.
        if all.starts_with('0') {
            return Ok(Vec::new());
        }
        let value: u64 = all.parse().map_err(|_| bad())?;
        let under = (0..=MOST - all.len()).filter_map(|more| {
            let scale = 10u64.checked_pow(u32::try_from(more).ok()?)?;
            Some((value.checked_mul(scale)?, (value + 1).checked_mul(scale)?))
        });
        let ranges: Vec<(u64, u64)> = under.collect();
        Ok(within(parts, &ranges))
    }
}

/// The parts that lie in sorted, disjoint ranges.
fn within(parts: &[Part], ranges: &[(u64, u64)]) -> Vec<Part> {
    let mut out = Vec::new();
    for part in parts {
        let first = ranges.partition_point(|range| range.1 <= part.0);
        let inside = ranges[first..].iter().take_while(|range| range.0 < part.1);
        out.extend(inside.filter_map(|range| clip(*part, range.0, range.1)));
    }
    joined(out)
}

fn clip(part: Part, start: u64, end: u64) -> Option<Part> {
    let (start, end) = (part.0.max(start), part.1.min(end));
    (start < end).then_some((start, end, part.2))
}

/// Joins adjacent parts of the same length.
fn joined(parts: Vec<Part>) -> Vec<Part> {
    let mut out: Vec<Part> = Vec::with_capacity(parts.len());
    for part in parts {
        match out.last_mut() {
            Some(last) if last.1 == part.0 && last.2 == part.2 && digits(last.0) == digits(part.0) => {
                last.1 = part.1;
            }
            _ => out.push(part),
        }
    }
    out
}

/// The parts whose leading nine digits belong to a carrier.
fn of_carrier(parts: &[Part], carrier: Carrier) -> Vec<Part> {
    const POSITIONS: u32 = 1_000_000_000;
    let mut owned: Vec<(u64, u64)> = Vec::new();
    let mut runs = Carrier::runs().peekable();
    while let Some((start, owner)) = runs.next() {
        let end = runs.peek().map_or(POSITIONS, |next| next.0);
        if owner == Some(carrier) {
            owned.push((u64::from(start), u64::from(end)));
        }
    }
    let mut out = Vec::new();
    for part in parts {
        let ranges: Vec<(u64, u64)> =
            owned.iter().map(|(start, end)| (scaled(*part, *start), scaled(*part, *end))).collect();
        out.extend(within(&[*part], &ranges));
    }
    joined(out)
}

/// What a carrier has of a region.
///
/// ```
/// let shares = numplan::space::carriers(numplan::Region::from_code("CN").unwrap());
/// assert!(shares.iter().all(|share| share.count > 0 && share.first.is_valid()));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CarrierShare {
    pub carrier: Carrier,
    /// Number of numbers allocated to the carrier.
    pub count: u64,
    /// The smallest of them. Its methods give the name of the carrier in other languages.
    pub first: PhoneNumber,
}

/// The carriers that numbers of a region were originally allocated to, the largest first.
///
/// ```
/// let cn = numplan::Region::from_code("CN").unwrap();
/// let largest = numplan::space::carriers(cn)[0];
/// assert_eq!(largest.carrier.name(), "China Mobile");
/// assert_eq!(largest.first.carrier(numplan::Lang::Zh), Some("中国移动"));
/// ```
pub fn carriers(region: Region) -> Vec<CarrierShare> {
    const POSITIONS: u32 = 1_000_000_000;
    let query = CARRIED.into_iter().fold(Query::default().region(region), Query::kind);
    let parts = query.plain();
    let mut found: BTreeMap<Carrier, CarrierShare> = BTreeMap::new();
    let mut runs = Carrier::runs().peekable();
    while let Some((start, owner)) = runs.next() {
        let end = runs.peek().map_or(POSITIONS, |next| next.0);
        let Some(carrier) = owner else { continue };
        let held = parts
            .iter()
            .filter_map(|part| clip(*part, scaled(*part, u64::from(start)), scaled(*part, u64::from(end))));
        for part in held {
            let own = Space::new([part], None);
            let Some(first) = own.unrank(0) else { continue };
            let share = found.entry(carrier).or_insert(CarrierShare { carrier, count: 0, first });
            share.count += own.count();
        }
    }
    let mut all: Vec<CarrierShare> = found.into_values().collect();
    all.sort_by_key(|share| (std::cmp::Reverse(share.count), share.carrier.name()));
    all
}

/// Scales a position of nine leading digits to the length of a part's numbers.
fn scaled(part: Part, position: u64) -> u64 {
    let len = u32::from(digits(part.0));
    match len.checked_sub(9) {
        Some(over) => position * 10u64.pow(over),
        None => position.div_ceil(10u64.pow(9 - len)),
    }
}

fn find_carrier(name: &str) -> Result<Carrier, SpaceError> {
    let wanted = name.to_lowercase();
    // Some names differ only in case.
    let exact = |carrier: &Carrier| carrier.name() == name;
    let known = |carrier: &Carrier| carrier.name().to_lowercase() == wanted;
    Carrier::all().find(exact).or_else(|| Carrier::all().find(known)).ok_or_else(|| {
        SpaceError::UnknownCarrier {
            name: name.to_owned(),
            nearest: nearest(&wanted, Carrier::all().map(Carrier::name)),
        }
    })
}

/// The candidate with the fewest edits, if there are not too many.
fn nearest(wanted: &str, candidates: impl Iterator<Item = &'static str>) -> Option<&'static str> {
    let near = candidates.map(|name| (edits(wanted, &name.to_lowercase()), name));
    near.min_by_key(|(distance, _)| *distance)
        .filter(|(distance, _)| *distance <= wanted.chars().count() / 3 + 1)
        .map(|(_, name)| name)
}

/// Levenshtein distance.
fn edits(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, from) in a.chars().enumerate() {
        let mut corner = row[0];
        row[0] = i + 1;
        for (j, to) in b.iter().enumerate() {
            let change = corner + usize::from(from != *to);
            corner = row[j + 1];
            row[j + 1] = change.min(row[j] + 1).min(corner + 1);
        }
    }
    row[b.len()]
}
