//! The node's HTTP face: the two calls that the top-up makes, and one to pay with.

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

/// A node on a free port of the loopback address, for as long as this lives.
pub struct ChainNode {
    url: String,
    serving: JoinHandle<()>,
}

impl ChainNode {
    /// Starts serving a chain.
    pub async fn start(chain: Chain) -> io::Result<Self> {
        let listener = TcpListener::bind(("127.0.0.1", 0)).await?;
        let url = format!("http://{}", listener.local_addr()?);
        let router = Router::new()
            .route("/v1/accounts/{address}/transactions/trc20", get(transfers))
            .route("/walletsolidity/gettransactioninfobyid", post(receipt))
            .route("/sim/pay", post(pay))
            .with_state(chain);
        let serving = tokio::spawn(async move {
            // Ends only with the process or the handle; there is nobody to tell.
            let _ = axum::serve(listener, router).await;
        });
        Ok(Self { url, serving })
    }

    /// Its address.
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
struct Wanted {
    #[serde(default)]
    min_timestamp: i64,
    fingerprint: Option<String>,
}

async fn transfers(
    State(chain): State<Chain>,
    Path(address): Path<String>,
    Query(wanted): Query<Wanted>,
) -> Response {
    match chain.fault(true) {
        Some(Fault::Status(status)) => return broken(status),
        Some(Fault::LosePage) => {
            return Json(json!({"data": [], "success": true, "meta": {"page_size": 0}})).into_response();
        }
        None => {}
    }
    let mark = wanted.fingerprint.and_then(|mark| mark.parse().ok()).unwrap_or(0);
    Json(chain.page(&address, wanted.min_timestamp, mark)).into_response()
}

#[derive(Deserialize)]
struct ByValue {
    value: String,
}

async fn receipt(State(chain): State<Chain>, Json(wanted): Json<ByValue>) -> Response {
    match chain.fault(false) {
        Some(Fault::Status(status)) => broken(status),
        _ => Json(chain.receipt(&wanted.value)).into_response(),
    }
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

fn broken(status: u16) -> Response {
    StatusCode::from_u16(status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR).into_response()
}
