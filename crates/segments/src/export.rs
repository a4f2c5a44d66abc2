//! Exports results as CSV, text, Excel, Parquet or JSON lines, in one file or in a zip with one file per status.

mod cells;
mod encode;
mod merge;
mod run;

use std::collections::{BTreeMap, HashSet};

use bytes::Bytes;
use numsift_model::project::Answerer;
pub use run::{export, export_stream};
use serde::{Deserialize, Serialize};

use crate::error::Result;
use crate::filter::Filter;
use crate::histogram::DetailFields;
use crate::layout::{CheckLayout, Layout};
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
    /// One JSON object per line.
    Jsonl,
}

/// A column of an export.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Column {
    /// Line in the uploaded file.
    Line,
    /// The number as written in the upload.
    Written,
    /// What became of the row.
    Outcome,
    /// Why the row was rejected.
    OutcomeReason,
    /// For duplicates, the row of the first occurrence.
    DuplicateOf,
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
    /// Where the answer of a check comes from.
    Source(usize),
    /// When the answer of a check was found.
    CheckedAt(usize),
    /// A field of the answers of a check.
    Field {
        check: usize,
        name: String,
    },
    /// All fields of the answers of a check as JSON.
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
    /// Whether rows without results are included: duplicates, suppressed, rejected and unprocessed ones. Needs a result
    /// set with its [`Original`](crate::Original).
    #[serde(default)]
    pub every_row: bool,
    /// If set, the export is a zip with one file per status of this check.
    pub one_file_a_class: Option<usize>,
    /// The columns in order. Text files contain only the number.
    pub columns: Vec<ExportColumn>,
    /// Labels of the kinds by code; defaults to [`Kind::name`](crate::Kind::name).
    pub kinds: Vec<String>,
    /// Labels of the statuses of each check; defaults to the names in the layout.
    pub statuses: Vec<Vec<String>>,
    /// Labels of outcomes, sources and reasons by their code; defaults to the code.
    #[serde(default)]
    pub words: BTreeMap<String, String>,
    /// When answers were found for which the results do not say it, in seconds since 1970-01-01 UTC.
    #[serde(default)]
    pub answered_at: u64,
    /// The beginning of file names in a zip.
    pub file_stem: String,
    /// Whether a CSV file starts with a byte order mark, which Excel needs to read UTF-8.
    pub bom: bool,
    /// Whether phone numbers in a CSV file are written as `="+8613812345678"`, so that spreadsheets do not take them for
    /// amounts.
    #[serde(default)]
    pub text_numbers: bool,
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
    /// Every column of a layout whose answers have these fields. The headers are the same in every format and in the
    /// API: the upload's own headers, then stable names.
    pub fn all(layout: &Layout, fields: &[DetailFields]) -> Vec<Self> {
        let mut columns = Vec::new();
        let mut add = |column, header: &str| columns.push(Self { column, header: header.to_owned() });
        let position = layout.number.position.min(layout.carried.len());
        for (at, header) in layout.carried.iter().enumerate().take(position) {
            add(Column::Carried(at), header);
        }
        add(Column::Written, if layout.number.header.is_empty() { "number" } else { &layout.number.header });
        for (at, header) in layout.carried.iter().enumerate().skip(position) {
            add(Column::Carried(at), header);
        }
        add(Column::Line, "row");
        add(Column::Outcome, "outcome");
        add(Column::OutcomeReason, "outcome_reason");
        add(Column::DuplicateOf, "duplicate_of");
        add(Column::Number, "e164");
        add(Column::Country, "country");
        add(Column::Kind, "type");
        add(Column::Carrier, "original_carrier");
        for (at, check) in layout.checks.iter().enumerate() {
            let name = &check.name;
            add(Column::Status(at), name);
            for field in check.fields(fields.get(at)) {
                add(Column::Field { check: at, name: field.to_owned() }, &format!("{name}_{field}"));
            }
            add(Column::Reason(at), &format!("{name}_reason"));
            add(Column::Source(at), &format!("{name}_source"));
            add(Column::CheckedAt(at), &format!("{name}_checked_at"));
            if fields.get(at).is_some_and(|fields| fields.rest) {
                add(Column::Detail(at), &format!("{name}_details"));
            }
        }
        let headers = unique_headers(columns.iter().map(|column| column.header.as_str()));
        for (column, header) in columns.iter_mut().zip(headers) {
            column.header = header;
        }
        columns
    }
}

impl CheckLayout {
    /// The fields of the answers, with those that the number engine answers itself.
    pub fn fields<'a>(&self, found: Option<&'a DetailFields>) -> Vec<&'a str> {
        let mut fields: Vec<&str> =
            found.iter().flat_map(|fields| &fields.plain).map(String::as_str).collect();
        if self.answerer == Answerer::Carrier && !fields.contains(&CARRIER_FIELD) {
            fields.push(CARRIER_FIELD);
        }
        fields
    }
}

/// The field of the number engine's carrier check.
pub(crate) const CARRIER_FIELD: &str = "carrier";

/// Makes headers unique: an empty one gets its position, a repeated one a number.
pub fn unique_headers<'a>(headers: impl IntoIterator<Item = &'a str>) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    let mut taken: HashSet<String> = HashSet::new();
    for (at, header) in headers.into_iter().enumerate() {
        let base = if header.is_empty() { format!("column_{}", at + 1) } else { header.to_owned() };
        let mut name = base.clone();
        let mut times = 1;
        while !taken.insert(name.clone()) {
            times += 1;
            name = format!("{base}_{times}");
        }
        names.push(name);
    }
    names
}

impl ExportSpec {
    /// All results in this format, in all columns of a layout whose answers have these fields.
    pub fn new(format: Format, layout: &Layout, fields: &[DetailFields]) -> Self {
        Self {
            filter: Filter::default(),
            format,
            every_row: false,
            one_file_a_class: None,
            columns: ExportColumn::all(layout, fields),
            kinds: Vec::new(),
            statuses: Vec::new(),
            words: BTreeMap::new(),
            answered_at: 0,
            file_stem: "results".to_owned(),
            bom: false,
            text_numbers: false,
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
            (_, Format::Jsonl) => "application/x-ndjson",
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
            Self::Jsonl => "jsonl",
        }
    }
}
