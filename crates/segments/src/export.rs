//! Exports results as CSV, text, Excel or Parquet, in one file or in a zip with one file per status.

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
    Csv,
    /// One number per line.
    Txt,
    Xlsx,
    Parquet,
}

/// A column of an export.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Column {
    /// Line in the uploaded file.
    Line,
    /// The number in E.164 with plus sign.
    Number,
    /// ISO code of the country.
    Country,
    Kind,
    Carrier,
    /// The status of a check.
    Status(usize),
    /// The reason for the status of a check.
    Reason(usize),
    /// Further fields of a check as JSON.
    Detail(usize),
    /// A column carried over from the upload.
    Carried(usize),
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ExportColumn {
    pub column: Column,
    pub header: String,
}

/// What to export.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ExportSpec {
    /// The rows to export.
    pub filter: Filter,
    pub format: Format,
    /// If set, the export is a zip with one file per status of this check.
    pub one_file_a_class: Option<usize>,
    /// The columns in order. Text files contain only the number.
    pub columns: Vec<ExportColumn>,
    /// Labels of the kinds by code; defaults to [`Kind::name`](crate::Kind::name).
    pub kinds: Vec<String>,
    /// Labels of the statuses of each check; defaults to the names in the layout.
    pub statuses: Vec<Vec<String>>,
    /// The beginning of file names in a zip.
    pub file_stem: String,
    /// Whether a CSV file starts with a byte order mark, which Excel needs to read UTF-8.
    pub bom: bool,
}

/// The size of an export.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Exported {
    pub rows: u64,
    pub bytes: u64,
}

/// Receives the bytes of an export.
pub trait Sink: Send {
    fn write(&mut self, bytes: Bytes) -> impl Future<Output = Result<()>> + Send;
}

impl Sink for ObjectWriter {
    async fn write(&mut self, bytes: Bytes) -> Result<()> {
        Self::write(self, bytes).await
    }
}

impl ExportColumn {
    /// Every column of a layout with English headers.
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
    /// All rows and columns in this format.
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

    /// The file name extension.
    pub fn extension(&self) -> &'static str {
        if self.one_file_a_class.is_some() { "zip" } else { self.format.extension() }
    }

    /// The media type.
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
    /// The file name extension.
    pub fn extension(self) -> &'static str {
        match self {
            Self::Csv => "csv",
            Self::Txt => "txt",
            Self::Xlsx => "xlsx",
            Self::Parquet => "parquet",
        }
    }
}
