//! `numsift admin`: accounts, backups and the ledger check, run on the machine itself.

use std::io::Read as _;
use std::path::PathBuf;

use anyhow::{Context, bail};
use clap::{Args, Subcommand};
use numsift_accounts::{Created, NewUser};
use numsift_model::account::AccountType;
use numsift_model::id::Uid;

use crate::config::{Config, ConfigArgs};
use crate::data_folder::{self, DataFolderLock, KEY_FILE, database_file};
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
    /// Copy the SQLite database and its key to a new folder. The server may keep running.
    Backup {
        /// A folder that does not exist yet.
        folder: PathBuf,
    },
    /// Replay the whole ledger and check that it balances.
    VerifyLedger,
    /// Restore a backup to an empty data folder.
    Restore {
        /// A folder created by `backup`.
        folder: PathBuf,
    },
}

pub async fn run(args: AdminArgs) -> anyhow::Result<()> {
    let config = args.config.load()?;
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
        AdminCommand::Backup { folder } => backup(&config, folder).await?,
        AdminCommand::VerifyLedger => verify_ledger(&config).await?,
        AdminCommand::Restore { folder } => restore(&config, folder).await?,
    }
    Ok(())
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

fn require_sqlite(config: &Config) -> anyhow::Result<()> {
    if config.database_url.is_some() {
        bail!("on PostgreSQL, back up with pg_dump and restore with pg_restore (see docs/operate.md)");
    }
    Ok(())
}

async fn verify_ledger(config: &Config) -> anyhow::Result<()> {
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

async fn backup(config: &Config, folder: PathBuf) -> anyhow::Result<()> {
    require_sqlite(config)?;
    if !database_file(&config.data).exists() {
        bail!("there is no database in {}", config.data.display());
    }
    std::fs::create_dir(&folder)
        .with_context(|| format!("cannot create the folder {}: it must not exist yet", folder.display()))?;
    let store = services::open_sqlite(config).await?;
    store.backup_to(&database_file(&folder)).await?;
    // Without the key, the secrets in the database cannot be decrypted.
    std::fs::copy(config.data.join(KEY_FILE), folder.join(KEY_FILE)).context("cannot copy the key")?;
    data_folder::protect(&folder)?;
    println!("backed up to {}", folder.display());
    Ok(())
}

async fn restore(config: &Config, folder: PathBuf) -> anyhow::Result<()> {
    require_sqlite(config)?;
    let _lock = DataFolderLock::acquire(&config.data)?;
    let target = database_file(&config.data);
    if target.exists() {
        bail!("{} already contains a database; restore to an empty folder", config.data.display());
    }
    std::fs::copy(folder.join(KEY_FILE), config.data.join(KEY_FILE))
        .context("cannot copy the key from the backup")?;
    numsift_store_sqlite::restore(&database_file(&folder), &target).await?;
    // The copies have the permissions of the backup.
    data_folder::protect(&config.data)?;
    println!("restored {} to {}", folder.display(), config.data.display());
    Ok(())
}
