//! Runs `numsift check` alone, to be timed as a process; prints its peak memory at the end.

use clap::Parser;
use numplan_cli::Io;
use numplan_cli::check::{CheckArgs, run};

#[derive(Parser)]
struct Cli {
    #[command(flatten)]
    check: CheckArgs,
}

fn main() {
    let cli = Cli::parse();
    if let Err(error) = run(&cli.check, &mut Io::process()) {
        eprintln!("error: {error}");
        std::process::exit(1);
    }
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    if let Some(peak) = status.lines().find_map(|line| line.strip_prefix("VmHWM:")) {
        eprintln!("peak memory {}", peak.trim());
    }
}
