//! Lookups that ask a provider beside a handler that forwards the number to the same provider and answers.

use std::fs;
use std::path::Path;
use std::sync::Arc;

use anyhow::Context;
use axum::Json;
use axum::Router;
use axum::extract::State;
use axum::http::StatusCode;
use axum::routing::post;
use numsift_sim::ProvidersNode;
use reqwest::Client;
use serde_json::{Value, json};

use crate::client::Load;
use crate::server::{Customer, PROJECT, TestServer, listen};
use crate::{ROUNDS, median};

pub const CONNECTIONS: usize = 64;
/// Valid numbers of the United States, of which there are a few million.
const FIRST: u64 = 12_012_000_000;
const COUNT: u64 = 7_000_000;

/// Lookups of this customer, each of another number.
pub fn load(server: &TestServer, customer: &Customer, max_age_days: u32) -> Load {
    let body = move |place: u64| {
        let number = FIRST + place % COUNT;
        format!(r#"{{"number":"+{number}","checks":["{PROJECT}"],"max_age_days":{max_age_days}}}"#)
    };
    Load {
        address: server.address,
        secret: customer.secret.clone(),
        connections: CONNECTIONS,
        body: Arc::new(body),
        contains: r#""source":"channel""#,
        next: server.asked.clone(),
    }
}

pub async fn compare(server: &TestServer, provider: &ProvidersNode) -> anyhow::Result<()> {
    let customer = server.add_customer("paid").await?;
    let forwarding = Forwarding {
        http: Client::builder().no_proxy().build()?,
        url: format!("{}/sync/{PROJECT}", provider.url()),
    };
    let bare = listen(Router::new().route("/v1/lookup", post(forward)).with_state(forwarding)).await?;
    let ours = load(server, &customer, 0);
    let bare = Load { address: bare, contains: "results", ..ours.clone() };
    let (mut ratios, mut rates, mut requests) = (Vec::new(), Vec::new(), 0);
    let files = files_in(&server.files())?;
    println!(
        "\n{}, paid lookups\n\n| round | bare/s | lookups/s | ratio |\n|---:|---:|---:|---:|",
        server.name
    );
    for round in 0..=ROUNDS {
        let (theirs, mine) = (bare.measure().await?, ours.measure().await?);
        requests += mine.requests;
        let ratio = mine.rate / theirs.rate;
        if round > 0 {
            println!("| {round} | {:.0} | {:.0} | {ratio:.3} |", theirs.rate, mine.rate);
            ratios.push(ratio);
            rates.push(mine.rate);
        }
    }
    let (ratio, rate) = if server.name == "SQLite" { (0.35, 1500) } else { (0.30, 1200) };
    println!(
        "\nmedian ratio at {CONNECTIONS} connections: {:.3} (wanted: at least {ratio}), {:.0}/s (wanted: {rate})",
        median(ratios),
        median(rates)
    );
    let written = files_in(&server.files())?.saturating_sub(files);
    println!("files per 10,000 of {requests} lookups: {} (wanted: at most 10)", written * 10_000 / requests);
    Ok(())
}

#[derive(Clone)]
struct Forwarding {
    http: Client,
    url: String,
}

async fn forward(
    State(to): State<Forwarding>,
    Json(request): Json<Value>,
) -> Result<Json<Value>, (StatusCode, String)> {
    let failed = |error: reqwest::Error| (StatusCode::BAD_GATEWAY, error.to_string());
    let asked = json!({ "numbers": [request["number"]] });
    let answer = to.http.post(&to.url).json(&asked).send().await.map_err(failed)?;
    Ok(Json(answer.json().await.map_err(failed)?))
}

/// Files in a folder and all folders below it.
fn files_in(folder: &Path) -> anyhow::Result<u64> {
    let mut count = 0;
    for entry in fs::read_dir(folder).with_context(|| format!("cannot read {}", folder.display()))? {
        let entry = entry?;
        count += if entry.file_type()?.is_dir() { files_in(&entry.path())? } else { 1 };
    }
    Ok(count)
}
