//! Lists: uploaded or imported, previewed, analysed, saved, renamed and removed.

mod analyse;
mod derive;
mod document;
mod hashing;
mod import;
mod local_file;
mod number_sets;
mod read;
mod remote_file;
mod scratch;
mod segments_writer;
mod suppress;
mod suppression_edit;
mod upload;

use std::sync::Arc;
use std::time::Duration;

use numsift_intake::{Hints, Mapping};
use numsift_model::clock::{Clock, Entropy, Timestamp, random_text};
use numsift_model::id::{ListId, Uid};
use numsift_model::limits::{
    CARRIED_COLUMNS, FILE_READERS, FILE_READERS_ACCOUNT, FILE_READERS_WAITING, LEFT_OUT_NUMBERS,
    NUMBER_COLUMNS, PREVIEW_S, WORKBOOK_SHEETS,
};
use numsift_model::list::{List, ListKind, ListState};
use numsift_model::task::{JobKind, NewJob};
use numsift_segments::Objects;
use numsift_store::{Scope, Store, Tx};
use numsift_turns::{Shares, Turns};

pub(crate) use self::analyse::ListJobs;
pub use self::document::{ListDocument, ListSummary};
pub use self::import::{ImportedList, IncomingFile};
use self::number_sets::NumberSets;
pub(crate) use self::scratch::Scratch;
pub(crate) use self::segments_writer::GROUP_ROWS;
pub(crate) use self::suppress::{Suppression, SuppressionSets};
pub use self::suppression_edit::{EditedSuppression, RefusedNumber, SentNumbers, SuppressionEdit};
pub(crate) use self::upload::receive_into;
pub use self::upload::{ReceivedUpload, Upload, UploadLimits};
use crate::{Result, ScreeningError};

const LAST_COLUMN: usize = 10_000;

/// Refuses a mapping with columns or sheets beyond the limits.
fn check_mapping(mapping: &Mapping) -> Result<()> {
    if mapping.carried.len() > CARRIED_COLUMNS {
        return Err(ScreeningError::Invalid("mapping.carried"));
    }
    if mapping.without.len() > LEFT_OUT_NUMBERS {
        return Err(ScreeningError::Invalid("mapping.without"));
    }
    let others = mapping.country_column.max(mapping.area_column).unwrap_or(0);
    if mapping.column.max(others) > LAST_COLUMN {
        return Err(ScreeningError::Invalid("mapping.column"));
    }
    check_further(&mapping.more_columns, &mapping.more_sheets)
}

/// Refuses too many further columns of numbers and sheets, also before a file is previewed with them.
pub(super) fn check_further(columns: &[usize], sheets: &[String]) -> Result<()> {
    if columns.len() >= NUMBER_COLUMNS || columns.iter().any(|column| *column > LAST_COLUMN) {
        return Err(ScreeningError::Invalid("mapping.more_columns"));
    }
    if sheets.len() as u64 >= WORKBOOK_SHEETS {
        return Err(ScreeningError::Invalid("mapping.more_sheets"));
    }
    Ok(())
}

/// Lists, as request handlers use them.
#[derive(Clone)]
pub struct Lists {
    store: Arc<dyn Store>,
    objects: Objects,
    clock: Arc<dyn Clock>,
    entropy: Arc<dyn Entropy>,
    number_sets: NumberSets,
    suppression: SuppressionSets,
    scratch: Scratch,
    /// Whose file is read next.
    readers: Turns,
}

/// Ends a reading that takes too long, as on an overloaded machine, before the call itself is cut off: the caller learns
/// that it may try again.
async fn in_time<T>(limit: Duration, reading: impl Future<Output = Result<T>>) -> Result<T> {
    tokio::time::timeout(limit, reading).await.unwrap_or(Err(ScreeningError::Busy))
}

impl Lists {
    pub(crate) fn new(
        store: Arc<dyn Store>,
        objects: Objects,
        clock: Arc<dyn Clock>,
        entropy: Arc<dyn Entropy>,
        suppression: SuppressionSets,
        scratch: Scratch,
    ) -> Self {
        let readers = Turns::new(Shares {
            process: FILE_READERS,
            account: FILE_READERS_ACCOUNT,
            waiting: FILE_READERS_WAITING,
        });
        let number_sets = NumberSets::default();
        Self { store, objects, clock, entropy, number_sets, suppression, scratch, readers }
    }

    /// Previews an uploaded file again, with the corrections of its owner.
    pub async fn preview_again(&self, scope: Scope, id: ListId, hints: Hints) -> Result<List> {
        let list = self.store.read().await?.list(scope, id).await?.ok_or(ScreeningError::NotFound)?;
        let source = list.data.source.clone().ok_or(ScreeningError::WrongState)?;
        if !matches!(list.data.state, ListState::Uploaded | ListState::Failed | ListState::Ready) {
            return Err(ScreeningError::WrongState);
        }
        let preview = self.preview(list.data.uid, &source, &list.data.file_name, hints);
        let preview = in_time(Duration::from_secs(PREVIEW_S), preview).await?;
        let mut document = ListDocument::of(&list)?;
        document.preview = Some(preview);
        let mut tx = self.store.begin().await?;
        let list = put_list(&mut *tx, list, &document).await?;
        tx.save().await?;
        Ok(list)
    }

    /// Queues the job that reads a list by a mapping.
    pub async fn begin_analysis(
        &self,
        tx: &mut dyn Tx,
        scope: Scope,
        id: ListId,
        mapping: Mapping,
    ) -> Result<List> {
        let list = tx.list(scope, id).await?.ok_or(ScreeningError::NotFound)?;
        self.begin_analysis_of(tx, list, mapping).await
    }

    /// [`Lists::begin_analysis`] of a list that the caller has read.
    pub async fn begin_analysis_of(&self, tx: &mut dyn Tx, mut list: List, mapping: Mapping) -> Result<List> {
        if matches!(list.data.state, ListState::Analysing | ListState::Deleted) || list.data.source.is_none()
        {
            return Err(ScreeningError::WrongState);
        }
        check_mapping(&mapping)?;
        let mut document = ListDocument::of(&list)?;
        document.mapping = Some(mapping);
        document.error = None;
        list.data.state = ListState::Analysing;
        let list = put_list(tx, list, &document).await?;
        self.add_job(tx, JobKind::Analyse, &list).await?;
        Ok(list)
    }

    /// Turns an uploaded list into a saved one, which does not expire.
    pub async fn keep(&self, tx: &mut dyn Tx, scope: Scope, id: ListId, name: &str) -> Result<List> {
        let mut list = tx.list(scope, id).await?.ok_or(ScreeningError::NotFound)?;
        if list.data.state != ListState::Ready || list.data.kind != ListKind::Upload {
            return Err(ScreeningError::WrongState);
        }
        list.data.kind = ListKind::Saved;
        list.data.expires_at = None;
        name.trim().clone_into(&mut list.data.name);
        let document = ListDocument::of(&list)?;
        put_list(tx, list, &document).await
    }

    pub async fn rename(&self, tx: &mut dyn Tx, scope: Scope, id: ListId, name: &str) -> Result<List> {
        let mut list = tx.list(scope, id).await?.ok_or(ScreeningError::NotFound)?;
        name.trim().clone_into(&mut list.data.name);
        let document = ListDocument::of(&list)?;
        put_list(tx, list, &document).await
    }

    /// Deletes a list and queues the job that deletes its objects. Refused while a task needs the list.
    pub async fn remove(&self, tx: &mut dyn Tx, mut list: List) -> Result<()> {
        if list.data.state == ListState::Deleted {
            return Err(ScreeningError::NotFound);
        }
        if tx.list_is_needed(list.id).await? {
            return Err(ScreeningError::WrongState);
        }
        tx.cancel_jobs(None, Some(list.id), self.clock.now()).await?;
        tx.end_schedules_of_list(list.id, self.clock.now()).await?;
        let document = ListDocument::of(&list)?;
        list.data.state = ListState::Deleted;
        let list = put_list(tx, list, &document).await?;
        self.add_job(tx, JobKind::Purge, &list).await
    }

    async fn add_job(&self, tx: &mut dyn Tx, kind: JobKind, list: &List) -> Result<()> {
        let job = NewJob {
            kind,
            uid: list.data.uid,
            task: None,
            list: Some(list.id),
            request: "{}".to_owned(),
            created_at: self.clock.now(),
        };
        tx.add_job(&job).await?;
        Ok(())
    }

    /// A new folder for the objects of a list.
    fn new_folder(&self, uid: Uid) -> Result<String> {
        let random = random_text(&*self.entropy, 16).map_err(ScreeningError::machine)?;
        Ok(format!("lists/{uid}/{random}"))
    }

    async fn expiry(&self, tx: &mut dyn Tx, now: Timestamp) -> Result<Timestamp> {
        Ok(now.plus(tx.settings().await?.retention_days * 86_400))
    }

    /// Deletes an object that no row refers to. If that fails, the sweep deletes it later.
    async fn delete_unreferenced(&self, object: &str) {
        if let Err(error) = self.objects.delete(object).await {
            tracing::info!(%error, object, "failed to delete an unreferenced object; the sweep will");
        }
    }
}

/// Stores a list with its document, and returns it with its new version.
async fn put_list(tx: &mut dyn Tx, mut list: List, document: &ListDocument) -> Result<List> {
    list.data.document = document.to_json()?;
    if !tx.put_list(&list).await? {
        return Err(ScreeningError::Outdated);
    }
    list.version += 1;
    Ok(list)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_preview_that_takes_too_long_may_be_tried_again() {
        let endless = std::future::pending::<Result<()>>();
        assert!(matches!(in_time(Duration::from_millis(5), endless).await, Err(ScreeningError::Busy)));
        assert!(in_time(Duration::from_secs(5), async { Ok(()) }).await.is_ok());
    }
}
