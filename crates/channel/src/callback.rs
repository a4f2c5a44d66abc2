//! What providers deliver to us: whether it is theirs, which job it is of, and who waits for it.

use std::collections::{HashMap, VecDeque};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use async_trait::async_trait;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use hmac::{Hmac, KeyInit as _, Mac as _};
use http::HeaderMap;
use numsift_model::clock::Timestamp;
use serde_json::Value;
use serde_json_path::JsonPath;
use sha2::Sha256;
use thiserror::Error;
use tokio::sync::watch;

use crate::config::{Callback, ChannelConfig, Encoding, Verify};
use crate::deps::Callbacks;

/// How far the time of signing may be from ours, in seconds.
const TOLERANCE_S: i64 = 300;
/// Longest id of a job.
const LONGEST_ID: usize = 200;
/// Deliveries that are kept although nobody waits for them yet.
const KEPT: usize = 1024;

/// The id that a provider gave to a job.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct JobId(String);

impl JobId {
    /// The id in a provider's answer: a text or a whole number, not empty, not endless.
    pub fn from_value(value: &Value) -> Option<Self> {
        let text = match value {
            Value::String(text) => text.clone(),
            Value::Number(number) => number.to_string(),
            _ => return None,
        };
        Self::from_text(text)
    }

    /// An id as text.
    pub fn from_text(text: impl Into<String>) -> Option<Self> {
        let text = text.into();
        // Dots alone would lead a path elsewhere, however they are encoded.
        let good = !text.bytes().all(|byte| byte == b'.')
            && text.len() <= LONGEST_ID
            && !text.chars().any(char::is_control);
        good.then_some(Self(text))
    }

    /// The id as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// Why a delivery is not accepted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum CallbackRefused {
    /// The channel expects no deliveries.
    #[error("the channel expects no deliveries")]
    NotExpected,
    /// It cannot be known that it is the provider's.
    #[error("the signature or the secret is missing or wrong")]
    NotGenuine,
    /// It was signed too long ago, or in the future.
    #[error("the delivery is too old")]
    Stale,
    /// It is larger than allowed.
    #[error("the delivery is too large")]
    TooLarge,
    /// It names no job.
    #[error("the delivery names no job")]
    NoJob,
}

/// Whether a delivery is the provider's, and of which job. `path_secret` is what stood behind the
/// channel's name in the address.
pub fn verify_callback(
    config: &ChannelConfig,
    headers: &HeaderMap,
    path_secret: Option<&str>,
    body: &[u8],
    now: Timestamp,
) -> Result<JobId, CallbackRefused> {
    let callback = config.callback.as_ref().ok_or(CallbackRefused::NotExpected)?;
    if body.len() > config.answer.max_bytes as usize {
        return Err(CallbackRefused::TooLarge);
    }
    if callback.verify != Verify::None && !callback.secret.is_known() {
        return Err(CallbackRefused::NotGenuine);
    }
    match callback.verify {
        Verify::None => {}
        Verify::SecretPath => {
            let given = path_secret.ok_or(CallbackRefused::NotGenuine)?;
            if !same_secret(given, callback.secret.expose()) {
                return Err(CallbackRefused::NotGenuine);
            }
        }
        Verify::Hmac => verify_hmac(callback, headers, body, now)?,
        Verify::StandardWebhooks => verify_standard(callback, headers, body, now)?,
    }
    let path = JsonPath::parse(&callback.job).map_err(|_| CallbackRefused::NoJob)?;
    let body: Value = serde_json::from_slice(body).map_err(|_| CallbackRefused::NoJob)?;
    path.query(&body).first().and_then(JobId::from_value).ok_or(CallbackRefused::NoJob)
}

fn verify_hmac(
    callback: &Callback,
    headers: &HeaderMap,
    body: &[u8],
    now: Timestamp,
) -> Result<(), CallbackRefused> {
    let given = header(headers, &callback.header)?;
    let given = given.strip_prefix(callback.prefix.as_str()).ok_or(CallbackRefused::NotGenuine)?;
    let signature = match callback.encoding {
        Encoding::Hex => from_hex(given).ok_or(CallbackRefused::NotGenuine)?,
        Encoding::Base64 => STANDARD.decode(given).map_err(|_| CallbackRefused::NotGenuine)?,
    };
    let mut mac = keyed(callback.secret.expose().as_bytes());
    if let Some(name) = &callback.timestamp_header {
        let time = header(headers, name)?;
        fresh(time, now)?;
        mac.update(time.as_bytes());
        mac.update(b".");
    }
    mac.update(body);
    mac.verify_slice(&signature).map_err(|_| CallbackRefused::NotGenuine)
}

fn verify_standard(
    callback: &Callback,
    headers: &HeaderMap,
    body: &[u8],
    now: Timestamp,
) -> Result<(), CallbackRefused> {
    let key = standard_key(callback.secret.expose()).ok_or(CallbackRefused::NotGenuine)?;
    let (id, time) = (header(headers, "webhook-id")?, header(headers, "webhook-timestamp")?);
    fresh(time, now)?;
    let mut mac = keyed(&key);
    for part in [id.as_bytes(), b".", time.as_bytes(), b".", body] {
        mac.update(part);
    }
    // Several signatures while the provider changes its secret; one of them must be right.
    let genuine = header(headers, "webhook-signature")?.split(' ').any(|one| {
        let signature = one.strip_prefix("v1,").and_then(|text| STANDARD.decode(text).ok());
        signature.is_some_and(|signature| mac.clone().verify_slice(&signature).is_ok())
    });
    if genuine { Ok(()) } else { Err(CallbackRefused::NotGenuine) }
}

/// The key in a secret of Standard Webhooks: `whsec_` and base64.
pub(crate) fn standard_key(secret: &str) -> Option<Vec<u8>> {
    STANDARD.decode(secret.strip_prefix("whsec_").unwrap_or(secret)).ok().filter(|key| !key.is_empty())
}

fn header<'a>(headers: &'a HeaderMap, name: &str) -> Result<&'a str, CallbackRefused> {
    headers.get(name).and_then(|value| value.to_str().ok()).ok_or(CallbackRefused::NotGenuine)
}

fn fresh(time: &str, now: Timestamp) -> Result<(), CallbackRefused> {
    let signed: i64 = time.parse().map_err(|_| CallbackRefused::Stale)?;
    let near = now.since(Timestamp(signed)).unsigned_abs() <= TOLERANCE_S.unsigned_abs();
    if near { Ok(()) } else { Err(CallbackRefused::Stale) }
}

/// An HMAC-SHA-256 with this key; keys may have any length.
pub(crate) fn keyed(key: &[u8]) -> Hmac<Sha256> {
    Hmac::new_from_slice(key).expect("an HMAC takes keys of any length")
}

/// Compares two secrets in a time that does not tell how much of them is alike.
fn same_secret(given: &str, known: &str) -> bool {
    let digest = |text: &str| {
        let mut mac = keyed(b"numsift callback path");
        mac.update(text.as_bytes());
        mac
    };
    digest(given).verify_slice(&digest(known).finalize().into_bytes()).is_ok()
}

fn from_hex(text: &str) -> Option<Vec<u8>> {
    if !text.len().is_multiple_of(2) || !text.is_ascii() {
        return None;
    }
    (0..text.len()).step_by(2).map(|at| u8::from_str_radix(&text[at..at + 2], 16).ok()).collect()
}

type Key = (String, JobId);

#[derive(Default)]
struct Deliveries {
    waiting: HashMap<Key, watch::Sender<Option<Vec<u8>>>>,
    early: VecDeque<(Key, Vec<u8>)>,
}

/// Brings deliveries to whoever waits for them in this process.
#[derive(Default)]
pub struct LocalCallbacks {
    base: Option<String>,
    deliveries: Mutex<Deliveries>,
}

impl LocalCallbacks {
    /// Deliveries below an address, such as `https://numsift.example.com/callbacks`.
    pub fn new(base: Option<String>) -> Self {
        Self { base, deliveries: Mutex::default() }
    }

    /// Hands in a verified delivery. The first one for a job counts.
    pub fn deliver(&self, channel: &str, job: &JobId, body: Vec<u8>) {
        let key = (channel.to_owned(), job.clone());
        let mut deliveries = self.lock();
        if let Some(waiting) = deliveries.waiting.remove(&key) {
            waiting.send_replace(Some(body));
        } else if !deliveries.early.iter().any(|(known, _)| *known == key) {
            if deliveries.early.len() == KEPT {
                deliveries.early.pop_front();
            }
            deliveries.early.push_back((key, body));
        }
    }

    fn lock(&self) -> MutexGuard<'_, Deliveries> {
        self.deliveries.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[async_trait]
impl Callbacks for LocalCallbacks {
    fn url(&self, channel: &str) -> Option<String> {
        self.base.as_ref().map(|base| format!("{}/{channel}", base.trim_end_matches('/')))
    }

    async fn wait(&self, channel: &str, job: &JobId, longest: Duration) -> Option<Vec<u8>> {
        let key = (channel.to_owned(), job.clone());
        let mut receiver = {
            let mut deliveries = self.lock();
            if let Some(at) = deliveries.early.iter().position(|(known, _)| *known == key) {
                return deliveries.early.remove(at).map(|(_, body)| body);
            }
            deliveries.waiting.entry(key.clone()).or_insert_with(|| watch::Sender::new(None)).subscribe()
        };
        let _leaving = Leaving { callbacks: self, key };
        let delivered = receiver.wait_for(Option::is_some);
        tokio::time::timeout(longest, delivered).await.ok()?.ok()?.clone()
    }
}

/// Nobody waits any more, also when the wait was broken off.
struct Leaving<'a> {
    callbacks: &'a LocalCallbacks,
    key: Key,
}

impl Drop for Leaving<'_> {
    fn drop(&mut self) {
        self.callbacks.lock().waiting.remove(&self.key);
    }
}

#[cfg(test)]
#[path = "callback_tests.rs"]
mod tests;
