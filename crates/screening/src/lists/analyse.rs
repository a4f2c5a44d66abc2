//! The job that reads an uploaded file into segments.

use std::sync::Arc;

use numsift_generation::Generator;
use numsift_intake::{IntakeError, Stage};
use numsift_model::clock::{Clock, Timestamp};
use numsift_model::limits::SUPPRESSED_NUMBERS;
use numsift_model::list::{List, ListKind, ListState};
use numsift_model::task::{Job, JobKind};
use numsift_model::webhook::WebhookEvent;
use numsift_segments::Objects;
use numsift_store::{NewMessage, Scope, Store, Tx};
use serde_json::json;

use super::local_file::LocalFile;
use super::read::{FileRead, FileToRead, Reader, read_file};
use super::scratch::Scratch;
use super::suppress::{Suppression, SuppressionSets};
use super::{ListDocument, put_list};
use crate::error::intake_code;
use crate::job::{JobLease, JobOutcome};
use crate::{Result, ScreeningError};

/// The jobs that fill lists.
#[derive(Clone)]
pub(crate) struct ListJobs {
    pub store: Arc<dyn Store>,
    pub objects: Objects,
    pub clock: Arc<dyn Clock>,
    pub generator: Generator,
    pub suppression: SuppressionSets,
    pub scratch: Scratch,
}

impl ListJobs {
    /// Reads the list that the job names.
    pub async fn analyse(&self, job: &Job, lease: &JobLease) -> Result<JobOutcome> {
        let id = job.asked.list.ok_or(ScreeningError::NotFound)?;
        let list = self.store.read().await?.list(Scope::All, id).await?.ok_or(ScreeningError::NotFound)?;
        if list.data.state != ListState::Analysing {
            return Ok(JobOutcome::done());
        }
        let document = ListDocument::of(&list)?;
        let folder = format!("{}/{}", document.folder, job.epoch);
        match self.read_source(&list, &document, folder, lease).await {
            Ok(read) => self.finish(job, list, document, read).await,
            Err(ScreeningError::Intake(error))
                if !matches!(error, IntakeError::Sink(_) | IntakeError::Io(_)) =>
            {
                self.fail(job, list, document, &error).await
            }
            Err(error) => Err(error),
        }
    }

    async fn read_source(
        &self,
        list: &List,
        document: &ListDocument,
        folder: String,
        lease: &JobLease,
    ) -> Result<FileRead> {
        let source = list.data.source.as_ref().ok_or(ScreeningError::WrongState)?;
        let mapping = document.mapping.clone().ok_or(ScreeningError::WrongState)?;
        let build_set = matches!(list.data.kind, ListKind::Suppression | ListKind::Global);
        // Suppression lists are not reduced by other suppression lists.
        let suppression =
            if build_set { Suppression::default() } else { self.suppression.of(list.data.uid).await? };
        let file = LocalFile::fetch(&self.objects, source, &self.scratch).await?;
        let name = list.data.file_name.clone();
        let most = if build_set {
            SUPPRESSED_NUMBERS
        } else {
            u64::try_from(self.store.read().await?.settings().await?.list_numbers).unwrap_or(0)
        };
        let scratch = self.scratch.clone();
        let file = FileToRead { file, name, mapping, suppression, folder, build_set, most, scratch };
        read_file(&self.objects, file, Reader::Job(AnalysisProgress { store: &*self.store, list, lease }))
            .await
    }

    async fn finish(
        &self,
        job: &Job,
        mut list: List,
        mut document: ListDocument,
        read: FileRead,
    ) -> Result<JobOutcome> {
        let preview = document.preview.take();
        document.name_columns(preview.as_ref());
        document.preview = preview;
        list.data.numbers = i64::try_from(read.analysis.accepted).unwrap_or(i64::MAX);
        document.analysis = Some(read.analysis);
        document.segments = read.segments;
        document.rejected = read.rejected;
        document.set_aside = read.set_aside;
        document.set = read.set;
        document.test_numbers = read.test_numbers;
        list.data.state = ListState::Ready;
        if list.data.kind != ListKind::Upload {
            list.data.expires_at = None;
        }
        self.save(job, list, &document).await
    }

    async fn fail(
        &self,
        job: &Job,
        mut list: List,
        mut document: ListDocument,
        error: &IntakeError,
    ) -> Result<JobOutcome> {
        document.error = Some((intake_code(error).to_owned(), error.to_string()));
        list.data.state = ListState::Failed;
        self.save(job, list, &document).await
    }

    /// Stores the list, ends its job and tells the pages of its owner, in one transaction.
    pub(super) async fn save(&self, job: &Job, list: List, document: &ListDocument) -> Result<JobOutcome> {
        let now = self.clock.now();
        let mut tx = self.store.begin().await?;
        if !tx.finish_job(job.id, job.epoch, true, "{}", 0, now).await? {
            return Err(ScreeningError::Outdated);
        }
        let list = put_list(&mut *tx, list, document).await?;
        let bytes = list.data.bytes;
        emit_progress(&mut *tx, &list, None, bytes, bytes, now).await?;
        tx.tell_webhooks(&analysed_message(job, &list, document, now)).await?;
        tx.save().await?;
        Ok(JobOutcome::recorded())
    }

    /// Marks the list of a job that was given up as failed.
    pub async fn give_up(&self, tx: &mut dyn Tx, job: &Job) -> Result<()> {
        let (JobKind::Analyse | JobKind::Derive, Some(id)) = (job.asked.kind, job.asked.list) else {
            return Ok(());
        };
        let Some(mut list) = tx.list(Scope::All, id).await? else { return Ok(()) };
        if list.data.state != ListState::Analysing {
            return Ok(());
        }
        let mut document = ListDocument::of(&list)?;
        document.error = Some(("storage".to_owned(), "the list could not be stored".to_owned()));
        list.data.state = ListState::Failed;
        let list = put_list(tx, list, &document).await?;
        tx.tell_webhooks(&analysed_message(job, &list, &document, self.clock.now())).await?;
        Ok(())
    }
}

/// Tells the owner that a list was read, or why it cannot be read.
fn analysed_message(job: &Job, list: &List, document: &ListDocument, at: Timestamp) -> NewMessage {
    let analysis = document.analysis.clone().unwrap_or_default();
    let data = json!({
        "id": list.id, "name": list.data.name, "kind": list.data.kind, "state": list.data.state,
        "error": document.error.as_ref().map(|(code, _)| code),
        "rows": analysis.total, "numbers": list.data.numbers, "duplicates": analysis.duplicates,
        "suppressed": analysis.suppressed, "refused": analysis.invalid,
    });
    let about = format!("{}_{}", list.id, job.id);
    NewMessage::new(list.data.uid, WebhookEvent::ListAnalysed, about, at, data)
}

/// Where a stage begins, and how long it takes about; both in percent of the reading.
fn span(stage: Stage) -> (i64, i64) {
    match stage {
        Stage::Reading => (0, 100),
        Stage::Collecting => (0, 40),
        Stage::Duplicates => (40, 10),
        Stage::Storing => (50, 50),
    }
}

/// Reports how much of a list's file is read.
pub(crate) struct AnalysisProgress<'a> {
    store: &'a dyn Store,
    list: &'a List,
    lease: &'a JobLease,
}

impl AnalysisProgress<'_> {
    pub async fn report(&self, stage: Stage, bytes_done: u64) -> Result<()> {
        let total = self.list.data.bytes;
        let of_stage = i64::try_from(bytes_done).unwrap_or(i64::MAX).min(total);
        let (before, share) = span(stage);
        let done = total / 100 * before + of_stage / 100 * share;
        self.lease.progress(done, total).await?;
        let mut tx = self.store.begin().await?;
        let stage = Some(stage);
        emit_progress(&mut *tx, self.list, stage, done, total, self.lease.clock.now()).await?;
        tx.save().await?;
        Ok(())
    }
}

async fn emit_progress(
    tx: &mut dyn Tx,
    list: &List,
    stage: Option<Stage>,
    done: i64,
    total: i64,
    at: Timestamp,
) -> Result<()> {
    let data =
        json!({ "id": list.id, "state": list.data.state, "stage": stage, "done": done, "total": total });
    tx.emit(Some(list.data.uid), "list", &data.to_string(), at).await?;
    Ok(())
}
