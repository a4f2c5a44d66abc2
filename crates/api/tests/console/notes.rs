//! Notes on lists and tasks.

use numsift_model::account::AccountType;
use numsift_model::limits::NOTE_CHARS;
use serde_json::json;

use crate::app::{TestApp, on_both_stores};
use crate::schedules::finished;

on_both_stores!(
    notes_are_shown_and_searched,
    notes_have_a_limit_and_end_with_their_task,
    a_note_that_has_changed_is_not_replaced,
);

async fn notes_are_shown_and_searched(app: &TestApp) {
    let sid = app.signed_in("ann", AccountType::Customer).await;
    let task = finished(app, &sid).await;
    let view = app.call("task/get", Some(&sid), json!({"id": task})).await;
    assert_eq!(view["data"]["note"], "");
    let list = view["data"]["list"].clone();
    for (call, id, note) in
        [("task/note", &task, " Für den Chef\nbis Montag "), ("list/note", &list, "Von der Messe")]
    {
        let noted = app.call(call, Some(&sid), json!({"id": id, "before": "", "note": note})).await;
        assert_eq!(noted["data"]["note"], note.trim(), "{noted}");
        let line = &app.audited().await[0];
        assert_eq!(line.action, call);
        assert!(line.detail.contains(r#""before":"""#), "{}", line.detail);
    }
    let view = app.call("task/get", Some(&sid), json!({"id": task})).await;
    assert_eq!(view["data"]["note"], "Für den Chef\nbis Montag");
    let tasks = app.call("task/list", Some(&sid), json!({"filter": {"search": "CHEF"}})).await;
    assert_eq!((&tasks["data"]["total"], &tasks["data"]["items"][0]["id"]), (&json!(1), &task));
    let lists = app.call("list/list", Some(&sid), json!({"filter": {"search": "messe"}})).await;
    assert_eq!(
        (&lists["data"]["total"], &lists["data"]["items"][0]["note"]),
        (&json!(1), &json!("Von der Messe"))
    );
    let noted = "Für den Chef\nbis Montag";
    app.call("task/note", Some(&sid), json!({"id": task, "before": noted, "note": " "})).await;
    let tasks = app.call("task/list", Some(&sid), json!({"filter": {"search": "CHEF"}})).await;
    assert_eq!(tasks["data"]["total"], 0, "the note was removed");
}

async fn notes_have_a_limit_and_end_with_their_task(app: &TestApp) {
    let sid = app.signed_in("ann", AccountType::Customer).await;
    let task = finished(app, &sid).await;
    let note = |chars: usize| json!({"id": task, "before": "", "note": "é".repeat(chars)});
    assert_eq!(app.call("task/note", Some(&sid), note(NOTE_CHARS)).await["code"], 0);
    let refused = app.call("task/note", Some(&sid), note(NOTE_CHARS + 1)).await;
    assert!(refused["data"]["fields"]["note"].is_string(), "{refused}");
    let nul = app.call("task/note", Some(&sid), json!({"id": task, "before": "", "note": "a\0b"})).await;
    assert_eq!(nul["code"], 40000, "{nul}");
    assert_eq!(app.call("task/remove", Some(&sid), json!({"id": task})).await["code"], 0);
    assert_eq!(app.call("task/note", Some(&sid), note(1)).await["code"], 40400);
}

async fn a_note_that_has_changed_is_not_replaced(app: &TestApp) {
    let sid = app.signed_in("ann", AccountType::Customer).await;
    let task = finished(app, &sid).await;
    let view = app.call("task/get", Some(&sid), json!({"id": task})).await;
    for (call, id) in [("task/note", &task), ("list/note", &view["data"]["list"])] {
        let note = |before: &str, note: &str| json!({"id": id, "before": before, "note": note});
        assert_eq!(app.call(call, Some(&sid), note("", "One window")).await["code"], 0);
        let refused = app.call(call, Some(&sid), note("", "Another window")).await;
        assert_eq!(refused["code"], 40900, "{refused}");
        let noted = app.call(call, Some(&sid), note("One window", "Both windows")).await;
        assert_eq!(noted["data"]["note"], "Both windows", "{noted}");
    }
}
