//! Filters that accounts have saved for list pages.

use async_trait::async_trait;
use numsift_model::clock::Timestamp;
use numsift_model::id::{SavedFilterId, Uid};

use crate::StoreResult;

/// A filter to be saved.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewSavedFilter {
    pub uid: Uid,
    /// The table of the console.
    pub page: String,
    pub name: String,
    /// Filters and sort order as they stand in the address of the page.
    pub query: String,
    pub created_at: Timestamp,
}

/// A saved filter.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SavedFilter {
    pub id: SavedFilterId,
    pub name: String,
    pub query: String,
}

#[async_trait]
pub trait SavedFilters {
    /// The filters of an account for a page, by name.
    async fn saved_filters(&mut self, uid: Uid, page: &str) -> StoreResult<Vec<SavedFilter>>;

    /// Saves a filter, and replaces the one with the same name. `None` if the account has `most` filters for the page.
    async fn save_filter(&mut self, new: &NewSavedFilter, most: i64) -> StoreResult<Option<SavedFilterId>>;

    /// Renames a filter of an account; `false` if it has none with this id. Another filter of the page may have the name:
    /// [`crate::StoreError::Taken`].
    async fn rename_filter(&mut self, uid: Uid, id: SavedFilterId, name: &str) -> StoreResult<bool>;

    /// Deletes a filter of an account; `false` if it has none with this id.
    async fn remove_filter(&mut self, uid: Uid, id: SavedFilterId) -> StoreResult<bool>;
}
