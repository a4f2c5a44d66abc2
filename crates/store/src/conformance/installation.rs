//! Menu, settings, rate limits and download links.

use numsift_model::session::TokenHash;
use numsift_model::settings::{InstallationKind, Settings};

use super::{Checked, NOW, customer, stored};
use crate::{Attempt, SetupState};

pub async fn settings_have_defaults_and_are_kept(store: Checked) {
    let mut tx = store.begin().await.unwrap();
    assert_eq!(tx.settings().await.unwrap(), Settings::default());
    assert_eq!(tx.settings_version().await.unwrap(), 0);
    for (version, title) in [(0, "Ours"), (1, "Ours \"and\" 他")] {
        let changed = Settings { product_title: Some(title.into()), ..Settings::default() };
        assert_eq!(tx.put_settings(&changed, version, NOW).await.unwrap(), Some(version + 1));
        assert_eq!(tx.settings().await.unwrap(), changed);
        assert_eq!(tx.settings_version().await.unwrap(), version + 1);
    }
    for old in [0, 1, 3] {
        assert_eq!(tx.put_settings(&Settings::default(), old, NOW).await.unwrap(), None, "version {old}");
    }
}

pub async fn the_installation_kind_is_set_once(store: Checked) {
    let mut tx = store.begin().await.unwrap();
    assert_eq!(tx.kind().await.unwrap(), None);
    tx.set_kind(InstallationKind::Demo).await.unwrap();
    tx.set_kind(InstallationKind::Real).await.unwrap();
    assert_eq!(tx.kind().await.unwrap(), Some(InstallationKind::Demo));
}

pub async fn the_key_check_value_is_set_once(store: Checked) {
    let mut tx = store.begin().await.unwrap();
    assert!(!tx.set_key_check(b"first").await.unwrap(), "nothing is installed yet");
    tx.set_kind(InstallationKind::Real).await.unwrap();
    assert_eq!(tx.key_check().await.unwrap(), None);
    assert!(tx.set_key_check(b"first").await.unwrap());
    assert!(!tx.set_key_check(b"second").await.unwrap());
    assert_eq!(tx.key_check().await.unwrap().as_deref(), Some(&b"first"[..]));
}

pub async fn one_holder_at_a_time_keeps_files(store: Checked) {
    let mut tx = store.begin().await.unwrap();
    assert!(!tx.hold_files("a", NOW.plus(60), NOW).await.unwrap(), "nothing is installed yet");
    tx.set_kind(InstallationKind::Real).await.unwrap();
    assert!(!tx.files_held(NOW).await.unwrap());
    assert!(tx.hold_files("a", NOW.plus(60), NOW).await.unwrap());
    assert!(tx.files_held(NOW.plus(59)).await.unwrap());
    assert!(!tx.files_held(NOW.plus(60)).await.unwrap(), "expired");
    assert!(!tx.hold_files("b", NOW.plus(90), NOW.plus(59)).await.unwrap(), "held by another");
    assert!(tx.hold_files("a", NOW.plus(90), NOW.plus(30)).await.unwrap(), "renewed");
    assert!(tx.hold_files("b", NOW.plus(150), NOW.plus(90)).await.unwrap(), "the first has expired");
    assert!(!tx.release_files("a", NOW.plus(91)).await.unwrap(), "lost");
    assert!(tx.release_files("b", NOW.plus(91)).await.unwrap());
    assert!(!tx.files_held(NOW.plus(91)).await.unwrap());
}

pub async fn the_setup_is_kept(store: Checked) {
    let mut tx = store.begin().await.unwrap();
    assert_eq!(tx.setup().await.unwrap(), SetupState::default(), "nothing is installed yet");
    tx.set_kind(InstallationKind::Real).await.unwrap();
    assert_eq!(tx.setup().await.unwrap(), SetupState::default());
    tx.record_backup(NOW).await.unwrap();
    tx.record_backup(NOW.plus(-1)).await.unwrap();
    tx.put_setup(true, false).await.unwrap();
    let known = SetupState { backed_up_at: Some(NOW), retention_confirmed: true, dismissed: false };
    assert_eq!(tx.setup().await.unwrap(), known);
    tx.record_backup(NOW.plus(1)).await.unwrap();
    tx.put_setup(false, true).await.unwrap();
    let known = SetupState { backed_up_at: Some(NOW.plus(1)), retention_confirmed: false, dismissed: true };
    assert_eq!(tx.setup().await.unwrap(), known);
}

pub async fn a_download_link_works_once_until_it_expires(store: Checked) {
    let ann = stored(&store, &customer("ann")).await;
    let mut tx = store.begin().await.unwrap();
    for token in [1, 2] {
        tx.put_download(&TokenHash([token; 32]), ann, None, "what", NOW.plus(60)).await.unwrap();
    }
    let taken = tx.take_download(&TokenHash([1; 32]), NOW.plus(59)).await.unwrap();
    assert_eq!(taken, Some((ann, "what".to_owned())));
    assert_eq!(tx.take_download(&TokenHash([1; 32]), NOW).await.unwrap(), None, "used");
    assert_eq!(tx.take_download(&TokenHash([2; 32]), NOW.plus(60)).await.unwrap(), None, "too late");
    assert_eq!(tx.take_download(&TokenHash([3; 32]), NOW).await.unwrap(), None, "unknown");
}

pub async fn the_menu_comes_in_order(store: Checked) {
    let menu = store.read().await.unwrap().menu().await.unwrap();
    let users = menu.iter().position(|row| (row.module.as_str(), row.action.as_str()) == ("user", "list"));
    let users = users.expect("user management is in the menu");
    assert!(menu.iter().any(|row| Some(row.id) == menu[users].parent), "its group is there");
}

pub async fn attempts_are_limited_within_their_window(store: Checked) {
    let mut tx = store.begin().await.unwrap();
    for _ in 0..3 {
        assert_eq!(tx.attempt("ann", 3, 60, NOW).await.unwrap(), Attempt::Allowed);
    }
    let refused = Attempt::Refused { retry_after: 50 };
    assert_eq!(tx.attempt("ann", 3, 60, NOW.plus(10)).await.unwrap(), refused);
    assert_eq!(tx.attempt("bob", 3, 60, NOW.plus(10)).await.unwrap(), Attempt::Allowed);
    let last_second = Attempt::Refused { retry_after: 1 };
    assert_eq!(tx.attempt("ann", 3, 60, NOW.plus(59)).await.unwrap(), last_second);
    assert_eq!(tx.attempt("ann", 3, 60, NOW.plus(60)).await.unwrap(), Attempt::Allowed);
    for _ in 0..9 {
        tx.attempt("ann", 3, 60, NOW.plus(60)).await.unwrap();
    }
    tx.forget_attempts("ann").await.unwrap();
    assert_eq!(tx.attempt("ann", 3, 60, NOW.plus(61)).await.unwrap(), Attempt::Allowed);
}

pub async fn refused_attempts_are_not_counted(store: Checked) {
    let mut tx = store.begin().await.unwrap();
    assert_eq!(tx.check_attempt("login:ann 1 ", 1, 60, NOW).await.unwrap(), Attempt::Allowed);
    for _ in 0..5 {
        tx.attempt("login:ann 1 ", 2, 60, NOW).await.unwrap();
    }
    // Only two were counted: a higher limit allows the third.
    assert_eq!(tx.check_attempt("login:ann 1 ", 3, 60, NOW).await.unwrap(), Attempt::Allowed);
    let refused = Attempt::Refused { retry_after: 60 };
    assert_eq!(tx.check_attempt("login:ann 1 ", 2, 60, NOW).await.unwrap(), refused);
    assert_eq!(tx.check_attempt("login:ann 1 ", 2, 60, NOW.plus(60)).await.unwrap(), Attempt::Allowed);
    tx.attempt("login:ann 2 ", 1, 60, NOW).await.unwrap();
    tx.attempt("login:anna 1 ", 1, 60, NOW).await.unwrap();
    tx.forget_attempts("login:ann ").await.unwrap();
    for (key, allowed) in [("login:ann 1 ", true), ("login:ann 2 ", true), ("login:anna 1 ", false)] {
        let found = tx.check_attempt(key, 1, 60, NOW).await.unwrap();
        assert_eq!(found == Attempt::Allowed, allowed, "{key}");
    }
}

pub async fn concurrent_attempts_are_all_counted(store: Checked) {
    let attempts: Vec<_> = (0..20)
        .map(|_| {
            let store = store.clone();
            tokio::spawn(async move {
                let mut tx = store.begin().await.unwrap();
                let attempt = tx.attempt("ann", 5, 60, NOW).await.unwrap();
                tx.save().await.unwrap();
                attempt == Attempt::Allowed
            })
        })
        .collect();
    let mut allowed = 0;
    for attempt in attempts {
        allowed += usize::from(attempt.await.unwrap());
    }
    assert_eq!(allowed, 5);
}

pub async fn old_attempts_are_swept(store: Checked) {
    let mut tx = store.begin().await.unwrap();
    tx.attempt("old", 5, 60, NOW).await.unwrap();
    tx.attempt("new", 5, 60, NOW.plus(100)).await.unwrap();
    assert_eq!(tx.sweep_attempts(NOW.plus(50)).await.unwrap(), 1);
    assert_eq!(tx.sweep_attempts(NOW.plus(50)).await.unwrap(), 0);
}
