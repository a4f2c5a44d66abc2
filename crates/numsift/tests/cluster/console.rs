//! The console's calls, as a page makes them.

use serde_json::{Value, json};

/// Somebody who is signed in.
#[derive(Clone)]
pub struct Console {
    http: reqwest::Client,
    base: String,
    sid: String,
}

impl Console {
    /// Nobody yet, at the server of this address.
    pub fn at(base: &str) -> Self {
        // Whoever was first has chosen the same one.
        let _ = rustls::crypto::ring::default_provider().install_default();
        let http = reqwest::Client::builder().no_proxy().build().unwrap();
        Self { http, base: base.to_owned(), sid: String::new() }
    }

    pub async fn login(self, username: &str, password: &str) -> Self {
        let answer = self.call("user/login", json!({ "username": username, "password": password })).await;
        Self { sid: answer["sid"].as_str().unwrap().to_owned(), ..self }
    }

    /// The same session after the server has another address.
    pub fn moved_to(&self, base: &str) -> Self {
        Self { base: base.to_owned(), ..self.clone() }
    }

    /// The data of a good answer; a refusal ends the test.
    pub async fn call(&self, path: &str, body: Value) -> Value {
        let request = self.http.post(format!("{}/api/{path}", self.base)).json(&body);
        self.sent(path, request).await
    }

    async fn sent(&self, path: &str, request: reqwest::RequestBuilder) -> Value {
        let request = if self.sid.is_empty() { request } else { request.header("sid", &self.sid) };
        let mut answer: Value = request.send().await.unwrap().json().await.unwrap();
        assert_eq!(answer["code"], 0, "{path}: {answer}");
        answer["data"].take()
    }

    /// Uploads a file of numbers.
    pub async fn upload(&self, file_name: &str, content: &str) -> Value {
        const BETWEEN: &str = "b8d2e0f6a1";
        let body = format!(
            "--{BETWEEN}\r\ncontent-disposition: form-data; name=\"file\"; filename=\"{file_name}\"\r\n\
             content-type: text/plain\r\n\r\n{content}\r\n--{BETWEEN}--\r\n"
        );
        let request = self.http.post(format!("{}/api/task/upload", self.base));
        let kind = format!("multipart/form-data; boundary={BETWEEN}");
        self.sent("task/upload", request.header("content-type", kind).body(body)).await
    }

    /// What lies behind a link.
    pub async fn download(&self, link: &Value) -> String {
        let address = format!("{}{}", self.base, link["url"].as_str().unwrap());
        let answer = self.http.get(address).send().await.unwrap().error_for_status().unwrap();
        answer.text().await.unwrap()
    }
}
