//! The public API on two servers with one PostgreSQL: whatever one of them knows, the other knows, too.

use std::collections::BTreeMap;
use std::time::{SystemTime, UNIX_EPOCH};

use numsift_store_pg::testing::TestDatabase;
use serde_json::{Value, json};

use crate::bucket::Bucket;
use crate::installation::{GIFT, Installation};
use crate::{DEADLINE, until};

/// Lookups of the key in a minute.
const LIMIT: usize = 20;
/// What an answer about `WhatsApp` costs.
const PRICE: i64 = 100;

/// A program that uses the API of one server.
#[derive(Clone)]
pub struct Program {
    http: reqwest::Client,
    base: String,
    secret: String,
}

pub struct Answer {
    pub status: u16,
    pub headers: reqwest::header::HeaderMap,
    pub body: Value,
}

impl Program {
    pub fn at(base: &str, secret: &str) -> Self {
        let http = reqwest::Client::builder().no_proxy().build().unwrap();
        Self { http, base: base.to_owned(), secret: secret.to_owned() }
    }

    pub async fn post(&self, path: &str, body: &Value, once: Option<&str>) -> Answer {
        answer(self.posting(path, body, once)).await.unwrap()
    }

    /// The same, of a server that may die meanwhile.
    pub async fn try_post(&self, path: &str, body: &Value, once: &str) -> reqwest::Result<Answer> {
        answer(self.posting(path, body, Some(once))).await
    }

    fn posting(&self, path: &str, body: &Value, once: Option<&str>) -> reqwest::RequestBuilder {
        let request = self.http.post(format!("{}/v1/{path}", self.base)).bearer_auth(&self.secret).json(body);
        match once {
            Some(once) => request.header("idempotency-key", once),
            None => request,
        }
    }

    pub async fn get(&self, path: &str) -> Answer {
        let request = self.http.get(format!("{}/v1/{path}", self.base)).bearer_auth(&self.secret);
        answer(request).await.unwrap()
    }
}

async fn answer(request: reqwest::RequestBuilder) -> reqwest::Result<Answer> {
    let response = request.send().await?;
    let (status, headers) = (response.status().as_u16(), response.headers().clone());
    Ok(Answer { status, headers, body: response.json().await? })
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_servers_are_one_api() {
    let database = TestDatabase::create().await;
    let bucket = Bucket::start().await;
    let mut settings = bucket.settings();
    settings.extend([
        ("NUMSIFT_DATABASE_URL", database.url().to_owned()),
        ("NUMSIFT_API_TASKS_PER_MINUTE", LIMIT.to_string()),
    ]);
    let installation = Installation::start(settings, Vec::new()).await;
    let (_server, base) = installation.server_beside("second").await;
    let wanted = json!({ "name": "cluster", "scopes": ["lookup", "tasks:read", "tasks:write", "balance"] });
    let made = installation.customer.call("user/generateApi", wanted).await;
    let secret = made["secret"].as_str().unwrap();
    let (first, second) = (Program::at(installation.base(), secret), Program::at(&base, secret));

    happens_once(&installation, &first, &second).await;
    is_limited_together(&first, &second).await;

    installation.customer.call("apiKey/revoke", json!({ "id": made["key"]["id"] })).await;
    for program in [&first, &second] {
        until("the key is refused", async || (program.get("projects").await.status == 401).then_some(()))
            .await;
    }
}

/// A lookup that waits for its provider on one server is in flight on both, and answered once.
async fn happens_once(installation: &Installation, first: &Program, second: &Program) {
    let gate = installation.providers().clone();
    gate.close_gate();
    let body = json!({ "number": "+8613800000001", "projects": ["whatsapp"] });
    let waiting = {
        let (program, body) = (first.clone(), body.clone());
        tokio::spawn(async move { program.post("lookup", &body, Some("one")).await })
    };
    tokio::time::timeout(DEADLINE, gate.held(1)).await.unwrap();
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

/// However requests are spread over servers, a minute never has more than its limit.
async fn is_limited_together(first: &Program, second: &Program) {
    let mut allowed = BTreeMap::<i64, usize>::new();
    let mut refused = 0;
    // More than two minutes may let through, and nobody takes longer than that.
    for round in 0..3 * LIMIT {
        let program = if round % 2 == 0 { first } else { second };
        let answer = program.post("tasks/1000000/cancel", &json!({}), None).await;
        if answer.status == 429 {
            refused += 1;
            assert!(answer.headers.contains_key("retry-after"));
        } else {
            assert_eq!(answer.status, 404);
            *allowed.entry(window(&answer)).or_default() += 1;
        }
    }
    assert!(allowed.values().all(|count| *count <= LIMIT), "{allowed:?}");
    assert!(refused > 0);
}

/// The minute in which a request was counted, by when it ends.
fn window(answer: &Answer) -> i64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_secs().cast_signed();
    let limit = answer.headers["ratelimit"].to_str().unwrap();
    let left: i64 = limit.rsplit_once("t=").unwrap().1.parse().unwrap();
    (now + left + 30) / 60
}
