//! Pages of results, found through the histograms of the chunks.

use bytes::Bytes;
use futures_util::Stream;
use futures_util::future::BoxFuture;
use numsift_model::task::Task;
use numsift_segments::{ExportSpec, Filter, Format, Layout, ResultRow, Sort, export_stream};

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

    /// The results of a task as a stream of CSV, without a byte order mark.
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

    /// The layout of a task's results.
    pub fn layout(&self, task: &Task) -> Layout {
        layout_of(&task.asked.plan)
    }
}
