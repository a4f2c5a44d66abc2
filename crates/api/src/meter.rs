//! Counts and times requests. Looking up a metric by its labels is slower than counting, so metrics are cached by
//! path and status.

use std::sync::{PoisonError, RwLock};
use std::time::Duration;

use axum::http::StatusCode;
use metrics::{Counter, Histogram};

/// Metrics by path. The paths are those of routes: few enough for a linear search to be faster than hashing.
#[derive(Default)]
pub struct Meter(RwLock<Vec<Route>>);

struct Route {
    path: String,
    seconds: Histogram,
    answers: Vec<(StatusCode, Counter)>,
}

impl Meter {
    pub fn note(&self, path: &str, status: StatusCode, took: Duration) {
        let noted = || {
            let paths = self.0.read().unwrap_or_else(PoisonError::into_inner);
            paths.iter().any(|known| known.path == path && known.note(status, took))
        };
        if !noted() {
            self.register(path, status);
            noted();
        }
    }

    fn register(&self, path: &str, status: StatusCode) {
        let mut paths = self.0.write().unwrap_or_else(PoisonError::into_inner);
        let place = paths.iter().position(|known| known.path == path).unwrap_or_else(|| {
            let seconds = metrics::histogram!("numsift_api_seconds", "path" => path.to_owned());
            paths.push(Route { path: path.to_owned(), seconds, answers: Vec::new() });
            paths.len() - 1
        });
        let known = &mut paths[place];
        // Another request may have registered it in the meantime.
        if known.answers.iter().all(|(known, _)| *known != status) {
            let labels = [("path", path.to_owned()), ("status", status.as_str().to_owned())];
            known.answers.push((status, metrics::counter!("numsift_api_requests_total", &labels)));
        }
    }
}

impl Route {
    /// Counts an answer; `false` if its status is not registered yet.
    fn note(&self, status: StatusCode, took: Duration) -> bool {
        let Some((_, count)) = self.answers.iter().find(|(known, _)| *known == status) else {
            return false;
        };
        count.increment(1);
        self.seconds.record(took.as_secs_f64());
        true
    }
}
