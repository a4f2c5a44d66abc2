//! Counts and generates numbers.
//!
//! A [`Space`] is the set of valid numbers of some regions, types, a carrier, a prefix or a pattern. It is
//! stored as a short list of intervals, so count, rank and unrank are exact and cheap even for large sets.
//! Members can be listed in order or drawn at random without repeats: see [`Draw`].
//!
//! Only numbers that parse to themselves are members: the E.164 form of each one gives the same number again.
//!
//! ```
//! use numplan::{NumberType, Region, space::Space};
//!
//! let mobiles = Space::query()
//!     .region(Region::from_code("CN").unwrap())
//!     .kind(NumberType::Mobile)
//!     .prefix("138")
//!     .build()?;
//! assert_eq!(mobiles.count(), 100_000_000);
//! let sample: Vec<_> = mobiles.draw(42).take(3).collect();
//! assert!(sample.iter().all(|number| number.is_valid()));
//! # Ok::<(), numplan::space::SpaceError>(())
//! ```

mod draw;
mod mask;
mod permutation;
mod query;
mod tables;

pub use draw::{Cursor, CursorError, Draw};
pub use query::{
    CarrierShare, Distinguishable, Pattern, PatternProblem, Query, SpaceError, carriers, distinguishable,
    read_pattern,
};

use crate::PhoneNumber;
use mask::Mask;

/// A set of valid numbers that can be counted, indexed and drawn from.
///
/// ```
/// use numplan::{NumberType, Region, space::Space};
/// let gb = Region::from_code("GB").unwrap();
/// let pagers = Space::query().region(gb).kind(NumberType::Pager).build()?;
/// let first = pagers.unrank(0).unwrap();
/// assert_eq!(pagers.rank(&first), Some(0));
/// # Ok::<(), numplan::space::SpaceError>(())
/// ```
#[derive(Debug, Clone)]
pub struct Space {
    intervals: Vec<Interval>,
    mask: Option<Mask>,
    count: u64,
}

/// Consecutive E.164 numbers of one calling code and length, as integers.
#[derive(Debug, Clone, Copy)]
struct Interval {
    start: u64,
    end: u64,
    /// Number of members of the space before this interval.
    before: u64,
    country_code: u16,
    nsn_len: u8,
}

impl Space {
    /// Starts a query for a space.
    ///
    /// ```
    /// let world = numplan::space::Space::query().build()?;
    /// assert!(world.count() > 1_000_000_000_000);
    /// # Ok::<(), numplan::space::SpaceError>(())
    /// ```
    pub fn query() -> Query {
        Query::default()
    }

    /// Makes a space from sorted, disjoint parts.
    fn new(parts: impl IntoIterator<Item = (u64, u64, u16)>, mask: Option<Mask>) -> Self {
        let mut space = Self { intervals: Vec::new(), mask, count: 0 };
        for (start, end, country_code) in parts {
            let members = match &space.mask {
                Some(mask) => mask.below(end) - mask.below(start),
                None => end - start,
            };
            if members > 0 {
                let nsn_len = digits(start) - digits(u64::from(country_code));
                space.intervals.push(Interval { start, end, before: space.count, country_code, nsn_len });
                space.count += members;
            }
        }
        space
    }

    /// Number of members.
    ///
    /// ```
    /// use numplan::{NumberType, Region, space::Space};
    /// let us = Region::from_code("US").unwrap();
    /// let toll_free = Space::query().region(us).kind(NumberType::TollFree).build()?;
    /// assert!(toll_free.count() > 1_000_000);
    /// # Ok::<(), numplan::space::SpaceError>(())
    /// ```
    pub const fn count(&self) -> u64 {
        self.count
    }

    /// Number of intervals of consecutive numbers.
    ///
    /// ```
    /// use numplan::{NumberType, Region, space::Space};
    /// let cn = Region::from_code("CN").unwrap();
    /// let mobiles = Space::query().region(cn).kind(NumberType::Mobile).build()?;
    /// assert!(mobiles.intervals() < 100);
    /// # Ok::<(), numplan::space::SpaceError>(())
    /// ```
    pub fn intervals(&self) -> usize {
        self.intervals.len()
    }

    /// The index of a number among the members in ascending order; `None` if it is not a member. Extensions
    /// are ignored.
    ///
    /// ```
    /// use numplan::{Region, space::Space};
    /// let space = Space::query().region(Region::from_code("CN").unwrap()).prefix("138").build()?;
    /// let number = numplan::parse("+86 138 0000 0007", None).unwrap();
    /// assert_eq!(space.rank(&number), Some(7));
    /// assert_eq!(space.rank(&numplan::parse("+12015550123", None).unwrap()), None);
    /// # Ok::<(), numplan::space::SpaceError>(())
    /// ```
    pub fn rank(&self, number: &PhoneNumber) -> Option<u64> {
        let scale = 10u64.checked_pow(u32::from(number.nsn_len()))?;
        let value =
            u64::from(number.country_code()).checked_mul(scale)?.checked_add(number.national_number())?;
        let after = self.intervals.partition_point(|part| part.start <= value);
        let part = &self.intervals[after.checked_sub(1)?];
        if value >= part.end {
            return None;
        }
        match &self.mask {
            Some(mask) if !mask.matches(value) => None,
            Some(mask) => Some(part.before + mask.below(value) - mask.below(part.start)),
            None => Some(part.before + value - part.start),
        }
    }

    /// The member at an index, in ascending order; `None` past the last.
    ///
    /// ```
    /// use numplan::{Region, space::Space};
    /// let space = Space::query().region(Region::from_code("CN").unwrap()).prefix("138").build()?;
    /// let number = space.unrank(12_345_678).unwrap();
    /// assert_eq!(number.format(numplan::Format::E164).to_string(), "+8613812345678");
    /// assert!(space.unrank(space.count()).is_none());
    /// # Ok::<(), numplan::space::SpaceError>(())
    /// ```
    pub fn unrank(&self, index: u64) -> Option<PhoneNumber> {
        if index >= self.count {
            return None;
        }
        let after = self.intervals.partition_point(|part| part.before <= index);
        let part = &self.intervals[after.checked_sub(1)?];
        let within = index - part.before;
        let value = match &self.mask {
            Some(mask) => mask.nth(mask.below(part.start) + within),
            None => part.start + within,
        };
        Some(part.number(value))
    }

    /// Whether a number is a member.
    ///
    /// ```
    /// use numplan::{Region, space::Space};
    /// let space = Space::query().region(Region::from_code("CN").unwrap()).build()?;
    /// assert!(space.contains(&numplan::parse("+86 138 0000 0007", None).unwrap()));
    /// # Ok::<(), numplan::space::SpaceError>(())
    /// ```
    pub fn contains(&self, number: &PhoneNumber) -> bool {
        self.rank(number).is_some()
    }

    /// The numbers that are members of both spaces.
    ///
    /// ```
    /// use numplan::{NumberType, Region, space::Space};
    /// let cn = Region::from_code("CN").unwrap();
    /// let mobiles = Space::query().region(cn).kind(NumberType::Mobile).build()?;
    /// let lucky = Space::query().pattern("+86 138 ???? 888?").build()?;
    /// assert_eq!(mobiles.intersection(&lucky).count(), lucky.count());
    /// # Ok::<(), numplan::space::SpaceError>(())
    /// ```
    #[must_use]
    pub fn intersection(&self, other: &Self) -> Self {
        let mask = match (&self.mask, &other.mask) {
            (Some(one), Some(two)) => match one.and(two) {
                Some(both) => Some(both),
                None => return Self::new([], None),
            },
            (one, two) => one.as_ref().or(two.as_ref()).cloned(),
        };
        let bounds = mask.as_ref().map_or((0, u64::MAX), Mask::bounds);
        let mut parts = Vec::new();
        let mut theirs = other.intervals.iter().peekable();
        for mine in &self.intervals {
            while theirs.next_if(|part| part.end <= mine.start).is_some() {}
            for part in theirs.clone().take_while(|part| part.start < mine.end) {
                let start = mine.start.max(part.start).max(bounds.0);
                let end = mine.end.min(part.end).min(bounds.1);
                if start < end {
                    parts.push((start, end, mine.country_code));
                }
            }
        }
        Self::new(parts, mask)
    }

    /// A hash of the members. It does not depend on the version of the metadata: a version that gives the
    /// space the same members gives the same fingerprint.
    ///
    /// ```
    /// use numplan::space::Space;
    /// let space = |pattern| Space::query().pattern(pattern).build().unwrap();
    /// assert_eq!(space("+86 138????????").fingerprint(), space("+86 138 ?{8}").fingerprint());
    /// assert_ne!(space("+86 138????????").fingerprint(), space("+86 139????????").fingerprint());
    /// ```
    pub fn fingerprint(&self) -> u64 {
        let places = self.mask.iter().flat_map(|mask| mask.places().iter().map(|set| u64::from(*set)));
        let parts = self.intervals.iter().flat_map(|part| [part.start, part.end]);
        places.chain([u64::MAX]).chain(parts).fold(0xcbf2_9ce4_8422_2325, |hash, value| {
            value
                .to_le_bytes()
                .iter()
                .fold(hash, |hash, byte| (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3))
        })
    }

    /// The members in ascending order, starting at `index`.
    ///
    /// ```
    /// use numplan::{Format, Region, space::Space};
    /// let space = Space::query().region(Region::from_code("CN").unwrap()).prefix("138").build()?;
    /// let next: Vec<String> = space.from(8).take(2).map(|n| n.format(Format::E164).to_string()).collect();
    /// assert_eq!(next, ["+8613800000008", "+8613800000009"]);
    /// # Ok::<(), numplan::space::SpaceError>(())
    /// ```
    pub fn from(&self, index: u64) -> impl Iterator<Item = PhoneNumber> + '_ {
        (index..self.count).map_while(|index| self.unrank(index))
    }

    /// The members in random order, without repeats. The same seed gives the same order.
    ///
    /// ```
    /// use numplan::{Region, space::Space};
    /// let space = Space::query().region(Region::from_code("CN").unwrap()).prefix("138").build()?;
    /// assert!(space.draw(1).take(100).eq(space.draw(1).take(100)));
    /// assert!(!space.draw(1).take(100).eq(space.draw(2).take(100)));
    /// # Ok::<(), numplan::space::SpaceError>(())
    /// ```
    pub fn draw(&self, seed: u64) -> Draw<'_> {
        Draw::new(self, seed)
    }
}

impl Interval {
    fn number(&self, value: u64) -> PhoneNumber {
        let scale = 10u64.pow(u32::from(self.nsn_len));
        PhoneNumber::new(self.country_code, value - u64::from(self.country_code) * scale, self.nsn_len)
    }
}

/// Number of digits of an integer.
fn digits(value: u64) -> u8 {
    value.checked_ilog10().and_then(|log| u8::try_from(log).ok()).map_or(1, |log| log + 1)
}

#[cfg(test)]
mod tests;
