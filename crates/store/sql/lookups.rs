//! Lookups, and the answers of lookups that can be reused.

use std::collections::BTreeMap;

use async_trait::async_trait;
use numsift_model::clock::Timestamp;
use numsift_model::id::{ApiKeyId, LookupId, Uid};
use numsift_model::lookup::{KnownAnswer, Lookup, LookupState, NewLookup};
use numsift_model::money::Points;
use numsift_model::task::ChunkUsage;
use numsift_store::{AnsweredLookups, LookupFilter, Lookups, Scope, StoreError, StoreResult};
use serde_json::json;
use sqlx::{query, query_as, query_scalar};

use crate::DbTx;
use crate::dialect::{self, query_in, query_rows};

struct LookupRow {
    id: i64,
    uid: i64,
    username: String,
    first: i64,
    hold: i64,
    held: Option<i64>,
    key_id: Option<i64>,
    key_name: Option<String>,
    request_id: String,
    sent: String,
    number: i64,
    projects: String,
    state: String,
    answers: String,
    charged: i64,
    created_at: i64,
    finished_at: Option<i64>,
    lease_until: i64,
    expires_at: i64,
}

impl TryFrom<LookupRow> for Lookup {
    type Error = StoreError;

    fn try_from(row: LookupRow) -> StoreResult<Self> {
        let words = row.projects.split(',').filter(|word| !word.is_empty());
        Ok(Self {
            id: LookupId(row.id),
            first: LookupId(if row.first == 0 { row.id } else { row.first }),
            hold: LookupId(if row.hold == 0 { row.id } else { row.hold }),
            username: row.username,
            key_name: row.key_name,
            state: LookupState::from_word(&row.state).ok_or_else(|| StoreError::corrupt(&row.state))?,
            answers: serde_json::from_str(&row.answers).map_err(StoreError::corrupt)?,
            charged: Points(row.charged),
            finished_at: row.finished_at.map(Timestamp),
            asked: NewLookup {
                uid: Uid(row.uid),
                key: row.key_id.map(ApiKeyId),
                request_id: row.request_id,
                sent: row.sent,
                number: u64::try_from(row.number).map_err(StoreError::corrupt)?,
                projects: words.map(str::to_owned).collect(),
                held: row.held.map(Points),
                created_at: Timestamp(row.created_at),
                lease_until: Timestamp(row.lease_until),
                expires_at: Timestamp(row.expires_at),
            },
        })
    }
}

/// `query_as!` with the columns of lookups.
macro_rules! lookup_query {
    ($rest:literal $(, $argument:expr)* $(,)?) => {
        query_as!(
            LookupRow,
            r#"SELECT l.id AS "id!", l.uid, a.username, l.first, l.hold, l.held, l.key_id,
                (SELECT k.name FROM api_keys k WHERE k.id = l.key_id) AS key_name, l.request_id, l.sent, l.number,
                l.projects, l.state, l.answers, l.charged, l.created_at, l.finished_at, l.lease_until, l.expires_at
            FROM lookups l JOIN accounts a ON a.uid = l.uid "# + $rest
            $(, $argument)*
        )
    };
}

struct KnownRow {
    number: i64,
    status: String,
    fields: String,
    at: i64,
}

impl TryFrom<KnownRow> for KnownAnswer {
    type Error = StoreError;

    fn try_from(row: KnownRow) -> StoreResult<Self> {
        let number = u64::try_from(row.number).map_err(StoreError::corrupt)?;
        Ok(Self { number, status: row.status, fields: row.fields, at: Timestamp(row.at) })
    }
}

/// A number as the database stores it.
fn stored(number: u64) -> StoreResult<i64> {
    i64::try_from(number).map_err(StoreError::corrupt)
}

/// Words to be found by, each between commas.
fn between_commas<'a>(words: impl Iterator<Item = &'a str>) -> String {
    words.flat_map(|word| [",", word, ","]).collect()
}

#[async_trait]
impl Lookups for DbTx {
    async fn add_lookups(&mut self, requests: &[Vec<NewLookup>]) -> StoreResult<Vec<Vec<LookupId>>> {
        let (mut ids, mut hold) = (vec![Vec::new(); requests.len()], 0);
        // The first lookup of all on its own, as the others refer to it; then the first ones of all requests, to which their
        // others refer.
        let firsts: Vec<_> =
            (requests.iter().enumerate()).filter_map(|(place, all)| Some((place, all.first()?))).collect();
        let others = requests.iter().enumerate();
        let others =
            others.flat_map(|(place, all)| all.iter().skip(1).map(move |one| (place, one))).collect();
        let (holder, firsts) = firsts.split_at(firsts.len().min(1));
        for step in [holder.to_vec(), firsts.to_vec(), others] {
            let row = |(place, lookup): &(usize, &NewLookup)| {
                let first = ids[*place].first().map_or(0, |first: &LookupId| first.0);
                Ok(json!([
                    lookup.uid.0,
                    first,
                    lookup.key.map(|key| key.0),
                    lookup.request_id,
                    lookup.sent,
                    stored(lookup.number)?,
                    between_commas(lookup.projects.iter().map(String::as_str)),
                    lookup.created_at.0,
                    lookup.lease_until.0,
                    lookup.expires_at.0,
                    hold,
                    lookup.held.map(|held| held.0)
                ]))
            };
            let rows = step.iter().map(row).collect::<StoreResult<Vec<_>>>()?;
            if rows.is_empty() {
                continue;
            }
            let stored = query_rows!(
                r#"INSERT INTO lookups (uid, first, key_id, request_id, sent, number, projects, created_at,
                    lease_until, expires_at, hold, held)
                SELECT CAST(value ->> 0 AS BIGINT), CAST(value ->> 1 AS BIGINT), CAST(value ->> 2 AS BIGINT), value ->> 3,
                    value ->> 4, CAST(value ->> 5 AS BIGINT), value ->> 6, CAST(value ->> 7 AS BIGINT),
                    CAST(value ->> 8 AS BIGINT), CAST(value ->> 9 AS BIGINT), CAST(value ->> 10 AS BIGINT),
                    CAST(value ->> 11 AS BIGINT) FROM"# rows "$1" r#"ORDER BY key RETURNING id AS "id!""#,
                dialect::rows(rows.into_iter())
            )
            .fetch_all(&mut *self.tx)
            .await?;
            // Ids ascend in the order of the rows.
            let mut new: Vec<_> = stored.into_iter().map(|row| row.id).collect();
            new.sort_unstable();
            for ((place, _), id) in step.iter().zip(new) {
                hold = if hold == 0 { id } else { hold };
                ids[*place].push(LookupId(id));
            }
        }
        Ok(ids)
    }

    async fn lock_lookups(&mut self, uid: Uid) -> StoreResult<()> {
        dialect::lock_lookups(self, uid).await
    }

    async fn lookup(&mut self, scope: Scope, id: LookupId) -> StoreResult<Option<Lookup>> {
        let owner = scope.owner();
        let row =
            lookup_query!("WHERE l.id = $1 AND (CAST($2 AS BIGINT) IS NULL OR l.uid = $2)", id.0, owner)
                .fetch_optional(&mut *self.tx)
                .await?;
        row.map(Lookup::try_from).transpose()
    }

    async fn lookups(
        &mut self,
        scope: Scope,
        filter: &LookupFilter,
        before: Option<LookupId>,
        limit: i64,
    ) -> StoreResult<Vec<Lookup>> {
        let (owner, uid) = (scope.owner(), filter.uid.map(|uid| uid.0));
        let (key, hold) = (filter.key.map(|key| key.0), filter.hold.map(|hold| hold.0));
        let number = filter.number.map(stored).transpose()?;
        let project = filter.project.as_ref().map(|project| format!(",{project},"));
        let status = filter.status.as_ref().map(|status| format!(",{status},"));
        let (from, until) = (filter.from.map(|at| at.0), filter.until.map(|at| at.0));
        let before = before.map_or(i64::MAX, |before| before.0);
        let rows = lookup_query!(
            "WHERE l.id < $1 AND (CAST($2 AS BIGINT) IS NULL OR l.uid = $2)
                AND (CAST($3 AS BIGINT) IS NULL OR l.uid = $3) AND (CAST($4 AS BIGINT) IS NULL OR l.key_id = $4)
                AND (CAST($5 AS BIGINT) IS NULL OR l.number = $5)
                AND (CAST($6 AS TEXT) IS NULL OR INSTR(l.projects, $6) > 0)
                AND (CAST($7 AS TEXT) IS NULL OR INSTR(l.statuses, $7) > 0)
                AND (CAST($8 AS BIGINT) IS NULL OR l.id = $8 OR l.hold = $8)
                AND (CAST($9 AS TEXT) IS NULL OR l.request_id = $9)
                AND (CAST($10 AS BIGINT) IS NULL OR l.created_at >= $10)
                AND (CAST($11 AS BIGINT) IS NULL OR l.created_at < $11)
            ORDER BY l.id DESC LIMIT $12",
            before,
            owner,
            uid,
            key,
            number,
            project,
            status,
            hold,
            filter.request_id,
            from,
            until,
            limit
        )
        .fetch_all(&mut *self.tx)
        .await?;
        rows.into_iter().map(Lookup::try_from).collect()
    }

    async fn lookups_of_request(&mut self, first: LookupId) -> StoreResult<Vec<Lookup>> {
        // Each part uses an index of its own.
        let rows = lookup_query!("WHERE l.id = $1 OR (l.first = $1 AND l.first <> 0) ORDER BY l.id", first.0)
            .fetch_all(&mut *self.tx)
            .await?;
        rows.into_iter().map(Lookup::try_from).collect()
    }

    async fn answer_lookups(&mut self, requests: &[AnsweredLookups<'_>]) -> StoreResult<Vec<bool>> {
        // The first lookup is the lock of its request: either all of them are open or none.
        let firsts = requests.iter().filter_map(|one| Some(one.ids.first()?.0));
        let open = dialect::open_lookups(self, firsts.collect()).await?;
        let done: Vec<_> =
            requests.iter().map(|one| one.ids.first().is_some_and(|first| open.contains(&first.0))).collect();
        let mut rows = Vec::new();
        for (one, _) in requests.iter().zip(&done).filter(|(_, done)| **done) {
            for (id, answers) in one.ids.iter().zip(one.answers) {
                rows.push(json!([
                    id.0,
                    serde_json::to_string(answers).map_err(StoreError::corrupt)?,
                    between_commas(answers.iter().map(|answer| answer.status.as_str())),
                    answers.iter().map(|answer| answer.charged).sum::<Points>().0,
                    one.at.0
                ]));
            }
        }
        if !rows.is_empty() {
            query_rows!(
                "UPDATE lookups SET state = 'done', answers = value ->> 1, statuses = value ->> 2,
                    charged = CAST(value ->> 3 AS BIGINT), finished_at = CAST(value ->> 4 AS BIGINT) FROM" rows "$1"
                "WHERE lookups.id = CAST(value ->> 0 AS BIGINT)",
                dialect::rows(rows.into_iter())
            )
            .execute(&mut *self.tx)
            .await?;
        }
        Ok(done)
    }

    async fn cancel_lookups(&mut self, first: LookupId, at: Timestamp) -> StoreResult<bool> {
        // The first one is changed first, as by those who answer: it is the lock of the request.
        let done = query!(
            "UPDATE lookups SET state = 'cancelled', finished_at = $2 WHERE id = $1 AND state = 'open'",
            first.0,
            at.0
        )
        .execute(&mut *self.tx)
        .await?;
        if done.rows_affected() == 0 {
            return Ok(false);
        }
        query!(
            "UPDATE lookups SET state = 'cancelled', finished_at = $2 WHERE first = $1 AND first <> 0",
            first.0,
            at.0
        )
        .execute(&mut *self.tx)
        .await?;
        Ok(true)
    }

    async fn abandoned_lookups(&mut self, now: Timestamp, limit: i64) -> StoreResult<Vec<LookupId>> {
        let ids = query_scalar!(
            r#"SELECT id AS "id!" FROM lookups WHERE state = 'open' AND lease_until < $1 AND first = 0
            ORDER BY lease_until LIMIT $2"#,
            now.0,
            limit
        )
        .fetch_all(&mut *self.tx)
        .await?;
        Ok(ids.into_iter().map(LookupId).collect())
    }

    async fn add_usage(&mut self, uid: Uid, at: Timestamp, used: &[ChunkUsage]) -> StoreResult<()> {
        for used in used {
            self.add_to_day(uid, at, used).await?;
        }
        Ok(())
    }

    async fn remember_answers(
        &mut self,
        uid: Uid,
        project: &str,
        answers: &[KnownAnswer],
        expires_at: Timestamp,
    ) -> StoreResult<()> {
        // A statement must not change a row twice.
        let mut newest: BTreeMap<u64, &KnownAnswer> = BTreeMap::new();
        for answer in answers {
            let kept = newest.entry(answer.number).or_insert(answer);
            if kept.at <= answer.at {
                *kept = answer;
            }
        }
        if newest.is_empty() {
            return Ok(());
        }
        let row = |answer: &&KnownAnswer| {
            Ok(json!([stored(answer.number)?, answer.status, answer.fields, answer.at.0]))
        };
        let rows = newest.values().map(row).collect::<StoreResult<Vec<_>>>()?;
        query_rows!(
            "INSERT INTO lookup_answers (uid, project, number, status, fields, at, expires_at)
            SELECT CAST($1 AS BIGINT), CAST($2 AS TEXT), CAST(value ->> 0 AS BIGINT), value ->> 1, value ->> 2,
                CAST(value ->> 3 AS BIGINT), CAST($3 AS BIGINT) FROM" rows "$4"
            "WHERE TRUE ORDER BY key
            ON CONFLICT (uid, project, number) DO UPDATE SET status = excluded.status,
                fields = excluded.fields, at = excluded.at, expires_at = excluded.expires_at
            WHERE excluded.at >= lookup_answers.at",
            uid.0,
            project,
            expires_at.0,
            dialect::rows(rows.into_iter())
        )
        .execute(&mut *self.tx)
        .await?;
        Ok(())
    }

    async fn remembered_answers(
        &mut self,
        uid: Uid,
        project: &str,
        numbers: &[u64],
        since: Timestamp,
    ) -> StoreResult<Vec<KnownAnswer>> {
        let numbers = numbers.iter().map(|number| stored(*number)).collect::<StoreResult<Vec<_>>>()?;
        let numbers = dialect::ids(numbers.into_iter());
        let rows = query_in!(
            "SELECT number, status, fields, at FROM lookup_answers WHERE uid = $1 AND project = $2 AND at >= $3
                AND number"
            in "$4" "",
            uid.0,
            project,
            since.0,
            &numbers
        )
        .fetch_all(&mut *self.tx)
        .await?;
        let known = rows.into_iter().map(|row| {
            KnownRow { number: row.number, status: row.status, fields: row.fields, at: row.at }.try_into()
        });
        known.collect()
    }

    async fn remembered_after(
        &mut self,
        uid: Uid,
        project: &str,
        since: Timestamp,
        after: u64,
        limit: i64,
    ) -> StoreResult<Vec<KnownAnswer>> {
        let after = stored(after)?;
        let rows = query_as!(
            KnownRow,
            "SELECT number, status, fields, at FROM lookup_answers
            WHERE uid = $1 AND project = $2 AND number > $3 AND at >= $4 ORDER BY number LIMIT $5",
            uid.0,
            project,
            after,
            since.0,
            limit
        )
        .fetch_all(&mut *self.tx)
        .await?;
        rows.into_iter().map(KnownAnswer::try_from).collect()
    }

    async fn delete_expired_lookups(&mut self, now: Timestamp, limit: i64) -> StoreResult<u64> {
        let lookups = query!(
            "DELETE FROM lookups WHERE id IN (SELECT id FROM lookups WHERE expires_at <= $1 AND state <> 'open'
                ORDER BY expires_at LIMIT $2)",
            now.0,
            limit
        )
        .execute(&mut *self.tx)
        .await?;
        let answers = query!(
            "DELETE FROM lookup_answers WHERE (uid, project, number) IN (SELECT uid, project, number
                FROM lookup_answers WHERE expires_at <= $1 ORDER BY expires_at LIMIT $2)",
            now.0,
            limit
        )
        .execute(&mut *self.tx)
        .await?;
        Ok(lookups.rows_affected() + answers.rows_affected())
    }
}
