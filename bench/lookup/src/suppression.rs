//! Lookups of an account with a large suppression list beside those of an account without one.

use anyhow::Context;
use numsift_intake::NumberSet;
use numsift_model::clock::{Clock as _, SystemClock};
use numsift_model::list::{ListKind, ListState};
use numsift_screening::ListDocument;

use crate::book::list_of;
use crate::client::Load;
use crate::server::TestServer;
use crate::{ROUNDS, median, paid};

/// Numbers on the list.
const SUPPRESSED: u64 = 20_000_000;
/// They begin here; every third number is on the list.
const FIRST: u64 = 8_613_800_000_000;
/// Few connections, so that the lookups themselves are measured and not their queue.
const CONNECTIONS: usize = 4;

pub async fn compare(server: &TestServer) -> anyhow::Result<()> {
    let without = server.add_customer("unsuppressed").await?;
    let with = server.add_customer("suppressed").await?;
    let set: NumberSet = (0..SUPPRESSED).map(|place| FIRST + 3 * place).collect();
    let object = format!("lists/{}/bench.set", with.uid);
    server.screening.objects.put(&object, set.to_bytes().into()).await?;
    let document = ListDocument { set: Some(object), ..ListDocument::default() };
    let mut list = list_of(with.uid, SystemClock.now());
    list.kind = ListKind::Suppression;
    list.state = ListState::Ready;
    list.document = serde_json::to_string(&document).context("a document can be written")?;
    let mut tx = server.store.begin().await?;
    tx.add_list(&list).await?;
    tx.save().await?;

    let few = |load: Load| Load { connections: CONNECTIONS, ..load };
    let (plain, suppressed) = (few(paid::load(server, &without, 0)), few(paid::load(server, &with, 0)));
    let mut extra = Vec::new();
    println!(
        "\n{}, suppression list of {SUPPRESSED} numbers\n\n| round | ms without | ms with | extra ms |\n\
         |---:|---:|---:|---:|",
        server.name
    );
    for round in 0..=ROUNDS {
        let (before, after) = (plain.measure().await?.median_ms, suppressed.measure().await?.median_ms);
        if round > 0 {
            println!("| {round} | {before:.2} | {after:.2} | {:.2} |", after - before);
            extra.push(after - before);
        }
    }
    println!("\nmedian extra time of a lookup: {:.2} ms (wanted: at most 1 ms)", median(extra));
    Ok(())
}
