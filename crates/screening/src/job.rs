//! A job that this process has claimed, as the code that runs it sees it.

use std::sync::Arc;

use numsift_model::clock::Clock;
use numsift_model::id::JobId;
use numsift_store::Store;

use crate::{Result, ScreeningError};

/// The claim on a job.
pub(crate) struct JobLease {
    pub store: Arc<dyn Store>,
    pub clock: Arc<dyn Clock>,
    pub id: JobId,
    pub epoch: i64,
    pub lease_s: i64,
}

impl JobLease {
    /// Records progress and renews the lease. Fails with [`ScreeningError::Outdated`] when another process has claimed
    /// the job or it was cancelled; the caller must stop then.
    pub async fn progress(&self, done: i64, total: i64) -> Result<()> {
        let until = self.clock.now().plus(self.lease_s);
        let mut tx = self.store.begin().await?;
        let mine = tx.job_progress(self.id, self.epoch, done, total, until).await?;
        tx.save().await?;
        if mine { Ok(()) } else { Err(ScreeningError::Outdated) }
    }
}

/// How a job ended.
pub(crate) struct JobOutcome {
    pub success: bool,
    /// JSON, shown to the account that requested the job.
    pub result: String,
    /// Bytes that it stored, until its task is deleted.
    pub bytes: i64,
    /// The job has recorded its end itself, in the transaction that stored its result.
    pub recorded: bool,
}

impl JobOutcome {
    pub fn done() -> Self {
        Self::with_result("{}".to_owned())
    }

    /// Done, and recorded by the job itself.
    pub fn recorded() -> Self {
        Self { recorded: true, ..Self::done() }
    }

    /// Failed for good.
    pub fn failed(error: &str) -> Self {
        Self { success: false, ..Self::with_result(serde_json::json!({ "error": error }).to_string()) }
    }

    pub fn with_result(result: String) -> Self {
        Self { success: true, result, bytes: 0, recorded: false }
    }
}
