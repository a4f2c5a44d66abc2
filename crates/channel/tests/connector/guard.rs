//! Requests into the operator's network are refused unless the host is allowed.

use std::net::IpAddr;

use numsift_channel::guard::{Passage, Refused, is_internal};
use numsift_channel::{Channel, CheckError, Guard, Outbound, Reason};
use numsift_sim::providers::Provider;
use url::Url;

use crate::world::{World, numbers};

#[test]
fn internal_addresses_are_recognised() {
    for inside in [
        "0.0.0.0",
        "0.1.2.3",
        "10.0.0.1",
        "100.64.0.1",
        "100.100.100.200",
        "127.0.0.1",
        "127.255.0.9",
        "168.63.129.16",
        "169.254.169.254",
        "172.16.0.1",
        "172.31.255.255",
        "192.0.0.192",
        "192.0.2.1",
        "192.168.1.1",
        "198.18.0.1",
        "198.19.255.255",
        "198.51.100.1",
        "203.0.113.1",
        "224.0.0.1",
        "240.0.0.1",
        "255.255.255.255",
        "::",
        "::1",
        "::7f00:1",
        "::ffff:127.0.0.1",
        "::ffff:10.0.0.1",
        "::ffff:0:10.0.0.1",
        "64:ff9b::7f00:1",
        "64:ff9b::a9fe:a9fe",
        "64:ff9b:1::1",
        "2002:7f00:1::",
        "2002:c0a8:101::1",
        "2001::1",
        "2001:db8::1",
        "3fff::1",
        "100::1",
        "fc00::1",
        "fd00:ec2::254",
        "fe80::1",
        "fec0::1",
        "ff02::1",
        "5f00::1",
    ] {
        assert!(is_internal(inside.parse::<IpAddr>().unwrap()), "{inside}");
    }
    for public in [
        "1.1.1.1",
        "8.8.8.8",
        "100.63.255.255",
        "100.128.0.1",
        "172.15.0.1",
        "172.32.0.1",
        "192.169.0.1",
        "223.255.255.255",
        "2606:4700:4700::1111",
        "2a00:1450:4001::8a",
        "::ffff:8.8.8.8",
        "64:ff9b::808:808",
        "2002:808:808::1",
        "2001:4860:4860::8888",
    ] {
        assert!(!is_internal(public.parse::<IpAddr>().unwrap()), "{public}");
    }
}

#[test]
fn urls_are_checked_in_every_notation() {
    let guard = Guard::new(["Sim.example", "127.0.0.1:8080", "[::1]:9000"]);
    let check = |url: &str| guard.check(&Url::parse(url).unwrap());
    for inside in [
        "http://127.0.0.1/",
        "http://127.1/",
        "http://2130706433/",
        "http://0x7f.1/",
        "http://0177.0.0.1/",
        "http://127.0.0.1:8081/",
        "https://[::1]/",
        "https://[::ffff:7f00:1]/",
        "http://169.254.169.254/latest",
    ] {
        assert_eq!(check(inside), Err(Refused::Internal), "{inside}");
    }
    assert_eq!(check("file:///etc/passwd"), Err(Refused::Scheme));
    assert_eq!(check("ftp://example.com/"), Err(Refused::Scheme));
    for allowed in
        ["http://sim.example/", "https://SIM.example.:99/", "http://127.1:8080/", "http://[::1]:9000/"]
    {
        assert_eq!(check(allowed), Ok(Passage::Allowed), "{allowed}");
    }
    assert_eq!(check("https://example.com/"), Ok(Passage::Public));
    assert_eq!(check("http://localhost/"), Ok(Passage::Public), "refused when it is resolved");
}

/// A channel to the simulator with another base URL and other allowed hosts.
fn channel(world: &World, base: &str, allowed: &[&str]) -> Channel {
    let mut config = world.sync();
    base.clone_into(&mut config.base_url);
    Channel::new(config, Outbound::new(&Guard::new(allowed)).unwrap()).unwrap()
}

#[tokio::test]
async fn loopback_is_refused_as_address_and_as_host_name() {
    let world = World::new().await;
    let port = world.node.url().rsplit(':').next().unwrap();
    let (address, name) = (format!("http://127.0.0.1:{port}"), format!("http://localhost:{port}"));
    let other_port = "localhost:1";
    for (base, allowed) in [(&address, vec![]), (&name, vec![]), (&name, vec![other_port])] {
        match world.check(&channel(&world, base, &allowed), &numbers(2)).await.answers {
            Err(CheckError::Failed { reason, .. }) => assert_eq!(reason, Reason::RefusedAddress, "{base}"),
            other => panic!("{other:?}"),
        }
    }
    assert_eq!(world.control().requests(Provider::Sync), 0);
    let named = format!("localhost:{port}");
    for (base, allowed) in [(&address, "127.0.0.1"), (&name, "localhost"), (&name, named.as_str())] {
        let answers = world.check(&channel(&world, base, &[allowed]), &numbers(2)).await.answers;
        assert!(answers.is_ok(), "{base} {allowed}: {answers:?}");
    }
}

#[tokio::test]
async fn redirects_are_not_followed() {
    let world = World::new().await;
    let channel = world.channel(world.sync());
    world.control().set_fault(Provider::Sync, numsift_sim::providers::Fault::Status(302));
    let result = world.check(&channel, &numbers(2)).await;
    assert!(matches!(result.answers, Err(CheckError::Failed { reason: Reason::ChannelFailed, .. })));
    assert_eq!(result.usage.requests, 1);
}
