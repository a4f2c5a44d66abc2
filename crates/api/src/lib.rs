//! The HTTP face of Numsift: the console's calls under `/api`, health and metrics, and the web
//! build inside the binary. Handlers are thin; what they do lives in the domain crates.

mod app;
mod body;
mod caller;
mod client;
mod console;
mod download;
mod envelope;
mod events;
mod files;
mod form;
mod health;
mod messages;
mod meter;
mod middleware;
mod openapi;
mod refusal;
mod serve;
mod spreadsheet;
mod trace;
mod v1;
mod web;

pub use app::{App, Demo, Parts};
pub use events::tell_events;
pub use health::worker_router;
pub use openapi::{document, router};
pub use serve::serve;
pub use v1::document as public_document;
