//! The public API on two servers that share a PostgreSQL database.

use std::collections::BTreeMap;
use std::time::{SystemTime, UNIX_EPOCH};

use numsift_store_pg::testing::TestDatabase;
use numsift_test_bucket::Bucket;
use serde_json::{Value, json};

use crate::installation::{GIFT, Installation};
use crate::{DEADLINE, until};

/// Rate limit of the key for task changes, per minute.
const LIMIT: usize = 20;
/// Price of a `whatsapp` answer.
const PRICE: i64 = 100;

/// A client of the public API of one server.
#[derive(Clone)]
pub struct ApiClient {
    http: reqwest::Client,
    base: String,
    secret: String,
}

pub struct Response {
    pub status: u16,
    pub headers: reqwest::header::HeaderMap,
    pub body: Value,
}

impl ApiClient {
    pub fn at(base: &str, secret: &str) -> Self {
        let http = reqwest::Client::builder().no_proxy().build().unwrap();
        Self { http, base: base.to_owned(), secret: secret.to_owned() }
    }

    pub async fn post(&self, path: &str, body: &Value, idempotency_key: Option<&str>) -> Response {
        send(self.post_request(path, body, idempotency_key)).await.unwrap()
    }

    /// Like `post`, for a server that may be killed meanwhile.
    pub async fn try_post(
        &self,
        path: &str,
        body: &Value,
        idempotency_key: &str,
    ) -> reqwest::Result<Response> {
        send(self.post_request(path, body, Some(idempotency_key))).await
    }

    fn post_request(
        &self,
        path: &str,
        body: &Value,
        idempotency_key: Option<&str>,
    ) -> reqwest::RequestBuilder {
        let request = self.http.post(format!("{}/v1/{path}", self.base)).bearer_auth(&self.secret).json(body);
        match idempotency_key {
            Some(key) => request.header("idempotency-key", key),
            None => request,
        }
    }

    pub async fn get(&self, path: &str) -> Response {
        let request = self.http.get(format!("{}/v1/{path}", self.base)).bearer_auth(&self.secret);
        send(request).await.unwrap()
    }
}

async fn send(request: reqwest::RequestBuilder) -> reqwest::Result<Response> {
    let response = request.send().await?;
    let (status, headers) = (response.status().as_u16(), response.headers().clone());
    Ok(Response { status, headers, body: response.json().await? })
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_servers_share_requests_limits_and_keys() {
    let database = TestDatabase::create().await;
    let bucket = Bucket::start().await;
    let mut settings = bucket.settings();
    settings.extend([
        ("NUMSIFT_DATABASE_URL", database.url().to_owned()),
        ("NUMSIFT_API_TASKS_PER_MINUTE", LIMIT.to_string()),
    ]);
    let installation = Installation::start(settings, Vec::new()).await;
    let (_server, base) = installation.second_server().await;
    let request = json!({ "name": "cluster", "scopes": ["lookup", "tasks:read", "tasks:write", "balance"] });
    let made = installation.customer.call("user/generateApi", request).await;
    let secret = made["secret"].as_str().unwrap();
    let (first, second) = (ApiClient::at(installation.base(), secret), ApiClient::at(&base, secret));

    check_idempotency(&installation, &first, &second).await;
    check_shared_rate_limit(&first, &second).await;

    installation.customer.call("apiKey/revoke", json!({ "id": made["key"]["id"] })).await;
    for client in [&first, &second] {
        until("the key is rejected", async || (client.get("projects").await.status == 401).then_some(()))
            .await;
    }
}

/// A lookup in progress on one server is a conflict on the other one, and its response is replayed by both.
async fn check_idempotency(installation: &Installation, first: &ApiClient, second: &ApiClient) {
    let gate = installation.providers().clone();
    gate.close_gate();
    let body = json!({ "number": "+8613800000001", "projects": ["whatsapp"] });
    let waiting = {
        let (client, body) = (first.clone(), body.clone());
        tokio::spawn(async move { client.post("lookup", &body, Some("one")).await })
    };
    tokio::time::timeout(DEADLINE, gate.wait_for_held(1)).await.unwrap();
    let meanwhile = second.post("lookup", &body, Some("one")).await;
    assert_eq!((meanwhile.status, &meanwhile.body["code"]), (409, &json!("idempotency-conflict")));
    gate.open_gate();
    let answered = waiting.await.unwrap();
    assert_eq!(answered.status, 200, "{}", answered.body);
    let again = second.post("lookup", &body, Some("one")).await;
    assert_eq!((again.status, &again.body), (200, &answered.body));
    assert_eq!(again.headers["idempotency-replayed"], "true");
    let other = json!({ "number": "+8613800000002", "projects": ["whatsapp"] });
    assert_eq!(second.post("lookup", &other, Some("one")).await.status, 422);
    let charged = answered.body["charged"].as_i64().unwrap();
    assert!([0, PRICE].contains(&charged), "{}", answered.body);
    let balance = second.get("balance").await.body;
    assert_eq!((&balance["points"], &balance["held"]), (&json!(GIFT - charged), &json!(0)));
}

/// The limit per minute applies to both servers together.
async fn check_shared_rate_limit(first: &ApiClient, second: &ApiClient) {
    let mut allowed = BTreeMap::<i64, usize>::new();
    let mut rejected = 0;
    // More than the limit of two minutes, which the loop does not exceed.
    for round in 0..3 * LIMIT {
        let client = if round % 2 == 0 { first } else { second };
        let response = client.post("tasks/1000000/cancel", &json!({}), None).await;
        if response.status == 429 {
            rejected += 1;
            assert!(response.headers.contains_key("retry-after"));
        } else {
            assert_eq!(response.status, 404);
            *allowed.entry(window(&response)).or_default() += 1;
        }
    }
    assert!(allowed.values().all(|count| *count <= LIMIT), "{allowed:?}");
    assert!(rejected > 0);
}

/// Returns the minute in which a request was counted, from the reported time until its end.
fn window(response: &Response) -> i64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_secs().cast_signed();
    let limit = response.headers["ratelimit"].to_str().unwrap();
    let left: i64 = limit.rsplit_once("t=").unwrap().1.parse().unwrap();
    (now + left + 30) / 60
}
