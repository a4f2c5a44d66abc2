//! Notes of owners on lists and tasks.

use axum::extract::State;
use numsift_model::id::{ListId, TaskId};
use numsift_model::limits::NOTE_CHARS;
use numsift_model::rule::Rule;
use numsift_screening::ScreeningError;
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::ToSchema;
use utoipa_axum::routes;

use crate::app::App;
use crate::body::Body;
use crate::caller::{Allowed, ListEdit, TaskEdit};
use crate::console::lists::{managed_in, may_create};
use crate::console::tasks::visible_task_in;
use crate::envelope::{Envelope, Reply, ok};
use crate::refusal::Refusal;
use crate::routing::OpenApiRouter;

pub fn calls() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(note_task)).routes(routes!(note_list))
}

/// A note without the space around it.
fn checked_note(note: &str) -> Result<&str, Refusal> {
    let note = note.trim();
    if note.chars().count() > NOTE_CHARS {
        return Err(Refusal::rule("note", Rule::up_to(NOTE_CHARS)));
    }
    Ok(note)
}

/// The saved note.
#[derive(Serialize, ToSchema)]
struct NoteAnswer {
    note: String,
}

/// A task and its new note.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct TaskNoteRequest {
    id: TaskId,
    /// The note that it replaces. If the note has changed since, the call is refused.
    before: String,
    /// At most 500 characters; empty to remove it.
    note: String,
}

/// Replaces the note of a task.
#[utoipa::path(post, path = "/task/note", tag = "task", request_body = TaskNoteRequest,
    responses((status = 200, body = Envelope<NoteAnswer>)), security(("sid" = [])))]
async fn note_task(
    caller: Allowed<TaskEdit>,
    State(app): State<App>,
    Body(request): Body<TaskNoteRequest>,
) -> Reply<NoteAnswer> {
    let note = checked_note(&request.note)?;
    let mut tx = app.store.begin().await?;
    let task = visible_task_in(&mut *tx, caller.scope(), request.id).await?;
    if !tx.note_task(task.id, &request.before, note).await? {
        return Err(ScreeningError::Outdated.into());
    }
    let detail = json!({ "task": task.id, "before": request.before, "after": note });
    let line = caller.did("task/note", app.clock.now()).on(task.asked.uid).with(&detail);
    tx.audit(&line.entry()).await?;
    tx.save().await?;
    Ok(ok(NoteAnswer { note: note.to_owned() }))
}

/// A list and its new note.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct ListNoteRequest {
    id: ListId,
    /// The note that it replaces. If the note has changed since, the call is refused.
    before: String,
    /// At most 500 characters; empty to remove it.
    note: String,
}

/// Replaces the note of a list.
#[utoipa::path(post, path = "/list/note", tag = "list", request_body = ListNoteRequest,
    responses((status = 200, body = Envelope<NoteAnswer>)), security(("sid" = [])))]
async fn note_list(
    caller: Allowed<ListEdit>,
    State(app): State<App>,
    Body(request): Body<ListNoteRequest>,
) -> Reply<NoteAnswer> {
    let note = checked_note(&request.note)?;
    let mut tx = app.store.begin().await?;
    let list = managed_in(&mut *tx, caller.scope(), request.id).await?;
    may_create(&caller, list.data.kind)?;
    if !tx.note_list(list.id, &request.before, note).await? {
        return Err(ScreeningError::Outdated.into());
    }
    let detail = json!({ "list": list.id, "before": request.before, "after": note });
    let line = caller.did("list/note", app.clock.now()).on(list.data.uid).with(&detail);
    tx.audit(&line.entry()).await?;
    tx.save().await?;
    Ok(ok(NoteAnswer { note: note.to_owned() }))
}
