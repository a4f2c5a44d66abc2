//! What tasks cost, and who gets a share.

use numsift_model::task::TaskMode;

use crate::world::{World, account, give, on_both_stores};

on_both_stores!(prices_go_by_country, inviters_get_their_share,);

async fn prices_go_by_country(world: &World) {
    let mut tx = world.store.begin().await.unwrap();
    let mut project = tx.project("hygiene").await.unwrap().unwrap();
    project.details.country_prices = [("GB".to_owned(), 1000)].into();
    assert!(tx.put_project(&project).await.unwrap());
    tx.save().await.unwrap();
    let list =
        world.list(numsift_model::list::ListKind::Upload, "a.txt", b"+8613812345678\n+442083661177\n").await;
    let task = world.run(list.id, "hygiene").await;
    assert_eq!(task.progress.charged.0, 1002);
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
