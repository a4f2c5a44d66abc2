//! Values in the rows of numbers, which templates use as `number.inputs`.

use numsift_channel::{Channel, ChannelConfig, CheckError, Inputs, Outcome, Reason};

use crate::world::World;

fn config(world: &World, since: &str) -> ChannelConfig {
    let mut config = world.demo("demo-fallback");
    "/reassigned".clone_into(&mut config.submit.path);
    config.submit.query = [("number", "{{ number.digits }}"), ("since", since)]
        .map(|(a, b)| (a.to_owned(), b.to_owned()))
        .into();
    "$.reassigned".clone_into(&mut config.map[0].path);
    config.map[0].values =
        [("yes", "reassigned"), ("no", "not_reassigned")].map(|(a, b)| (a.to_owned(), b.to_owned())).into();
    config.retry.max = 0;
    config
}

fn since(day: &str) -> Inputs {
    let mut inputs = Inputs::new(["since".to_owned()]);
    inputs.push(vec![day.to_owned()]);
    inputs
}

async fn status(world: &World, channel: &Channel, inputs: &Inputs) -> Result<Outcome, CheckError> {
    let result =
        channel.check_rows(&[8_613_800_000_001], inputs, "reassigned", world.services.as_ref()).await;
    result.answers.map(|answers| answers[0].outcome.clone())
}

#[tokio::test]
async fn templates_see_the_values_of_the_row() {
    let world = World::new().await;
    let channel = world.channel(config(&world, "{{ number.inputs.since | date('%Y%m%d') }}"));
    for (day, expected) in [("2024-03-01", "reassigned"), ("2024-09-01", "not_reassigned")] {
        match status(&world, &channel, &since(day)).await {
            Ok(Outcome::Definite { status, .. }) => assert_eq!(&*status, expected, "{day}"),
            other => panic!("{other:?}"),
        }
    }
}

#[tokio::test]
async fn a_batch_without_the_values_is_not_sent() {
    let world = World::new().await;
    let channel = world.channel(config(&world, "{{ number.inputs.since | date('%Y%m%d') }}"));
    for inputs in [Inputs::default(), since("03/01/2024")] {
        match status(&world, &channel, &inputs).await {
            Err(CheckError::Failed { reason, .. }) => assert_eq!(reason, Reason::BadRequest),
            other => panic!("{other:?}"),
        }
    }
    assert_eq!(world.control().requests(numsift_sim::providers::Provider::Slow), 0);
}

#[tokio::test]
async fn a_test_with_one_number_uses_the_day_a_year_ago() {
    let world = World::new().await;
    let channel = world.channel(config(&world, "{{ number.inputs.since | date('%Y%m%d') }}"));
    let report = channel.test_one(8_613_800_000_001, "reassigned", world.services.as_ref()).await;
    // The clock of the test shows 15 January 2027.
    assert!(report.exchanges[0].request.contains("since=20260115"), "{}", report.exchanges[0].request);
    assert!(report.mapped.is_some());
}
