//! Checks a configuration as a whole and names every field that is wrong.

use std::collections::HashSet;

use http::{HeaderName, Method};
use url::Url;

use crate::auth::Auth;
use crate::callback::standard_key;
use crate::compile::Compiled;
use crate::config::{Callback, ChannelConfig, Contract, Kind, MatchBy, Mode, Verify};
use crate::day;
use crate::fault::{Fault, Problem};
use crate::secret::Secret;

/// Shortest secret at the end of an address.
const SHORTEST_PATH_SECRET: usize = 16;
/// Headers that the connector sets itself.
const OWN_HEADERS: [&str; 5] = ["host", "content-length", "transfer-encoding", "connection", "te"];

/// Collects faults.
#[derive(Default)]
pub(crate) struct Faults(pub(crate) Vec<Fault>);

impl Faults {
    pub(crate) fn add(&mut self, field: impl Into<String>, problem: Problem) {
        self.0.push(Fault { field: field.into(), problem });
    }

    fn need(&mut self, field: &str, given: bool) {
        if !given {
            self.add(field, Problem::Missing);
        }
    }

    fn secret(&mut self, field: &str, secret: &Secret) {
        self.need(field, secret.is_known());
    }

    fn range(&mut self, field: &str, value: impl Into<i64>, min: i64, max: i64) {
        if !(min..=max).contains(&value.into()) {
            self.add(field, Problem::OutOfRange { min, max });
        }
    }

    pub(crate) fn header(&mut self, field: impl Into<String>, name: &str) {
        let known = HeaderName::try_from(name).ok();
        if known.is_none_or(|name| OWN_HEADERS.contains(&name.as_str())) {
            self.add(field, Problem::NotAHeader);
        }
    }
}

impl ChannelConfig {
    /// Everything that is wrong, each with its field; empty when the channel can be used. The secrets
    /// must be in their places.
    pub fn validate(&self) -> Vec<Fault> {
        let mut faults = Faults::default();
        self.check_head(&mut faults);
        if self.kind == Kind::Http {
            self.check_mode(&mut faults);
            self.check_auth(&mut faults);
            self.check_numbers(&mut faults);
            if let Some(compiled) = Compiled::build(self, &mut faults) {
                compiled.try_templates(self, &mut faults);
            }
        }
        faults.0
    }

    fn check_head(&self, faults: &mut Faults) {
        if self.name.is_empty() {
            faults.add("name", Problem::Missing);
        } else if !is_name(&self.name) {
            faults.add("name", Problem::NotAName);
        }
        faults.need("checks", !self.checks.is_empty());
        let mut seen = HashSet::new();
        for (at, check) in self.checks.iter().enumerate() {
            if !is_name(check) || !seen.insert(check) {
                faults.add(format!("checks[{at}]"), Problem::NotAName);
            }
        }
        for (at, country) in self.countries.iter().enumerate() {
            if country.len() != 2 || !country.bytes().all(|byte| byte.is_ascii_alphabetic()) {
                faults.add(format!("countries[{at}]"), Problem::NotACountry);
            }
        }
        if let Some(Contract { reference, expires }) = &self.contract {
            faults.need("contract.ref", !reference.trim().is_empty());
            if expires.is_empty() {
                faults.add("contract.expires", Problem::Missing);
            } else if day::start_of(expires).is_none() {
                faults.add("contract.expires", Problem::NotADay);
            }
        }
    }

    fn check_mode(&self, faults: &mut Faults) {
        faults.need("submit.path", !self.submit.path.is_empty());
        match (&self.poll, self.mode) {
            (Some(poll), Mode::Poll) => {
                faults.need("poll.path", !poll.path.is_empty());
                faults.need("poll.state", !poll.state.is_empty());
                faults.need("poll.done", !poll.done.is_empty());
                faults.range("poll.every_s", poll.every_s, 1, 3600);
                faults.range("poll.max_s", poll.max_s, 1, 86_400);
            }
            (None, Mode::Poll) => faults.add("poll", Problem::Missing),
            (Some(_), _) => faults.add("poll", Problem::ContradictsMode),
            (None, _) => {}
        }
        match (&self.callback, self.mode) {
            (Some(callback), Mode::Callback) => check_callback(callback, faults),
            (None, Mode::Callback) => faults.add("callback", Problem::Missing),
            (Some(_), _) => faults.add("callback", Problem::ContradictsMode),
            (None, _) => {}
        }
        let methods = [
            ("submit.method", Some(&self.submit.method)),
            ("poll.method", self.poll.as_ref().map(|p| &p.method)),
        ];
        for (field, method) in methods {
            if method.is_some_and(|method| known_method(method).is_none()) {
                faults.add(field, Problem::NotAMethod);
            }
        }
        match (self.matching.by, self.matching.key.is_empty()) {
            (MatchBy::Order, false) => faults.add("match.key", Problem::ContradictsMode),
            (MatchBy::Order, true) | (_, false) => {}
            (_, true) => faults.add("match.key", Problem::Missing),
        }
        faults.need("map", self.map.iter().any(|rule| rule.to == "status"));
        for (at, rule) in self.map.iter().enumerate() {
            if !is_name(&rule.to) {
                let problem = if rule.to.is_empty() { Problem::Missing } else { Problem::NotAName };
                faults.add(format!("map[{at}].to"), problem);
            }
            faults.need(&format!("map[{at}].path"), !rule.path.is_empty());
        }
        for (at, rule) in self.classify.iter().enumerate() {
            faults.need(&format!("classify[{at}]"), !rule.http.is_empty() || rule.path.is_some());
            for (index, status) in rule.http.iter().enumerate() {
                faults.range(&format!("classify[{at}].http[{index}]"), *status, 100, 599);
            }
            let compares = rule.equals.is_some() || rule.at_most.is_some();
            faults.need(&format!("classify[{at}].path"), rule.path.is_some() || !compares);
        }
    }

    fn check_auth(&self, faults: &mut Faults) {
        match &self.auth {
            Auth::None => {}
            Auth::Basic { username, password } => {
                faults.need("auth.username", !username.is_empty());
                faults.secret("auth.password", password);
            }
            Auth::Bearer { token } => faults.secret("auth.token", token),
            Auth::Header { name, value } => {
                if name.is_empty() {
                    faults.add("auth.name", Problem::Missing);
                } else {
                    faults.header("auth.name", name);
                }
                faults.secret("auth.value", value);
            }
            Auth::Query { name, value } => {
                faults.need("auth.name", !name.is_empty());
                faults.secret("auth.value", value);
            }
            Auth::OAuth2ClientCredentials { token_url, client_id, client_secret, .. } => {
                if token_url.is_empty() {
                    faults.add("auth.token_url", Problem::Missing);
                } else if !Url::parse(token_url).is_ok_and(|url| is_web_address(&url)) {
                    faults.add("auth.token_url", Problem::NotAUrl);
                }
                faults.need("auth.client_id", !client_id.is_empty());
                faults.secret("auth.client_secret", client_secret);
            }
            Auth::Hmac { secret, header, timestamp_header, key_header, key_id, .. } => {
                faults.secret("auth.secret", secret);
                faults.header("auth.header", header);
                faults.header("auth.timestamp_header", timestamp_header);
                if let Some(name) = key_header {
                    faults.header("auth.key_header", name);
                }
                faults.need("auth.key_id", key_header.is_none() || key_id.is_some());
                faults.need("auth.key_header", key_id.is_none() || key_header.is_some());
            }
        }
    }

    fn check_numbers(&self, faults: &mut Faults) {
        faults.range("batch.max", self.batch.max, 1, 5000);
        faults.range("limit.rps", self.limit.rps, 1, 100_000);
        faults.range("limit.burst", self.limit.burst, 1, 1_000_000);
        faults.range("limit.concurrency", self.limit.concurrency, 1, 1024);
        faults.range("retry.max", self.retry.max, 0, 20);
        faults.range("retry.base_ms", self.retry.base_ms, 1, 60_000);
        faults.range("retry.cap_ms", self.retry.cap_ms, i64::from(self.retry.base_ms), 600_000);
        faults.range("breaker.failures", self.breaker.failures, 1, 10_000);
        faults.range("breaker.window_s", self.breaker.window_s, 1, 3600);
        faults.range("breaker.open_s", self.breaker.open_s, 1, 86_400);
        faults.range("cost.points", self.cost.points.0, 0, 1_000_000_000);
        faults.range("answer.max_bytes", self.answer.max_bytes, 1, 64 * 1024 * 1024);
        faults.range("answer.timeout_ms", self.answer.timeout_ms, 1, 600_000);
        faults.range("answer.max_depth", self.answer.max_depth, 1, 100);
    }
}

fn check_callback(callback: &Callback, faults: &mut Faults) {
    faults.need("callback.job", !callback.job.is_empty());
    faults.range("callback.max_s", callback.max_s, 1, 86_400);
    if callback.verify == Verify::None {
        return;
    }
    let secret = callback.secret.expose();
    faults.secret("callback.secret", &callback.secret);
    let usable = match callback.verify {
        Verify::StandardWebhooks => standard_key(secret).is_some(),
        Verify::SecretPath => {
            let plain = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_';
            secret.len() >= SHORTEST_PATH_SECRET && secret.bytes().all(plain)
        }
        Verify::None | Verify::Hmac => true,
    };
    if callback.secret.is_known() && !usable {
        faults.add("callback.secret", Problem::NotAKey);
    }
    if callback.verify == Verify::Hmac {
        faults.header("callback.header", &callback.header);
        if let Some(name) = &callback.timestamp_header {
            faults.header("callback.timestamp_header", name);
        }
    }
}

/// The method, when it is one that providers use.
pub(crate) fn known_method(name: &str) -> Option<Method> {
    let known = [Method::GET, Method::POST, Method::PUT, Method::PATCH];
    known.into_iter().find(|method| method.as_str() == name)
}

/// Whether an address is one to send requests to.
pub(crate) fn is_web_address(url: &Url) -> bool {
    matches!(url.scheme(), "http" | "https")
        && url.host().is_some()
        && url.username().is_empty()
        && url.password().is_none()
        && url.fragment().is_none()
}

fn is_name(text: &str) -> bool {
    let plain = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-' || byte == b'_';
    !text.is_empty() && text.len() <= 64 && text.bytes().all(plain)
}
