//! Every row that was sent, page by page, with what became of it.

use axum::http::StatusCode;
use serde_json::{Value, json};

use crate::app::{TestApp, on_both_stores};
use crate::document::form;
use crate::public_api::{ALL, get, give, post, priced, problem, with_key};

on_both_stores!(
    every_row_of_a_file_is_returned_page_by_page,
    numbers_keep_the_ids_of_their_sender,
    rows_without_answers_say_why,
    rows_are_visible_only_to_their_account,
);

/// All items of a list, read in pages of this size.
async fn paged(app: &TestApp, path: &str, secret: &str, limit: usize) -> Vec<Value> {
    let (mut items, mut cursor) = (Vec::new(), String::new());
    loop {
        let sep = if path.contains('?') { '&' } else { '?' };
        let answer = get(app, &format!("{path}{sep}limit={limit}{cursor}"), secret).await;
        assert_eq!(answer.status, StatusCode::OK, "{}", answer.json());
        let page = answer.json();
        let found = page["items"].as_array().unwrap();
        assert!(found.len() <= limit, "{page}");
        items.extend(found.iter().cloned());
        match page["next_cursor"].as_str() {
            Some(next) => cursor = format!("&cursor={next}"),
            None => return items,
        }
    }
}

/// Uploads a suppression list and waits until it is read.
async fn suppressed(app: &TestApp, sid: &str, number: &str) {
    let list = app.upload(Some(sid), "suppression", "no.txt", number.as_bytes()).await;
    let mapping = list["data"]["preview"]["mapping"].clone();
    let begun =
        app.call("list/analyse", Some(sid), json!({"id": list["data"]["id"], "mapping": mapping})).await;
    assert_eq!(begun["code"], 0, "{begun}");
    app.screening.run_until_idle().await.unwrap();
}

async fn every_row_of_a_file_is_returned_page_by_page(app: &TestApp) {
    priced(app, 100).await;
    let (uid, sid, secret) = with_key(app, "ann", &ALL).await;
    give(app, uid, 1000).await;
    suppressed(app, &sid, "+442083661177").await;
    let file = "crm;phone\n1;+8613812345678\n2;86 138 1234 5678\n3;nobody\n4;+442083661177\n\n5;+86139\n\
        6;+8613912345678\n7;+8613912345678\n";
    let started = app.send(form(
        "/v1/tasks/upload",
        &secret,
        &[("task", r#"{"checks": ["hygiene"]}"#), ("file", file)],
    ));
    let started = started.await;
    assert_eq!(started.status, StatusCode::ACCEPTED, "{}", started.json());
    app.screening.run_until_idle().await.unwrap();
    let path = format!("/v1/tasks/{}", started.json()["id"]);

    let whole = paged(app, &format!("{path}/results?rows=all"), &secret, 1000).await;
    let brief: Vec<Value> = whole
        .iter()
        .map(|row| {
            json!([
                row["row"],
                row["columns"]["crm"],
                row["number"],
                row["outcome"],
                row["outcome_reason"],
                row["duplicate_of"],
                row["e164"],
                row["checks"]["hygiene"]["status"],
                row["charged"]
            ])
        })
        .collect();
    let none = Value::Null;
    assert_eq!(
        brief,
        [
            json!([2, "1", "+8613812345678", "answered", none, none, "+8613812345678", "valid", 100]),
            json!([3, "2", "86 138 1234 5678", "duplicate", none, 2, "+8613812345678", "valid", 0]),
            json!([4, "3", "nobody", "refused", "not_a_number", none, none, none, 0]),
            json!([5, "4", "+442083661177", "suppressed", none, none, "+442083661177", none, 0]),
            json!([7, "5", "+86139", "refused", "too_short", none, none, none, 0]),
            json!([8, "6", "+8613912345678", "answered", none, none, "+8613912345678", "valid", 100]),
            json!([9, "7", "+8613912345678", "duplicate", none, 8, "+8613912345678", "valid", 0]),
        ]
    );
    assert_eq!(
        (&whole[2]["valid"], &whole[2]["reason"], &whole[2]["checks"]),
        (&json!(false), &json!("not_a_number"), &json!({"hygiene": null}))
    );
    let charged: i64 = whole.iter().map(|row| row["charged"].as_i64().unwrap()).sum();
    let task = get(app, &path, &secret).await.json();
    assert_eq!(task["charged"], charged, "each number is charged once");
    assert_eq!(task["rows"]["sent"].as_i64().unwrap() - 1, 7, "all rows but the blank one");
    for limit in [1, 2, 3, 7] {
        let path = format!("{path}/results?rows=all");
        assert_eq!(paged(app, &path, &secret, limit).await, whole, "{limit} rows per page");
    }
    // Without `rows`, each number that has results is listed once, as before.
    let unique = paged(app, &format!("{path}/results"), &secret, 1).await;
    let expected: Vec<&Value> = whole.iter().filter(|row| row["outcome"] == "answered").collect();
    assert_eq!(unique.iter().collect::<Vec<_>>(), expected);

    let refused = paged(app, &format!("{path}/rejected"), &secret, 1).await;
    let expected = [
        json!({"row": 4, "number": "nobody", "reason": "not_a_number", "columns": {"crm": "3"}}),
        json!({"row": 7, "number": "+86139", "reason": "too_short", "columns": {"crm": "5"}}),
    ];
    assert_eq!(refused, expected);
    for (query, pointer) in [
        ("results?rows=all&status=valid", "status"),
        ("results?rows=all&cursor=1", "cursor"),
        ("results?rows=all&cursor=-1.0", "cursor"),
        ("results?rows=unique&cursor=1.0", "cursor"),
        ("results?rows=all&limit=1001", "limit"),
        ("rejected?cursor=x", "cursor"),
        ("rejected?limit=0", "limit"),
        ("rejected?rows=all", "rows"),
    ] {
        let answer = get(app, &format!("{path}/{query}"), &secret).await;
        assert_eq!(problem(&answer), "invalid-request", "{query}");
        assert_eq!(answer.json()["errors"][0]["pointer"], pointer, "{query}");
    }
    let far = get(app, &format!("{path}/results?rows=all&cursor={0}.{0}", u64::MAX), &secret).await.json();
    assert_eq!(far, json!({"items": [], "next_cursor": null}));

    // The rows that have no results go with the list.
    let list = app.call("list/list", Some(&sid), json!({"filter": {"kind": "upload"}})).await;
    let list = json!({"id": list["data"]["items"][0]["id"]});
    assert_eq!(app.call("list/remove", Some(&sid), list).await["code"], 0);
    assert_eq!(problem(&get(app, &format!("{path}/rejected"), &secret).await), "not-found");
    assert_eq!(paged(app, &format!("{path}/results?rows=all"), &secret, 1).await, unique);
}

async fn numbers_keep_the_ids_of_their_sender(app: &TestApp) {
    app.free_catalogue().await;
    let (_, _, secret) = with_key(app, "ann", &ALL).await;
    let ids = [r#"a "b", c"#, "=1+1", "", "äöü;7"];
    let numbers = ["+8613812345678", "\"quoted\", 12", "+86 138-1234-5678", "+44 20 8366 1177\n"];
    let task = json!({"numbers": numbers, "ids": ids, "checks": ["hygiene"]});
    let started = post(app, "/v1/tasks", &secret, &task, None).await;
    assert_eq!(started.status, StatusCode::ACCEPTED, "{}", started.json());
    app.screening.run_until_idle().await.unwrap();
    let path = format!("/v1/tasks/{}", started.json()["id"]);
    let rows = paged(app, &format!("{path}/results?rows=all"), &secret, 3).await;
    let found: Vec<_> =
        rows.iter().map(|row| (&row["row"], &row["columns"]["id"], &row["outcome"])).collect();
    let expected = [
        (&json!(1), &json!(ids[0]), &json!("answered")),
        (&json!(2), &json!(ids[1]), &json!("refused")),
        (&json!(3), &json!(ids[2]), &json!("duplicate")),
        (&json!(4), &json!(ids[3]), &json!("answered")),
    ];
    assert_eq!(found, expected);
    assert_eq!((&rows[1]["number"], &rows[2]["number"]), (&json!(numbers[1]), &json!(numbers[2])));
    let rejected = get(app, &format!("{path}/rejected"), &secret).await.json();
    assert_eq!(rejected["items"][0]["columns"], json!({"id": "=1+1"}));

    for (ids, pointer) in [
        (json!(["one"]), "/ids"),
        (json!(["1", "2", "3", "4", "5"]), "/ids"),
        (json!(["1", "2", "3", "x".repeat(101)]), "/ids/3"),
        (json!(["1", "a\nb", "3", "4"]), "/ids/1"),
        (json!(["1", 2, "3", "4"]), "/ids/1"),
    ] {
        let wrong = json!({"numbers": numbers, "ids": ids, "checks": ["hygiene"]});
        let answer = post(app, "/v1/tasks", &secret, &wrong, None).await;
        assert_eq!(problem(&answer), "invalid-request", "{ids}");
        assert_eq!(answer.json()["errors"][0]["pointer"], pointer, "{ids}");
    }
    let parts = [("task", r#"{"checks": ["hygiene"], "ids": ["1"]}"#), ("file", "phone\n+8613812345678\n")];
    let answer = app.send(form("/v1/tasks/upload", &secret, &parts)).await;
    assert_eq!(answer.json()["errors"][0]["pointer"], "/ids");
}

async fn rows_without_answers_say_why(app: &TestApp) {
    app.free_catalogue().await;
    let (_, _, secret) = with_key(app, "ann", &ALL).await;
    let numbers = ["+8613812345678", "+8613812345679", "+8613812345678"];
    let task = json!({"numbers": numbers, "checks": ["hygiene"]});
    let path = format!("/v1/tasks/{}", post(app, "/v1/tasks", &secret, &task, None).await.json()["id"]);
    post(app, &format!("{path}/cancel"), &secret, &json!({}), None).await;
    app.screening.run_until_idle().await.unwrap();
    let rows = paged(app, &format!("{path}/results?rows=all"), &secret, 2).await;
    let found: Vec<_> = rows.iter().map(|row| row["outcome"].as_str().unwrap()).collect();
    assert_eq!(found, ["unprocessed", "unprocessed", "duplicate"]);
    assert!(
        rows.iter().all(|row| row["checks"] == json!({"hygiene": null}) && row["charged"] == 0),
        "{rows:?}"
    );
    assert_eq!(rows[2]["duplicate_of"], 1);
    assert_eq!(paged(app, &format!("{path}/results"), &secret, 2).await, [] as [Value; 0]);
    assert_eq!(get(app, &format!("{path}/rejected"), &secret).await.json()["items"], json!([]));
}

async fn rows_are_visible_only_to_their_account(app: &TestApp) {
    app.free_catalogue().await;
    let (_, _, secret) = with_key(app, "ann", &ALL).await;
    let (_, _, stranger) = with_key(app, "eve", &ALL).await;
    let (_, _, without) = with_key(app, "bob", &["tasks:write", "lookup", "balance", "webhooks"]).await;
    let task = json!({"numbers": ["+8613812345678", "nobody"], "checks": ["hygiene"]});
    let path = format!("/v1/tasks/{}", post(app, "/v1/tasks", &secret, &task, None).await.json()["id"]);
    for path in [format!("{path}/results?rows=all"), format!("{path}/rejected")] {
        assert_eq!(problem(&get(app, &path, &stranger).await), "not-found");
        assert_eq!(problem(&get(app, &path, &without).await), "forbidden");
        assert_eq!(get(app, &path, &secret).await.status, StatusCode::OK);
    }
}
