//! Every metric with its help text. A metric that is missing here has no help and, if it is a histogram, no buckets;
//! the test that reads the metrics of running nodes finds it.

use metrics::{describe_counter, describe_gauge, describe_histogram};
use numsift_model::task::JobKind;
use numsift_model::webhook::DeliveryState;

#[derive(Clone, Copy)]
pub enum Kind {
    Counter,
    Gauge,
    /// With the upper bounds of its buckets.
    Histogram(&'static [f64]),
}

pub struct Metric {
    pub name: &'static str,
    pub kind: Kind,
    help: &'static str,
}

/// Requests, transactions and operations, in seconds.
const SHORT: Kind = Kind::Histogram(&[0.001, 0.005, 0.025, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0, 60.0]);
/// Background work, in seconds.
const LONG: Kind = Kind::Histogram(&[0.1, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0, 60.0, 300.0, 1800.0]);

const fn counter(name: &'static str, help: &'static str) -> Metric {
    Metric { name, kind: Kind::Counter, help }
}

const fn gauge(name: &'static str, help: &'static str) -> Metric {
    Metric { name, kind: Kind::Gauge, help }
}

const fn seconds(name: &'static str, kind: Kind, help: &'static str) -> Metric {
    Metric { name, kind, help }
}

pub const CATALOGUE: [Metric; 59] = [
    gauge("numsift_build_info", "Always 1; the labels say which build is running."),
    // Requests.
    seconds(
        "numsift_http_request_duration_seconds",
        SHORT,
        "Time to answer requests, by route, method and class of the status.",
    ),
    counter("numsift_calls_total", "Calls of the console, by route and code of the answer (0 for success)."),
    counter("numsift_api_requests_total", "Requests to the public API, by route and status."),
    counter(
        "numsift_access_log_dropped_total",
        "Lines of the access log that were dropped because it was too slow.",
    ),
    counter("numsift_events_total", "Live events that this node has forwarded to open pages."),
    gauge("numsift_event_streams", "Pages of the console that are connected to this node."),
    // Work of this node.
    counter("numsift_chunks_total", "Chunks that this node has completed."),
    counter("numsift_lookups_total", "Numbers that this node has looked up."),
    counter(
        "numsift_damaged_answers_total",
        "Answers of lookups on this node whose fields could not be read; the numbers were asked about again.",
    ),
    counter(
        "numsift_damaged_results_total",
        "Results of tasks that could not be read for the answer book on this node; they were left out.",
    ),
    counter(
        "numsift_damaged_runs_total",
        "Runs of the answer book that could not be read on this node; they were left out and are made again.",
    ),
    counter("numsift_chunks_failed_total", "Attempts at chunks that have failed on this node."),
    seconds("numsift_chunk_duration_seconds", LONG, "Time of attempts at chunks, by outcome."),
    counter("numsift_numbers_total", "Numbers that got results."),
    counter("numsift_answers_total", "Answers of checks, including unknown ones."),
    counter("numsift_unknown_answers_total", "Answers of checks that are unknown."),
    counter("numsift_jobs_total", "Background jobs that this node has completed, by kind."),
    counter("numsift_jobs_failed_total", "Attempts at background jobs that have failed, by kind."),
    seconds("numsift_job_duration_seconds", LONG, "Time of attempts at background jobs, by kind."),
    counter(
        "numsift_background_task_restarts_total",
        "Restarts of parts of this process that ended unexpectedly.",
    ),
    // Providers.
    counter("numsift_provider_requests_total", "HTTP requests to providers, by channel and outcome."),
    seconds(
        "numsift_provider_request_duration_seconds",
        SHORT,
        "Time until a provider has replied or the request has failed, by channel and outcome.",
    ),
    counter(
        "numsift_provider_batches_total",
        "Batches of numbers sent to providers, by channel and outcome.",
    ),
    counter(
        "numsift_provider_cost_total",
        "Cost of provider requests in ten-thousandths of a point, by channel.",
    ),
    gauge(
        "numsift_channel_working",
        "1 while a channel works, 0 while it is degraded, down, refused or expired.",
    ),
    counter(
        "numsift_channel_changes_total",
        "Changes of the condition of channels, by channel and new condition.",
    ),
    // Storage.
    seconds(
        "numsift_database_acquire_duration_seconds",
        SHORT,
        "Time to get a connection and begin a transaction, by mode.",
    ),
    seconds(
        "numsift_database_transaction_duration_seconds",
        SHORT,
        "Time that transactions were open, by mode.",
    ),
    counter("numsift_database_acquire_failures_total", "Transactions that could not begin."),
    gauge("numsift_database_up", "1 if the database answered when these metrics were read."),
    gauge(
        "numsift_database_connections",
        "Open connections of this node to the database, by pool and state.",
    ),
    gauge("numsift_database_connections_max", "The most connections that a pool opens."),
    seconds(
        "numsift_object_store_operation_duration_seconds",
        SHORT,
        "Time of operations of the object store, by operation and outcome.",
    ),
    counter("numsift_object_store_read_bytes_total", "Bytes read from the object store."),
    counter("numsift_object_store_written_bytes_total", "Bytes written to the object store."),
    gauge("numsift_names_away", "1 while this node cannot resolve host names, so that its tasks wait."),
    gauge("numsift_files_away", "1 while this node cannot write files, so that its tasks wait."),
    // Queues of the installation.
    gauge("numsift_running_tasks", "Running tasks of the installation."),
    gauge("numsift_queue_length", "Work of the installation that waits or is claimed, by queue and state."),
    gauge(
        "numsift_queue_oldest_seconds",
        "Age of the work of the installation that waits longest, by queue.",
    ),
    gauge("numsift_stuck_chunks", "Chunks of the installation whose lease ended more than five minutes ago."),
    gauge("numsift_failed_recently", "Tasks and jobs of the installation that failed in the last 24 hours."),
    // Webhooks.
    counter("numsift_webhook_attempts_total", "Attempts to deliver webhooks, by result."),
    seconds(
        "numsift_webhook_attempt_duration_seconds",
        SHORT,
        "Time of attempts to deliver webhooks, by result.",
    ),
    // Money.
    counter("numsift_charges_total", "Charges for answers in ten-thousandths of a point."),
    counter("numsift_deposits_total", "Transfers found on the chain by this node."),
    counter("numsift_chain_failures_total", "Failed attempts to read the chain."),
    gauge("numsift_chain_alarm", "1 while the chain could not be read for a minute: top-ups wait."),
    gauge("numsift_chain_silent_seconds", "Time since the chain was last read."),
    gauge("numsift_open_orders", "Top-up orders of the installation that are not paid yet."),
    gauge(
        "numsift_unmatched_deposits",
        "Deposits of the installation that match no order and wait for a decision.",
    ),
    gauge("numsift_pending_approvals", "Actions on money that wait for a second person."),
    gauge(
        "numsift_ledger_imbalance",
        "Sum of all balances in ten-thousandths of a point: 0 unless the ledger is damaged.",
    ),
    // The process.
    gauge("process_start_time_seconds", "Start time of the process since the epoch."),
    counter("process_cpu_seconds_total", "Processor time of the process."),
    gauge("process_resident_memory_bytes", "Memory of the process that is in use."),
    gauge("process_open_fds", "Open files and connections of the process."),
    gauge("numsift_metrics_snapshot_age_seconds", "Age of the figures of the installation above."),
];

/// Adds the help texts, and creates all metrics whose labels are known, so that they are 0 from the start.
pub fn register() {
    for metric in &CATALOGUE {
        match metric.kind {
            Kind::Counter => describe_counter!(metric.name, metric.help),
            Kind::Gauge => describe_gauge!(metric.name, metric.help),
            Kind::Histogram(_) => describe_histogram!(metric.name, metric.help),
        }
    }
    for name in [
        "numsift_access_log_dropped_total",
        "numsift_events_total",
        "numsift_chunks_total",
        "numsift_chunks_failed_total",
        "numsift_damaged_answers_total",
        "numsift_damaged_results_total",
        "numsift_damaged_runs_total",
        "numsift_lookups_total",
        "numsift_numbers_total",
        "numsift_answers_total",
        "numsift_unknown_answers_total",
        "numsift_database_acquire_failures_total",
        "numsift_object_store_read_bytes_total",
        "numsift_object_store_written_bytes_total",
        "numsift_charges_total",
        "numsift_deposits_total",
        "numsift_chain_failures_total",
    ] {
        metrics::counter!(name).increment(0);
    }
    for name in [
        "numsift_event_streams",
        "numsift_files_away",
        "numsift_names_away",
        "numsift_chain_alarm",
        "numsift_chain_silent_seconds",
        "numsift_ledger_imbalance",
    ] {
        metrics::gauge!(name).set(0.0);
    }
    for outcome in ["done", "failed"] {
        let _ = metrics::histogram!("numsift_chunk_duration_seconds", "outcome" => outcome);
    }
    for kind in JobKind::ALL {
        metrics::counter!("numsift_jobs_total", "kind" => kind.as_str()).increment(0);
        metrics::counter!("numsift_jobs_failed_total", "kind" => kind.as_str()).increment(0);
        let _ = metrics::histogram!("numsift_job_duration_seconds", "kind" => kind.as_str());
    }
    for mode in ["read", "write"] {
        let _ = metrics::histogram!("numsift_database_acquire_duration_seconds", "mode" => mode);
        let _ = metrics::histogram!("numsift_database_transaction_duration_seconds", "mode" => mode);
    }
    for operation in ["put", "get", "head", "delete", "finish_upload"] {
        for outcome in ["ok", "failed"] {
            let _ = metrics::histogram!("numsift_object_store_operation_duration_seconds",
                "operation" => operation, "outcome" => outcome);
        }
    }
    for result in DeliveryState::ALL {
        metrics::counter!("numsift_webhook_attempts_total", "result" => result.as_str()).increment(0);
        let _ = metrics::histogram!("numsift_webhook_attempt_duration_seconds", "result" => result.as_str());
    }
}
