//! `numsift mcp`: the public API as tools for language models.

use std::path::PathBuf;

use anyhow::Context as _;
use clap::Args;
use numsift_mcp::Settings;

#[derive(Args)]
pub struct McpArgs {
    /// Address of the server.
    #[arg(long, env = "NUMSIFT_URL", default_value = "http://127.0.0.1:8080")]
    url: String,
    /// File with the API key. By default the key is read from `NUMSIFT_API_KEY`.
    #[arg(long, env = "NUMSIFT_API_KEY_FILE")]
    api_key_file: Option<PathBuf>,
    /// Allow tools that cost points: tasks, and lookups that check projects.
    #[arg(long)]
    allow_spending: bool,
}

pub async fn run(args: McpArgs) -> anyhow::Result<()> {
    let api_key = match &args.api_key_file {
        Some(file) => {
            std::fs::read_to_string(file).with_context(|| format!("cannot read {}", file.display()))?
        }
        None => std::env::var("NUMSIFT_API_KEY")
            .context("no API key: set NUMSIFT_API_KEY, or name a file with --api-key-file")?,
    };
    let settings = Settings { url: args.url, api_key, allow_spending: args.allow_spending };
    numsift_mcp::serve(&settings).await
}
