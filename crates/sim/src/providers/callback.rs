//! Sends the result of a job to its callback address, as the submission asks for it.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use numsift_model::clock::{Clock as _, SystemClock};
use reqwest::RequestBuilder;
use serde::Deserialize;
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
    pub(super) style: Style,
}

/// How results are delivered.
#[derive(Debug, Clone, Copy, Default, Deserialize)]
#[serde(default)]
pub(super) struct Style {
    format: Format,
    /// Deliveries into which the items are divided (`json`). Forms and queries have one item each.
    parts: usize,
    /// Every delivery is sent twice.
    repeated: bool,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Format {
    #[default]
    Json,
    Form,
    Query,
}

/// The reply to the most recent delivery.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DeliveryReply {
    pub status: u16,
    pub content_type: String,
    pub body: String,
}

/// Sends a result without retries.
pub(super) async fn deliver(http: reqwest::Client, providers: Providers, delivery: Delivery, fault: Fault) {
    if fault == Fault::NeverFinishing {
        return;
    }
    let items =
        callback_items(&answer_items(&delivery.numbers, &delivery.project, fault), &delivery.references);
    providers.pass_gate().await;
    for request in requests(&http, &providers, &delivery, &items, fault) {
        let copy = request.try_clone().filter(|_| delivery.style.repeated);
        for request in std::iter::once(request).chain(copy) {
            // Like a real provider, it ignores whether the receiver is there.
            let Ok(reply) = request.send().await else { continue };
            let content_type = reply.headers().get("content-type").and_then(|value| value.to_str().ok());
            let reply = DeliveryReply {
                status: reply.status().as_u16(),
                content_type: content_type.unwrap_or_default().to_owned(),
                body: reply.text().await.unwrap_or_default(),
            };
            providers.record_reply(reply);
        }
    }
}

fn requests(
    http: &reqwest::Client,
    providers: &Providers,
    delivery: &Delivery,
    items: &[Value],
    fault: Fault,
) -> Vec<RequestBuilder> {
    let Delivery { job, address, style, .. } = delivery;
    if style.format == Format::Json {
        // Even a malformed answer has the job id, or the receiver could not match it to its job.
        let parts: Vec<Value> = match malformed_body(fault) {
            Some(malformed) => vec![malformed.into()],
            None if items.is_empty() => vec![json!([])],
            None => items.chunks(items.len().div_ceil(style.parts.max(1))).map(|part| json!(part)).collect(),
        };
        let body = |part: Value| json!({"job": {"id": job}, "items": part}).to_string();
        let request = |part| signed(http.post(address), providers, job, body(part));
        return parts.into_iter().map(request).collect();
    }
    let encoded = |item: &Value| {
        let text = |value: &Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
        let fields = item.as_object().into_iter().flatten().map(|(name, value)| (name, text(value)));
        let job = [("job_id".to_owned(), job.clone())];
        let pairs = fields.map(|(name, value)| (name.clone(), value)).chain(job);
        pairs.map(|(name, value)| format!("{name}={}", percent_encoded(&value))).collect::<Vec<_>>().join("&")
    };
    let request = |item: &Value| {
        if style.format == Format::Form {
            let kind = "application/x-www-form-urlencoded";
            return http.post(address).header("content-type", kind).body(encoded(item));
        }
        let separator = if address.contains('?') { '&' } else { '?' };
        http.get(format!("{address}{separator}{}", encoded(item)))
    };
    items.iter().map(request).collect()
}

fn signed(request: RequestBuilder, providers: &Providers, job: &str, body: String) -> RequestBuilder {
    let mut request = request.header("content-type", "application/json");
    let secret = providers.lock().settings.webhook_secret.clone();
    if let Some(secret) = secret {
        let time = SystemClock.now().0.to_string();
        let key = STANDARD.decode(secret.strip_prefix("whsec_").unwrap_or(&secret)).unwrap_or_default();
        let standard = sign(&key, &[job, ".", &time, ".", &body]);
        request = request
            .header("webhook-id", job)
            .header("webhook-timestamp", time)
            .header("webhook-signature", format!("v1,{}", STANDARD.encode(standard)))
            .header("x-signature", hex::encode(sign(secret.as_bytes(), &[&body])));
    }
    request.body(body)
}

fn percent_encoded(text: &str) -> String {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-._~".contains(&byte);
    let encode = |byte: u8| if plain(byte) { char::from(byte).to_string() } else { format!("%{byte:02X}") };
    text.bytes().map(encode).collect()
}
