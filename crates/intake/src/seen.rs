//! The set of numbers seen so far: ten million numbers in about 130 MB.

use std::hash::{BuildHasher, RandomState};

/// The table has this many parts, which grow one by one, so that the whole table is never copied.
const PARTS: usize = 64;

/// A hash set of numbers other than 0.
pub(crate) struct Seen {
    parts: Vec<Part>,
    /// Random seed, so that no file can be made whose numbers all collide.
    seed: u64,
    len: u64,
}

#[derive(Clone)]
struct Part {
    /// Open addressing; 0 marks an empty slot.
    slots: Vec<u64>,
    used: usize,
}

impl Seen {
    /// Number of insertions that are prefetched together.
    pub(crate) const GROUP: usize = 32;

    pub(crate) fn new() -> Self {
        let part = Part { slots: vec![0; 64], used: 0 };
        Self { parts: vec![part; PARTS], seed: RandomState::new().hash_one(0), len: 0 }
    }

    pub(crate) fn len(&self) -> u64 {
        self.len
    }

    /// Prefetches the slots of the next insertions, so that the cache misses overlap.
    pub(crate) fn prefetch(&self, numbers: &[u64]) {
        let mut sum = 0;
        for &number in numbers {
            let hash = self.hash(number);
            let part = &self.parts[part_of(hash)];
            sum ^= part.slots[slot_of(hash, part.slots.len())];
        }
        std::hint::black_box(sum);
    }

    /// Adds a number. Returns whether it is new.
    pub(crate) fn insert(&mut self, number: u64) -> bool {
        let hash = self.hash(number);
        let seed = self.seed;
        let part = &mut self.parts[part_of(hash)];
        let new = part.insert(number, hash);
        if new {
            self.len += 1;
            if part.used * 4 > part.slots.len() * 3 {
                part.grow(seed);
            }
        }
        new
    }

    fn hash(&self, number: u64) -> u64 {
        hash(number, self.seed)
    }
}

impl Part {
    fn insert(&mut self, number: u64, hash: u64) -> bool {
        let mask = self.slots.len() - 1;
        let mut slot = slot_of(hash, self.slots.len());
        loop {
            match self.slots[slot] {
                0 => {
                    self.slots[slot] = number;
                    self.used += 1;
                    return true;
                }
                present if present == number => return false,
                _ => slot = (slot + 1) & mask,
            }
        }
    }

    fn grow(&mut self, seed: u64) {
        let old = std::mem::take(&mut self.slots);
        self.slots = vec![0; old.len() * 2];
        self.used = 0;
        for number in old.into_iter().filter(|&number| number != 0) {
            self.insert(number, hash(number, seed));
        }
    }
}

#[inline]
fn hash(number: u64, seed: u64) -> u64 {
    let wide = u128::from(number ^ seed) * u128::from(0x9E37_79B9_7F4A_7C15_u64);
    #[allow(clippy::cast_possible_truncation, reason = "both halves are used")]
    let folded = wide as u64 ^ (wide >> 64) as u64;
    folded
}

#[allow(clippy::cast_possible_truncation, reason = "masked")]
#[inline]
fn part_of(hash: u64) -> usize {
    hash as usize & (PARTS - 1)
}

#[allow(clippy::cast_possible_truncation, reason = "masked")]
#[inline]
fn slot_of(hash: u64, slots: usize) -> usize {
    (hash >> 6) as usize & (slots - 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_new_once_and_memory_stays_small() {
        let mut seen = Seen::new();
        for number in 1..=200_000_u64 {
            assert!(seen.insert(number * 7 + 8_613_800_000_000));
        }
        for number in 1..=200_000_u64 {
            assert!(!seen.insert(number * 7 + 8_613_800_000_000));
        }
        assert_eq!(seen.len(), 200_000);
        let slots: usize = seen.parts.iter().map(|part| part.slots.len()).sum();
        assert!(slots <= 4 * 131_072, "{slots}");
    }
}
