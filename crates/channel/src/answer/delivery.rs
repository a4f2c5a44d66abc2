//! Hands deliveries to the batches that wait for them.

use std::collections::{HashMap, VecDeque};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use async_trait::async_trait;
use tokio::sync::watch;

use crate::job::JobId;

/// Most deliveries that are kept before a batch waits for them.
const MAX_EARLY: usize = 1024;

/// Hands deliveries to the batches that wait for them.
#[async_trait]
pub trait Callbacks: Send + Sync {
    /// The callback URL of this channel without a trailing slash; `None` if this installation has no public
    /// address.
    fn url(&self, channel: &str) -> Option<String>;

    /// Waits for the body delivered for a job; `None` on timeout. A body delivered before the call counts:
    /// a provider can deliver before its reply to the submission arrives.
    async fn wait(&self, channel: &str, job: &JobId, timeout: Duration) -> Option<Vec<u8>>;

    /// Waits for deliveries about a job that has several, and returns all after the first `known` ones; empty on
    /// timeout.
    async fn wait_for_more(&self, channel: &str, job: &JobId, known: u32, timeout: Duration) -> Vec<Vec<u8>>;
}

type Key = (String, JobId);

#[derive(Default)]
struct Deliveries {
    waiting: HashMap<Key, watch::Sender<Option<Vec<u8>>>>,
    early: VecDeque<(Key, Vec<u8>)>,
    /// The deliveries about jobs that have several.
    parts: VecDeque<(Key, Vec<Vec<u8>>)>,
}

/// Callbacks within one process.
#[derive(Default)]
pub struct LocalCallbacks {
    base: Option<String>,
    deliveries: Mutex<Deliveries>,
    /// Changes with every part.
    arrived: watch::Sender<()>,
}

impl LocalCallbacks {
    /// `base` is the URL below which providers deliver, such as `https://numsift.example.com/callbacks`.
    pub fn new(base: Option<String>) -> Self {
        Self { base, ..Self::default() }
    }

    /// Accepts a verified delivery. Only the first one for a job counts.
    pub fn deliver(&self, channel: &str, job: &JobId, body: Vec<u8>) {
        let key = (channel.to_owned(), job.clone());
        let mut deliveries = self.lock();
        if let Some(waiting) = deliveries.waiting.remove(&key) {
            waiting.send_replace(Some(body));
        } else if !deliveries.early.iter().any(|(known, _)| *known == key) {
            if deliveries.early.len() == MAX_EARLY {
                deliveries.early.pop_front();
            }
            deliveries.early.push_back((key, body));
        }
    }

    /// Accepts a verified delivery about a job that has several. One that repeats changes nothing.
    pub fn deliver_part(&self, channel: &str, job: &JobId, body: Vec<u8>) {
        let key = (channel.to_owned(), job.clone());
        let mut deliveries = self.lock();
        match deliveries.parts.iter_mut().find(|(known, _)| *known == key) {
            Some((_, parts)) if parts.contains(&body) => {}
            Some((_, parts)) => parts.push(body),
            None => {
                if deliveries.parts.len() == MAX_EARLY {
                    deliveries.parts.pop_front();
                }
                deliveries.parts.push_back((key, vec![body]));
            }
        }
        self.arrived.send_replace(());
    }

    fn lock(&self) -> MutexGuard<'_, Deliveries> {
        self.deliveries.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[async_trait]
impl Callbacks for LocalCallbacks {
    fn url(&self, channel: &str) -> Option<String> {
        self.base.as_ref().map(|base| format!("{}/{channel}", base.trim_end_matches('/')))
    }

    async fn wait(&self, channel: &str, job: &JobId, timeout: Duration) -> Option<Vec<u8>> {
        let key = (channel.to_owned(), job.clone());
        let mut receiver = {
            let mut deliveries = self.lock();
            if let Some(at) = deliveries.early.iter().position(|(known, _)| *known == key) {
                return deliveries.early.remove(at).map(|(_, body)| body);
            }
            deliveries.waiting.entry(key.clone()).or_insert_with(|| watch::Sender::new(None)).subscribe()
        };
        let _cleanup = RemoveWaiter { callbacks: self, key };
        let delivered = receiver.wait_for(Option::is_some);
        tokio::time::timeout(timeout, delivered).await.ok()?.ok()?.clone()
    }

    async fn wait_for_more(&self, channel: &str, job: &JobId, known: u32, timeout: Duration) -> Vec<Vec<u8>> {
        let key = (channel.to_owned(), job.clone());
        let mut arrived = self.arrived.subscribe();
        let more = async {
            loop {
                let found = self
                    .lock()
                    .parts
                    .iter()
                    .find(|(known, _)| *known == key)
                    .map(|(_, parts)| parts.iter().skip(known as usize).cloned().collect::<Vec<_>>());
                match found {
                    Some(more) if !more.is_empty() => return more,
                    // Cannot fail: `self` holds the sender.
                    _ => drop(arrived.changed().await),
                }
            }
        };
        tokio::time::timeout(timeout, more).await.unwrap_or_default()
    }
}

/// Removes the waiter when the wait ends or is cancelled.
struct RemoveWaiter<'a> {
    callbacks: &'a LocalCallbacks,
    key: Key,
}

impl Drop for RemoveWaiter<'_> {
    fn drop(&mut self) {
        self.callbacks.lock().waiting.remove(&self.key);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn job_id(id: &str) -> JobId {
        JobId::from_text(id).unwrap()
    }

    #[tokio::test(start_paused = true)]
    async fn deliveries_reach_the_waiter_in_either_order() {
        let callbacks = LocalCallbacks::new(Some("https://numsift.example/callbacks/".to_owned()));
        assert_eq!(callbacks.url("c").unwrap(), "https://numsift.example/callbacks/c");
        let (one, two) = (job_id("1"), job_id("2"));
        let wait = |job| callbacks.wait("c", job, Duration::from_mins(1));
        callbacks.deliver("c", &one, b"first".to_vec());
        callbacks.deliver("c", &one, b"second".to_vec());
        assert_eq!(wait(&one).await.as_deref(), Some(&b"first"[..]));
        assert_eq!(wait(&one).await, None, "each delivery is handed out once");

        callbacks.deliver("another", &two, b"not for us".to_vec());
        let later = async {
            tokio::time::sleep(Duration::from_secs(59)).await;
            callbacks.deliver("c", &two, b"late".to_vec());
        };
        let (delivered, ()) = tokio::join!(wait(&two), later);
        assert_eq!(delivered.as_deref(), Some(&b"late"[..]));
        assert!(callbacks.lock().waiting.is_empty());
    }

    #[tokio::test(start_paused = true)]
    async fn parts_are_handed_out_in_order_and_once() {
        let callbacks = LocalCallbacks::default();
        let job = job_id("1");
        let wait = |known| callbacks.wait_for_more("c", &job, known, Duration::from_mins(1));
        callbacks.deliver_part("c", &job, b"one".to_vec());
        callbacks.deliver_part("c", &job, b"one".to_vec());
        callbacks.deliver_part("c", &job, b"two".to_vec());
        callbacks.deliver_part("another", &job, b"not for us".to_vec());
        assert_eq!(wait(0).await, [b"one".to_vec(), b"two".to_vec()]);
        let later = async {
            tokio::time::sleep(Duration::from_secs(59)).await;
            callbacks.deliver_part("c", &job, b"three".to_vec());
        };
        let (more, ()) = tokio::join!(wait(2), later);
        assert_eq!(more, [b"three".to_vec()]);
        assert!(wait(3).await.is_empty());
    }

    #[tokio::test(start_paused = true)]
    async fn a_cancelled_wait_leaves_nothing_behind() {
        let callbacks = LocalCallbacks::default();
        let job = job_id("1");
        let cancelled =
            tokio::time::timeout(Duration::from_secs(1), callbacks.wait("c", &job, Duration::from_mins(1)));
        assert!(cancelled.await.is_err());
        assert!(callbacks.lock().waiting.is_empty());
        for at in 0..=MAX_EARLY {
            callbacks.deliver("c", &job_id(&at.to_string()), Vec::new());
        }
        assert_eq!(callbacks.lock().early.len(), MAX_EARLY);
    }
}
