//! The conformance suite. A backend's tests call [`conformance_suite!`](crate::conformance_suite) with a function that
//! returns an empty store; each check becomes one test.

#![allow(missing_docs, clippy::unwrap_used)]

mod accounts;
mod administration;
mod answer_book;
mod api_keys;
mod channels;
mod dashboard;
mod evidence;
mod files;
mod generation;
mod installation;
mod ledger;
mod links;
mod lookups;
mod notifications;
mod records;
mod schedules;
mod screening;
mod search;
mod sent_files;
mod sessions;
mod statements;
mod units_of_work;
mod webhooks;

use std::sync::Arc;

pub use accounts::*;
pub use administration::*;
pub use answer_book::*;
pub use api_keys::*;
pub use channels::*;
pub use dashboard::*;
pub use evidence::*;
pub use files::*;
pub use generation::*;
pub use installation::*;
pub use ledger::*;
pub use links::*;
pub use lookups::*;
pub use notifications::*;
use numsift_model::account::{AccountType, NewAccount};
use numsift_model::clock::Timestamp;
use numsift_model::id::Uid;
use numsift_model::username::Username;
pub use records::*;
pub use schedules::*;
pub use screening::*;
pub use search::*;
pub use sent_files::*;
pub use sessions::*;
pub use statements::*;
pub use units_of_work::*;
pub use webhooks::*;

use crate::Store;

pub const NOW: Timestamp = Timestamp(1_800_000_000);

pub type Checked = Arc<dyn Store>;

/// A new customer.
pub fn customer(name: &str) -> NewAccount {
    NewAccount {
        uid: None,
        username: Username::parse(name).unwrap(),
        password_hash: "hash".into(),
        account_type: AccountType::Customer,
        roles: AccountType::Customer.default_roles(),
        invite_code: format!("CODE-{name}"),
        inviter: None,
        created_at: NOW,
    }
}

/// Stores an account and returns its uid.
pub async fn stored(store: &Checked, new: &NewAccount) -> Uid {
    let mut tx = store.begin().await.unwrap();
    let uid = tx.create_account(new).await.unwrap();
    tx.save().await.unwrap();
    uid
}

/// Generates a test for every check. `$empty_store` is an async function that returns an empty store and a value that
/// is kept alive while the store is used.
#[macro_export]
macro_rules! conformance_suite {
    ($empty_store:path) => {
        $crate::conformance_suite!(@ $empty_store:
            ordinary_uids_start_at_10001,
            special_uids_have_their_flags,
            usernames_are_unique_ignoring_case,
            invite_codes_are_unique,
            an_account_is_read_as_created,
            passwords_can_be_replaced,
            account_lists_are_scoped_filtered_sorted_and_paged,
            search_texts_are_not_patterns,
            roles_grant_their_permissions,
            an_account_code_identifies_its_inviter,
            a_code_is_not_used_beyond_its_limit,
            an_expired_code_is_refused,
            a_new_session_replaces_the_old,
            concurrent_sign_ins_leave_one_open_session,
            an_ended_session_stays_readable,
            the_last_use_of_a_session_never_decreases,
            settings_have_defaults_and_are_kept,
            the_menu_comes_in_order,
            attempts_are_limited_within_their_window,
            refused_attempts_are_not_counted,
            concurrent_attempts_are_all_counted,
            old_attempts_are_swept,
            the_installation_kind_is_set_once,
            the_key_check_value_is_set_once,
            one_holder_at_a_time_keeps_files,
            the_setup_is_kept,
            a_download_link_works_once_until_it_expires,
            a_visit_does_not_end_the_accounts_session,
            visits_and_links_end_with_the_session_that_started_them,
            sessions_are_listed_newest_first,
            an_edit_of_an_outdated_version_is_refused,
            accounts_are_filtered_by_role_and_inviter,
            other_enabled_administrators_are_counted,
            administrators_cannot_remove_each_other_concurrently,
            roles_are_created_edited_and_deleted,
            a_disabled_code_is_refused,
            a_notification_reaches_its_recipients,
            confirmations_are_counted_once,
            audit_entries_are_stored_and_filtered,
            audit_links_are_appended_once,
            requests_for_approval_are_decided_once_by_others,
            events_are_read_in_order_and_swept,
            second_factor_codes_work_once,
            passkeys_belong_to_their_account,
            a_password_link_is_taken_once,
            links_to_results_end,
            saved_filters_belong_to_their_account,
            lists_and_tasks_are_found_by_their_notes,
            projects_are_stored_and_versioned,
            channels_are_versioned,
            requests_are_leased_at_the_rate_limit,
            requests_are_leased_within_quotas,
            slots_are_shared_among_holders,
            scarce_slots_rotate_among_holders,
            provider_costs_are_recorded_once_per_attempt,
            evidence_adds_up_by_day_and_is_swept,
            the_first_callback_is_kept,
            parts_of_callbacks_are_limited_and_never_doubled,
            lists_belong_to_their_owner,
            chunks_are_claimed_once_and_committed_by_their_claim,
            usage_is_counted_by_day_and_account,
            usage_is_told_in_groups,
            accounts_that_were_charged_most_come_first,
            deposits_add_up_by_day,
            an_ended_task_refuses_commits,
            concurrent_claims_never_share_a_chunk,
            jobs_are_claimed_renewed_and_finished,
            jobs_of_accounts_take_turns,
            chunks_of_accounts_take_turns,
            allowances_are_set_and_use_is_counted,
            drawn_numbers_are_recorded_once,
            runs_are_scoped_listed_and_deleted,
            api_keys_are_found_by_prefix_and_belong_to_their_account,
            all_keys_of_an_account_are_revoked,
            requests_of_a_window_are_leased_once,
            api_usage_is_summed_by_day,
            the_last_requests_of_a_key_are_kept,
            an_idempotent_request_is_answered_once,
            an_idempotent_request_has_one_claim,
            endpoints_belong_to_their_account,
            a_message_also_goes_to_the_endpoint_it_names,
            a_message_is_sent_once_to_subscribers,
            only_the_claim_holder_records_an_attempt,
            a_disabled_endpoint_has_no_pending_deliveries,
            concurrent_claims_never_share_a_delivery,
            a_dropped_transaction_is_rolled_back,
            concurrent_transactions_succeed_or_fail_alone,
            a_read_only_transaction_refuses_to_write,
            a_read_only_transaction_sees_one_snapshot,
            names_are_found_in_any_script_and_case,
            renamed_lists_and_tasks_are_found_by_their_new_names,
            invite_codes_are_found_by_code_and_note,
            list_folders_are_in_use_until_the_list_is_deleted,
            objects_are_in_use_once_their_chunk_is_committed,
            postings_of_tasks_are_read_in_the_order_of_tasks,
            refunds_beyond_their_charge_are_found,
            refunds_of_too_much_or_of_nothing_are_found,
            charges_of_a_task_add_up_by_price,
            failures_of_chunks_are_counted,
            the_condition_of_a_channel_changes_once,
            staff_endpoints_are_found,
            requests_that_start_together_share_a_hold,
            lookups_are_answered_once,
            abandoned_lookups_are_found_and_cancelled,
            lookups_of_a_dead_installation_are_abandoned_at_once,
            the_newest_answer_is_remembered_until_it_expires,
            runs_are_replaced_at_once_or_not_at_all,
            finished_tasks_are_folded_step_by_step,
            a_scheduled_run_is_taken_once,
            schedules_are_scoped_counted_and_ended,
            a_schedule_keeps_its_list_and_the_last_two_results,
            parts_of_a_file_follow_each_other,
            files_are_scoped_counted_and_expire,
        );
    };
    (@ $empty_store:path: $($check:ident,)*) => {
        $(
            #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn $check() {
                let (store, _alive) = $empty_store().await;
                $crate::conformance::$check(store).await;
            }
        )*
    };
}
