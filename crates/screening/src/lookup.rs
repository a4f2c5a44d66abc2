//! One number that is asked about at once: a task of one number that the caller works on itself. It is
//! priced, held, charged and kept as every other task is; only lists of tasks do not show it.

use std::collections::BTreeMap;
use std::time::Duration;

use numsift_intake::Analysis;
use numsift_model::account::Account;
use numsift_model::clock::random_text;
use numsift_model::id::TaskId;
use numsift_model::list::{ListKind, ListState, NewList};
use numsift_model::task::{ClaimedChunk, Task, TaskMode, TaskOrigin};
use numsift_segments::{Filter, ResultRow, Sort};
use numsift_store::{Scope, Tx};

use crate::analyse::SegmentsWriter;
use crate::engine::Screening;
use crate::facts::Facts;
use crate::in_hand::Attempt;
use crate::list_document::ListDocument;
use crate::tasks::{CheckRequest, StartTask};
use crate::{Result, ScreeningError};

/// Longer than any lookup may take: until then, no other worker takes it.
const LEASE_S: i64 = 60;
/// What such tasks are for.
const PURPOSE: &str = "api";

/// A number as a list, stored and not known to the database yet.
pub struct NumberList {
    list: NewList,
    object: String,
}

/// A lookup that was begun.
#[derive(Debug, Clone, Copy)]
pub struct BegunLookup {
    /// Its task.
    pub task: TaskId,
    chunk: ClaimedChunk,
}

impl Screening {
    /// Stores a valid number as a list.
    pub async fn number_list(&self, account: &Account, facts: &Facts) -> Result<NumberList> {
        let numbers = facts.as_list().ok_or(ScreeningError::Invalid("number"))?;
        let random = random_text(&*self.0.entropy, 16).map_err(ScreeningError::machine)?;
        let folder = format!("lists/{}/{random}", account.uid);
        let mut writer = SegmentsWriter::new(&self.0.objects, folder.clone(), 0);
        writer.push(&numbers).await?;
        let segments = writer.finish().await?;
        let object = segments.first().map(|segment| segment.object.clone()).unwrap_or_default();
        let country = facts.country().unwrap_or_default().to_owned();
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
            test_numbers: i64::from(facts.is_test()),
            ..ListDocument::default()
        };
        let now = self.0.clock.now();
        let retention = self.0.store.read().await?.settings().await?.retention_days;
        let list = NewList {
            uid: account.uid,
            kind: ListKind::Upload,
            state: ListState::Ready,
            name: facts.format(numplan::Format::E164).unwrap_or_default(),
            file_name: String::new(),
            source: None,
            bytes: 0,
            sha256: String::new(),
            document: document.text()?,
            numbers: 1,
            created_at: now,
            expires_at: Some(now.plus(retention * 86_400)),
        };
        Ok(NumberList { list, object })
    }

    /// Removes a stored number that no task came to need.
    pub async fn drop_number_list(&self, list: NumberList) {
        // What cannot be removed now is swept with other files that nobody knows of.
        let _ = self.0.objects.delete(&list.object).await;
    }

    /// Begins a lookup: sets the most that it can cost aside.
    pub async fn begin_lookup(
        &self,
        tx: &mut dyn Tx,
        account: &Account,
        list: &NumberList,
        projects: &[String],
        freshness_days: i64,
    ) -> Result<BegunLookup> {
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
        let task = self.start(tx, account, Scope::Own(account.uid), start).await?;
        let until = self.0.clock.now().plus(LEASE_S);
        let chunk = tx.claim_chunk_of(task, until).await?;
        let chunk = chunk.ok_or_else(|| ScreeningError::machine("a new task has no chunk"))?;
        Ok(BegunLookup { task, chunk })
    }

    /// Works on a lookup, and gives its task when it is over. One that takes too long is cancelled: then
    /// nothing was charged, and a late answer changes nothing.
    pub async fn run_lookup(&self, lookup: BegunLookup, within: Duration) -> Result<Task> {
        let attempt = Attempt::on(lookup.chunk);
        let (running, working_on) = (self.clone(), attempt.clone());
        let mut working = tokio::spawn(async move { running.run_chunk(&working_on).await });
        match tokio::time::timeout(within, &mut working).await {
            Ok(Ok(Ok(()))) => return self.end_lookup(lookup.task).await,
            Ok(Ok(Err(error))) => tracing::warn!(task = %lookup.task, %error, "a lookup failed"),
            Ok(Err(panicked)) => tracing::error!(task = %lookup.task, %panicked, "a lookup panicked"),
            Err(_) => working.abort(),
        }
        self.book_spent(&attempt).await?;
        self.end_lookup(lookup.task).await
    }

    /// The task of a lookup that nobody works on any more: cancelled, unless it came to its end.
    pub async fn end_lookup(&self, id: TaskId) -> Result<Task> {
        let task = self.0.store.read().await?.task(Scope::All, id).await?.ok_or(ScreeningError::NotFound)?;
        if task.state.is_over() {
            return Ok(task);
        }
        let mut tx = self.0.store.begin().await?;
        match self.cancel(&mut *tx, Scope::All, id).await {
            Ok(task) => {
                tx.save().await?;
                Ok(task)
            }
            // It came to its end in between.
            Err(ScreeningError::WrongState) => {
                drop(tx);
                let mut tx = self.0.store.read().await?;
                tx.task(Scope::All, id).await?.ok_or(ScreeningError::NotFound)
            }
            Err(error) => Err(error),
        }
    }

    /// What a lookup found; `None` when it was cancelled.
    pub async fn lookup_row(&self, task: &Task) -> Result<Option<ResultRow>> {
        if task.progress.done == 0 {
            return Ok(None);
        }
        let page = self.result_page(task, &Filter::default(), &Sort::Input, 0, 1).await?;
        Ok(page.rows.into_iter().next())
    }
}
