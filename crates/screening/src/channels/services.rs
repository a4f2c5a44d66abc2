//! Limits and callbacks of channels that hold for the whole installation, through the database.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use async_trait::async_trait;
use numsift_channel::{Callbacks, JobId, Lease, LeaseRequest, Limit, Permits, Quota, Services};
use numsift_model::clock::{Clock, Entropy};
use numsift_store::{LeaseRequests, LeasedRequests, RequestQuota, Store, StoreError};

use crate::screening::ScreeningParts;

/// Leased requests must be made within this time.
const VALID_FOR: Duration = Duration::from_secs(1);
/// Slots of a process that no longer renews them are released after this time. They are renewed every two seconds.
const SLOTS_HELD_MS: i64 = 10_000;
/// Longest wait for tokens that is passed on to a channel.
const LONGEST_WAIT_MS: u64 = 60_000;
/// How often the database is polled for a callback.
const POLL_EVERY: Duration = Duration::from_millis(300);

/// What a channel needs from this installation.
pub struct StoreServices {
    clock: Arc<dyn Clock>,
    entropy: Arc<dyn Entropy>,
    permits: StorePermits,
    callbacks: StoreCallbacks,
}

impl StoreServices {
    pub(super) fn new(parts: &ScreeningParts) -> Self {
        Self {
            clock: parts.clock.clone(),
            entropy: parts.entropy.clone(),
            permits: StorePermits {
                store: parts.store.clone(),
                clock: parts.clock.clone(),
                node: parts.node.clone(),
                holders: AtomicU64::new(0),
            },
            callbacks: StoreCallbacks {
                store: parts.store.clone(),
                clock: parts.clock.clone(),
                base: parts.callback_base.clone(),
            },
        }
    }
}

impl Services for StoreServices {
    fn clock(&self) -> &dyn Clock {
        &*self.clock
    }

    fn entropy(&self) -> &dyn Entropy {
        &*self.entropy
    }

    fn permits(&self) -> &dyn Permits {
        &self.permits
    }

    fn callbacks(&self) -> &dyn Callbacks {
        &self.callbacks
    }
}

/// Requests are leased in blocks from the channel's row; slots are shared among all processes that hold some.
struct StorePermits {
    store: Arc<dyn Store>,
    clock: Arc<dyn Clock>,
    node: String,
    /// Numbers the slot holders of this process.
    holders: AtomicU64,
}

#[async_trait]
impl Permits for StorePermits {
    fn holder(&self) -> String {
        format!("{}/{}", self.node, self.holders.fetch_add(1, Ordering::Relaxed))
    }

    async fn lease(&self, request: LeaseRequest<'_>) -> Lease {
        let quota = |quota: Quota| RequestQuota {
            period_ms: i64::try_from(quota.period.as_millis()).unwrap_or(i64::MAX),
            requests: i64::from(quota.requests),
        };
        let quotas: Vec<RequestQuota> = request.limit.quotas().map(quota).collect();
        let leased = async {
            let mut tx = self.store.begin().await?;
            let leased = tx
                .lease_requests(&LeaseRequests {
                    channel: request.channel,
                    holder: request.holder,
                    wanted: i64::from(request.tokens),
                    under_way: i64::from(request.in_flight),
                    held_ms: SLOTS_HELD_MS,
                    rps: i64::from(request.limit.rps),
                    burst: i64::from(request.limit.burst),
                    concurrency: i64::from(request.limit.concurrency),
                    quotas: &quotas,
                    now_ms: self.clock.now_ms(),
                })
                .await?;
            tx.save().await?;
            Ok::<_, StoreError>(leased)
        };
        match leased.await {
            Ok(LeasedRequests::Granted { requests, slots }) => Lease::Granted {
                tokens: u32::try_from(requests).unwrap_or(u32::MAX),
                valid_for: VALID_FOR,
                slots: u32::try_from(slots).unwrap_or(u32::MAX),
            },
            Ok(LeasedRequests::Wait(wait_ms)) => {
                let wait_ms = u64::try_from(wait_ms).unwrap_or(1000).min(LONGEST_WAIT_MS);
                Lease::Wait(Duration::from_millis(wait_ms))
            }
            Ok(LeasedRequests::Full) => Lease::Full,
            Err(error) => {
                tracing::warn!(%error, channel = request.channel, "failed to lease requests");
                Lease::Wait(Duration::from_secs(1))
            }
        }
    }

    async fn keep(&self, channel: &str, holder: &str, slots: u32) {
        let until_ms = self.clock.now_ms().saturating_add(SLOTS_HELD_MS);
        let kept = async {
            let mut tx = self.store.begin().await?;
            tx.keep_slots(channel, holder, i64::from(slots), until_ms).await?;
            tx.save().await
        };
        if let Err(error) = kept.await {
            tracing::warn!(%error, channel, "failed to renew slots");
        }
    }

    async fn pause(&self, channel: &str, _: &Limit, pause: Duration) {
        let pause_ms = i64::try_from(pause.as_millis()).unwrap_or(i64::MAX);
        let until_ms = self.clock.now_ms().saturating_add(pause_ms);
        let paused = async {
            let mut tx = self.store.begin().await?;
            tx.pause_channel(channel, until_ms).await?;
            tx.save().await
        };
        if let Err(error) = paused.await {
            tracing::warn!(%error, channel, "failed to pause a channel");
        }
    }
}

/// Callbacks from providers go through the database, since any node may receive them.
struct StoreCallbacks {
    store: Arc<dyn Store>,
    clock: Arc<dyn Clock>,
    base: Option<String>,
}

#[async_trait]
impl Callbacks for StoreCallbacks {
    fn url(&self, channel: &str) -> Option<String> {
        self.base.as_ref().map(|base| format!("{}/api/callbacks/{channel}", base.trim_end_matches('/')))
    }

    async fn wait(&self, channel: &str, job: &JobId, longest: Duration) -> Option<Vec<u8>> {
        self.expect(channel, job).await;
        let found = || async { self.store.read().await?.callback(channel, job.as_str()).await };
        self.poll(channel, longest, found).await
    }

    async fn wait_for_more(&self, channel: &str, job: &JobId, known: u32, longest: Duration) -> Vec<Vec<u8>> {
        if known == 0 {
            self.expect(channel, job).await;
        }
        let found = || async {
            let parts = self.store.read().await?.callback_parts(channel, job.as_str(), known.into()).await?;
            Ok(Some(parts).filter(|parts| !parts.is_empty()))
        };
        self.poll(channel, longest, found).await.unwrap_or_default()
    }
}

impl StoreCallbacks {
    /// Records that callbacks about a job are waited for.
    async fn expect(&self, channel: &str, job: &JobId) {
        let expected = async {
            let mut tx = self.store.begin().await?;
            tx.expect_callback(channel, job.as_str(), self.clock.now()).await?;
            tx.save().await
        };
        if let Err(error) = expected.await {
            tracing::warn!(%error, channel, "failed to record an expected callback");
        }
    }

    /// Looks for callbacks until there are some.
    async fn poll<T, F>(&self, channel: &str, longest: Duration, look: impl Fn() -> F) -> Option<T>
    where
        F: Future<Output = Result<Option<T>, StoreError>>,
    {
        let deadline = tokio::time::Instant::now() + longest;
        loop {
            match look().await {
                Ok(Some(found)) => return Some(found),
                Ok(None) => {}
                Err(error) => tracing::warn!(%error, channel, "failed to look for a callback"),
            }
            if tokio::time::Instant::now() >= deadline {
                return None;
            }
            tokio::time::sleep(POLL_EVERY).await;
        }
    }
}
