//! The audit log.

use async_trait::async_trait;
use numsift_model::audit::{AuditEntry, AuditRow};
use numsift_model::clock::Timestamp;
use numsift_model::id::Uid;
use numsift_model::page::{Listed, Page};
use numsift_store::{Audit, AuditFilter, StoreResult};
use sqlx::query;

use crate::DbTx;

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
}
