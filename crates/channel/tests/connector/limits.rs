//! Rate limit, concurrency and contracts.

use std::sync::Arc;
use std::time::Duration;

use numsift_channel::{
    CheckError, Lease, LeaseRequest, Limit, LocalPermits, LocalServices, Permits, Services as _, Unusable,
};
use numsift_sim::providers::Provider;
use tokio::time::Instant;

use crate::world::{START, World, numbers};

#[tokio::test]
async fn concurrency_is_limited() {
    let world = World::new().await;
    let mut config = world.sync();
    config.limit.concurrency = 3;
    let channel = Arc::new(world.channel(config));
    world.control().close_gate();
    let batches: Vec<_> = (0..12)
        .map(|_| {
            let (channel, services) = (Arc::clone(&channel), Arc::clone(&world.services));
            tokio::spawn(async move { channel.check(&numbers(5), "line", services.as_ref()).await })
        })
        .collect();
    world.control().wait_for_held(3).await;
    assert_eq!(world.control().requests(Provider::Sync), 3);
    world.control().open_gate();
    for batch in batches {
        assert!(batch.await.unwrap().answers.is_ok());
    }
    assert_eq!(world.control().requests(Provider::Sync), 12);
    assert!(world.control().max_in_flight() <= 3);
}

#[tokio::test]
async fn a_cancelled_batch_frees_its_slot() {
    let world = World::new().await;
    let mut config = world.sync();
    config.limit.concurrency = 1;
    let channel = Arc::new(world.channel(config));
    world.control().close_gate();
    let (one, services) = (Arc::clone(&channel), Arc::clone(&world.services));
    let batch = tokio::spawn(async move { one.check(&numbers(5), "line", services.as_ref()).await });
    world.control().wait_for_held(1).await;
    batch.abort();
    assert!(batch.await.is_err());
    world.control().open_gate();
    assert!(world.check(&channel, &numbers(5)).await.answers.is_ok());
}

#[tokio::test]
async fn a_long_pause_fails_the_batch_before_a_request_is_sent() {
    let world = World::new().await;
    let channel = world.channel(world.sync());
    let services = LocalServices::new(
        Arc::new(numsift_model::clock::ManualClock::at(START)),
        Arc::new(numsift_model::clock::SystemEntropy),
        None,
    );
    services.permits().pause("demo-batch", &channel.config().limit, Duration::from_mins(1)).await;
    match channel.check(&numbers(2), "line", &services).await.answers {
        Err(CheckError::Throttled { retry_after }) => assert!(retry_after > Duration::from_secs(50)),
        other => panic!("{other:?}"),
    }
    assert_eq!(world.control().requests(Provider::Sync), 0);
}

fn lease_request<'a>(channel: &'a str, limit: &'a Limit, tokens: u32) -> LeaseRequest<'a> {
    LeaseRequest { channel, holder: "", limit, tokens, in_flight: 0 }
}

/// Leases all available tokens for `seconds` and returns how many there were.
async fn drain(permits: &LocalPermits, limit: &Limit, seconds: u64) -> u32 {
    let end = Instant::now() + Duration::from_secs(seconds);
    let mut given = 0;
    loop {
        match permits.lease(lease_request("c", limit, 7)).await {
            Lease::Granted { tokens, slots, .. } => {
                assert!(tokens <= 7 && slots == limit.concurrency);
                given += tokens;
            }
            Lease::Wait(wait) if Instant::now() + wait > end => return given,
            Lease::Wait(wait) => tokio::time::sleep(wait).await,
            Lease::Full => panic!("local permits are not shared"),
        }
    }
}

#[tokio::test(start_paused = true)]
async fn a_bucket_grants_its_rate_and_burst() {
    let limit = Limit::new(50, 20, 4);
    let permits = LocalPermits::default();
    let given = drain(&permits, &limit, 10).await;
    assert!((519..=521).contains(&given), "{given}");
    // A long idle period does not grow the burst.
    tokio::time::sleep(Duration::from_hours(1)).await;
    let given = drain(&permits, &limit, 1).await;
    assert!((69..=71).contains(&given), "{given}");
}

#[tokio::test(start_paused = true)]
async fn quotas_hold_within_their_periods() {
    let limit = Limit { per_minute: Some(30), per_day: Some(70), ..Limit::new(50, 20, 4) };
    let permits = LocalPermits::default();
    assert_eq!(drain(&permits, &limit, 30).await, 30);
    tokio::time::sleep(Duration::from_mins(1)).await;
    assert_eq!(drain(&permits, &limit, 30).await, 30, "a new minute");
    tokio::time::sleep(Duration::from_mins(1)).await;
    assert_eq!(drain(&permits, &limit, 30).await, 10, "the rest of the day");
    assert_eq!(drain(&permits, &limit, 3600).await, 0);
    tokio::time::sleep(Duration::from_hours(24)).await;
    assert_eq!(drain(&permits, &limit, 10).await, 30);
}

#[tokio::test]
async fn a_used_up_quota_sends_nothing() {
    let world = World::new().await;
    let mut config = world.sync();
    config.limit.per_month = Some(3);
    let channel = world.channel(config);
    for _ in 0..3 {
        assert!(world.check(&channel, &numbers(2)).await.answers.is_ok());
    }
    match world.check(&channel, &numbers(2)).await.answers {
        Err(CheckError::Throttled { retry_after }) => assert!(retry_after > Duration::from_hours(24 * 30)),
        other => panic!("{other:?}"),
    }
    assert_eq!(world.control().requests(Provider::Sync), 3);
}

#[tokio::test(start_paused = true)]
async fn after_a_pause_there_is_no_burst() {
    let limit = Limit::new(10, 20, 4);
    let permits = LocalPermits::default();
    permits.pause("c", &limit, Duration::from_secs(5)).await;
    // A shorter pause does not end a longer one.
    permits.pause("c", &limit, Duration::from_secs(1)).await;
    assert_eq!(drain(&permits, &limit, 4).await, 0);
    tokio::time::sleep_until(Instant::now() + Duration::from_secs(1)).await;
    let given = drain(&permits, &limit, 1).await;
    assert!(given <= 20, "{given}");
    assert!(matches!(
        permits.lease(lease_request("other", &limit, 50)).await,
        Lease::Granted { tokens: 20, .. }
    ));
}

#[tokio::test]
async fn a_channel_needs_a_valid_contract() {
    let world = World::new().await;
    let mut config = world.sync();
    config.contract.as_mut().unwrap().expires = "2027-01-16".to_owned();
    let channel = world.channel(config.clone());
    assert!(world.check(&channel, &numbers(1)).await.answers.is_ok());
    world.services.clock.advance(16 * 3600 - 1);
    assert!(world.check(&channel, &numbers(1)).await.answers.is_ok());
    world.services.clock.advance(1);
    assert!(matches!(world.check(&channel, &numbers(1)).await.answers, Err(CheckError::Disabled { .. })));
    let expired = Err(Unusable::Expired { on: "2027-01-16".to_owned() });
    assert_eq!(channel.usable(START.plus(16 * 3600)), expired);
    config.contract = None;
    assert_eq!(world.channel(config).usable(START), Err(Unusable::NoContract));
}
