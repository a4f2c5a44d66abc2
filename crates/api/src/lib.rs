//! The HTTP interface of Numsift: the console's calls under `/api`, the public API under `/v1`, health and metrics,
//! and the embedded web build. Handlers are thin; the domain crates do the work.

mod access_log;
mod allowance;
mod app;
mod body;
mod caller;
mod callers;
mod client;
mod console;
mod download;
mod envelope;
mod events;
mod files;
mod form;
mod generated_numbers;
mod health;
mod hub;
mod json_path;
mod looks;
mod messages;
mod meter;
mod middleware;
mod monitoring;
mod openapi;
mod readiness;
mod refusal;
mod routing;
mod serve;
mod spreadsheet;
mod trace;
mod v1;
mod web;

pub use access_log::{AccessLog, AccessLogTarget};
pub use app::{App, Demo, Parts};
pub use events::{EventForwarder, forward_events};
pub use health::metrics_router;
pub use monitoring::{Build, Metrics, Recorder};
pub use openapi::{document, router};
pub use readiness::Readiness;
pub use serve::{serve, serve_and_drain};
pub use v1::document as public_document;
