//! The priority of threads. Long work has a low one, so that short calls get a core at once. Only Linux has a priority per
//! thread; elsewhere all threads keep theirs.

use std::cell::Cell;
use std::time::Duration;

/// Computing time after which work counts as long.
const SHORT: Duration = Duration::from_millis(20);
/// The niceness of threads that do long work. They get about a tenth of a core that short calls want as well; less would let
/// them keep locks for too long.
#[cfg(target_os = "linux")]
const NICENESS: i32 = 10;

thread_local! {
    /// Whether the thread belongs to one piece of work and still has its first priority.
    static MAY_BE_LOWERED: Cell<bool> = const { Cell::new(false) };
}

/// Makes this thread one that [`give_way`] may change. It must end with its work: a priority cannot be raised again.
pub(crate) fn begin_work() {
    MAY_BE_LOWERED.set(true);
}

/// Lowers the priority of the thread if its work has become long. To be called often by work that may be long. Does nothing
/// on threads that also do other work.
pub fn give_way() {
    if MAY_BE_LOWERED.get() && used().is_some_and(|used| used >= SHORT) {
        MAY_BE_LOWERED.set(false);
        lower();
    }
}

/// Lowers the priority of this thread. If the system refuses, the thread keeps it.
#[cfg(target_os = "linux")]
pub(crate) fn lower() {
    let _ = rustix::process::setpriority_process(None, NICENESS);
}

#[cfg(not(target_os = "linux"))]
pub(crate) fn lower() {}

/// The computing time of this thread.
#[cfg(target_os = "linux")]
fn used() -> Option<Duration> {
    Duration::try_from(rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime)).ok()
}

#[cfg(not(target_os = "linux"))]
fn used() -> Option<Duration> {
    None
}

#[cfg(all(test, target_os = "linux"))]
pub(crate) fn niceness() -> i32 {
    rustix::process::getpriority_process(None).expect("the niceness of this thread can be read")
}
