//! Runs an export: chunks are fetched, decoded and formatted in parallel, and written in order.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use bytes::Bytes;
use futures_util::stream::BoxStream;
use futures_util::{Stream, StreamExt, TryStreamExt, stream};
use numsift_turns::off_thread;
use tokio::sync::mpsc;

use super::cells::Job;
use super::encode::{Feed, start};
use super::merge::{self, Rows, Selection};
use super::{ExportSpec, Exported, Format, Sink};
use crate::error::{Result, SegmentError};
use crate::filter::Matcher;
use crate::layout::NO_STATUS;
use crate::page::ResultSet;

/// Some rows of an export in the form that is written.
struct Block {
    rows: u64,
    feed: Feed,
}

/// A file of an export.
struct File {
    name: String,
    selection: Selection,
}

/// Reports progress and checks for cancellation.
struct Watch<'a, P> {
    progress: P,
    cancel: &'a AtomicBool,
    rows: u64,
}

impl<P: FnMut(u64)> Watch<'_, P> {
    fn check_cancelled(&self) -> Result<()> {
        if self.cancel.load(Ordering::Relaxed) { Err(SegmentError::Cancelled) } else { Ok(()) }
    }

    fn done(&mut self, rows: u64) {
        self.rows += rows;
        (self.progress)(self.rows);
    }
}

/// Exports results to a sink, which the caller finishes. Calls `progress` with the rows written so far; stops
/// soon after `cancel` is set.
pub async fn export<S: Sink>(
    results: &ResultSet,
    spec: &ExportSpec,
    sink: &mut S,
    progress: impl FnMut(u64) + Send,
    cancel: &AtomicBool,
) -> Result<Exported> {
    let job = Arc::new(Job::new(&results.layout, spec)?);
    let watch = Watch { progress, cancel, rows: 0 };
    let files = files(results, spec);
    match (spec.one_file_a_class, spec.format, files.first()) {
        (None, Format::Csv | Format::Txt | Format::Jsonl, Some(file)) => {
            plain(results, &job, file, sink, watch).await
        }
        (zipped, ..) => encoded(results, job, files, zipped.is_some(), sink, watch).await,
    }
}

/// The files of an export. Statuses without rows get no file, unless there are no rows at all.
fn files(results: &ResultSet, spec: &ExportSpec) -> Vec<File> {
    let extension = spec.format.extension();
    let Some(check) = spec.one_file_a_class else {
        let name = format!("{}.{extension}", spec.file_stem);
        let selection = Selection { filter: Arc::new(spec.filter.clone()), refused: spec.filter.is_empty() };
        return vec![File { name, selection }];
    };
    let statuses =
        results.layout.checks.get(check).map(|check| check.statuses.as_slice()).unwrap_or_default();
    let mut files = Vec::new();
    let mut empty = Vec::new();
    for (status, code) in statuses.iter().zip(0_u8..=u8::MAX) {
        let filter = spec.filter.clone().and_status(check, code);
        let matcher = Matcher::new(&filter);
        let some = results.chunks.iter().any(|chunk| chunk.histogram.matched(&matcher) > 0);
        let status: String =
            status.chars().map(|letter| if letter.is_alphanumeric() { letter } else { '_' }).collect();
        let name = format!("{}-{status}.{extension}", spec.file_stem);
        // Statuses that differ only in punctuation would share a name.
        let taken = files.iter().chain(&empty).any(|file: &File| file.name == name);
        let name = if taken { format!("{}-{status}-{code}.{extension}", spec.file_stem) } else { name };
        let file = File { name, selection: Selection { filter: Arc::new(filter), refused: false } };
        if some { files.push(file) } else { empty.push(file) }
    }
    if files.is_empty() {
        files = empty;
    }
    if spec.every_row && spec.format != Format::Txt && results.original.is_some() {
        let name = format!("{}-not_checked.{extension}", spec.file_stem);
        let filter = Arc::new(spec.filter.clone().and_status(check, NO_STATUS));
        files.push(File { name, selection: Selection { filter, refused: spec.filter.is_empty() } });
    }
    files
}

/// The rows of a file in order, selected and formatted. A few blocks are processed in parallel.
fn blocks(results: &ResultSet, job: &Arc<Job>, selection: &Selection) -> BoxStream<'static, Result<Block>> {
    let (job, selection) = (job.clone(), selection.clone());
    merge::rows(results, &job, &selection)
        .map(move |rows| {
            let (job, selection) = (job.clone(), selection.clone());
            async move {
                let rows = rows?;
                let formatting = off_thread(move || block(&job, &selection, rows));
                formatting.await.map_err(|error| SegmentError::unavailable("the export", error))
            }
        })
        .buffered(merge::at_once())
        .boxed()
}

fn block(job: &Job, selection: &Selection, mut rows: Rows) -> Block {
    let wanted: Vec<Vec<bool>> =
        rows.batches.iter().map(|batch| batch.select(&selection.filter, selection.refused)).collect();
    rows.order.retain(|(batch, row)| wanted[usize::from(*batch)][*row as usize]);
    let count = rows.order.len() as u64;
    let feed = match job.format {
        Format::Csv | Format::Txt | Format::Jsonl => Feed::Text(job.text(&rows)),
        Format::Xlsx | Format::Parquet => Feed::Rows(rows),
    };
    Block { rows: count, feed }
}

/// Writes a single text file.
async fn plain<S: Sink, P: FnMut(u64) + Send>(
    results: &ResultSet,
    job: &Arc<Job>,
    file: &File,
    sink: &mut S,
    mut watch: Watch<'_, P>,
) -> Result<Exported> {
    let mut bytes = 0;
    let head = job.head();
    if !head.is_empty() {
        bytes += head.len() as u64;
        sink.write(Bytes::from(head)).await?;
    }
    let mut blocks = blocks(results, job, &file.selection);
    watch.check_cancelled()?;
    while let Some(block) = blocks.try_next().await? {
        watch.check_cancelled()?;
        if let Feed::Text(text) = block.feed {
            bytes += text.len() as u64;
            sink.write(Bytes::from(text)).await?;
        }
        watch.done(block.rows);
    }
    Ok(Exported { rows: watch.rows, bytes })
}

/// Writes files that a blocking thread encodes.
async fn encoded<S: Sink, P: FnMut(u64) + Send>(
    results: &ResultSet,
    job: Arc<Job>,
    files: Vec<File>,
    zipped: bool,
    sink: &mut S,
    mut watch: Watch<'_, P>,
) -> Result<Exported> {
    let cancel = watch.cancel;
    let (feed, fed_rows) = mpsc::channel(2);
    let (out, mut parts) = mpsc::channel::<Bytes>(4);
    let encoder = start(job.clone(), zipped, fed_rows, out);
    let feeding = async {
        // If the encoder ends early, it returns the error itself.
        for file in files {
            if feed.send(Feed::Begin(file.name)).await.is_err() {
                return Ok(watch.rows);
            }
            let mut blocks = blocks(results, &job, &file.selection);
            while let Some(block) = blocks.try_next().await? {
                watch.check_cancelled()?;
                if feed.send(block.feed).await.is_err() {
                    return Ok(watch.rows);
                }
                watch.done(block.rows);
            }
            if feed.send(Feed::End).await.is_err() {
                return Ok(watch.rows);
            }
        }
        let _ = feed.send(Feed::Done).await;
        Ok(watch.rows)
    };
    let storing = async {
        let mut bytes = 0;
        while let Some(part) = parts.recv().await {
            if cancel.load(Ordering::Relaxed) {
                return Err(SegmentError::Cancelled);
            }
            bytes += part.len() as u64;
            sink.write(part).await?;
        }
        Ok(bytes)
    };
    let done = tokio::try_join!(feeding, storing);
    // Close the channels first, or the encoder would wait forever.
    drop((feed, parts));
    let ended = encoder.await.map_err(|error| SegmentError::unavailable("the export", error))?;
    let (rows, bytes) = done?;
    ended?;
    Ok(Exported { rows, bytes })
}

/// The sink of a streamed export.
struct Reader(mpsc::Sender<Piece>);

enum Piece {
    Bytes(Bytes),
    Failed(SegmentError),
    End,
}

impl Sink for Reader {
    async fn write(&mut self, bytes: Bytes) -> Result<()> {
        self.0.send(Piece::Bytes(bytes)).await.map_err(|_| SegmentError::Cancelled)
    }
}

/// Exports results as a stream of bytes, for downloads. Dropping the stream stops the export. Must be called
/// within a Tokio runtime.
pub fn export_stream(
    results: ResultSet,
    spec: ExportSpec,
) -> impl Stream<Item = Result<Bytes>> + Send + 'static {
    let (pieces, read) = mpsc::channel(2);
    tokio::spawn(async move {
        let mut sink = Reader(pieces.clone());
        let done = export(&results, &spec, &mut sink, |_| {}, &AtomicBool::new(false)).await;
        let last = done.map_or_else(Piece::Failed, |_| Piece::End);
        // The receiver may be gone.
        let _ = pieces.send(last).await;
    });
    stream::unfold(Some(read), |read| async move {
        let mut read = read?;
        match read.recv().await {
            Some(Piece::Bytes(bytes)) => Some((Ok(bytes), Some(read))),
            Some(Piece::End) => None,
            Some(Piece::Failed(error)) => Some((Err(error), None)),
            // A download without its last piece must not look complete.
            None => Some((Err(SegmentError::unavailable("the export", "it stopped unexpectedly")), None)),
        }
    })
}
