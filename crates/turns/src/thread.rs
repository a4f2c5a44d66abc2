//! Work that keeps a core busy, away from the threads that serve requests.
//!
//! Short work shares the blocking threads of the runtime. Long work has threads of its own, of low priority: a few that
//! compute, and others for work that waits for something in between, such as for a reader of what it writes.

use std::pin::Pin;
use std::sync::LazyLock;
use std::task::{Context, Poll};
use std::time::Duration;

use futures_util::future::abortable;
use numsift_model::id::Uid;
use tokio::runtime::{Builder, Handle, Runtime};
use tokio::sync::oneshot;
use tokio::task::{JoinError, JoinHandle};

use crate::{budget, priority};

/// Most threads that do long work and wait in between. What starts such work has lower limits.
const MOST_WAITING: usize = 512;
/// Most threads that compute.
const MOST_COMPUTING: usize = 64;
/// Name of the threads for calls of busy accounts.
const BUSY: &str = "busy-calls";

/// Threads for long work that never waits for other work: one per core.
static COMPUTING: LazyLock<Option<Runtime>> = LazyLock::new(|| {
    let cores = std::thread::available_parallelism().map_or(2, usize::from);
    threads("long-work", cores.min(MOST_COMPUTING))
});

/// Threads for long work that waits in between. They are not limited to the cores: a reader and what it waits for would
/// wait for one another.
static WAITING: LazyLock<Option<Runtime>> = LazyLock::new(|| threads("long-wait", MOST_WAITING));

/// Threads that poll the calls of accounts that have used up their share, so that other calls do not queue behind them. What
/// the calls start and wait for belongs to the runtime of all others. They have the usual priority: a call may hold the
/// connection that writes to SQLite, for which others wait.
static CALLS: LazyLock<Option<Runtime>> = LazyLock::new(|| {
    let cores = std::thread::available_parallelism().map_or(2, usize::from);
    let mut threads = Builder::new_multi_thread();
    threads.thread_name(BUSY).worker_threads(cores.min(MOST_COMPUTING));
    threads.build().ok()
});

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

/// Serves a call and charges its computing time to the account that `who` returns in the end. If `caller` has used up its
/// share, the call is polled by threads for such calls, and its work off the thread is long.
pub async fn serve<T: Send + 'static>(
    caller: Option<Uid>,
    who: impl Fn() -> Option<Uid> + Send + Unpin + 'static,
    call: impl Future<Output = T> + Send + 'static,
) -> Result<T, JoinError> {
    let call = Metered { call: Box::pin(call), used: Duration::ZERO, who };
    let Some(threads) = caller.filter(|uid| budget::is_busy(*uid)).and(CALLS.as_ref()) else {
        return Ok(call.await);
    };
    let (call, abort) = abortable(long(Within { runtime: Handle::current(), call: Box::pin(call) }));
    let _guard = AbortOnDrop(abort);
    match threads.spawn(call).await? {
        Ok(done) => Ok(done),
        // Only the guard aborts.
        Err(_) => std::future::pending().await,
    }
}

/// A future that belongs to another runtime than the one that polls it.
struct Within<F> {
    runtime: Handle,
    call: Pin<Box<F>>,
}

impl<F: Future> Future for Within<F> {
    type Output = F::Output;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<F::Output> {
        let Self { runtime, call } = &mut *self;
        let _entered = runtime.enter();
        call.as_mut().poll(context)
    }
}

/// A future whose computing time is charged to an account.
struct Metered<F, W: Fn() -> Option<Uid>> {
    call: Pin<Box<F>>,
    used: Duration,
    who: W,
}

impl<F: Future, W: Fn() -> Option<Uid> + Unpin> Future for Metered<F, W> {
    type Output = F::Output;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<F::Output> {
        let before = priority::used();
        let polled = self.call.as_mut().poll(context);
        self.used += priority::used().saturating_sub(before);
        polled
    }
}

impl<F, W: Fn() -> Option<Uid>> Drop for Metered<F, W> {
    fn drop(&mut self) {
        if let Some(uid) = (self.who)() {
            budget::spend(uid, self.used);
        }
    }
}

struct AbortOnDrop(futures_util::future::AbortHandle);

impl Drop for AbortOnDrop {
    fn drop(&mut self) {
        self.0.abort();
    }
}

/// Runs work of an account on a thread of its own, whose priority [`priority::give_way`] lowers when the work becomes long or
/// the account has used up its share. `None` if it panicked.
pub(crate) async fn on_own_thread<T: Send + 'static>(
    uid: Uid,
    work: impl FnOnce() -> T + Send + 'static,
) -> Option<T> {
    #[cfg(feature = "simulation")]
    if inline::wanted() {
        return Some(work());
    }
    let (done, result) = oneshot::channel();
    let run = move || {
        priority::begin_work(uid);
        let result = work();
        priority::end_work();
        // Fails if the caller has gone.
        let _ = done.send(result);
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
        assert_eq!(on_own_thread(Uid(8001), || panic!("a test panics here")).await, None::<()>);
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
        let short = on_own_thread(Uid(8002), || {
            give_way();
            niceness()
        });
        assert_eq!(short.await, Some(normal));
        let until_lowered = on_own_thread(Uid(8003), move || {
            while niceness() == normal && !stop.load(Ordering::Relaxed) {
                give_way();
            }
            niceness()
        });
        assert_eq!(until_lowered.await, Some(low));
    }
    #[cfg(target_os = "linux")]
    #[tokio::test]
    async fn calls_of_a_busy_account_have_threads_of_their_own() {
        use crate::priority::niceness;

        const UID: Uid = Uid(8004);
        let here = || std::thread::current().name().map(str::to_owned);
        let before = serve(Some(UID), || Some(UID), async move { here() }).await.unwrap();
        assert_ne!(before.as_deref(), Some(BUSY));
        budget::spend(UID, Duration::from_hours(1));
        let runtime = Handle::current().id();
        let call = serve(Some(UID), || Some(UID), async move {
            // What the call starts and waits for is not affected.
            tokio::time::sleep(Duration::from_millis(1)).await;
            assert_eq!(Handle::current().id(), runtime);
            let started = tokio::spawn(async move { here() }).await.unwrap();
            (here(), started, off_thread(niceness).await.unwrap())
        });
        let (polled_by, started_on, off) = call.await.unwrap();
        assert_eq!(polled_by.as_deref(), Some(BUSY));
        assert_ne!(started_on.as_deref(), Some(BUSY));
        let normal = niceness();
        assert!(off > normal, "its work off the thread is long");
        let on_its_thread = on_own_thread(UID, niceness).await;
        assert_eq!(on_its_thread, Some(off), "also if it is short");
        let other = serve(Some(Uid(8005)), || None, async move { (here(), niceness()) });
        assert_eq!(other.await.unwrap(), (before, normal));
    }

    #[cfg(target_os = "linux")]
    #[tokio::test]
    async fn calls_are_charged_also_if_nobody_waits_for_them() {
        const CALLER: Uid = Uid(8006);
        let call = serve(None, || Some(CALLER), async {
            while priority::used() < Duration::from_secs(1) {
                std::hint::spin_loop();
            }
            std::future::pending::<()>().await;
        });
        let gone = tokio::time::timeout(Duration::from_millis(1), call).await;
        assert!(gone.is_err());
        assert!(budget::is_busy(CALLER));
    }

    #[tokio::test]
    async fn a_call_of_a_busy_account_ends_with_its_caller() {
        const UID: Uid = Uid(8007);
        struct Ends(Option<oneshot::Sender<()>>);
        impl Drop for Ends {
            fn drop(&mut self) {
                let _ = self.0.take().map(|ended| ended.send(()));
            }
        }
        budget::spend(UID, Duration::from_hours(1));
        let (ended, has_ended) = oneshot::channel();
        let (begun, has_begun) = oneshot::channel();
        let running = tokio::spawn(serve(Some(UID), || None, async move {
            let _ends = Ends(Some(ended));
            begun.send(()).unwrap();
            std::future::pending::<()>().await;
        }));
        has_begun.await.unwrap();
        running.abort();
        has_ended.await.unwrap();
        let panicked = serve(Some(UID), || None, async { panic!("a test panics here") });
        assert!(panicked.await.unwrap_err().is_panic());
    }
}
