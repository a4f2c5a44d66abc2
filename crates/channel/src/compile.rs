//! A compiled configuration: templates and paths are compiled once and used for every request.

use std::collections::BTreeMap;

use http::{HeaderName, Method};
use numsift_model::limits::BATCH_NUMBERS;
use url::Url;

use crate::answer::classify::CompiledRule;
use crate::answer::extract::Extractor;
use crate::answer::path::ValuePath;
use crate::config::auth::Auth;
use crate::config::checks::{is_request_url, supported_method};
use crate::config::fault::{Fault, Faults, Problem};
use crate::config::{ChannelConfig, Kind, Mode};
use crate::job::JobId;
use crate::outcome::Answer;
use crate::request::RequestTemplate;
use crate::request::batch::BatchContext;
use crate::request::sign::message_variables;
use crate::request::template::{Escape, Templates, Text};
use crate::transport::reply;

/// Variables of the templates in `submit`.
const SUBMIT_VARIABLES: [&str; 9] =
    ["numbers", "number", "e164", "digits", "project", "batch", "now", "callback_url", "secrets"];
/// Variables of the templates in `poll`.
const POLL_VARIABLES: [&str; 10] =
    ["numbers", "number", "e164", "digits", "project", "batch", "now", "callback_url", "secrets", "job"];
/// Variables of `auth.message`.
const MESSAGE_VARIABLES: [&str; 4] = ["timestamp", "body", "method", "path"];
/// First of the numbers that templates are validated with: fictional North American numbers.
const SAMPLE_NUMBER: u64 = 12_025_550_100;

/// A compiled configuration.
pub(crate) struct Compiled {
    pub(crate) base: Url,
    pub(crate) templates: Templates,
    pub(crate) submit: RequestTemplate,
    pub(crate) poll: Option<CompiledPoll>,
    /// The job id in the reply to a submission (mode `callback`).
    pub(crate) submitted_job: Option<ValuePath>,
    pub(crate) extractor: Extractor,
    pub(crate) rules: Vec<CompiledRule>,
    /// The signed message (auth `hmac`).
    pub(crate) message: Option<Text>,
    /// What the provider charges, in the body of a reply.
    pub(crate) cost: Option<ValuePath>,
}

pub(crate) struct CompiledPoll {
    pub(crate) request: RequestTemplate,
    pub(crate) job: ValuePath,
    pub(crate) state: ValuePath,
    pub(crate) extractor: Extractor,
}

impl Compiled {
    /// Compiles a configuration, or records its faults.
    pub(crate) fn build(config: &ChannelConfig, faults: &mut Faults) -> Option<Self> {
        let before = faults.0.len();
        let mut templates = Templates::new();
        let base = base_url(&config.base_url, faults);
        let submit = &config.submit;
        let source = RequestSource {
            field: "submit",
            method: &submit.method,
            path: &submit.path,
            headers: &submit.headers,
            query: &submit.query,
            body: submit.body.as_deref(),
            variables: &SUBMIT_VARIABLES,
        };
        let submit = source.compile(&mut templates, faults);
        let extractor = Extractor::compile(config, faults);
        let poll = match (&config.poll, config.mode) {
            (Some(poll), Mode::Poll) => {
                let source = RequestSource {
                    field: "poll",
                    method: &poll.method,
                    path: &poll.path,
                    headers: &poll.headers,
                    query: &poll.query,
                    body: poll.body.as_deref(),
                    variables: &POLL_VARIABLES,
                };
                let request = source.compile(&mut templates, faults);
                let job = ValuePath::compile("poll.job", &poll.job, faults);
                let state = ValuePath::compile("poll.state", &poll.state, faults);
                let extractor = match &poll.results {
                    Some(results) => ValuePath::compile("poll.results", results, faults)
                        .zip(extractor.as_ref())
                        .map(|(path, extractor)| extractor.with_items(path, results)),
                    None => extractor.clone(),
                };
                (|| Some(CompiledPoll { request: request?, job: job?, state: state?, extractor: extractor? }))(
                )
            }
            _ => None,
        };
        let submitted_job = match (&config.callback, config.mode) {
            (Some(callback), Mode::Callback) => {
                let job = ValuePath::compile("callback.job", &callback.job, faults);
                match &callback.submitted {
                    Some(path) => ValuePath::compile("callback.submitted", path, faults),
                    None => job,
                }
            }
            _ => None,
        };
        let rules = config
            .classify
            .iter()
            .enumerate()
            .map(|(index, rule)| CompiledRule::compile(rule, &format!("classify[{index}]"), faults))
            .collect();
        let message = match &config.auth {
            Auth::Hmac { message, .. } => compile_text(
                &mut templates,
                "auth.message",
                message,
                Escape::Plain,
                &MESSAGE_VARIABLES,
                faults,
            ),
            _ => None,
        };
        let cost = config.cost.path.as_ref().and_then(|path| ValuePath::compile("cost.path", path, faults));
        if faults.0.len() > before {
            return None;
        }
        Some(Self {
            base: base?,
            templates,
            submit: submit?,
            poll,
            submitted_job,
            extractor: extractor?,
            rules,
            message,
            cost,
        })
    }

    /// Renders every template for one number and for a full batch, so that rendering errors are found when the
    /// configuration is saved.
    fn check_templates(&self, config: &ChannelConfig, faults: &mut Faults) {
        let numbers: Vec<u64> =
            (SAMPLE_NUMBER..).take(config.batch.max.clamp(1, BATCH_NUMBERS) as usize).collect();
        let job = JobId::from_text("job-1");
        for count in [1, numbers.len()] {
            let mut batch = BatchContext {
                numbers: &numbers[..count],
                project: config.checks.first().map_or("project", String::as_str),
                batch: "0011223344556677",
                now: 0,
                callback_url: Some("https://example.com/callbacks/channel".to_owned()),
                job: None,
                secrets: &config.secrets,
                // An error message may quote what a template renders.
                masked: true,
            };
            let mut invalid = self.submit.check_sample(&self.templates, &self.base, &batch, "submit", faults);
            batch.job.clone_from(&job);
            if let Some(poll) = &self.poll {
                invalid |= poll.request.check_sample(&self.templates, &self.base, &batch, "poll", faults);
            }
            if invalid {
                return;
            }
        }
        if let Some(message) = &self.message {
            let variables = message_variables("0", "", &Method::POST, "/");
            if let Err(problem) = self.templates.render(message, &variables) {
                faults.add("auth.message", problem);
            }
        }
    }
}

impl ChannelConfig {
    /// Returns every fault; empty if the channel can be used. The secrets must be in place.
    pub fn validate(&self) -> Vec<Fault> {
        let mut faults = Faults::default();
        self.check_fields(&mut faults);
        if self.kind == Kind::Http
            && let Some(compiled) = Compiled::build(self, &mut faults)
        {
            compiled.check_templates(self, &mut faults);
        }
        faults.0
    }
}

/// The answers in the body of a reply; none if the configuration or the body cannot be used. For the fuzzer, which has no
/// provider to talk to.
pub fn answers_in(config: &ChannelConfig, body: Vec<u8>, numbers: &[u64]) -> Vec<Answer> {
    let extractor = Extractor::compile(config, &mut Faults::default());
    let (Some(extractor), Ok(body)) = (extractor, reply::parse(body, &config.answer)) else {
        return Vec::new();
    };
    let batch = BatchContext {
        numbers,
        project: "project",
        batch: "0011223344556677",
        now: 0,
        callback_url: None,
        job: None,
        secrets: &config.secrets,
        masked: true,
    };
    extractor.answers(body.root(), &batch)
}

/// The template sources of a request.
struct RequestSource<'a> {
    field: &'static str,
    method: &'a str,
    path: &'a str,
    headers: &'a BTreeMap<String, String>,
    query: &'a BTreeMap<String, String>,
    body: Option<&'a str>,
    variables: &'static [&'static str],
}

impl RequestSource<'_> {
    fn compile(&self, templates: &mut Templates, faults: &mut Faults) -> Option<RequestTemplate> {
        let field = self.field;
        let mut add = |name: &str, source: &str, escape, faults: &mut Faults| {
            compile_text(templates, name, source, escape, self.variables, faults)
        };
        let path = add(&format!("{field}.path"), self.path, Escape::Url, faults);
        let body = self.body.map(|body| add(&format!("{field}.body"), body, Escape::Plain, faults));
        let mut headers = Vec::new();
        for (name, source) in self.headers {
            let at = format!("{field}.headers.{name}");
            faults.check_header(at.clone(), name);
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
            method: supported_method(self.method)?,
            path: path?,
            headers,
            query,
            body,
            variables: Vec::new(),
        };
        Some(request.with_variables(templates, self.variables))
    }
}

fn compile_text(
    templates: &mut Templates,
    field: &str,
    source: &str,
    escape: Escape,
    variables: &[&str],
    faults: &mut Faults,
) -> Option<Text> {
    templates.add(field, source, escape, variables).map_err(|problem| faults.add(field, problem)).ok()
}

fn base_url(text: &str, faults: &mut Faults) -> Option<Url> {
    if text.is_empty() {
        faults.add("base_url", Problem::Missing);
        return None;
    }
    let url = Url::parse(text).ok().filter(|url| is_request_url(url) && url.query().is_none());
    if url.is_none() {
        faults.add("base_url", Problem::NotAUrl);
    }
    url
}
