//! Projects, lists, the chunk queue and jobs.

use std::collections::BTreeMap;

use numsift_model::allowance::Resource;
use numsift_model::clock::Timestamp;
use numsift_model::id::{ApiKeyId, ListId, TaskId, Uid, WebhookId};
use numsift_model::lang::Lang;
use numsift_model::ledger::Income;
use numsift_model::list::{List, ListKind, ListState, NewList};
use numsift_model::money::Points;
use numsift_model::page::Page;
use numsift_model::project::{Answerer, Category, Project, ProjectDetails};
use numsift_model::routing::Routing;
use numsift_model::task::{
    Check, ChunkDone, ChunkUsage, ClaimedChunk, JobKind, JobState, NewJob, NewTask, NumberColumn, TaskMode,
    TaskOrigin, TaskPlan, TaskState,
};

use super::{Checked, NOW, customer, stored};
use crate::{AccountUsage, ListFilter, PassOver, Room, Scope, TaskFilter, Tx};

pub(super) fn list_of(uid: Uid, kind: ListKind) -> NewList {
    NewList {
        uid,
        kind,
        state: ListState::Ready,
        name: "Spring".into(),
        file_name: "spring.csv".into(),
        source: None,
        bytes: 10,
        sha256: "ab".into(),
        document: "{}".into(),
        numbers: 25,
        created_at: NOW,
        expires_at: Some(NOW.plus(100)),
    }
}

pub(super) fn task_of(uid: Uid, list: ListId) -> NewTask {
    NewTask {
        uid,
        name: "First".into(),
        list,
        plan: TaskPlan {
            mode: TaskMode::Single,
            checks: vec![Check {
                project: "whatsapp".into(),
                answerer: Answerer::Channels,
                statuses: vec!["active".into()],
                price: 100,
                country_prices: BTreeMap::new(),
                countries: Vec::new(),
                channels: Vec::new(),
                routing: Routing::default(),
                inputs: Vec::new(),
                condition: None,
            }],
            purpose: "test".into(),
            error_threshold: None,
            freshness_days: 0,
            carried: Vec::new(),
            commission_rate_bp: 0,
            test: false,
            number: NumberColumn::default(),
            other_rows: None,
        },
        total: 25,
        chunk_size: 10,
        sample: false,
        origin: TaskOrigin::Console,
        internal: false,
        held: Points(2500),
        request_id: "0123456789abcdef".into(),
        metadata: BTreeMap::from([("order".into(), "4711".into()), ("note".into(), r#"a "b":"c" d"#.into())]),
        key: Some(ApiKeyId(3)),
        webhook: Some(WebhookId(7)),
        created_at: NOW,
    }
}

pub(super) async fn with_task(store: &Checked) -> (Uid, ListId, TaskId) {
    let uid = stored(store, &customer("ann")).await;
    let mut tx = store.begin().await.unwrap();
    let list = tx.add_list(&list_of(uid, ListKind::Upload)).await.unwrap();
    let task = tx.add_task(&task_of(uid, list)).await.unwrap();
    tx.save().await.unwrap();
    (uid, list, task)
}

pub(super) async fn claim(store: &Checked) -> Option<ClaimedChunk> {
    claim_past(store, &PassOver::default()).await
}

async fn claim_past(store: &Checked, pass_over: &PassOver) -> Option<ClaimedChunk> {
    let mut tx = store.begin().await.unwrap();
    let chunk = tx.claim_chunk(NOW.plus(60), pass_over).await.unwrap();
    tx.save().await.unwrap();
    chunk
}

pub(super) fn done(charged: i64) -> ChunkDone {
    ChunkDone {
        object: "tasks/1/x".into(),
        histogram: vec![1, 2],
        charged_answers: 1,
        charged: Points(charged),
        failed: 0,
        unknown: 2,
        answers: 10,
        hits: 3,
        suppressed: 0,
        at: NOW,
        used: vec![used("whatsapp", 10)],
        spent: [("whatsapp".to_owned(), Points(7))].into(),
    }
}

fn used(project: &str, answers: i64) -> ChunkUsage {
    ChunkUsage { project: project.to_owned(), answers, hits: 1, unknown: 0, charged: 5 }
}

pub async fn projects_are_stored_and_versioned(store: Checked) {
    let details = ProjectDetails {
        category: Category::Messaging,
        icon: "x".into(),
        names: [(Lang::En, "X".to_owned())].into(),
        descriptions: BTreeMap::new(),
        answerer: Answerer::Channels,
        statuses: vec!["active".into()],
        price: 5,
        country_prices: BTreeMap::new(),
        min_numbers: 1,
        max_numbers: 9,
        countries: Vec::new(),
        channels: Vec::new(),
        routing: Routing::default(),
        inputs: Vec::new(),
        chunk_size: 100,
    };
    let project = Project { slug: "x".into(), sort: 2, enabled: true, version: 1, details };
    let mut tx = store.begin().await.unwrap();
    assert!(tx.add_project(&project).await.unwrap());
    assert!(!tx.add_project(&project).await.unwrap(), "the slug exists");
    assert_eq!(tx.project("x").await.unwrap().unwrap(), project);
    let dearer = Project { enabled: false, ..project.clone() };
    assert!(tx.put_project(&dearer).await.unwrap());
    assert!(!tx.put_project(&dearer).await.unwrap(), "the version is outdated");
    assert_eq!(tx.projects().await.unwrap(), [Project { version: 2, ..dearer }]);
    tx.save().await.unwrap();
}

pub async fn lists_belong_to_their_owner(store: Checked) {
    let (uid, list, _) = with_task(&store).await;
    let bob = stored(&store, &customer("bob")).await;
    let mut tx = store.begin().await.unwrap();
    let global = tx.add_list(&list_of(bob, ListKind::Global)).await.unwrap();
    assert!(tx.list(Scope::Own(bob), list).await.unwrap().is_none());
    assert!(tx.list(Scope::Own(uid), list).await.unwrap().is_some());
    assert!(tx.list(Scope::Own(uid), global).await.unwrap().is_some(), "global lists are visible to all");
    let page = Page::new(1, 10).unwrap();
    let listed = tx.lists(Scope::Own(uid), &ListFilter::default(), page).await.unwrap();
    assert_eq!((listed.total, listed.items[0].id), (1, list));
    let ids = |found: Vec<List>| found.into_iter().map(|list| list.id).collect::<Vec<_>>();
    let second = tx.add_list(&list_of(uid, ListKind::Upload)).await.unwrap();
    let mine = Scope::Own(uid);
    assert_eq!(ids(tx.lists_before(mine, ListKind::Upload, None, 9).await.unwrap()), [second, list]);
    assert_eq!(ids(tx.lists_before(mine, ListKind::Upload, None, 1).await.unwrap()), [second]);
    assert_eq!(ids(tx.lists_before(mine, ListKind::Upload, Some(second), 9).await.unwrap()), [list]);
    assert!(tx.lists_before(mine, ListKind::Suppression, None, 9).await.unwrap().is_empty());
    assert!(tx.lists_before(Scope::Own(bob), ListKind::Upload, None, 9).await.unwrap().is_empty());
    let mut gone = tx.list(mine, second).await.unwrap().unwrap();
    gone.data.state = ListState::Deleted;
    assert!(tx.put_list(&gone).await.unwrap());
    assert_eq!(ids(tx.lists_before(mine, ListKind::Upload, None, 9).await.unwrap()), [list]);
    let search = ListFilter { search: Some("SPRIN".into()), kind: Some(ListKind::Upload) };
    assert_eq!(tx.lists(Scope::All, &search, page).await.unwrap().total, 1);
    assert_eq!(tx.list_with_hash(uid, "ab").await.unwrap(), Some(list));
    assert_eq!(tx.list_with_hash(uid, "cd").await.unwrap(), None);
    assert_eq!(tx.suppressing(uid).await.unwrap().len(), 1);
    assert!(tx.list_is_needed(list).await.unwrap());
    let expired = tx.expired_lists(NOW.plus(100), 10).await.unwrap();
    assert_eq!(
        expired.iter().map(|one| one.id).collect::<Vec<_>>(),
        [global],
        "the other list is needed by a task"
    );
    let mut changed = tx.list(Scope::All, list).await.unwrap().unwrap();
    changed.data.name = "Summer".into();
    assert!(tx.put_list(&changed).await.unwrap());
    assert!(!tx.put_list(&changed).await.unwrap(), "the version is outdated");
    tx.save().await.unwrap();
}

pub async fn chunks_are_claimed_once_and_committed_by_their_claim(store: Checked) {
    let (uid, _, task) = with_task(&store).await;
    let first = claim(&store).await.unwrap();
    assert_eq!((first.uid, first.task, first.seq, first.epoch, first.rows), (uid, task, 0, 1, 10));
    let whose = PassOver { accounts: vec![Uid(0), uid], tasks: Vec::new() };
    let which = PassOver { accounts: Vec::new(), tasks: vec![task, TaskId(0)] };
    assert_eq!((claim_past(&store, &whose).await, claim_past(&store, &which).await), (None, None));
    let second = claim(&store).await.unwrap();
    let third = claim(&store).await.unwrap();
    assert_eq!((second.seq, third.seq, third.rows), (1, 2, 5));
    assert_eq!(claim(&store).await, None);

    let mut tx = store.begin().await.unwrap();
    let progress = tx.commit_chunk(&first, &done(100)).await.unwrap().unwrap();
    assert_eq!((progress.done, progress.running, progress.charged), (10, 2, Points(100)));
    let cost = |income: Vec<Income>| income.iter().map(|row| row.cost.0).sum::<i64>();
    assert_eq!(cost(tx.income(Scope::All, None, None).await.unwrap()), 7);
    tx.save().await.unwrap();
    let mut tx = store.begin().await.unwrap();
    assert_eq!(tx.commit_chunk(&first, &done(100)).await.unwrap(), None, "committed before");
    assert_eq!(tx.account_usage(uid, Timestamp(0)).await.unwrap().answers, 10, "usage is counted once");
    assert_eq!(cost(tx.income(Scope::All, None, None).await.unwrap()), 7);
    drop(tx);

    let mut tx = store.begin().await.unwrap();
    let back = tx.give_back_chunk(&second, false, 3).await.unwrap().unwrap();
    assert_eq!((back.pending, back.running), (1, 1));
    assert_eq!(tx.give_back_chunk(&second, false, 3).await.unwrap(), None);
    tx.save().await.unwrap();
    let again = claim(&store).await.unwrap();
    assert_eq!((again.seq, again.epoch), (1, 2));
    let mut tx = store.begin().await.unwrap();
    assert_eq!(tx.commit_chunk(&second, &done(1)).await.unwrap(), None, "claimed again");
    drop(tx);

    let mut tx = store.begin().await.unwrap();
    let late = tx.reap_chunks(NOW.plus(61), 1).await.unwrap();
    assert_eq!(late, [task]);
    let seen = tx.task(Scope::Own(uid), task).await.unwrap().unwrap();
    assert_eq!((seen.progress.pending, seen.progress.running), (0, 0), "given up after one attempt");
    assert_eq!(tx.chunks_done(task, 0).await.unwrap().len(), 1);
    tx.move_chunks(task, &[(0, "tasks/1/big".into(), 4)], 10).await.unwrap();
    let asked = ["tasks/1/big", "tasks/1/x"].map(|object| (task, object.to_owned()));
    assert_eq!(tx.objects_in_use(&asked).await.unwrap(), ["tasks/1/big".to_owned()].into());
    tx.save().await.unwrap();
}

pub async fn usage_is_counted_by_day_and_account(store: Checked) {
    let (uid, ..) = with_task(&store).await;
    let other = stored(&store, &customer("other")).await;
    let day = Timestamp(NOW.0 - NOW.0.rem_euclid(86_400));
    let mut tx = store.begin().await.unwrap();
    let list = tx.add_list(&list_of(other, ListKind::Upload)).await.unwrap();
    tx.add_task(&NewTask { total: 10, ..task_of(other, list) }).await.unwrap();
    tx.save().await.unwrap();
    let mut of_uid = [
        (0, vec![used("whatsapp", 7), used("hygiene", 1), used("hygiene", 1)]),
        (0, vec![used("hygiene", 1)]),
        (-40, vec![used("hygiene", 100)]),
    ]
    .into_iter();
    let mut tx = store.begin().await.unwrap();
    while let Some(chunk) = tx.claim_chunk(NOW.plus(60), &PassOver::default()).await.unwrap() {
        let (days, used) =
            if chunk.uid == uid { of_uid.next().unwrap() } else { (0, vec![used("hygiene", 1)]) };
        let done = ChunkDone { at: NOW.plus(days * 86_400), used, ..done(1) };
        tx.commit_chunk(&chunk, &done).await.unwrap().unwrap();
    }
    let recent = tx.account_usage(uid, day.plus(-29 * 86_400)).await.unwrap();
    assert_eq!(
        recent,
        AccountUsage { tasks: 1, answers: 10, spent: Points(0) },
        "the books know of no charge"
    );
    assert_eq!(tx.account_usage(uid, Timestamp(0)).await.unwrap().answers, 110);
    let theirs = tx.account_usage(other, Timestamp(0)).await.unwrap();
    assert_eq!((theirs.tasks, theirs.answers), (1, 1));
    assert_eq!(tx.usage(Scope::Own(other), day).await.unwrap().len(), 1);
    assert_eq!(tx.usage(Scope::All, Timestamp(0)).await.unwrap().len(), 3, "by day and project");
    tx.save().await.unwrap();
}

pub async fn an_ended_task_refuses_commits(store: Checked) {
    let (uid, _, task) = with_task(&store).await;
    let chunk = claim(&store).await.unwrap();
    let mut tx = store.begin().await.unwrap();
    tx.end_task(task, TaskState::Cancelled, "", NOW, NOW.plus(10), true).await.unwrap();
    tx.save().await.unwrap();
    assert_eq!(claim(&store).await, None);
    let mut tx = store.begin().await.unwrap();
    assert_eq!(tx.commit_chunk(&chunk, &done(1)).await.unwrap(), None);
    drop(tx);
    let mut tx = store.begin().await.unwrap();
    assert_eq!(tx.expired_tasks(NOW.plus(10), 5).await.unwrap().len(), 1);
    assert_eq!(tx.tasks_to_notice(NOW.plus(11), 1, 5).await.unwrap().len(), 1);
    tx.note_notice(task, 1).await.unwrap();
    assert!(tx.tasks_to_notice(NOW.plus(11), 1, 5).await.unwrap().is_empty());
    let page = Page::new(1, 10).unwrap();
    let found =
        TaskFilter { search: Some("fir".into()), project: Some("whatsapp".into()), ..TaskFilter::default() };
    assert_eq!(tx.tasks(Scope::Own(uid), &found, page).await.unwrap().total, 1);
    let other = TaskFilter { project: Some("whats".into()), ..TaskFilter::default() };
    assert_eq!(tx.tasks(Scope::All, &other, page).await.unwrap().total, 0);
    let request = |id: &str| TaskFilter { search: Some(id.into()), ..TaskFilter::default() };
    let found = tx.tasks(Scope::Own(uid), &request("0123456789abcdef"), page).await.unwrap();
    assert_eq!((found.total, found.items[0].asked.request_id.as_str()), (1, "0123456789abcdef"));
    assert_eq!(tx.tasks(Scope::Own(uid), &request("0123456789abcde"), page).await.unwrap().total, 0);
    assert_eq!(found.items[0].asked.metadata, task_of(uid, found.items[0].asked.list).metadata);
    for (key, value, matches) in [
        ("order", "4711", 1),
        ("order", "471", 0),
        ("rder", "4711", 0),
        ("note", r#"a "b":"c" d"#, 1),
        ("b", "c", 0),
        ("%", "%", 0),
    ] {
        let metadata = Some((key.to_owned(), value.to_owned()));
        let filter = TaskFilter { metadata, ..TaskFilter::default() };
        assert_eq!(tx.tasks(Scope::Own(uid), &filter, page).await.unwrap().total, matches, "{key}={value}");
    }
    tx.save().await.unwrap();
}

pub async fn concurrent_claims_never_share_a_chunk(store: Checked) {
    let (..) = with_task(&store).await;
    let takers = (0..6).map(|_| {
        let store = store.clone();
        tokio::spawn(async move { claim(&store).await })
    });
    let mut seqs = Vec::new();
    for taker in takers.collect::<Vec<_>>() {
        seqs.extend(taker.await.unwrap().map(|chunk| chunk.seq));
    }
    // Claims that found no free chunk succeed now.
    while let Some(chunk) = claim(&store).await {
        seqs.push(chunk.seq);
    }
    seqs.sort_unstable();
    assert_eq!(seqs, [0, 1, 2]);
}

pub async fn jobs_are_claimed_renewed_and_finished(store: Checked) {
    let (uid, list, task) = with_task(&store).await;
    let new = NewJob {
        kind: JobKind::Export,
        uid,
        task: Some(task),
        list: Some(list),
        request: "{}".into(),
        created_at: NOW,
    };
    let mut tx = store.begin().await.unwrap();
    let id = tx.add_job(&new).await.unwrap();
    let backlog = tx.backlog(NOW.plus(9)).await.unwrap();
    assert_eq!((backlog.oldest_task_s, backlog.oldest_job_s), (9, 9));
    assert_eq!((backlog.pending_jobs, backlog.running_jobs), (1, 0));
    let job = tx.claim_job(NOW, NOW.plus(60), &[]).await.unwrap().unwrap();
    assert_eq!((job.id, job.epoch, job.tries), (id, 1, 1));
    assert!(tx.claim_job(NOW, NOW.plus(60), &[]).await.unwrap().is_none());
    assert!(tx.job_progress(id, 1, 5, 10, NOW.plus(90)).await.unwrap());
    assert!(tx.claim_job(NOW.plus(89), NOW.plus(99), &[]).await.unwrap().is_none(), "the lease is valid");
    let late = tx.claim_job(NOW.plus(91), NOW.plus(99), &[]).await.unwrap().unwrap();
    assert_eq!(late.epoch, 2);
    assert!(!tx.job_progress(id, 1, 6, 10, NOW.plus(90)).await.unwrap(), "claimed again");
    assert!(!tx.finish_job(id, 1, true, "{}", 0, NOW).await.unwrap());
    let backlog = tx.backlog(NOW.plus(95)).await.unwrap();
    assert_eq!((backlog.pending_jobs, backlog.running_jobs, backlog.oldest_job_s), (0, 1, 0));
    tx.give_back_job(id, 2, true, NOW.plus(200)).await.unwrap();
    for (after, age) in [(150, 0), (203, 3)] {
        assert_eq!(tx.backlog(NOW.plus(after)).await.unwrap().oldest_job_s, age, "it may start after 200 s");
    }
    assert!(
        tx.claim_job(NOW.plus(150), NOW.plus(160), &[]).await.unwrap().is_none(),
        "not_before is in the future"
    );
    let tried = tx.claim_job(NOW.plus(200), NOW.plus(260), &[]).await.unwrap().unwrap();
    assert_eq!(tried.tries, 3);
    tx.give_back_job(id, tried.epoch, false, NOW.plus(200)).await.unwrap();
    let again = tx.claim_job(NOW.plus(200), NOW.plus(260), &[]).await.unwrap().unwrap();
    assert_eq!((again.epoch, again.tries), (4, 3), "a released job does not count as an attempt");
    assert!(tx.finish_job(id, again.epoch, true, "[1]", 0, NOW).await.unwrap());
    let ended = tx.job(Scope::Own(uid), id).await.unwrap().unwrap();
    assert_eq!((ended.state, ended.result.as_str(), ended.done), (JobState::Done, "[1]", 5));
    assert!(tx.job(Scope::Own(Uid(1)), id).await.unwrap().is_none());
    assert_eq!(tx.jobs_of_task(task, JobKind::Export).await.unwrap().len(), 1);
    assert_eq!(tx.job_of_list(list).await.unwrap().unwrap().id, id);
    let second = tx.add_job(&new).await.unwrap();
    tx.cancel_jobs(Some(task), None, NOW).await.unwrap();
    assert_eq!(tx.job(Scope::All, second).await.unwrap().unwrap().state, JobState::Cancelled);
    assert_eq!(tx.job(Scope::All, id).await.unwrap().unwrap().state, JobState::Done);
    tx.save().await.unwrap();
}

fn analysis_of(uid: Uid) -> NewJob {
    NewJob { kind: JobKind::Analyse, uid, task: None, list: None, request: "{}".to_owned(), created_at: NOW }
}

pub async fn jobs_of_accounts_take_turns(store: Checked) {
    let (ann, bob) = (stored(&store, &customer("ann")).await, stored(&store, &customer("bob")).await);
    let mut tx = store.begin().await.unwrap();
    for _ in 0..1000 {
        tx.add_job(&analysis_of(ann)).await.unwrap();
    }
    for _ in 0..2 {
        tx.add_job(&analysis_of(bob)).await.unwrap();
    }
    tx.save().await.unwrap();
    // Each job ends before the next one is claimed, as with a single worker.
    let mut claimed = Vec::new();
    for _ in 0..6 {
        let mut tx = store.begin().await.unwrap();
        let job = tx.claim_job(NOW, NOW.plus(60), &[]).await.unwrap().unwrap();
        assert!(tx.finish_job(job.id, job.epoch, true, "{}", 0, NOW).await.unwrap());
        tx.save().await.unwrap();
        claimed.push(job.asked.uid);
    }
    assert_eq!(claimed, [ann, bob, ann, bob, ann, ann]);
    let mut tx = store.begin().await.unwrap();
    assert!(tx.claim_job(NOW, NOW.plus(60), &[ann]).await.unwrap().is_none(), "only ann has jobs");
    tx.add_job(&analysis_of(bob)).await.unwrap();
    let job = tx.claim_job(NOW, NOW.plus(60), &[ann]).await.unwrap().unwrap();
    assert_eq!(job.asked.uid, bob);
}

pub async fn chunks_of_accounts_take_turns(store: Checked) {
    let (ann, bob) = (stored(&store, &customer("ann")).await, stored(&store, &customer("bob")).await);
    let mut tx = store.begin().await.unwrap();
    for (uid, tasks) in [(ann, 100), (bob, 1)] {
        let list = tx.add_list(&list_of(uid, ListKind::Upload)).await.unwrap();
        for _ in 0..tasks {
            tx.add_task(&task_of(uid, list)).await.unwrap();
        }
    }
    let mut claimed = Vec::new();
    for _ in 0..8 {
        let chunk = tx.claim_chunk(NOW.plus(60), &PassOver::default()).await.unwrap().unwrap();
        claimed.push(chunk.uid);
    }
    assert_eq!(claimed, [ann, bob, ann, bob, ann, bob, ann, ann], "bob's task has three chunks");
}

pub async fn allowances_are_set_and_use_is_counted(store: Checked) {
    let (ann, bob) = (stored(&store, &customer("ann")).await, stored(&store, &customer("bob")).await);
    let mut tx = store.begin().await.unwrap();
    tx.lock_account(ann).await.unwrap();
    tx.set_allowance(ann, Resource::Lists, Some(5)).await.unwrap();
    tx.set_allowance(ann, Resource::Lists, Some(7)).await.unwrap();
    tx.set_allowance(ann, Resource::ApiKeys, Some(0)).await.unwrap();
    tx.set_allowance(ann, Resource::ApiKeys, None).await.unwrap();
    assert_eq!(tx.allowances(ann).await.unwrap(), [(Resource::Lists, 7)].into());
    assert!(tx.allowances(bob).await.unwrap().is_empty());
    let new = |state, bytes| NewList { state, bytes, ..list_of(ann, ListKind::Upload) };
    let list = tx.add_list(&new(ListState::Ready, 100)).await.unwrap();
    // Being filled.
    tx.add_list(&new(ListState::Analysing, 0)).await.unwrap();
    // A lookup and a deleted list.
    let lookup = tx.add_list(&new(ListState::Ready, 0)).await.unwrap();
    tx.add_list(&new(ListState::Deleted, 1000)).await.unwrap();
    let task = tx.add_task(&task_of(ann, list)).await.unwrap();
    tx.add_task(&NewTask { sample: true, ..task_of(ann, list) }).await.unwrap();
    tx.add_task(&NewTask { origin: TaskOrigin::Lookup, ..task_of(ann, lookup) }).await.unwrap();
    let export = NewJob { kind: JobKind::Export, task: Some(task), ..analysis_of(ann) };
    tx.add_job(&export).await.unwrap();
    let room = tx.room(ann, Resource::ALL).await.unwrap();
    assert_eq!(room[&Resource::Lists].set, Some(7));
    assert_eq!(room[&Resource::ApiKeys].set, None);
    let one = tx.room(ann, &[Resource::Exports]).await.unwrap();
    assert_eq!(one, [(Resource::Exports, Room { set: None, used: 1 })].into());
    for resource in Resource::ALL {
        let used = room[resource].used;
        let expected = match resource {
            Resource::StoredBytes => 200,
            Resource::Lists => 2,
            Resource::RunningTasks | Resource::Exports => 1,
            _ => 0,
        };
        assert_eq!(used, expected, "{resource:?}");
        assert_eq!(tx.room(bob, &[*resource]).await.unwrap()[resource].used, 0, "{resource:?}");
    }
    let job = tx.claim_job(NOW, NOW.plus(60), &[]).await.unwrap().unwrap();
    assert!(tx.finish_job(job.id, job.epoch, true, "{}", 7, NOW).await.unwrap());
    tx.move_chunks(task, &[], 30).await.unwrap();
    assert_eq!(in_use(&mut *tx, ann, Resource::StoredBytes).await, 137, "exact after compaction");
    tx.end_task(task, TaskState::Cancelled, "", NOW, NOW.plus(100), true).await.unwrap();
    assert_eq!(in_use(&mut *tx, ann, Resource::StoredBytes).await, 107, "nothing was processed");
    tx.set_task_state(task, TaskState::Deleted, "").await.unwrap();
    assert_eq!(in_use(&mut *tx, ann, Resource::StoredBytes).await, 100);
    assert_eq!(in_use(&mut *tx, ann, Resource::RunningTasks).await, 0);
}

async fn in_use(tx: &mut dyn Tx, uid: Uid, resource: Resource) -> i64 {
    tx.room(uid, &[resource]).await.unwrap()[&resource].used
}
