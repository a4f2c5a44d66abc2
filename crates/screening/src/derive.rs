//! Lists made of what is there already: the numbers of a task that nobody could tell about, to be
//! asked about again, and generated ones.

use std::collections::BTreeSet;

use numsift_intake::Analysis;
use numsift_model::clock::random_text;
use numsift_model::id::{RunId, TaskId, Uid};
use numsift_model::list::{InputSegment, List, ListKind, ListState, NewList};
use numsift_model::task::{Job, JobKind, NewJob, Task};
use numsift_segments::{Kind, Numbers, country_code, read_results};
use numsift_store::{Scope, Tx};
use serde::{Deserialize, Serialize};

use crate::analyse::{SegmentsWriter, emit_list};
use crate::engine::Screening;
use crate::list_document::ListDocument;
use crate::lists::put;
use crate::results::{layout_of, place};
use crate::worker::{Held, JobEnd};
use crate::{Result, ScreeningError};

/// What a list is made of.
#[derive(Serialize, Deserialize)]
#[serde(untagged)]
pub(crate) enum DeriveRequest {
    /// The unknowns of a task.
    Unknowns { task: TaskId },
    /// The numbers of a run of the generator.
    Generated { run: RunId },
}

/// A list to be filled in the background.
pub(crate) struct NewDerived {
    pub uid: Uid,
    pub kind: ListKind,
    pub name: String,
    pub carried: Vec<String>,
    pub generated: bool,
    pub of: DeriveRequest,
}

/// What was written into a list.
pub(crate) struct Derived {
    pub segments: Vec<InputSegment>,
    pub analysis: Analysis,
}

impl Screening {
    /// Makes a list of the numbers of a task about which any check has no answer; filled in the
    /// background.
    pub async fn rerun(&self, tx: &mut dyn Tx, task: &Task) -> Result<List> {
        if !task.state.is_over() || task.progress.unknown == 0 {
            return Err(ScreeningError::WrongState);
        }
        let list = tx.list(Scope::All, task.asked.list).await?;
        let new = NewDerived {
            uid: task.asked.uid,
            kind: ListKind::Upload,
            name: task.asked.name.clone(),
            carried: task.asked.plan.carried.clone(),
            generated: list
                .map(|list| ListDocument::of(&list))
                .transpose()?
                .is_some_and(|list| list.generated),
            of: DeriveRequest::Unknowns { task: task.id },
        };
        self.begin_derived(tx, new).await
    }

    /// Stores a list that is filled in the background.
    pub(crate) async fn begin_derived(&self, tx: &mut dyn Tx, new: NewDerived) -> Result<List> {
        let now = self.0.clock.now();
        let random = random_text(&*self.0.entropy, 16).map_err(ScreeningError::machine)?;
        let document = ListDocument {
            folder: format!("lists/{}/{random}", new.uid),
            carried: new.carried,
            generated: new.generated,
            ..ListDocument::default()
        };
        let retention = tx.settings().await?.retention_days;
        let list = NewList {
            uid: new.uid,
            kind: new.kind,
            state: ListState::Analysing,
            name: new.name,
            file_name: String::new(),
            source: None,
            bytes: 0,
            sha256: String::new(),
            document: document.text()?,
            numbers: 0,
            created_at: now,
            // Kept lists are kept once they are whole.
            expires_at: Some(now.plus(retention * 86_400)),
        };
        let id = tx.add_list(&list).await?;
        let job = NewJob {
            kind: JobKind::Derive,
            uid: new.uid,
            task: None,
            list: Some(id),
            request: serde_json::to_string(&new.of)?,
            created_at: now,
        };
        tx.add_job(&job).await?;
        tx.list(Scope::All, id).await?.ok_or(ScreeningError::NotFound)
    }

    pub(crate) async fn derive(&self, job: &Job, held: &Held) -> Result<JobEnd> {
        let id = job.asked.list.ok_or(ScreeningError::NotFound)?;
        let request: DeriveRequest = serde_json::from_str(&job.asked.request)?;
        let mut list =
            self.0.store.read().await?.list(Scope::All, id).await?.ok_or(ScreeningError::NotFound)?;
        if list.data.state != ListState::Analysing {
            return Ok(JobEnd::done("{}"));
        }
        let mut document = ListDocument::of(&list)?;
        let folder = format!("{}/{}", document.folder, job.epoch);
        let writer = SegmentsWriter::new(&self.0.objects, folder, document.carried.len());
        let derived = match request {
            DeriveRequest::Unknowns { task } => {
                self.unknowns(task, document.carried.len(), writer, held).await?
            }
            DeriveRequest::Generated { run } => self.generated(&list, run, writer, held).await?,
        };
        document.segments = derived.segments;
        list.data.numbers = i64::try_from(derived.analysis.accepted).unwrap_or(i64::MAX);
        document.analysis = Some(derived.analysis);
        list.data.state = ListState::Ready;
        if list.data.kind == ListKind::Saved {
            list.data.expires_at = None;
        }
        let mut tx = self.0.store.begin().await?;
        let list = put(&mut *tx, list, &document).await?;
        emit_list(&mut *tx, &list, list.data.state, list.data.bytes, self.0.clock.now()).await?;
        tx.save().await?;
        Ok(JobEnd::done("{}"))
    }

    /// Writes the numbers of a task about which any check has no answer.
    async fn unknowns(
        &self,
        task: TaskId,
        carried: usize,
        mut writer: SegmentsWriter,
        held: &Held,
    ) -> Result<Derived> {
        let mut tx = self.0.store.read().await?;
        let task = tx.task(Scope::All, task).await?.ok_or(ScreeningError::NotFound)?;
        let mut chunks = tx.chunks_done(task.id, 0).await?;
        drop(tx);
        chunks.sort_by_key(|chunk| chunk.seq);
        let layout = layout_of(&task.asked.plan);
        let mut analysis = Analysis::default();
        let total = i64::try_from(chunks.len()).unwrap_or(i64::MAX);
        for (done, chunk) in chunks.iter().enumerate() {
            let results = read_results(&self.0.objects, &layout, &place(chunk)).await?;
            let unknown: BTreeSet<usize> = results
                .checks
                .iter()
                .flat_map(|column| (0..results.len()).filter(|row| column.status[*row] == 0))
                .collect();
            let mut numbers = Numbers::with_carried(carried);
            for row in unknown {
                numbers.append(&results.numbers.slice(row..row + 1));
            }
            count(&mut analysis, &numbers);
            writer.push(&numbers).await?;
            held.progress(i64::try_from(done + 1).unwrap_or(total), total).await?;
        }
        Ok(Derived { segments: writer.finish().await?, analysis })
    }
}

/// Adds numbers to the sums of a list.
pub(crate) fn count(analysis: &mut Analysis, numbers: &Numbers) {
    analysis.total += numbers.len() as u64;
    analysis.accepted += numbers.len() as u64;
    for (country, kind) in numbers.country.iter().zip(&numbers.kind) {
        *analysis.by_country.entry(country_code(*country).to_string()).or_insert(0) += 1;
        *analysis.by_kind.entry(Kind::from_code(*kind).name().to_owned()).or_insert(0) += 1;
    }
}
