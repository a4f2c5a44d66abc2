//! Runs templates without blocking the threads that serve requests.

use tokio::runtime::{Handle, RuntimeFlavor};
use tokio::task::block_in_place;

/// Runs work that may take long. The other tasks of the current thread move to another one meanwhile.
pub(crate) fn blocking<T>(work: impl FnOnce() -> T) -> T {
    match Handle::try_current() {
        Ok(runtime) if runtime.runtime_flavor() == RuntimeFlavor::MultiThread => block_in_place(work),
        // There are no others.
        _ => work(),
    }
}
