//! Counts and times requests. The recorder finds a metric by its labels, which takes longer than to
//! count; so what it found is kept by path and status.

use std::sync::{PoisonError, RwLock};
use std::time::Duration;

use axum::http::StatusCode;
use metrics::{Counter, Histogram};

/// Metrics of requests, by path. Paths are those of routes, so there are few, and they are found sooner
/// by looking than by hashing.
#[derive(Default)]
pub struct Meter(RwLock<Vec<Route>>);

struct Route {
    path: String,
    seconds: Histogram,
    /// Not many differ.
    answers: Vec<(StatusCode, Counter)>,
}

impl Meter {
    /// Counts an answer.
    pub fn note(&self, path: &str, status: StatusCode, took: Duration) {
        let noted = || {
            let paths = self.0.read().unwrap_or_else(PoisonError::into_inner);
            paths.iter().any(|known| known.path == path && known.note(status, took))
        };
        if !noted() {
            self.learn(path, status);
            noted();
        }
    }

    fn learn(&self, path: &str, status: StatusCode) {
        let mut paths = self.0.write().unwrap_or_else(PoisonError::into_inner);
        let place = paths.iter().position(|known| known.path == path).unwrap_or_else(|| {
            let seconds = metrics::histogram!("numsift_api_seconds", "path" => path.to_owned());
            paths.push(Route { path: path.to_owned(), seconds, answers: Vec::new() });
            paths.len() - 1
        });
        let known = &mut paths[place];
        // Somebody else may have learnt it meanwhile.
        if known.answers.iter().all(|(known, _)| *known != status) {
            let labels = [("path", path.to_owned()), ("status", status.as_str().to_owned())];
            known.answers.push((status, metrics::counter!("numsift_api_requests_total", &labels)));
        }
    }
}

impl Route {
    /// `false` when such an answer was not met before; then nothing is counted.
    fn note(&self, status: StatusCode, took: Duration) -> bool {
        let Some((_, count)) = self.answers.iter().find(|(known, _)| *known == status) else {
            return false;
        };
        count.increment(1);
        self.seconds.record(took.as_secs_f64());
        true
    }
}
