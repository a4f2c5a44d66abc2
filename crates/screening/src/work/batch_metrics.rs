//! Metrics of the batches that channels are asked about.

use numsift_channel::{CheckError, CheckResult};
use numsift_model::channel::ChannelCondition;

/// How a batch can end.
const BATCH_OUTCOMES: [&str; 5] = ["answered", "throttled", "left_alone", "disabled", "failed"];

pub(super) fn count_batch(channel: &str, result: &CheckResult) {
    let outcome = match &result.answers {
        Ok(_) => "answered",
        Err(CheckError::Throttled { .. }) => "throttled",
        Err(CheckError::BreakerOpen { .. } | CheckError::ResolverAway) => "left_alone",
        Err(CheckError::Disabled { .. }) => "disabled",
        Err(CheckError::Failed { .. }) => "failed",
    };
    let channel = channel.to_owned();
    metrics::counter!("numsift_provider_cost_total", "channel" => channel.clone())
        .increment(u64::try_from(result.usage.spend.0).unwrap_or(0));
    metrics::counter!("numsift_provider_batches_total", "channel" => channel, "outcome" => outcome)
        .increment(1);
}

/// Creates the metrics of a channel, so that they are 0 before its first request.
pub fn register_channel_metrics(channel: &str) {
    let channel = channel.to_owned();
    metrics::counter!("numsift_provider_cost_total", "channel" => channel.clone()).increment(0);
    for outcome in BATCH_OUTCOMES {
        metrics::counter!("numsift_provider_batches_total", "channel" => channel.clone(), "outcome" => outcome)
            .increment(0);
    }
    for outcome in numsift_channel::REQUEST_OUTCOMES {
        metrics::counter!("numsift_provider_requests_total", "channel" => channel.clone(), "outcome" => outcome)
            .increment(0);
    }
    for condition in ChannelCondition::ALL {
        metrics::counter!("numsift_channel_changes_total", "channel" => channel.clone(),
            "condition" => condition.as_str())
        .increment(0);
    }
    let _ = metrics::histogram!("numsift_provider_request_duration_seconds", "channel" => channel,
        "outcome" => "2xx");
}
