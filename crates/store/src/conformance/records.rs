//! Audit log, events and second factors.

use numsift_model::audit::AuditEntry;
use numsift_model::id::Uid;
use numsift_model::page::Page;
use numsift_model::session::TokenHash;

use super::{Checked, NOW, customer, stored};
use crate::{AuditFilter, TotpState};

pub async fn audit_entries_are_stored_and_filtered(store: Checked) {
    let ann = stored(&store, &customer("ann")).await;
    let mut tx = store.begin().await.unwrap();
    for (at, actor, subject, action, ip, detail) in [
        (0, None, Some(ann), "user/create", "", "{}"),
        (10, Some(ann), Some(Uid(7)), "user/edit", "::1", r#"{"after":{"ud":4}}"#),
        (20, Some(ann), Some(ann), "role/save", "10.0.0.1", r#"{"name":"50%_off"}"#),
    ] {
        let entry = AuditEntry {
            at: NOW.plus(at),
            actor,
            subject,
            action: action.into(),
            ip: ip.into(),
            detail: detail.into(),
        };
        tx.audit(&entry).await.unwrap();
    }
    let page = Page::new(1, 10).unwrap();
    for (filter, actions) in [
        (AuditFilter::default(), vec!["role/save", "user/edit", "user/create"]),
        (AuditFilter { actor: Some(ann), ..AuditFilter::default() }, vec!["role/save", "user/edit"]),
        (AuditFilter { subject: Some(Uid(7)), ..AuditFilter::default() }, vec!["user/edit"]),
        (
            AuditFilter { action: Some("user/".into()), ..AuditFilter::default() },
            vec!["user/edit", "user/create"],
        ),
        (AuditFilter { ip: Some("::1".into()), ..AuditFilter::default() }, vec!["user/edit"]),
        (AuditFilter { from: Some(NOW.plus(20)), ..AuditFilter::default() }, vec!["role/save"]),
        (AuditFilter { to: Some(NOW.plus(10)), ..AuditFilter::default() }, vec!["user/create"]),
        (AuditFilter { search: Some("0%_o".into()), ..AuditFilter::default() }, vec!["role/save"]),
        (AuditFilter { search: Some("%".into()), ip: Some("::1".into()), ..AuditFilter::default() }, vec![]),
    ] {
        let listed = tx.audit_log(&filter, page).await.unwrap();
        let found: Vec<_> = listed.items.iter().map(|row| row.entry.action.as_str()).collect();
        assert_eq!(
            (found.as_slice(), listed.total),
            (actions.as_slice(), i64::try_from(actions.len()).unwrap())
        );
    }
    let newest = tx.audit_log(&AuditFilter::default(), Page::new(1, 1).unwrap()).await.unwrap();
    assert_eq!((newest.items.len(), newest.total), (1, 3));
    assert_eq!(newest.items[0].actor_name.as_deref(), Some("ann"));
}

pub async fn events_are_read_in_order_and_swept(store: Checked) {
    let ann = stored(&store, &customer("ann")).await;
    let mut tx = store.begin().await.unwrap();
    tx.emit(Some(ann), "notify", "{}", NOW).await.unwrap();
    tx.emit(None, "session", "{\"a\":1}", NOW.plus(5)).await.unwrap();
    let all = tx.events(NOW, 0).await.unwrap();
    assert_eq!(all.len(), 2);
    assert!(all[0].id < all[1].id);
    assert_eq!((all[0].uid, all[0].kind.as_str()), (Some(ann), "notify"));
    assert_eq!((all[1].uid, all[1].data.as_str()), (None, "{\"a\":1}"));
    assert_eq!(tx.events(NOW.plus(1), 0).await.unwrap().len(), 1);
    assert_eq!(tx.events(NOW, all[0].id).await.unwrap(), all[1..]);
    assert_eq!(tx.sweep_events(NOW.plus(5)).await.unwrap(), 1);
    assert_eq!(tx.events(NOW, 0).await.unwrap(), all[1..]);
}

pub async fn second_factor_codes_work_once(store: Checked) {
    let ann = stored(&store, &customer("ann")).await;
    let mut tx = store.begin().await.unwrap();
    assert_eq!(tx.totp(ann).await.unwrap(), Some(TotpState { secret: None, enabled: false }));
    assert_eq!(tx.totp(Uid(999)).await.unwrap(), None);
    tx.begin_totp(ann, b"sealed").await.unwrap();
    tx.set_totp_enabled(ann, true).await.unwrap();
    assert_eq!(
        tx.totp(ann).await.unwrap(),
        Some(TotpState { secret: Some(b"sealed".to_vec()), enabled: true })
    );
    assert!(tx.account(ann).await.unwrap().unwrap().totp_enabled);
    assert!(tx.use_totp_step(ann, 100).await.unwrap());
    assert!(!tx.use_totp_step(ann, 100).await.unwrap(), "used before");
    assert!(!tx.use_totp_step(ann, 99).await.unwrap(), "an older step");
    assert!(tx.use_totp_step(ann, 101).await.unwrap());

    let hash = |n: u8| TokenHash([n; 32]);
    tx.set_recovery_codes(ann, &[hash(1), hash(2)]).await.unwrap();
    assert!(tx.use_recovery_code(ann, &hash(1)).await.unwrap());
    assert!(!tx.use_recovery_code(ann, &hash(1)).await.unwrap());
    assert_eq!(tx.recovery_codes_left(ann).await.unwrap(), 1);
    tx.set_recovery_codes(ann, &[hash(3)]).await.unwrap();
    assert!(!tx.use_recovery_code(ann, &hash(2)).await.unwrap(), "replaced");
    tx.set_totp_enabled(ann, false).await.unwrap();
    assert_eq!(tx.totp(ann).await.unwrap(), Some(TotpState { secret: None, enabled: false }));
    assert_eq!(tx.recovery_codes_left(ann).await.unwrap(), 0);
}
