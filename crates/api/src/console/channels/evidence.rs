//! The evidence for routing: what each channel achieves for a project, by country.

use axum::extract::State;
use numsift_model::routing::{AgreementRow, Routing, Traffic, TrafficRow};
use numsift_model::rule::Rule;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::app::App;
use crate::body::Body;
use crate::caller::{Allowed, ChannelList};
use crate::envelope::{Envelope, Reply, ok};
use crate::refusal::Refusal;

/// Most days that can be asked for. Evidence is kept for so long.
const MOST_DAYS: i64 = 90;

/// A project and a period.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct EvidenceRequest {
    project: String,
    /// The last days, today included: 1 to 90.
    days: i64,
}

/// What channels achieve for a project.
#[derive(Serialize, ToSchema)]
pub(super) struct EvidenceView {
    /// How the channels of the project are chosen.
    routing: Routing,
    traffic: Vec<ChannelTrafficView>,
    agreement: Vec<AgreementView>,
}

/// The traffic of a channel in a country.
#[derive(Serialize, ToSchema)]
struct ChannelTrafficView {
    channel: String,
    /// ISO code; empty if the country of the numbers is not known.
    country: String,
    #[serde(flatten)]
    traffic: Traffic,
}

/// How often two channels agree.
#[derive(Serialize, ToSchema)]
struct AgreementView {
    /// The channel whose answer was used.
    channel: String,
    /// The channel that was asked for comparison.
    other: String,
    country: String,
    /// Numbers to which both gave a definite answer.
    compared: i64,
    /// Those among them with the same status.
    agreed: i64,
}

/// Returns what each channel achieves for a project, by country, and how often channels agree.
#[utoipa::path(post, path = "/channel/evidence", tag = "channel", request_body = EvidenceRequest,
    responses((status = 200, body = Envelope<EvidenceView>)), security(("sid" = [])))]
pub(super) async fn evidence(
    _: Allowed<ChannelList>,
    State(app): State<App>,
    Body(request): Body<EvidenceRequest>,
) -> Reply<EvidenceView> {
    if !(1..=MOST_DAYS).contains(&request.days) {
        return Err(Refusal::rule("days", Rule::Whole { least: 1, most: MOST_DAYS }));
    }
    let since = app.clock.now().plus_days(1 - request.days);
    let mut tx = app.store.read().await?;
    let project = tx.project(&request.project).await?.ok_or(Refusal::NotFound)?;
    let traffic = tx.traffic(&project.slug, since).await?.into_iter().map(traffic_view).collect();
    let agreement = tx.agreement(&project.slug, since).await?.into_iter().map(agreement_view).collect();
    Ok(ok(EvidenceView { routing: project.details.routing, traffic, agreement }))
}

fn traffic_view(row: TrafficRow) -> ChannelTrafficView {
    let TrafficRow { channel, country, traffic, .. } = row;
    ChannelTrafficView { channel, country, traffic }
}

fn agreement_view(row: AgreementRow) -> AgreementView {
    let AgreementRow { channel, other, country, compared, agreed, .. } = row;
    AgreementView { channel, other, country, compared, agreed }
}
