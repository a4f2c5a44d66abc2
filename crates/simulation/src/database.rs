//! The real database under the simulation. Its driver works on threads of its own, and the simulation waits for each
//! statement, so that nothing else happens meanwhile and no virtual time passes.

use std::pin::pin;
use std::sync::{Arc, OnceLock};
use std::task::{Context, Poll, Wake, Waker};
use std::thread::{self, Thread};

use tokio::runtime::{Builder, Runtime};
use tokio::task::unconstrained;

struct Unpark(Thread);

impl Wake for Unpark {
    fn wake(self: Arc<Self>) {
        self.0.unpark();
    }
}

/// The runtime of the database driver. Its clock is the real one.
pub fn runtime() -> &'static Runtime {
    static RUNTIME: OnceLock<Runtime> = OnceLock::new();
    RUNTIME.get_or_init(|| {
        Builder::new_multi_thread().worker_threads(2).enable_all().build().expect("threads can be started")
    })
}

/// Waits for the driver, and blocks the simulation meanwhile.
pub fn wait_for<T>(work: impl Future<Output = T>) -> T {
    let _in_driver = runtime().enter();
    let waker = Waker::from(Arc::new(Unpark(thread::current())));
    let mut context = Context::from_waker(&waker);
    let mut work = pin!(unconstrained(work));
    loop {
        match work.as_mut().poll(&mut context) {
            Poll::Ready(result) => return result,
            Poll::Pending => thread::park(),
        }
    }
}

/// Drops something that belongs to the driver.
pub fn drop_there<T>(thing: T) {
    let _in_driver = runtime().enter();
    drop(thing);
}
