//! Allowances: how much of the installation an account may use.

use serde::{Deserialize, Serialize};
use strum::{EnumString, IntoStaticStr, VariantArray};
use utoipa::ToSchema;

use crate::account::AccountType;
use crate::words::word_methods;

/// Something that an account uses.
#[derive(
    Debug,
    Clone,
    Copy,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
    Serialize,
    Deserialize,
    ToSchema,
    EnumString,
    IntoStaticStr,
    VariantArray,
)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum Resource {
    /// Bytes of lists, results and exports.
    StoredBytes,
    /// Lists that are not deleted, without lookups.
    Lists,
    /// Tasks that run or are paused, without samples and lookups.
    RunningTasks,
    /// Files that are previewed or imported at the same time, in a process.
    Previews,
    /// Exports of results that wait or are written.
    Exports,
    /// Generation calls at the same time, in a process.
    Generations,
    /// API keys that are not revoked.
    ApiKeys,
    /// Webhook endpoints.
    Webhooks,
}

word_methods!(Resource);

const GIB: i64 = 1 << 30;

impl Resource {
    /// The allowance of an account of this type, unless staff have set another one.
    pub fn default_for(self, account_type: AccountType) -> i64 {
        let larger = account_type != AccountType::Customer;
        match self {
            Self::StoredBytes => (if larger { 50 } else { 10 }) * GIB,
            Self::Lists if larger => 100_000,
            Self::Lists => 20_000,
            Self::RunningTasks if larger => 1_000,
            Self::RunningTasks => 200,
            Self::Previews | Self::Generations => 6,
            Self::Exports | Self::Webhooks => 10,
            Self::ApiKeys => 20,
        }
    }

    /// The highest allowance that staff can set.
    pub const fn highest(self) -> i64 {
        match self {
            Self::StoredBytes => 100_000 * GIB,
            Self::Lists | Self::RunningTasks => 1_000_000,
            // The process refuses more calls of one account anyway.
            Self::Previews => 10,
            Self::Generations => 9,
            Self::Exports => 1_000,
            Self::ApiKeys | Self::Webhooks => 100,
        }
    }

    /// Whether its use is counted in the memory of a process and not in the database.
    pub fn is_counted_while_running(self) -> bool {
        matches!(self, Self::Previews | Self::Generations)
    }
}

#[cfg(test)]
mod tests {
    use super::{GIB, Resource};
    use crate::account::AccountType;
    use crate::limits::{
        FILE_READERS_ACCOUNT, FILE_READERS_WAITING, GENERATION_ACCOUNT, GENERATION_WAITING, grouped,
    };

    #[test]
    fn defaults_are_within_what_staff_can_set() {
        for resource in Resource::ALL {
            for account_type in [AccountType::SuperAdministrator, AccountType::Credit, AccountType::Customer]
            {
                let default = resource.default_for(account_type);
                assert!((1..=resource.highest()).contains(&default), "{resource:?}");
            }
        }
    }

    #[test]
    fn calls_above_the_highest_allowance_are_refused_anyway() {
        let highest = |resource: Resource| usize::try_from(resource.highest()).unwrap();
        assert_eq!(highest(Resource::Previews), FILE_READERS_ACCOUNT + FILE_READERS_WAITING);
        assert_eq!(highest(Resource::Generations), GENERATION_ACCOUNT + GENERATION_WAITING);
    }

    #[test]
    fn the_documentation_has_the_same_values() {
        let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/limits.md");
        let text = std::fs::read_to_string(file).unwrap();
        for resource in Resource::ALL {
            let shown = |value: i64| match resource {
                Resource::StoredBytes => format!("{} GiB", grouped((value / GIB).unsigned_abs())),
                _ => grouped(value.unsigned_abs()),
            };
            let [customer, other, highest] = [
                resource.default_for(AccountType::Customer),
                resource.default_for(AccountType::Credit),
                resource.highest(),
            ]
            .map(shown);
            let row = format!("| `{}` | {customer} | {other} | {highest} |", resource.as_str());
            assert!(text.contains(&row), "docs/limits.md must contain {row}");
        }
    }
}
