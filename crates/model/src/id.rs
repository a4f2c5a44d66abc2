//! Typed ids.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

macro_rules! id {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, ToSchema)]
        #[serde(transparent)]
        pub struct $name(pub i64);

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                self.0.fmt(f)
            }
        }
    };
}

id!(
    /// An account. Ordinary accounts start at 10001; the first administrator is 1.
    Uid
);
id!(
    /// A session. Not its token.
    SessionId
);
id!(
    /// A role: 1 administrator, 2 operator, 3 customer; others are created by administrators.
    RoleId
);
id!(
    /// A task.
    TaskId
);
id!(
    /// A schedule.
    ScheduleId
);
id!(
    /// A saved filter of a list page.
    SavedFilterId
);
id!(
    /// A link to the results of a task. Not its token.
    ResultLinkId
);
id!(
    /// A lookup.
    LookupId
);
id!(
    /// A run of the answer book.
    AnswerRunId
);
id!(
    /// A list.
    ListId
);
id!(
    /// A file that was sent before a task or a list uses it.
    FileId
);
id!(
    /// A background job.
    JobId
);
id!(
    /// An API key. Not its secret.
    ApiKeyId
);
id!(
    /// A posting of the ledger.
    PostingId
);
id!(
    /// A top-up order.
    OrderId
);
id!(
    /// A request for approval.
    ApprovalId
);
id!(
    /// A passkey.
    PasskeyId
);
id!(
    /// A verified incoming transfer.
    DepositId
);
id!(
    /// A run of the number generator.
    RunId
);
id!(
    /// A track of the number generator.
    TrackId
);
id!(
    /// A webhook endpoint.
    WebhookId
);
id!(
    /// A webhook message for one endpoint.
    DeliveryId
);

impl LookupId {
    /// Its id where the ledger has the id of a task: negative, so that it is none.
    pub fn holder(self) -> TaskId {
        TaskId(-self.0)
    }

    /// The lookup that holds points under this id; `None` if a task does.
    pub fn from_holder(holder: TaskId) -> Option<Self> {
        (holder.0 < 0).then_some(Self(-holder.0))
    }
}

impl Uid {
    /// The first administrator.
    pub const ADMINISTRATOR: Self = Self(1);
    /// May top up its own quota from the first start; see `Account::self_quota_topup`.
    pub const QUOTA_CUSTOMER: Self = Self(1000);
    /// The operator's account. Its usage is free of charge and marked as internal.
    pub const HOUSE: Self = Self(1010);
    /// The first uid of an ordinary account.
    pub const FIRST_ORDINARY: Self = Self(10_001);
}

impl RoleId {
    /// Has every permission.
    pub const ADMINISTRATOR: Self = Self(1);
    pub const OPERATOR: Self = Self(2);
    pub const CUSTOMER: Self = Self(3);
}
