//! Work that is stored together: what arrives while earlier work of the same kind is being stored waits, and is then stored in
//! one transaction. Nothing waits for more work to arrive.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use futures_util::future::BoxFuture;
use tokio::sync::oneshot;
use tracing::Instrument as _;

/// Pieces of work that are stored in one transaction. More would make the first ones wait for the last ones.
const MOST: usize = 64;

/// Queues of work, one per key. Cheap to clone.
pub(super) struct Batches<K, W, R>(Arc<Mutex<Queues<K, W, R>>>);

type Queues<K, W, R> = HashMap<K, Vec<Waiting<W, R>>>;

struct Waiting<W, R> {
    work: W,
    done: oneshot::Sender<R>,
}

impl<K, W, R> Clone for Batches<K, W, R> {
    fn clone(&self) -> Self {
        Self(self.0.clone())
    }
}

impl<K, W, R> Default for Batches<K, W, R> {
    fn default() -> Self {
        Self(Arc::default())
    }
}

impl<K: Copy + Eq + Hash + Send + 'static, W: Send + 'static, R: Send + 'static> Batches<K, W, R> {
    /// Adds work and returns its result; `None` if storing it panicked. `store` stores several pieces and returns one result for
    /// each. Work that is added is stored even if the caller goes away.
    pub async fn add(
        &self,
        key: K,
        work: W,
        store: impl Fn(Vec<W>) -> BoxFuture<'static, Vec<R>> + Send + 'static,
    ) -> Option<R> {
        let (done, result) = oneshot::channel();
        let waiting = Waiting { work, done };
        let first = {
            let mut queues = self.queues();
            let first = !queues.contains_key(&key);
            queues.entry(key).or_default().push(waiting);
            first
        };
        if first {
            let running = Running { batches: self.clone(), key };
            tokio::spawn(async move { running.run(store).await }.in_current_span());
        }
        result.await.ok()
    }

    fn queues(&self) -> MutexGuard<'_, Queues<K, W, R>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Stores the work of a queue until there is none. The queue exists as long as this.
struct Running<K: Copy + Eq + Hash + Send + 'static, W: Send + 'static, R: Send + 'static> {
    batches: Batches<K, W, R>,
    key: K,
}

impl<K: Copy + Eq + Hash + Send + 'static, W: Send + 'static, R: Send + 'static> Running<K, W, R> {
    async fn run(self, store: impl Fn(Vec<W>) -> BoxFuture<'static, Vec<R>>) {
        while let Some(batch) = self.next() {
            let (work, done): (Vec<_>, Vec<_>) = batch.into_iter().map(|one| (one.work, one.done)).unzip();
            for (done, result) in done.into_iter().zip(store(work).await) {
                // Fails if the caller has gone away.
                let _ = done.send(result);
            }
        }
    }

    /// The next batch. If there is none, the queue is removed, so that the next work begins a new one.
    fn next(&self) -> Option<Vec<Waiting<W, R>>> {
        let mut queues = self.batches.queues();
        let queue = queues.get_mut(&self.key)?;
        if queue.is_empty() {
            queues.remove(&self.key);
            return None;
        }
        let count = queue.len().min(MOST);
        Some(queue.drain(..count).collect())
    }
}

impl<K: Copy + Eq + Hash + Send + 'static, W: Send + 'static, R: Send + 'static> Drop for Running<K, W, R> {
    /// After a panic, those who wait get no result.
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.batches.queues().remove(&self.key);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use futures_util::FutureExt as _;
    use futures_util::future::join_all;
    use tokio::sync::Semaphore;

    use super::{Batches, MOST};

    #[tokio::test]
    async fn what_arrives_meanwhile_is_stored_together() {
        let batches: Batches<u8, usize, usize> = Batches::default();
        let open = Arc::new(Semaphore::new(0));
        let store = {
            let open = open.clone();
            move |work: Vec<usize>| {
                let open = open.clone();
                async move {
                    open.acquire().await.unwrap().forget();
                    let size = work.len();
                    work.into_iter().map(|_| size).collect()
                }
                .boxed()
            }
        };
        let first = tokio::spawn({
            let (batches, store) = (batches.clone(), store.clone());
            async move { batches.add(1, 0, store).await }
        });
        // The first batch has begun when its queue is empty.
        while batches.queues().get(&1).is_none_or(|queue| !queue.is_empty()) {
            tokio::task::yield_now().await;
        }
        let others: Vec<_> = (0..=MOST)
            .map(|work| {
                let (batches, store) = (batches.clone(), store.clone());
                tokio::spawn(async move { batches.add(1, work, store).await })
            })
            .collect();
        while batches.queues()[&1].len() <= MOST {
            tokio::task::yield_now().await;
        }
        open.add_permits(3);
        assert_eq!(first.await.unwrap(), Some(1));
        let sizes: Vec<_> = join_all(others).await.into_iter().map(|size| size.unwrap().unwrap()).collect();
        assert_eq!(sizes.iter().filter(|size| **size == MOST).count(), MOST);
        assert_eq!(sizes.last(), Some(&1), "one more than fits into a batch");
        assert!(batches.queues().is_empty());
    }

    #[tokio::test]
    async fn a_panic_fails_what_waits_and_nothing_later() {
        let batches: Batches<u8, bool, ()> = Batches::default();
        let store = |work: Vec<bool>| {
            async move {
                assert!(!work.contains(&true), "a test panics here");
                work.into_iter().map(|_| ()).collect()
            }
            .boxed()
        };
        assert_eq!(batches.add(1, true, store).await, None);
        assert_eq!(batches.add(1, false, store).await, Some(()));
    }
}
