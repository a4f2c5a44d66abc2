//! The pool of small DFAs that take one digit at a time; the engine uses them for
//! dialling prefixes, general patterns, types by region and the choice of a format.

use std::collections::HashMap;

use crate::nfa::{Nfa, Prefix, Set, Ways};

/// Nodes of all DFAs, without duplicates. Node 0 is the dead state.
#[derive(Debug, Clone)]
pub struct Steps {
    nodes: Vec<[u16; Steps::WIDTH]>,
    known: HashMap<[u16; Steps::WIDTH], u16>,
}

impl Default for Steps {
    fn default() -> Self {
        let dead = [0; Self::WIDTH];
        Self { nodes: vec![dead], known: HashMap::from([(dead, 0)]) }
    }
}

impl Steps {
    /// Ten next nodes, the value for matching a prefix, the value at the end of the digits.
    pub const WIDTH: usize = 12;

    /// The nodes in order.
    pub fn words(&self) -> impl Iterator<Item = u16> {
        self.nodes.iter().flatten().copied()
    }

    /// Number of nodes.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether there is only the dead state.
    pub fn is_empty(&self) -> bool {
        self.nodes.len() == 1
    }

    fn add(&mut self, node: [u16; Self::WIDTH]) -> u16 {
        *self.known.entry(node).or_insert_with(|| {
            self.nodes.push(node);
            u16::try_from(self.nodes.len() - 1).expect("the step pool has outgrown its 16 bits")
        })
    }

    /// Adds a DFA whose value at the end of the digits is computed from the matching tags
    /// and the number of digits. Value 0 means no match.
    pub fn add_full(&mut self, nfa: &Nfa, depth: u8, value: &impl Fn(&[u32], u8) -> u16) -> u16 {
        let mut memo = HashMap::new();
        self.full(nfa, &nfa.start(), 0, depth, value, &mut memo)
    }

    fn full(
        &mut self,
        nfa: &Nfa,
        set: &Set,
        at: u8,
        depth: u8,
        value: &impl Fn(&[u32], u8) -> u16,
        memo: &mut HashMap<(Set, u8), u16>,
    ) -> u16 {
        if set.is_empty() {
            return 0;
        }
        if let Some(&known) = memo.get(&(set.clone(), at)) {
            return known;
        }
        let mut node = [0; Self::WIDTH];
        if at < depth {
            for digit in 0..10 {
                let next = nfa.step(set, digit);
                node[usize::from(digit)] = self.full(nfa, &next, at + 1, depth, value, memo);
            }
        }
        let tags: Vec<u32> = nfa.accepted(set).collect();
        node[11] = value(&tags, at);
        let id = self.add(node);
        memo.insert((set.clone(), at), id);
        id
    }

    /// Adds a DFA for a prefix. A value other than 0 means that a match ends here; it contains, in the
    /// bits from 1 on: whether the last group matched, its start (5 bits), its end (5 bits).
    pub fn add_prefix(&mut self, prefix: &Prefix, depth: u8) -> u16 {
        self.prefix(prefix, &prefix.start(), 0, depth, &mut HashMap::new())
    }

    fn prefix(
        &mut self,
        prefix: &Prefix,
        ways: &Ways,
        at: u8,
        depth: u8,
        memo: &mut HashMap<(Ways, u8), u16>,
    ) -> u16 {
        if let Some(&known) = memo.get(&(ways.clone(), at)) {
            return known;
        }
        let mut node = [0; Self::WIDTH];
        if at < depth && !ways.is_dead() {
            for digit in 0..10 {
                let next = prefix.step(ways, digit, at + 1);
                if !next.is_dead() || next.hit.is_some() || next.end_hit.is_some() {
                    node[usize::from(digit)] = self.prefix(prefix, &next, at + 1, depth, memo);
                }
            }
        }
        node[10] = ways.hit.map_or(0, hit_value);
        node[11] = ways.end_hit.map_or(0, hit_value);
        let id = self.add(node);
        memo.insert((ways.clone(), at), id);
        id
    }
}

fn hit_value(hit: crate::nfa::Hit) -> u16 {
    let group = hit.group.map_or(0, |(start, end)| 1 | u16::from(start) << 1 | u16::from(end) << 6);
    1 | group << 1
}
