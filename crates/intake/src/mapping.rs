//! How a file is read, hints for the guess, and limits.

use numsift_model::limits::{
    CELL_BYTES, LINE_BYTES, LIST_NUMBERS, RATIO_FROM, UNPACKED_BYTES, UNPACKED_RATIO,
};
use serde::{Deserialize, Serialize};

use crate::encoding::Encoding;

/// The character between the cells of a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Delimiter {
    /// `,`
    Comma,
    /// `;`
    Semicolon,
    /// The tab character.
    Tab,
    /// `|`
    Pipe,
    /// No delimiter: a line is one cell, and quotes have no meaning.
    #[default]
    None,
    /// No table: every phone number anywhere in the text is a row.
    Anywhere,
}

impl Delimiter {
    pub const fn byte(self) -> Option<u8> {
        match self {
            Self::Comma => Some(b','),
            Self::Semicolon => Some(b';'),
            Self::Tab => Some(b'\t'),
            Self::Pipe => Some(b'|'),
            Self::None | Self::Anywhere => None,
        }
    }
}

/// How a file is read. [`preview`](crate::preview) guesses a mapping; the user can correct every field.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(default)]
pub struct Mapping {
    /// The sheet of a workbook; defaults to the first one. Unused for text.
    pub sheet: Option<String>,
    /// The encoding of text; a byte order mark in the file overrides it.
    pub encoding: Encoding,
    /// The delimiter of text.
    pub delimiter: Delimiter,
    /// Rows above the table that are not blank, such as titles. They are skipped.
    pub title_rows: usize,
    /// Whether the table begins with a header.
    pub header: bool,
    /// Rows of the header, if there is one; 0 means 1.
    pub header_rows: usize,
    /// The column of the numbers, starting at 0.
    pub column: usize,
    /// The columns to carry over, starting at 0, in this order.
    pub carried: Vec<usize>,
    /// The country (two letters) of numbers without `+`.
    pub default_country: Option<String>,
    /// The column with the country or the calling code of each row, starting at 0. A row whose cell names no
    /// country has the default country.
    pub country_column: Option<usize>,
}

impl Mapping {
    /// Rows before the first row of data that are not blank.
    pub(crate) fn skipped_rows(&self) -> usize {
        self.title_rows + if self.header { self.header_rows.max(1) } else { 0 }
    }
}

/// Known parts of a mapping, which are not guessed.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(default)]
pub struct Hints {
    /// The sheet of a workbook.
    pub sheet: Option<String>,
    /// The encoding of text.
    pub encoding: Option<Encoding>,
    /// The delimiter of text.
    pub delimiter: Option<Delimiter>,
    /// Rows above the table that are not blank.
    pub title_rows: Option<usize>,
    /// Whether the table begins with a header.
    pub header: Option<bool>,
    /// The column of the numbers.
    pub column: Option<usize>,
    /// The country of numbers without `+`; empty for none.
    pub default_country: Option<String>,
    /// Whether the countries of the rows are read from a column; if so, which.
    pub country_column: Option<CountryColumn>,
    /// Countries of earlier lists of the same account, most frequent first. Weak evidence for the guess.
    #[serde(skip)]
    pub earlier_countries: Vec<String>,
}

/// The choice of a country column.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum CountryColumn {
    /// All rows have the default country.
    None,
    /// This column, starting at 0.
    Column(usize),
}

/// Limits on what is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// Most numbers.
    pub max_numbers: u64,
    /// Most bytes that an archive or workbook may expand to, all members together.
    pub max_unpacked: u64,
    /// Highest ratio of expanded to packed size.
    pub max_ratio: u64,
    /// Bytes that a file may expand to whatever the ratio.
    pub ratio_from: u64,
    /// Most bytes of a carried cell.
    pub max_cell: usize,
    /// Most bytes of a row.
    pub max_line: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            max_numbers: LIST_NUMBERS,
            max_unpacked: UNPACKED_BYTES,
            max_ratio: UNPACKED_RATIO,
            ratio_from: RATIO_FROM,
            max_cell: CELL_BYTES,
            max_line: LINE_BYTES,
        }
    }
}
