//! Pages of results, found through the histograms of the chunks.

use bytes::Bytes;
use futures_util::Stream;
use futures_util::future::BoxFuture;
use numsift_model::clock::Timestamp;
use numsift_model::project::Answerer;
use numsift_model::task::Task;
use numsift_segments::{
    CheckLayout, CheckValue, ExportColumn, ExportSpec, Filter, Format, Layout, ResultRow, SKIPPED, Sort,
    export_stream,
};
use serde_json::{Map, Value};

use super::Results;
use crate::Result;
use crate::layout::layout_of;

#[derive(Debug)]
pub struct ResultPage {
    pub layout: Layout,
    pub rows: Vec<ResultRow>,
    /// Rows that match the filter, on all pages.
    pub total: u64,
}

/// Which rows a stream has, and how it writes their numbers.
#[derive(Debug, Clone, Copy)]
pub struct StreamRows {
    /// Every row of the list, not only the numbers with results.
    pub every_row: bool,
    /// Numbers of CSV as text for spreadsheets.
    pub text_numbers: bool,
}

/// When an answer was found; `None` for numbers that were skipped.
pub fn checked_at(task: &Task, value: &CheckValue) -> Option<Timestamp> {
    match (value.status, i64::try_from(value.at).unwrap_or(0)) {
        (SKIPPED, _) => None,
        (_, 0) => Some(task.finished_at.unwrap_or(task.asked.created_at)),
        (_, at) => Some(Timestamp(at)),
    }
}

/// The fields of an answer besides its status, with those that the number engine answers itself.
pub fn answer_fields(check: &CheckLayout, value: &CheckValue, carrier: &str) -> Map<String, Value> {
    let mut fields: Map<String, Value> = serde_json::from_str(&value.detail).unwrap_or_default();
    if check.answerer == Answerer::Carrier && value.status > SKIPPED {
        fields.insert("carrier".to_owned(), carrier.into());
    }
    fields
}

/// When the answers of a task were found, as far as its results do not say it.
pub(super) fn answered_at(task: &Task) -> u64 {
    u64::try_from(task.finished_at.unwrap_or(task.asked.created_at).0).unwrap_or(0)
}

impl Results {
    /// A page of a task's results.
    pub async fn page(
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

    /// The results of a task as a stream, without a byte order mark. Every row of the list is included
    /// if it is wanted and there is no filter.
    pub async fn stream(
        &self,
        task: &Task,
        format: Format,
        filter: Filter,
        StreamRows { every_row, text_numbers }: StreamRows,
    ) -> Result<impl Stream<Item = numsift_segments::Result<Bytes>> + Send + 'static> {
        let set = if every_row { self.every_row(task).await? } else { self.result_set(task).await? };
        let reading: BoxFuture<'_, _> = Box::pin(set.fields());
        let fields = reading.await?;
        let mut spec = ExportSpec::new(format, &set.layout, &fields);
        (spec.filter, spec.every_row, spec.answered_at) = (filter, every_row, answered_at(task));
        spec.text_numbers = text_numbers;
        Ok(export_stream(set, spec))
    }

    /// The names of the columns of an export, as far as they are known without reading results of earlier versions.
    pub async fn columns(&self, task: &Task) -> Result<Vec<String>> {
        let finished = self.finished_chunks(task).await?;
        let columns =
            ExportColumn::all(&layout_of(&task.asked.plan), finished.sum.fields().unwrap_or_default());
        Ok(columns.into_iter().map(|column| column.header).collect())
    }

    /// The layout of a task's results.
    pub fn layout(&self, task: &Task) -> Layout {
        layout_of(&task.asked.plan)
    }
}
