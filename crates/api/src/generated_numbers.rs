//! Generated numbers as text, computed while it is sent.

use std::io;

use axum::body::Bytes;
use futures_util::stream::unfold;
use futures_util::{Stream, StreamExt as _};
use numplan::{Format, PhoneNumber, Region};
use numsift_generation::{Generator, OpenRun};
use numsift_model::generation::NumberStyle;
use numsift_turns::in_background;
use tokio::sync::mpsc;

use crate::download::csv_lines;

/// Numbers written at a time.
const BATCH: usize = 4096;

/// How numbers are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TextKind {
    /// One number per line.
    Lines,
    /// The number with its country, type, carrier and segment; with a byte order mark or without.
    Csv { bom: bool },
}

/// A number in the chosen style.
pub fn written(number: &PhoneNumber, style: NumberStyle) -> String {
    let format = match style {
        NumberStyle::E164 => Format::E164,
        NumberStyle::National => Format::National,
        NumberStyle::International => Format::International,
    };
    number.format(format).to_string()
}

pub fn header() -> Vec<String> {
    ["number", "country", "type", "carrier", "segment"].map(String::from).to_vec()
}

pub fn row(style: NumberStyle, (segment, number): &(usize, PhoneNumber)) -> Vec<String> {
    vec![
        written(number, style),
        number.region().map(Region::code).unwrap_or_default().to_owned(),
        number.number_type().as_str().to_owned(),
        number.carrier(numplan::Lang::En).unwrap_or_default().to_owned(),
        (segment + 1).to_string(),
    ]
}

/// Sends the numbers in batches until `send` returns `false`. Each batch is computed when it is the owner's turn. Returns
/// whether all were sent.
pub fn walk(
    generator: &Generator,
    run: &OpenRun,
    mut send: impl FnMut(&[(usize, PhoneNumber)]) -> bool,
) -> bool {
    let Ok(mut work) = generator.work_here(run.run.of.uid) else { return false };
    let mut numbers = run.numbers();
    while work.step().is_ok() {
        let batch: Vec<_> = numbers.by_ref().take(BATCH).collect();
        // The client may be slow.
        work.pause();
        if batch.is_empty() {
            return true;
        }
        if !send(&batch) {
            return false;
        }
    }
    false
}

/// The lines, written on a thread of low priority, no faster than the client reads.
pub fn text(
    generator: Generator,
    run: OpenRun,
    kind: TextKind,
) -> impl Stream<Item = io::Result<Bytes>> + Send + 'static {
    let (sender, receiver) = mpsc::channel::<io::Result<Bytes>>(4);
    in_background(move || {
        let style = run.run.of.style;
        let csv = |rows: &[Vec<String>]| {
            csv_lines(rows).map(Bytes::from).map_err(|refusal| io::Error::other(format!("{refusal:?}")))
        };
        if let TextKind::Csv { bom } = kind {
            let mark: &[u8] = if bom { b"\xef\xbb\xbf" } else { b"" };
            let head = csv(&[header()]).map(|line| [mark, &line[..]].concat().into());
            if sender.blocking_send(head).is_err() {
                return;
            }
        }
        let all = walk(&generator, &run, |batch| {
            let part = match kind {
                TextKind::Csv { .. } => {
                    csv(&batch.iter().map(|number| row(style, number)).collect::<Vec<_>>())
                }
                TextKind::Lines => Ok(batch
                    .iter()
                    .map(|(_, number)| written(number, style) + "\n")
                    .collect::<String>()
                    .into()),
            };
            sender.blocking_send(part).is_ok()
        });
        if !all {
            // A download without its end must not look complete. Fails if the client has gone.
            let _ = sender.blocking_send(Err(io::Error::other("the numbers were not computed to the end")));
        }
    });
    let parts = unfold(receiver, async |mut receiver| {
        let part = receiver.recv().await?;
        Some((part, receiver))
    });
    // The compression layer polls once more after the end.
    parts.fuse()
}
