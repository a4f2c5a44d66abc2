//! Time and randomness are passed in, so that tests decide both.

use std::sync::atomic::{AtomicI64, Ordering};
use std::time::{SystemTime, UNIX_EPOCH};

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Seconds since 1970-01-01 UTC.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, ToSchema)]
#[serde(transparent)]
pub struct Timestamp(pub i64);

impl Timestamp {
    /// This moment plus (or minus) some seconds; stays at the ends of the range instead of wrapping.
    #[must_use]
    pub fn plus(self, seconds: i64) -> Self {
        Self(self.0.saturating_add(seconds))
    }

    /// Seconds from `earlier` to this moment; negative when `earlier` is later.
    pub fn since(self, earlier: Self) -> i64 {
        self.0.saturating_sub(earlier.0)
    }

    /// The day (UTC) as `2027-01-15`.
    pub fn day(self) -> String {
        // Years that begin in March end with the day that some of them lack, so that months are regular.
        let days = self.0.div_euclid(86_400) + 719_468;
        let (era, of_era) = (days.div_euclid(146_097), days.rem_euclid(146_097));
        let year_of_era = (of_era - of_era / 1460 + of_era / 36_524 - of_era / 146_096) / 365;
        let of_year = of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
        let month = (5 * of_year + 2) / 153;
        let day = of_year - (153 * month + 2) / 5 + 1;
        let (month, next) = if month < 10 { (month + 3, 0) } else { (month - 9, 1) };
        format!("{:04}-{month:02}-{day:02}", year_of_era + era * 400 + next)
    }

    /// The moment as RFC 3339 writes it, such as `2027-01-15T08:00:00Z`.
    pub fn rfc3339(self) -> String {
        let seconds = self.0.rem_euclid(86_400);
        let (hour, minute, second) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
        format!("{}T{hour:02}:{minute:02}:{second:02}Z", self.day())
    }
}

/// Tells the time.
pub trait Clock: Send + Sync + 'static {
    /// The current moment.
    fn now(&self) -> Timestamp;
}

/// The machine's clock.
#[derive(Debug, Clone, Copy, Default)]
pub struct SystemClock;

impl Clock for SystemClock {
    fn now(&self) -> Timestamp {
        let seconds = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |d| d.as_secs());
        Timestamp(i64::try_from(seconds).unwrap_or(i64::MAX))
    }
}

/// A clock that stands still until it is moved.
#[derive(Debug)]
pub struct ManualClock(AtomicI64);

impl ManualClock {
    /// A clock that shows `start`.
    pub fn at(start: Timestamp) -> Self {
        Self(AtomicI64::new(start.0))
    }

    /// Moves the clock forward.
    pub fn advance(&self, seconds: i64) {
        self.0.fetch_add(seconds, Ordering::SeqCst);
    }
}

impl Clock for ManualClock {
    fn now(&self) -> Timestamp {
        Timestamp(self.0.load(Ordering::SeqCst))
    }
}

/// Gives unpredictable bytes.
pub trait Entropy: Send + Sync + 'static {
    /// Fills `bytes`, or says that the machine has no randomness to give.
    fn fill(&self, bytes: &mut [u8]) -> Result<(), NoEntropy>;
}

/// The operating system could not supply random bytes.
#[derive(Debug, thiserror::Error)]
#[error("the operating system supplies no random bytes")]
pub struct NoEntropy;

/// The operating system's randomness.
#[derive(Debug, Clone, Copy, Default)]
pub struct SystemEntropy;

impl Entropy for SystemEntropy {
    fn fill(&self, bytes: &mut [u8]) -> Result<(), NoEntropy> {
        getrandom::fill(bytes).map_err(|_| NoEntropy)
    }
}

/// A short random text without look-alike characters, for codes and one-time passwords.
pub fn random_text(entropy: &dyn Entropy, length: usize) -> Result<String, NoEntropy> {
    // 32 symbols, so that five bits of a byte choose one without bias.
    const ALPHABET: &[u8; 32] = b"ABCDEFGHJKLMNPQRSTUVWXYZ23456789";
    let mut bytes = vec![0; length];
    entropy.fill(&mut bytes)?;
    Ok(bytes.into_iter().map(|b| char::from(ALPHABET[usize::from(b & 31)])).collect())
}

#[cfg(test)]
mod tests {
    use super::Timestamp;

    #[test]
    fn days_have_their_dates() {
        for (seconds, day) in [
            (0, "1970-01-01"),
            (86_399, "1970-01-01"),
            (-1, "1969-12-31"),
            (951_782_400, "2000-02-29"),
            (951_868_800, "2000-03-01"),
            (1_800_000_000, "2027-01-15"),
            (4_107_542_400, "2100-03-01"),
        ] {
            assert_eq!(Timestamp(seconds).day(), day, "{seconds}");
        }
    }

    #[test]
    fn moments_are_written_as_the_calendar_has_them() {
        for (seconds, text) in [
            (0, "1970-01-01T00:00:00Z"),
            (-1, "1969-12-31T23:59:59Z"),
            (951_782_400, "2000-02-29T00:00:00Z"),
            (951_868_799, "2000-02-29T23:59:59Z"),
            (951_868_800, "2000-03-01T00:00:00Z"),
            (1_798_761_599, "2026-12-31T23:59:59Z"),
            (1_800_000_000, "2027-01-15T08:00:00Z"),
            (4_107_542_400, "2100-03-01T00:00:00Z"),
        ] {
            assert_eq!(Timestamp(seconds).rfc3339(), text);
        }
    }
}
