//! The audit log.

use async_trait::async_trait;
use numsift_model::audit::{AuditEntry, AuditLink, AuditRow};
use numsift_model::clock::Timestamp;
use numsift_model::id::Uid;
use numsift_model::page::{Listed, Page};
use numsift_store::{Audit, AuditFilter, StoreError, StoreResult};
use serde_json::json;
use sqlx::{query, query_as};

use crate::DbTx;
use crate::dialect::{self, query_rows};

#[async_trait]
impl Audit for DbTx {
    async fn audit(&mut self, entry: &AuditEntry) -> StoreResult<()> {
        let (actor, subject) = (entry.actor.map(|uid| uid.0), entry.subject.map(|uid| uid.0));
        query!(
            "INSERT INTO audit_log (at, actor, subject, action, ip, detail) VALUES ($1, $2, $3, $4, $5, $6)",
            entry.at.0,
            actor,
            subject,
            entry.action,
            entry.ip,
            entry.detail,
        )
        .execute(&mut *self.tx)
        .await?;
        Ok(())
    }

    async fn audit_all(&mut self, entries: &[AuditEntry]) -> StoreResult<()> {
        let row = |entry: &AuditEntry| {
            json!([
                entry.at.0,
                entry.actor.map(|uid| uid.0),
                entry.subject.map(|uid| uid.0),
                entry.action,
                entry.ip,
                entry.detail
            ])
        };
        query_rows!(
            "INSERT INTO audit_log (at, actor, subject, action, ip, detail)
            SELECT CAST(value ->> 0 AS BIGINT), CAST(value ->> 1 AS BIGINT), CAST(value ->> 2 AS BIGINT), value ->> 3,
                value ->> 4, value ->> 5 FROM" rows "$1" "ORDER BY key",
            dialect::rows(entries.iter().map(row))
        )
        .execute(&mut *self.tx)
        .await?;
        Ok(())
    }

    async fn audit_log(&mut self, filter: &AuditFilter, page: Page) -> StoreResult<Listed<AuditRow>> {
        let (actor, subject) = (filter.actor.map(|uid| uid.0), filter.subject.map(|uid| uid.0));
        let (from, to) = (filter.from.map(|at| at.0), filter.to.map(|at| at.0));
        let total = query!(
            r#"SELECT COUNT(*) AS "total!: i64" FROM audit_log
            WHERE (CAST($1 AS BIGINT) IS NULL OR actor = $1) AND (CAST($2 AS BIGINT) IS NULL OR subject = $2)
                AND (CAST($3 AS TEXT) IS NULL OR substr(action, 1, length($3)) = $3) AND (CAST($4 AS TEXT) IS NULL OR ip = $4)
                AND (CAST($5 AS BIGINT) IS NULL OR at >= $5) AND (CAST($6 AS BIGINT) IS NULL OR at < $6)
                AND (CAST($7 AS TEXT) IS NULL OR INSTR(detail, $7) > 0)"#,
            actor,
            subject,
            filter.action,
            filter.ip,
            from,
            to,
            filter.search,
        )
        .fetch_one(&mut *self.tx)
        .await?
        .total;
        let rows = query!(
            r#"SELECT l.id AS "id!", l.at, l.actor, l.subject, l.action, l.ip, l.detail,
                a.username AS "actor_name?", s.username AS "subject_name?"
            FROM audit_log l LEFT JOIN accounts a ON a.uid = l.actor LEFT JOIN accounts s ON s.uid = l.subject
            WHERE (CAST($1 AS BIGINT) IS NULL OR l.actor = $1) AND (CAST($2 AS BIGINT) IS NULL OR l.subject = $2)
                AND (CAST($3 AS TEXT) IS NULL OR substr(l.action, 1, length($3)) = $3) AND (CAST($4 AS TEXT) IS NULL OR l.ip = $4)
                AND (CAST($5 AS BIGINT) IS NULL OR l.at >= $5) AND (CAST($6 AS BIGINT) IS NULL OR l.at < $6)
                AND (CAST($7 AS TEXT) IS NULL OR INSTR(l.detail, $7) > 0)
            ORDER BY l.id DESC LIMIT $8 OFFSET $9"#,
            actor,
            subject,
            filter.action,
            filter.ip,
            from,
            to,
            filter.search,
            page.limit,
            page.offset,
        )
        .fetch_all(&mut *self.tx)
        .await?;
        let items = rows
            .into_iter()
            .map(|row| AuditRow {
                id: row.id,
                entry: AuditEntry {
                    at: Timestamp(row.at),
                    actor: row.actor.map(Uid),
                    subject: row.subject.map(Uid),
                    action: row.action,
                    ip: row.ip,
                    detail: row.detail,
                },
                actor_name: row.actor_name,
                subject_name: row.subject_name,
            })
            .collect();
        Ok(Listed { items, total })
    }

    async fn last_audit_link(&mut self) -> StoreResult<Option<AuditLink>> {
        let row = query!("SELECT seq, audit_id, sealed_at, code FROM audit_chain ORDER BY seq DESC LIMIT 1")
            .fetch_optional(&mut *self.tx)
            .await?;
        row.map(|row| link(row.seq, row.audit_id, row.sealed_at, row.code)).transpose()
    }

    async fn audit_sealed_by(&mut self, at: Timestamp) -> StoreResult<i64> {
        let row =
            query!("SELECT audit_id FROM audit_chain WHERE sealed_at <= $1 ORDER BY seq DESC LIMIT 1", at.0)
                .fetch_optional(&mut *self.tx)
                .await?;
        Ok(row.map_or(0, |row| row.audit_id))
    }

    async fn unsealed_audit(&mut self, after: i64, limit: i64) -> StoreResult<Vec<(i64, AuditEntry)>> {
        let rows = query_as!(
            Row,
            r#"SELECT l.id AS "id!", l.at, l.actor, l.subject, l.action, l.ip, l.detail FROM audit_log l
            WHERE l.id > $1 AND NOT EXISTS (SELECT 1 FROM audit_chain c WHERE c.audit_id = l.id)
            ORDER BY l.id LIMIT $2"#,
            after,
            limit
        )
        .fetch_all(&mut *self.tx)
        .await?;
        Ok(rows.into_iter().map(|row| (row.id, row.entry())).collect())
    }

    async fn count_unsealed_audit(&mut self, until: Timestamp) -> StoreResult<i64> {
        let row = query!(
            r#"SELECT COUNT(*) AS "count!: i64" FROM audit_log l
            WHERE l.at <= $1 AND NOT EXISTS (SELECT 1 FROM audit_chain c WHERE c.audit_id = l.id)"#,
            until.0
        )
        .fetch_one(&mut *self.tx)
        .await?;
        Ok(row.count)
    }

    async fn add_audit_link(&mut self, link: &AuditLink) -> StoreResult<bool> {
        let code = link.code.as_slice();
        let added = query!(
            "INSERT INTO audit_chain (seq, audit_id, sealed_at, code) VALUES ($1, $2, $3, $4)
            ON CONFLICT DO NOTHING",
            link.seq,
            link.id,
            link.sealed_at.0,
            code
        )
        .execute(&mut *self.tx)
        .await?;
        Ok(added.rows_affected() == 1)
    }

    async fn audit_links(
        &mut self,
        after: i64,
        limit: i64,
    ) -> StoreResult<Vec<(AuditLink, Option<AuditEntry>)>> {
        let rows = query!(
            r#"SELECT c.seq, c.audit_id, c.sealed_at, c.code, l.id AS "id?", l.at AS "at?", l.actor AS "actor?",
                l.subject AS "subject?", l.action AS "action?", l.ip AS "ip?", l.detail AS "detail?"
            FROM audit_chain c LEFT JOIN audit_log l ON l.id = c.audit_id
            WHERE c.seq > $1 ORDER BY c.seq LIMIT $2"#,
            after,
            limit
        )
        .fetch_all(&mut *self.tx)
        .await?;
        rows.into_iter()
            .map(|row| {
                let entry = match (row.id, row.at, row.action, row.ip, row.detail) {
                    (Some(id), Some(at), Some(action), Some(ip), Some(detail)) => {
                        let (actor, subject) = (row.actor, row.subject);
                        Some(Row { id, at, actor, subject, action, ip, detail }.entry())
                    }
                    _ => None,
                };
                Ok((link(row.seq, row.audit_id, row.sealed_at, row.code)?, entry))
            })
            .collect()
    }
}

/// The columns of an entry.
struct Row {
    id: i64,
    at: i64,
    actor: Option<i64>,
    subject: Option<i64>,
    action: String,
    ip: String,
    detail: String,
}

impl Row {
    fn entry(self) -> AuditEntry {
        AuditEntry {
            at: Timestamp(self.at),
            actor: self.actor.map(Uid),
            subject: self.subject.map(Uid),
            action: self.action,
            ip: self.ip,
            detail: self.detail,
        }
    }
}

fn link(seq: i64, id: i64, sealed_at: i64, code: Vec<u8>) -> StoreResult<AuditLink> {
    let code = code.try_into().map_err(|_| StoreError::corrupt("code length"))?;
    Ok(AuditLink { seq, id, sealed_at: Timestamp(sealed_at), code })
}
