//! Tracks and runs of the number generator.

use numsift_model::generation::{
    DrawOrder, Earlier, NewRun, NewTrack, NumberStyle, Run, RunPage, Segment, SpaceSpec, Stretch,
};
use numsift_model::id::{RunId, TrackId, Uid};
use numsift_model::list::ListKind;
use numsift_model::page::Page;

use super::screening::list_of;
use super::{Checked, NOW, customer, stored};
use crate::Scope;

fn track(drawn: u64) -> NewTrack {
    NewTrack {
        spec: SpaceSpec { country: Some("CN".into()), prefix: Some("138".into()), ..SpaceSpec::default() },
        fingerprint: u64::MAX - 1,
        size: 100_000_000,
        order: DrawOrder::Random,
        seed: u64::MAX,
        drawn,
    }
}

fn run(uid: Uid, page: RunPage, track: TrackId, expires_in: i64) -> NewRun {
    let stretch = Stretch { track, from: 3, until: 12 };
    NewRun {
        uid,
        page,
        order: DrawOrder::Sequential,
        earlier: Earlier::Continue,
        style: NumberStyle::National,
        without_list: None,
        segments: vec![Segment { spec: track_spec(), stretch, without: vec![stretch], count: 8 }],
        created_at: NOW,
        expires_at: NOW.plus(expires_in),
    }
}

fn track_spec() -> SpaceSpec {
    SpaceSpec { pattern: Some("+86 138 ???? 88[0-9]8".into()), ..SpaceSpec::default() }
}

pub async fn drawn_numbers_are_recorded_once(store: Checked) {
    let (ann, bob) = (stored(&store, &customer("ann")).await, stored(&store, &customer("bob")).await);
    let mut tx = store.begin().await.unwrap();
    assert_eq!(tx.generation_state(ann).await.unwrap(), None);
    tx.begin_generation(ann, &[1; 32]).await.unwrap();
    tx.begin_generation(ann, &[2; 32]).await.unwrap();
    tx.begin_generation(bob, &[3; 32]).await.unwrap();
    let before = tx.generation_state(ann).await.unwrap().unwrap();
    assert_eq!((before.key, before.tracks.len()), ([1; 32], 0));
    assert!(tx.claim_generation(ann, before.version).await.unwrap());
    assert!(!tx.claim_generation(ann, before.version).await.unwrap(), "the version is outdated");
    let first = tx.add_track(ann, &track(0)).await.unwrap();
    let second = tx.add_track(ann, &track(5)).await.unwrap();
    tx.move_track(ann, first, 100_000_000).await.unwrap();
    tx.move_track(ann, first, 7).await.unwrap();
    tx.move_track(bob, second, 9).await.unwrap();
    let after = tx.generation_state(ann).await.unwrap().unwrap();
    assert!(after.version > before.version);
    let found: Vec<_> = after.tracks.iter().map(|track| (track.id, track.of.clone())).collect();
    assert_eq!(found, [(first, track(100_000_000)), (second, track(5))]);
    assert!(tx.generation_state(bob).await.unwrap().unwrap().tracks.is_empty());
    assert_eq!(after.spared, b"");
    tx.put_spared(ann, &[0, 255]).await.unwrap();
    assert_eq!(tx.generation_state(ann).await.unwrap().unwrap().spared, [0, 255]);
    assert_eq!(tx.generation_state(bob).await.unwrap().unwrap().spared, b"");
    tx.save().await.unwrap();
}

pub async fn runs_are_scoped_listed_and_deleted(store: Checked) {
    let (ann, bob) = (stored(&store, &customer("ann")).await, stored(&store, &customer("bob")).await);
    let mut tx = store.begin().await.unwrap();
    tx.begin_generation(ann, &[1; 32]).await.unwrap();
    let track = tx.add_track(ann, &track(0)).await.unwrap();
    let list = tx.add_list(&list_of(ann, ListKind::Saved)).await.unwrap();
    let mut made = Vec::new();
    for (uid, page, expires_in) in [
        (ann, RunPage::Country, 10),
        (ann, RunPage::Custom, 20),
        (bob, RunPage::Custom, 10),
        (ann, RunPage::Custom, 20),
    ] {
        let run = NewRun { without_list: (uid == bob).then_some(list), ..run(uid, page, track, expires_in) };
        made.push(tx.create_run(&run, b"besides").await.unwrap());
    }
    let all = Page::new(1, 10).unwrap();
    let mine = tx.runs(Scope::Own(ann), None, NOW, all).await.unwrap();
    let ids: Vec<RunId> = mine.items.iter().map(|run| run.id).collect();
    assert_eq!((mine.total, ids), (3, vec![made[3], made[1], made[0]]));
    assert_eq!(tx.run(Scope::All, made[2], NOW).await.unwrap().unwrap().of.without_list, Some(list));
    assert_eq!(mine.items[2].of, run(ann, RunPage::Country, track, 10));
    let custom =
        tx.runs(Scope::Own(ann), Some(RunPage::Custom), NOW, Page::new(2, 1).unwrap()).await.unwrap();
    assert_eq!((custom.total, custom.items[0].id), (2, made[1]));
    assert_eq!(tx.runs(Scope::All, None, NOW, all).await.unwrap().total, 4);
    let ids = |runs: Vec<Run>| runs.into_iter().map(|run| run.id).collect::<Vec<_>>();
    let first = ids(tx.runs_before(Scope::Own(ann), None, NOW, 2).await.unwrap());
    assert_eq!(first, [made[3], made[1]]);
    // A run that is added meanwhile moves nothing.
    let added = tx.create_run(&run(ann, RunPage::Custom, track, 20), b"").await.unwrap();
    assert_eq!(ids(tx.runs_before(Scope::Own(ann), Some(made[1]), NOW, 2).await.unwrap()), [made[0]]);
    assert!(tx.runs_before(Scope::Own(ann), Some(made[0]), NOW, 2).await.unwrap().is_empty());
    assert!(tx.runs_before(Scope::Own(bob), Some(made[2]), NOW, 2).await.unwrap().is_empty());
    assert!(tx.runs_before(Scope::Own(ann), Some(made[1]), NOW.plus(10), 2).await.unwrap().is_empty());
    assert_eq!(ids(tx.runs_before(Scope::All, None, NOW, 9).await.unwrap())[..2], [added, made[3]]);
    assert!(tx.delete_run(Scope::Own(ann), added).await.unwrap());
    assert!(tx.run(Scope::Own(bob), made[0], NOW).await.unwrap().is_none(), "another account");
    assert!(!tx.delete_run(Scope::Own(bob), made[0]).await.unwrap(), "another account");
    assert!(tx.run(Scope::Own(ann), made[0], NOW).await.unwrap().is_some());
    assert!(tx.run(Scope::Own(ann), made[0], NOW.plus(10)).await.unwrap().is_none(), "expired");
    assert_eq!(tx.runs(Scope::Own(ann), None, NOW.plus(10), all).await.unwrap().total, 2);
    assert_eq!(tx.run_exceptions(made[1]).await.unwrap(), b"besides");
    assert!(tx.delete_run(Scope::Own(ann), made[1]).await.unwrap());
    assert_eq!(tx.run_exceptions(made[1]).await.unwrap(), b"", "deleted with the run");
    assert!(!tx.delete_run(Scope::Own(ann), made[1]).await.unwrap());
    assert_eq!(tx.sweep_runs(NOW.plus(10)).await.unwrap(), 2);
    assert_eq!(tx.runs(Scope::All, None, NOW, all).await.unwrap().items[0].id, made[3]);
    tx.save().await.unwrap();
}
