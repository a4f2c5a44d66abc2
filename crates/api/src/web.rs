//! Serves the embedded web build: pre-compressed files, and the page with a fresh nonce.

use std::io::Read as _;

use axum::extract::{Request, State};
use axum::http::header::{self, HeaderMap, HeaderName, HeaderValue};
use axum::http::{Method, StatusCode};
use axum::response::{IntoResponse, Response};
use flate2::read::GzDecoder;
use rust_embed::{EmbeddedFile, RustEmbed};
use serde_json::json;

use crate::app::App;
use crate::refusal::Refusal;

/// The page, and all other files in compressed form only.
#[derive(RustEmbed)]
#[folder = "$CARGO_MANIFEST_DIR/../../web/dist"]
#[include = "index.html"]
#[include = "*.br"]
#[include = "*.gz"]
struct Files;

const ROBOTS: HeaderName = HeaderName::from_static("x-robots-tag");
const PAGE: &str = "index.html";
const NONCE_PLACE: &str = "__NUMSIFT_NONCE__";
const BOOT_PLACE: &str = "__NUMSIFT_BOOT__";

/// Answers all paths without a route: with a file of the build, or with the page, whose router does the rest.
pub async fn answer(State(app): State<App>, request: Request) -> Response {
    if !matches!(*request.method(), Method::GET | Method::HEAD) {
        return StatusCode::METHOD_NOT_ALLOWED.into_response();
    }
    let path = request.uri().path().trim_start_matches('/');
    if path != PAGE && is_file(path) {
        return file(path, request.headers());
    }
    // Never answer with the page for a missing script: the browser would try to run it.
    if path.starts_with("assets/") {
        return StatusCode::NOT_FOUND.into_response();
    }
    match page(&app).await {
        Ok(response) => for_strangers(path, response),
        Err(refusal) => {
            tracing::error!(?refusal, "cannot render the page");
            StatusCode::INTERNAL_SERVER_ERROR.into_response()
        }
    }
}

/// Pages that strangers open with a link. The link must not reach search engines or other sites.
const LINK_PAGES: &[&str] = &["shared", "new_password"];

fn for_strangers(path: &str, mut response: Response) -> Response {
    if LINK_PAGES.contains(&path) {
        let headers = response.headers_mut();
        headers.insert(ROBOTS, HeaderValue::from_static("noindex, nofollow, noarchive"));
        headers.insert(header::REFERRER_POLICY, HeaderValue::from_static("no-referrer"));
    }
    response
}

fn is_file(path: &str) -> bool {
    Files::get(&format!("{path}.gz")).is_some()
}

fn file(path: &str, request: &HeaderMap) -> Response {
    let accepted = request.get(header::ACCEPT_ENCODING).and_then(|value| value.to_str().ok());
    let accepts = |coding: &str| {
        accepted.is_some_and(|list| list.split(',').any(|item| item.trim().split(';').next() == Some(coding)))
    };
    let encoded = [("br", ".br"), ("gzip", ".gz")]
        .into_iter()
        .filter(|(coding, _)| accepts(coding))
        .find_map(|(coding, ending)| Some((Files::get(&format!("{path}{ending}"))?, Some(coding))));
    let plain = || Some((unpacked(Files::get(&format!("{path}.gz"))?)?, None));
    let Some((found, coding)) = encoded.or_else(plain) else {
        return StatusCode::NOT_FOUND.into_response();
    };

    let etag = etag(&found, coding);
    let unchanged = request.get(header::IF_NONE_MATCH).is_some_and(|known| *known == etag);
    let mut response =
        if unchanged { StatusCode::NOT_MODIFIED.into_response() } else { found.data.into_response() };
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(content_type(path)));
    headers.insert(header::ETAG, etag);
    headers.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
    // Names under assets/ contain a hash of the content; other files may change with the next version.
    let caching =
        if path.starts_with("assets/") { "public, max-age=31536000, immutable" } else { "no-cache" };
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static(caching));
    if let Some(coding) = coding {
        headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static(coding));
    }
    response
}

/// A file for clients that accept no compression, which are few.
fn unpacked(mut file: EmbeddedFile) -> Option<EmbeddedFile> {
    let mut plain = Vec::new();
    GzDecoder::new(&*file.data).read_to_end(&mut plain).ok()?;
    file.data = plain.into();
    Some(file)
}

/// Identifies a file in one of its forms.
fn etag(file: &EmbeddedFile, coding: Option<&str>) -> HeaderValue {
    let (hash, coding) = (hex::encode(&file.metadata.sha256_hash()[..12]), coding.unwrap_or("plain"));
    HeaderValue::try_from(format!("\"{hash}-{coding}\"")).unwrap_or(HeaderValue::from_static("\"\""))
}

fn content_type(path: &str) -> &'static str {
    match path.rsplit('.').next().unwrap_or_default() {
        "js" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "html" => "text/html; charset=utf-8",
        "json" | "map" => "application/json",
        "webmanifest" => "application/manifest+json",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "ico" => "image/x-icon",
        "webp" => "image/webp",
        "woff2" => "font/woff2",
        "txt" => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}

async fn page(app: &App) -> Result<Response, Refusal> {
    let Some(template) = Files::get(PAGE) else {
        let hint = "This binary was built without the web pages. Build them first: make web\n";
        return Ok((StatusCode::NOT_FOUND, hint).into_response());
    };
    let template = String::from_utf8_lossy(&template.data);
    let nonce = nonce(app)?;
    let html = template.replace(NONCE_PLACE, &nonce).replace(BOOT_PLACE, &boot(app).await?);
    let policy = format!(
        "default-src 'self'; script-src 'self' 'nonce-{nonce}'; style-src 'self' 'nonce-{nonce}'; \
         img-src 'self' data: blob:; connect-src 'self'; object-src 'none'; frame-ancestors 'none'; \
         base-uri 'none'; form-action 'self'"
    );
    let policy = HeaderValue::from_str(&policy).map_err(Refusal::internal)?;
    Ok((
        [
            (header::CONTENT_TYPE, HeaderValue::from_static("text/html; charset=utf-8")),
            (header::CACHE_CONTROL, HeaderValue::from_static("no-store")),
            (header::CONTENT_SECURITY_POLICY, policy),
        ],
        html,
    )
        .into_response())
}

fn nonce(app: &App) -> Result<String, Refusal> {
    numsift_model::clock::random_text(&*app.entropy, 26).map_err(Refusal::internal)
}

/// The data that the page needs before its first call.
async fn boot(app: &App) -> Result<String, Refusal> {
    let settings = app.store.read().await?.settings().await?;
    let demo = app.demo.as_ref();
    let accounts = demo.map(|demo| {
        let account = |(username, account_type): &(&str, i64)| json!({ "username": username, "account_type": account_type });
        demo.accounts.iter().map(account).collect::<Vec<_>>()
    });
    let boot = json!({
        "version": env!("CARGO_PKG_VERSION"),
        "demo": demo.is_some(),
        "product_title": settings.product_title,
        "product_logo": settings.product_logo,
        "operator_contact": settings.operator_contact,
        "share_results": settings.share_results,
        "registration_open": settings.registration_open,
        "demo_accounts": accounts,
        "demo_password": demo.map(|demo| demo.password),
        "demo_invite": demo.map(|demo| demo.invite_code),
    });
    // The JSON is inside a script element, which no text may close.
    Ok(boot.to_string().replace('<', "\\u003c"))
}
