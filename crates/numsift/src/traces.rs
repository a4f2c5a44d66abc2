//! Export of spans to an OpenTelemetry collector, as OTLP over HTTP with JSON.

use std::time::Duration;

use anyhow::Context;
use async_trait::async_trait;
use bytes::Bytes;
use http::{Request, Response};
use opentelemetry::trace::TracerProvider as _;
use opentelemetry_http::{HttpClient, HttpError};
use opentelemetry_otlp::{Protocol, SpanExporter, WithExportConfig as _, WithHttpConfig as _};
use opentelemetry_sdk::Resource;
use opentelemetry_sdk::trace::{SdkTracer, SdkTracerProvider};
use tokio::runtime::Handle;

/// Longest time for one request to the collector, and for the last spans when the process ends.
const TIMEOUT: Duration = Duration::from_secs(5);
/// A collector answers with a few bytes.
const MAX_ANSWER: u64 = 64 * 1024;

/// Exports spans until it is dropped; then the last ones are sent.
pub struct Traces(SdkTracerProvider);

impl Traces {
    /// Starts the export to a collector at this address, in the current Tokio runtime.
    pub fn start(endpoint: &str) -> anyhow::Result<Self> {
        let exporter = SpanExporter::builder()
            .with_http()
            .with_protocol(Protocol::HttpJson)
            .with_endpoint(format!("{}/v1/traces", endpoint.trim_end_matches('/')))
            .with_timeout(TIMEOUT)
            .with_http_client(Client::new()?)
            .build()
            .context("invalid `otlp_endpoint`")?;
        let resource = Resource::builder().with_service_name("numsift").build();
        // Spans wait in a bounded queue. If the collector is too slow, spans are lost, not requests.
        Ok(Self(SdkTracerProvider::builder().with_batch_exporter(exporter).with_resource(resource).build()))
    }

    pub fn tracer(&self) -> SdkTracer {
        self.0.tracer("numsift")
    }
}

impl Drop for Traces {
    fn drop(&mut self) {
        if let Err(error) = self.0.shutdown_with_timeout(TIMEOUT) {
            tracing::warn!(%error, "the last spans were not exported");
        }
    }
}

/// Sends the requests in the runtime of the process: the exporter calls from a thread of its own.
#[derive(Debug)]
struct Client {
    http: reqwest::Client,
    runtime: Handle,
}

impl Client {
    fn new() -> anyhow::Result<Self> {
        // An error means that the same provider is already installed.
        let _ = rustls::crypto::ring::default_provider().install_default();
        let http = reqwest::Client::builder()
            .timeout(TIMEOUT)
            .redirect(reqwest::redirect::Policy::none())
            .build()?;
        Ok(Self { http, runtime: Handle::current() })
    }
}

#[async_trait]
impl HttpClient for Client {
    async fn send_bytes(&self, request: Request<Bytes>) -> Result<Response<Bytes>, HttpError> {
        let http = self.http.clone();
        self.runtime.spawn(async move { send(&http, request).await }).await?
    }
}

async fn send(http: &reqwest::Client, request: Request<Bytes>) -> Result<Response<Bytes>, HttpError> {
    let answer = http.execute(request.try_into()?).await?;
    if answer.content_length().is_none_or(|length| length > MAX_ANSWER) {
        // Only the status matters.
        return Ok(Response::builder().status(answer.status()).body(Bytes::new())?);
    }
    Ok(Response::builder().status(answer.status()).body(answer.bytes().await?)?)
}
