//! Pages of long lists.

/// Which part of a list is wanted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Page {
    /// How many rows to pass over.
    pub offset: i64,
    /// How many rows to give at the most.
    pub limit: i64,
}

impl Page {
    /// The largest page a caller may ask for.
    pub const MAX_SIZE: i64 = 200;

    /// Page `number` (from 1) of `size` rows; `None` when either is out of range.
    pub fn new(number: i64, size: i64) -> Option<Self> {
        if number < 1 || !(1..=Self::MAX_SIZE).contains(&size) {
            return None;
        }
        Some(Self { offset: (number - 1).checked_mul(size)?, limit: size })
    }
}

/// One page of a list and how long the whole list is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Listed<T> {
    /// The rows of this page.
    pub items: Vec<T>,
    /// How many rows there are in all.
    pub total: i64,
}

/// Ascending or descending.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Direction {
    /// Smallest first.
    #[default]
    Ascending,
    /// Largest first.
    Descending,
}
