//! Reads the rows of a workbook without holding a sheet in memory.

use std::collections::BTreeSet;

use calamine::{DataRef, Reader, SheetType, SheetVisible, Xlsx, XlsxError};
use numsift_model::limits::{COLUMNS as MAX_COLUMNS, PART_NAME_CHARS as MAX_NAME};

use crate::error::IntakeError;
use crate::hidden::{HiddenColumns, hidden_columns};
use crate::mapping::Limits;
use crate::memory::{Reserved, reserve};
use crate::prescan::check_workbook;
use crate::preview::SHEETS;
use crate::source::ReadSeek;

/// The last date that spreadsheet programs support: 31 December 9999.
const LAST_DAY: f64 = 2_958_465.0;

/// An open workbook.
pub(crate) struct Workbook<'a> {
    inner: Xlsx<&'a mut dyn ReadSeek>,
    hidden: HiddenColumns,
    max_row: usize,
    /// Dropped after the workbook.
    _memory: Reserved,
}

/// A row of a sheet.
#[derive(Default)]
pub(crate) struct Row {
    /// Row number, starting at 1.
    pub(crate) number: u64,
    /// The cells that are not empty, by column.
    cells: Vec<(usize, Value)>,
    bytes: usize,
    too_long: bool,
}

/// The value of a cell that is not empty.
struct Value {
    text: String,
    /// A date or time must not be read as a phone number.
    is_date: bool,
}

impl Row {
    /// Adds a cell unless the row is too long.
    fn push(&mut self, column: usize, value: Value, max_bytes: usize) {
        self.bytes += value.text.len();
        self.too_long |= self.bytes > max_bytes || self.cells.len() >= MAX_COLUMNS;
        if !self.too_long || self.cells.is_empty() {
            self.cells.push((column, value));
        }
    }

    fn clear(&mut self) {
        self.cells.clear();
        self.bytes = 0;
        self.too_long = false;
    }

    /// Whether the row is longer than allowed; cells may be missing then.
    pub(crate) fn is_too_long(&self) -> bool {
        self.too_long
    }

    /// The text of a cell; empty if there is none.
    pub(crate) fn text(&self, column: usize) -> &str {
        self.find(column).map_or("", |value| &value.text)
    }

    /// Whether a cell is a date or a time.
    pub(crate) fn is_date(&self, column: usize) -> bool {
        self.find(column).is_some_and(|value| value.is_date)
    }

    fn find(&self, column: usize) -> Option<&Value> {
        self.cells.iter().find(|cell| cell.0 == column).map(|cell| &cell.1)
    }

    /// The number of columns up to the last cell.
    pub(crate) fn width(&self) -> usize {
        self.cells.iter().map(|cell| cell.0 + 1).max().unwrap_or(0)
    }

    /// All cells as one line.
    pub(crate) fn line(&self) -> String {
        self.cells.iter().map(|cell| cell.1.text.as_str()).collect::<Vec<_>>().join("\t")
    }
}

impl<'a> Workbook<'a> {
    /// Opens a workbook after checking how much memory it needs.
    pub(crate) fn open(file: &'a mut dyn ReadSeek, limits: &Limits) -> Result<Self, IntakeError> {
        let memory = reserve(check_workbook(file, limits)?);
        let hidden = hidden_columns(file, SHEETS);
        file.rewind()?;
        let inner = Xlsx::new(file).map_err(xlsx_error)?;
        let workbook = Self { inner, hidden, max_row: limits.max_line, _memory: memory };
        if workbook.sheets().iter().any(|name| name.chars().count() > MAX_NAME) {
            return Err(IntakeError::NameTooLong { what: "a sheet", limit: MAX_NAME });
        }
        Ok(workbook)
    }

    /// The names of the sheets that contain rows.
    pub(crate) fn sheets(&self) -> Vec<String> {
        let sheets = self.inner.sheets_metadata().iter();
        sheets.filter(|sheet| sheet.typ == SheetType::WorkSheet).map(|sheet| sheet.name.clone()).collect()
    }

    /// Whether a spreadsheet program does not show the sheet.
    pub(crate) fn is_hidden(&self, sheet: &str) -> bool {
        let mut sheets = self.inner.sheets_metadata().iter();
        sheets.any(|known| known.name == sheet && known.visible != SheetVisible::Visible)
    }

    /// The columns of a sheet that a spreadsheet program does not show.
    pub(crate) fn hidden_columns(&self, sheet: &str) -> BTreeSet<usize> {
        self.hidden.get(sheet).cloned().unwrap_or_default()
    }

    /// Calls `visit` with each row that is not blank until it returns false.
    pub(crate) fn rows(
        &mut self,
        sheet: &str,
        visit: &mut dyn FnMut(&Row) -> Result<bool, IntakeError>,
    ) -> Result<(), IntakeError> {
        self.first_rows(sheet, u64::MAX, visit)
    }

    /// The same, but ends after this many blank cells.
    pub(crate) fn first_rows(
        &mut self,
        sheet: &str,
        mut blank_cells: u64,
        visit: &mut dyn FnMut(&Row) -> Result<bool, IntakeError>,
    ) -> Result<(), IntakeError> {
        let max_row = self.max_row;
        let mut cells = self.inner.worksheet_cells_reader(sheet).map_err(xlsx_error)?;
        let mut row = Row::default();
        while let Some(cell) = cells.next_cell().map_err(xlsx_error)? {
            let Some(value) = value(cell.get_value()) else {
                blank_cells -= 1;
                if blank_cells == 0 {
                    break;
                }
                continue;
            };
            let (number, column) = cell.get_position();
            let number = u64::from(number) + 1;
            if number != row.number && !row.cells.is_empty() {
                if !visit(&row)? {
                    return Ok(());
                }
                row.clear();
            }
            row.number = number;
            row.push(column as usize, value, max_row);
        }
        if !row.cells.is_empty() {
            visit(&row)?;
        }
        Ok(())
    }
}

/// The value of a cell; `None` if it is blank.
fn value(data: &DataRef<'_>) -> Option<Value> {
    let mut is_date = false;
    let text = match data {
        DataRef::Empty => return None,
        DataRef::Int(number) => number.to_string(),
        DataRef::Float(number) => float(*number),
        DataRef::String(text) => text.clone(),
        DataRef::SharedString(text) => (*text).to_owned(),
        DataRef::Bool(true) => "TRUE".to_owned(),
        DataRef::Bool(false) => "FALSE".to_owned(),
        // A phone number in a column that is formatted as dates.
        DataRef::DateTime(time) if time.as_f64() > LAST_DAY => float(time.as_f64()),
        DataRef::DateTime(time) => {
            is_date = true;
            let (year, month, day, hour, minute, second, _) = time.to_ymd_hms_milli();
            if time.is_duration() {
                float(time.as_f64())
            } else if (hour, minute, second) == (0, 0, 0) {
                format!("{year:04}-{month:02}-{day:02}")
            } else {
                format!("{year:04}-{month:02}-{day:02} {hour:02}:{minute:02}:{second:02}")
            }
        }
        DataRef::DateTimeIso(text) | DataRef::DurationIso(text) => {
            is_date = true;
            text.clone()
        }
        DataRef::Error(error) => error.to_string(),
    };
    (!text.trim().is_empty()).then_some(Value { text, is_date })
}

/// Formats a number; whole numbers with all digits, never as 8.6E12.
fn float(number: f64) -> String {
    if number.fract() == 0.0 { format!("{number:.0}") } else { number.to_string() }
}

fn xlsx_error(error: XlsxError) -> IntakeError {
    match error {
        XlsxError::Password => IntakeError::Encrypted,
        XlsxError::Io(error) => error.into(),
        XlsxError::Zip(error) => IntakeError::damaged(&error),
        XlsxError::WorksheetNotFound(name) => IntakeError::NoSuchSheet { name },
        other => IntakeError::damaged(&other),
    }
}
