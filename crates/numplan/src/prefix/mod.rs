//! Carrier, place and time zone of a number, by its leading digits.
//!
//! The tables are read in place; nothing is built or unpacked at start. The result is `None` where the public
//! data has no entry.

mod tables;

use std::collections::HashMap;
use std::fmt;
use std::hint::select_unpredictable;
use std::sync::LazyLock;

use crate::{NumberType, PhoneNumber, Region, Verdict};
use tables::{CARRIER_EN, CARRIER_NAMES, CARRIER_ZH, CODE_ZONES, Country, GEO_NAMES, Id, ZONE_NAMES, ZONES};

/// The language of names.
///
/// ```
/// use numplan::Lang;
/// assert_eq!(Lang::from_code("zh"), Some(Lang::Zh));
/// assert_eq!(Lang::Ja.code(), "ja");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[repr(u8)]
pub enum Lang {
    #[default]
    En,
    /// Simplified Chinese.
    Zh,
    /// Falls back to English where the data has no Spanish name.
    Es,
    Ja,
}

impl Lang {
    /// All languages.
    ///
    /// ```
    /// use numplan::Lang;
    /// assert!(Lang::ALL.iter().all(|lang| Lang::from_code(lang.code()) == Some(*lang)));
    /// ```
    pub const ALL: [Self; 4] = [Self::En, Self::Zh, Self::Es, Self::Ja];

    /// The two-letter code.
    ///
    /// ```
    /// assert_eq!(numplan::Lang::Es.code(), "es");
    /// ```
    pub const fn code(self) -> &'static str {
        match self {
            Self::En => "en",
            Self::Zh => "zh",
            Self::Es => "es",
            Self::Ja => "ja",
        }
    }

    /// The language with a two-letter code.
    ///
    /// ```
    /// assert_eq!(numplan::Lang::from_code("fr"), None);
    /// ```
    pub fn from_code(code: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|lang| lang.code() == code)
    }
}

impl fmt::Display for Lang {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.code())
    }
}

/// A carrier, as its index in the tables: cheap to compare and to count.
///
/// ```
/// let number = numplan::parse("+86 138 1234 5678", None).unwrap();
/// let carrier = number.carrier_id().unwrap();
/// assert_eq!(carrier.name(), "China Mobile");
/// assert!(numplan::Carrier::all().any(|each| each == carrier));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Carrier(u16);

impl Carrier {
    #[inline]
    fn new(id: Id) -> Option<Self> {
        u16::try_from(id).ok().filter(|id| *id != 0).map(Self)
    }

    /// The English name.
    ///
    /// ```
    /// let number = numplan::parse("+86 138 1234 5678", None).unwrap();
    /// assert_eq!(number.carrier_id().unwrap().name(), "China Mobile");
    /// ```
    #[inline]
    pub fn name(self) -> &'static str {
        CARRIER_NAMES.get(Id::from(self.0)).unwrap_or_default()
    }

    /// The index in the tables. It changes with the metadata, so do not store it.
    ///
    /// ```
    /// let number = numplan::parse("+86 138 1234 5678", None).unwrap();
    /// assert!(number.carrier_id().unwrap().index() > 0);
    /// ```
    pub const fn index(self) -> u16 {
        self.0
    }

    /// All carriers in the data.
    ///
    /// ```
    /// assert!(numplan::Carrier::all().count() > 1000);
    /// ```
    pub fn all() -> impl Iterator<Item = Self> {
        (1..=CARRIER_NAMES.len()).filter_map(Self::new)
    }

    /// The carriers by the leading nine digits: where each run of equal values starts, in ascending order.
    pub(crate) fn runs() -> impl Iterator<Item = (u32, Option<Self>)> {
        CARRIER_EN.iter().map(|(start, id)| (start, Self::new(id)))
    }
}

/// The Chinese names of carriers, by their English names.
static CHINESE_NAMES: LazyLock<HashMap<&'static str, &'static str>> = LazyLock::new(|| {
    let mut names = HashMap::new();
    for (start, carrier) in Carrier::runs() {
        if let (Some(carrier), Some(name)) = (carrier, CARRIER_NAMES.get(CARRIER_ZH.get(start))) {
            names.entry(carrier.name()).or_insert(name);
        }
    }
    names
});

/// The name of a carrier in a language, from its English name. The English name if the data has no other.
///
/// ```
/// use numplan::{Lang, carrier_name};
/// assert_eq!(carrier_name("China Mobile", Lang::Zh), "中国移动");
/// assert_eq!(carrier_name("China Mobile", Lang::Ja), "China Mobile");
/// assert_eq!(carrier_name("Nobody", Lang::Zh), "Nobody");
/// ```
pub fn carrier_name(english: &str, lang: Lang) -> &str {
    match lang {
        Lang::Zh => CHINESE_NAMES.get(english).copied().unwrap_or(english),
        Lang::En | Lang::Es | Lang::Ja => english,
    }
}

/// The time zones of a number, as IANA names.
///
/// ```
/// let number = numplan::parse("+12015550123", None).unwrap();
/// assert_eq!(number.time_zones().collect::<Vec<_>>(), ["America/New_York"]);
/// ```
#[derive(Debug, Clone)]
pub struct TimeZones(&'static str);

impl TimeZones {
    /// The remaining names, separated by commas; empty if unknown.
    ///
    /// ```
    /// let number = numplan::parse("+447677882125", None).unwrap();
    /// let zones = number.time_zones();
    /// assert!(zones.as_str().starts_with("Europe/Guernsey,"));
    /// ```
    pub const fn as_str(&self) -> &'static str {
        self.0
    }
}

impl Iterator for TimeZones {
    type Item = &'static str;

    fn next(&mut self) -> Option<&'static str> {
        let (zone, rest) = self.0.split_once(',').unwrap_or((self.0, ""));
        self.0 = rest;
        Some(zone).filter(|zone| !zone.is_empty())
    }
}

impl PhoneNumber {
    /// The carrier that the number was **originally allocated** to. Where numbers are portable, the present
    /// carrier may be another.
    ///
    /// `None` if the number is neither mobile nor a pager, or if the data has no name in the language.
    ///
    /// ```
    /// use numplan::Lang;
    /// let number = numplan::parse("+86 138 1234 5678", None).unwrap();
    /// assert_eq!(number.carrier(Lang::En), Some("China Mobile"));
    /// assert_eq!(number.carrier(Lang::Zh), Some("中国移动"));
    /// assert_eq!(number.carrier(Lang::Ja), None);
    /// ```
    pub fn carrier(&self, lang: Lang) -> Option<&'static str> {
        match lang {
            Lang::En | Lang::Es => self.carrier_id().map(Carrier::name),
            Lang::Zh if self.may_have_carrier() => CARRIER_NAMES.get(CARRIER_ZH.get(self.position())),
            Lang::Zh | Lang::Ja => None,
        }
    }

    /// Like [`carrier`](Self::carrier), but only where numbers are not portable, so the name can be shown as
    /// the present carrier.
    ///
    /// ```
    /// use numplan::Lang;
    /// let china = numplan::parse("+86 138 1234 5678", None).unwrap();
    /// let germany = numplan::parse("+49 1512 3456789", None).unwrap();
    /// assert!(germany.carrier(Lang::En).is_some());
    /// assert_eq!(germany.carrier_if_fixed(Lang::En), None);
    /// assert_eq!(china.carrier_if_fixed(Lang::En), china.carrier(Lang::En));
    /// ```
    pub fn carrier_if_fixed(&self, lang: Lang) -> Option<&'static str> {
        let portable =
            self.region().and_then(|region| Country::find(region.code())).is_some_and(|it| it.portable());
        if portable { None } else { self.carrier(lang) }
    }

    /// The original carrier as a small value; see [`carrier`](Self::carrier).
    ///
    /// ```
    /// let number = numplan::parse("+1 201 555 0123", None).unwrap();
    /// assert_eq!(number.carrier_id(), None);
    /// ```
    #[inline]
    pub fn carrier_id(&self) -> Option<Carrier> {
        if self.may_have_carrier() { Carrier::new(CARRIER_EN.get(self.position())) } else { None }
    }

    /// The place that the number belongs to, as precise as the data has it: a town, an area, or the country.
    /// `None` if the number is not valid or its country is ambiguous.
    ///
    /// Spanish falls back to English names; Chinese and Japanese fall back to the name of the country.
    ///
    /// ```
    /// use numplan::Lang;
    /// let number = numplan::parse("+41 44 668 18 00", None).unwrap();
    /// assert_eq!(number.description(Lang::En), Some("Zurich"));
    /// assert_eq!(number.description(Lang::Ja), Some("スイス"));
    /// ```
    pub fn description(&self, lang: Lang) -> Option<&'static str> {
        let kind = self.number_type();
        if kind == NumberType::Unknown {
            return None;
        }
        let area = self.is_geographical(kind).then(|| area(self.without_mobile_token().position(), lang));
        area.flatten().or_else(|| self.country_name(lang))
    }

    /// The name of the country or territory, if the number can belong to only one.
    ///
    /// ```
    /// use numplan::Lang;
    /// let number = numplan::parse("+41 44 668 18 00", None).unwrap();
    /// assert_eq!(number.country_name(Lang::Es), Some("Suiza"));
    /// let anywhere = numplan::parse("+800 1234 5678", None).unwrap();
    /// assert_eq!(anywhere.country_name(Lang::En), None);
    /// ```
    pub fn country_name(&self, lang: Lang) -> Option<&'static str> {
        Country::find(self.only_region()?.code())?.name(lang)
    }

    /// The possible time zones of the number; none if unknown.
    ///
    /// ```
    /// let number = numplan::parse("+81 3 1234 5678", None).unwrap();
    /// assert_eq!(number.time_zones().next(), Some("Asia/Tokyo"));
    /// assert_eq!(numplan::parse("+81 3", None).ok(), None);
    /// ```
    pub fn time_zones(&self) -> TimeZones {
        let kind = self.number_type();
        let id = match kind {
            NumberType::Unknown => return TimeZones(""),
            _ if self.is_geographical(kind) => ZONES.get(self.position()),
            _ => CODE_ZONES.get(position(self.country_code(), 0, 0)),
        };
        TimeZones(ZONE_NAMES.get(id).unwrap_or_default())
    }

    #[inline]
    fn may_have_carrier(&self) -> bool {
        has_carrier(self.number_type())
    }

    /// Whether the number belongs to a place: fixed lines, and mobile numbers of some countries.
    fn is_geographical(&self, kind: NumberType) -> bool {
        match kind {
            NumberType::FixedLine | NumberType::FixedLineOrMobile => true,
            NumberType::Mobile => matches!(self.country_code(), 52 | 54 | 55 | 62 | 86),
            _ => false,
        }
    }

    /// Mobile numbers of Argentina have a 9 before the area code. It is removed before the place is looked
    /// up, and the rest is parsed as a national number.
    fn without_mobile_token(&self) -> Self {
        if self.country_code() == 54
            && let Some(rest) = self.nsn().strip_prefix('9')
        {
            return crate::parse(rest, Region::from_code("AR")).unwrap_or(*self);
        }
        *self
    }

    /// The only region that the number can belong to.
    fn only_region(&self) -> Option<Region> {
        let mut regions = Region::with_country_code(self.country_code());
        if regions.len() == 1 {
            return regions.next();
        }
        let mut valid = regions.filter(|region| self.is_valid_for(*region));
        let first = valid.next();
        if valid.next().is_some() { None } else { first }
    }

    /// The leading nine digits in E.164, padded with zeros.
    #[inline]
    fn position(&self) -> u32 {
        position(self.country_code(), self.national_number(), self.nsn_len())
    }
}

impl Region {
    /// The common name of the country or territory.
    ///
    /// ```
    /// use numplan::{Lang, Region};
    /// let region = Region::from_code("CH").unwrap();
    /// assert_eq!(region.name(Lang::En), Some("Switzerland"));
    /// assert_eq!(Region::WORLD.name(Lang::En), None);
    /// ```
    pub fn name(self, lang: Lang) -> Option<&'static str> {
        Country::find(self.code())?.name(lang)
    }
}

impl Verdict {
    /// The carrier that the number was originally allocated to; see [`PhoneNumber::carrier`].
    ///
    /// ```
    /// let verdict = numplan::check(b"+8613812345678", None);
    /// assert_eq!(verdict.carrier().map(|carrier| carrier.name()), Some("China Mobile"));
    /// ```
    #[inline]
    pub fn carrier(self) -> Option<Carrier> {
        // Types are unpredictable: a needless lookup is cheaper than a mispredicted branch.
        let (four, two, three) = self.leading();
        let found = CARRIER_EN.look_up(four, two, three);
        Carrier::new(select_unpredictable(has_carrier(self.number_type()), found, 0))
    }
}

/// The data has carriers for numbers that may be mobile, and for pagers.
#[inline]
const fn has_carrier(kind: NumberType) -> bool {
    matches!(kind, NumberType::Mobile | NumberType::FixedLineOrMobile | NumberType::Pager)
}

/// The name of the area at a position. Spanish falls back to English. A longer English prefix takes
/// precedence over a shorter Spanish one: the Spanish table has no entries there.
fn area(position: u32, lang: Lang) -> Option<&'static str> {
    let found = GEO_NAMES.get(tables::geo(lang).get(position));
    if lang == Lang::Es && found.is_none() {
        GEO_NAMES.get(tables::geo(Lang::En).get(position))
    } else {
        found
    }
}

#[inline]
fn position(code: u16, national: u64, len: u8) -> u32 {
    let (room, scale) = match code {
        0..10 => (8, 100_000_000),
        10..100 => (7, 10_000_000),
        _ => (6, 1_000_000),
    };
    let tail = match len.checked_sub(room) {
        Some(over) => divided(national, over),
        None => national * 10u64.pow(u32::from(room - len)),
    };
    u32::try_from(u64::from(code) * scale + tail).unwrap_or(u32::MAX)
}

/// Divides a national number by a power of ten, as a multiplication: with a factor of
/// 2^(64 + shift) / 10^power, rounded up, the result is exact for all numbers below 2^57.
#[inline]
fn divided(national: u64, power: u8) -> u64 {
    #[allow(clippy::cast_possible_truncation, reason = "powers below 18, factors below 2^64")]
    const FACTORS: [(u64, u32); 18] = {
        let mut factors = [(0, 0); 18];
        let mut power = 1;
        while power < factors.len() {
            let divisor = 10u128.pow(power as u32);
            let shift = divisor.ilog2();
            factors[power] = (((1u128 << (64 + shift)) / divisor + 1) as u64, shift);
            power += 1;
        }
        factors
    };
    let (factor, shift) = FACTORS[usize::from(power.min(17))];
    let product = (u128::from(national) * u128::from(factor)) >> 64;
    select_unpredictable(power == 0, national, (product as u64) >> shift)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_are_the_leading_nine_digits() {
        assert_eq!(position(86, 13_812_345_678, 11), 861_381_234);
        assert_eq!(position(1, 2_015_550_123, 10), 120_155_501);
        assert_eq!(position(39, 669_812_345, 10), 390_669_812);
        assert_eq!(position(290, 1234, 4), 290_123_400);
        assert_eq!(position(998, 0, 0), 998_000_000);
        assert_eq!(position(999, 99_999_999_999_999_999, 17), 999_999_999);
    }

    #[test]
    fn division_is_exact() {
        for power in 0..18u8 {
            let divisor = 10u64.pow(u32::from(power));
            let most = 99_999_999_999_999_999;
            let near = (0..1000).map(|n| (n * 99_999_999_999_999 / divisor * divisor).min(most));
            for value in near.flat_map(|n| [n.saturating_sub(1), n, n + 1]).chain([0, most]) {
                assert_eq!(divided(value, power), value / divisor, "{value} / 10^{power}");
            }
        }
    }
}
