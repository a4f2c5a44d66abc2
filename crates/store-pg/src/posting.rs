//! Postings to the ledger. Whole postings go through the `ledger_post` function, which needs one round trip.

use numsift_model::id::PostingId;
use numsift_model::ledger::{Entry, LedgerAccount, NewPosting};
use numsift_store::{Ledger as _, Outcome, StoreError, StoreResult, breakpoint};
use sqlx::query;

use crate::DbTx;

impl DbTx {
    /// Moves one balance and records the entry; `None` when the balance would fall below its minimum.
    async fn move_one(
        &mut self,
        posting: PostingId,
        account: LedgerAccount,
        amount: i64,
    ) -> StoreResult<Option<Entry>> {
        let id = account.id();
        let moved = query!(
            r#"WITH moved AS (
                UPDATE ledger_accounts SET balance = balance + $1
                WHERE id = $2 AND (min_balance IS NULL OR balance + $1 >= min_balance)
                RETURNING balance)
            INSERT INTO ledger_entries (posting, account, amount, balance_after)
            SELECT $3, $2, $1, balance FROM moved RETURNING id, balance_after"#,
            amount,
            id,
            posting.0
        )
        .fetch_optional(&mut *self.tx)
        .await?;
        if let Some(row) = moved {
            return Ok(Some(Entry { id: row.id, account, amount, balance_after: row.balance_after }));
        }
        let LedgerAccount::User(uid, bucket) = account else { return Ok(None) };
        if amount < 0 {
            return Ok(None);
        }
        // The first movement of a bucket creates its row. A concurrent one may have created it already.
        let (kind, asset) = (bucket.as_str(), bucket.asset().as_str());
        let row = query!(
            r#"WITH moved AS (
                INSERT INTO ledger_accounts AS a (id, owner, kind, asset, part, balance, min_balance)
                VALUES ($2, $3, $4, $5, 0, $1, 0)
                ON CONFLICT (id) DO UPDATE SET balance = a.balance + excluded.balance
                RETURNING balance)
            INSERT INTO ledger_entries (posting, account, amount, balance_after)
            SELECT $6, $2, $1, balance FROM moved RETURNING id, balance_after"#,
            amount,
            id,
            uid.0,
            kind,
            asset,
            posting.0
        )
        .fetch_one(&mut *self.tx)
        .await?;
        Ok(Some(Entry { id: row.id, account, amount, balance_after: row.balance_after }))
    }

    /// Records a posting and moves its balances in the given order.
    pub(crate) async fn post_in_order(
        &mut self,
        new: &NewPosting,
        moves: &[(LedgerAccount, i64)],
    ) -> StoreResult<Outcome> {
        let (sides, amounts): (Vec<_>, Vec<_>) =
            moves.iter().map(|(side, amount)| (side.id(), *amount)).unzip();
        let reference = &new.reference;
        let request_hash = new.request_hash.as_slice();
        let (order, task, about) =
            (reference.order.map(|o| o.0), reference.task.map(|t| t.0), reference.about.map(|p| p.0));
        let (kind, actor) = (new.kind.as_str(), new.actor.map(|uid| uid.0));
        let made = query!(
            r#"SELECT posting, entries AS "entries!", balances AS "balances!"
            FROM ledger_post($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16)"#,
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
            &sides,
            &amounts,
        )
        .fetch_one(&mut *self.tx)
        .await?;
        let Some(id) = made.posting.map(PostingId) else {
            let known = self.posting(&new.key).await?.ok_or_else(|| StoreError::corrupt(&new.key))?;
            return Ok(Outcome::Known(Box::new(known)));
        };
        self.unfinished = true;
        breakpoint::reached("ledger/posted");
        let done = made.entries.into_iter().zip(made.balances).zip(moves);
        let mut entries: Vec<_> = done
            .map(|((id, balance_after), &(account, amount))| Entry { id, account, amount, balance_after })
            .collect();
        // The function stops at a bucket that has no row yet or too little balance.
        for &(account, amount) in &moves[entries.len()..] {
            match self.move_one(id, account, amount).await? {
                Some(entry) => entries.push(entry),
                None => return Ok(Outcome::NotEnough(account)),
            }
            breakpoint::reached("ledger/moved");
        }
        self.unfinished = false;
        Ok(Outcome::Done(id, entries))
    }
}
