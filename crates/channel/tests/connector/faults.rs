//! Providers that fail, lie or send invalid replies.

use numsift_channel::{CheckError, Reason};
use numsift_sim::ProviderSettings;
use numsift_sim::providers::{Fault, Provider, Throttle};

use crate::world::{PROJECT, START, World, is_correct, numbers, reasons};

#[tokio::test]
async fn transient_failures_are_retried() {
    let world = World::new().await;
    let channel = world.channel(world.sync());
    world.control().throttle_next(Provider::Sync, [Throttle::Gateway(503), Throttle::Gateway(500)]);
    let result = world.check(&channel, &numbers(3)).await;
    assert!(result.answers.unwrap().iter().all(|answer| is_correct(answer, PROJECT)));
    assert_eq!(result.usage.requests, 3);
    assert_eq!(channel.health(START).success_rate, Some(3333));
}

#[tokio::test]
async fn permanent_failures_fail_the_batch() {
    let world = World::new().await;
    let channel = world.channel(world.sync());
    for (fault, requests, detail) in [(Fault::Down, 5, "HTTP 503"), (Fault::Status(404), 1, "HTTP 404")] {
        world.control().set_fault(Provider::Sync, fault);
        let result = world.check(&channel, &numbers(3)).await;
        let wanted = CheckError::Failed { reason: Reason::ChannelFailed, detail: detail.to_owned() };
        assert_eq!((result.answers, result.usage.requests), (Err(wanted), requests));
    }
    assert_eq!(channel.health(START).last_error.unwrap().text, "HTTP 404");
    assert_eq!(channel.health(START).items_today, 0, "no submission was accepted");
}

#[tokio::test]
async fn a_refusal_disables_the_channel_until_it_is_enabled() {
    let world = World::new().await;
    let channel = world.channel(world.sync());
    world.control().set_fault(Provider::Sync, Fault::Status(403));
    let disabled = Err(CheckError::Disabled { reason: "HTTP 403".to_owned() });
    assert_eq!(world.check(&channel, &numbers(3)).await.answers, disabled);
    world.control().set_fault(Provider::Sync, Fault::None);
    assert_eq!(world.check(&channel, &numbers(3)).await.answers, disabled);
    assert_eq!(world.control().requests(Provider::Sync), 1);
    assert!(channel.usable(START).is_err());
    assert_eq!(channel.health(START).disabled.as_deref(), Some("HTTP 403"));
    channel.enable();
    assert!(world.check(&channel, &numbers(3)).await.answers.is_ok());
}

#[tokio::test]
async fn wrong_items_are_ignored() {
    let world = World::new().await;
    let channel = world.channel(world.sync());
    world.control().set_fault(Provider::Sync, Fault::Lying);
    let numbers = numbers(30);
    let answers = world.check(&channel, &numbers).await.answers.unwrap();
    assert!(answers.iter().map(|answer| answer.number).eq(numbers), "exactly the numbers of the batch");
    for (at, answer) in answers.iter().enumerate() {
        let unknown = |wanted| answer.outcome == numsift_channel::Outcome::Unknown { reason: wanted };
        match at % 3 {
            0 => assert!(is_correct(answer, PROJECT), "the first of two items counts"),
            1 => assert!(unknown(Reason::WrongShape)),
            _ => assert!(unknown(Reason::NoAnswer)),
        }
    }
}

#[tokio::test]
async fn numbers_missing_in_the_reply_are_unknown() {
    let world = World::new().await;
    let channel = world.channel(world.sync());
    world.control().set_fault(Provider::Sync, Fault::Half);
    let answers = world.check(&channel, &numbers(40)).await.answers.unwrap();
    assert!(answers.iter().step_by(2).all(|answer| is_correct(answer, PROJECT)));
    let others: Vec<_> = answers.iter().skip(1).step_by(2).cloned().collect();
    assert!(reasons(&others, PROJECT).iter().all(|reason| *reason == Reason::NoAnswer));
}

#[tokio::test]
async fn unusable_replies_are_unknown_with_a_reason() {
    let world = World::new().await;
    let mut config = world.sync();
    config.answer.max_bytes = 100_000;
    let channel = world.channel(config);
    for (fault, reason) in [
        (Fault::WrongShape, Reason::WrongShape),
        (Fault::NotJson, Reason::WrongShape),
        (Fault::Deep, Reason::TooDeep),
        (Fault::Oversize(100_000), Reason::TooLarge),
    ] {
        world.control().set_fault(Provider::Sync, fault);
        let answers = world.check(&channel, &numbers(3)).await.answers.unwrap();
        let unknown = numsift_channel::Outcome::Unknown { reason };
        assert!(answers.iter().all(|answer| answer.outcome == unknown), "{fault:?}: {answers:?}");
    }
    assert_eq!(channel.health(START).last_error.unwrap().text, "too_large");
}

#[tokio::test]
async fn unusable_job_results_are_unknown() {
    let mut world = World::new().await;
    let config = world.demo("demo-notify");
    world.serve_callbacks(&config).await;
    let notify = world.channel(config);
    let jobs = world.channel(world.demo("demo-jobs"));
    for fault in [Fault::WrongShape, Fault::NotJson] {
        world.control().set_fault(Provider::Callback, fault);
        world.control().set_fault(Provider::Poll, fault);
        for (channel, project) in [(&notify, "x"), (&jobs, "okx")] {
            let answers = channel.check(&numbers(3), project, world.services.as_ref()).await.answers.unwrap();
            let unknown = numsift_channel::Outcome::Unknown { reason: Reason::WrongShape };
            assert!(answers.iter().all(|answer| answer.outcome == unknown), "{fault:?} {project}");
        }
    }
}

#[tokio::test]
async fn a_slow_reply_times_out() {
    let world = World::new().await;
    let mut config = world.sync();
    config.answer.timeout_ms = 20;
    config.retry.max = 1;
    let channel = world.channel(config);
    world.control().close_gate();
    let result = world.check(&channel, &numbers(3)).await;
    match result.answers {
        Err(CheckError::Failed { reason, .. }) => assert_eq!(reason, Reason::Timeout),
        other => panic!("{other:?}"),
    }
    assert_eq!(result.usage.requests, 2);
}

#[tokio::test]
async fn a_closed_port_is_unreachable() {
    let world = World::new().await;
    let mut config = world.sync();
    config.retry.max = 1;
    // A port that was free a moment ago; the guard allows it.
    let port = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    config.base_url = format!("http://{port}");
    let guard = numsift_channel::Guard::new([port.to_string()]);
    let outbound = numsift_channel::Outbound::new(&guard).unwrap();
    let channel = numsift_channel::Channel::new(config, outbound).unwrap();
    match world.check(&channel, &numbers(3)).await.answers {
        Err(CheckError::Failed { reason, .. }) => assert_eq!(reason, Reason::Unreachable),
        other => panic!("{other:?}"),
    }
}

#[tokio::test]
async fn a_mix_of_faults_yields_no_wrong_answer() {
    let mix = vec![
        (Fault::Down, 150),
        (Fault::Lying, 100),
        (Fault::Half, 100),
        (Fault::WrongShape, 100),
        (Fault::NotJson, 50),
        (Fault::Oversize(300_000), 50),
    ];
    let world = World::with(ProviderSettings { seed: 7, mix, ..ProviderSettings::default() }).await;
    let mut config = world.sync();
    config.answer.max_bytes = 200_000;
    config.breaker.failures = 10_000;
    let channel = world.channel(config);
    let mut definite = 0;
    for batch in numbers(3000).chunks(100) {
        let Ok(answers) = world.check(&channel, batch).await.answers else { continue };
        for answer in answers {
            if matches!(answer.outcome, numsift_channel::Outcome::Definite { .. }) {
                assert!(is_correct(&answer, PROJECT), "{answer:?}");
                definite += 1;
            }
        }
    }
    assert!(definite > 1000, "{definite}");
}
