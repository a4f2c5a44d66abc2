//! Replays the documented answers of real providers. The answers are the examples of presets.

use std::collections::{BTreeMap, HashMap, VecDeque};
use std::io;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use axum::Router;
use axum::body::{Bytes, to_bytes};
use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use serde_json::Value;
use tokio::net::TcpListener;
use tokio::task::JoinHandle;

/// Largest request that is read.
const MAX_BODY: usize = 8 << 20;
/// Jobs that are remembered.
const MAX_JOBS: usize = 1000;

/// The part of a preset that is replayed. The rest of the file is not read here.
#[derive(Debug, Deserialize)]
struct Script {
    id: String,
    replay: Expected,
    examples: Vec<Example>,
}

/// The request that the provider documents.
#[derive(Debug, Deserialize)]
struct Expected {
    method: String,
    /// With `{number}` where the number is part of the path.
    path: String,
    /// Where the number is otherwise: `query.NAME`, or `body.NAME.*.NAME` with `*` for every item of a list.
    number: Option<String>,
    /// Parameters that must have these values.
    #[serde(default)]
    query: BTreeMap<String, String>,
    /// Headers that must have these values, or begin with them if they end with `*`.
    #[serde(default)]
    headers: BTreeMap<String, String>,
    /// Where the reply has one item per number, if it does.
    items: Option<String>,
    /// Where the reply names the numbers that have no item, if it does.
    also: Option<String>,
    /// How examples are delivered later, if they are.
    deliver: Option<Delivered>,
    /// How examples are polled for, if they are.
    poll: Option<Polled>,
}

/// Examples that are delivered to an address in the request, in two parts if they have items.
#[derive(Debug, Deserialize)]
struct Delivered {
    /// Where the address is: `query.NAME` or `body.NAME`.
    address: String,
    /// The body of the reply to the request.
    accepted: Value,
}

/// Examples that are polled for.
#[derive(Debug, Deserialize)]
struct Polled {
    /// With `{job}` in place of the id.
    path: String,
    /// The body of the reply to the request, with `{job}` in place of the id.
    accepted: Value,
}

/// A reply. `{e164}` and `{digits}` in its texts stand for the number that was asked about.
#[derive(Debug, Clone, Deserialize)]
struct Example {
    name: String,
    #[serde(default = "ok")]
    http: u16,
    #[serde(default)]
    headers: BTreeMap<String, String>,
    #[serde(default)]
    body: Value,
    /// Replies to the request itself, although other examples come later.
    #[serde(default)]
    at_once: bool,
    expect: Value,
}

fn ok() -> u16 {
    200
}

impl Example {
    /// Whether the reply is about a number, as opposed to a failure of the whole account.
    fn is_about_a_number(&self) -> bool {
        self.expect.get("error").is_none()
    }

    /// Whether it comes later, if the provider answers later.
    fn comes_later(&self) -> bool {
        !self.at_once && self.http == 200 && self.is_about_a_number()
    }

    /// The project that it is about; `None` for the first of the preset.
    fn project(&self) -> Option<&str> {
        self.expect.get("project").and_then(Value::as_str)
    }
}

/// Which accounts the replay accepts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Credentials {
    /// The ones of the examples, so that tests notice when they are not sent as documented.
    Examples,
    /// Any, for the demo.
    Any,
}

/// Replays presets on a free loopback port, each below its id. Stops when dropped.
pub struct ReplayNode {
    url: String,
    shared: Arc<Shared>,
    serving: JoinHandle<()>,
}

struct Shared {
    scripts: HashMap<String, Script>,
    credentials: Credentials,
    state: Mutex<Control>,
    http: reqwest::Client,
}

#[derive(Default)]
struct Control {
    /// The example that is replayed for every number, by preset.
    forced: HashMap<String, String>,
    /// What was wrong with requests.
    wrong: Vec<String>,
    /// The numbers of jobs that are polled for, oldest first.
    jobs: VecDeque<(String, Vec<String>)>,
    /// Jobs so far.
    accepted: u64,
}

impl Control {
    /// Adds a job and returns its id.
    fn add_job(&mut self, numbers: Vec<String>) -> String {
        self.accepted += 1;
        let id = format!("job-{}", self.accepted);
        if self.jobs.len() == MAX_JOBS {
            self.jobs.pop_front();
        }
        self.jobs.push_back((id.clone(), numbers));
        id
    }
}

impl ReplayNode {
    /// Starts with the texts of presets.
    pub async fn start(
        presets: impl IntoIterator<Item = &str>,
        credentials: Credentials,
    ) -> io::Result<Self> {
        let parse = |text: &str| serde_saphyr::from_str::<Script>(text).map_err(io::Error::other);
        let scripts: Vec<Script> = presets.into_iter().map(parse).collect::<io::Result<_>>()?;
        let scripts = scripts.into_iter().map(|script| (script.id.clone(), script)).collect();
        // Fails if it is installed already, which is fine.
        let _ = rustls::crypto::ring::default_provider().install_default();
        let http = reqwest::Client::builder().no_proxy().build().map_err(io::Error::other)?;
        let shared = Arc::new(Shared { scripts, credentials, state: Mutex::default(), http });
        let listener = TcpListener::bind(("127.0.0.1", 0)).await?;
        let url = format!("http://{}", listener.local_addr()?);
        let router = Router::new().fallback(replay).with_state(shared.clone());
        let serving = tokio::spawn(async move {
            // It runs until it is aborted.
            let _ = axum::serve(listener, router).await;
        });
        Ok(Self { url, shared, serving })
    }

    pub fn url(&self) -> &str {
        &self.url
    }

    /// Replays this example of a preset for every number from now on.
    pub fn force(&self, preset: &str, example: &str) {
        self.shared.lock().forced.insert(preset.to_owned(), example.to_owned());
    }

    /// Replays the examples of a preset in turn, depending on the number.
    pub fn release(&self, preset: &str) {
        self.shared.lock().forced.remove(preset);
    }

    /// Takes what was wrong with requests.
    pub fn take_wrong(&self) -> Vec<String> {
        std::mem::take(&mut self.shared.lock().wrong)
    }
}

impl Drop for ReplayNode {
    fn drop(&mut self) {
        self.serving.abort();
    }
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, Control> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

async fn replay(State(shared): State<Arc<Shared>>, request: Request) -> Response {
    let (head, body) = request.into_parts();
    let wrong = |why: String| {
        shared.lock().wrong.push(why.clone());
        (StatusCode::NOT_IMPLEMENTED, why).into_response()
    };
    let Ok(body) = to_bytes(body, MAX_BODY).await else { return wrong("the body is too large".to_owned()) };
    let path = head.uri.path().trim_start_matches('/');
    let (id, path) = path.split_once('/').unwrap_or((path, ""));
    let Some(script) = shared.scripts.get(id) else { return wrong(format!("there is no preset `{id}`")) };
    let path = format!("/{path}");
    let forced = shared.lock().forced.get(id).cloned();
    if let Some(job) = script.replay.polled_job(&path, shared.credentials) {
        let jobs = shared.lock().jobs.clone();
        let numbers = jobs.iter().find(|(known, _)| known == job).map(|(_, numbers)| numbers);
        let reply = numbers.and_then(|numbers| script.reply(numbers, forced.as_deref()));
        return reply.map_or_else(|| wrong(format!("{id}: there is no job {job}")), Example::into_response);
    }
    let asked = Asked { path: &path, query: head.uri.query().unwrap_or_default(), body: &body };
    let numbers = script.replay.numbers(head.method.as_str(), &asked, &head.headers, shared.credentials);
    let numbers = match numbers {
        Ok(numbers) => numbers,
        Err(why) => return wrong(format!("{id}: {why}")),
    };
    let Some(example) = script.reply(&numbers, forced.as_deref()) else {
        return wrong(format!("{id}: there is no such example"));
    };
    match (&script.replay.deliver, &script.replay.poll) {
        (Some(deliver), _) if example.comes_later() => {
            let Some(address) = asked.value_at(&deliver.address) else {
                return wrong(format!("{id}: there is no {}", deliver.address));
            };
            let halves = script.in_halves(&numbers);
            let parts = halves.into_iter().filter_map(|part| script.reply(part, forced.as_deref()));
            tokio::spawn(send_all(shared.http.clone(), address, parts.map(|part| part.body).collect()));
            axum::Json(filled(&deliver.accepted, &numbers[0])).into_response()
        }
        (_, Some(poll)) if example.comes_later() => {
            let job = shared.lock().add_job(numbers);
            (StatusCode::ACCEPTED, axum::Json(with_job(&poll.accepted, &job))).into_response()
        }
        _ => example.into_response(),
    }
}

/// Delivers bodies one after another. Like a real provider, it ignores whether the receiver is there.
async fn send_all(http: reqwest::Client, address: String, bodies: Vec<Value>) {
    for body in bodies {
        let request = http.post(&address).header(header::CONTENT_TYPE, "application/json");
        let _ = request.body(body.to_string()).send().await;
    }
}

/// What is asked of a provider.
struct Asked<'a> {
    path: &'a str,
    query: &'a str,
    body: &'a Bytes,
}

impl Asked<'_> {
    /// The text at `query.NAME` or `body.NAME`.
    fn value_at(&self, place: &str) -> Option<String> {
        match place.split_once('.')? {
            ("query", name) => parse_query(self.query).find(|(found, _)| found == name).map(|(_, text)| text),
            ("body", name) => {
                let body: Value = serde_json::from_slice(self.body).ok()?;
                body.get(name)?.as_str().map(str::to_owned)
            }
            _ => None,
        }
    }
}

impl Expected {
    /// The id in the path of a poll; `None` if this is another request.
    fn polled_job<'p>(&self, path: &'p str, credentials: Credentials) -> Option<&'p str> {
        let place = &self.poll.as_ref()?.path;
        part_in(place, "{job}", path, credentials).filter(|job| !job.is_empty())
    }

    /// The digits of the numbers that a request is about, or what is wrong with it.
    fn numbers(
        &self,
        method: &str,
        asked: &Asked<'_>,
        headers: &HeaderMap,
        credentials: Credentials,
    ) -> Result<Vec<String>, String> {
        let any = credentials == Credentials::Any;
        if method != self.method {
            return Err(format!("the method is {method} instead of {}", self.method));
        }
        let pairs: HashMap<String, String> = parse_query(asked.query).collect();
        for (name, value) in &self.query {
            let found = pairs.get(name);
            if found != Some(value) && !(any && found.is_some()) {
                return Err(format!("the parameter {name} is {found:?} instead of {value:?}"));
            }
        }
        for (name, value) in &self.headers {
            let found = headers.get(name).and_then(|found| found.to_str().ok());
            let same = |found: &str| match value.strip_suffix('*') {
                Some(start) => found.starts_with(start),
                None => found == value,
            };
            if !(found.is_some_and(same) || any && found.is_some()) {
                return Err(format!("the header {name} is {found:?} instead of {value:?}"));
            }
        }
        let in_path = part_in(&self.path, "{number}", asked.path, credentials)
            .ok_or_else(|| format!("the path is {}", asked.path))?;
        let texts = match &self.number {
            None => vec![decoded(in_path)],
            Some(place) => match place.split_once('.') {
                Some(("query", name)) => pairs.get(name).cloned().into_iter().collect(),
                Some(("body", names)) => {
                    let body: Value =
                        serde_json::from_slice(asked.body).map_err(|error| error.to_string())?;
                    let mut texts = Vec::new();
                    collect(&body, names, &mut texts);
                    texts
                }
                _ => Vec::new(),
            },
        };
        let is_number = |text: &String| {
            let digits = text.strip_prefix('+').unwrap_or(text);
            (6..=15).contains(&digits.len()) && digits.bytes().all(|byte| byte.is_ascii_digit())
        };
        if texts.is_empty() || !texts.iter().all(is_number) {
            return Err(format!("there are no numbers in {texts:?}"));
        }
        Ok(texts.into_iter().map(|text| text.trim_start_matches('+').to_owned()).collect())
    }
}

/// The part of a path that is where `name` is in the expected path, empty if `name` is not there; `None` if the path is
/// another one. With any credentials, the other parts may have other values, because some contain the account.
fn part_in<'p>(expected: &str, name: &str, path: &'p str, credentials: Credentials) -> Option<&'p str> {
    let (mut expected, mut found) = (expected.split('/'), path.split('/'));
    let mut named = "";
    loop {
        match (expected.next(), found.next()) {
            (None, None) => return Some(named),
            (Some(one), Some(part)) if one == name => named = part,
            (Some(one), Some(other)) if one == other || credentials == Credentials::Any => {}
            _ => return None,
        }
    }
}

impl Script {
    /// The numbers in two parts, if the provider answers with items.
    fn in_halves<'n>(&self, numbers: &'n [String]) -> Vec<&'n [String]> {
        if self.replay.items.is_none() {
            return vec![numbers];
        }
        numbers.chunks(numbers.len().div_ceil(2).max(1)).collect()
    }

    /// The reply about these numbers: the forced example, or one that depends on each number.
    fn reply(&self, numbers: &[String], forced: Option<&str>) -> Option<Example> {
        let pick = |number: &String| match forced {
            Some(name) => self.examples.iter().find(|one| one.name == name).cloned(),
            None => self.usual(number),
        };
        let number = numbers.first()?;
        let mut reply = pick(number)?;
        if self.replay.items.is_none() || !reply.is_about_a_number() {
            reply.body = filled(&reply.body, number);
            return Some(reply);
        }
        let bodies = numbers.iter().map(|number| Some(filled(&pick(number)?.body, number)));
        let bodies = bodies.collect::<Option<Vec<Value>>>()?;
        for place in self.replay.items.iter().chain(&self.replay.also) {
            let items: Vec<Value> =
                bodies.iter().filter_map(|body| list_at(body, place)).flatten().cloned().collect();
            match list_at_mut(&mut reply.body, place) {
                Some(list) => *list = items,
                None => add(&mut reply.body, &at_path(place, items)),
            }
        }
        Some(reply)
    }

    /// An example about a number. A provider answers for all its projects at once, so what other examples say about
    /// other projects is added to it.
    fn usual(&self, number: &str) -> Option<Example> {
        let mut projects: Vec<Option<&str>> = Vec::new();
        let is_usual = |one: &&Example| one.is_about_a_number() && !one.at_once;
        for example in self.examples.iter().filter(is_usual) {
            if !projects.contains(&example.project()) {
                projects.push(example.project());
            }
        }
        let seed: usize = number.bytes().map(usize::from).sum();
        let mut reply: Option<Example> = None;
        for project in projects {
            let of_project: Vec<&Example> =
                self.examples.iter().filter(|one| is_usual(one) && one.project() == project).collect();
            let picked = of_project.get(seed % of_project.len().max(1)).copied()?;
            match &mut reply {
                None => reply = Some(picked.clone()),
                Some(reply) if reply.http == picked.http => add(&mut reply.body, &picked.body),
                Some(_) => {}
            }
        }
        reply
    }
}

/// Adds what is missing in a reply.
fn add(reply: &mut Value, more: &Value) {
    match (reply, more) {
        (Value::Object(reply), Value::Object(more)) => {
            for (name, value) in more {
                match reply.get_mut(name) {
                    Some(known) if !known.is_null() => add(known, value),
                    _ => drop(reply.insert(name.clone(), value.clone())),
                }
            }
        }
        (Value::Array(reply), Value::Array(more)) => {
            reply.iter_mut().zip(more).for_each(|(known, value)| add(known, value));
        }
        _ => {}
    }
}

impl IntoResponse for Example {
    fn into_response(self) -> Response {
        let status = StatusCode::from_u16(self.http).unwrap_or(StatusCode::NOT_IMPLEMENTED);
        let body = if self.body.is_null() { String::new() } else { self.body.to_string() };
        let mut response = (status, [(header::CONTENT_TYPE, "application/json")], body).into_response();
        for (name, value) in &self.headers {
            let pair = (HeaderName::try_from(name), HeaderValue::try_from(value));
            if let (Ok(name), Ok(value)) = pair {
                response.headers_mut().insert(name, value);
            }
        }
        response
    }
}

/// A value whose texts are filled in for a number.
fn filled(value: &Value, digits: &str) -> Value {
    match value {
        Value::String(text) => {
            text.replace("{e164}", &format!("+{digits}")).replace("{digits}", digits).into()
        }
        Value::Array(items) => items.iter().map(|item| filled(item, digits)).collect(),
        Value::Object(fields) => {
            let field =
                |(name, value): (&String, &Value)| (name.replace("{digits}", digits), filled(value, digits));
            Value::Object(fields.iter().map(field).collect())
        }
        other => other.clone(),
    }
}

/// A value whose texts have the id of a job.
fn with_job(value: &Value, job: &str) -> Value {
    match value {
        Value::String(text) => text.replace("{job}", job).into(),
        Value::Array(items) => items.iter().map(|item| with_job(item, job)).collect(),
        Value::Object(fields) => {
            let fields = fields.iter().map(|(name, value)| (name.clone(), with_job(value, job)));
            Value::Object(fields.collect())
        }
        other => other.clone(),
    }
}

/// Collects the texts at a path of names and `*`. A text can be a list with commas.
fn collect(value: &Value, path: &str, texts: &mut Vec<String>) {
    let (name, rest) = path.split_once('.').unwrap_or((path, ""));
    match (name, value) {
        ("", Value::String(text)) => texts.extend(text.split(',').map(str::to_owned)),
        ("*", Value::Array(items)) => items.iter().for_each(|item| collect(item, rest, texts)),
        (name, Value::Object(fields)) => {
            if let Some(inner) = fields.get(name) {
                collect(inner, rest, texts);
            }
        }
        _ => {}
    }
}

fn list_at<'v>(value: &'v Value, path: &str) -> Option<&'v Vec<Value>> {
    let found =
        path.split('.').filter(|name| !name.is_empty()).try_fold(value, |inner, name| inner.get(name));
    found?.as_array()
}

fn list_at_mut<'v>(value: &'v mut Value, path: &str) -> Option<&'v mut Vec<Value>> {
    let mut names = path.split('.').filter(|name| !name.is_empty());
    let found = names.try_fold(value, |inner, name| inner.get_mut(name));
    found?.as_array_mut()
}

/// A body that has only a list, at a path.
fn at_path(path: &str, items: Vec<Value>) -> Value {
    let names = path.rsplit('.').filter(|name| !name.is_empty());
    names.fold(items.into(), |inner, name| Value::Object([(name.to_owned(), inner)].into_iter().collect()))
}

fn parse_query(query: &str) -> impl Iterator<Item = (String, String)> + '_ {
    query.split('&').filter(|pair| !pair.is_empty()).map(|pair| {
        let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
        (decoded(&name.replace('+', " ")), decoded(&value.replace('+', " ")))
    })
}

/// A text without percent-encoding.
fn decoded(text: &str) -> String {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let Some((first, after)) = rest.split_first() {
        let code = (*first == b'%').then(|| after.get(..2)).flatten();
        let code = code.and_then(|code| u8::from_str_radix(str::from_utf8(code).ok()?, 16).ok());
        bytes.push(code.unwrap_or(*first));
        rest = if code.is_some() { &after[2..] } else { after };
    }
    String::from_utf8_lossy(&bytes).into_owned()
}
