//! Actions on money that wait for a second person.

use serde::{Deserialize, Serialize};
use strum::{EnumString, IntoStaticStr, VariantArray};
use utoipa::ToSchema;

use crate::clock::Timestamp;
use crate::id::{ApprovalId, Uid};
use crate::words::word_methods;

#[derive(
    Debug,
    Clone,
    Copy,
    PartialEq,
    Eq,
    Serialize,
    Deserialize,
    ToSchema,
    EnumString,
    IntoStaticStr,
    VariantArray,
)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum ApprovalState {
    Pending,
    Approved,
    Rejected,
}

word_methods!(ApprovalState);

/// A request for approval.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewApproval {
    /// The call that waits, written `module/action`.
    pub action: String,
    /// The body of the call as JSON, without passwords.
    pub request: String,
    /// The account that is affected.
    pub subject: Option<Uid>,
    pub requested_by: Uid,
    pub requested_at: Timestamp,
    /// It can no longer be approved from then on.
    pub expires_at: Timestamp,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Approval {
    pub id: ApprovalId,
    pub asked: NewApproval,
    pub requester: String,
    pub subject_name: Option<String>,
    pub state: ApprovalState,
    /// Who decided, with the username, and when.
    pub decided: Option<(Uid, String, Timestamp)>,
}
