//! Trace ids: name a request in the log and in its answer.

use std::sync::atomic::{AtomicU64, Ordering};

use numsift_model::clock::Entropy;

/// The trace id of a console call, for its handler.
#[derive(Debug, Clone)]
pub struct TraceId(pub String);

/// Generates unique ids: a counter with a random start, mixed so that consecutive ids look unrelated. Needs
/// randomness only once.
pub struct TraceIds {
    next: AtomicU64,
}

impl TraceIds {
    pub fn new(entropy: &dyn Entropy) -> Self {
        let mut start = [0_u8; 8];
        // Without randomness the ids start at zero: no reason not to serve.
        if entropy.fill(&mut start).is_err() {
            tracing::warn!("no randomness for trace ids");
        }
        Self { next: AtomicU64::new(u64::from_le_bytes(start)) }
    }

    pub fn next(&self) -> String {
        format!("{:016x}", mixed(self.next.fetch_add(1, Ordering::Relaxed)))
    }
}

/// A bijection: every step can be reversed, so different numbers stay different.
fn mixed(number: u64) -> u64 {
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
    fn ids_are_unique() {
        let ids = TraceIds::new(&SystemEntropy);
        let names: HashSet<_> = (0..10_000).map(|_| ids.next()).collect();
        assert_eq!(names.len(), 10_000);
        assert!(names.iter().all(|name| name.len() == 16));
    }
}
