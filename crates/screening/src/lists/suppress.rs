//! Numbers that must not be contacted: the account's own suppression lists and the global ones.

use std::sync::Arc;

use numsift_intake::{Chain, PackedSet, Suppressed};
use numsift_model::id::Uid;
use numsift_model::list::List;
use numsift_segments::Objects;
use numsift_store::Store;
use numsift_turns::off_thread;
use quick_cache::Weighter;
use quick_cache::sync::Cache;

use super::ListDocument;
use crate::{Result, ScreeningError};

/// Expected number of cached sets. So few that the cache has one shard: a shard keeps nothing that is larger than its part of
/// the bytes.
const EXPECTED_SETS: usize = 16;
/// Bytes of all cached sets together.
const CACHED_BYTES: u64 = 128 * 1024 * 1024;

/// The suppression sets that apply to one account.
#[derive(Clone, Default)]
pub(crate) struct Suppression(Arc<Vec<Arc<PackedSet>>>);

/// Suppression sets by object, shared by all tasks and lookups of this process. Objects never change.
#[derive(Clone)]
pub(crate) struct SuppressionSets {
    store: Arc<dyn Store>,
    objects: Objects,
    cache: Arc<Cache<String, Arc<PackedSet>, BySize>>,
}

fn cache(bytes: u64) -> Cache<String, Arc<PackedSet>, BySize> {
    Cache::with_weighter(EXPECTED_SETS, bytes, BySize)
}

/// Weighs sets by their memory.
#[derive(Clone)]
struct BySize;

impl Weighter<String, Arc<PackedSet>> for BySize {
    fn weight(&self, _: &String, set: &Arc<PackedSet>) -> u64 {
        set.size().max(1) as u64
    }
}

impl SuppressionSets {
    pub fn new(store: Arc<dyn Store>, objects: Objects) -> Self {
        Self { store, objects, cache: Arc::new(cache(CACHED_BYTES)) }
    }

    /// The sets that apply to an account.
    pub async fn of(&self, uid: Uid) -> Result<Suppression> {
        let lists = self.store.read().await?.suppressing(uid).await?;
        match self.of_lists(&lists).await {
            // A list was changed, and the sweep has deleted its earlier set.
            Err(error) if error.is_missing_file() => {
                let lists = self.store.read().await?.suppressing(uid).await?;
                self.of_lists(&lists).await
            }
            sets => sets,
        }
    }

    /// The sets of these lists.
    pub async fn of_lists(&self, lists: &[List]) -> Result<Suppression> {
        let mut sets = Vec::with_capacity(lists.len());
        for list in lists {
            let Some(object) = ListDocument::of(list)?.set else { continue };
            sets.push(self.cache.get_or_insert_async(&object, self.load(&object)).await?);
        }
        Ok(Suppression(Arc::new(sets)))
    }

    async fn load(&self, object: &str) -> Result<Arc<PackedSet>> {
        let bytes = self.objects.get(object).await?;
        let read = off_thread(move || PackedSet::from_bytes(bytes.into()));
        let set = read.await.map_err(ScreeningError::machine)?;
        Ok(Arc::new(set.map_err(ScreeningError::machine)?))
    }
}

impl Suppression {
    pub fn contains(&self, number: u64) -> bool {
        self.0.iter().any(|set| set.contains(number))
    }

    /// The sets as the intake takes them.
    pub fn chain(&self) -> Chain<'_> {
        Chain(self.0.iter().map(|set| &**set as &dyn Suppressed).collect())
    }
}

#[cfg(test)]
mod tests {
    use numsift_intake::NumberSet;

    use super::*;

    #[test]
    fn a_set_that_takes_most_of_the_cache_is_kept() {
        let set: NumberSet = (0..1000).map(|place| 3 * place).collect();
        let set = Arc::new(PackedSet::from_bytes(set.to_bytes()).unwrap());
        let cache = cache(set.size() as u64 * 5 / 4);
        cache.insert("large".to_owned(), set);
        assert!(cache.get("large").is_some());
    }
}
