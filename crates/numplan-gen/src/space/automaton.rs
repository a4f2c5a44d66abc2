//! A pattern as an automaton over digits, and the numbers of a given length that it accepts.

use std::collections::HashMap;
use std::rc::Rc;

use super::intervals::Intervals;
use crate::pattern::{DigitSet, Node};

/// Repeats are unrolled to at most this many copies: no number has more digits.
const MOST: u8 = 20;

#[derive(Debug, Clone, Copy)]
enum Step {
    Digit(DigitSet, usize),
    Fork(usize, usize),
    /// Continues only at the end of the input.
    End(usize),
    Accept,
}

/// A non-deterministic automaton, run on sets of its states.
#[derive(Debug)]
pub struct Automaton {
    steps: Vec<Step>,
    start: usize,
}

/// A set of states, sorted.
pub type State = Rc<[usize]>;

impl Automaton {
    /// Compiles a parsed pattern.
    pub fn new(pattern: &Node) -> Self {
        let mut automaton = Self { steps: vec![Step::Accept], start: 0 };
        automaton.start = automaton.compile(pattern, 0);
        automaton
    }

    fn add(&mut self, step: Step) -> usize {
        self.steps.push(step);
        self.steps.len() - 1
    }

    fn compile(&mut self, node: &Node, next: usize) -> usize {
        match node {
            Node::Digit(set) => self.add(Step::Digit(*set, next)),
            Node::Seq(parts) => parts.iter().rev().fold(next, |next, part| self.compile(part, next)),
            Node::Alt(branches) => {
                let starts: Vec<usize> = branches.iter().map(|branch| self.compile(branch, next)).collect();
                starts
                    .into_iter()
                    .rev()
                    .reduce(|rest, start| self.add(Step::Fork(start, rest)))
                    .unwrap_or(next)
            }
            Node::Repeat(body, min, max) => {
                let mut at = next;
                for _ in *min..(*max).min(MOST).max(*min) {
                    let taken = self.compile(body, at);
                    at = self.add(Step::Fork(taken, next));
                }
                (0..*min).fold(at, |next, _| self.compile(body, next))
            }
            Node::Group(body, _) => self.compile(body, next),
            Node::End => self.add(Step::End(next)),
        }
    }

    /// The start states.
    pub fn start(&self) -> State {
        self.close([self.start])
    }

    /// The states after one more digit.
    pub fn next(&self, state: &State, digit: u8) -> State {
        self.close(state.iter().filter_map(|at| match self.steps[*at] {
            Step::Digit(set, next) if set >> digit & 1 == 1 => Some(next),
            _ => None,
        }))
    }

    /// Whether a number may end here.
    pub fn accepts(&self, state: &State) -> bool {
        let mut open: Vec<usize> = state.to_vec();
        while let Some(at) = open.pop() {
            match self.steps[at] {
                Step::Accept => return true,
                Step::End(next) => open.extend(self.close([next]).iter()),
                _ => {}
            }
        }
        false
    }

    fn close(&self, from: impl IntoIterator<Item = usize>) -> State {
        let mut open: Vec<usize> = from.into_iter().collect();
        let mut found = Vec::new();
        while let Some(at) = open.pop() {
            if found.contains(&at) {
                continue;
            }
            found.push(at);
            if let Step::Fork(a, b) = self.steps[at] {
                open.extend([a, b]);
            }
        }
        found.sort_unstable();
        found.into()
    }

    /// All numbers of `len` digits that the pattern matches in full.
    pub fn words(&self, len: u8) -> Intervals {
        self.collect(len, false)
    }

    /// All numbers of `len` digits of which the pattern matches a prefix.
    pub fn beginnings(&self, len: u8) -> Intervals {
        self.collect(len, true)
    }

    fn collect(&self, len: u8, beginnings: bool) -> Intervals {
        let mut known = HashMap::new();
        let found = self.walk(&self.start(), len, beginnings, &mut known);
        Rc::unwrap_or_clone(found)
    }

    fn walk(
        &self,
        state: &State,
        rest: u8,
        beginnings: bool,
        known: &mut HashMap<(State, u8), Rc<Intervals>>,
    ) -> Rc<Intervals> {
        if let Some(found) = known.get(&(state.clone(), rest)) {
            return found.clone();
        }
        let size = 10u64.pow(u32::from(rest));
        let through = beginnings && state.iter().any(|at| matches!(self.steps[*at], Step::Accept));
        let found = if through || rest == 0 && self.accepts(state) {
            Intervals::range(0, size)
        } else if rest == 0 || state.is_empty() {
            Intervals::default()
        } else {
            let mut out = Intervals::default();
            for digit in 0..10 {
                let tail = self.walk(&self.next(state, digit), rest - 1, beginnings, known);
                out.append(&tail, u64::from(digit) * (size / 10));
            }
            out
        };
        let found = Rc::new(found);
        known.insert((state.clone(), rest), found.clone());
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pattern::parse;

    #[test]
    fn accepted_numbers_agree_with_brute_force() {
        for text in ["1[2-4]\\d|90{1,2}", "(?:0|9\\d)?5", "\\d{2}(?:1|2\\d)?", "7(?:[0-4]|88)\\d{0,2}", "12$"]
        {
            let pattern = parse(text).expect("a pattern");
            let automaton = Automaton::new(&pattern);
            for len in 1..=4u8 {
                let words = automaton.words(len);
                let starts = automaton.beginnings(len);
                let has = |set: &Intervals, n| set.as_slice().iter().any(|(a, b)| (*a..*b).contains(&n));
                for number in 0..10u64.pow(u32::from(len)) {
                    let digits: Vec<u8> = format!("{number:0width$}", width = usize::from(len)).into_bytes();
                    assert_eq!(has(&words, number), pattern.match_all(&digits), "{text} {number}");
                    assert_eq!(
                        has(&starts, number),
                        pattern.match_start(&digits).is_some(),
                        "{text} {number}"
                    );
                }
            }
        }
    }
}
