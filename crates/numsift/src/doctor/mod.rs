//! `numsift doctor`: checks an installation and says what to do about each fault.

mod checks;

use std::process::ExitCode;

use clap::Args;
use serde::Serialize;

use self::checks::Doctor;
use crate::config::ConfigArgs;
use crate::output;

#[derive(Args)]
pub struct DoctorArgs {
    /// Print JSON.
    #[arg(long)]
    json: bool,
    /// Leave out the replay of the ledger, which takes long on a big installation.
    #[arg(long)]
    skip_ledger: bool,
    #[command(flatten)]
    config: ConfigArgs,
}

/// How bad a finding is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    Ok,
    /// Works, but needs attention.
    Warning,
    Failed,
}

/// The result of one check.
#[derive(Debug, Serialize)]
pub struct Finding {
    check: &'static str,
    verdict: Verdict,
    /// What was found.
    found: String,
    /// What to do about it; empty if all is well.
    advice: String,
}

impl Finding {
    fn ok(check: &'static str, found: impl Into<String>) -> Self {
        Self { check, verdict: Verdict::Ok, found: found.into(), advice: String::new() }
    }

    fn warning(check: &'static str, found: impl Into<String>, advice: impl Into<String>) -> Self {
        Self { check, verdict: Verdict::Warning, found: found.into(), advice: advice.into() }
    }

    fn failed(check: &'static str, found: impl Into<String>, advice: impl Into<String>) -> Self {
        Self { check, verdict: Verdict::Failed, found: found.into(), advice: advice.into() }
    }
}

/// Runs all checks. The exit code is 1 if one failed.
pub async fn run(args: DoctorArgs) -> anyhow::Result<ExitCode> {
    let findings = match args.config.load() {
        Ok(config) => Doctor::new(config, !args.skip_ledger).run().await,
        Err(error) => {
            vec![Finding::failed("configuration", format!("{error:#}"), "correct the setting that is named")]
        }
    };
    let text = if args.json { serde_json::to_string_pretty(&findings)? + "\n" } else { table(&findings) };
    output::write(|out| out.write_all(text.as_bytes()))?;
    let worst = findings.iter().map(|finding| finding.verdict).max();
    Ok(if worst == Some(Verdict::Failed) { ExitCode::FAILURE } else { ExitCode::SUCCESS })
}

/// The findings for people: one line each, and the advice below those that need it.
fn table(findings: &[Finding]) -> String {
    let width = findings.iter().map(|finding| finding.check.len()).max().unwrap_or(0);
    let line = |finding: &Finding| {
        let verdict = match finding.verdict {
            Verdict::Ok => "ok     ",
            Verdict::Warning => "WARNING",
            Verdict::Failed => "FAILED ",
        };
        let found = format!("{verdict}  {:width$}  {}\n", finding.check, finding.found);
        if finding.advice.is_empty() {
            return found;
        }
        format!("{found}{:7}  {:width$}  → {}\n", "", "", finding.advice)
    };
    findings.iter().map(line).collect()
}
