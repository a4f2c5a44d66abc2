//! Files that accounts send before a task or a list uses them, and their parts.

use std::collections::BTreeSet;

use async_trait::async_trait;
use numsift_model::clock::Timestamp;
use numsift_model::file::{FileCounts, FilePart, FileProgress, NewFile, StoredFile};
use numsift_model::id::{FileId, ListId, Uid};

use crate::{Scope, StoreResult};

#[async_trait]
pub trait Files {
    /// Stores a file of which nothing has been received.
    async fn add_file(&mut self, new: &NewFile) -> StoreResult<FileId>;

    /// A file within `scope`.
    async fn file(&mut self, scope: Scope, id: FileId) -> StoreResult<Option<StoredFile>>;

    /// The files of an account that did not become lists, newest first, from the one before `before`.
    async fn files(&mut self, uid: Uid, before: Option<FileId>, limit: i64) -> StoreResult<Vec<StoredFile>>;

    /// Counts the files of an account that did not become lists.
    async fn count_files(&mut self, uid: Uid) -> StoreResult<FileCounts>;

    /// Adds a part; `false` unless it begins where the received bytes end.
    async fn add_file_part(
        &mut self,
        id: FileId,
        part: &FilePart,
        progress: &FileProgress,
    ) -> StoreResult<bool>;

    /// The parts of a file in their order.
    async fn file_parts(&mut self, id: FileId) -> StoreResult<Vec<FilePart>>;

    /// Keeps a file until this time, if it would expire earlier.
    async fn keep_file(&mut self, id: FileId, until: Timestamp) -> StoreResult<()>;

    /// Records the list that a file became; `false` if it became one before.
    async fn file_became_list(&mut self, id: FileId, list: ListId) -> StoreResult<bool>;

    /// Deletes a file and its parts; `false` if it does not exist.
    async fn remove_file(&mut self, id: FileId) -> StoreResult<bool>;

    /// Files that have expired, the oldest first.
    async fn expired_files(&mut self, now: Timestamp, limit: i64) -> StoreResult<Vec<StoredFile>>;

    /// Those of the folders that belong to a file with objects.
    async fn file_folders_in_use(&mut self, folders: &[String]) -> StoreResult<BTreeSet<String>>;
}
