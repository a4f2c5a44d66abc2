//! Money of tasks: set aside at the start, charged chunk by chunk, the rest given back; refunds;
//! and the commission that follows every charge.

use numsift_model::id::{PostingId, TaskId, Uid};
use numsift_model::ledger::{
    Asset, Bucket, LedgerAccount, Posting, PostingKind, Reference, Split, SystemBook,
};
use numsift_model::money::Points;
use numsift_store::Tx;

use crate::LedgerError;
use crate::post::{Begun, By, Draft, Posted, checked, request_hash};

/// The most that a task can cost.
#[derive(Debug, Clone, Copy)]
pub struct Reserve {
    /// Who pays.
    pub uid: Uid,
    /// For what.
    pub task: TaskId,
    /// At the most.
    pub amount: Points,
}

/// Sets money aside for a task: quota first, then points.
pub async fn reserve(tx: &mut dyn Tx, by: By, new: Reserve) -> Result<Posted, LedgerError> {
    let amount = checked(new.amount)?;
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
        return Err(LedgerError::NotEnough { missing: Points(amount.0 - spendable.total().0) });
    };
    tx.open_hold(new.task, new.uid, taken).await?;
    let of = |bucket| LedgerAccount::of(new.uid, bucket);
    let sides = [
        (of(Bucket::Credit), -taken.credit.0),
        (of(Bucket::CreditHeld), taken.credit.0),
        (of(Bucket::Points), -taken.points.0),
        (of(Bucket::PointsHeld), taken.points.0),
    ];
    started.finish(tx, &sides).await
}

/// A chunk that is done.
#[derive(Debug, Clone)]
pub struct Settle<'a> {
    /// The task.
    pub task: TaskId,
    /// Which chunk of it.
    pub chunk: i64,
    /// What it costs.
    pub amount: Points,
    /// The project that was screened.
    pub project: &'a str,
    /// How many numbers are charged.
    pub numbers: i64,
    /// What the inviter gets of it, in basis points.
    pub commission_rate_bp: i64,
}

/// Charges a chunk against what the task has set aside, and credits the inviter's commission.
pub async fn settle(tx: &mut dyn Tx, by: By, new: Settle<'_>) -> Result<Posted, LedgerError> {
    let amount = checked(new.amount)?;
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
    // The hold is locked, so the sides are known before anything is posted, which makes it one statement.
    let taken = if hold.closed { None } else { hold.open().take(amount) };
    let Some(taken) = taken else {
        let refusal = if hold.closed { LedgerError::HoldClosed } else { LedgerError::HoldExhausted };
        return draft.posted_before(tx).await?.ok_or(refusal);
    };
    let posted = draft.post(tx, &charge(hold.uid, taken, 1)).await?;
    if !posted.fresh {
        return Ok(posted);
    }
    if !tx.settle_hold(new.task, taken).await? {
        return Err(LedgerError::HoldExhausted);
    }
    if let Some(inviter) = hold.inviter {
        let rate = i128::from(new.commission_rate_bp.clamp(0, 10_000));
        // Rounded down: the rest stays with the operator.
        let commission = i128::from(amount.0) * rate / 10_000;
        let commission = Points(i64::try_from(commission).map_err(|_| LedgerError::NotAnAmount)?);
        pay_commission(tx, by, inviter, &posted.posting, commission, 1).await?;
    }
    Ok(posted)
}

/// The sides of a charge (`sign` 1: held → revenue) or of a refund (-1: revenue → spendable).
fn charge(uid: Uid, split: Split, sign: i64) -> [(LedgerAccount, i64); 4] {
    let (credit, points) =
        if sign > 0 { (Bucket::CreditHeld, Bucket::PointsHeld) } else { (Bucket::Credit, Bucket::Points) };
    [
        (LedgerAccount::of(uid, credit), -sign * split.credit.0),
        (LedgerAccount::system(SystemBook::Revenue, Asset::Credit, uid), sign * split.credit.0),
        (LedgerAccount::of(uid, points), -sign * split.points.0),
        (LedgerAccount::system(SystemBook::Revenue, Asset::Points, uid), sign * split.points.0),
    ]
}

/// Commission for a charge (`sign` 1), or taken back for a refund (-1). Of nothing, nothing is posted.
async fn pay_commission(
    tx: &mut dyn Tx,
    by: By,
    inviter: Uid,
    charge: &Posting,
    commission: Points,
    sign: i64,
) -> Result<(), LedgerError> {
    if commission.0 == 0 {
        return Ok(());
    }
    let amount = checked(commission)?;
    let key = commission_key(charge.id);
    let draft = Draft {
        kind: if sign > 0 { PostingKind::Commission } else { PostingKind::CommissionReversal },
        request_hash: request_hash(&["commission", &key, &inviter.to_string(), &amount.0.to_string()]),
        key,
        by,
        subject: inviter,
        reference: Reference {
            project: charge.asked.reference.project.clone(),
            numbers: charge.asked.reference.numbers,
            about: Some(charge.id),
            ..Reference::default()
        },
        amount,
    };
    let sides = [
        (LedgerAccount::system(SystemBook::CommissionCost, Asset::Points, inviter), -sign * amount.0),
        (LedgerAccount::of(inviter, Bucket::Commission), sign * amount.0),
    ];
    draft.post(tx, &sides).await?;
    Ok(())
}

fn commission_key(about: PostingId) -> String {
    format!("comm:{about}")
}

/// Gives what a task has not used back to the buckets it came from. A task that used everything
/// is closed without a transaction; one that was closed before gives its first answer again.
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
    if rest.total().0 == 0 {
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
        (of(Bucket::CreditHeld), -rest.credit.0),
        (of(Bucket::Credit), rest.credit.0),
        (of(Bucket::PointsHeld), -rest.points.0),
        (of(Bucket::Points), rest.points.0),
    ];
    draft.post(tx, &sides).await.map(Some)
}

/// A charge to be taken back.
#[derive(Debug, Clone)]
pub struct Refund<'a> {
    /// The task.
    pub task: TaskId,
    /// Which chunk of it.
    pub chunk: i64,
    /// How much, never more than was charged.
    pub amount: Points,
    /// For how many numbers.
    pub numbers: i64,
    /// Why.
    pub note: &'a str,
}

/// Takes a charge back, wholly or in part, once: points come back first, then quota. The inviter's
/// commission shrinks with it.
pub async fn refund(tx: &mut dyn Tx, by: By, new: Refund<'_>) -> Result<Posted, LedgerError> {
    let amount = checked(new.amount)?;
    let charged = tx.posting(&format!("settle:{}:{}", new.task, new.chunk)).await?;
    let charged = charged.ok_or(LedgerError::NotSettled)?;
    let uid = charged.asked.subject;
    let settled = Split {
        credit: Points(charged.booked(SystemBook::Revenue, Asset::Credit)),
        points: Points(charged.booked(SystemBook::Revenue, Asset::Points)),
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
    let posted = draft.post(tx, &charge(uid, back, -1)).await?;
    if posted.fresh
        && let Some(paid) = tx.posting(&commission_key(charged.id)).await?
    {
        // What remains is the same share of what remains of the charge, rounded down again.
        let (paid_out, charge) = (i128::from(paid.asked.amount.0), i128::from(charged.asked.amount.0));
        let kept = paid_out * (charge - i128::from(amount.0)) / charge;
        let back = i64::try_from(paid_out - kept).map_err(|_| LedgerError::NotAnAmount)?;
        pay_commission(tx, by, paid.asked.subject, &posted.posting, Points(back), -1).await?;
    }
    Ok(posted)
}
