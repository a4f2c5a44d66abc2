//! Work that is done together: what arrives while earlier work of the same kind is being done waits, and is then done at once,
//! in one transaction. Nothing waits for more work to arrive, but a batch is closed only when its transaction has begun: until
//! then it takes what arrives.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use futures_util::future::BoxFuture;
use tokio::sync::oneshot;
use tracing::Instrument as _;

/// Pieces of work that are done together. More would make the first ones wait for the last ones.
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

impl<K: Clone + Eq + Hash + Send + 'static, W: Send + 'static, R: Send + 'static> Batches<K, W, R> {
    /// Adds work and returns its result; `None` if it panicked. `begin` waits until work can be done, `run` does several pieces
    /// and returns one result for each. Work that is added is done even if the caller goes away.
    pub async fn add<T: Send + 'static>(
        &self,
        key: K,
        work: W,
        begin: impl Fn() -> BoxFuture<'static, T> + Send + Sync + 'static,
        run: impl Fn(T, Vec<W>) -> BoxFuture<'static, Vec<R>> + Send + Sync + 'static,
    ) -> Option<R> {
        let (done, result) = oneshot::channel();
        let waiting = Waiting { work, done };
        let first = {
            let mut queues = self.queues();
            let first = !queues.contains_key(&key);
            queues.entry(key.clone()).or_default().push(waiting);
            first
        };
        if first {
            let running = Running { batches: self.clone(), key };
            tokio::spawn(async move { running.run(begin, run).await }.in_current_span());
        }
        result.await.ok()
    }

    fn queues(&self) -> MutexGuard<'_, Queues<K, W, R>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Does the work of a queue until there is none. The queue exists as long as this.
struct Running<K: Clone + Eq + Hash + Send + 'static, W: Send + 'static, R: Send + 'static> {
    batches: Batches<K, W, R>,
    key: K,
}

impl<K: Clone + Eq + Hash + Send + 'static, W: Send + 'static, R: Send + 'static> Running<K, W, R> {
    async fn run<T>(
        self,
        begin: impl Fn() -> BoxFuture<'static, T>,
        run: impl Fn(T, Vec<W>) -> BoxFuture<'static, Vec<R>>,
    ) {
        while self.has_work() {
            let ready = begin().await;
            let (work, done): (Vec<_>, Vec<_>) =
                self.next().into_iter().map(|one| (one.work, one.done)).unzip();
            for (done, result) in done.into_iter().zip(run(ready, work).await) {
                // Fails if the caller has gone away.
                let _ = done.send(result);
            }
        }
    }

    /// Whether there is work. If there is none, the queue is removed, so that the next work begins a new one.
    fn has_work(&self) -> bool {
        let mut queues = self.batches.queues();
        let waits = queues.get(&self.key).is_some_and(|queue| !queue.is_empty());
        if !waits {
            queues.remove(&self.key);
        }
        waits
    }

    /// The next batch.
    fn next(&self) -> Vec<Waiting<W, R>> {
        let mut queues = self.batches.queues();
        let Some(queue) = queues.get_mut(&self.key) else { return Vec::new() };
        let count = queue.len().min(MOST);
        queue.drain(..count).collect()
    }
}

impl<K: Clone + Eq + Hash + Send + 'static, W: Send + 'static, R: Send + 'static> Drop for Running<K, W, R> {
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
    use futures_util::future::{BoxFuture, join_all};
    use tokio::sync::Semaphore;

    use super::{Batches, MOST};

    fn ready() -> BoxFuture<'static, ()> {
        std::future::ready(()).boxed()
    }

    #[tokio::test]
    async fn what_arrives_meanwhile_is_stored_together() {
        let batches: Batches<u8, usize, usize> = Batches::default();
        let open = Arc::new(Semaphore::new(0));
        let store = {
            let open = open.clone();
            move |(): (), work: Vec<usize>| {
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
            async move { batches.add(1, 0, ready, store).await }
        });
        // The first batch has begun when its queue is empty.
        while batches.queues().get(&1).is_none_or(|queue| !queue.is_empty()) {
            tokio::task::yield_now().await;
        }
        let others: Vec<_> = (0..=MOST)
            .map(|work| {
                let (batches, store) = (batches.clone(), store.clone());
                tokio::spawn(async move { batches.add(1, work, ready, store).await })
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
    async fn a_batch_takes_what_arrives_before_it_can_begin() {
        let batches: Batches<u8, usize, usize> = Batches::default();
        let open = Arc::new(Semaphore::new(0));
        let begin = {
            let open = open.clone();
            move || {
                let open = open.clone();
                async move { open.acquire_owned().await.unwrap().forget() }.boxed()
            }
        };
        let size = |(): (), work: Vec<usize>| {
            let count = work.len();
            async move { vec![count; count] }.boxed()
        };
        let all: Vec<_> = (0..10)
            .map(|work| {
                let (batches, begin) = (batches.clone(), begin.clone());
                tokio::spawn(async move { batches.add(1, work, begin, size).await })
            })
            .collect();
        while batches.queues().get(&1).is_none_or(|queue| queue.len() < 10) {
            tokio::task::yield_now().await;
        }
        open.add_permits(1);
        for one in all {
            assert_eq!(one.await.unwrap(), Some(10));
        }
    }

    #[tokio::test]
    async fn a_panic_fails_what_waits_and_nothing_later() {
        let batches: Batches<u8, bool, ()> = Batches::default();
        let store = |(): (), work: Vec<bool>| {
            async move {
                assert!(!work.contains(&true), "a test panics here");
                work.into_iter().map(|_| ()).collect()
            }
            .boxed()
        };
        assert_eq!(batches.add(1, true, ready, store).await, None);
        assert_eq!(batches.add(1, false, ready, store).await, Some(()));
    }
}
