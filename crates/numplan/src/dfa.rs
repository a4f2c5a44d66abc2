//! Small DFAs that take one digit at a time, for what the automaton does not answer: dialling prefixes,
//! general patterns, types in a given region, and the choice of a format.
//!
//! A node has ten next nodes, a value for matching a prefix and a value for the end of the digits. Node 0 is
//! the dead state; value 0 means no match.

use crate::tables::STEPS;

const WIDTH: usize = 12;

fn node(id: u16) -> &'static [u16; WIDTH] {
    const NODES: &[[u16; WIDTH]] = STEPS.as_chunks().0;
    &NODES[usize::from(id)]
}

/// The value at the end of the digits.
pub fn value(start: u16, digits: &[u8]) -> u16 {
    let mut at = start;
    for &digit in digits {
        at = node(at)[usize::from(digit)];
        if at == 0 {
            return 0;
        }
    }
    node(at)[11]
}

/// A matched prefix.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Hit {
    /// Length of the prefix.
    pub end: usize,
    /// Start and end of the last group of the pattern, if the group matched.
    pub group: Option<(usize, usize)>,
}

/// The longest prefix of the digits that the pattern matches.
pub fn prefix(start: u16, digits: &[u8]) -> Option<Hit> {
    if start == 0 {
        return None;
    }
    let mut at = node(start);
    let mut best = (0, at[10]);
    let mut alive = true;
    for (index, &digit) in digits.iter().enumerate() {
        let next = at[usize::from(digit)];
        if next == 0 {
            alive = false;
            break;
        }
        at = node(next);
        if at[10] != 0 {
            best = (index + 1, at[10]);
        }
    }
    if alive && at[11] != 0 {
        best = (digits.len(), at[11]);
    }
    let (end, value) = best;
    (value != 0).then(|| Hit {
        end,
        group: (value >> 1 & 1 == 1).then_some((usize::from(value >> 2 & 31), usize::from(value >> 7 & 31))),
    })
}
