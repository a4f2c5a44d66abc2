//! Work that keeps a core busy, away from the threads that serve requests.

use std::pin::Pin;
use std::task::{Context, Poll};

use tokio::task::{JoinError, JoinHandle};

/// Starts work on a blocking thread. The future waits for it; the work goes on if the future is dropped.
pub fn off_thread<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> OffThread<T> {
    #[cfg(feature = "simulation")]
    if inline::wanted() {
        return OffThread(State::Done(Some(work())));
    }
    OffThread(State::Started(tokio::task::spawn_blocking(work)))
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
