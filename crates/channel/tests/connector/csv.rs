//! Replies as CSV.

use numsift_channel::{ChannelConfig, CheckError, Csv, Outcome, Problem, Reason};
use numsift_sim::providers::{Fault, Provider, Throttle};

use crate::world::{PROJECT, World, is_correct, numbers, reasons};

/// The synchronous channel with CSV replies.
fn csv(world: &World) -> ChannelConfig {
    let mut config = world.sync();
    "/csv/{{ project }}".clone_into(&mut config.submit.path);
    config.csv = Some(Csv { separator: ";".to_owned(), columns: Vec::new() });
    "$[*]".clone_into(&mut config.items);
    "$.network".clone_into(&mut config.map[1].path);
    config
}

#[tokio::test]
async fn rows_are_answers() {
    let world = World::new().await;
    let channel = world.channel(csv(&world));
    let answers = world.check(&channel, &numbers(50)).await.answers.unwrap();
    assert!(answers.iter().all(|answer| is_correct(answer, PROJECT)), "{answers:?}");
    let definite = answers.iter().find_map(|answer| match &answer.outcome {
        Outcome::Definite { fields, .. } => fields.to_map().remove("carrier"),
        Outcome::Unknown { .. } => None,
    });
    assert!(definite.is_some_and(|carrier| !carrier.is_empty() && !carrier.contains('"')));
}

#[tokio::test]
async fn missing_and_empty_values_are_unknown() {
    let world = World::new().await;
    let channel = world.channel(csv(&world));
    world.control().set_fault(Provider::Sync, Fault::Lying);
    let answers = world.check(&channel, &numbers(30)).await.answers.unwrap();
    for (at, answer) in answers.iter().enumerate() {
        let unknown = |wanted| answer.outcome == Outcome::Unknown { reason: wanted };
        match at % 3 {
            0 => assert!(is_correct(answer, PROJECT)),
            1 => assert!(unknown(Reason::Unmapped), "the state is empty"),
            _ => assert!(unknown(Reason::NoAnswer)),
        }
    }
}

#[tokio::test]
async fn an_error_in_json_is_read_as_json() {
    let world = World::new().await;
    let channel = world.channel(csv(&world));
    world.control().throttle_next(Provider::Sync, [Throttle::InBody]);
    let result = world.check(&channel, &numbers(5)).await;
    assert!(reasons(&result.answers.unwrap(), PROJECT).is_empty());
    assert_eq!((result.usage.requests, world.pauses().len()), (2, 1), "throttled by `$.error`, then served");
    world.control().set_fault(Provider::Sync, Fault::Status(401));
    assert!(matches!(world.check(&channel, &numbers(5)).await.answers, Err(CheckError::Disabled { .. })));
}

#[tokio::test]
async fn the_separator_is_checked() {
    let world = World::new().await;
    let mut config = csv(&world);
    for separator in ["", ",,", "a", "1", "\"", "\n", "ü", "+"] {
        config.csv = Some(Csv { separator: separator.to_owned(), columns: Vec::new() });
        let faults = config.validate();
        assert_eq!(faults.len(), 1, "{separator:?}");
        assert_eq!(
            (faults[0].field.as_str(), &faults[0].problem),
            ("csv.separator", &Problem::NotASeparator)
        );
    }
    for separator in [",", ";", "\t", "|", " "] {
        config.csv = Some(Csv { separator: separator.to_owned(), columns: Vec::new() });
        assert_eq!(config.validate(), [], "{separator:?}");
    }
    config.csv = Some(Csv { columns: vec!["x".to_owned(); 201], ..Csv::default() });
    assert_eq!(config.validate()[0].problem, Problem::OutOfRange { min: 0, max: 200 });
}
