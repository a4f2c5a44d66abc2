//! A check of a task: the slug of a project, or an object with a condition.

use std::fmt;

use numsift_model::task::{Check, Condition};
use numsift_screening::CheckRequest;
use serde::de::value::MapAccessDeserializer;
use serde::de::{self, MapAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize};
use utoipa::ToSchema;
use utoipa::openapi::schema::{ArrayBuilder, ObjectBuilder, OneOfBuilder, Schema, Type};
use utoipa::openapi::{Ref, RefOr};

/// One check of a task.
#[derive(Serialize, ToSchema)]
pub struct TaskCheck {
    /// Slug of the project.
    #[schema(example = "whatsapp")]
    project: String,
    /// Check only numbers that meet this condition; only in a waterfall.
    only_if: Option<Condition>,
}

/// Describes the checks of a request.
pub fn checks_schema() -> RefOr<Schema> {
    let slug = ObjectBuilder::new().schema_type(Type::String).examples(["whatsapp"]);
    let check = OneOfBuilder::new().item(slug).item(Ref::from_schema_name("TaskCheck"));
    let checks = ArrayBuilder::new()
        .description(Some("The projects to check: 1 to 8. Slugs, or objects with a condition."))
        .items(check)
        .min_items(Some(1))
        .max_items(Some(8));
    RefOr::T(Schema::Array(checks.build()))
}

impl TaskCheck {
    /// The check of a task that was started.
    pub fn of(check: Check) -> Self {
        Self { project: check.project, only_if: check.condition }
    }
}

impl From<TaskCheck> for CheckRequest {
    fn from(check: TaskCheck) -> Self {
        Self { project: check.project, condition: check.only_if }
    }
}

impl<'de> Deserialize<'de> for TaskCheck {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(SlugOrObject)
    }
}

/// Not an untagged enum: that loses the position of an error.
struct SlugOrObject;

impl<'de> Visitor<'de> for SlugOrObject {
    type Value = TaskCheck;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("the slug of a project, or an object")
    }

    fn visit_str<E: de::Error>(self, slug: &str) -> Result<TaskCheck, E> {
        Ok(TaskCheck { project: slug.to_owned(), only_if: None })
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<TaskCheck, A::Error> {
        #[derive(Deserialize)]
        #[serde(deny_unknown_fields)]
        struct Object {
            project: String,
            #[serde(default)]
            only_if: Option<Condition>,
        }
        let Object { project, only_if } = Object::deserialize(MapAccessDeserializer::new(map))?;
        Ok(TaskCheck { project, only_if })
    }
}
