//! Presets: the gallery, and channels that are created from it.

use std::collections::BTreeSet;

use numsift_model::account::AccountType;
use numsift_presets::Preset;
use numsift_screening::default_projects;
use serde_json::{Value, json};

use crate::app::{TestApp, on_both_stores};

on_both_stores!(a_channel_is_created_from_a_preset, a_newer_version_of_a_preset_is_offered);

/// Statuses that every project has or that the connector understands itself.
const RESERVED: [&str; 3] = ["unknown", "pass", "retry"];

#[test]
fn presets_use_projects_and_statuses_of_the_catalogue() {
    let projects = default_projects();
    for preset in numsift_presets::all() {
        for slug in preset.projects() {
            let project = projects.iter().find(|project| project.slug == slug);
            let project = project.unwrap_or_else(|| panic!("{}: there is no project {slug}", preset.id));
            for status in statuses(preset, &slug) {
                let known = project.details.statuses.contains(&status) || RESERVED.contains(&status.as_str());
                assert!(known, "{}: {slug} has no status {status}", preset.id);
            }
        }
    }
}

#[test]
fn projects_of_the_catalogue_are_told_apart_by_their_icons() {
    let projects = default_projects();
    let icons: BTreeSet<_> = projects.iter().map(|project| project.details.icon.as_str()).collect();
    assert_eq!(icons.len(), projects.len(), "{icons:?}");
}

/// The statuses that the rules of a preset give to a project.
fn statuses(preset: &Preset, project: &str) -> Vec<String> {
    let inputs = preset.inputs.iter().map(|input| (input.key.clone(), input.example.clone())).collect();
    let choice = numsift_presets::Choice { name: preset.id.clone(), inputs, ..Default::default() };
    let config = preset.channel(&choice).unwrap();
    let is_for = |projects: &[String]| projects.is_empty() || projects.iter().any(|slug| slug == project);
    let maps = config.map.iter().filter(|rule| rule.to == "status" && is_for(&rule.projects));
    let mapped = maps.flat_map(|rule| {
        let cases = rule.cases.iter().map(|case| case.is.clone());
        rule.values.values().cloned().chain(cases).chain(rule.default.clone()).collect::<Vec<_>>()
    });
    let rules = config.classify.iter().filter(|rule| is_for(&rule.projects));
    let also = config.also.iter().filter(|rule| is_for(&rule.projects)).map(|rule| rule.status.clone());
    mapped.chain(rules.filter_map(|rule| rule.status.clone())).chain(also).collect()
}

async fn a_channel_is_created_from_a_preset(app: &TestApp) {
    let sid = app.signed_in("admin", AccountType::SuperAdministrator).await;
    let presets = app.call("channel/presets", Some(&sid), json!({})).await;
    let presets = presets["data"].as_array().unwrap();
    let found = presets.iter().find(|preset| preset["id"] == "hlrlookup").unwrap();
    assert_eq!(found["confidence"], "unverified");
    assert_eq!((&found["simulated"], &found["inputs"][0]["kind"]), (&json!(false), &json!("secret")));
    let chinese = app.call_in("zh", "channel/presets", Some(&sid), json!({})).await;
    let names = chinese["data"].as_array().unwrap().iter().map(|preset| &preset["inputs"][0]["label"]);
    assert!(names.clone().any(|name| name == "API 密钥") && names.clone().all(|name| name != "API key"));
    assert_eq!(found["inputs"][0]["label"], "API key");
    assert!(found.get("config").is_none() && found["inputs"][0].get("example").is_none(), "{found}");

    let preset = |inputs: Value| {
        json!({"id": "hlrlookup", "name": "my-hlr", "projects": ["live_status"], "inputs": inputs,
            "contract": {"ref": "2026/17", "expires": "2099-01-01"}})
    };
    let save =
        |inputs: Value| json!({"version": 0, "priority": 5, "enabled": true, "preset": preset(inputs)});
    let refused = app.call("channel/save", Some(&sid), save(json!({"api_key": "first-secret"}))).await;
    assert!(refused["data"]["fields"].get("preset.inputs.api_secret").is_some(), "{refused}");
    let inputs = json!({"api_key": "first-secret", "api_secret": "second-secret"});
    let faults = app.call("channel/validate", Some(&sid), json!({"preset": preset(inputs.clone())})).await;
    assert_eq!(faults["data"]["faults"], json!([]), "{faults}");
    let saved = app.call("channel/save", Some(&sid), save(inputs)).await;
    assert_eq!(
        (&saved["data"]["usable"], &saved["data"]["config"]["checks"]),
        (&json!(true), &json!(["live_status"]))
    );
    assert_eq!(saved["data"]["config"]["secrets"]["api_key"], "********");

    let audit = app.audited().await;
    let line = audit.iter().find(|line| line.action == "channel/save").unwrap();
    assert!(line.detail.contains("hlrlookup"), "{}", line.detail);
    for shown in [faults.to_string(), saved.to_string(), line.detail.clone()] {
        assert!(!shown.contains("first-secret") && !shown.contains("second-secret"), "{shown}");
    }
    let rows = app.store.read().await.unwrap().channels().await.unwrap();
    assert!(!rows[0].document.contains("second-secret"));
    let secrets = app.screening.channels.open_secrets(&rows[0]).unwrap();
    assert_eq!(secrets["secrets.api_secret"], "second-secret");
}

async fn a_newer_version_of_a_preset_is_offered(app: &TestApp) {
    let sid = app.signed_in("admin", AccountType::SuperAdministrator).await;
    let inputs = json!({"api_key": "first-secret", "api_secret": "second-secret"});
    let preset = json!({"id": "hlrlookup", "name": "my-hlr", "inputs": inputs});
    let save = async |version: &Value, given: Value| {
        let mut request = json!({"version": version, "priority": 5, "enabled": true});
        request.as_object_mut().unwrap().extend(given.as_object().unwrap().clone());
        app.call("channel/save", Some(&sid), request).await["data"].clone()
    };
    let saved = save(&json!(0), json!({"preset": preset})).await;
    assert_eq!((&saved["update"], &saved["config"]["preset"]["id"]), (&json!(null), &json!("hlrlookup")));

    // As if it had been made from an older version with another limit, and changed by the operator in another field.
    let mut config = saved["config"].clone();
    let newest = config["limit"]["rps"].clone();
    config["preset"]["version"] = json!(0);
    config["preset"]["base"]["limit"]["rps"] = json!(1);
    config["preset"]["base"]["batch"]["max"] = json!(7);
    config["limit"]["rps"] = json!(1);
    config["batch"]["max"] = json!(9);
    let older = save(&saved["version"], json!({"config": config})).await;
    let update = &older["update"];
    let changes: Vec<(&str, bool)> = update["changes"]
        .as_array()
        .unwrap()
        .iter()
        .map(|change| (change["field"].as_str().unwrap(), change["kept"].as_bool().unwrap()))
        .collect();
    assert_eq!(changes, [("batch.max", true), ("limit.rps", false)], "{update}");
    assert_eq!(older["config"]["limit"]["rps"], 1, "nothing is changed before it is taken");

    let taken = save(&older["version"], json!({"config": update["config"]})).await;
    assert_eq!((&taken["config"]["limit"]["rps"], &taken["config"]["batch"]["max"]), (&newest, &json!(9)));
    assert_eq!(taken["update"], json!(null));
    let rows = app.store.read().await.unwrap().channels().await.unwrap();
    let secrets = app.screening.channels.open_secrets(&rows[0]).unwrap();
    assert_eq!(secrets["secrets.api_secret"], "second-secret", "the stored secrets are kept");
    assert!(!older.to_string().contains("second-secret"));
}
