//! What the keys of an account used, by project.

use numsift_model::api_key::ApiKey;
use numsift_model::clock::Timestamp;
use numsift_model::id::Uid;
use numsift_store::{Tx, UsageQuery};
use serde::Serialize;
use utoipa::ToSchema;

use crate::refusal::Refusal;

/// Most rows that are returned.
const ROWS: i64 = 200;

/// What an API key used of a project.
#[derive(Serialize, ToSchema)]
pub struct ApiUsedView {
    /// Name of the key; `null` for the console.
    key: Option<String>,
    /// Slug of the project.
    project: String,
    /// Answers, one per number.
    checked: i64,
    /// Definite answers.
    definite: i64,
    /// Charged for them.
    charged: i64,
}

/// The usage of an account by key and project since the start of a day.
pub async fn used_since(
    tx: &mut dyn Tx,
    uid: Uid,
    from: Timestamp,
    keys: &[ApiKey],
) -> Result<Vec<ApiUsedView>, Refusal> {
    let query = UsageQuery {
        from,
        until: Timestamp(i64::MAX),
        by_day: false,
        by_key: true,
        by_project: true,
        by_source: false,
        limit: ROWS,
    };
    let groups = tx.usage_groups(uid, &query).await?;
    let name = |id| keys.iter().find(|key| key.id == id).map(|key| key.of.rules.name.clone());
    let view = |group: numsift_store::UsageGroup| ApiUsedView {
        key: group.key.map(|id| name(id).unwrap_or_default()),
        project: group.project.unwrap_or_default(),
        checked: group.answers,
        definite: group.answers - group.unknown,
        charged: group.charged.0,
    };
    Ok(groups.into_iter().map(view).collect())
}
