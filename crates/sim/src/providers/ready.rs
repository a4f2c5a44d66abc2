//! Ready-made channels for the demo: every project through providers of different kinds.

/// The secret that the demo's deliveries are signed with. It protects nothing but the demo.
pub const DEMO_WEBHOOK_SECRET: &str = "whsec_bnVtc2lmdC1kZW1vLXdlYmhvb2stc2VjcmV0";

const BATCH: &str = include_str!("ready/batch.yaml");
const JOBS: &str = include_str!("ready/jobs.yaml");
const NOTIFY: &str = include_str!("ready/notify.yaml");
const FALLBACK: &str = include_str!("ready/fallback.yaml");

/// Channels to the providers at this address, as YAML, in the order of their priority.
pub fn ready_channels(base_url: &str) -> Vec<String> {
    [BATCH, JOBS, NOTIFY, FALLBACK]
        .map(|text| {
            text.replace("BASE_URL", base_url.trim_end_matches('/')).replace("SECRET", DEMO_WEBHOOK_SECRET)
        })
        .into()
}
