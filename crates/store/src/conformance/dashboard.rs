//! Sums by day that the dashboard of staff shows.

use numsift_model::id::ApiKeyId;
use numsift_model::money::{Points, Usdt};
use numsift_model::recharge::NewDeposit;
use numsift_model::task::{ChunkUsage, UsageSource};

use super::{Checked, NOW, customer, stored};
use crate::{TopAccount, UsageGroup, UsageQuery};

const DAY: i64 = 86_400;

pub async fn accounts_that_were_charged_most_come_first(store: Checked) {
    let mut uids = Vec::new();
    for name in ["ann", "bob", "cid"] {
        uids.push(stored(&store, &customer(name)).await);
    }
    let [ann, bob, cid] = uids[..] else { panic!("three accounts") };
    let used = |project: &str, charged| ChunkUsage {
        project: project.to_owned(),
        answers: 1,
        hits: 1,
        unknown: 0,
        charged,
    };
    let mut tx = store.begin().await.unwrap();
    tx.add_usage(ann, NOW, &[used("whatsapp", 40), used("line", 2)]).await.unwrap();
    tx.add_usage(bob, NOW, &[used("whatsapp", 10)]).await.unwrap();
    tx.add_usage(bob, NOW.plus(-DAY), &[used("whatsapp", 50)]).await.unwrap();
    tx.add_usage(cid, NOW, &[used("hygiene", 0)]).await.unwrap();
    tx.add_usage(cid, NOW.plus(-2 * DAY), &[used("line", 900)]).await.unwrap();
    let today = NOW.start_of_day();
    let from = today.plus(-DAY);
    let first = TopAccount {
        uid: bob,
        username: "bob".to_owned(),
        charged: Points(60),
        days: vec![(from, Points(50)), (today, Points(10))],
    };
    let second = TopAccount {
        uid: ann,
        username: "ann".to_owned(),
        charged: Points(42),
        days: vec![(today, Points(42))],
    };
    assert_eq!(tx.top_accounts(from, 1).await.unwrap(), std::slice::from_ref(&first));
    // Charges before that time do not count, nor do accounts without a charge.
    assert_eq!(tx.top_accounts(from, 9).await.unwrap(), [first, second]);
    assert_eq!(tx.top_accounts(today.plus(-2 * DAY), 9).await.unwrap()[0].uid, cid);
}

pub async fn usage_is_told_in_groups(store: Checked) {
    let (ann, bob) = (stored(&store, &customer("ann")).await, stored(&store, &customer("bob")).await);
    let today = NOW.start_of_day();
    let used = |project: &str, answers| ChunkUsage {
        project: project.to_owned(),
        answers,
        hits: 0,
        unknown: 1,
        charged: 10 * answers,
    };
    let mut tx = store.begin().await.unwrap();
    let key = Some(ApiKeyId(4));
    // Counted by an earlier version.
    tx.add_usage(ann, NOW.plus(-DAY), &[used("line", 7)]).await.unwrap();
    tx.add_usage(ann, NOW, &[used("line", 5), used("whatsapp", 2)]).await.unwrap();
    let parts = [(key, used("line", 2)), (None, used("line", 1)), (key, used("line", 2))];
    tx.add_usage_parts(ann, NOW, UsageSource::Task, &parts).await.unwrap();
    tx.add_usage_parts(ann, NOW, UsageSource::Lookup, &[(key, used("whatsapp", 2))]).await.unwrap();
    tx.add_usage_parts(ann, NOW, UsageSource::Lookup, &[]).await.unwrap();
    tx.add_usage(bob, NOW, &[used("line", 100)]).await.unwrap();
    tx.add_usage_parts(bob, NOW, UsageSource::Task, &[(None, used("line", 100))]).await.unwrap();
    tx.save().await.unwrap();

    let all = UsageQuery {
        from: today.plus(-DAY),
        until: today.plus(DAY),
        by_day: true,
        by_key: true,
        by_project: true,
        by_source: true,
        limit: 100,
    };
    let mut tx = store.read().await.unwrap();
    let group = |day, key, project: &str, source, answers, unknown, charged| UsageGroup {
        day: Some(day),
        key,
        project: Some(project.to_owned()),
        source,
        answers,
        unknown,
        charged: Points(charged),
    };
    let (task, lookup) = (Some(UsageSource::Task), Some(UsageSource::Lookup));
    let expected = [
        group(today.plus(-DAY), None, "line", None, 7, 1, 70),
        group(today, None, "line", task, 1, 1, 10),
        group(today, key, "line", task, 4, 2, 40),
        group(today, key, "whatsapp", lookup, 2, 1, 20),
    ];
    assert_eq!(tx.usage_groups(ann, &all).await.unwrap(), expected);
    let by_project = UsageQuery { by_day: false, by_key: false, by_source: false, ..all };
    let sums = |groups: Vec<UsageGroup>| -> Vec<_> {
        groups.into_iter().map(|one| (one.project, one.answers, one.charged.0)).collect()
    };
    let line = (Some("line".to_owned()), 12, 120);
    let whatsapp = (Some("whatsapp".to_owned()), 2, 20);
    assert_eq!(sums(tx.usage_groups(ann, &by_project).await.unwrap()), [line.clone(), whatsapp]);
    assert_eq!(sums(tx.usage_groups(ann, &UsageQuery { limit: 1, ..by_project }).await.unwrap()), [line]);
    let yesterday = UsageQuery { until: today, by_project: false, ..by_project };
    assert_eq!(sums(tx.usage_groups(ann, &yesterday).await.unwrap()), [(None, 7, 70)]);
}

pub async fn deposits_add_up_by_day(store: Checked) {
    let mut tx = store.begin().await.unwrap();
    let today = NOW.start_of_day();
    for (number, (at, amount)) in
        [(today, 5), (today.plus(DAY - 1), 7), (today.plus(-DAY), 11), (today.plus(-DAY - 1), 13)]
            .into_iter()
            .enumerate()
    {
        let new = NewDeposit {
            txid: format!("tx{number}"),
            log_index: 0,
            address: "to".to_owned(),
            sender: "from".to_owned(),
            amount: Usdt(amount),
            block_time: at,
            seen_at: NOW,
        };
        tx.add_deposit(&new).await.unwrap().unwrap();
    }
    let days = [(today.plus(-DAY), Usdt(11)), (today, Usdt(12))];
    assert_eq!(tx.deposited(today.plus(-DAY)).await.unwrap(), days);
}
