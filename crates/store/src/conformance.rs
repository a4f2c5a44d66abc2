//! The behaviour that every backend must show. A backend's tests call [`conformance_suite!`] with a
//! function that gives an empty store; each check below becomes one test.

// The names say what each check is about, and a failed one must stop the test.
#![allow(missing_docs, clippy::unwrap_used)]

mod accounts;
mod administration;
mod api_keys;
mod generation;
mod installation;
mod notifications;
mod records;
mod screening;
mod sessions;
mod units_of_work;
mod webhooks;

use std::sync::Arc;

pub use accounts::*;
pub use administration::*;
pub use api_keys::*;
pub use generation::*;
pub use installation::*;
pub use notifications::*;
use numsift_model::account::{AccountType, NewAccount};
use numsift_model::clock::Timestamp;
use numsift_model::id::Uid;
use numsift_model::username::Username;
pub use records::*;
pub use screening::*;
pub use sessions::*;
pub use units_of_work::*;
pub use webhooks::*;

use crate::Store;

/// The moment at which the checks play.
pub const NOW: Timestamp = Timestamp(1_800_000_000);

/// A store to be checked.
pub type Checked = Arc<dyn Store>;

/// A customer's account, not stored yet.
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

/// Stores an account and gives its number.
pub async fn stored(store: &Checked, new: &NewAccount) -> Uid {
    let mut tx = store.begin().await.unwrap();
    let uid = tx.create_account(new).await.unwrap();
    tx.save().await.unwrap();
    uid
}

/// Makes a test of every check. `$empty_store` is an async function that gives an empty store and
/// something to keep alive for as long as it is used.
#[macro_export]
macro_rules! conformance_suite {
    ($empty_store:path) => {
        $crate::conformance_suite!(@ $empty_store:
            ordinary_uids_start_at_10001,
            special_uids_carry_their_flags,
            usernames_are_unique_without_case,
            invite_codes_are_unique,
            an_account_comes_back_as_it_was_made,
            passwords_can_be_replaced,
            lists_are_scoped_filtered_sorted_and_paged,
            wild_search_texts_are_only_text,
            roles_allow_what_their_rows_say,
            an_account_code_names_its_inviter,
            a_one_time_code_is_used_up_exactly,
            an_expired_code_is_refused,
            a_new_session_replaces_the_old,
            parallel_logins_leave_one_session_open,
            an_ended_session_stays_readable,
            touching_never_goes_back_in_time,
            settings_have_defaults_and_are_kept,
            the_menu_comes_in_order,
            attempts_are_limited_within_their_window,
            parallel_attempts_are_each_counted,
            old_attempts_are_swept,
            the_kind_is_said_once,
            a_download_link_works_once_and_soon,
            a_switched_session_stands_beside_the_accounts_own,
            log_ins_are_listed_newest_first,
            an_edit_of_an_old_version_changes_nothing,
            lists_know_roles_and_inviters,
            the_last_administrator_is_counted,
            administrators_cannot_remove_each_other_at_once,
            roles_are_made_changed_and_deleted,
            a_disabled_code_is_refused,
            a_notification_reaches_those_meant,
            confirming_is_counted_once,
            the_audit_log_keeps_and_finds_every_line,
            events_are_read_in_order_and_swept,
            a_code_is_good_once,
            projects_keep_what_is_set_and_versions_guard_them,
            channels_are_versioned_and_their_changes_noticed,
            requests_are_leased_at_the_rate_of_the_limit,
            slots_are_shared_among_those_who_ask,
            fewer_slots_than_holders_go_around,
            what_a_provider_charges_is_noted_once,
            the_first_callback_counts,
            lists_belong_to_their_owner,
            chunks_are_claimed_once_and_committed_by_their_taker,
            usage_is_counted_by_day_and_account,
            an_ended_task_takes_no_commit,
            parallel_takers_never_share_a_chunk,
            jobs_are_taken_held_and_ended_by_their_taker,
            what_was_drawn_is_remembered_once,
            runs_are_scoped_listed_and_forgotten,
            keys_are_found_by_prefix_and_belong_to_their_account,
            requests_of_a_window_are_taken_once,
            api_usage_is_summed_by_day,
            a_request_happens_once,
            a_request_has_one_taker,
            endpoints_belong_to_their_account,
            a_message_goes_once_to_those_who_asked,
            a_delivery_is_noted_by_its_taker,
            an_endpoint_that_is_off_waits_for_nothing,
            parallel_takers_never_share_a_delivery,
            nothing_happens_without_save,
            a_reading_unit_refuses_to_write,
            a_reading_unit_sees_one_picture,
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
