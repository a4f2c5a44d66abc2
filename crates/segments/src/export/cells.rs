//! The cells of an export, and their form in CSV and JSON.

use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap};

use numsift_model::clock::Timestamp;
use numsift_model::project::Answerer;

use super::merge::Rows;
use crate::batch::Batch;
use crate::codes::{Kind, country_code};
use crate::columns::{CheckColumn, Results};
use crate::detail::{DetailValue, each_detail};
use crate::error::{Result, SegmentError};
use crate::export::{CARRIER_FIELD, Column, ExportColumn, ExportSpec, Format};
use crate::filter::Filter;
use crate::format::{COUNTRY, KIND, LINE, NUMBER};
use crate::formula::is_formula;
use crate::layout::{Layout, NO_STATUS, SKIPPED, SOURCES, UNKNOWN};
use crate::results::{CARRIER, Shape, Wanted};
use crate::set_aside::Outcome;
use crate::text::Text;

/// A prepared export: columns checked against the layout, labels filled in.
pub(super) struct Job {
    pub format: Format,
    pub columns: Vec<Column>,
    pub headers: Vec<String>,
    pub bom: bool,
    text_numbers: bool,
    every_row: bool,
    layout: Layout,
    kinds: Vec<String>,
    statuses: Vec<Vec<String>>,
    words: BTreeMap<String, String>,
    answered_at: u64,
    shape: Shape,
}

impl Job {
    pub(super) fn new(layout: &Layout, spec: &ExportSpec) -> Result<Self> {
        let number = [ExportColumn { column: Column::Number, header: String::new() }];
        let columns = if spec.format == Format::Txt { &number[..] } else { &spec.columns };
        let fits = |column: &ExportColumn| match &column.column {
            Column::Status(check)
            | Column::Reason(check)
            | Column::Source(check)
            | Column::CheckedAt(check)
            | Column::Field { check, .. }
            | Column::Detail(check) => *check < layout.checks.len(),
            Column::Carried(at) => *at < layout.carried.len(),
            Column::Line
            | Column::Written
            | Column::Outcome
            | Column::OutcomeReason
            | Column::DuplicateOf
            | Column::Number
            | Column::Country
            | Column::Kind
            | Column::Carrier => true,
        };
        if columns.is_empty() || !columns.iter().all(fits) {
            return Err(SegmentError::invalid(
                "the export has no columns, or columns that the results do not have",
            ));
        }
        if spec.one_file_a_class.is_some_and(|check| check >= layout.checks.len()) {
            return Err(SegmentError::invalid("the check to split the export by does not exist"));
        }
        let own = |labels: &[String], at: usize, plain: &str| {
            labels.get(at).filter(|label| !label.is_empty()).map_or(plain, String::as_str).to_owned()
        };
        let statuses = layout.checks.iter().enumerate().map(|(check, layout)| {
            let labels = spec.statuses.get(check).map(Vec::as_slice).unwrap_or_default();
            layout.statuses.iter().enumerate().map(|(at, plain)| own(labels, at, plain)).collect()
        });
        Ok(Self {
            format: spec.format,
            columns: columns.iter().map(|column| column.column.clone()).collect(),
            headers: columns.iter().map(|column| column.header.clone()).collect(),
            bom: spec.bom,
            text_numbers: spec.text_numbers,
            // A text file has only numbers, each of them once.
            every_row: spec.every_row && spec.format != Format::Txt,
            layout: layout.clone(),
            kinds: Kind::ALL.iter().enumerate().map(|(at, kind)| own(&spec.kinds, at, kind.name())).collect(),
            statuses: statuses.collect(),
            words: spec.words.clone(),
            answered_at: spec.answered_at,
            shape: Shape::of(layout)?,
        })
    }

    /// Whether rows without results are exported.
    pub(super) fn every_row(&self) -> bool {
        self.every_row
    }

    /// The columns that the export and its filter need.
    pub(super) fn wanted(&self, filter: &Filter) -> Wanted {
        let shape = &self.shape;
        let mut wanted = vec![false; shape.columns()];
        for column in &self.columns {
            match *column {
                Column::Line => wanted[LINE] = true,
                Column::Written => (wanted[NUMBER], wanted[shape.written()]) = (true, true),
                Column::Number => wanted[NUMBER] = true,
                Column::Country => wanted[COUNTRY] = true,
                Column::Kind => wanted[KIND] = true,
                Column::Carrier => wanted[CARRIER] = true,
                Column::Outcome => {
                    for check in 0..self.statuses.len() {
                        (wanted[Shape::status(check)], wanted[Shape::reason(check)]) = (true, true);
                    }
                }
                Column::OutcomeReason | Column::DuplicateOf => {}
                Column::Status(check) => wanted[Shape::status(check)] = true,
                Column::Reason(check) => {
                    (wanted[Shape::status(check)], wanted[Shape::reason(check)]) = (true, true);
                }
                Column::Source(check) => {
                    (wanted[Shape::status(check)], wanted[Shape::reason(check)]) = (true, true);
                    wanted[NUMBER] = true;
                }
                Column::CheckedAt(check) => {
                    (wanted[Shape::status(check)], wanted[shape.at(check)]) = (true, true);
                }
                Column::Field { check, .. } => {
                    (wanted[Shape::status(check)], wanted[Shape::detail(check)]) = (true, true);
                    wanted[CARRIER] |= self.layout.checks[check].answerer == Answerer::Carrier;
                }
                Column::Detail(check) => wanted[Shape::detail(check)] = true,
                Column::Carried(at) => wanted[shape.carried(at)] = true,
            }
        }
        wanted[LINE] |= self.every_row;
        wanted[NUMBER] |= filter.prefix().is_some() || filter.search.is_some();
        wanted[COUNTRY] |= filter.countries.is_some();
        wanted[KIND] |= filter.kinds.is_some();
        wanted[CARRIER] |= filter.carriers.is_some();
        for (check, _) in self.statuses.iter().enumerate() {
            wanted[Shape::status(check)] |= filter.statuses.get(check).is_some_and(Option::is_some);
        }
        shape.want_texts(filter, &mut wanted);
        Wanted::Some(wanted)
    }

    /// The columns among the wanted ones that answers consist of, and the line.
    pub(super) fn answers_only(&self, wanted: &Wanted) -> Wanted {
        let Wanted::Some(columns) = wanted else { return wanted.clone() };
        let mut columns = columns.clone();
        (columns[LINE], columns[NUMBER], columns[COUNTRY], columns[KIND]) = (true, false, false, false);
        (0..self.shape.carried_columns()).for_each(|at| columns[self.shape.carried(at)] = false);
        columns[self.shape.written()] = false;
        Wanted::Some(columns)
    }

    fn word<'w>(&'w self, code: &'w str) -> &'w str {
        self.words.get(code).map_or(code, String::as_str)
    }

    /// The cells of all columns. `label` formats the texts that repeat, once each.
    pub(super) fn cells<'r, L>(&self, batch: &'r Batch, label: impl Fn(&str) -> L) -> Vec<Cells<'r, L>> {
        let results = &batch.results;
        let labels = |names: &[String]| names.iter().map(|name| label(name)).collect();
        let words = |names: &[&str]| names.iter().map(|name| label(self.word(name))).collect();
        let mut fields = self.fields(results);
        let cells = |(place, column): (usize, &Column)| match *column {
            Column::Line => Cells::Long(&results.numbers.line),
            Column::Written => Cells::Written(results),
            Column::Outcome => {
                let names: Vec<&str> = Outcome::ALL.iter().map(|outcome| outcome.name()).collect();
                Cells::Codes(Cow::Borrowed(&batch.outcome), words(&names))
            }
            Column::OutcomeReason => {
                let names: Vec<&str> = batch.refusals.iter().map(String::as_str).collect();
                Cells::Names(Cow::Borrowed(&batch.refusal), words(&names))
            }
            Column::DuplicateOf => Cells::Optional(&batch.duplicate_of),
            Column::Number => Cells::Number(&results.numbers.number),
            Column::Country => Cells::Country(&results.numbers.country),
            Column::Kind => {
                let refused = Outcome::Refused.code();
                let kinds = if batch.outcome.contains(&refused) {
                    let of_row =
                        |(kind, outcome): (&u8, &u8)| if *outcome == refused { NO_STATUS } else { *kind };
                    results.numbers.kind.iter().zip(&batch.outcome).map(of_row).collect()
                } else {
                    Cow::Borrowed(results.numbers.kind.as_slice())
                };
                Cells::Codes(kinds, labels(&self.kinds))
            }
            Column::Carrier => Cells::Names(Cow::Borrowed(&results.carrier), labels(&results.carriers)),
            Column::Status(at) => {
                Cells::Codes(Cow::Borrowed(&results.checks[at].status), labels(&self.statuses[at]))
            }
            Column::Reason(at) => self.reasons(at, &results.checks[at], &label),
            Column::Source(at) => {
                let (layout, check) = (&self.layout.checks[at], &results.checks[at]);
                let source = |row: usize| {
                    layout.source(results.numbers.number[row], check.status[row], check.reason_text(row))
                };
                Cells::Codes((0..results.len()).map(source).collect(), words(&SOURCES))
            }
            Column::CheckedAt(at) => self.times(&results.checks[at], &label),
            Column::Field { .. } => Cells::Text(Cow::Owned(fields.remove(&place).unwrap_or_default())),
            Column::Detail(at) => Cells::Json(&results.checks[at].detail),
            Column::Carried(at) => Cells::Text(Cow::Borrowed(&results.numbers.carried[at])),
        };
        self.columns.iter().enumerate().map(cells).collect()
    }

    /// The reasons as they are shown, with the codes that a layout derives.
    fn reasons<'r, L>(&self, at: usize, check: &'r CheckColumn, label: impl Fn(&str) -> L) -> Cells<'r, L> {
        let layout = &self.layout.checks[at];
        let shown = |reason: &String| label(self.word(layout.shown_reason(SKIPPED, reason)));
        let mut labels: Vec<L> = check.reasons.iter().map(shown).collect();
        let unknown = layout.shown_reason(UNKNOWN, "");
        if unknown.is_empty() {
            return Cells::Codes(Cow::Borrowed(&check.reason), labels);
        }
        let added = u8::try_from(labels.len()).unwrap_or(0);
        labels.push(label(self.word(unknown)));
        let code = |row: usize| {
            if check.status[row] == UNKNOWN && check.reason[row] == 0 { added } else { check.reason[row] }
        };
        Cells::Codes((0..check.reason.len()).map(code).collect(), labels)
    }

    /// When the answers were found. Most rows of a chunk share a few times.
    fn times<'r, L>(&self, check: &'r CheckColumn, label: impl Fn(&str) -> L) -> Cells<'r, L> {
        let mut labels = vec![label("")];
        let mut known: HashMap<u64, u32> = HashMap::from([(0, 0)]);
        let mut last = (0, 0);
        let mut times = Vec::with_capacity(check.at.len());
        let mut rows = Vec::with_capacity(check.at.len());
        for (status, at) in check.status.iter().zip(&check.at) {
            let at = match (*status, *at) {
                (SKIPPED | NO_STATUS, _) => 0,
                (_, 0) => self.answered_at,
                (_, at) => at,
            };
            if last.0 != at {
                let next = u32::try_from(labels.len()).unwrap_or(0);
                let place = *known.entry(at).or_insert_with(|| {
                    labels.push(label(&Timestamp(at.cast_signed()).rfc3339()));
                    next
                });
                last = (at, place);
            }
            times.push(at);
            rows.push(last.1);
        }
        Cells::Times(times, rows, labels)
    }

    /// The values of all exported fields, by the position of the column.
    fn fields(&self, results: &Results) -> HashMap<usize, Text> {
        let mut found = HashMap::new();
        for (at, check) in results.checks.iter().enumerate() {
            let wanted: Vec<(usize, &str)> = self
                .columns
                .iter()
                .enumerate()
                .filter_map(|(place, column)| match column {
                    Column::Field { check, name } if *check == at => Some((place, name.as_str())),
                    _ => None,
                })
                .collect();
            if wanted.is_empty() {
                continue;
            }
            let by_engine = self.layout.checks[at].answerer == Answerer::Carrier;
            let mut texts = vec![Text::with_capacity(results.len(), 0); wanted.len()];
            let mut row_values: Vec<Cow<'_, str>> = vec![Cow::Borrowed(""); wanted.len()];
            for row in 0..results.len() {
                row_values.fill(Cow::Borrowed(""));
                each_detail(check.detail.get(row), |name, value| {
                    if let DetailValue::Plain(value) = value
                        && let Some(place) = wanted.iter().position(|(_, wanted)| *wanted == name)
                    {
                        row_values[place] = value;
                    }
                });
                let carrier = by_engine && is_definite(check.status[row]);
                for ((text, value), (_, name)) in texts.iter_mut().zip(&row_values).zip(&wanted) {
                    if carrier && *name == CARRIER_FIELD {
                        text.push(&results.carriers[results.carrier[row] as usize]);
                    } else {
                        text.push(value);
                    }
                }
            }
            found.extend(wanted.iter().map(|(place, _)| *place).zip(texts));
        }
        found
    }

    /// The header of a text file.
    pub(super) fn head(&self) -> Vec<u8> {
        let mut out = Vec::new();
        if self.format != Format::Csv {
            return out;
        }
        if self.bom {
            out.extend_from_slice("\u{feff}".as_bytes());
        }
        for (at, header) in self.headers.iter().enumerate() {
            if at > 0 {
                out.push(b',');
            }
            csv_cell(&mut out, header);
        }
        out.extend_from_slice(b"\r\n");
        out
    }

    /// Formats rows as CSV, as JSON lines or as one number per line.
    pub(super) fn text(&self, rows: &Rows) -> Vec<u8> {
        match self.format {
            Format::Txt => {
                let mut out = Vec::with_capacity(rows.order.len() * 15);
                for (batch, row) in &rows.order {
                    number(&mut out, rows.batches[usize::from(*batch)].results.numbers.number[*row as usize]);
                    out.push(b'\n');
                }
                out
            }
            Format::Jsonl => self.json_lines(rows),
            Format::Csv | Format::Xlsx | Format::Parquet => self.csv(rows),
        }
    }

    fn csv(&self, rows: &Rows) -> Vec<u8> {
        let label = |name: &str| {
            let mut cell = Vec::new();
            csv_cell(&mut cell, name);
            cell
        };
        let batches: Vec<Vec<Cells<'_, Vec<u8>>>> =
            rows.batches.iter().map(|batch| self.cells(batch, label)).collect();
        let mut out = Vec::with_capacity(rows.order.len() * 16 * self.columns.len().min(8));
        for (batch, row) in &rows.order {
            let row = *row as usize;
            for (at, cells) in batches[usize::from(*batch)].iter().enumerate() {
                if at > 0 {
                    out.push(b',');
                }
                match cells {
                    Cells::Optional(values) | Cells::Number(values) if values[row] == 0 => {}
                    Cells::Long(values) | Cells::Optional(values) => decimal(&mut out, values[row]),
                    Cells::Number(numbers) if self.text_numbers => text_number(&mut out, numbers[row]),
                    Cells::Number(numbers) => number(&mut out, numbers[row]),
                    Cells::Written(results) if self.text_numbers => {
                        match (results.numbers.written.get(row), results.numbers.number[row]) {
                            ("", 0) => {}
                            ("", digits) => text_number(&mut out, digits),
                            (written, _) if is_amount(written) => as_text(&mut out, written.as_bytes()),
                            (written, _) => csv_cell(&mut out, written),
                        }
                    }
                    Cells::Written(results) => {
                        match (results.numbers.written.get(row), results.numbers.number[row]) {
                            ("", 0) => {}
                            ("", digits) => number(&mut out, digits),
                            (written, _) => csv_cell(&mut out, written),
                        }
                    }
                    Cells::Country(countries) => {
                        out.extend_from_slice(country_code(countries[row]).as_bytes());
                    }
                    Cells::Text(text) => csv_cell(&mut out, text.get(row)),
                    Cells::Json(text) => csv_cell(&mut out, text.get(row)),
                    labelled => {
                        if let Some(label) = labelled.label(row) {
                            out.extend_from_slice(label);
                        }
                    }
                }
            }
            out.extend_from_slice(b"\r\n");
        }
        out
    }

    /// JSON objects with the headers as names; cells without a value are `null`.
    fn json_lines(&self, rows: &Rows) -> Vec<u8> {
        let label = |name: &str| {
            let mut cell = Vec::new();
            json_cell(&mut cell, name);
            cell
        };
        let batches: Vec<Vec<Cells<'_, Vec<u8>>>> =
            rows.batches.iter().map(|batch| self.cells(batch, label)).collect();
        let names: Vec<Vec<u8>> = self
            .headers
            .iter()
            .enumerate()
            .map(|(at, header)| {
                let mut name = vec![if at == 0 { b'{' } else { b',' }];
                // An empty header is a name as well.
                name.extend_from_slice(serde_json::to_string(header).unwrap_or_default().as_bytes());
                name.push(b':');
                name
            })
            .collect();
        let mut out = Vec::with_capacity(rows.order.len() * 24 * self.columns.len().min(8));
        for (batch, row) in &rows.order {
            let row = *row as usize;
            for (name, cells) in names.iter().zip(&batches[usize::from(*batch)]) {
                out.extend_from_slice(name);
                match cells {
                    Cells::Long(values) => decimal(&mut out, values[row]),
                    Cells::Optional(values) if values[row] != 0 => decimal(&mut out, values[row]),
                    Cells::Number(numbers) if numbers[row] != 0 => {
                        out.push(b'"');
                        number(&mut out, numbers[row]);
                        out.push(b'"');
                    }
                    Cells::Optional(_) | Cells::Number(_) => out.extend_from_slice(b"null"),
                    Cells::Written(results) => json_cell(&mut out, &results.numbers.as_written(row)),
                    Cells::Country(countries) => json_cell(&mut out, &country_code(countries[row])),
                    Cells::Text(text) => json_cell(&mut out, text.get(row)),
                    Cells::Json(text) if text.get(row).is_empty() => out.extend_from_slice(b"null"),
                    Cells::Json(text) => out.extend_from_slice(text.get(row).as_bytes()),
                    labelled => out.extend_from_slice(labelled.label(row).map_or(b"null", Vec::as_slice)),
                }
            }
            out.extend_from_slice(b"}\n");
        }
        out
    }
}

/// Neither unknown, skipped nor missing.
fn is_definite(status: u8) -> bool {
    status > SKIPPED && status != NO_STATUS
}

/// A column of cells.
pub(super) enum Cells<'r, L> {
    Long(&'r [u64]),
    /// 0 for none.
    Optional(&'r [u64]),
    /// 0 for none.
    Number(&'r [u64]),
    Written(&'r Results),
    Country(&'r [u16]),
    Codes(Cow<'r, [u8]>, Vec<L>),
    Names(Cow<'r, [u32]>, Vec<L>),
    /// Seconds since 1970-01-01 UTC (0 for none), and the index of each label.
    Times(Vec<u64>, Vec<u32>, Vec<L>),
    Text(Cow<'r, Text>),
    Json(&'r Text),
}

impl<L> Cells<'_, L> {
    /// The label of a cell; `None` if it is empty or has none.
    fn label(&self, row: usize) -> Option<&L> {
        match self {
            Self::Codes(codes, labels) => labels.get(usize::from(codes[row])),
            Self::Names(names, labels) => labels.get(names[row] as usize),
            Self::Times(_, times, labels) => labels.get(times[row] as usize),
            _ => None,
        }
    }
}

impl<L: AsRef<str>> Cells<'_, L> {
    /// Calls `work` with the text of a cell.
    pub(super) fn with<T>(&self, row: usize, work: impl FnOnce(&str) -> T) -> T {
        match self {
            Self::Optional(values) | Self::Number(values) if values[row] == 0 => work(""),
            Self::Long(values) | Self::Optional(values) => work(&values[row].to_string()),
            Self::Number(values) => work(&format!("+{}", values[row])),
            Self::Written(results) => work(&results.numbers.as_written(row)),
            Self::Country(countries) => work(&country_code(countries[row])),
            Self::Text(text) => work(text.get(row)),
            Self::Json(text) => work(text.get(row)),
            labelled => work(labelled.label(row).map_or("", AsRef::as_ref)),
        }
    }
}

/// Writes a JSON string, or `null` for an empty text.
fn json_cell(out: &mut Vec<u8>, cell: &str) {
    if cell.is_empty() {
        out.extend_from_slice(b"null");
        return;
    }
    // Writing a string to memory cannot fail.
    let _ = serde_json::to_writer(out, cell);
}

/// Writes a cell, defused if it looks like a formula and quoted if it must be.
fn csv_cell(out: &mut Vec<u8>, cell: &str) {
    let bytes = cell.as_bytes();
    let quoted = bytes.iter().any(|byte| matches!(byte, b',' | b'"' | b'\r' | b'\n'));
    if quoted {
        out.push(b'"');
    }
    if is_formula(cell) {
        out.push(b'\'');
    }
    if quoted {
        for &byte in bytes {
            if byte == b'"' {
                out.push(b'"');
            }
            out.push(byte);
        }
        out.push(b'"');
    } else {
        out.extend_from_slice(bytes);
    }
}

/// Whether a spreadsheet reads the text as an amount: it drops plus signs and leading zeros, and rounds long numbers.
fn is_amount(text: &str) -> bool {
    let digits = text.strip_prefix('+').unwrap_or(text);
    !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
}

/// Appends a number as a CSV cell with a formula that yields its text.
fn text_number(out: &mut Vec<u8>, digits: u64) {
    let mut text = Vec::with_capacity(16);
    number(&mut text, digits);
    as_text(out, &text);
}

/// Appends a CSV cell with a formula that yields a text without quotes: `="text"`, quoted as CSV wants.
fn as_text(out: &mut Vec<u8>, text: &[u8]) {
    out.extend_from_slice(b"\"=\"\"");
    out.extend_from_slice(text);
    out.extend_from_slice(b"\"\"\"");
}

fn number(out: &mut Vec<u8>, digits: u64) {
    out.push(b'+');
    decimal(out, digits);
}

fn decimal(out: &mut Vec<u8>, mut value: u64) {
    let mut digits = [0_u8; 20];
    let mut at = digits.len();
    loop {
        at -= 1;
        digits[at] = b'0' + (value % 10) as u8;
        value /= 10;
        if value == 0 {
            break;
        }
    }
    out.extend_from_slice(&digits[at..]);
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn cell(text: &str) -> String {
        let mut out = Vec::new();
        csv_cell(&mut out, text);
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn cells_are_defused_and_quoted() {
        assert_eq!(cell("plain"), "plain");
        assert_eq!(cell("=1+1"), "'=1+1");
        assert_eq!(cell("@x"), "'@x");
        assert_eq!(cell("+8613812345678"), "+8613812345678");
        assert_eq!(cell("\rx"), "\"'\rx\"");
        assert_eq!(cell("\nx"), "\"'\nx\"");
        assert_eq!(cell("a,b"), "\"a,b\"");
        assert_eq!(cell("=HYPERLINK(\"x\",\"y\")"), "\"'=HYPERLINK(\"\"x\"\",\"\"y\"\")\"");
        assert_eq!(cell(""), "");
    }

    proptest! {
        #[test]
        fn numbers_are_written_in_decimal(value: u64) {
            let mut out = Vec::new();
            number(&mut out, value);
            prop_assert_eq!(String::from_utf8(out).unwrap(), format!("+{value}"));
        }
    }
}
