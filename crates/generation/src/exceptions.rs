//! The numbers in which a run differs from its ranges of tracks: numbers that a list excluded, and numbers
//! that an earlier run had spared.

use numplan::{PhoneNumber, parse_bytes};
use numsift_intake::NumberSet;

use crate::GenerationError;

/// The digits of a number in E.164 as an integer, as in lists.
pub fn digits(number: &PhoneNumber) -> u64 {
    let above = u64::from(number.country_code()).saturating_mul(10_u64.pow(number.nsn_len().into()));
    above.saturating_add(number.national_number())
}

/// The number with these digits in E.164.
pub(crate) fn number(digits: u64) -> Option<PhoneNumber> {
    parse_bytes(format!("+{digits}").as_bytes(), None).ok()
}

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Exceptions {
    /// Numbers in the ranges of the run that the list excluded.
    pub(crate) passed: NumberSet,
    /// Spared numbers that the run contains, by segment.
    pub(crate) filled: Vec<NumberSet>,
}

impl Exceptions {
    /// The stored form: each set after its length. Empty for a run without exceptions.
    pub(crate) fn to_bytes(&self) -> Vec<u8> {
        if self.passed.is_empty() && self.filled.iter().all(NumberSet::is_empty) {
            return Vec::new();
        }
        let mut bytes = Vec::new();
        for set in std::iter::once(&self.passed).chain(&self.filled) {
            let set = set.to_bytes();
            bytes.extend_from_slice(&(set.len() as u64).to_le_bytes());
            bytes.extend_from_slice(&set);
        }
        bytes
    }

    /// Reads the stored form.
    pub(crate) fn from_bytes(mut bytes: &[u8]) -> Result<Self, GenerationError> {
        let damaged = || GenerationError::Machine("the exceptions of a run are damaged".to_owned());
        let mut sets = Vec::new();
        while let Some((length, rest)) = bytes.split_first_chunk::<8>() {
            let length = usize::try_from(u64::from_le_bytes(*length)).map_err(|_| damaged())?;
            let (set, rest) = rest.split_at_checked(length).ok_or_else(damaged)?;
            sets.push(NumberSet::from_bytes(set).map_err(|_| damaged())?);
            bytes = rest;
        }
        let mut sets = sets.into_iter();
        Ok(Self { passed: sets.next().unwrap_or_default(), filled: sets.collect() })
    }
}

/// Reads the spared numbers of an account from their stored form.
pub(crate) fn read_spared(bytes: &[u8]) -> Result<NumberSet, GenerationError> {
    if bytes.is_empty() {
        return Ok(NumberSet::default());
    }
    NumberSet::from_bytes(bytes)
        .map_err(|_| GenerationError::Machine("the spared numbers of an account are damaged".to_owned()))
}

/// The stored form of spared numbers; empty if there are none.
pub(crate) fn write_spared(spared: &NumberSet) -> Vec<u8> {
    if spared.is_empty() { Vec::new() } else { spared.to_bytes() }
}

#[cfg(test)]
mod tests {
    use super::{Exceptions, digits, number};
    use numsift_intake::NumberSet;

    #[test]
    fn exceptions_survive_a_round_trip() {
        let set = |numbers: &[u64]| NumberSet::from_sorted(numbers.to_vec());
        let none = Exceptions { filled: vec![NumberSet::default(); 2], ..Exceptions::default() };
        assert!(none.to_bytes().is_empty());
        let some = Exceptions { passed: set(&[5, 7]), filled: vec![set(&[]), set(&[9])] };
        assert_eq!(Exceptions::from_bytes(&some.to_bytes()).ok(), Some(some.clone()));
        assert!(Exceptions::from_bytes(&some.to_bytes()[..12]).is_err());
    }

    #[test]
    fn digits_convert_to_the_same_number() {
        for text in ["+8613812345678", "+390612345678", "+6834123", "+5491123456789"] {
            let parsed = numplan::parse(text, None).ok();
            let there = parsed.map(|parsed| digits(&parsed));
            assert_eq!(there, text[1..].parse().ok());
            assert_eq!(there.and_then(number), parsed);
        }
    }
}
