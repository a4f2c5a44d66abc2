//! Lookups without projects beside a handler that returns a constant.

use std::sync::Arc;

use anyhow::ensure;
use axum::Router;
use axum::http::header::CONTENT_TYPE;
use axum::routing::post;
use numsift_model::clock::Timestamp;

use crate::client::Load;
use crate::server::{Customer, TestServer, listen};
use crate::{ROUNDS, median};

const CONNECTIONS: usize = 32;
/// The response of the bare handler: as long as a real one.
const CONSTANT: &str = r#"{"number":"+12015550123","e164":"+12015550123","national":"(201) 555-0123","international":"+1 201-555-0123","valid":true,"possible":true,"reason":null,"type":"fixed_line_or_mobile","country":"US","calling_code":1,"region":"New Jersey","timezones":["America/New_York"],"timezone":"America/New_York","carrier":null,"test":false,"charged":0,"checks":{}}"#;
const BODY: &str = r#"{"number":"+12015550123"}"#;

/// Lookups of this customer without projects.
pub fn load(server: &TestServer, customer: &Customer, connections: usize) -> Load {
    Load {
        address: server.address,
        secret: customer.secret.clone(),
        connections,
        body: Arc::new(|_| BODY.to_owned()),
        contains: "+12015550123",
        next: Arc::default(),
    }
}

pub async fn compare(server: &TestServer) -> anyhow::Result<()> {
    let customer = server.add_customer("free").await?;
    let constant = || async { ([(CONTENT_TYPE, "application/json")], CONSTANT) };
    let bare = listen(Router::new().route("/v1/lookup", post(constant))).await?;
    let ours = load(server, &customer, CONNECTIONS);
    let bare = Load { address: bare, ..ours.clone() };
    let (mut ratios, mut requests) = (Vec::new(), 0);
    println!(
        "\n{}, free lookups\n\n| round | bare/s | lookups/s | ratio |\n|---:|---:|---:|---:|",
        server.name
    );
    for round in 0..=ROUNDS {
        let (theirs, mine) = (bare.measure().await?, ours.measure().await?);
        requests += mine.requests;
        let ratio = mine.rate / theirs.rate;
        // The first round is for warming up.
        if round > 0 {
            println!("| {round} | {:.0} | {:.0} | {ratio:.3} |", theirs.rate, mine.rate);
            ratios.push(ratio);
        }
    }
    println!("\nmedian ratio at {CONNECTIONS} connections: {:.3} (wanted: at least 0.5)", median(ratios));
    server.flush_usage().await?;
    let usage = server.store.read().await?.api_usage(customer.uid, Timestamp(0)).await?;
    let counted: i64 = usage.iter().map(|(_, usage)| usage.lookups).sum();
    ensure!(u64::try_from(counted)? == requests, "{requests} lookups were sent, {counted} were counted");
    Ok(())
}
