//! What the columns of a screening's results mean.

use serde::{Deserialize, Serialize};

use crate::error::{Result, SegmentError};

/// The status of a number that no answer was found for: always the first of a check.
pub const UNKNOWN: u8 = 0;
/// The status of a number that the check did not ask about: always the second.
pub const SKIPPED: u8 = 1;

/// The columns beside the numbers: one group a check, and those carried over from the upload.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Layout {
    /// The checks, in the order of their columns.
    pub checks: Vec<CheckLayout>,
    /// The headers of the carried columns; they may repeat.
    pub carried: Vec<String>,
}

/// One check and the statuses it can give.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CheckLayout {
    /// The check's name.
    pub name: String,
    /// The names of its statuses; a stored status is an index into them.
    pub statuses: Vec<String>,
}

impl CheckLayout {
    /// A check with "unknown" and "skipped" in front of its own statuses.
    pub fn new<S: Into<String>>(name: impl Into<String>, own: impl IntoIterator<Item = S>) -> Self {
        let mut statuses = vec!["unknown".to_owned(), "skipped".to_owned()];
        for status in own {
            let status = status.into();
            if !statuses.contains(&status) {
                statuses.push(status);
            }
        }
        Self { name: name.into(), statuses }
    }

    /// The index of a status.
    pub fn status(&self, name: &str) -> Option<u8> {
        self.statuses.iter().position(|status| status == name).and_then(|at| u8::try_from(at).ok())
    }
}

impl Layout {
    /// The index of a status of a check.
    pub fn status(&self, check: usize, name: &str) -> Option<u8> {
        self.checks.get(check)?.status(name)
    }

    /// The name of a stored status; empty when there is none.
    pub fn status_name(&self, check: usize, status: u8) -> &str {
        self.checks
            .get(check)
            .and_then(|check| check.statuses.get(usize::from(status)))
            .map_or("", String::as_str)
    }

    /// Refuses what cannot be stored.
    pub(crate) fn check(&self) -> Result<()> {
        for check in &self.checks {
            if check.statuses.is_empty() || check.statuses.len() > 256 {
                return Err(SegmentError::Invalid(format!(
                    "check {} has {} statuses; 1 to 256 can be stored",
                    check.name,
                    check.statuses.len()
                )));
            }
        }
        Ok(())
    }
}
