//! Numbers that must not be contacted: the account's own suppression lists and the global ones.

use std::sync::Arc;

use numsift_intake::{Chain, NumberSet, Suppressed};
use numsift_model::id::Uid;
use numsift_segments::Objects;
use numsift_store::Store;

use super::ListDocument;
use crate::{Result, ScreeningError};

/// The suppression sets that apply to one account.
#[derive(Clone, Default)]
pub(crate) struct Suppression(Arc<Vec<NumberSet>>);

impl Suppression {
    /// Loads the sets of an account.
    pub async fn load(store: &dyn Store, objects: &Objects, uid: Uid) -> Result<Self> {
        let lists = store.read().await?.suppressing(uid).await?;
        let mut sets = Vec::with_capacity(lists.len());
        for list in &lists {
            let Some(object) = ListDocument::of(list)?.set else { continue };
            let bytes = objects.get(&object).await?;
            sets.push(NumberSet::from_bytes(&bytes).map_err(ScreeningError::machine)?);
        }
        Ok(Self(Arc::new(sets)))
    }

    pub fn contains(&self, number: u64) -> bool {
        self.0.iter().any(|set| set.contains(number))
    }

    /// The sets as the intake takes them.
    pub fn chain(&self) -> Chain<'_> {
        Chain(self.0.iter().map(|set| set as &dyn Suppressed).collect())
    }
}
