//! `numsift admin`: accounts, backups, moves and the ledger check, run on the machine itself.

use std::io::Read as _;

use anyhow::{Context, bail};
use clap::{Args, Subcommand};
use numsift_accounts::{Created, NewUser};
use numsift_model::account::AccountType;
use numsift_model::id::Uid;

use crate::backup;
use crate::config::{Config, ConfigArgs};
use crate::data_folder::{MOVED_DATABASE, database_file};
use crate::moving;
use crate::services::{self, Services};

#[derive(Args)]
pub struct AdminArgs {
    #[command(subcommand)]
    command: AdminCommand,
    #[command(flatten)]
    config: ConfigArgs,
}

#[derive(Subcommand)]
enum AdminCommand {
    /// Create an account. Prints a random password unless --password-stdin is given.
    CreateUser {
        username: String,
        /// 1 administrator, 2 operator, 3 credit customer, 4 API customer, 5 customer.
        #[arg(long, default_value_t = 5, value_parser = clap::value_parser!(i64).range(1..=5))]
        account_type: i64,
        /// A special uid below 10001 instead of the next regular one.
        #[arg(long)]
        uid: Option<i64>,
        /// Read the password from standard input.
        #[arg(long)]
        password_stdin: bool,
    },
    /// Set a new password and end the account's session. Prints a random password unless --password-stdin is given.
    ResetPassword {
        username: String,
        /// Read the password from standard input.
        #[arg(long)]
        password_stdin: bool,
    },
    /// Back up database, key and files. The installation may keep running. Files of earlier backups are reused.
    Backup {
        /// A folder, or `s3://BUCKET/FOLDER` in the configured object store.
        target: String,
        /// Delete all but the newest N snapshots afterwards.
        #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..), conflicts_with = "verify")]
        keep: Option<u64>,
        /// Make no backup: check that an earlier one is complete and unchanged.
        #[arg(long)]
        verify: bool,
        /// Snapshot to verify [default: the newest]
        #[arg(long, value_name = "NAME", requires = "verify")]
        snapshot: Option<String>,
    },
    /// Record that a backup was made by other means, for the health checks and the setup guide.
    RecordBackup,
    /// Replay the whole ledger and check that it balances.
    VerifyLedger,
    /// Check that no entry of the audit log was changed or removed. Prints the last link of the chain.
    VerifyAudit {
        /// A link that this command printed earlier, as `number:code`. Fails if it is no longer in the chain.
        #[arg(long, value_parser = parse_link)]
        expect: Option<(i64, String)>,
    },
    /// Move an installation from SQLite to PostgreSQL, and its files to an S3-compatible store. Stop the server first.
    /// The source stays as it is; run the command again if it was interrupted.
    Move {
        /// Address of an empty PostgreSQL database (`postgres://…`). Other users of the machine see arguments: put an
        /// address with a password into the variable.
        #[arg(long, value_name = "URL", env = "NUMSIFT_MOVE_TO", hide_env_values = true)]
        to: String,
        /// Files are in the configured bucket already: do not copy them.
        #[arg(long, requires = "s3_bucket")]
        keep_files: bool,
        /// Afterwards rename the old database, so that it cannot be started by mistake.
        #[arg(long)]
        retire_source: bool,
    },
    /// Restore a backup to an empty data folder (and an empty PostgreSQL database and bucket, if they are configured).
    Restore {
        /// The folder or `s3://BUCKET/FOLDER` that was given to `backup`.
        target: String,
        /// Snapshot to restore [default: the newest]
        #[arg(long, value_name = "NAME")]
        snapshot: Option<String>,
    },
}

pub async fn run(args: AdminArgs) -> anyhow::Result<()> {
    let config = args.config.load()?;
    if !matches!(
        args.command,
        AdminCommand::Backup { .. } | AdminCommand::Move { .. } | AdminCommand::Restore { .. }
    ) {
        check_installation(&config)?;
    }
    match args.command {
        AdminCommand::CreateUser { username, account_type, uid, password_stdin } => {
            let password = password_stdin.then(read_password).transpose()?;
            let accounts = Services::open(&config).await?.accounts()?;
            let new = NewUser {
                username: &username,
                password: password.as_deref(),
                account_type: AccountType::try_from(account_type)?,
                uid: uid.map(Uid),
            };
            print_account(&username, &accounts.create_user(new).await?);
        }
        AdminCommand::ResetPassword { username, password_stdin } => {
            let password = password_stdin.then(read_password).transpose()?;
            let accounts = Services::open(&config).await?.accounts()?;
            print_account(&username, &accounts.reset_password(&username, password.as_deref()).await?);
        }
        AdminCommand::Backup { target, verify: true, snapshot, .. } => {
            backup::verify(&config, &target, snapshot.as_deref()).await?;
        }
        AdminCommand::Backup { target, keep, .. } => {
            let keep = keep.map(usize::try_from).transpose()?;
            backup::backup(&config, &target, keep).await?;
        }
        AdminCommand::RecordBackup => backup::record_now(&config).await?,
        AdminCommand::VerifyLedger => verify_ledger(&config).await?,
        AdminCommand::VerifyAudit { expect } => verify_audit(&config, expect).await?,
        AdminCommand::Move { to, keep_files, retire_source } => {
            moving::run(&config, &moving::Move { to, keep_files, retire_source }).await?;
        }
        AdminCommand::Restore { target, snapshot } => {
            backup::restore(&config, &target, snapshot.as_deref()).await?;
        }
    }
    Ok(())
}

/// Opening a database creates it: with the wrong folder, a new and empty one would be found in order.
fn check_installation(config: &Config) -> anyhow::Result<()> {
    if config.database_url.is_some() || database_file(&config.data).exists() {
        return Ok(());
    }
    let folder = config.data.display();
    if config.data.join(MOVED_DATABASE).exists() {
        bail!("the installation in {folder} was moved to PostgreSQL: set `database_url`");
    }
    bail!("there is no installation in {folder}: name its folder with --data, or its settings with --config")
}

/// Reads a password from standard input. On the command line every user of the machine could see it.
fn read_password() -> anyhow::Result<String> {
    let mut text = String::new();
    std::io::stdin().read_to_string(&mut text).context("cannot read the password from standard input")?;
    Ok(text.trim_end_matches(['\r', '\n']).to_owned())
}

fn print_account(username: &str, account: &Created) {
    println!("{username} has uid {}", account.uid);
    if let Some(password) = &account.one_time_password {
        println!("password {password} (shown only once)");
    }
}

pub async fn verify_ledger(config: &Config) -> anyhow::Result<()> {
    let store = services::open_store(config).await?;
    let checked = numsift_ledger::verify(&*store).await.context("the ledger does not balance")?;
    let transfers =
        numsift_topup::reconcile(&*store).await.context("the ledger does not match the transfers")?;
    println!(
        "balanced: {} postings, {} movements, {} balances, {} holds, {transfers} transfers",
        checked.postings, checked.entries, checked.balances, checked.holds
    );
    Ok(())
}

fn parse_link(text: &str) -> Result<(i64, String), String> {
    let wrong = || "expected `number:code`".to_owned();
    let (seq, code) = text.split_once(':').ok_or_else(wrong)?;
    Ok((seq.parse().map_err(|_| wrong())?, code.to_owned()))
}

pub async fn verify_audit(config: &Config, expect: Option<(i64, String)>) -> anyhow::Result<()> {
    let accounts = Services::open(config).await?.accounts()?;
    let expected = expect.as_ref().map(|(seq, code)| (*seq, code.as_str()));
    let report = accounts.verify_audit(expected).await?;
    for fault in &report.faults {
        eprintln!("{fault}");
    }
    if !report.faults.is_empty() {
        bail!("the audit log was tampered with, or was restored with another key");
    }
    match report.head {
        Some((seq, code)) => println!("intact: {} entries, last link {seq}:{code}", report.entries),
        None => println!("intact: no entries"),
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::check_installation;
    use crate::config::Config;

    #[test]
    fn a_folder_without_an_installation_is_refused_and_not_created() {
        let folder = tempfile::tempdir().unwrap();
        let config = Config { data: folder.path().join("data"), ..Config::default() };
        let error = check_installation(&config).unwrap_err().to_string();
        assert!(error.contains("there is no installation in") && error.contains("--data"), "{error}");
        assert!(!config.data.exists());
        let elsewhere = Config { database_url: Some("postgres://x/y".to_owned()), ..config.clone() };
        assert!(check_installation(&elsewhere).is_ok());
        std::fs::create_dir(&config.data).unwrap();
        std::fs::write(config.data.join("numsift.db.moved"), "x").unwrap();
        assert!(check_installation(&config).unwrap_err().to_string().contains("set `database_url`"));
        std::fs::write(config.data.join("numsift.db"), "x").unwrap();
        assert!(check_installation(&config).is_ok());
    }
}
