//! Texts that the system writes for people: notifications, findings about the installation, words in
//! exports, and the initial project catalogue.
//!
//! Every text is a closure that matches on [`Lang`], so a missing language does not compile. Texts of the
//! console are in `web/src/locales`; error messages of the API are in `crates/api/src/messages`, next to the
//! codes they explain.

pub mod catalogue;
pub mod health;
pub mod notifications;
pub mod results;
