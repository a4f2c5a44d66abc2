//! Audit log, events and second factors.

use numsift_model::approval::{ApprovalState, NewApproval};
use numsift_model::audit::{AuditEntry, AuditLink};
use numsift_model::id::Uid;
use numsift_model::page::Page;
use numsift_model::session::TokenHash;

use super::{Checked, NOW, customer, stored};
use crate::{AuditFilter, NewPasskey, TotpState};

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

pub async fn passkeys_belong_to_their_account(store: Checked) {
    let ann = stored(&store, &customer("ann")).await;
    let bob = stored(&store, &customer("bob")).await;
    let new = |uid: Uid, credential: u8| NewPasskey {
        uid,
        name: "phone".to_owned(),
        credential_id: vec![credential; 16],
        user_handle: vec![9; 64],
        public_key: b"key".to_vec(),
        state: b"0".to_vec(),
        transports: 3,
        created_at: NOW,
    };
    let mut tx = store.begin().await.unwrap();
    assert!(!tx.account(ann).await.unwrap().unwrap().second_factor());
    let first = tx.add_passkey(&new(ann, 1), 2).await.unwrap().unwrap();
    assert_eq!(tx.add_passkey(&new(bob, 1), 2).await.unwrap(), None, "the credential is taken");
    let second = tx.add_passkey(&new(ann, 2), 2).await.unwrap().unwrap();
    assert_eq!(tx.add_passkey(&new(ann, 3), 2).await.unwrap(), None, "above the limit");
    let account = tx.account(ann).await.unwrap().unwrap();
    assert!(account.second_factor() && !account.totp_enabled);

    assert!(!tx.rename_passkey(bob, first, "mine").await.unwrap());
    assert!(!tx.remove_passkey(bob, first).await.unwrap());
    assert!(tx.rename_passkey(ann, first, "key").await.unwrap());
    let found = tx.passkey_by_credential(&[1; 16]).await.unwrap().unwrap();
    assert_eq!((found.id, found.stored.name.as_str(), found.last_used_at), (first, "key", None));
    assert_eq!(found.stored, NewPasskey { name: "key".to_owned(), ..new(ann, 1) });
    assert!(tx.use_passkey(&found, b"1", NOW.plus(5)).await.unwrap());
    assert!(!tx.use_passkey(&found, b"2", NOW.plus(6)).await.unwrap(), "it changed in the meantime");
    let used = tx.passkeys(ann).await.unwrap().remove(0);
    assert_eq!((used.stored.state.as_slice(), used.last_used_at), (&b"1"[..], Some(NOW.plus(5))));

    // Recovery codes stay while something is left that they stand in for.
    tx.set_recovery_codes(ann, &[TokenHash([1; 32])]).await.unwrap();
    tx.set_totp_enabled(ann, false).await.unwrap();
    assert_eq!(tx.recovery_codes_left(ann).await.unwrap(), 1);
    assert!(tx.remove_passkey(ann, first).await.unwrap());
    assert!(tx.remove_passkey(ann, second).await.unwrap());
    assert!(!tx.account(ann).await.unwrap().unwrap().second_factor());
    assert!(tx.passkey_by_credential(&[1; 16]).await.unwrap().is_none());
}

pub async fn audit_links_are_appended_once(store: Checked) {
    let mut tx = store.begin().await.unwrap();
    for action in ["a/a", "b/b", "c/c"] {
        let entry = AuditEntry {
            at: NOW,
            actor: Some(Uid(7)),
            subject: None,
            action: action.into(),
            ip: "::1".into(),
            detail: "{}".into(),
        };
        tx.audit(&entry).await.unwrap();
    }
    let unsealed = tx.unsealed_audit(0, 10).await.unwrap();
    assert_eq!(
        unsealed.iter().map(|(_, entry)| entry.action.as_str()).collect::<Vec<_>>(),
        ["a/a", "b/b", "c/c"]
    );
    assert!(tx.last_audit_link().await.unwrap().is_none());
    // In another order than their ids: the second was committed late.
    let ids: Vec<_> = unsealed.iter().map(|(id, _)| *id).collect();
    let link = |seq: i64, id: i64| AuditLink { seq, id, sealed_at: NOW.plus(seq), code: [3; 32] };
    assert!(tx.add_audit_link(&link(1, ids[0])).await.unwrap());
    assert!(tx.add_audit_link(&link(2, ids[2])).await.unwrap());
    assert!(!tx.add_audit_link(&link(2, ids[1])).await.unwrap(), "the position is taken");
    assert!(!tx.add_audit_link(&link(3, ids[0])).await.unwrap(), "the entry is sealed");
    assert_eq!(tx.last_audit_link().await.unwrap(), Some(link(2, ids[2])));
    assert_eq!(tx.audit_sealed_by(NOW.plus(1)).await.unwrap(), ids[0]);
    assert_eq!(tx.audit_sealed_by(NOW).await.unwrap(), 0);
    assert_eq!(tx.unsealed_audit(ids[0], 10).await.unwrap()[0].0, ids[1]);
    assert_eq!(tx.count_unsealed_audit(NOW).await.unwrap(), 1);
    assert_eq!(tx.count_unsealed_audit(NOW.plus(-1)).await.unwrap(), 0);
    let links = tx.audit_links(1, 10).await.unwrap();
    assert_eq!(links, [(link(2, ids[2]), Some(unsealed[2].1.clone()))]);
}

pub async fn requests_for_approval_are_decided_once_by_others(store: Checked) {
    let (ann, bob) = (stored(&store, &customer("ann")).await, stored(&store, &customer("bob")).await);
    let mut tx = store.begin().await.unwrap();
    assert_eq!(tx.count_other_administrators(ann).await.unwrap(), 0);
    let new = NewApproval {
        action: "finance/adjust".into(),
        request: "{}".into(),
        subject: Some(bob),
        requested_by: ann,
        requested_at: NOW,
        expires_at: NOW.plus(60),
    };
    let id = tx.add_approval(&new).await.unwrap();
    let found = tx.approval(id).await.unwrap().unwrap();
    assert_eq!((found.asked, found.requester.as_str(), found.state), (new, "ann", ApprovalState::Pending));
    assert_eq!((found.subject_name.as_deref(), found.decided), (Some("bob"), None));
    assert!(tx.decide_approval(id, ApprovalState::Approved, bob, NOW.plus(1)).await.unwrap());
    assert!(!tx.decide_approval(id, ApprovalState::Rejected, bob, NOW.plus(2)).await.unwrap(), "once");
    let listed = tx.approvals(Page::new(1, 10).unwrap()).await.unwrap();
    assert_eq!((listed.total, &listed.items[0].state), (1, &ApprovalState::Approved));
    assert_eq!(listed.items[0].decided, Some((bob, "bob".into(), NOW.plus(1))));
    tx.save().await.unwrap();
    let mut tx = store.begin().await.unwrap();
    let own =
        tx.add_approval(&NewApproval { requested_by: bob, ..listed.items[0].asked.clone() }).await.unwrap();
    let refused = tx.decide_approval(own, ApprovalState::Approved, bob, NOW).await;
    assert!(refused.is_err(), "the database refuses as well");
}
