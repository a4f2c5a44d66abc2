//! `numsift sim`: simulates the outside world in the demo.

use std::sync::Arc;

use anyhow::bail;
use clap::{Args, Subcommand};
use numsift_model::clock::SystemClock;
use numsift_model::id::OrderId;
use numsift_model::settings::InstallationKind;
use numsift_store::Scope;
use numsift_topup::{Node, TopUps};

use crate::config::ConfigArgs;
use crate::services;

#[derive(Args)]
pub struct SimArgs {
    #[command(subcommand)]
    command: SimCommand,
    #[command(flatten)]
    config: ConfigArgs,
}

#[derive(Subcommand)]
enum SimCommand {
    /// Pay a top-up order on the simulated chain of a running demo.
    Pay {
        /// Number of the order.
        order: i64,
    },
}

pub async fn run(args: SimArgs) -> anyhow::Result<()> {
    let config = args.config.load()?;
    let store = services::open_store(&config).await?;
    if store.read().await?.kind().await? != Some(InstallationKind::Demo) {
        bail!("this is not a demo installation: real orders are paid on the real chain");
    }
    let topups = TopUps::new(store, Arc::new(SystemClock), Node::new(None)?);
    match args.command {
        SimCommand::Pay { order } => {
            let txid = topups.simulate_payment(Scope::All, OrderId(order)).await?;
            println!("paid order {order} with transaction {txid}");
        }
    }
    Ok(())
}
