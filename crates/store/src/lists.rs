//! Lists of numbers.

use std::collections::BTreeSet;

use async_trait::async_trait;
use numsift_model::clock::Timestamp;
use numsift_model::id::{ListId, Uid};
use numsift_model::list::{List, ListKind, NewList};
use numsift_model::page::{Listed, Page};
use serde::Deserialize;

use crate::{Scope, StoreResult};

#[derive(Debug, Clone, Default)]
pub struct ListFilter {
    pub kind: Option<ListKind>,
    /// Part of the name or the note, in any case.
    pub search: Option<String>,
}

/// The folder that a list's document names; empty when it names none.
pub fn folder_of(document: &str) -> String {
    #[derive(Deserialize)]
    struct WithFolder {
        #[serde(default)]
        folder: String,
    }
    serde_json::from_str::<WithFolder>(document).map(|document| document.folder).unwrap_or_default()
}

#[async_trait]
pub trait Lists {
    async fn add_list(&mut self, new: &NewList) -> StoreResult<ListId>;

    /// A list within `scope`. Global lists are visible to all.
    async fn list(&mut self, scope: Scope, id: ListId) -> StoreResult<Option<List>>;

    /// Lists within `scope` that are not deleted, newest first.
    async fn lists(&mut self, scope: Scope, filter: &ListFilter, page: Page) -> StoreResult<Listed<List>>;

    /// Lists of a kind within `scope` that are not deleted and are older than `before`, newest first.
    async fn lists_before(
        &mut self,
        scope: Scope,
        kind: ListKind,
        before: Option<ListId>,
        limit: i64,
    ) -> StoreResult<Vec<List>>;

    /// The latest lists of an account that are ready, newest first.
    async fn latest_lists(&mut self, uid: Uid, limit: i64) -> StoreResult<Vec<List>>;

    /// Keeps a ready list at least until a time, if it expires earlier.
    async fn keep_list(&mut self, id: ListId, until: Timestamp) -> StoreResult<()>;

    /// Replaces everything but the owner and the note, if the version is current.
    async fn put_list(&mut self, list: &List) -> StoreResult<bool>;

    /// Replaces the note of a list, if it is `before`.
    async fn note_list(&mut self, id: ListId, before: &str, note: &str) -> StoreResult<bool>;

    /// A list of this account that was read from the same file.
    async fn list_with_hash(&mut self, uid: Uid, sha256: &str) -> StoreResult<Option<ListId>>;

    /// The suppression lists that apply to an account: its own and the global ones.
    async fn suppressing(&mut self, uid: Uid) -> StoreResult<Vec<List>>;

    /// Whether an unfinished task uses this list.
    async fn list_is_needed(&mut self, id: ListId) -> StoreResult<bool>;

    /// Expired lists that no unfinished task uses.
    async fn expired_lists(&mut self, now: Timestamp, limit: i64) -> StoreResult<Vec<List>>;

    /// The folders among these that belong to a list that is not deleted. While a node of an older version adds lists,
    /// whose folders are not recorded, all folders count as used.
    async fn list_folders_in_use(&mut self, folders: &[String]) -> StoreResult<BTreeSet<String>>;
}
