//! The breaker.

use std::sync::Arc;
use std::time::Duration;

use numsift_channel::{BreakerState, CheckError};
use numsift_model::clock::Clock as _;
use numsift_sim::providers::{Fault, Provider};

use crate::world::{START, World, numbers};

#[tokio::test]
async fn it_opens_after_failures_and_closes_after_a_successful_probe() {
    let world = World::new().await;
    let mut config = world.sync();
    config.retry.max = 0;
    config.breaker.failures = 3;
    let channel = world.channel(config);
    let clock = &world.services.clock;
    world.control().set_fault(Provider::Sync, Fault::Down);
    for _ in 0..3 {
        assert!(matches!(world.check(&channel, &numbers(1)).await.answers, Err(CheckError::Failed { .. })));
    }
    assert_eq!(channel.breaker(clock.now()), BreakerState::Open { until: START.plus(10) });
    let open = |seconds| Err(CheckError::BreakerOpen { retry_after: Duration::from_secs(seconds) });
    assert_eq!(world.check(&channel, &numbers(1)).await.answers, open(10));
    clock.advance(9);
    assert_eq!(world.check(&channel, &numbers(1)).await.answers, open(1));
    assert_eq!(world.control().requests(Provider::Sync), 3, "an open breaker sends nothing");

    // The probe fails: open again.
    clock.advance(1);
    assert_eq!(channel.breaker(clock.now()), BreakerState::HalfOpen);
    assert!(matches!(world.check(&channel, &numbers(1)).await.answers, Err(CheckError::Failed { .. })));
    assert_eq!(world.check(&channel, &numbers(1)).await.answers, open(10));

    // The probe succeeds: closed.
    world.control().set_fault(Provider::Sync, Fault::None);
    clock.advance(10);
    assert!(world.check(&channel, &numbers(1)).await.answers.is_ok());
    assert_eq!(channel.breaker(clock.now()), BreakerState::Closed);
    assert_eq!(world.control().requests(Provider::Sync), 5);
}

#[tokio::test]
async fn failures_outside_the_window_do_not_count() {
    let world = World::new().await;
    let mut config = world.sync();
    config.retry.max = 0;
    config.breaker.failures = 2;
    let channel = world.channel(config);
    world.control().set_fault(Provider::Sync, Fault::Down);
    for _ in 0..3 {
        assert!(matches!(world.check(&channel, &numbers(1)).await.answers, Err(CheckError::Failed { .. })));
        world.services.clock.advance(30);
    }
    assert_eq!(channel.breaker(world.services.clock.now()), BreakerState::Closed);
}

#[tokio::test]
async fn a_cancelled_probe_lets_the_next_request_probe() {
    let world = World::new().await;
    let mut config = world.sync();
    config.retry.max = 0;
    config.breaker.failures = 1;
    let channel = Arc::new(world.channel(config));
    world.control().set_fault(Provider::Sync, Fault::Down);
    assert!(world.check(&channel, &numbers(1)).await.answers.is_err());
    world.control().set_fault(Provider::Sync, Fault::None);
    world.services.clock.advance(10);

    world.control().close_gate();
    let (probing, services) = (Arc::clone(&channel), Arc::clone(&world.services));
    let probe = tokio::spawn(async move { probing.check(&numbers(1), "line", services.as_ref()).await });
    world.control().wait_for_held(1).await;
    let second = world.check(&channel, &numbers(1)).await.answers;
    assert!(matches!(second, Err(CheckError::BreakerOpen { .. })), "{second:?}");

    probe.abort();
    assert!(probe.await.is_err());
    world.control().open_gate();
    assert!(world.check(&channel, &numbers(1)).await.answers.is_ok());
    assert_eq!(channel.breaker(world.services.clock.now()), BreakerState::Closed);
}

#[tokio::test]
async fn throttling_is_not_a_failure() {
    let world = World::new().await;
    let mut config = world.sync();
    config.retry.max = 0;
    config.breaker.failures = 1;
    let channel = world.channel(config);
    world.control().set_fault(Provider::Sync, Fault::Status(429));
    for _ in 0..3 {
        assert!(matches!(
            world.check(&channel, &numbers(1)).await.answers,
            Err(CheckError::Throttled { .. })
        ));
    }
    assert_eq!(channel.breaker(START), BreakerState::Closed);
}
