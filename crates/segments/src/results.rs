//! Result segments: numbers and the answers of each check.

use std::io::Write;

use bytes::Bytes;
use parquet::file::writer::SerializedFileWriter;

use crate::columns::{CheckColumn, Numbers, Results};
use crate::error::{Result, SegmentError};
use crate::format::{
    AFTER_NUMBERS, COUNTRY, Field, Group, GroupWriter, KIND, LINE, NUMBER, carried_fields, encoding, guarded,
    number_fields, properties, schema,
};
use crate::layout::Layout;
use crate::objects::Objects;
use crate::page::ChunkPlace;
use crate::text::Text;

pub(crate) const CARRIER: usize = AFTER_NUMBERS;
const FIRST_CHECK: usize = CARRIER + 1;
/// The columns of a check: status, reason, detail.
const COLUMNS_PER_CHECK: usize = 3;

/// Which columns are decoded; the others stay empty.
#[derive(Clone, Debug)]
pub(crate) enum Wanted {
    All,
    Numbers,
    /// The columns that filters and sorts use.
    Classes,
    /// By column index.
    Some(Vec<bool>),
}

impl Wanted {
    fn column(&self, at: usize, checks: usize) -> bool {
        match self {
            Self::All => true,
            Self::Numbers => at == NUMBER,
            Self::Classes => is_class(at, checks),
            Self::Some(columns) => columns.get(at).copied().unwrap_or(false),
        }
    }
}

fn is_class(at: usize, checks: usize) -> bool {
    matches!(at, NUMBER | COUNTRY | KIND | CARRIER)
        || (at >= FIRST_CHECK
            && at < FIRST_CHECK + checks * COLUMNS_PER_CHECK
            && (at - FIRST_CHECK).is_multiple_of(COLUMNS_PER_CHECK))
}

/// The column indexes of a layout in a file.
#[derive(Clone, Debug)]
pub(crate) struct Shape {
    /// Number of statuses per check.
    statuses: Vec<i32>,
    carried: usize,
}

impl Shape {
    pub(crate) fn of(layout: &Layout) -> Result<Self> {
        layout.check()?;
        let statuses = layout.checks.iter().map(|check| i32::try_from(check.statuses.len()).unwrap_or(256));
        Ok(Self { statuses: statuses.collect(), carried: layout.carried.len() })
    }

    pub(crate) fn fields(&self) -> Vec<Field> {
        let mut fields = number_fields();
        fields.push(Field::text("carrier"));
        for check in 0..self.statuses.len() {
            fields.push(Field::code(format!("status_{check}")));
            fields.push(Field::text(format!("reason_{check}")));
            fields.push(Field::text(format!("detail_{check}")));
        }
        fields.extend(carried_fields(self.carried));
        fields
    }

    pub(crate) fn status(check: usize) -> usize {
        FIRST_CHECK + check * COLUMNS_PER_CHECK
    }

    pub(crate) fn reason(check: usize) -> usize {
        FIRST_CHECK + check * COLUMNS_PER_CHECK + 1
    }

    pub(crate) fn detail(check: usize) -> usize {
        FIRST_CHECK + check * COLUMNS_PER_CHECK + 2
    }

    pub(crate) fn carried(&self, column: usize) -> usize {
        FIRST_CHECK + self.statuses.len() * COLUMNS_PER_CHECK + column
    }

    pub(crate) fn columns(&self) -> usize {
        self.carried(self.carried)
    }
}

/// Encodes the results of a chunk as a file with one row group.
pub fn write_results(layout: &Layout, results: &Results) -> Result<Bytes> {
    results.check(layout)?;
    let fields = Shape::of(layout)?.fields();
    let mut file =
        SerializedFileWriter::new(Vec::new(), schema(&fields)?, properties(&fields)).map_err(encoding)?;
    let mut group = GroupWriter::begin(&mut file)?;
    write_group(&mut group, results)?;
    group.close()?;
    Ok(Bytes::from(file.into_inner().map_err(encoding)?))
}

fn write_group<W: Write + Send>(group: &mut GroupWriter<'_, W>, results: &Results) -> Result<()> {
    group.longs(&results.numbers.line)?;
    group.longs(&results.numbers.number)?;
    group.codes(&results.numbers.country)?;
    group.codes(&results.numbers.kind)?;
    group.named(&results.carriers, &results.carrier)?;
    for check in &results.checks {
        group.codes(&check.status)?;
        let reasons: Vec<u32> = check.reason.iter().map(|at| u32::from(*at)).collect();
        group.named(&check.reasons, &reasons)?;
        group.text(&check.detail)?;
    }
    for text in &results.numbers.carried {
        group.text(text)?;
    }
    Ok(())
}

/// Reads the results of a chunk.
pub async fn read_results(objects: &Objects, layout: &Layout, place: &ChunkPlace) -> Result<Results> {
    decode_with(objects, layout, place, Wanted::All, |results| results).await
}

/// Fetches a chunk, decodes the wanted columns and runs `work` on them in a blocking thread.
pub(crate) async fn decode_with<T: Send + 'static>(
    objects: &Objects,
    layout: &Layout,
    place: &ChunkPlace,
    wanted: Wanted,
    work: impl FnOnce(Results) -> T + Send + 'static,
) -> Result<T> {
    let shape = Shape::of(layout)?;
    let checks = shape.statuses.len();
    let group = Group::fetch(objects, &place.object, place.row_group as usize, &shape.fields(), |at| {
        wanted.column(at, checks)
    })
    .await?;
    if group.rows() != place.rows as usize {
        return Err(SegmentError::damaged(&place.object, "a row group has an unexpected number of rows"));
    }
    let object = place.object.clone();
    let task = tokio::task::spawn_blocking(move || {
        let results = guarded(group.object(), || decode(&group, &shape, &wanted))?;
        Ok(work(results))
    });
    task.await.map_err(|error| SegmentError::unavailable(&object, error))?
}

fn decode(group: &Group, shape: &Shape, wanted: &Wanted) -> Result<Results> {
    let rows = group.rows();
    let has = |at| wanted.column(at, shape.statuses.len());
    let longs = |at| if has(at) { group.longs(at) } else { Ok(vec![0; rows]) };
    let text = |at| if has(at) { group.text(at) } else { Ok(Text::empty(rows)) };
    let named = |at| if has(at) { group.named(at) } else { Ok((vec![0; rows], vec![String::new()])) };
    let (carrier, carriers) = named(CARRIER)?;
    let mut checks = Vec::with_capacity(shape.statuses.len());
    for (check, &limit) in shape.statuses.iter().enumerate() {
        let at = Shape::status(check);
        let status = if has(at) { group.codes(at, limit)? } else { vec![0; rows] };
        let (reason, reasons) = named(Shape::reason(check))?;
        if reasons.len() > 256 {
            return Err(SegmentError::damaged(group.object(), "a check has more than 256 reasons"));
        }
        let reason = reason.into_iter().map(|at| u8::try_from(at).unwrap_or(0)).collect();
        checks.push(CheckColumn { status, reason, reasons, detail: text(Shape::detail(check))? });
    }
    let numbers = Numbers {
        line: longs(LINE)?,
        number: longs(NUMBER)?,
        country: if has(COUNTRY) { group.codes(COUNTRY, 1 << 16)? } else { vec![0; rows] },
        kind: if has(KIND) { group.codes(KIND, 1 << 8)? } else { vec![0; rows] },
        carried: (0..shape.carried).map(|column| text(shape.carried(column))).collect::<Result<_>>()?,
    };
    Ok(Results { numbers, carrier, carriers, checks })
}
