//! Lists: read as their owner says, kept, renamed, deleted.

use numsift_intake::{Hints, IntakeError, Mapping};
use numsift_model::id::ListId;
use numsift_model::list::{List, ListKind, ListState};
use numsift_model::task::{JobKind, NewJob};
use numsift_store::{Scope, Tx};

use crate::engine::Screening;
use crate::list_document::ListDocument;
use crate::{Result, ScreeningError};

/// The stable word for why a file cannot be read.
pub(crate) fn intake_code(error: &IntakeError) -> &'static str {
    match error {
        IntakeError::Empty => "empty",
        IntakeError::NotAList => "not_a_list",
        IntakeError::Unsupported { .. } => "unsupported",
        IntakeError::Encrypted => "encrypted",
        IntakeError::Damaged { .. } => "damaged",
        IntakeError::NestedArchive { .. } => "nested_archive",
        IntakeError::UnpacksTooLarge { .. } => "unpacks_too_large",
        IntakeError::TooManyParts { .. } => "too_many_parts",
        IntakeError::NameTooLong { .. } => "name_too_long",
        IntakeError::NoSuchSheet { .. } => "no_such_sheet",
        IntakeError::UnknownCountry { .. } => "unknown_country",
        IntakeError::TooMany { .. } => "too_many",
        IntakeError::Cancelled => "cancelled",
        IntakeError::Sink(_) | IntakeError::Io(_) => "storage",
    }
}

impl ScreeningError {
    /// The stable word for why a file cannot be read, when that is what this is about.
    pub fn intake_code(&self) -> Option<&'static str> {
        match self {
            Self::Intake(error) => Some(intake_code(error)),
            _ => None,
        }
    }
}

impl Screening {
    /// Looks at an uploaded file again, with what its owner corrected.
    pub async fn look_again(&self, scope: Scope, id: ListId, hints: Hints) -> Result<List> {
        let list = self.0.store.read().await?.list(scope, id).await?.ok_or(ScreeningError::NotFound)?;
        let source = list.data.source.clone().ok_or(ScreeningError::WrongState)?;
        if !matches!(list.data.state, ListState::Uploaded | ListState::Failed | ListState::Ready) {
            return Err(ScreeningError::WrongState);
        }
        let looked = self.look(&source, &list.data.file_name, hints).await?;
        let mut document = ListDocument::of(&list)?;
        document.preview = Some(looked);
        let mut tx = self.0.store.begin().await?;
        let list = put(&mut *tx, list, &document).await?;
        tx.save().await?;
        Ok(list)
    }

    /// Begins to read a list by a mapping.
    pub async fn begin_analysis(&self, scope: Scope, id: ListId, mapping: Mapping) -> Result<List> {
        let mut tx = self.0.store.begin().await?;
        let mut list = tx.list(scope, id).await?.ok_or(ScreeningError::NotFound)?;
        if list.data.state == ListState::Analysing || list.data.state == ListState::Deleted {
            return Err(ScreeningError::WrongState);
        }
        if list.data.source.is_none() {
            return Err(ScreeningError::WrongState);
        }
        if mapping.carried.len() > 50 || mapping.column > 10_000 {
            return Err(ScreeningError::Invalid("mapping.carried"));
        }
        let mut document = ListDocument::of(&list)?;
        document.mapping = Some(mapping);
        document.error = None;
        list.data.state = ListState::Analysing;
        let list = put(&mut *tx, list, &document).await?;
        let job = NewJob {
            kind: JobKind::Analyse,
            uid: list.data.uid,
            task: None,
            list: Some(list.id),
            request: "{}".to_owned(),
            created_at: self.0.clock.now(),
        };
        tx.add_job(&job).await?;
        tx.save().await?;
        self.wake();
        Ok(list)
    }

    /// Keeps an uploaded list for later.
    pub async fn keep_list(&self, scope: Scope, id: ListId, name: &str) -> Result<List> {
        let mut tx = self.0.store.begin().await?;
        let mut list = tx.list(scope, id).await?.ok_or(ScreeningError::NotFound)?;
        if list.data.state != ListState::Ready || list.data.kind != ListKind::Upload {
            return Err(ScreeningError::WrongState);
        }
        list.data.kind = ListKind::Saved;
        list.data.expires_at = None;
        name.trim().clone_into(&mut list.data.name);
        let document = ListDocument::of(&list)?;
        let list = put(&mut *tx, list, &document).await?;
        tx.save().await?;
        Ok(list)
    }

    /// Gives a list another name.
    pub async fn rename_list(&self, scope: Scope, id: ListId, name: &str) -> Result<List> {
        let mut tx = self.0.store.begin().await?;
        let mut list = tx.list(scope, id).await?.ok_or(ScreeningError::NotFound)?;
        name.trim().clone_into(&mut list.data.name);
        let document = ListDocument::of(&list)?;
        let list = put(&mut *tx, list, &document).await?;
        tx.save().await?;
        Ok(list)
    }

    /// Deletes a list and, soon after, its files. One that a task still needs stays.
    pub async fn remove_list(&self, tx: &mut dyn Tx, list: List) -> Result<()> {
        if list.data.state == ListState::Deleted {
            return Err(ScreeningError::NotFound);
        }
        if tx.list_is_needed(list.id).await? {
            return Err(ScreeningError::WrongState);
        }
        let now = self.0.clock.now();
        let (id, uid) = (list.id, list.data.uid);
        tx.cancel_jobs(None, Some(id), now).await?;
        let document = ListDocument::of(&list)?;
        let mut list = list;
        list.data.state = ListState::Deleted;
        put(tx, list, &document).await?;
        let job = NewJob {
            kind: JobKind::Purge,
            uid,
            task: None,
            list: Some(id),
            request: "{}".to_owned(),
            created_at: now,
        };
        tx.add_job(&job).await?;
        Ok(())
    }
}

/// Stores a list with its document, and gives it as it is then.
pub(crate) async fn put(tx: &mut dyn Tx, mut list: List, document: &ListDocument) -> Result<List> {
    list.data.document = document.text()?;
    if !tx.put_list(&list).await? {
        return Err(ScreeningError::Outdated);
    }
    list.version += 1;
    Ok(list)
}

impl Screening {
    /// A job was tried too often. A list that it was to make cannot be used.
    pub(crate) async fn job_failed(&self, tx: &mut dyn Tx, job: &numsift_model::task::Job) -> Result<()> {
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
        put(tx, list, &document).await?;
        Ok(())
    }
}

impl ScreeningError {
    /// A file is not where it was: results were put into other files in between.
    pub fn is_missing_file(&self) -> bool {
        matches!(self, Self::Files(numsift_segments::SegmentError::NotFound { .. }))
    }
}
