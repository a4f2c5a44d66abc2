//! The configurable HTTP connector: a provider's interface is data, and this asks it. It renders the
//! request, authenticates, sends, decides what the answer means, repeats with patience, follows jobs,
//! and maps items to results. Nothing that comes back is trusted.

mod auth;
mod breaker;
mod callback;
mod channel;
mod classify;
mod compile;
mod config;
mod day;
mod deps;
mod fault;
mod gate;
pub mod guard;
mod health;
mod json;
mod outcome;
mod permits;
mod pick;
mod place;
mod reply;
mod request;
mod run;
mod secret;
mod signer;
mod template;
mod trial;
mod tuning;
mod validate;

pub use auth::{Auth, SendIn};
pub use breaker::BreakerState;
pub use callback::{CallbackRefused, JobId, LocalCallbacks, verify_callback};
pub use channel::Channel;
pub use config::{
    Action, AnswerLimits, Batch, BreakerConfig, Callback, ChannelConfig, ClassifyRule, ConfigError, Contract,
    Cost, CostPer, Encoding, Kind, Limit, MapRule, Match, MatchBy, Mode, Poll, Retry, Submit, Verify,
};
pub use deps::{Callbacks, Deps, Lease, LocalDeps, Permits, Wish};
pub use fault::{Fault, Problem};
pub use guard::{Guard, Outbound};
pub use health::{Health, LastError};
pub use outcome::{Answer, CheckError, CheckResult, Fields, Outcome, Reason, Unusable, Usage};
pub use permits::LocalPermits;
pub use secret::{MASK, Secret};
pub use trial::{Exchange, Shown, Trial};
