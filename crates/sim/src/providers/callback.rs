//! Delivers the result of a job to whoever submitted it.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use numsift_model::clock::{Clock as _, SystemClock};
use serde_json::json;

use super::auth::{hex, sign};
use super::jobs::{callback_items, said, spoilt};
use super::state::{Fault, Providers};

/// A batch to deliver.
pub(super) struct Delivery {
    pub(super) job: String,
    pub(super) project: String,
    pub(super) numbers: Vec<u64>,
    pub(super) references: Vec<String>,
    pub(super) address: String,
}

/// Delivers a result, once; whoever does not take it does not get it.
pub(super) async fn deliver(http: reqwest::Client, providers: Providers, delivery: Delivery, fault: Fault) {
    if fault == Fault::NeverFinishing {
        return;
    }
    let items = said(&delivery.numbers, &delivery.project, fault);
    let items = callback_items(&items, &delivery.references);
    let body = match spoilt(fault) {
        // The id has to be there, or nobody knows what it is about.
        Some(spoilt) => json!({"job": {"id": delivery.job}, "items": spoilt}).to_string(),
        None => json!({"job": {"id": delivery.job}, "items": items}).to_string(),
    };
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
            .header("x-signature", hex(&sign(secret.as_bytes(), &[&body])));
    }
    // A provider does not care either whether anybody listens.
    let _ = request.body(body).send().await;
}
