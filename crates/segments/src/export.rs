//! Exports of results: CSV, text, Excel and Parquet, one file or a zip with one file a class.

mod cells;
mod encode;
mod run;

use bytes::Bytes;
pub use run::{export, export_stream};
use serde::{Deserialize, Serialize};

use crate::error::Result;
use crate::filter::Filter;
use crate::layout::Layout;
use crate::objects::ObjectWriter;

/// The format of an export.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Format {
    /// Comma-separated values.
    Csv,
    /// One number a line.
    Txt,
    /// An Excel workbook.
    Xlsx,
    /// A Parquet file with typed columns.
    Parquet,
}

/// A column of an export.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Column {
    /// The line of the upload.
    Line,
    /// The number as +E.164.
    Number,
    /// The country's two letters.
    Country,
    /// The kind of line.
    Kind,
    /// The carrier.
    Carrier,
    /// The status of a check.
    Status(usize),
    /// Why a check could not say more.
    Reason(usize),
    /// Further fields of a check as JSON.
    Detail(usize),
    /// A column carried over from the upload.
    Carried(usize),
}

/// A column of an export and its header.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ExportColumn {
    /// The column.
    pub column: Column,
    /// Its header.
    pub header: String,
}

/// What to export.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ExportSpec {
    /// Which rows.
    pub filter: Filter,
    /// In which format.
    pub format: Format,
    /// A check for whose statuses the rows are parted into files of a zip.
    pub one_file_a_class: Option<usize>,
    /// The columns in order; text files have the number alone.
    pub columns: Vec<ExportColumn>,
    /// What the kinds are called, by their codes; what is missing has its plain name.
    pub kinds: Vec<String>,
    /// What the statuses of each check are called, likewise.
    pub statuses: Vec<Vec<String>>,
    /// How the files in a zip begin.
    pub file_stem: String,
    /// Whether a CSV begins with a byte order mark, which Excel wants.
    pub bom: bool,
}

/// What was exported.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Exported {
    /// How many rows.
    pub rows: u64,
    /// How many bytes.
    pub bytes: u64,
}

/// Where an export goes.
pub trait Sink: Send {
    /// Takes the next bytes.
    fn write(&mut self, bytes: Bytes) -> impl Future<Output = Result<()>> + Send;
}

impl Sink for ObjectWriter {
    async fn write(&mut self, bytes: Bytes) -> Result<()> {
        Self::write(self, bytes).await
    }
}

impl ExportColumn {
    /// Every column of a layout under plain English headers.
    pub fn all(layout: &Layout) -> Vec<Self> {
        let column = |column, header: &str| Self { column, header: header.to_owned() };
        let mut columns = vec![column(Column::Number, "number")];
        for (at, header) in layout.carried.iter().enumerate() {
            columns.push(column(Column::Carried(at), header));
        }
        columns.push(column(Column::Country, "country"));
        columns.push(column(Column::Kind, "type"));
        columns.push(column(Column::Carrier, "carrier"));
        for (at, check) in layout.checks.iter().enumerate() {
            columns.push(column(Column::Status(at), &check.name));
            columns.push(column(Column::Reason(at), &format!("{} reason", check.name)));
        }
        columns
    }
}

impl ExportSpec {
    /// All rows and columns in a format.
    pub fn new(format: Format, layout: &Layout) -> Self {
        Self {
            filter: Filter::default(),
            format,
            one_file_a_class: None,
            columns: ExportColumn::all(layout),
            kinds: Vec::new(),
            statuses: Vec::new(),
            file_stem: "results".to_owned(),
            bom: false,
        }
    }

    /// The ending of the file's name.
    pub fn extension(&self) -> &'static str {
        if self.one_file_a_class.is_some() { "zip" } else { self.format.extension() }
    }

    /// The media type of the file.
    pub fn media_type(&self) -> &'static str {
        match (self.one_file_a_class, self.format) {
            (Some(_), _) => "application/zip",
            (_, Format::Csv) => "text/csv; charset=utf-8",
            (_, Format::Txt) => "text/plain; charset=utf-8",
            (_, Format::Xlsx) => "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
            (_, Format::Parquet) => "application/vnd.apache.parquet",
        }
    }
}

impl Format {
    /// The ending of a file's name.
    pub fn extension(self) -> &'static str {
        match self {
            Self::Csv => "csv",
            Self::Txt => "txt",
            Self::Xlsx => "xlsx",
            Self::Parquet => "parquet",
        }
    }
}
