//! The priority of threads. Long work has a low one, so that short calls get a core at once. Only Linux has a priority per
//! thread; elsewhere all threads keep theirs.

use std::cell::Cell;
use std::time::Duration;

use numsift_model::id::Uid;

use crate::budget;

/// Computing time after which the account is charged for work that goes on.
const CHARGE_EVERY: Duration = Duration::from_millis(10);
/// The niceness of threads that do long work. They get about a tenth of a core that short calls want as well; less would let
/// them keep locks for too long.
#[cfg(target_os = "linux")]
const NICENESS: i32 = 10;

/// A thread that belongs to one piece of work of an account.
#[derive(Clone, Copy)]
struct Own {
    uid: Uid,
    /// Computing time after which the priority is lowered; `None` when it has been.
    short: Option<Duration>,
    /// Computing time that the account has been charged for.
    charged: Duration,
}

thread_local! {
    static OWN: Cell<Option<Own>> = const { Cell::new(None) };
}

/// Makes this thread one that [`give_way`] may change. It must end with its work: a priority cannot be raised again.
pub(crate) fn begin_work(uid: Uid) {
    let short = budget::short(uid);
    OWN.set(Some(Own { uid, short: Some(short), charged: Duration::ZERO }));
    if short.is_zero() {
        give_way();
    }
}

/// Charges the account for the rest of the work.
pub(crate) fn end_work() {
    if let Some(own) = OWN.take() {
        budget::spend(own.uid, used().saturating_sub(own.charged));
    }
}

/// Lowers the priority of the thread if its work has become long. To be called often by work that may be long. Does nothing
/// on threads that also do other work.
pub fn give_way() {
    let Some(mut own) = OWN.get() else { return };
    let used = used();
    if own.short.is_some_and(|short| used >= short) {
        own.short = None;
        lower();
    }
    if used >= own.charged + CHARGE_EVERY {
        budget::spend(own.uid, used.saturating_sub(own.charged));
        own.charged = used;
    }
    OWN.set(Some(own));
}

/// Lowers the priority of this thread. If the system refuses, the thread keeps it.
#[cfg(target_os = "linux")]
pub(crate) fn lower() {
    let _ = rustix::process::setpriority_process(None, NICENESS);
}

#[cfg(not(target_os = "linux"))]
pub(crate) fn lower() {}

/// The computing time of this thread; zero where it is not known.
#[cfg(target_os = "linux")]
pub(crate) fn used() -> Duration {
    let used = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    Duration::try_from(used).unwrap_or_default()
}

#[cfg(not(target_os = "linux"))]
pub(crate) fn used() -> Duration {
    Duration::ZERO
}

#[cfg(all(test, target_os = "linux"))]
pub(crate) fn niceness() -> i32 {
    rustix::process::getpriority_process(None).expect("the niceness of this thread can be read")
}
