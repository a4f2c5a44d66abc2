//! Results of a task: counts, and pages that are found through the histograms of its chunks.

use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, Mutex, PoisonError};

use bytes::Bytes;
use futures_util::Stream;
use futures_util::future::BoxFuture;
use numsift_model::id::TaskId;
use numsift_model::task::{ChunkRow, Task, TaskPlan};
use numsift_segments::{
    CheckLayout, Chunk, ChunkPlace, ExportSpec, Filter, Format, Histogram, Kind, Layout, ResultRow,
    ResultSet, Sort, country_code, export_stream,
};
use serde::Serialize;
use utoipa::ToSchema;

use crate::engine::Screening;
use crate::{Result, ScreeningError};

/// Tasks whose chunks are kept in memory.
const MOST_TASKS: usize = 32;
/// Carriers that are told one by one.
const MOST_CARRIERS: usize = 50;

/// How the results of a task are laid out.
pub(crate) fn layout_of(plan: &TaskPlan) -> Layout {
    let check =
        |check: &numsift_model::task::Check| CheckLayout::new(&check.project, check.statuses.iter().cloned());
    Layout { checks: plan.checks.iter().map(check).collect(), carried: plan.carried.clone() }
}

/// Chunks of tasks that somebody looks at. Those that are done never change, but for where they lie.
#[derive(Default)]
pub(crate) struct ResultCache(Mutex<HashMap<TaskId, Known>>);

#[derive(Clone, Default)]
struct Known {
    compacted: bool,
    last_order: i64,
    chunks: Arc<BTreeMap<i64, Chunk>>,
    sum: Arc<Histogram>,
}

impl ResultCache {
    pub fn forget(&self, id: TaskId) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).remove(&id);
    }

    fn get(&self, id: TaskId) -> Option<Known> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).get(&id).cloned()
    }

    fn put(&self, id: TaskId, known: Known) {
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if all.len() >= MOST_TASKS && !all.contains_key(&id) {
            all.clear();
        }
        all.insert(id, known);
    }
}

/// Counts of a task's results.
#[derive(Debug, Clone, Default, Serialize, ToSchema)]
pub struct Breakdown {
    /// Numbers that have results.
    pub rows: u64,
    /// By check and status.
    pub by_status: Vec<StatusCount>,
    /// By country; the largest first.
    pub by_country: Vec<CountryCount>,
    /// By type; the largest first.
    pub by_kind: Vec<KindCount>,
    /// By carrier; the largest first, the rest under an empty name.
    pub by_carrier: Vec<CarrierCount>,
}

/// How many answers of a check were this.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct StatusCount {
    /// Which check, from 0.
    pub check: usize,
    /// The status.
    pub status: String,
    /// How many.
    pub count: u64,
}

/// How many numbers belong to a country.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct CountryCount {
    /// Two letters, or `001`.
    pub country: String,
    /// How many.
    pub count: u64,
}

/// How many numbers are of a type.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct KindCount {
    /// The type.
    pub kind: String,
    /// How many.
    pub count: u64,
}

/// How many numbers were given to a carrier.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct CarrierCount {
    /// Its name; empty for all the others.
    pub carrier: String,
    /// How many.
    pub count: u64,
}

/// A page of results.
#[derive(Debug)]
pub struct ResultPage {
    /// How they are laid out.
    pub layout: Layout,
    /// The rows.
    pub rows: Vec<ResultRow>,
    /// How many there are in all.
    pub total: u64,
}

impl Screening {
    /// The chunks of a task that are done, in the order of the list.
    async fn known(&self, task: &Task) -> Result<Known> {
        let mut known = self.0.results.get(task.id).unwrap_or_default();
        if known.compacted != task.compacted {
            known = Known { compacted: task.compacted, ..Known::default() };
        }
        if known.last_order >= task.progress.done_chunks {
            return Ok(known);
        }
        let rows = self.0.store.read().await?.chunks_done(task.id, known.last_order).await?;
        if rows.is_empty() {
            return Ok(known);
        }
        let made = tokio::task::spawn_blocking(move || {
            let mut chunks = (*known.chunks).clone();
            let mut sum = (*known.sum).clone();
            for row in rows {
                let histogram = Arc::new(Histogram::from_bytes(&row.histogram)?);
                sum.merge(&histogram);
                known.last_order = known.last_order.max(row.done_order);
                chunks.insert(row.seq, Chunk { place: place(&row), histogram });
            }
            Ok::<_, numsift_segments::SegmentError>(Known {
                chunks: Arc::new(chunks),
                sum: Arc::new(sum),
                ..known
            })
        });
        let known = made.await.map_err(ScreeningError::machine)??;
        self.0.results.put(task.id, known.clone());
        Ok(known)
    }

    /// All results of a task that are there.
    pub(crate) async fn result_set(&self, task: &Task) -> Result<ResultSet> {
        let known = self.known(task).await?;
        let chunks = known.chunks.values().cloned().collect();
        Ok(ResultSet::new(self.0.objects.clone(), layout_of(&task.asked.plan), chunks))
    }

    /// Counts of a task's results.
    pub async fn breakdown(&self, task: &Task) -> Result<Breakdown> {
        let sum = self.known(task).await?.sum;
        let layout = layout_of(&task.asked.plan);
        let mut by_status = Vec::new();
        for check in 0..layout.checks.len() {
            for (status, count) in sum.by_status(check) {
                by_status.push(StatusCount {
                    check,
                    status: layout.status_name(check, status).to_owned(),
                    count,
                });
            }
        }
        let mut by_country: Vec<_> = sum
            .by_country()
            .into_iter()
            .map(|(country, count)| CountryCount { country: country_code(country).to_string(), count })
            .collect();
        by_country.sort_by(|a, b| b.count.cmp(&a.count).then_with(|| a.country.cmp(&b.country)));
        let mut by_kind: Vec<_> = sum
            .by_kind()
            .into_iter()
            .map(|(kind, count)| KindCount { kind: Kind::from_code(kind).name().to_owned(), count })
            .collect();
        by_kind.sort_by(|a, b| b.count.cmp(&a.count).then_with(|| a.kind.cmp(&b.kind)));
        Ok(Breakdown { rows: sum.rows(), by_status, by_country, by_kind, by_carrier: carriers(&sum) })
    }

    /// A page of a task's results.
    pub async fn result_page(
        &self,
        task: &Task,
        filter: &Filter,
        sort: &Sort,
        offset: u64,
        limit: usize,
    ) -> Result<ResultPage> {
        let set = self.result_set(task).await?;
        let reading: BoxFuture<'_, _> = Box::pin(set.page(filter, sort, offset, limit));
        let page = reading.await?;
        Ok(ResultPage { layout: layout_of(&task.asked.plan), rows: page.rows, total: page.total })
    }

    /// All results of a task as CSV, a piece at a time.
    pub async fn csv(
        &self,
        task: &Task,
        filter: Filter,
    ) -> Result<impl Stream<Item = numsift_segments::Result<Bytes>> + Send + 'static> {
        let set = self.result_set(task).await?;
        let mut spec = ExportSpec::new(Format::Csv, &set.layout);
        (spec.filter, spec.bom) = (filter, false);
        Ok(export_stream(set, spec))
    }

    /// How the results of a task are laid out.
    pub fn layout(&self, task: &Task) -> Layout {
        layout_of(&task.asked.plan)
    }
}

pub(crate) fn place(row: &ChunkRow) -> ChunkPlace {
    ChunkPlace {
        object: row.object.clone(),
        row_group: u32::try_from(row.row_group).unwrap_or(u32::MAX),
        rows: u32::try_from(row.rows).unwrap_or(u32::MAX),
    }
}

fn carriers(sum: &Histogram) -> Vec<CarrierCount> {
    let mut all = sum.by_carrier();
    all.sort_by(|a, b| b.1.cmp(&a.1).then_with(|| a.0.cmp(&b.0)));
    let (named, nameless): (Vec<_>, Vec<_>) = all.into_iter().partition(|(name, _)| !name.is_empty());
    let rest: u64 = named.iter().skip(MOST_CARRIERS).chain(&nameless).map(|(_, count)| count).sum();
    let mut told: Vec<_> = named
        .into_iter()
        .take(MOST_CARRIERS)
        .map(|(carrier, count)| CarrierCount { carrier, count })
        .collect();
    if rest > 0 {
        told.push(CarrierCount { carrier: String::new(), count: rest });
    }
    told
}
