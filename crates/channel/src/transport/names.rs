//! Whether this machine can resolve host names.
//!
//! A name that cannot be resolved says nothing about the provider if no other name can be resolved either: then this
//! machine's resolver is away, and other nodes may reach the provider.

use std::collections::VecDeque;
use std::io;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use thiserror::Error;
use tokio::time::Instant;

/// Longest wait for a lookup. Shorter than the time to connect, so that a slow resolver is noticed.
const TIMEOUT: Duration = Duration::from_secs(5);
/// Longest wait for the names that a failed lookup is compared with.
const CONTROL_TIMEOUT: Duration = Duration::from_secs(3);
/// While the resolver is away, it is asked again at most this often.
const CHECK_EVERY: Duration = Duration::from_secs(1);
/// Names that were resolved before, to compare with.
const MOST_KNOWN: usize = 8;
/// A name that every resolver with a way to the internet answers. Any answer counts, also that there is no such name.
const WELL_KNOWN: &str = "a.root-servers.net";

/// The resolver of this machine did not answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error("this machine cannot resolve host names: check its resolver (DNS)")]
pub struct ResolverAway;

/// Why a name has no addresses.
#[derive(Debug)]
pub(super) enum NotFound {
    ResolverAway,
    /// There is no such name, or only the servers of its domain do not answer.
    Name(io::Error),
}

/// What is known about the resolver of this machine. Cheap to clone; clones share their state.
#[derive(Clone, Default)]
pub struct Names(Arc<State>);

#[derive(Default)]
struct State {
    lookups: Mutex<Lookups>,
    /// When the resolver was checked last. Held during a check.
    checked: tokio::sync::Mutex<Option<Instant>>,
}

#[derive(Default)]
struct Lookups {
    /// The name that could not be resolved; `None` while the resolver answers.
    failed: Option<String>,
    /// Names that were resolved, the newest last.
    known: VecDeque<String>,
}

impl Names {
    /// Whether the resolver did not answer when it was asked last.
    pub fn are_away(&self) -> bool {
        self.lookups().failed.is_some()
    }

    /// Whether names can be resolved. Asks the resolver again if it was away.
    pub async fn work(&self) -> bool {
        if !self.are_away() {
            return true;
        }
        let mut checked = self.0.checked.lock().await;
        if checked.is_none_or(|at| at.elapsed() >= CHECK_EVERY) {
            let failed = self.lookups().failed.clone();
            if let Some(name) = failed
                && (answers(&name, CONTROL_TIMEOUT).await || self.other_names_answer(&name).await)
            {
                self.set_back();
            }
            *checked = Some(Instant::now());
        }
        !self.are_away()
    }

    /// Looks a name up.
    pub(super) async fn resolve(&self, name: &str) -> Result<Vec<SocketAddr>, NotFound> {
        match lookup(name, TIMEOUT).await {
            Ok(found) => {
                self.record_found(name);
                Ok(found)
            }
            Err(Failure::NoSuchName(error)) => {
                self.record_answer(name);
                Err(NotFound::Name(error))
            }
            Err(Failure::NoAnswer(error)) => {
                if self.other_names_answer(name).await {
                    return Err(NotFound::Name(error));
                }
                self.record_failure(name);
                Err(NotFound::ResolverAway)
            }
        }
    }

    /// Whether the resolver answers about other names.
    async fn other_names_answer(&self, name: &str) -> bool {
        let mut others: Vec<String> =
            self.lookups().known.iter().rev().filter(|known| *known != name).cloned().collect();
        others.push(WELL_KNOWN.to_owned());
        let mut asked: tokio::task::JoinSet<bool> =
            others.into_iter().map(|other| async move { answers(&other, CONTROL_TIMEOUT).await }).collect();
        while let Some(answered) = asked.join_next().await {
            if answered.unwrap_or(false) {
                return true;
            }
        }
        false
    }

    fn record_found(&self, name: &str) {
        self.record_answer(name);
        // Comes from the local hosts file.
        if name == "localhost" {
            return;
        }
        let mut lookups = self.lookups();
        if lookups.known.back().is_some_and(|newest| newest == name) {
            return;
        }
        lookups.known.retain(|known| known != name);
        if lookups.known.len() == MOST_KNOWN {
            lookups.known.pop_front();
        }
        lookups.known.push_back(name.to_owned());
    }

    /// Another name may be in the hosts file, which works without a resolver.
    fn record_answer(&self, name: &str) {
        if self.lookups().failed.as_deref() == Some(name) {
            self.set_back();
        }
    }

    fn record_failure(&self, name: &str) {
        self.lookups().failed = Some(name.to_owned());
        metrics::gauge!("numsift_names_away").set(1.0);
    }

    fn set_back(&self) {
        if self.lookups().failed.take().is_some() {
            metrics::gauge!("numsift_names_away").set(0.0);
        }
    }

    fn lookups(&self) -> MutexGuard<'_, Lookups> {
        self.0.lookups.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

enum Failure {
    NoSuchName(io::Error),
    NoAnswer(io::Error),
}

async fn answers(name: &str, timeout: Duration) -> bool {
    !matches!(lookup(name, timeout).await, Err(Failure::NoAnswer(_)))
}

async fn lookup(name: &str, timeout: Duration) -> Result<Vec<SocketAddr>, Failure> {
    match tokio::time::timeout(timeout, tokio::net::lookup_host((name, 0))).await {
        Ok(Ok(found)) => Ok(found.collect()),
        Ok(Err(error)) if is_no_answer(&error) => Err(Failure::NoAnswer(error)),
        Ok(Err(error)) => Err(Failure::NoSuchName(error)),
        Err(_) => Err(Failure::NoAnswer(io::Error::new(io::ErrorKind::TimedOut, "no answer in time"))),
    }
}

/// Whether a lookup failed without an answer about the name. The standard library passes the reason on as text only: of
/// glibc, or of musl. The text does not depend on the language, because the program never sets a locale.
fn is_no_answer(error: &io::Error) -> bool {
    let text = error.to_string();
    ["Temporary failure in name resolution", "Try again", "Non-recoverable"]
        .iter()
        .any(|reason| text.contains(reason))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_resolver_without_an_answer_is_away() {
        let error = |text: &str| io::Error::other(format!("failed to lookup address information: {text}"));
        for text in [
            "Temporary failure in name resolution",
            "Try again",
            "Non-recoverable failure in name resolution",
        ] {
            assert!(is_no_answer(&error(text)), "{text}");
        }
        for text in
            ["Name or service not known", "No address associated with hostname", "Name does not resolve"]
        {
            assert!(!is_no_answer(&error(text)), "{text}");
        }
    }

    #[test]
    fn the_resolver_is_back_when_it_answers_about_the_name_that_failed() {
        let names = Names::default();
        names.record_found("one.example");
        names.record_failure("two.example");
        assert!(names.are_away());
        names.record_found("one.example");
        assert!(names.are_away(), "this one may be in the hosts file");
        names.record_answer("two.example");
        assert!(!names.are_away());
        assert_eq!(names.lookups().known, ["one.example"]);
    }

    #[test]
    fn the_newest_names_are_remembered() {
        let names = Names::default();
        for number in 0..20 {
            names.record_found(&format!("{number}.example"));
        }
        names.record_found("15.example");
        names.record_found("localhost");
        let known: Vec<_> = names.lookups().known.iter().cloned().collect();
        let expected = [12, 13, 14, 16, 17, 18, 19, 15].map(|number| format!("{number}.example"));
        assert_eq!(known, expected);
    }
}
