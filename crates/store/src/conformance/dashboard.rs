//! Sums by day that the dashboard of staff shows.

use numsift_model::money::{Points, Usdt};
use numsift_model::recharge::NewDeposit;
use numsift_model::task::ChunkUsage;

use super::{Checked, NOW, customer, stored};
use crate::TopAccount;

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
