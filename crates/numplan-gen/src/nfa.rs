//! Patterns as NFAs: an unordered one for matching in full, and an ordered one that
//! keeps the priorities of a backtracking engine for matching a prefix.

use crate::pattern::{ANY, DigitSet, Node};

/// An instruction, with the indices of the next instructions.
#[derive(Debug, Clone)]
enum Inst {
    Digit(DigitSet, u32),
    Split(Vec<u32>),
    GroupStart(u32),
    GroupEnd(u32),
    End(u32),
    Accept(u32),
}

/// Several patterns as one NFA.
#[derive(Debug, Clone, Default)]
pub struct Nfa {
    insts: Vec<Inst>,
    starts: Vec<u32>,
}

/// A set of positions in an [`Nfa`], sorted.
pub type Set = Vec<u32>;

impl Nfa {
    /// Adds a pattern that has to match in full, and the tag of its matches.
    pub fn add(&mut self, pattern: &Node, tag: u32) {
        let accept = self.push(Inst::Accept(tag));
        let start = self.compile(pattern, accept, 0);
        self.starts.push(start);
    }

    /// Adds a pattern that has to match the leading digits.
    pub fn add_leading(&mut self, pattern: &Node, tag: u32) {
        let accept = self.push(Inst::Accept(tag));
        let hub = self.push(Inst::Split(Vec::new()));
        let more = self.push(Inst::Digit(ANY, hub));
        self.insts[hub as usize] = Inst::Split(vec![accept, more]);
        let start = self.compile(pattern, hub, 0);
        self.starts.push(start);
    }

    /// The positions before the first digit.
    pub fn start(&self) -> Set {
        let mut set = Set::new();
        for &start in &self.starts {
            self.close(start, &mut set);
        }
        set.sort_unstable();
        set
    }

    /// The positions after one more digit.
    pub fn step(&self, set: &Set, digit: u8) -> Set {
        let mut after = Set::new();
        for &at in set {
            if let Inst::Digit(digits, next) = self.insts[at as usize]
                && digits >> digit & 1 == 1
            {
                self.close(next, &mut after);
            }
        }
        after.sort_unstable();
        after
    }

    /// The tags of the patterns that match if the digits end here.
    pub fn accepted(&self, set: &Set) -> impl Iterator<Item = u32> {
        set.iter().filter_map(|&at| match self.insts[at as usize] {
            Inst::Accept(tag) => Some(tag),
            _ => None,
        })
    }

    fn close(&self, at: u32, set: &mut Set) {
        if set.contains(&at) {
            return;
        }
        match &self.insts[at as usize] {
            Inst::Split(branches) => branches.iter().for_each(|&branch| self.close(branch, set)),
            Inst::GroupStart(next) | Inst::GroupEnd(next) => self.close(*next, set),
            Inst::End(_) => panic!("an end anchor has no place in a pattern that matches in full"),
            Inst::Digit(..) | Inst::Accept(_) => set.push(at),
        }
    }

    fn push(&mut self, inst: Inst) -> u32 {
        self.insts.push(inst);
        u32::try_from(self.insts.len() - 1).expect("patterns are short")
    }

    /// Compiles a pattern that continues at `next`; `group` is the group to track.
    fn compile(&mut self, node: &Node, next: u32, group: u8) -> u32 {
        match node {
            Node::Digit(set) => self.push(Inst::Digit(*set, next)),
            Node::End => self.push(Inst::End(next)),
            Node::Seq(parts) => parts.iter().rev().fold(next, |next, part| self.compile(part, next, group)),
            Node::Alt(branches) => {
                let entries = branches.iter().map(|branch| self.compile(branch, next, group)).collect();
                self.push(Inst::Split(entries))
            }
            Node::Repeat(inner, min, max) => {
                let mut entry = next;
                for _ in *min..*max {
                    let once = self.compile(inner, entry, group);
                    entry = self.push(Inst::Split(vec![once, next]));
                }
                (0..*min).fold(entry, |entry, _| self.compile(inner, entry, group))
            }
            Node::Group(inner, index) if *index == group => {
                let end = self.push(Inst::GroupEnd(next));
                let body = self.compile(inner, end, group);
                self.push(Inst::GroupStart(body))
            }
            Node::Group(inner, _) => self.compile(inner, next, group),
        }
    }
}

/// A prefix pattern as an ordered NFA that also tracks its last group.
#[derive(Debug, Clone)]
pub struct Prefix {
    nfa: Nfa,
    start: u32,
}

/// A thread of the NFA: position, start and end of the last group.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
struct Thread {
    at: u32,
    group: Option<(u8, u8)>,
}

/// The threads that are alive, in order of priority, and the best match so far.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Ways {
    threads: Vec<Thread>,
    /// A match that ends here, whatever digits follow.
    pub hit: Option<Hit>,
    /// The match of an end anchor, if the digits end here.
    pub end_hit: Option<Hit>,
}

/// A match of a prefix, with its last group.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Hit {
    /// Start and end of the group.
    pub group: Option<(u8, u8)>,
}

impl Ways {
    /// No threads.
    pub const fn dead() -> Self {
        Self { threads: Vec::new(), hit: None, end_hit: None }
    }

    /// Whether no thread is alive.
    pub fn is_dead(&self) -> bool {
        self.threads.is_empty()
    }
}

impl Prefix {
    /// Compiles a prefix pattern.
    pub fn new(pattern: &Node) -> Self {
        let mut nfa = Nfa::default();
        let accept = nfa.push(Inst::Accept(0));
        let group = u8::try_from(pattern.groups()).expect("few groups");
        let start = nfa.compile(pattern, accept, group);
        Self { nfa, start }
    }

    /// The threads before the first digit.
    pub fn start(&self) -> Ways {
        let mut ways = Ways::dead();
        self.follow(self.start, None, 0, false, &mut ways);
        ways
    }

    /// The threads after one more digit; `depth` is the number of digits including this one.
    pub fn step(&self, ways: &Ways, digit: u8, depth: u8) -> Ways {
        let mut after = Ways::dead();
        for thread in &ways.threads {
            if let Inst::Digit(digits, next) = self.nfa.insts[thread.at as usize]
                && digits >> digit & 1 == 1
                && self.follow(next, thread.group, depth, false, &mut after)
            {
                break;
            }
        }
        after
    }

    /// Adds the threads from a position; returns `true` once a match ends all threads of lower priority.
    fn follow(&self, at: u32, group: Option<(u8, u8)>, depth: u8, at_end: bool, ways: &mut Ways) -> bool {
        match &self.nfa.insts[at as usize] {
            Inst::Digit(..) => {
                let known = ways.threads.iter().any(|thread| thread.at == at);
                if !known && !at_end {
                    ways.threads.push(Thread { at, group });
                }
                false
            }
            Inst::Split(branches) => {
                branches.iter().any(|&branch| self.follow(branch, group, depth, at_end, ways))
            }
            Inst::GroupStart(next) => self.follow(*next, Some((depth, depth)), depth, at_end, ways),
            Inst::GroupEnd(next) => {
                let start = group.map_or(depth, |(start, _)| start);
                self.follow(*next, Some((start, depth)), depth, at_end, ways)
            }
            Inst::End(next) => {
                self.follow(*next, group, depth, true, ways);
                false
            }
            Inst::Accept(_) if at_end => {
                ways.end_hit.get_or_insert(Hit { group });
                false
            }
            Inst::Accept(_) => {
                ways.hit = Some(Hit { group });
                true
            }
        }
    }
}
