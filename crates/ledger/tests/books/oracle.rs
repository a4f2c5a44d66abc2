//! A model of the ledger that predicts the result of every operation with plain maps.

use std::collections::HashMap;

/// An operation. Users are 0, 1 and 2; each is invited by the previous one.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Op {
    TopUp { user: usize, amount: i64, deposit: u8 },
    Quota { user: usize, amount: i64, order: u8 },
    Adjust { user: usize, credit: bool, amount: i64, id: u8, reason: bool },
    Reserve { user: usize, task: u8, amount: i64 },
    Settle { task: u8, chunk: u8, amount: i64, rate: i64 },
    Release { task: u8 },
    Refund { task: u8, chunk: u8, amount: i64 },
}

/// The result of an operation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// The posting is new.
    Fresh,
    /// The posting was made earlier.
    Again,
    /// There was nothing to post.
    Nothing,
    NotEnough(i64),
    Conflict,
    NoHold,
    HoldClosed,
    HoldExhausted,
    NotSettled,
    RefundTooLarge,
    NotAnAmount,
    ReasonRequired,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Purse {
    pub points: i64,
    pub credit: i64,
    pub points_held: i64,
    pub credit_held: i64,
    pub commission: i64,
}

#[derive(Debug, Clone, Copy)]
struct Held {
    user: usize,
    points: i64,
    credit: i64,
    closed: bool,
    released: bool,
}

#[derive(Debug, Clone, Copy)]
struct Charge {
    user: usize,
    points: i64,
    credit: i64,
    commission: i64,
}

#[derive(Debug, Clone, Default)]
pub struct Oracle {
    pub purses: [Purse; 3],
    pub revenue: i64,
    pub commission_paid: i64,
    holds: HashMap<u8, Held>,
    charges: HashMap<(u8, u8), Charge>,
    /// The request under each key. The commission rate is not part of a settlement's request.
    keys: HashMap<String, String>,
}

impl Oracle {
    /// Claims a key. Returns `None` if it is new.
    fn known(&mut self, key: String, body: String) -> Option<Outcome> {
        match self.keys.get(&key) {
            Some(before) if *before == body => Some(Outcome::Again),
            Some(_) => Some(Outcome::Conflict),
            None => {
                self.keys.insert(key, body);
                None
            }
        }
    }

    /// Applies an operation. If it is rejected, the caller must continue with the previous state.
    #[allow(clippy::too_many_lines)]
    pub fn apply(&mut self, op: &Op) -> Outcome {
        match *op {
            Op::TopUp { user, amount, deposit } => {
                if amount < 1 {
                    return Outcome::NotAnAmount;
                }
                if let Some(known) = self.known(format!("dep{deposit}"), format!("{user} {amount}")) {
                    return known;
                }
                self.purses[user].points += amount;
            }
            Op::Quota { user, amount, order } => {
                if amount < 1 {
                    return Outcome::NotAnAmount;
                }
                if let Some(known) = self.known(format!("quota{order}"), format!("{user} {amount}")) {
                    return known;
                }
                self.purses[user].credit += amount;
            }
            Op::Adjust { user, credit, amount, id, reason } => {
                if amount == 0 {
                    return Outcome::NotAnAmount;
                }
                if !reason {
                    return Outcome::ReasonRequired;
                }
                if let Some(known) = self.known(format!("adjust{id}"), format!("{user} {credit} {amount}")) {
                    return known;
                }
                let purse = &mut self.purses[user];
                let bucket = if credit { &mut purse.credit } else { &mut purse.points };
                if *bucket + amount < 0 {
                    return Outcome::NotEnough(-(*bucket + amount));
                }
                *bucket += amount;
            }
            Op::Reserve { user, task, amount } => {
                if amount < 1 {
                    return Outcome::NotAnAmount;
                }
                if let Some(known) = self.known(format!("hold{task}"), format!("{user} {amount}")) {
                    return known;
                }
                let purse = &mut self.purses[user];
                if purse.credit + purse.points < amount {
                    return Outcome::NotEnough(amount - purse.credit - purse.points);
                }
                let credit = amount.min(purse.credit);
                let points = amount - credit;
                purse.credit -= credit;
                purse.points -= points;
                purse.credit_held += credit;
                purse.points_held += points;
                self.holds.insert(task, Held { user, points, credit, closed: false, released: false });
            }
            Op::Settle { task, chunk, amount, rate } => {
                if amount < 1 {
                    return Outcome::NotAnAmount;
                }
                let Some(hold) = self.holds.get(&task).copied() else { return Outcome::NoHold };
                if let Some(known) = self.known(format!("settle{task}.{chunk}"), amount.to_string()) {
                    return known;
                }
                if hold.closed {
                    return Outcome::HoldClosed;
                }
                if hold.points + hold.credit < amount {
                    return Outcome::HoldExhausted;
                }
                let credit = amount.min(hold.credit);
                let points = amount - credit;
                let open = self.holds.get_mut(&task).unwrap();
                open.credit -= credit;
                open.points -= points;
                self.purses[hold.user].credit_held -= credit;
                self.purses[hold.user].points_held -= points;
                self.revenue += amount;
                let commission = if hold.user > 0 { amount * rate / 10_000 } else { 0 };
                if hold.user > 0 {
                    self.purses[hold.user - 1].commission += commission;
                    self.commission_paid += commission;
                }
                self.charges.insert((task, chunk), Charge { user: hold.user, points, credit, commission });
            }
            Op::Release { task } => {
                let Some(hold) = self.holds.get_mut(&task) else { return Outcome::NoHold };
                if hold.closed {
                    return if hold.released { Outcome::Again } else { Outcome::Nothing };
                }
                hold.closed = true;
                let rest = *hold;
                *hold = Held { points: 0, credit: 0, released: rest.points + rest.credit > 0, ..rest };
                let purse = &mut self.purses[rest.user];
                purse.points_held -= rest.points;
                purse.credit_held -= rest.credit;
                purse.points += rest.points;
                purse.credit += rest.credit;
                if rest.points + rest.credit == 0 {
                    return Outcome::Nothing;
                }
            }
            Op::Refund { task, chunk, amount } => {
                if amount < 1 {
                    return Outcome::NotAnAmount;
                }
                let Some(charge) = self.charges.get(&(task, chunk)).copied() else {
                    return Outcome::NotSettled;
                };
                let whole = charge.points + charge.credit;
                if amount > whole {
                    return Outcome::RefundTooLarge;
                }
                if let Some(known) = self.known(format!("refund{task}.{chunk}"), amount.to_string()) {
                    return known;
                }
                let points = amount.min(charge.points);
                self.purses[charge.user].points += points;
                self.purses[charge.user].credit += amount - points;
                self.revenue -= amount;
                if charge.commission > 0 {
                    let kept = charge.commission * (whole - amount) / whole;
                    self.purses[charge.user - 1].commission -= charge.commission - kept;
                    self.commission_paid -= charge.commission - kept;
                }
            }
        }
        Outcome::Fresh
    }
}
