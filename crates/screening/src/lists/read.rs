//! Reads a file into segments. A blocking thread parses; the segments are written here.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use bytes::Bytes;
use numsift_intake::{
    Accepted, Analysis, Fate, IntakeError, Limits, Mapping, NumberSet, Rejected, Sink, SinkError, Stage,
    Watch, read, read_large,
};
use numsift_model::id::Uid;
use numsift_model::list::InputSegment;
use numsift_model::test_number::test_answer;
use numsift_segments::{
    Numbers, ObjectWriter, Objects, Outcome, SetAside, SetAsideWriter, Text, defuse_formula,
};
use numsift_turns::{Turns, Work, in_background, off_thread};
use tokio::sync::mpsc;
use tokio::time::Instant;

use super::analyse::AnalysisProgress;
use super::local_file::LocalFile;
use super::scratch::Scratch;
use super::segments_writer::SegmentsWriter;
use super::suppress::Suppression;
use crate::{Result, ScreeningError};

/// Rejected rows beyond this are counted, but not stored.
const MOST_REJECTED_BYTES: usize = 256 * 1024 * 1024;
/// How often progress is reported.
const REPORT_EVERY: Duration = Duration::from_millis(500);

/// A file, and how to read it.
#[derive(Clone)]
pub(crate) struct FileToRead {
    pub file: LocalFile,
    pub name: String,
    pub mapping: Mapping,
    pub suppression: Suppression,
    /// Folder for the objects that are written.
    pub folder: String,
    /// Also store the numbers as a set, as suppression lists need it.
    pub build_set: bool,
    /// Most numbers of the list.
    pub most: u64,
    /// For lists whose numbers do not fit into memory.
    pub scratch: Scratch,
}

/// What reading a file produced.
pub(crate) struct FileRead {
    pub analysis: Analysis,
    pub segments: Vec<InputSegment>,
    pub rejected: Option<String>,
    pub set_aside: Option<String>,
    pub set: Option<String>,
    pub test_numbers: i64,
}

/// Who reads a file.
pub(crate) enum Reader<'a> {
    /// A job, whose progress is reported. The queue of jobs is fair.
    Job(AnalysisProgress<'a>),
    /// A caller who waits for the result, when it is the account's turn.
    Caller(&'a Turns, Uid),
}

/// Reads a file into segments. It is read again, in another way, if it has more numbers than fit into memory.
pub(crate) async fn read_file(objects: &Objects, file: FileToRead, reader: Reader<'_>) -> Result<FileRead> {
    let in_memory = Limits { max_numbers: file.most.min(file.scratch.in_memory), ..Limits::default() };
    match read_once(objects, &file, in_memory, false, &reader).await {
        Err(ScreeningError::Intake(IntakeError::TooMany { limit })) if limit < file.most => {
            let limits = Limits { max_numbers: file.most, ..Limits::default() };
            let folder = format!("{}/large", file.folder);
            read_once(objects, &FileToRead { folder, ..file }, limits, true, &reader).await
        }
        read => read,
    }
}

async fn read_once(
    objects: &Objects,
    file: &FileToRead,
    limits: Limits,
    large: bool,
    reader: &Reader<'_>,
) -> Result<FileRead> {
    let mut output = Output::new(objects, file.folder.clone(), file.mapping.carried.len(), file.build_set);
    match parse_into(&mut output, file, limits, large, reader).await {
        Ok(analysis) => output.finish(analysis).await,
        Err(error) => {
            output.discard().await;
            Err(error)
        }
    }
}

/// How far a reading is.
#[derive(Clone, Copy)]
struct Reached {
    stage: Stage,
    bytes: u64,
}

async fn parse_into(
    output: &mut Output,
    file: &FileToRead,
    limits: Limits,
    large: bool,
    reader: &Reader<'_>,
) -> Result<Analysis> {
    let FileToRead { file, name, mapping, suppression, scratch, .. } = file.clone();
    let folder = scratch.folder().map_err(ScreeningError::machine)?;
    let (sender, mut parts) = mpsc::channel(4);
    let reached = Arc::new(Mutex::new(Reached { stage: Stage::Reading, bytes: 0 }));
    let cancel = Arc::new(AtomicBool::new(false));
    let parse = {
        let (reached, cancel) = (reached.clone(), cancel.clone());
        move |work: Option<&mut Work>| {
            let progress = |stage, bytes| {
                *reached.lock().unwrap_or_else(PoisonError::into_inner) = Reached { stage, bytes };
            };
            let mut sink = Pipe { parts: sender, rejected: 0, work };
            let watch = Watch { progress: &progress, cancel: &cancel };
            let known = suppression.chain();
            if large {
                read_large(file.reader(), &name, &mapping, &limits, &known, &mut sink, &watch, &folder)
            } else {
                read(file.reader(), &name, &mapping, &limits, &known, &mut sink, &watch)
            }
        }
    };
    let guard = CancelOnDrop(cancel);
    let (progress, turns) = match reader {
        Reader::Job(progress) => (Some(progress), None),
        Reader::Caller(turns, uid) => (None, Some((*turns, *uid))),
    };
    let parser = async move {
        match turns {
            Some((turns, uid)) => {
                turns.run(uid, |work| parse(Some(work))).await.map_err(ScreeningError::from)
            }
            None => in_background(|| parse(None)).await.map_err(ScreeningError::machine),
        }
    };
    let mut parser = std::pin::pin!(parser);
    let mut parsed = None;
    // The first report is not immediate: most lists are read before then.
    let mut report = tokio::time::interval_at(Instant::now() + REPORT_EVERY, REPORT_EVERY);
    loop {
        tokio::select! {
            part = parts.recv() => match part {
                Some(Part::Numbers(numbers)) => output.push(&numbers).await?,
                Some(Part::Rejected(text)) => output.push_rejected(text).await?,
                Some(Part::SetAside(rows)) => output.push_set_aside(rows).await?,
                None => break,
            },
            result = &mut parser, if parsed.is_none() => parsed = Some(result),
            _ = report.tick() => {
                if let Some(progress) = &progress {
                    let Reached { stage, bytes } = *reached.lock().unwrap_or_else(PoisonError::into_inner);
                    progress.report(stage, bytes).await?;
                }
            }
        }
    }
    let parsed = match parsed {
        Some(parsed) => parsed,
        None => parser.await,
    };
    drop(guard);
    Ok(parsed??)
}

/// Stops the parser soon after the future that waits for it is dropped.
struct CancelOnDrop(Arc<AtomicBool>);

impl Drop for CancelOnDrop {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// What the parser sends.
enum Part {
    Numbers(Numbers),
    /// Lines of the CSV file of rejected rows.
    Rejected(Vec<u8>),
    SetAside(SetAside),
}

/// Sends parsed rows to the writing side, and blocks while that is behind.
struct Pipe<'a> {
    parts: mpsc::Sender<Part>,
    /// Bytes of rejected rows sent so far.
    rejected: usize,
    /// Gives other accounts their turn in between.
    work: Option<&'a mut Work>,
}

impl Pipe<'_> {
    fn send(&mut self, part: Part) -> std::result::Result<(), SinkError> {
        if let Some(work) = &mut self.work {
            work.step()?;
        }
        self.parts.blocking_send(part).map_err(|_| "the writer has stopped".into())
    }
}

impl Sink for Pipe<'_> {
    fn accepted(&mut self, rows: &Accepted) -> std::result::Result<(), SinkError> {
        self.send(Part::Numbers(numbers(rows)))
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
        self.send(Part::Rejected(text))
    }

    fn set_aside(&mut self, rows: &numsift_intake::SetAside) -> std::result::Result<(), SinkError> {
        self.send(Part::SetAside(set_aside(rows)))
    }
}

fn text(cells: &numsift_intake::Cells) -> Text {
    let mut text = Text::with_capacity(cells.len(), cells.bytes.len());
    for cell in cells.iter() {
        text.push(&String::from_utf8_lossy(cell));
    }
    text
}

fn set_aside(rows: &numsift_intake::SetAside) -> SetAside {
    let mut set_aside = SetAside::with_carried(rows.carried.len());
    set_aside.numbers = Numbers {
        line: rows.line.clone(),
        number: rows.number.clone(),
        country: rows.region.clone(),
        kind: rows.kind.clone(),
        carried: rows.carried.iter().map(text).collect(),
        written: text(&rows.written),
    };
    for fate in &rows.fate {
        let (outcome, first, reason) = match fate {
            Fate::Duplicate(first) => (Outcome::Duplicate, u64::from(*first), ""),
            Fate::Suppressed => (Outcome::Suppressed, 0, ""),
            Fate::Rejected(reason) => (Outcome::Refused, 0, reason.as_str()),
        };
        let reason = set_aside.intern_reason(reason);
        set_aside.outcome.push(outcome.code());
        set_aside.first.push(first);
        set_aside.reason.push(reason);
    }
    set_aside
}

fn numbers(rows: &Accepted) -> Numbers {
    Numbers {
        line: rows.line.clone(),
        number: rows.number.clone(),
        country: rows.region.clone(),
        kind: rows.kind.clone(),
        carried: rows.carried.iter().map(text).collect(),
        written: text(&rows.written),
    }
}

/// The objects that are written.
struct Output {
    objects: Objects,
    folder: String,
    segments: SegmentsWriter,
    rejected: Option<ObjectWriter>,
    set_aside: Option<SetAsideWriter>,
    carried: usize,
    /// All numbers, if a set is wanted.
    all: Option<Vec<u64>>,
    test_numbers: i64,
}

impl Output {
    fn new(objects: &Objects, folder: String, carried: usize, build_set: bool) -> Self {
        Self {
            objects: objects.clone(),
            segments: SegmentsWriter::new(objects, folder.clone(), carried),
            folder,
            rejected: None,
            set_aside: None,
            carried,
            all: build_set.then(Vec::new),
            test_numbers: 0,
        }
    }

    async fn push(&mut self, numbers: &Numbers) -> Result<()> {
        let tests = numbers.number.iter().filter(|number| test_answer(**number).is_some());
        self.test_numbers += i64::try_from(tests.count()).unwrap_or(0);
        if let Some(all) = &mut self.all {
            all.extend_from_slice(&numbers.number);
        }
        self.segments.push(numbers).await
    }

    async fn push_rejected(&mut self, text: Vec<u8>) -> Result<()> {
        let writer = if let Some(writer) = &mut self.rejected {
            writer
        } else {
            let mut writer = self.objects.writer(&self.rejected_name())?;
            writer.write(Bytes::from_static("\u{feff}line,text,reason\r\n".as_bytes())).await?;
            self.rejected.insert(writer)
        };
        writer.write(Bytes::from(text)).await?;
        Ok(())
    }

    async fn push_set_aside(&mut self, rows: SetAside) -> Result<()> {
        let writer = if let Some(writer) = &mut self.set_aside {
            writer
        } else {
            let writer = SetAsideWriter::create(&self.objects, &self.set_aside_name(), self.carried)?;
            self.set_aside.insert(writer)
        };
        writer.push(rows).await?;
        Ok(())
    }

    fn set_aside_name(&self) -> String {
        format!("{}/set-aside.parquet", self.folder)
    }

    fn rejected_name(&self) -> String {
        format!("{}/rejected.csv", self.folder)
    }

    /// Deletes what was written, as far as it can be reached.
    async fn discard(self) {
        if let Some(writer) = self.rejected {
            writer.abort().await;
        }
        if let Some(writer) = self.set_aside {
            writer.abort().await;
        }
        self.segments.discard().await;
    }

    async fn finish(mut self, analysis: Analysis) -> Result<FileRead> {
        let rejected = match self.rejected.take() {
            Some(writer) => {
                writer.finish().await?;
                Some(self.rejected_name())
            }
            None => None,
        };
        let set_aside = match self.set_aside.take() {
            Some(writer) => {
                writer.finish().await?;
                Some(self.set_aside_name())
            }
            None => None,
        };
        let set = match self.all.take().filter(|all| !all.is_empty()) {
            Some(all) => {
                let name = format!("{}/set", self.folder);
                let sorted = off_thread(move || all.into_iter().collect::<NumberSet>().to_bytes());
                let bytes = sorted.await.map_err(ScreeningError::machine)?;
                self.objects.put(&name, bytes.into()).await?;
                Some(name)
            }
            None => None,
        };
        let segments = self.segments.finish().await?;
        Ok(FileRead { analysis, segments, rejected, set_aside, set, test_numbers: self.test_numbers })
    }
}
