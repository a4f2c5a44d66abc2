//! What the number engine knows about one number: at once, for nothing, without asking anybody.

use std::fmt::Write as _;

use numplan::{Format, Lang, PhoneNumber, Region};
use numsift_intake::kind_code;
use numsift_model::test_number::test_answer;
use numsift_segments::{Kind, Numbers, pack_country};

/// What the numbering plan says about a text.
#[derive(Debug, Clone)]
pub struct Facts {
    number: Option<PhoneNumber>,
    /// It is a number that its country gives out.
    pub valid: bool,
    /// It has a length that its country's numbers have.
    pub possible: bool,
    /// Why it is not valid.
    pub reason: Option<&'static str>,
}

impl Facts {
    /// Looks at a text; a number without `+` is understood as one dials it in the country.
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

    /// The same about a number that a list holds, by the digits of E.164.
    pub fn of_digits(digits: u64) -> Self {
        Self::of(&format!("+{digits}"), None)
    }

    /// The number in a format; `None` when there is none.
    pub fn format(&self, format: Format) -> Option<String> {
        // Room for most, so that it is not made again and again while it is written.
        let mut text = String::with_capacity(24);
        write!(text, "{}", self.number?.without_extension().format(format)).ok()?;
        Some(text)
    }

    /// The digits of E.164 of a valid number.
    pub fn digits(&self) -> Option<u64> {
        let number = self.number.filter(|_| self.valid)?;
        let shift = 10_u64.checked_pow(u32::from(number.nsn_len()))?;
        u64::from(number.country_code()).checked_mul(shift)?.checked_add(number.national_number())
    }

    /// Its type.
    pub fn kind(&self) -> Kind {
        self.number.map_or(Kind::Unknown, |number| Kind::from_code(kind_code(number.number_type())))
    }

    /// The country it belongs to.
    pub fn country(&self) -> Option<&'static str> {
        self.number.and_then(|number| number.region()).map(Region::code)
    }

    /// The calling code.
    pub fn calling_code(&self) -> Option<u16> {
        self.number.map(|number| number.country_code())
    }

    /// The place that it was given out for, in English.
    pub fn region(&self) -> Option<&'static str> {
        self.number.filter(|_| self.valid).and_then(|number| number.description(Lang::En))
    }

    /// The time zones that it can be in.
    pub fn time_zones(&self) -> Vec<&'static str> {
        let number = self.number.filter(|_| self.valid);
        number.map(|number| number.time_zones().collect()).unwrap_or_default()
    }

    /// The carrier that it was first given to.
    pub fn carrier(&self) -> Option<&'static str> {
        self.number.filter(|_| self.valid).and_then(|number| number.carrier(Lang::En))
    }

    /// It is a number for trying things out.
    pub fn is_test(&self) -> bool {
        self.digits().is_some_and(|digits| test_answer(digits).is_some())
    }

    /// As the only number of a list.
    pub(crate) fn as_list(&self) -> Option<Numbers> {
        let number = self.digits()?;
        Some(Numbers {
            line: vec![1],
            number: vec![number],
            country: vec![pack_country(self.country().unwrap_or_default())],
            kind: vec![self.kind().code()],
            carried: Vec::new(),
        })
    }
}

#[cfg(test)]
mod tests {
    use numplan::{Format, Region};
    use numsift_segments::Kind;

    use super::Facts;

    #[test]
    fn a_number_is_known_by_its_digits() {
        let facts = Facts::of("0 20 8366-1177 ext. 7", Region::from_code("GB"));
        assert!(facts.valid && facts.possible && facts.reason.is_none() && !facts.is_test());
        assert_eq!(facts.format(Format::E164).as_deref(), Some("+442083661177"));
        assert_eq!(facts.digits(), Some(442_083_661_177));
        assert_eq!((facts.kind(), facts.country()), (Kind::FixedLine, Some("GB")));
        assert_eq!((facts.region(), facts.time_zones()), (Some("London"), vec!["Europe/London"]));
        assert!(Facts::of_digits(12_015_550_100).is_test());
    }

    #[test]
    fn what_is_no_number_says_why() {
        let facts = Facts::of("+1201555010", None);
        assert_eq!((facts.valid, facts.possible, facts.reason), (false, false, Some("too_short")));
        let facts = Facts::of("nobody", None);
        assert_eq!((facts.reason, facts.calling_code()), (Some("not_a_number"), None));
        assert_eq!((facts.digits(), facts.time_zones().len()), (None, 0));
    }
}
