//! A channel tried with one number: what is shown, and what is not.

use numsift_channel::{Auth, Outcome, Reason, Secret, Verify};
use numsift_sim::providers::{Fault, Provider};

use crate::world::{World, is_true};

const NUMBER: u64 = 4_915_112_000_001;

#[tokio::test]
async fn the_request_the_answer_and_the_row_are_shown() {
    let world = World::new().await;
    let mut config = world.sync();
    config.auth = Auth::Bearer { token: Secret::new("very-secret-token") };
    config.contract = None;
    let channel = world.channel(config);
    let trial = channel.test_one(NUMBER, "line", world.deps.as_ref()).await;
    let [exchange] = trial.exchanges.as_slice() else { panic!("{trial:?}") };
    assert!(
        exchange.request.starts_with("POST /sync/line HTTP/1.1\nhost: 127.0.0.1:"),
        "{}",
        exchange.request
    );
    assert!(exchange.request.contains("authorization: ********\n"));
    assert!(exchange.request.ends_with("\n\n{\"numbers\": [\"+4915112000001\"]}"));
    let shown = exchange.response.as_ref().unwrap();
    assert_eq!((shown.status, shown.cut), (200, false));
    assert!(shown.headers.contains(&("content-type".to_owned(), "application/json".to_owned())));
    assert!(shown.body.contains("+4915112000001"));
    let answer = numsift_channel::Answer { number: NUMBER, outcome: trial.mapped.unwrap() };
    assert!(is_true(&answer, "line"));
    assert_eq!(trial.error, None);
}

#[tokio::test]
async fn no_secret_is_shown_wherever_it_stands() {
    for auth in [
        Auth::Basic { username: "user".to_owned(), password: Secret::new("very secret") },
        Auth::Header { name: "x-key".to_owned(), value: Secret::new("very secret") },
        Auth::Query { name: "key".to_owned(), value: Secret::new("very secret") },
    ] {
        let world = World::new().await;
        let mut config = world.sync();
        config.auth = auth;
        // An operator who puts it elsewhere as well does not see it there either.
        config.submit.headers.insert("x-more".to_owned(), "very secret".to_owned());
        let trial = world.channel(config).test_one(NUMBER, "line", world.deps.as_ref()).await;
        let shown = format!("{trial:?}");
        assert!(trial.error.is_none());
        for secret in ["very secret", "very+secret", "dXNlcjp2ZXJ5IHNlY3JldA=="] {
            assert!(!shown.contains(secret), "{shown}");
        }
    }
}

#[tokio::test]
async fn a_failure_is_shown_and_not_repeated_and_changes_nothing() {
    let world = World::new().await;
    let channel = world.channel(world.sync());
    for (fault, error) in [
        (Fault::Down, "channel_failed: HTTP 503"),
        (Fault::Status(401), "the channel is out of use: HTTP 401"),
    ] {
        world.control().set_fault(Provider::Sync, fault);
        let trial = channel.test_one(NUMBER, "line", world.deps.as_ref()).await;
        assert_eq!((trial.exchanges.len(), trial.error.as_deref()), (1, Some(error)));
        assert!(trial.mapped.is_none());
    }
    assert!(channel.usable(crate::world::START).is_ok(), "a trial puts nothing out of use");
    world.control().set_fault(Provider::Sync, Fault::Oversize(100_000));
    let trial = channel.test_one(NUMBER, "line", world.deps.as_ref()).await;
    let shown = trial.exchanges[0].response.as_ref().unwrap();
    assert!(shown.cut && shown.body.len() < 20_000);
    assert_eq!(trial.mapped, Some(Outcome::Unknown { reason: Reason::NoAnswer }));
}

#[tokio::test]
async fn jobs_and_deliveries_are_shown() {
    let mut world = World::new().await;
    let mut config = world.ready("demo-notify");
    let callback = config.callback.as_mut().unwrap();
    callback.verify = Verify::SecretPath;
    callback.secret = Secret::new("a-secret-in-the-path-0123456789");
    world.receive(&config).await;
    let trial = world.channel(config).test_one(NUMBER, "x", world.deps.as_ref()).await;
    assert_eq!(trial.exchanges.len(), 2, "{trial:?}");
    assert!(trial.exchanges[0].request.contains("/callbacks/demo-notify/********"));
    assert!(trial.exchanges[1].response.as_ref().unwrap().body.contains("carrier"));
    assert!(trial.mapped.is_some());
    let trial = world.channel(world.ready("demo-jobs")).test_one(NUMBER, "okx", world.deps.as_ref()).await;
    assert_eq!(trial.exchanges.len(), 2);
    assert!(trial.exchanges[1].request.starts_with("GET /poll/jobs/job-"));
}
