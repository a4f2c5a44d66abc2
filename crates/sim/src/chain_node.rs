//! HTTP interface of the simulated chain: the calls that top-ups and checks use, and one that pays.

use std::io;

use axum::extract::{Path, Query, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use serde::Deserialize;
use serde_json::json;
use tokio::net::TcpListener;
use tokio::task::JoinHandle;

use crate::chain::{Chain, Fault};

/// A chain node on a free loopback port. Stops when dropped.
pub struct ChainNode {
    url: String,
    serving: JoinHandle<()>,
}

impl ChainNode {
    /// Starts a node for a chain.
    pub async fn start(chain: Chain) -> io::Result<Self> {
        let listener = TcpListener::bind(("127.0.0.1", 0)).await?;
        let url = format!("http://{}", listener.local_addr()?);
        let router = Router::new()
            .route("/v1/accounts/{address}/transactions/trc20", get(transfers))
            .route("/walletsolidity/gettransactioninfobyid", post(receipt))
            .route("/wallet/getnowblock", post(newest_block))
            .route("/sim/pay", post(pay))
            .with_state(chain);
        let serving = tokio::spawn(async move {
            // It runs until it is aborted.
            let _ = axum::serve(listener, router).await;
        });
        Ok(Self { url, serving })
    }

    pub fn url(&self) -> &str {
        &self.url
    }
}

impl Drop for ChainNode {
    fn drop(&mut self) {
        self.serving.abort();
    }
}

#[derive(Deserialize)]
struct PageQuery {
    #[serde(default)]
    min_timestamp: i64,
    fingerprint: Option<String>,
}

async fn transfers(
    State(chain): State<Chain>,
    Path(address): Path<String>,
    Query(query): Query<PageQuery>,
) -> Response {
    match chain.next_fault(true) {
        Some(Fault::Status(status)) => return error_response(status),
        Some(Fault::LosePage) => {
            return Json(json!({"data": [], "success": true, "meta": {"page_size": 0}})).into_response();
        }
        None => {}
    }
    let offset = query.fingerprint.and_then(|offset| offset.parse().ok()).unwrap_or(0);
    Json(chain.page(&address, query.min_timestamp, offset)).into_response()
}

#[derive(Deserialize)]
struct ReceiptRequest {
    value: String,
}

async fn receipt(State(chain): State<Chain>, Json(request): Json<ReceiptRequest>) -> Response {
    match chain.next_fault(false) {
        Some(Fault::Status(status)) => error_response(status),
        _ => Json(chain.receipt(&request.value)).into_response(),
    }
}

/// Blocks are made all the time, whether anybody pays or not.
async fn newest_block(State(chain): State<Chain>) -> Response {
    Json(json!({ "block_header": { "raw_data": { "timestamp": chain.now_ms() } } })).into_response()
}

#[derive(Deserialize)]
struct Payment {
    to: String,
    value: u64,
}

async fn pay(State(chain): State<Chain>, Json(payment): Json<Payment>) -> Response {
    match chain.pay(&payment.to, payment.value) {
        Ok(txid) => Json(json!({ "txid": txid })).into_response(),
        Err(error) => (StatusCode::BAD_REQUEST, error.to_string()).into_response(),
    }
}

fn error_response(status: u16) -> Response {
    StatusCode::from_u16(status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR).into_response()
}
