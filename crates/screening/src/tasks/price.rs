//! What a task costs at most.

use numsift_model::account::Account;
use numsift_model::id::ListId;
use numsift_model::ledger::Split;
use numsift_model::money::Points;
use numsift_model::project::Project;
use numsift_model::task::{Condition, TaskMode};
use numsift_model::test_number::TEST_COUNTRY;
use numsift_store::{Scope, Tx};

use super::expect::expected_reach;
use super::pace::expected_seconds;
use super::plan::{requested_projects, sends_generated};
use super::start::samples_left;
use super::{CheckRequest, Tasks, ready_list};
use crate::Result;
use crate::lists::{ImportedList, ListDocument};

/// Hit rates of this many seconds are recent.
const RATES_S: i64 = 30 * 86_400;

/// What a task would cost.
#[derive(Debug, Clone)]
pub struct Quote {
    /// Numbers of the list.
    pub numbers: i64,
    /// Answers that can be charged.
    pub billable: i64,
    /// The most that the task can cost.
    pub price: Points,
    /// The same without the conditions of a waterfall.
    pub full_price: Points,
    /// What a waterfall is likely to cost at the recent hit rates; `None` if they are not known.
    pub expected: Option<Points>,
    /// The balances of the account.
    pub has: Split,
    /// Points and quota held for running tasks.
    pub held: Points,
    /// What would be held; `None` when the balances are too low.
    pub split: Option<Split>,
    pub checks: Vec<QuotedCheck>,
    /// Free samples that are left today.
    pub samples_left: i64,
    /// How long the task is likely to take, in seconds; `None` if that is not known.
    pub seconds: Option<i64>,
}

/// What one check of a task would cost.
#[derive(Debug, Clone)]
pub struct QuotedCheck {
    pub project: Project,
    /// Answers that can be charged.
    pub billable: i64,
    /// Numbers of countries that the project does not cover. They are skipped, free of charge.
    pub not_covered: i64,
    /// The most that the check can cost.
    pub price: Points,
    /// What the check is likely to cost at the recent hit rates; `None` if they are not known.
    pub expected: Option<Points>,
    /// The project can be answered now.
    pub usable: bool,
    /// The project asks providers and the numbers were generated, so it cannot be used.
    pub generated: bool,
}

impl Tasks {
    /// Prices a task.
    pub async fn quote(
        &self,
        tx: &mut dyn Tx,
        account: &Account,
        scope: Scope,
        list: ListId,
        mode: TaskMode,
        checks: &[CheckRequest],
    ) -> Result<Quote> {
        let list = ready_list(tx, scope, list).await?;
        let document = ListDocument::of(&list)?;
        let quote = self.quote_numbers(tx, account, &document, list.data.numbers, mode, checks).await?;
        let seconds = expected_seconds(tx, account.uid, &quote.checks).await?;
        Ok(Quote { seconds, ..quote })
    }

    /// Prices a task with numbers that were imported and are not stored as a list.
    pub async fn quote_imported(
        &self,
        tx: &mut dyn Tx,
        account: &Account,
        imported: &ImportedList,
        mode: TaskMode,
        checks: &[CheckRequest],
    ) -> Result<Quote> {
        self.quote_numbers(tx, account, imported.document(), imported.numbers(), mode, checks).await
    }

    async fn quote_numbers(
        &self,
        tx: &mut dyn Tx,
        account: &Account,
        document: &ListDocument,
        numbers: i64,
        mode: TaskMode,
        checks: &[CheckRequest],
    ) -> Result<Quote> {
        let projects = requested_projects(tx, mode, checks).await?;
        let balances = tx.balances(account.uid).await?;
        let reach = if mode == TaskMode::Waterfall {
            let since = self.clock.now().plus(-RATES_S);
            expected_reach(tx, account.uid, since, &projects, checks).await?
        } else {
            Vec::new()
        };
        let mut quoted = Vec::new();
        let mut full_price = Points::ZERO;
        for (step, (project, request)) in projects.into_iter().zip(checks).enumerate() {
            let priced = price_of(document, &project, request.condition.as_ref());
            let generated = sends_generated(document, &project);
            if !account.internal {
                full_price += price_of(document, &project, None).price;
            }
            let expected = reach.get(step).copied().flatten();
            quoted.push(QuotedCheck {
                expected: expected.filter(|_| !account.internal).and_then(|share| share.of(priced.price)),
                billable: priced.billable,
                not_covered: priced.not_covered,
                price: if account.internal { Points(0) } else { priced.price },
                usable: !generated && self.channels.can_answer(tx, &project).await?,
                generated,
                project,
            });
        }
        let price = quoted.iter().map(|check| check.price).sum::<Points>();
        let has = Split { credit: balances.credit, points: balances.points };
        Ok(Quote {
            numbers,
            billable: quoted.iter().map(|check| check.billable).sum(),
            price,
            full_price,
            expected: quoted.iter().map(|check| check.expected).sum(),
            has,
            held: balances.held(),
            split: has.take(price),
            checks: quoted,
            samples_left: samples_left(tx, account.uid, self.clock.now()).await?,
            seconds: None,
        })
    }
}

/// What a project can answer about a list, and the most that this costs.
#[derive(Default)]
pub(super) struct Priced {
    pub billable: i64,
    pub not_covered: i64,
    pub price: Points,
}

pub(super) fn price_of(document: &ListDocument, project: &Project, condition: Option<&Condition>) -> Priced {
    let mut priced = Priced::default();
    let Some(analysis) = &document.analysis else { return priced };
    let countries = condition.map(|condition| condition.countries.as_slice()).unwrap_or_default();
    for (country, count) in &analysis.by_country {
        if !countries.is_empty() && !countries.contains(country) {
            continue;
        }
        let free = if country == TEST_COUNTRY { document.test_numbers } else { 0 };
        let count = i64::try_from(*count).unwrap_or(i64::MAX).saturating_sub(free);
        if !project.details.covers(country) {
            priced.not_covered += count;
            continue;
        }
        priced.billable += count;
        priced.price += project.details.price_in(country) * count;
    }
    priced
}
