//! The three modes: sync, poll and callback.

use numsift_channel::{
    BreakerState, ChannelConfig, CheckError, Csv, Fetch, MapRule, Outcome, Poll, Reason, Secret, Verify,
};
use numsift_model::money::Points;
use numsift_sim::providers::{Fault, Provider, Throttle, carrier};
use numsift_sim::{ProviderSettings, demo_channels};

use crate::world::{PROJECT, START, World, is_correct, numbers};

const PROJECTS: &str = "whatsapp telegram line viber zalo signal kakaotalk wechat messenger imessage facebook \
    instagram x tiktok linkedin snapchat pinterest binance okx coinbase paypal cashapp revolut amazon shopee lazada \
    mercadolibre reachable hlr_carrier";

#[tokio::test]
async fn sync_returns_the_answers_in_the_reply() {
    let world = World::new().await;
    let channel = world.channel(world.sync());
    let numbers = numbers(100);
    let result = world.check(&channel, &numbers).await;
    let answers = result.answers.unwrap();
    assert!(answers.iter().map(|answer| answer.number).eq(numbers));
    assert!(answers.iter().all(|answer| is_correct(answer, PROJECT)));
    let Some(Outcome::Definite { fields, .. }) = answers
        .iter()
        .map(|answer| &answer.outcome)
        .find(|outcome| matches!(outcome, Outcome::Definite { .. }))
    else {
        panic!("no definite answer");
    };
    assert!(fields.to_map()["carrier"].len() > 3);
    assert!(answers.iter().all(|answer| match &answer.outcome {
        Outcome::Definite { fields, .. } => fields.to_map()["carrier"] == carrier(answer.number),
        Outcome::Unknown { .. } => true,
    }));
    assert_eq!((result.usage.requests, result.usage.spend), (1, Points(2000)));
    assert_eq!(world.control().requests(Provider::Sync), 1);
    let health = channel.health(START);
    assert_eq!((health.requests_today, health.items_today, health.spend_today), (1, 100, Points(2000)));
    assert_eq!((health.success_rate, health.breaker), (Some(10_000), BreakerState::Closed));
    assert!(health.p50_ms.is_some() && health.p95_ms >= health.p50_ms);
    assert_eq!(channel.health(START.plus(86_400)).requests_today, 0);
}

#[tokio::test]
async fn poll_repeats_until_the_job_is_done() {
    let world = World::with(ProviderSettings { polls_until_done: 1, ..ProviderSettings::default() }).await;
    let channel = world.channel(world.demo("demo-jobs"));
    let result = channel.check(&numbers(7), "binance", world.services.as_ref()).await;
    assert!(result.answers.unwrap().iter().all(|answer| is_correct(answer, "binance")));
    assert_eq!(result.usage.requests, 3, "one submission, two polls");
    assert_eq!(result.usage.spend, Points(7 * 15));
}

#[tokio::test]
async fn a_failed_or_endless_job_fails_the_batch() {
    let world = World::new().await;
    let mut config = world.demo("demo-jobs");
    config.poll.as_mut().unwrap().max_s = 2;
    let channel = world.channel(config);
    for (fault, wanted) in [(Fault::FailingJobs, Reason::JobFailed), (Fault::NeverFinishing, Reason::Timeout)]
    {
        world.control().set_fault(Provider::Poll, fault);
        match channel.check(&numbers(2), "okx", world.services.as_ref()).await.answers {
            Err(CheckError::Failed { reason, .. }) => assert_eq!(reason, wanted),
            other => panic!("{other:?}"),
        }
    }
    assert_eq!(channel.health(START).last_error.unwrap().text, "a job did not finish in time");
}

#[tokio::test]
async fn callback_accepts_every_verification() {
    for verify in [Verify::StandardWebhooks, Verify::Hmac, Verify::SecretPath, Verify::None] {
        let mut world = World::new().await;
        let mut config = world.demo("demo-notify");
        let callback = config.callback.as_mut().unwrap();
        callback.verify = verify;
        if verify == Verify::SecretPath {
            callback.secret = Secret::new("a-secret-in-the-path-0123456789");
        }
        world.serve_callbacks(&config).await;
        let channel = world.channel(config);
        let answers = channel.check(&numbers(20), "tiktok", world.services.as_ref()).await.answers.unwrap();
        assert!(answers.iter().all(|answer| is_correct(answer, "tiktok")), "{verify:?}");
    }
}

#[tokio::test]
async fn a_missing_or_forged_delivery_fails_the_batch() {
    let mut world = World::new().await;
    let mut config = world.demo("demo-notify");
    let callback = config.callback.as_mut().unwrap();
    callback.max_s = 1;
    callback.secret = Secret::new("whsec_YW5vdGhlci1zZWNyZXQ=");
    world.serve_callbacks(&config).await;
    let channel = world.channel(config);
    for fault in [Fault::None, Fault::NeverFinishing] {
        world.control().set_fault(Provider::Callback, fault);
        match channel.check(&numbers(2), "x", world.services.as_ref()).await.answers {
            Err(CheckError::Failed { reason, .. }) => assert_eq!(reason, Reason::Timeout),
            other => panic!("{other:?}"),
        }
    }
}

#[tokio::test]
async fn callback_needs_a_public_address() {
    let world = World::new().await;
    let channel = world.channel(world.demo("demo-notify"));
    match channel.check(&numbers(2), "x", world.services.as_ref()).await.answers {
        Err(CheckError::Failed { reason, .. }) => assert_eq!(reason, Reason::BadRequest),
        other => panic!("{other:?}"),
    }
    assert_eq!(world.control().requests(Provider::Callback), 0);
}

#[tokio::test]
async fn demo_channels_serve_every_project() {
    let world = World::new().await;
    let configs: Vec<_> = demo_channels(world.node.url())
        .iter()
        .map(|yaml| numsift_channel::ChannelConfig::from_yaml(yaml).unwrap())
        .collect();
    for config in &configs {
        assert_eq!(config.validate(), [], "{}", config.name);
    }
    for project in PROJECTS.split_whitespace() {
        let serving = configs.iter().filter(|config| config.serves(project, Some("DE"))).count();
        assert!(serving >= 2, "{project} has a channel and a fallback");
    }
    let fallback = world.channel(world.demo("demo-fallback"));
    for number in numbers(30) {
        let answers = fallback.check(&[number], "x", world.services.as_ref()).await.answers.unwrap();
        assert!(is_correct(&answers[0], "x"));
    }
}

#[tokio::test]
async fn batch_size_is_checked() {
    let world = World::new().await;
    let channel = world.channel(world.sync());
    for count in [0, 101] {
        match world.check(&channel, &numbers(count)).await.answers {
            Err(CheckError::Failed { reason, .. }) => assert_eq!(reason, Reason::BatchSize),
            other => panic!("{other:?}"),
        }
    }
    assert_eq!(world.control().requests(Provider::Sync), 0);
}

/// Jobs whose results are in a CSV file.
fn in_two_steps(world: &World) -> ChannelConfig {
    let mut config = world.demo("demo-jobs");
    let poll = config.poll.as_mut().unwrap();
    poll.every_s = 1;
    poll.results = None;
    poll.file = Some("$.file".to_owned());
    poll.fetch = Some(Fetch { path: "/poll/files/{{ file }}".to_owned(), ..Fetch::default() });
    config.csv = Some(Csv { separator: ";".to_owned(), columns: Vec::new() });
    "$[*]".clone_into(&mut config.items);
    "$.to".clone_into(&mut config.matching.key);
    config.map = vec![MapRule {
        to: "status".to_owned(),
        path: "$.state".to_owned(),
        values: [("live", "active"), ("dead", "inactive")].map(|(a, b)| (a.to_owned(), b.to_owned())).into(),
        default: Some("unknown".to_owned()),
        ..MapRule::default()
    }];
    config
}

#[tokio::test]
async fn the_results_of_a_job_are_fetched_when_it_is_done() {
    let settings = ProviderSettings { polls_until_done: 1, ..ProviderSettings::default() };
    let world = World::with(settings).await;
    let channel = world.channel(in_two_steps(&world));
    let result = channel.check(&numbers(20), "okx", world.services.as_ref()).await;
    let answers = result.answers.unwrap();
    assert!(answers.iter().all(|answer| is_correct(answer, "okx")), "{answers:?}");
    assert_eq!(result.usage.requests, 4, "the submission, two polls and the file");
}

#[tokio::test]
async fn a_throttled_file_is_fetched_later() {
    let world = World::new().await;
    let mut config = in_two_steps(&world);
    config.retry.max = 0;
    config.retry.cap_ms = 600_000;
    let channel = world.channel(config);
    // The submission and the poll are served, the first request for the file is not.
    let skip = Throttle::Counters(0);
    world.control().throttle_next(Provider::Poll, [skip, skip, Throttle::RetryAfter(429, 1)]);
    let answers = channel.check(&numbers(5), "okx", world.services.as_ref()).await.answers.unwrap();
    assert!(answers.iter().all(|answer| is_correct(answer, "okx")), "{answers:?}");
}

#[tokio::test]
async fn faults_of_the_second_step_are_found() {
    let world = World::new().await;
    let faults = |change: &dyn Fn(&mut Poll)| {
        let mut config = in_two_steps(&world);
        change(config.poll.as_mut().unwrap());
        config.validate().into_iter().map(|fault| fault.field).collect::<Vec<_>>()
    };
    assert_eq!(faults(&|_| {}), [""; 0]);
    assert_eq!(faults(&|poll| poll.fetch = None), ["poll.fetch"]);
    assert_eq!(faults(&|poll| poll.fetch.as_mut().unwrap().path.clear()), ["poll.fetch.path"]);
    assert_eq!(faults(&|poll| poll.file = Some("file".to_owned())), ["poll.file"]);
    assert_eq!(faults(&|poll| poll.file = None), ["poll.fetch.file"], "the template needs it");
    let method = |poll: &mut Poll| "DELETE".clone_into(&mut poll.fetch.as_mut().unwrap().method);
    assert_eq!(faults(&method), ["poll.fetch.method"]);
}
