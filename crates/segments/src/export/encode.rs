//! Encodes Excel, Parquet and zip files in a blocking thread.

use std::io::{self, Write};
use std::sync::Arc;

use bytes::Bytes;
use numsift_turns::in_background;
use parquet::file::writer::SerializedFileWriter;
use rust_xlsxwriter::{Format as CellFormat, IgnoreError, Workbook, XlsxError};
use tokio::sync::mpsc::{Receiver, Sender};
use zip::ZipWriter;
use zip::result::ZipError;
use zip::write::SimpleFileOptions;

use super::cells::{Cells, Job};
use super::merge::Rows;
use crate::error::{Result, SegmentError, io_error_within};
use crate::export::{Column, Format, unique_headers};
use crate::format::{Field, GroupWriter, SCHEMA_KEY, described, encoding, schema};
use crate::text::Text;

/// The object name in errors of the encoding thread.
const EXPORT: &str = "the export";
/// Most rows of an Excel sheet.
const SHEET_ROWS: u32 = 1_048_576;
/// Most columns of an Excel sheet.
const SHEET_COLUMNS: usize = 16_384;
/// Days from the epoch of spreadsheets to 1970-01-01.
const SPREADSHEET_EPOCH: f64 = 25_569.0;
/// Most characters of an Excel cell.
const CELL_CHARS: usize = 32_767;
/// Rows per row group of a Parquet export.
const GROUP_ROWS: usize = 131_072;
/// Version of the schema of Parquet exports (docs/data.md).
const EXPORT_SCHEMA: &str = "export/1";
/// Bytes sent to the receiver at once.
const HAND_OVER: usize = 256 * 1024;

/// Input of the encoding thread.
pub(super) enum Feed {
    /// Starts a file.
    Begin(String),
    /// Formatted rows.
    Text(Vec<u8>),
    /// Decoded rows in order.
    Rows(Rows),
    /// Ends the file.
    End,
    /// No more files follow.
    Done,
}

/// Encodes files until [`Feed::Done`], in a zip if `zipped`.
pub(super) fn encode(job: &Job, zipped: bool, mut feed: Receiver<Feed>, out: Sender<Bytes>) -> Result<()> {
    let mut out = HandOver { waiting: Vec::new(), to: out };
    if zipped {
        let mut zip = ZipWriter::new_stream(out).set_auto_large_file();
        while let Some(name) = next_file(&mut feed)? {
            let options = SimpleFileOptions::default().compression_level(Some(1));
            zip.start_file(name, options).map_err(zip_error)?;
            one_file(job, &mut feed, &mut zip)?;
        }
        let rest = zip.finish().map_err(zip_error)?;
        return rest.into_inner().finish();
    }
    while next_file(&mut feed)?.is_some() {
        one_file(job, &mut feed, &mut out)?;
    }
    out.finish()
}

fn next_file(feed: &mut Receiver<Feed>) -> Result<Option<String>> {
    match feed.blocking_recv() {
        Some(Feed::Begin(name)) => Ok(Some(name)),
        Some(Feed::Done) => Ok(None),
        _ => Err(SegmentError::Cancelled),
    }
}

fn one_file<W: Write + Send>(job: &Job, feed: &mut Receiver<Feed>, out: &mut W) -> Result<()> {
    match job.format {
        Format::Csv | Format::Txt | Format::Jsonl => text_file(job, feed, out),
        Format::Xlsx => Book::new(job, SHEET_ROWS)?.fill(feed, out),
        Format::Parquet => parquet_file(job, feed, out),
    }
}

fn text_file<W: Write>(job: &Job, feed: &mut Receiver<Feed>, out: &mut W) -> Result<()> {
    out.write_all(&job.head()).map_err(file_error)?;
    loop {
        match feed.blocking_recv() {
            Some(Feed::Text(rows)) => out.write_all(&rows).map_err(file_error)?,
            Some(Feed::End) => return Ok(()),
            _ => return Err(SegmentError::Cancelled),
        }
    }
}

/// A workbook whose sheets are written to temporary files.
struct Book<'j> {
    job: &'j Job,
    workbook: Workbook,
    sheet: usize,
    row: u32,
    rows_per_sheet: u32,
    /// Cells of text, which spreadsheets must not read as numbers.
    text: CellFormat,
    time: CellFormat,
}

impl<'j> Book<'j> {
    fn new(job: &'j Job, rows_per_sheet: u32) -> Result<Self> {
        if job.columns.len() > SHEET_COLUMNS {
            return Err(SegmentError::invalid("an Excel sheet has at most 16,384 columns"));
        }
        let text = CellFormat::new().set_num_format("@");
        let time = CellFormat::new().set_num_format("yyyy-mm-dd hh:mm:ss");
        let mut book = Self { job, workbook: Workbook::new(), sheet: 0, row: 0, rows_per_sheet, text, time };
        book.add_sheet().map_err(xlsx_error)?;
        Ok(book)
    }

    fn add_sheet(&mut self) -> std::result::Result<(), XlsxError> {
        let bold = CellFormat::new().set_bold();
        let sheet = self.workbook.add_worksheet_with_constant_memory()?;
        sheet.set_freeze_panes(1, 0)?;
        for ((header, column), at) in self.job.headers.iter().zip(&self.job.columns).zip(0_u16..) {
            sheet.write_string_with_format(0, at, cut(header), &bold)?;
            sheet.set_column_width(at, width(header, column))?;
        }
        self.row = 1;
        Ok(())
    }

    /// Adds the filter of the header row, and marks numbers that are stored as text as intended.
    fn finish_sheet(&mut self) -> std::result::Result<(), XlsxError> {
        let (last_row, columns) = (self.row.saturating_sub(1), self.job.columns.len());
        let last_column = u16::try_from(columns.saturating_sub(1)).unwrap_or(u16::MAX);
        let sheet = self.workbook.worksheet_from_index(self.sheet)?;
        sheet.autofilter(0, 0, last_row, last_column)?;
        if last_row > 0 {
            sheet.ignore_error_range(1, 0, last_row, last_column, IgnoreError::NumberStoredAsText)?;
        }
        Ok(())
    }

    fn fill<W: Write + Send>(mut self, feed: &mut Receiver<Feed>, out: &mut W) -> Result<()> {
        loop {
            match feed.blocking_recv() {
                Some(Feed::Rows(rows)) => self.rows(&rows).map_err(xlsx_error)?,
                Some(Feed::End) => break,
                _ => return Err(SegmentError::Cancelled),
            }
        }
        self.finish_sheet().map_err(xlsx_error)?;
        // Large sheets may exceed the size limit of plain zip entries.
        let cells = self.job.columns.len() as u64 * u64::from(self.row);
        self.workbook.use_zip_large_file(self.sheet > 0 || cells > 10_000_000);
        self.workbook.save_to_writer(out).map_err(xlsx_error)
    }

    fn rows(&mut self, rows: &Rows) -> std::result::Result<(), XlsxError> {
        let batches: Vec<_> = rows.batches.iter().map(|batch| self.job.cells(batch, str::to_owned)).collect();
        for (batch, row) in &rows.order {
            if self.row == self.rows_per_sheet {
                self.finish_sheet()?;
                self.sheet += 1;
                self.add_sheet()?;
            }
            let sheet = self.workbook.worksheet_from_index(self.sheet)?;
            let row = *row as usize;
            for (cells, at) in batches[usize::from(*batch)].iter().zip(0_u16..) {
                match cells {
                    Cells::Optional(values) if values[row] == 0 => {}
                    // Line numbers and times are far below the precision of a float.
                    #[expect(clippy::cast_precision_loss)]
                    Cells::Long(values) | Cells::Optional(values) => {
                        sheet.write_number(self.row, at, values[row] as f64)?;
                    }
                    Cells::Times(times, ..) if times[row] == 0 => {}
                    #[expect(clippy::cast_precision_loss)]
                    Cells::Times(times, ..) => {
                        let days = times[row] as f64 / 86_400.0 + SPREADSHEET_EPOCH;
                        sheet.write_number_with_format(self.row, at, days, &self.time)?;
                    }
                    cells => cells.with(row, |text| match text {
                        "" => Ok(()),
                        text => sheet.write_string_with_format(self.row, at, cut(text), &self.text).map(drop),
                    })?,
                }
            }
            self.row += 1;
        }
        Ok(())
    }
}

/// The width of a column, in characters.
fn width(header: &str, column: &Column) -> f64 {
    let cells = match column {
        Column::Line | Column::DuplicateOf | Column::Country => 10,
        Column::Written | Column::Number => 18,
        Column::CheckedAt(_) => 20,
        Column::Detail(_) => 40,
        _ => 14,
    };
    // Wide letters take the space of two; the filter button takes another three.
    let header = header.chars().map(|letter| if letter.is_ascii() { 1 } else { 2 }).sum::<usize>() + 3;
    f64::from(u32::try_from(header.clamp(cells, 60)).unwrap_or(60))
}

/// Cuts a text to the size of a cell, which is counted in UTF-16 units.
fn cut(text: &str) -> &str {
    if text.len() <= CELL_CHARS {
        return text;
    }
    let mut units = 0;
    for (at, letter) in text.char_indices() {
        units += letter.len_utf16();
        if units > CELL_CHARS {
            return &text[..at];
        }
    }
    text
}

enum Waiting {
    Longs(Vec<u64>),
    Optional(Vec<Option<u64>>),
    Text(Text),
}

fn parquet_file<W: Write + Send>(job: &Job, feed: &mut Receiver<Feed>, out: &mut W) -> Result<()> {
    let fields = parquet_fields(job);
    let empty = || -> Vec<Waiting> {
        let column = |column: &Column| match column {
            Column::Line => Waiting::Longs(Vec::new()),
            Column::DuplicateOf | Column::CheckedAt(_) => Waiting::Optional(Vec::new()),
            _ => Waiting::Text(Text::new()),
        };
        job.columns.iter().map(column).collect()
    };
    let properties = described(&fields, &[(SCHEMA_KEY, EXPORT_SCHEMA.to_owned())]);
    let mut file = SerializedFileWriter::new(out, schema(&fields)?, properties).map_err(parquet_error)?;
    let mut waiting = empty();
    let mut rows_waiting = 0;
    loop {
        let more = match feed.blocking_recv() {
            Some(Feed::Rows(rows)) => {
                let batches: Vec<_> =
                    rows.batches.iter().map(|batch| job.cells(batch, str::to_owned)).collect();
                for (at, waiting) in waiting.iter_mut().enumerate() {
                    for (batch, row) in &rows.order {
                        let (cells, row) = (&batches[usize::from(*batch)][at], *row as usize);
                        match (&mut *waiting, cells) {
                            (Waiting::Longs(all), Cells::Long(values)) => all.push(values[row]),
                            (Waiting::Optional(all), Cells::Optional(values)) => {
                                all.push(Some(values[row]).filter(|value| *value != 0));
                            }
                            (Waiting::Optional(all), Cells::Times(times, ..)) => {
                                all.push(Some(times[row] * 1000).filter(|value| *value != 0));
                            }
                            (Waiting::Text(all), cells) => cells.with(row, |text| all.push(text)),
                            (Waiting::Longs(_) | Waiting::Optional(_), _) => {}
                        }
                    }
                }
                rows_waiting += rows.order.len();
                true
            }
            Some(Feed::End) => false,
            _ => return Err(SegmentError::Cancelled),
        };
        if rows_waiting >= GROUP_ROWS || (!more && rows_waiting > 0) {
            let mut group = GroupWriter::begin(&mut file)?;
            for column in std::mem::replace(&mut waiting, empty()) {
                match column {
                    Waiting::Longs(values) => group.longs(&values)?,
                    Waiting::Optional(values) => group.optional_longs(&values)?,
                    Waiting::Text(text) => group.text(&text)?,
                }
            }
            group.close()?;
            rows_waiting = 0;
        }
        if !more {
            return file.close().map(drop).map_err(parquet_error);
        }
    }
}

/// The fields of a Parquet export.
fn parquet_fields(job: &Job) -> Vec<Field> {
    let names = unique_headers(job.headers.iter().map(String::as_str));
    let field = |(name, column): (String, &Column)| match column {
        Column::Line => Field::long(name),
        Column::DuplicateOf => Field::optional_long(name),
        Column::CheckedAt(_) => Field::optional_time(name),
        _ => Field::text(name),
    };
    names.into_iter().zip(&job.columns).map(field).collect()
}

/// Sends bytes to the task that stores or streams them.
struct HandOver {
    waiting: Vec<u8>,
    to: Sender<Bytes>,
}

impl HandOver {
    fn send(&mut self) -> io::Result<()> {
        let bytes = Bytes::from(std::mem::take(&mut self.waiting));
        self.to.blocking_send(bytes).map_err(|_| io::ErrorKind::BrokenPipe.into())
    }

    fn finish(mut self) -> Result<()> {
        if self.waiting.is_empty() { Ok(()) } else { self.send().map_err(file_error) }
    }
}

impl Write for HandOver {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.waiting.extend_from_slice(bytes);
        if self.waiting.len() >= HAND_OVER {
            self.send()?;
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[expect(clippy::needless_pass_by_value, reason = "used with map_err")]
fn file_error(error: io::Error) -> SegmentError {
    source_error(&error)
}

#[expect(clippy::needless_pass_by_value, reason = "used with map_err")]
fn zip_error(error: ZipError) -> SegmentError {
    source_error(&error)
}

fn xlsx_error(error: XlsxError) -> SegmentError {
    match error {
        XlsxError::IoError(error) | XlsxError::TempFileError(_, error) => file_error(error),
        XlsxError::ZipError(error) => zip_error(error),
        other => SegmentError::Invalid(format!("the workbook cannot be written: {other}")),
    }
}

fn parquet_error(error: parquet::errors::ParquetError) -> SegmentError {
    match io_error_within(&error) {
        Some(_) => source_error(&error),
        None => encoding(error),
    }
}

/// A broken pipe means that the receiver is gone, which has its own error.
fn source_error(error: &(dyn std::error::Error + 'static)) -> SegmentError {
    match io_error_within(error) {
        Some(io) if io.kind() == io::ErrorKind::BrokenPipe => SegmentError::Cancelled,
        Some(io) => SegmentError::file(EXPORT, io),
        None => SegmentError::Invalid(format!("{EXPORT} cannot be written: {error}")),
    }
}

/// Starts the encoding thread.
pub(super) fn start(
    job: Arc<Job>,
    zipped: bool,
    feed: Receiver<Feed>,
    out: Sender<Bytes>,
) -> tokio::task::JoinHandle<Result<()>> {
    in_background(move || encode(&job, zipped, feed, out))
}

#[cfg(test)]
mod tests {
    use std::io::Read;

    use super::*;
    use crate::batch::Batch;
    use crate::columns::{Numbers, Results};
    use crate::export::ExportSpec;
    use crate::layout::Layout;

    #[test]
    fn a_full_sheet_is_continued_on_another() {
        let layout = Layout::default();
        let job = Job::new(&layout, &ExportSpec::new(Format::Xlsx, &layout, &[])).unwrap();
        let numbers = Numbers {
            line: (1..=5).collect(),
            number: (49_001..=49_005).collect(),
            country: vec![0; 5],
            kind: vec![1; 5],
            carried: Vec::new(),
            written: Text::empty(5),
        };
        let batch = Arc::new(Batch::of_results(Results::new(numbers, &layout)));
        let rows = Rows { batches: vec![batch], order: (0..5).map(|row| (0, row)).collect() };
        let (to, mut feed) = tokio::sync::mpsc::channel(4);
        to.try_send(Feed::Rows(rows)).ok().unwrap();
        to.try_send(Feed::End).ok().unwrap();
        let mut bytes = Vec::new();
        Book::new(&job, 3).unwrap().fill(&mut feed, &mut bytes).unwrap();
        let mut archive = zip::ZipArchive::new(io::Cursor::new(bytes)).unwrap();
        let mut sheet = |at: usize| {
            let mut text = String::new();
            archive
                .by_name(&format!("xl/worksheets/sheet{at}.xml"))
                .unwrap()
                .read_to_string(&mut text)
                .unwrap();
            text
        };
        for (at, numbers, rows) in
            [(1, &["+49001", "+49002"][..], 3), (2, &["+49003", "+49004"], 3), (3, &["+49005"], 2)]
        {
            let text = sheet(at);
            assert!(numbers.iter().all(|number| text.contains(number)), "{text}");
            assert_eq!(text.matches("<row ").count(), rows, "{text}");
        }
    }

    #[test]
    fn long_cells_are_cut() {
        assert_eq!(cut(&"é".repeat(40_000)).encode_utf16().count(), 32_767);
        assert_eq!(cut(&"😀".repeat(20_000)).encode_utf16().count(), 32_766);
        assert_eq!(cut("short"), "short");
    }
}
