//! The numbers of a list as a set, which the generator leaves out of its runs.

use std::sync::Arc;

use numsift_intake::NumberSet;
use numsift_model::id::{ListId, Uid};
use numsift_model::limits::EXCLUDED_NUMBERS;
use numsift_model::list::ListState;
use numsift_segments::read_input_rows;
use numsift_store::Scope;
use numsift_turns::off_thread;
use quick_cache::sync::Cache;

use super::{ListDocument, Lists};
use crate::{Result, ScreeningError};

/// Sets that are cached: the console asks for the figures of a run again with every key press.
const CACHED: usize = 4;

/// Sets by list and version.
#[derive(Clone)]
pub(super) struct NumberSets(Arc<Cache<(ListId, i64), Arc<NumberSet>>>);

impl Default for NumberSets {
    fn default() -> Self {
        Self(Arc::new(Cache::new(CACHED)))
    }
}

impl Lists {
    /// The numbers of a list that the account owns.
    pub async fn number_set(&self, uid: Uid, id: ListId) -> Result<Arc<NumberSet>> {
        let list = self.store.read().await?.list(Scope::Own(uid), id).await?;
        let list = list.filter(|list| list.data.uid == uid && list.data.state == ListState::Ready);
        let list = list.ok_or(ScreeningError::NotFound)?;
        if list.data.numbers > EXCLUDED_NUMBERS {
            return Err(ScreeningError::TooManyExcluded { most: EXCLUDED_NUMBERS });
        }
        let document = ListDocument::of(&list)?;
        let read = self.read_number_set(&document);
        self.number_sets.0.get_or_insert_async(&(list.id, list.version), read).await
    }

    async fn read_number_set(&self, document: &ListDocument) -> Result<Arc<NumberSet>> {
        let mut all = Vec::new();
        for segment in &document.segments {
            let carried = document.carried.len();
            let part = read_input_rows(&self.objects, carried, &segment.object, 0..segment.rows).await?;
            all.extend(part.number);
        }
        let sorted = off_thread(move || all.into_iter().collect::<NumberSet>());
        Ok(Arc::new(sorted.await.map_err(ScreeningError::machine)?))
    }
}
