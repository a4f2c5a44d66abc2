//! Pages of lists.

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Page {
    /// Rows to skip.
    pub offset: i64,
    /// Maximum number of rows to return.
    pub limit: i64,
}

impl Page {
    /// Maximum size of a page that a caller may request.
    pub const MAX_SIZE: i64 = crate::limits::PAGE_ROWS;

    /// Page `number` (from 1) of `size` rows; `None` if either is out of range.
    pub fn new(number: i64, size: i64) -> Option<Self> {
        if number < 1 || !(1..=Self::MAX_SIZE).contains(&size) {
            return None;
        }
        Some(Self { offset: (number - 1).checked_mul(size)?, limit: size })
    }
}

/// One page of a list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Listed<T> {
    pub items: Vec<T>,
    /// Number of rows on all pages.
    pub total: i64,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Direction {
    #[default]
    Ascending,
    Descending,
}
