//! Limits of channels, which hold for all processes of an installation.

use std::time::Duration;

use numsift_channel::{Lease, LeaseRequest, Services as _};

use crate::world::{World, cost, on_both_stores};

on_both_stores!(limits_follow_the_clock_of_the_installation, passed_numbers_go_to_the_next_channel_only);

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

async fn passed_numbers_go_to_the_next_channel_only(world: &World) {
    let list = world.mobiles(200).await;
    world.sync_channel().await;
    let alone = world.run(list.id, "whatsapp").await;
    let cost_alone = cost(world).await;

    // Another channel is asked first. It passes on the numbers that are not registered.
    let mut first = world.sync_config();
    "first".clone_into(&mut first.name);
    let status = first.map.iter_mut().find(|rule| rule.to == "status").unwrap();
    status.values.insert("dead".to_owned(), "pass".to_owned());
    status.default = Some("pass".to_owned());
    world.add_channel(first, 1).await;
    world.clock.advance(1);
    let both = world.run(list.id, "line").await;
    let passed = (cost(world).await - cost_alone - cost_alone) / 20;
    assert!((1..200).contains(&passed), "{passed} numbers were asked about twice");
    assert_eq!(both.progress.done, alone.progress.done);
    assert!(both.progress.answers > 0 && both.progress.failed == 0, "{:?}", both.progress);
}
