//! The automaton of a calling code: for every national number its region, its type, whether its
//! length is possible and whether it matches the general pattern. No prefix is stripped.

use std::collections::HashMap;

use crate::metadata::{Desc, Kind, Metadata, Region};
use crate::nfa::{Nfa, Set};
use crate::pattern;

/// Most digits after the calling code.
pub const DEPTH: u8 = 20;

/// No region.
pub const NO_REGION: u8 = 255;

/// Number types, by their index in the engine.
pub mod kind {
    /// Fixed line.
    pub const FIXED_LINE: u8 = 0;
    /// Mobile.
    pub const MOBILE: u8 = 1;
    /// Either of the two.
    pub const FIXED_LINE_OR_MOBILE: u8 = 2;
    /// None.
    pub const UNKNOWN: u8 = 11;
}

/// Possible lengths, by their index in the engine.
pub mod possible {
    /// Possible.
    pub const YES: u8 = 0;
    /// Possible within an area.
    pub const LOCAL_ONLY: u8 = 1;
    /// Too short.
    pub const TOO_SHORT: u8 = 3;
    /// Between possible lengths.
    pub const INVALID_LENGTH: u8 = 4;
    /// Too long.
    pub const TOO_LONG: u8 = 5;
}

/// What is known about a national number as it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Plain {
    /// Index of the region in the metadata, or [`NO_REGION`].
    pub region: u8,
    /// Type, by its index in the engine.
    pub kind: u8,
    /// Possible length, by its index in the engine.
    pub possible: u8,
    /// Whether the main region's general pattern matches.
    pub general: bool,
}

/// A state: the answer if the digits end here, and the next state for each digit.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct State {
    /// The answer.
    pub end: Plain,
    /// The next states; none at the maximum depth.
    pub next: Vec<u32>,
}

/// The minimal automaton of a calling code.
#[derive(Debug, Clone)]
pub struct Automaton {
    /// All states, without duplicates.
    pub states: Vec<State>,
    /// The state before the first digit.
    pub start: u32,
}

/// Whether a length is possible for a description.
pub fn possibility(desc: &Desc, len: u8) -> u8 {
    let (Some(&min), Some(&max)) = (desc.lengths.first(), desc.lengths.last()) else {
        return possible::INVALID_LENGTH;
    };
    if desc.local_lengths.contains(&len) {
        possible::LOCAL_ONLY
    } else if desc.lengths.contains(&len) {
        possible::YES
    } else if len < min {
        possible::TOO_SHORT
    } else if len > max {
        possible::TOO_LONG
    } else {
        possible::INVALID_LENGTH
    }
}

/// The type of a number, given the descriptions that match it. `matching` tells whether the
/// description of a kind matches, including its lengths.
pub fn type_of(region: &Region, matching: impl Fn(Kind) -> bool) -> u8 {
    const ORDER: [(Kind, u8); 8] = [
        (Kind::PremiumRate, 4),
        (Kind::TollFree, 3),
        (Kind::SharedCost, 5),
        (Kind::Voip, 6),
        (Kind::PersonalNumber, 7),
        (Kind::Pager, 8),
        (Kind::Uan, 9),
        (Kind::Voicemail, 10),
    ];
    if !matching(Kind::General) {
        return kind::UNKNOWN;
    }
    if let Some((_, found)) = ORDER.iter().find(|(kind, _)| matching(*kind)) {
        return *found;
    }
    let same = region.same_mobile_and_fixed;
    match (matching(Kind::FixedLine), matching(Kind::Mobile)) {
        (true, mobile) if same || mobile => kind::FIXED_LINE_OR_MOBILE,
        (true, _) => kind::FIXED_LINE,
        (false, true) if !same => kind::MOBILE,
        _ => kind::UNKNOWN,
    }
}

/// Adds all descriptions of a region to an NFA; the tags are `base` plus the index of the kind.
pub fn add_descs(nfa: &mut Nfa, region: &Region, base: u32) {
    for desc in &region.descs {
        let tree = pattern::parse(&desc.pattern).expect("the metadata's patterns parse");
        nfa.add(&tree, base + desc.kind as u32);
    }
}

/// The type of a number of `len` digits, given the tags that match.
pub fn type_of_tags(region: &Region, tags: &[u32], base: u32, len: u8) -> u8 {
    type_of(region, |kind| {
        let fits =
            region.desc(kind).is_some_and(|desc| desc.lengths.is_empty() || desc.lengths.contains(&len));
        fits && tags.contains(&(base + kind as u32))
    })
}

const TAGS: u32 = 16;
const LEADING: u32 = Kind::Mobile as u32 + 1;

struct Builder<'a> {
    regions: Vec<(u8, &'a Region)>,
    nfa: Nfa,
    memo: HashMap<(Set, u8), u32>,
    known: HashMap<State, u32>,
    states: Vec<State>,
}

impl Automaton {
    /// Builds the automaton of a calling code.
    pub fn new(data: &Metadata, code: u16) -> Self {
        let regions: Vec<(u8, &Region)> = data
            .regions_of(code)
            .into_iter()
            .map(|index| (u8::try_from(index).expect("fewer than 255 regions"), &data.regions[index]))
            .collect();
        let mut nfa = Nfa::default();
        for (base, (_, region)) in (0..).step_by(TAGS as usize).zip(&regions) {
            add_descs(&mut nfa, region, base);
            if !region.leading_digits.is_empty() {
                let tree = pattern::parse(&region.leading_digits).expect("the metadata's patterns parse");
                nfa.add_leading(&tree, base + LEADING);
            }
        }
        let start = nfa.start();
        let mut builder =
            Builder { regions, nfa, memo: HashMap::new(), known: HashMap::new(), states: Vec::new() };
        let start = builder.state(&start, 0);
        Self { states: builder.states, start }
    }
}

impl Builder<'_> {
    fn state(&mut self, set: &Set, depth: u8) -> u32 {
        if let Some(&known) = self.memo.get(&(set.clone(), depth)) {
            return known;
        }
        let next = if depth < DEPTH {
            (0..10).map(|digit| self.state(&self.nfa.step(set, digit), depth + 1)).collect()
        } else {
            Vec::new()
        };
        let tags: Vec<u32> = self.nfa.accepted(set).collect();
        let state = State { end: self.plain(&tags, depth), next };
        let states = &mut self.states;
        let id = *self.known.entry(state).or_insert_with_key(|state| {
            states.push(state.clone());
            u32::try_from(states.len() - 1).expect("few states")
        });
        self.memo.insert((set.clone(), depth), id);
        id
    }

    fn plain(&self, tags: &[u32], len: u8) -> Plain {
        let bases = (0..).step_by(TAGS as usize);
        let types = |base, region| type_of_tags(region, tags, base, len);
        let found = if self.regions.len() == 1 {
            self.regions.first().map(|&(index, region)| (index, types(0, region)))
        } else {
            bases.zip(&self.regions).find_map(|(base, &(index, region))| {
                let kind = types(base, region);
                let here = if region.leading_digits.is_empty() {
                    kind != kind::UNKNOWN
                } else {
                    tags.contains(&(base + LEADING))
                };
                here.then_some((index, kind))
            })
        };
        let (region, kind) = found.unwrap_or((NO_REGION, kind::UNKNOWN));
        Plain {
            region,
            kind,
            possible: possibility(self.regions[0].1.general(), len),
            general: tags.contains(&(Kind::General as u32)),
        }
    }
}
