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
use crate::config::exchange::{JobIn, Poll};
use crate::config::fault::{Fault, Faults, Problem};
use crate::config::{ChannelConfig, Kind, Mode};
use crate::job::JobId;
use crate::outcome::Answer;
use crate::request::RequestTemplate;
use crate::request::batch::{BatchContext, RowInputs};
use crate::request::jwt::{self, CompiledJwt, SigningKey};
use crate::request::sign::{claims_variables, message_variables};
use crate::request::template::{Escape, Templates, Text};
use crate::transport::reply;

/// Variables of the templates in `submit`.
const SUBMIT_VARIABLES: [&str; 9] =
    ["numbers", "number", "e164", "digits", "project", "batch", "now", "callback_url", "secrets"];
/// Variables of the templates in `poll`.
const POLL_VARIABLES: [&str; 10] =
    ["numbers", "number", "e164", "digits", "project", "batch", "now", "callback_url", "secrets", "job"];
/// Variables of the templates in `poll.fetch`.
const FETCH_VARIABLES: [&str; 11] = [
    "numbers",
    "number",
    "e164",
    "digits",
    "project",
    "batch",
    "now",
    "callback_url",
    "secrets",
    "job",
    "file",
];
/// Variables of `auth.message`.
const MESSAGE_VARIABLES: [&str; 4] = ["timestamp", "body", "method", "path"];
/// Variables of `auth.claims`.
const CLAIMS_VARIABLES: [&str; 1] = ["now"];
/// First of the numbers that templates are validated with: fictional North American numbers.
const SAMPLE_NUMBER: u64 = 12_025_550_100;

/// A compiled configuration.
pub(crate) struct Compiled {
    pub(crate) base: Url,
    pub(crate) templates: Templates,
    pub(crate) submit: RequestTemplate,
    pub(crate) poll: Option<CompiledPoll>,
    /// The job id in the reply to a submission (mode `callback`), if the provider chooses it.
    pub(crate) submitted_job: Option<ValuePath>,
    pub(crate) extractor: Extractor,
    pub(crate) rules: Vec<CompiledRule>,
    /// The signed message (auth `hmac`).
    pub(crate) message: Option<Text>,
    /// What tokens are made of (auth `jwt`).
    pub(crate) jwt: Option<CompiledJwt>,
    /// What the provider charges, in the body of a reply.
    pub(crate) cost: Option<ValuePath>,
}

pub(crate) struct CompiledPoll {
    pub(crate) request: RequestTemplate,
    /// The name of the result, if `fetch` needs it.
    pub(crate) file: Option<ValuePath>,
    /// The request for the results, if they are not in the reply about the state.
    pub(crate) fetch: Option<RequestTemplate>,
    pub(crate) job: ValuePath,
    pub(crate) state: ValuePath,
    pub(crate) extractor: Extractor,
}

impl CompiledPoll {
    /// Compiles the requests of a job, or records their faults. `items` finds the items in a reply.
    fn build(
        poll: &Poll,
        items: Option<&Extractor>,
        templates: &mut Templates,
        faults: &mut Faults,
    ) -> Option<Self> {
        let source = RequestSource {
            field: "poll",
            method: &poll.method,
            path: &poll.path,
            headers: &poll.headers,
            query: &poll.query,
            body: poll.body.as_deref(),
            variables: &POLL_VARIABLES,
        };
        let request = source.compile(templates, faults);
        let job = ValuePath::compile("poll.job", &poll.job, faults);
        let state = ValuePath::compile("poll.state", &poll.state, faults);
        let extractor = match &poll.results {
            Some(results) => ValuePath::compile("poll.results", results, faults)
                .zip(items)
                .map(|(path, extractor)| extractor.with_items(path, results)),
            None => items.cloned(),
        };
        let file = poll.file.as_ref().and_then(|path| ValuePath::compile("poll.file", path, faults));
        let fetch = poll.fetch.as_ref().and_then(|fetch| {
            let source = RequestSource {
                field: "poll.fetch",
                method: &fetch.method,
                path: &fetch.path,
                headers: &fetch.headers,
                query: &fetch.query,
                body: fetch.body.as_deref(),
                variables: &FETCH_VARIABLES,
            };
            source.compile(templates, faults)
        });
        Some(Self { request: request?, file, fetch, job: job?, state: state?, extractor: extractor? })
    }
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
            (Some(poll), Mode::Poll) => CompiledPoll::build(poll, extractor.as_ref(), &mut templates, faults),
            _ => None,
        };
        let submitted_job = match (&config.callback, config.mode) {
            (Some(callback), Mode::Callback) if callback.job_in == JobIn::Body => {
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
        let jwt = compile_jwt(config, &mut templates, faults);
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
            jwt,
            cost,
        })
    }

    /// Renders every template for one number and for a full batch, so that rendering errors are found when the
    /// configuration is saved.
    fn check_templates(&self, config: &ChannelConfig, faults: &mut Faults) {
        let numbers: Vec<u64> =
            (SAMPLE_NUMBER..).take(config.batch.max.clamp(1, BATCH_NUMBERS) as usize).collect();
        let job = JobId::from_text("job-1");
        let first = config.checks.first().map_or("project", String::as_str);
        // A template may differ by project.
        let others = config.checks.iter().skip(1).map(|project| (1, project.as_str()));
        for (count, project) in [(1, first), (numbers.len(), first)].into_iter().chain(others) {
            let mut batch = BatchContext {
                numbers: &numbers[..count],
                inputs: RowInputs::Sample,
                project,
                batch: "0011223344556677",
                now: 0,
                callback_url: Some("https://example.com/callbacks/channel".to_owned()),
                job: None,
                file: None,
                secrets: &config.secrets,
                // An error message may quote what a template renders.
                masked: true,
            };
            let mut invalid = self.submit.check_sample(&self.templates, &self.base, &batch, "submit", faults);
            batch.job.clone_from(&job);
            if let Some(poll) = &self.poll {
                invalid |= poll.request.check_sample(&self.templates, &self.base, &batch, "poll", faults);
                batch.file = poll.file.as_ref().and(job.clone());
                if let Some(fetch) = &poll.fetch {
                    invalid |= fetch.check_sample(&self.templates, &self.base, &batch, "poll.fetch", faults);
                }
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
        if let Some(jwt) = &self.jwt {
            match self.templates.render(&jwt.claims, &claims_variables(0)) {
                Ok(text) if jwt::claims(&text).is_some() => {}
                Ok(_) => {
                    let message = "the rendered text is not a JSON object".to_owned();
                    faults.add("auth.claims", Problem::BadTemplate { message });
                }
                Err(problem) => faults.add("auth.claims", problem),
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
        inputs: RowInputs::Sample,
        project: "project",
        batch: "0011223344556677",
        now: 0,
        callback_url: None,
        job: None,
        file: None,
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

/// The key and the claims of tokens. A key that is missing is reported by the checks of the fields.
fn compile_jwt(
    config: &ChannelConfig,
    templates: &mut Templates,
    faults: &mut Faults,
) -> Option<CompiledJwt> {
    let Auth::Jwt { private_key, algorithm, claims, .. } = &config.auth else { return None };
    let claims = compile_text(templates, "auth.claims", claims, Escape::Plain, &CLAIMS_VARIABLES, faults);
    if !private_key.is_known() {
        return None;
    }
    let key = SigningKey::parse(private_key.expose(), *algorithm);
    if key.is_none() {
        faults.add("auth.private_key", Problem::NotAPrivateKey);
    }
    Some(CompiledJwt { key: key?, claims: claims? })
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
