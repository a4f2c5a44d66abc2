//! Lists derived from existing data: the unknown numbers of a task, and the numbers of a generator run.

use std::collections::BTreeSet;

use numsift_generation::{OpenRun, digits};
use numsift_intake::{Analysis, kind_code};
use numsift_model::id::{RunId, TaskId, Uid};
use numsift_model::list::{InputSegment, List, ListKind, ListState, NewList};
use numsift_model::task::{Job, JobKind, NewJob, NumberColumn, Task};
use numsift_model::test_number::test_answer;
use numsift_segments::{Kind, Numbers, Objects, UNKNOWN, country_code, pack_country, read_results};
use numsift_store::{Scope, Store, Tx};
use numsift_turns::in_background;
use serde::{Deserialize, Serialize};
use tokio::sync::mpsc;

use super::analyse::ListJobs;
use super::import::ImportedList;
use super::segments_writer::{GROUP_ROWS, SegmentsWriter};
use super::suppress::Suppression;
use super::{ListDocument, Lists};
use crate::job::{JobLease, JobOutcome};
use crate::layout::{layout_of, place_of};
use crate::{Result, ScreeningError};

/// What a list is derived from.
#[derive(Serialize, Deserialize)]
#[serde(untagged)]
enum DeriveFrom {
    Unknowns { task: TaskId },
    Generated { run: RunId },
}

/// A list that is filled by a job.
struct NewDerived {
    uid: Uid,
    kind: ListKind,
    name: String,
    carried: Vec<String>,
    number: NumberColumn,
    generated: bool,
    from: DeriveFrom,
}

impl Lists {
    /// Adds a list of the numbers for which any check of the task has no answer. A job fills it.
    pub async fn from_unknowns(&self, tx: &mut dyn Tx, task: &Task) -> Result<List> {
        if !task.state.is_over() || task.progress.unknown == 0 {
            return Err(ScreeningError::WrongState);
        }
        let list = tx.list(Scope::All, task.asked.list).await?;
        let document = list.map(|list| ListDocument::of(&list)).transpose()?;
        let new = NewDerived {
            uid: task.asked.uid,
            kind: ListKind::Upload,
            name: task.asked.name.clone(),
            carried: task.asked.plan.carried.clone(),
            number: task.asked.plan.number.clone(),
            generated: document.is_some_and(|document| document.generated),
            from: DeriveFrom::Unknowns { task: task.id },
        };
        self.add_derived(tx, new).await
    }

    /// Copies the numbers for which any check of the task has no answer, while the caller waits.
    /// [`Lists::add_imported`] makes a list of them.
    pub async fn import_unknowns(&self, task: &Task) -> Result<ImportedList> {
        if !task.state.is_over() || task.progress.unknown == 0 {
            return Err(ScreeningError::WrongState);
        }
        let (uid, now) = (task.asked.uid, self.clock.now());
        let mut tx = self.store.read().await?;
        let list = tx.list(Scope::All, task.asked.list).await?;
        let expires_at = self.expiry(&mut *tx, now).await?;
        drop(tx);
        let earlier = list.map(|list| ListDocument::of(&list)).transpose()?;
        let folder = self.new_folder(uid)?;
        let carried = task.asked.plan.carried.clone();
        let writer = SegmentsWriter::new(&self.objects, folder.clone(), carried.len());
        let derived =
            copy_unknowns(&*self.store, &self.objects, task.id, carried.len(), writer, None).await?;
        let mut bytes = 0;
        for segment in &derived.segments {
            bytes += self.objects.size(&segment.object).await?;
        }
        let list = NewList {
            uid,
            kind: ListKind::Upload,
            state: ListState::Ready,
            name: task.asked.name.clone(),
            file_name: String::new(),
            source: None,
            bytes: i64::try_from(bytes).unwrap_or(i64::MAX),
            sha256: String::new(),
            document: String::new(),
            numbers: i64::try_from(derived.analysis.accepted).unwrap_or(i64::MAX),
            created_at: now,
            expires_at: Some(expires_at),
        };
        let document = ListDocument {
            folder,
            carried,
            number: task.asked.plan.number.clone(),
            generated: earlier.is_some_and(|document| document.generated),
            segments: derived.segments,
            analysis: Some(derived.analysis),
            test_numbers: derived.test_numbers,
            ..ListDocument::default()
        };
        Ok(ImportedList { list, document })
    }

    /// Adds a list of the numbers of a generator run. A job fills it.
    pub async fn from_run(
        &self,
        tx: &mut dyn Tx,
        uid: Uid,
        run: RunId,
        name: &str,
        kind: ListKind,
    ) -> Result<List> {
        let name = name.trim().to_owned();
        let from = DeriveFrom::Generated { run };
        let (carried, number) = (Vec::new(), NumberColumn::default());
        self.add_derived(tx, NewDerived { uid, kind, name, carried, number, generated: true, from }).await
    }

    async fn add_derived(&self, tx: &mut dyn Tx, new: NewDerived) -> Result<List> {
        let now = self.clock.now();
        let document = ListDocument {
            folder: self.new_folder(new.uid)?,
            carried: new.carried,
            number: new.number,
            generated: new.generated,
            ..ListDocument::default()
        };
        let list = NewList {
            uid: new.uid,
            kind: new.kind,
            state: ListState::Analysing,
            name: new.name,
            file_name: String::new(),
            source: None,
            bytes: 0,
            sha256: String::new(),
            document: document.to_json()?,
            numbers: 0,
            created_at: now,
            // Saved lists stop expiring once they are complete.
            expires_at: Some(self.expiry(tx, now).await?),
        };
        let id = tx.add_list(&list).await?;
        let job = NewJob {
            kind: JobKind::Derive,
            uid: new.uid,
            task: None,
            list: Some(id),
            request: serde_json::to_string(&new.from)?,
            created_at: now,
        };
        tx.add_job(&job).await?;
        tx.list(Scope::All, id).await?.ok_or(ScreeningError::NotFound)
    }
}

/// What was written into a list.
struct Derived {
    segments: Vec<InputSegment>,
    analysis: Analysis,
    test_numbers: i64,
}

impl ListJobs {
    /// Fills the list that the job names.
    pub async fn derive(&self, job: &Job, lease: &JobLease) -> Result<JobOutcome> {
        let id = job.asked.list.ok_or(ScreeningError::NotFound)?;
        let from: DeriveFrom = serde_json::from_str(&job.asked.request)?;
        let mut list =
            self.store.read().await?.list(Scope::All, id).await?.ok_or(ScreeningError::NotFound)?;
        if list.data.state != ListState::Analysing {
            return Ok(JobOutcome::done());
        }
        let mut document = ListDocument::of(&list)?;
        let carried = document.carried.len();
        let writer =
            SegmentsWriter::new(&self.objects, format!("{}/{}", document.folder, job.epoch), carried);
        let derived = match from {
            DeriveFrom::Unknowns { task } => {
                copy_unknowns(&*self.store, &self.objects, task, carried, writer, Some(lease)).await?
            }
            DeriveFrom::Generated { run } => self.write_generated(&list, run, writer, lease).await?,
        };
        list.data.bytes = 0;
        for segment in &derived.segments {
            let bytes = self.objects.size(&segment.object).await?;
            list.data.bytes += i64::try_from(bytes).unwrap_or(i64::MAX);
        }
        document.segments = derived.segments;
        document.test_numbers = derived.test_numbers;
        list.data.numbers = i64::try_from(derived.analysis.accepted).unwrap_or(i64::MAX);
        document.analysis = Some(derived.analysis);
        list.data.state = ListState::Ready;
        if list.data.kind == ListKind::Saved {
            list.data.expires_at = None;
        }
        self.save(job, list, &document).await
    }

    /// Writes the numbers of a run, without the suppressed ones.
    async fn write_generated(
        &self,
        list: &List,
        run: RunId,
        mut writer: SegmentsWriter,
        lease: &JobLease,
    ) -> Result<Derived> {
        let suppression = self.suppression.of(list.data.uid).await?;
        let run = self.generator.open(Scope::Own(list.data.uid), run).await?;
        let total = i64::try_from(run.run.of.count()).unwrap_or(i64::MAX);
        let (sender, mut parts) = mpsc::channel(2);
        let generating = in_background(move || {
            for_each_part(&run, &suppression, |part, suppressed| {
                sender.blocking_send((part, suppressed)).is_ok()
            });
        });
        let mut analysis = Analysis::default();
        while let Some((numbers, suppressed)) = parts.recv().await {
            count(&mut analysis, &numbers);
            analysis.total += suppressed;
            analysis.suppressed += suppressed;
            writer.push(&numbers).await?;
            lease.progress(i64::try_from(analysis.total).unwrap_or(total), total).await?;
        }
        generating.await.map_err(ScreeningError::machine)?;
        Ok(Derived { segments: writer.finish().await?, analysis, test_numbers: 0 })
    }
}

/// Copies the numbers for which any check of the task has no answer. A job renews its lease meanwhile.
async fn copy_unknowns(
    store: &dyn Store,
    objects: &Objects,
    task: TaskId,
    carried: usize,
    mut writer: SegmentsWriter,
    lease: Option<&JobLease>,
) -> Result<Derived> {
    let mut tx = store.read().await?;
    let task = tx.task(Scope::All, task).await?.ok_or(ScreeningError::NotFound)?;
    let mut chunks = tx.chunks_done(task.id, 0).await?;
    drop(tx);
    chunks.sort_by_key(|chunk| chunk.seq);
    let layout = layout_of(&task.asked.plan);
    let (mut analysis, mut test_numbers) = (Analysis::default(), 0);
    let total = i64::try_from(chunks.len()).unwrap_or(i64::MAX);
    for (done, chunk) in chunks.iter().enumerate() {
        let results = read_results(objects, &layout, &place_of(chunk)).await?;
        let unknown: BTreeSet<usize> = results
            .checks
            .iter()
            .flat_map(|column| (0..results.len()).filter(|row| column.status[*row] == UNKNOWN))
            .collect();
        let mut numbers = Numbers::with_carried(carried);
        for row in unknown {
            numbers.append(&results.numbers.slice(row..row + 1));
        }
        count(&mut analysis, &numbers);
        let tests = numbers.number.iter().filter(|number| test_answer(**number).is_some());
        test_numbers += i64::try_from(tests.count()).unwrap_or(0);
        writer.push(&numbers).await?;
        if let Some(lease) = lease {
            lease.progress(i64::try_from(done + 1).unwrap_or(total), total).await?;
        }
    }
    Ok(Derived { segments: writer.finish().await?, analysis, test_numbers })
}

/// Calls `send` with the numbers of a run, part by part, and how many were suppressed in each, until it returns
/// `false`.
fn for_each_part(run: &OpenRun, suppression: &Suppression, mut send: impl FnMut(Numbers, u64) -> bool) {
    let mut numbers = (1..).zip(run.numbers().map(|(_, number)| number)).peekable();
    while numbers.peek().is_some() {
        let (mut part, mut suppressed) = (Numbers::with_carried(0), 0);
        for (line, number) in numbers.by_ref().take(GROUP_ROWS) {
            let digits = digits(&number);
            if suppression.contains(digits) {
                suppressed += 1;
                continue;
            }
            part.line.push(line);
            part.number.push(digits);
            part.country.push(pack_country(number.region().map(numplan::Region::code).unwrap_or_default()));
            part.kind.push(kind_code(number.number_type()));
            part.written.push("");
        }
        if !send(part, suppressed) {
            return;
        }
    }
}

/// Adds numbers to the totals of a list.
pub(super) fn count(analysis: &mut Analysis, numbers: &Numbers) {
    analysis.total += numbers.len() as u64;
    analysis.accepted += numbers.len() as u64;
    for (country, kind) in numbers.country.iter().zip(&numbers.kind) {
        *analysis.by_country.entry(country_code(*country).to_string()).or_insert(0) += 1;
        *analysis.by_kind.entry(Kind::from_code(*kind).name().to_owned()).or_insert(0) += 1;
    }
}
