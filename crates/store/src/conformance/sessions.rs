//! Sessions.

use numsift_model::id::Uid;
use numsift_model::session::{EndReason, NewSession, Switched, TokenHash};

use super::{Checked, NOW, customer, stored};

fn session(uid: Uid, token: u8) -> NewSession {
    NewSession {
        token_hash: TokenHash([token; 32]),
        uid,
        created_at: NOW,
        expires_at: NOW.plus(3600),
        ip: "127.0.0.1".into(),
        user_agent: "test".into(),
        switched: None,
    }
}

async fn ended(store: &Checked, token: u8) -> Option<EndReason> {
    let mut tx = store.read().await.unwrap();
    tx.session(&TokenHash([token; 32])).await.unwrap().expect("the session exists").ended
}

pub async fn a_new_session_replaces_the_old(store: Checked) {
    let ann = stored(&store, &customer("ann")).await;
    let bob = stored(&store, &customer("bob")).await;
    let mut tx = store.begin().await.unwrap();
    for (uid, token) in [(ann, 1), (bob, 2), (ann, 3)] {
        tx.open_session(&session(uid, token)).await.unwrap();
    }
    tx.save().await.unwrap();
    assert_eq!(ended(&store, 1).await, Some(EndReason::Replaced));
    assert_eq!(ended(&store, 2).await, None, "the session of another account stays open");
    assert_eq!(ended(&store, 3).await, None);
    let mut tx = store.read().await.unwrap();
    assert!(tx.session(&TokenHash([9; 32])).await.unwrap().is_none());
    assert_eq!(tx.session(&TokenHash([3; 32])).await.unwrap().unwrap().account.uid, ann);
}

pub async fn concurrent_sign_ins_leave_one_open_session(store: Checked) {
    let ann = stored(&store, &customer("ann")).await;
    let logins: Vec<_> = (0..10)
        .map(|token| {
            let store = store.clone();
            tokio::spawn(async move {
                let mut tx = store.begin().await.unwrap();
                tx.open_session(&session(ann, token)).await.unwrap();
                tx.save().await.unwrap();
            })
        })
        .collect();
    for login in logins {
        login.await.unwrap();
    }
    let mut open = 0;
    for token in 0..10 {
        open += usize::from(ended(&store, token).await.is_none());
    }
    assert_eq!(open, 1);
}

pub async fn an_ended_session_stays_readable(store: Checked) {
    let ann = stored(&store, &customer("ann")).await;
    let mut tx = store.begin().await.unwrap();
    let id = tx.open_session(&session(ann, 1)).await.unwrap();
    tx.end_session(id, EndReason::LoggedOut, NOW).await.unwrap();
    // The first reason is kept.
    tx.end_session(id, EndReason::Ended, NOW.plus(1)).await.unwrap();
    tx.end_sessions_of(ann, EndReason::PasswordChanged, NOW.plus(2)).await.unwrap();
    tx.open_session(&session(ann, 2)).await.unwrap();
    tx.end_sessions_of(ann, EndReason::PasswordChanged, NOW.plus(3)).await.unwrap();
    tx.save().await.unwrap();
    assert_eq!(ended(&store, 1).await, Some(EndReason::LoggedOut));
    assert_eq!(ended(&store, 2).await, Some(EndReason::PasswordChanged));
}

pub async fn the_last_use_of_a_session_never_decreases(store: Checked) {
    let ann = stored(&store, &customer("ann")).await;
    let mut tx = store.begin().await.unwrap();
    let id = tx.open_session(&session(ann, 1)).await.unwrap();
    tx.touch_session(id, NOW.plus(100)).await.unwrap();
    tx.touch_session(id, NOW.plus(50)).await.unwrap();
    let read = tx.session(&TokenHash([1; 32])).await.unwrap().unwrap();
    assert_eq!((read.last_seen_at, read.expires_at), (NOW.plus(100), NOW.plus(3600)));
}

pub async fn a_visit_does_not_end_the_accounts_session(store: Checked) {
    let admin = stored(&store, &customer("admin")).await;
    let ann = stored(&store, &customer("ann")).await;
    let mut tx = store.begin().await.unwrap();
    let parent = tx.open_session(&session(admin, 1)).await.unwrap();
    tx.open_session(&session(ann, 2)).await.unwrap();
    let visit = NewSession { switched: Some(Switched { actor: admin, parent }), ..session(ann, 3) };
    tx.open_session(&visit).await.unwrap();
    tx.save().await.unwrap();
    assert_eq!(ended(&store, 2).await, None, "the account's session stays open");
    let mut tx = store.begin().await.unwrap();
    let read = tx.session(&TokenHash([3; 32])).await.unwrap().unwrap();
    assert_eq!(read.switched, Some(Switched { actor: admin, parent }));
    // A new sign-in ends the account's session but not the visit.
    tx.open_session(&session(ann, 4)).await.unwrap();
    assert_eq!(tx.sessions_of(ann, 10).await.unwrap().len(), 2, "visits are not listed");
    assert!(tx.session_is_open(parent, NOW).await.unwrap());
    assert!(!tx.session_is_open(parent, NOW.plus(3600)).await.unwrap(), "expired");
    // Ending all sessions ends the visit too.
    assert_eq!(tx.end_sessions_of(ann, EndReason::Ended, NOW).await.unwrap(), 2);
    tx.end_session(parent, EndReason::LoggedOut, NOW).await.unwrap();
    assert!(!tx.session_is_open(parent, NOW).await.unwrap());
    tx.save().await.unwrap();
    assert_eq!(ended(&store, 2).await, Some(EndReason::Replaced));
    assert_eq!(ended(&store, 3).await, Some(EndReason::Ended));
}

pub async fn sessions_are_listed_newest_first(store: Checked) {
    let ann = stored(&store, &customer("ann")).await;
    let bob = stored(&store, &customer("bob")).await;
    let mut tx = store.begin().await.unwrap();
    for (token, at) in [(1, 0), (2, 10), (3, 20)] {
        let mut new = session(ann, token);
        new.created_at = NOW.plus(at);
        tx.open_session(&new).await.unwrap();
    }
    let facts = tx.sessions_of(ann, 2).await.unwrap();
    assert_eq!(facts.iter().map(|f| f.created_at.0 - NOW.0).collect::<Vec<_>>(), [20, 10]);
    assert_eq!((facts[0].ended, facts[1].ended), (None, Some(EndReason::Replaced)));
    let online = tx.signed_in_among(&[ann, bob], NOW, NOW.plus(30)).await.unwrap();
    assert_eq!(online, [ann]);
    assert!(tx.signed_in_among(&[ann], NOW.plus(20), NOW).await.unwrap().is_empty(), "not used since");
    assert!(tx.signed_in_among(&[ann], NOW, NOW.plus(3600)).await.unwrap().is_empty(), "expired");
    assert!(tx.signed_in_among(&[], NOW, NOW).await.unwrap().is_empty());
}

pub async fn visits_and_links_end_with_the_session_that_started_them(store: Checked) {
    let (staff, ann) = (stored(&store, &customer("staff")).await, stored(&store, &customer("ann")).await);
    // The ways in which the own session of the actor ends.
    for way in 0..3_u8 {
        let (own, visit) = (way * 10 + 1, way * 10 + 2);
        let mut tx = store.begin().await.unwrap();
        let parent = tx.open_session(&session(staff, own)).await.unwrap();
        let switched = Some(Switched { actor: staff, parent });
        let inside = tx.open_session(&NewSession { switched, ..session(ann, visit) }).await.unwrap();
        tx.put_download(&TokenHash([visit; 32]), ann, Some(inside), "what", NOW.plus(60)).await.unwrap();
        match way {
            0 => tx.end_session(parent, EndReason::LoggedOut, NOW).await.unwrap(),
            1 => assert_eq!(tx.end_sessions_of(staff, EndReason::Ended, NOW).await.unwrap(), 2),
            _ => {
                tx.open_session(&session(staff, own + 5)).await.unwrap();
            }
        }
        assert!(!tx.session_is_open(inside, NOW).await.unwrap(), "way {way}");
        assert_eq!(tx.take_download(&TokenHash([visit; 32]), NOW).await.unwrap(), None, "way {way}");
        tx.save().await.unwrap();
    }
}
