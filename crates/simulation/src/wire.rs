//! The network of a node: a provider that answers late, fails or breaks off, and a receiver of webhooks.

use std::sync::Arc;

use async_trait::async_trait;
use numsift_channel::Wire;
use reqwest::{Body, Error, Request, Response};
use serde_json::{Value, json};

use crate::sim::{Node, Sim, lock};
use crate::world::LIMIT;

pub const PROVIDER: &str = "http://provider.test";
pub const RECEIVER: &str = "http://receiver.test/hook";
/// The window over which requests are counted.
const WINDOW_MS: u128 = 5000;

pub struct SimulatedWire(pub Arc<Node>);

/// A request that the provider works on.
struct InFlight(Arc<Sim>);

impl InFlight {
    fn begin(sim: &Arc<Sim>) -> Self {
        let now = sim.elapsed().as_millis();
        let (in_flight, recent) = {
            let mut seen = lock(&sim.seen);
            seen.in_flight += 1;
            seen.arrivals.push(now);
            let recent = seen.arrivals.iter().rev().take_while(|at| now - **at < WINDOW_MS).count();
            (seen.in_flight, recent)
        };
        if sim.is_tame() {
            if in_flight > LIMIT.concurrency {
                sim.broke(format!("{in_flight} requests at once, and the limit is {}", LIMIT.concurrency));
            }
            // Leased requests are valid for a second, and the answer to a lease takes up to three.
            let most = u64::from(LIMIT.burst + LIMIT.rps * 10);
            if recent as u64 > most {
                sim.broke(format!("{recent} requests within five seconds"));
            }
        }
        Self(sim.clone())
    }
}

impl Drop for InFlight {
    fn drop(&mut self) {
        lock(&self.0.seen).in_flight -= 1;
    }
}

/// What the provider knows about a number: `None` for those that it does not know.
pub fn truth(number: u64) -> Option<bool> {
    match number % 7 {
        0 => None,
        rest => Some(rest % 2 == 0),
    }
}

fn reply(status: u16, body: String) -> Response {
    let mut reply = http::Response::new(Body::from(body));
    *reply.status_mut() = http::StatusCode::from_u16(status).unwrap_or_default();
    Response::from(reply)
}

/// An error as for a connection that breaks.
fn broken() -> Error {
    let reply = reply(599, String::new());
    reply.error_for_status().expect_err("599 is an error")
}

#[async_trait]
impl Wire for SimulatedWire {
    async fn send(&self, request: Request) -> Result<Response, Error> {
        let (node, sim) = (&self.0, &self.0.sim);
        node.pass(sim.delay()).await;
        if sim.fails(sim.faults.network / 3) {
            node.note("the network does not connect");
            return Err(broken());
        }
        let answer = if request.url().as_str().starts_with(PROVIDER) {
            self.ask_provider(&request).await
        } else {
            self.deliver(&request).await
        };
        node.pass(std::time::Duration::ZERO).await;
        answer
    }
}

impl SimulatedWire {
    async fn ask_provider(&self, request: &Request) -> Result<Response, Error> {
        let (node, sim) = (&self.0, &self.0.sim);
        let under_way = InFlight::begin(sim);
        let latency = if sim.is_calm() {
            sim.delay()
        } else {
            sim.random(|random| match random.between(0, 19) {
                0 => random.millis(2000, 9000),
                _ => random.millis(20, 400),
            })
        };
        tokio::time::sleep(latency).await;
        drop(under_way);
        if sim.fails(sim.faults.network) {
            node.note("the provider fails");
            return Ok(reply(500, "{}".to_owned()));
        }
        if sim.fails(sim.faults.network / 3) {
            node.note("the provider throttles");
            return Ok(reply(429, "{}".to_owned()));
        }
        if sim.fails(sim.faults.network / 3) {
            node.note("the answer of the provider is lost");
            return Err(broken());
        }
        let body = request.body().and_then(Body::as_bytes).unwrap_or_default();
        let asked: Value = serde_json::from_slice(body).unwrap_or_default();
        let results: Vec<_> = asked["numbers"]
            .as_array()
            .into_iter()
            .flatten()
            .map(|number| {
                let digits = number.as_str().unwrap_or_default().trim_start_matches('+').parse().unwrap_or(0);
                let state = match truth(digits) {
                    Some(true) => "live",
                    Some(false) => "dead",
                    None => "unsure",
                };
                json!({ "to": number, "state": state })
            })
            .collect();
        node.note(&format!("the provider answers for {} numbers", results.len()));
        Ok(reply(200, json!({ "results": results }).to_string()))
    }

    async fn deliver(&self, request: &Request) -> Result<Response, Error> {
        let (node, sim) = (&self.0, &self.0.sim);
        let id = request.headers().get("webhook-id").and_then(|id| id.to_str().ok()).unwrap_or_default();
        let latency = if sim.is_calm() { sim.delay() } else { sim.random(|random| random.millis(5, 600)) };
        tokio::time::sleep(latency).await;
        if sim.fails(sim.faults.network) {
            node.note(&format!("the receiver refuses {id}"));
            return Ok(reply(500, String::new()));
        }
        node.note(&format!("the receiver takes {id}"));
        lock(&sim.seen).confirmed.insert(id.to_owned());
        if sim.fails(sim.faults.network / 3) {
            node.note("the answer of the receiver is lost");
            return Err(broken());
        }
        Ok(reply(200, String::new()))
    }
}
