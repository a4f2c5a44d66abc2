//! Menu, settings, throttles, audit log.

use numsift_model::audit::AuditEntry;
use numsift_model::id::Uid;
use numsift_model::settings::Settings;

use super::{Checked, NOW};
use crate::Attempt;

pub async fn settings_have_defaults_and_are_kept(store: Checked) {
    let mut tx = store.begin().await.unwrap();
    assert_eq!(tx.settings().await.unwrap(), Settings::default());
    for title in ["Ours", "Ours \"and\" 他"] {
        let changed = Settings { product_title: Some(title.into()), ..Settings::default() };
        tx.put_settings(&changed, NOW).await.unwrap();
        assert_eq!(tx.settings().await.unwrap(), changed);
    }
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

pub async fn parallel_attempts_are_each_counted(store: Checked) {
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

pub async fn the_audit_log_keeps_every_line(store: Checked) {
    let entry = |action: &str, actor| AuditEntry {
        at: NOW,
        actor,
        subject: Some(Uid(7)),
        action: action.into(),
        ip: "::1".into(),
        detail: "{}".into(),
    };
    let (first, second) = (entry("user/one", None), entry("user/two", Some(Uid(1))));
    let mut tx = store.begin().await.unwrap();
    tx.audit(&first).await.unwrap();
    tx.audit(&second).await.unwrap();
    assert_eq!(tx.recent_audit(10).await.unwrap(), [second.clone(), first]);
    assert_eq!(tx.recent_audit(1).await.unwrap(), [second]);
}
