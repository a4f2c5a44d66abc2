//! Any bytes as a callback, with any signature.
#![no_main]

mod channel;

use http::{HeaderMap, HeaderValue, Method};
use libfuzzer_sys::fuzz_target;
use numsift_channel::{CallbackRequest, verify_callback};
use numsift_model::clock::Timestamp;

const SECRET: &str = "whsec_MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY=";

fuzz_target!(|input: (u8, &[u8], &[u8])| {
    let (kind, signature, body) = input;
    let kind = usize::from(kind);
    let verify = ["none", "hmac", "standard_webhooks", "secret_path"][kind % 4];
    let job = ["$.id", "$..id", "$.jobs[0].id"][kind / 4 % 3];
    let format = ["json", "form", "query"][kind / 12 % 3];
    let job_in = ["body", "path", "query"][kind / 36 % 3];
    let config = channel::config(|config| {
        config["mode"] = "callback".into();
        config["callback"] = serde_json::json!({"job": job, "job_in": job_in, "format": format, "verify": verify,
            "secret": SECRET});
    });
    let config = config.expect("the configuration is valid");
    let mut headers = HeaderMap::new();
    for name in ["x-signature", "webhook-signature", "webhook-id", "webhook-timestamp"] {
        if let Ok(value) = HeaderValue::from_bytes(signature) {
            headers.insert(name, value);
        }
    }
    let method = if format == "query" { Method::GET } else { Method::POST };
    let signature = String::from_utf8_lossy(signature).into_owned();
    let path: Vec<String> = signature.splitn(2, '/').map(str::to_owned).collect();
    let parts = usize::from(verify == "secret_path") + usize::from(job_in == "path");
    let query = String::from_utf8_lossy(if format == "query" { body } else { signature.as_bytes() });
    let request = CallbackRequest {
        method: &method,
        path: &path[..parts.min(path.len())],
        query: &query,
        headers: &headers,
        body,
    };
    if let Ok(delivery) = verify_callback(&config, &request, Timestamp(1_800_000_000)) {
        assert!(verify == "none", "nobody can guess a secret");
        let job = delivery.job.as_str();
        assert!(!job.is_empty() && job.len() <= 200);
    }
});
