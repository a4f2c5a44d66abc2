//! Results in every form: the console, the public API and all file formats show the same fields under the same names.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{Cursor, Read as _};

use axum::body::Body;
use axum::http::Request;
use calamine::{Data, Reader as _, Xlsx};
use numsift_channel::ChannelConfig;
use numsift_model::clock::Timestamp;
use numsift_model::project::Answerer;
use numsift_screening::default_projects;
use numsift_sim::{ProviderSettings, ProvidersNode};
use numsift_store::ChannelRow;
use parquet::file::reader::{FileReader as _, SerializedFileReader};
use parquet::record::Field;
use serde_json::{Value, json};

use crate::app::{Answer, TestApp, on_both_stores};
use crate::public_api::{ALL, get, give, request, with_key};

on_both_stores!(
    every_project_has_the_same_fields_everywhere,
    an_export_returns_the_file_with_answers,
    rows_are_counted_and_found_by_their_columns,
);

/// Rows as texts by column; cells without a value are missing.
type Table = Vec<BTreeMap<String, String>>;

/// A list with its own columns, a duplicate, a suppressed number and a row without a number.
const PEOPLE: &str = "id;Handy;city\n1;+8613812345678;Rome\n2;86 138 1234 5678;\n3;nobody;Bonn\n\
    4;+442083661177;Lima\n\n5;+12015550102;Oslo\n6;+8613912345678;=Kyiv\n";

/// Starts the simulated provider, and a channel that asks it for every project of the catalogue.
pub async fn with_provider(app: &TestApp) -> ProvidersNode {
    let provider = ProvidersNode::start(ProviderSettings::default()).await.unwrap();
    let projects: Vec<String> = default_projects()
        .into_iter()
        .filter(|project| project.details.answerer == Answerer::Channels)
        .map(|project| project.slug)
        .collect();
    let yaml = format!(
        "{{name: all, kind: http, base_url: '{}', checks: [{}], contract: {{ref: demo, expires: 2099-01-01}}, \
         mode: sync, batch: {{max: 100}}, submit: {{method: POST, path: '/sync/{{{{ project }}}}', \
         body: '{{\"numbers\": {{{{ e164 | tojson }}}}}}'}}, items: '$.results[*]', match: {{key: $.to, by: e164}}, \
         map: [{{to: status, path: $.state, values: {{live: active, dead: inactive}}, default: unknown}}, \
         {{to: network, path: $.network.name}}, {{to: state, path: $.state}}]}}",
        provider.url(),
        projects.join(", "),
    );
    let config = ChannelConfig::from_yaml(&yaml).unwrap();
    let (document, secrets) = app.screening.channels.sealed(config).unwrap();
    let row = ChannelRow {
        name: "all".to_owned(),
        priority: 10,
        enabled: true,
        disabled_reason: String::new(),
        version: 0,
        document,
        secrets,
    };
    let mut tx = app.store.begin().await.unwrap();
    tx.put_channel(&row).await.unwrap().unwrap();
    tx.save().await.unwrap();
    provider
}

/// Uploads the list with all its columns and runs checks on it; returns the task.
async fn screened(app: &TestApp, sid: &str, projects: &[String]) -> i64 {
    let suppressed = app.upload(Some(sid), "suppression", "no.txt", b"+442083661177").await;
    for (list, carried) in [
        (suppressed, json!([])),
        (app.upload(Some(sid), "upload", "people.csv", PEOPLE.as_bytes()).await, json!([0, 2])),
    ] {
        let mut mapping = list["data"]["preview"]["mapping"].clone();
        mapping["carried"] = carried;
        let begun =
            app.call("list/analyse", Some(sid), json!({"id": list["data"]["id"], "mapping": mapping})).await;
        assert_eq!(begun["code"], 0, "{begun}");
        app.screening.run_until_idle().await.unwrap();
    }
    let lists = app.call("list/list", Some(sid), json!({"filter": {"kind": "upload"}})).await;
    let checks: Vec<Value> = projects.iter().map(|slug| json!({"project": slug})).collect();
    let mode = if projects.len() == 1 { "single" } else { "parallel" };
    let start = json!({"list": lists["data"]["items"][0]["id"], "name": "t", "mode": mode, "checks": checks,
        "purpose": "news", "confirmed": true});
    let task = app.call("task/start", Some(sid), start).await;
    assert_eq!(task["code"], 0, "{task}");
    app.screening.run_until_idle().await.unwrap();
    task["data"]["id"].as_i64().unwrap()
}

/// Exports results and downloads the file: its name and content.
async fn exported(app: &TestApp, sid: &str, request: Value) -> (String, Vec<u8>) {
    let export = app.call("task/export", Some(sid), request).await;
    assert_eq!(export["code"], 0, "{export}");
    app.screening.run_until_idle().await.unwrap();
    let link = app.call("task/download", Some(sid), json!({"export": export["data"]["id"]})).await;
    let url = link["data"]["url"].as_str().unwrap_or_else(|| panic!("{link}")).to_owned();
    let file = app.send(Request::get(url).body(Body::empty()).unwrap()).await;
    let name = file.headers["content-disposition"].to_str().unwrap().to_owned();
    (name, file.body)
}

fn table(names: &[String], rows: impl Iterator<Item = Vec<String>>) -> Table {
    let row =
        |cells: Vec<String>| names.iter().cloned().zip(cells).filter(|(_, cell)| !cell.is_empty()).collect();
    rows.map(row).collect()
}

fn from_csv(bytes: &[u8]) -> (Vec<String>, Table) {
    let text = std::str::from_utf8(bytes).unwrap().trim_start_matches('\u{feff}');
    let mut reader = csv::Reader::from_reader(text.as_bytes());
    let names: Vec<String> = reader.headers().unwrap().iter().map(str::to_owned).collect();
    // The only cell that looks like a formula.
    let cell = |cell: &str| cell.replace("'=Kyiv", "=Kyiv");
    let rows = reader.records().map(|row| row.unwrap().iter().map(cell).collect());
    let rows = table(&names, rows);
    (names, rows)
}

fn from_xlsx(bytes: Vec<u8>) -> (Vec<String>, Table) {
    let mut book: Xlsx<_> = Xlsx::new(Cursor::new(bytes)).unwrap();
    let sheet = book.worksheet_range_at(0).unwrap().unwrap();
    let cell = |cell: &Data| match cell {
        Data::Empty => String::new(),
        Data::String(text) => text.clone(),
        Data::Float(number) => number.to_string(),
        Data::DateTime(time) => {
            let seconds = (time.as_f64() - 25_569.0) * 86_400.0;
            #[expect(clippy::cast_possible_truncation)]
            Timestamp(seconds.round() as i64).rfc3339()
        }
        other => panic!("{other:?}"),
    };
    let mut rows = sheet.rows().map(|row| row.iter().map(cell).collect::<Vec<_>>());
    let names = rows.next().unwrap();
    let rows = table(&names, rows);
    (names, rows)
}

fn from_parquet(bytes: Vec<u8>) -> (Vec<String>, Table) {
    let reader = SerializedFileReader::new(axum::body::Bytes::from(bytes)).unwrap();
    let schema = reader.metadata().file_metadata().schema_descr();
    let names: Vec<String> = schema.columns().iter().map(|column| column.name().to_owned()).collect();
    let cell = |field: &Field| match field {
        Field::Null => String::new(),
        Field::Str(text) => text.clone(),
        Field::Long(number) => number.to_string(),
        Field::TimestampMillis(time) => Timestamp(time / 1000).rfc3339(),
        other => panic!("{other:?}"),
    };
    let rows = reader.get_row_iter(None).unwrap();
    let rows = rows.map(|row| row.unwrap().get_column_iter().map(|(_, field)| cell(field)).collect());
    let rows = table(&names, rows);
    (names, rows)
}

fn text_of(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}

fn from_json_lines(bytes: &[u8]) -> Table {
    let lines = std::str::from_utf8(bytes).unwrap().lines();
    let row = |line: &str| {
        let object: BTreeMap<String, Value> = serde_json::from_str(line).unwrap();
        object
            .iter()
            .map(|(name, value)| (name.clone(), text_of(value)))
            .filter(|(_, cell)| !cell.is_empty())
            .collect()
    };
    lines.map(row).collect()
}

/// Collects the columns of one row; empty cells are left out.
#[derive(Default)]
struct Cells(BTreeMap<String, String>);

impl Cells {
    fn add(&mut self, name: impl Into<String>, value: &Value) {
        let text = text_of(value);
        if !text.is_empty() {
            self.0.insert(name.into(), text);
        }
    }
}

/// The page of results that the console shows.
async fn from_console(app: &TestApp, sid: &str, task: i64, projects: &[String]) -> Table {
    let page = app.call("task/results", Some(sid), json!({"id": task})).await;
    let row = |item: &Value| {
        let mut cells = Cells::default();
        for name in ["row", "e164", "country", "type", "original_carrier"] {
            cells.add(name, &item[name]);
        }
        cells.add("Handy", &item["number"]);
        cells.add("id", &item["carried"][0]);
        cells.add("city", &item["carried"][1]);
        for (slug, check) in projects.iter().zip(item["checks"].as_array().unwrap()) {
            cells.add(slug, &check["status"]);
            cells.add(format!("{slug}_reason"), &check["reason"]);
            cells.add(format!("{slug}_source"), &check["source"]);
            let at = check["checked_at"].as_i64().map(|at| Timestamp(at).rfc3339());
            cells.add(format!("{slug}_checked_at"), &json!(at));
            for (name, value) in check["fields"].as_object().unwrap() {
                cells.add(format!("{slug}_{name}"), value);
            }
        }
        cells.0
    };
    page["data"]["items"].as_array().unwrap_or_else(|| panic!("{page}")).iter().map(row).collect()
}

/// The results of the public API: `checks.{project}.{name}` is the column `{project}_{name}`.
async fn from_public_api(app: &TestApp, secret: &str, task: i64) -> Table {
    let page = get(app, &format!("/v1/tasks/{task}/results"), secret).await.json();
    let row = |item: &Value| {
        let mut cells = Cells::default();
        for name in ["row", "e164", "country", "type", "original_carrier"] {
            cells.add(name, &item[name]);
        }
        cells.add("Handy", &item["number"]);
        for (name, value) in item["columns"].as_object().unwrap() {
            cells.add(name, value);
        }
        for (slug, check) in item["checks"].as_object().unwrap() {
            let none = if check.is_null() { "skipped" } else { "unknown" };
            cells.add(slug, &json!(check["status"].as_str().unwrap_or(none)));
            cells.add(format!("{slug}_reason"), &check["error"]["code"]);
            cells.add(format!("{slug}_source"), &check["source"]);
            cells.add(format!("{slug}_checked_at"), &check["checked_at"]);
            for (name, value) in check["attributes"].as_object().into_iter().flatten() {
                cells.add(format!("{slug}_{name}"), value);
            }
        }
        cells.0
    };
    page["items"].as_array().unwrap_or_else(|| panic!("{page}")).iter().map(row).collect()
}

/// The body of a response that is encoded like this.
fn decoded(answer: &Answer, encoding: &str) -> Vec<u8> {
    assert_eq!(answer.status, 200, "{encoding}");
    assert_eq!(answer.headers["vary"], "accept, accept-encoding");
    if encoding == "identity" {
        assert!(!answer.headers.contains_key("content-encoding"));
        return answer.body.clone();
    }
    assert_eq!(answer.headers["content-encoding"], encoding);
    if encoding == "zstd" {
        return zstd::decode_all(&answer.body[..]).unwrap();
    }
    let mut text = Vec::new();
    flate2::read::GzDecoder::new(&answer.body[..]).read_to_end(&mut text).unwrap();
    text
}

async fn every_project_has_the_same_fields_everywhere(app: &TestApp) {
    app.free_catalogue().await;
    let _provider = with_provider(app).await;
    let (uid, sid, secret) = with_key(app, "ann", &ALL).await;
    give(app, uid, 100 * 10_000).await;
    let all: Vec<String> = default_projects().into_iter().map(|project| project.slug).collect();
    for projects in all.chunks(8) {
        let task = screened(app, &sid, projects).await;
        let export = async |format: &str, rows: &str| {
            exported(app, &sid, json!({"id": task, "format": format, "rows": rows})).await.1
        };
        let (names, csv) = from_csv(&export("csv", "all").await);
        assert_eq!(csv.len(), 6, "every row");
        let (xlsx_names, xlsx) = from_xlsx(export("xlsx", "all").await);
        assert_eq!((&xlsx_names, &xlsx), (&names, &csv));
        let (parquet_names, parquet) = from_parquet(export("parquet", "all").await);
        assert_eq!((&parquet_names, &parquet), (&names, &csv));
        let lines = export("jsonl", "all").await;
        let first: serde_json::Map<String, Value> =
            serde_json::from_slice(lines.split(|byte| *byte == b'\n').next().unwrap()).unwrap();
        let keys: BTreeSet<&String> = first.keys().collect();
        assert_eq!(keys, names.iter().collect());
        assert_eq!(from_json_lines(&lines), csv);
        let stream = async |accept: &str, encoding: &str| {
            let mut stream = request("GET", &format!("/v1/tasks/{task}/results"), &secret, None);
            stream.headers_mut().insert("accept", accept.parse().unwrap());
            stream.headers_mut().insert("accept-encoding", encoding.parse().unwrap());
            app.send(stream).await
        };
        for encoding in ["identity", "gzip", "zstd"] {
            let streamed = stream("application/x-ndjson", encoding).await;
            assert_eq!(decoded(&streamed, encoding), lines, "{encoding}");
            let streamed = stream("text/csv", encoding).await;
            assert_eq!(from_csv(&decoded(&streamed, encoding)), (names.clone(), csv.clone()), "{encoding}");
        }
        let streamed = stream("application/vnd.apache.parquet", "gzip, zstd").await;
        assert_eq!(streamed.headers["content-type"], "application/vnd.apache.parquet");
        assert_eq!(from_parquet(decoded(&streamed, "identity")), (names.clone(), csv.clone()));
        let breakdown = app.call("task/breakdown", Some(&sid), json!({"id": task})).await;
        assert_eq!(breakdown["data"]["columns"], json!(names));

        // A page has the numbers with results. What it lacks is the same for all of them.
        let (_, mut unique) = from_csv(&export("csv", "unique").await);
        for row in &mut unique {
            assert_eq!(row.remove("outcome").as_deref(), Some("answered"));
        }
        assert_eq!(from_console(app, &sid, task, projects).await, unique);
        assert_eq!(from_public_api(app, &secret, task).await, unique);

        for (slug, row) in projects.iter().flat_map(|slug| unique.iter().map(move |row| (slug, row))) {
            assert!(
                row.contains_key(slug) && row.contains_key(&format!("{slug}_checked_at")),
                "{slug}: {row:?}"
            );
            let definite = !matches!(row[slug].as_str(), "unknown" | "skipped");
            let field = match (row[&format!("{slug}_source")].as_str(), slug.as_str()) {
                ("channel", _) => "network",
                (_, "carrier") => "carrier",
                _ => continue,
            };
            assert_eq!(row.contains_key(&format!("{slug}_{field}")), definite, "{slug}: {row:?}");
        }
    }
}

async fn an_export_returns_the_file_with_answers(app: &TestApp) {
    app.free_catalogue().await;
    let (_, sid, _) = with_key(app, "ann", &ALL).await;
    let task = screened(app, &sid, &["hygiene".to_owned()]).await;
    let (name, csv) = exported(app, &sid, json!({"id": task, "format": "csv"})).await;
    assert!(name.contains("people_hygiene_2027-01-15_"), "{name}");
    let expected = "\u{feff}id,Handy,city,row,outcome,outcome_reason,duplicate_of,e164,country,type,original_carrier,hygiene,\
        hygiene_reason,hygiene_source,hygiene_checked_at\r\n\
        1,+8613812345678,Rome,2,answered,,,+8613812345678,CN,mobile,China Mobile,valid,,engine,2027-01-15T08:00:00Z\r\n\
        2,86 138 1234 5678,,3,duplicate,,2,+8613812345678,CN,mobile,China Mobile,valid,,engine,2027-01-15T08:00:00Z\r\n\
        3,nobody,Bonn,4,refused,not_a_number,,,,,,,,,\r\n\
        4,+442083661177,Lima,5,suppressed,,,+442083661177,GB,fixed_line,,,,,\r\n\
        5,+12015550102,Oslo,7,answered,,,+12015550102,US,fixed_line_or_mobile,,valid,,engine,2027-01-15T08:00:00Z\r\n\
        6,+8613912345678,'=Kyiv,8,answered,,,+8613912345678,CN,mobile,China Mobile,valid,,engine,2027-01-15T08:00:00Z\r\n";
    assert_eq!(String::from_utf8(csv).unwrap(), expected);

    // Chosen columns, each number once, without a byte order mark.
    let chosen =
        json!({"id": task, "format": "csv", "rows": "unique", "columns": ["Handy", "hygiene"], "bom": false});
    let (again, csv) = exported(app, &sid, chosen).await;
    assert_ne!(name, again, "names never collide");
    let expected = "Handy,hygiene\r\n+8613812345678,valid\r\n+12015550102,valid\r\n+8613912345678,valid\r\n";
    assert_eq!(String::from_utf8(csv).unwrap(), expected);

    // Numbers that a spreadsheet would take for amounts, as text; other cells are written as without.
    let text =
        json!({"id": task, "format": "csv", "columns": ["Handy", "city", "e164"], "text_numbers": true});
    let (_, csv) = exported(app, &sid, text).await;
    let expected = "\u{feff}Handy,city,e164\r\n\
        \"=\"\"+8613812345678\"\"\",Rome,\"=\"\"+8613812345678\"\"\"\r\n\
        86 138 1234 5678,,\"=\"\"+8613812345678\"\"\"\r\n\
        nobody,Bonn,\r\n\
        \"=\"\"+442083661177\"\"\",Lima,\"=\"\"+442083661177\"\"\"\r\n\
        \"=\"\"+12015550102\"\"\",Oslo,\"=\"\"+12015550102\"\"\"\r\n\
        \"=\"\"+8613912345678\"\"\",'=Kyiv,\"=\"\"+8613912345678\"\"\"\r\n";
    assert_eq!(String::from_utf8(csv).unwrap(), expected);
    let unknown = json!({"id": task, "format": "csv", "columns": ["nothing"]});
    assert_eq!(app.call("task/export", Some(&sid), unknown).await["code"], 40000);

    // Headers and values in the language of the caller; the upload's own stay as they are.
    let request = json!({"id": task, "format": "csv", "translated": true});
    let export = app.call_in("zh", "task/export", Some(&sid), request).await;
    app.screening.run_until_idle().await.unwrap();
    let link = app.call("task/download", Some(&sid), json!({"export": export["data"]["id"]})).await;
    let file = Request::get(link["data"]["url"].as_str().unwrap()).body(Body::empty()).unwrap();
    let text = String::from_utf8(app.send(file).await.body).unwrap();
    assert!(text.starts_with("\u{feff}id,Handy,city,行号,处理结果,"), "{text}");
    assert!(text.contains("重复") && text.contains("移动电话") && !text.contains("mobile"), "{text}");

    // One file per status, and one for the rows that were not checked.
    let (_, zip) = exported(app, &sid, json!({"id": task, "format": "txt", "one_file_a_class": 0})).await;
    assert_eq!(&zip[..2], b"PK");
}

async fn rows_are_counted_and_found_by_their_columns(app: &TestApp) {
    app.free_catalogue().await;
    let (_, sid, _) = with_key(app, "ann", &ALL).await;
    let task = screened(app, &sid, &["hygiene".to_owned(), "carrier".to_owned()]).await;
    let view = app.call("task/get", Some(&sid), json!({"id": task})).await;
    let rows = json!({"sent": 7, "answered": 3, "skipped": 0, "unprocessed": 0, "duplicates": 1, "suppressed": 1,
        "refused": 1, "blank": 1});
    assert_eq!(view["data"]["rows"], rows);
    for (filter, found) in [
        (json!({"search": "rome"}), json!([2])),
        (json!({"search": "+8613"}), json!([2, 8])),
        (json!({"columns": [null, "KYIV"]}), json!([8])),
        (json!({"columns": ["5"], "search": "oslo"}), json!([7])),
        (json!({"search": "nobody"}), json!([])),
    ] {
        let page = app.call("task/results", Some(&sid), json!({"id": task, "filter": filter})).await;
        let lines: Vec<&Value> =
            page["data"]["items"].as_array().unwrap().iter().map(|row| &row["row"]).collect();
        assert_eq!(json!(lines), found, "{filter}");
        let (_, csv) = exported(app, &sid, json!({"id": task, "format": "csv", "filter": filter})).await;
        let (_, rows) = from_csv(&csv);
        let numbers: Vec<&String> =
            rows.iter().filter(|row| row["outcome"] == "answered").map(|row| &row["row"]).collect();
        let found: Vec<String> = found.as_array().unwrap().iter().map(Value::to_string).collect();
        assert_eq!(numbers, found.iter().collect::<Vec<_>>(), "{filter}");
    }
    let wrong = json!({"id": task, "filter": {"columns": [null, null, "x"]}});
    assert_eq!(app.call("task/results", Some(&sid), wrong).await["code"], 40000);
}
