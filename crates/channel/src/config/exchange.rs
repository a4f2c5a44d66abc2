//! The requests of a channel: how a batch is submitted, how a job is polled, how a result is delivered.

use std::collections::BTreeMap;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::secret::Secret;

/// The request that submits a batch. The path, the values of headers and query, and the body are templates.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Submit {
    /// The HTTP method.
    pub method: String,
    /// Path below the base URL. Template values are percent-encoded.
    pub path: String,
    /// Additional headers.
    pub headers: BTreeMap<String, String>,
    /// Query parameters. Values are percent-encoded.
    pub query: BTreeMap<String, String>,
    /// The body; JSON unless a `content-type` header says otherwise.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub body: Option<String>,
}

impl Default for Submit {
    fn default() -> Self {
        Self {
            method: "POST".to_owned(),
            path: String::new(),
            headers: BTreeMap::new(),
            query: BTreeMap::new(),
            body: None,
        }
    }
}

/// How a job is polled. The templates may use `job` as well.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Poll {
    /// `JSONPath` of the job id in the reply to the submission.
    pub job: String,
    /// The HTTP method.
    pub method: String,
    /// Path below the base URL, usually with `{{ job }}`.
    pub path: String,
    /// Additional headers.
    pub headers: BTreeMap<String, String>,
    /// Query parameters.
    pub query: BTreeMap<String, String>,
    /// The body, if any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub body: Option<String>,
    /// Seconds between two polls.
    pub every_s: u32,
    /// Seconds after which the job fails.
    pub max_s: u32,
    /// `JSONPath` of the job's state.
    pub state: String,
    /// States of a finished job.
    pub done: Vec<String>,
    /// States of a failed job.
    pub failed: Vec<String>,
    /// `JSONPath` of the items of a finished job; defaults to `items`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub results: Option<String>,
    /// `JSONPath` of the name of the result in the reply that says that the job is finished, for `fetch`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// The request that fetches the results of a finished job, if they are not in the reply about its state.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fetch: Option<Fetch>,
}

impl Default for Poll {
    fn default() -> Self {
        Self {
            job: "$.id".to_owned(),
            method: "GET".to_owned(),
            path: String::new(),
            headers: BTreeMap::new(),
            query: BTreeMap::new(),
            body: None,
            every_s: 2,
            max_s: 600,
            state: String::new(),
            done: Vec::new(),
            failed: Vec::new(),
            results: None,
            file: None,
            fetch: None,
        }
    }
}

/// The request that fetches the results of a finished job. The templates may use `job` and `file` as well.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Fetch {
    /// The HTTP method.
    pub method: String,
    /// Path below the base URL.
    pub path: String,
    /// Additional headers.
    pub headers: BTreeMap<String, String>,
    /// Query parameters.
    pub query: BTreeMap<String, String>,
    /// The body, if any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub body: Option<String>,
}

impl Default for Fetch {
    fn default() -> Self {
        Self {
            method: "GET".to_owned(),
            path: String::new(),
            headers: BTreeMap::new(),
            query: BTreeMap::new(),
            body: None,
        }
    }
}

/// How replies are read whose content type is not JSON: every row is an item with the columns as its fields.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Csv {
    /// The character between two values.
    pub separator: String,
    /// Names of the columns, if the first row does not contain them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub columns: Vec<String>,
}

impl Default for Csv {
    fn default() -> Self {
        Self { separator: ",".to_owned(), columns: Vec::new() }
    }
}

impl Csv {
    /// The separator, if it is one ASCII character that values do not contain anyway.
    pub(crate) fn delimiter(&self) -> Option<u8> {
        match *self.separator.as_bytes() {
            [byte] if byte.is_ascii() && !byte.is_ascii_alphanumeric() && !b"\"\r\n+.".contains(&byte) => {
                Some(byte)
            }
            _ => None,
        }
    }
}

/// How the provider delivers the result of a job.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Callback {
    /// Where a delivery names its job.
    pub job_in: JobIn,
    /// `JSONPath` of the job id in the delivered values (`job_in: body`).
    pub job: String,
    /// `JSONPath` of the job id in the reply to the submission; defaults to `job`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub submitted: Option<String>,
    /// How a delivery carries its values.
    pub format: DeliveryFormat,
    /// Most deliveries about a job. With more than one, they are collected until every number has an item.
    pub deliveries: u32,
    /// What the provider gets for a delivery that is accepted; a JSON object of the API if not set.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reply: Option<CallbackReply>,
    /// Seconds after which the job fails.
    pub max_s: u32,
    /// How a delivery proves that it comes from the provider.
    pub verify: Verify,
    /// The secret shared with the provider (unused with `none`).
    pub secret: Secret,
    /// The header with the signature (`hmac`).
    pub header: String,
    /// The header with the signing time in Unix seconds (`hmac`). If set, `time.body` is signed instead of
    /// the body alone, and deliveries older than five minutes are refused.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub timestamp_header: Option<String>,
    /// Encoding of the signature (`hmac`).
    pub encoding: Encoding,
    /// Text in front of the signature (`hmac`), for example `sha256=`.
    pub prefix: String,
}

impl Default for Callback {
    fn default() -> Self {
        Self {
            job_in: JobIn::default(),
            job: "$.id".to_owned(),
            submitted: None,
            format: DeliveryFormat::default(),
            deliveries: 1,
            reply: None,
            max_s: 600,
            verify: Verify::default(),
            secret: Secret::default(),
            header: "x-signature".to_owned(),
            timestamp_header: None,
            encoding: Encoding::default(),
            prefix: String::new(),
        }
    }
}

impl Callback {
    /// Whether several deliveries can belong to a job.
    pub fn has_parts(&self) -> bool {
        self.deliveries > 1
    }
}

/// Where a delivery names its job.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum JobIn {
    /// In its values. The provider chooses the id.
    #[default]
    Body,
    /// At the end of the path: `callback_url` ends with the id of the batch.
    Path,
    /// In the query: `callback_url` has the parameter `job` with the id of the batch.
    Query,
}

/// How a delivery carries its values.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum DeliveryFormat {
    /// `POST` with a JSON body.
    #[default]
    Json,
    /// `POST` with an `application/x-www-form-urlencoded` body, read as an object of texts.
    Form,
    /// `GET` with a query, read as an object of texts.
    Query,
}

/// What the provider gets for a delivery that is accepted.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields, default)]
pub struct CallbackReply {
    /// The HTTP status, from 200 to 299.
    pub status: u16,
    pub content_type: ReplyType,
    pub body: String,
}

impl Default for CallbackReply {
    fn default() -> Self {
        Self { status: 200, content_type: ReplyType::default(), body: String::new() }
    }
}

/// The content type of a reply.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = CallbackReplyType)]
pub enum ReplyType {
    #[default]
    #[serde(rename = "text/plain")]
    Text,
    #[serde(rename = "application/json")]
    Json,
    #[serde(rename = "application/xml")]
    Xml,
}

impl ReplyType {
    /// The value of the header.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Text => "text/plain; charset=utf-8",
            Self::Json => "application/json",
            Self::Xml => "application/xml",
        }
    }
}

/// How a delivery proves that it comes from the provider.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Verify {
    /// No proof: knowing the job id is enough.
    #[default]
    None,
    /// An HMAC-SHA-256 of the body in a header.
    Hmac,
    /// A Standard Webhooks signature.
    StandardWebhooks,
    /// A secret at the end of the URL.
    SecretPath,
}

/// Encoding of a signature.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = SignatureEncoding)]
pub enum Encoding {
    /// Lower-case hexadecimal.
    #[default]
    Hex,
    /// Base64 with padding.
    Base64,
}

impl Encoding {
    pub(crate) fn encode(self, bytes: &[u8]) -> String {
        match self {
            Self::Hex => hex::encode(bytes),
            Self::Base64 => STANDARD.encode(bytes),
        }
    }

    pub(crate) fn decode(self, text: &str) -> Option<Vec<u8>> {
        match self {
            Self::Hex => hex::decode(text).ok(),
            Self::Base64 => STANDARD.decode(text).ok(),
        }
    }
}

/// The key in a Standard Webhooks secret: `whsec_` followed by base64.
pub(crate) fn standard_webhooks_key(secret: &str) -> Option<Vec<u8>> {
    STANDARD.decode(secret.strip_prefix("whsec_").unwrap_or(secret)).ok().filter(|key| !key.is_empty())
}
