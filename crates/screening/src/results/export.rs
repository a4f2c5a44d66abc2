//! Exports: files of results, written by a job.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use futures_util::future::BoxFuture;
use numsift_model::id::JobId;
use numsift_model::rule::Rule;
use numsift_model::task::{Job, JobKind, NewJob, Task};
use numsift_segments::{Column, ExportColumn, ExportSpec, Filter, Format, export, unique_headers};
use numsift_store::{Scope, Tx};
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::Results;
use super::page::answered_at;
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
    /// Include the rows of the list that have no results: duplicates, suppressed, rejected and unprocessed ones.
    #[serde(default)]
    pub every_row: bool,
    /// Begin a CSV file with a byte order mark, which Excel needs to read UTF-8.
    #[serde(default)]
    pub bom: bool,
    /// Write phone numbers in a CSV file as text that spreadsheets keep as it is.
    #[serde(default)]
    pub text_numbers: bool,
    /// The columns, by their plain names; all when empty.
    #[serde(default)]
    pub names: Vec<String>,
    /// Headers and values in a language; plain names and codes without.
    #[serde(default)]
    pub labels: Option<ExportLabels>,
    /// File name without its number and extension.
    pub file_stem: String,
}

/// Headers and values of an export in a language.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct ExportLabels {
    /// Headers by their plain names.
    pub heads: BTreeMap<String, String>,
    /// Names of the checks.
    pub checks: Vec<String>,
    /// Names of the number types, by code.
    pub kinds: Vec<String>,
    /// Names of the statuses, by check.
    pub statuses: Vec<Vec<String>>,
    /// Names of outcomes, sources and reasons.
    pub words: BTreeMap<String, String>,
}

impl ExportLabels {
    /// The header of a column; columns of the upload keep theirs.
    fn head(&self, column: &ExportColumn) -> String {
        let word = |name: &str| self.heads.get(name).cloned().unwrap_or_else(|| name.to_owned());
        let of = |check: usize, name: &str| {
            format!("{} · {}", self.checks.get(check).map_or("", String::as_str), word(name))
        };
        match &column.column {
            Column::Written | Column::Carried(_) => column.header.clone(),
            Column::Line => word("row"),
            Column::Outcome => word("outcome"),
            Column::OutcomeReason => word("outcome_reason"),
            Column::DuplicateOf => word("duplicate_of"),
            Column::Number => word("e164"),
            Column::Country => word("country"),
            Column::Kind => word("type"),
            Column::Carrier => word("original_carrier"),
            Column::Status(check) => self.checks.get(*check).cloned().unwrap_or_default(),
            Column::Reason(check) => of(*check, "reason"),
            Column::Source(check) => of(*check, "source"),
            Column::CheckedAt(check) => of(*check, "checked_at"),
            Column::Field { check, name } => of(*check, name),
            Column::Detail(check) => of(*check, "details"),
        }
    }
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
        let every_row = request.every_row;
        let set = if every_row { self.every_row(&task).await? } else { self.result_set(&task).await? };
        let reading: BoxFuture<'_, _> = Box::pin(set.fields());
        let mut spec = ExportSpec::new(request.format, &set.layout, &reading.await?);
        spec.filter = request.filter;
        spec.one_file_a_class = request.one_file_a_class;
        (spec.every_row, spec.bom, spec.answered_at) = (every_row, request.bom, answered_at(&task));
        spec.text_numbers = request.text_numbers;
        if !request.names.is_empty() {
            spec.columns.retain(|column| request.names.contains(&column.header));
            if spec.columns.is_empty() {
                return Err(ScreeningError::Wrong("columns", Rule::ResultColumns));
            }
        }
        if let Some(labels) = request.labels {
            for column in &mut spec.columns {
                column.header = labels.head(column);
            }
            let headers = unique_headers(spec.columns.iter().map(|column| column.header.as_str()));
            spec.columns.iter_mut().zip(headers).for_each(|(column, header)| column.header = header);
            (spec.kinds, spec.statuses, spec.words) = (labels.kinds, labels.statuses, labels.words);
        }
        // The number of the job makes the name unique.
        spec.file_stem = format!("{}_{}", request.file_stem, job.id);
        let object = format!("tasks/{id}/exports/{}-{}.{}", job.id, job.epoch, spec.extension());
        let matching: u64 = set.chunks.iter().map(|chunk| chunk.histogram.matching(&spec.filter)).sum();
        let mut total = i64::try_from(matching).unwrap_or(i64::MAX);
        if let (Some(other), true) =
            (&task.asked.plan.other_rows, set.original.is_some() && spec.filter.is_empty())
        {
            let unprocessed = task.asked.total - task.progress.done;
            total += other.duplicates + other.suppressed + other.refused + unprocessed;
        }
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
                    // With a filter, the number of duplicates among the rows is not known.
                    let done = i64::try_from(rows.load(Ordering::Relaxed)).unwrap_or(i64::MAX).min(total);
                    lease.progress(done, total).await?;
                    self.emit_export(&task, job.id, "running", done, total).await?;
                }
            }
        };
        drop(writing);
        let bytes = writer.finish().await?;
        let result = ExportResult {
            object,
            file_name: format!("{}.{}", spec.file_stem, spec.extension()),
            media_type: spec.media_type().to_owned(),
            bytes,
            rows: written.rows,
            error: String::new(),
        };
        lease.progress(total, total).await?;
        self.emit_export(&task, job.id, "done", total, total).await?;
        let bytes = i64::try_from(bytes).unwrap_or(i64::MAX);
        Ok(JobOutcome { bytes, ..JobOutcome::with_result(serde_json::to_string(&result)?) })
    }

    async fn emit_export(&self, task: &Task, job: JobId, state: &str, done: i64, total: i64) -> Result<()> {
        let data = json!({ "id": job, "task": task.id, "state": state, "done": done, "total": total });
        let mut tx = self.store.begin().await?;
        tx.emit(Some(task.asked.uid), "export", &data.to_string(), self.clock.now()).await?;
        tx.save().await?;
        Ok(())
    }
}
