//! Client of a TRON node with the TronGrid API.

use std::time::Duration;

use numsift_model::clock::Timestamp;
use reqwest::StatusCode;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use thiserror::Error;

use crate::verifier::Receipt;

const TIMEOUT: Duration = Duration::from_secs(10);
/// Maximum size of a response.
const MAX_BYTES: usize = 8 * 1024 * 1024;
/// Rows per page.
const PAGE: &str = "200";
/// The USDT contract.
const CONTRACT: &str = "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t";

#[derive(Debug, Error)]
pub enum NodeError {
    /// Rate-limited (429, 403).
    #[error("the node limits the request rate (HTTP {status})")]
    SlowDown {
        status: u16,
        /// `Retry-After` in seconds.
        retry_after: Option<i64>,
    },
    #[error("the node answered HTTP {0}")]
    Status(u16),
    /// The connection failed or broke off.
    #[error("the node cannot be reached: {0}")]
    Unreachable(String),
    #[error("invalid response from the node: {0}")]
    InvalidResponse(String),
}

/// Cheap to clone.
#[derive(Clone)]
pub struct Node {
    http: reqwest::Client,
    api_key: Option<String>,
}

/// A page of the transfer list. It only nominates candidates; nothing else in it is trusted.
#[derive(Debug, Deserialize)]
pub(crate) struct Candidates {
    pub success: bool,
    pub data: Vec<Candidate>,
    #[serde(default)]
    pub meta: Meta,
}

#[derive(Debug, Deserialize)]
pub(crate) struct Candidate {
    pub transaction_id: String,
    pub block_timestamp: i64,
}

#[derive(Debug, Default, Deserialize)]
pub(crate) struct Meta {
    pub fingerprint: Option<String>,
}

#[derive(Deserialize)]
struct Paid {
    txid: String,
}

impl Node {
    /// Creates a client, with the API key of a hosted node.
    pub fn new(api_key: Option<String>) -> Result<Self, NodeError> {
        // An error means that the same provider is already installed.
        let _ = rustls::crypto::ring::default_provider().install_default();
        let http = reqwest::Client::builder()
            .timeout(TIMEOUT)
            .redirect(reqwest::redirect::Policy::none())
            .no_proxy()
            .build()
            .map_err(unreachable)?;
        Ok(Self { http, api_key })
    }

    /// Fetches a page of the confirmed transfers to an address.
    pub(crate) async fn candidates(
        &self,
        base: &str,
        address: &str,
        since_ms: i64,
        fingerprint: Option<&str>,
    ) -> Result<Candidates, NodeError> {
        let since = since_ms.to_string();
        let mut query = vec![
            ("only_confirmed", "true"),
            ("only_to", "true"),
            ("contract_address", CONTRACT),
            ("min_timestamp", &since),
            ("order_by", "block_timestamp,asc"),
            ("limit", PAGE),
        ];
        query.extend(fingerprint.map(|mark| ("fingerprint", mark)));
        let url = format!("{}/v1/accounts/{address}/transactions/trc20", base.trim_end_matches('/'));
        let page: Candidates = self.ask(self.http.get(url).query(&query)).await?;
        if page.success { Ok(page) } else { Err(NodeError::InvalidResponse("success is false".to_owned())) }
    }

    /// Fetches the final receipt of a transaction; `None` if there is none yet.
    pub(crate) async fn receipt(&self, base: &str, txid: &str) -> Result<Option<Receipt>, NodeError> {
        let url = format!("{}/walletsolidity/gettransactioninfobyid", base.trim_end_matches('/'));
        let receipt: Receipt = self.ask(self.http.post(url).json(&json!({ "value": txid }))).await?;
        Ok((!receipt.id.is_empty()).then_some(receipt))
    }

    /// The time of the newest block that the node knows.
    pub async fn newest_block(&self, base: &str) -> Result<Timestamp, NodeError> {
        let url = format!("{}/wallet/getnowblock", base.trim_end_matches('/'));
        let block: Value = self.ask(self.http.post(url).json(&json!({}))).await?;
        let time = block["block_header"]["raw_data"]["timestamp"].as_i64();
        let time = time.ok_or_else(|| NodeError::InvalidResponse("the block has no timestamp".to_owned()))?;
        Ok(Timestamp(time / 1000))
    }

    /// Makes the bundled simulator pay. Real nodes have no such call.
    pub(crate) async fn simulate_payment(
        &self,
        base: &str,
        to: &str,
        value: i64,
    ) -> Result<String, NodeError> {
        let url = format!("{}/sim/pay", base.trim_end_matches('/'));
        let paid: Paid = self.ask(self.http.post(url).json(&json!({ "to": to, "value": value }))).await?;
        Ok(paid.txid)
    }

    async fn ask<T: DeserializeOwned>(&self, request: reqwest::RequestBuilder) -> Result<T, NodeError> {
        let request = match &self.api_key {
            Some(key) => request.header("TRON-PRO-API-KEY", key),
            None => request,
        };
        let mut response = request.send().await.map_err(unreachable)?;
        let status = response.status();
        if matches!(status, StatusCode::TOO_MANY_REQUESTS | StatusCode::FORBIDDEN) {
            let wait = response.headers().get("retry-after").and_then(|value| value.to_str().ok());
            let retry_after = wait.and_then(|text| text.parse().ok());
            return Err(NodeError::SlowDown { status: status.as_u16(), retry_after });
        }
        if !status.is_success() {
            return Err(NodeError::Status(status.as_u16()));
        }
        let mut body = Vec::new();
        while let Some(part) = response.chunk().await.map_err(unreachable)? {
            body.extend_from_slice(&part);
            if body.len() > MAX_BYTES {
                return Err(NodeError::InvalidResponse("the response is too large".to_owned()));
            }
        }
        serde_json::from_slice(&body).map_err(|error| NodeError::InvalidResponse(error.to_string()))
    }
}

/// The URL is removed, since the message may be shown to customers.
fn unreachable(error: reqwest::Error) -> NodeError {
    NodeError::Unreachable(error.without_url().to_string())
}
