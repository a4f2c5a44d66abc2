//! Runs of the answer book are searched and merged like plain vectors, and damaged ones are errors.

use std::collections::BTreeSet;

use crate::support::block_on;
use bytes::Bytes;
use numsift_segments::*;
use proptest::prelude::*;

const STATUSES: [&str; 3] = ["active", "inactive", "busy"];
const FIELDS: [&str; 3] = ["", "{\"network\":\"é\"}", "{\"a\":1}"];

/// Number, task, time, and which texts.
type Plain = (u64, i64, i64, usize, usize);

fn answer((number, task, at, status, fields): Plain) -> RunAnswer<'static> {
    RunAnswer { number, task, at, status: STATUSES[status], fields: FIELDS[fields] }
}

/// Up to a few blocks. Some numbers have many answers, and some differ a lot from their neighbours.
fn answers() -> impl Strategy<Value = Vec<Plain>> {
    let number = prop_oneof![8 => 1_u64..700, 2 => 1_u64..9, 1 => any::<u64>()];
    let one = (number, 1_i64..6, -5_i64..2_000_000_000, 0_usize..3, 0_usize..3);
    prop::collection::vec(one, 0..1500).prop_map(|mut answers| {
        answers.sort_unstable();
        answers
    })
}

async fn write(runs: &Runs, name: &str, answers: &[Plain]) -> Option<WrittenRun> {
    let mut writer = runs.writer(name).unwrap();
    for one in answers {
        writer.push(answer(*one)).await.unwrap();
    }
    writer.finish().await.unwrap()
}

async fn find(runs: &Runs, name: &str, numbers: &[u64]) -> Result<Vec<(u64, i64, i64, String, String)>> {
    let mut found = Vec::new();
    let mut each = |place: usize, block: &RunBlock, row: usize| {
        let RunAnswer { number, task, at, status, fields } = block.answer(row);
        assert_eq!(number, numbers[place]);
        found.push((number, task, at, status.to_owned(), fields.to_owned()));
    };
    runs.find(name, &numbers.into(), &mut each).await?;
    found.sort();
    Ok(found)
}

fn expected(answers: &[Plain], wanted: impl Fn(&Plain) -> bool) -> Vec<(u64, i64, i64, String, String)> {
    let mut all: Vec<_> = answers
        .iter()
        .filter(|one| wanted(one))
        .map(|one| {
            let RunAnswer { number, task, at, status, fields } = answer(*one);
            (number, task, at, status.to_owned(), fields.to_owned())
        })
        .collect();
    all.sort();
    all
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn runs_are_searched_and_merged(
        parts in prop::collection::vec(answers(), 1..4),
        wanted in prop::collection::btree_set(prop_oneof![1_u64..720, any::<u64>()], 0..40),
        deleted in prop::collection::btree_set(1_i64..6, 0..5),
    ) {
        block_on(async {
            let folder = tempfile::tempdir().unwrap();
            let runs = Runs::new(Objects::folder(folder.path()).unwrap());
            let wanted: Vec<u64> = wanted.into_iter().collect();
            let mut names = Vec::new();
            for (at, part) in parts.iter().enumerate() {
                let name = format!("answers/1/{at}.run");
                let Some(written) = write(&runs, &name, part).await else {
                    prop_assert!(part.is_empty());
                    continue;
                };
                prop_assert_eq!(written.answers, part.len() as u64);
                prop_assert_eq!(written.newest, part.iter().map(|one| one.2).max().unwrap());
                let found = find(&runs, &name, &wanted).await.unwrap();
                prop_assert_eq!(found, expected(part, |one| wanted.contains(&one.0)));
                let tasks: BTreeSet<i64> = part.iter().map(|one| one.1).collect();
                let index = runs.index(&name).await.unwrap();
                prop_assert!(index.tasks().iter().map(|(task, _)| *task).eq(tasks));
                names.push(name);
            }
            let all = parts.concat();
            let merged = runs.merge(&names, &deleted, "answers/1/merged.run").await.unwrap();
            let left = expected(&all, |one| !deleted.contains(&one.1));
            prop_assert_eq!(merged.as_ref().map_or(0, |run| run.answers), left.len() as u64);
            if merged.is_some() {
                let numbers: BTreeSet<u64> = all.iter().map(|one| one.0).collect();
                let numbers: Vec<u64> = numbers.into_iter().collect();
                prop_assert_eq!(find(&runs, "answers/1/merged.run", &numbers).await.unwrap(), left);
            }
            Ok(())
        })?;
    }

    #[test]
    fn damage_is_an_error(
        answers in answers().prop_filter("not empty", |answers| !answers.is_empty()),
        at in any::<prop::sample::Index>(),
        flip in 1_u8..,
        cut in any::<prop::sample::Index>(),
    ) {
        block_on(async {
            let folder = tempfile::tempdir().unwrap();
            let objects = Objects::folder(folder.path()).unwrap();
            write(&Runs::new(objects.clone()), "a", &answers).await.unwrap();
            let numbers: BTreeSet<u64> = answers.iter().map(|one| one.0).collect();
            let numbers: Vec<u64> = numbers.into_iter().collect();
            let whole = objects.get("a").await.unwrap();
            let mut flipped = whole.to_vec();
            flipped[at.index(whole.len())] ^= flip;
            objects.put("b", Bytes::from(flipped)).await.unwrap();
            objects.put("c", whole.slice(..cut.index(whole.len()))).await.unwrap();
            for damaged in ["b", "c"] {
                let error = find(&Runs::new(objects.clone()), damaged, &numbers).await.unwrap_err();
                prop_assert!(error.to_string().contains(damaged), "{}", error);
            }
            Ok(())
        })?;
    }
}

#[test]
fn answers_must_be_sorted() {
    block_on(async {
        let folder = tempfile::tempdir().unwrap();
        let runs = Runs::new(Objects::folder(folder.path()).unwrap());
        let mut writer = runs.writer("a").unwrap();
        writer.push(answer((2, 1, 1, 0, 0))).await.unwrap();
        assert!(writer.push(answer((1, 1, 1, 0, 0))).await.is_err());
    });
}

#[test]
fn only_the_answers_that_are_found_are_kept() {
    block_on(async {
        let folder = tempfile::tempdir().unwrap();
        let runs = Runs::new(Objects::folder(folder.path()).unwrap());
        let answers: Vec<Plain> = (0..100_000).map(|n| (n * 7, 1, 1_800_000_000, 0, 0)).collect();
        write(&runs, "a", &answers).await.unwrap();
        let mut rows = 0;
        let mut each = |_: usize, block: &RunBlock, _: usize| rows += block.len();
        runs.find("a", &[7 * 50_000].into(), &mut each).await.unwrap();
        assert_eq!(rows, 1);
    });
}
