//! The statement of a task: what was held, charged and returned.

use std::collections::BTreeMap;

use numsift_model::ledger::Split;
use numsift_model::money::Points;
use numsift_model::task::{Task, TaskCharge};
use numsift_store::Tx;

use super::Tasks;
use crate::Result;

/// The money of a task. Held is the sum of charged, returned and open; the lines add up to charged.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Statement {
    /// The most that the task could cost, held when it started.
    pub held: Split,
    pub charged: Points,
    /// Returned when the task ended.
    pub returned: Points,
    /// Still held.
    pub open: Points,
    /// Taken back from the charges afterwards.
    pub refunded: Points,
    /// By project in the order of the plan, then by price.
    pub lines: Vec<StatementLine>,
}

/// Charged answers of one project at one price.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StatementLine {
    pub project: String,
    /// Price per answer; `None` if a task of an earlier version had several prices.
    pub price: Option<Points>,
    pub numbers: i64,
    pub amount: Points,
}

impl Tasks {
    /// The statement of a task, from the ledger.
    pub async fn statement(&self, tx: &mut dyn Tx, task: &Task) -> Result<Statement> {
        let reserved = if task.asked.held.0 > 0 { tx.hold(task.id).await? } else { None };
        let mut by_project: BTreeMap<String, Vec<TaskCharge>> = BTreeMap::new();
        for charge in tx.task_charges(task.id).await? {
            by_project.entry(charge.project.clone()).or_default().push(charge);
        }
        let mut lines = Vec::new();
        let (mut charged, mut refunded) = (Points::ZERO, Points::ZERO);
        for booking in tx.task_bookings(task.id).await? {
            charged += booking.charged;
            refunded += booking.refunded;
            let priced = by_project.remove(&booking.project).unwrap_or_default();
            let priced: Vec<_> = priced.into_iter().map(line).collect();
            if priced.iter().map(|line| line.amount).sum::<Points>() == booking.charged {
                lines.extend(priced);
                continue;
            }
            // Tasks of earlier versions have no charges by price.
            let price = plan_price(task, &booking.project);
            lines.push(StatementLine {
                price: price.filter(|price| *price * booking.numbers == booking.charged),
                project: booking.project,
                numbers: booking.numbers,
                amount: booking.charged,
            });
        }
        let place = |project: &str| task.asked.plan.checks.iter().position(|check| check.project == project);
        lines.sort_by_key(|line| place(&line.project));
        let (held, returned) =
            reserved.map_or_else(Default::default, |hold| (hold.reserved, hold.released.total()));
        let open = held.total() - charged - returned;
        Ok(Statement { held, charged, returned, open, refunded, lines })
    }
}

fn line(TaskCharge { project, price, numbers }: TaskCharge) -> StatementLine {
    StatementLine { project, price: Some(price), numbers, amount: price * numbers }
}

fn plan_price(task: &Task, project: &str) -> Option<Points> {
    let check = task.asked.plan.checks.iter().find(|check| check.project == project)?;
    check.country_prices.is_empty().then_some(Points(check.price))
}
