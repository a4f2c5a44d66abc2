//! Checks the fields of a configuration one by one.

use std::collections::HashSet;

use http::{HeaderName, Method};
use numsift_model::limits::{
    ANSWER_BYTES, BATCH_NUMBERS, CALLBACK_DELIVERIES, CALLBACK_REPLY, TEMPLATE_SECRET, TEMPLATE_SECRETS,
};
use url::Url;

use super::auth::Auth;
use super::contract::start_of_day;
use super::exchange::{Callback, DeliveryFormat, JobIn, Verify, standard_webhooks_key};
use super::fault::{Faults, Problem};
use super::limits::Limit;
use super::rules::{Action, MatchBy};
use super::secret::Secret;
use super::{ChannelConfig, Contract, Kind, Mode};

/// Shortest secret at the end of a callback URL.
const MIN_PATH_SECRET: usize = 16;
/// Most columns of a CSV reply that can be named.
const MAX_COLUMNS: i64 = 200;
/// Most bytes of what a channel remembers of its preset, as JSON.
const MAX_ORIGIN: usize = 128 << 10;
/// Headers that the connector sets itself.
const OWN_HEADERS: [&str; 5] = ["host", "content-length", "transfer-encoding", "connection", "te"];

impl Faults {
    fn require(&mut self, field: &str, present: bool) {
        if !present {
            self.add(field, Problem::Missing);
        }
    }

    fn require_secret(&mut self, field: &str, secret: &Secret) {
        self.require(field, secret.is_known());
    }

    fn check_range(&mut self, field: &str, value: impl Into<i64>, min: i64, max: i64) {
        if !(min..=max).contains(&value.into()) {
            self.add(field, Problem::OutOfRange { min, max });
        }
    }

    pub(crate) fn check_header(&mut self, field: impl Into<String>, name: &str) {
        let parsed = HeaderName::try_from(name).ok();
        if parsed.is_none_or(|name| OWN_HEADERS.contains(&name.as_str())) {
            self.add(field, Problem::NotAHeader);
        }
    }
}

impl ChannelConfig {
    /// Checks every field that can be checked without compiling templates and paths.
    pub(crate) fn check_fields(&self, faults: &mut Faults) {
        self.check_identity(faults);
        if self.kind == Kind::Http {
            self.check_mode(faults);
            self.check_auth(faults);
            self.check_ranges(faults);
        }
    }

    fn check_identity(&self, faults: &mut Faults) {
        if self.name.is_empty() {
            faults.add("name", Problem::Missing);
        } else if !is_name(&self.name) {
            faults.add("name", Problem::NotAName);
        }
        faults.require("checks", !self.checks.is_empty());
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
        if let Some(origin) = &self.preset
            && (!is_name(&origin.id) || serde_json::to_vec(origin).is_ok_and(|json| json.len() > MAX_ORIGIN))
        {
            faults.add("preset", Problem::NotAName);
        }
        if let Some(Contract { reference, expires }) = &self.contract {
            faults.require("contract.ref", !reference.trim().is_empty());
            if expires.is_empty() {
                faults.add("contract.expires", Problem::Missing);
            } else if start_of_day(expires).is_none() {
                faults.add("contract.expires", Problem::NotADay);
            }
        }
    }

    fn check_mode(&self, faults: &mut Faults) {
        faults.require("submit.path", !self.submit.path.is_empty());
        match (&self.poll, self.mode) {
            (Some(poll), Mode::Poll) => {
                faults.require("poll.path", !poll.path.is_empty());
                faults.require("poll.state", !poll.state.is_empty());
                faults.require("poll.done", !poll.done.is_empty());
                faults.check_range("poll.every_s", poll.every_s, 1, 3600);
                faults.check_range("poll.max_s", poll.max_s, 1, 86_400);
                if let Some(fetch) = &poll.fetch {
                    faults.require("poll.fetch.path", !fetch.path.is_empty());
                }
                faults.require("poll.fetch", poll.file.is_none() || poll.fetch.is_some());
            }
            (None, Mode::Poll) => faults.add("poll", Problem::Missing),
            (Some(_), _) => faults.add("poll", Problem::ContradictsMode),
            (None, _) => {}
        }
        match (&self.callback, self.mode) {
            (Some(callback), Mode::Callback) => {
                check_callback(callback, faults);
                // Without an id in the items, nobody knows which numbers a part is about.
                if callback.has_parts() && self.matching.by == MatchBy::Order && self.batch.max > 1 {
                    faults.add("callback.deliveries", Problem::ContradictsMode);
                }
            }
            (None, Mode::Callback) => faults.add("callback", Problem::Missing),
            (Some(_), _) => faults.add("callback", Problem::ContradictsMode),
            (None, _) => {}
        }
        let methods = [
            ("submit.method", Some(&self.submit.method)),
            ("poll.method", self.poll.as_ref().map(|p| &p.method)),
            ("poll.fetch.method", self.poll.as_ref().and_then(|p| Some(&p.fetch.as_ref()?.method))),
        ];
        for (field, method) in methods {
            if method.is_some_and(|method| supported_method(method).is_none()) {
                faults.add(field, Problem::NotAMethod);
            }
        }
        match (self.matching.by, self.matching.key.is_empty()) {
            (MatchBy::Order, false) => faults.add("match.key", Problem::ContradictsMode),
            (MatchBy::Order, true) | (_, false) => {}
            (_, true) => faults.add("match.key", Problem::Missing),
        }
        for (at, also) in self.also.iter().enumerate() {
            let field = |name: &str| format!("also[{at}].{name}");
            faults.require(&field("items"), !also.items.is_empty());
            faults.require(&field("status"), !also.status.is_empty());
            faults.require(&field("match.key"), !also.matching.key.is_empty());
            if also.matching.by == MatchBy::Order {
                faults.add(field("match.by"), Problem::ContradictsMode);
            }
        }
        if let Some(csv) = &self.csv {
            if csv.delimiter().is_none() {
                faults.add("csv.separator", Problem::NotASeparator);
            }
            let columns = i64::try_from(csv.columns.len()).unwrap_or(i64::MAX);
            faults.check_range("csv.columns", columns, 0, MAX_COLUMNS);
        }
        faults.require("map", self.map.iter().any(|rule| rule.to == "status"));
        self.check_secrets(faults);
        for (at, rule) in self.map.iter().enumerate() {
            if !is_name(&rule.to) {
                let problem = if rule.to.is_empty() { Problem::Missing } else { Problem::NotAName };
                faults.add(format!("map[{at}].to"), problem);
            }
            faults.require(&format!("map[{at}].path"), !rule.path.is_empty());
            for (index, case) in rule.cases.iter().enumerate() {
                let conditions = [case.at_least.is_some(), case.at_most.is_some(), case.matches.is_some()];
                faults.require(&format!("map[{at}].cases[{index}]"), conditions.contains(&true));
                faults.require(&format!("map[{at}].cases[{index}].is"), !case.is.is_empty());
            }
        }
        for (at, rule) in self.classify.iter().enumerate() {
            let has_value = rule.path.is_some() || rule.header.is_some();
            faults.require(&format!("classify[{at}]"), !rule.http.is_empty() || has_value);
            if rule.path.is_some() && rule.header.is_some() {
                faults.add(format!("classify[{at}].header"), Problem::ContradictsMode);
            }
            for (name, header) in [("header", &rule.header), ("wait_header", &rule.wait_header)] {
                if header.as_ref().is_some_and(|header| HeaderName::try_from(header.as_str()).is_err()) {
                    faults.add(format!("classify[{at}].{name}"), Problem::NotAHeader);
                }
            }
            if rule.status.is_some() && !matches!(rule.action, Action::Ok | Action::Pause) {
                faults.add(format!("classify[{at}].status"), Problem::ContradictsMode);
            }
            if rule.status.as_ref().is_some_and(|status| !is_name(status)) {
                faults.add(format!("classify[{at}].status"), Problem::NotAName);
            }
            for (index, status) in rule.http.iter().enumerate() {
                faults.check_range(&format!("classify[{at}].http[{index}]"), *status, 100, 599);
            }
            let compares = rule.equals.is_some()
                || !rule.one_of.is_empty()
                || rule.at_least.is_some()
                || rule.at_most.is_some()
                || rule.matches.is_some();
            faults.require(&format!("classify[{at}].path"), has_value || !compares);
        }
    }

    fn check_secrets(&self, faults: &mut Faults) {
        if self.secrets.len() > TEMPLATE_SECRETS as usize {
            faults.add("secrets", Problem::OutOfRange { min: 0, max: i64::from(TEMPLATE_SECRETS) });
        }
        for (name, secret) in &self.secrets {
            let field = format!("secrets.{name}");
            // Templates use it as `secrets.name`, so it must be an identifier.
            if !is_name(name) || name.contains('-') || name.starts_with(|c: char| c.is_ascii_digit()) {
                faults.add(field.clone(), Problem::NotAName);
            }
            faults.require_secret(&field, secret);
            if secret.expose().len() > TEMPLATE_SECRET as usize {
                faults.add(field, Problem::NotAKey);
            }
        }
    }

    fn check_auth(&self, faults: &mut Faults) {
        match &self.auth {
            Auth::None => {}
            Auth::Basic { username, password } => {
                faults.require("auth.username", !username.is_empty());
                faults.require_secret("auth.password", password);
            }
            Auth::Bearer { token } => faults.require_secret("auth.token", token),
            Auth::Header { name, value } => {
                if name.is_empty() {
                    faults.add("auth.name", Problem::Missing);
                } else {
                    faults.check_header("auth.name", name);
                }
                faults.require_secret("auth.value", value);
            }
            Auth::Query { name, value } => {
                faults.require("auth.name", !name.is_empty());
                faults.require_secret("auth.value", value);
            }
            Auth::OAuth2ClientCredentials { token_url, client_id, client_secret, .. } => {
                if token_url.is_empty() {
                    faults.add("auth.token_url", Problem::Missing);
                } else if !Url::parse(token_url).is_ok_and(|url| is_request_url(&url)) {
                    faults.add("auth.token_url", Problem::NotAUrl);
                }
                faults.require("auth.client_id", !client_id.is_empty());
                faults.require_secret("auth.client_secret", client_secret);
            }
            Auth::Hmac { secret, header, timestamp_header, key_header, key_id, .. } => {
                faults.require_secret("auth.secret", secret);
                faults.check_header("auth.header", header);
                faults.check_header("auth.timestamp_header", timestamp_header);
                if let Some(name) = key_header {
                    faults.check_header("auth.key_header", name);
                }
                faults.require("auth.key_id", key_header.is_none() || key_id.is_some());
                faults.require("auth.key_header", key_id.is_none() || key_header.is_some());
            }
            Auth::Jwt { private_key, ttl_s, .. } => {
                faults.require_secret("auth.private_key", private_key);
                faults.check_range("auth.ttl_s", *ttl_s, 1, 86_400);
            }
            Auth::AwsSigv4 { access_key_id, secret_access_key, region, service } => {
                let texts = [
                    ("auth.access_key_id", access_key_id),
                    ("auth.region", region),
                    ("auth.service", service),
                ];
                for (field, text) in texts {
                    if text.is_empty() {
                        faults.add(field, Problem::Missing);
                    } else if !text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-') {
                        faults.add(field, Problem::NotAName);
                    }
                }
                faults.require_secret("auth.secret_access_key", secret_access_key);
            }
        }
    }

    fn check_ranges(&self, faults: &mut Faults) {
        faults.check_range("batch.max", self.batch.max, 1, BATCH_NUMBERS.into());
        faults.check_range("limit.rps", self.limit.rps, 1, 100_000);
        faults.check_range("limit.burst", self.limit.burst, 1, 1_000_000);
        faults.check_range("limit.concurrency", self.limit.concurrency, 1, 1024);
        let Limit { per_minute, per_day, per_month, .. } = self.limit;
        for (field, quota) in
            [("limit.per_minute", per_minute), ("limit.per_day", per_day), ("limit.per_month", per_month)]
        {
            if let Some(requests) = quota {
                faults.check_range(field, requests, 1, 1_000_000_000);
            }
        }
        faults.check_range("retry.max", self.retry.max, 0, 20);
        faults.check_range("retry.base_ms", self.retry.base_ms, 1, 60_000);
        faults.check_range("retry.cap_ms", self.retry.cap_ms, i64::from(self.retry.base_ms), 600_000);
        faults.check_range("breaker.failures", self.breaker.failures, 1, 10_000);
        faults.check_range("breaker.rate", self.breaker.rate, 1, 100);
        faults.check_range("breaker.window_s", self.breaker.window_s, 1, 3600);
        faults.check_range("breaker.open_s", self.breaker.open_s, 1, 86_400);
        faults.check_range("cost.points", self.cost.points.0, 0, 1_000_000_000);
        if self.cost.path.is_some() && self.mode != Mode::Sync {
            faults.add("cost.path", Problem::ContradictsMode);
        }
        faults.check_range("answer.max_bytes", self.answer.max_bytes, 1, ANSWER_BYTES.into());
        faults.check_range("answer.timeout_ms", self.answer.timeout_ms, 1, 600_000);
        faults.check_range("answer.max_depth", self.answer.max_depth, 1, 100);
    }
}

fn check_callback(callback: &Callback, faults: &mut Faults) {
    if callback.job_in == JobIn::Body {
        faults.require("callback.job", !callback.job.is_empty());
    } else if callback.submitted.is_some() {
        faults.add("callback.submitted", Problem::ContradictsMode);
    }
    faults.check_range("callback.max_s", callback.max_s, 1, 86_400);
    faults.check_range("callback.deliveries", callback.deliveries, 1, CALLBACK_DELIVERIES.into());
    if let Some(reply) = &callback.reply {
        faults.check_range("callback.reply.status", reply.status, 200, 299);
        let bytes = i64::try_from(reply.body.len()).unwrap_or(i64::MAX);
        faults.check_range("callback.reply.body", bytes, 0, CALLBACK_REPLY.into());
    }
    // Signatures are about a body.
    if callback.format == DeliveryFormat::Query
        && matches!(callback.verify, Verify::Hmac | Verify::StandardWebhooks)
    {
        faults.add("callback.verify", Problem::ContradictsMode);
    }
    if callback.verify == Verify::None {
        return;
    }
    let secret = callback.secret.expose();
    faults.require_secret("callback.secret", &callback.secret);
    let usable = match callback.verify {
        Verify::StandardWebhooks => standard_webhooks_key(secret).is_some(),
        Verify::SecretPath => {
            let plain = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_';
            secret.len() >= MIN_PATH_SECRET && secret.bytes().all(plain)
        }
        Verify::None | Verify::Hmac => true,
    };
    if callback.secret.is_known() && !usable {
        faults.add("callback.secret", Problem::NotAKey);
    }
    if callback.verify == Verify::Hmac {
        faults.check_header("callback.header", &callback.header);
        if let Some(name) = &callback.timestamp_header {
            faults.check_header("callback.timestamp_header", name);
        }
    }
}

/// The method, if it is supported.
pub(crate) fn supported_method(name: &str) -> Option<Method> {
    let known = [Method::GET, Method::POST, Method::PUT, Method::PATCH];
    known.into_iter().find(|method| method.as_str() == name)
}

/// Whether requests can be sent to this URL.
pub(crate) fn is_request_url(url: &Url) -> bool {
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
