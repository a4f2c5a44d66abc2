//! Lookups, and the answers that can be reused.

use numsift_model::clock::Timestamp;
use numsift_model::id::{LookupId, Uid};
use numsift_model::lookup::{KnownAnswer, LookupAnswer, LookupState, NewLookup, Source};
use numsift_model::money::Points;
use serde_json::Map;

use super::{Checked, NOW, customer, stored};
use crate::{AnsweredLookups, LookupFilter, Scope, Tx};

fn new(uid: Uid, number: u64, at: Timestamp) -> NewLookup {
    NewLookup {
        uid,
        key: None,
        request_id: format!("request-{at:?}"),
        sent: format!("+{number}"),
        number,
        projects: vec!["whatsapp".into(), "line".into()],
        held: Some(Points(200)),
        created_at: at,
        lease_until: at.plus(60),
        expires_at: at.plus(86_400),
    }
}

fn answer(project: &str, status: &str, charged: i64) -> LookupAnswer {
    LookupAnswer {
        project: project.into(),
        status: status.into(),
        hit: status == "active",
        reason: String::new(),
        fields: Map::new(),
        source: Source::Channel,
        at: NOW,
        charged: Points(charged),
    }
}

async fn add(tx: &mut dyn Tx, all: &[NewLookup]) -> Vec<LookupId> {
    tx.add_lookups(&[all.to_vec()]).await.unwrap().remove(0)
}

/// Answers the lookups of one request, all alike; `false` if they are no longer open.
async fn answer_all(tx: &mut dyn Tx, ids: &[LookupId], answers: &[LookupAnswer], at: Timestamp) -> bool {
    let answers = vec![answers.to_vec(); ids.len()];
    let done = tx.answer_lookups(&[AnsweredLookups { ids, answers: &answers, at }]).await.unwrap();
    assert_eq!(done.len(), 1);
    done[0]
}

pub async fn requests_that_start_together_share_a_hold(store: Checked) {
    let ann = stored(&store, &customer("ann")).await;
    let requests = [
        vec![new(ann, 1001, NOW)],
        vec![new(ann, 1002, NOW), new(ann, 1003, NOW), new(ann, 1004, NOW)],
        vec![new(ann, 1005, NOW), new(ann, 1006, NOW)],
    ];
    let mut tx = store.begin().await.unwrap();
    assert!(tx.add_lookups(&[]).await.unwrap().is_empty());
    let ids = tx.add_lookups(&requests).await.unwrap();
    for (request, ids) in requests.iter().zip(&ids) {
        assert_eq!(ids.len(), request.len());
        for (asked, id) in request.iter().zip(ids) {
            let read = tx.lookup(Scope::Own(ann), *id).await.unwrap().unwrap();
            assert_eq!((read.id, read.first, &read.asked), (*id, ids[0], asked));
        }
    }
    for id in ids.iter().flatten() {
        assert_eq!(tx.lookup(Scope::All, *id).await.unwrap().unwrap().hold, ids[0][0], "one hold");
    }
    tx.cancel_lookups(ids[1][0], NOW.plus(1)).await.unwrap();
    let answers = [vec![vec![answer("line", "active", 7)]], vec![Vec::new(); 3], vec![Vec::new(); 2]];
    let answered: Vec<_> = (ids.iter().zip(&answers))
        .map(|(ids, answers)| AnsweredLookups { ids, answers, at: NOW.plus(2) })
        .collect();
    assert_eq!(tx.answer_lookups(&answered).await.unwrap(), [true, false, true]);
    let states = [LookupState::Done, LookupState::Cancelled, LookupState::Done];
    for (ids, state) in ids.iter().zip(states) {
        for id in ids {
            assert_eq!(tx.lookup(Scope::All, *id).await.unwrap().unwrap().state, state);
        }
    }
    let paid = tx.lookup(Scope::All, ids[0][0]).await.unwrap().unwrap();
    assert_eq!((paid.charged, paid.answers), (Points(7), answers[0][0].clone()));
}

pub async fn lookups_are_answered_once(store: Checked) {
    let (ann, bob) = (stored(&store, &customer("ann")).await, stored(&store, &customer("bob")).await);
    let mut tx = store.begin().await.unwrap();
    let ids = add(&mut *tx, &[new(ann, 1001, NOW), new(ann, 1002, NOW)]).await;
    let alone = add(&mut *tx, &[new(bob, 1001, NOW.plus(1))]).await[0];
    let answers = [answer("whatsapp", "active", 100), answer("line", "unknown", 0)];
    assert!(answer_all(&mut *tx, &ids, &answers, NOW.plus(2)).await);
    assert!(!answer_all(&mut *tx, &ids, &[], NOW.plus(2)).await, "an answer is final");
    assert!(!tx.cancel_lookups(ids[0], NOW.plus(3)).await.unwrap(), "it is over");
    tx.save().await.unwrap();

    let mut tx = store.begin().await.unwrap();
    let read = tx.lookup(Scope::Own(ann), ids[1]).await.unwrap().unwrap();
    assert_eq!((read.first, read.state, read.charged), (ids[0], LookupState::Done, Points(100)));
    assert_eq!((read.asked, read.answers.as_slice()), (new(ann, 1002, NOW), answers.as_slice()));
    assert!(tx.lookup(Scope::Own(bob), ids[1]).await.unwrap().is_none(), "of another account");
    let all = |filter: LookupFilter| (Scope::All, filter);
    let by = LookupFilter::default;
    for ((scope, filter), expected) in [
        (all(by()), vec![alone, ids[1], ids[0]]),
        ((Scope::Own(ann), by()), vec![ids[1], ids[0]]),
        (all(LookupFilter { uid: Some(bob), ..by() }), vec![alone]),
        (all(LookupFilter { number: Some(1001), ..by() }), vec![alone, ids[0]]),
        (all(LookupFilter { project: Some("line".into()), ..by() }), vec![alone, ids[1], ids[0]]),
        (all(LookupFilter { project: Some("lin".into()), ..by() }), vec![]),
        (all(LookupFilter { status: Some("unknown".into()), ..by() }), vec![ids[1], ids[0]]),
        (all(LookupFilter { hold: Some(ids[0]), ..by() }), vec![ids[1], ids[0]]),
        (all(LookupFilter { from: Some(NOW.plus(1)), ..by() }), vec![alone]),
        (all(LookupFilter { until: Some(NOW.plus(1)), ..by() }), vec![ids[1], ids[0]]),
        (all(LookupFilter { request_id: Some("request".into()), ..by() }), vec![]),
    ] {
        let found = tx.lookups(scope, &filter, None, 10).await.unwrap();
        let found: Vec<_> = found.iter().map(|lookup| lookup.id).collect();
        assert_eq!(found, expected, "{filter:?}");
    }
    let next = tx.lookups(Scope::All, &by(), Some(ids[1]), 10).await.unwrap();
    assert_eq!(next.len(), 1, "before the cursor");
    for (first, expected) in [(ids[0], vec![ids[0], ids[1]]), (alone, vec![alone]), (ids[1], vec![ids[1]])] {
        let found = tx.lookups_of_request(first).await.unwrap();
        assert_eq!(found.iter().map(|lookup| lookup.id).collect::<Vec<_>>(), expected, "in order");
    }
}

pub async fn abandoned_lookups_are_found_and_cancelled(store: Checked) {
    let ann = stored(&store, &customer("ann")).await;
    let mut tx = store.begin().await.unwrap();
    let ids = add(&mut *tx, &[new(ann, 1001, NOW), new(ann, 1002, NOW)]).await;
    assert!(tx.abandoned_lookups(NOW.plus(60), 10).await.unwrap().is_empty(), "the lease is valid");
    assert_eq!(tx.abandoned_lookups(NOW.plus(61), 10).await.unwrap(), [ids[0]], "one per request");
    assert!(tx.cancel_lookups(ids[0], NOW.plus(61)).await.unwrap());
    assert!(!tx.cancel_lookups(ids[0], NOW.plus(61)).await.unwrap());
    assert!(tx.abandoned_lookups(NOW.plus(61), 10).await.unwrap().is_empty());
    assert!(!answer_all(&mut *tx, &ids, &[], NOW.plus(62)).await, "too late");
    for id in ids {
        let lookup = tx.lookup(Scope::All, id).await.unwrap().unwrap();
        assert_eq!((lookup.state, lookup.charged), (LookupState::Cancelled, Points(0)));
    }
}

pub async fn lookups_of_a_dead_installation_are_abandoned_at_once(store: Checked) {
    let ann = stored(&store, &customer("ann")).await;
    let mut tx = store.begin().await.unwrap();
    let ids = add(&mut *tx, &[new(ann, 1001, NOW), new(ann, 1002, NOW)]).await;
    let over = add(&mut *tx, &[new(ann, 1003, NOW)]).await[0];
    assert!(answer_all(&mut *tx, &[over], &[], NOW).await);
    assert!(tx.abandoned_lookups(NOW, 10).await.unwrap().is_empty(), "the leases are valid");
    tx.expire_leases().await.unwrap();
    assert_eq!(tx.abandoned_lookups(NOW, 10).await.unwrap(), [ids[0]]);
}

pub async fn the_newest_answer_is_remembered_until_it_expires(store: Checked) {
    let (ann, bob) = (stored(&store, &customer("ann")).await, stored(&store, &customer("bob")).await);
    let known = |number, status: &str, at: i64| KnownAnswer {
        number,
        status: status.into(),
        fields: String::new(),
        at: NOW.plus(at),
    };
    let mut tx = store.begin().await.unwrap();
    let first = [known(1001, "active", 0), known(1002, "active", 0), known(1001, "unknown", -1)];
    tx.remember_answers(ann, "line", &first, NOW.plus(100)).await.unwrap();
    tx.remember_answers(ann, "line", &[known(1001, "inactive", 10)], NOW.plus(110)).await.unwrap();
    tx.remember_answers(ann, "line", &[known(1001, "active", 5)], NOW.plus(105)).await.unwrap();
    let numbers = [1001, 1002, 1003];
    let mut found = tx.remembered_answers(ann, "line", &numbers, NOW).await.unwrap();
    found.sort_by_key(|answer| answer.number);
    assert_eq!(found, [known(1001, "inactive", 10), known(1002, "active", 0)]);
    let found = tx.remembered_answers(ann, "line", &numbers, NOW.plus(1)).await.unwrap();
    assert_eq!(found, [known(1001, "inactive", 10)], "recent enough");
    for (uid, project) in [(bob, "line"), (ann, "whatsapp")] {
        assert!(tx.remembered_answers(uid, project, &numbers, NOW).await.unwrap().is_empty());
    }
    let page = tx.remembered_after(ann, "line", NOW, 1001, 10).await.unwrap();
    assert_eq!(page, [known(1002, "active", 0)]);

    add(&mut *tx, &[new(ann, 1001, NOW.plus(-86_400))]).await;
    assert_eq!(tx.delete_expired_lookups(NOW.plus(100), 10).await.unwrap(), 1, "open lookups are kept");
    let left = tx.remembered_after(ann, "line", NOW, 0, 10).await.unwrap();
    assert_eq!(left, [known(1001, "inactive", 10)]);
    let open = tx.abandoned_lookups(NOW, 10).await.unwrap();
    tx.cancel_lookups(open[0], NOW).await.unwrap();
    assert_eq!(tx.delete_expired_lookups(NOW.plus(100), 10).await.unwrap(), 1);
    assert!(tx.lookup(Scope::All, open[0]).await.unwrap().is_none());
}
