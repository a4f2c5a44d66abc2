//! Limits of channels, which hold for all processes of an installation.

use std::time::Duration;

use numsift_channel::{Lease, LeaseRequest, Services as _};

use crate::world::{World, on_both_stores};

on_both_stores!(limits_follow_the_clock_of_the_installation);

async fn limits_follow_the_clock_of_the_installation(world: &World) {
    world.sync_channel().await;
    let config = world.sync_config();
    let (channel, limit) = (config.name.as_str(), &config.limit);
    let permits = world.screening.channels.services().permits();
    let request = LeaseRequest { channel, holder: "test", limit, tokens: 1, in_flight: 0 };
    assert!(matches!(permits.lease(request).await, Lease::Granted { .. }));
    permits.pause(channel, limit, Duration::from_mins(10)).await;
    assert!(matches!(permits.lease(request).await, Lease::Wait(_)));
    world.clock.advance(601);
    assert!(matches!(permits.lease(request).await, Lease::Granted { .. }));
}
