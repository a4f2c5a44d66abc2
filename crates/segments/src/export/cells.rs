//! The cells of an export and their CSV form.

use crate::codes::{Kind, country_code};
use crate::columns::Results;
use crate::error::{Result, SegmentError};
use crate::export::{Column, ExportColumn, ExportSpec, Format};
use crate::filter::{Filter, Matcher};
use crate::format::{COUNTRY, KIND, LINE, NUMBER};
use crate::formula::is_formula;
use crate::layout::Layout;
use crate::results::{CARRIER, Shape, Wanted};
use crate::text::Text;

/// A prepared export: columns checked against the layout, labels filled in.
pub(super) struct Job {
    pub format: Format,
    pub columns: Vec<Column>,
    pub headers: Vec<String>,
    pub bom: bool,
    kinds: Vec<String>,
    statuses: Vec<Vec<String>>,
    shape: Shape,
}

impl Job {
    pub(super) fn new(layout: &Layout, spec: &ExportSpec) -> Result<Self> {
        let number = [ExportColumn { column: Column::Number, header: String::new() }];
        let columns = if spec.format == Format::Txt { &number[..] } else { &spec.columns };
        let fits = |column: &ExportColumn| match column.column {
            Column::Status(check) | Column::Reason(check) | Column::Detail(check) => {
                check < layout.checks.len()
            }
            Column::Carried(at) => at < layout.carried.len(),
            Column::Line | Column::Number | Column::Country | Column::Kind | Column::Carrier => true,
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
            columns: columns.iter().map(|column| column.column).collect(),
            headers: columns.iter().map(|column| column.header.clone()).collect(),
            bom: spec.bom,
            kinds: Kind::ALL.iter().enumerate().map(|(at, kind)| own(&spec.kinds, at, kind.name())).collect(),
            statuses: statuses.collect(),
            shape: Shape::of(layout)?,
        })
    }

    /// The columns that the export and its filter need.
    pub(super) fn wanted(&self, filter: &Filter) -> Wanted {
        let mut wanted = vec![false; self.shape.columns()];
        for column in &self.columns {
            let at = match *column {
                Column::Line => LINE,
                Column::Number => NUMBER,
                Column::Country => COUNTRY,
                Column::Kind => KIND,
                Column::Carrier => CARRIER,
                Column::Status(check) => Shape::status(check),
                Column::Reason(check) => Shape::reason(check),
                Column::Detail(check) => Shape::detail(check),
                Column::Carried(at) => self.shape.carried(at),
            };
            wanted[at] = true;
        }
        wanted[NUMBER] |= filter.needs_numbers();
        wanted[COUNTRY] |= filter.countries.is_some();
        wanted[KIND] |= filter.kinds.is_some();
        wanted[CARRIER] |= filter.carriers.is_some();
        for (check, _) in self.statuses.iter().enumerate() {
            wanted[Shape::status(check)] |= filter.statuses.get(check).is_some_and(Option::is_some);
        }
        Wanted::Some(wanted)
    }

    /// The cells of all columns. `label` formats the texts that repeat, once each.
    pub(super) fn cells<'r, L>(&self, results: &'r Results, label: impl Fn(&str) -> L) -> Vec<Cells<'r, L>> {
        let labels = |names: &[String]| names.iter().map(|name| label(name)).collect();
        let cells = |column: &Column| match *column {
            Column::Line => Cells::Line(&results.numbers.line),
            Column::Number => Cells::Number(&results.numbers.number),
            Column::Country => Cells::Country(&results.numbers.country),
            Column::Kind => Cells::Codes(&results.numbers.kind, labels(&self.kinds)),
            Column::Carrier => Cells::Names(&results.carrier, labels(&results.carriers)),
            Column::Status(at) => Cells::Codes(&results.checks[at].status, labels(&self.statuses[at])),
            Column::Reason(at) => {
                Cells::Codes(&results.checks[at].reason, labels(&results.checks[at].reasons))
            }
            Column::Detail(at) => Cells::Text(&results.checks[at].detail),
            Column::Carried(at) => Cells::Text(&results.numbers.carried[at]),
        };
        self.columns.iter().map(cells).collect()
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

    /// Formats rows as CSV or as one number per line.
    pub(super) fn text(&self, results: &Results, rows: &[u32]) -> Vec<u8> {
        if self.format == Format::Txt {
            let mut out = Vec::with_capacity(rows.len() * 15);
            for &row in rows {
                number(&mut out, results.numbers.number[row as usize]);
                out.push(b'\n');
            }
            return out;
        }
        let cells = self.cells(results, |name| {
            let mut cell = Vec::new();
            csv_cell(&mut cell, name);
            cell
        });
        let mut out = Vec::with_capacity(rows.len() * 16 * cells.len().min(8));
        for row in rows.iter().map(|row| *row as usize) {
            for (at, cells) in cells.iter().enumerate() {
                if at > 0 {
                    out.push(b',');
                }
                match cells {
                    Cells::Line(lines) => decimal(&mut out, lines[row]),
                    Cells::Number(numbers) => number(&mut out, numbers[row]),
                    Cells::Country(countries) => {
                        out.extend_from_slice(country_code(countries[row]).as_bytes());
                    }
                    Cells::Codes(codes, labels) => {
                        if let Some(label) = labels.get(usize::from(codes[row])) {
                            out.extend_from_slice(label);
                        }
                    }
                    Cells::Names(names, labels) => out.extend_from_slice(&labels[names[row] as usize]),
                    Cells::Text(text) => csv_cell(&mut out, text.get(row)),
                }
            }
            out.extend_from_slice(b"\r\n");
        }
        out
    }
}

/// The rows that match a filter.
pub(super) fn select(results: &Results, filter: &Filter) -> Vec<u32> {
    let wanted = Matcher::new(filter).rows(&crate::filter::Classes::of(results), &results.numbers.number);
    (0_u32..).zip(wanted).filter_map(|(row, wanted)| wanted.then_some(row)).collect()
}

/// A column of cells.
pub(super) enum Cells<'r, L> {
    Line(&'r [u64]),
    Number(&'r [u64]),
    Country(&'r [u16]),
    Codes(&'r [u8], Vec<L>),
    Names(&'r [u32], Vec<L>),
    Text(&'r Text),
}

impl<L: AsRef<str>> Cells<'_, L> {
    /// Calls `work` with the text of a cell.
    pub(super) fn with<T>(&self, row: usize, work: impl FnOnce(&str) -> T) -> T {
        match self {
            Self::Line(values) => work(&values[row].to_string()),
            Self::Number(values) => work(&format!("+{}", values[row])),
            Self::Country(countries) => work(&country_code(countries[row])),
            Self::Codes(codes, labels) => work(labels.get(usize::from(codes[row])).map_or("", AsRef::as_ref)),
            Self::Names(names, labels) => work(labels[names[row] as usize].as_ref()),
            Self::Text(text) => work(text.get(row)),
        }
    }
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
