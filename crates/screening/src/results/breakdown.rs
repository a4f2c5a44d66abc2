//! Counts of a task's results, from the histograms of its chunks.

use numplan::{Lang, carrier_name};
use numsift_model::task::Task;
use numsift_segments::{ExportColumn, Histogram, Kind, country_code};
use serde::Serialize;
use utoipa::ToSchema;

use super::Results;
use crate::Result;
use crate::layout::layout_of;

/// Carriers that are listed by name; the others are summed up.
const MOST_CARRIERS: usize = 50;

/// Counts of a task's results.
#[derive(Debug, Clone, Default, Serialize, ToSchema)]
pub struct Breakdown {
    /// Numbers that have results.
    pub rows: u64,
    pub by_status: Vec<StatusCount>,
    /// Largest first.
    pub by_country: Vec<CountryCount>,
    /// Largest first.
    pub by_kind: Vec<KindCount>,
    /// Largest first; the last entry, with an empty name, sums up the rest.
    pub by_carrier: Vec<CarrierCount>,
    /// Names of the fields of the answers, by check.
    pub fields: Vec<Vec<String>>,
    /// Names of the columns of an export.
    pub columns: Vec<String>,
}

#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct StatusCount {
    /// Position of the check, starting at 0.
    pub check: usize,
    pub status: String,
    pub count: u64,
}

#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct CountryCount {
    /// ISO code, or `001` for numbers that belong to no country.
    pub country: String,
    pub count: u64,
}

#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct KindCount {
    pub kind: String,
    pub count: u64,
}

#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct CarrierCount {
    /// Empty for numbers without a carrier and for carriers that are not listed. Filters use this name.
    pub carrier: String,
    /// In the caller's language.
    pub name: String,
    pub count: u64,
}

impl Breakdown {
    /// Names the carriers in a language, where the data has their names.
    #[must_use]
    pub fn in_language(mut self, lang: Lang) -> Self {
        for counted in &mut self.by_carrier {
            counted.name = carrier_name(&counted.carrier, lang).to_owned();
        }
        self
    }
}

impl Results {
    /// Counts the results of a task. Carriers have their English names.
    pub async fn breakdown(&self, task: &Task) -> Result<Breakdown> {
        let sum = self.finished_chunks(task).await?.sum;
        let layout = layout_of(&task.asked.plan);
        let mut by_status = Vec::new();
        for check in 0..layout.checks.len() {
            for (status, count) in sum.by_status(check) {
                let status = layout.status_name(check, status).to_owned();
                by_status.push(StatusCount { check, status, count });
            }
        }
        let mut by_country: Vec<_> = sum
            .by_country()
            .into_iter()
            .map(|(country, count)| CountryCount { country: country_code(country).to_string(), count })
            .collect();
        by_country.sort_by(|a, b| b.count.cmp(&a.count).then_with(|| a.country.cmp(&b.country)));
        let mut by_kind: Vec<_> = sum
            .by_kind()
            .into_iter()
            .map(|(kind, count)| KindCount { kind: Kind::from_code(kind).name().to_owned(), count })
            .collect();
        by_kind.sort_by(|a, b| b.count.cmp(&a.count).then_with(|| a.kind.cmp(&b.kind)));
        let known = sum.fields().unwrap_or_default();
        let fields =
            layout.checks.iter().enumerate().map(|(check, layout)| {
                layout.fields(known.get(check)).into_iter().map(str::to_owned).collect()
            });
        let columns = ExportColumn::all(&layout, known).into_iter().map(|column| column.header);
        Ok(Breakdown {
            rows: sum.rows(),
            by_status,
            by_country,
            by_kind,
            by_carrier: by_carrier(&sum),
            fields: fields.collect(),
            columns: columns.collect(),
        })
    }
}

fn by_carrier(sum: &Histogram) -> Vec<CarrierCount> {
    let mut all = sum.by_carrier();
    all.sort_by(|a, b| b.1.cmp(&a.1).then_with(|| a.0.cmp(&b.0)));
    let (named, unnamed): (Vec<_>, Vec<_>) = all.into_iter().partition(|(name, _)| !name.is_empty());
    let rest: u64 = named.iter().skip(MOST_CARRIERS).chain(&unnamed).map(|(_, count)| count).sum();
    let mut counts: Vec<_> = named
        .into_iter()
        .take(MOST_CARRIERS)
        .map(|(carrier, count)| CarrierCount { name: carrier.clone(), carrier, count })
        .collect();
    if rest > 0 {
        counts.push(CarrierCount { carrier: String::new(), name: String::new(), count: rest });
    }
    counts
}
