//! The four ways in which providers throttle.

use std::time::Duration;

use numsift_channel::CheckError;
use numsift_sim::providers::{Provider, Throttle};

use crate::world::{PROJECT, World, is_correct, numbers};

/// Throttles the first request, checks that the batch succeeds, and returns the requests and pauses.
async fn served_after(throttle: Throttle) -> (u32, Vec<Duration>) {
    let world = World::new().await;
    let mut config = world.sync();
    config.retry.cap_ms = 60_000;
    let channel = world.channel(config);
    world.control().throttle_next(Provider::Sync, [throttle]);
    let result = world.check(&channel, &numbers(10)).await;
    assert!(result.answers.unwrap().iter().all(|answer| is_correct(answer, PROJECT)));
    (result.usage.requests, world.pauses())
}

#[tokio::test]
async fn status_429_with_retry_after() {
    assert_eq!(served_after(Throttle::RetryAfter(429, 7)).await, (2, vec![Duration::from_secs(7)]));
}

#[tokio::test]
async fn error_in_a_successful_reply() {
    let (requests, pauses) = served_after(Throttle::InBody).await;
    assert_eq!((requests, pauses.len()), (2, 1));
    assert!(pauses[0] <= Duration::from_millis(1), "the first delay of the configuration");
}

#[tokio::test]
async fn gateway_errors() {
    for status in [502, 504] {
        assert_eq!(served_after(Throttle::Gateway(status)).await, (2, vec![]));
    }
}

#[tokio::test]
async fn counters_in_a_successful_reply() {
    let (requests, pauses) = served_after(Throttle::Counters(3)).await;
    assert_eq!(
        (requests, pauses),
        (1, vec![Duration::from_secs(3)]),
        "the answer is used, the next request waits"
    );
}

#[tokio::test]
async fn a_long_pause_fails_the_batch() {
    let world = World::new().await;
    let channel = world.channel(world.sync());
    for status in [429, 503] {
        // Retry-After is honoured with any status.
        world.control().throttle_next(Provider::Sync, [Throttle::RetryAfter(status, 600)]);
        let result = world.check(&channel, &numbers(10)).await;
        let wanted = CheckError::Throttled { retry_after: Duration::from_mins(10) };
        assert_eq!((result.answers, result.usage.requests), (Err(wanted), 1));
    }
    assert_eq!(world.pauses(), [Duration::from_mins(10); 2]);
}

#[tokio::test]
async fn endless_throttling_fails_the_batch() {
    let world = World::new().await;
    let mut config = world.sync();
    config.retry.max = 3;
    let channel = world.channel(config);
    world.control().throttle_next(Provider::Sync, [Throttle::InBody; 4]);
    let result = world.check(&channel, &numbers(10)).await;
    assert!(matches!(result.answers, Err(CheckError::Throttled { .. })));
    assert_eq!(result.usage.requests, 4);
}
