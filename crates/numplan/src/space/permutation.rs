//! A keyed permutation of `0..size`: a Feistel network over the next power of two, with cycle walking. It has
//! no state, so a draw can stop anywhere and resume later.

/// A permutation selected by a key.
#[derive(Debug, Clone)]
pub(super) struct Permutation {
    size: u64,
    left_bits: u32,
    right_bits: u32,
    keys: [u64; ROUNDS],
}

const ROUNDS: usize = 6;

impl Permutation {
    /// The permutation of `0..size` with this key.
    pub(super) fn new(size: u64, key: u64) -> Self {
        let bits = (u64::BITS - size.saturating_sub(1).leading_zeros()).max(2);
        let mut keys = [0; ROUNDS];
        let mut state = key;
        for each in &mut keys {
            state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
            *each = mix(state);
        }
        Self { size, left_bits: bits / 2, right_bits: bits - bits / 2, keys }
    }

    /// The image of an index. Indices out of range are returned unchanged.
    pub(super) fn apply(&self, index: u64) -> u64 {
        if index >= self.size {
            return index;
        }
        // Cycle walking: the network permutes a set at most twice as large, or of size 4. Its cycle through
        // `index` returns to the range, at the latest to `index` itself.
        let mut at = self.once(index);
        while at >= self.size {
            at = self.once(at);
        }
        at
    }

    /// The inverse of [`apply`](Self::apply).
    pub(super) fn undo(&self, index: u64) -> u64 {
        if index >= self.size {
            return index;
        }
        let mut at = self.once_back(index);
        while at >= self.size {
            at = self.once_back(at);
        }
        at
    }

    fn once(&self, value: u64) -> u64 {
        let (left_mask, right_mask) = (ones(self.left_bits), ones(self.right_bits));
        let mut left = value >> self.right_bits;
        let mut right = value & right_mask;
        for pair in self.keys.chunks_exact(2) {
            left ^= mix(right ^ pair[0]) & left_mask;
            right ^= mix(left ^ pair[1]) & right_mask;
        }
        left << self.right_bits | right
    }

    fn once_back(&self, value: u64) -> u64 {
        let (left_mask, right_mask) = (ones(self.left_bits), ones(self.right_bits));
        let mut left = value >> self.right_bits;
        let mut right = value & right_mask;
        for pair in self.keys.chunks_exact(2).rev() {
            right ^= mix(left ^ pair[1]) & right_mask;
            left ^= mix(right ^ pair[0]) & left_mask;
        }
        left << self.right_bits | right
    }
}

const fn ones(bits: u32) -> u64 {
    (1 << bits) - 1
}

/// The finalizer of `SplitMix64`: every bit of the result depends on every bit of the value.
const fn mix(mut value: u64) -> u64 {
    value = (value ^ value >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    value = (value ^ value >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    value ^ value >> 31
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn small_sizes_are_permuted() {
        for size in 1..300 {
            let permutation = Permutation::new(size, 7);
            assert!((0..size).all(|index| permutation.undo(permutation.apply(index)) == index));
            let mut seen: Vec<u64> = (0..size).map(|index| permutation.apply(index)).collect();
            seen.sort_unstable();
            assert!(seen.into_iter().eq(0..size), "{size}");
        }
    }

    #[test]
    fn different_keys_give_different_orders() {
        let order = |key| (0..50).map(|at| Permutation::new(1_000_000, key).apply(at)).collect::<Vec<_>>();
        assert_ne!(order(1), order(2));
        assert_eq!(order(3), order(3));
    }

    #[test]
    fn images_are_spread_evenly() {
        let permutation = Permutation::new(5_216_000_000, 42);
        let mut tenths = [0u32; 10];
        for index in 0..100_000 {
            tenths[usize::try_from(permutation.apply(index) / 521_600_000).expect("small")] += 1;
        }
        // Each tenth expects 10,000 with a standard deviation of 95; allow six of them.
        assert!(tenths.iter().all(|count| count.abs_diff(10_000) < 570), "{tenths:?}");
    }

    proptest! {
        #[test]
        fn permutations_are_injective_and_invertible(size in 2u64..u64::MAX / 4, key: u64, a: u64, b: u64) {
            let permutation = Permutation::new(size, key);
            let (a, b) = (a % size, b % size);
            let (to_a, to_b) = (permutation.apply(a), permutation.apply(b));
            prop_assert!(to_a < size && to_b < size);
            prop_assert_eq!(a == b, to_a == to_b);
            prop_assert_eq!(permutation.undo(to_a), a);
        }
    }
}
