//! Number generation: figures, previews, runs and files.

use std::collections::BTreeSet;

use axum::body::Body;
use axum::http::Request;
use numsift_model::account::AccountType;
use serde_json::{Value, json};

use crate::app::{Answer, TestApp, on_both_stores};

on_both_stores!(
    options_are_in_the_callers_language,
    figures_are_exact_and_errors_name_the_field,
    a_run_matches_its_preview_and_never_repeats_numbers,
    several_segments_share_no_number,
    numbers_of_an_excluded_list_are_not_generated,
    a_run_becomes_a_list_for_checks_without_providers,
    only_the_owner_can_download_a_run,
    runs_are_listed_expire_and_are_deleted,
    errors_name_the_field,
);

async fn file(app: &TestApp, sid: &str, id: &Value, format: &str) -> Answer {
    let link = app.call("gen_number/export", Some(sid), json!({"id": id, "format": format})).await;
    let url = link["data"]["url"].as_str().unwrap_or_else(|| panic!("{link}")).to_owned();
    app.send(Request::get(url).body(Body::empty()).unwrap()).await
}

async fn lines(app: &TestApp, sid: &str, id: &Value) -> Vec<String> {
    let text = String::from_utf8(file(app, sid, id, "txt").await.body).unwrap();
    text.lines().map(str::to_owned).collect()
}

async fn options_are_in_the_callers_language(app: &TestApp) {
    let sid = app.signed_in("ann", AccountType::Customer).await;
    let all = app.call_in("es", "gen_number/options", Some(&sid), json!({})).await;
    let countries = all["data"]["countries"].as_array().unwrap();
    let swiss = countries.iter().find(|country| country["code"] == "CH").unwrap();
    assert_eq!((&swiss["name"], &swiss["calling_code"]), (&json!("Suiza"), &json!(41)));
    assert!(countries.len() > 200);
    let china = app.call_in("zh", "gen_number/options", Some(&sid), json!({"country": "CN"})).await;
    assert_eq!(china["data"]["tells_mobile"], "yes");
    assert_eq!(china["data"]["kinds"][0], json!({"kind": "mobile", "count": 5_216_000_000_u64}));
    let largest = &china["data"]["carriers"][0];
    assert_eq!((&largest["name"], &largest["label"]), (&json!("China Mobile"), &json!("中国移动")));
    let states = app.call("gen_number/options", Some(&sid), json!({"country": "US"})).await;
    assert_eq!(states["data"]["tells_mobile"], "no");
    let kinds = states["data"]["kinds"].as_array().unwrap();
    assert!(kinds.iter().all(|kind| kind["kind"] != "mobile" && kind["kind"] != "fixed"), "{kinds:?}");
    let nowhere = app.call("gen_number/options", Some(&sid), json!({"country": "XX"})).await;
    assert_eq!(nowhere["data"]["fields"]["country"], "There is no such country");
}

async fn figures_are_exact_and_errors_name_the_field(app: &TestApp) {
    let sid = app.signed_in("ann", AccountType::Customer).await;
    let body = json!({"style": "international", "segments": [
        {"pattern": "+86 138 ???? 88[0-9]8"},
        {"country": "CN", "prefix": "138"},
        {"country": "US", "kind": "mobile"},
        {"pattern": "138 ????"},
        {"pattern": "+86 1{"},
    ]});
    let answer = app.call("gen_number/space", Some(&sid), body.clone()).await;
    let segments = answer["data"]["segments"].as_array().unwrap();
    let (lucky, prefix) = (&segments[0], &segments[1]);
    assert_eq!(
        (&lucky["size"], &lucky["used"], &lucky["left"]),
        (&json!(100_000), &json!(0), &json!(100_000))
    );
    assert_eq!((&lucky["pattern"]["international"], &lucky["calling_code"]), (&json!(true), &json!(86)));
    assert_eq!(lucky["pattern"]["places"][5], "0123456789");
    assert!(lucky["examples"][0]["number"].as_str().unwrap().starts_with("+86 138 "));
    assert_eq!(prefix["size"], 100_000_000);
    let faults: Vec<_> = segments[2..].iter().map(|segment| segment["error"]["field"].clone()).collect();
    assert_eq!(faults, ["kind", "country", "pattern"]);
    assert_eq!(answer["data"]["price"], 0);
    let japanese = app.call_in("ja", "gen_number/space", Some(&sid), body).await;
    let told = &japanese["data"]["segments"][4]["error"]["message"];
    assert_eq!(told, "繰り返しは {4} のように書きます");
}

async fn a_run_matches_its_preview_and_never_repeats_numbers(app: &TestApp) {
    let sid = app.signed_in("ann", AccountType::Customer).await;
    let mut seen = BTreeSet::new();
    for (space, count) in [
        (json!({"country": "CN", "prefix": "1381234"}), 6_000),
        (json!({"pattern": "+86 138 1234 ????"}), 3_000),
        (json!({"pattern": "+86 138 1234 ??[0-4]?"}), 400),
    ] {
        let body = json!({"segments": [{"space": space, "count": count}]});
        let preview = app.call("gen_number/preview", Some(&sid), body.clone()).await;
        let run = app.call("gen_number/generate", Some(&sid), body).await;
        assert_eq!((&run["code"], &run["data"]["run"]["count"]), (&json!(0), &json!(count)), "{run}");
        let numbers = lines(app, &sid, &run["data"]["run"]["id"]).await;
        let shown = preview["data"]["items"].as_array().unwrap().iter().map(|item| &item["number"]);
        assert!(shown.eq(numbers[..20].iter()), "{preview}");
        seen.extend(numbers);
    }
    assert_eq!(seen.len(), 9_400, "no number twice, though the sets overlap");
    let left = json!({"segments": [{"country": "CN", "prefix": "1381234"}]});
    let left = app.call("gen_number/space", Some(&sid), left).await["data"]["segments"][0].clone();
    assert_eq!((&left["used"], &left["left"]), (&json!(9_400), &json!(600)));
    let more = json!({"segments": [{"space": {"country": "CN", "prefix": "1381234"}, "count": 601}]});
    let refused = app.call("gen_number/generate", Some(&sid), more).await;
    assert_eq!(refused["data"]["fields"]["segments[0].count"], "Only 600 numbers are left here", "{refused}");
}

async fn several_segments_share_no_number(app: &TestApp) {
    let sid = app.signed_in("ann", AccountType::Customer).await;
    let part = |pattern: &str, count: u64| json!({"space": {"pattern": pattern}, "count": count});
    for earlier in ["exclude", "continue", "repeat"] {
        let body = json!({"page": "custom", "earlier": earlier, "order": "sequential", "segments": [
            part("+86 139 0000 1???", 100), part("+86 139 0000 ??[0-5]?", 200), part("+86 139 0000 1???", 50),
        ]});
        let preview = app.call("gen_number/preview", Some(&sid), body.clone()).await;
        let shown = preview["data"]["items"].as_array().unwrap();
        assert_eq!(shown.iter().filter(|item| item["segment"] == 2).count(), 6, "{preview}");
        let run = app.call("gen_number/generate", Some(&sid), body).await;
        let numbers = lines(app, &sid, &run["data"]["run"]["id"]).await;
        assert_eq!(numbers.iter().collect::<BTreeSet<_>>().len(), 350, "{earlier}");
    }
}

async fn numbers_of_an_excluded_list_are_not_generated(app: &TestApp) {
    let sid = app.signed_in("ann", AccountType::Customer).await;
    let mine: BTreeSet<String> = (0..100).map(|at| format!("+86139000010{at:02}")).collect();
    let list = app.ready_list(&sid, &mine.iter().cloned().collect::<Vec<_>>().join("\n")).await;
    let space = json!({"pattern": "+86 139 0000 10??"});
    let figures = json!({"segments": [space], "without_list": list});
    let first =
        app.call("gen_number/space", Some(&sid), figures.clone()).await["data"]["segments"][0].clone();
    assert_eq!(
        (&first["size"], &first["used"], &first["listed"], &first["left"]),
        (&json!(100), &json!(0), &json!(100), &json!(0)),
        "{first}"
    );
    let wider = json!({"pattern": "+86 139 0000 1[01]??"});
    let body = json!({"segments": [{"space": wider, "count": 60}], "without_list": list});
    let preview = app.call("gen_number/preview", Some(&sid), body.clone()).await;
    let run = app.call("gen_number/generate", Some(&sid), body).await;
    assert_eq!(run["data"]["run"]["without_list"], list, "{run}");
    let numbers = lines(app, &sid, &run["data"]["run"]["id"]).await;
    assert!(
        preview["data"]["items"].as_array().unwrap().iter().map(|item| &item["number"]).eq(&numbers[..20])
    );
    assert!(numbers.iter().all(|number| number.starts_with("+86139000011")));
    let figures = json!({"segments": [wider], "without_list": list});
    let after = app.call("gen_number/space", Some(&sid), figures).await["data"]["segments"][0].clone();
    assert_eq!((&after["used"], &after["listed"], &after["left"]), (&json!(60), &json!(100), &json!(40)));
    let more = json!({"segments": [{"space": wider, "count": 41}], "without_list": list});
    let refused = app.call("gen_number/generate", Some(&sid), more).await;
    assert_eq!(refused["data"]["fields"]["segments[0].count"], "Only 40 numbers are left here", "{refused}");
    // Excluded numbers stay available for runs that do not exclude the list, and the list can be deleted.
    let removed = app.call("list/remove", Some(&sid), json!({"id": list})).await;
    assert_eq!(removed["code"], 0, "{removed}");
    let all = json!({"segments": [{"space": wider, "count": 140}]});
    let rest = app.call("gen_number/generate", Some(&sid), all).await;
    let rest = lines(app, &sid, &rest["data"]["run"]["id"]).await;
    assert_eq!(rest.iter().filter(|number| mine.contains(*number)).count(), 100);
    assert_eq!(lines(app, &sid, &run["data"]["run"]["id"]).await, numbers, "computed again");
    for (who, unusable) in [(sid.clone(), list), (app.signed_in("bob", AccountType::Customer).await, list)] {
        let body = json!({"segments": [{"country": "CN"}], "without_list": unusable});
        let refused = app.call("gen_number/space", Some(&who), body).await;
        assert!(refused["data"]["fields"]["without_list"].is_string(), "{refused}");
    }
}

async fn a_run_becomes_a_list_for_checks_without_providers(app: &TestApp) {
    app.free_catalogue().await;
    let sid = app.signed_in("ann", AccountType::Customer).await;
    let body = json!({"segments": [{"space": {"pattern": "+86 139 0000 1???"}, "count": 500}]});
    let run = app.call("gen_number/generate", Some(&sid), body).await["data"]["run"]["id"].clone();
    let mut numbers = lines(app, &sid, &run).await;
    let nameless =
        app.call("gen_number/save", Some(&sid), json!({"id": run, "name": " ", "keep": true})).await;
    assert!(nameless["data"]["fields"]["name"].is_string(), "{nameless}");
    let made =
        app.call("gen_number/save", Some(&sid), json!({"id": run, "name": "Made up", "keep": true})).await;
    assert_eq!(
        (&made["data"]["state"], &made["data"]["kind"]),
        (&json!("analysing"), &json!("saved")),
        "{made}"
    );
    app.screening.run_until_idle().await.unwrap();
    let list = made["data"]["id"].clone();
    let ready = app.call("list/get", Some(&sid), json!({"id": list})).await["data"].clone();
    assert_eq!((&ready["state"], &ready["numbers"]), (&json!("ready"), &json!(500)), "{ready}");
    assert_eq!((&ready["generated"], &ready["expires_at"]), (&json!(true), &Value::Null));
    assert_eq!(ready["analysis"]["by_kind"]["mobile"], 500);
    let link = app.call("list/export", Some(&sid), json!({"id": list, "what": "numbers"})).await;
    let file = Request::get(link["data"]["url"].as_str().unwrap()).body(Body::empty()).unwrap();
    let file = String::from_utf8(app.send(file).await.body).unwrap();
    numbers.sort();
    let mut saved: Vec<&str> =
        file.lines().filter_map(|line| line.find("+86").map(|at| &line[at..at + 14])).collect();
    saved.sort_unstable();
    assert_eq!(saved, numbers);
    let checks = |project: &str| json!([{"project": project}]);
    let quote = |project| json!({"list": list, "mode": "single", "checks": checks(project)});
    let own = app.call("task/quote", Some(&sid), quote("hygiene")).await;
    assert_eq!(own["data"]["checks"][0]["usable"], true, "{own}");
    let others = app.call("task/quote", Some(&sid), quote("whatsapp")).await;
    assert_eq!(others["data"]["checks"][0]["reason"], "generated", "{others}");
    let start = |project| {
        json!({"list": list, "mode": "single", "checks": checks(project), "name": "Made up",
        "purpose": "A test", "confirmed": true})
    };
    let task = app.call("task/start", Some(&sid), start("hygiene")).await;
    assert_eq!(task["code"], 0, "{task}");
    app.screening.run_until_idle().await.unwrap();
    let task = app.call("task/get", Some(&sid), json!({"id": task["data"]["id"]})).await;
    assert_eq!((&task["data"]["state"], &task["data"]["done"]), (&json!("completed"), &json!(500)), "{task}");
    // For one task only: it expires like an upload.
    let once = app.call("gen_number/save", Some(&sid), json!({"id": run, "name": "Once"})).await;
    assert_eq!(once["data"]["kind"], "upload", "{once}");
    let bob = app.signed_in("bob", AccountType::Customer).await;
    let spied = app.call("gen_number/save", Some(&bob), json!({"id": run, "name": "Mine"})).await;
    assert_eq!(spied["code"], 40400);
}

async fn only_the_owner_can_download_a_run(app: &TestApp) {
    let sid = app.signed_in("ann", AccountType::Customer).await;
    let body = json!({"style": "national", "segments": [
        {"space": {"country": "GB", "kind": "mobile", "carrier": "Vodafone"}, "count": 9_000}]});
    let run = app.call("gen_number/generate", Some(&sid), body).await;
    let id = &run["data"]["run"]["id"];
    let text = file(app, &sid, id, "txt").await;
    assert_eq!(text.headers["content-type"], "text/plain; charset=utf-8");
    assert!(text.headers["content-disposition"].to_str().unwrap().contains(".txt"));
    let numbers = lines(app, &sid, id).await;
    assert_eq!(numbers.len(), 9_000);
    assert!(numbers.iter().all(|number| number.starts_with("07")), "{:?}", &numbers[..3]);
    let link = app.call("gen_number/export", Some(&sid), json!({"id": id})).await;
    let packed = Request::get(link["data"]["url"].as_str().unwrap()).header("accept-encoding", "gzip");
    let packed = app.send(packed.body(Body::empty()).unwrap()).await;
    assert_eq!(
        (&packed.headers["content-encoding"], &packed.body[..2]),
        (&"gzip".parse().unwrap(), &b"\x1f\x8b"[..])
    );
    let csv = String::from_utf8(file(app, &sid, id, "csv").await.body).unwrap();
    assert_eq!(csv.lines().next().unwrap(), "\u{feff}number,country,type,carrier,segment");
    assert_eq!(csv.lines().count(), 9_001);
    assert!(csv.lines().skip(1).all(|line| line.ends_with(",GB,mobile,Vodafone,1")));
    assert_eq!(&file(app, &sid, id, "xlsx").await.body[..4], b"PK\x03\x04", "a zip file");
    let other = app.signed_in("bob", AccountType::Customer).await;
    for call in ["gen_number/export", "gen_number/delete"] {
        assert_eq!(app.call(call, Some(&other), json!({"id": id})).await["code"], 40400, "{call}");
    }
    assert_eq!(app.call("gen_number/list", Some(&other), json!({})).await["data"]["total"], 0);
}

async fn runs_are_listed_expire_and_are_deleted(app: &TestApp) {
    let sid = app.signed_in("ann", AccountType::Customer).await;
    for (page, count) in [("country", 5), ("custom", 6), ("country", 7)] {
        let body = json!({"page": page, "segments": [{"space": {"country": "CN"}, "count": count}]});
        app.call("gen_number/generate", Some(&sid), body).await;
    }
    let country =
        app.call("gen_number/list", Some(&sid), json!({"made_on": "country"})).await["data"].clone();
    assert_eq!((&country["total"], &country["items"][0]["count"]), (&json!(2), &json!(7)), "{country}");
    assert_eq!(country["items"][0]["expires_at"], 1_800_000_000 + 30 * 86_400);
    let first = &country["items"][1]["id"];
    assert_eq!(app.call("gen_number/delete", Some(&sid), json!({"id": first})).await["code"], 0);
    assert_eq!(app.call("gen_number/export", Some(&sid), json!({"id": first})).await["code"], 40400);
    assert_eq!(app.call("gen_number/list", Some(&sid), json!({})).await["data"]["total"], 2);
    let body = json!({"segments": [{"country": "CN"}]});
    let used = app.call("gen_number/space", Some(&sid), body).await;
    assert_eq!(used["data"]["segments"][0]["used"], 18, "deleted or not, given is given");
    app.clock.advance(30 * 86_400);
    let sid = app.sid("ann").await;
    assert_eq!(app.call("gen_number/list", Some(&sid), json!({})).await["data"]["total"], 0);
}

async fn errors_name_the_field(app: &TestApp) {
    let sid = app.signed_in("ann", AccountType::Customer).await;
    let part = |space: Value, count: u64| json!({"space": space, "count": count});
    for (segments, field) in [
        (json!([]), "segments"),
        (json!([part(json!({"country": "CN"}), 0)]), "segments[0].count"),
        (json!([part(json!({"country": "CN"}), 10_000_001)]), "segments[0].count"),
        (
            json!([part(json!({"country": "CN"}), 1), part(json!({"pattern": "[a]"}), 1)]),
            "segments[1].space.pattern",
        ),
        (json!([part(json!({"country": "CN", "carrier": "Nobody"}), 1)]), "segments[0].space.carrier"),
        (json!([part(json!({"country": "CN", "prefix": "x"}), 1)]), "segments[0].space.prefix"),
        (json!([part(json!({"country": "US", "kind": "fixed"}), 1)]), "segments[0].space.kind"),
        (json!([{"space": {"country": "CN"}, "count": -1}]), "segments[0].count"),
        (json!([{"space": {"colour": "red"}, "count": 1}]), "segments[0].space.colour"),
    ] {
        for call in ["gen_number/preview", "gen_number/generate"] {
            let refused = app.call(call, Some(&sid), json!({"segments": segments})).await;
            assert_eq!(refused["code"], 40000, "{segments}: {refused}");
            assert!(refused["data"]["fields"][field].is_string(), "{segments}: {refused}");
        }
    }
    assert_eq!(app.call("gen_number/list", Some(&sid), json!({})).await["data"]["total"], 0);
}
