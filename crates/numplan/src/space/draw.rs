//! Draws members at random without repeats; a cursor lets a draw resume later.

use std::fmt;
use std::str::FromStr;

use super::Space;
use super::permutation::Permutation;
use crate::{METADATA_VERSION, PhoneNumber};

/// Members of a [`Space`] in random order, each once. Made by [`Space::draw`].
///
/// The seed and the number of members drawn are its whole state: a [`Cursor`] stores both, and
/// [`Draw::resume`] continues from there.
///
/// ```
/// use numplan::{Region, space::{Draw, Space}};
/// let space = Space::query().region(Region::from_code("GB").unwrap()).build()?;
/// let all: Vec<_> = space.draw(9).take(10).collect();
/// let mut draw = space.draw(9);
/// draw.by_ref().take(4).for_each(drop);
/// let rest = Draw::resume(&space, &draw.cursor()).unwrap();
/// assert!(rest.take(6).eq(all[4..].iter().copied()));
/// # Ok::<(), numplan::space::SpaceError>(())
/// ```
#[derive(Debug, Clone)]
pub struct Draw<'a> {
    space: &'a Space,
    permutation: Permutation,
    seed: u64,
    next: u64,
}

impl<'a> Draw<'a> {
    pub(super) fn new(space: &'a Space, seed: u64) -> Self {
        Self { space, permutation: Permutation::new(space.count(), seed), seed, next: 0 }
    }

    /// Continues from a cursor. The space has to be the same.
    ///
    /// ```
    /// use numplan::space::{Cursor, Draw, Space};
    /// let space = Space::query().build()?;
    /// let old = Cursor { metadata: "1.0".into(), seed: 1, drawn: 5, count: space.count() };
    /// assert!(Draw::resume(&space, &old).is_err());
    /// # Ok::<(), numplan::space::SpaceError>(())
    /// ```
    pub fn resume(space: &'a Space, cursor: &Cursor) -> Result<Self, CursorError> {
        if cursor.metadata != METADATA_VERSION {
            return Err(CursorError::Metadata { found: cursor.metadata.clone() });
        }
        if cursor.count != space.count() {
            return Err(CursorError::OtherSpace);
        }
        Ok(Self { next: cursor.drawn, ..Self::new(space, cursor.seed) })
    }

    /// Moves to the member at index `drawn` of the draw.
    ///
    /// ```
    /// use numplan::space::Space;
    /// let space = Space::query().build()?;
    /// assert!(space.draw(3).skip_to(7).take(2).eq(space.draw(3).skip(7).take(2)));
    /// # Ok::<(), numplan::space::SpaceError>(())
    /// ```
    #[must_use]
    pub fn skip_to(mut self, drawn: u64) -> Self {
        self.next = drawn;
        self
    }

    /// The index of a number in this draw; `None` if it is not a member.
    ///
    /// ```
    /// use numplan::space::Space;
    /// let space = Space::query().build()?;
    /// let fifth = space.draw(3).nth(4).unwrap();
    /// assert_eq!(space.draw(3).position(&fifth), Some(4));
    /// # Ok::<(), numplan::space::SpaceError>(())
    /// ```
    pub fn position(&self, number: &PhoneNumber) -> Option<u64> {
        self.space.rank(number).map(|rank| self.permutation.undo(rank))
    }

    /// The present state of the draw.
    ///
    /// ```
    /// use numplan::space::Space;
    /// let space = Space::query().build()?;
    /// let mut draw = space.draw(3);
    /// draw.next();
    /// assert_eq!(draw.cursor().drawn, 1);
    /// # Ok::<(), numplan::space::SpaceError>(())
    /// ```
    pub fn cursor(&self) -> Cursor {
        Cursor {
            metadata: METADATA_VERSION.to_owned(),
            seed: self.seed,
            drawn: self.next,
            count: self.space.count(),
        }
    }
}

impl Iterator for Draw<'_> {
    type Item = PhoneNumber;

    fn next(&mut self) -> Option<PhoneNumber> {
        if self.next >= self.space.count() {
            return None;
        }
        let number = self.space.unrank(self.permutation.apply(self.next));
        self.next += 1;
        number
    }
}

/// The state of a [`Draw`], to be stored as text.
///
/// It contains the version of the metadata: sets of numbers differ between versions, and continuing with
/// another version could repeat members.
///
/// ```
/// use numplan::space::{Cursor, Space};
/// let space = Space::query().build()?;
/// let cursor = space.draw(3).cursor();
/// assert_eq!(cursor.to_string().parse::<Cursor>().as_ref(), Ok(&cursor));
/// # Ok::<(), numplan::space::SpaceError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cursor {
    /// Version of the metadata.
    pub metadata: String,
    pub seed: u64,
    /// Number of members drawn so far.
    pub drawn: u64,
    /// Number of members of the space.
    pub count: u64,
}

impl fmt::Display for Cursor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}:{}:{}", self.metadata, self.seed, self.drawn, self.count)
    }
}

impl FromStr for Cursor {
    type Err = CursorError;

    fn from_str(text: &str) -> Result<Self, CursorError> {
        let mut fields = text.split(':');
        let mut field = || fields.next().ok_or(CursorError::Malformed);
        let metadata = field()?.to_owned();
        let mut number = || field()?.parse().map_err(|_| CursorError::Malformed);
        let cursor = Self { metadata, seed: number()?, drawn: number()?, count: number()? };
        if fields.next().is_some() { Err(CursorError::Malformed) } else { Ok(cursor) }
    }
}

/// Why a draw cannot resume from a cursor.
///
/// ```
/// use numplan::space::{Cursor, CursorError};
/// assert_eq!("what".parse::<Cursor>(), Err(CursorError::Malformed));
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CursorError {
    /// The text is not a cursor.
    Malformed,
    /// The cursor is from another version of the metadata.
    Metadata { found: String },
    /// The cursor is from a space with another number of members.
    OtherSpace,
}

impl fmt::Display for CursorError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Malformed => f.write_str("invalid cursor: expected one like 9.0.43:42:1000:5216000000"),
            Self::Metadata { found } => write!(
                f,
                "the cursor is from metadata {found}, this is {METADATA_VERSION} with other sets of numbers; \
                 start again without a cursor"
            ),
            Self::OtherSpace => f.write_str("the cursor is from another set of numbers"),
        }
    }
}

impl std::error::Error for CursorError {}
