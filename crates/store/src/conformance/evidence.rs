//! The evidence for routing.

use numsift_model::routing::{AgreementRow, Traffic, TrafficRow};

use super::{Checked, NOW};

pub async fn evidence_adds_up_by_day_and_is_swept(store: Checked) {
    let once = Traffic {
        numbers: 10,
        definite: 7,
        hits: 4,
        passed: 1,
        failed: 1,
        batches: 2,
        latency_ms: 300,
        cost: 50,
    };
    let row = |day, channel: &str, country: &str, traffic| TrafficRow {
        day,
        channel: channel.to_owned(),
        project: "line".to_owned(),
        country: country.to_owned(),
        traffic,
    };
    let compared = |day, compared, agreed| AgreementRow {
        day,
        channel: "a".to_owned(),
        other: "b".to_owned(),
        project: "line".to_owned(),
        country: "DE".to_owned(),
        compared,
        agreed,
    };
    let (today, yesterday) = (NOW, NOW.plus_days(-1));
    let mut tx = store.begin().await.unwrap();
    tx.add_traffic(&[row(yesterday, "a", "DE", once), row(today, "a", "DE", once)]).await.unwrap();
    tx.add_traffic(&[row(today, "a", "DE", once), row(today, "b", "", once)]).await.unwrap();
    tx.add_agreement(&[compared(yesterday, 5, 4), compared(today, 3, 3)]).await.unwrap();
    tx.add_agreement(&[compared(today, 2, 0)]).await.unwrap();
    tx.save().await.unwrap();

    let times = |count| {
        let mut sum = Traffic::default();
        (0..count).for_each(|_| sum.add(&once));
        sum
    };
    let mut tx = store.begin().await.unwrap();
    let (first, last) = (yesterday.start_of_day(), today.start_of_day());
    let all = tx.traffic("line", yesterday).await.unwrap();
    assert_eq!(all, [row(first, "a", "DE", times(3)), row(first, "b", "", once)]);
    assert_eq!(tx.traffic("line", today).await.unwrap()[0], row(last, "a", "DE", times(2)));
    assert_eq!(tx.traffic("other", yesterday).await.unwrap(), []);
    assert_eq!(tx.agreement("line", yesterday).await.unwrap(), [compared(first, 10, 7)]);
    assert_eq!(tx.agreement("line", today).await.unwrap(), [compared(last, 5, 3)]);
    assert_eq!(tx.sweep_evidence(today).await.unwrap(), 2);
    assert_eq!(tx.traffic("line", yesterday).await.unwrap()[0], row(first, "a", "DE", times(2)));
    assert_eq!(tx.agreement("line", yesterday).await.unwrap(), [compared(first, 5, 3)]);
}
