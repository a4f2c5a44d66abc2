//! The `numsift` command line: the server, workers, administration and the number engine.
//!
//! It is a library so that the crash tests can build the same program with breakpoints.

mod admin;
mod config;
mod data_folder;
mod demo;
mod logging;
mod serve;
mod services;
mod sim;
mod worker;

use std::process::ExitCode;

use clap::{CommandFactory, Parser, Subcommand};

use crate::config::ConfigArgs;

/// Provider answers consist of millions of small strings. With the system allocator, a third of the time spent on
/// them was allocation (docs/decisions/010-mimalloc.md).
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// Screen lists of phone numbers: console, engine and API in one binary.
#[derive(Parser)]
#[command(name = "numsift", version, propagate_version = true)]
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
    /// Administer an installation: accounts, backups, ledger.
    Admin(admin::AdminArgs),
    /// Simulate the outside world in the demo.
    Sim(sim::SimArgs),
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
    let cli = Cli::parse();
    // Before any thread is started.
    if matches!(cli.command, Command::Serve(_) | Command::Worker(_) | Command::Admin(_)) {
        data_folder::restrict_new_files();
    }
    match run(cli.command) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("numsift: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn run(command: Command) -> anyhow::Result<()> {
    match command {
        Command::Serve(args) => runtime()?.block_on(serve::run(args)),
        Command::Worker(args) => runtime()?.block_on(worker::run(args)),
        Command::Numbers(numbers) => {
            let mut io = numplan_cli::Io::process();
            match numbers {
                Numbers::Check(args) => numplan_cli::check::run(&args, &mut io).map(drop)?,
                Numbers::Generate(args) => numplan_cli::generate::run(&args, &mut io).map(drop)?,
                Numbers::Count(args) => numplan_cli::count::run(&args, &mut io).map(drop)?,
            }
            Ok(())
        }
        Command::Admin(args) => runtime()?.block_on(admin::run(args)),
        Command::Sim(args) => runtime()?.block_on(sim::run(args)),
        Command::Config { config } => {
            print!("{}", config.load()?.to_masked_toml()?);
            Ok(())
        }
        Command::Openapi { public } => {
            let document = if public { numsift_api::public_document() } else { numsift_api::document() };
            println!("{}", serde_json::to_string_pretty(&document)?);
            Ok(())
        }
        Command::Completions { shell } => {
            clap_complete::generate(shell, &mut Cli::command(), "numsift", &mut std::io::stdout());
            Ok(())
        }
    }
}

fn runtime() -> anyhow::Result<tokio::runtime::Runtime> {
    Ok(tokio::runtime::Builder::new_multi_thread().enable_all().build()?)
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    #[test]
    fn the_command_line_definition_is_valid() {
        super::Cli::command().debug_assert();
    }
}
