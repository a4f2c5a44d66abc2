//! Why a call is refused or fails.

use numsift_channel::ResolverAway;
use numsift_generation::GenerationError;
use numsift_intake::{IntakeError, Question};
use numsift_ledger::LedgerError;
use numsift_model::rule::Rule;
use numsift_model::task::TaskMode;
use numsift_segments::SegmentError;
use numsift_store::StoreError;
use numsift_turns::NoTurn;
use thiserror::Error;

#[derive(Debug, Error)]
pub enum ScreeningError {
    /// The task, list, project or job does not exist, or the caller may not see it.
    #[error("not found")]
    NotFound,
    #[error("not possible in the current state")]
    WrongState,
    /// The row was changed since it was read.
    #[error("changed by another request; load it again")]
    Outdated,
    /// A field of a mapping that is beyond the limits.
    #[error("invalid `{0}`")]
    Invalid(&'static str),
    /// The field, and what it must be.
    #[error("invalid `{0}`: expected {1}")]
    Wrong(&'static str, Rule),
    /// The checks of a request, or the one at this place, cannot be run.
    #[error("{fault}")]
    Checks { place: Option<usize>, fault: CheckFault },
    /// The customer has not confirmed that it may process the list.
    #[error("the right to process the list is not confirmed")]
    NotConfirmed,
    /// The project is disabled, or none of its channels can be used.
    #[error("the project {0} cannot be used now")]
    NotUsable(String),
    /// Generated numbers are never sent to providers.
    #[error("the project {0} asks providers, and these numbers were generated")]
    Generated(String),
    #[error("a task of {project} has {least} to {most} numbers")]
    NumberCount { project: String, least: i64, most: i64 },
    #[error("an account can have at most {most} schedules")]
    TooManySchedules { most: i64 },
    #[error("an account can have at most {most} suppression lists")]
    TooManySuppressionLists { most: i64 },
    #[error("a suppression list that is changed here can have at most {most} numbers")]
    TooManySuppressed { most: usize },
    #[error("generation can leave out the numbers of a list of at most {most} numbers")]
    TooManyExcluded { most: i64 },
    #[error("no free sample is left today")]
    NoSampleLeft,
    #[error("the file is larger than {limit} bytes")]
    TooLarge { limit: u64 },
    #[error("the upload ended early")]
    CutOff,
    /// A part does not begin where the received bytes end.
    #[error("the next part begins at byte {at}")]
    WrongOffset { at: i64 },
    #[error("the part does not have the checksum that was sent with it; send it again")]
    WrongChecksum,
    #[error("the part goes beyond the end of the file, which has {bytes} bytes")]
    BeyondEnd { bytes: i64 },
    #[error("the file came in {most} parts; send it again in larger ones")]
    TooManyParts { most: i64 },
    #[error("an account can have at most {most} files; delete some")]
    TooManyFiles { most: i64 },
    #[error("an account can have at most {most} files of which parts are missing; complete or delete some")]
    TooManyUploads { most: i64 },
    /// The file does not exist, or the caller may not see it.
    #[error("there is no such file")]
    NoSuchFile,
    /// Parts of the file are missing.
    #[error("the file is not complete: {received} of {bytes} bytes were received")]
    FileIncomplete { received: i64, bytes: i64 },
    /// The account has too many files that are being read or wait for it.
    #[error("too many files of this account are being read; try again when they have finished")]
    Busy,
    /// The answers of a lookup are bought, and the database is away. They are stored as soon as it is back.
    #[error("the answers cannot be stored yet; look at the lookups later")]
    Settling,
    /// The file can be read in several ways, and nobody can be asked. The questions have the likely answers.
    #[error("the file can be read in several ways")]
    Unclear(Vec<Question>),
    #[error(transparent)]
    Intake(#[from] IntakeError),
    #[error(transparent)]
    Generation(#[from] GenerationError),
    #[error(transparent)]
    Ledger(#[from] LedgerError),
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error(transparent)]
    Files(#[from] SegmentError),
    #[error("a stored document is damaged: {0}")]
    Document(#[from] serde_json::Error),
    /// A backup is copying the object files, so none may be deleted. The caller tries again later.
    #[error("files are held for a backup")]
    FilesHeld,
    /// No name was resolved, so no provider was asked. Another node may do better.
    #[error(transparent)]
    ResolverAway(#[from] ResolverAway),
    /// All providers fail. The numbers of a task are asked about later.
    #[error("the providers fail; the task waits")]
    ProvidersAway,
    /// A thread, the local disk or the source of randomness failed.
    #[error("{0}")]
    Machine(String),
}

/// Why checks cannot be run.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum CheckFault {
    #[error("mode `single` takes exactly one check")]
    NotOne,
    #[error("mode `{}` takes 2 to {most} checks", mode.as_str())]
    Count { mode: TaskMode, most: usize },
    /// There is no such project. `meant` is a similar one.
    #[error("there is no project `{slug}`{}", hint(meant.as_deref()))]
    Unknown { slug: String, meant: Option<String> },
    #[error("the project is listed twice")]
    Twice,
    #[error(
        "only a waterfall has conditions, and a condition names an earlier step together with its statuses"
    )]
    Condition,
}

fn hint(meant: Option<&str>) -> String {
    meant.map(|meant| format!("; did you mean `{meant}`?")).unwrap_or_default()
}

impl From<NoTurn> for ScreeningError {
    fn from(refused: NoTurn) -> Self {
        match refused {
            NoTurn::Busy => Self::Busy,
            // Nobody waits for the result of a call whose caller has gone.
            NoTurn::Abandoned | NoTurn::Failed => Self::machine(refused),
        }
    }
}

impl ScreeningError {
    pub(crate) fn machine(error: impl std::fmt::Display) -> Self {
        Self::Machine(error.to_string())
    }

    /// The stable code of an [`IntakeError`]; `None` for other errors.
    pub fn intake_code(&self) -> Option<&'static str> {
        match self {
            Self::Intake(error) => Some(intake_code(error)),
            _ => None,
        }
    }

    /// An object is missing. Results move when a task is compacted, so the caller reads the task again and retries.
    pub fn is_missing_file(&self) -> bool {
        matches!(self, Self::Files(SegmentError::NotFound { .. }))
    }
}

/// The stable code for why a file cannot be read.
pub(crate) fn intake_code(error: &IntakeError) -> &'static str {
    match error {
        IntakeError::Empty => "empty",
        IntakeError::NotAList => "not_a_list",
        IntakeError::Unsupported { .. } => "unsupported",
        IntakeError::Encrypted => "encrypted",
        IntakeError::Damaged { .. } => "damaged",
        IntakeError::NestedArchive { .. } => "nested_archive",
        IntakeError::UnpacksTooLarge { .. } => "unpacks_too_large",
        IntakeError::TooManyParts { .. } => "too_many_parts",
        IntakeError::NameTooLong { .. } => "name_too_long",
        IntakeError::NoSuchSheet { .. } => "no_such_sheet",
        IntakeError::UnknownCountry { .. } => "unknown_country",
        IntakeError::TooMany { .. } => "too_many",
        IntakeError::Cancelled => "cancelled",
        IntakeError::Sink(_) | IntakeError::Io(_) => "storage",
    }
}

pub type Result<T> = std::result::Result<T, ScreeningError>;
