//! The console's calls, one file per family.

mod allowances;
mod api_keys;
mod api_usage;
mod approvals;
mod audit;
mod callbacks;
mod channels;
mod comparison;
mod dashboard;
mod deposits;
mod exports;
mod finance;
mod generation;
mod income;
mod invites;
mod lists;
mod looks;
mod lookups;
mod notes;
mod notify;
mod passkeys;
mod password_links;
mod projects;
mod quote;
mod recharge;
mod roles;
mod saved_filters;
mod schedules;
mod second_person;
mod security;
mod settings;
mod setup;
mod shared_results;
mod statement;
mod switching;
mod system;
mod task_results;
mod tasks;
mod uploads;
mod user;
mod user_changes;
mod users;
mod webhooks;

use crate::app::App;
use crate::routing::OpenApiRouter;

/// All calls, relative to `/api`.
pub fn calls() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .merge(user::calls())
        .merge(security::calls())
        .merge(passkeys::calls())
        .merge(switching::calls())
        .merge(users::calls())
        .merge(user_changes::calls())
        .merge(password_links::calls())
        .merge(saved_filters::calls())
        .merge(allowances::calls())
        .merge(roles::calls())
        .merge(invites::calls())
        .merge(notify::calls())
        .merge(approvals::calls())
        .merge(audit::calls())
        .merge(settings::calls())
        .merge(system::calls())
        .merge(setup::calls())
        .merge(recharge::calls())
        .merge(deposits::calls())
        .merge(finance::calls())
        .merge(income::calls())
        .merge(projects::calls())
        .merge(channels::calls())
        .merge(callbacks::calls())
        .merge(lists::calls())
        .merge(uploads::calls())
        .merge(lookups::calls())
        .merge(quote::calls())
        .merge(tasks::calls())
        .merge(notes::calls())
        .merge(schedules::calls())
        .merge(comparison::calls())
        .merge(statement::calls())
        .merge(task_results::calls())
        .merge(shared_results::calls())
        .merge(dashboard::calls())
        .merge(generation::calls())
        .merge(api_keys::calls())
        .merge(webhooks::calls())
        .merge(exports::calls())
}
