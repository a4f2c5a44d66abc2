//! Merges many small result files into few large ones. Each chunk stays one row group, so its histogram
//! remains valid and only its place changes. The encoded columns are copied without decoding.

use bytes::Bytes;
use futures_util::{StreamExt, TryStreamExt, stream};
use parquet::basic::Type as Physical;
use parquet::column::writer::ColumnCloseResult;
use parquet::file::writer::SerializedFileWriter;

use crate::error::{Result, SegmentError};
use crate::format::{Fields, Group, GroupWriter, encoding, guarded, schema};
use crate::layout::Layout;
use crate::objects::{ObjectWriter, Objects};
use crate::page::{ChunkPlace, PARALLEL_CHUNKS};
use crate::results::{Shape, result_properties};

/// Copies chunks into files of about `rows_per_file` rows, called `name(0)`, `name(1)` and so on. Returns the
/// new places in the same order. Keeps the old files. On failure, the new files are deleted.
pub async fn compact(
    objects: &Objects,
    layout: &Layout,
    places: &[ChunkPlace],
    rows_per_file: u64,
    name: impl Fn(usize) -> String + Send,
) -> Result<Vec<ChunkPlace>> {
    let mut written = Vec::new();
    let done = copy(objects, layout, places, rows_per_file, name, &mut written).await;
    if done.is_err() {
        for object in written {
            if let Err(error) = objects.delete(&object).await {
                tracing::warn!(object, %error, "failed to delete a file of an unfinished compaction");
            }
        }
    }
    done
}

async fn copy(
    objects: &Objects,
    layout: &Layout,
    places: &[ChunkPlace],
    rows_per_file: u64,
    name: impl Fn(usize) -> String + Send,
    written: &mut Vec<String>,
) -> Result<Vec<ChunkPlace>> {
    let fields = Shape::of(layout)?.fields();
    let mut moved = Vec::with_capacity(places.len());
    // A loop instead of a closure that borrows its argument, which would make the future not `Send`.
    let mut fetches = Vec::with_capacity(places.len());
    for place in places {
        fetches.push(Group::fetch(objects, &place.object, place.row_group as usize, &fields, |_| true));
    }
    let mut groups = stream::iter(fetches).buffered(PARALLEL_CHUNKS);
    let mut file: Option<Target> = None;
    while let Some(group) = groups.try_next().await? {
        let place = &places[moved.len()];
        if group.rows() != place.rows as usize {
            return Err(SegmentError::damaged(
                &place.object,
                "a row group has not the rows that are expected",
            ));
        }
        let mut target = if let Some(open) = file.take() {
            open
        } else {
            let sink = objects.writer(&name(written.len()))?;
            let properties = result_properties(layout, &fields)?;
            let file = SerializedFileWriter::new(Vec::new(), schema(&fields.all)?, properties);
            let file = file.map_err(encoding)?;
            Target { sink, file, rows: 0, groups: 0 }
        };
        moved.push(ChunkPlace {
            object: target.sink.name().to_owned(),
            row_group: target.groups,
            rows: place.rows,
        });
        target.append(&group, &fields).await?;
        if target.rows >= rows_per_file {
            target.finish(written).await?;
        } else {
            file = Some(target);
        }
    }
    if let Some(target) = file {
        target.finish(written).await?;
    }
    Ok(moved)
}

struct Target {
    sink: ObjectWriter,
    file: SerializedFileWriter<Vec<u8>>,
    rows: u64,
    groups: u32,
}

impl Target {
    async fn append(&mut self, group: &Group, fields: &Fields) -> Result<()> {
        guarded(group.object(), || {
            let mut to = GroupWriter::begin(&mut self.file)?;
            for column in group.footer().row_group(group.index()).columns() {
                let close = ColumnCloseResult {
                    bytes_written: column.byte_range().1,
                    rows_written: group.rows() as u64,
                    metadata: column.clone(),
                    bloom_filter: None,
                    column_index: None,
                    offset_index: None,
                };
                // Copying fails only if the metadata of the source does not fit its bytes.
                to.copy(group.parts(), close)
                    .map_err(|error| SegmentError::damaged(group.object(), error))?;
            }
            // The columns that the version of the file does not have.
            for field in
                fields.all.iter().enumerate().filter(|(at, _)| !group.has(*at)).map(|(_, field)| field)
            {
                match field.physical {
                    Physical::BYTE_ARRAY => to.named(&[String::new()], &vec![0; group.rows()])?,
                    _ => to.longs(&vec![0; group.rows()])?,
                }
            }
            to.close().map_err(|error| SegmentError::damaged(group.object(), error))?;
            self.file.flush().map_err(|error| encoding(error.into()))
        })?;
        self.rows += group.rows() as u64;
        self.groups += 1;
        let bytes = std::mem::take(self.file.inner_mut());
        self.sink.write(Bytes::from(bytes)).await
    }

    async fn finish(mut self, written: &mut Vec<String>) -> Result<()> {
        let end = self.file.into_inner().map_err(encoding)?;
        self.sink.write(Bytes::from(end)).await?;
        written.push(self.sink.name().to_owned());
        self.sink.finish().await.map(drop)
    }
}
