//! A request: from templates to what is sent.

use http::{HeaderMap, HeaderName, HeaderValue, Method, header};
use minijinja::Value;
use url::Url;

use crate::callback::JobId;
use crate::compile::Compiled;
use crate::fault::Problem;
use crate::template::{NumberTexts, Templates, Text, Variables};
use crate::validate::Faults;

/// The templates of a request.
pub(crate) struct RequestTemplate {
    pub(crate) method: Method,
    pub(crate) path: Text,
    pub(crate) headers: Vec<(HeaderName, Text)>,
    pub(crate) query: Vec<(String, Text)>,
    pub(crate) body: Option<Text>,
    /// The variables that are used; the others are not made.
    pub(crate) needs: Vec<&'static str>,
}

/// What is asked, as templates see it.
pub(crate) struct Asked<'a> {
    pub(crate) numbers: &'a [u64],
    pub(crate) project: &'a str,
    /// An id of this batch, the same in every repetition.
    pub(crate) batch: &'a str,
    pub(crate) now: i64,
    pub(crate) callback_url: Option<String>,
    pub(crate) job: Option<JobId>,
}

/// A request that can be sent, but for its authentication.
#[derive(Debug, Clone)]
pub(crate) struct Prepared {
    pub(crate) method: Method,
    pub(crate) url: Url,
    pub(crate) headers: HeaderMap,
    pub(crate) body: Option<String>,
}

impl Asked<'_> {
    /// The id that the item of a number carries back.
    pub(crate) fn correlation_id(&self, at: usize) -> String {
        format!("{}-{at}", self.batch)
    }

    fn variable(&self, name: &str) -> Option<Value> {
        let plus = |number: &u64| Value::from(format!("+{number}"));
        let digits = |number: &u64| Value::from(number.to_string());
        let texts = |sign| Value::from_object(NumberTexts { sign, numbers: self.numbers.to_vec() });
        let object = |(at, number): (usize, &u64)| {
            let fields: Variables = [
                ("e164", plus(number)),
                ("digits", digits(number)),
                ("id", Value::from(self.correlation_id(at))),
            ]
            .into_iter()
            .collect();
            Value::from(fields)
        };
        Some(match name {
            "numbers" => self.numbers.iter().enumerate().map(object).collect(),
            "number" => object((0, self.numbers.first()?)),
            "e164" => texts("+"),
            "digits" => texts(""),
            "project" => Value::from(self.project),
            "batch" => Value::from(self.batch),
            "now" => Value::from(self.now),
            "callback_url" => Value::from(self.callback_url.as_deref()?),
            "job" => Value::from(self.job.as_ref()?.as_str()),
            _ => return None,
        })
    }
}

impl RequestTemplate {
    /// Notes which variables are used.
    pub(crate) fn with_needs(mut self, templates: &Templates, names: &[&'static str]) -> Self {
        let texts: Vec<&Text> = [&self.path]
            .into_iter()
            .chain(self.headers.iter().map(|(_, text)| text))
            .chain(self.query.iter().map(|(_, text)| text))
            .chain(&self.body)
            .collect();
        let used = |name: &&'static str| texts.iter().any(|text| templates.uses(text, name));
        let needs = names.iter().copied().filter(used).collect();
        self.needs = needs;
        self
    }

    /// Renders the request; the error names the field.
    pub(crate) fn render(
        &self,
        compiled: &Compiled,
        asked: &Asked<'_>,
    ) -> Result<Prepared, (String, Problem)> {
        let mut variables = Variables::new();
        for name in &self.needs {
            // A template that is strict about names would still pass nothing to a filter.
            let unknown = || ((*name).to_owned(), Problem::UnknownName { name: (*name).to_owned() });
            variables.insert(name, asked.variable(name).ok_or_else(unknown)?);
        }
        let variables = Value::from(variables);
        let render = |field: &str, text: &Text| {
            compiled.templates.render(text, &variables).map_err(|problem| (field.to_owned(), problem))
        };
        let path = render("path", &self.path)?;
        let mut url = join(&compiled.base, &path).ok_or_else(|| ("path".to_owned(), Problem::NotAUrl))?;
        if !self.query.is_empty() {
            let mut pairs = Vec::with_capacity(self.query.len());
            for (name, text) in &self.query {
                pairs.push((name, render(&format!("query.{name}"), text)?));
            }
            url.query_pairs_mut().extend_pairs(pairs);
        }
        let mut headers = HeaderMap::new();
        for (name, text) in &self.headers {
            let field = format!("headers.{name}");
            let value = HeaderValue::try_from(render(&field, text)?);
            headers.insert(name.clone(), value.map_err(|_| (field, Problem::NotAHeader))?);
        }
        let body = self.body.as_ref().map(|text| render("body", text)).transpose()?;
        if body.is_some() && !headers.contains_key(header::CONTENT_TYPE) {
            headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("application/json"));
        }
        if !headers.contains_key(header::ACCEPT) {
            headers.insert(header::ACCEPT, HeaderValue::from_static("application/json"));
        }
        Ok(Prepared { method: self.method.clone(), url, headers, body })
    }

    /// Renders a sample and notes what is wrong; whether anything is.
    pub(crate) fn try_render(
        &self,
        compiled: &Compiled,
        asked: &Asked<'_>,
        field: &str,
        faults: &mut Faults,
    ) -> bool {
        let prepared = match self.render(compiled, asked) {
            Ok(prepared) => prepared,
            Err((part, problem)) => {
                faults.add(format!("{field}.{part}"), problem);
                return true;
            }
        };
        let json =
            prepared.headers.get(header::CONTENT_TYPE).is_some_and(|kind| kind.as_bytes().ends_with(b"json"));
        let Some(body) = prepared.body.filter(|_| json) else { return false };
        let Err(error) = serde_json::from_str::<serde::de::IgnoredAny>(&body) else { return false };
        let message = format!("it does not give JSON: {error}");
        faults.add(format!("{field}.body"), Problem::BadTemplate { message });
        true
    }
}

/// The address of a path below the base. `None` when the path leads to another host.
fn join(base: &Url, path: &str) -> Option<Url> {
    let slash = if path.is_empty() || path.starts_with(['/', '?']) { "" } else { "/" };
    let url = Url::parse(&format!("{}{slash}{path}", base.as_str().trim_end_matches('/'))).ok()?;
    let alike = url.origin() == base.origin() && url.username().is_empty() && url.password().is_none();
    alike.then_some(url)
}

/// The variables of what is signed.
pub(crate) fn signed_variables(timestamp: &str, body: &str, method: &Method, path: &str) -> Value {
    let variables: Variables = [
        ("timestamp", Value::from(timestamp)),
        ("body", Value::from(body)),
        ("method", Value::from(method.as_str())),
        ("path", Value::from(path)),
    ]
    .into_iter()
    .collect();
    Value::from(variables)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_stays_below_the_base() {
        for base in ["https://api.example", "https://api.example/", "https://api.example/v2/"] {
            let base = Url::parse(base).unwrap();
            for path in [
                "/x",
                "x",
                "?x",
                "",
                "@evil.example/",
                ".evil.example/",
                ":1@evil.example/",
                "//evil.example/",
            ] {
                let url = join(&base, path).unwrap();
                assert_eq!(url.host_str(), Some("api.example"), "{path}");
                assert_eq!(url.port_or_known_default(), Some(443), "{path}");
            }
            assert!(join(&base, "/x").unwrap().as_str().ends_with("/x"));
        }
        assert_eq!(join(&Url::parse("http://a.example/v2").unwrap(), "/x").unwrap().path(), "/v2/x");
    }
}
