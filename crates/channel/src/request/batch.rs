//! The batch that a request is about, as templates see it.

use std::collections::BTreeMap;

use minijinja::Value;

use super::template::{NumberList, Variables};
use crate::config::secret::{MASK, Secret};
use crate::job::JobId;

/// The batch that a request is about, as templates see it.
#[derive(Clone)]
pub(crate) struct BatchContext<'a> {
    pub(crate) numbers: &'a [u64],
    pub(crate) project: &'a str,
    /// Id of the batch; the same in every retry.
    pub(crate) batch: &'a str,
    pub(crate) now: i64,
    pub(crate) callback_url: Option<String>,
    pub(crate) job: Option<JobId>,
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
            let fields: Variables = [
                ("e164", Value::from(format!("+{number}"))),
                ("digits", Value::from(number.to_string())),
                ("id", Value::from(self.correlation_id(index))),
            ]
            .into_iter()
            .collect();
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
            "secrets" => {
                let text = |secret: &Secret| Value::from(if self.masked { MASK } else { secret.expose() });
                let named = self.secrets.iter().map(|(name, secret)| (name.clone(), text(secret)));
                Value::from(named.collect::<BTreeMap<String, Value>>())
            }
            _ => return None,
        })
    }
}
