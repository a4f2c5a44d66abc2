//! Actions that wait for a second person.

use async_trait::async_trait;
use numsift_model::approval::{Approval, ApprovalState, NewApproval};
use numsift_model::clock::Timestamp;
use numsift_model::id::{ApprovalId, Uid};
use numsift_model::page::{Listed, Page};
use numsift_store::{Approvals, StoreError, StoreResult};
use sqlx::{query, query_as};

use crate::DbTx;

struct ApprovalRow {
    id: i64,
    action: String,
    request: String,
    subject: Option<i64>,
    requested_by: i64,
    requested_at: i64,
    expires_at: i64,
    state: String,
    decided_by: Option<i64>,
    decided_at: Option<i64>,
    requester: String,
    subject_name: Option<String>,
    decider: Option<String>,
}

impl TryFrom<ApprovalRow> for Approval {
    type Error = StoreError;

    fn try_from(row: ApprovalRow) -> StoreResult<Self> {
        let decided = match (row.decided_by, row.decider, row.decided_at) {
            (Some(by), Some(name), Some(at)) => Some((Uid(by), name, Timestamp(at))),
            _ => None,
        };
        Ok(Self {
            id: ApprovalId(row.id),
            asked: NewApproval {
                action: row.action,
                request: row.request,
                subject: row.subject.map(Uid),
                requested_by: Uid(row.requested_by),
                requested_at: Timestamp(row.requested_at),
                expires_at: Timestamp(row.expires_at),
            },
            requester: row.requester,
            subject_name: row.subject_name,
            state: ApprovalState::from_word(&row.state).ok_or_else(|| StoreError::corrupt(row.state))?,
            decided,
        })
    }
}

/// `query_as!` with the columns of approvals.
macro_rules! approval_query {
    ($rest:literal $(, $argument:expr)* $(,)?) => {
        query_as!(
            ApprovalRow,
            r#"SELECT p.id AS "id!", p.action, p.request, p.subject, p.requested_by, p.requested_at, p.expires_at,
                p.state, p.decided_by, p.decided_at,
                (SELECT username FROM accounts WHERE uid = p.requested_by) AS "requester!: String",
                (SELECT username FROM accounts WHERE uid = p.subject) AS "subject_name?: String",
                (SELECT username FROM accounts WHERE uid = p.decided_by) AS "decider?: String"
            FROM approvals p "# + $rest
            $(, $argument)*
        )
    };
}

#[async_trait]
impl Approvals for DbTx {
    async fn count_other_administrators(&mut self, uid: Uid) -> StoreResult<i64> {
        let row = query!(
            r#"SELECT COUNT(*) AS "others!: i64" FROM accounts a
            JOIN account_roles r ON r.uid = a.uid AND r.role_id = 1 WHERE a.enabled AND a.uid <> $1"#,
            uid.0
        )
        .fetch_one(&mut *self.tx)
        .await?;
        Ok(row.others)
    }

    async fn add_approval(&mut self, new: &NewApproval) -> StoreResult<ApprovalId> {
        let subject = new.subject.map(|uid| uid.0);
        let row = query!(
            r#"INSERT INTO approvals (action, request, subject, requested_by, requested_at, expires_at)
            VALUES ($1, $2, $3, $4, $5, $6) RETURNING id AS "id!""#,
            new.action,
            new.request,
            subject,
            new.requested_by.0,
            new.requested_at.0,
            new.expires_at.0
        )
        .fetch_one(&mut *self.tx)
        .await?;
        Ok(ApprovalId(row.id))
    }

    async fn approval(&mut self, id: ApprovalId) -> StoreResult<Option<Approval>> {
        let row = approval_query!("WHERE p.id = $1", id.0).fetch_optional(&mut *self.tx).await?;
        row.map(Approval::try_from).transpose()
    }

    async fn approvals(&mut self, page: Page) -> StoreResult<Listed<Approval>> {
        let total = query!(r#"SELECT COUNT(*) AS "total!: i64" FROM approvals"#)
            .fetch_one(&mut *self.tx)
            .await?
            .total;
        let rows = approval_query!("ORDER BY p.id DESC LIMIT $1 OFFSET $2", page.limit, page.offset)
            .fetch_all(&mut *self.tx)
            .await?;
        let items = rows.into_iter().map(Approval::try_from).collect::<StoreResult<_>>()?;
        Ok(Listed { items, total })
    }

    async fn decide_approval(
        &mut self,
        id: ApprovalId,
        state: ApprovalState,
        by: Uid,
        at: Timestamp,
    ) -> StoreResult<bool> {
        let state = state.as_str();
        let decided = query!(
            "UPDATE approvals SET state = $2, decided_by = $3, decided_at = $4 WHERE id = $1 AND state = 'pending'",
            id.0,
            state,
            by.0,
            at.0
        )
        .execute(&mut *self.tx)
        .await?;
        Ok(decided.rows_affected() == 1)
    }
}
