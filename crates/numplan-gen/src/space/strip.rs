//! Finds the national numbers that change when they are parsed from E.164.
//!
//! After `+` and a calling code the parser still strips a national prefix, so some valid numbers turn
//! into others. The prefix patterns are finite: each is expanded to its possible matches, in the
//! order in which a backtracking engine tries them, and for each match the numbers that it
//! changes are computed.

use std::collections::HashMap;
use std::rc::Rc;

use super::automaton::{Automaton, State};
use super::intervals::Intervals;
use crate::metadata::Region;
use crate::pattern::{ANY, DigitSet, Node, parse};

/// A possible match of a prefix pattern.
#[derive(Debug, Clone, Default)]
struct Way {
    digits: Vec<DigitSet>,
    groups: Vec<(u8, usize, usize)>,
    to_end: bool,
}

/// What happens to a digit of the input, and which digits are inserted before it.
#[derive(Debug, Clone, Default)]
struct Rewrite {
    kept: Vec<bool>,
    before: Vec<Vec<u8>>,
    after: Vec<u8>,
}

/// Finds the numbers that the national prefix rule of a region changes.
#[derive(Debug)]
pub struct Stripper<'a> {
    region: &'a Region,
    general: Automaton,
    ways: Vec<Way>,
    groups: u8,
}

impl<'a> Stripper<'a> {
    /// Prepares the rule of a calling code's main region.
    pub fn new(region: &'a Region) -> Self {
        let general =
            Automaton::new(&parse(&region.general().pattern).expect("the metadata's patterns parse"));
        let prefix = parse(&region.prefix_for_parsing).expect("the metadata's patterns parse");
        let ways = if region.prefix_for_parsing.is_empty() { Vec::new() } else { expand(&prefix) };
        Self { region, general, ways, groups: u8::try_from(prefix.groups()).expect("patterns are small") }
    }

    /// The numbers of `len` digits that are changed.
    pub fn changed(&self, len: u8) -> Intervals {
        let viable = self.general.words(len);
        let everything = Intervals::range(0, 10u64.pow(u32::from(len)));
        let mut open = everything.clone();
        let mut changed = Intervals::default();
        for way in self.ways.iter().filter(|way| way.fits(len)) {
            let taken = way.beginnings(len).intersection(&open);
            open = open.difference(&taken);
            let rewrite = self.rewrite(way);
            let new_len = usize::from(len) - way.digits.len() + rewrite.len();
            if taken.is_empty() || rewrite.is_identity() || !self.length_is_possible(new_len) {
                continue;
            }
            // A number that matches the general pattern is changed only to another that does; others always.
            let to_viable = self.sources(way, &rewrite, len);
            let affected = to_viable.union(&everything.difference(&viable));
            changed = changed.union(&taken.intersection(&affected));
        }
        changed
    }

    /// A change is undone if the new length is too short, local only or impossible.
    fn length_is_possible(&self, len: usize) -> bool {
        let general = self.region.general();
        let is = |list: &[u8]| list.iter().any(|each| usize::from(*each) == len);
        let longest = general.lengths.last().copied().unwrap_or(0);
        !is(&general.local_lengths) && (is(&general.lengths) || len > usize::from(longest))
    }

    fn rewrite(&self, way: &Way) -> Rewrite {
        let group = |index: u8| way.groups.iter().find(|each| each.0 == index);
        let size = way.digits.len();
        let mut out = Rewrite { kept: vec![false; size], before: vec![Vec::new(); size], after: Vec::new() };
        if self.region.transform.is_empty() || group(self.groups).is_none() {
            return out;
        }
        let (mut literal, mut at) = (Vec::new(), 0);
        let mut template = self.region.transform.bytes();
        while let Some(byte) = template.next() {
            if byte != b'\\' {
                literal.push(byte - b'0');
                continue;
            }
            let index = template.next().expect("a group's number follows") - b'0';
            let Some(&(_, start, end)) = group(index) else { continue };
            assert!(start >= at, "groups are used once and in order");
            if start < end {
                out.before[start] = std::mem::take(&mut literal);
            }
            out.kept[start..end].fill(true);
            at = end;
        }
        out.after = literal;
        out
    }

    /// Numbers of `len` digits that match in this way and whose result matches the general pattern.
    fn sources(&self, way: &Way, rewrite: &Rewrite, len: u8) -> Intervals {
        let walk = Walk { general: &self.general, way, rewrite, len: usize::from(len) };
        let found = walk.from(0, &self.general.start(), &mut HashMap::new());
        Rc::unwrap_or_clone(found)
    }
}

impl Way {
    fn fits(&self, len: u8) -> bool {
        let size = self.digits.len();
        if self.to_end { size == usize::from(len) } else { size <= usize::from(len) }
    }

    fn beginnings(&self, len: u8) -> Intervals {
        Automaton::new(&Node::Seq(self.digits.iter().map(|set| Node::Digit(*set)).collect())).beginnings(len)
    }
}

impl Rewrite {
    fn len(&self) -> usize {
        let kept = self.kept.iter().filter(|kept| **kept).count();
        kept + self.before.iter().map(Vec::len).sum::<usize>() + self.after.len()
    }

    fn is_identity(&self) -> bool {
        self.after.is_empty() && self.before.iter().all(Vec::is_empty) && self.kept.iter().all(|kept| *kept)
    }
}

/// Runs the prefix over the input and the general pattern over the result at the same time.
struct Walk<'a> {
    general: &'a Automaton,
    way: &'a Way,
    rewrite: &'a Rewrite,
    len: usize,
}

impl Walk<'_> {
    fn from(
        &self,
        at: usize,
        state: &State,
        known: &mut HashMap<(usize, State), Rc<Intervals>>,
    ) -> Rc<Intervals> {
        if let Some(found) = known.get(&(at, state.clone())) {
            return found.clone();
        }
        let mut state_here = state.clone();
        if at == self.way.digits.len() {
            state_here = self.read(&state_here, &self.rewrite.after);
        }
        let found = if at == self.len {
            Intervals::range(0, u64::from(self.general.accepts(&state_here)))
        } else {
            self.digits(at, &state_here, known)
        };
        let found = Rc::new(found);
        known.insert((at, state.clone()), found.clone());
        found
    }

    fn digits(
        &self,
        at: usize,
        state: &State,
        known: &mut HashMap<(usize, State), Rc<Intervals>>,
    ) -> Intervals {
        let inside = at < self.way.digits.len();
        let allowed = if inside { self.way.digits[at] } else { ANY };
        let state = if inside { self.read(state, &self.rewrite.before[at]) } else { state.clone() };
        let kept = !inside || self.rewrite.kept[at];
        let size = 10u64.pow(u32::try_from(self.len - at - 1).expect("numbers are short"));
        let mut out = Intervals::default();
        if state.is_empty() {
            return out;
        }
        for digit in (0..10u8).filter(|digit| allowed >> digit & 1 == 1) {
            let next = if kept { self.general.next(&state, digit) } else { state.clone() };
            out.append(&self.from(at + 1, &next, known), u64::from(digit) * size);
        }
        out
    }

    fn read(&self, state: &State, digits: &[u8]) -> State {
        digits.iter().fold(state.clone(), |state, digit| self.general.next(&state, *digit))
    }
}

/// All possible matches, in the order in which a backtracking engine tries them.
fn expand(node: &Node) -> Vec<Way> {
    extend(node, &[Way::default()])
}

fn extend(node: &Node, ways: &[Way]) -> Vec<Way> {
    match node {
        Node::Digit(set) => ways
            .iter()
            .filter(|way| !way.to_end)
            .cloned()
            .map(|mut way| {
                way.digits.push(*set);
                way
            })
            .collect(),
        Node::Seq(parts) => parts.iter().fold(ways.to_vec(), |ways, part| extend(part, &ways)),
        Node::Alt(branches) => each(ways, |way| {
            branches.iter().flat_map(|branch| extend(branch, std::slice::from_ref(way))).collect()
        }),
        Node::Repeat(body, min, max) => each(ways, |way| repeat(body, *min, *max, way)),
        Node::Group(body, index) => each(ways, |way| {
            let start = way.digits.len();
            let mut inner = extend(body, std::slice::from_ref(way));
            for way in &mut inner {
                way.groups.retain(|group| group.0 != *index);
                way.groups.push((*index, start, way.digits.len()));
            }
            inner
        }),
        Node::End => each(ways, |way| vec![Way { to_end: true, ..way.clone() }]),
    }
}

fn each(ways: &[Way], grow: impl Fn(&Way) -> Vec<Way>) -> Vec<Way> {
    ways.iter().flat_map(grow).collect()
}

/// Greedy: the most repetitions first.
fn repeat(body: &Node, min: u8, max: u8, way: &Way) -> Vec<Way> {
    let mut out = Vec::new();
    if max > 0 {
        for more in extend(body, std::slice::from_ref(way)) {
            out.extend(repeat(body, min.saturating_sub(1), max - 1, &more));
        }
    }
    if min == 0 {
        out.push(way.clone());
    }
    out
}
