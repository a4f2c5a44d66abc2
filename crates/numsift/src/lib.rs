//! The `numsift` command line: the server, workers, administration and the number engine.
//!
//! It is a library so that the crash tests can build the same program with breakpoints.

mod admin;
mod backup;
mod config;
mod data_folder;
mod demo;
mod doctor;
mod logging;
mod mcp;
mod moving;
mod output;
mod serve;
mod services;
mod sim;
mod traces;
mod worker;

use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::LazyLock;

use clap::{CommandFactory, FromArgMatches as _, Parser, Subcommand};

use crate::config::ConfigArgs;

/// Provider answers consist of millions of small strings. With the system allocator, a third of the time spent on
/// them was allocation (docs/decisions/010-mimalloc.md).
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// The commit it was built from, if that is known.
const COMMIT: Option<&str> = option_env!("NUMSIFT_COMMIT");

/// What is running, for the metrics.
fn build() -> numsift_api::Build {
    numsift_api::Build {
        version: env!("CARGO_PKG_VERSION"),
        commit: COMMIT.unwrap_or_default(),
        plan_version: numplan_cli::PLAN_VERSION,
    }
}

/// The version, the commit it was built from if that is known, and the version of the numbering plans.
static VERSION: LazyLock<String> = LazyLock::new(|| {
    let commit = COMMIT.map(|commit| format!("commit {commit}, ")).unwrap_or_default();
    format!("{} ({commit}numbering plans {})", env!("CARGO_PKG_VERSION"), numplan_cli::PLAN_VERSION)
});

/// Screen lists of phone numbers: console, engine and API in one binary.
#[derive(Parser)]
#[command(name = "numsift", version = VERSION.as_str(), propagate_version = true)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Run the server: console, API and workers.
    Serve(serve::ServeArgs),
    /// Run a worker process that works on tasks together with servers and other workers.
    Worker(worker::WorkerArgs),
    #[command(flatten)]
    Numbers(Numbers),
    /// Check an installation and say what to do about each fault.
    Doctor(doctor::DoctorArgs),
    /// Administer an installation: accounts, backups, ledger.
    Admin(admin::AdminArgs),
    /// Simulate the outside world in the demo.
    Sim(sim::SimArgs),
    /// Offer the public API of a server to language models, over the Model Context Protocol on standard input and output.
    Mcp(mcp::McpArgs),
    /// Print the effective configuration with secrets masked.
    Config {
        #[command(flatten)]
        config: ConfigArgs,
    },
    /// Print the OpenAPI document of the console API.
    Openapi {
        /// Print the document of the public API instead.
        #[arg(long)]
        public: bool,
    },
    /// Print a shell completion script.
    Completions {
        /// Shell to generate the script for.
        shell: clap_complete::Shell,
    },
    /// Write the manual pages.
    #[command(hide = true)]
    Man {
        /// Folder for the pages, which must exist.
        folder: PathBuf,
    },
}

/// The number engine on the command line. The help texts are declared with the arguments.
#[derive(Subcommand)]
enum Numbers {
    Check(numplan_cli::check::CheckArgs),
    Generate(numplan_cli::generate::GenerateArgs),
    Count(numplan_cli::count::CountArgs),
}

/// Parses the command line of the process and runs the command.
pub fn main() -> ExitCode {
    let cli = Cli::from_arg_matches(&command().get_matches()).unwrap_or_else(|error| error.exit());
    // Before any thread is started.
    if matches!(cli.command, Command::Serve(_) | Command::Worker(_) | Command::Admin(_) | Command::Doctor(_))
    {
        data_folder::restrict_new_files();
    }
    match run(cli.command) {
        Ok(code) => code,
        Err(error) => {
            eprintln!("numsift: {}", output::causes(&error));
            ExitCode::FAILURE
        }
    }
}

/// The command line. The help of a command shows only the settings that matter to it; all of them are accepted.
fn command() -> clap::Command {
    let mut command = Cli::command();
    for (name, settings) in config::SETTINGS_OF {
        command = command.mut_subcommand(name, |command| {
            command.mut_args(|arg| {
                let matters = !config::is_setting(arg.get_id())
                    || settings.iter().any(|setting| arg.get_id() == setting);
                arg.hide(!matters)
            })
        });
    }
    command
}

fn run(command: Command) -> anyhow::Result<ExitCode> {
    match command {
        Command::Doctor(args) => return runtime()?.block_on(doctor::run(args)),
        Command::Serve(args) => runtime()?.block_on(serve::run(args))?,
        Command::Worker(args) => runtime()?.block_on(worker::run(args))?,
        Command::Numbers(numbers) => {
            let mut io = numplan_cli::Io::process();
            match numbers {
                Numbers::Check(args) => numplan_cli::check::run(&args, &mut io).map(drop)?,
                Numbers::Generate(args) => numplan_cli::generate::run(&args, &mut io).map(drop)?,
                Numbers::Count(args) => numplan_cli::count::run(&args, &mut io).map(drop)?,
            }
        }
        Command::Admin(args) => runtime()?.block_on(admin::run(args))?,
        Command::Sim(args) => runtime()?.block_on(sim::run(args))?,
        Command::Mcp(args) => runtime()?.block_on(mcp::run(args))?,
        Command::Config { config } => {
            let text = config.load()?.to_masked_toml()?;
            output::write(|out| out.write_all(text.as_bytes()))?;
        }
        Command::Openapi { public } => {
            let text = if public {
                serde_json::to_string_pretty(&numsift_api::public_document())?
            } else {
                serde_json::to_string_pretty(&numsift_api::document())?
            };
            output::write(|out| writeln!(out, "{text}"))?;
        }
        Command::Completions { shell } => {
            let mut script = Vec::new();
            clap_complete::generate(shell, &mut self::command(), "numsift", &mut script);
            output::write(|out| out.write_all(&script))?;
        }
        Command::Man { folder } => clap_mangen::generate_to(self::command(), folder)?,
    }
    Ok(ExitCode::SUCCESS)
}

fn runtime() -> anyhow::Result<tokio::runtime::Runtime> {
    Ok(tokio::runtime::Builder::new_multi_thread().enable_all().build()?)
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_command_line_definition_is_valid() {
        super::command().debug_assert();
    }
}
