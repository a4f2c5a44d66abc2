//! Builds the automaton over the digits in E.164, calling code first, including the stripping of national
//! prefixes, and packs it: a table over four digits, then nodes over two.

use std::collections::HashMap;

use crate::metadata::Metadata;
use crate::nfa::{Prefix, Ways};
use crate::pattern;
use crate::plain::{Automaton, DEPTH, NO_REGION, Plain, kind, possible};

/// Most digits of an input plus one.
pub const LENGTHS: usize = 24;

/// Most digits of a national significant number.
const MAX_NSN: u8 = 17;

/// What the automaton knows about the digits after a `+`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Class {
    /// Calling code, or 0 if there is none.
    pub code: u16,
    /// Number of digits to strip after the calling code.
    pub strip: u8,
    /// Whether the general path is needed.
    pub slow: bool,
    /// The answer without stripping.
    pub plain: Plain,
    /// The answer after stripping.
    pub after: Plain,
}

impl Class {
    const NONE: Plain =
        Plain { region: NO_REGION, kind: kind::UNKNOWN, possible: possible::TOO_SHORT, general: false };

    /// The encoding that the engine reads.
    pub fn bits(&self) -> u64 {
        let answer = |plain: &Plain| {
            u64::from(plain.region)
                | u64::from(plain.kind) << 8
                | u64::from(plain.possible) << 12
                | u64::from(plain.kind != kind::UNKNOWN) << 15
        };
        let code_len = if self.code == 0 { 0 } else { u64::from(self.code.ilog10()) + 1 };
        answer(&self.after)
            | u64::from(self.strip) << 16
            | u64::from(self.slow) << 21
            | u64::from(self.plain.general) << 22
            | answer(&self.plain) << 24
            | u64::from(self.code) << 40
            | code_len << 50
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
struct State {
    end: u32,
    next: Option<[u32; 10]>,
}

/// Tables of the packed automaton.
#[derive(Debug, Default)]
pub struct Tables {
    /// Entry for each four leading digits.
    pub root: Vec<u16>,
    /// Nodes of 100 entries each.
    pub nodes: Vec<u16>,
    /// Classes by number of digits, below [`LENGTHS`], then by profile.
    pub profiles: Vec<u16>,
    /// The distinct answers.
    pub classes: Vec<u64>,
}

/// Builds the tables.
pub fn build(data: &Metadata) -> Tables {
    let mut builder = Builder::default();
    let nowhere = builder.nowhere(0);
    let mut codes = HashMap::new();
    for entry in &data.codes {
        let start = builder.code(data, entry.code);
        codes.insert(entry.code, start);
    }
    let start = builder.codes(&codes, 0, 0, nowhere);
    builder.pack(start)
}

#[derive(Default)]
struct Builder {
    classes: Vec<Class>,
    class_ids: HashMap<Class, u32>,
    states: Vec<State>,
    state_ids: HashMap<State, u32>,
}

/// A state of the product automaton: the number as it is, the prefix pattern, the number after the prefix.
type Product = (u32, Ways, Option<(u8, bool, u32)>, u8);

impl Builder {
    fn class(&mut self, class: Class) -> u32 {
        let classes = &mut self.classes;
        *self.class_ids.entry(class).or_insert_with(|| {
            classes.push(class);
            u32::try_from(classes.len() - 1).expect("few classes")
        })
    }

    fn state(&mut self, state: State) -> u32 {
        let states = &mut self.states;
        *self.state_ids.entry(state).or_insert_with_key(|state| {
            states.push(state.clone());
            u32::try_from(states.len() - 1).expect("few states")
        })
    }

    /// Digits that do not begin with a calling code.
    fn nowhere(&mut self, depth: usize) -> u32 {
        let end = self.class(Class { code: 0, strip: 0, slow: true, plain: Class::NONE, after: Class::NONE });
        let next = (depth + 1 < LENGTHS).then(|| [self.nowhere(depth + 1); 10]);
        self.state(State { end, next })
    }

    fn codes(&mut self, codes: &HashMap<u16, u32>, so_far: u16, depth: u16, nowhere: u32) -> u32 {
        if let Some(&start) = codes.get(&so_far).filter(|_| depth > 0) {
            return start;
        }
        if depth == 3 || (depth > 0 && so_far == 0) {
            return self.at_depth(nowhere, depth);
        }
        let end = self.states[nowhere as usize].end;
        let mut next = [0; 10];
        for (slot, digit) in next.iter_mut().zip(0..) {
            *slot = self.codes(codes, so_far * 10 + digit, depth + 1, nowhere);
        }
        self.state(State { end, next: Some(next) })
    }

    fn at_depth(&self, nowhere: u32, depth: u16) -> u32 {
        (0..depth).fold(nowhere, |state, _| self.states[state as usize].next.map_or(state, |next| next[0]))
    }

    fn code(&mut self, data: &Metadata, code: u16) -> u32 {
        let plain = Automaton::new(data, code);
        let main = &data.regions[data.regions_of(code)[0]];
        let parse = |text: &str| pattern::parse(text).expect("the metadata's patterns parse");
        let prefix = (!main.prefix_for_parsing.is_empty())
            .then(|| (Prefix::new(&parse(&main.prefix_for_parsing)), !main.transform.is_empty()));
        let ways = prefix.as_ref().map_or(Ways::dead(), |(prefix, _)| prefix.start());
        let mut product = Folding { code, plain: &plain, prefix, memo: HashMap::new(), builder: self };
        let hit = product.hit(&ways, 0);
        product.state((plain.start, ways, hit, 0))
    }

    fn pack(self, start: u32) -> Tables {
        let mut packer = Packer { states: &self.states, ..Packer::default() };
        let root: Vec<Entry> = (0..10_000_u16)
            .map(|digits| {
                let mut at = start;
                let mut history = Vec::new();
                for divisor in [1000, 100, 10, 1] {
                    let state = &self.states[at as usize];
                    history.push(state.end);
                    at = state.next.expect("four digits are not the end")[usize::from(digits / divisor % 10)];
                }
                packer.entry(at, &history)
            })
            .collect();
        packer.tables(&root, self.classes.iter().map(Class::bits).collect())
    }
}

struct Folding<'a> {
    code: u16,
    plain: &'a Automaton,
    prefix: Option<(Prefix, bool)>,
    memo: HashMap<Product, u32>,
    builder: &'a mut Builder,
}

impl Folding<'_> {
    /// The match that ends at this depth.
    fn hit(&self, ways: &Ways, depth: u8) -> Option<(u8, bool, u32)> {
        ways.hit.map(|hit| (depth, hit.group.is_some() && self.transforms(), self.plain.start))
    }

    fn transforms(&self) -> bool {
        self.prefix.as_ref().is_some_and(|(_, transforms)| *transforms)
    }

    fn state(&mut self, product: Product) -> u32 {
        if let Some(&known) = self.memo.get(&product) {
            return known;
        }
        let (whole, ways, hit, depth) = &product;
        let depth = *depth;
        let next = (depth < DEPTH).then(|| {
            let mut next = [0; 10];
            for (slot, digit) in next.iter_mut().zip(0_u8..) {
                let step = |state: u32| self.plain.states[state as usize].next[usize::from(digit)];
                let after = match &self.prefix {
                    Some((prefix, _)) if !ways.is_dead() => prefix.step(ways, digit, depth + 1),
                    _ => Ways::dead(),
                };
                let moved = hit.map(|(at, transform, state)| (at, transform, step(state)));
                let hit = self.hit(&after, depth + 1).or(moved);
                *slot = self.state((step(*whole), after, hit, depth + 1));
            }
            next
        });
        let end = self.end(*whole, ways, *hit, depth);
        let id = self.builder.state(State { end, next });
        self.memo.insert(product, id);
        id
    }

    fn end(&mut self, whole: u32, ways: &Ways, hit: Option<(u8, bool, u32)>, depth: u8) -> u32 {
        let plain = self.plain.states[whole as usize].end;
        let keep = Class { code: self.code, strip: 0, slow: false, plain, after: plain };
        let mut class = if let Some(end_hit) = ways.end_hit {
            // Only rules with a transform have an end anchor.
            assert!(end_hit.group.is_some() && self.transforms(), "an end anchor without a transform");
            Class { slow: true, ..keep }
        } else {
            match hit {
                None | Some((0, false, _)) => keep,
                Some((_, true, _)) => Class { slow: true, ..keep },
                Some((strip, false, state)) => {
                    let after = self.plain.states[state as usize].end;
                    let refused = plain.general && !after.general;
                    let fits = after.possible == possible::YES || after.possible == possible::TOO_LONG;
                    if refused || !fits { keep } else { Class { strip, after, ..keep } }
                }
            }
        };
        class.slow |= depth < 2 || depth - class.strip > MAX_NSN;
        self.builder.class(class)
    }
}

/// The target of a path through the digits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Entry {
    Profile(u32),
    Node(u32),
}

#[derive(Default)]
struct Packer<'a> {
    states: &'a [State],
    memo: HashMap<(u32, Vec<u32>), Entry>,
    nodes: Vec<Vec<Entry>>,
    node_ids: HashMap<Vec<Entry>, u32>,
    profiles: Vec<Vec<u32>>,
    profile_ids: HashMap<Vec<u32>, u32>,
    by_length: HashMap<u32, bool>,
}

impl Packer<'_> {
    /// Whether only the number of digits matters from here on.
    fn only_length(&mut self, state: u32) -> bool {
        if let Some(&known) = self.by_length.get(&state) {
            return known;
        }
        let answer = match self.states[state as usize].next {
            None => true,
            Some(next) => next.iter().all(|&each| each == next[0]) && self.only_length(next[0]),
        };
        self.by_length.insert(state, answer);
        answer
    }

    fn entry(&mut self, state: u32, history: &[u32]) -> Entry {
        let key = (state, history.to_vec());
        if let Some(&known) = self.memo.get(&key) {
            return known;
        }
        let entry = if self.only_length(state) {
            self.profile(state, history)
        } else {
            let children = (0..100).map(|pair| self.child(state, history, pair)).collect();
            let nodes = &mut self.nodes;
            Entry::Node(*self.node_ids.entry(children).or_insert_with_key(|children| {
                nodes.push(children.clone());
                u32::try_from(nodes.len() - 1).expect("few nodes")
            }))
        };
        self.memo.insert(key, entry);
        entry
    }

    fn child(&mut self, state: u32, history: &[u32], pair: usize) -> Entry {
        let mut history = history.to_vec();
        let mut at = state;
        for digit in [pair / 10, pair % 10] {
            match self.states[at as usize].next {
                Some(next) => {
                    history.push(self.states[at as usize].end);
                    at = next[digit];
                }
                None => return self.profile(at, &history),
            }
        }
        self.entry(at, &history)
    }

    fn profile(&mut self, state: u32, history: &[u32]) -> Entry {
        let mut profile = history.to_vec();
        let mut at = state;
        loop {
            profile.push(self.states[at as usize].end);
            match self.states[at as usize].next {
                Some(next) if profile.len() < LENGTHS => at = next[0],
                _ => break,
            }
        }
        // Longer inputs are never looked up; fill the table.
        let last = profile[profile.len() - 1];
        profile.resize(LENGTHS, last);
        let profiles = &mut self.profiles;
        Entry::Profile(*self.profile_ids.entry(profile).or_insert_with_key(|profile| {
            profiles.push(profile.clone());
            u32::try_from(profiles.len() - 1).expect("few profiles")
        }))
    }

    /// Entries are numbered with the profiles first, then the nodes.
    fn tables(self, root: &[Entry], classes: Vec<u64>) -> Tables {
        let small = |value: usize| u16::try_from(value).expect("the tables have outgrown their 16 bits");
        let word = |entry: &Entry| match *entry {
            Entry::Profile(id) => small(id as usize),
            Entry::Node(id) => small(self.profiles.len() + id as usize),
        };
        Tables {
            root: root.iter().map(word).collect(),
            nodes: self.nodes.iter().flatten().map(word).collect(),
            // Ordered by length: few lengths are common, so hot entries are close together.
            profiles: (0..LENGTHS)
                .flat_map(|length| self.profiles.iter().map(move |profile| profile[length]))
                .map(|class| small(class as usize))
                .collect(),
            classes,
        }
    }
}
