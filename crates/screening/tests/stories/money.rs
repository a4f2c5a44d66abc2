//! What tasks cost, what providers charge, and commission.

use numsift_model::list::ListKind;
use numsift_model::project::COUNTRY_NOT_COVERED;
use numsift_model::task::TaskMode;
use numsift_segments::{Filter, SKIPPED, Sort};
use numsift_sim::providers::Provider;

use crate::world::{GIFT, World, account, cost, give, on_both_stores};

on_both_stores!(
    prices_depend_on_the_country,
    numbers_of_countries_that_are_not_covered_are_skipped,
    the_cost_of_every_attempt_is_booked,
    inviters_earn_commission,
);

async fn prices_depend_on_the_country(world: &World) {
    let mut tx = world.store.begin().await.unwrap();
    let mut project = tx.project("hygiene").await.unwrap().unwrap();
    project.details.country_prices = [("GB".to_owned(), 1000)].into();
    assert!(tx.put_project(&project).await.unwrap());
    tx.save().await.unwrap();
    let list = world.list(ListKind::Upload, "a.txt", b"+8613812345678\n+442083661177\n").await;
    let task = world.run(list.id, "hygiene").await;
    assert_eq!(task.progress.charged.0, 1002);
}

async fn numbers_of_countries_that_are_not_covered_are_skipped(world: &World) {
    world.sync_channel().await;
    let mut tx = world.store.begin().await.unwrap();
    for slug in ["hygiene", "whatsapp"] {
        let mut project = tx.project(slug).await.unwrap().unwrap();
        project.details.countries = vec!["GB".to_owned()];
        assert!(tx.put_project(&project).await.unwrap());
    }
    tx.save().await.unwrap();
    let elsewhere = world.list(ListKind::Upload, "cn.txt", b"+8613812345678\n").await;
    world.run(elsewhere.id, "whatsapp").await;
    assert_eq!((world.control().requests(Provider::Sync), world.spendable().await), (0, GIFT));

    let list = world.list(ListKind::Upload, "a.txt", b"+8613812345678\n+442083661177\n").await;
    let quote = world.quote(list.id, TaskMode::Parallel, &["hygiene", "whatsapp"]).await;
    // One number for each check, at 2 and at 100.
    let counts: Vec<_> = quote.checks.iter().map(|check| (check.billable, check.not_covered)).collect();
    assert_eq!((counts, quote.price.0), (vec![(1, 1), (1, 1)], 102));
    let start = World::task(list.id, TaskMode::Parallel, &["hygiene", "whatsapp"]);
    let id = world.start(start).await.unwrap();
    world.screening.run_until_idle().await.unwrap();
    let task = world.get_task(id).await;
    // Skipped numbers count neither as answers nor as unknown.
    assert_eq!((task.asked.held.0, task.progress.done, task.progress.answers), (102, 2, 2));
    assert_eq!(world.control().requests(Provider::Sync), 1);
    let page = world.screening.results.page(&task, &Filter::default(), &Sort::Input, 0, 10).await.unwrap();
    let shown = |row: usize, check: usize| {
        let check = &page.rows[row].checks[check];
        (check.status == SKIPPED, check.reason.as_str())
    };
    assert_eq!((shown(0, 0), shown(0, 1)), ((true, COUNTRY_NOT_COVERED), (true, COUNTRY_NOT_COVERED)));
    assert_eq!((shown(1, 0), shown(1, 1).0), ((false, ""), false));
    // Samples skip them, too.
    let sample = world.sample(list.id, "whatsapp").await.unwrap();
    world.screening.run_until_idle().await.unwrap();
    assert_eq!(world.get_task(sample).await.progress.answers, 1);
}

async fn the_cost_of_every_attempt_is_booked(world: &World) {
    let mut config = world.sync_config();
    config.cost.points = numsift_model::money::Points(7);
    world.add_channel(config, 10).await;
    let list = world.mobiles(1500).await;
    // A sample is free for the customer, but the provider charges for it.
    world.sample(list.id, "whatsapp").await.unwrap();
    world.screening.run_until_idle().await.unwrap();
    assert_eq!((cost(world).await, world.spendable().await), (20 * 7, GIFT));
    // Once per number of a task.
    let task = world.run(list.id, "whatsapp").await;
    assert_eq!(cost(world).await, (20 + 1500) * 7);
    // The cost of a chunk whose task is cancelled while the provider is asked is booked, too.
    let (gate, worker) = (world.control(), world.another_process());
    gate.close_gate();
    let id = world.start(World::task(list.id, TaskMode::Single, &["whatsapp"])).await.unwrap();
    let working = tokio::spawn(async move { worker.run_until_idle().await });
    gate.wait_for_held(1).await;
    world.cancel(id).await;
    gate.open_gate();
    working.await.unwrap().unwrap();
    assert_eq!(world.get_task(id).await.progress.done, 0);
    assert_eq!(cost(world).await, (20 + 1500 + 1000) * 7);
    assert_eq!(world.spendable().await, GIFT - task.progress.charged.0);
}

async fn inviters_earn_commission(world: &World) {
    let bob = account(&*world.store, "bob", Some(world.account.uid)).await;
    give(&*world.store, bob, 1_000_000, &*world.clock).await;
    let mut tx = world.store.begin().await.unwrap();
    let account = tx.account(bob).await.unwrap().unwrap();
    tx.save().await.unwrap();
    let list = world.mobiles(1000).await;
    let mut tx = world.store.begin().await.unwrap();
    let start = World::task(list.id, TaskMode::Single, &["carrier"]);
    world.screening.tasks.start(&mut *tx, &account, numsift_store::Scope::All, start).await.unwrap();
    tx.save().await.unwrap();
    world.screening.run_until_idle().await.unwrap();
    let balances = world.store.read().await.unwrap().balances(world.account.uid).await.unwrap();
    // 5 % of 1,000 answers at 10.
    assert_eq!(balances.total_income.0, 500);
}
