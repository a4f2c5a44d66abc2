//! Channels of the demo: together they connect every project to the simulated providers.

/// Signs the callbacks of the demo. Public, because it protects nothing else.
pub const DEMO_WEBHOOK_SECRET: &str = "whsec_bnVtc2lmdC1kZW1vLXdlYmhvb2stc2VjcmV0";

const BATCH: &str = include_str!("demo_channels/batch.yaml");
const JOBS: &str = include_str!("demo_channels/jobs.yaml");
const NOTIFY: &str = include_str!("demo_channels/notify.yaml");
const FALLBACK: &str = include_str!("demo_channels/fallback.yaml");

/// Returns the channels as YAML, in the order of their priority.
pub fn demo_channels(base_url: &str) -> Vec<String> {
    [BATCH, JOBS, NOTIFY, FALLBACK]
        .map(|text| {
            text.replace("BASE_URL", base_url.trim_end_matches('/')).replace("SECRET", DEMO_WEBHOOK_SECRET)
        })
        .into()
}
