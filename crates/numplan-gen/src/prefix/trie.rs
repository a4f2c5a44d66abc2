//! Runs as a trie over digits, for lookups with few loads.
//!
//! Entries are 16 bits: a name's number, or (top bit set) the number of a node.
//! The root takes four digits, nodes of the second level two, later ones one.
//! Equal nodes are stored once.

use std::collections::HashMap;

use super::{Pool, Runs, WIDTH, small};

/// Digits per level.
const LEVELS: [u32; 5] = [4, 2, 1, 1, 1];
const NODE: u16 = 0x8000;

struct Builder<'a> {
    runs: &'a Runs,
    pool: &'a Pool,
    wide: Nodes,
    narrow: Nodes,
}

#[derive(Default)]
struct Nodes {
    list: Vec<Vec<u16>>,
    seen: HashMap<Vec<u16>, u16>,
}

impl Nodes {
    fn share(&mut self, node: Vec<u16>) -> u16 {
        if let Some(known) = self.seen.get(&node) {
            return *known;
        }
        let number = u16::try_from(self.list.len()).expect("a trie has far fewer nodes");
        assert!(number < NODE, "too many nodes for 15 bits");
        self.list.push(node.clone());
        self.seen.insert(node, number);
        number
    }
}

impl Builder<'_> {
    fn entries(&mut self, level: usize, base: u32, width: u32) -> Vec<u16> {
        let rest = width - LEVELS[level];
        let step = 10u32.pow(rest);
        (0..10u32.pow(LEVELS[level])).map(|digits| self.entry(level, base + digits * step, rest)).collect()
    }

    fn entry(&mut self, level: usize, base: u32, rest: u32) -> u16 {
        let run = self.runs.index(base);
        if run == self.runs.index(base + 10u32.pow(rest) - 1) {
            let id = u16::try_from(self.pool.id(self.runs.0[run].1.as_deref())).expect("names fit 15 bits");
            assert!(id < NODE, "too many names for 15 bits");
            return id;
        }
        let node = self.entries(level + 1, base, rest);
        let nodes = if level == 0 { &mut self.wide } else { &mut self.narrow };
        NODE | nodes.share(node)
    }
}

/// Number of wide nodes (4 bytes), then the root, the wide and the narrow nodes.
pub(super) fn pack(runs: &Runs, pool: &Pool) -> Vec<u8> {
    let mut builder = Builder { runs, pool, wide: Nodes::default(), narrow: Nodes::default() };
    let root = builder.entries(0, 0, WIDTH);
    let mut out = small(builder.wide.list.len()).to_le_bytes().to_vec();
    for node in std::iter::once(&root).chain(&builder.wide.list).chain(&builder.narrow.list) {
        out.extend(node.iter().flat_map(|entry| entry.to_le_bytes()));
    }
    out
}
