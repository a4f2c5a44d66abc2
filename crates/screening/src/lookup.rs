//! Lookups: a task of one number that runs within the request. It is priced, held, charged and stored like every other
//! task, but not shown in lists of tasks.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use numplan::Format;
use numsift_intake::Analysis;
use numsift_model::account::Account;
use numsift_model::clock::{Clock, Entropy};
use numsift_model::id::TaskId;
use numsift_model::list::{ListKind, ListState, NewList};
use numsift_model::task::{ClaimedChunk, Task, TaskMode, TaskOrigin};
use numsift_segments::{Filter, Objects, ResultRow, Sort};
use numsift_store::{Scope, Store, Tx};

use crate::lists::{ListDocument, SegmentsWriter, new_folder};
use crate::number_info::NumberInfo;
use crate::results::Results;
use crate::tasks::{CheckRequest, StartTask, Tasks};
use crate::work::{Attempt, ChunkRunner};
use crate::{Result, ScreeningError};

/// Longer than any lookup may take, so that no worker claims its chunk.
const LEASE_S: i64 = 60;
/// Purpose of the tasks.
const PURPOSE: &str = "api";

/// Lookups, as request handlers use them.
#[derive(Clone)]
pub struct Lookups {
    pub(crate) store: Arc<dyn Store>,
    pub(crate) objects: Objects,
    pub(crate) clock: Arc<dyn Clock>,
    pub(crate) entropy: Arc<dyn Entropy>,
    pub(crate) tasks: Tasks,
    pub(crate) chunks: ChunkRunner,
    pub(crate) results: Results,
}

/// A list of one number: its segment is stored, its row is not.
pub struct NumberList {
    list: NewList,
    object: String,
}

/// A lookup whose task is started and whose chunk is claimed by the request.
#[derive(Debug, Clone, Copy)]
pub struct StartedLookup {
    pub task: TaskId,
    chunk: ClaimedChunk,
}

impl Lookups {
    /// Stores a valid number as the segment of a list.
    pub async fn store_number(&self, account: &Account, info: &NumberInfo) -> Result<NumberList> {
        let numbers = info.as_row().ok_or(ScreeningError::Invalid("number"))?;
        let folder = new_folder(&*self.entropy, account.uid)?;
        let mut writer = SegmentsWriter::new(&self.objects, folder.clone(), 0);
        writer.push(&numbers).await?;
        let segments = writer.finish().await?;
        let object = segments.first().map(|segment| segment.object.clone()).unwrap_or_default();
        let country = info.country().unwrap_or_default().to_owned();
        let analysis = Analysis {
            total: 1,
            accepted: 1,
            by_country: BTreeMap::from([(country, 1)]),
            ..Analysis::default()
        };
        let document = ListDocument {
            analysis: Some(analysis),
            segments,
            folder,
            test_numbers: i64::from(info.is_test()),
            ..ListDocument::default()
        };
        let now = self.clock.now();
        let retention = self.store.read().await?.settings().await?.retention_days;
        let list = NewList {
            uid: account.uid,
            kind: ListKind::Upload,
            state: ListState::Ready,
            name: info.format(Format::E164).unwrap_or_default(),
            file_name: String::new(),
            source: None,
            bytes: 0,
            sha256: String::new(),
            document: document.to_json()?,
            numbers: 1,
            created_at: now,
            expires_at: Some(now.plus(retention * 86_400)),
        };
        Ok(NumberList { list, object })
    }

    /// Deletes a stored number whose lookup was not started. If that fails, the sweep deletes it later.
    pub async fn discard_number(&self, list: NumberList) {
        let _ = self.objects.delete(&list.object).await;
    }

    /// Starts a lookup: holds the most that it can cost and claims its chunk.
    pub async fn start(
        &self,
        tx: &mut dyn Tx,
        account: &Account,
        list: &NumberList,
        projects: &[String],
        freshness_days: i64,
    ) -> Result<StartedLookup> {
        let id = tx.add_list(&list.list).await?;
        let check = |project: &String| CheckRequest { project: project.clone(), condition: None };
        let start = StartTask {
            list: id,
            name: list.list.name.clone(),
            mode: if projects.len() == 1 { TaskMode::Single } else { TaskMode::Parallel },
            checks: projects.iter().map(check).collect(),
            purpose: PURPOSE.to_owned(),
            confirmed: true,
            error_threshold: None,
            freshness_days,
            origin: TaskOrigin::Lookup,
        };
        let task = self.tasks.start(tx, account, Scope::Own(account.uid), start).await?;
        let until = self.clock.now().plus(LEASE_S);
        let chunk = tx.claim_chunk_of(task, until).await?;
        let chunk = chunk.ok_or_else(|| ScreeningError::machine("a new task has no chunk"))?;
        Ok(StartedLookup { task, chunk })
    }

    /// Runs a lookup and returns its task when it is over. One that takes longer than `limit` is cancelled; nothing is
    /// charged then, and a late answer changes nothing.
    pub async fn run(&self, lookup: StartedLookup, limit: Duration) -> Result<Task> {
        let attempt = Attempt::new(lookup.chunk);
        let (chunks, running) = (self.chunks.clone(), attempt.clone());
        let mut running = tokio::spawn(async move { chunks.run(&running).await });
        match tokio::time::timeout(limit, &mut running).await {
            Ok(Ok(Ok(()))) => return self.end(lookup.task).await,
            Ok(Ok(Err(error))) => tracing::warn!(task = %lookup.task, %error, "a lookup failed"),
            Ok(Err(panicked)) => tracing::error!(task = %lookup.task, %panicked, "a lookup panicked"),
            Err(_) => running.abort(),
        }
        self.chunks.book_cost(&attempt).await?;
        self.end(lookup.task).await
    }

    /// The task of a lookup that is no longer running. It is cancelled unless it is over.
    pub async fn end(&self, id: TaskId) -> Result<Task> {
        let task = self.store.read().await?.task(Scope::All, id).await?.ok_or(ScreeningError::NotFound)?;
        if task.state.is_over() {
            return Ok(task);
        }
        let mut tx = self.store.begin().await?;
        match self.tasks.cancel(&mut *tx, Scope::All, id).await {
            Ok(task) => {
                tx.save().await?;
                Ok(task)
            }
            // It ended since it was read.
            Err(ScreeningError::WrongState) => {
                drop(tx);
                let mut tx = self.store.read().await?;
                tx.task(Scope::All, id).await?.ok_or(ScreeningError::NotFound)
            }
            Err(error) => Err(error),
        }
    }

    /// The result of a lookup; `None` when it was cancelled.
    pub async fn row(&self, task: &Task) -> Result<Option<ResultRow>> {
        if task.progress.done == 0 {
            return Ok(None);
        }
        let page = self.results.page(task, &Filter::default(), &Sort::Input, 0, 1).await?;
        Ok(page.rows.into_iter().next())
    }
}
