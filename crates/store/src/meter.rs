//! Times transactions, so that every backend reports the same metrics.

use std::time::Instant;

use crate::StoreResult;

/// Connections of a pool.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PoolState {
    pub name: &'static str,
    /// Open connections.
    pub open: u32,
    /// Open connections that nobody uses.
    pub idle: u32,
    /// The most connections that the pool opens.
    pub max: u32,
}

/// Measures one transaction from its begin until it is dropped.
#[derive(Debug)]
pub struct TxTimer {
    mode: &'static str,
    begun: Instant,
}

impl TxTimer {
    /// Waits for `begin`, and records how long that took.
    pub async fn of<T>(
        mode: &'static str,
        begin: impl Future<Output = StoreResult<T>>,
    ) -> StoreResult<(T, Self)> {
        let asked = Instant::now();
        match begin.await {
            Ok(tx) => {
                let waited = asked.elapsed().as_secs_f64();
                metrics::histogram!("numsift_database_acquire_duration_seconds", "mode" => mode)
                    .record(waited);
                Ok((tx, Self { mode, begun: Instant::now() }))
            }
            Err(error) => {
                metrics::counter!("numsift_database_acquire_failures_total").increment(1);
                Err(error)
            }
        }
    }
}

impl Drop for TxTimer {
    fn drop(&mut self) {
        metrics::histogram!("numsift_database_transaction_duration_seconds", "mode" => self.mode)
            .record(self.begun.elapsed().as_secs_f64());
    }
}
