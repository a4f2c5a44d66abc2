//! Channels: versions, permits of requests, costs, and callbacks.

use numsift_model::id::{TaskId, Uid};
use numsift_model::money::Points;

use super::{Checked, NOW};
use crate::{
    CallbackPart, ChannelRow, LeaseRequests, LeasedRequests, PartStored, ProviderCost, RequestQuota, Scope,
};

pub async fn channels_are_versioned(store: Checked) {
    let row = ChannelRow {
        name: "one".into(),
        priority: 5,
        enabled: true,
        disabled_reason: String::new(),
        version: 0,
        document: "{}".into(),
        secrets: vec![1],
    };
    let mut tx = store.begin().await.unwrap();
    let before = tx.channels_version().await.unwrap();
    assert_eq!(tx.put_channel(&row).await.unwrap(), Some(1));
    assert_eq!(tx.put_channel(&row).await.unwrap(), None, "the name is taken");
    assert_eq!(tx.put_channel(&ChannelRow { version: 7, ..row.clone() }).await.unwrap(), None);
    assert!(tx.disable_channel("one", "refused").await.unwrap());
    assert!(!tx.disable_channel("one", "refused").await.unwrap(), "already disabled");
    let stored = &tx.channels().await.unwrap()[0];
    assert_eq!((stored.enabled, stored.disabled_reason.as_str(), stored.version), (false, "refused", 2));
    assert!(tx.channels_version().await.unwrap() > before);
    assert!(!tx.remove_channel("one", 1).await.unwrap());
    assert!(tx.remove_channel("one", 2).await.unwrap());
    tx.save().await.unwrap();
}

fn wish(holder: &str, wanted: i64, under_way: i64, now_ms: i64) -> LeaseRequests<'_> {
    let (rps, burst, concurrency) = (10, 5, 5);
    LeaseRequests {
        channel: "one",
        holder,
        wanted,
        under_way,
        held_ms: 60_000,
        rps,
        burst,
        concurrency,
        quotas: &[],
        now_ms,
    }
}

pub async fn requests_are_leased_at_the_rate_limit(store: Checked) {
    let mut tx = store.begin().await.unwrap();
    let granted = |requests| LeasedRequests::Granted { requests, slots: 5 };
    for (wanted, now_ms, expected) in [
        (3, 1_000, granted(3)),
        (9, 1_000, granted(2)),
        (1, 1_000, LeasedRequests::Wait(100)),
        (9, 1_200, granted(2)),
        (99, 9_000, granted(5)),
    ] {
        let leased = tx.lease_requests(&wish("a", wanted, 0, now_ms)).await.unwrap();
        assert_eq!(leased, expected, "{wanted} at {now_ms}");
    }
    tx.pause_channel("one", 20_000).await.unwrap();
    tx.pause_channel("one", 15_000).await.unwrap();
    let leased = tx.lease_requests(&wish("a", 1, 0, 19_000)).await.unwrap();
    assert_eq!(leased, LeasedRequests::Wait(1_000), "the longer pause applies");
    tx.save().await.unwrap();
}

pub async fn requests_are_leased_within_quotas(store: Checked) {
    let quotas = |requests| {
        let of = |period_ms, requests| RequestQuota { period_ms, requests };
        [of(60_000, 4), of(3_600_000, requests)]
    };
    let granted = |requests| LeasedRequests::Granted { requests, slots: 5 };
    for (wanted, now_ms, hourly, expected) in [
        (3, 1_000, 6, granted(3)),
        (3, 2_000, 6, granted(1)),
        // The minute started with its first request.
        (3, 3_000, 6, LeasedRequests::Wait(58_000)),
        (1, 60_999, 6, LeasedRequests::Wait(1)),
        (3, 61_000, 6, granted(2)),
        (1, 200_000, 6, LeasedRequests::Wait(3_401_000)),
        // A larger quota applies to the period that has started.
        (5, 200_000, 7, granted(1)),
        (1, 300_000, 7, LeasedRequests::Wait(3_301_000)),
        (5, 3_601_000, 7, granted(4)),
    ] {
        // Each process has its own connection.
        let mut tx = store.begin().await.unwrap();
        let quotas = quotas(hourly);
        let leased =
            tx.lease_requests(&LeaseRequests { quotas: &quotas, ..wish("a", wanted, 0, now_ms) }).await;
        assert_eq!(leased.unwrap(), expected, "{wanted} at {now_ms}");
        tx.save().await.unwrap();
    }
}

pub async fn slots_are_shared_among_holders(store: Checked) {
    let mut tx = store.begin().await.unwrap();
    let granted = |slots| LeasedRequests::Granted { requests: 1, slots };
    for (holder, under_way, now_ms, expected) in [
        ("a", 0, 0, granted(5)),
        // All slots are taken, and the first holder keeps those in use.
        ("b", 0, 1_000, LeasedRequests::Full),
        ("a", 4, 2_000, LeasedRequests::Full),
        ("b", 0, 3_000, granted(1)),
        // Once it uses fewer, both get an even share, and the odd slot rotates.
        ("a", 1, 4_000, granted(3)),
        ("b", 1, 5_000, granted(2)),
        ("a", 1, 6_000, granted(3)),
        ("a", 1, 7_000, granted(2)),
        ("b", 1, 7_000, granted(3)),
        // A holder that has not renewed its share loses it.
        ("b", 3, 67_500, granted(5)),
    ] {
        let leased = tx.lease_requests(&wish(holder, 1, under_way, now_ms)).await.unwrap();
        assert_eq!(leased, expected, "{holder} at {now_ms}");
    }
    // Released slots are available at once.
    assert_eq!(tx.lease_requests(&wish("a", 1, 0, 68_000)).await.unwrap(), LeasedRequests::Full);
    tx.keep_slots("one", "b", 3, 130_000).await.unwrap();
    assert_eq!(tx.lease_requests(&wish("a", 1, 0, 69_000)).await.unwrap(), granted(2));
    tx.keep_slots("one", "b", 0, 0).await.unwrap();
    assert_eq!(tx.lease_requests(&wish("a", 1, 0, 70_000)).await.unwrap(), granted(5));
    tx.save().await.unwrap();
}

pub async fn scarce_slots_rotate_among_holders(store: Checked) {
    let mut tx = store.begin().await.unwrap();
    let mut served = Vec::new();
    for time in 0..60 {
        for holder in ["a", "b", "c"] {
            let only = LeaseRequests { concurrency: 1, rps: 1000, ..wish(holder, 1, 0, time * 100) };
            if let LeasedRequests::Granted { slots, .. } = tx.lease_requests(&only).await.unwrap() {
                assert_eq!(slots, 1);
                served.push(holder);
            }
        }
    }
    for holder in ["a", "b", "c"] {
        assert!(served.contains(&holder), "{served:?}");
    }
    tx.save().await.unwrap();
}

pub async fn provider_costs_are_recorded_once_per_attempt(store: Checked) {
    let mut tx = store.begin().await.unwrap();
    let cost = ProviderCost {
        task: TaskId(1),
        chunk: 0,
        attempt: 1,
        project: "whatsapp",
        cost: Points(70),
        at: NOW,
    };
    let again = ProviderCost { cost: Points(90), ..cost };
    let second = ProviderCost { attempt: 2, cost: Points(5), ..cost };
    let other = ProviderCost { project: "line", cost: Points(3), at: NOW.plus(-86_400), ..cost };
    tx.add_provider_costs(&[cost, again]).await.unwrap();
    tx.add_provider_costs(&[again, second, other]).await.unwrap();
    tx.save().await.unwrap();
    let mut tx = store.read().await.unwrap();
    let income = tx.income(Scope::All, None, None).await.unwrap();
    let shown: Vec<_> =
        income.iter().map(|row| (row.project.as_str(), row.charged.0, row.cost.0, row.numbers)).collect();
    assert_eq!(shown, [("whatsapp", 0, 75, 0), ("line", 0, 3, 0)]);
    let since = tx.income(Scope::All, Some(NOW), None).await.unwrap();
    assert_eq!(since.len(), 1);
    assert!(tx.income(Scope::Own(Uid(10_001)), None, None).await.unwrap().is_empty());
}

pub async fn parts_of_callbacks_are_limited_and_never_doubled(store: Checked) {
    let mut tx = store.begin().await.unwrap();
    let part = |job, body: &'static [u8]| CallbackPart {
        channel: "one",
        job,
        digest: body,
        body,
        now: NOW,
        most_parts: 3,
        most_bytes: 10,
    };
    for (job, body, stored) in [
        ("job", &b"1111"[..], PartStored::New),
        ("job", b"2222", PartStored::New),
        ("job", b"1111", PartStored::Repeated),
        ("job", b"333", PartStored::OverLimit),
        ("job", b"33", PartStored::New),
        ("job", b"", PartStored::OverLimit),
        ("job", b"2222", PartStored::Repeated),
        ("next", b"1111", PartStored::New),
    ] {
        assert_eq!(tx.put_callback_part(&part(job, body)).await.unwrap(), stored, "{job} {body:?}");
    }
    let all = [b"1111".to_vec(), b"2222".to_vec(), b"33".to_vec()];
    assert_eq!(tx.callback_parts("one", "job", 0).await.unwrap(), all);
    assert_eq!(tx.callback_parts("one", "job", 2).await.unwrap(), all[2..]);
    for (channel, job, known) in [("one", "job", 3), ("two", "job", 0), ("one", "other", 0)] {
        assert!(tx.callback_parts(channel, job, known).await.unwrap().is_empty());
    }
    assert_eq!(tx.sweep_callbacks(NOW).await.unwrap(), 0);
    assert_eq!(tx.sweep_callbacks(NOW.plus(1)).await.unwrap(), 4);
    assert!(tx.callback_parts("one", "job", 0).await.unwrap().is_empty());
    assert_eq!(tx.put_callback_part(&part("job", b"1111")).await.unwrap(), PartStored::New);
    tx.save().await.unwrap();
}

pub async fn the_first_callback_is_kept(store: Checked) {
    let mut tx = store.begin().await.unwrap();
    tx.put_callback("one", "job", b"first", NOW).await.unwrap();
    tx.put_callback("one", "job", b"second", NOW).await.unwrap();
    assert_eq!(tx.callback("one", "job").await.unwrap().unwrap(), b"first");
    assert_eq!(tx.callback("two", "job").await.unwrap(), None);
    tx.expect_callback("one", "next", NOW).await.unwrap();
    tx.expect_callback("one", "next", NOW.plus(5)).await.unwrap();
    assert!(tx.expects_callback("one", "next").await.unwrap());
    assert!(!tx.expects_callback("two", "next").await.unwrap());
    assert_eq!(tx.sweep_callbacks(NOW.plus(1)).await.unwrap(), 1);
    assert!(!tx.expects_callback("one", "next").await.unwrap());
    tx.save().await.unwrap();
}
