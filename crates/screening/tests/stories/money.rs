//! What tasks cost, and who gets a share.

use numsift_model::list::ListKind;
use numsift_model::project::COUNTRY_NOT_COVERED;
use numsift_model::task::TaskMode;
use numsift_screening::CheckRequest;
use numsift_segments::{Filter, SKIPPED, Sort};
use numsift_sim::providers::Provider;

use crate::world::{GIFT, World, account, cost, give, on_both_stores};

on_both_stores!(
    prices_go_by_country,
    numbers_of_other_countries_are_neither_asked_nor_charged,
    what_providers_charge_is_booked_whatever_becomes_of_it,
    inviters_get_their_share,
);

async fn prices_go_by_country(world: &World) {
    let mut tx = world.store.begin().await.unwrap();
    let mut project = tx.project("hygiene").await.unwrap().unwrap();
    project.details.country_prices = [("GB".to_owned(), 1000)].into();
    assert!(tx.put_project(&project).await.unwrap());
    tx.save().await.unwrap();
    let list = world.list(ListKind::Upload, "a.txt", b"+8613812345678\n+442083661177\n").await;
    let task = world.run(list.id, "hygiene").await;
    assert_eq!(task.progress.charged.0, 1002);
}

async fn numbers_of_other_countries_are_neither_asked_nor_charged(world: &World) {
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
    let checks =
        ["hygiene", "whatsapp"].map(|slug| CheckRequest { project: slug.to_owned(), condition: None });
    let quote = world
        .screening
        .quote(&world.account, world.scope(), list.id, TaskMode::Parallel, &checks)
        .await
        .unwrap();
    // One number each, at 2 and at 100.
    let counts: Vec<_> = quote.checks.iter().map(|check| (check.billable, check.not_covered)).collect();
    assert_eq!((counts, quote.price.0), (vec![(1, 1), (1, 1)], 102));
    let start = World::task(list.id, TaskMode::Parallel, &["hygiene", "whatsapp"]);
    let id = world.start(start).await.unwrap();
    world.screening.work_off().await.unwrap();
    let task = world.get_task(id).await;
    // What nobody was asked about is no answer, and none that failed either.
    assert_eq!((task.asked.held.0, task.progress.done, task.progress.answers), (102, 2, 2));
    assert_eq!(world.control().requests(Provider::Sync), 1);
    let page = world.screening.result_page(&task, &Filter::default(), &Sort::Input, 0, 10).await.unwrap();
    let shown = |row: usize, check: usize| {
        let check = &page.rows[row].checks[check];
        (check.status == SKIPPED, check.reason.as_str())
    };
    assert_eq!((shown(0, 0), shown(0, 1)), ((true, COUNTRY_NOT_COVERED), (true, COUNTRY_NOT_COVERED)));
    assert_eq!((shown(1, 0), shown(1, 1).0), ((false, ""), false));
    // A free look keeps to it, too.
    let sample = world.screening.sample(&world.account, world.scope(), list.id, "whatsapp").await.unwrap();
    world.screening.work_off().await.unwrap();
    assert_eq!(world.get_task(sample).await.progress.answers, 1);
}

async fn what_providers_charge_is_booked_whatever_becomes_of_it(world: &World) {
    let mut config = world.sync_config();
    config.cost.points = numsift_model::money::Points(7);
    world.add_channel(config, 10).await;
    let list = world.mobiles(1500).await;
    // A free look charges nothing, and the provider wants its money all the same.
    world.screening.sample(&world.account, world.scope(), list.id, "whatsapp").await.unwrap();
    world.screening.work_off().await.unwrap();
    assert_eq!((cost(world).await, world.spendable().await), (20 * 7, GIFT));
    // Once for every number of a task.
    let task = world.run(list.id, "whatsapp").await;
    assert_eq!(cost(world).await, (20 + 1500) * 7);
    // A chunk that is taken away while its numbers are asked about changes nothing else.
    let (gate, worker) = (world.control(), world.another_process());
    gate.close_gate();
    let id = world.start(World::task(list.id, TaskMode::Single, &["whatsapp"])).await.unwrap();
    let working = tokio::spawn(async move { worker.work_off().await });
    gate.held(1).await;
    let mut tx = world.store.begin().await.unwrap();
    world.screening.cancel(&mut *tx, world.scope(), id).await.unwrap();
    tx.save().await.unwrap();
    gate.open_gate();
    working.await.unwrap().unwrap();
    assert_eq!(world.get_task(id).await.progress.done, 0);
    assert_eq!(cost(world).await, (20 + 1500 + 1000) * 7);
    assert_eq!(world.spendable().await, GIFT - task.progress.charged.0);
}

async fn inviters_get_their_share(world: &World) {
    let bob = account(&*world.store, "bob", Some(world.account.uid)).await;
    give(&*world.store, bob, 1_000_000, &*world.clock).await;
    let mut tx = world.store.begin().await.unwrap();
    let account = tx.account(bob).await.unwrap().unwrap();
    tx.save().await.unwrap();
    let list = world.mobiles(1000).await;
    let mut tx = world.store.begin().await.unwrap();
    let start = World::task(list.id, TaskMode::Single, &["carrier"]);
    world.screening.start(&mut *tx, &account, numsift_store::Scope::All, start).await.unwrap();
    tx.save().await.unwrap();
    world.screening.work_off().await.unwrap();
    let balances = world.store.read().await.unwrap().balances(world.account.uid).await.unwrap();
    // 1,000 answers at 10, of which 5 per cent.
    assert_eq!(balances.total_income.0, 500);
}
