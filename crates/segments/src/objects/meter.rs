//! Times the operations of the object store and counts its bytes.

use std::time::Instant;

use crate::error::{Result, SegmentError};

/// Waits for an operation, and records how long it took and how it ended.
pub(super) async fn timed<T>(operation: &'static str, work: impl Future<Output = Result<T>>) -> Result<T> {
    let began = Instant::now();
    let done = work.await;
    let outcome = match &done {
        Ok(_) => "ok",
        Err(SegmentError::NotFound { .. }) => "not_found",
        Err(_) => "failed",
    };
    metrics::histogram!("numsift_object_store_operation_duration_seconds",
        "operation" => operation, "outcome" => outcome)
    .record(began.elapsed().as_secs_f64());
    done
}

pub(super) fn read(bytes: usize) {
    metrics::counter!("numsift_object_store_read_bytes_total").increment(bytes as u64);
}

pub(super) fn written(bytes: usize) {
    metrics::counter!("numsift_object_store_written_bytes_total").increment(bytes as u64);
}
