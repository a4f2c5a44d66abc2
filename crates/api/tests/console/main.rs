//! Tests of the HTTP interface through the router, in process, with a clock that the test controls. Every test runs on
//! both stores.

#![allow(clippy::unwrap_used)] // What fails here must stop the test.

mod allowances;
mod api_keys;
mod app;
mod approvals;
mod authenticator;
mod authorisation;
mod bodies;
mod dashboard;
mod document;
mod events;
mod exports;
mod finance;
mod generation;
mod imports;
mod limits;
mod lookups;
mod money;
mod notify;
mod one_door;
mod outside;
mod passkeys;
mod password;
mod presets;
mod public_api;
mod public_events;
mod public_rows;
mod public_suppression;
mod public_task_changes;
mod public_tasks;
mod public_usage;
mod public_webhooks;
mod recharge;
mod records;
mod register;
mod roles;
mod routing;
mod schedules;
mod screening;
mod security;
mod session;
mod settings;
mod statements;
mod switching;
mod system;
mod throttling;
mod user_changes;
mod users;
mod webhooks;
