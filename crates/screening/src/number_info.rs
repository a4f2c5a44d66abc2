//! What the numbering plan knows about one number, without asking a provider.

use std::fmt::Write as _;

use numplan::{Format, Lang, PhoneNumber, Region};
use numsift_intake::kind_code;
use numsift_model::test_number::test_answer;
use numsift_segments::Kind;

/// A text, parsed and checked against the numbering plan.
#[derive(Debug, Clone)]
pub struct NumberInfo {
    number: Option<PhoneNumber>,
    /// The number is in a range that its country has allocated.
    pub valid: bool,
    /// The length is one that numbers of its country have.
    pub possible: bool,
    /// Code of the reason when it is not valid.
    pub reason: Option<&'static str>,
}

impl NumberInfo {
    /// Parses a text. A number without `+` is read as dialled within `country`.
    pub fn of(text: &str, country: Option<Region>) -> Self {
        let verdict = numplan::check(text.as_bytes(), country);
        let number = verdict.number();
        Self {
            valid: verdict.is_valid(),
            possible: number.is_some_and(|number| number.is_possible()),
            reason: verdict.reason().map(numplan::Reason::as_str),
            number,
        }
    }

    /// The same for a number of a list: its E.164 digits without the plus.
    pub fn of_digits(digits: u64) -> Self {
        Self::of(&format!("+{digits}"), None)
    }

    /// `None` when the text is not a number.
    pub fn format(&self, format: Format) -> Option<String> {
        // Enough for most numbers, so that the text is allocated once.
        let mut text = String::with_capacity(24);
        write!(text, "{}", self.number?.without_extension().format(format)).ok()?;
        Some(text)
    }

    /// The E.164 digits of a valid number, without the plus.
    pub fn digits(&self) -> Option<u64> {
        let number = self.number.filter(|_| self.valid)?;
        let shift = 10_u64.checked_pow(u32::from(number.nsn_len()))?;
        u64::from(number.country_code()).checked_mul(shift)?.checked_add(number.national_number())
    }

    pub fn kind(&self) -> Kind {
        self.number.map_or(Kind::Unknown, |number| Kind::from_code(kind_code(number.number_type())))
    }

    /// ISO code of the country.
    pub fn country(&self) -> Option<&'static str> {
        self.number.and_then(|number| number.region()).map(Region::code)
    }

    pub fn calling_code(&self) -> Option<u16> {
        self.number.map(|number| number.country_code())
    }

    /// The area that the number was allocated to, in English.
    pub fn region(&self) -> Option<&'static str> {
        self.number.filter(|_| self.valid).and_then(|number| number.description(Lang::En))
    }

    /// The same in a language, or in English where only English says more than the country.
    pub fn region_in(&self, lang: Lang) -> Option<&'static str> {
        let number = self.number.filter(|_| self.valid)?;
        let is_place =
            |place: &&str, lang| number.region().and_then(|country| country.name(lang)) != Some(*place);
        let place = |lang| number.description(lang);
        let english = place(Lang::En).filter(|found| is_place(found, Lang::En));
        place(lang).filter(|found| is_place(found, lang)).or(english).or_else(|| place(lang))
    }

    pub fn time_zones(&self) -> Vec<&'static str> {
        let number = self.number.filter(|_| self.valid);
        number.map(|number| number.time_zones().collect()).unwrap_or_default()
    }

    /// The carrier that the number was originally allocated to.
    pub fn carrier(&self) -> Option<&'static str> {
        self.number.filter(|_| self.valid).and_then(|number| number.carrier(Lang::En))
    }

    pub fn is_test(&self) -> bool {
        self.digits().is_some_and(|digits| test_answer(digits).is_some())
    }
}

#[cfg(test)]
mod tests {
    use numplan::{Format, Region};
    use numsift_segments::Kind;

    use super::NumberInfo;

    #[test]
    fn describes_a_valid_number() {
        let info = NumberInfo::of("0 20 8366-1177 ext. 7", Region::from_code("GB"));
        assert!(info.valid && info.possible && info.reason.is_none() && !info.is_test());
        assert_eq!(info.format(Format::E164).as_deref(), Some("+442083661177"));
        assert_eq!(info.digits(), Some(442_083_661_177));
        assert_eq!((info.kind(), info.country()), (Kind::FixedLine, Some("GB")));
        assert_eq!((info.region(), info.time_zones()), (Some("London"), vec!["Europe/London"]));
        assert!(NumberInfo::of_digits(12_015_550_100).is_test());
    }

    #[test]
    fn gives_the_reason_when_a_text_is_not_a_valid_number() {
        let info = NumberInfo::of("+1201555010", None);
        assert_eq!((info.valid, info.possible, info.reason), (false, false, Some("too_short")));
        let info = NumberInfo::of("nobody", None);
        assert_eq!((info.reason, info.calling_code()), (Some("not_a_number"), None));
        assert_eq!((info.digits(), info.time_zones().len()), (None, 0));
    }
}
