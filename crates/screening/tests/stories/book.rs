//! The answer book: compared with a plain list of answers under random tasks, lookups, deletions, expiry, folds, merges
//! and kills.

use std::collections::BTreeMap;
use std::time::Duration;

use numsift_model::clock::{Clock, Timestamp};
use numsift_model::id::TaskId;
use numsift_model::list::ListKind;
use numsift_model::lookup::Source;
use numsift_model::settings::Settings;
use numsift_model::task::{TaskMode, TaskState};
use numsift_screening::{AskLookups, AskedNumber, NumberInfo, Screening};
use numsift_segments::{Filter, Sort};

use crate::world::{World, on_both_stores};

on_both_stores!(
    the_book_agrees_with_a_plain_list,
    answers_are_reused_from_runs,
    runs_are_merged_and_their_files_deleted,
    answers_of_a_deleted_task_leave_the_runs,
    a_fold_that_dies_loses_and_repeats_nothing,
    runs_without_a_row_are_swept,
    damaged_results_do_not_keep_others_out_of_the_book,
    damaged_runs_are_left_out_and_folded_again,
    a_damaged_run_does_not_stop_merges,
    a_list_of_several_windows_is_answered_from_the_book,
);

const DAY: i64 = 86_400;
const PROJECT: &str = "whatsapp";

fn number(n: u64) -> u64 {
    8_613_800_000_000 + n
}

async fn fold(world: &World) {
    world.screening.book.queue_folds().await.unwrap();
    world.screening.run_until_idle().await.unwrap();
}

async fn runs(world: &World) -> Vec<numsift_model::answer_book::AnswerRun> {
    world.store.read().await.unwrap().answer_runs(world.account.uid, None).await.unwrap()
}

fn run_files(world: &World) -> usize {
    let folder = world.folder.path().join("files/answers");
    world.files().into_iter().filter(|file| file.starts_with(&folder)).count()
}

async fn known(
    screening: &Screening,
    world: &World,
    count: u64,
    since: Timestamp,
) -> BTreeMap<u64, Timestamp> {
    let numbers: Vec<_> = (0..count).map(number).collect();
    let found = screening.book.answers_to(world.account.uid, PROJECT, numbers.clone(), since).await.unwrap();
    numbers.into_iter().filter_map(|number| Some((number, found.get(number)?.at))).collect()
}

async fn delete(world: &World, id: TaskId) {
    let task = world.get_task(id).await;
    let mut tx = world.store.begin().await.unwrap();
    world.screening.tasks.remove(&mut *tx, &task).await.unwrap();
    tx.save().await.unwrap();
}

async fn answers_are_reused_from_runs(world: &World) {
    world.sync_channel().await;
    // Three chunks.
    let list = world.mobiles(2500).await;
    let first = world.run(list.id, PROJECT).await;
    let definite = first.progress.answers - first.progress.unknown;
    fold(world).await;
    let made = runs(world).await;
    assert_eq!((made.len(), made[0].data.answers), (1, definite));
    // The results are no longer needed for it.
    let waiting =
        world.store.read().await.unwrap().tasks_not_folded(world.account.uid, PROJECT).await.unwrap();
    assert!(waiting.is_empty());
    let mut start = World::task(list.id, TaskMode::Single, &[PROJECT]);
    start.freshness_days = 1;
    let id = world.start(start).await.unwrap();
    world.screening.run_until_idle().await.unwrap();
    let again = world.get_task(id).await.progress;
    assert_eq!((again.charged.0, again.hits), (0, first.progress.hits));
    // A project that was not checked is not known.
    let since = world.clock.now().plus(-DAY);
    let other =
        world.screening.book.answers_to(world.account.uid, "telegram", vec![number(1)], since).await.unwrap();
    assert!(other.is_empty());
}

async fn runs_are_merged_and_their_files_deleted(world: &World) {
    world.sync_channel().await;
    let list = world.mobiles(20).await;
    let mut definite = 0;
    for _ in 0..5 {
        world.clock.advance(60);
        let progress = world.run(list.id, PROJECT).await.progress;
        definite += progress.answers - progress.unknown;
        fold(world).await;
    }
    let made = runs(world).await;
    assert!(made.len() < 4, "{made:?}");
    assert_eq!(made.iter().map(|run| run.data.answers).sum::<i64>(), definite);
    assert_eq!(run_files(world), made.len());
}

async fn answers_of_a_deleted_task_leave_the_runs(world: &World) {
    world.sync_channel().await;
    let list = world.mobiles(30).await;
    let start = world.clock.now();
    let old = world.run(list.id, PROJECT).await;
    world.clock.advance(3600);
    let new = world.run(list.id, PROJECT).await;
    fold(world).await;
    let before = known(&world.screening, world, 30, start).await;
    assert!(before.values().all(|at| *at == world.clock.now()), "the newest ones");
    delete(world, new.id).await;
    let older = known(&world.screening, world, 30, start).await;
    assert!(!older.is_empty() && older.values().all(|at| *at == start), "the older ones are known again");
    delete(world, old.id).await;
    assert!(known(&world.screening, world, 30, start).await.is_empty());
    assert_eq!(runs(world).await.len(), 1, "it is rewritten within a day");
    world.clock.advance(DAY + 1);
    fold(world).await;
    assert_eq!((runs(world).await.len(), run_files(world)), (0, 0));
}

async fn a_fold_that_dies_loses_and_repeats_nothing(world: &World) {
    world.sync_channel().await;
    let list = world.mobiles(40).await;
    let start = world.clock.now();
    let progress = world.run(list.id, PROJECT).await.progress;
    let expected = known(&world.screening, world, 40, start).await;
    for micros in (0..40).map(|n| n * 250) {
        world.screening.book.queue_folds().await.unwrap();
        let work = world.screening.run_until_idle();
        // Killed at any moment, or done.
        let done = tokio::time::timeout(Duration::from_micros(micros), work).await.is_ok();
        assert_eq!(known(&world.another_process(), world, 40, start).await, expected);
        if done {
            break;
        }
        world.clock.advance(61);
    }
    // The database may still be ending the transaction of the killed process, and a job that is locked is passed over.
    let folded = async {
        while runs(world).await.is_empty() {
            fold(world).await;
        }
    };
    tokio::time::timeout(Duration::from_mins(1), folded).await.expect("the fold is repeated");
    let made = runs(world).await;
    assert_eq!(made.iter().map(|run| run.data.answers).sum::<i64>(), progress.answers - progress.unknown);
    assert_eq!(known(&world.another_process(), world, 40, start).await, expected);
}

async fn runs_without_a_row_are_swept(world: &World) {
    world.sync_channel().await;
    let list = world.mobiles(10).await;
    world.run(list.id, PROJECT).await;
    fold(world).await;
    let orphan = format!("answers/{}/9-1-1.run", world.account.uid);
    world.screening.objects.put(&orphan, bytes::Bytes::from_static(b"left behind")).await.unwrap();
    assert_eq!(world.screening.sweep.run().await.unwrap(), 0, "its row may not be saved yet");
    world.clock.advance(6 * 3600 + 60);
    assert_eq!(world.screening.sweep.run().await.unwrap(), 1);
    assert_eq!((runs(world).await.len(), run_files(world)), (1, 1));
}

async fn damaged_results_do_not_keep_others_out_of_the_book(world: &World) {
    world.sync_channel().await;
    let start = world.clock.now();
    let list = world.mobiles(10).await;
    // One object is damaged, one is lost.
    for content in [Some("no results"), None] {
        let task = world.run(list.id, PROJECT).await;
        let chunks = world.store.read().await.unwrap().chunks_done(task.id, 0).await.unwrap();
        for chunk in chunks {
            match content {
                Some(text) => world.screening.objects.put(&chunk.object, text.into()).await.unwrap(),
                None => world.screening.objects.delete(&chunk.object).await.unwrap(),
            }
        }
    }
    assert!(known(&world.screening, world, 10, start).await.is_empty(), "reads go on without them");
    world.clock.advance(60);
    let progress = world.run(list.id, PROJECT).await.progress;
    fold(world).await;
    let made = runs(world).await;
    assert_eq!(made.iter().map(|run| run.data.answers).sum::<i64>(), progress.answers - progress.unknown);
    let waiting = world.store.read().await.unwrap().tasks_to_fold(world.account.uid, 1).await.unwrap();
    assert!(waiting.is_empty(), "no results wait");
    let known = known(&world.screening, world, 10, start).await;
    assert!(!known.is_empty() && known.values().all(|at| *at == world.clock.now()));
}

/// Changes a byte in the middle of an object.
async fn damage(world: &World, object: &str) {
    let mut bytes = world.screening.objects.get(object).await.unwrap().to_vec();
    bytes[20] ^= 1;
    world.screening.objects.put(object, bytes.into()).await.unwrap();
}

async fn damaged_runs_are_left_out_and_folded_again(world: &World) {
    world.sync_channel().await;
    let (start, list) = (world.clock.now(), world.mobiles(30).await);
    world.run(list.id, PROJECT).await;
    fold(world).await;
    let before = known(&world.screening, world, 30, start).await;
    assert!(!before.is_empty());
    // A block is damaged, the index is damaged, and the object is lost.
    for fault in 0..3 {
        let object = runs(world).await[0].data.object.clone();
        match fault {
            0 => damage(world, &object).await,
            1 => world.screening.objects.put(&object, "no run".into()).await.unwrap(),
            _ => world.screening.objects.delete(&object).await.unwrap(),
        }
        // Another process, which has not cached anything.
        let reader = world.another_process();
        assert_eq!(known(&reader, world, 30, start).await, before, "read from the results");
        assert!(runs(world).await.is_empty(), "the run is left out");
        fold(world).await;
        assert_eq!(runs(world).await.len(), 1, "and made again");
        assert_eq!(known(&world.screening, world, 30, start).await, before);
    }
}

async fn a_damaged_run_does_not_stop_merges(world: &World) {
    world.sync_channel().await;
    let (start, list) = (world.clock.now(), world.mobiles(20).await);
    let mut definite = 0;
    for round in 0..4 {
        world.clock.advance(60);
        let progress = world.run(list.id, PROJECT).await.progress;
        definite += progress.answers - progress.unknown;
        if round == 3 {
            // The next fold merges four runs.
            damage(world, &runs(world).await[1].data.object).await;
        }
        fold(world).await;
    }
    let jobs = world.store.read().await.unwrap().accounts_to_fold(1, world.clock.now(), 10).await.unwrap();
    assert!(jobs.is_empty(), "nothing is left to fold");
    let made = runs(world).await;
    assert!(made.len() < 4, "{made:?}");
    assert_eq!(made.iter().map(|run| run.data.answers).sum::<i64>(), definite);
    let newest = known(&world.screening, world, 20, start).await;
    assert!(!newest.is_empty() && newest.values().all(|at| *at == world.clock.now()));
}

/// A window has 1,000,000 rows. Answers of the number engine with a price are kept, because they are not charged again.
async fn a_list_of_several_windows_is_answered_from_the_book(world: &World) {
    const ROWS: u64 = 1_000_500;
    let mut tx = world.store.begin().await.unwrap();
    let mut cheap = tx.project("hygiene").await.unwrap().unwrap();
    cheap.details.price = 1;
    assert!(tx.put_project(&cheap).await.unwrap());
    tx.save().await.unwrap();
    world.give_more(2_000_000).await;
    let some = |rows: std::ops::Range<u64>| {
        rows.map(|n| format!("+{}", number(n))).collect::<Vec<_>>().join("\n") + "\n"
    };
    // Answers at the beginning, on both sides of the border of the windows, and at the end; not in the order of the list.
    let earlier = [some(ROWS - 200..ROWS), some(999_900..1_000_100), some(0..100)].concat();
    let list = world.list(ListKind::Upload, "earlier.txt", earlier.as_bytes()).await;
    let paid = world.run(list.id, "hygiene").await.progress;
    assert!(paid.charged.0 > 0 && paid.charged_answers == 500, "{paid:?}");
    fold(world).await;
    let list = world.list(ListKind::Upload, "all.txt", some(0..ROWS).as_bytes()).await;
    let mut start = World::task(list.id, TaskMode::Single, &["hygiene"]);
    start.freshness_days = 1;
    let id = world.start(start).await.unwrap();
    world.screening.run_until_idle().await.unwrap();
    let all = world.get_task(id).await.progress;
    assert_eq!(all.done, i64::try_from(ROWS).unwrap());
    assert_eq!(all.charged_answers, all.done - 500, "those of both windows are not charged again");
}

/// Where an answer of the plain list comes from.
#[derive(Clone, Copy, PartialEq)]
enum From {
    Task(TaskId),
    Lookup { expires_at: Timestamp },
}

struct PlainAnswer {
    number: u64,
    at: Timestamp,
    status: String,
    fields: String,
    from: From,
}

/// Random numbers from a seed.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % limit
    }

    /// Some of the first numbers.
    fn some(&mut self) -> Vec<u64> {
        let (from, to) = (self.below(UNIVERSE), self.below(UNIVERSE));
        let (from, to) = (from.min(to), from.max(to) + 1);
        let step = 1 + usize::try_from(self.below(3)).unwrap();
        (from..to).step_by(step).map(number).collect()
    }
}

const UNIVERSE: u64 = 40;
const RETENTION_DAYS: i64 = 4;

struct Play<'a> {
    world: &'a World,
    random: Random,
    plain: Vec<PlainAnswer>,
    began: Timestamp,
}

impl Play<'_> {
    async fn step(&mut self) {
        match self.random.below(12) {
            0..=2 => self.task().await,
            3 | 4 => self.lookup().await,
            5 => self.delete().await,
            6 | 7 => self.time_passes().await,
            8 | 9 => fold(self.world).await,
            _ => self.killed_fold().await,
        }
    }

    async fn task(&mut self) {
        let numbers = self.random.some();
        let lines: Vec<_> = numbers.iter().map(|number| format!("+{number}")).collect();
        let list = self.world.list(ListKind::Upload, "some.txt", lines.join("\n").as_bytes()).await;
        let mut start = World::task(list.id, TaskMode::Single, &[PROJECT]);
        start.freshness_days = i64::try_from(self.random.below(4)).unwrap();
        let since = self.world.clock.now().plus(-start.freshness_days * DAY);
        let id = self.world.start(start).await.unwrap();
        self.world.screening.run_until_idle().await.unwrap();
        let task = self.world.get_task(id).await;
        assert_eq!(task.state, TaskState::Completed);
        let page = self.world.screening.results.page(&task, &Filter::default(), &Sort::Input, 0, 200).await;
        let statuses = &task.asked.plan.checks[0].statuses;
        for row in page.unwrap().rows {
            let check = &row.checks[0];
            let at = Timestamp(i64::try_from(check.at).unwrap());
            assert_eq!(
                check.reason == "fresh",
                self.expected(row.number, since).is_some() && task.asked.plan.freshness_days > 0
            );
            // Unknown and skipped come first.
            if let Some(status) = usize::from(check.status).checked_sub(2) {
                let (status, fields) = (statuses[status].clone(), check.detail.clone());
                self.plain.push(PlainAnswer { number: row.number, at, status, fields, from: From::Task(id) });
            }
        }
    }

    async fn lookup(&mut self) {
        let mut numbers = self.random.some();
        numbers.truncate(8);
        let asked: Vec<_> = numbers
            .iter()
            .map(|number| format!("+{number}"))
            .map(|sent| AskedNumber { info: NumberInfo::of(&sent, None), sent, inputs: BTreeMap::new() })
            .collect();
        let projects = [PROJECT.to_owned()];
        let max_age_days = i64::try_from(self.random.below(4)).unwrap();
        let since = self.world.clock.now().plus(-max_age_days * DAY);
        let ask =
            AskLookups { numbers: &asked, projects: &projects, max_age_days, key: None, request_id: "r" };
        let (uid, lookups) = (self.world.account.uid, &self.world.screening.lookups);
        let reusable = lookups.reusable(uid, &ask).await.unwrap();
        let mut tx = self.world.store.begin().await.unwrap();
        let started = lookups.start(&mut *tx, uid, &self.world.account, ask, reusable).await.unwrap();
        tx.save().await.unwrap();
        for lookup in lookups.run(started, Duration::from_mins(1)).await.unwrap() {
            let (number, answer) = (lookup.asked.number, &lookup.answers[0]);
            match (answer.source, self.expected(number, since)) {
                (Source::Fresh, Some((at, _))) => assert!(answer.at == at && max_age_days > 0),
                (Source::Fresh, None) => panic!("{number} is not known"),
                (_, found) => {
                    assert!(max_age_days == 0 || found.is_none(), "{number} is known");
                    if answer.status == "unknown" {
                        continue;
                    }
                    // Lookups keep their newest answer only.
                    self.plain.retain(|one| one.number != number || matches!(one.from, From::Task(_)));
                    let fields = serde_json::to_string(&answer.fields).unwrap();
                    self.plain.push(PlainAnswer {
                        number,
                        at: answer.at,
                        status: answer.status.clone(),
                        fields: if answer.fields.is_empty() { String::new() } else { fields },
                        from: From::Lookup { expires_at: lookup.asked.expires_at },
                    });
                }
            }
        }
    }

    async fn delete(&mut self) {
        let task = |one: &PlainAnswer| match one.from {
            From::Task(id) => Some(id),
            From::Lookup { .. } => None,
        };
        let tasks: Vec<_> = self.plain.iter().filter_map(task).collect();
        let Some(id) = tasks.get(usize::try_from(self.random.below(1 << 20)).unwrap() % tasks.len().max(1))
        else {
            return;
        };
        delete(self.world, *id).await;
        self.plain.retain(|one| one.from != From::Task(*id));
    }

    async fn time_passes(&mut self) {
        self.world.clock.advance(i64::try_from(600 + self.random.below(30 * 3600)).unwrap());
        self.world.screening.retention.run().await.unwrap();
        let now = self.world.clock.now();
        let mut kept = Vec::new();
        for one in std::mem::take(&mut self.plain) {
            let live = match one.from {
                From::Lookup { expires_at } => expires_at > now,
                From::Task(id) => self.world.get_task(id).await.expires_at.is_some_and(|at| at > now),
            };
            if live {
                kept.push(one);
            }
        }
        self.plain = kept;
    }

    async fn killed_fold(&mut self) {
        self.world.screening.book.queue_folds().await.unwrap();
        let after = Duration::from_micros(self.random.below(12_000));
        let process = self.world.another_process();
        let _ = tokio::time::timeout(after, process.run_until_idle()).await;
        // Others take over when the lease has expired.
        self.world.clock.advance(61);
    }

    /// The newest answers to a number, which may be several of the same second.
    fn expected(&self, number: u64, since: Timestamp) -> Option<(Timestamp, Vec<(&str, &str)>)> {
        let fits = || self.plain.iter().filter(|one| one.number == number && one.at >= since);
        let newest = fits().map(|one| one.at).max()?;
        let texts =
            fits().filter(|one| one.at == newest).map(|one| (one.status.as_str(), one.fields.as_str()));
        Some((newest, texts.collect()))
    }

    async fn compare(&mut self, step: usize) {
        let age = self.world.clock.now().since(self.began) + 1;
        let back = i64::try_from(self.random.below(age.unsigned_abs())).unwrap();
        let since = self.world.clock.now().plus(-back);
        let numbers: Vec<_> = (0..UNIVERSE).map(number).collect();
        let uid = self.world.account.uid;
        for screening in [&self.world.screening, &self.world.another_process()] {
            let found = screening.book.answers_to(uid, PROJECT, numbers.clone(), since).await.unwrap();
            for number in &numbers {
                match (found.get(*number), self.expected(*number, since)) {
                    (None, None) => {}
                    (Some(found), Some((at, texts))) => {
                        assert_eq!(found.at, at, "{number} in step {step}");
                        assert!(
                            texts.contains(&(found.status, found.fields)),
                            "{number}: {found:?}, {texts:?}"
                        );
                    }
                    (found, expected) => panic!("{number} in step {step}: {found:?}, {expected:?}"),
                }
            }
        }
    }
}

async fn the_book_agrees_with_a_plain_list(world: &World) {
    world.sync_channel().await;
    let mut tx = world.store.begin().await.unwrap();
    let version = tx.settings_version().await.unwrap();
    let settings = Settings { retention_days: RETENTION_DAYS, ..tx.settings().await.unwrap() };
    tx.put_settings(&settings, version, world.clock.now()).await.unwrap();
    tx.save().await.unwrap();
    for seed in [7, 42, 1971] {
        println!("seed {seed}");
        let began = world.clock.now();
        let mut play = Play { world, random: Random(seed), plain: Vec::new(), began };
        for step in 0..40 {
            play.step().await;
            play.compare(step).await;
        }
        assert!(!play.plain.is_empty());
        // The next seed begins with an empty book.
        world.clock.advance((RETENTION_DAYS + 1) * DAY);
        play.world.screening.retention.run().await.unwrap();
        fold(world).await;
        // Folds that died have left files behind.
        world.screening.sweep.run().await.unwrap();
        assert_eq!((runs(world).await.len(), run_files(world)), (0, 0), "everything has expired");
    }
}
