//! Files of results, written in the background.

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

use crate::engine::Screening;
use crate::worker::{Held, JobEnd};
use crate::{Result, ScreeningError};

/// How often progress is told.
const TELL_EVERY: Duration = Duration::from_millis(500);

/// What a file of results holds.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct ExportRequest {
    /// Which rows.
    pub filter: Filter,
    /// As what.
    pub format: Format,
    /// One file for each answer of this check, together in a zip.
    pub one_file_a_class: Option<usize>,
    /// Headers of the columns, in the caller's language; the plain names when empty.
    pub columns: Vec<ExportColumn>,
    /// Names of the types, in the caller's language.
    pub kinds: Vec<String>,
    /// Names of the answers, by check, in the caller's language.
    pub statuses: Vec<Vec<String>>,
    /// Name of the file, without its ending.
    pub file_stem: String,
}

/// What came of it.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct ExportResult {
    /// Where the file lies.
    pub object: String,
    /// Its name for whoever downloads it.
    pub file_name: String,
    /// Its type.
    pub media_type: String,
    /// Its size.
    pub bytes: u64,
    /// Rows in it.
    pub rows: u64,
    /// Why there is none.
    pub error: String,
}

impl Screening {
    /// Asks for a file of results.
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
            created_at: self.0.clock.now(),
        };
        Ok(tx.add_job(&job).await?)
    }

    pub(crate) async fn export(&self, job: &Job, held: &Held) -> Result<JobEnd> {
        let id = job.asked.task.ok_or(ScreeningError::NotFound)?;
        let task = self.0.store.read().await?.task(Scope::All, id).await?.ok_or(ScreeningError::NotFound)?;
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
        let mut writer = self.0.objects.writer(&object)?;
        let (rows, cancel) = (Arc::new(AtomicU64::new(0)), AtomicBool::new(false));
        let counted = rows.clone();
        let told = move |done| counted.store(done, Ordering::Relaxed);
        let mut writing: BoxFuture<'_, _> = Box::pin(export(&set, &spec, &mut writer, told, &cancel));
        let mut tell = tokio::time::interval(TELL_EVERY);
        let written = loop {
            tokio::select! {
                written = &mut writing => break written?,
                _ = tell.tick() => {
                    let done = i64::try_from(rows.load(Ordering::Relaxed)).unwrap_or(i64::MAX);
                    held.progress(done, total).await?;
                    self.tell_export(&task, job.id, "running", done, total).await?;
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
        held.progress(total, total).await?;
        self.tell_export(&task, job.id, "done", total, total).await?;
        Ok(JobEnd::done(&serde_json::to_string(&result)?))
    }

    async fn tell_export(&self, task: &Task, job: JobId, state: &str, done: i64, total: i64) -> Result<()> {
        let data = json!({ "id": job, "task": task.id, "state": state, "done": done, "total": total });
        let mut tx = self.0.store.begin().await?;
        tx.emit(Some(task.asked.uid), "export", &data.to_string(), self.0.clock.now()).await?;
        tx.save().await?;
        Ok(())
    }
}
