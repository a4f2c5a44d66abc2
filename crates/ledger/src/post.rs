//! Idempotent postings: claims the key and moves the balances, or returns the posting made under that key.

use numsift_model::clock::Timestamp;
use numsift_model::id::Uid;
use numsift_model::ledger::{Bucket, LedgerAccount, NewPosting, Posting, PostingKind, Reference};
use numsift_model::money::Points;
use numsift_store::{Outcome, Tx};
use sha2::{Digest, Sha256};

use crate::LedgerError;

/// The largest amount of a posting. Keeps balances far from the end of the range.
pub const MAX_AMOUNT: Points = Points(1_000_000_000_000_000);

/// One side of a posting: a ledger account and its change.
pub(crate) type Side = (LedgerAccount, Points);

/// Who makes a posting, and when.
#[derive(Debug, Clone, Copy)]
pub struct By {
    /// `None` is the system.
    pub actor: Option<Uid>,
    pub at: Timestamp,
}

impl By {
    pub fn system(at: Timestamp) -> Self {
        Self { actor: None, at }
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Posted {
    pub posting: Posting,
    /// `false` if an earlier call with the same key made the posting.
    pub fresh: bool,
}

impl Posted {
    /// Whether this posting took the account's spendable balance from at least `threshold` to below it.
    pub fn crossed_below(&self, uid: Uid, threshold: Points, spendable_after: Points) -> bool {
        let moved = self.posting.moved(uid, Bucket::Points) + self.posting.moved(uid, Bucket::Credit);
        self.fresh && spendable_after < threshold && spendable_after - moved >= threshold
    }
}

/// Checks that an amount is positive and not too large.
pub(crate) fn valid_amount(amount: Points) -> Result<Points, LedgerError> {
    if (Points(1)..=MAX_AMOUNT).contains(&amount) { Ok(amount) } else { Err(LedgerError::NotAnAmount) }
}

/// Hashes everything that determines the result of a request.
pub(crate) fn request_hash(parts: &[&str]) -> [u8; 32] {
    let mut hash = Sha256::new();
    for part in parts {
        hash.update(u64::try_from(part.len()).unwrap_or(u64::MAX).to_be_bytes());
        hash.update(part);
    }
    hash.finalize().into()
}

/// A posting without its sides.
pub(crate) struct Draft {
    pub kind: PostingKind,
    pub key: String,
    pub request_hash: [u8; 32],
    pub by: By,
    pub subject: Uid,
    pub reference: Reference,
    pub amount: Points,
}

impl Draft {
    fn asked(self) -> NewPosting {
        NewPosting {
            kind: self.kind,
            key: self.key,
            request_hash: self.request_hash,
            actor: self.by.actor,
            subject: self.subject,
            reference: self.reference,
            amount: self.amount,
            at: self.by.at,
        }
    }

    /// The posting that was made under the key earlier, if any.
    pub async fn posted_before(self, tx: &mut dyn Tx) -> Result<Option<Posted>, LedgerError> {
        let asked = self.asked();
        tx.posting(&asked.key).await?.map(|posting| earlier_posting(&asked, posting)).transpose()
    }

    /// Claims the key and moves the balances. A different request under the same key is a conflict.
    pub async fn post(self, tx: &mut dyn Tx, sides: &[Side]) -> Result<Posted, LedgerError> {
        let asked = self.asked();
        let sides = without_zeros(sides);
        match tx.post(&asked, &sides).await? {
            Outcome::Done(id, entries) => Ok(Posted { posting: Posting { id, asked, entries }, fresh: true }),
            Outcome::Known(posting) => earlier_posting(&asked, *posting),
            Outcome::NotEnough(account) => Err(insufficient(tx, &sides, account).await?),
        }
    }
}

/// Returns an earlier posting, unless it answered a different request.
fn earlier_posting(asked: &NewPosting, posting: Posting) -> Result<Posted, LedgerError> {
    if posting.asked.request_hash == asked.request_hash {
        Ok(Posted { posting, fresh: false })
    } else {
        Err(LedgerError::Conflict)
    }
}

fn without_zeros(sides: &[Side]) -> Vec<(LedgerAccount, i64)> {
    sides
        .iter()
        .filter(|(_, amount)| *amount != Points::ZERO)
        .map(|(account, amount)| (*account, amount.0))
        .collect()
}

/// How much is missing on the account whose balance would have become negative.
async fn insufficient(
    tx: &mut dyn Tx,
    sides: &[(LedgerAccount, i64)],
    account: LedgerAccount,
) -> Result<LedgerError, LedgerError> {
    let LedgerAccount::User(uid, bucket) = account else {
        return Ok(LedgerError::NotAnAmount);
    };
    let change = sides.iter().find(|(side, _)| *side == account).map_or(0, |(_, amount)| *amount);
    let balances = tx.balances(uid).await?;
    let available = match bucket {
        Bucket::Points => balances.points,
        Bucket::Credit => balances.credit,
        _ => Points::ZERO,
    };
    Ok(LedgerError::NotEnough { missing: -Points(change) - available })
}
