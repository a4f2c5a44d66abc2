//! Supervised background loops: one that panics is logged, counted and started again.

use std::time::Duration;

use tokio::sync::watch;
use tokio::task::JoinSet;
use tokio_util::task::AbortOnDropHandle;

/// How long to wait before a loop that panicked is started again.
const RESTART_AFTER: Duration = Duration::from_secs(1);

/// The loops of a worker process.
pub(super) struct Loops {
    set: JoinSet<()>,
    stop: watch::Receiver<bool>,
}

impl Loops {
    /// Loops that end when `stop` is set.
    pub fn new(stop: watch::Receiver<bool>) -> Self {
        Self { set: JoinSet::new(), stop }
    }

    /// Runs a loop that ends by itself when the receiver is set.
    pub fn spawn<F>(&mut self, name: &'static str, run: impl Fn(watch::Receiver<bool>) -> F + Send + 'static)
    where
        F: Future<Output = ()> + Send + 'static,
    {
        let stop = self.stop.clone();
        self.set.spawn(async move {
            while let Err(error) = AbortOnDropHandle::new(tokio::spawn(run(stop.clone()))).await {
                tracing::error!(%error, name, "a worker loop panicked; starting it again");
                metrics::counter!("numsift_worker_loop_panics_total", "loop" => name).increment(1);
                tokio::time::sleep(RESTART_AFTER).await;
            }
        });
    }

    /// Runs a loop that is dropped when `stop` is set.
    pub fn spawn_until_stopped<F>(&mut self, name: &'static str, run: impl Fn() -> F + Send + 'static)
    where
        F: Future<Output = ()> + Send + 'static,
    {
        self.spawn(name, move |mut stop| {
            let running = run();
            async move {
                tokio::select! {
                    () = running => {}
                    _ = stop.wait_for(|stop| *stop) => {}
                }
            }
        });
    }

    /// Waits until all loops have ended.
    pub async fn join(mut self) {
        while self.set.join_next().await.is_some() {}
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicU32, Ordering};

    use super::*;

    #[tokio::test]
    async fn a_loop_that_panics_is_started_again_until_it_is_stopped() {
        let (stop, stopped) = watch::channel(false);
        let started = Arc::new(AtomicU32::new(0));
        let mut loops = Loops::new(stopped);
        let counter = started.clone();
        loops.spawn_until_stopped("test", move || {
            let count = counter.fetch_add(1, Ordering::SeqCst) + 1;
            async move {
                assert!(count > 2, "the first two runs panic");
                std::future::pending::<()>().await;
            }
        });
        while started.load(Ordering::SeqCst) < 3 {
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
        stop.send_replace(true);
        loops.join().await;
        assert_eq!(started.load(Ordering::SeqCst), 3);
    }
}
