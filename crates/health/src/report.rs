//! The health of an installation as a server reports it.

use std::cmp::Reverse;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use numsift_model::clock::Timestamp;
use numsift_model::health::{Fact, Verdict};
use numsift_segments::Objects;
use numsift_store::StoreResult;
use tokio::sync::Mutex;

use crate::files::{check_folder, check_objects};
use crate::installation::{Installation, SetupVersion};

/// A report is shown again for this long.
const SHOWN_FOR: Duration = Duration::from_mins(1);
/// And for this long even to those who ask for a new one, so that many clicks do not cause many checks.
const AT_LEAST: Duration = Duration::from_secs(10);

/// What was found, and when.
#[derive(Debug)]
pub struct Report {
    pub checked_at: Timestamp,
    /// The worst first.
    pub facts: Vec<Fact>,
}

impl Report {
    /// The worst verdict.
    pub fn verdict(&self) -> Verdict {
        self.facts.iter().map(Fact::verdict).max().unwrap_or_default()
    }
}

/// Checks the installation of a running server, on behalf of people who look at it.
pub struct Health {
    data: PathBuf,
    objects: Objects,
    /// Names the folder or the bucket.
    place: String,
    installation: Installation,
    /// Held during a check, so that there is one at a time.
    last: Mutex<Option<(Instant, Arc<Report>)>>,
    /// The same for the setup.
    setup: Mutex<Option<(Instant, SetupVersion, Vec<Fact>)>>,
}

impl Health {
    pub fn new(data: PathBuf, objects: Objects, place: String, installation: Installation) -> Self {
        Self { data, objects, place, installation, last: Mutex::default(), setup: Mutex::default() }
    }

    /// The last report, or a new one if it is too old or if it is asked for `again`. The flag tells if it is new.
    pub async fn report(&self, again: bool) -> (Arc<Report>, bool) {
        let mut last = self.last.lock().await;
        let shown_for = if again { AT_LEAST } else { SHOWN_FOR };
        if let Some((at, report)) = &*last
            && at.elapsed() < shown_for
        {
            return (report.clone(), false);
        }
        let report = Arc::new(self.check().await);
        *last = Some((Instant::now(), report.clone()));
        (report, true)
    }

    /// Checks channels, payments and backups. What was found is returned again for a few seconds, unless something of it
    /// was changed.
    pub async fn setup(&self) -> StoreResult<Vec<Fact>> {
        let mut last = self.setup.lock().await;
        let version = self.installation.setup_version().await?;
        if let Some((at, checked, facts)) = &*last
            && *checked == version
            && at.elapsed() < AT_LEAST
        {
            return Ok(facts.clone());
        }
        let facts = self.installation.check_setup().await;
        *last = Some((Instant::now(), version, facts.clone()));
        Ok(facts)
    }

    async fn check(&self) -> Report {
        let (folder, objects, installation) = tokio::join!(
            check_folder(self.data.clone()),
            check_objects(&self.objects, &self.place),
            self.installation.check(),
        );
        let mut facts = [folder, objects, installation].concat();
        facts.sort_by_key(|fact| Reverse(fact.verdict()));
        Report { checked_at: self.installation.clock.now(), facts }
    }
}
