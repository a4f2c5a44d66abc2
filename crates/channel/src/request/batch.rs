//! The batch that a request is about, as templates see it.

use std::collections::BTreeMap;
use std::sync::Arc;

use chrono::{DateTime, TimeDelta};
use minijinja::Value;
use minijinja::value::Object;

use super::template::{NumberList, Variables};
use crate::config::secret::{MASK, Secret};
use crate::job::JobId;

/// Values in the rows of numbers that a project needs besides the numbers, such as the date of consent.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Inputs {
    names: Vec<String>,
    /// For each number, its values in the order of the names.
    rows: Vec<Vec<String>>,
}

impl Inputs {
    pub fn new(names: impl IntoIterator<Item = String>) -> Self {
        Self { names: names.into_iter().collect(), rows: Vec::new() }
    }

    /// Adds the values of the next number, in the order of the names.
    pub fn push(&mut self, values: Vec<String>) {
        if !self.names.is_empty() {
            self.rows.push(values);
        }
    }

    /// The inputs of some of the numbers, in this order.
    #[must_use]
    pub fn of_rows(&self, rows: impl IntoIterator<Item = usize>) -> Self {
        if self.names.is_empty() {
            return Self::default();
        }
        let rows = rows.into_iter().map(|row| self.rows.get(row).cloned().unwrap_or_default()).collect();
        Self { names: self.names.clone(), rows }
    }

    /// The values of a number as templates see them; `None` if the project needs none.
    fn of_number(&self, index: usize) -> Option<Value> {
        let values = self.rows.get(index)?;
        let named =
            self.names.iter().zip(values).map(|(name, value)| (name.clone(), Value::from(value.as_str())));
        Some(Value::from(named.collect::<BTreeMap<String, Value>>()))
    }
}

/// Where the inputs of numbers come from.
#[derive(Debug, Clone, Copy)]
pub(crate) enum RowInputs<'a> {
    Given(&'a Inputs),
    /// A date under every name, for templates that are validated and for tests with one number.
    Sample,
}

/// An input under every name.
#[derive(Debug)]
struct SampleInputs(String);

impl Object for SampleInputs {
    fn get_value(self: &Arc<Self>, _name: &Value) -> Option<Value> {
        Some(Value::from(self.0.as_str()))
    }
}

/// The day a year before a moment, as an input.
fn sample_day(now: i64) -> String {
    let year_before = DateTime::from_timestamp(now, 0).unwrap_or_default() - TimeDelta::days(365);
    year_before.format("%Y-%m-%d").to_string()
}

/// The batch that a request is about, as templates see it.
#[derive(Clone)]
pub(crate) struct BatchContext<'a> {
    pub(crate) numbers: &'a [u64],
    pub(crate) inputs: RowInputs<'a>,
    pub(crate) project: &'a str,
    /// Id of the batch; the same in every retry.
    pub(crate) batch: &'a str,
    pub(crate) now: i64,
    pub(crate) callback_url: Option<String>,
    pub(crate) job: Option<JobId>,
    /// The name of the result of a finished job.
    pub(crate) file: Option<JobId>,
    /// Secrets for the templates.
    pub(crate) secrets: &'a BTreeMap<String, Secret>,
    /// Whether templates see masks instead of the secrets, for requests that are shown or validated.
    pub(crate) masked: bool,
}

impl BatchContext<'_> {
    /// The id that the provider returns with the item of a number.
    pub(crate) fn correlation_id(&self, index: usize) -> String {
        format!("{}-{index}", self.batch)
    }

    /// The value of a template variable; `None` if this batch does not have it.
    pub(super) fn variable(&self, name: &str) -> Option<Value> {
        let list = |sign| Value::from_object(NumberList { sign, numbers: self.numbers.to_vec() });
        let object = |(index, number): (usize, &u64)| {
            let mut fields: Variables = [
                ("e164", Value::from(format!("+{number}"))),
                ("digits", Value::from(number.to_string())),
                ("id", Value::from(self.correlation_id(index))),
            ]
            .into_iter()
            .collect();
            let inputs = match self.inputs {
                RowInputs::Given(inputs) => inputs.of_number(index),
                RowInputs::Sample => Some(Value::from_object(SampleInputs(sample_day(self.now)))),
            };
            fields.extend(inputs.map(|inputs| ("inputs", inputs)));
            Value::from(fields)
        };
        Some(match name {
            "numbers" => self.numbers.iter().enumerate().map(object).collect(),
            "number" => object((0, self.numbers.first()?)),
            "e164" => list("+"),
            "digits" => list(""),
            "project" => Value::from(self.project),
            "batch" => Value::from(self.batch),
            "now" => Value::from(self.now),
            "callback_url" => Value::from(self.callback_url.as_deref()?),
            "job" => Value::from(self.job.as_ref()?.as_str()),
            "file" => Value::from(self.file.as_ref()?.as_str()),
            "secrets" => {
                let text = |secret: &Secret| Value::from(if self.masked { MASK } else { secret.expose() });
                let named = self.secrets.iter().map(|(name, secret)| (name.clone(), text(secret)));
                Value::from(named.collect::<BTreeMap<String, Value>>())
            }
            _ => return None,
        })
    }
}
