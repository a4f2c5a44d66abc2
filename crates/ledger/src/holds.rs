//! Postings of tasks: the hold at the start, a charge per chunk, the release at the end, refunds, and the
//! inviter's commission on every charge.

use numsift_model::id::{PostingId, TaskId, Uid};
use numsift_model::ledger::{
    Asset, Bucket, LedgerAccount, Posting, PostingKind, Reference, Split, SystemBook,
};
use numsift_model::money::Points;
use numsift_store::Tx;

use crate::LedgerError;
use crate::post::{Begun, By, Draft, Posted, Side, request_hash, valid_amount};

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
    let started = match draft.begin(tx).await? {
        Begun::New(started) => started,
        Begun::Known(posted) => return Ok(posted),
    };
    let spendable = tx.lock_spendable(new.uid).await?;
    let Some(taken) = spendable.take(amount) else {
        return Err(LedgerError::NotEnough { missing: amount - spendable.total() });
    };
    tx.open_hold(new.task, new.uid, taken).await?;
    let of = |bucket| LedgerAccount::of(new.uid, bucket);
    let sides = [
        (of(Bucket::Credit), -taken.credit),
        (of(Bucket::CreditHeld), taken.credit),
        (of(Bucket::Points), -taken.points),
        (of(Bucket::PointsHeld), taken.points),
    ];
    started.finish(tx, &sides).await
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
    let amount = valid_amount(new.amount)?;
    let hold = tx.hold(new.task).await?.ok_or(LedgerError::NoHold)?;
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
    if !tx.settle_hold(new.task, taken).await? {
        return Err(LedgerError::HoldExhausted);
    }
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

/// Closes the hold of a task and returns the unused part to the balances it came from. Returns `None` if the
/// whole hold was charged, and the earlier posting if the hold was already closed.
pub async fn release(tx: &mut dyn Tx, by: By, task: TaskId) -> Result<Option<Posted>, LedgerError> {
    let hold = tx.hold(task).await?.ok_or(LedgerError::NoHold)?;
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
    let of = |bucket| LedgerAccount::of(hold.uid, bucket);
    let sides = [
        (of(Bucket::CreditHeld), -rest.credit),
        (of(Bucket::Credit), rest.credit),
        (of(Bucket::PointsHeld), -rest.points),
        (of(Bucket::Points), rest.points),
    ];
    draft.post(tx, &sides).await.map(Some)
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
