//! Postings of tasks: the hold at the start, a charge per chunk, the release at the end, refunds, and the
//! inviter's commission on every charge.

use numsift_model::id::{PostingId, TaskId, Uid};
use numsift_model::ledger::{
    Asset, Bucket, Hold, LedgerAccount, Posting, PostingKind, Reference, Split, SystemBook,
};
use numsift_model::money::Points;
use numsift_store::Tx;

use crate::LedgerError;
use crate::post::{By, Draft, Posted, Side, request_hash, valid_amount};

/// A hold to be opened.
#[derive(Debug, Clone, Copy)]
pub struct Reserve {
    pub uid: Uid,
    pub task: TaskId,
    /// The most that the task can cost.
    pub amount: Points,
}

/// Opens the hold of a task, from the quota first, then from the points.
pub async fn reserve(tx: &mut dyn Tx, by: By, new: Reserve) -> Result<Posted, LedgerError> {
    let amount = valid_amount(new.amount)?;
    let key = format!("hold:{}", new.task);
    let draft = Draft {
        kind: PostingKind::Hold,
        request_hash: request_hash(&["hold", &key, &new.uid.to_string(), &amount.0.to_string()]),
        key,
        by,
        subject: new.uid,
        reference: Reference { task: Some(new.task), ..Reference::default() },
        amount,
    };
    let spendable = tx.lock_spendable(new.uid).await?;
    let Some(taken) = spendable.take(amount) else {
        let refusal = LedgerError::NotEnough { missing: amount - spendable.total() };
        return draft.posted_before(tx).await?.ok_or(refusal);
    };
    let of = |bucket| LedgerAccount::of(new.uid, bucket);
    let sides = [
        (of(Bucket::Credit), -taken.credit),
        (of(Bucket::CreditHeld), taken.credit),
        (of(Bucket::Points), -taken.points),
        (of(Bucket::PointsHeld), taken.points),
    ];
    let posted = draft.post(tx, &sides).await?;
    if posted.fresh {
        tx.open_hold(new.task, new.uid, taken).await?;
    }
    Ok(posted)
}

/// A charge for one chunk.
#[derive(Debug, Clone)]
pub struct Settle<'a> {
    pub task: TaskId,
    pub chunk: i64,
    pub amount: Points,
    pub project: &'a str,
    /// How many numbers are charged.
    pub numbers: i64,
    /// The inviter's share, in basis points.
    pub commission_rate_bp: i64,
}

/// Charges a chunk to the hold of its task and credits the inviter's commission.
pub async fn settle(tx: &mut dyn Tx, by: By, new: Settle<'_>) -> Result<Posted, LedgerError> {
    valid_amount(new.amount)?;
    let mut hold = tx.hold(new.task).await?.ok_or(LedgerError::NoHold)?;
    let before = hold.settled;
    let posted = charge(tx, by, &mut hold, &new).await?;
    book_settled(tx, &hold, before).await?;
    Ok(posted)
}

/// Charges several parts of one task, as [`settle`] does, with one lock and one change of its hold. Returns the hold
/// afterwards; `None` if nothing is charged.
pub async fn settle_all(
    tx: &mut dyn Tx,
    by: By,
    charges: &[Settle<'_>],
) -> Result<Option<Hold>, LedgerError> {
    let Some(first) = charges.first() else { return Ok(None) };
    if charges.iter().any(|new| new.task != first.task) {
        return Err(LedgerError::NoHold);
    }
    let mut hold = tx.hold(first.task).await?.ok_or(LedgerError::NoHold)?;
    let before = hold.settled;
    for new in charges {
        charge(tx, by, &mut hold, new).await?;
    }
    book_settled(tx, &hold, before).await?;
    Ok(Some(hold))
}

/// Stores what was settled since `before`.
async fn book_settled(tx: &mut dyn Tx, hold: &Hold, before: Split) -> Result<(), LedgerError> {
    let settled = hold.settled - before;
    if settled.total() > Points::ZERO && !tx.settle_hold(hold.task, settled).await? {
        return Err(LedgerError::HoldExhausted);
    }
    Ok(())
}

/// Posts a charge and the inviter's commission. The hold is locked and changed in memory only.
async fn charge(tx: &mut dyn Tx, by: By, hold: &mut Hold, new: &Settle<'_>) -> Result<Posted, LedgerError> {
    let amount = valid_amount(new.amount)?;
    let key = format!("settle:{}:{}", new.task, new.chunk);
    let numbers = new.numbers.to_string();
    let reference = Reference {
        task: Some(new.task),
        chunk: Some(new.chunk),
        project: Some(new.project.to_owned()),
        numbers: new.numbers,
        ..Reference::default()
    };
    let draft = Draft {
        kind: PostingKind::Settle,
        request_hash: request_hash(&["settle", &key, &amount.0.to_string(), new.project, &numbers]),
        key,
        by,
        subject: hold.uid,
        reference,
        amount,
    };
    // The hold is locked, so the sides are known and one statement is enough.
    let taken = if hold.closed { None } else { hold.open().take(amount) };
    let Some(taken) = taken else {
        let refusal = if hold.closed { LedgerError::HoldClosed } else { LedgerError::HoldExhausted };
        return draft.posted_before(tx).await?.ok_or(refusal);
    };
    let posted = draft.post(tx, &charge_sides(hold.uid, taken)).await?;
    if !posted.fresh {
        return Ok(posted);
    }
    hold.settled = hold.settled + taken;
    if let Some(inviter) = hold.inviter {
        // Rounded down in favour of the operator.
        let commission = amount.checked_ratio(new.commission_rate_bp.clamp(0, 10_000), 10_000);
        let commission = commission.ok_or(LedgerError::NotAnAmount)?;
        post_commission(tx, by, PostingKind::Commission, inviter, &posted.posting, commission).await?;
    }
    Ok(posted)
}

/// Moves an amount from the hold to revenue.
fn charge_sides(uid: Uid, charge: Split) -> [Side; 4] {
    [
        (LedgerAccount::of(uid, Bucket::CreditHeld), -charge.credit),
        (LedgerAccount::system(SystemBook::Revenue, Asset::Credit, uid), charge.credit),
        (LedgerAccount::of(uid, Bucket::PointsHeld), -charge.points),
        (LedgerAccount::system(SystemBook::Revenue, Asset::Points, uid), charge.points),
    ]
}

/// Moves an amount from revenue to the spendable balances.
fn refund_sides(uid: Uid, refund: Split) -> [Side; 4] {
    [
        (LedgerAccount::of(uid, Bucket::Credit), refund.credit),
        (LedgerAccount::system(SystemBook::Revenue, Asset::Credit, uid), -refund.credit),
        (LedgerAccount::of(uid, Bucket::Points), refund.points),
        (LedgerAccount::system(SystemBook::Revenue, Asset::Points, uid), -refund.points),
    ]
}

/// Posts the commission on a charge, or its reversal after a refund. A commission of zero is not posted.
async fn post_commission(
    tx: &mut dyn Tx,
    by: By,
    kind: PostingKind,
    inviter: Uid,
    about: &Posting,
    commission: Points,
) -> Result<(), LedgerError> {
    if commission == Points::ZERO {
        return Ok(());
    }
    let amount = valid_amount(commission)?;
    let key = commission_key(about.id);
    let draft = Draft {
        kind,
        request_hash: request_hash(&["commission", &key, &inviter.to_string(), &amount.0.to_string()]),
        key,
        by,
        subject: inviter,
        reference: Reference {
            project: about.asked.reference.project.clone(),
            numbers: about.asked.reference.numbers,
            about: Some(about.id),
            ..Reference::default()
        },
        amount,
    };
    let credited = if kind == PostingKind::CommissionReversal { -amount } else { amount };
    let sides = [
        (LedgerAccount::system(SystemBook::CommissionCost, Asset::Points, inviter), -credited),
        (LedgerAccount::of(inviter, Bucket::Commission), credited),
    ];
    draft.post(tx, &sides).await?;
    Ok(())
}

fn commission_key(about: PostingId) -> String {
    format!("comm:{about}")
}

/// Returns a part of a hold that is no longer needed to the balances it came from, and closes the hold if nothing is left of it.
/// `part` identifies the release among those of the hold. Returns `None` if nothing is returned.
pub async fn release_part(
    tx: &mut dyn Tx,
    by: By,
    task: TaskId,
    part: i64,
    amount: Points,
) -> Result<Option<Posted>, LedgerError> {
    let hold = tx.hold(task).await?.ok_or(LedgerError::NoHold)?;
    let draft = Draft {
        kind: PostingKind::Release,
        request_hash: request_hash(&["release", &task.to_string(), &part.to_string(), &amount.0.to_string()]),
        key: format!("release:{task}:{part}"),
        by,
        subject: hold.uid,
        reference: Reference { task: Some(task), chunk: Some(part), ..Reference::default() },
        amount,
    };
    if hold.closed {
        return draft.posted_before(tx).await?.ok_or(LedgerError::HoldClosed).map(Some);
    }
    let back = hold.open().give_back(amount).ok_or(LedgerError::HoldExhausted)?;
    if amount == Points::ZERO {
        // Closes a hold that was charged completely.
        tx.release_from_hold(task, back).await?;
        return Ok(None);
    }
    let posted = draft.post(tx, &release_sides(hold.uid, back)).await?;
    if posted.fresh && !tx.release_from_hold(task, back).await? {
        return Err(LedgerError::HoldExhausted);
    }
    Ok(Some(posted))
}

/// Moves an amount from the hold back to the balances.
fn release_sides(uid: Uid, back: Split) -> [Side; 4] {
    let of = |bucket| LedgerAccount::of(uid, bucket);
    [
        (of(Bucket::CreditHeld), -back.credit),
        (of(Bucket::Credit), back.credit),
        (of(Bucket::PointsHeld), -back.points),
        (of(Bucket::Points), back.points),
    ]
}

/// Closes the hold of a task and returns the unused part to the balances it came from. Returns `None` if the
/// whole hold was charged, and the earlier posting if the hold was already closed.
pub async fn release(tx: &mut dyn Tx, by: By, task: TaskId) -> Result<Option<Posted>, LedgerError> {
    let hold = tx.hold(task).await?.ok_or(LedgerError::NoHold)?;
    release_hold(tx, by, &hold).await
}

/// [`release`] for a hold that this transaction has locked.
pub async fn release_hold(tx: &mut dyn Tx, by: By, hold: &Hold) -> Result<Option<Posted>, LedgerError> {
    let task = hold.task;
    let key = format!("release:{task}");
    if hold.closed {
        let before = tx.posting(&key).await?;
        return Ok(before.map(|posting| Posted { posting, fresh: false }));
    }
    let rest = hold.open();
    if !tx.close_hold(task, rest).await? {
        return Err(LedgerError::HoldClosed);
    }
    if rest.total() == Points::ZERO {
        return Ok(None);
    }
    let draft = Draft {
        kind: PostingKind::Release,
        request_hash: request_hash(&["release", &key]),
        key,
        by,
        subject: hold.uid,
        reference: Reference { task: Some(task), ..Reference::default() },
        amount: rest.total(),
    };
    draft.post(tx, &release_sides(hold.uid, rest)).await.map(Some)
}

/// A refund of the charge for one chunk.
#[derive(Debug, Clone)]
pub struct Refund<'a> {
    pub task: TaskId,
    pub chunk: i64,
    /// At most the charge.
    pub amount: Points,
    pub numbers: i64,
    pub note: &'a str,
}

/// Refunds a charge in whole or in part, points first, then quota. Each charge can be refunded once. The
/// inviter's commission is reduced in proportion.
pub async fn refund(tx: &mut dyn Tx, by: By, new: Refund<'_>) -> Result<Posted, LedgerError> {
    let amount = valid_amount(new.amount)?;
    let charged = tx.posting(&format!("settle:{}:{}", new.task, new.chunk)).await?;
    let charged = charged.ok_or(LedgerError::NotSettled)?;
    let uid = charged.asked.subject;
    let settled = Split {
        credit: charged.booked(SystemBook::Revenue, Asset::Credit),
        points: charged.booked(SystemBook::Revenue, Asset::Points),
    };
    let back = settled.give_back(amount).ok_or(LedgerError::RefundTooLarge)?;
    let key = format!("refund:{}:{}", new.task, new.chunk);
    let numbers = new.numbers.to_string();
    let draft = Draft {
        kind: PostingKind::Refund,
        request_hash: request_hash(&["refund", &key, &amount.0.to_string(), &numbers]),
        key,
        by,
        subject: uid,
        reference: Reference {
            task: Some(new.task),
            chunk: Some(new.chunk),
            project: charged.asked.reference.project.clone(),
            numbers: new.numbers,
            about: Some(charged.id),
            note: new.note.to_owned(),
            ..Reference::default()
        },
        amount,
    };
    let posted = draft.post(tx, &refund_sides(uid, back)).await?;
    if posted.fresh
        && let Some(paid) = tx.posting(&commission_key(charged.id)).await?
    {
        // The inviter keeps the same share of the remaining charge, rounded down again.
        let (commission, charge) = (paid.asked.amount, charged.asked.amount);
        let kept = commission.checked_ratio((charge - amount).0, charge.0).ok_or(LedgerError::NotAnAmount)?;
        let (inviter, reversed) = (paid.asked.subject, commission - kept);
        let kind = PostingKind::CommissionReversal;
        post_commission(tx, by, kind, inviter, &posted.posting, reversed).await?;
    }
    Ok(posted)
}
