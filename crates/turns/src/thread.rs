//! Work that keeps a core busy, away from the threads that serve requests.
//!
//! Short work shares the blocking threads of the runtime. Long work has threads of its own, of low priority: a few that
//! compute, and others for work that waits for something in between, such as for a reader of what it writes.

use std::pin::Pin;
use std::sync::LazyLock;
use std::task::{Context, Poll};

use futures_util::future::abortable;
use tokio::runtime::{Builder, Handle, Runtime};
use tokio::sync::oneshot;
use tokio::task::{JoinError, JoinHandle};

use crate::priority;

/// Most threads that do long work and wait in between. What starts such work has lower limits.
const MOST_WAITING: usize = 512;
/// Most threads that compute.
const MOST_COMPUTING: usize = 64;

/// Threads for long work that never waits for other work: one per core.
static COMPUTING: LazyLock<Option<Runtime>> = LazyLock::new(|| {
    let cores = std::thread::available_parallelism().map_or(2, usize::from);
    threads("long-work", cores.min(MOST_COMPUTING))
});

/// Threads for long work that waits in between. They are not limited to the cores: a reader and what it waits for would
/// wait for one another.
static WAITING: LazyLock<Option<Runtime>> = LazyLock::new(|| threads("long-wait", MOST_WAITING));

tokio::task_local! {
    /// Set while a future is polled that does long work.
    static LONG: ();
}

/// Blocking threads of low priority. The runtime around them runs nothing else.
fn threads(name: &str, most: usize) -> Option<Runtime> {
    let mut threads = Builder::new_current_thread();
    threads.thread_name(name).max_blocking_threads(most).on_thread_start(priority::lower);
    threads.build().ok()
}

fn spawn<T: Send + 'static>(
    pool: Option<&Runtime>,
    work: impl FnOnce() -> T + Send + 'static,
) -> JoinHandle<T> {
    match pool {
        Some(threads) => threads.spawn_blocking(work),
        None => tokio::task::spawn_blocking(work),
    }
}

/// Starts work on a blocking thread; within [`long`], on one of low priority. The work must not wait for other such work.
/// The future waits for it; the work goes on if the future is dropped.
pub fn off_thread<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> OffThread<T> {
    #[cfg(feature = "simulation")]
    if inline::wanted() {
        return OffThread(State::Done(Some(work())));
    }
    let started = match LONG.try_with(|()| ()) {
        Ok(()) => spawn(COMPUTING.as_ref(), work),
        Err(_) => tokio::task::spawn_blocking(work),
    };
    OffThread(State::Started(started))
}

/// Starts long work on a thread of low priority. It may wait for other work.
pub fn in_background<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> JoinHandle<T> {
    spawn(WAITING.as_ref(), work)
}

/// A future whose work off the thread is long. Tasks that it starts are not part of it.
pub fn long<F: Future>(work: F) -> impl Future<Output = F::Output> {
    LONG.scope((), work)
}

/// Runs a future that computes a lot between its waits on a thread of low priority. It ends when the returned future is
/// dropped.
pub async fn run_long<T: Send + 'static>(
    work: impl Future<Output = T> + Send + 'static,
) -> Result<T, JoinError> {
    let (work, abort) = abortable(long(work));
    let _guard = AbortOnDrop(abort);
    #[cfg(feature = "simulation")]
    let started = if inline::wanted() { tokio::spawn(work) } else { block_on(work) };
    #[cfg(not(feature = "simulation"))]
    let started = block_on(work);
    match started.await? {
        Ok(done) => Ok(done),
        // Only the guard aborts.
        Err(_) => std::future::pending().await,
    }
}

fn block_on<T: Send + 'static>(work: impl Future<Output = T> + Send + 'static) -> JoinHandle<T> {
    let runtime = Handle::current();
    in_background(move || runtime.block_on(work))
}

struct AbortOnDrop(futures_util::future::AbortHandle);

impl Drop for AbortOnDrop {
    fn drop(&mut self) {
        self.0.abort();
    }
}

/// Runs work on a thread of its own, whose priority [`priority::give_way`] lowers when the work becomes long. `None` if it
/// panicked.
pub(crate) async fn on_own_thread<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> Option<T> {
    #[cfg(feature = "simulation")]
    if inline::wanted() {
        return Some(work());
    }
    let (done, result) = oneshot::channel();
    let run = move || {
        priority::begin_work();
        // Fails if the caller has gone.
        let _ = done.send(work());
    };
    std::thread::Builder::new().name("turn".to_owned()).spawn(run).ok()?;
    result.await.ok()
}

/// Work that was started by [`off_thread`].
pub struct OffThread<T>(State<T>);

enum State<T> {
    Started(JoinHandle<T>),
    #[cfg(feature = "simulation")]
    Done(Option<T>),
}

impl<T> Unpin for OffThread<T> {}

impl<T> Future for OffThread<T> {
    /// The error says that the work panicked.
    type Output = Result<T, JoinError>;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Self::Output> {
        match &mut self.0 {
            State::Started(handle) => Pin::new(handle).poll(context),
            #[cfg(feature = "simulation")]
            State::Done(result) => result.take().map_or(Poll::Pending, |result| Poll::Ready(Ok(result))),
        }
    }
}

/// In a simulation everything happens on one thread, so that the same seed does the same.
#[cfg(feature = "simulation")]
pub mod inline {
    use std::cell::Cell;

    thread_local!(static INLINE: Cell<bool> = const { Cell::new(false) });

    /// From now on, work that is started by this thread is done by this thread, at once.
    pub fn on_this_thread() {
        INLINE.set(true);
    }

    pub(crate) fn wanted() -> bool {
        INLINE.get()
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicBool, Ordering};

    use super::*;

    #[tokio::test]
    async fn panics_are_errors() {
        assert!(in_background(|| panic!("a test panics here")).await.unwrap_err().is_panic());
        let long = run_long(async { panic!("a test panics here") }).await;
        assert!(long.unwrap_err().is_panic());
        assert_eq!(on_own_thread(|| panic!("a test panics here")).await, None::<()>);
    }

    #[tokio::test]
    async fn long_work_ends_when_its_caller_has_gone() {
        struct Ends(Option<oneshot::Sender<()>>);
        impl Drop for Ends {
            fn drop(&mut self) {
                let _ = self.0.take().map(|ended| ended.send(()));
            }
        }
        let (ended, has_ended) = oneshot::channel();
        let (begun, has_begun) = oneshot::channel();
        let running = tokio::spawn(run_long(async move {
            let _ends = Ends(Some(ended));
            begun.send(()).unwrap();
            std::future::pending::<()>().await;
        }));
        has_begun.await.unwrap();
        running.abort();
        has_ended.await.unwrap();
    }

    #[tokio::test]
    async fn more_long_work_can_wait_than_there_are_cores() {
        let most = std::thread::available_parallelism().unwrap().get() + 1;
        let barrier = Arc::new(std::sync::Barrier::new(most));
        let all: Vec<_> = (0..most)
            .map(|_| {
                let barrier = barrier.clone();
                in_background(move || barrier.wait().is_leader())
            })
            .collect();
        let mut leaders = 0;
        for one in all {
            leaders += usize::from(one.await.unwrap());
        }
        assert_eq!(leaders, 1);
    }

    #[cfg(target_os = "linux")]
    #[tokio::test]
    async fn long_work_has_a_low_priority() {
        use crate::priority::{give_way, niceness};

        let normal = off_thread(niceness).await.unwrap();
        let low = in_background(niceness).await.unwrap();
        assert!(low > normal, "{low} and {normal}");
        let inherited = long(async { off_thread(niceness).await.unwrap() }).await;
        let polled = run_long(async { (niceness(), off_thread(niceness).await.unwrap()) }).await.unwrap();
        assert_eq!((inherited, polled), (low, (low, low)));
        assert_eq!(off_thread(niceness).await.unwrap(), normal, "the threads for short work keep theirs");

        let stop = Arc::new(AtomicBool::new(false));
        let short = on_own_thread(|| {
            give_way();
            niceness()
        });
        assert_eq!(short.await, Some(normal));
        let until_lowered = on_own_thread(move || {
            while niceness() == normal && !stop.load(Ordering::Relaxed) {
                give_way();
            }
            niceness()
        });
        assert_eq!(until_lowered.await, Some(low));
    }
}
