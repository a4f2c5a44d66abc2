//! Verifies that a delivery comes from the provider, and finds the job it belongs to.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use hmac::Mac as _;
use http::{HeaderMap, Method};
use numsift_model::clock::Timestamp;
use numsift_model::limits::CALLBACK_FIELDS;
use thiserror::Error;
use url::form_urlencoded;

use crate::answer::path::ValuePath;
use crate::config::ChannelConfig;
use crate::config::exchange::{Callback, DeliveryFormat, JobIn, Verify, standard_webhooks_key};
use crate::job::JobId;
use crate::mac::hmac_sha256;
use crate::transport::reply;

/// Largest difference between the signing time and the current time, in seconds.
const TOLERANCE_S: i64 = 300;

/// Why a delivery is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum CallbackRefused {
    #[error("the channel expects no deliveries")]
    NotExpected,
    #[error("the signature or the secret is missing or wrong")]
    NotGenuine,
    /// The signing time is more than five minutes in the past or future.
    #[error("the signing time of the delivery is too far from the current time")]
    Stale,
    #[error("the delivery is too large")]
    TooLarge,
    #[error("the delivery contains no job id")]
    NoJob,
}

/// The parameter of `callback_url` that names the job.
pub(crate) const JOB_PARAMETER: &str = "job";

/// A request to the address of a channel's deliveries.
#[derive(Debug, Clone, Copy)]
pub struct CallbackRequest<'a> {
    pub method: &'a Method,
    /// The parts of the path after the channel's name.
    pub path: &'a [String],
    /// The query, percent-encoded.
    pub query: &'a str,
    pub headers: &'a HeaderMap,
    pub body: &'a [u8],
}

/// A delivery that has been verified.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Delivery {
    pub job: JobId,
    /// The values as JSON, if the body is not JSON already.
    pub body: Option<Vec<u8>>,
}

/// Verifies a delivery and finds its job.
pub fn verify_callback(
    config: &ChannelConfig,
    request: &CallbackRequest<'_>,
    now: Timestamp,
) -> Result<Delivery, CallbackRefused> {
    let callback = check_callback_address(config, request.method, request.path)?;
    let size = match callback.format {
        DeliveryFormat::Query => request.query.len(),
        DeliveryFormat::Json | DeliveryFormat::Form => request.body.len(),
    };
    if size > config.answer.max_bytes as usize {
        return Err(CallbackRefused::TooLarge);
    }
    if callback.verify != Verify::None && !callback.secret.is_known() {
        return Err(CallbackRefused::NotGenuine);
    }
    match callback.verify {
        Verify::None | Verify::SecretPath => {}
        Verify::Hmac => verify_hmac(callback, request.headers, request.body, now)?,
        Verify::StandardWebhooks => verify_standard_webhooks(callback, request.headers, request.body, now)?,
    }
    let body = match callback.format {
        DeliveryFormat::Json => None,
        DeliveryFormat::Form => Some(values_of(request.body)?),
        DeliveryFormat::Query => Some(values_of(request.query.as_bytes())?),
    };
    let job = match callback.job_in {
        JobIn::Path => request.path.last().and_then(JobId::from_text),
        JobIn::Query => form_urlencoded::parse(request.query.as_bytes())
            .find(|(name, _)| name == JOB_PARAMETER)
            .and_then(|(_, job)| JobId::from_text(job)),
        JobIn::Body => {
            let body = body.as_deref().unwrap_or(request.body).to_vec();
            let body = reply::parse(body, &config.answer).map_err(|_| CallbackRefused::NoJob)?;
            let path = ValuePath::parse(&callback.job).map_err(|_| CallbackRefused::NoJob)?;
            let job = path.first(body.root()).map(|found| found.json().to_scalar_value());
            job.as_ref().and_then(JobId::from_value)
        }
    };
    Ok(Delivery { job: job.ok_or(CallbackRefused::NoJob)?, body })
}

/// Checks what can be checked before the body is known: the method, the length of the path, and the secret in it.
pub fn check_callback_address<'c>(
    config: &'c ChannelConfig,
    method: &Method,
    path: &[String],
) -> Result<&'c Callback, CallbackRefused> {
    let callback = config.callback.as_ref().ok_or(CallbackRefused::NotExpected)?;
    let expected = match callback.format {
        DeliveryFormat::Json | DeliveryFormat::Form => Method::POST,
        DeliveryFormat::Query => Method::GET,
    };
    if *method != expected {
        return Err(CallbackRefused::NotExpected);
    }
    let has_secret = callback.verify == Verify::SecretPath;
    if path.len() != usize::from(has_secret) + usize::from(callback.job_in == JobIn::Path) {
        return Err(CallbackRefused::NotGenuine);
    }
    if has_secret {
        let given = path.first().ok_or(CallbackRefused::NotGenuine)?;
        if !callback.secret.is_known() || !same_secret(given, callback.secret.expose()) {
            return Err(CallbackRefused::NotGenuine);
        }
    }
    Ok(callback)
}

/// The values of a form or a query as a JSON object of texts. The first value of a name counts.
fn values_of(encoded: &[u8]) -> Result<Vec<u8>, CallbackRefused> {
    let mut values = serde_json::Map::new();
    for (at, (name, value)) in form_urlencoded::parse(encoded).enumerate() {
        if at == CALLBACK_FIELDS {
            return Err(CallbackRefused::TooLarge);
        }
        values.entry(name).or_insert_with(|| value.into());
    }
    serde_json::to_vec(&values).map_err(|_| CallbackRefused::NoJob)
}

fn verify_hmac(
    callback: &Callback,
    headers: &HeaderMap,
    body: &[u8],
    now: Timestamp,
) -> Result<(), CallbackRefused> {
    let given = header(headers, &callback.header)?;
    let given = given.strip_prefix(callback.prefix.as_str()).ok_or(CallbackRefused::NotGenuine)?;
    let signature = callback.encoding.decode(given).ok_or(CallbackRefused::NotGenuine)?;
    let mut mac = hmac_sha256(callback.secret.expose().as_bytes());
    if let Some(name) = &callback.timestamp_header {
        let time = header(headers, name)?;
        check_time(time, now)?;
        mac.update(time.as_bytes());
        mac.update(b".");
    }
    mac.update(body);
    mac.verify_slice(&signature).map_err(|_| CallbackRefused::NotGenuine)
}

fn verify_standard_webhooks(
    callback: &Callback,
    headers: &HeaderMap,
    body: &[u8],
    now: Timestamp,
) -> Result<(), CallbackRefused> {
    let key = standard_webhooks_key(callback.secret.expose()).ok_or(CallbackRefused::NotGenuine)?;
    let (id, time) = (header(headers, "webhook-id")?, header(headers, "webhook-timestamp")?);
    check_time(time, now)?;
    let mut mac = hmac_sha256(&key);
    for part in [id.as_bytes(), b".", time.as_bytes(), b".", body] {
        mac.update(part);
    }
    // There are several signatures while the provider rotates its secret; one must match.
    let genuine = header(headers, "webhook-signature")?.split(' ').any(|candidate| {
        let signature = candidate.strip_prefix("v1,").and_then(|text| STANDARD.decode(text).ok());
        signature.is_some_and(|signature| mac.clone().verify_slice(&signature).is_ok())
    });
    if genuine { Ok(()) } else { Err(CallbackRefused::NotGenuine) }
}

fn header<'a>(headers: &'a HeaderMap, name: &str) -> Result<&'a str, CallbackRefused> {
    headers.get(name).and_then(|value| value.to_str().ok()).ok_or(CallbackRefused::NotGenuine)
}

fn check_time(time: &str, now: Timestamp) -> Result<(), CallbackRefused> {
    let signed: i64 = time.parse().map_err(|_| CallbackRefused::Stale)?;
    let near = now.since(Timestamp(signed)).unsigned_abs() <= TOLERANCE_S.unsigned_abs();
    if near { Ok(()) } else { Err(CallbackRefused::Stale) }
}

/// Compares two secrets in constant time.
fn same_secret(given: &str, known: &str) -> bool {
    let digest = |text: &str| {
        let mut mac = hmac_sha256(b"numsift callback path");
        mac.update(text.as_bytes());
        mac
    };
    digest(given).verify_slice(&digest(known).finalize().into_bytes()).is_ok()
}

#[cfg(test)]
#[path = "callback_tests.rs"]
mod tests;
