//! Why a call about screening is refused.

use numsift_generation::GenerationError;
use numsift_intake::IntakeError;
use numsift_ledger::LedgerError;
use numsift_segments::SegmentError;
use numsift_store::StoreError;
use thiserror::Error;

/// Why a call about screening is refused.
#[derive(Debug, Error)]
pub enum ScreeningError {
    /// There is no such task, list, project or job for this caller.
    #[error("not found")]
    NotFound,
    /// Its state does not allow that.
    #[error("the state does not allow that")]
    WrongState,
    /// Somebody changed it in between.
    #[error("changed in between")]
    Outdated,
    /// A field cannot be.
    #[error("{0} is not right")]
    Invalid(&'static str),
    /// The customer has not said that it may process the list.
    #[error("not confirmed")]
    NotConfirmed,
    /// The project takes no task.
    #[error("the project {0} takes no task now")]
    NotUsable(String),
    /// Generated numbers are not sent to providers.
    #[error("the project {0} asks providers, and these numbers were generated")]
    Generated(String),
    /// Fewer numbers than a project asks for, or more than it takes.
    #[error("a task of {project} has {least} to {most} numbers")]
    NumberCount {
        /// The project.
        project: String,
        /// At least.
        least: i64,
        /// At the most.
        most: i64,
    },
    /// No free look is left today.
    #[error("no free sample is left today")]
    NoSampleLeft,
    /// The upload is too large.
    #[error("the file is larger than {limit} bytes")]
    TooLarge {
        /// The most it may have.
        limit: u64,
    },
    /// The upload was cut off half way.
    #[error("the upload was cut off")]
    CutOff,
    /// The file is not a list that can be read.
    #[error(transparent)]
    Intake(#[from] IntakeError),
    /// Generated numbers cannot be computed.
    #[error(transparent)]
    Generation(#[from] GenerationError),
    /// Money.
    #[error(transparent)]
    Ledger(#[from] LedgerError),
    /// The database.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The files.
    #[error(transparent)]
    Files(#[from] SegmentError),
    /// A stored document cannot be read.
    #[error("a stored document is damaged: {0}")]
    Document(#[from] serde_json::Error),
    /// The machine: threads, disk, randomness.
    #[error("{0}")]
    Machine(String),
}

impl ScreeningError {
    /// Something about the machine.
    pub(crate) fn machine(error: impl std::fmt::Display) -> Self {
        Self::Machine(error.to_string())
    }
}

/// What calls about screening give.
pub type Result<T> = std::result::Result<T, ScreeningError>;
