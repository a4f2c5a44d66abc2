//! Numbers that must not be contacted: an account's own and the installation's.

use std::sync::Arc;

use numsift_intake::{Chain, NumberSet, Suppressed};
use numsift_model::id::Uid;

use crate::engine::Screening;
use crate::list_document::ListDocument;
use crate::{Result, ScreeningError};

/// All sets that count for one account.
#[derive(Clone, Default)]
pub(crate) struct Suppression(Arc<Vec<NumberSet>>);

impl Suppression {
    pub fn contains(&self, number: u64) -> bool {
        self.0.iter().any(|set| set.contains(number))
    }

    /// As the reader of files wants it.
    pub fn chain(&self) -> Chain<'_> {
        Chain(self.0.iter().map(|set| set as &dyn Suppressed).collect())
    }
}

impl Screening {
    /// Loads the sets that count for an account.
    pub(crate) async fn suppression(&self, uid: Uid) -> Result<Suppression> {
        let lists = self.0.store.read().await?.suppressing(uid).await?;
        let mut sets = Vec::with_capacity(lists.len());
        for list in &lists {
            let Some(object) = ListDocument::of(list)?.set else { continue };
            let bytes = self.0.objects.get(&object).await?;
            sets.push(NumberSet::from_bytes(&bytes).map_err(ScreeningError::machine)?);
        }
        Ok(Suppression(Arc::new(sets)))
    }
}
