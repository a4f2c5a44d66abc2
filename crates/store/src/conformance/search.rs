//! Names are found whatever their script and case.

use std::fmt::Write as _;

use numsift_model::id::{ListId, Uid};
use numsift_model::invite::InviteCode;
use numsift_model::list::ListKind;
use numsift_model::page::Page;

use super::screening::{list_of, task_of};
use super::{Checked, NOW, customer, stored};
use crate::{ListFilter, Scope, TaskFilter, search_key};

/// A name and the texts that find it.
pub const NAMES: [(&str, &[&str]); 7] = [
    ("广州客户 2026", &["广州", "客户 2026", "广州客户 2026"]),
    ("İSTANBUL Işıklar", &["istanbul", "İstanbul", "ISTANBUL", "ışıklar", "IŞIKLAR"]),
    ("ÉTÉ À LYON", &["été", "ÉTÉ", "à lyon", "e\u{301}te\u{301}"]),
    ("ΟΔΟΣ Αθήνα", &["οδος", "οδοσ", "ΑΘΉΝΑ"]),
    ("Große Straße", &["GROSSE", "große", "strasse", "STRAẞE"]),
    ("ＦＵＬＬ ｗｉｄｔｈ", &["full", "ＷＩＤＴＨ"]),
    ("Müller_100%", &["MÜLLER_", "100%"]),
];

fn first_page() -> Page {
    Page::new(1, 50).unwrap()
}

async fn found_lists(store: &Checked, uid: Uid, text: &str) -> Vec<String> {
    let filter = ListFilter { search: Some(text.into()), ..ListFilter::default() };
    let mut tx = store.read().await.unwrap();
    let listed = tx.lists(Scope::Own(uid), &filter, first_page()).await.unwrap();
    assert_eq!(usize::try_from(listed.total), Ok(listed.items.len()));
    listed.items.into_iter().map(|list| list.data.name).collect()
}

async fn found_tasks(store: &Checked, uid: Uid, text: &str) -> Vec<String> {
    let filter = TaskFilter { search: Some(text.into()), ..TaskFilter::default() };
    let mut tx = store.read().await.unwrap();
    let listed = tx.tasks(Scope::Own(uid), &filter, first_page()).await.unwrap();
    assert_eq!(usize::try_from(listed.total), Ok(listed.items.len()));
    listed.items.into_iter().map(|task| task.asked.name).collect()
}

/// Asserts that every text finds its list and its task, and nothing else.
pub async fn assert_names_are_found(store: &Checked, uid: Uid) {
    for (name, texts) in NAMES {
        for text in texts {
            assert_eq!(found_lists(store, uid, text).await, [name], "lists: {text}");
            assert_eq!(found_tasks(store, uid, text).await, [name], "tasks: {text}");
        }
    }
}

pub async fn names_are_found_in_any_script_and_case(store: Checked) {
    let uid = stored(&store, &customer("ann")).await;
    let mut tx = store.begin().await.unwrap();
    for (name, _) in NAMES {
        let mut list = list_of(uid, ListKind::Upload);
        list.name = name.into();
        let list = tx.add_list(&list).await.unwrap();
        let mut task = task_of(uid, list);
        task.name = name.into();
        tx.add_task(&task).await.unwrap();
    }
    tx.save().await.unwrap();
    assert_names_are_found(&store, uid).await;
    assert_eq!(found_lists(&store, uid, "广东").await, [""; 0]);
}

pub async fn renamed_lists_and_tasks_are_found_by_their_new_names(store: Checked) {
    let uid = stored(&store, &customer("ann")).await;
    let mut tx = store.begin().await.unwrap();
    let id = tx.add_list(&list_of(uid, ListKind::Upload)).await.unwrap();
    let task = tx.add_task(&task_of(uid, id)).await.unwrap();
    let mut list = tx.list(Scope::All, id).await.unwrap().unwrap();
    list.data.name = "ÇEŞME".into();
    assert!(tx.put_list(&list).await.unwrap());
    tx.rename_task(task, "ÇEŞME").await.unwrap();
    tx.save().await.unwrap();
    assert_eq!(found_lists(&store, uid, "çeşme").await, ["ÇEŞME"]);
    assert_eq!(found_tasks(&store, uid, "çeşme").await, ["ÇEŞME"]);
    assert_eq!(found_lists(&store, uid, "spring").await, [""; 0]);
    assert_eq!(found_tasks(&store, uid, "first").await, [""; 0]);
}

pub async fn lists_and_tasks_are_found_by_their_notes(store: Checked) {
    let uid = stored(&store, &customer("ann")).await;
    let mut tx = store.begin().await.unwrap();
    let list = tx.add_list(&list_of(uid, ListKind::Upload)).await.unwrap();
    let task = tx.add_task(&task_of(uid, list)).await.unwrap();
    assert!(tx.note_list(list, "", "From the İzmir fair").await.unwrap());
    assert!(tx.note_task(task, "", "Für Müller").await.unwrap());
    assert!(!tx.note_task(task, "", "Für Meier").await.unwrap(), "it has changed");
    tx.save().await.unwrap();
    assert_eq!(found_lists(&store, uid, "izmir").await.len(), 1);
    assert_eq!(found_tasks(&store, uid, "MÜLLER").await.len(), 1);
    assert!(found_lists(&store, uid, "müller").await.is_empty(), "the note of the task");
    let mut tx = store.begin().await.unwrap();
    let found = tx.list(Scope::All, list).await.unwrap().unwrap();
    assert_eq!(found.note, "From the İzmir fair");
    assert!(tx.put_list(&found).await.unwrap(), "a note is no new version");
    assert_eq!(tx.list(Scope::All, list).await.unwrap().unwrap().note, "From the İzmir fair");
    assert_eq!(tx.task(Scope::All, task).await.unwrap().unwrap().note, "Für Müller");
    assert!(!tx.note_list(list, "", "").await.unwrap(), "it has changed");
    assert!(tx.note_list(list, "From the İzmir fair", "").await.unwrap());
    tx.save().await.unwrap();
    assert!(found_lists(&store, uid, "izmir").await.is_empty());
}

pub async fn invite_codes_are_found_by_code_and_note(store: Checked) {
    let ann = stored(&store, &customer("ann")).await;
    let mut tx = store.begin().await.unwrap();
    for (code, note) in [("ABC-1", "展会 İzmir"), ("XYZ-2", "ÖZEL")] {
        let invite = InviteCode {
            code: code.into(),
            created_by: ann,
            note: note.into(),
            max_uses: 1,
            expires_at: None,
            created_at: NOW,
        };
        tx.create_invite(&invite).await.unwrap();
    }
    tx.save().await.unwrap();
    let mut tx = store.read().await.unwrap();
    for (text, code) in [("abc", "ABC-1"), ("展会", "ABC-1"), ("izmir", "ABC-1"), ("özel", "XYZ-2")] {
        let listed = tx.invites(Some(text), first_page()).await.unwrap();
        let codes: Vec<_> = listed.items.iter().map(|row| row.invite.code.as_str()).collect();
        assert_eq!((codes, listed.total), (vec![code], 1), "{text}");
    }
    assert_eq!(tx.invites(None, first_page()).await.unwrap().total, 2);
    assert_eq!(search_key("I İ ı i"), "i i i i");
}

/// The uid of the rows in [`rows_before_search_keys`].
pub const EARLIER_UID: Uid = Uid(20_000);

/// SQL that stores [`NAMES`] in the tables of migration 18, which had no search keys.
pub fn rows_before_search_keys() -> String {
    let mut sql = String::from(
        "INSERT INTO accounts (uid, username, username_key, password_hash, account_type, invite_code, created_at)
            VALUES (20000, 'ann', 'ann', '', 3, 'CODE', 1);
        INSERT INTO invite_codes (code, created_by, note, max_uses, created_at)
            VALUES ('EARLIER', 20000, 'ÖZEL', 1, 1);",
    );
    for (id, (name, _)) in (1..).zip(NAMES) {
        let _ = write!(
            sql,
            "INSERT INTO lists (uid, kind, state, name, file_name, bytes, sha256, document, numbers, created_at)
                VALUES (20000, 'upload', 'ready', '{name}', '', 0, '', '{{\"folder\":\"lists/1/{id}\"}}', 1, 1);
            INSERT INTO tasks (uid, name, list, mode, projects, document, total, chunk_size, sample, internal, held,
                    state, pending, created_at)
                SELECT 20000, '{name}', MAX(id), 'single', ',x,', '{plan}', 1, 1, FALSE, FALSE, 0, 'completed', 0, 1
                FROM lists;",
            plan = earlier_plan(),
        );
    }
    sql
}

fn earlier_plan() -> String {
    serde_json::to_string(&task_of(EARLIER_UID, ListId(1)).plan).unwrap()
}

/// Asserts that rows stored by [`rows_before_search_keys`] are found after an upgrade.
pub async fn assert_earlier_rows_are_found(store: &Checked) {
    assert_names_are_found(store, EARLIER_UID).await;
    let mut tx = store.read().await.unwrap();
    assert_eq!(tx.invites(Some("özel"), first_page()).await.unwrap().total, 1);
    let folders = ["lists/1/1", "lists/1/99"].map(str::to_owned);
    assert_eq!(tx.list_folders_in_use(&folders).await.unwrap(), ["lists/1/1".to_owned()].into());
}
