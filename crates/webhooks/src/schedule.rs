//! The retry schedule of deliveries.

use numsift_model::clock::{Entropy, NoEntropy, Timestamp};

/// Seconds before each attempt, counted from the previous one, as the Standard Webhooks specification proposes:
/// at once, then after 5 s, 5 min, 30 min, 2 h, 5 h, 10 h, 14 h, 20 h and 24 h.
pub const RETRY_DELAYS_S: [i64; 10] = [0, 5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400];
/// Delays are up to a fifth longer, so that deliveries that failed together are not retried together.
const JITTER_SHARE: i64 = 5;

/// The time of the attempt after number `step` (from 0); `None` if that was the last one.
pub(crate) fn next_attempt(
    step: i64,
    now: Timestamp,
    entropy: &dyn Entropy,
) -> Result<Option<Timestamp>, NoEntropy> {
    let wait = usize::try_from(step + 1).ok().and_then(|next| RETRY_DELAYS_S.get(next));
    let Some(wait) = wait else { return Ok(None) };
    let mut random = [0; 2];
    entropy.fill(&mut random)?;
    let jitter = (wait / JITTER_SHARE) * i64::from(u16::from_be_bytes(random)) / i64::from(u16::MAX);
    Ok(Some(now.plus(wait + jitter)))
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Always(u8);

    impl Entropy for Always {
        fn fill(&self, bytes: &mut [u8]) -> Result<(), NoEntropy> {
            bytes.fill(self.0);
            Ok(())
        }
    }

    #[test]
    fn delays_follow_the_specification_with_jitter() {
        let wait = |step, random| {
            next_attempt(step, Timestamp(1000), &Always(random)).unwrap().map(|at| at.since(Timestamp(1000)))
        };
        for (step, seconds) in RETRY_DELAYS_S.iter().skip(1).enumerate() {
            let step = i64::try_from(step).unwrap();
            assert_eq!(wait(step, 0), Some(*seconds));
            assert_eq!(wait(step, 255), Some(seconds + seconds / 5));
            assert!(wait(step, 100).unwrap() <= seconds + seconds / 5);
        }
        assert_eq!(wait(9, 0), None);
    }
}
