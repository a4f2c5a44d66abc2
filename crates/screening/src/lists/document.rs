//! The JSON document of a list: everything that is not a column of its row.

use numsift_intake::{Analysis, Mapping, Preview};
use numsift_model::list::{InputSegment, List};
use numsift_model::task::{NumberColumn, OtherRows};
use serde::{Deserialize, Serialize};

use crate::Result;

#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct ListDocument {
    pub preview: Option<Preview>,
    pub mapping: Option<Mapping>,
    pub analysis: Option<Analysis>,
    /// Names of the columns that are carried through to the results.
    pub carried: Vec<String>,
    pub segments: Vec<InputSegment>,
    /// The column of the file with the numbers.
    pub number: NumberColumn,
    /// Object with the rejected rows.
    pub rejected: Option<String>,
    /// Object with the rows that are not among the numbers: duplicates, suppressed and rejected rows.
    pub set_aside: Option<String>,
    /// Object with the numbers as a sorted set; suppression lists only.
    pub set: Option<String>,
    /// Why the list could not be read: a code and a message.
    pub error: Option<(String, String)>,
    /// The numbers were generated, so only checks that ask no provider may run on them.
    pub generated: bool,
    /// How many of the numbers are test numbers, which are free of charge.
    pub test_numbers: i64,
    /// Folder of all objects of the list.
    pub folder: String,
}

/// What pages of lists show of a document. The preview, which is most of it, is skipped.
#[derive(Debug, Clone, Default, PartialEq, Deserialize)]
#[serde(default)]
pub struct ListSummary {
    pub mapping: Option<Mapping>,
    pub analysis: Option<Analysis>,
    pub carried: Vec<String>,
    pub rejected: Option<String>,
    pub error: Option<(String, String)>,
    pub generated: bool,
}

impl ListSummary {
    pub fn of(list: &List) -> Result<Self> {
        Ok(serde_json::from_str(&list.data.document)?)
    }
}

impl From<ListDocument> for ListSummary {
    fn from(document: ListDocument) -> Self {
        let ListDocument { mapping, analysis, carried, rejected, error, generated, .. } = document;
        Self { mapping, analysis, carried, rejected, error, generated }
    }
}

impl ListDocument {
    pub fn of(list: &List) -> Result<Self> {
        Ok(serde_json::from_str(&list.data.document)?)
    }

    /// Names the carried columns and the number column: from the header row, or by their positions.
    pub(super) fn name_columns(&mut self, preview: Option<&Preview>) {
        let columns = preview.map(|preview| preview.columns.as_slice()).unwrap_or_default();
        let Some(mapping) = &self.mapping else { return };
        let name = |column: usize| columns.get(column).map(|named| named.name.as_str()).unwrap_or_default();
        let carried = mapping.carried.iter().map(|column| match name(*column) {
            "" => format!("{}", column + 1),
            named => named.to_owned(),
        });
        self.carried = carried.collect();
        self.number = if mapping.more_columns.is_empty() {
            NumberColumn {
                header: name(mapping.column).to_owned(),
                position: mapping.carried.iter().filter(|column| **column < mapping.column).count(),
            }
        } else {
            // The numbers come from several columns, so theirs is a column of its own.
            NumberColumn::default()
        };
    }

    /// The rows that are not among the numbers.
    pub(crate) fn other_rows(&self) -> OtherRows {
        let count = |count: u64| i64::try_from(count).unwrap_or(i64::MAX);
        let analysis = self.analysis.clone().unwrap_or_default();
        OtherRows {
            object: self.set_aside.clone(),
            duplicates: count(analysis.duplicates),
            suppressed: count(analysis.suppressed),
            refused: count(analysis.invalid),
            blank: count(analysis.blank),
        }
    }

    pub fn to_json(&self) -> Result<String> {
        Ok(serde_json::to_string(self)?)
    }
}
