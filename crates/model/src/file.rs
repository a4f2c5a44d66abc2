//! Files that an account sends, whole or in parts, before a task or a list uses them.

use crate::clock::Timestamp;
use crate::id::{FileId, ListId, Uid};

/// A file to store.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewFile {
    pub uid: Uid,
    pub name: String,
    /// Size of the whole file.
    pub bytes: i64,
    /// Folder of its objects.
    pub folder: String,
    pub created_at: Timestamp,
    pub expires_at: Timestamp,
}

/// A file, complete or not.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredFile {
    pub id: FileId,
    pub new: NewFile,
    /// Bytes received so far.
    pub received: i64,
    /// How many parts they came in.
    pub parts: i64,
    /// State of the SHA-256 after these bytes, in hex; empty before the first part.
    pub hash_state: String,
    /// SHA-256 of the content in hex; `None` while parts are missing.
    pub sha256: Option<String>,
    /// The list that the file became.
    pub list: Option<ListId>,
}

impl StoredFile {
    pub fn is_complete(&self) -> bool {
        self.sha256.is_some()
    }
}

/// A part of a file; one object.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FilePart {
    /// Where it begins in the file.
    pub at: i64,
    pub bytes: i64,
    pub object: String,
}

/// What a file is after a further part.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FileProgress {
    pub hash_state: String,
    pub sha256: Option<String>,
    pub expires_at: Timestamp,
}

/// How many files an account has.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct FileCounts {
    /// Files of which parts are missing.
    pub open: i64,
    pub all: i64,
}
