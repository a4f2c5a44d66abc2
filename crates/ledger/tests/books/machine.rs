//! Random valid and invalid operations, some rolled back, compared with the model.

use std::collections::BTreeSet;

use numsift_ledger::{
    Adjust, LedgerError, QuotaTopUp, Refund, Reserve, Settle, TopUp, adjust, quota_top_up, refund, release,
    reserve, settle, top_up,
};
use numsift_model::id::{OrderId, TaskId, Uid};
use numsift_model::ledger::{Bucket, Fund, LedgerAccount, Movement, PostingKind};
use numsift_model::money::Points;
use numsift_store::{MovementFilter, Scope, Tx};
use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};

use crate::oracle::{Op, Oracle, Outcome, Purse};
use crate::places::{Place, by};

fn op() -> impl Strategy<Value = Op> {
    let user = 0..3_usize;
    // Mostly small, so that balances and holds run out; sometimes zero or negative.
    let amount = prop_oneof![1 => -3..1_i64, 12 => 1..60_i64, 4 => 60..4000_i64];
    let (task, chunk) = (0..4_u8, 0..3_u8);
    prop_oneof![
        2 => (user.clone(), amount.clone(), 0..5_u8)
            .prop_map(|(user, amount, deposit)| Op::TopUp { user, amount, deposit }),
        1 => (user.clone(), amount.clone(), 0..4_u8)
            .prop_map(|(user, amount, order)| Op::Quota { user, amount, order }),
        3 => (user.clone(), any::<bool>(), -80..300_i64, 0..8_u8, prop::bool::weighted(0.95))
            .prop_map(|(user, credit, amount, id, reason)| Op::Adjust { user, credit, amount, id, reason }),
        4 => (user, task.clone(), amount.clone())
            .prop_map(|(user, task, amount)| Op::Reserve { user, task, amount }),
        5 => (task.clone(), chunk.clone(), amount.clone(), prop_oneof![Just(0), Just(500), Just(3333)])
            .prop_map(|(task, chunk, amount, rate)| Op::Settle { task, chunk, amount, rate }),
        2 => task.clone().prop_map(|task| Op::Release { task }),
        3 => (task, chunk, amount).prop_map(|(task, chunk, amount)| Op::Refund { task, chunk, amount }),
    ]
}

/// Applies an operation to the ledger. `case` makes the keys of different cases unique.
async fn ask(tx: &mut dyn Tx, users: &[Uid; 3], case: i64, op: &Op) -> Result<Option<bool>, LedgerError> {
    let id = |n: u8| case * 1000 + i64::from(n);
    let posted = match *op {
        Op::TopUp { user, amount, deposit } => {
            let txid = format!("{case}-{deposit}");
            let new = TopUp {
                uid: users[user],
                points: Points(amount),
                txid: &txid,
                log_index: 0,
                order: None,
                note: "",
            };
            Some(top_up(tx, by(), new).await?)
        }
        Op::Quota { user, amount, order } => {
            let new =
                QuotaTopUp { uid: users[user], credit: Points(amount), order: OrderId(id(order)), note: "" };
            Some(quota_top_up(tx, by(), new).await?)
        }
        Op::Adjust { user, credit, amount, id, reason } => {
            let request_id = format!("{case}-{id}");
            let new = Adjust {
                uid: users[user],
                bucket: if credit { Bucket::Credit } else { Bucket::Points },
                amount: Points(amount),
                request_id: &request_id,
                reason: if reason { "why not" } else { " " },
            };
            Some(adjust(tx, by(), new).await?)
        }
        Op::Reserve { user, task, amount } => {
            let new = Reserve { uid: users[user], task: TaskId(id(task)), amount: Points(amount) };
            Some(reserve(tx, by(), new).await?)
        }
        Op::Settle { task, chunk, amount, rate } => {
            let new = Settle {
                task: TaskId(id(task)),
                chunk: i64::from(chunk),
                amount: Points(amount),
                project: "hygiene",
                numbers: amount,
                commission_rate_bp: rate,
            };
            Some(settle(tx, by(), new).await?)
        }
        Op::Release { task } => release(tx, by(), TaskId(id(task))).await?,
        Op::Refund { task, chunk, amount } => {
            let new = Refund {
                task: TaskId(id(task)),
                chunk: i64::from(chunk),
                amount: Points(amount),
                numbers: amount,
                note: "",
            };
            Some(refund(tx, by(), new).await?)
        }
    };
    Ok(posted.map(|posted| posted.fresh))
}

fn outcome(answer: &Result<Option<bool>, LedgerError>) -> Outcome {
    match answer {
        Ok(None) => Outcome::Nothing,
        Ok(Some(true)) => Outcome::Fresh,
        Ok(Some(false)) => Outcome::Again,
        Err(LedgerError::NotEnough { missing }) => Outcome::NotEnough(missing.0),
        Err(LedgerError::Conflict) => Outcome::Conflict,
        Err(LedgerError::NoHold) => Outcome::NoHold,
        Err(LedgerError::HoldClosed) => Outcome::HoldClosed,
        Err(LedgerError::HoldExhausted) => Outcome::HoldExhausted,
        Err(LedgerError::NotSettled) => Outcome::NotSettled,
        Err(LedgerError::RefundTooLarge) => Outcome::RefundTooLarge,
        Err(LedgerError::NotAnAmount) => Outcome::NotAnAmount,
        Err(LedgerError::ReasonRequired) => Outcome::ReasonRequired,
        Err(LedgerError::Store(error)) => panic!("{error}"),
    }
}

/// A user's balances, read from the rows of the ledger accounts.
pub async fn purse(place: &Place, uid: Uid) -> Purse {
    let mut tx = place.store.read().await.unwrap();
    let rows = tx.balances_after(uid.0 * 1024, 10).await.unwrap();
    let of = |bucket| {
        let id = LedgerAccount::of(uid, bucket).id();
        rows.iter().find(|row| row.id == id).map_or(0, |row| row.balance)
    };
    Purse {
        points: of(Bucket::Points),
        credit: of(Bucket::Credit),
        points_held: of(Bucket::PointsHeld),
        credit_held: of(Bucket::CreditHeld),
        commission: of(Bucket::Commission),
    }
}

async fn case_holds(place: &Place, case: i64, ops: &[(Op, bool)]) -> Result<(), TestCaseError> {
    let a = place.account(&format!("ann{case}"), None).await;
    let b = place.account(&format!("bob{case}"), Some(a)).await;
    let c = place.account(&format!("cat{case}"), Some(b)).await;
    let users = [a, b, c];
    let mut oracle = Oracle::default();
    for (op, kept) in ops {
        let mut expected = oracle.clone();
        let predicted = expected.apply(op);
        let mut tx = place.store.begin().await.unwrap();
        let answer = ask(&mut *tx, &users, case, op).await;
        prop_assert_eq!(outcome(&answer), predicted, "{:?}", op);
        if answer.is_err() {
            // A rejected operation cannot be saved, even if the caller ignores the error.
            let _ = tx.save().await;
        } else if *kept {
            tx.save().await.unwrap();
            oracle = expected;
        }
        for (user, uid) in users.iter().enumerate() {
            prop_assert_eq!(purse(place, *uid).await, oracle.purses[user], "user {} after {:?}", user, op);
        }
    }
    // The lists agree with the balances.
    let mut tx = place.store.read().await.unwrap();
    for (user, uid) in users.iter().enumerate() {
        lists_agree(&mut *tx, *uid, oracle.purses[user]).await?;
        let income = tx.income(Scope::Own(*uid), None, None).await.unwrap();
        let commission: i64 = income.iter().map(|row| row.commission.0).sum();
        prop_assert_eq!(commission, oracle.purses[user].commission);
    }
    Ok(())
}

/// Every posting is listed once, the running balances follow from the amounts, and the newest row has the balances of
/// the account.
pub async fn lists_agree(tx: &mut dyn Tx, uid: Uid, purse: Purse) -> Result<(), TestCaseError> {
    for (fund, balance, held) in [
        (Fund::Points, purse.points, purse.points_held),
        (Fund::Credit, purse.credit, purse.credit_held),
        (Fund::Commission, purse.commission, 0),
    ] {
        let filter = MovementFilter { fund, holds: true, ..MovementFilter::default() };
        let mut rows = Vec::new();
        loop {
            let before = rows.last().map(|row: &Movement| row.id);
            let page = tx.movements(Scope::Own(uid), &filter, before, 7).await.unwrap();
            if page.is_empty() {
                break;
            }
            rows.extend(page);
        }
        rows.reverse();
        let postings: BTreeSet<_> = rows.iter().map(|row| row.posting).collect();
        prop_assert_eq!(postings.len(), rows.len(), "a posting is listed once");
        let (mut now, mut now_held, mut income, mut spent, mut put, mut back) = (0, 0, 0, 0, 0, 0);
        for row in &rows {
            match row.kind {
                PostingKind::Hold => {
                    put -= row.amount.0;
                    now += row.amount.0;
                    now_held -= row.amount.0;
                }
                PostingKind::Release => {
                    back += row.amount.0;
                    now += row.amount.0;
                    now_held -= row.amount.0;
                }
                PostingKind::Settle => {
                    spent -= row.amount.0;
                    now_held += row.amount.0;
                }
                _ => {
                    if row.amount.0 > 0 {
                        income += row.amount.0;
                    } else {
                        spent -= row.amount.0;
                    }
                    now += row.amount.0;
                }
            }
            prop_assert_eq!((row.balance_after.0, row.held_after.0), (now, now_held), "{:?}", row);
        }
        prop_assert_eq!((now, now_held), (balance, held));
        let totals = tx.movement_totals(Scope::Own(uid), &filter).await.unwrap();
        let count = i64::try_from(rows.len()).unwrap();
        prop_assert_eq!((totals.count, totals.incoming.0, totals.outgoing.0), (count, income, spent));
        prop_assert_eq!((totals.held.0, totals.released.0), (put, back));
        prop_assert_eq!(income - spent, balance + held, "holds are neither income nor spending");
        let folded = MovementFilter { fund, ..MovementFilter::default() };
        let totals = tx.movement_totals(Scope::Own(uid), &folded).await.unwrap();
        let shown = rows.iter().filter(|row| !row.kind.is_hold()).count();
        prop_assert_eq!((totals.count, totals.held.0), (i64::try_from(shown).unwrap(), 0));
        prop_assert_eq!((totals.incoming.0, totals.outgoing.0), (income, spent));
    }
    Ok(())
}

fn run(place: &Place, runtime: &tokio::runtime::Runtime) {
    let config = Config { cases: 60, failure_persistence: None, ..Config::default() };
    let case = std::cell::Cell::new(0);
    let steps = prop::collection::vec((op(), prop::bool::weighted(0.9)), 1..70);
    TestRunner::new(config)
        .run(&steps, |ops| {
            case.set(case.get() + 1);
            runtime.block_on(case_holds(place, case.get(), &ops))
        })
        .unwrap();
    // A replay of all postings results in the balances of all cases.
    runtime.block_on(place.assert_balanced());
}

fn runtime() -> tokio::runtime::Runtime {
    tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap()
}

#[test]
fn the_books_agree_with_the_oracle_on_sqlite() {
    let runtime = runtime();
    let place = runtime.block_on(Place::sqlite());
    run(&place, &runtime);
}

#[test]
fn the_books_agree_with_the_oracle_on_postgres() {
    let runtime = runtime();
    let place = runtime.block_on(Place::postgres());
    run(&place, &runtime);
}
