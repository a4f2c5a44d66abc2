//! Finds the duplicates among more numbers than fit into memory.
//!
//! The file is read twice. The first time, its numbers are divided by a hash into partitions on disk. Each partition is small
//! enough for a table in memory, which finds the duplicates; they are written to disk again, by their position in the file.
//! The second time, the duplicates are known before their rows come.

use std::io;
use std::path::Path;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use crate::error::IntakeError;
use crate::seen::{Seen, mix, random_seed};
use crate::streams::Streams;

/// Partitions: a billion different numbers are two million in each.
const PARTITIONS: usize = 512;
/// Threads that search partitions. Each has a table.
const THREADS: usize = 2;
/// Positions whose duplicates are in memory at a time.
const WINDOW: u32 = 1 << 22;

/// A number and its position: how many numbers came before it.
type Entry = [u8; 12];
/// A position within its window, and the position of the first occurrence of its number.
type Pair = [u8; 8];

/// The numbers of the first reading.
pub(crate) struct Collected {
    entries: Streams,
    seed: u64,
    count: u32,
}

impl Collected {
    /// Begins with no numbers. Keeps them in `folder`.
    pub(crate) fn new(folder: &Path) -> io::Result<Self> {
        Ok(Self { entries: Streams::create(folder, PARTITIONS)?, seed: random_seed(), count: 0 })
    }

    /// Adds the next number of the file.
    #[inline]
    pub(crate) fn push(&mut self, number: u64) -> Result<(), IntakeError> {
        let mut entry: Entry = [0; 12];
        entry[..8].copy_from_slice(&number.to_le_bytes());
        entry[8..].copy_from_slice(&self.count.to_le_bytes());
        self.count = self.count.checked_add(1).ok_or(IntakeError::TooMany { limit: u64::from(u32::MAX) })?;
        self.entries.push(partition_of(number, self.seed), entry).map_err(IntakeError::Io)
    }

    /// Finds the duplicates, unless there are more than `most` different numbers. Calls `progress` with the partitions that are
    /// searched and all partitions, until it fails.
    pub(crate) fn duplicates(
        self,
        folder: &Path,
        most: u64,
        progress: &dyn Fn(usize, usize) -> Result<(), IntakeError>,
    ) -> Result<Duplicates, IntakeError> {
        let windows = self.count.div_ceil(WINDOW) as usize;
        let search = Search {
            pairs: Mutex::new(Streams::create(folder, windows).map_err(IntakeError::Io)?),
            words: (0..self.count.div_ceil(64)).map(|_| AtomicU64::new(0)).collect(),
            next: AtomicUsize::new(0),
            distinct: AtomicU64::new(0),
            most,
            entries: self.entries,
        };
        std::thread::scope(|scope| {
            let searching: Vec<_> = (1..THREADS).map(|_| scope.spawn(|| search.run(&|_| Ok(())))).collect();
            let done = search.run(&|done| progress(done, PARTITIONS));
            if done.is_err() {
                search.next.store(PARTITIONS, Ordering::Relaxed);
            }
            for thread in searching {
                let other =
                    thread.join().map_err(|_| IntakeError::Io(io::Error::other("a thread panicked")))?;
                if done.is_ok() {
                    other?;
                }
            }
            done
        })?;
        let pairs = search.pairs.into_inner().unwrap_or_else(PoisonError::into_inner);
        let words = search.words.into_iter().map(AtomicU64::into_inner).collect();
        Ok(Duplicates {
            pairs,
            ranks: Ranks::new(words),
            firsts: Vec::new(),
            count: self.count,
            next: 0,
            distinct: search.distinct.into_inner(),
        })
    }
}

#[allow(clippy::cast_possible_truncation, reason = "masked")]
#[inline]
fn partition_of(number: u64, seed: u64) -> usize {
    mix(number, seed) as usize & (PARTITIONS - 1)
}

/// The search for duplicates, which several threads do together.
struct Search {
    entries: Streams,
    /// By window.
    pairs: Mutex<Streams>,
    /// A bit for each position, set for duplicates.
    words: Vec<AtomicU64>,
    /// The next partition to search.
    next: AtomicUsize,
    distinct: AtomicU64,
    most: u64,
}

impl Search {
    /// Searches partitions until none is left.
    fn run(&self, progress: &dyn Fn(usize) -> Result<(), IntakeError>) -> Result<(), IntakeError> {
        let mut found = Vec::new();
        loop {
            let partition = self.next.fetch_add(1, Ordering::Relaxed);
            if partition >= self.entries.count() {
                return Ok(());
            }
            progress(partition)?;
            if self.entries.is_empty(partition) {
                continue;
            }
            let mut seen = Seen::new();
            self.entries.read(partition, |entries: &[Entry]| {
                search_block(&mut seen, entries, &mut found);
                self.keep(&mut found)
            })?;
            let distinct = self.distinct.fetch_add(seen.len(), Ordering::Relaxed) + seen.len();
            if distinct > self.most {
                self.next.store(PARTITIONS, Ordering::Relaxed);
                return Err(IntakeError::TooMany { limit: self.most });
            }
        }
    }

    /// Records duplicates: their positions and those of the first occurrences.
    fn keep(&self, found: &mut Vec<(u32, u32)>) -> Result<(), IntakeError> {
        if found.is_empty() {
            return Ok(());
        }
        let mut pairs = self.pairs.lock().unwrap_or_else(PoisonError::into_inner);
        for (place, first) in found.drain(..) {
            self.words[place as usize / 64].fetch_or(1 << (place % 64), Ordering::Relaxed);
            let mut pair: Pair = [0; 8];
            pair[..4].copy_from_slice(&(place % WINDOW).to_le_bytes());
            pair[4..].copy_from_slice(&first.to_le_bytes());
            pairs.push((place / WINDOW) as usize, pair).map_err(IntakeError::Io)?;
        }
        Ok(())
    }
}

/// Adds entries, which come in the order of their positions. `found` gets the duplicates.
fn search_block(seen: &mut Seen, entries: &[Entry], found: &mut Vec<(u32, u32)>) {
    let mut numbers = [0; Seen::GROUP];
    for group in entries.chunks(Seen::GROUP) {
        for (number, entry) in numbers.iter_mut().zip(group) {
            *number = u64_of(&entry[..8]);
        }
        seen.prefetch(&numbers[..group.len()]);
        for (number, entry) in numbers.iter().zip(group) {
            let place = u32_of(&entry[8..]);
            if let Some(first) = seen.insert_at(*number, place) {
                found.push((place, first));
            }
        }
    }
}

fn u64_of(bytes: &[u8]) -> u64 {
    bytes.iter().rev().fold(0, |value, byte| value << 8 | u64::from(*byte))
}

fn u32_of(bytes: &[u8]) -> u32 {
    bytes.iter().rev().fold(0, |value, byte| value << 8 | u32::from(*byte))
}

/// The duplicates, in the order of the file.
pub(crate) struct Duplicates {
    /// By window.
    pairs: Streams,
    ranks: Ranks,
    /// The first occurrences of the current window: their positions plus 1, or 0 for a number that is no duplicate.
    firsts: Vec<u32>,
    count: u32,
    next: u32,
    distinct: u64,
}

impl Duplicates {
    /// How many different numbers there are.
    pub(crate) fn distinct(&self) -> u64 {
        self.distinct
    }

    /// Whether the next number of the file is a duplicate: how many different numbers were before its first occurrence.
    #[inline]
    pub(crate) fn next(&mut self) -> Result<Option<u32>, IntakeError> {
        let place = self.next;
        if place >= self.count {
            return Err(changed());
        }
        let within = place % WINDOW;
        if within == 0 {
            self.load((place / WINDOW) as usize)?;
        }
        self.next += 1;
        match self.firsts[within as usize] {
            0 => Ok(None),
            first => Ok(Some(self.ranks.different_before(first - 1))),
        }
    }

    fn load(&mut self, window: usize) -> Result<(), IntakeError> {
        self.firsts.clear();
        self.firsts.resize(WINDOW as usize, 0);
        let firsts = &mut self.firsts;
        self.pairs.read(window, |pairs: &[Pair]| {
            for pair in pairs {
                firsts[u32_of(&pair[..4]) as usize] = u32_of(&pair[4..]) + 1;
            }
            Ok(())
        })
    }

    /// Fails unless the second reading had as many numbers as the first.
    pub(crate) fn finish(&self) -> Result<(), IntakeError> {
        if self.next == self.count { Ok(()) } else { Err(changed()) }
    }
}

fn changed() -> IntakeError {
    IntakeError::Io(io::Error::other("the file has changed while it was read"))
}

/// A bit for each position, with sums that count set bits before any position.
struct Ranks {
    words: Vec<u64>,
    /// Set bits before each group of words.
    sums: Vec<u32>,
}

/// Words per sum.
const GROUP: usize = 8;

impl Ranks {
    fn new(words: Vec<u64>) -> Self {
        let mut sum = 0;
        let sums = words.chunks(GROUP).map(|group| {
            let before = sum;
            sum += group.iter().map(|word| word.count_ones()).sum::<u32>();
            before
        });
        let sums = sums.collect();
        Self { words, sums }
    }

    /// How many numbers before a position are no duplicates.
    fn different_before(&self, place: u32) -> u32 {
        let word = place as usize / 64;
        let group = word / GROUP;
        let whole: u32 = self.words[group * GROUP..word].iter().map(|word| word.count_ones()).sum();
        let part = (self.words[word] & ((1 << (place % 64)) - 1)).count_ones();
        place - self.sums[group] - whole - part
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use proptest::prelude::*;

    use super::*;

    fn found(numbers: &[u64], most: u64) -> Result<Vec<Option<u32>>, IntakeError> {
        let folder = tempfile::tempdir().unwrap();
        let mut collected = Collected::new(folder.path()).unwrap();
        for number in numbers {
            collected.push(*number)?;
        }
        let mut duplicates = collected.duplicates(folder.path(), most, &|_, _| Ok(()))?;
        let found = numbers.iter().map(|_| duplicates.next()).collect::<Result<Vec<_>, _>>()?;
        duplicates.finish()?;
        assert!(duplicates.next().is_err(), "one more number than in the first reading");
        Ok(found)
    }

    fn expected(numbers: &[u64]) -> Vec<Option<u32>> {
        let mut known = HashMap::new();
        let expect = |number: &u64| {
            let place = u32::try_from(known.len()).unwrap();
            let first = *known.entry(*number).or_insert(place);
            (first != place).then_some(first)
        };
        numbers.iter().map(expect).collect()
    }

    proptest! {
        #[test]
        fn duplicates_are_found_as_in_memory(numbers in prop::collection::vec(1_u64..400, 0..600)) {
            prop_assert_eq!(found(&numbers, 1000).unwrap(), expected(&numbers));
        }
    }

    #[test]
    fn more_different_numbers_than_allowed_are_refused() {
        let numbers: Vec<_> = (1..=1000).chain(1..=1000).collect();
        assert!(found(&numbers, 1000).is_ok());
        assert!(matches!(found(&numbers, 999), Err(IntakeError::TooMany { limit: 999 })));
    }

    /// One number over and over again fills one partition, whose table stays small; several windows are needed.
    #[test]
    fn a_number_may_be_repeated_for_several_windows() {
        let folder = tempfile::tempdir().unwrap();
        let mut collected = Collected::new(folder.path()).unwrap();
        let number = |place: u32| if place.is_multiple_of(1000) { u64::from(place) + 1 } else { 7 };
        let count = 2 * WINDOW + 10;
        for place in 0..count {
            collected.push(number(place)).unwrap();
        }
        let mut duplicates = collected.duplicates(folder.path(), 1_000_000, &|_, _| Ok(())).unwrap();
        let mut different = 0;
        for place in 0..count {
            let found = duplicates.next().unwrap();
            if place.is_multiple_of(1000) || place == 1 {
                assert_eq!(found, None, "{place}");
                different += 1;
            } else {
                assert_eq!(found, Some(1), "{place}");
            }
        }
        assert_eq!(duplicates.distinct(), different);
    }

    #[test]
    fn the_search_ends_when_it_is_cancelled() {
        let folder = tempfile::tempdir().unwrap();
        let mut collected = Collected::new(folder.path()).unwrap();
        (1..1000).for_each(|number| collected.push(number).unwrap());
        let stopped = collected.duplicates(folder.path(), 1000, &|_, _| Err(IntakeError::Cancelled));
        assert!(matches!(stopped, Err(IntakeError::Cancelled)));
    }
}
