//! Verifies that a delivery comes from the provider, and finds the job it belongs to.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use hmac::Mac as _;
use http::HeaderMap;
use numsift_model::clock::Timestamp;
use thiserror::Error;

use crate::answer::path::ValuePath;
use crate::config::ChannelConfig;
use crate::config::exchange::{Callback, Verify, standard_webhooks_key};
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

/// Verifies a delivery and returns the job it belongs to. `path_secret` is the part of the URL after the
/// channel's name.
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
    check_callback_secret(config, path_secret)?;
    match callback.verify {
        Verify::None | Verify::SecretPath => {}
        Verify::Hmac => verify_hmac(callback, headers, body, now)?,
        Verify::StandardWebhooks => verify_standard_webhooks(callback, headers, body, now)?,
    }
    let path = ValuePath::parse(&callback.job).map_err(|_| CallbackRefused::NoJob)?;
    let body = reply::parse(body.to_vec(), &config.answer).map_err(|_| CallbackRefused::NoJob)?;
    let job = path.first(body.root()).map(|found| found.json().to_scalar_value());
    job.as_ref().and_then(JobId::from_value).ok_or(CallbackRefused::NoJob)
}

/// Checks what can be checked before the body is known: that callbacks are expected, and the secret in the path.
pub fn check_callback_secret(
    config: &ChannelConfig,
    path_secret: Option<&str>,
) -> Result<(), CallbackRefused> {
    let callback = config.callback.as_ref().ok_or(CallbackRefused::NotExpected)?;
    if callback.verify == Verify::SecretPath {
        let given = path_secret.ok_or(CallbackRefused::NotGenuine)?;
        if !callback.secret.is_known() || !same_secret(given, callback.secret.expose()) {
            return Err(CallbackRefused::NotGenuine);
        }
    }
    Ok(())
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
