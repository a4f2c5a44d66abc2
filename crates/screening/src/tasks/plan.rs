//! The plan of a task: its checks, and the size of its chunks.

use numsift_model::project::{Answerer, CHUNK_SIZES, Project};
use numsift_model::task::{Check, Condition, TaskMode};
use numsift_store::Tx;
use serde::Deserialize;
use utoipa::ToSchema;

use crate::lists::ListDocument;
use crate::similar::nearest;
use crate::{CheckFault, Result, ScreeningError};

/// Most checks of one task.
pub(crate) const MOST_CHECKS: usize = 8;
/// A task that asks providers is split into at least this many chunks, if it is large enough.
const LEAST_CHUNKS: i64 = 16;
/// Smaller chunks cost more than their numbers.
const LEAST_CHUNK_SIZE: i64 = 1000;

/// Characters of an unknown slug that an error repeats.
const SHOWN_SLUG: usize = 64;

/// A check that a task is to run.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct CheckRequest {
    /// Slug of the project.
    pub project: String,
    /// Which numbers are checked; only in a waterfall.
    #[serde(default)]
    pub condition: Option<Condition>,
}

/// Loads the requested projects and validates the request as a whole.
pub(super) async fn requested_projects(
    tx: &mut dyn Tx,
    mode: TaskMode,
    requests: &[CheckRequest],
) -> Result<Vec<Project>> {
    let count = requests.len();
    let fault = match mode {
        TaskMode::Single => (count != 1).then_some(CheckFault::NotOne),
        TaskMode::Parallel | TaskMode::Waterfall => {
            let fits = (2..=MOST_CHECKS).contains(&count);
            (!fits).then_some(CheckFault::Count { mode, most: MOST_CHECKS })
        }
    };
    if let Some(fault) = fault {
        return Err(ScreeningError::Checks { place: None, fault });
    }
    let slugs: Vec<_> = requests.iter().map(|request| request.project.as_str()).collect();
    let known = tx.projects_named(&slugs).await?;
    let mut projects: Vec<Project> = Vec::with_capacity(count);
    for (step, request) in requests.iter().enumerate() {
        let refused = |fault| ScreeningError::Checks { place: Some(step), fault };
        let Some(project) = known.iter().find(|project| project.slug == request.project) else {
            return Err(refused(unknown_project(tx, &request.project).await?));
        };
        if projects.iter().any(|known| known.slug == project.slug) {
            return Err(refused(CheckFault::Twice));
        }
        if let Some(condition) = &request.condition {
            let refers_back = condition.step.is_none_or(|earlier| earlier < step);
            let step_has_statuses = condition.step.is_none() == condition.statuses.is_empty();
            if mode != TaskMode::Waterfall || !refers_back || !step_has_statuses {
                return Err(refused(CheckFault::Condition));
            }
        }
        projects.push(project.clone());
    }
    Ok(projects)
}

/// A project that does not exist, and the enabled one with the most similar slug.
pub async fn unknown_project(tx: &mut dyn Tx, slug: &str) -> Result<CheckFault> {
    let known = tx.projects().await?;
    let enabled = known.iter().filter(|project| project.enabled);
    let meant = nearest(slug, enabled.map(|project| project.slug.as_str())).map(str::to_owned);
    Ok(CheckFault::Unknown { slug: slug.chars().take(SHOWN_SLUG).collect(), meant })
}

/// Whether the project would send generated numbers to providers.
pub(super) fn sends_generated(document: &ListDocument, project: &Project) -> bool {
    document.generated && project.details.answerer == Answerer::Channels
}

/// The project as it is now, as a check of a plan.
pub(crate) fn check_of(project: &Project, condition: Option<Condition>) -> Check {
    let details = &project.details;
    Check {
        project: project.slug.clone(),
        answerer: details.answerer,
        statuses: details.statuses.clone(),
        price: details.price,
        country_prices: details.country_prices.clone(),
        countries: details.countries.clone(),
        channels: details.channels.clone(),
        routing: details.routing.clone(),
        inputs: details.inputs.clone(),
        condition,
    }
}

pub(super) fn checks_of(projects: &[Project], requests: &[CheckRequest]) -> Vec<Check> {
    projects.iter().zip(requests).map(|(project, asked)| check_of(project, asked.condition.clone())).collect()
}

/// The chunk size of a task: at most the smallest chunk size of its projects (each size divides the next one). A small
/// task that asks providers gets smaller chunks, so that its progress moves and several chunks run at once.
pub(super) fn chunk_size(projects: &[Project], numbers: i64) -> i64 {
    let most = projects.iter().map(|project| project.details.chunk_size).min().unwrap_or(LEAST_CHUNK_SIZE);
    // The number engine finishes a chunk before its progress could be shown.
    if projects.iter().all(|project| project.details.answerer != Answerer::Channels) {
        return most;
    }
    let wanted = (numbers / LEAST_CHUNKS).max(LEAST_CHUNK_SIZE);
    let fitting = CHUNK_SIZES.iter().copied().filter(|size| *size <= most && *size <= wanted);
    fitting.max().unwrap_or(most)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::default_projects::default_projects;

    #[test]
    fn chunk_size_grows_with_the_task_up_to_the_limit_of_its_projects() {
        let all = default_projects();
        let of = |slug: &str| all.iter().find(|project| project.slug == slug).unwrap().clone();
        let (by_provider, by_engine) = (of("whatsapp"), of("hygiene"));
        for (numbers, size) in
            [(1, 1000), (20_000, 1000), (32_000, 2000), (100_000, 5000), (10_000_000, 10_000)]
        {
            assert_eq!(chunk_size(&[by_provider.clone(), by_engine.clone()], numbers), size, "{numbers}");
        }
        assert_eq!(chunk_size(&[by_engine], 20_000), 50_000);
        let mut small = by_provider;
        small.details.chunk_size = 200;
        assert_eq!(chunk_size(&[small], 10_000_000), 200);
    }
}
