//! The runs of the answer book, and how far tasks have been folded.

use numsift_model::answer_book::NewAnswerRun;
use numsift_model::clock::Timestamp;
use numsift_model::id::{TaskId, Uid};
use numsift_model::task::{JobKind, NewJob, TaskState};

use super::screening::{claim, done, with_task};
use super::{Checked, NOW, customer, stored};

fn run(uid: Uid, project: &str, object: &str) -> NewAnswerRun {
    NewAnswerRun {
        uid,
        project: project.into(),
        object: object.into(),
        answers: 10,
        bytes: 100,
        newest: NOW.plus(5),
        created_at: NOW,
    }
}

pub async fn runs_are_replaced_at_once_or_not_at_all(store: Checked) {
    let (ann, bob) = (stored(&store, &customer("ann")).await, stored(&store, &customer("bob")).await);
    let mut tx = store.begin().await.unwrap();
    let one = tx.add_answer_run(&run(ann, "line", "answers/1/a")).await.unwrap();
    let two = tx.add_answer_run(&run(ann, "line", "answers/1/b")).await.unwrap();
    tx.add_answer_run(&run(ann, "whatsapp", "answers/1/c")).await.unwrap();
    tx.add_answer_run(&run(bob, "line", "answers/2/a")).await.unwrap();
    let runs = tx.answer_runs(ann, Some("line")).await.unwrap();
    assert_eq!(runs.iter().map(|run| run.id).collect::<Vec<_>>(), [one, two]);
    assert_eq!((&runs[0].data, runs[0].checked_at), (&run(ann, "line", "answers/1/a"), NOW));
    assert_eq!(tx.answer_runs(ann, None).await.unwrap().len(), 3);
    let names = ["answers/1/b".to_owned(), "answers/9/x".to_owned()];
    assert_eq!(tx.runs_in_use(&names).await.unwrap(), [names[0].clone()].into());
    tx.note_run_checked(two, NOW.plus(9)).await.unwrap();
    tx.save().await.unwrap();

    let mut tx = store.begin().await.unwrap();
    assert!(tx.remove_answer_runs(&[one]).await.unwrap());
    assert!(!tx.remove_answer_runs(&[one, two]).await.unwrap(), "one is gone");
    drop(tx);
    let mut tx = store.begin().await.unwrap();
    assert!(tx.remove_answer_runs(&[one, two]).await.unwrap(), "nothing was saved before");
    assert!(tx.answer_runs(ann, Some("line")).await.unwrap().is_empty());
    assert_eq!(tx.answer_runs(bob, Some("line")).await.unwrap().len(), 1);
}

async fn live(store: &Checked, task: TaskId, now: Timestamp) -> bool {
    let tasks = [task, TaskId(999_999)].into();
    store.read().await.unwrap().live_tasks(&tasks, now).await.unwrap().contains(&task)
}

async fn deleted(store: &Checked, task: TaskId, now: Timestamp) -> bool {
    let tasks = [task, TaskId(999_999)].into();
    store.read().await.unwrap().deleted_tasks(&tasks, now).await.unwrap().contains(&task)
}

async fn accounts(store: &Checked, checked_before: Timestamp) -> Vec<Uid> {
    store.read().await.unwrap().accounts_to_fold(21, checked_before, 10).await.unwrap()
}

pub async fn finished_tasks_are_folded_step_by_step(store: Checked) {
    let (uid, _, task) = with_task(&store).await;
    for _ in 0..2 {
        let chunk = claim(&store).await.unwrap();
        let mut tx = store.begin().await.unwrap();
        tx.commit_chunk(&chunk, &done(0)).await.unwrap().unwrap();
        tx.save().await.unwrap();
    }
    assert!(accounts(&store, NOW).await.is_empty(), "it runs");
    assert!(!live(&store, task, NOW).await && !deleted(&store, task, NOW).await);
    let mut tx = store.begin().await.unwrap();
    assert!(tx.tasks_to_fold(uid, 21).await.unwrap().is_empty(), "it has 20 results");
    assert_eq!(tx.tasks_to_fold(uid, 20).await.unwrap().len(), 1);
    assert_eq!(tx.accounts_to_fold(20, NOW, 10).await.unwrap(), [uid]);
    tx.end_task(task, TaskState::Cancelled, "", NOW, NOW.plus(100), true).await.unwrap();
    tx.save().await.unwrap();
    assert!(live(&store, task, NOW.plus(99)).await && !live(&store, task, NOW.plus(100)).await);
    assert!(!deleted(&store, task, NOW.plus(99)).await && deleted(&store, task, NOW.plus(100)).await);
    assert_eq!(accounts(&store, NOW).await, [uid]);

    let mut tx = store.begin().await.unwrap();
    let waiting = |found: Vec<(numsift_model::task::Task, i64)>| {
        found.into_iter().map(|(task, folded)| (task.id, folded)).collect::<Vec<_>>()
    };
    assert_eq!(waiting(tx.tasks_not_folded(uid, "whatsapp").await.unwrap()), [(task, 0)]);
    assert!(tx.tasks_not_folded(uid, "whats").await.unwrap().is_empty());
    assert!(tx.note_folded(task, 0, 1).await.unwrap());
    assert!(!tx.note_folded(task, 0, 1).await.unwrap(), "it was folded already");
    assert_eq!(waiting(tx.tasks_to_fold(uid, 100).await.unwrap()), [(task, 1)]);
    let fold =
        NewJob { kind: JobKind::Fold, uid, task: None, list: None, request: "{}".into(), created_at: NOW };
    tx.add_job(&fold).await.unwrap();
    tx.save().await.unwrap();
    assert!(accounts(&store, NOW).await.is_empty(), "a job waits");

    let mut tx = store.begin().await.unwrap();
    let job = tx.claim_job(NOW, NOW.plus(60), &[]).await.unwrap().unwrap();
    assert!(tx.note_folded(task, 1, 2).await.unwrap());
    tx.add_answer_run(&run(uid, "whatsapp", "answers/1/a")).await.unwrap();
    assert!(tx.finish_job(job.id, job.epoch, true, "{}", 0, NOW).await.unwrap());
    tx.save().await.unwrap();
    assert!(accounts(&store, NOW).await.is_empty(), "everything is folded");
    assert_eq!(accounts(&store, NOW.plus(1)).await, [uid], "a run is to be checked");

    // A damaged run is dropped, and its tasks are folded again.
    let damaged = store.read().await.unwrap().answer_runs(uid, None).await.unwrap()[0].id;
    for (tasks, folded) in [(None, 0), (Some([task].into()), 0), (Some([TaskId(999_999)].into()), 2)] {
        let mut tx = store.begin().await.unwrap();
        assert!(tx.drop_answer_run(damaged, tasks.as_ref()).await.unwrap());
        assert!(!tx.drop_answer_run(damaged, tasks.as_ref()).await.unwrap(), "it is gone");
        assert!(tx.answer_runs(uid, None).await.unwrap().is_empty());
        let expected = if folded == 0 { vec![(task, 0)] } else { Vec::new() };
        assert_eq!(waiting(tx.tasks_to_fold(uid, 100).await.unwrap()), expected);
    }
    let mut tx = store.begin().await.unwrap();
    tx.set_task_state(task, TaskState::Deleted, "").await.unwrap();
    assert!(!tx.note_folded(task, 2, 3).await.unwrap(), "it is deleted");
    tx.save().await.unwrap();
    assert!(!live(&store, task, NOW).await && deleted(&store, task, NOW).await);
}
