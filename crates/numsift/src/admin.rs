//! `numsift admin`: accounts and backups, from the machine itself.

use std::io::Read as _;
use std::path::PathBuf;

use anyhow::{Context, bail};
use clap::{Args, Subcommand};
use numsift_accounts::{Created, NewUser};
use numsift_model::account::AccountType;
use numsift_model::id::Uid;

use crate::config::{Config, Overrides};
use crate::data_folder::{DataFolder, KEY_FILE, database_file};
use crate::store;

/// Flags of `admin`.
#[derive(Args)]
pub struct AdminArgs {
    #[command(subcommand)]
    command: AdminCommand,
    #[command(flatten)]
    overrides: Overrides,
}

#[derive(Subcommand)]
enum AdminCommand {
    /// Make an account; prints a random password unless one comes on standard input.
    CreateUser {
        /// Its name.
        username: String,
        /// 1 administrator, 2 operator, 3 credit customer, 4 API customer, 5 customer.
        #[arg(long, default_value_t = 5, value_parser = clap::value_parser!(i64).range(1..=5))]
        account_type: i64,
        /// A special uid below 10001; otherwise the next ordinary one is taken.
        #[arg(long)]
        uid: Option<i64>,
        /// Read the password from standard input.
        #[arg(long)]
        password_stdin: bool,
    },
    /// Set a new password and end the account's session; prints a random one unless one comes on
    /// standard input.
    ResetPassword {
        /// Whose.
        username: String,
        /// Read the password from standard input.
        #[arg(long)]
        password_stdin: bool,
    },
    /// Copy the embedded database and its key into a new folder, while the server goes on running.
    Backup {
        /// A folder that does not exist yet.
        folder: PathBuf,
    },
    /// Replay every movement of money and say whether the books balance.
    VerifyLedger,
    /// Put a backup into an empty data folder.
    Restore {
        /// A folder that `backup` made.
        folder: PathBuf,
    },
}

/// Runs one of them.
pub async fn run(args: AdminArgs) -> anyhow::Result<()> {
    let config = args.overrides.load()?;
    match args.command {
        AdminCommand::CreateUser { username, account_type, uid, password_stdin } => {
            let password = password_stdin.then(password_from_stdin).transpose()?;
            let accounts = store::accounts(store::open(&config).await?, &config)?;
            let new = NewUser {
                username: &username,
                password: password.as_deref(),
                account_type: AccountType::try_from(account_type)?,
                uid: uid.map(Uid),
            };
            tell(&username, &accounts.create_user(new).await?);
        }
        AdminCommand::ResetPassword { username, password_stdin } => {
            let password = password_stdin.then(password_from_stdin).transpose()?;
            let accounts = store::accounts(store::open(&config).await?, &config)?;
            tell(&username, &accounts.reset_password(&username, password.as_deref()).await?);
        }
        AdminCommand::Backup { folder } => backup(&config, folder).await?,
        AdminCommand::VerifyLedger => verify_ledger(&config).await?,
        AdminCommand::Restore { folder } => restore(&config, folder).await?,
    }
    Ok(())
}

/// A password on the command line would be seen by everyone on the machine.
fn password_from_stdin() -> anyhow::Result<String> {
    let mut text = String::new();
    std::io::stdin().read_to_string(&mut text).context("cannot read the password")?;
    Ok(text.trim_end_matches(['\r', '\n']).to_owned())
}

fn tell(username: &str, made: &Created) {
    println!("{username} has uid {}", made.uid);
    if let Some(password) = &made.one_time_password {
        println!("password {password} (shown only once)");
    }
}

fn embedded_only(config: &Config) -> anyhow::Result<()> {
    if config.database_url.is_some() {
        bail!("on PostgreSQL, back up with pg_dump and restore with pg_restore (see docs/operate.md)");
    }
    Ok(())
}

async fn verify_ledger(config: &Config) -> anyhow::Result<()> {
    let store = store::open(config).await?;
    let checked = numsift_ledger::verify(&*store).await.context("the books do not balance")?;
    let transfers = numsift_topup::reconcile(&*store).await.context("the books do not fit the transfers")?;
    println!(
        "balanced: {} transactions, {} entries, {} balances, {} holds, {transfers} transfers",
        checked.postings, checked.entries, checked.balances, checked.holds
    );
    Ok(())
}

async fn backup(config: &Config, folder: PathBuf) -> anyhow::Result<()> {
    embedded_only(config)?;
    if !database_file(&config.data).exists() {
        bail!("there is no database in {}", config.data.display());
    }
    std::fs::create_dir(&folder)
        .with_context(|| format!("cannot make the folder {}: it must not exist yet", folder.display()))?;
    let store = store::open_sqlite(config).await?;
    store.backup_to(&database_file(&folder)).await?;
    // Without its key, the secrets in the database are lost.
    std::fs::copy(config.data.join(KEY_FILE), folder.join(KEY_FILE)).context("cannot copy the key")?;
    println!("backed up to {}", folder.display());
    Ok(())
}

async fn restore(config: &Config, folder: PathBuf) -> anyhow::Result<()> {
    embedded_only(config)?;
    let _folder = DataFolder::take(&config.data)?;
    let target = database_file(&config.data);
    if target.exists() {
        bail!("{} already holds a database; restore into an empty folder", config.data.display());
    }
    std::fs::copy(folder.join(KEY_FILE), config.data.join(KEY_FILE)).context("the backup has no key")?;
    numsift_store_sqlite::restore(&database_file(&folder), &target).await?;
    println!("restored {} to {}", folder.display(), config.data.display());
    Ok(())
}
