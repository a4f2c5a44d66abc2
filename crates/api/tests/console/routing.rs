//! The routing of a project, and the evidence that it rests on.

use numsift_model::account::AccountType;
use numsift_model::clock::Clock as _;
use numsift_model::routing::{AgreementRow, Traffic, TrafficRow};
use serde_json::{Value, json};

use crate::app::{TestApp, on_both_stores};

on_both_stores!(the_routing_of_a_project_is_saved_and_shown_with_its_evidence);

async fn the_routing_of_a_project_is_saved_and_shown_with_its_evidence(app: &TestApp) {
    let sid = app.signed_in("admin", AccountType::SuperAdministrator).await;
    app.free_catalogue().await;
    let projects = app.call("project/list", Some(&sid), json!({})).await;
    let project = projects["data"].as_array().unwrap().iter().find(|project| project["slug"] == "line");
    let mut project = project.unwrap().clone();
    project.as_object_mut().unwrap().remove("usable");
    let evidence = async |days: Value| {
        app.call("channel/evidence", Some(&sid), json!({"project": "line", "days": days})).await
    };
    let by_priority = json!({"by": "priority", "split": {}, "shadow": 0});
    assert_eq!(evidence(json!(7)).await["data"]["routing"], by_priority);

    for wrong in [json!({"by": "split"}), json!({"shadow": 5001}), json!({"by": "split", "split": {"a": 0}})]
    {
        project["details"]["routing"] = wrong;
        let refused = app.call("project/save", Some(&sid), project.clone()).await;
        assert!(refused["data"]["fields"].get("details.routing").is_some(), "{refused}");
    }
    let routing = json!({"by": "split", "split": {"a": 80, "b": 20}, "shadow": 200});
    project["details"]["routing"] = routing.clone();
    let saved = app.call("project/save", Some(&sid), project).await;
    assert_eq!(saved["data"]["details"]["routing"], routing, "{saved}");

    let day = app.clock.now();
    let traffic = Traffic { numbers: 9, definite: 5, hits: 3, cost: 90, ..Traffic::default() };
    let (line, de) = (|| "line".to_owned(), || "DE".to_owned());
    let counted = [
        TrafficRow { day, channel: "a".to_owned(), project: line(), country: de(), traffic },
        TrafficRow {
            day: day.plus_days(-7),
            channel: "old".to_owned(),
            project: line(),
            country: de(),
            traffic,
        },
    ];
    let compared = AgreementRow {
        day,
        channel: "a".to_owned(),
        other: "b".to_owned(),
        project: line(),
        country: de(),
        compared: 4,
        agreed: 3,
    };
    let mut tx = app.store.begin().await.unwrap();
    tx.add_traffic(&counted).await.unwrap();
    tx.add_agreement(&[compared]).await.unwrap();
    tx.save().await.unwrap();
    let shown = evidence(json!(7)).await;
    assert_eq!(shown["data"]["routing"], routing);
    let [row] = &shown["data"]["traffic"].as_array().unwrap()[..] else { panic!("{shown}") };
    assert_eq!((&row["channel"], &row["country"], &row["definite"]), (&json!("a"), &json!("DE"), &json!(5)));
    let agreement = json!([{"channel": "a", "other": "b", "country": "DE", "compared": 4, "agreed": 3}]);
    assert_eq!(shown["data"]["agreement"], agreement);
    assert_eq!(evidence(json!(8)).await["data"]["traffic"].as_array().unwrap().len(), 2);

    for days in [0, 91] {
        let refused = evidence(json!(days)).await;
        assert!(refused["data"]["fields"].get("days").is_some(), "{refused}");
    }
    let body = json!({"project": "nothing", "days": 7});
    let missing = app.call("channel/evidence", Some(&sid), body).await;
    assert_ne!(missing["code"], shown["code"], "{missing}");
}
