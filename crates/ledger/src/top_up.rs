//! Postings of top-ups and adjustments.

use numsift_model::id::{OrderId, Uid};
use numsift_model::ledger::{Asset, Bucket, LedgerAccount, PostingKind, Reference, SystemBook};
use numsift_model::money::Points;
use numsift_store::Tx;

use crate::LedgerError;
use crate::post::{By, Draft, Posted, request_hash, valid_amount};

/// A deposit to be credited as points.
#[derive(Debug, Clone)]
pub struct TopUp<'a> {
    pub uid: Uid,
    pub points: Points,
    pub txid: &'a str,
    pub log_index: i64,
    /// The order that it pays, if any.
    pub order: Option<OrderId>,
    /// Reason given by the administrator who credited it, or empty.
    pub note: &'a str,
}

/// Credits a deposit. Each transfer is credited once.
pub async fn top_up(tx: &mut dyn Tx, by: By, new: TopUp<'_>) -> Result<Posted, LedgerError> {
    let points = valid_amount(new.points)?;
    let key = format!("dep:{}:{}", new.txid, new.log_index);
    let uid = new.uid;
    let draft = Draft {
        kind: PostingKind::TopUp,
        request_hash: request_hash(&["top_up", &key, &uid.to_string(), &points.0.to_string()]),
        key,
        by,
        subject: uid,
        reference: Reference { order: new.order, note: new.note.to_owned(), ..Reference::default() },
        amount: points,
    };
    let sides = [
        (LedgerAccount::system(SystemBook::UsdtIn, Asset::Points, uid), -points),
        (LedgerAccount::of(uid, Bucket::Points), points),
    ];
    draft.post(tx, &sides).await
}

/// A paid quota order to be credited.
#[derive(Debug, Clone)]
pub struct QuotaTopUp<'a> {
    pub uid: Uid,
    pub credit: Points,
    pub order: OrderId,
    /// Reason given by the administrator who credited it, or empty.
    pub note: &'a str,
}

/// Credits a quota order. Each order is credited once.
pub async fn quota_top_up(tx: &mut dyn Tx, by: By, new: QuotaTopUp<'_>) -> Result<Posted, LedgerError> {
    let credit = valid_amount(new.credit)?;
    let key = format!("quota:{}", new.order);
    let uid = new.uid;
    let draft = Draft {
        kind: PostingKind::QuotaTopUp,
        request_hash: request_hash(&["quota", &key, &uid.to_string(), &credit.0.to_string()]),
        key,
        by,
        subject: uid,
        reference: Reference { order: Some(new.order), note: new.note.to_owned(), ..Reference::default() },
        amount: credit,
    };
    let sides = [
        (LedgerAccount::system(SystemBook::CreditIssued, Asset::Credit, uid), -credit),
        (LedgerAccount::of(uid, Bucket::Credit), credit),
    ];
    draft.post(tx, &sides).await
}

/// An adjustment by an administrator.
#[derive(Debug, Clone)]
pub struct Adjust<'a> {
    pub uid: Uid,
    /// Points or credit.
    pub bucket: Bucket,
    /// Added to the balance; may be negative.
    pub amount: Points,
    /// Chosen by the client, so that a repeated request counts once.
    pub request_id: &'a str,
    pub reason: &'a str,
}

/// Adjusts a balance.
pub async fn adjust(tx: &mut dyn Tx, by: By, new: Adjust<'_>) -> Result<Posted, LedgerError> {
    let size = valid_amount(new.amount.checked_abs().ok_or(LedgerError::NotAnAmount)?)?;
    if new.reason.trim().is_empty() {
        return Err(LedgerError::ReasonRequired);
    }
    if !matches!(new.bucket, Bucket::Points | Bucket::Credit) {
        return Err(LedgerError::NotAnAmount);
    }
    let uid = new.uid;
    let key = format!("adjust:{}", new.request_id);
    let amount = new.amount.0.to_string();
    let draft = Draft {
        kind: PostingKind::Adjust,
        request_hash: request_hash(&[
            "adjust",
            &key,
            &uid.to_string(),
            new.bucket.as_str(),
            &amount,
            new.reason,
        ]),
        key,
        by,
        subject: uid,
        reference: Reference { note: new.reason.to_owned(), ..Reference::default() },
        amount: size,
    };
    let sides = [
        (LedgerAccount::system(SystemBook::Adjust, new.bucket.asset(), uid), -new.amount),
        (LedgerAccount::of(uid, new.bucket), new.amount),
    ];
    draft.post(tx, &sides).await
}
