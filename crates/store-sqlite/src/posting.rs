//! Postings to the ledger. All sides of a posting move in two statements, because every statement is a round trip
//! to the database's thread.

use numsift_model::id::{PostingId, Uid};
use numsift_model::ledger::{Bucket, Entry, LedgerAccount, NewPosting};
use numsift_store::{EntryRow, Ledger as _, Outcome, StoreError, StoreResult, breakpoint};
use sqlx::{query, query_as, query_scalar};

use crate::DbTx;
use crate::sql::ledger::entry;

impl DbTx {
    /// Moves every balance that exists and stays above its minimum, and returns the accounts that moved.
    async fn move_existing(&mut self, sides: &str) -> StoreResult<Vec<i64>> {
        Ok(query_scalar!(
            r#"UPDATE ledger_accounts SET balance = balance + side.amount
            FROM (SELECT value ->> 0 AS account, value ->> 1 AS amount FROM json_each(?1)) AS side
            WHERE id = side.account AND (min_balance IS NULL OR balance + side.amount >= min_balance)
            RETURNING id AS "id!: i64""#,
            sides
        )
        .fetch_all(&mut *self.tx)
        .await?)
    }

    /// Creates the row of a bucket for its first movement.
    async fn open_bucket(&mut self, uid: Uid, bucket: Bucket, balance: i64) -> StoreResult<()> {
        let id = LedgerAccount::User(uid, bucket).id();
        let (kind, asset) = (bucket.as_str(), bucket.asset().as_str());
        query!(
            "INSERT INTO ledger_accounts (id, owner, kind, asset, part, balance, min_balance)
            VALUES (?, ?, ?, ?, 0, ?, 0)",
            id,
            uid.0,
            kind,
            asset,
            balance
        )
        .execute(&mut *self.tx)
        .await?;
        Ok(())
    }

    /// Records an entry for every side, with the balance after its movement.
    async fn record_entries(&mut self, posting: PostingId, sides: &str) -> StoreResult<Vec<Entry>> {
        let rows = query_as!(
            EntryRow,
            r#"INSERT INTO ledger_entries (posting, account, amount, balance_after)
            SELECT ?1, a.id, side.value ->> 1, a.balance
            FROM json_each(?2) AS side JOIN ledger_accounts a ON a.id = side.value ->> 0
            ORDER BY a.id
            RETURNING id AS "id!", posting, account, amount, balance_after"#,
            posting.0,
            sides
        )
        .fetch_all(&mut *self.tx)
        .await?;
        rows.iter().map(entry).collect()
    }

    /// Records a posting without entries; `None` if its key exists.
    async fn claim_posting(&mut self, new: &NewPosting) -> StoreResult<Option<PostingId>> {
        let reference = &new.reference;
        let request_hash = new.request_hash.as_slice();
        let (order, task, about) =
            (reference.order.map(|o| o.0), reference.task.map(|t| t.0), reference.about.map(|p| p.0));
        let (kind, actor) = (new.kind.as_str(), new.actor.map(|uid| uid.0));
        let claimed = query!(
            r#"INSERT INTO ledger_transactions (kind, key, request_hash, actor, subject, order_id, task, chunk,
                project, numbers, about, note, amount, created_at)
            VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)
            ON CONFLICT (key) DO NOTHING RETURNING id AS "id!""#,
            kind,
            new.key,
            request_hash,
            actor,
            new.subject.0,
            order,
            task,
            reference.chunk,
            reference.project,
            reference.numbers,
            about,
            reference.note,
            new.amount.0,
            new.at.0,
        )
        .fetch_optional(&mut *self.tx)
        .await?;
        if claimed.is_some() {
            self.unfinished = true;
            breakpoint::reached("ledger/claimed");
        }
        Ok(claimed.map(|row| PostingId(row.id)))
    }

    /// Records a posting and moves its balances in the given order.
    pub(crate) async fn post_in_order(
        &mut self,
        new: &NewPosting,
        moves: &[(LedgerAccount, i64)],
    ) -> StoreResult<Outcome> {
        let Some(posting) = self.claim_posting(new).await? else {
            let known = self.posting(&new.key).await?.ok_or_else(|| StoreError::corrupt(&new.key))?;
            return Ok(Outcome::Known(Box::new(known)));
        };
        let sides: Vec<_> = moves.iter().map(|(account, amount)| (account.id(), *amount)).collect();
        let sides = serde_json::to_string(&sides).map_err(StoreError::corrupt)?;
        let existing = self.move_existing(&sides).await?;
        for &(account, amount) in moves.iter().filter(|(account, _)| !existing.contains(&account.id())) {
            match account {
                LedgerAccount::User(uid, bucket) if amount > 0 => {
                    self.open_bucket(uid, bucket, amount).await?;
                }
                _ => return Ok(Outcome::NotEnough(account)),
            }
        }
        breakpoint::reached("ledger/moved");
        let entries = self.record_entries(posting, &sides).await?;
        breakpoint::reached("ledger/entered");
        self.unfinished = false;
        Ok(Outcome::Done(posting, entries))
    }
}
