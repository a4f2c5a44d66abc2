//! Identifiers that the compiler keeps apart.

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
    /// A row of the sessions table; never the token itself.
    SessionId
);
id!(
    /// A role: 1 administrator, 2 operator, 3 customer; more can be made.
    RoleId
);
id!(
    /// A screening task.
    TaskId
);
id!(
    /// A list of numbers.
    ListId
);
id!(
    /// A job in the background.
    JobId
);
id!(
    /// A key of the public API; never its secret.
    ApiKeyId
);
id!(
    /// A transaction of the ledger.
    PostingId
);
id!(
    /// A top-up order.
    OrderId
);
id!(
    /// An incoming transfer that was verified on the chain.
    DepositId
);
id!(
    /// A run of the number generator.
    RunId
);
id!(
    /// A sequence that runs of the number generator draw from.
    TrackId
);
id!(
    /// An endpoint that is told of what happens.
    WebhookId
);
id!(
    /// A message on its way to one endpoint.
    DeliveryId
);

impl Uid {
    /// The first administrator.
    pub const ADMINISTRATOR: Self = Self(1);
    /// May top up its own quota from the first start on; see `Account::self_quota_topup`.
    pub const QUOTA_CUSTOMER: Self = Self(1000);
    /// The operator's own account: its usage is free of charge and marked internal.
    pub const HOUSE: Self = Self(1010);
    /// The first uid that an ordinary account gets.
    pub const FIRST_ORDINARY: Self = Self(10_001);
}

impl RoleId {
    /// May do everything.
    pub const ADMINISTRATOR: Self = Self(1);
    /// Operator staff.
    pub const OPERATOR: Self = Self(2);
    /// Every customer.
    pub const CUSTOMER: Self = Self(3);
}
