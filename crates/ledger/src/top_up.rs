//! Money that comes in, and corrections.

use numsift_model::id::{OrderId, Uid};
use numsift_model::ledger::{Asset, Bucket, LedgerAccount, PostingKind, Reference, SystemBook};
use numsift_model::money::Points;
use numsift_store::Tx;

use crate::LedgerError;
use crate::post::{By, Draft, Posted, checked, request_hash};

/// USDT that arrived, as points.
#[derive(Debug, Clone)]
pub struct TopUp<'a> {
    /// Whose points.
    pub uid: Uid,
    /// How many.
    pub points: Points,
    /// The chain's transaction.
    pub txid: &'a str,
    /// Which of its transfers.
    pub log_index: i64,
    /// The order it pays, if any.
    pub order: Option<OrderId>,
    /// An administrator's reason, when one credited it by hand.
    pub note: &'a str,
}

/// Credits a transfer. The same transfer is credited once, whoever asks.
pub async fn top_up(tx: &mut dyn Tx, by: By, new: TopUp<'_>) -> Result<Posted, LedgerError> {
    let points = checked(new.points)?;
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
        (LedgerAccount::system(SystemBook::UsdtIn, Asset::Points, uid), -points.0),
        (LedgerAccount::of(uid, Bucket::Points), points.0),
    ];
    draft.post(tx, &sides).await
}

/// USDT that arrived for quota.
#[derive(Debug, Clone)]
pub struct QuotaTopUp<'a> {
    /// Whose quota.
    pub uid: Uid,
    /// How much.
    pub credit: Points,
    /// The order that it pays.
    pub order: OrderId,
    /// An administrator's reason, when one credited it by hand.
    pub note: &'a str,
}

/// Credits a quota order, once.
pub async fn quota_top_up(tx: &mut dyn Tx, by: By, new: QuotaTopUp<'_>) -> Result<Posted, LedgerError> {
    let credit = checked(new.credit)?;
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
        (LedgerAccount::system(SystemBook::CreditIssued, Asset::Credit, uid), -credit.0),
        (LedgerAccount::of(uid, Bucket::Credit), credit.0),
    ];
    draft.post(tx, &sides).await
}

/// A correction by an administrator.
#[derive(Debug, Clone)]
pub struct Adjust<'a> {
    /// Whose balance.
    pub uid: Uid,
    /// Points or credit.
    pub bucket: Bucket,
    /// By how much; negative takes away.
    pub amount: Points,
    /// Chosen by the client, so that a request sent twice counts once.
    pub request_id: &'a str,
    /// Why.
    pub reason: &'a str,
}

/// Corrects a balance.
pub async fn adjust(tx: &mut dyn Tx, by: By, new: Adjust<'_>) -> Result<Posted, LedgerError> {
    let size = checked(Points(new.amount.0.checked_abs().ok_or(LedgerError::NotAnAmount)?))?;
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
        (LedgerAccount::system(SystemBook::Adjust, new.bucket.asset(), uid), -new.amount.0),
        (LedgerAccount::of(uid, new.bucket), new.amount.0),
    ];
    draft.post(tx, &sides).await
}
