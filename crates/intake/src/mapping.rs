//! How a file is read, hints for the guess, and limits.

use numsift_model::limits::{
    CELL_BYTES, LINE_BYTES, LIST_NUMBERS, RATIO_FROM, UNPACKED_BYTES, UNPACKED_RATIO,
};
use serde::{Deserialize, Serialize};

/// The encoding of a text file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, utoipa::ToSchema)]
pub enum Encoding {
    /// UTF-8, including ASCII.
    #[default]
    #[serde(rename = "utf-8")]
    Utf8,
    /// UTF-16, little-endian.
    #[serde(rename = "utf-16le")]
    Utf16Le,
    /// UTF-16, big-endian.
    #[serde(rename = "utf-16be")]
    Utf16Be,
    /// GB18030, which includes GBK and GB2312.
    #[serde(rename = "gb18030")]
    Gb18030,
    /// Big5, used in Taiwan and Hong Kong.
    #[serde(rename = "big5")]
    Big5,
    /// Shift JIS, used in Japan.
    #[serde(rename = "shift_jis")]
    ShiftJis,
    /// Windows-1252, used in Western Europe and Latin America.
    #[serde(rename = "windows-1252")]
    Windows1252,
}

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
}

impl Delimiter {
    pub const fn byte(self) -> Option<u8> {
        match self {
            Self::Comma => Some(b','),
            Self::Semicolon => Some(b';'),
            Self::Tab => Some(b'\t'),
            Self::Pipe => Some(b'|'),
            Self::None => None,
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
    /// Whether the first row that is not blank is a header.
    pub header: bool,
    /// The column of the numbers, starting at 0.
    pub column: usize,
    /// The columns to carry over, starting at 0, in this order.
    pub carried: Vec<usize>,
    /// The country (two letters) of numbers without `+`.
    pub default_country: Option<String>,
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
    /// Whether the first row is a header.
    pub header: Option<bool>,
    /// The column of the numbers.
    pub column: Option<usize>,
    /// The country of numbers without `+`.
    pub default_country: Option<String>,
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
