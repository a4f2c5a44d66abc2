//! The columns of a task's results.

use serde::{Deserialize, Serialize};

use crate::error::{Result, SegmentError};

/// Status without a definite answer; the first status of every check.
pub const UNKNOWN: u8 = 0;
/// Status of a number that was not checked; the second status of every check.
pub const SKIPPED: u8 = 1;

/// The columns besides the numbers: one group per check, and the columns carried over from the upload.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Layout {
    /// The checks in column order.
    pub checks: Vec<CheckLayout>,
    /// Headers of the carried columns; may repeat.
    pub carried: Vec<String>,
}

/// A check and its statuses.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CheckLayout {
    pub name: String,
    /// Names of the statuses; a stored status is an index.
    pub statuses: Vec<String>,
}

impl CheckLayout {
    /// A check with `unknown` and `skipped` in front of its own statuses.
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

    /// The name of a stored status; empty if there is none.
    pub fn status_name(&self, check: usize, status: u8) -> &str {
        self.checks
            .get(check)
            .and_then(|check| check.statuses.get(usize::from(status)))
            .map_or("", String::as_str)
    }

    /// Checks that every status fits into one byte.
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
