//! Posting: claim the key, move the balances, or give the first answer again.

use numsift_model::clock::Timestamp;
use numsift_model::id::Uid;
use numsift_model::ledger::{Bucket, LedgerAccount, NewPosting, Posting, PostingKind, Reference};
use numsift_model::money::Points;
use numsift_store::{Claim, Moved, Outcome, Tx};
use sha2::{Digest, Sha256};

use crate::LedgerError;

/// No amount is larger: sums of many stay far from the end of the range.
const LARGEST: i64 = 1_000_000_000_000_000;

/// Who does something, and when.
#[derive(Debug, Clone, Copy)]
pub struct By {
    /// `None` is the system.
    pub actor: Option<Uid>,
    /// When.
    pub at: Timestamp,
}

impl By {
    /// The system itself.
    pub fn system(at: Timestamp) -> Self {
        Self { actor: None, at }
    }
}

/// A transaction, and whether this call made it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Posted {
    /// The transaction.
    pub posting: Posting,
    /// `false` when it was posted by an earlier call with the same key.
    pub fresh: bool,
}

impl Posted {
    /// Whether this movement took what the account can spend from the threshold or above to below
    /// it: the moment to tell its owner, once.
    pub fn fell_below(&self, uid: Uid, threshold: Points, spendable_after: Points) -> bool {
        let moved = self.posting.moved(uid, Bucket::Points) + self.posting.moved(uid, Bucket::Credit);
        self.fresh && spendable_after < threshold && spendable_after.0 - moved >= threshold.0
    }
}

/// A positive amount within bounds.
pub(crate) fn checked(amount: Points) -> Result<Points, LedgerError> {
    if (1..=LARGEST).contains(&amount.0) { Ok(amount) } else { Err(LedgerError::NotAnAmount) }
}

/// What identifies a request under its key: everything that decides its outcome.
pub(crate) fn request_hash(parts: &[&str]) -> [u8; 32] {
    let mut hash = Sha256::new();
    for part in parts {
        hash.update(u64::try_from(part.len()).unwrap_or(u64::MAX).to_be_bytes());
        hash.update(part);
    }
    hash.finalize().into()
}

/// A transaction before it has sides.
pub(crate) struct Draft {
    pub kind: PostingKind,
    pub key: String,
    pub request_hash: [u8; 32],
    pub by: By,
    pub subject: Uid,
    pub reference: Reference,
    pub amount: Points,
}

/// What claiming a draft's key gave.
pub(crate) enum Begun {
    /// The sides can be decided now.
    New(Started),
    /// It was posted before.
    Known(Posted),
}

/// A transaction that waits for its sides.
pub(crate) struct Started {
    id: numsift_model::id::PostingId,
    asked: NewPosting,
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

    /// Claims the key. A different request under it is a conflict.
    pub async fn begin(self, tx: &mut dyn Tx) -> Result<Begun, LedgerError> {
        let asked = self.asked();
        match tx.claim_posting(&asked).await? {
            Claim::New(id) => Ok(Begun::New(Started { id, asked })),
            Claim::Known(posting) => known(&asked, *posting).map(Begun::Known),
        }
    }

    /// What was posted under the key before, if anything was.
    pub async fn posted_before(self, tx: &mut dyn Tx) -> Result<Option<Posted>, LedgerError> {
        let asked = self.asked();
        tx.posting(&asked.key).await?.map(|posting| known(&asked, posting)).transpose()
    }

    /// Posts at once: the sides do not depend on anything in the database.
    pub async fn post(self, tx: &mut dyn Tx, sides: &[(LedgerAccount, i64)]) -> Result<Posted, LedgerError> {
        let asked = self.asked();
        let sides = without_nothing(sides);
        match tx.post(&asked, &sides).await? {
            Outcome::Done(id, entries) => Ok(Posted { posting: Posting { id, asked, entries }, fresh: true }),
            Outcome::Known(posting) => known(&asked, *posting),
            Outcome::NotEnough(account) => Err(not_enough(tx, &sides, account).await?),
        }
    }
}

impl Started {
    /// Moves the balances. Sides of nothing are left out.
    pub async fn finish(
        self,
        tx: &mut dyn Tx,
        sides: &[(LedgerAccount, i64)],
    ) -> Result<Posted, LedgerError> {
        let sides = without_nothing(sides);
        match tx.move_balances(self.id, &sides).await? {
            Moved::Done(entries) => {
                Ok(Posted { posting: Posting { id: self.id, asked: self.asked, entries }, fresh: true })
            }
            Moved::NotEnough(account) => Err(not_enough(tx, &sides, account).await?),
        }
    }
}

/// The first answer again, unless it was to another request.
fn known(asked: &NewPosting, posting: Posting) -> Result<Posted, LedgerError> {
    if posting.asked.request_hash == asked.request_hash {
        Ok(Posted { posting, fresh: false })
    } else {
        Err(LedgerError::Conflict)
    }
}

fn without_nothing(sides: &[(LedgerAccount, i64)]) -> Vec<(LedgerAccount, i64)> {
    sides.iter().copied().filter(|(_, amount)| *amount != 0).collect()
}

/// How much is missing where a side would have crossed its floor.
async fn not_enough(
    tx: &mut dyn Tx,
    sides: &[(LedgerAccount, i64)],
    account: LedgerAccount,
) -> Result<LedgerError, LedgerError> {
    let wanted = sides.iter().find(|(side, _)| *side == account).map_or(0, |(_, amount)| -amount);
    let LedgerAccount::User(uid, bucket) = account else {
        return Ok(LedgerError::NotAnAmount);
    };
    let balances = tx.balances(uid).await?;
    let there = match bucket {
        Bucket::Points => balances.points.0,
        Bucket::Credit => balances.credit.0,
        _ => 0,
    };
    Ok(LedgerError::NotEnough { missing: Points(wanted - there) })
}
