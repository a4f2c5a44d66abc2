//! The numbers seen so far, in the order of their first occurrence: ten million numbers in about 200 MB.

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
    /// The position of the number in each slot, in the order of insertion.
    places: Vec<u32>,
    used: usize,
}

impl Seen {
    /// Number of insertions that are prefetched together.
    pub(crate) const GROUP: usize = 32;

    pub(crate) fn new() -> Self {
        let part = Part { slots: vec![0; 8], places: vec![0; 8], used: 0 };
        Self { parts: vec![part; PARTS], seed: random_seed(), len: 0 }
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

    /// Adds a number. If it is not new, returns how many numbers were new before its first occurrence.
    pub(crate) fn insert(&mut self, number: u64) -> Option<u32> {
        // The limit on numbers is far below the range of the position.
        self.insert_at(number, u32::try_from(self.len).unwrap_or(u32::MAX))
    }

    /// Adds a number at a place. If it is not new, returns the place of its first occurrence.
    pub(crate) fn insert_at(&mut self, number: u64, place: u32) -> Option<u32> {
        let hash = self.hash(number);
        let seed = self.seed;
        let part = &mut self.parts[part_of(hash)];
        let known = part.insert(number, place, hash);
        if known.is_none() {
            self.len += 1;
            if part.used * 4 > part.slots.len() * 3 {
                part.grow(seed);
            }
        }
        known
    }

    fn hash(&self, number: u64) -> u64 {
        mix(number, self.seed)
    }
}

/// A seed for [`mix`].
pub(crate) fn random_seed() -> u64 {
    RandomState::new().hash_one(0)
}

impl Part {
    fn insert(&mut self, number: u64, place: u32, hash: u64) -> Option<u32> {
        let mask = self.slots.len() - 1;
        let mut slot = slot_of(hash, self.slots.len());
        loop {
            match self.slots[slot] {
                0 => {
                    self.slots[slot] = number;
                    self.places[slot] = place;
                    self.used += 1;
                    return None;
                }
                present if present == number => return Some(self.places[slot]),
                _ => slot = (slot + 1) & mask,
            }
        }
    }

    fn grow(&mut self, seed: u64) {
        let (old, places) = (std::mem::take(&mut self.slots), std::mem::take(&mut self.places));
        self.slots = vec![0; old.len() * 2];
        self.places = vec![0; old.len() * 2];
        self.used = 0;
        for (number, place) in old.into_iter().zip(places).filter(|(number, _)| *number != 0) {
            self.insert(number, place, mix(number, seed));
        }
    }
}

/// The hash of a number.
#[inline]
pub(crate) fn mix(number: u64, seed: u64) -> u64 {
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
            assert_eq!(seen.insert(number * 7 + 8_613_800_000_000), None);
        }
        for (place, number) in (0..).zip(1..=200_000_u64) {
            assert_eq!(seen.insert(number * 7 + 8_613_800_000_000), Some(place));
        }
        assert_eq!(seen.len(), 200_000);
        let slots: usize = seen.parts.iter().map(|part| part.slots.len()).sum();
        assert!(slots <= 4 * 131_072, "{slots}");
    }
}
