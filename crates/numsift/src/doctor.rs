//! `numsift doctor`: checks an installation and says what to do about each fault.

use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

use clap::Args;
use numsift_channel::ChannelConfig;
use numsift_health::{LedgerCheck, check_folder, check_objects, migration_fact};
use numsift_model::health::{Check, Fact, Finding, Verdict};
use numsift_model::lang::Lang;
use numsift_model::settings::InstallationKind;
use numsift_store::{Store, StoreError, StoreResult};
use url::Url;

use crate::config::{Config, ConfigArgs};
use crate::data_folder::database_file;
use crate::{output, services};

/// Time for the object store.
const OBJECTS_RETRY_FOR: Duration = Duration::from_secs(3);

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

/// Runs all checks. The exit code is 1 if one failed.
pub async fn run(args: DoctorArgs) -> anyhow::Result<ExitCode> {
    let ledger = if args.skip_ledger { LedgerCheck::Skip } else { LedgerCheck::Whole };
    let facts = match args.config.load() {
        Ok(config) => check(&config, ledger).await,
        Err(error) => vec![Fact::ConfigurationInvalid { detail: output::causes(&error) }],
    };
    let findings: Vec<Finding> = facts.iter().map(|fact| fact.finding(Lang::En)).collect();
    let text = if args.json { serde_json::to_string_pretty(&findings)? + "\n" } else { table(&findings) };
    output::write(|out| out.write_all(text.as_bytes()))?;
    let worst = findings.iter().map(|finding| finding.verdict).max();
    Ok(if worst == Some(Verdict::Failed) { ExitCode::FAILURE } else { ExitCode::SUCCESS })
}

/// The checks, in the order in which one depends on another.
async fn check(config: &Config, ledger: LedgerCheck) -> Vec<Fact> {
    let mut facts = vec![Fact::ConfigurationValid];
    facts.extend(check_folder(config.data.clone()).await);
    // Opening a folder of objects creates it.
    if config.s3_bucket.is_some() || config.data.exists() {
        let place = services::objects_place(config);
        match services::objects_soon(config, OBJECTS_RETRY_FOR) {
            Ok(objects) => facts.extend(check_objects(&objects, &place).await),
            Err(error) => facts.push(Fact::ObjectsUnusable { place, detail: output::causes(&error) }),
        }
    }
    // Opening a database migrates it.
    if let Some(obstacle) = unusable_database(config).await {
        facts.push(obstacle);
        return facts;
    }
    match services::open_store(config).await {
        Ok(store) => {
            facts.extend(installation(config, store.clone(), ledger).await);
            store.close().await;
        }
        Err(error) => facts.push(Fact::DatabaseUnusable { detail: output::causes(&error) }),
    }
    facts
}

/// Why the database must not be opened.
async fn unusable_database(config: &Config) -> Option<Fact> {
    let file = database_file(&config.data);
    let state = match &config.database_url {
        Some(url) => numsift_store_pg::migration_state(url).await,
        None if !file.exists() => return Some(Fact::DatabaseMissing),
        None => numsift_store_sqlite::migration_state(&file).await,
    };
    let fact = match state {
        Ok(state) => migration_fact(state),
        Err(StoreError::TooOld { found, least }) => Fact::DatabaseTooOld { found, least },
        Err(error) => Fact::MigrationsUnreadable { detail: error.to_string() },
    };
    (fact.verdict() != Verdict::Ok).then_some(fact)
}

async fn installation(config: &Config, store: Arc<dyn Store>, ledger: LedgerCheck) -> Vec<Fact> {
    let hosts = match demo_hosts(&*store).await {
        Ok(hosts) => hosts,
        Err(error) => return vec![Fact::DatabaseUnusable { detail: error.to_string() }],
    };
    match services::installation_check(config, store, &hosts, ledger) {
        Ok(installation) => installation.check().await,
        // The certificates of the machine cannot be read.
        Err(error) => vec![Fact::CheckFailed { check: Check::Channels, detail: output::causes(&error) }],
    }
}

/// The simulated providers of a demo are on this machine. Its server allows their addresses, which change with every
/// start.
async fn demo_hosts(store: &dyn Store) -> StoreResult<Vec<String>> {
    let mut tx = store.read().await?;
    if tx.kind().await? != Some(InstallationKind::Demo) {
        return Ok(Vec::new());
    }
    let host = |document: &str| {
        let config: ChannelConfig = serde_json::from_str(document).ok()?;
        let url = Url::parse(&config.base_url).ok()?;
        Some(format!("{}:{}", url.host_str()?, url.port_or_known_default()?))
    };
    Ok(tx.channels().await?.iter().filter_map(|row| host(&row.document)).collect())
}

/// The findings for people: one line each, and the advice below those that need it.
fn table(findings: &[Finding]) -> String {
    let width = findings.iter().map(|finding| finding.title.len()).max().unwrap_or(0);
    let line = |finding: &Finding| {
        let verdict = match finding.verdict {
            Verdict::Ok => "ok     ",
            Verdict::Warning => "WARNING",
            Verdict::Failed => "FAILED ",
        };
        let found = format!("{verdict}  {:width$}  {}\n", finding.title, finding.found);
        if finding.advice.is_empty() {
            return found;
        }
        format!("{found}{:7}  {:width$}  → {}\n", "", "", finding.advice)
    };
    findings.iter().map(line).collect()
}
