//! Values in the row of a number that a check needs besides the number, such as the date of consent.

use chrono::NaiveDate;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::limits::{INPUT_BYTES, ROW_INPUTS};

/// Most names of columns that an input can have.
const MOST_COLUMNS: usize = 20;
/// Longest name of a column, in characters.
const LONGEST_COLUMN: usize = 64;

/// A value in the row of a number that a check needs besides the number.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct RowInput {
    /// The name in templates: `number.inputs.since`.
    pub name: String,
    pub kind: RowInputKind,
    /// The columns of a list that can contain it. The first one that the list has is used. Case, spaces and punctuation
    /// do not matter.
    pub columns: Vec<String>,
}

/// What an input contains.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum RowInputKind {
    /// A day, with the year first: `2024-03-01`, `2024/03/01` or `20240301`. A time after it is ignored.
    Date,
    /// A short text.
    Text,
}

impl RowInput {
    /// The place of its column among the columns of a list.
    pub fn column_in(&self, headers: &[String]) -> Option<usize> {
        let headers: Vec<String> = headers.iter().map(|header| folded(header)).collect();
        self.columns.iter().find_map(|column| headers.iter().position(|header| *header == folded(column)))
    }

    /// The value in a cell; a date as `2024-03-01`. `None` if the cell does not have the form of the input.
    pub fn read(&self, cell: &str) -> Option<String> {
        let cell = cell.trim();
        match self.kind {
            RowInputKind::Date => read_day(cell),
            RowInputKind::Text => {
                let short = !cell.is_empty() && cell.len() <= INPUT_BYTES;
                (short && !cell.contains(char::is_control)).then(|| cell.to_owned())
            }
        }
    }

    fn is_valid(&self) -> bool {
        let letter = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'_';
        let name = &self.name;
        (1..=32).contains(&name.len())
            && name.bytes().all(letter)
            && name.starts_with(|first: char| first.is_ascii_lowercase())
            && (1..=MOST_COLUMNS).contains(&self.columns.len())
            && self.columns.iter().all(|column| !folded(column).is_empty())
            && self.columns.iter().all(|column| column.chars().count() <= LONGEST_COLUMN)
    }
}

/// Whether a project can have these inputs.
pub(crate) fn are_valid(inputs: &[RowInput]) -> bool {
    let distinct = inputs.iter().map(|input| &input.name).collect::<std::collections::BTreeSet<_>>().len();
    inputs.len() <= ROW_INPUTS && distinct == inputs.len() && inputs.iter().all(RowInput::is_valid)
}

/// A header as it is compared.
fn folded(header: &str) -> String {
    header.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

/// Days with the day or the month first are not read: nobody can tell which is which.
fn read_day(cell: &str) -> Option<String> {
    let day = cell.split(['T', ' ']).next()?;
    let forms = ["%Y-%m-%d", "%Y/%m/%d", "%Y.%m.%d", "%Y%m%d"];
    let day = forms.iter().find_map(|form| NaiveDate::parse_from_str(day, form).ok())?;
    let plausible = NaiveDate::from_ymd_opt(1900, 1, 1)?..=NaiveDate::from_ymd_opt(2999, 12, 31)?;
    plausible.contains(&day).then(|| day.format("%Y-%m-%d").to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn since() -> RowInput {
        let columns = vec!["consent_date".to_owned(), "date".to_owned()];
        RowInput { name: "since".to_owned(), kind: RowInputKind::Date, columns }
    }

    #[test]
    fn columns_are_found_by_name() {
        let headers = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>();
        assert_eq!(since().column_in(&headers(&["Name", "Date", "Consent Date "])), Some(2));
        assert_eq!(since().column_in(&headers(&["Name", "DATE"])), Some(1));
        assert_eq!(since().column_in(&headers(&["Name", "Date of birth"])), None);
        assert_eq!(since().column_in(&[]), None);
    }

    #[test]
    fn days_are_read_with_the_year_first() {
        for cell in ["2024-03-01", " 2024/03/01", "20240301", "2024-03-01T10:00:00Z", "2024.3.1 10:00"] {
            assert_eq!(since().read(cell).as_deref(), Some("2024-03-01"), "{cell}");
        }
        for cell in ["", "03/04/2024", "1.3.2024", "2024-02-30", "2024", "soon", "0001-01-01", "99999-01-01"]
        {
            assert_eq!(since().read(cell), None, "{cell}");
        }
        let name = RowInput { kind: RowInputKind::Text, ..since() };
        assert_eq!(name.read(" Ann Lee ").as_deref(), Some("Ann Lee"));
        assert_eq!((name.read(" "), name.read("a\nb"), name.read(&"x".repeat(65))), (None, None, None));
    }

    #[test]
    fn inputs_are_checked() {
        assert!(are_valid(&[]) && are_valid(&[since()]));
        assert!(!are_valid(&[since(), since()]));
        for wrong in [
            RowInput { name: "Since".to_owned(), ..since() },
            RowInput { name: String::new(), ..since() },
            RowInput { columns: Vec::new(), ..since() },
            RowInput { columns: vec!["-".to_owned()], ..since() },
            RowInput { columns: vec!["x".repeat(65)], ..since() },
        ] {
            assert!(!are_valid(&[wrong]));
        }
    }
}
