//! Exports: files of results, written by a job.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use futures_util::future::BoxFuture;
use numsift_model::id::JobId;
use numsift_model::task::{Job, JobKind, NewJob, Task};
use numsift_segments::{ExportColumn, ExportSpec, Filter, Format, export};
use numsift_store::{Scope, Tx};
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::Results;
use crate::job::{JobLease, JobOutcome};
use crate::{Result, ScreeningError};

/// How often progress is reported.
const REPORT_EVERY: Duration = Duration::from_millis(500);

/// What an export contains.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct ExportRequest {
    pub filter: Filter,
    pub format: Format,
    /// Write one file per status of this check, in a ZIP archive.
    pub one_file_a_class: Option<usize>,
    /// Columns with headers in the caller's language; all columns with plain names when empty.
    pub columns: Vec<ExportColumn>,
    /// Names of the number types in the caller's language.
    pub kinds: Vec<String>,
    /// Names of the statuses in the caller's language, by check.
    pub statuses: Vec<Vec<String>>,
    /// File name without its extension.
    pub file_stem: String,
}

/// The result of an export job.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct ExportResult {
    pub object: String,
    /// File name for the download.
    pub file_name: String,
    pub media_type: String,
    pub bytes: u64,
    pub rows: u64,
    /// Why the export failed; empty when it succeeded.
    pub error: String,
}

impl Results {
    /// Queues an export.
    pub async fn begin_export(&self, tx: &mut dyn Tx, task: &Task, request: &ExportRequest) -> Result<JobId> {
        if task.progress.done_chunks == 0 {
            return Err(ScreeningError::WrongState);
        }
        let job = NewJob {
            kind: JobKind::Export,
            uid: task.asked.uid,
            task: Some(task.id),
            list: None,
            request: serde_json::to_string(request)?,
            created_at: self.clock.now(),
        };
        Ok(tx.add_job(&job).await?)
    }

    /// The export job.
    pub(crate) async fn export(&self, job: &Job, lease: &JobLease) -> Result<JobOutcome> {
        let id = job.asked.task.ok_or(ScreeningError::NotFound)?;
        let task = self.store.read().await?.task(Scope::All, id).await?.ok_or(ScreeningError::NotFound)?;
        let request: ExportRequest = serde_json::from_str(&job.asked.request)?;
        let set = self.result_set(&task).await?;
        let mut spec = ExportSpec::new(request.format, &set.layout);
        spec.filter = request.filter;
        spec.one_file_a_class = request.one_file_a_class;
        if !request.columns.is_empty() {
            spec.columns = request.columns;
        }
        spec.kinds = request.kinds;
        spec.statuses = request.statuses;
        spec.file_stem.clone_from(&request.file_stem);
        let object = format!("tasks/{id}/exports/{}-{}.{}", job.id, job.epoch, spec.extension());
        let matching: u64 = set.chunks.iter().map(|chunk| chunk.histogram.matching(&spec.filter)).sum();
        let total = i64::try_from(matching).unwrap_or(i64::MAX);
        let mut writer = self.objects.writer(&object)?;
        let (rows, cancel) = (Arc::new(AtomicU64::new(0)), AtomicBool::new(false));
        let written_rows = rows.clone();
        let count = move |done| written_rows.store(done, Ordering::Relaxed);
        let mut writing: BoxFuture<'_, _> = Box::pin(export(&set, &spec, &mut writer, count, &cancel));
        let mut report = tokio::time::interval(REPORT_EVERY);
        let written = loop {
            tokio::select! {
                written = &mut writing => break written?,
                _ = report.tick() => {
                    let done = i64::try_from(rows.load(Ordering::Relaxed)).unwrap_or(i64::MAX);
                    lease.progress(done, total).await?;
                    self.emit_export(&task, job.id, "running", done, total).await?;
                }
            }
        };
        drop(writing);
        let bytes = writer.finish().await?;
        let result = ExportResult {
            object,
            file_name: format!("{}.{}", request.file_stem, spec.extension()),
            media_type: spec.media_type().to_owned(),
            bytes,
            rows: written.rows,
            error: String::new(),
        };
        lease.progress(total, total).await?;
        self.emit_export(&task, job.id, "done", total, total).await?;
        Ok(JobOutcome::with_result(serde_json::to_string(&result)?))
    }

    async fn emit_export(&self, task: &Task, job: JobId, state: &str, done: i64, total: i64) -> Result<()> {
        let data = json!({ "id": job, "task": task.id, "state": state, "done": done, "total": total });
        let mut tx = self.store.begin().await?;
        tx.emit(Some(task.asked.uid), "export", &data.to_string(), self.clock.now()).await?;
        tx.save().await?;
        Ok(())
    }
}
