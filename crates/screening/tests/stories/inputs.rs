//! Checks that need more than the number: a value in its row.

use numsift_channel::ChannelConfig;
use numsift_model::list::ListKind;
use numsift_model::project::MISSING_INPUT;
use numsift_model::task::TaskMode;
use numsift_segments::{Filter, ResultRow, Sort};
use numsift_sim::providers::Provider;

use crate::world::{GIFT, World, on_both_stores};

on_both_stores!(
    every_number_is_asked_about_with_its_own_date,
    rows_without_a_date_are_unknown_and_free,
    answers_are_not_reused_for_other_dates,
);

/// A channel that asks whether numbers were reassigned since the date in their rows.
async fn add_channel(world: &World) {
    let yaml = r#"
name: reassigned
base_url: BASE
checks: [reassigned]
contract: {ref: test, expires: 2099-01-01}
submit:
  method: GET
  path: /reassigned
  query: {number: "{{ number.digits }}", since: "{{ number.inputs.since | date('%Y%m%d') }}"}
match: {key: $.number, by: digits}
map:
  - {to: status, path: $.reassigned, values: {"yes": reassigned, "no": not_reassigned}}
limit: {rps: 1000, burst: 100000, concurrency: 8}
"#;
    let base = world.sync_config().base_url;
    world.add_channel(ChannelConfig::from_yaml(&yaml.replace("BASE", &base)).unwrap(), 10).await;
}

/// The status and the reason of every row.
async fn answers(world: &World, text: &str, freshness_days: i64) -> Vec<(String, String)> {
    let list = world.list(ListKind::Upload, "people.csv", text.as_bytes()).await;
    let mut start = World::task(list.id, TaskMode::Single, &["reassigned"]);
    start.freshness_days = freshness_days;
    let id = world.start(start).await.unwrap();
    world.screening.run_until_idle().await.unwrap();
    let task = world.get_task(id).await;
    let page = world.screening.results.page(&task, &Filter::default(), &Sort::Input, 0, 100).await.unwrap();
    let shown = |row: &ResultRow| {
        let check = &row.checks[0];
        let name = page.layout.status_name(0, check.status);
        (name.to_owned(), check.reason.clone())
    };
    page.rows.iter().map(shown).collect()
}

async fn every_number_is_asked_about_with_its_own_date(world: &World) {
    add_channel(world).await;
    let text = "phone,Consent Date,name\n+8613800000001,2024-03-01,Ann\n+8613800000003,2024-09-01,Ben\n+8613800000002,2020-01-01,Cy\n";
    let found = answers(world, text, 0).await;
    let statuses: Vec<&str> = found.iter().map(|(status, _)| status.as_str()).collect();
    assert_eq!(statuses, ["reassigned", "not_reassigned", "not_reassigned"]);
    assert_eq!(world.spendable().await, GIFT - 3 * 300);
}

async fn rows_without_a_date_are_unknown_and_free(world: &World) {
    add_channel(world).await;
    let text = "phone,date\n+8613800000001,2024-03-01\n+8613800000003,03/04/2024\n+8613800000005,\n";
    let found = answers(world, text, 0).await;
    let unknown = || ("unknown".to_owned(), MISSING_INPUT.to_owned());
    assert_eq!(found[0].0, "reassigned");
    assert_eq!(found[1..], [unknown(), unknown()]);
    let without = answers(world, "phone,name\n+8613800000007,Ann\n", 0).await;
    assert_eq!(without, [unknown()]);
    assert_eq!(world.control().requests(Provider::Slow), 1);
    assert_eq!(world.spendable().await, GIFT - 300);
}

async fn answers_are_not_reused_for_other_dates(world: &World) {
    add_channel(world).await;
    let asked = async |day: &str| {
        answers(world, &format!("phone,date\n+8613800000001,{day}\n"), 30).await[0].0.clone()
    };
    assert_eq!(asked("2024-03-01").await, "reassigned");
    assert_eq!(asked("2024-09-01").await, "not_reassigned");
    assert_eq!(world.control().requests(Provider::Slow), 2);
}
