//! Earlier answers that lookups may reuse.

use std::future::ready;
use std::sync::Arc;

use futures_util::FutureExt as _;
use numsift_model::id::Uid;

use super::{AskLookups, Lookups};
use crate::book::KnownAnswers;
use crate::lists::Suppression;
use crate::{Result, ScreeningError};

/// The account, the projects, and the age in days up to which answers are reused.
pub(super) type ReuseKey = (Uid, Vec<String>, i64);

/// What lookups may reuse.
#[derive(Default)]
pub struct ReusableAnswers {
    /// By project.
    known: Vec<KnownAnswers>,
    /// The suppression lists of the account, unless nothing is reused.
    pub(super) suppression: Option<Suppression>,
}

impl ReusableAnswers {
    /// The earlier answers of the project at this place.
    pub(super) fn of(&self, step: usize) -> Option<&KnownAnswers> {
        self.known.get(step)
    }
}

impl Lookups {
    /// What the lookups may reuse, read together with that of others of the account that arrive at the same time. To be read
    /// before the transaction that starts them.
    pub async fn reusable(&self, uid: Uid, ask: &AskLookups<'_>) -> Result<Arc<ReusableAnswers>> {
        if ask.max_age_days == 0 {
            return Ok(Arc::default());
        }
        let numbers: Vec<_> = ask.numbers.iter().filter_map(|number| number.info.digits()).collect();
        let (lookups, key) = (self.clone(), (uid, ask.projects.to_vec(), ask.max_age_days));
        let read = {
            let key = key.clone();
            move |(): (), batch: Vec<Vec<u64>>| {
                let (lookups, key) = (lookups.clone(), key.clone());
                async move { lookups.read_reusable(&key, batch).await }.boxed()
            }
        };
        let panicked = || Err(ScreeningError::Machine("reading the answer book panicked".to_owned()));
        self.batches.reading.add(key, numbers, || ready(()).boxed(), read).await.unwrap_or_else(panicked)
    }

    /// Reads the earlier answers of several requests at once. If that fails, each request is tried on its own.
    async fn read_reusable(&self, key: &ReuseKey, batch: Vec<Vec<u64>>) -> Vec<Result<Arc<ReusableAnswers>>> {
        if batch.len() > 1
            && let Ok(found) = self.answers_to(key, batch.concat()).await
        {
            let found = Arc::new(found);
            return batch.iter().map(|_| Ok(found.clone())).collect();
        }
        let mut results = Vec::with_capacity(batch.len());
        for numbers in batch {
            results.push(self.answers_to(key, numbers).await.map(Arc::new));
        }
        results
    }

    async fn answers_to(
        &self,
        (uid, projects, max_age_days): &ReuseKey,
        numbers: Vec<u64>,
    ) -> Result<ReusableAnswers> {
        let since = self.clock.now().plus(-max_age_days * 86_400);
        let mut known = Vec::with_capacity(projects.len());
        for project in projects {
            known.push(self.book.answers_to(*uid, project, numbers.clone(), since).await?);
        }
        Ok(ReusableAnswers { known, suppression: Some(self.suppression.of(*uid).await?) })
    }
}
