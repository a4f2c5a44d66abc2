//! The evidence for routing: the traffic of channels and how often they agree, by day.

use async_trait::async_trait;
use numsift_model::clock::Timestamp;
use numsift_model::routing::{AgreementRow, TrafficRow};

use crate::StoreResult;

#[async_trait]
pub trait Evidence {
    /// Adds traffic to the days.
    async fn add_traffic(&mut self, rows: &[TrafficRow]) -> StoreResult<()>;

    /// Adds comparisons to the days.
    async fn add_agreement(&mut self, rows: &[AgreementRow]) -> StoreResult<()>;

    /// The traffic of a project since a day, by channel and country. `day` of the rows is `since`.
    async fn traffic(&mut self, project: &str, since: Timestamp) -> StoreResult<Vec<TrafficRow>>;

    /// The comparisons of a project since a day, by channels and country. `day` of the rows is `since`.
    async fn agreement(&mut self, project: &str, since: Timestamp) -> StoreResult<Vec<AgreementRow>>;

    /// Deletes the evidence of earlier days.
    async fn sweep_evidence(&mut self, before: Timestamp) -> StoreResult<u64>;
}
