//! Digit patterns: `+86 138 ???? 88[0-9]8`, `20{4}[1-5]??`.
//!
//! A pattern has a fixed length and a set of digits per position, so the matching numbers below any bound can
//! be counted, and the k-th found, digit by digit.

use super::{PatternProblem, SpaceError};

/// A set of digits: bit `n` is set for the digit `n`.
type DigitSet = u16;

const ANY: DigitSet = 0x3ff;

/// Most digits of a number that fits in 64 bits.
pub(super) const MOST: usize = 19;

/// A pattern over all digits of a number in E.164.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Mask {
    places: Vec<DigitSet>,
    /// For each position, the number of combinations of the positions after it.
    behind: Vec<u64>,
}

/// Parses a pattern into its positions. Also returns whether it begins with `+`.
pub(super) fn read(text: &str) -> Result<(bool, Vec<DigitSet>), SpaceError> {
    let bad = |problem| SpaceError::Pattern { pattern: text.to_owned(), problem };
    let mut places = Vec::new();
    let mut rest = text.trim().chars().peekable();
    let plus = rest.next_if_eq(&'+').is_some();
    while let Some(next) = rest.next() {
        match next {
            '0'..='9' => places.push(1 << digit(next)),
            '?' => places.push(ANY),
            '[' => places.push(class(&mut rest).ok_or_else(|| bad(PatternProblem::Class))?),
            '{' => {
                let count = repeat(&mut rest).ok_or_else(|| bad(PatternProblem::Repeat))?;
                let last = *places.last().ok_or_else(|| bad(PatternProblem::NothingToRepeat))?;
                places.pop();
                places.extend(std::iter::repeat_n(last, count));
            }
            ' ' | '-' | '.' | '(' | ')' | '/' => {}
            _ => return Err(bad(PatternProblem::Character)),
        }
        if places.len() > MOST {
            return Err(bad(PatternProblem::TooLong));
        }
    }
    if places.is_empty() { Err(bad(PatternProblem::Empty)) } else { Ok((plus, places)) }
}

fn digit(c: char) -> u32 {
    c.to_digit(10).unwrap_or(0)
}

/// Parses a class up to its `]`.
fn class(rest: &mut std::iter::Peekable<std::str::Chars<'_>>) -> Option<DigitSet> {
    let mut set = 0;
    loop {
        let first = match rest.next()? {
            ']' => return Some(set).filter(|set| *set != 0),
            c => c.to_digit(10)?,
        };
        let last = if rest.next_if_eq(&'-').is_some() { rest.next()?.to_digit(10)? } else { first };
        if last < first {
            return None;
        }
        set |= (first..=last).fold(0, |set, digit| set | 1 << digit);
    }
}

/// Parses a repeat count up to its `}`.
fn repeat(rest: &mut std::iter::Peekable<std::str::Chars<'_>>) -> Option<usize> {
    let mut count = 0;
    loop {
        match rest.next()? {
            '}' => return Some(count).filter(|count| *count > 0),
            c => count = (count * 10 + c.to_digit(10)? as usize).min(MOST + 1),
        }
    }
}

impl Mask {
    /// A mask of a calling code followed by the positions of a pattern; `None` if it is too long.
    pub(super) fn new(country_code: Option<u16>, places: &[DigitSet]) -> Option<Self> {
        let head = country_code.map(|code| code.to_string()).unwrap_or_default();
        let mut all: Vec<DigitSet> = head.bytes().map(|byte| 1 << (byte - b'0')).collect();
        all.extend_from_slice(places);
        if all.len() > MOST {
            return None;
        }
        let mut behind = vec![1; all.len()];
        for at in (1..all.len()).rev() {
            behind[at - 1] = behind[at] * u64::from(all[at].count_ones());
        }
        Some(Self { places: all, behind })
    }

    /// The numbers that match both masks; `None` if there are none.
    pub(super) fn and(&self, other: &Self) -> Option<Self> {
        if self.places.len() != other.places.len() {
            return None;
        }
        let places: Vec<DigitSet> = self.places.iter().zip(&other.places).map(|(a, b)| a & b).collect();
        if places.contains(&0) { None } else { Self::new(None, &places) }
    }

    /// The digits allowed at each position, one bit per digit.
    pub(super) fn places(&self) -> &[DigitSet] {
        &self.places
    }

    /// The range of integers with as many digits as the mask.
    pub(super) fn bounds(&self) -> (u64, u64) {
        let digits = u32::try_from(self.places.len()).unwrap_or(0);
        (10u64.pow(digits - 1), 10u64.pow(digits - 1).saturating_mul(10))
    }

    /// Number of matching numbers below `bound`, which has as many digits as the mask or is the upper bound.
    pub(super) fn below(&self, bound: u64) -> u64 {
        let (_, end) = self.bounds();
        if bound >= end {
            return self.behind[0] * u64::from(self.places[0].count_ones());
        }
        let mut unit = end / 10;
        let mut rest = bound;
        let mut count = 0;
        for (set, behind) in self.places.iter().zip(&self.behind) {
            let digit = rest / unit;
            rest %= unit;
            unit = (unit / 10).max(1);
            count += behind * u64::from((set & ((1 << digit) - 1)).count_ones());
            if set >> digit & 1 == 0 {
                break;
            }
        }
        count
    }

    /// The matching number at an index, in ascending order.
    pub(super) fn nth(&self, mut index: u64) -> u64 {
        let mut value = 0;
        for (set, behind) in self.places.iter().zip(&self.behind) {
            let mut left = *set;
            for _ in 0..index / behind {
                left &= left - 1;
            }
            index %= behind;
            value = value * 10 + u64::from(left.trailing_zeros());
        }
        value
    }

    /// Whether a number matches.
    pub(super) fn matches(&self, number: u64) -> bool {
        let (start, end) = self.bounds();
        (start..end).contains(&number) && self.below(number + 1) > self.below(number)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mask(pattern: &str) -> Mask {
        Mask::new(None, &read(pattern).expect("a pattern").1).expect("short enough")
    }

    #[test]
    fn patterns_are_parsed() {
        assert_eq!(read("+1 (2?) [3-5]{2}").expect("reads"), (true, vec![2, 4, ANY, 0b11_1000, 0b11_1000]));
        assert_eq!(read("0{3}").expect("reads"), (false, vec![1, 1, 1]));
        for wrong in ["", "+", "12a", "[", "[]", "[5-2]", "[a]", "{3}", "1{", "1{}", "1{0}", "1{99}", "?{20}"]
        {
            assert!(matches!(read(wrong), Err(SpaceError::Pattern { .. })), "{wrong}");
        }
    }

    #[test]
    fn counts_and_members_agree_with_brute_force() {
        for pattern in ["1?3", "[1-3][05]?", "9{4}", "[1-9]?[02468]7", "????", "5"] {
            let mask = mask(pattern);
            let places = read(pattern).expect("reads").1;
            let (start, end) = mask.bounds();
            let fits =
                |n: &u64| n.to_string().bytes().zip(&places).all(|(b, set)| set >> (b - b'0') & 1 == 1);
            let all: Vec<u64> = (start..end).filter(fits).collect();
            for bound in start..=end {
                let naive = all.partition_point(|n| *n < bound) as u64;
                let skipped = mask.below(start);
                assert_eq!(mask.below(bound) - skipped, naive, "{pattern} {bound}");
            }
            for (index, number) in (mask.below(start)..).zip(&all) {
                assert_eq!(mask.nth(index), *number);
                assert!(mask.matches(*number));
            }
            assert_eq!((start..end).filter(|n| mask.matches(*n)).count(), all.len());
        }
    }
}
