//! Values in calls of customers.

use axum::body::Body;
use axum::http::Request;
use numsift_model::account::AccountType;
use serde_json::{Value, json};

use super::{Case, check, with};
use crate::app::{PASSWORD, TestApp, on_both_stores};

on_both_stores!(refusals_of_customers_say_what_is_right);

#[allow(clippy::too_many_lines)] // A table.
async fn refusals_of_customers_say_what_is_right(app: &TestApp) {
    app.free_catalogue().await;
    app.allow_sharing().await;
    let sid = app.signed_in("ann", AccountType::Customer).await;
    let list = app.ready_list(&sid, "+8613812345678\n+442083661177\n").await;
    let start = json!({"list": list, "name": "one", "mode": "single", "checks": [{"project": "carrier"}],
        "purpose": "test", "confirmed": true});
    let task = app.call("task/start", Some(&sid), start.clone()).await["data"]["id"].as_i64().unwrap();
    app.screening.run_until_idle().await.unwrap();
    let key = app.call("user/generateApi", Some(&sid), json!({"name": "n", "scopes": ["lookup"]})).await;
    let hook = json!({"url": "http://127.0.0.1:9/", "description": "", "events": ["order.paid"]});
    let made = app.call("webhook/create", Some(&sid), hook.clone()).await;
    let hook_id = &made["data"]["endpoint"]["id"];
    let ask = json!({"numbers": ["+8613812345678"], "projects": ["hygiene"], "confirmed": true});
    let results = |filter: Value| json!({"id": task, "filter": filter});
    let export = |changed: Value| with(&json!({"id": task, "format": "csv"}), &changed);
    let key_rules = json!({"name": "n", "scopes": ["lookup"]});
    let long = |count: usize| "x".repeat(count);
    let mapping =
        json!({"encoding": "utf-8", "delimiter": "none", "header": false, "column": 0, "carried": []});
    let analyse = |changed: Value| json!({"id": list, "mapping": with(&mapping, &changed)});
    let cases: Vec<Case> = vec![
        (
            "finance/list",
            json!({"cursor": "x"}),
            "cursor",
            "Must be the cursor that the page before returned, unchanged",
        ),
        (
            "lookup/list",
            json!({"cursor": "x"}),
            "cursor",
            "Must be the cursor that the page before returned, unchanged",
        ),
        (
            "lookup/list",
            json!({"filter": {"number": "nobody"}}),
            "number",
            "Must be a valid phone number with its country code, such as +12015550100",
        ),
        ("lookup/ask", with(&ask, &json!({"projects": []})), "projects", "Must be a list of 1 to 5 entries"),
        (
            "lookup/ask",
            with(&ask, &json!({"projects": ["hygine"]})),
            "projects",
            "There is no project hygine; did you mean hygiene?",
        ),
        (
            "lookup/ask",
            with(&ask, &json!({"projects": ["hygiene", "hygiene"]})),
            "projects",
            "A project is listed twice",
        ),
        (
            "lookup/ask",
            with(&ask, &json!({"max_age_days": 31})),
            "max_age_days",
            "Must be a whole number from 0 to 30",
        ),
        ("lookup/ask", with(&ask, &json!({"numbers": []})), "numbers", "Must be a list of 1 to 100 entries"),
        (
            "lookup/ask",
            with(&ask, &json!({"numbers": ["1", long(251)]})),
            "numbers[1]",
            "Must be at most 250 characters long",
        ),
        ("lookup/ask", with(&ask, &json!({"country": "XX"})), "country", "There is no such country"),
        ("lookup/ask", with(&ask, &json!({"inputs": [{}, {}]})), "inputs", "Must be a list of one entry"),
        ("lookup/ask", with(&ask, &json!({"inputs": [{"since": "x"}]})), "inputs[0].since", "Unknown field"),
        (
            "task/results",
            results(json!({"statuses": [null, null]})),
            "filter.statuses",
            "Must be a list of at most one entry",
        ),
        (
            "task/results",
            results(json!({"kinds": ["phone"]})),
            "filter.kinds",
            "Must be a list with at least one of `unknown`, `mobile`, `fixed_line`, `fixed_line_or_mobile`, `toll_free`, `premium_rate`, `shared_cost`, `voip`, `personal`, `pager`, `uan`, `voicemail`",
        ),
        (
            "task/results",
            results(json!({"number": "12x"})),
            "filter.number",
            "Must be at most 15 digits, with or without `+`",
        ),
        (
            "task/results",
            results(json!({"search": long(201)})),
            "filter.search",
            "Must be at most 200 characters long",
        ),
        (
            "task/results",
            results(json!({"columns": ["a", "b", "c"]})),
            "filter.columns",
            "Must be a list of 0 entries",
        ),
        (
            "task/results",
            json!({"id": task, "sort": {"by": "status", "check": 1}}),
            "sort.check",
            "Must be a whole number from 0 to 0",
        ),
        (
            "task/export",
            export(json!({"one_file_a_class": 3})),
            "one_file_a_class",
            "Must be a whole number from 0 to 0",
        ),
        (
            "task/export",
            export(json!({"columns": vec!["a"; 1001]})),
            "columns",
            "Must be a list of at most 1000 entries",
        ),
        (
            "task/export",
            export(json!({"columns": ["a"]})),
            "columns",
            "Must be names of columns of the results, at least one",
        ),
        ("task/share", json!({"id": task, "days": 31}), "days", "Must be a whole number from 1 to 30"),
        ("task/start", with(&start, &json!({"name": ""})), "name", "Must be 1 to 120 characters long"),
        (
            "task/start",
            with(&start, &json!({"purpose": long(501)})),
            "purpose",
            "Must be 1 to 500 characters long",
        ),
        (
            "task/start",
            with(&start, &json!({"error_threshold": 0})),
            "error_threshold",
            "Must be a whole number from 1 to 100",
        ),
        (
            "task/start",
            with(&start, &json!({"freshness_days": 31})),
            "freshness_days",
            "Must be a whole number from 0 to 30",
        ),
        (
            "schedule/add",
            json!({"task": task, "every": "week", "max_price": -1}),
            "max_price",
            "Must be a whole number of at least 0",
        ),
        ("list/rename", json!({"id": list, "name": " "}), "name", "Must be 1 to 120 characters long"),
        (
            "list/note",
            json!({"id": list, "before": "", "note": long(501)}),
            "note",
            "Must be at most 500 characters long",
        ),
        (
            "list/analyse",
            analyse(json!({"carried": (0..51).collect::<Vec<_>>()})),
            "mapping.carried",
            "Must be a list of at most 50 entries",
        ),
        (
            "list/analyse",
            analyse(json!({"without": vec!["+447400123456"; 2001]})),
            "mapping.without",
            "Must be a list of at most 2000 entries",
        ),
        (
            "list/analyse",
            analyse(json!({"column": 10_001})),
            "mapping.column",
            "Must be a column that the list can have",
        ),
        (
            "list/analyse",
            analyse(json!({"more_columns": (0..16).collect::<Vec<_>>()})),
            "mapping.more_columns",
            "Must be a list of at most 15 entries",
        ),
        ("upload/begin", json!({"name": "a", "bytes": 0}), "bytes", "Must be a whole number of at least 1"),
        ("upload/finish", json!({"id": 1, "name": long(121)}), "name", "Must be at most 120 characters long"),
        (
            "filter/save",
            json!({"page": "a b", "name": "n", "query": ""}),
            "page",
            "Must be 1 to 40 characters: letters, digits and `-` `_` `/`",
        ),
        (
            "filter/save",
            json!({"page": "tasks", "name": "", "query": ""}),
            "name",
            "Must be 1 to 60 characters long",
        ),
        (
            "filter/save",
            json!({"page": "tasks", "name": "n", "query": long(2001)}),
            "query",
            "Must be at most 2000 characters long",
        ),
        (
            "recharge/list",
            json!({"filter": {"status": 9}}),
            "filter.status",
            "Must be a whole number from 0 to 4",
        ),
        (
            "user/generateApi",
            with(&key_rules, &json!({"name": ""})),
            "name",
            "Must be 1 to 60 characters long",
        ),
        (
            "user/generateApi",
            with(&key_rules, &json!({"scopes": []})),
            "scopes",
            "Must be a list with at least one of `lookup`, `tasks:read`, `tasks:write`, `balance`, `webhooks`, `suppression:read`, `suppression:write`, `usage`, `generate`",
        ),
        (
            "user/generateApi",
            with(&key_rules, &json!({"ips": vec!["10.0.0.1"; 51]})),
            "ips",
            "Must be a list of at most 50 entries",
        ),
        (
            "user/generateApi",
            with(&key_rules, &json!({"ips": ["somewhere"]})),
            "ips[0]",
            "Not an IP address or a range such as 203.0.113.0/24",
        ),
        (
            "user/generateApi",
            with(&key_rules, &json!({"expires_at": 1})),
            "expires_at",
            "Must be a time in the future",
        ),
        (
            "apiKey/rotate",
            json!({"id": key["data"]["key"]["id"], "overlap_hours": 169}),
            "overlap_hours",
            "Must be a whole number from 0 to 168",
        ),
        (
            "webhook/create",
            with(&hook, &json!({"description": long(201)})),
            "description",
            "Must be at most 200 characters long",
        ),
        (
            "webhook/rotate",
            json!({"id": hook_id, "overlap_hours": 169}),
            "overlap_hours",
            "Must be a whole number from 0 to 168",
        ),
        (
            "user/recoveryCodes",
            json!({"password": PASSWORD, "code": "000000"}),
            "code",
            "Two-factor sign-in is not set up yet",
        ),
        ("notify/confirm", json!({"ids": []}), "ids", "Must be a list of 1 to 1000 entries"),
        ("gen_number/save", json!({"id": 1, "name": ""}), "name", "Must be 1 to 120 characters long"),
        (
            "finance/list",
            json!({"size": 9_223_372_036_854_775_808_u64}),
            "size",
            "Must be a whole number from -9223372036854775808 to 9223372036854775807",
        ),
    ];
    check(app, &sid, cases).await;
    // The offered events differ by account, and all are named.
    let none = app.call("webhook/create", Some(&sid), with(&hook, &json!({"events": []}))).await;
    let text = none["data"]["fields"]["events"].as_str().unwrap();
    assert!(
        text.starts_with("Must be a list with at least one of `") && text.contains("`task.completed`"),
        "{text}"
    );
    // Parameters of a call without a JSON body.
    for (query, field) in [("id=x&offset=0", "id"), ("id=1&offset=-x", "offset")] {
        let path = format!("/api/upload/append?{query}");
        let request = Request::post(path).header("lang", "en").header("sid", &sid);
        let answer = app.send(request.body(Body::from("x")).unwrap()).await.json();
        assert_eq!(
            answer["data"]["fields"],
            json!({field: "Must be a whole number of at least 0"}),
            "{query}"
        );
    }
}
