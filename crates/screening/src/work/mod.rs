//! Workers: claim chunks and jobs, run them, renew their leases, and release them when the process stops.

mod batch_metrics;
mod carriers;
mod check;
mod chunk;
mod claims;
mod costs;
mod input_groups;
mod jobs;
mod order;
mod outage;
mod route;
mod settle;
mod shadow;
mod spool;
mod upkeep;
mod worker;

pub use self::batch_metrics::register_channel_metrics;
pub(crate) use self::chunk::ChunkRunner;
pub(crate) use self::costs::Costs;
pub(crate) use self::outage::{Outage, database_is_away};
pub(crate) use self::route::Providers;
pub(crate) use self::spool::Spool;
pub(crate) use self::worker::Worker;
pub use self::worker::{WorkerSettings, run_workers};
