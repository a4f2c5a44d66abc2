//! Deliveries in every shape, through the simulated provider: in parts, as forms and queries, with the job in the address.

use numsift_channel::{
    Callback, CallbackReply, Channel, ChannelConfig, CheckError, DeliveryFormat, Fault as ConfigFault, JobIn,
    MatchBy, Outcome, Reason, Secret, Verify,
};
use numsift_sim::providers::Fault;

use crate::world::{START, World, is_correct, numbers, reasons};

/// A channel that asks the provider to deliver in this way.
fn config(world: &World, deliver: &str, change: impl FnOnce(&mut Callback)) -> ChannelConfig {
    let mut config = world.demo("demo-notify");
    let body = config.submit.body.take().unwrap();
    config.submit.body = Some(body.replacen('{', &format!("{{\"deliver\": {deliver}, "), 1));
    let callback = config.callback.as_mut().unwrap();
    callback.max_s = 2;
    change(callback);
    config
}

/// The same for deliveries that are one item, as a form or a query.
fn of_texts(world: &World, deliver: &str, change: impl FnOnce(&mut Callback)) -> ChannelConfig {
    let mut config = config(world, deliver, change);
    "$".clone_into(&mut config.items);
    config
}

async fn served(world: &mut World, config: ChannelConfig) -> Channel {
    world.serve_callbacks(&config).await;
    world.channel(config)
}

#[tokio::test]
async fn parts_are_collected_until_every_number_has_an_item() {
    for deliver in [r#"{"parts": 1}"#, r#"{"parts": 4}"#, r#"{"parts": 4, "repeated": true}"#] {
        let mut world = World::new().await;
        let config = config(&world, deliver, |callback| callback.deliveries = 5);
        let channel = served(&mut world, config).await;
        let answers = channel.check(&numbers(21), "tiktok", world.services.as_ref()).await.answers.unwrap();
        assert!(answers.iter().all(|answer| is_correct(answer, "tiktok")), "{deliver}: {answers:?}");
        assert_eq!(channel.health(START).last_error, None, "{deliver}");
    }
}

#[tokio::test]
async fn what_is_not_delivered_is_unknown() {
    // Either too few deliveries are accepted, or the provider leaves numbers out.
    for (deliveries, fault, missing) in [(2, Fault::None, 10), (9, Fault::Half, 10)] {
        let mut world = World::new().await;
        let config = config(&world, r#"{"parts": 4}"#, |callback| callback.deliveries = deliveries);
        let channel = served(&mut world, config).await;
        world.control().set_fault(numsift_sim::providers::Provider::Callback, fault);
        let answers = channel.check(&numbers(20), "tiktok", world.services.as_ref()).await.answers.unwrap();
        let no_answer = |answer: &&numsift_channel::Answer| {
            answer.outcome == Outcome::Unknown { reason: Reason::NoAnswer }
        };
        assert_eq!(answers.iter().filter(no_answer).count(), missing);
        assert!(reasons(&answers, "tiktok").iter().all(|reason| *reason == Reason::NoAnswer));
        let error = channel.health(START).last_error.unwrap().text;
        assert_eq!(error, "some results of a job were not delivered");
    }
}

#[tokio::test]
async fn a_job_without_any_delivery_fails_the_batch() {
    let mut world = World::new().await;
    let config = config(&world, "{}", |callback| (callback.deliveries, callback.max_s) = (5, 1));
    let channel = served(&mut world, config).await;
    world.control().set_fault(numsift_sim::providers::Provider::Callback, Fault::NeverFinishing);
    match channel.check(&numbers(2), "x", world.services.as_ref()).await.answers {
        Err(CheckError::Failed { reason, .. }) => assert_eq!(reason, Reason::Timeout),
        other => panic!("{other:?}"),
    }
}

#[tokio::test]
async fn forms_and_queries_are_deliveries() {
    for (deliver, format) in [
        (r#"{"format": "form"}"#, DeliveryFormat::Form),
        (r#"{"format": "query", "repeated": true}"#, DeliveryFormat::Query),
    ] {
        for job_in in [JobIn::Body, JobIn::Path, JobIn::Query] {
            for verify in [Verify::None, Verify::SecretPath] {
                let mut world = World::new().await;
                let config = of_texts(&world, deliver, |callback| {
                    (callback.format, callback.job_in, callback.verify) = (format, job_in, verify);
                    callback.deliveries = 20;
                    if job_in == JobIn::Body {
                        callback.job = "$.job_id".to_owned();
                        callback.submitted = Some("$.job.id".to_owned());
                    }
                    callback.secret = Secret::new("a-secret-in-the-path-0123456789");
                });
                let channel = served(&mut world, config).await;
                let result = channel.check(&numbers(7), "tiktok", world.services.as_ref()).await;
                let place = format!("{format:?} {job_in:?} {verify:?}");
                let answers = result.answers.unwrap_or_else(|error| panic!("{place}: {error}"));
                assert!(answers.iter().all(|answer| is_correct(answer, "tiktok")), "{place}: {answers:?}");
            }
        }
    }
}

#[tokio::test]
async fn the_address_can_name_the_job_of_a_signed_delivery() {
    for verify in [Verify::StandardWebhooks, Verify::Hmac] {
        for job_in in [JobIn::Path, JobIn::Query] {
            let mut world = World::new().await;
            let config =
                config(&world, "{}", |callback| (callback.verify, callback.job_in) = (verify, job_in));
            let channel = served(&mut world, config).await;
            let result = channel.check(&numbers(5), "x", world.services.as_ref()).await;
            assert!(result.answers.unwrap().iter().all(|answer| is_correct(answer, "x")));
        }
    }
}

#[tokio::test]
async fn contradictions_are_faults() {
    let world = World::new().await;
    let faults = |change: &dyn Fn(&mut ChannelConfig)| {
        let mut config = world.demo("demo-notify");
        change(&mut config);
        config.validate().into_iter().map(|ConfigFault { field, .. }| field).collect::<Vec<_>>()
    };
    let of = |change: &dyn Fn(&mut Callback)| faults(&|config| change(config.callback.as_mut().unwrap()));
    let reply =
        |status, length| Some(CallbackReply { status, body: "x".repeat(length), ..CallbackReply::default() });
    assert_eq!(of(&|callback| callback.reply = reply(202, 4096)), [""; 0]);
    assert_eq!(of(&|callback| callback.reply = reply(404, 0)), ["callback.reply.status"]);
    assert_eq!(of(&|callback| callback.reply = reply(200, 4097)), ["callback.reply.body"]);
    assert_eq!(of(&|callback| callback.deliveries = 0), ["callback.deliveries"]);
    assert_eq!(of(&|callback| callback.deliveries = 1001), ["callback.deliveries"]);
    assert_eq!(of(&|callback| callback.format = DeliveryFormat::Query), ["callback.verify"]);
    let submitted = |callback: &mut Callback| {
        (callback.job_in, callback.submitted) = (JobIn::Path, Some("$.id".to_owned()));
    };
    assert_eq!(of(&submitted), ["callback.submitted"]);
    let in_address =
        |callback: &mut Callback| (callback.job_in, callback.job) = (JobIn::Query, String::new());
    assert_eq!(of(&in_address), [""; 0]);
    let in_order = |config: &mut ChannelConfig, most| {
        (config.matching.by, config.batch.max) = (MatchBy::Order, most);
        config.matching.key.clear();
        config.callback.as_mut().unwrap().deliveries = 2;
    };
    assert_eq!(faults(&|config| in_order(config, 2)), ["callback.deliveries"]);
    assert_eq!(faults(&|config| in_order(config, 1)), [""; 0]);
}
