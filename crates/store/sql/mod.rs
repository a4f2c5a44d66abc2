//! The statements that SQLite and PostgreSQL both understand. Each store compiles this folder against its own
//! migrations (`#[path]`); `crate::DbTx` is its transaction and `crate::dialect` holds what differs.

use numsift_store::StoreError;
use sqlx::migrate::MigrateError;

pub(crate) mod accounts;
mod administration;
mod allowances;
mod answer_book;
mod api_keys;
mod approvals;
mod audit;
mod channels;
pub(crate) mod chunks;
pub(crate) mod events;
mod evidence;
mod files;
mod generation;
mod installation;
pub(crate) mod jobs;
pub(crate) mod ledger;
mod links;
mod lists;
mod lookups;
mod movements;
mod notifications;
mod passkeys;
mod projects;
mod recharge;
mod saved_filters;
mod schedules;
mod search_keys;
mod second_factor;
mod sessions;
mod statement;
mod tasks;
pub(crate) mod usage;
mod webhooks;

/// Why a database cannot be migrated.
pub(crate) fn migration_error(error: MigrateError) -> StoreError {
    match error {
        MigrateError::VersionMissing(migration) => StoreError::Newer { migration },
        other => StoreError::backend(other),
    }
}
