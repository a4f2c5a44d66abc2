//! Lists made of results: the numbers that nobody could tell about are asked about again.

use std::collections::{BTreeMap, BTreeSet};

use numsift_intake::Analysis;
use numsift_model::clock::random_text;
use numsift_model::list::{List, ListKind, ListState, NewList};
use numsift_model::task::{Job, JobKind, NewJob, Task};
use numsift_segments::{Kind, Numbers, country_code, read_results};
use numsift_store::{Scope, Tx};
use serde::{Deserialize, Serialize};

use crate::analyse::SegmentsWriter;
use crate::engine::Screening;
use crate::list_document::ListDocument;
use crate::lists::put;
use crate::results::{layout_of, place};
use crate::worker::{Held, JobEnd};
use crate::{Result, ScreeningError};

#[derive(Serialize, Deserialize)]
struct DeriveRequest {
    task: numsift_model::id::TaskId,
}

impl Screening {
    /// Makes a list of the numbers of a task about which any check has no answer; filled in the
    /// background.
    pub async fn rerun(&self, tx: &mut dyn Tx, task: &Task) -> Result<List> {
        if !task.state.is_over() || task.progress.unknown == 0 {
            return Err(ScreeningError::WrongState);
        }
        let now = self.0.clock.now();
        let random = random_text(&*self.0.entropy, 16).map_err(ScreeningError::machine)?;
        let document = ListDocument {
            folder: format!("lists/{}/{random}", task.asked.uid),
            carried: task.asked.plan.carried.clone(),
            ..ListDocument::default()
        };
        let retention = tx.settings().await?.retention_days;
        let new = NewList {
            uid: task.asked.uid,
            kind: ListKind::Upload,
            state: ListState::Analysing,
            name: task.asked.name.clone(),
            file_name: String::new(),
            source: None,
            bytes: 0,
            sha256: String::new(),
            document: document.text()?,
            numbers: 0,
            created_at: now,
            expires_at: Some(now.plus(retention * 86_400)),
        };
        let id = tx.add_list(&new).await?;
        let job = NewJob {
            kind: JobKind::Derive,
            uid: task.asked.uid,
            task: None,
            list: Some(id),
            request: serde_json::to_string(&DeriveRequest { task: task.id })?,
            created_at: now,
        };
        tx.add_job(&job).await?;
        tx.list(Scope::All, id).await?.ok_or(ScreeningError::NotFound)
    }

    pub(crate) async fn derive(&self, job: &Job, held: &Held) -> Result<JobEnd> {
        let id = job.asked.list.ok_or(ScreeningError::NotFound)?;
        let request: DeriveRequest = serde_json::from_str(&job.asked.request)?;
        let mut tx = self.0.store.read().await?;
        let mut list = tx.list(Scope::All, id).await?.ok_or(ScreeningError::NotFound)?;
        let task = tx.task(Scope::All, request.task).await?.ok_or(ScreeningError::NotFound)?;
        let mut chunks = tx.chunks_done(task.id, 0).await?;
        drop(tx);
        if list.data.state != ListState::Analysing {
            return Ok(JobEnd::done("{}"));
        }
        chunks.sort_by_key(|chunk| chunk.seq);
        let mut document = ListDocument::of(&list)?;
        let layout = layout_of(&task.asked.plan);
        let folder = format!("{}/{}", document.folder, job.epoch);
        let mut writer = SegmentsWriter::new(&self.0.objects, folder, document.carried.len());
        let (mut by_country, mut by_kind) = (BTreeMap::new(), BTreeMap::new());
        let mut count = 0_u64;
        let total = i64::try_from(chunks.len()).unwrap_or(i64::MAX);
        for (done, chunk) in chunks.iter().enumerate() {
            let results = read_results(&self.0.objects, &layout, &place(chunk)).await?;
            let unknown: BTreeSet<usize> = results
                .checks
                .iter()
                .flat_map(|column| (0..results.len()).filter(|row| column.status[*row] == 0))
                .collect();
            let mut numbers = Numbers::with_carried(document.carried.len());
            for row in unknown {
                numbers.append(&results.numbers.slice(row..row + 1));
                *by_country.entry(country_code(results.numbers.country[row]).to_string()).or_insert(0) += 1;
                let kind = Kind::from_code(results.numbers.kind[row]).name().to_owned();
                *by_kind.entry(kind).or_insert(0) += 1;
                count += 1;
            }
            writer.push(&numbers).await?;
            held.progress(i64::try_from(done + 1).unwrap_or(total), total).await?;
        }
        document.segments = writer.finish().await?;
        document.analysis =
            Some(Analysis { total: count, accepted: count, by_country, by_kind, ..Analysis::default() });
        list.data.numbers = i64::try_from(count).unwrap_or(i64::MAX);
        list.data.state = ListState::Ready;
        let mut tx = self.0.store.begin().await?;
        put(&mut *tx, list, &document).await?;
        tx.save().await?;
        Ok(JobEnd::done("{}"))
    }
}
