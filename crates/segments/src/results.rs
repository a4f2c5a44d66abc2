//! Result segments: numbers and the answers of each check.

use std::io::Write;

use bytes::Bytes;
use numsift_turns::off_thread;
use parquet::file::properties::WriterPropertiesPtr;
use parquet::file::writer::SerializedFileWriter;

use crate::columns::{CheckColumn, Numbers, Results};
use crate::error::{Result, SegmentError};
use crate::filter::Filter;
use crate::format::{
    AFTER_NUMBERS, COUNTRY, Field, Fields, Group, GroupWriter, KIND, LINE, NUMBER, SCHEMA_KEY, WRITTEN,
    carried_fields, described, encoding, guarded, number_fields, schema,
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
    /// By column index.
    Some(Vec<bool>),
}

impl Wanted {
    fn column(&self, at: usize) -> bool {
        match self {
            Self::All => true,
            Self::Numbers => at == NUMBER,
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

    /// Version 1 ends with the carried columns; version 2 appends the number as written and the times.
    pub(crate) fn fields(&self) -> Fields {
        let mut fields = number_fields();
        fields.push(Field::text("carrier"));
        for check in 0..self.statuses.len() {
            fields.push(Field::code(format!("status_{check}")));
            fields.push(Field::text(format!("reason_{check}")));
            fields.push(Field::text(format!("detail_{check}")));
        }
        fields.extend(carried_fields(self.carried));
        let first_version = fields.len();
        fields.push(Field::text(WRITTEN));
        fields.extend((0..self.statuses.len()).map(|check| Field::long(format!("at_{check}"))));
        Fields { all: fields, first_version }
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

    pub(crate) fn written(&self) -> usize {
        self.carried(self.carried)
    }

    pub(crate) fn at(&self, check: usize) -> usize {
        self.written() + 1 + check
    }

    pub(crate) fn columns(&self) -> usize {
        self.at(self.statuses.len())
    }

    /// Adds the columns in which a filter looks for texts.
    pub(crate) fn want_texts(&self, filter: &Filter, wanted: &mut [bool]) {
        if filter.search.is_some() {
            (wanted[NUMBER], wanted[self.written()]) = (true, true);
            (0..self.carried).for_each(|at| wanted[self.carried(at)] = true);
        }
        for at in filter.carried.keys().filter(|at| **at < self.carried) {
            wanted[self.carried(*at)] = true;
        }
    }

    /// The columns that filters and sorts use, with those in which a filter looks for texts.
    pub(crate) fn scanned(&self, filter: &Filter) -> Wanted {
        let checks = self.statuses.len();
        let mut wanted: Vec<bool> = (0..self.columns()).map(|at| is_class(at, checks)).collect();
        self.want_texts(filter, &mut wanted);
        Wanted::Some(wanted)
    }

    /// The line and the columns that answers consist of.
    pub(crate) fn answers(&self) -> Wanted {
        let mut wanted = vec![false; self.columns()];
        (wanted[LINE], wanted[CARRIER]) = (true, true);
        for check in 0..self.statuses.len() {
            for column in [Self::status(check), Self::reason(check), Self::detail(check), self.at(check)] {
                wanted[column] = true;
            }
        }
        Wanted::Some(wanted)
    }

    /// Number of carried columns.
    pub(crate) fn carried_columns(&self) -> usize {
        self.carried
    }
}

/// Version of the schema of result files (docs/data.md).
const RESULTS_SCHEMA: &str = "results/2";
/// Key of the layout, as JSON, by which other programs find the names of checks, statuses and columns.
const LAYOUT_KEY: &str = "numsift.layout";

/// Writer properties of a result file.
pub(crate) fn result_properties(layout: &Layout, fields: &Fields) -> Result<WriterPropertiesPtr> {
    let layout = serde_json::to_string(layout)
        .map_err(|error| SegmentError::Invalid(format!("the layout cannot be written: {error}")))?;
    Ok(described(&fields.all, &[(SCHEMA_KEY, RESULTS_SCHEMA.to_owned()), (LAYOUT_KEY, layout)]))
}

/// Encodes the results of a chunk as a file with one row group.
pub fn write_results(layout: &Layout, results: &Results) -> Result<Bytes> {
    results.check(layout)?;
    let fields = Shape::of(layout)?.fields();
    let properties = result_properties(layout, &fields)?;
    let mut file =
        SerializedFileWriter::new(Vec::new(), schema(&fields.all)?, properties).map_err(encoding)?;
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
    group.text(&results.numbers.written)?;
    for check in &results.checks {
        group.longs(&check.at)?;
    }
    Ok(())
}

/// Reads the results of a chunk.
pub async fn read_results(objects: &Objects, layout: &Layout, place: &ChunkPlace) -> Result<Results> {
    decode_with(objects, layout, place, Wanted::All, |results| results).await
}

/// Reads only the rows, numbers and statuses of a chunk. All other columns are empty.
pub async fn read_statuses(objects: &Objects, layout: &Layout, place: &ChunkPlace) -> Result<Results> {
    let mut wanted = vec![false; Shape::of(layout)?.columns()];
    (wanted[LINE], wanted[NUMBER]) = (true, true);
    (0..layout.checks.len()).for_each(|check| wanted[Shape::status(check)] = true);
    decode_with(objects, layout, place, Wanted::Some(wanted), |results| results).await
}

/// Reads only the numbers of a chunk and the statuses, details and times of some checks. All other columns are empty.
pub async fn read_checks(
    objects: &Objects,
    layout: &Layout,
    place: &ChunkPlace,
    checks: &[usize],
) -> Result<Results> {
    let shape = Shape::of(layout)?;
    let mut wanted = vec![false; shape.columns()];
    wanted[NUMBER] = true;
    for &check in checks {
        for column in [Shape::status(check), Shape::detail(check), shape.at(check)] {
            wanted[column] = true;
        }
    }
    decode_with(objects, layout, place, Wanted::Some(wanted), |results| results).await
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
    let fields = shape.fields();
    let wanted_column = |at| wanted.column(at);
    let group =
        Group::fetch(objects, &place.object, place.row_group as usize, &fields, wanted_column).await?;
    if group.rows() != place.rows as usize {
        return Err(SegmentError::damaged(&place.object, "a row group has an unexpected number of rows"));
    }
    let object = place.object.clone();
    let task = off_thread(move || {
        let results = guarded(group.object(), || decode(&group, &shape, &wanted))?;
        Ok(work(results))
    });
    task.await.map_err(|error| SegmentError::unavailable(&object, error))?
}

fn decode(group: &Group, shape: &Shape, wanted: &Wanted) -> Result<Results> {
    let rows = group.rows();
    let has = |at| group.has(at) && wanted.column(at);
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
        let (detail, at) = (text(Shape::detail(check))?, longs(shape.at(check))?);
        checks.push(CheckColumn { status, reason, reasons, detail, at });
    }
    let numbers = Numbers {
        line: longs(LINE)?,
        number: longs(NUMBER)?,
        country: if has(COUNTRY) { group.codes(COUNTRY, 1 << 16)? } else { vec![0; rows] },
        kind: if has(KIND) { group.codes(KIND, 1 << 8)? } else { vec![0; rows] },
        carried: (0..shape.carried).map(|column| text(shape.carried(column))).collect::<Result<_>>()?,
        written: text(shape.written())?,
    };
    Ok(Results { numbers, carrier, carriers, checks })
}
