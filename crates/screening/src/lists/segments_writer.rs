//! Writes the numbers of a list as segments.

use numsift_model::list::InputSegment;
use numsift_segments::{InputWriter, Numbers, Objects};

use crate::Result;

/// Rows of a row group, which is decoded as a whole. Every chunk size divides it.
pub(crate) const GROUP_ROWS: usize = 50_000;
/// Rows of each of the first segments.
const SEGMENT_ROWS: u64 = 1_000_000;
/// Segments after which they become larger, so that a large list does not have thousands of them.
const SMALL_SEGMENTS: usize = 20;
/// Rows of each later segment.
const LARGE_SEGMENT_ROWS: u64 = 10_000_000;

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
            let most = if self.done.len() < SMALL_SEGMENTS { SEGMENT_ROWS } else { LARGE_SEGMENT_ROWS };
            let room = usize::try_from(most - writer.rows()).unwrap_or(usize::MAX);
            let until = numbers.len().min(from.saturating_add(room));
            if from == 0 && until == numbers.len() {
                writer.push(numbers).await?;
            } else {
                writer.push(&numbers.slice(from..until)).await?;
            }
            from = until;
            if writer.rows() >= most {
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

    /// Deletes the segments. One that cannot be deleted stays until its list is deleted.
    pub async fn discard(self) {
        if let Some(writer) = self.open {
            writer.abort().await;
        }
        for segment in self.done {
            if let Err(error) = self.objects.delete(&segment.object).await {
                tracing::warn!(object = segment.object, %error, "failed to delete a segment of an unfinished reading");
            }
        }
    }

    pub async fn finish(mut self) -> Result<Vec<InputSegment>> {
        self.close().await?;
        Ok(self.done)
    }
}
