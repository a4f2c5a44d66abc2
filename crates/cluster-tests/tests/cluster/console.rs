//! A client of the console API.

use serde_json::{Value, json};

/// The password after [`Console::first_login`].
pub const PASSWORD: &str = "changed at first login";

#[derive(Clone)]
pub struct Console {
    http: reqwest::Client,
    base: String,
    sid: String,
}

impl Console {
    /// Creates a client that is not signed in.
    pub fn at(base: &str) -> Self {
        // Fails if it is installed already, which is fine.
        let _ = rustls::crypto::ring::default_provider().install_default();
        let http = reqwest::Client::builder().no_proxy().build().unwrap();
        Self { http, base: base.to_owned(), sid: String::new() }
    }

    pub async fn login(self, username: &str, password: &str) -> Self {
        let session = self.call("user/login", json!({ "username": username, "password": password })).await;
        Self { sid: session["sid"].as_str().unwrap().to_owned(), ..self }
    }

    /// Signs in with a one-time password, changes it and signs in again.
    pub async fn first_login(self, username: &str, one_time: &str) -> Self {
        let first = self.login(username, one_time).await;
        first
            .call(
                "user/changePwd",
                json!({ "old_pwd": one_time, "new_pwd": PASSWORD, "confirm_pwd": PASSWORD }),
            )
            .await;
        Self { sid: String::new(), ..first }.login(username, PASSWORD).await
    }

    /// Returns the session token.
    pub fn sid(&self) -> &str {
        &self.sid
    }

    /// Returns a client with the same session on another server.
    pub fn moved_to(&self, base: &str) -> Self {
        Self { base: base.to_owned(), ..self.clone() }
    }

    /// Returns a client with the same session that shares no connections with this one.
    pub fn with_own_connections(&self) -> Self {
        Self { sid: self.sid.clone(), ..Self::at(&self.base) }
    }

    /// Makes a call and returns its data. Panics if the call is rejected.
    pub async fn call(&self, path: &str, body: Value) -> Value {
        let request = self.http.post(format!("{}/api/{path}", self.base)).json(&body);
        self.send(path, request).await
    }

    /// Makes a call and returns the whole response, which may be a rejection.
    pub async fn try_call(&self, path: &str, body: Value) -> Value {
        let request = self.http.post(format!("{}/api/{path}", self.base)).json(&body);
        request.send().await.unwrap().json().await.unwrap()
    }

    async fn send(&self, path: &str, request: reqwest::RequestBuilder) -> Value {
        let request = if self.sid.is_empty() { request } else { request.header("sid", &self.sid) };
        let mut response: Value = request.send().await.unwrap().json().await.unwrap();
        assert_eq!(response["code"], 0, "{path}: {response}");
        response["data"].take()
    }

    /// Uploads a file of numbers.
    pub async fn upload(&self, file_name: &str, content: &str) -> Value {
        const BOUNDARY: &str = "b8d2e0f6a1";
        let body = format!(
            "--{BOUNDARY}\r\ncontent-disposition: form-data; name=\"file\"; filename=\"{file_name}\"\r\n\
             content-type: text/plain\r\n\r\n{content}\r\n--{BOUNDARY}--\r\n"
        );
        let request = self.http.post(format!("{}/api/task/upload", self.base));
        let content_type = format!("multipart/form-data; boundary={BOUNDARY}");
        self.send("task/upload", request.header("content-type", content_type).body(body)).await
    }

    /// Downloads the file of a link.
    pub async fn download(&self, link: &Value) -> String {
        let address = format!("{}{}", self.base, link["url"].as_str().unwrap());
        let response = self.http.get(address).send().await.unwrap().error_for_status().unwrap();
        response.text().await.unwrap()
    }
}
