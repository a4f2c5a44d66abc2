//! The columns of a task's results.

use numsift_model::project::Answerer;
use numsift_model::task::NumberColumn;
use numsift_model::test_number::test_answer;
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
    /// The column of the upload with the numbers.
    pub number: NumberColumn,
}

/// A check and its statuses.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CheckLayout {
    pub name: String,
    /// Names of the statuses; a stored status is an index.
    pub statuses: Vec<String>,
    /// What answers the check.
    pub answerer: Answerer,
}

/// Stored instead of a status where a row has no answer at all, because it was not processed.
pub const NO_STATUS: u8 = u8::MAX;

/// Where answers come from, by the index that [`CheckLayout::source`] returns; the first is none.
pub const SOURCES: [&str; 5] = ["", "engine", "channel", "fresh", "test"];
const ENGINE: u8 = 1;
const CHANNEL: u8 = 2;
const FRESH: u8 = 3;
const TEST: u8 = 4;

/// Reason of an answer that was reused.
pub const REUSED: &str = "fresh";
/// Reason why a check skipped a number that is on a suppression list.
pub const SUPPRESSED: &str = "suppressed";
/// Reason of the fixed answer of a test number.
const FIXED: &str = "test";
/// Reason of an unknown answer of the number engine.
const NO_CARRIER: &str = "no_carrier";

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
        Self { name: name.into(), statuses, answerer: Answerer::Channels }
    }

    /// The same check with another answerer.
    #[must_use]
    pub fn answered_by(self, answerer: Answerer) -> Self {
        Self { answerer, ..self }
    }

    /// Where an answer comes from, as an index into [`SOURCES`].
    pub fn source(&self, number: u64, status: u8, reason: &str) -> u8 {
        match reason {
            _ if status == SKIPPED || status == NO_STATUS => 0,
            _ if self.answerer != Answerer::Channels => ENGINE,
            _ if test_answer(number).is_some() => TEST,
            REUSED => FRESH,
            _ => CHANNEL,
        }
    }

    /// Why a status is not definite, as shown to people and programs; empty for definite answers.
    pub fn shown_reason<'r>(&self, status: u8, reason: &'r str) -> &'r str {
        match reason {
            REUSED | FIXED => "",
            "" if status == UNKNOWN && self.answerer == Answerer::Carrier => NO_CARRIER,
            other => other,
        }
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

    /// Checks that every status fits into one byte, with room for "no status".
    pub(crate) fn check(&self) -> Result<()> {
        for check in &self.checks {
            if check.statuses.is_empty() || check.statuses.len() > 255 {
                return Err(SegmentError::Invalid(format!(
                    "check {} has {} statuses; 1 to 255 can be stored",
                    check.name,
                    check.statuses.len()
                )));
            }
        }
        Ok(())
    }
}
