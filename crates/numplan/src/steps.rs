//! Small one-digit machines, for what the big automaton does not answer: dialling prefixes,
//! general patterns, types for a given region, and the choice of a format.
//!
//! A node has ten next nodes, a value on passing and a value at the end of the digits. Node 0 is
//! the dead end, value 0 means "no".

use crate::tables::STEPS;

const WIDTH: usize = 12;

fn node(id: u16) -> &'static [u16; WIDTH] {
    const NODES: &[[u16; WIDTH]] = STEPS.as_chunks().0;
    &NODES[usize::from(id)]
}

/// The value at the end of the digits.
pub fn value(machine: u16, digits: &[u8]) -> u16 {
    let mut at = machine;
    for &digit in digits {
        at = node(at)[usize::from(digit)];
        if at == 0 {
            return 0;
        }
    }
    node(at)[11]
}

/// A prefix that was found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Hit {
    /// How many digits it takes.
    pub end: usize,
    /// Where the last group of its pattern lies, if it took part.
    pub group: Option<(usize, usize)>,
}

/// The prefix that a pattern finds at the start of the digits.
pub fn prefix(machine: u16, digits: &[u8]) -> Option<Hit> {
    if machine == 0 {
        return None;
    }
    let mut at = node(machine);
    let mut best = (0, at[10]);
    let mut alive = true;
    for (place, &digit) in digits.iter().enumerate() {
        let next = at[usize::from(digit)];
        if next == 0 {
            alive = false;
            break;
        }
        at = node(next);
        if at[10] != 0 {
            best = (place + 1, at[10]);
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
