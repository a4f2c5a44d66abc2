//! Schedules: who sees them, who takes a run, and what they keep.

use numsift_model::list::ListKind;
use numsift_model::money::Points;
use numsift_model::page::Page;
use numsift_model::schedule::{Every, NewSchedule, RunOutcome, ScheduledRun};
use numsift_model::task::TaskState;

use super::screening::{list_of, task_of, with_task};
use super::{Checked, NOW, customer, stored};
use crate::Scope;

pub async fn a_scheduled_run_is_taken_once(store: Checked) {
    let (ann, list, task) = with_task(&store).await;
    let due = NOW.plus(60);
    let new =
        NewSchedule { uid: ann, task, list, every: Every::Week, max_price: Points(700), created_at: NOW };
    let mut tx = store.begin().await.unwrap();
    let id = tx.add_schedule(&new, due).await.unwrap();
    assert!(tx.due_schedules(due.plus(-1), 9).await.unwrap().is_empty());
    let found = tx.due_schedules(due, 9).await.unwrap().remove(0);
    assert_eq!((found.id, found.next_at, found.last_task), (id, due, task));
    assert_eq!((found.asked.every, found.asked.max_price), (Every::Week, Points(700)));
    assert_eq!(
        (found.username.as_str(), found.name.as_str(), found.list_name.as_str()),
        ("ann", "First", "Spring")
    );
    assert_eq!((found.outcome, found.ran_at, found.runs), (None, None, 0));
    tx.save().await.unwrap();

    // Several processes see that it is due. What a dropped transaction has taken is due again.
    let mut tx = store.begin().await.unwrap();
    assert!(tx.take_run(id, due, due.plus(9)).await.unwrap());
    drop(tx);
    let take = || {
        let store = store.clone();
        tokio::spawn(async move {
            let mut tx = store.begin().await.unwrap();
            let taken = tx.take_run(id, due, due.plus(9)).await.unwrap();
            tx.save().await.unwrap();
            taken
        })
    };
    let mut taken = 0;
    for process in [take(), take(), take()] {
        taken += i32::from(process.await.unwrap());
    }
    assert_eq!(taken, 1);

    let mut tx = store.begin().await.unwrap();
    let next = tx.add_task(&task_of(ann, list)).await.unwrap();
    let run = ScheduledRun { schedule: id, due_at: due, task: next, previous: task };
    tx.run_started(&run, due).await.unwrap();
    assert_eq!(tx.run_of_task(next).await.unwrap(), Some(run));
    assert_eq!(tx.run_of_task(task).await.unwrap(), None);
    assert_eq!(tx.compared_tasks(&[task, next]).await.unwrap(), [(next, task)].into());
    assert!(tx.compared_tasks(&[]).await.unwrap().is_empty());
    let found = tx.schedule(Scope::Own(ann), id).await.unwrap().unwrap();
    assert_eq!((found.last_task, found.next_at, found.runs), (next, due.plus(9), 1));
    assert_eq!((found.outcome, found.ran_at), (Some(RunOutcome::Started), Some(due)));
    tx.run_skipped(id, RunOutcome::NoPoints, due.plus(9)).await.unwrap();
    let found = tx.schedule(Scope::All, id).await.unwrap().unwrap();
    assert_eq!((found.outcome, found.last_task, found.runs), (Some(RunOutcome::NoPoints), next, 1));
    tx.save().await.unwrap();

    // The database refuses a second run of the same time.
    let mut tx = store.begin().await.unwrap();
    let other = tx.add_task(&task_of(ann, list)).await.unwrap();
    assert!(tx.run_started(&ScheduledRun { task: other, ..run }, due).await.is_err());
}

pub async fn schedules_are_scoped_counted_and_ended(store: Checked) {
    let (ann, list, task) = with_task(&store).await;
    let bob = stored(&store, &customer("bob")).await;
    let new = NewSchedule { uid: ann, task, list, every: Every::Day, max_price: Points(0), created_at: NOW };
    let mut tx = store.begin().await.unwrap();
    let other_list = tx.add_list(&list_of(ann, ListKind::Upload)).await.unwrap();
    let first = tx.add_schedule(&new, NOW).await.unwrap();
    let second = tx.add_schedule(&NewSchedule { list: other_list, ..new.clone() }, NOW).await.unwrap();
    let page = Page::new(1, 10).unwrap();
    let ids = |listed: Vec<numsift_model::schedule::Schedule>| {
        listed.into_iter().map(|found| found.id).collect::<Vec<_>>()
    };
    let listed = tx.schedules(Scope::Own(ann), page).await.unwrap();
    assert_eq!((listed.total, ids(listed.items)), (2, vec![second, first]));
    assert_eq!(tx.schedules(Scope::Own(bob), page).await.unwrap().total, 0);
    assert!(tx.schedule(Scope::Own(bob), first).await.unwrap().is_none());
    assert_eq!((tx.count_schedules(ann).await.unwrap(), tx.count_schedules(bob).await.unwrap()), (2, 0));

    assert!(tx.end_schedule(first, NOW).await.unwrap());
    assert!(!tx.end_schedule(first, NOW).await.unwrap(), "it has ended");
    assert!(!tx.take_run(first, NOW, NOW.plus(9)).await.unwrap(), "it has ended");
    assert_eq!(ids(tx.due_schedules(NOW, 9).await.unwrap()), [second]);
    tx.end_schedules_of_list(other_list, NOW).await.unwrap();
    assert_eq!(
        (tx.count_schedules(ann).await.unwrap(), tx.due_schedules(NOW, 9).await.unwrap().len()),
        (0, 0)
    );
    tx.save().await.unwrap();
}

pub async fn a_schedule_keeps_its_list_and_the_last_two_results(store: Checked) {
    let (ann, list, oldest) = with_task(&store).await;
    let mut tx = store.begin().await.unwrap();
    let new = NewSchedule {
        uid: ann,
        task: oldest,
        list,
        every: Every::Month,
        max_price: Points(0),
        created_at: NOW,
    };
    let id = tx.add_schedule(&new, NOW).await.unwrap();
    let mut tasks = vec![oldest];
    for run in 1..=2 {
        let task = tx.add_task(&task_of(ann, list)).await.unwrap();
        let previous = *tasks.last().unwrap();
        let run = ScheduledRun { schedule: id, due_at: NOW.plus(run), task, previous };
        tx.run_started(&run, NOW).await.unwrap();
        tasks.push(task);
    }
    let later = NOW.plus(1000);
    for task in &tasks {
        tx.end_task(*task, TaskState::Completed, "", NOW, NOW.plus(10), true).await.unwrap();
    }
    let expired: Vec<_> = tx.expired_tasks(later, 9).await.unwrap().iter().map(|task| task.id).collect();
    assert_eq!(expired, [oldest], "the last two are kept");
    let noticed: Vec<_> = tx.tasks_to_notice(later, 2, 9).await.unwrap().iter().map(|task| task.id).collect();
    assert_eq!(noticed, [oldest]);
    assert!(tx.expired_lists(later, 9).await.unwrap().is_empty());
    assert!(tx.end_schedule(id, NOW).await.unwrap());
    assert_eq!(tx.expired_tasks(later, 9).await.unwrap().len(), 3);
    assert_eq!(tx.expired_lists(later, 9).await.unwrap().len(), 1);
    tx.save().await.unwrap();
}
