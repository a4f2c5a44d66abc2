//! How many statements and commits a small task takes, from its upload to its results.
//!
//! Waiting for the database is most of what a small task costs. The counts are limits, so that a statement that is added
//! to a path that every task takes is noticed. sqlx reports statements to the subscriber of the process; as every test
//! has a process of its own, nothing else is counted.

use std::fmt::{Debug, Write as _};
use std::sync::{Mutex, PoisonError};

use numsift_model::account::AccountType;
use serde_json::json;
use tracing::field::{Field, Visit};
use tracing::span::{Attributes, Id, Record};
use tracing::{Event, Metadata, Subscriber};

use crate::app::TestApp;
use crate::public_api::give;

const NUMBERS: u64 = 10_000;

/// Statements and durable commits of one step.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
struct Counts {
    statements: usize,
    /// Commits of transactions that changed something.
    commits: usize,
    texts: Vec<String>,
}

static COUNTS: Mutex<(Counts, bool)> =
    Mutex::new((Counts { statements: 0, commits: 0, texts: Vec::new() }, false));

/// Counts the statements that sqlx reports.
struct Counter;

/// The fields of a report.
#[derive(Default)]
struct Statement {
    summary: String,
    text: String,
    rows: u64,
}

impl Visit for Statement {
    fn record_str(&mut self, field: &Field, value: &str) {
        match field.name() {
            "summary" => value.clone_into(&mut self.summary),
            "db.statement" => value.trim().clone_into(&mut self.text),
            _ => {}
        }
    }

    fn record_u64(&mut self, field: &Field, value: u64) {
        if matches!(field.name(), "rows_affected" | "rows_returned") {
            self.rows += value;
        }
    }

    fn record_debug(&mut self, _: &Field, _: &dyn Debug) {}
}

impl Subscriber for Counter {
    fn enabled(&self, metadata: &Metadata<'_>) -> bool {
        // sqlx asks first whether anybody wants its reports; that is neither a span nor an event.
        !metadata.is_span() && metadata.target() == "sqlx::query"
    }

    fn event(&self, event: &Event<'_>) {
        let mut statement = Statement::default();
        event.record(&mut statement);
        let text = if statement.text.is_empty() { statement.summary } else { statement.text };
        let word = text.split_whitespace().next().unwrap_or_default().to_owned();
        let (counts, changed) = &mut *COUNTS.lock().unwrap_or_else(PoisonError::into_inner);
        match word.as_str() {
            "BEGIN" | "ROLLBACK" | "SAVEPOINT" | "RELEASE" => {}
            "COMMIT" => counts.commits += usize::from(std::mem::take(changed)),
            _ => {
                *changed |=
                    matches!(word.as_str(), "INSERT" | "UPDATE" | "DELETE" | "WITH") && statement.rows > 0;
                counts.statements += 1;
                counts.texts.push(text.split_whitespace().collect::<Vec<_>>().join(" "));
            }
        }
    }

    fn new_span(&self, _: &Attributes<'_>) -> Id {
        Id::from_u64(1)
    }

    fn record(&self, _: &Id, _: &Record<'_>) {}

    fn record_follows_from(&self, _: &Id, _: &Id) {}

    fn enter(&self, _: &Id) {}

    fn exit(&self, _: &Id) {}
}

/// What was counted since the last call.
fn counted() -> Counts {
    std::mem::take(&mut COUNTS.lock().unwrap_or_else(PoisonError::into_inner).0)
}

/// Runs a task of two checks with a price and compares the counts of its steps with what is expected: statements and commits.
async fn small_task(app: &TestApp, expected: &[(&str, usize, usize)]) {
    let mut tx = app.store.begin().await.unwrap();
    numsift_screening::add_default_projects(&mut *tx).await.unwrap();
    tx.save().await.unwrap();
    let ann = app.user("ann", AccountType::Customer).await;
    give(app, ann, 1_000_000_000).await;
    let sid = app.sid("ann").await;
    let lines: Vec<_> = (0..NUMBERS).map(|number| format!("+86138{number:08}")).collect();
    let content = lines.join("\n");
    // The first call reads the settings, which are cached for the calls that follow.
    app.call("user/info", Some(&sid), json!({})).await;
    tracing::subscriber::set_global_default(Counter).unwrap();

    let mut steps = Vec::new();
    let list = app.upload(Some(&sid), "upload", "numbers.txt", content.as_bytes()).await;
    steps.push(("task/upload", counted()));
    let (id, mapping) = (&list["data"]["id"], &list["data"]["preview"]["mapping"]);
    let begun = app.call("list/analyse", Some(&sid), json!({"id": id, "mapping": mapping})).await;
    assert_eq!(begun["code"], 0, "{begun}");
    steps.push(("list/analyse", counted()));
    app.screening.run_until_idle().await.unwrap();
    steps.push(("read", counted()));
    let list = app.call("list/get", Some(&sid), json!({"id": id})).await;
    assert_eq!(list["data"]["numbers"], NUMBERS, "{list}");
    steps.push(("list/get", counted()));
    let start = json!({"list": id, "name": "small", "mode": "parallel", "purpose": "our own customers",
        "confirmed": true, "checks": [{"project": "hygiene"}, {"project": "carrier"}]});
    let task = app.call("task/start", Some(&sid), start).await;
    assert!(task["data"]["held"].as_i64().unwrap() > 0, "{task}");
    steps.push(("task/start", counted()));
    app.screening.run_until_idle().await.unwrap();
    steps.push(("run", counted()));
    let task = app.call("task/get", Some(&sid), json!({"id": task["data"]["id"]})).await;
    assert_eq!(
        (&task["data"]["state"], &task["data"]["done"]),
        (&json!("completed"), &json!(NUMBERS)),
        "{task}"
    );
    steps.push(("task/get", counted()));

    let mut report = String::new();
    for (step, counts) in &steps {
        writeln!(report, "{step}: {} statements, {} commits", counts.statements, counts.commits).unwrap();
        for text in &counts.texts {
            writeln!(report, "    {}", text.chars().take(110).collect::<String>()).unwrap();
        }
    }
    for ((step, counts), (name, statements, commits)) in steps.iter().zip(expected) {
        assert_eq!(step, name);
        // A call that finds the settings out of date reads them again, so that a step may have one statement more or less.
        assert!(counts.statements <= statements + 1, "{step}: more than {statements} statements\n{report}");
        assert_eq!(counts.commits, *commits, "{step}\n{report}");
    }
    assert_eq!(steps.len(), expected.len());
}

#[tokio::test]
async fn a_small_task_takes_few_statements_on_sqlite() {
    let expected = [
        ("task/upload", 8, 1),
        ("list/analyse", 5, 1),
        ("read", 11, 2),
        ("list/get", 2, 0),
        ("task/start", 19, 1),
        ("run", 30, 2),
        ("task/get", 7, 0),
    ];
    small_task(&TestApp::on_sqlite().await, &expected).await;
}

#[tokio::test]
async fn a_small_task_takes_few_statements_on_postgres() {
    let expected = [
        ("task/upload", 9, 1),
        ("list/analyse", 5, 1),
        ("read", 11, 2),
        ("list/get", 2, 0),
        ("task/start", 18, 1),
        ("run", 24, 2),
        ("task/get", 6, 0),
    ];
    small_task(&TestApp::on_postgres().await, &expected).await;
}
