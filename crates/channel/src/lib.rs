//! The connector: checks numbers with a provider over HTTP, driven by a channel's configuration.
//!
//! A batch flows through these modules, and each imports only those before it:
//! - `outcome` and `job`: the results of a check and the id of a provider's job;
//! - `config`: the document that the operator edits, and the checks of its fields;
//! - `transport`: which addresses may be reached, sending a request, reading a reply within limits;
//! - `request`: templates, rendering and authentication of requests;
//! - `answer`: what a reply means, and the answer for each number in it;
//! - `gate`: rate limits, concurrency, the breaker and the health of a channel;
//! - `services`: what the caller provides (clock, randomness, permits, callbacks);
//! - `compile`: a configuration with its templates and paths compiled;
//! - `channel`: runs a batch from submission to answers, and tests a channel with one number.
//!
//! Nothing that a provider sends is trusted.

mod answer;
mod blocking;
mod channel;
mod compile;
mod config;
mod gate;
mod job;
mod mac;
mod outcome;
mod request;
mod services;
mod transport;

pub use answer::callback::{
    CallbackRefused, CallbackRequest, Delivery, check_callback_address, verify_callback,
};
pub use answer::delivery::{Callbacks, LocalCallbacks};
pub use channel::Channel;
pub use channel::attempts::REQUEST_OUTCOMES;
pub use channel::test_report::{Exchange, ShownReply, TestFailure, TestReport};
#[doc(hidden)]
pub use compile::answers_in;
pub use config::auth::{Auth, JwtAlgorithm, SendIn};
pub use config::exchange::{
    Callback, CallbackReply, Csv, DeliveryFormat, Encoding, Fetch, JobIn, Poll, ReplyType, Submit, Verify,
};
pub use config::fault::{Fault, Problem};
pub use config::limits::{AnswerLimits, BreakerConfig, Cost, CostPer, Limit, Quota, Retry};
pub use config::origin::PresetOrigin;
pub use config::rules::{Action, Also, ClassifyRule, MapCase, MapRule, Match, MatchBy};
pub use config::secret::{MASK, Secret};
pub use config::{Batch, ChannelConfig, ConfigError, Contract, Kind, Mode};
pub use gate::breaker::BreakerState;
pub use gate::health::{Health, LastError};
pub use gate::permits::{Lease, LeaseRequest, LocalPermits, Permits};
pub use job::JobId;
pub use outcome::{Answer, CheckError, CheckResult, Fields, Outcome, Reason, Unusable, Usage};
pub use request::batch::Inputs;
pub use services::{LocalServices, Services};
pub use transport::guard::{self, Guard};
pub use transport::names::{Names, ResolverAway};
pub use transport::outbound::Outbound;
#[cfg(feature = "simulation")]
pub use transport::outbound::Wire;
