//! Any bytes as a callback, with any signature.
#![no_main]

mod channel;

use http::{HeaderMap, HeaderValue};
use libfuzzer_sys::fuzz_target;
use numsift_channel::verify_callback;
use numsift_model::clock::Timestamp;

fuzz_target!(|input: (u8, &[u8], &[u8])| {
    let (kind, signature, body) = input;
    let verify = ["none", "hmac", "standard_webhooks", "secret_path"][usize::from(kind % 4)];
    let job = ["$.id", "$..id", "$.jobs[0].id"][usize::from(kind / 4 % 3)];
    let config = channel::config(|config| {
        config["mode"] = "callback".into();
        config["callback"] = serde_json::json!({"job": job, "verify": verify, "secret": "whsec_MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY="});
    });
    let Some(config) = config else { return };
    let mut headers = HeaderMap::new();
    for name in ["x-signature", "webhook-signature", "webhook-id", "webhook-timestamp"] {
        if let Ok(value) = HeaderValue::from_bytes(signature) {
            headers.insert(name, value);
        }
    }
    let secret = std::str::from_utf8(signature).ok();
    if let Ok(job) = verify_callback(&config, &headers, secret, body, Timestamp(1_800_000_000)) {
        assert!(verify == "none", "nobody can guess a secret");
        assert!(!job.as_str().is_empty() && job.as_str().len() <= 200);
    }
});
