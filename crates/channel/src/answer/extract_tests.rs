//! Tests of extraction, matching and mapping.

use proptest::prelude::*;
use serde_json::{Value, json};

use super::*;
use crate::request::batch::RowInputs;

const NUMBERS: [u64; 3] = [4_915_112_345_678, 12_025_550_100, 33_612_345_678];

fn extractor(yaml: &str) -> Extractor {
    let config = ChannelConfig::from_yaml(&format!("name: test\n{yaml}")).unwrap();
    let mut faults = Faults::default();
    let extractor = Extractor::compile(&config, &mut faults);
    assert_eq!(faults.0, []);
    extractor.unwrap()
}

fn by(by: &str) -> Extractor {
    extractor(&format!(
        "items: $.results[*]\nmatch: {{key: $.to, by: {by}}}\nmap:\n\
         - {{to: status, path: $.state, values: {{live: active, dead: inactive, '1': active, 'true': active, unsure: unknown}}}}\n\
         - {{to: status, path: $.old_state, values: {{y: active}}, default: unknown}}\n\
         - {{to: carrier, path: $.network.name}}\n"
    ))
}

fn batch(numbers: &[u64]) -> BatchContext<'_> {
    static NO_SECRETS: BTreeMap<String, crate::Secret> = BTreeMap::new();
    BatchContext {
        numbers,
        inputs: RowInputs::Sample,
        project: "p",
        batch: "b",
        now: 0,
        callback_url: None,
        job: None,
        file: None,
        secrets: &NO_SECRETS,
        masked: false,
    }
}

fn outcomes(extractor: &Extractor, body: &Value) -> Vec<Outcome> {
    let answers = extractor.answers(Document::from_value(body).root(), &batch(&NUMBERS));
    assert!(answers.iter().map(|answer| answer.number).eq(NUMBERS));
    answers.into_iter().map(|answer| answer.outcome).collect()
}

fn definite(status: &str, fields: &[(&str, &str)]) -> Outcome {
    let mut all = Fields::default();
    for (name, value) in fields {
        all.push(&json!(name).to_string(), value);
    }
    Outcome::Definite { status: status.into(), fields: all }
}

fn unknown(reason: Reason) -> Outcome {
    Outcome::Unknown { reason }
}

#[test]
fn items_are_matched_in_any_order_and_other_numbers_are_dropped() {
    let body = json!({"results": [
        {"to": "+33612345678", "state": "dead"},
        {"to": "+49999", "state": "live"},
        {"to": "+4915112345678", "state": "live", "network": {"name": " Telekom\n"}},
        {"to": "+4915112345678", "state": "dead"},
    ]});
    assert_eq!(
        outcomes(&by("e164"), &body),
        [definite("active", &[("carrier", "Telekom")]), unknown(Reason::NoAnswer), definite("inactive", &[])]
    );
}

#[test]
fn digits_match_json_numbers_and_text_with_punctuation() {
    let body = json!({"results": [
        {"to": 4_915_112_345_678_u64, "state": 1},
        {"to": "1 (202) 555-0100", "state": true},
        {"to": {"number": 1}, "state": "live"},
    ]});
    assert_eq!(
        outcomes(&by("digits"), &body),
        [definite("active", &[]), definite("active", &[]), unknown(Reason::WrongShape)]
    );
    assert_eq!(outcomes(&by("e164"), &body), [const { Outcome::Unknown { reason: Reason::WrongShape } }; 3]);
}

#[test]
fn matching_by_order_needs_every_item() {
    let extractor = extractor("match: {by: order}\nmap: [{to: status, path: $}]\n");
    let all = outcomes(&extractor, &json!(["active", "unknown", ["active"]]));
    assert_eq!(all, [definite("active", &[]), unknown(Reason::ReportedUnknown), unknown(Reason::WrongShape)]);
    for body in [json!(["active"]), json!(["a", "b", "c", "d"]), json!("a"), json!({})] {
        assert_eq!(
            outcomes(&extractor, &body),
            [const { Outcome::Unknown { reason: Reason::WrongShape } }; 3]
        );
    }
}

#[test]
fn items_are_matched_by_correlation_id() {
    let body = json!({"results": [{"to": "b-2", "state": "live"}, {"to": "c-1", "state": "live"}]});
    assert_eq!(
        outcomes(&by("correlation_id"), &body),
        [unknown(Reason::NoAnswer), unknown(Reason::NoAnswer), definite("active", &[])]
    );
}

#[test]
fn the_first_rule_with_a_value_wins() {
    let one = |item: Value| {
        let item = json!({"results": [item]});
        by("e164").answers(Document::from_value(&item).root(), &batch(&[1]))[0].outcome.clone()
    };
    assert_eq!(one(json!({"to": "+1", "state": "strange", "old_state": "y"})), definite("active", &[]));
    assert_eq!(one(json!({"to": "+1", "state": "dead", "old_state": "y"})), definite("inactive", &[]));
    assert_eq!(one(json!({"to": "+1", "state": "strange"})), unknown(Reason::Unmapped));
    assert_eq!(one(json!({"to": "+1", "state": "unsure"})), unknown(Reason::ReportedUnknown));
    assert_eq!(one(json!({"to": "+1"})), unknown(Reason::Unmapped));
    assert_eq!(one(json!({"to": "+1", "state": null, "old_state": ["y"]})), unknown(Reason::WrongShape));
}

#[test]
fn fields_are_stored_as_json_sorted_by_name() {
    let extractor = extractor(
        "match: {by: order}\nmap:\n\
         - {to: since, path: $.since}\n\
         - {to: status, path: $.state}\n\
         - {to: carrier, path: $.network}\n\
         - {to: carrier, path: $.old_network}\n\
         - {to: business, path: $.business, values: {'true': 'yes'}, default: 'no'}\n",
    );
    let fields = |item: Value| match &extractor
        .answers(Document::from_value(&json!([item])).root(), &batch(&[1]))[0]
        .outcome
    {
        Outcome::Definite { fields, .. } => fields.clone().into_json(),
        Outcome::Unknown { reason } => panic!("{reason}"),
    };
    assert_eq!(
        fields(json!({"state": "active", "network": "O2 \"DE\"", "old_network": "E-Plus", "since": 2019})),
        r#"{"business":"no","carrier":"O2 \"DE\"","since":"2019"}"#
    );
    assert_eq!(
        fields(json!({"state": "active", "old_network": "电信", "business": true})),
        r#"{"business":"yes","carrier":"电信"}"#
    );
}

#[test]
fn an_empty_list_is_no_answer_and_a_missing_list_is_a_wrong_shape() {
    assert_eq!(
        outcomes(&by("e164"), &json!({"results": []})),
        [const { Outcome::Unknown { reason: Reason::NoAnswer } }; 3]
    );
    for body in [json!({}), json!(null), json!([]), json!({"results": 5}), json!({"results": null})] {
        assert_eq!(
            outcomes(&by("e164"), &body),
            [const { Outcome::Unknown { reason: Reason::WrongShape } }; 3],
            "{body}"
        );
    }
}

/// Any JSON; its keys include the names that the paths use.
fn any_json() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        Just(json!("live")),
        Just(json!("+12025550100")),
        ".{0,12}".prop_map(Value::from),
    ];
    let key = prop_oneof![
        Just("results".to_owned()),
        Just("to".to_owned()),
        Just("state".to_owned()),
        Just("network".to_owned()),
        Just("name".to_owned()),
        ".{0,5}",
    ];
    leaf.prop_recursive(6, 64, 6, move |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..6).prop_map(Value::from),
            prop::collection::btree_map(key.clone(), inner, 0..6)
                .prop_map(|map| Value::Object(map.into_iter().collect())),
        ]
    })
}

proptest! {
    #[test]
    fn any_body_yields_one_answer_per_number(body in any_json(), how in 0..4_usize) {
        let extractor = by(["e164", "digits", "order", "correlation_id"][how]);
        let answers = outcomes(&extractor, &body);
        prop_assert_eq!(answers.len(), NUMBERS.len());
        for answer in answers {
            if let Outcome::Definite { status, .. } = answer {
                prop_assert!(&*status == "active" || &*status == "inactive");
            }
        }
    }

    /// Compares with the naive way: for each number, the first item about it.
    #[test]
    fn matching_agrees_with_a_naive_search(items in prop::collection::vec((0..6_u64, 0..4_usize), 0..12)) {
        let states = ["live", "dead", "unsure", "strange"];
        let list: Vec<Value> =
            items.iter().map(|(number, state)| json!({"to": format!("+{number}"), "state": states[*state]})).collect();
        let numbers = [1, 2, 3];
        let body = Document::from_value(&json!({"results": list}));
        let answers = by("e164").answers(body.root(), &batch(&numbers));
        for (number, answer) in numbers.iter().zip(answers) {
            let wanted = match items.iter().find(|(of, _)| of == number) {
                None => unknown(Reason::NoAnswer),
                Some((_, 0)) => definite("active", &[]),
                Some((_, 1)) => definite("inactive", &[]),
                Some((_, 2)) => unknown(Reason::ReportedUnknown),
                Some(_) => unknown(Reason::Unmapped),
            };
            prop_assert_eq!(answer.outcome, wanted);
        }
    }
}

#[test]
fn numbers_in_other_lists_get_their_status() {
    let extractor = extractor(
        "items: $.results[*]\nmatch: {key: $.to, by: e164}\nalso:\n\
         - {items: '$.errors[*].numbers[*]', match: {key: $, by: e164}, status: invalid, projects: [p]}\n\
         - {items: '$.late[*]', match: {key: $.number, by: digits}, status: retry}\n\
         - {items: '$.other[*]', match: {key: $, by: digits}, status: active, projects: [q]}\n\
         map: [{to: status, path: $.state, values: {live: active}}]\n",
    );
    let [first, second, third] = NUMBERS.map(|number| format!("+{number}"));
    // A list for each error; an item of its own counts more.
    let body = json!({
        "results": [{"to": first, "state": "live"}],
        "errors": [{"numbers": [first]}, {"numbers": [second, "+4915100000000", 7]}],
        "late": [{"number": third}],
        "other": [third],
    });
    let late = unknown(Reason::TryLater);
    assert_eq!(outcomes(&extractor, &body), [definite("active", &[]), definite("invalid", &[]), late]);
    // Without any item, and without the other lists.
    let refused = json!({"errors": [{"numbers": [first, second, third]}]});
    assert_eq!(outcomes(&extractor, &refused), [const { "invalid" }; 3].map(|status| definite(status, &[])));
    let nothing = json!({"results": [], "errors": [{"numbers": "none"}], "late": null});
    assert_eq!(outcomes(&extractor, &nothing), [const { Reason::NoAnswer }; 3].map(unknown));
    // An item whose value is not mapped is an answer.
    let odd = json!({"results": [{"to": first, "state": "odd"}], "errors": [{"numbers": [first]}]});
    assert_eq!(outcomes(&extractor, &odd)[0], unknown(Reason::Unmapped));
}

#[test]
fn items_of_several_lists_are_all_found() {
    let extractor = extractor(
        "items: '$.pages[*].results[*]'\nmatch: {key: $.to, by: e164}\n\
         map: [{to: status, path: $.state, values: {live: active}}]\n",
    );
    let item = |at: usize| json!({"to": format!("+{}", NUMBERS[at]), "state": "live"});
    let body = json!({"pages": [{"results": [item(2)]}, {"results": []}, {"results": [item(0), item(1)]}]});
    assert_eq!(outcomes(&extractor, &body), [const { "active" }; 3].map(|status| definite(status, &[])));
}
