//! Domain types: ids, time, money, accounts, permissions, settings, texts. No I/O.

pub mod account;
pub mod api_key;
pub mod audit;
pub mod clock;
pub mod generation;
pub mod id;
pub mod invite;
pub mod lang;
pub mod ledger;
pub mod list;
pub mod menu;
pub mod money;
pub mod notification;
mod numerals;
pub mod page;
pub mod permission;
pub mod project;
pub mod recharge;
pub mod role;
pub mod session;
pub mod settings;
pub mod task;
pub mod test_number;
pub mod texts;
pub mod username;
pub mod webhook;
mod words;
