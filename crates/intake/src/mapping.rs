//! How a file is read, hints for the guess, and limits.

use numsift_model::limits::{
    CELL_BYTES, LINE_BYTES, LIST_NUMBERS, RATIO_FROM, UNPACKED_BYTES, UNPACKED_RATIO,
};
use serde::{Deserialize, Serialize};

use crate::dialect::Dialect;
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
    /// The space. Never guessed, because numbers contain spaces.
    Space,
    /// No delimiter: a line is one cell, and quotes have no meaning.
    #[default]
    None,
    /// No table: every phone number anywhere in the text is a row.
    Anywhere,
    /// No table: the phone numbers after names such as `phone:` are rows; values of other names are not.
    Labelled,
    /// No table: the phone numbers after names such as `mobile:` are rows; landlines and faxes are not.
    Mobiles,
    /// No table: every mobile number anywhere in the text is a row; landlines are rejected.
    MobileOnly,
}

impl Delimiter {
    /// Whether the numbers are searched in the text.
    pub const fn is_text(self) -> bool {
        matches!(self, Self::Anywhere | Self::Labelled | Self::Mobiles | Self::MobileOnly)
    }

    pub const fn byte(self) -> Option<u8> {
        match self {
            Self::Comma => Some(b','),
            Self::Semicolon => Some(b';'),
            Self::Tab => Some(b'\t'),
            Self::Pipe => Some(b'|'),
            Self::Space => Some(b' '),
            Self::None | Self::Anywhere | Self::Labelled | Self::Mobiles | Self::MobileOnly => None,
        }
    }
}

/// The character around cells that contain the delimiter.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Quote {
    /// `"`
    #[default]
    Double,
    /// `'`
    Single,
}

impl Quote {
    pub(crate) const fn byte(self) -> u8 {
        match self {
            Self::Double => b'"',
            Self::Single => b'\'',
        }
    }
}

/// How a file is read. [`preview`](crate::preview) guesses a mapping; the user can correct every field.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(default)]
pub struct Mapping {
    /// The sheet of a workbook; defaults to the first one. Unused for text.
    pub sheet: Option<String>,
    /// Further sheets with the same columns, which are read after the first one.
    pub more_sheets: Vec<String>,
    /// The encoding of text; a byte order mark in the file overrides it.
    pub encoding: Encoding,
    /// The delimiter of text.
    pub delimiter: Delimiter,
    /// The quote of text.
    pub quote: Quote,
    /// Whether a backslash in quotes makes the next character literal. A doubled quote is always one quote.
    pub backslash: bool,
    /// Whether spaces after a delimiter do not belong to the cell.
    pub skip_spaces: bool,
    /// Rows above the table that are not blank, such as titles. They are skipped.
    pub title_rows: usize,
    /// Whether the table begins with a header.
    pub header: bool,
    /// Rows of the header, if there is one; 0 means 1.
    pub header_rows: usize,
    /// The column of the numbers, starting at 0.
    pub column: usize,
    /// Further columns of numbers, starting at 0. Each cell that is not blank is an entry of its row.
    pub more_columns: Vec<usize>,
    /// The columns to carry over, starting at 0, in this order.
    pub carried: Vec<usize>,
    /// The country (two letters) of numbers without `+`.
    pub default_country: Option<String>,
    /// The column with the country or the calling code of each row, starting at 0. A row whose cell names no
    /// country has the default country.
    pub country_column: Option<usize>,
    /// The column with the beginnings of the numbers, such as area codes, starting at 0. They are put in front of the
    /// numbers of `column`.
    pub area_column: Option<usize>,
    /// Numbers of a text that are not part of its list, in E.164 form: those of its sender, and those that it calls old. They are
    /// rejected.
    pub without: Vec<String>,
}

impl Mapping {
    /// How a line is divided into cells; `None` if a line is one cell.
    pub(crate) fn dialect(&self) -> Option<Dialect> {
        let delimiter = self.delimiter.byte()?;
        let escape = self.backslash.then_some(b'\\');
        Some(Dialect { delimiter, quote: self.quote.byte(), escape, skip_spaces: self.skip_spaces })
    }

    /// Takes over the quotes and spaces of a dialect.
    pub(crate) fn set_dialect(&mut self, dialect: Option<Dialect>) {
        let Some(dialect) = dialect else { return };
        self.quote = if dialect.quote == Quote::Single.byte() { Quote::Single } else { Quote::Double };
        self.backslash = dialect.escape.is_some();
        self.skip_spaces = dialect.skip_spaces;
    }

    /// The columns of numbers, each once.
    pub(crate) fn number_columns(&self) -> Vec<usize> {
        let mut columns = vec![self.column];
        for &column in &self.more_columns {
            if !columns.contains(&column) {
                columns.push(column);
            }
        }
        columns
    }

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
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sheet: Option<String>,
    /// Further sheets with the same columns.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub more_sheets: Vec<String>,
    /// The encoding of text.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub encoding: Option<Encoding>,
    /// The delimiter of text.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub delimiter: Option<Delimiter>,
    /// Rows above the table that are not blank.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub title_rows: Option<usize>,
    /// Whether the table begins with a header.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub header: Option<bool>,
    /// The column of the numbers.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub column: Option<usize>,
    /// Further columns of numbers.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub more_columns: Vec<usize>,
    /// The country of numbers without `+`; empty for none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub default_country: Option<String>,
    /// Whether the countries of the rows are read from a column; if so, which.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub country_column: Option<ColumnChoice>,
    /// Whether the numbers begin in another column, such as one of area codes; if so, in which.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub area_column: Option<ColumnChoice>,
    /// Countries of earlier lists of the same account, most frequent first. Weak evidence for the guess.
    #[serde(skip)]
    pub earlier_countries: Vec<String>,
}

/// The choice of a column that a table may not have.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum ColumnChoice {
    /// There is none.
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
