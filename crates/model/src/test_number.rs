//! Numbers for trying things out: their answers are fixed, they cost nothing, and nobody is asked.
//! North America keeps 555-0100 to 555-0199 of every area for fiction, so they never belong to anybody.

use crate::words::words_only;

words_only! {
    /// What a provider would say about a test number.
    TestAnswer {
        /// The answer that customers look for: a project's first.
        Hit = "hit",
        /// Another definite answer: a project's last.
        Miss = "miss",
        /// Nobody could tell.
        Unknown = "no_answer",
        /// Nobody answered in time.
        Timeout = "timeout",
    }
}

/// The test numbers and their answers.
pub const TEST_NUMBERS: [(u64, TestAnswer); 4] = [
    (12_015_550_100, TestAnswer::Hit),
    (12_015_550_101, TestAnswer::Miss),
    (12_015_550_102, TestAnswer::Unknown),
    (12_015_550_103, TestAnswer::Timeout),
];

/// The country that all of them belong to.
pub const TEST_COUNTRY: &str = "US";

/// The fixed answer about a number (the digits of E.164), if it is a test number.
pub fn test_answer(number: u64) -> Option<TestAnswer> {
    TEST_NUMBERS.iter().find(|(test, _)| *test == number).map(|(_, answer)| *answer)
}

impl TestAnswer {
    /// The status that a project gives, `None` when it cannot tell.
    pub fn status(self, statuses: &[String]) -> Option<&str> {
        match self {
            Self::Hit => statuses.first().map(String::as_str),
            Self::Miss => statuses.last().map(String::as_str),
            Self::Unknown | Self::Timeout => None,
        }
    }
}
