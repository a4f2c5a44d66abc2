//! API keys, rate windows, usage and idempotent requests.

use numsift_model::api_key::{
    ApiKeyRules, ApiRequest, ApiScope, ApiUsage, KEPT_REQUESTS, LimitClass, NewApiKey, OnceAnswer, OnceClaim,
    OnceRequest,
};
use numsift_model::id::{ApiKeyId, LookupId, Uid};
use numsift_model::session::TokenHash;

use super::{Checked, NOW, customer, stored};
use crate::{LeasedQuota, OnceMet, StoreError, Tx};

fn key(uid: Uid, prefix: &str) -> NewApiKey {
    NewApiKey {
        uid,
        prefix: prefix.to_owned(),
        secret: TokenHash([7; 32]),
        rules: ApiKeyRules {
            name: "shop".to_owned(),
            scopes: vec![ApiScope::Lookup, ApiScope::TasksRead],
            ips: vec!["203.0.113.0/24".parse().unwrap(), "2001:db8::/32".parse().unwrap()],
            expires_at: Some(NOW.plus(100)),
        },
        created_at: NOW,
    }
}

async fn added(store: &Checked, new: &NewApiKey) -> ApiKeyId {
    let mut tx = store.begin().await.unwrap();
    let id = tx.add_api_key(new).await.unwrap();
    tx.save().await.unwrap();
    id
}

pub async fn all_keys_of_an_account_are_revoked(store: Checked) {
    let (ann, bob) = (stored(&store, &customer("ann")).await, stored(&store, &customer("bob")).await);
    for (uid, prefix) in [(ann, "aaaaaaaa"), (ann, "bbbbbbbb"), (bob, "cccccccc")] {
        added(&store, &key(uid, prefix)).await;
    }
    let mut tx = store.begin().await.unwrap();
    let mut revoked = tx.revoke_api_keys(ann, NOW.plus(5)).await.unwrap();
    revoked.sort();
    assert_eq!(revoked, ["aaaaaaaa", "bbbbbbbb"]);
    assert!(tx.revoke_api_keys(ann, NOW.plus(6)).await.unwrap().is_empty(), "once");
    let at = tx.api_key_by_prefix("aaaaaaaa").await.unwrap().unwrap().revoked_at;
    assert_eq!(at, Some(NOW.plus(5)));
    assert_eq!((tx.count_api_keys(ann).await.unwrap(), tx.count_api_keys(bob).await.unwrap()), (0, 1));
}

pub async fn api_keys_are_found_by_prefix_and_belong_to_their_account(store: Checked) {
    let (ann, bob) = (stored(&store, &customer("ann")).await, stored(&store, &customer("bob")).await);
    let id = added(&store, &key(ann, "aaaaaaaa")).await;
    let mut tx = store.begin().await.unwrap();
    let taken = tx.add_api_key(&key(bob, "aaaaaaaa")).await;
    assert!(matches!(taken, Err(StoreError::Taken("prefix"))));
    drop(tx);
    let mut tx = store.begin().await.unwrap();
    assert!(tx.api_key(bob, id).await.unwrap().is_none());
    assert!(tx.api_key_by_prefix("bbbbbbbb").await.unwrap().is_none());
    let mut found = tx.api_key_by_prefix("aaaaaaaa").await.unwrap().unwrap();
    assert_eq!((found.id, found.of.secret, &found.of.rules), (id, TokenHash([7; 32]), &key(ann, "").rules));
    assert!(found.old_secret.is_none() && found.revoked_at.is_none() && found.last_used.is_none());
    assert_eq!((tx.count_api_keys(ann).await.unwrap(), tx.count_api_keys(bob).await.unwrap()), (1, 0));

    found.of.rules = ApiKeyRules {
        name: "other".to_owned(),
        scopes: vec![ApiScope::Balance],
        ips: Vec::new(),
        expires_at: None,
    };
    found.old_secret = Some((found.of.secret, NOW.plus(60)));
    found.of.secret = TokenHash([8; 32]);
    found.revoked_at = Some(NOW.plus(1));
    tx.put_api_key(&found).await.unwrap();
    tx.note_api_use(id, NOW.plus(5), "203.0.113.9").await.unwrap();
    tx.note_api_use(id, NOW.plus(4), "203.0.113.8").await.unwrap();
    tx.save().await.unwrap();
    let mut tx = store.read().await.unwrap();
    let listed = tx.api_keys(ann).await.unwrap();
    assert_eq!((listed.len(), &listed[0].of.rules), (1, &found.of.rules));
    assert_eq!(listed[0].old_secret, Some((TokenHash([7; 32]), NOW.plus(60))));
    assert_eq!((listed[0].of.secret, listed[0].revoked_at), (TokenHash([8; 32]), Some(NOW.plus(1))));
    assert_eq!(listed[0].last_used, Some((NOW.plus(5), "203.0.113.9".to_owned())));
    assert_eq!((tx.count_api_keys(ann).await.unwrap(), tx.api_keys(bob).await.unwrap().len()), (0, 0));
}

pub async fn requests_of_a_window_are_leased_once(store: Checked) {
    let ann = stored(&store, &customer("ann")).await;
    let id = added(&store, &key(ann, "aaaaaaaa")).await;
    let mut tx = store.begin().await.unwrap();
    let mut lease = async |class, wanted, window| {
        let leased = tx.lease_quota(id, class, wanted, 10, NOW.plus(window)).await.unwrap();
        let LeasedQuota { granted, left } = leased;
        (granted, left)
    };
    assert_eq!(lease(LimitClass::Lookup, 4, 0).await, (4, 6));
    assert_eq!(lease(LimitClass::Tasks, 4, 0).await, (4, 6), "classes are counted separately");
    assert_eq!(lease(LimitClass::Lookup, 8, 0).await, (6, 0));
    assert_eq!(lease(LimitClass::Lookup, 1, 0).await, (0, 0));
    assert_eq!(lease(LimitClass::Lookup, 3, 60).await, (3, 7), "a new window starts full");
    assert_eq!(lease(LimitClass::Lookup, 9, 0).await, (7, 0), "a slow clock does not reopen an old window");
    tx.save().await.unwrap();

    let many = (0..8).map(|_| {
        let store = store.clone();
        tokio::spawn(async move {
            let mut tx = store.begin().await.unwrap();
            let window = NOW.plus(120);
            let leased = tx.lease_quota(id, LimitClass::Lookup, 3, 10, window).await.unwrap();
            tx.save().await.unwrap();
            leased.granted
        })
    });
    let mut granted = 0;
    for one in many.collect::<Vec<_>>() {
        granted += one.await.unwrap();
    }
    assert_eq!(granted, 10);
}

pub async fn api_usage_is_summed_by_day(store: Checked) {
    let (ann, bob) = (stored(&store, &customer("ann")).await, stored(&store, &customer("bob")).await);
    let one = ApiUsage { requests: 2, refused: 1, lookups: 1, numbers: 5, points: 300 };
    let mut tx = store.begin().await.unwrap();
    for (uid, at) in [(ann, NOW), (ann, NOW.plus(1)), (ann, NOW.plus(86_400)), (bob, NOW)] {
        tx.add_api_usage(uid, at, &one).await.unwrap();
    }
    tx.save().await.unwrap();
    let days = store.read().await.unwrap().api_usage(ann, NOW.plus(-86_400)).await.unwrap();
    let two = ApiUsage { requests: 4, refused: 2, lookups: 2, numbers: 10, points: 600 };
    assert_eq!(days.iter().map(|(_, usage)| *usage).collect::<Vec<_>>(), [two, one]);
    assert!(days.iter().all(|(day, _)| day.0 % 86_400 == 0));
    assert_eq!(days[1].0.since(days[0].0), 86_400);
}

pub async fn the_last_requests_of_a_key_are_kept(store: Checked) {
    let ann = stored(&store, &customer("ann")).await;
    let (one, other) =
        (added(&store, &key(ann, "aaaaaaaa")).await, added(&store, &key(ann, "bbbbbbbb")).await);
    let request = |at: i64, id: &str| ApiRequest {
        at: NOW.plus(at),
        request_id: id.to_owned(),
        method: "GET".to_owned(),
        path: "/v1/tasks/{id}".to_owned(),
        status: 404,
        duration_ms: 3,
        ip: "203.0.113.7".to_owned(),
    };
    let mut tx = store.begin().await.unwrap();
    assert!(tx.api_requests(one).await.unwrap().is_empty());
    tx.add_api_requests(one, &[request(5, "b"), request(9, "d")]).await.unwrap();
    // Another node saves later what happened earlier.
    tx.add_api_requests(one, &[request(1, "a"), request(5, "c")]).await.unwrap();
    tx.add_api_requests(other, &[request(7, "x")]).await.unwrap();
    let kept = tx.api_requests(one).await.unwrap();
    assert_eq!(kept[0], request(9, "d"));
    assert_eq!(kept.iter().map(|request| request.request_id.as_str()).collect::<String>(), "dcba");
    let many: Vec<_> = (0..2 * KEPT_REQUESTS).map(|n| request(10, &n.to_string())).collect();
    tx.add_api_requests(one, &many).await.unwrap();
    let kept = tx.api_requests(one).await.unwrap();
    assert_eq!((kept.len(), kept[0].request_id.as_str()), (KEPT_REQUESTS, "199"));
    assert_eq!(tx.api_requests(other).await.unwrap().len(), 1);
    tx.save().await.unwrap();
}

pub async fn an_idempotent_request_is_answered_once(store: Checked) {
    let (ann, bob) = (stored(&store, &customer("ann")).await, stored(&store, &customer("bob")).await);
    let request = |uid, byte| OnceRequest { uid, key: "order-1".to_owned(), hash: TokenHash([byte; 32]) };
    let mut tx = store.begin().await.unwrap();
    let mut claim = async |request: &OnceRequest, at: i64| {
        let now = NOW.plus(at);
        tx.claim_once(request, now, now.plus(60), now.plus(-86_400)).await.unwrap()
    };
    let OnceMet::Mine(first) = claim(&request(ann, 1), 0).await else { panic!("it is new") };
    assert_eq!((first.epoch, first.lookup, first.task), (1, None, None));
    assert_eq!(claim(&request(ann, 1), 20).await, OnceMet::InFlight { retry_after: 40 });
    assert_eq!(claim(&request(ann, 2), 20).await, OnceMet::Other);
    assert!(
        matches!(claim(&request(bob, 2), 20).await, OnceMet::Mine(_)),
        "idempotency keys belong to an account"
    );
    let OnceMet::Mine(second) = claim(&request(ann, 1), 61).await else { panic!("the first is gone") };
    assert_eq!(second.epoch, 2);

    let answer = OnceAnswer { status: 202, location: "/v1/tasks/1".to_owned(), body: "{}".to_owned() };
    assert!(!tx.answer_once(&first, &answer, NOW.plus(62)).await.unwrap(), "too late");
    tx.forget_once(&first).await.unwrap();
    assert!(tx.answer_once(&second, &answer, NOW.plus(62)).await.unwrap());
    let again = OnceAnswer { status: 500, ..answer.clone() };
    assert!(!tx.answer_once(&second, &again, NOW.plus(63)).await.unwrap(), "an answer is final");
    tx.forget_once(&second).await.unwrap();
    let now = NOW.plus(62 + 86_400);
    let met = tx.claim_once(&request(ann, 1), now, now.plus(60), now.plus(-86_400)).await.unwrap();
    assert_eq!(met, OnceMet::Answered(answer), "the answer is kept");
    let now = now.plus(1);
    let met = tx.claim_once(&request(ann, 2), now, now.plus(60), now.plus(-86_400)).await.unwrap();
    let OnceMet::Mine(OnceClaim { epoch: 1, .. }) = met else { panic!("after a day it is new: {met:?}") };
    assert_eq!(tx.sweep_once(NOW.plus(100)).await.unwrap(), 1, "the request of the other account");

    let claim = async |tx: &mut dyn Tx| {
        let met = tx.claim_once(&request(bob, 3), NOW, NOW.plus(60), NOW.plus(-86_400)).await.unwrap();
        let OnceMet::Mine(claim) = met else { panic!("nobody has claimed it: {met:?}") };
        (claim.epoch, claim.lookup, claim)
    };
    let (epoch, lookup, refused) = claim(&mut *tx).await;
    assert_eq!((epoch, lookup), (1, None));
    tx.forget_once(&refused).await.unwrap();
    let (epoch, lookup, begun) = claim(&mut *tx).await;
    assert_eq!((epoch, lookup), (1, None), "a refused request leaves nothing");
    assert!(tx.begin_once(&begun, LookupId(7)).await.unwrap());
    tx.forget_once(&begun).await.unwrap();
    let (epoch, lookup, _) = claim(&mut *tx).await;
    assert_eq!((epoch, lookup), (2, Some(LookupId(7))), "its lookup may have been charged");
    tx.save().await.unwrap();
}

pub async fn an_idempotent_request_has_one_claim(store: Checked) {
    let ann = stored(&store, &customer("ann")).await;
    let many = (0..8).map(|_| {
        let store = store.clone();
        tokio::spawn(async move {
            let request = OnceRequest { uid: ann, key: "one".to_owned(), hash: TokenHash([1; 32]) };
            let mut tx = store.begin().await.unwrap();
            let met = tx.claim_once(&request, NOW, NOW.plus(60), NOW.plus(-86_400)).await.unwrap();
            tx.save().await.unwrap();
            matches!(met, OnceMet::Mine(_))
        })
    });
    let mut takers = 0;
    for one in many.collect::<Vec<_>>() {
        takers += i64::from(one.await.unwrap());
    }
    assert_eq!(takers, 1);
}
