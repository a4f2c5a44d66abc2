//! The answer book: definite answers of tasks, sorted by number, in immutable runs.

use crate::clock::Timestamp;
use crate::id::{AnswerRunId, Uid};

/// A run of an account and project that is about to be added.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewAnswerRun {
    pub uid: Uid,
    pub project: String,
    /// Name in the object store.
    pub object: String,
    /// Number of answers.
    pub answers: i64,
    pub bytes: i64,
    /// When the newest answer was found.
    pub newest: Timestamp,
    pub created_at: Timestamp,
}

/// A run of the answer book.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AnswerRun {
    pub id: AnswerRunId,
    pub data: NewAnswerRun,
    /// When it was last searched for answers of deleted tasks.
    pub checked_at: Timestamp,
}
