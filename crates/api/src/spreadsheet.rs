//! Writes tables as XLSX, row by row to a temporary file so that memory stays constant, and streams the file.

use std::fs::File;
use std::io::{self, Read as _, Seek as _, SeekFrom};

use axum::body::{Body, Bytes};
use futures_util::stream::try_unfold;
use numsift_turns::in_background;
use rust_xlsxwriter::{Workbook, Worksheet, XlsxError};
use tokio::sync::mpsc;

use crate::refusal::Refusal;

/// Rows per sheet, including the header.
const ROWS: u32 = 1_048_576;
/// Bytes sent at a time.
const PART: usize = 64 * 1024;

/// A spreadsheet that is being written.
pub struct Spreadsheet {
    rows: mpsc::Sender<Vec<Vec<String>>>,
    written: tokio::task::JoinHandle<Result<File, XlsxError>>,
}

impl Spreadsheet {
    /// Starts to write, on a thread of low priority because of the compression.
    pub fn begin(header: Vec<String>) -> Self {
        let (rows, pages) = mpsc::channel(4);
        Self { rows, written: in_background(move || write(&header, pages)) }
    }

    /// Adds rows; `false` if writing has failed. [`Self::finish`] then returns the error.
    pub async fn add(&self, rows: Vec<Vec<String>>) -> bool {
        self.rows.send(rows).await.is_ok()
    }

    /// Returns the finished file as a body.
    pub async fn finish(self) -> Result<Body, Refusal> {
        drop(self.rows);
        let file = self.written.await.map_err(Refusal::internal)?.map_err(Refusal::internal)?;
        Ok(Body::from_stream(try_unfold(file, async |file| {
            tokio::task::spawn_blocking(move || next(file)).await.map_err(io::Error::other)?
        })))
    }
}

fn next(mut file: File) -> io::Result<Option<(Bytes, File)>> {
    let mut part = vec![0; PART];
    let read = file.read(&mut part)?;
    part.truncate(read);
    Ok((read > 0).then(|| (part.into(), file)))
}

fn write(header: &[String], mut pages: mpsc::Receiver<Vec<Vec<String>>>) -> Result<File, XlsxError> {
    let mut workbook = Workbook::new();
    let mut line = ROWS;
    while let Some(rows) = pages.blocking_recv() {
        for row in rows {
            if line == ROWS {
                write_row(workbook.add_worksheet_with_constant_memory()?, 0, header)?;
                line = 1;
            }
            let last = workbook.worksheets().len() - 1;
            write_row(workbook.worksheet_from_index(last)?, line, &row)?;
            line += 1;
        }
    }
    if workbook.worksheets().is_empty() {
        write_row(workbook.add_worksheet_with_constant_memory()?, 0, header)?;
    }
    let mut file = tempfile::tempfile()?;
    workbook.save_to_writer(&mut file)?;
    file.seek(SeekFrom::Start(0))?;
    Ok(file)
}

/// Every cell is text: no formulas run, and no amount becomes a float.
fn write_row(sheet: &mut Worksheet, line: u32, row: &[String]) -> Result<(), XlsxError> {
    for (cell, column) in row.iter().zip(0_u16..) {
        // XLSX limits a cell to 32,767 UTF-16 units.
        let text: String = cell.chars().take(16_000).collect();
        sheet.write_string(line, column, text)?;
    }
    Ok(())
}
