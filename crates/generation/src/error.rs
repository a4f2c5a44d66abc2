//! Errors of the generator.

use numplan::space::{PatternProblem, SpaceError};
use numsift_store::StoreError;
use thiserror::Error;

use crate::{MOST_NUMBERS, MOST_SEGMENTS};

/// What is wrong with the description of a set.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum SpecFault {
    #[error("unknown country")]
    Country,
    /// A pattern or prefix without `+` needs a country.
    #[error("a prefix or pattern needs a country, or has to begin with + and the calling code")]
    CountryNeeded,
    #[error("unknown carrier")]
    Carrier,
    #[error("the numbering plan does not distinguish mobile from fixed-line numbers")]
    CannotTell,
    #[error("a prefix has only digits, after a + if it is international")]
    Prefix,
    #[error("{0}")]
    Pattern(PatternProblem),
}

impl From<SpaceError> for SpecFault {
    fn from(error: SpaceError) -> Self {
        match error {
            SpaceError::Pattern { problem: PatternProblem::Prefix, .. } => Self::Prefix,
            SpaceError::Pattern { problem, .. } => Self::Pattern(problem),
            SpaceError::RegionNeeded => Self::CountryNeeded,
            SpaceError::UnknownCarrier { .. } => Self::Carrier,
            SpaceError::NotDistinguishable { .. } => Self::CannotTell,
        }
    }
}

/// Segments are counted from 0.
#[derive(Debug, Error)]
pub enum GenerationError {
    #[error("segment {segment}: {fault}")]
    Spec { segment: usize, fault: SpecFault },
    /// No segments, or too many.
    #[error("a run has 1 to {MOST_SEGMENTS} segments")]
    Segments,
    /// A segment without numbers, or too many numbers in the run.
    #[error("a run has 1 to {MOST_NUMBERS} numbers")]
    Count { segment: usize },
    /// The set has fewer numbers left than requested.
    #[error("segment {segment} has only {left} numbers left")]
    TooFew { segment: usize, left: u64 },
    /// There is no such run, or the caller may not see it.
    #[error("not found")]
    NotFound,
    /// The numbers of the run cannot be computed any more.
    #[error("the numbering plan has changed since the run was made")]
    PlanChanged,
    /// Every attempt was overtaken by another run of the account.
    #[error("the account changed while this run was planned; try again")]
    Busy,
    /// The call needs more steps than a call may take.
    #[error("the call needs too much computation: take fewer numbers or segments, or exclude less")]
    TooMuchWork,
    /// The account has too many calls that wait.
    #[error("too many calls of this account are waiting; try again when they have finished")]
    TooManyCalls,
    /// The caller has gone, so the work was stopped.
    #[error("the caller has gone")]
    Abandoned,
    #[error(transparent)]
    Store(#[from] StoreError),
    /// Stored data is damaged, or the system failed.
    #[error("{0}")]
    Machine(String),
}
