//! Reads an uploaded file into segments of numbers, in the background.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use bytes::Bytes;
use numsift_intake::{
    Accepted, Analysis, IntakeError, Limits, Mapping, NumberSet, Rejected, Sink, SinkError, Watch, read,
};
use numsift_model::clock::Timestamp;
use numsift_model::list::{InputSegment, List, ListKind, ListState};
use numsift_model::task::Job;
use numsift_model::test_number::test_answer;
use numsift_segments::{InputWriter, Numbers, Objects, Text, defuse_formula};
use numsift_store::Scope;
use serde_json::json;
use tokio::sync::mpsc;
use tokio::time::Instant;

use crate::engine::Screening;
use crate::list_document::ListDocument;
use crate::lists::{intake_code, put};
use crate::suppression::Suppression;
use crate::worker::{Held, JobEnd};
use crate::{Result, ScreeningError};

/// Numbers that are decoded together; every size of a chunk divides it.
pub(crate) const GROUP_ROWS: usize = 50_000;
/// Numbers of one object.
const SEGMENT_ROWS: u64 = 1_000_000;
/// Refused rows beyond this are counted, not kept.
const MOST_REJECTED_BYTES: usize = 256 * 1024 * 1024;
/// How often progress is told.
const TELL_EVERY: Duration = Duration::from_millis(500);

/// What the reader of the file hands over.
enum Part {
    Numbers(Numbers),
    Rejected(Vec<u8>),
}

/// Sends what is read to the side that writes, and waits when that is slower.
struct Pipe {
    parts: mpsc::Sender<Part>,
    rejected: usize,
}

impl Sink for Pipe {
    fn accepted(&mut self, rows: &Accepted) -> std::result::Result<(), SinkError> {
        self.parts.blocking_send(Part::Numbers(numbers(rows))).map_err(|_| "nobody writes any more".into())
    }

    fn rejected(&mut self, rows: &Rejected) -> std::result::Result<(), SinkError> {
        if self.rejected > MOST_REJECTED_BYTES {
            return Ok(());
        }
        let mut text = Vec::new();
        for (row, line) in rows.line.iter().enumerate() {
            let raw = String::from_utf8_lossy(rows.raw.get(row));
            let raw = defuse_formula(&raw).replace('"', "\"\"");
            let reason = rows.reason[row].as_str();
            text.extend_from_slice(format!("{line},\"{raw}\",{reason}\r\n").as_bytes());
        }
        self.rejected += text.len();
        self.parts.blocking_send(Part::Rejected(text)).map_err(|_| "nobody writes any more".into())
    }
}

fn numbers(rows: &Accepted) -> Numbers {
    let text = |cells: &numsift_intake::Cells| {
        let mut text = Text::with_capacity(cells.len(), cells.bytes.len());
        for cell in cells.iter() {
            text.push(&String::from_utf8_lossy(cell));
        }
        text
    };
    Numbers {
        line: rows.line.clone(),
        number: rows.number.clone(),
        country: rows.region.clone(),
        kind: rows.kind.clone(),
        carried: rows.carried.iter().map(text).collect(),
    }
}

/// Writes numbers as segments of a list.
pub(crate) struct SegmentsWriter {
    objects: Objects,
    folder: String,
    carried: usize,
    open: Option<InputWriter>,
    done: Vec<InputSegment>,
}

impl SegmentsWriter {
    pub fn new(objects: &Objects, folder: String, carried: usize) -> Self {
        Self { objects: objects.clone(), folder, carried, open: None, done: Vec::new() }
    }

    pub async fn push(&mut self, numbers: &Numbers) -> Result<()> {
        let mut from = 0;
        while from < numbers.len() {
            let writer = if let Some(writer) = self.open.take() {
                writer
            } else {
                let name = format!("{}/input-{}.parquet", self.folder, self.done.len());
                InputWriter::create(&self.objects, &name, self.carried, GROUP_ROWS)?
            };
            let writer = self.open.insert(writer);
            let room = usize::try_from(SEGMENT_ROWS - writer.rows()).unwrap_or(usize::MAX);
            let until = numbers.len().min(from.saturating_add(room));
            if from == 0 && until == numbers.len() {
                writer.push(numbers).await?;
            } else {
                writer.push(&numbers.slice(from..until)).await?;
            }
            from = until;
            if writer.rows() >= SEGMENT_ROWS {
                self.close().await?;
            }
        }
        Ok(())
    }

    async fn close(&mut self) -> Result<()> {
        if let Some(writer) = self.open.take() {
            let segment = writer.finish().await?;
            self.done.push(InputSegment { object: segment.object, rows: segment.rows });
        }
        Ok(())
    }

    pub async fn finish(mut self) -> Result<Vec<InputSegment>> {
        self.close().await?;
        Ok(self.done)
    }
}

impl Screening {
    /// Reads the list that a job names.
    pub(crate) async fn analyse(&self, job: &Job, held: &Held) -> Result<JobEnd> {
        let id = job.asked.list.ok_or(ScreeningError::NotFound)?;
        let list = self.0.store.read().await?.list(Scope::All, id).await?.ok_or(ScreeningError::NotFound)?;
        if list.data.state != ListState::Analysing {
            return Ok(JobEnd::done("{}"));
        }
        let document = ListDocument::of(&list)?;
        let source = list.data.source.clone().ok_or(ScreeningError::WrongState)?;
        let mapping = document.mapping.clone().ok_or(ScreeningError::WrongState)?;
        // A list of numbers not to be contacted is not itself cut down by another one.
        let suppression = match list.data.kind {
            ListKind::Suppression | ListKind::Global => Suppression::default(),
            ListKind::Upload | ListKind::Saved => self.suppression(list.data.uid).await?,
        };
        let folder = format!("{}/{}", document.folder, job.epoch);
        match self.read_file(&list, source, mapping, suppression, &folder, held).await {
            Ok(read) => self.analysed(list, document, read).await,
            Err(ScreeningError::Intake(error))
                if !matches!(error, IntakeError::Sink(_) | IntakeError::Io(_)) =>
            {
                self.could_not_read(list, document, &error).await
            }
            Err(error) => Err(error),
        }
    }

    async fn read_file(
        &self,
        list: &List,
        source: String,
        mapping: Mapping,
        suppression: Suppression,
        folder: &str,
        held: &Held,
    ) -> Result<FileRead> {
        let file = self.fetch(&source).await?;
        let wants_set = matches!(list.data.kind, ListKind::Suppression | ListKind::Global);
        let (path, name) = (file.path().to_owned(), list.data.file_name.clone());
        self.read_numbers(path, name, mapping, suppression, folder, wants_set, Some((list, held))).await
    }

    /// Reads a file on this machine into segments; tells how far it is, if there is somebody to tell.
    #[allow(clippy::too_many_arguments)] // One way in for both who read files.
    pub(crate) async fn read_numbers(
        &self,
        path: PathBuf,
        name: String,
        mapping: Mapping,
        suppression: Suppression,
        folder: &str,
        wants_set: bool,
        told: Option<(&List, &Held)>,
    ) -> Result<FileRead> {
        let carried = mapping.carried.len();
        let (sender, mut parts) = mpsc::channel(4);
        let (bytes_done, cancel) = (Arc::new(AtomicU64::new(0)), Arc::new(AtomicBool::new(false)));
        let reading = {
            let (bytes_done, cancel) = (bytes_done.clone(), cancel.clone());
            tokio::task::spawn_blocking(move || {
                let opened = std::fs::File::open(&path).map_err(IntakeError::Io)?;
                let progress = |bytes| bytes_done.store(bytes, Ordering::Relaxed);
                let mut sink = Pipe { parts: sender, rejected: 0 };
                let watch = Watch { progress: &progress, cancel: &cancel };
                read(opened, &name, &mapping, &Limits::default(), &suppression.chain(), &mut sink, &watch)
            })
        };
        let guard = CancelOnDrop(cancel);
        let mut writer = SegmentsWriter::new(&self.0.objects, folder.to_owned(), carried);
        let mut rejected = None;
        let mut all = Vec::new();
        // Not at once: most lists are read before there is anything to tell.
        let mut tell = tokio::time::interval_at(Instant::now() + TELL_EVERY, TELL_EVERY);
        let mut test_numbers = 0;
        loop {
            tokio::select! {
                part = parts.recv() => match part {
                    Some(Part::Numbers(numbers)) => {
                        let tests = numbers.number.iter().filter(|number| test_answer(**number).is_some());
                        test_numbers += i64::try_from(tests.count()).unwrap_or(0);
                        if wants_set {
                            all.extend_from_slice(&numbers.number);
                        }
                        writer.push(&numbers).await?;
                    }
                    Some(Part::Rejected(text)) => {
                        let name = format!("{folder}/rejected.csv");
                        let out = if let Some(out) = &mut rejected {
                            out
                        } else {
                            let mut out = self.0.objects.writer(&name)?;
                            out.write(Bytes::from_static("\u{feff}line,text,reason\r\n".as_bytes())).await?;
                            rejected.insert(out)
                        };
                        out.write(Bytes::from(text)).await?;
                    }
                    None => break,
                },
                _ = tell.tick() => {
                    let Some((list, held)) = told else { continue };
                    let total = list.data.bytes;
                    let done = i64::try_from(bytes_done.load(Ordering::Relaxed)).unwrap_or(i64::MAX);
                    held.progress(done.min(total), total).await?;
                    self.tell_list(list, ListState::Analysing, done.min(total), total).await?;
                }
            }
        }
        let analysis = reading.await.map_err(ScreeningError::machine)??;
        drop(guard);
        let segments = writer.finish().await?;
        let rejected = match rejected {
            Some(out) => {
                out.finish().await?;
                Some(format!("{folder}/rejected.csv"))
            }
            None => None,
        };
        let set = if wants_set && !all.is_empty() {
            let name = format!("{folder}/set");
            let set = tokio::task::spawn_blocking(move || all.into_iter().collect::<NumberSet>().to_bytes());
            let bytes = set.await.map_err(ScreeningError::machine)?;
            self.0.objects.put(&name, bytes.into()).await?;
            Some(name)
        } else {
            None
        };
        Ok(FileRead { analysis, segments, rejected, set, test_numbers })
    }

    async fn analysed(&self, mut list: List, mut document: ListDocument, read: FileRead) -> Result<JobEnd> {
        let mapping = document.mapping.clone().unwrap_or_default();
        let columns = document.preview.as_ref().map(|preview| preview.columns.as_slice()).unwrap_or_default();
        document.carried = mapping
            .carried
            .iter()
            .map(|column| match columns.get(*column) {
                Some(named) if !named.name.is_empty() => named.name.clone(),
                _ => format!("{}", column + 1),
            })
            .collect();
        list.data.numbers = i64::try_from(read.analysis.accepted).unwrap_or(i64::MAX);
        document.analysis = Some(read.analysis);
        document.segments = read.segments;
        document.rejected = read.rejected;
        document.set = read.set;
        document.test_numbers = read.test_numbers;
        list.data.state = ListState::Ready;
        if matches!(list.data.kind, ListKind::Saved | ListKind::Suppression | ListKind::Global) {
            list.data.expires_at = None;
        }
        self.close_analysis(list, &document).await
    }

    async fn could_not_read(
        &self,
        mut list: List,
        mut document: ListDocument,
        error: &IntakeError,
    ) -> Result<JobEnd> {
        document.error = Some((intake_code(error).to_owned(), error.to_string()));
        list.data.state = ListState::Failed;
        self.close_analysis(list, &document).await
    }

    async fn close_analysis(&self, list: List, document: &ListDocument) -> Result<JobEnd> {
        let mut tx = self.0.store.begin().await?;
        let list = put(&mut *tx, list, document).await?;
        emit_list(&mut *tx, &list, list.data.state, list.data.bytes, self.0.clock.now()).await?;
        tx.save().await?;
        Ok(JobEnd::done("{}"))
    }

    async fn tell_list(&self, list: &List, state: ListState, done: i64, total: i64) -> Result<()> {
        let mut tx = self.0.store.begin().await?;
        let data = json!({ "id": list.id, "state": state, "done": done, "total": total });
        tx.emit(Some(list.data.uid), "list", &data.to_string(), self.0.clock.now()).await?;
        tx.save().await?;
        Ok(())
    }
}

pub(crate) async fn emit_list(
    tx: &mut dyn numsift_store::Tx,
    list: &List,
    state: ListState,
    total: i64,
    at: Timestamp,
) -> Result<()> {
    let data = json!({ "id": list.id, "state": state, "done": total, "total": total });
    tx.emit(Some(list.data.uid), "list", &data.to_string(), at).await?;
    Ok(())
}

/// What came of reading a file.
pub(crate) struct FileRead {
    pub analysis: Analysis,
    pub segments: Vec<InputSegment>,
    pub rejected: Option<String>,
    pub set: Option<String>,
    /// How many of the numbers are for trying things out.
    pub test_numbers: i64,
}

/// The reading thread ends soon after its job does.
struct CancelOnDrop(Arc<AtomicBool>);

impl Drop for CancelOnDrop {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}
