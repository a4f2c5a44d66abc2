//! How many numbers are likely to reach each step of a waterfall, from recent answers.

use std::collections::BTreeMap;

use numsift_model::clock::Timestamp;
use numsift_model::id::Uid;
use numsift_model::money::Points;
use numsift_model::project::Project;
use numsift_model::task::Condition;
use numsift_store::{DayUsage, Scope, Tx};

use super::CheckRequest;
use crate::Result;

/// Fewer answers say nothing about the next ones.
const LEAST_ANSWERS: i64 = 100;

/// A share of numbers, in basis points.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Share(i64);

impl Share {
    const ALL: Self = Self(10_000);

    pub fn of(self, price: Points) -> Option<Points> {
        price.checked_ratio(self.0, Self::ALL.0)
    }

    fn times(self, other: Self) -> Self {
        Self(self.0 * other.0 / Self::ALL.0)
    }
}

/// Answers of a project.
#[derive(Debug, Clone, Copy, Default)]
struct Seen {
    answers: i64,
    hits: i64,
    unknown: i64,
}

impl Seen {
    fn by_project(days: Vec<DayUsage>) -> BTreeMap<String, Self> {
        let mut seen = BTreeMap::<String, Self>::new();
        for day in days {
            let of = seen.entry(day.project).or_default();
            of.answers += day.answers;
            of.hits += day.hits;
            of.unknown += day.unknown;
        }
        seen.retain(|_, seen| seen.answers >= LEAST_ANSWERS);
        seen
    }

    /// The share of numbers with one of these statuses. Only hits are counted apart, so other selections are not
    /// known.
    fn share(self, project: &Project, statuses: &[String]) -> Option<Share> {
        let known = &project.details.statuses;
        let hit = known.first().is_some_and(|hit| statuses.contains(hit));
        let others = known.iter().skip(1).filter(|status| statuses.contains(status)).count();
        let definite = self.answers - self.unknown;
        let numbers = match (hit, others) {
            (true, 0) => self.hits,
            (true, others) if others + 1 == known.len() => definite,
            (false, others) if others > 0 && others + 1 == known.len() => definite - self.hits,
            _ => return None,
        };
        Some(Share(numbers.clamp(0, self.answers) * Share::ALL.0 / self.answers))
    }
}

/// The share of numbers that is likely to reach each step; `None` if it is not known. The account's own answers are
/// used where there are enough, otherwise those of all accounts.
pub(super) async fn expected_reach(
    tx: &mut dyn Tx,
    uid: Uid,
    since: Timestamp,
    projects: &[Project],
    checks: &[CheckRequest],
) -> Result<Vec<Option<Share>>> {
    let own = Seen::by_project(tx.usage(Scope::Own(uid), since).await?);
    let all = Seen::by_project(tx.usage(Scope::All, since).await?);
    let seen = |project: &Project| own.get(&project.slug).or_else(|| all.get(&project.slug)).copied();
    let mut reach: Vec<Option<Share>> = Vec::new();
    for check in checks {
        let share = match &check.condition {
            Some(Condition { step: Some(step), statuses, .. }) => {
                let earlier = reach.get(*step).copied().flatten();
                let passed = projects.get(*step).and_then(|project| seen(project)?.share(project, statuses));
                earlier.zip(passed).map(|(earlier, passed)| earlier.times(passed))
            }
            _ => Some(Share::ALL),
        };
        reach.push(share);
    }
    Ok(reach)
}
