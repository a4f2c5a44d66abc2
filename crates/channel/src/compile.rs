//! A configuration made ready: templates and paths compiled once, used for every request.

use std::collections::BTreeMap;

use http::{HeaderName, Method};
use url::Url;

use crate::auth::Auth;
use crate::callback::JobId;
use crate::classify::Rule;
use crate::config::{ChannelConfig, Mode};
use crate::fault::Problem;
use crate::pick::Picker;
use crate::place::Place;
use crate::request::{self, Asked, RequestTemplate};
use crate::template::{Escape, Templates, Text};
use crate::validate::{Faults, is_web_address, known_method};

const SUBMIT_NAMES: [&str; 8] =
    ["numbers", "number", "e164", "digits", "project", "batch", "now", "callback_url"];
const POLL_NAMES: [&str; 9] =
    ["numbers", "number", "e164", "digits", "project", "batch", "now", "callback_url", "job"];
const SIGNED_NAMES: [&str; 4] = ["timestamp", "body", "method", "path"];
/// The numbers that templates are tried with start here: North American ones that nobody has.
const SAMPLE: u64 = 12_025_550_100;

/// A configuration made ready.
pub(crate) struct Compiled {
    pub(crate) base: Url,
    pub(crate) templates: Templates,
    pub(crate) submit: RequestTemplate,
    pub(crate) poll: Option<CompiledPoll>,
    /// Where the answer to a submission holds the job's id (mode `callback`).
    pub(crate) submitted: Option<Place>,
    pub(crate) picker: Picker,
    pub(crate) rules: Vec<Rule>,
    /// What is signed (auth `hmac`).
    pub(crate) signed: Option<Text>,
}

pub(crate) struct CompiledPoll {
    pub(crate) request: RequestTemplate,
    pub(crate) job: Place,
    pub(crate) state: Place,
    pub(crate) picker: Picker,
}

impl Compiled {
    /// Makes a configuration ready, or names what is wrong with it.
    pub(crate) fn build(config: &ChannelConfig, faults: &mut Faults) -> Option<Self> {
        let before = faults.0.len();
        let mut templates = Templates::new();
        let base = base_url(&config.base_url, faults);
        let submit = &config.submit;
        let parts = Parts {
            field: "submit",
            method: &submit.method,
            path: &submit.path,
            headers: &submit.headers,
            query: &submit.query,
            body: submit.body.as_deref(),
            names: &SUBMIT_NAMES,
        };
        let submit = parts.compile(&mut templates, faults);
        let picker = Picker::build(config, faults);
        let poll = match (&config.poll, config.mode) {
            (Some(poll), Mode::Poll) => {
                let parts = Parts {
                    field: "poll",
                    method: &poll.method,
                    path: &poll.path,
                    headers: &poll.headers,
                    query: &poll.query,
                    body: poll.body.as_deref(),
                    names: &POLL_NAMES,
                };
                let request = parts.compile(&mut templates, faults);
                let job = json_path("poll.job", &poll.job, faults);
                let state = json_path("poll.state", &poll.state, faults);
                let picker = match &poll.results {
                    Some(results) => json_path("poll.results", results, faults)
                        .zip(picker.as_ref())
                        .map(|(path, picker)| picker.with_items(path, results)),
                    None => picker.clone(),
                };
                (|| Some(CompiledPoll { request: request?, job: job?, state: state?, picker: picker? }))()
            }
            _ => None,
        };
        let submitted = match (&config.callback, config.mode) {
            (Some(callback), Mode::Callback) => {
                let job = json_path("callback.job", &callback.job, faults);
                match &callback.submitted {
                    Some(path) => json_path("callback.submitted", path, faults),
                    None => job,
                }
            }
            _ => None,
        };
        let rules = config
            .classify
            .iter()
            .enumerate()
            .map(|(at, rule)| Rule::build(rule, &format!("classify[{at}]"), faults))
            .collect();
        let signed = match &config.auth {
            Auth::Hmac { message, .. } => {
                template(&mut templates, "auth.message", message, Escape::Plain, &SIGNED_NAMES, faults)
            }
            _ => None,
        };
        if faults.0.len() > before {
            return None;
        }
        Some(Self {
            base: base?,
            templates,
            submit: submit?,
            poll,
            submitted,
            picker: picker?,
            rules,
            signed,
        })
    }

    /// Renders everything for one number and for a full batch, so that what fails only when it runs is
    /// named when it is saved.
    pub(crate) fn try_templates(&self, config: &ChannelConfig, faults: &mut Faults) {
        let numbers: Vec<u64> = (SAMPLE..).take(config.batch.max.clamp(1, 5000) as usize).collect();
        let job = JobId::from_text("job-1");
        for count in [1, numbers.len()] {
            let mut asked = Asked {
                numbers: &numbers[..count],
                project: config.checks.first().map_or("project", String::as_str),
                batch: "0011223344556677",
                now: 0,
                callback_url: Some("https://example.com/callbacks/channel".to_owned()),
                job: None,
            };
            let mut found = self.submit.try_render(self, &asked, "submit", faults);
            asked.job.clone_from(&job);
            if let Some(poll) = &self.poll {
                found |= poll.request.try_render(self, &asked, "poll", faults);
            }
            if found {
                return;
            }
        }
        if let Some(signed) = &self.signed {
            let variables = request::signed_variables("0", "", &Method::POST, "/");
            if let Err(problem) = self.templates.render(signed, &variables) {
                faults.add("auth.message", problem);
            }
        }
    }
}

/// The templates of a request and what they are called.
struct Parts<'a> {
    field: &'static str,
    method: &'a str,
    path: &'a str,
    headers: &'a BTreeMap<String, String>,
    query: &'a BTreeMap<String, String>,
    body: Option<&'a str>,
    names: &'static [&'static str],
}

impl Parts<'_> {
    fn compile(&self, templates: &mut Templates, faults: &mut Faults) -> Option<RequestTemplate> {
        let field = self.field;
        let mut add = |name: &str, source: &str, escape, faults: &mut Faults| {
            template(templates, name, source, escape, self.names, faults)
        };
        let path = add(&format!("{field}.path"), self.path, Escape::Url, faults);
        let body = self.body.map(|body| add(&format!("{field}.body"), body, Escape::Plain, faults));
        let mut headers = Vec::new();
        for (name, source) in self.headers {
            let at = format!("{field}.headers.{name}");
            faults.header(at.clone(), name);
            let text = add(&at, source, Escape::Plain, faults);
            headers.extend(HeaderName::try_from(name.as_str()).ok().zip(text));
        }
        let mut query = Vec::new();
        for (name, source) in self.query {
            let text = add(&format!("{field}.query.{name}"), source, Escape::Plain, faults);
            query.extend(text.map(|text| (name.clone(), text)));
        }
        let body = match body {
            Some(body) => Some(body?),
            None => None,
        };
        let request = RequestTemplate {
            method: known_method(self.method)?,
            path: path?,
            headers,
            query,
            body,
            needs: Vec::new(),
        };
        Some(request.with_needs(templates, self.names))
    }
}

fn template(
    templates: &mut Templates,
    field: &str,
    source: &str,
    escape: Escape,
    names: &[&str],
    faults: &mut Faults,
) -> Option<Text> {
    templates.add(field, source, escape, names).map_err(|problem| faults.add(field, problem)).ok()
}

fn base_url(text: &str, faults: &mut Faults) -> Option<Url> {
    if text.is_empty() {
        faults.add("base_url", Problem::Missing);
        return None;
    }
    let url = Url::parse(text).ok().filter(|url| is_web_address(url) && url.query().is_none());
    if url.is_none() {
        faults.add("base_url", Problem::NotAUrl);
    }
    url
}

/// Compiles a path that is given; an empty one is named elsewhere, where it is needed.
pub(crate) fn json_path(field: &str, text: &str, faults: &mut Faults) -> Option<Place> {
    if text.is_empty() {
        return None;
    }
    Place::parse(text)
        .map_err(|error| faults.add(field, Problem::NotAJsonPath { message: error.to_string() }))
        .ok()
}
