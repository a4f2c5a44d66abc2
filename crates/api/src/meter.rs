//! Counts and times requests. Looking up a metric by its labels is slower than counting, so metrics are cached by
//! path, method and answer.

use std::sync::{PoisonError, RwLock};
use std::time::Duration;

use axum::http::{Method, StatusCode};
use metrics::{Counter, Histogram};

/// Metrics by path and method. The paths are those of routes: few enough for a linear search to be faster than hashing.
#[derive(Default)]
pub struct Meter(RwLock<Vec<Route>>);

/// What a request was answered with.
#[derive(Debug, Clone, Copy)]
pub enum Answered {
    /// A call of the console. Its refusals have status 200 and a code of their own, which stands for a status.
    Console { code: i64, status: StatusCode },
    /// A request to `/v1`.
    Public(StatusCode),
}

impl Answered {
    /// The class of the status.
    fn class(self) -> &'static str {
        let (Self::Console { status, .. } | Self::Public(status)) = self;
        match status.as_u16() {
            ..200 => "1xx",
            200..300 => "2xx",
            300..400 => "3xx",
            400..500 => "4xx",
            500.. => "5xx",
        }
    }

    /// Tells answers of a route apart.
    fn number(self) -> i64 {
        match self {
            Self::Console { code, .. } => code,
            Self::Public(status) => status.as_u16().into(),
        }
    }

    fn counter(self, path: &str) -> Counter {
        let path = path.to_owned();
        match self {
            Self::Console { code, .. } => {
                metrics::counter!("numsift_calls_total", "path" => path, "code" => code.to_string())
            }
            Self::Public(status) => metrics::counter!("numsift_api_requests_total", "path" => path,
                "status" => status.as_str().to_owned()),
        }
    }
}

struct Route {
    path: String,
    method: &'static str,
    answers: Vec<(i64, Histogram, Counter)>,
}

impl Meter {
    pub fn note(&self, path: &str, method: &'static str, answered: Answered, took: Duration) {
        let noted = || {
            let routes = self.0.read().unwrap_or_else(PoisonError::into_inner);
            let known = routes.iter().find(|known| known.path == path && known.method == method);
            known.is_some_and(|known| known.note(answered.number(), took))
        };
        if !noted() {
            self.register(path, method, answered);
            noted();
        }
    }

    /// Creates the metrics of all routes of a document, so that they are 0 before the first request.
    pub fn register_all(&self, document: &utoipa::openapi::OpenApi, prefix: &str, answered: Answered) {
        for (path, item) in &document.paths.paths {
            let path = format!("{prefix}{path}");
            for (operation, method) in [(&item.get, "GET"), (&item.post, "POST")] {
                if operation.is_some() {
                    self.register(&path, method, answered);
                }
            }
        }
    }

    /// Creates the metrics of an answer, so that they are 0 before the first one.
    fn register(&self, path: &str, method: &'static str, answered: Answered) {
        let mut routes = self.0.write().unwrap_or_else(PoisonError::into_inner);
        let place = routes.iter().position(|known| known.path == path && known.method == method);
        let place = place.unwrap_or_else(|| {
            routes.push(Route { path: path.to_owned(), method, answers: Vec::new() });
            routes.len() - 1
        });
        let known = &mut routes[place];
        // Another request may have registered it in the meantime.
        if known.answers.iter().all(|(number, ..)| *number != answered.number()) {
            let seconds = metrics::histogram!("numsift_http_request_duration_seconds", "path" => path.to_owned(),
                "method" => method, "status_class" => answered.class());
            known.answers.push((answered.number(), seconds, answered.counter(path)));
        }
    }
}

impl Route {
    /// Counts an answer; `false` if it is not registered yet.
    fn note(&self, number: i64, took: Duration) -> bool {
        let Some((_, seconds, count)) = self.answers.iter().find(|(known, ..)| *known == number) else {
            return false;
        };
        count.increment(1);
        seconds.record(took.as_secs_f64());
        true
    }
}

/// The name of a method as a label. Clients can send any word as a method, so that unusual ones share a name.
pub fn method_name(method: &Method) -> &'static str {
    match *method {
        Method::GET => "GET",
        Method::POST => "POST",
        Method::HEAD => "HEAD",
        Method::PUT => "PUT",
        Method::PATCH => "PATCH",
        Method::DELETE => "DELETE",
        Method::OPTIONS => "OPTIONS",
        _ => "other",
    }
}
