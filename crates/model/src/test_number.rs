//! Test numbers: their answers are fixed and free of charge, and no provider is asked.
//! North America reserves 555-0100 to 555-0199 in every area code for fiction.

use serde::{Deserialize, Serialize};
use strum::{EnumString, IntoStaticStr, VariantArray};
use utoipa::ToSchema;

use crate::words::word_methods;

/// The answer for a test number.
#[derive(
    Debug,
    Clone,
    Copy,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
    Serialize,
    Deserialize,
    ToSchema,
    EnumString,
    IntoStaticStr,
    VariantArray,
)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum TestAnswer {
    /// The project's first status.
    Hit,
    /// The project's last status.
    Miss,
    #[serde(rename = "no_answer")]
    #[strum(serialize = "no_answer")]
    Unknown,
    Timeout,
}

word_methods!(TestAnswer);

pub const TEST_NUMBERS: [(u64, TestAnswer); 4] = [
    (12_015_550_100, TestAnswer::Hit),
    (12_015_550_101, TestAnswer::Miss),
    (12_015_550_102, TestAnswer::Unknown),
    (12_015_550_103, TestAnswer::Timeout),
];

/// The country of all test numbers.
pub const TEST_COUNTRY: &str = "US";

/// The fixed answer for a number (its E.164 digits), if it is a test number.
pub fn test_answer(number: u64) -> Option<TestAnswer> {
    TEST_NUMBERS.iter().find(|(test, _)| *test == number).map(|(_, answer)| *answer)
}

impl TestAnswer {
    /// The status among those of a project; `None` if the answer is not definite.
    pub fn status(self, statuses: &[String]) -> Option<&str> {
        match self {
            Self::Hit => statuses.first().map(String::as_str),
            Self::Miss => statuses.last().map(String::as_str),
            Self::Unknown | Self::Timeout => None,
        }
    }
}
