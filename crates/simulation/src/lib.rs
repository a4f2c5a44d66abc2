//! Deterministic simulation: several nodes of the real program in one thread, with virtual time. A seed decides who
//! crashes, pauses and comes back, whose clock is wrong, and which calls of the database, the object store and the
//! network fail, take long, or succeed without an answer. The same seed always gives the same run.
//!
//! - `sim`: the choices of the seed, virtual time, nodes, the trace;
//! - `database`, `store`: the real SQLite store behind faults, statement by statement;
//! - `objects`, `wire`: the object store, and the provider and the receiver of webhooks;
//! - `bugs`: known mistakes that can be switched on, to prove that they are found;
//! - `rules`: what must hold after every commit;
//! - `world`, `run`: the installation, and what happens in a run.

mod bugs;
mod database;
mod objects;
mod random;
mod rules;
mod run;
mod sim;
mod store;
mod wire;
mod world;

include!(concat!(env!("OUT_DIR"), "/calls.rs"));

pub use bugs::Bug;
pub use run::{Report, simulate};
