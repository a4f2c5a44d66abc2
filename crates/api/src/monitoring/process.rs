//! Memory, files and processor time of this process, under the names that Prometheus clients agree on.

use std::sync::LazyLock;
use std::time::{SystemTime, UNIX_EPOCH};

/// Linux counts processor time in this many ticks per second, on every architecture that Rust supports.
const TICKS_PER_S: u64 = 100;

/// Seconds since 1970, set on first use.
static STARTED: LazyLock<f64> =
    LazyLock::new(|| SystemTime::now().duration_since(UNIX_EPOCH).map_or(0.0, |since| since.as_secs_f64()));

/// Sets the metrics of the process. Values that the system does not tell stay away.
pub fn measure() {
    metrics::gauge!("process_start_time_seconds").set(*STARTED);
    if let Ok(status) = std::fs::read_to_string("/proc/self/status")
        && let Some(kilobytes) = resident_kilobytes(&status)
    {
        metrics::gauge!("process_resident_memory_bytes").set(kilobytes * 1024.0);
    }
    if let Ok(files) = std::fs::read_dir("/proc/self/fd") {
        metrics::gauge!("process_open_fds").set(f64::from(u32::try_from(files.count()).unwrap_or(u32::MAX)));
    }
    if let Ok(stat) = std::fs::read_to_string("/proc/self/stat")
        && let Some(ticks) = processor_ticks(&stat)
    {
        metrics::counter!("process_cpu_seconds_total").absolute(ticks / TICKS_PER_S);
    }
}

/// The `VmRSS` line of `/proc/self/status`.
fn resident_kilobytes(status: &str) -> Option<f64> {
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    line.trim().strip_suffix("kB")?.trim().parse().ok()
}

/// User and system time in `/proc/self/stat`. The name of the process may contain spaces; it ends with the last `)`.
fn processor_ticks(stat: &str) -> Option<u64> {
    let mut fields = stat.rsplit_once(')')?.1.split_ascii_whitespace();
    let user: u64 = fields.nth(11)?.parse().ok()?;
    let system: u64 = fields.next()?.parse().ok()?;
    Some(user + system)
}

#[cfg(test)]
mod tests {
    use super::{processor_ticks, resident_kilobytes};

    #[test]
    fn reads_what_linux_reports() {
        assert_eq!(resident_kilobytes("Name:\tx\nVmRSS:\t   12345 kB\nThreads:\t1\n"), Some(12345.0));
        assert_eq!(resident_kilobytes("Name:\tx\n"), None);
        let stat = "42 (a (b) c) S 1 42 42 0 -1 4194560 100 0 0 0 250 50 0 0 20 0 9 0 1 1 1";
        assert_eq!(processor_ticks(stat), Some(300));
        assert_eq!(processor_ticks("nothing"), None);
    }
}
