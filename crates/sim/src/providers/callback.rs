//! Sends the result of a job to its callback address.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use numsift_model::clock::{Clock as _, SystemClock};
use serde_json::{Value, json};

use super::auth::sign;
use super::items::{answer_items, callback_items, malformed_body};
use super::state::{Fault, Providers};

pub(super) struct Delivery {
    pub(super) job: String,
    pub(super) project: String,
    pub(super) numbers: Vec<u64>,
    pub(super) references: Vec<String>,
    pub(super) address: String,
}

/// Sends a result once, without retries.
pub(super) async fn deliver(http: reqwest::Client, providers: Providers, delivery: Delivery, fault: Fault) {
    if fault == Fault::NeverFinishing {
        return;
    }
    // Even a malformed answer has the job id, or the receiver could not match it to its job.
    let items: Value = if let Some(malformed) = malformed_body(fault) {
        malformed.into()
    } else {
        let items = answer_items(&delivery.numbers, &delivery.project, fault);
        callback_items(&items, &delivery.references).into()
    };
    let body = json!({"job": {"id": delivery.job}, "items": items}).to_string();
    providers.pass_gate().await;
    let mut request = http.post(&delivery.address).header("content-type", "application/json");
    let secret = providers.lock().settings.webhook_secret.clone();
    if let Some(secret) = secret {
        let time = SystemClock.now().0.to_string();
        let key = STANDARD.decode(secret.strip_prefix("whsec_").unwrap_or(&secret)).unwrap_or_default();
        let standard = sign(&key, &[&delivery.job, ".", &time, ".", &body]);
        request = request
            .header("webhook-id", &delivery.job)
            .header("webhook-timestamp", time)
            .header("webhook-signature", format!("v1,{}", STANDARD.encode(standard)))
            .header("x-signature", hex::encode(sign(secret.as_bytes(), &[&body])));
    }
    // Like a real provider, it ignores whether the receiver is there.
    let _ = request.body(body).send().await;
}
