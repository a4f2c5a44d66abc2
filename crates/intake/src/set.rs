//! Sets of numbers: suppression lists and saved lists.

/// Numbers that must not be screened.
pub trait Suppressed {
    /// Whether the set contains a number (E.164 digits).
    fn contains(&self, number: u64) -> bool;
}

/// Several lists as one. Without lists, nothing is suppressed.
#[derive(Default)]
pub struct Chain<'a>(pub Vec<&'a dyn Suppressed>);

impl Suppressed for Chain<'_> {
    fn contains(&self, number: u64) -> bool {
        self.0.iter().any(|list| list.contains(number))
    }
}

/// The bytes are not a [`NumberSet`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the bytes are not a set of numbers")]
pub struct DamagedSet;

/// A compact sorted set of numbers, built once and queried often.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct NumberSet {
    numbers: Vec<u64>,
    /// Bloom filter with one bit per number and 16 bits of space per number. Most queried numbers are not in
    /// the set, and the filter answers these with one memory access.
    filter: Vec<u64>,
}

/// The first bytes of the serialised form.
const MAGIC: &[u8; 4] = b"NSN1";

impl NumberSet {
    /// Creates a set. Fastest if the numbers are sorted already; duplicates are removed.
    pub fn from_sorted(mut numbers: Vec<u64>) -> Self {
        if !numbers.is_sorted() {
            numbers.sort_unstable();
        }
        numbers.dedup();
        let mut set = Self { numbers, filter: Vec::new() };
        set.build_filter();
        set
    }

    fn build_filter(&mut self) {
        let words = (self.numbers.len() / 4).next_power_of_two().max(1);
        self.filter = vec![0; words];
        for place in 0..self.numbers.len() {
            self.mark(self.numbers[place]);
        }
    }

    fn bit(&self, number: u64) -> (usize, u64) {
        let hash = number.wrapping_mul(0x9E37_79B9_7F4A_7C15);
        #[allow(clippy::cast_possible_truncation, reason = "the upper bits are meant")]
        let word = (hash >> 32) as usize & (self.filter.len() - 1);
        (word, 1 << (hash >> 26 & 63))
    }

    fn mark(&mut self, number: u64) {
        let (word, bit) = self.bit(number);
        self.filter[word] |= bit;
    }

    /// Adds a number. Returns whether it is new. Takes time proportional to the size of the set; use `extend`
    /// for many numbers.
    pub fn insert(&mut self, number: u64) -> bool {
        let Err(place) = self.numbers.binary_search(&number) else { return false };
        self.numbers.insert(place, number);
        if self.filter.len() * 8 < self.numbers.len() {
            self.build_filter();
        } else {
            self.mark(number);
        }
        true
    }

    pub fn contains(&self, number: u64) -> bool {
        if self.filter.is_empty() {
            return false;
        }
        let (word, bit) = self.bit(number);
        self.filter[word] & bit != 0 && self.numbers.binary_search(&number).is_ok()
    }

    pub fn len(&self) -> usize {
        self.numbers.len()
    }

    pub fn is_empty(&self) -> bool {
        self.numbers.is_empty()
    }

    /// The numbers in ascending order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = u64> + '_ {
        self.numbers.iter().copied()
    }

    /// The numbers in ascending order.
    pub fn as_slice(&self) -> &[u64] {
        &self.numbers
    }

    /// Serialises the set: the count, then the differences between neighbours, as varints.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(MAGIC.len() + 10 + self.numbers.len() * 3);
        bytes.extend_from_slice(MAGIC);
        push_varint(&mut bytes, self.numbers.len() as u64);
        let mut last = 0;
        for &number in &self.numbers {
            push_varint(&mut bytes, number - last);
            last = number;
        }
        bytes
    }

    /// Reads the output of [`to_bytes`](Self::to_bytes).
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, DamagedSet> {
        let mut rest = bytes.strip_prefix(MAGIC).ok_or(DamagedSet)?;
        let count = usize::try_from(take_varint(&mut rest).ok_or(DamagedSet)?).map_err(|_| DamagedSet)?;
        // Each number takes at least one byte, which bounds the allocation for a wrong count.
        if count > rest.len() {
            return Err(DamagedSet);
        }
        let mut numbers = Vec::with_capacity(count);
        let mut last = 0_u64;
        for place in 0..count {
            let step = take_varint(&mut rest).ok_or(DamagedSet)?;
            if step == 0 && place > 0 {
                return Err(DamagedSet);
            }
            last = last.checked_add(step).ok_or(DamagedSet)?;
            numbers.push(last);
        }
        if rest.is_empty() { Ok(Self::from_sorted(numbers)) } else { Err(DamagedSet) }
    }
}

impl Suppressed for NumberSet {
    fn contains(&self, number: u64) -> bool {
        Self::contains(self, number)
    }
}

/// A set of numbers as [`NumberSet`] serialises it, with an index and a filter. It takes three to five bytes per number instead
/// of ten. Most queried numbers are not in the set, and the filter answers these with one memory access; for others, up to
/// [`PackedSet::BLOCK`] numbers are decoded.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct PackedSet {
    bytes: Vec<u8>,
    /// The first number of each block.
    firsts: Vec<u64>,
    /// Where the second number of each block is.
    rests: Vec<usize>,
    /// Bloom filter with two bits per number, both in the same word, and eight bits of space per number.
    filter: Vec<u64>,
}

impl PackedSet {
    /// Numbers of a block.
    const BLOCK: usize = 64;

    /// Reads the output of [`NumberSet::to_bytes`].
    pub fn from_bytes(bytes: Vec<u8>) -> Result<Self, DamagedSet> {
        let mut rest = bytes.strip_prefix(MAGIC).ok_or(DamagedSet)?;
        let count = usize::try_from(take_varint(&mut rest).ok_or(DamagedSet)?).map_err(|_| DamagedSet)?;
        // Each number takes at least one byte, which bounds the allocations for a wrong count.
        if count > rest.len() {
            return Err(DamagedSet);
        }
        let blocks = count.div_ceil(Self::BLOCK);
        let mut set = Self {
            bytes: Vec::new(),
            firsts: Vec::with_capacity(blocks),
            rests: Vec::with_capacity(blocks),
            filter: vec![0; count.div_ceil(8)],
        };
        let mut last = 0_u64;
        for place in 0..count {
            let step = take_varint(&mut rest).ok_or(DamagedSet)?;
            if step == 0 && place > 0 {
                return Err(DamagedSet);
            }
            last = last.checked_add(step).ok_or(DamagedSet)?;
            let (word, bits) = set.bits(last);
            set.filter[word] |= bits;
            if place.is_multiple_of(Self::BLOCK) {
                set.firsts.push(last);
                set.rests.push(bytes.len() - rest.len());
            }
        }
        if !rest.is_empty() {
            return Err(DamagedSet);
        }
        set.bytes = bytes;
        Ok(set)
    }

    /// The word of the filter that a number uses, and its bits there.
    fn bits(&self, number: u64) -> (usize, u64) {
        let hash = number.wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let hash = hash ^ (hash >> 32);
        let hash = hash.wrapping_mul(0xD6E8_FEB8_6659_FD93);
        // The upper half, as a fraction of all words.
        let word = (u128::from(hash) * self.filter.len() as u128) >> 64;
        #[allow(clippy::cast_possible_truncation, reason = "it is less than the number of words")]
        let word = word as usize;
        (word, 1 << (hash & 63) | 1 << (hash >> 6 & 63))
    }

    pub fn contains(&self, number: u64) -> bool {
        self.may_contain(number) && self.is_listed(number)
    }

    /// What the filter says: `false` if the number is not in the set.
    fn may_contain(&self, number: u64) -> bool {
        let (word, bits) = self.bits(number);
        self.filter.get(word).is_some_and(|word| word & bits == bits)
    }

    fn is_listed(&self, number: u64) -> bool {
        let Some(block) = self.firsts.partition_point(|first| *first <= number).checked_sub(1) else {
            return false;
        };
        let end = self.rests.get(block + 1).copied().unwrap_or(self.bytes.len());
        let mut rest = &self.bytes[self.rests[block]..end];
        let mut last = self.firsts[block];
        while last < number {
            match take_varint(&mut rest) {
                Some(step) => last += step,
                None => return false,
            }
        }
        last == number
    }

    /// Bytes in memory.
    pub fn size(&self) -> usize {
        self.bytes.len() + self.firsts.len() * 16 + self.filter.len() * 8
    }
}

impl Suppressed for PackedSet {
    fn contains(&self, number: u64) -> bool {
        Self::contains(self, number)
    }
}

impl FromIterator<u64> for NumberSet {
    fn from_iter<I: IntoIterator<Item = u64>>(numbers: I) -> Self {
        Self::from_sorted(numbers.into_iter().collect())
    }
}

impl Extend<u64> for NumberSet {
    fn extend<I: IntoIterator<Item = u64>>(&mut self, numbers: I) {
        let mut all = std::mem::take(&mut self.numbers);
        all.extend(numbers);
        *self = Self::from_sorted(all);
    }
}

fn push_varint(bytes: &mut Vec<u8>, mut value: u64) {
    while value >= 128 {
        bytes.push(value.to_le_bytes()[0] | 128);
        value >>= 7;
    }
    bytes.push(value.to_le_bytes()[0]);
}

fn take_varint(rest: &mut &[u8]) -> Option<u64> {
    let mut value = 0_u64;
    for shift in (0..64).step_by(7) {
        let (&byte, tail) = rest.split_first()?;
        *rest = tail;
        let bits = u64::from(byte & 127);
        if shift == 63 && bits > 1 {
            return None;
        }
        value |= bits << shift;
        if byte < 128 {
            return Some(value);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn it_agrees_with_a_btree_set(
            numbers in prop::collection::vec(prop_oneof![0_u64..50, any::<u64>()], 0..200),
            later in prop::collection::vec(0_u64..60, 0..20),
            queried in prop::collection::vec(0_u64..60, 0..50),
        ) {
            let mut plain: BTreeSet<u64> = numbers.iter().copied().collect();
            let mut set: NumberSet = numbers.into_iter().collect();
            for number in later {
                prop_assert_eq!(set.insert(number), plain.insert(number));
            }
            for number in queried {
                prop_assert_eq!(set.contains(number), plain.contains(&number));
            }
            prop_assert!(plain.iter().all(|&number| set.contains(number)));
            prop_assert!(set.iter().eq(plain.iter().copied()));
            prop_assert_eq!(set.len(), plain.len());
            let back = NumberSet::from_bytes(&set.to_bytes()).unwrap();
            prop_assert_eq!(back.as_slice(), set.as_slice());
            let packed = PackedSet::from_bytes(set.to_bytes()).unwrap();
            for number in set.iter().flat_map(|number| [number.saturating_sub(1), number, number.saturating_add(1)]) {
                prop_assert_eq!(packed.contains(number), set.contains(number), "{}", number);
            }
            prop_assert!(!PackedSet::from_bytes(NumberSet::default().to_bytes()).unwrap().contains(0));
        }

        #[test]
        fn any_bytes_are_read_or_refused(bytes in prop::collection::vec(any::<u8>(), 0..64)) {
            for bytes in [bytes.clone(), [MAGIC, &bytes[..]].concat()] {
                let read = NumberSet::from_bytes(&bytes);
                prop_assert_eq!(read.is_ok(), PackedSet::from_bytes(bytes).is_ok());
            }
        }
    }

    #[test]
    fn damaged_bytes_are_refused() {
        let bytes = NumberSet::from_sorted(vec![5, 300, u64::MAX]).to_bytes();
        for end in 0..bytes.len() {
            assert_eq!(NumberSet::from_bytes(&bytes[..end]), Err(DamagedSet));
        }
        assert_eq!(NumberSet::from_bytes(&[&bytes[..], &[0]].concat()), Err(DamagedSet));
    }

    #[test]
    fn few_numbers_pass_the_filter_of_a_set() {
        // Neighbours of the numbers, which queried lists often have.
        let set: NumberSet = (0..100_000).map(|place| 12_015_550_000 + 3 * place).collect();
        let set = PackedSet::from_bytes(set.to_bytes()).unwrap();
        let others = (0..100_000).map(|place| 12_015_550_001 + 3 * place);
        let passed = others.filter(|number| set.may_contain(*number)).count();
        assert!(passed < 10_000, "{passed} of 100,000");
        assert!(set.size() < 300_000, "{} bytes", set.size());
    }

    #[test]
    fn lists_are_chained() {
        let (one, two) = (NumberSet::from_sorted(vec![1]), NumberSet::from_sorted(vec![2]));
        let chain = Chain(vec![&one, &two]);
        assert!(chain.contains(1) && chain.contains(2) && !chain.contains(3));
        assert!(!Chain::default().contains(1));
        assert!(!NumberSet::default().contains(0));
    }
}
