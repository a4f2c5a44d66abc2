//! Names of requests, for the log and for whoever asks what became of one.

use std::sync::atomic::{AtomicU64, Ordering};

use numsift_model::clock::Entropy;

/// Gives names that no other request has: a counter, stirred so that it looks like nothing, from a
/// random beginning, so that nodes and later starts give others. Asks for randomness only once.
pub struct TraceIds {
    next: AtomicU64,
}

impl TraceIds {
    /// Names from a random beginning on.
    pub fn new(entropy: &dyn Entropy) -> Self {
        let mut beginning = [0_u8; 8];
        // Without randomness they begin at zero: poor names, but no reason not to start.
        if entropy.fill(&mut beginning).is_err() {
            tracing::warn!("no randomness for trace ids");
        }
        Self { next: AtomicU64::new(u64::from_le_bytes(beginning)) }
    }

    /// Another one.
    pub fn next(&self) -> String {
        format!("{:016x}", stirred(self.next.fetch_add(1, Ordering::Relaxed)))
    }
}

/// Another number for every number: each step can be undone.
fn stirred(number: u64) -> u64 {
    let number = (number ^ (number >> 32)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let number = (number ^ (number >> 29)).wrapping_mul(0xd6e8_feb8_6659_fd93);
    number ^ (number >> 32)
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use numsift_model::clock::SystemEntropy;

    use super::TraceIds;

    #[test]
    fn every_request_has_a_name_of_its_own() {
        let ids = TraceIds::new(&SystemEntropy);
        let names: HashSet<_> = (0..10_000).map(|_| ids.next()).collect();
        assert_eq!(names.len(), 10_000);
        assert!(names.iter().all(|name| name.len() == 16));
    }
}
