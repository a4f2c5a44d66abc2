//! The requests of a channel: from templates to what is sent.

pub(crate) mod batch;
mod bounds;
pub(crate) mod jwt;
pub(crate) mod sign;
mod sigv4;
pub(crate) mod template;
mod token;

use http::{HeaderMap, HeaderName, HeaderValue, Method, header};
use minijinja::Value;
use url::Url;

use self::batch::BatchContext;
use self::template::{Templates, Text, Variables};
use crate::config::fault::{Faults, Problem};
use crate::transport::send::HttpRequest;

/// The compiled templates of a request.
pub(crate) struct RequestTemplate {
    pub(crate) method: Method,
    pub(crate) path: Text,
    pub(crate) headers: Vec<(HeaderName, Text)>,
    pub(crate) query: Vec<(String, Text)>,
    pub(crate) body: Option<Text>,
    /// The variables that the templates use; only these are computed.
    pub(crate) variables: Vec<&'static str>,
}

impl RequestTemplate {
    /// Records which of the variables the templates use.
    pub(crate) fn with_variables(mut self, templates: &Templates, names: &[&'static str]) -> Self {
        let texts: Vec<&Text> = [&self.path]
            .into_iter()
            .chain(self.headers.iter().map(|(_, text)| text))
            .chain(self.query.iter().map(|(_, text)| text))
            .chain(&self.body)
            .collect();
        let used = |name: &&'static str| texts.iter().any(|text| templates.uses(text, name));
        let variables = names.iter().copied().filter(used).collect();
        self.variables = variables;
        self
    }

    /// Renders the request; the error names the field.
    pub(crate) fn render(
        &self,
        templates: &Templates,
        base: &Url,
        batch: &BatchContext<'_>,
    ) -> Result<HttpRequest, (String, Problem)> {
        let mut variables = Variables::new();
        for name in &self.variables {
            // Strict templates reject an undefined variable, but still pass it to filters.
            let unknown = || ((*name).to_owned(), Problem::UnknownName { name: (*name).to_owned() });
            variables.insert(name, batch.variable(name).ok_or_else(unknown)?);
        }
        let variables = Value::from(variables);
        let render = |field: &str, text: &Text| {
            templates.render(text, &variables).map_err(|problem| (field.to_owned(), problem))
        };
        let path = render("path", &self.path)?;
        let mut url = join(base, &path).ok_or_else(|| ("path".to_owned(), Problem::NotAUrl))?;
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
        Ok(HttpRequest { method: self.method.clone(), url, headers, body })
    }

    /// Renders a sample batch and records faults. Returns whether there are any.
    pub(crate) fn check_sample(
        &self,
        templates: &Templates,
        base: &Url,
        batch: &BatchContext<'_>,
        field: &str,
        faults: &mut Faults,
    ) -> bool {
        let request = match self.render(templates, base, batch) {
            Ok(request) => request,
            Err((part, problem)) => {
                faults.add(format!("{field}.{part}"), problem);
                return true;
            }
        };
        let json =
            request.headers.get(header::CONTENT_TYPE).is_some_and(|kind| kind.as_bytes().ends_with(b"json"));
        let Some(body) = request.body.filter(|_| json) else { return false };
        let Err(error) = serde_json::from_str::<serde::de::IgnoredAny>(&body) else { return false };
        let message = format!("the rendered text is not JSON: {error}");
        faults.add(format!("{field}.body"), Problem::BadTemplate { message });
        true
    }
}

/// The URL of a path below the base; `None` if the path leads to another host.
fn join(base: &Url, path: &str) -> Option<Url> {
    let slash = if path.is_empty() || path.starts_with(['/', '?']) { "" } else { "/" };
    let url = Url::parse(&format!("{}{slash}{path}", base.as_str().trim_end_matches('/'))).ok()?;
    let same_host = url.origin() == base.origin() && url.username().is_empty() && url.password().is_none();
    same_host.then_some(url)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_stay_on_the_host_of_the_base_url() {
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
