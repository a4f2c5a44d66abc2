//! What an account knows from its earlier checks: the newest definite answer to a number.

use std::collections::HashMap;
use std::sync::Arc;

use numsift_model::clock::Timestamp;
use numsift_model::id::Uid;
use numsift_model::lookup::KnownAnswer;
use numsift_segments::{Objects, SKIPPED, read_results};
use numsift_store::Store;

use crate::Result;
use crate::layout::{layout_of, place_of};

/// Most answers that are kept in memory for one check of a task.
const MOST_ANSWERS: usize = 4_000_000;
/// Answers of lookups that are read at a time.
const PAGE: i64 = 10_000;

/// The answers by number.
pub(crate) type KnownAnswers = HashMap<u64, KnownAnswer>;

/// Reads earlier answers.
#[derive(Clone)]
pub(crate) struct Book {
    store: Arc<dyn Store>,
    objects: Objects,
}

impl Book {
    pub fn new(store: Arc<dyn Store>, objects: Objects) -> Self {
        Self { store, objects }
    }

    /// The newest definite answers to these numbers since a moment.
    pub async fn answers_to(
        &self,
        uid: Uid,
        project: &str,
        numbers: &[u64],
        since: Timestamp,
    ) -> Result<KnownAnswers> {
        let mut answers = KnownAnswers::new();
        let of_lookups = self.store.read().await?.remembered_answers(uid, project, numbers, since).await?;
        keep_newest(&mut answers, of_lookups);
        self.add_answers_of_tasks(&mut answers, uid, project, since, |number| numbers.contains(&number))
            .await?;
        Ok(answers)
    }

    /// All newest definite answers of an account since a moment.
    pub async fn all_answers(&self, uid: Uid, project: &str, since: Timestamp) -> Result<KnownAnswers> {
        let mut answers = KnownAnswers::new();
        let mut after = 0;
        loop {
            let mut tx = self.store.read().await?;
            let page = tx.remembered_after(uid, project, since, after, PAGE).await?;
            let Some(last) = page.last() else { break };
            after = last.number;
            keep_newest(&mut answers, page);
        }
        self.add_answers_of_tasks(&mut answers, uid, project, since, |_| true).await?;
        Ok(answers)
    }

    async fn add_answers_of_tasks(
        &self,
        answers: &mut KnownAnswers,
        uid: Uid,
        project: &str,
        since: Timestamp,
        wanted: impl Fn(u64) -> bool,
    ) -> Result<()> {
        let tasks = self.store.read().await?.tasks_with_answers(uid, project, since).await?;
        for task in tasks {
            let layout = layout_of(&task.asked.plan);
            let Some(check) = task.asked.plan.checks.iter().position(|check| check.project == project) else {
                continue;
            };
            let ended_at = task.finished_at.unwrap_or(task.asked.created_at);
            let chunks = self.store.read().await?.chunks_done(task.id, 0).await?;
            for chunk in chunks {
                if answers.len() >= MOST_ANSWERS {
                    return Ok(());
                }
                let results = read_results(&self.objects, &layout, &place_of(&chunk)).await?;
                let column = &results.checks[check];
                let rows = results.numbers.number.iter().enumerate();
                let found = rows.filter(|(row, number)| is_definite(column.status[*row]) && wanted(**number));
                let found = found.map(|(row, number)| KnownAnswer {
                    number: *number,
                    status: layout.status_name(check, column.status[row]).to_owned(),
                    fields: column.detail.get(row).to_owned(),
                    // Results of earlier versions have no times.
                    at: match column.at[row] {
                        0 => ended_at,
                        at => Timestamp(i64::try_from(at).unwrap_or(i64::MAX)),
                    },
                });
                keep_newest(answers, found);
            }
        }
        Ok(())
    }
}

/// Adds answers, unless newer ones are known.
fn keep_newest(answers: &mut KnownAnswers, found: impl IntoIterator<Item = KnownAnswer>) {
    for answer in found {
        if answers.get(&answer.number).is_none_or(|known| known.at < answer.at) {
            answers.insert(answer.number, answer);
        }
    }
}

/// Neither unknown nor skipped, which come first in every layout.
fn is_definite(status: u8) -> bool {
    status > SKIPPED
}
