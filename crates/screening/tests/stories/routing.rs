//! Which channel is asked about which number, what that proves, and that nobody pays twice.

use numsift_channel::{ChannelConfig, CostPer};
use numsift_model::clock::Clock as _;
use numsift_model::money::Points;
use numsift_model::routing::{RouteBy, Routing, Traffic};
use numsift_model::task::Task;

use crate::world::{World, cost, on_both_stores};

on_both_stores!(
    traffic_is_counted_by_channel_and_country,
    a_channel_for_some_countries_is_asked_about_their_numbers,
    the_cheapest_definite_answers_come_first,
    a_split_gives_every_channel_its_share,
    a_second_channel_is_compared_and_the_customer_pays_once,
    a_comparison_above_the_price_is_not_asked,
);

const PROJECT: &str = "line";

/// A channel to the simulated provider at this cost per number.
fn channel(world: &World, name: &str, points: i64) -> ChannelConfig {
    let mut config = world.sync_config();
    name.clone_into(&mut config.name);
    config.cost.per = CostPer::Item;
    config.cost.points = Points(points);
    config
}

async fn route(world: &World, routing: Routing) {
    let mut tx = world.store.begin().await.unwrap();
    let mut project = tx.project(PROJECT).await.unwrap().unwrap();
    project.details.routing = routing;
    assert!(tx.put_project(&project).await.unwrap());
    tx.save().await.unwrap();
}

/// Runs a task on a new list of numbers and stores the evidence.
async fn run(world: &World, numbers: u64) -> Task {
    let list = world.mobiles(numbers).await;
    let task = world.run(list.id, PROJECT).await;
    world.screening.channels.store_evidence().await.unwrap();
    task
}

async fn traffic(world: &World, channel: &str) -> Traffic {
    let mut tx = world.store.read().await.unwrap();
    let rows = tx.traffic(PROJECT, world.clock.now()).await.unwrap();
    let mut sum = Traffic::default();
    rows.iter().filter(|row| row.channel == channel).for_each(|row| sum.add(&row.traffic));
    sum
}

async fn traffic_is_counted_by_channel_and_country(world: &World) {
    world.add_channel(channel(world, "a", 20), 10).await;
    let task = run(world, 300).await;
    let mut tx = world.store.read().await.unwrap();
    let rows = tx.traffic(PROJECT, world.clock.now()).await.unwrap();
    assert!(rows.iter().all(|row| row.country == "CN" && row.channel == "a"), "{rows:?}");
    let sum = traffic(world, "a").await;
    assert_eq!(sum.numbers, 300);
    assert_eq!(sum.definite, task.progress.answers - task.progress.unknown);
    assert_eq!((sum.hits, sum.cost), (task.progress.hits, 300 * 20));
    assert!(sum.hits > 0 && sum.batches > 0 && sum.failed == 0 && sum.passed == 0, "{sum:?}");
    // What was stored is not stored again.
    world.screening.channels.store_evidence().await.unwrap();
    assert_eq!(traffic(world, "a").await, sum);
}

async fn a_channel_for_some_countries_is_asked_about_their_numbers(world: &World) {
    let mut chinese = channel(world, "chinese", 20);
    chinese.countries = vec!["CN".to_owned()];
    world.add_channel(chinese, 10).await;
    let mut american = channel(world, "american", 20);
    american.countries = vec!["US".to_owned()];
    world.add_channel(american, 1).await;
    let task = run(world, 100).await;
    assert_eq!(task.progress.failed, 0, "{:?}", task.progress);
    assert_eq!((traffic(world, "chinese").await.numbers, traffic(world, "american").await.numbers), (100, 0));
}

async fn the_cheapest_definite_answers_come_first(world: &World) {
    // The first one costs less per number, but hardly ever has a definite answer.
    let mut vague = channel(world, "vague", 10);
    for rule in vague.map.iter_mut().filter(|rule| rule.to == "status") {
        rule.values.clear();
        rule.default = Some("unknown".to_owned());
    }
    world.add_channel(vague, 1).await;
    world.add_channel(channel(world, "dear", 40), 20).await;
    world.add_channel(channel(world, "cheap", 30), 30).await;
    route(world, Routing { by: RouteBy::Cost, ..Routing::default() }).await;
    // Without evidence, the configured cost counts.
    run(world, 250).await;
    assert_eq!(traffic(world, "vague").await.numbers, 250);
    // The evidence is read again after a while.
    world.clock.advance(31);
    let task = run(world, 260).await;
    assert_eq!(traffic(world, "vague").await.numbers, 250, "it never answers");
    assert_eq!((traffic(world, "cheap").await.numbers, traffic(world, "dear").await.numbers), (260, 0));
    assert!(task.progress.charged_answers > 0);
}

async fn a_split_gives_every_channel_its_share(world: &World) {
    for (name, priority) in [("a", 1), ("b", 2), ("spare", 3)] {
        world.add_channel(channel(world, name, 20), priority).await;
    }
    let split = [("a".to_owned(), 1), ("b".to_owned(), 3)].into();
    route(world, Routing { by: RouteBy::Split, split, shadow: 0 }).await;
    let task = run(world, 1000).await;
    assert_eq!((task.progress.done, task.progress.failed), (1000, 0));
    let (a, b) = (traffic(world, "a").await.numbers, traffic(world, "b").await.numbers);
    assert_eq!(a + b, 1000);
    assert!((180..320).contains(&a), "{a}");
    assert_eq!(traffic(world, "spare").await.numbers, 0);
}

async fn a_second_channel_is_compared_and_the_customer_pays_once(world: &World) {
    // Many requests, one after the other: the second channel is not asked any more once the first has answered everything.
    let mut first = channel(world, "a", 20);
    (first.batch.max, first.limit.concurrency) = (10, 1);
    world.add_channel(first, 1).await;
    let alone = run(world, 400).await;
    let cost_alone = cost(world).await;
    // The second channel takes inactive numbers for active.
    let mut second = channel(world, "b", 20);
    for rule in second.map.iter_mut().filter(|rule| rule.to == "status") {
        rule.values.values_mut().for_each(|status| "active".clone_into(status));
    }
    world.add_channel(second, 2).await;
    route(world, Routing { shadow: 5_000, ..Routing::default() }).await;
    world.clock.advance(1);
    let list = world.mobiles(401).await;
    let compared = world.run(list.id, PROJECT).await;
    world.screening.channels.store_evidence().await.unwrap();

    let asked = traffic(world, "b").await.numbers;
    assert!((100..300).contains(&asked), "about half of the numbers: {asked}");
    assert_eq!(cost(world).await, cost_alone + (401 + asked) * 20, "the operator pays for both");
    let definite = |task: &Task| task.progress.answers - task.progress.unknown;
    assert_eq!(compared.progress.charged_answers, definite(&compared), "the customer pays once");
    assert!(definite(&compared) - definite(&alone) <= 1);
    let rows = world.store.read().await.unwrap().agreement(PROJECT, world.clock.now()).await.unwrap();
    let [row] = &rows[..] else { panic!("{rows:?}") };
    assert_eq!((row.channel.as_str(), row.other.as_str(), row.country.as_str()), ("a", "b", "CN"));
    assert!(0 < row.agreed && row.agreed < row.compared && row.compared <= asked, "{row:?}");
}

async fn a_comparison_above_the_price_is_not_asked(world: &World) {
    let price = world.store.read().await.unwrap().project(PROJECT).await.unwrap().unwrap().details.price;
    world.add_channel(channel(world, "a", 20), 1).await;
    world.add_channel(channel(world, "b", price - 19), 2).await;
    route(world, Routing { shadow: 5_000, ..Routing::default() }).await;
    let task = run(world, 200).await;
    assert_eq!(task.progress.done, 200);
    assert_eq!(traffic(world, "b").await.numbers, 0);
    assert_eq!(cost(world).await, 200 * 20);
}
