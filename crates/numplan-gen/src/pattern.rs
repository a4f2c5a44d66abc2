//! The regular expressions that the metadata uses: digits, classes, groups, branches, greedy
//! repeats and the end anchor. Patterns are parsed to a tree and matched by backtracking.

use std::fmt;

/// A set of digits: bit `n` is set for the digit `n`.
pub type DigitSet = u16;

/// All ten digits.
pub const ANY: DigitSet = 0x3ff;

/// A parsed pattern.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Node {
    /// One digit of the set.
    Digit(DigitSet),
    /// A sequence; an empty one matches the empty string.
    Seq(Vec<Node>),
    /// Alternatives; the first that leads to a match is taken.
    Alt(Vec<Node>),
    /// Greedy repetition, `min` to `max` times.
    Repeat(Box<Node>, u8, u8),
    /// A capturing group, numbered from 1.
    Group(Box<Node>, u8),
    /// The end of the input.
    End,
}

/// Why a pattern could not be parsed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PatternError {
    /// Byte offset of the problem.
    pub at: usize,
    /// What is wrong.
    pub problem: &'static str,
}

impl fmt::Display for PatternError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} at byte {}", self.problem, self.at)
    }
}

impl std::error::Error for PatternError {}

/// Parses a pattern.
///
/// ```
/// use numplan_gen::pattern::{Node, parse};
/// assert_eq!(parse("[1-3]"), Ok(Node::Digit(0b1110)));
/// assert!(parse("a+").is_err());
/// ```
pub fn parse(pattern: &str) -> Result<Node, PatternError> {
    let mut parser = Parser { text: pattern.as_bytes(), at: 0, groups: 0 };
    let node = parser.alternation()?;
    if parser.at < parser.text.len() {
        return Err(parser.error("an unmatched parenthesis"));
    }
    Ok(node)
}

struct Parser<'a> {
    text: &'a [u8],
    at: usize,
    groups: u8,
}

impl Parser<'_> {
    fn peek(&self) -> Option<u8> {
        self.text.get(self.at).copied()
    }

    fn eat(&mut self, expected: &[u8]) -> bool {
        let found = self.text[self.at..].starts_with(expected);
        if found {
            self.at += expected.len();
        }
        found
    }

    fn error(&self, problem: &'static str) -> PatternError {
        PatternError { at: self.at, problem }
    }

    fn alternation(&mut self) -> Result<Node, PatternError> {
        let mut branches = vec![self.sequence()?];
        while self.eat(b"|") {
            branches.push(self.sequence()?);
        }
        Ok(if branches.len() == 1 { branches.remove(0) } else { Node::Alt(branches) })
    }

    fn sequence(&mut self) -> Result<Node, PatternError> {
        let mut parts = Vec::new();
        while let Some(byte) = self.peek() {
            if byte == b'|' || byte == b')' {
                break;
            }
            let atom = self.atom()?;
            parts.push(self.repeated(atom)?);
        }
        Ok(if parts.len() == 1 { parts.remove(0) } else { Node::Seq(parts) })
    }

    fn atom(&mut self) -> Result<Node, PatternError> {
        if self.eat(b"(?:") {
            let inner = self.alternation()?;
            return if self.eat(b")") { Ok(inner) } else { Err(self.error("an open parenthesis")) };
        }
        if self.eat(b"(?") {
            return Err(self.error("an unknown kind of group"));
        }
        if self.eat(b"(") {
            self.groups += 1;
            let index = self.groups;
            let inner = self.alternation()?;
            return if self.eat(b")") {
                Ok(Node::Group(Box::new(inner), index))
            } else {
                Err(self.error("an open parenthesis"))
            };
        }
        if self.eat(b"[") {
            return self.class();
        }
        if self.eat(b"\\d") {
            return Ok(Node::Digit(ANY));
        }
        if self.eat(b"$") {
            return Ok(Node::End);
        }
        match self.peek() {
            Some(byte @ b'0'..=b'9') => {
                self.at += 1;
                Ok(Node::Digit(1 << (byte - b'0')))
            }
            _ => Err(self.error("an unexpected character")),
        }
    }

    fn class(&mut self) -> Result<Node, PatternError> {
        let mut set = 0;
        loop {
            if self.eat(b"]") {
                return Ok(Node::Digit(set));
            }
            if self.eat(b"\\d") {
                set = ANY;
                continue;
            }
            let first = self.digit()?;
            let last = if self.eat(b"-") { self.digit()? } else { first };
            for digit in first..=last {
                set |= 1 << digit;
            }
        }
    }

    fn digit(&mut self) -> Result<u8, PatternError> {
        match self.peek() {
            Some(byte @ b'0'..=b'9') => {
                self.at += 1;
                Ok(byte - b'0')
            }
            _ => Err(self.error("no digit")),
        }
    }

    fn number(&mut self) -> Result<u8, PatternError> {
        let mut value: u8 = self.digit()?;
        while let Some(b'0'..=b'9') = self.peek() {
            let digit = self.digit()?;
            value = value
                .checked_mul(10)
                .and_then(|tens| tens.checked_add(digit))
                .ok_or_else(|| self.error("too many repeats"))?;
        }
        Ok(value)
    }

    fn repeated(&mut self, atom: Node) -> Result<Node, PatternError> {
        let (min, max) = if self.eat(b"?") {
            (0, 1)
        } else if self.eat(b"{") {
            let min = self.number()?;
            let max = if self.eat(b",") { self.number()? } else { min };
            if !self.eat(b"}") {
                return Err(self.error("an open brace"));
            }
            (min, max)
        } else {
            return Ok(atom);
        };
        if let Some(b'?' | b'{' | b'+' | b'*') = self.peek() {
            return Err(self.error("a repeat of a repeat"));
        }
        Ok(Node::Repeat(Box::new(atom), min, max))
    }
}

/// The end of a match and its groups.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Match {
    /// Length of the match.
    pub end: usize,
    /// Start and end of each group that matched, from group 1.
    pub groups: Vec<Option<(usize, usize)>>,
}

impl Node {
    /// The first match at the start of the digits, in the order of a backtracking engine.
    ///
    /// ```
    /// let pattern = numplan_gen::pattern::parse("0(1\\d)?").unwrap();
    /// assert_eq!(pattern.match_start(b"01234").unwrap().end, 3);
    /// assert_eq!(pattern.match_start(b"0234").unwrap().end, 1);
    /// assert!(pattern.match_start(b"12").is_none());
    /// ```
    pub fn match_start(&self, digits: &[u8]) -> Option<Match> {
        self.run(digits, false)
    }

    /// Whether the pattern matches all digits.
    ///
    /// ```
    /// let pattern = numplan_gen::pattern::parse("1|12").unwrap();
    /// assert!(pattern.match_all(b"12"));
    /// assert!(!pattern.match_all(b"123"));
    /// ```
    pub fn match_all(&self, digits: &[u8]) -> bool {
        self.run(digits, true).is_some()
    }

    /// Number of capturing groups.
    pub fn groups(&self) -> usize {
        match self {
            Node::Digit(_) | Node::End => 0,
            Node::Seq(parts) | Node::Alt(parts) => parts.iter().map(Node::groups).sum(),
            Node::Repeat(inner, ..) => inner.groups(),
            Node::Group(inner, _) => 1 + inner.groups(),
        }
    }

    fn run(&self, digits: &[u8], all: bool) -> Option<Match> {
        let mut groups = vec![None; self.groups()];
        let mut end = None;
        let found = self.step(digits, 0, &mut groups, &mut |at, _| {
            let accepted = !all || at == digits.len();
            if accepted {
                end = Some(at);
            }
            accepted
        });
        found.then(|| Match { end: end.unwrap_or(0), groups })
    }

    fn step(
        &self,
        digits: &[u8],
        at: usize,
        groups: &mut Groups,
        next: &mut dyn FnMut(usize, &mut Groups) -> bool,
    ) -> bool {
        match self {
            Node::Digit(set) => {
                digits.get(at).is_some_and(|byte| set >> (byte - b'0') & 1 == 1 && next(at + 1, groups))
            }
            Node::End => at == digits.len() && next(at, groups),
            Node::Seq(parts) => sequence(parts, digits, at, groups, next),
            Node::Alt(branches) => branches.iter().any(|branch| branch.step(digits, at, groups, next)),
            Node::Repeat(inner, min, max) => repeat(inner, (*min, *max), digits, at, groups, next),
            Node::Group(inner, index) => {
                let slot = usize::from(*index) - 1;
                let before = groups[slot];
                let found = inner.step(digits, at, groups, &mut |end, groups| {
                    let outer = groups[slot].replace((at, end));
                    next(end, groups) || {
                        groups[slot] = outer;
                        false
                    }
                });
                if !found {
                    groups[slot] = before;
                }
                found
            }
        }
    }
}

type Groups = Vec<Option<(usize, usize)>>;

fn sequence(
    parts: &[Node],
    digits: &[u8],
    at: usize,
    groups: &mut Groups,
    next: &mut dyn FnMut(usize, &mut Groups) -> bool,
) -> bool {
    match parts.split_first() {
        None => next(at, groups),
        Some((first, rest)) => {
            first.step(digits, at, groups, &mut |end, groups| sequence(rest, digits, end, groups, next))
        }
    }
}

fn repeat(
    inner: &Node,
    (min, max): (u8, u8),
    digits: &[u8],
    at: usize,
    groups: &mut Groups,
    next: &mut dyn FnMut(usize, &mut Groups) -> bool,
) -> bool {
    if max > 0 {
        let more = inner.step(digits, at, groups, &mut |end, groups| {
            repeat(inner, (min.saturating_sub(1), max - 1), digits, end, groups, next)
        });
        if more {
            return true;
        }
    }
    min == 0 && next(at, groups)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::metadata::Metadata;

    fn end(pattern: &str, digits: &str) -> Option<usize> {
        parse(pattern).expect(pattern).match_start(digits.as_bytes()).map(|found| found.end)
    }

    #[test]
    fn every_pattern_of_the_metadata_parses() {
        for region in &Metadata::bundled().regions {
            let descs = region.descs.iter().map(|desc| &desc.pattern);
            let formats = region.formats.iter().chain(&region.intl_formats);
            let formats = formats.flat_map(|format| [&format.pattern, &format.leading_digits]);
            let own = [&region.idd, &region.prefix_for_parsing, &region.leading_digits];
            for pattern in descs.chain(formats).chain(own) {
                assert!(parse(pattern).is_ok(), "{pattern}");
            }
        }
    }

    #[test]
    fn the_first_alternative_is_taken() {
        assert_eq!(end("0|01", "012"), Some(1));
        assert_eq!(end("01|0", "012"), Some(2));
        assert_eq!(end("00(?:30|5[09]|[126-9]?)", "0030"), Some(4));
        assert_eq!(end("00(?:30|5[09]|[126-9]?)", "0031"), Some(2));
    }

    #[test]
    fn the_end_anchor_matches_only_at_the_end() {
        let pattern = parse("([2-9]\\d{6})$|1").expect("parses");
        let whole = pattern.match_start(b"2345678").expect("matches");
        assert_eq!(whole.groups, vec![Some((0, 7))]);
        assert_eq!(pattern.match_start(b"23456789"), None);
        assert_eq!(
            pattern.match_start(b"1234").map(|found| (found.end, found.groups)),
            Some((1, vec![None]))
        );
    }

    #[test]
    fn invalid_patterns_are_rejected() {
        for broken in ["(", ")", "[1", "1{2", "a", "1**", "(?=1)", "1{999}"] {
            assert!(parse(broken).is_err(), "{broken}");
        }
    }
}
