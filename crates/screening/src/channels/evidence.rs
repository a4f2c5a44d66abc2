//! What channels achieve: counted in memory, stored every few seconds, and read for routing by cost.

use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, Mutex};

use numsift_channel::{Answer, CheckResult, Outcome};
use numsift_model::clock::Timestamp;
use numsift_model::limits;
use numsift_model::routing::{AgreementRow, Traffic, TrafficRow};
use numsift_model::task::Check;
use numsift_segments::CountryCode;

use super::{Channels, lock};
use crate::Result;

/// Routing uses the traffic of this many days.
const ROUTING_DAYS: i64 = 7;
/// Traffic that was read for routing is used for this many seconds.
const READ_EVERY_S: i64 = 30;
/// Most entries in memory. Further countries are counted as none.
const MOST_PENDING: usize = limits::EVIDENCE_PAIRS;
/// Days for which evidence is kept.
pub(crate) const EVIDENCE_DAYS: i64 = 90;

/// Day, project, country and channel.
type TrafficKey = (Timestamp, String, String, String);
/// Day, project, country, channel and other channel.
type AgreementKey = (Timestamp, String, String, String, String);

/// What was counted and not stored yet. Sorted, so that processes that store at once do not lock each other out.
#[derive(Default)]
struct Pending {
    traffic: BTreeMap<TrafficKey, Traffic>,
    /// Compared and agreed.
    agreement: BTreeMap<AgreementKey, (i64, i64)>,
}

/// The evidence of this process.
#[derive(Default)]
pub(super) struct EvidenceLog {
    pending: Mutex<Pending>,
    read: Mutex<HashMap<String, (Timestamp, Arc<ProjectTraffic>)>>,
}

/// The recent traffic of a project.
#[derive(Default)]
pub(crate) struct ProjectTraffic {
    by_country: HashMap<(String, String), Traffic>,
    by_channel: HashMap<String, Traffic>,
}

impl ProjectTraffic {
    fn of(rows: Vec<TrafficRow>) -> Self {
        let mut all = Self::default();
        for TrafficRow { channel, country, traffic, .. } in rows {
            all.by_channel.entry(channel.clone()).or_default().add(&traffic);
            all.by_country.insert((channel, country), traffic);
        }
        all
    }

    /// The traffic of a channel in a country.
    pub fn in_country(&self, channel: &str, country: &str) -> Traffic {
        self.by_country.get(&(channel.to_owned(), country.to_owned())).copied().unwrap_or_default()
    }

    /// The traffic of a channel in all countries.
    pub fn everywhere(&self, channel: &str) -> Traffic {
        self.by_channel.get(channel).copied().unwrap_or_default()
    }
}

/// A number that two channels were asked about.
pub(crate) struct Comparison<'a> {
    pub channel: &'a str,
    pub other: &'a str,
    pub country: CountryCode,
    pub agreed: bool,
}

impl Channels {
    /// Counts a batch. `countries` are those of its numbers, in order.
    pub(crate) fn count_traffic(
        &self,
        channel: &str,
        check: &Check,
        countries: impl Iterator<Item = CountryCode>,
        result: &CheckResult,
    ) {
        let by_country = traffic_of(check, countries, result);
        let day = self.0.clock.now().start_of_day();
        let mut pending = lock(&self.0.evidence.pending);
        for (country, traffic) in by_country {
            let full = pending.traffic.len() >= MOST_PENDING;
            let country = if full { String::new() } else { country.to_string() };
            let key = (day, check.project.clone(), country, channel.to_owned());
            pending.traffic.entry(key).or_default().add(&traffic);
        }
    }

    /// Counts numbers to which two channels gave a definite answer.
    pub(crate) fn count_agreement<'a>(&self, project: &str, compared: impl Iterator<Item = Comparison<'a>>) {
        let day = self.0.clock.now().start_of_day();
        let mut pending = lock(&self.0.evidence.pending);
        for Comparison { channel, other, country, agreed } in compared {
            let full = pending.agreement.len() >= MOST_PENDING;
            let country = if full { String::new() } else { country.to_string() };
            let key = (day, project.to_owned(), country, channel.to_owned(), other.to_owned());
            let counts = pending.agreement.entry(key).or_default();
            counts.0 += 1;
            counts.1 += i64::from(agreed);
        }
    }

    /// Stores what was counted since the last time. If that fails, it is stored the next time.
    pub async fn store_evidence(&self) -> Result<()> {
        let Pending { traffic, agreement } = std::mem::take(&mut *lock(&self.0.evidence.pending));
        if traffic.is_empty() && agreement.is_empty() {
            return Ok(());
        }
        let traffic_rows: Vec<_> = traffic
            .iter()
            .map(|((day, project, country, channel), traffic)| TrafficRow {
                day: *day,
                channel: channel.clone(),
                project: project.clone(),
                country: country.clone(),
                traffic: *traffic,
            })
            .collect();
        let agreement_rows: Vec<_> = agreement
            .iter()
            .map(|((day, project, country, channel, other), (compared, agreed))| AgreementRow {
                day: *day,
                channel: channel.clone(),
                other: other.clone(),
                project: project.clone(),
                country: country.clone(),
                compared: *compared,
                agreed: *agreed,
            })
            .collect();
        let stored = async {
            let mut tx = self.0.store.begin().await?;
            tx.add_traffic(&traffic_rows).await?;
            tx.add_agreement(&agreement_rows).await?;
            tx.save().await
        };
        if let Err(error) = stored.await {
            let mut pending = lock(&self.0.evidence.pending);
            for (key, counted) in traffic {
                pending.traffic.entry(key).or_default().add(&counted);
            }
            for (key, (compared, agreed)) in agreement {
                let counts = pending.agreement.entry(key).or_default();
                counts.0 += compared;
                counts.1 += agreed;
            }
            return Err(error.into());
        }
        Ok(())
    }

    /// The traffic of the last days, for routing. It may be half a minute old.
    pub(crate) async fn recent_traffic(&self, project: &str) -> Result<Arc<ProjectTraffic>> {
        let now = self.0.clock.now();
        if let Some((at, known)) = lock(&self.0.evidence.read).get(project)
            && now.since(*at) < READ_EVERY_S
        {
            return Ok(known.clone());
        }
        let since = now.plus_days(-ROUTING_DAYS);
        let rows = self.0.store.read().await?.traffic(project, since).await?;
        let traffic = Arc::new(ProjectTraffic::of(rows));
        lock(&self.0.evidence.read).insert(project.to_owned(), (now, traffic.clone()));
        Ok(traffic)
    }
}

/// The traffic of a batch by country. What the provider charges is split evenly among the numbers.
fn traffic_of(
    check: &Check,
    countries: impl Iterator<Item = CountryCode>,
    result: &CheckResult,
) -> Vec<(CountryCode, Traffic)> {
    let mut by_country: Vec<(CountryCode, Traffic)> = Vec::new();
    let mut numbers = 0;
    for (index, country) in countries.enumerate() {
        let place = by_country.iter().position(|(known, _)| *known == country).unwrap_or_else(|| {
            by_country.push((country, Traffic::default()));
            by_country.len() - 1
        });
        let traffic = &mut by_country[place].1;
        numbers += 1;
        traffic.numbers += 1;
        match result.answers.as_ref().map(|answers| answers.get(index)) {
            Ok(answer) => count_answer(check, answer, traffic),
            Err(_) => traffic.failed += 1,
        }
    }
    let latency = i64::try_from(result.usage.latency.as_millis()).unwrap_or(i64::MAX);
    let (mut left, mut numbers_left) = (result.usage.spend.0, numbers);
    for (_, traffic) in &mut by_country {
        let share = i128::from(left) * i128::from(traffic.numbers) / i128::from(numbers_left.max(1));
        traffic.cost = i64::try_from(share).unwrap_or(0);
        left -= traffic.cost;
        numbers_left -= traffic.numbers;
        traffic.batches = 1;
        traffic.latency_ms = latency;
    }
    by_country
}

fn count_answer(check: &Check, answer: Option<&Answer>, traffic: &mut Traffic) {
    match answer.map(|answer| &answer.outcome) {
        Some(Outcome::Definite { status, .. }) => {
            let place = check.statuses.iter().position(|known| **known == **status);
            traffic.definite += i64::from(place.is_some());
            traffic.hits += i64::from(place == Some(0));
        }
        Some(Outcome::Unknown { reason }) => {
            traffic.passed += i64::from(reason.is_for_next_channel());
        }
        None => {}
    }
}
