//! Lists of numbers: uploaded for a task, kept for later, or never to be contacted.

use serde::{Deserialize, Serialize};

use crate::clock::Timestamp;
use crate::id::{ListId, Uid};
use crate::words::words_only;

words_only! {
    /// What a list is for.
    ListKind {
        /// Uploaded for a task; forgotten after the retention time.
        Upload = "upload",
        /// Kept by its owner.
        Saved = "saved",
        /// Numbers that its owner must not contact.
        Suppression = "suppression",
        /// Numbers that nobody on this installation may contact.
        Global = "global",
    }
}

words_only! {
    /// How far a list has come.
    ListState {
        /// The file is there; how to read it is being decided.
        Uploaded = "uploaded",
        /// Being read.
        Analysing = "analysing",
        /// Can be used.
        Ready = "ready",
        /// Could not be read.
        Failed = "failed",
        /// Its files are gone.
        Deleted = "deleted",
    }
}

/// A list to be stored.
#[derive(Debug, Clone)]
pub struct NewList {
    /// Whose it is.
    pub uid: Uid,
    /// What it is for.
    pub kind: ListKind,
    /// How far it has come.
    pub state: ListState,
    /// What its owner calls it.
    pub name: String,
    /// Name of the uploaded file.
    pub file_name: String,
    /// Where the uploaded file lies.
    pub source: Option<String>,
    /// Its size.
    pub bytes: i64,
    /// What it holds, as a hash in hexadecimal.
    pub sha256: String,
    /// Everything else that is known about it, as JSON.
    pub document: String,
    /// Numbers that can be checked.
    pub numbers: i64,
    /// When.
    pub created_at: Timestamp,
    /// When its files are deleted; `None` keeps them.
    pub expires_at: Option<Timestamp>,
}

/// A list as it is stored.
#[derive(Debug, Clone)]
pub struct List {
    /// Its number.
    pub id: ListId,
    /// Its owner's name.
    pub username: String,
    /// Counts its changes.
    pub version: i64,
    /// The rest.
    pub data: NewList,
}

/// Where a part of a list lies.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct InputSegment {
    /// Name of the object.
    pub object: String,
    /// Numbers in it.
    pub rows: u64,
}
