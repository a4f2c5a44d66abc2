//! Testing a channel with one number: what the report shows and hides.

use numsift_channel::{Auth, Outcome, Reason, Secret, TestFailure, Verify};
use numsift_sim::providers::{Fault, Provider};

use crate::world::{World, is_correct};

const NUMBER: u64 = 4_915_112_000_001;

#[tokio::test]
async fn request_reply_and_result_are_shown() {
    let world = World::new().await;
    let mut config = world.sync();
    config.auth = Auth::Bearer { token: Secret::new("very-secret-token") };
    config.contract = None;
    let channel = world.channel(config);
    let report = channel.test_one(NUMBER, "line", world.services.as_ref()).await;
    let [exchange] = report.exchanges.as_slice() else { panic!("{report:?}") };
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
    let answer = numsift_channel::Answer { number: NUMBER, outcome: report.mapped.unwrap() };
    assert!(is_correct(&answer, "line"));
    assert_eq!(report.failure, None);
}

#[tokio::test]
async fn secrets_are_masked_everywhere() {
    for auth in [
        Auth::Basic { username: "user".to_owned(), password: Secret::new("very secret") },
        Auth::Header { name: "x-key".to_owned(), value: Secret::new("very secret") },
        Auth::Query { name: "key".to_owned(), value: Secret::new("very secret") },
    ] {
        let world = World::new().await;
        let mut config = world.sync();
        config.auth = auth;
        // The secret is masked in other fields as well.
        config.submit.headers.insert("x-more".to_owned(), "very secret".to_owned());
        let report = world.channel(config).test_one(NUMBER, "line", world.services.as_ref()).await;
        let shown = format!("{report:?}");
        assert_eq!(report.failure, None);
        for secret in ["very secret", "very+secret", "dXNlcjp2ZXJ5IHNlY3JldA=="] {
            assert!(!shown.contains(secret), "{shown}");
        }
    }
}

#[tokio::test]
async fn failures_are_shown_not_retried_and_change_nothing() {
    let world = World::new().await;
    let channel = world.channel(world.sync());
    let failed = TestFailure::Failed { reason: Reason::ChannelFailed };
    for (fault, detail, failure) in
        [(Fault::Down, "HTTP 503", failed), (Fault::Status(401), "HTTP 401", TestFailure::Disabled)]
    {
        world.control().set_fault(Provider::Sync, fault);
        let report = channel.test_one(NUMBER, "line", world.services.as_ref()).await;
        assert_eq!((report.exchanges.len(), report.detail.as_deref()), (1, Some(detail)));
        assert_eq!((report.mapped, report.failure), (None, Some(failure)));
    }
    assert!(channel.usable(crate::world::START).is_ok(), "a test does not disable the channel");
    world.control().set_fault(Provider::Sync, Fault::Oversize(100_000));
    let report = channel.test_one(NUMBER, "line", world.services.as_ref()).await;
    let shown = report.exchanges[0].response.as_ref().unwrap();
    assert!(shown.cut && shown.body.len() < 20_000);
    assert_eq!(report.mapped, Some(Outcome::Unknown { reason: Reason::NoAnswer }));
}

#[tokio::test]
async fn jobs_and_deliveries_are_shown() {
    let mut world = World::new().await;
    let mut config = world.demo("demo-notify");
    let callback = config.callback.as_mut().unwrap();
    callback.verify = Verify::SecretPath;
    callback.secret = Secret::new("a-secret-in-the-path-0123456789");
    world.serve_callbacks(&config).await;
    let report = world.channel(config).test_one(NUMBER, "x", world.services.as_ref()).await;
    assert_eq!(report.exchanges.len(), 2, "{report:?}");
    assert!(report.exchanges[0].request.contains("/callbacks/demo-notify/********"));
    assert!(report.exchanges[1].response.as_ref().unwrap().body.contains("carrier"));
    assert!(report.mapped.is_some());
    let report =
        world.channel(world.demo("demo-jobs")).test_one(NUMBER, "okx", world.services.as_ref()).await;
    assert_eq!(report.exchanges.len(), 2);
    assert!(report.exchanges[1].request.starts_with("GET /poll/jobs/job-"));
}
