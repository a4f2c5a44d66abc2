//! Lists of numbers.

use serde::{Deserialize, Serialize};
use strum::{EnumString, IntoStaticStr, VariantArray};
use utoipa::ToSchema;

use crate::clock::Timestamp;
use crate::id::{ListId, Uid};
use crate::words::word_methods;

/// What a list is used for.
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
pub enum ListKind {
    /// Uploaded for a task; deleted after the retention period.
    Upload,
    /// Kept by its owner.
    Saved,
    /// A suppression list of its owner.
    Suppression,
    /// The suppression list of the installation.
    Global,
}

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
pub enum ListState {
    /// The file is stored; its mapping is not confirmed yet.
    Uploaded,
    /// The file is being read.
    Analysing,
    Ready,
    /// The file could not be read.
    Failed,
    Deleted,
}

word_methods!(ListKind, ListState);

/// A list to be stored.
#[derive(Debug, Clone)]
pub struct NewList {
    pub uid: Uid,
    pub kind: ListKind,
    pub state: ListState,
    pub name: String,
    pub file_name: String,
    /// Object name of the uploaded file.
    pub source: Option<String>,
    /// Size of the uploaded file.
    pub bytes: i64,
    /// Hash of the uploaded file, in hexadecimal.
    pub sha256: String,
    /// Further details, as JSON.
    pub document: String,
    /// How many numbers can be checked.
    pub numbers: i64,
    pub created_at: Timestamp,
    /// When its files are deleted; `None` keeps them.
    pub expires_at: Option<Timestamp>,
}

#[derive(Debug, Clone)]
pub struct List {
    pub id: ListId,
    /// Name of the owner.
    pub username: String,
    /// Incremented by every change.
    pub version: i64,
    /// A text of the owner; empty for none.
    pub note: String,
    pub data: NewList,
}

/// A segment of a list's numbers.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct InputSegment {
    /// Object name.
    pub object: String,
    pub rows: u64,
}
