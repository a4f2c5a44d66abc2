//! Tests of the generator on a real store, compared with plain sets of the numbers it gave.

#![allow(clippy::unwrap_used)]

use std::collections::BTreeSet;
use std::sync::Arc;

use numplan::PhoneNumber;
use numsift_generation::{
    Figures, GenerationError, Generator, SpecFault, Wanted, WantedSegment, WithoutList, digits, space_of,
};
use numsift_model::audit::AuditEntry;
use numsift_model::clock::{ManualClock, SystemEntropy};
use numsift_model::generation::{DrawOrder, Earlier, NumberStyle, Run, RunPage, SpaceKind, SpaceSpec};
use numsift_model::id::Uid;
use numsift_model::list::{ListKind, ListState, NewList};
use numsift_store::Scope;
use numsift_store::conformance::{Checked, NOW, customer, stored};
use numsift_store_sqlite::SqliteStore;
use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};

struct World {
    generator: Generator,
    clock: Arc<ManualClock>,
    store: Checked,
    uid: Uid,
    _folder: tempfile::TempDir,
}

async fn world() -> World {
    let folder = tempfile::tempdir().unwrap();
    let store: Checked = Arc::new(SqliteStore::open(&folder.path().join("numsift.db")).await.unwrap());
    let clock = Arc::new(ManualClock::at(NOW));
    let generator = Generator::new(store.clone(), clock.clone(), Arc::new(SystemEntropy));
    let uid = stored(&store, &customer("ann")).await;
    World { generator, clock, store, uid, _folder: folder }
}

impl World {
    async fn run(&self, wanted: Wanted) -> Result<Run, GenerationError> {
        self.generator.generate(self.uid, wanted, audit).await
    }

    async fn numbers(&self, run: &Run) -> Vec<PhoneNumber> {
        let open = self.generator.open(Scope::Own(self.uid), run.id).await.unwrap();
        open.numbers().map(|(_, number)| number).collect()
    }

    async fn figures(&self, spec: SpaceSpec, order: DrawOrder, earlier: Earlier) -> Figures {
        self.figures_without(spec, order, earlier, None).await
    }

    async fn figures_without(
        &self,
        spec: SpaceSpec,
        order: DrawOrder,
        earlier: Earlier,
        without: Option<WithoutList>,
    ) -> Figures {
        let figures = self.generator.figures(self.uid, vec![spec], order, earlier, without).await.unwrap();
        figures.into_iter().next().unwrap().unwrap()
    }

    /// Adds a list to the account. Its numbers are passed to the generator directly.
    async fn list(&self, numbers: impl IntoIterator<Item = u64>) -> WithoutList {
        let mut tx = self.store.begin().await.unwrap();
        let new = NewList {
            uid: self.uid,
            kind: ListKind::Saved,
            state: ListState::Ready,
            name: "mine".into(),
            file_name: String::new(),
            source: None,
            bytes: 0,
            sha256: String::new(),
            document: "{}".into(),
            numbers: 1,
            created_at: NOW,
            expires_at: None,
        };
        let list = tx.add_list(&new).await.unwrap();
        tx.save().await.unwrap();
        WithoutList { list, numbers: Arc::new(numbers.into_iter().collect()) }
    }
}

fn audit(_: &Run) -> AuditEntry {
    let action = "gen_number/generate".to_owned();
    AuditEntry { at: NOW, actor: None, subject: None, action, ip: String::new(), detail: "{}".to_owned() }
}

/// Numbers of Niue, whose numbering plan is small.
fn niue(pattern: &str) -> SpaceSpec {
    SpaceSpec { country: Some("NU".into()), pattern: Some(pattern.into()), ..SpaceSpec::default() }
}

fn wanted(parts: &[(&str, u64)], order: DrawOrder, earlier: Earlier) -> Wanted {
    let segment = |(pattern, count): &(&str, u64)| WantedSegment { spec: niue(pattern), count: *count };
    Wanted {
        page: RunPage::Custom,
        segments: parts.iter().map(segment).collect(),
        order,
        earlier,
        style: NumberStyle::E164,
        without: None,
    }
}

#[tokio::test]
async fn runs_over_the_same_set_continue_until_all_numbers_are_given() {
    for order in [DrawOrder::Random, DrawOrder::Sequential] {
        let world = world().await;
        let size = space_of(&niue("4???")).unwrap().count();
        let mut seen = BTreeSet::new();
        for step in 0..4 {
            let run = world.run(wanted(&[("4???", size / 4)], order, Earlier::Exclude)).await.unwrap();
            seen.extend(world.numbers(&run).await);
            let figures = world.figures(niue("4???"), order, Earlier::Exclude).await;
            assert_eq!((figures.size, figures.used), (size, (step + 1) * (size / 4)));
            assert_eq!((figures.left(), figures.available), (size - figures.used, size - figures.used));
        }
        assert_eq!(seen.len() as u64, size / 4 * 4);
        let refused = world.run(wanted(&[("4???", size)], order, Earlier::Exclude)).await.unwrap_err();
        assert!(
            matches!(refused, GenerationError::TooFew { segment: 0, left } if left == size - size / 4 * 4)
        );
    }
}

#[tokio::test]
async fn a_preview_shows_the_first_numbers_of_the_run_and_takes_none() {
    let world = world().await;
    for _ in 0..3 {
        let wanted = wanted(&[("4???", 300)], DrawOrder::Random, Earlier::Exclude);
        let preview = world.generator.preview(world.uid, wanted.clone()).await.unwrap();
        assert_eq!(preview.len(), 20);
        let run = world.run(wanted).await.unwrap();
        let numbers = world.numbers(&run).await;
        assert!(preview.iter().map(|(_, number)| number).eq(&numbers[..20]));
    }
}

#[tokio::test]
async fn a_repeated_run_has_no_repeats_within_itself() {
    let world = world().await;
    let parts = [("4???", 100), ("4??[0-4]", 100), ("4???", 50)];
    let first = world.run(wanted(&parts, DrawOrder::Sequential, Earlier::Repeat)).await.unwrap();
    let second = world.run(wanted(&parts, DrawOrder::Sequential, Earlier::Repeat)).await.unwrap();
    let numbers = world.numbers(&first).await;
    assert_eq!(numbers, world.numbers(&second).await);
    assert_eq!(numbers.iter().collect::<BTreeSet<_>>().len(), 250, "a number repeats within a run");
    let third = world.run(wanted(&parts, DrawOrder::Random, Earlier::Repeat)).await.unwrap();
    let fourth = world.run(wanted(&parts, DrawOrder::Random, Earlier::Repeat)).await.unwrap();
    assert_ne!(world.numbers(&third).await, world.numbers(&fourth).await);
}

#[tokio::test]
async fn continuing_ignores_runs_of_other_patterns() {
    let world = world().await;
    world.run(wanted(&[("4???", 1000)], DrawOrder::Random, Earlier::Exclude)).await.unwrap();
    let go_on = wanted(&[("40??", 50)], DrawOrder::Sequential, Earlier::Continue);
    let (first, second) = (world.run(go_on.clone()).await.unwrap(), world.run(go_on).await.unwrap());
    let expected: Vec<PhoneNumber> = space_of(&niue("40??")).unwrap().from(0).take(100).collect();
    let given = [world.numbers(&first).await, world.numbers(&second).await].concat();
    assert_eq!(given, expected);
    let figures = world.figures(niue("40??"), DrawOrder::Sequential, Earlier::Continue).await;
    assert_eq!((figures.used, figures.available), (100, 0));
}

#[tokio::test]
async fn numbers_of_an_excluded_list_are_spared_for_later() {
    for order in [DrawOrder::Random, DrawOrder::Sequential] {
        let world = world().await;
        let space = space_of(&niue("4???")).unwrap();
        let all: Vec<PhoneNumber> = space.from(0).collect();
        let size = space.count();
        // Every third number, a number of another country, and one that is not a number.
        let mine: BTreeSet<u64> = all.iter().step_by(3).map(digits).chain([8_613_812_345_678, 12]).collect();
        let on_list = all.len().div_ceil(3) as u64;
        let list = world.list(mine.iter().copied()).await;
        let without = |count| Wanted {
            without: Some(list.clone()),
            ..wanted(&[("4???", count)], order, Earlier::Exclude)
        };
        let shown = world.generator.preview(world.uid, without(20)).await.unwrap();
        let first = world.run(without(300)).await.unwrap();
        let given = world.numbers(&first).await;
        assert_eq!((given.len(), first.of.without_list), (300, Some(list.list)));
        assert!(shown.iter().map(|(_, number)| number).eq(&given[..20]));
        assert!(given.iter().all(|number| !mine.contains(&digits(number))));
        let figures = world.figures_without(niue("4???"), order, Earlier::Exclude, Some(list.clone())).await;
        assert_eq!((figures.size, figures.used, figures.listed), (size, 300, on_list));
        assert_eq!((figures.left(), figures.available), (size - 300 - on_list, size - 300 - on_list));
        let refused = world.run(without(figures.available + 1)).await.unwrap_err();
        assert!(matches!(refused, GenerationError::TooFew { left, .. } if left == figures.available));
        let second = world.run(without(figures.available)).await.unwrap();
        let rest = world.numbers(&second).await;
        assert!(rest.iter().all(|number| !mine.contains(&digits(number)) && !given.contains(number)));
        // Without the list its numbers are given, each once.
        let figures = world.figures(niue("4???"), order, Earlier::Exclude).await;
        assert_eq!((figures.used, figures.available), (size - on_list, on_list));
        let third = world.run(wanted(&[("4???", on_list)], order, Earlier::Exclude)).await.unwrap();
        let spared: BTreeSet<u64> = world.numbers(&third).await.iter().map(digits).collect();
        assert_eq!(spared.len() as u64, on_list);
        assert!(spared.is_subset(&mine));
        let figures = world.figures(niue("4???"), order, Earlier::Exclude).await;
        assert_eq!((figures.used, figures.available), (size, 0));
        assert_eq!(world.numbers(&first).await, given, "computed again");
    }
}

#[tokio::test]
async fn a_run_expires_and_is_not_visible_to_other_accounts() {
    let world = world().await;
    let run = world.run(wanted(&[("4???", 10)], DrawOrder::Random, Earlier::Exclude)).await.unwrap();
    let bob = stored(&world.store, &customer("bob")).await;
    let spied = world.generator.open(Scope::Own(bob), run.id).await;
    assert!(matches!(spied, Err(GenerationError::NotFound)));
    let bobs =
        world.generator.figures(bob, vec![niue("4???")], DrawOrder::Random, Earlier::Exclude, None).await;
    assert_eq!(bobs.unwrap()[0].as_ref().unwrap().used, 0);
    world.clock.advance(30 * 86_400);
    assert!(matches!(world.generator.open(Scope::All, run.id).await, Err(GenerationError::NotFound)));
    assert_eq!(world.generator.sweep().await.unwrap(), 1);
    let figures = world.figures(niue("4???"), DrawOrder::Random, Earlier::Exclude).await;
    assert_eq!(figures.used, 10, "given is given");
}

#[tokio::test]
async fn concurrent_runs_share_no_numbers() {
    let world = Arc::new(world().await);
    let mut at_once = tokio::task::JoinSet::new();
    for _ in 0..4 {
        let world = world.clone();
        at_once.spawn(async move {
            world.run(wanted(&[("4???", 200)], DrawOrder::Random, Earlier::Exclude)).await
        });
    }
    let mut seen = BTreeSet::new();
    let mut made = 0;
    while let Some(run) = at_once.join_next().await {
        if let Ok(run) = run.unwrap() {
            seen.extend(world.numbers(&run).await);
            made += 1;
        }
    }
    assert!(made >= 1);
    assert_eq!(seen.len(), made * 200);
}

#[tokio::test]
async fn invalid_requests_are_rejected() {
    let world = world().await;
    let fault = |spec: SpaceSpec| space_of(&spec).unwrap_err();
    let country = |code: &str| SpaceSpec { country: Some(code.into()), ..SpaceSpec::default() };
    assert_eq!(fault(country("XX")), SpecFault::Country);
    assert_eq!(fault(country("001")), SpecFault::Country);
    assert_eq!(fault(SpaceSpec { kind: SpaceKind::Mobile, ..country("US") }), SpecFault::CannotTell);
    assert_eq!(fault(SpaceSpec { carrier: Some("Nobody".into()), ..country("CN") }), SpecFault::Carrier);
    assert_eq!(fault(SpaceSpec { prefix: Some("13a".into()), ..country("CN") }), SpecFault::Prefix);
    assert_eq!(
        fault(SpaceSpec { pattern: Some("138????????".into()), ..SpaceSpec::default() }),
        SpecFault::CountryNeeded
    );
    for (parts, segment) in [(vec![("4???", 0)], 0), (vec![("4???", 10_000_000), ("4???", 1)], 1)] {
        let refused = world.run(wanted(&parts, DrawOrder::Random, Earlier::Exclude)).await.unwrap_err();
        assert!(matches!(refused, GenerationError::Count { segment: at } if at == segment));
    }
    let none = world.run(wanted(&[], DrawOrder::Random, Earlier::Exclude)).await.unwrap_err();
    assert!(matches!(none, GenerationError::Segments));
    let empty = world.run(wanted(&[("0000", 1)], DrawOrder::Random, Earlier::Exclude)).await.unwrap_err();
    assert!(matches!(empty, GenerationError::TooFew { segment: 0, left: 0 }));
}

/// Patterns that are equal, nested, overlapping or disjoint.
const PATTERNS: [&str; 8] =
    ["4???", "40??", "[45]?[02]0", "4??[0-4]", "????", "888????", "8884???", "888?{2}0?"];

/// In any series of runs, excluded numbers do not repeat, and the figures are those of a plain set.
#[test]
fn any_series_of_runs_agrees_with_a_plain_set() {
    let part = (0..PATTERNS.len(), 1u64..400);
    let run = (
        proptest::collection::vec(part, 1..3),
        prop_oneof![Just(DrawOrder::Random), Just(DrawOrder::Sequential)],
        prop_oneof![4 => Just(Earlier::Exclude), 1 => Just(Earlier::Continue), 1 => Just(Earlier::Repeat)],
        // Every n-th number is on the excluded list; below 2 there is no list.
        0usize..5,
    );
    let series = proptest::collection::vec(run, 1..8);
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let mut runner = TestRunner::new(Config { cases: 25, failure_persistence: None, ..Config::default() });
    runner
        .run(&series, |series| {
            runtime.block_on(async {
                let world = world().await;
                let mut given: BTreeSet<PhoneNumber> = BTreeSet::new();
                let mut runs = Vec::new();
                for (parts, order, earlier, step) in series {
                    let parts: Vec<_> = parts.iter().map(|(at, count)| (PATTERNS[*at], *count)).collect();
                    let whole = space_of(&niue("????")).unwrap();
                    let listed: BTreeSet<u64> = if step < 2 {
                        BTreeSet::new()
                    } else {
                        whole.from(0).step_by(step).map(|number| digits(&number)).collect()
                    };
                    let list = if step < 2 { None } else { Some(world.list(listed.iter().copied()).await) };
                    let asked = Wanted { without: list.clone(), ..wanted(&parts, order, earlier) };
                    let available =
                        world.figures_without(niue(parts[0].0), order, earlier, list.clone()).await.available;
                    let run = match world.run(asked).await {
                        Ok(run) => run,
                        Err(GenerationError::TooFew { segment: 0, left }) => {
                            assert_eq!(left, available, "{:?}", parts[0]);
                            continue;
                        }
                        Err(_) => continue,
                    };
                    assert!(parts[0].1 <= available);
                    let numbers = world.numbers(&run).await;
                    let distinct: BTreeSet<PhoneNumber> = numbers.iter().copied().collect();
                    assert_eq!(distinct.len(), numbers.len(), "a number repeats within a run");
                    assert_eq!(numbers.len() as u64, parts.iter().map(|part| part.1).sum::<u64>());
                    assert!(
                        numbers.iter().all(|number| !listed.contains(&digits(number))),
                        "a number is on the list"
                    );
                    if earlier == Earlier::Exclude {
                        assert!(distinct.is_disjoint(&given), "a number of an earlier run repeats");
                    }
                    given.extend(distinct);
                    runs.push((run, numbers));
                    let looked_at = PATTERNS[given.len() % PATTERNS.len()];
                    for pattern in [looked_at, parts[0].0] {
                        let figures = world.figures(niue(pattern), order, Earlier::Exclude).await;
                        let space = space_of(&niue(pattern)).unwrap();
                        let used = given.iter().filter(|number| space.contains(number)).count() as u64;
                        assert_eq!(figures.used, used, "{pattern}");
                        assert_eq!(figures.available, space.count() - used, "{pattern}");
                        let figures =
                            world.figures_without(niue(pattern), order, Earlier::Exclude, list.clone()).await;
                        let kept_out = space
                            .from(0)
                            .filter(|number| listed.contains(&digits(number)) && !given.contains(number));
                        assert_eq!(figures.listed, kept_out.count() as u64, "{pattern}");
                    }
                }
                for (run, numbers) in runs {
                    assert_eq!(world.numbers(&run).await, numbers, "computed again");
                }
            });
            Ok(())
        })
        .unwrap();
}
