//! What the generator can refuse.

use numplan::space::{PatternProblem, SpaceError};
use numsift_store::StoreError;
use thiserror::Error;

/// Why a description means no set of numbers.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum SpecFault {
    /// No country has this code.
    #[error("no such country")]
    Country,
    /// A pattern or prefix without `+` needs a country.
    #[error("a prefix or pattern needs a country, or a + and the calling code in front")]
    CountryNeeded,
    /// No carrier has this name.
    #[error("no such carrier")]
    Carrier,
    /// The numbering plan does not tell mobile from fixed line.
    #[error("the numbering plan does not tell mobile from fixed line")]
    CannotTell,
    /// The prefix cannot be read.
    #[error("a prefix has only digits, after a + if it is international")]
    Prefix,
    /// The pattern cannot be read.
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

/// Why a call of the generator was refused or failed.
#[derive(Debug, Error)]
pub enum GenerationError {
    /// A part describes no set of numbers.
    #[error("part {segment}: {fault}")]
    Spec {
        /// Which part, from 0.
        segment: usize,
        /// What is wrong with it.
        fault: SpecFault,
    },
    /// No parts, or more than a run can have.
    #[error("a run has 1 to 20 parts")]
    Segments,
    /// A part of no numbers, or more numbers than a run can have.
    #[error("a run has 1 to 10000000 numbers")]
    Count {
        /// Which part, from 0.
        segment: usize,
    },
    /// The set has fewer numbers left than were asked for.
    #[error("part {segment} has only {left} numbers left")]
    TooFew {
        /// Which part, from 0.
        segment: usize,
        /// What is left.
        left: u64,
    },
    /// No such run, or none that the caller may see.
    #[error("not found")]
    NotFound,
    /// The numbering plan has changed since: the numbers cannot be computed again.
    #[error("the numbering plan has changed since")]
    PlanChanged,
    /// Other runs of the same account were faster, again and again.
    #[error("other runs of this account were faster")]
    Busy,
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The machine failed.
    #[error("{0}")]
    Machine(String),
}
