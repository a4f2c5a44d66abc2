//! How a file is to be read, what is known before it is looked at, and how much of it is too much.

use serde::{Deserialize, Serialize};

/// The encoding of a text file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, utoipa::ToSchema)]
pub enum Encoding {
    /// UTF-8, and with it ASCII.
    #[default]
    #[serde(rename = "utf-8")]
    Utf8,
    /// UTF-16, little end first.
    #[serde(rename = "utf-16le")]
    Utf16Le,
    /// UTF-16, big end first.
    #[serde(rename = "utf-16be")]
    Utf16Be,
    /// GB18030, which includes GBK and GB2312.
    #[serde(rename = "gb18030")]
    Gb18030,
    /// Big5, of Taiwan and Hong Kong.
    #[serde(rename = "big5")]
    Big5,
    /// Shift JIS, of Japan.
    #[serde(rename = "shift_jis")]
    ShiftJis,
    /// Windows-1252, of Western Europe and Latin America.
    #[serde(rename = "windows-1252")]
    Windows1252,
}

/// What stands between the cells of a line.
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
    /// Nothing: a line is one cell, and quotes mean nothing.
    #[default]
    None,
}

impl Delimiter {
    /// The byte itself.
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

/// How a file is to be read. [`preview`](crate::preview) guesses one; all of it may be corrected.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(default)]
pub struct Mapping {
    /// The sheet of a workbook; the first one if none is named. Without meaning for text.
    pub sheet: Option<String>,
    /// The encoding of text; a byte order mark in the file has the last word.
    pub encoding: Encoding,
    /// What stands between the cells of text.
    pub delimiter: Delimiter,
    /// Whether the first row that is not blank names the columns.
    pub header: bool,
    /// The column of the numbers, counted from 0.
    pub column: usize,
    /// The columns to carry along, counted from 0, in the order in which they are wanted.
    pub carried: Vec<usize>,
    /// The country (two letters) in which numbers without `+` are dialled.
    pub default_country: Option<String>,
}

/// What is known before a file is looked at: each field that is given is not guessed.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(default)]
pub struct Hints {
    /// The sheet to look at.
    pub sheet: Option<String>,
    /// The encoding of text.
    pub encoding: Option<Encoding>,
    /// What stands between the cells.
    pub delimiter: Option<Delimiter>,
    /// Whether there is a header.
    pub header: Option<bool>,
    /// The column of the numbers.
    pub column: Option<usize>,
    /// The country in which numbers without `+` are dialled.
    pub default_country: Option<String>,
}

/// How much of everything is let in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// Numbers that may be accepted.
    pub max_numbers: u64,
    /// Bytes that an archive may unpack to, all its members together.
    pub max_unpacked: u64,
    /// How many times its packed size an archive may unpack to.
    pub max_ratio: u64,
    /// Bytes that an archive may unpack to in any case, whatever the ratio.
    pub ratio_from: u64,
    /// Bytes of a carried cell.
    pub max_cell: usize,
    /// Bytes of a line (of a row, if cells span lines).
    pub max_line: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            max_numbers: 10_000_000,
            max_unpacked: 4 << 30,
            max_ratio: 200,
            ratio_from: 64 << 20,
            max_cell: 64 << 10,
            max_line: 1 << 20,
        }
    }
}
