//! The JSON document of a list: everything that is not a column of its row.

use numsift_intake::{Analysis, Mapping, Preview};
use numsift_model::list::{InputSegment, List};
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
    /// Object with the rejected rows.
    pub rejected: Option<String>,
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

impl ListDocument {
    pub fn of(list: &List) -> Result<Self> {
        Ok(serde_json::from_str(&list.data.document)?)
    }

    pub fn to_json(&self) -> Result<String> {
        Ok(serde_json::to_string(self)?)
    }
}
