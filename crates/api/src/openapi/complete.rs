//! Makes the document exact about answers: the fields they always have, and the states they never show.
//!
//! `utoipa` derives one schema per type, and calls a field with a default or an `Option` optional, because a request may
//! leave it out. Answers always have it.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;
use utoipa::openapi::schema::{ArrayItems, Object};
use utoipa::openapi::{OpenApi, Ref, RefOr, Schema};

/// Fields that answers leave out when they are empty (`skip_serializing_if`).
const LEFT_OUT: [(&str, &str); 8] = [
    ("MenuEntry", "children"),
    ("Preset", "sunset"),
    ("Preset", "notes"),
    ("PresetPrice", "note"),
    ("PresetInput", "hint"),
    ("PresetInput", "options"),
    ("PresetInput", "default"),
    ("ProjectDetails", "routing"),
];

/// Types of requests and answers that the console always sends with all fields.
const COMPLETE: [&str; 5] = ["CheckRequest", "Condition", "Mapping", "ProjectDetails", "SpaceSpec"];

/// Deleted lists and tasks are not found, so no answer has this state.
const HIDDEN_STATE: (&[&str], &str) = (&["ListState", "TaskState"], "deleted");

/// Marks what answers always have as required, and refers to named schemas instead of repeating them.
pub fn complete_answers(document: &mut OpenApi) {
    let Some(components) = &mut document.components else { return };
    let named = components.schemas.clone();
    for schema in components.schemas.values_mut() {
        children(schema, &mut |child| refer(child, &named));
    }
    let parts = serde_json::to_value(&*document).unwrap_or_default();
    let requested = reachable(&parts, "requestBody");
    let answered = reachable(&parts, "responses");
    let Some(components) = &mut document.components else { return };
    for (name, schema) in &mut components.schemas {
        if HIDDEN_STATE.0.contains(&name.as_str()) {
            hide_state(schema);
        }
        let only_answered = answered.contains(name) && !requested.contains(name);
        if only_answered || COMPLETE.contains(&name.as_str()) {
            require_all(name, schema);
        }
    }
}

/// `utoipa` repeats the type parameter of a generic type. A reference gives it its name.
fn refer(schema: &mut RefOr<Schema>, named: &BTreeMap<String, RefOr<Schema>>) {
    let RefOr::T(inner) = &*schema else { return };
    let has_fields = match inner {
        Schema::Object(object) => !object.properties.is_empty(),
        Schema::AllOf(_) | Schema::OneOf(_) => true,
        _ => false,
    };
    match named.iter().find(|(_, known)| has_fields && *known == schema) {
        Some((name, _)) => *schema = Ref::from_schema_name(name).into(),
        None => children(schema, &mut |child| refer(child, named)),
    }
}

fn children(schema: &mut RefOr<Schema>, visit: &mut dyn FnMut(&mut RefOr<Schema>)) {
    let RefOr::T(schema) = schema else { return };
    match schema {
        Schema::Object(object) => object.properties.values_mut().for_each(visit),
        Schema::AllOf(parts) => parts.items.iter_mut().for_each(visit),
        Schema::OneOf(parts) => parts.items.iter_mut().for_each(visit),
        Schema::Array(array) => {
            if let ArrayItems::RefOrSchema(items) = &mut array.items {
                visit(items);
            }
        }
        _ => {}
    }
}

fn hide_state(schema: &mut RefOr<Schema>) {
    if let RefOr::T(Schema::Object(Object { enum_values: Some(values), .. })) = schema {
        values.retain(|value| value != HIDDEN_STATE.1);
    }
}

fn require_all(name: &str, schema: &mut RefOr<Schema>) {
    if let RefOr::T(Schema::Object(object)) = schema {
        let fields = object.properties.keys();
        object.required = fields.filter(|field| !LEFT_OUT.contains(&(name, field))).cloned().collect();
    }
    children(schema, &mut |child| require_all(name, child));
}

/// Names of the schemas that this part of any call refers to, directly or through other schemas.
fn reachable(document: &Value, part: &str) -> BTreeSet<String> {
    let calls = document["paths"].as_object().into_iter().flatten();
    let operations = calls.filter_map(|(_, path)| path.as_object()).flatten();
    let mut found = BTreeSet::new();
    for (_, operation) in operations {
        follow(document, &operation[part], &mut found);
    }
    found
}

fn follow(document: &Value, value: &Value, found: &mut BTreeSet<String>) {
    match value {
        Value::Object(fields) => {
            let reference = fields.get("$ref").and_then(Value::as_str);
            if let Some(name) = reference.and_then(|path| path.strip_prefix("#/components/schemas/"))
                && found.insert(name.to_owned())
            {
                follow(document, &document["components"]["schemas"][name], found);
            }
            fields.values().for_each(|field| follow(document, field, found));
        }
        Value::Array(items) => items.iter().for_each(|item| follow(document, item, found)),
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::LEFT_OUT;

    fn schema(name: &str) -> Value {
        let document = serde_json::to_value(super::super::document()).expect("the document is JSON");
        document["components"]["schemas"][name].clone()
    }

    fn required(name: &str) -> Vec<Value> {
        schema(name)["required"].as_array().cloned().unwrap_or_default()
    }

    #[test]
    fn fields_of_answers_are_required_even_if_they_can_be_null() {
        assert!(required("TaskView").contains(&json!("finished_at")));
        assert!(required("Mapping").contains(&json!("country_column")));
    }

    #[test]
    fn fields_of_requests_stay_optional() {
        assert!(!required("TaskFilterRequest").contains(&json!("state")));
        assert_eq!(required("ChannelConfig"), [json!("name")]);
    }

    #[test]
    fn fields_that_answers_leave_out_are_optional() {
        for (name, field) in LEFT_OUT {
            assert!(!schema(name)["properties"][field].is_null(), "{name} has no {field}");
            assert!(!required(name).contains(&json!(field)), "{name}.{field}");
        }
    }

    #[test]
    fn answers_refer_to_their_types() {
        let data = &schema("Envelope_ListAnswer_TaskView")["properties"]["data"];
        assert_eq!(data["properties"]["items"]["items"]["$ref"], "#/components/schemas/TaskView");
    }

    #[test]
    fn no_answer_is_deleted() {
        assert!(!schema("TaskState")["enum"].as_array().expect("words").contains(&json!("deleted")));
    }
}
