//! The `numsift` command: the server and everything an operator does around it.

mod admin;
mod config;
mod data_folder;
mod demo_money;
mod demo_screening;
mod logging;
mod screening;
mod serve;
mod sim;
mod store;
mod webhooks;

use std::process::ExitCode;

use clap::{CommandFactory, Parser, Subcommand};

use crate::config::Overrides;

/// Answers of providers are made of millions of small texts; the system's own allocator took a third of the time that
/// it takes to read them.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// Screening of phone-number lists: console, engine and API in one binary.
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
    /// Work on tasks beside servers and other workers.
    Worker(screening::WorkerArgs),
    #[command(flatten)]
    Numbers(Numbers),
    /// Look after an installation: accounts, backups.
    Admin(admin::AdminArgs),
    /// Play the outside world in the demo.
    Sim(sim::SimArgs),
    /// Print the effective configuration, secrets masked.
    Config {
        #[command(flatten)]
        overrides: Overrides,
    },
    /// Print the OpenAPI document of the console's calls.
    Openapi {
        /// Of the public API instead.
        #[arg(long)]
        public: bool,
    },
    /// Print a completion script for a shell.
    Completions {
        /// Which shell.
        shell: clap_complete::Shell,
    },
}

/// The number engine on the command line. Their help texts come with their arguments.
#[derive(Subcommand)]
enum Numbers {
    Check(numplan_cli::check::CheckArgs),
    Generate(numplan_cli::generate::GenerateArgs),
    Count(numplan_cli::count::CountArgs),
}

fn main() -> ExitCode {
    let cli = Cli::parse();
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
        Command::Worker(args) => runtime()?.block_on(screening::run_worker(args)),
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
        Command::Config { overrides } => {
            print!("{}", overrides.load()?.shown()?);
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
    fn the_command_line_is_sound() {
        super::Cli::command().debug_assert();
    }
}
