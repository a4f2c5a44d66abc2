//! What is known about a list beyond its columns in the database, as one JSON document.

use numsift_intake::{Analysis, Mapping, Preview};
use numsift_model::list::{InputSegment, List};
use serde::{Deserialize, Serialize};

use crate::Result;

/// Everything that is known about a list.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct ListDocument {
    /// What its file looks like.
    pub preview: Option<Preview>,
    /// How its file is read.
    pub mapping: Option<Mapping>,
    /// What was found in it.
    pub analysis: Option<Analysis>,
    /// Names of the columns that are carried through.
    pub carried: Vec<String>,
    /// Where its numbers lie.
    pub segments: Vec<InputSegment>,
    /// Where the rows lie that were refused.
    pub rejected: Option<String>,
    /// Where its numbers lie as a set, for lists of numbers not to be contacted.
    pub set: Option<String>,
    /// Why it could not be read: a code and what to say about it.
    pub error: Option<(String, String)>,
    /// Its numbers were generated: only checks that ask no provider may be run on them.
    pub generated: bool,
    /// How many of its numbers are for trying things out, and cost nothing.
    pub test_numbers: i64,
    /// The folder of its files.
    pub folder: String,
}

impl ListDocument {
    /// The document of a list.
    pub fn of(list: &List) -> Result<Self> {
        Ok(serde_json::from_str(&list.data.document)?)
    }

    /// As it is stored.
    pub fn text(&self) -> Result<String> {
        Ok(serde_json::to_string(self)?)
    }
}
