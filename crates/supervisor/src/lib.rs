//! Supervises background tasks: restarts a task that ends or panics, and waits for all tasks on shutdown.

use std::sync::Arc;
use std::time::{Duration, Instant};

use tokio::sync::watch;
use tokio::task::{JoinError, JoinSet};

/// Delay before the first restart of a task. It doubles with every restart.
const FIRST_DELAY: Duration = Duration::from_secs(1);
/// Longest delay before a restart. A task that ran longer than this starts again with the first delay.
const MAX_DELAY: Duration = Duration::from_mins(1);

/// A set of background tasks. They are aborted when it is dropped.
pub struct Supervisor {
    stop: watch::Receiver<bool>,
    /// The first task that ended and cannot be restarted.
    failed: watch::Sender<Option<&'static str>>,
    tasks: JoinSet<()>,
    first_delay: Duration,
}

impl Supervisor {
    /// Creates a supervisor whose tasks stop once `stop` is true.
    pub fn new(stop: watch::Receiver<bool>) -> Self {
        Self { stop, failed: watch::Sender::new(None), tasks: JoinSet::new(), first_delay: FIRST_DELAY }
    }

    /// Starts a task that returns once the flag passed to it is true. If it ends earlier, it is restarted.
    pub fn start<F, T>(&mut self, name: &'static str, start: F)
    where
        F: Fn(watch::Receiver<bool>) -> T + Send + Sync + 'static,
        T: Future<Output = ()> + Send + 'static,
    {
        let restarts = metrics::counter!("numsift_background_task_restarts_total", "task" => name);
        let start = Arc::new(start);
        let mut stop = self.stop.clone();
        let mut delay = self.first_delay;
        let first_delay = self.first_delay;
        self.tasks.spawn(async move {
            loop {
                let started = Instant::now();
                let (start, task_stop) = (start.clone(), stop.clone());
                let ended = run_to_end(async move { start(task_stop).await }).await;
                if is_expected(name, &ended, &stop) {
                    return;
                }
                if started.elapsed() > MAX_DELAY {
                    delay = first_delay;
                }
                restarts.increment(1);
                tracing::info!(task = name, ?delay, "restarting the background task");
                if tokio::time::timeout(delay, stopped(&mut stop)).await.is_ok() {
                    return;
                }
                delay = MAX_DELAY.min(2 * delay);
            }
        });
    }

    /// Starts a task that runs forever. It is restarted if it ends, and dropped on shutdown.
    pub fn start_endless<F, T>(&mut self, name: &'static str, start: F)
    where
        F: Fn() -> T + Send + Sync + 'static,
        T: Future<Output = ()> + Send + 'static,
    {
        self.start(name, move |mut stop| {
            let task = start();
            async move {
                tokio::select! {
                    biased;
                    () = task => {}
                    () = stopped(&mut stop) => {}
                }
            }
        });
    }

    /// Starts a task that cannot be restarted. If it ends before shutdown, [`failure`](Self::failure) returns.
    pub fn start_once(&mut self, name: &'static str, task: impl Future<Output = ()> + Send + 'static) {
        let (stop, failed) = (self.stop.clone(), self.failed.clone());
        self.tasks.spawn(async move {
            let ended = run_to_end(task).await;
            if !is_expected(name, &ended, &stop) {
                failed.send_if_modified(|failed| failed.replace(name).is_none());
            }
        });
    }

    /// Waits until a task that cannot be restarted has ended, and returns its name.
    pub async fn failure(&self) -> &'static str {
        let mut failed = self.failed.subscribe();
        match failed.wait_for(Option::is_some).await.as_deref() {
            Ok(Some(name)) => name,
            // The sender lives as long as `self`.
            _ => std::future::pending().await,
        }
    }

    /// Waits until all tasks have stopped.
    pub async fn join(mut self) {
        while self.tasks.join_next().await.is_some() {}
    }
}

/// Runs a task on its own, so that a panic does not spread. The task is aborted when this future is dropped.
async fn run_to_end(task: impl Future<Output = ()> + Send + 'static) -> Result<(), JoinError> {
    let mut running = JoinSet::new();
    running.spawn(task);
    running.join_next().await.unwrap_or(Ok(()))
}

/// Returns whether a task ended because of the shutdown. Logs a task that did not.
fn is_expected(name: &'static str, ended: &Result<(), JoinError>, stop: &watch::Receiver<bool>) -> bool {
    match ended {
        Err(error) => tracing::error!(task = name, %error, "a background task panicked"),
        Ok(()) if !*stop.borrow() => tracing::error!(task = name, "a background task ended unexpectedly"),
        Ok(()) => {}
    }
    *stop.borrow()
}

async fn stopped(stop: &mut watch::Receiver<bool>) {
    // An error means that the sender was dropped, which stops the tasks as well.
    let _ = stop.wait_for(|stop| *stop).await;
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU32, Ordering};

    use metrics_exporter_prometheus::PrometheusBuilder;
    use tokio::sync::Notify;

    use super::*;

    /// A supervisor without delays, and a task that counts its starts.
    struct Scene {
        stop: watch::Sender<bool>,
        supervisor: Supervisor,
        starts: Arc<AtomicU32>,
        third_start: Arc<Notify>,
    }

    impl Scene {
        fn new() -> Self {
            let (stop, stopped) = watch::channel(false);
            let supervisor = Supervisor { first_delay: Duration::from_millis(1), ..Supervisor::new(stopped) };
            Self { stop, supervisor, starts: Arc::default(), third_start: Arc::default() }
        }

        async fn shut_down(self) {
            self.stop.send_replace(true);
            self.supervisor.join().await;
        }

        /// Starts a task that runs `fail` twice and then waits for the shutdown.
        fn fails_twice(&mut self, name: &'static str, fail: fn()) {
            let (starts, third_start) = (self.starts.clone(), self.third_start.clone());
            self.supervisor.start(name, move |mut stop| {
                let (starts, third_start) = (starts.clone(), third_start.clone());
                async move {
                    if starts.fetch_add(1, Ordering::SeqCst) < 2 {
                        return fail();
                    }
                    third_start.notify_one();
                    stopped(&mut stop).await;
                }
            });
        }
    }

    #[tokio::test]
    async fn a_task_that_panics_is_restarted_and_counted() {
        let recorder = PrometheusBuilder::new().build_recorder();
        let _guard = metrics::set_default_local_recorder(&recorder);
        let mut scene = Scene::new();
        scene.fails_twice("panicking", || panic!("on purpose"));
        scene.third_start.notified().await;
        let metrics = recorder.handle().render();
        let expected = "numsift_background_task_restarts_total{task=\"panicking\"} 2";
        assert!(metrics.contains(expected), "{metrics}");
        let starts = scene.starts.clone();
        scene.shut_down().await;
        assert_eq!(starts.load(Ordering::SeqCst), 3, "it is not restarted on shutdown");
    }

    #[tokio::test]
    async fn a_task_that_returns_early_is_restarted() {
        let mut scene = Scene::new();
        scene.fails_twice("returning", || ());
        scene.third_start.notified().await;
        let starts = scene.starts.clone();
        scene.shut_down().await;
        assert_eq!(starts.load(Ordering::SeqCst), 3);
    }

    #[tokio::test]
    async fn shutdown_waits_for_tasks_and_drops_endless_ones() {
        let done = Arc::new(AtomicU32::new(0));
        let mut scene = Scene::new();
        let counted = done.clone();
        scene.supervisor.start("slow to stop", move |mut stop| {
            let counted = counted.clone();
            async move {
                stopped(&mut stop).await;
                tokio::time::sleep(Duration::from_millis(20)).await;
                counted.fetch_add(1, Ordering::SeqCst);
            }
        });
        scene.supervisor.start_endless("endless", std::future::pending);
        scene.shut_down().await;
        assert_eq!(done.load(Ordering::SeqCst), 1);
    }

    #[tokio::test]
    async fn shutdown_does_not_wait_for_a_restart() {
        let mut scene = Scene::new();
        scene.supervisor.first_delay = Duration::from_hours(1);
        let ended = Arc::new(Notify::new());
        let ending = ended.clone();
        scene.supervisor.start("returning", move |_| {
            ending.notify_one();
            async {}
        });
        ended.notified().await;
        scene.shut_down().await;
    }

    #[tokio::test]
    async fn the_end_of_a_task_that_cannot_be_restarted_is_a_failure() {
        let mut scene = Scene::new();
        scene.supervisor.start_once("server", async { panic!("on purpose") });
        assert_eq!(scene.supervisor.failure().await, "server");
        scene.shut_down().await;
    }
}
