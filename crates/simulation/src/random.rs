//! Random numbers that depend on nothing but the seed.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use numsift_model::clock::{Entropy, NoEntropy};

/// `SplitMix64`: small, and good enough to choose faults.
#[derive(Debug, Clone)]
pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Self {
        // Neighbouring seeds must not give neighbouring runs.
        let mut random = Self(seed ^ 0x6e75_6d73_6966_7421);
        random.next();
        random
    }

    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// From `least` to `most`, both included.
    pub fn between(&mut self, least: u64, most: u64) -> u64 {
        least + self.next() % (most - least + 1)
    }

    /// True in this many of a thousand cases.
    pub fn one_in_thousand(&mut self, times: u64) -> bool {
        self.next() % 1000 < times
    }

    pub fn millis(&mut self, least: u64, most: u64) -> Duration {
        Duration::from_millis(self.between(least, most))
    }
}

/// Random bytes for the program under test.
#[derive(Debug, Clone)]
pub struct SeededEntropy(Arc<Mutex<Random>>);

impl SeededEntropy {
    pub fn new(seed: u64) -> Self {
        Self(Arc::new(Mutex::new(Random::new(seed))))
    }
}

impl Entropy for SeededEntropy {
    fn fill(&self, bytes: &mut [u8]) -> Result<(), NoEntropy> {
        let mut random = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        for byte in bytes {
            *byte = random.next().to_le_bytes()[0];
        }
        Ok(())
    }
}
