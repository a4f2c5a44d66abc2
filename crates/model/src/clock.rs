//! Time and randomness. Both are passed in, so that tests control them.

use std::sync::atomic::{AtomicI64, Ordering};
use std::time::{Instant, SystemTime, UNIX_EPOCH};

use chrono::{DateTime, NaiveDate, NaiveTime, SecondsFormat, Utc};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Seconds per hour.
pub const HOUR_S: i64 = 3600;
/// Seconds per day.
pub const DAY_S: i64 = 24 * HOUR_S;

/// Seconds since 1970-01-01 UTC.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, ToSchema)]
#[serde(transparent)]
pub struct Timestamp(pub i64);

impl Timestamp {
    /// Adds seconds, which may be negative. Saturates at the ends of the range.
    #[must_use]
    pub const fn plus(self, seconds: i64) -> Self {
        Self(self.0.saturating_add(seconds))
    }

    /// Adds days of 24 hours, which may be negative. Saturates at the ends of the range.
    #[must_use]
    pub const fn plus_days(self, days: i64) -> Self {
        self.plus(days.saturating_mul(DAY_S))
    }

    /// Seconds from `earlier` to this time; negative if `earlier` is later.
    pub const fn since(self, earlier: Self) -> i64 {
        self.0.saturating_sub(earlier.0)
    }

    /// Midnight (UTC) of the same day.
    #[must_use]
    pub const fn start_of_day(self) -> Self {
        Self(self.0.saturating_sub(self.0.rem_euclid(DAY_S)))
    }

    /// Days since 1970-01-01 (UTC).
    pub const fn day_number(self) -> i64 {
        self.0.div_euclid(DAY_S)
    }

    /// Midnight (UTC) of a day such as `2027-01-15`; `None` if it is not a date in this format.
    pub fn from_day(text: &str) -> Option<Self> {
        let date = NaiveDate::parse_from_str(text, "%Y-%m-%d").ok()?;
        // chrono accepts signs and missing zeros.
        (date.to_string() == text).then(|| Self(date.and_time(NaiveTime::MIN).and_utc().timestamp()))
    }

    /// The day (UTC) as `2027-01-15`.
    pub fn day(self) -> String {
        self.utc().date_naive().to_string()
    }

    /// RFC 3339, such as `2027-01-15T08:00:00Z`.
    pub fn rfc3339(self) -> String {
        self.utc().to_rfc3339_opts(SecondsFormat::Secs, true)
    }

    /// Parses RFC 3339, with any offset. Fractions of a second are cut off.
    pub fn from_rfc3339(text: &str) -> Option<Self> {
        DateTime::parse_from_rfc3339(text).ok().map(|time| Self(time.timestamp()))
    }

    pub(crate) fn utc(self) -> DateTime<Utc> {
        let nearest = if self.0 < 0 { DateTime::<Utc>::MIN_UTC } else { DateTime::<Utc>::MAX_UTC };
        DateTime::from_timestamp(self.0, 0).unwrap_or(nearest)
    }
}

pub trait Clock: Send + Sync + 'static {
    fn now(&self) -> Timestamp;

    /// Milliseconds since 1970-01-01 UTC, for rate limits.
    fn now_ms(&self) -> i64;
}

/// The clock of the operating system.
#[derive(Debug, Clone, Copy, Default)]
pub struct SystemClock;

impl Clock for SystemClock {
    fn now(&self) -> Timestamp {
        let seconds = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |d| d.as_secs());
        Timestamp(i64::try_from(seconds).unwrap_or(i64::MAX))
    }

    fn now_ms(&self) -> i64 {
        let ms = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |d| d.as_millis());
        i64::try_from(ms).unwrap_or(i64::MAX)
    }
}

/// A clock for tests and for the history of the demo: [`Clock::now`] stands still until it is advanced. [`Clock::now_ms`] also runs with the real time,
/// so that rate limits refill without the test advancing the clock for every request.
#[derive(Debug)]
pub struct ManualClock {
    seconds: AtomicI64,
    started: Instant,
}

impl ManualClock {
    pub fn at(start: Timestamp) -> Self {
        Self { seconds: AtomicI64::new(start.0), started: Instant::now() }
    }

    pub fn advance(&self, seconds: i64) {
        self.seconds.fetch_add(seconds, Ordering::SeqCst);
    }
}

impl Clock for ManualClock {
    fn now(&self) -> Timestamp {
        Timestamp(self.seconds.load(Ordering::SeqCst))
    }

    fn now_ms(&self) -> i64 {
        let running = i64::try_from(self.started.elapsed().as_millis()).unwrap_or(i64::MAX);
        self.now().0.saturating_mul(1000).saturating_add(running)
    }
}

/// A source of random bytes.
pub trait Entropy: Send + Sync + 'static {
    fn fill(&self, bytes: &mut [u8]) -> Result<(), NoEntropy>;
}

#[derive(Debug, thiserror::Error)]
#[error("the operating system supplies no random bytes")]
pub struct NoEntropy;

/// Random bytes of the operating system.
#[derive(Debug, Clone, Copy, Default)]
pub struct SystemEntropy;

impl Entropy for SystemEntropy {
    fn fill(&self, bytes: &mut [u8]) -> Result<(), NoEntropy> {
        getrandom::fill(bytes).map_err(|_| NoEntropy)
    }
}

/// Random text without look-alike characters, for codes and one-time passwords. Five bits per character.
pub fn random_text(entropy: &dyn Entropy, length: usize) -> Result<String, NoEntropy> {
    // 32 symbols, so that five bits of a byte select one without bias.
    const ALPHABET: &[u8; 32] = b"ABCDEFGHJKLMNPQRSTUVWXYZ23456789";
    let mut bytes = vec![0; length];
    entropy.fill(&mut bytes)?;
    Ok(bytes.into_iter().map(|b| char::from(ALPHABET[usize::from(b & 31)])).collect())
}

#[cfg(test)]
mod tests {
    use super::{DAY_S, Timestamp};

    #[test]
    fn days_are_formatted_and_parsed() {
        for (seconds, day) in [
            (0, "1970-01-01"),
            (59 * DAY_S, "1970-03-01"),
            (-DAY_S, "1969-12-31"),
            (951_782_400, "2000-02-29"),
            (951_868_800, "2000-03-01"),
            (1_798_761_600, "2027-01-01"),
            (4_107_542_400, "2100-03-01"),
        ] {
            let midnight = Timestamp(seconds);
            assert_eq!(Timestamp::from_day(day), Some(midnight), "{day}");
            for at in [midnight, midnight.plus(1), midnight.plus(DAY_S - 1)] {
                assert_eq!((at.day().as_str(), at.start_of_day()), (day, midnight), "{at:?}");
                assert_eq!(at.day_number() * DAY_S, midnight.0);
            }
        }
    }

    #[test]
    fn invalid_days_are_rejected() {
        for text in
            ["", "2027", "2027-1-1", "2027-13-01", "2100-02-29", "2027-04-31", "2027-01-01-01", "+027-01-01"]
        {
            assert_eq!(Timestamp::from_day(text), None, "{text}");
        }
    }

    #[test]
    fn times_are_formatted_as_rfc3339() {
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

    #[test]
    fn arithmetic_saturates() {
        assert_eq!(Timestamp(i64::MAX).plus_days(1), Timestamp(i64::MAX));
        assert_eq!(Timestamp(0).plus_days(i64::MIN), Timestamp(i64::MIN));
        assert_eq!(Timestamp(i64::MIN).start_of_day(), Timestamp(i64::MIN));
        for end in [i64::MIN, i64::MAX] {
            assert!(!Timestamp(end).rfc3339().is_empty());
        }
    }
}
