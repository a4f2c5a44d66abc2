//! Checks an installation: what `numsift doctor` prints and the console's page "System health" shows.
//!
//! What was found are [`Fact`]s; their texts are in the model.

mod files;
mod installation;
mod report;

use std::time::Duration;

use numsift_model::health::{Check, Fact};

pub use self::files::{check_folder, check_objects};
pub use self::installation::{Installation, LedgerCheck, migration_fact};
pub use self::report::{Health, Report};

/// Time for one check. One that hangs must not hide the results of the others.
pub const LIMIT: Duration = Duration::from_secs(10);

/// Ends a check that takes too long.
async fn within(limit: Duration, check: Check, facts: impl Future<Output = Vec<Fact>>) -> Vec<Fact> {
    match tokio::time::timeout(limit, facts).await {
        Ok(facts) => facts,
        Err(_) => vec![Fact::NotFinished { check, seconds: limit.as_secs() }],
    }
}
