//! Limits the memory of all workbooks that the process has open at the same time.

use std::sync::{Condvar, Mutex, PoisonError};

use numsift_model::limits::WORKBOOK_MEMORY;

static USED: Mutex<u64> = Mutex::new(0);
static FREED: Condvar = Condvar::new();

/// Memory that is reserved until this is dropped.
#[derive(Debug)]
pub(crate) struct Reserved(u64);

/// Waits until so much memory is free. A workbook that needs more than the limit is opened alone.
pub(crate) fn reserve(bytes: u64) -> Reserved {
    let bytes = bytes.min(WORKBOOK_MEMORY);
    let used = USED.lock().unwrap_or_else(PoisonError::into_inner);
    let mut used = FREED
        .wait_while(used, |used| *used + bytes > WORKBOOK_MEMORY)
        .unwrap_or_else(PoisonError::into_inner);
    *used += bytes;
    Reserved(bytes)
}

impl Drop for Reserved {
    fn drop(&mut self) {
        *USED.lock().unwrap_or_else(PoisonError::into_inner) -= self.0;
        FREED.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;

    use super::{WORKBOOK_MEMORY, reserve};

    #[test]
    fn a_large_workbook_waits_for_the_others() {
        let first = reserve(WORKBOOK_MEMORY / 2);
        let (sender, receiver) = mpsc::channel();
        let waiting = std::thread::spawn(move || {
            let reserved = reserve(u64::MAX);
            sender.send(()).unwrap();
            drop(reserved);
        });
        assert!(receiver.try_recv().is_err(), "there is no room yet");
        drop(first);
        receiver.recv().unwrap();
        waiting.join().unwrap();
        drop(reserve(1));
    }
}
