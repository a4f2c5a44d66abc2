//! The numbers of a run as a file, computed while it is sent.

use axum::body::{Body, Bytes};
use axum::http::header as names;
use axum::response::{IntoResponse, Response};
use futures_util::StreamExt as _;
use futures_util::stream::unfold;
use numplan::{PhoneNumber, Region};
use numsift_generation::{Generator, OpenRun};
use numsift_model::account::Account;
use numsift_model::generation::NumberStyle;
use numsift_model::id::RunId;
use numsift_model::permission::Permission;
use numsift_turns::in_background;
use serde::{Deserialize, Serialize};
use tokio::runtime::Handle;
use tokio::sync::mpsc;
use utoipa::ToSchema;

use super::views::written;
use crate::app::App;
use crate::caller::scope_of_account;
use crate::download::{Export, XLSX, csv_lines};
use crate::refusal::Refusal;
use crate::spreadsheet::Spreadsheet;

/// Numbers written at a time.
const BATCH: usize = 4096;

/// File format of generated numbers.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum FileKind {
    /// One number per line.
    #[default]
    Txt,
    /// The number with its country, type, carrier and segment.
    Csv,
    /// The same columns as a spreadsheet.
    Xlsx,
}

impl FileKind {
    fn extension(self) -> &'static str {
        match self {
            Self::Txt => "txt",
            Self::Csv => "csv",
            Self::Xlsx => "xlsx",
        }
    }

    fn content_type(self) -> &'static str {
        match self {
            Self::Txt => "text/plain; charset=utf-8",
            Self::Csv => "text/csv; charset=utf-8",
            Self::Xlsx => XLSX,
        }
    }
}

fn header() -> Vec<String> {
    ["number", "country", "type", "carrier", "segment"].map(String::from).to_vec()
}

fn row(style: NumberStyle, (segment, number): &(usize, PhoneNumber)) -> Vec<String> {
    vec![
        written(number, style),
        number.region().map(Region::code).unwrap_or_default().to_owned(),
        number.number_type().as_str().to_owned(),
        number.carrier(numplan::Lang::En).unwrap_or_default().to_owned(),
        (segment + 1).to_string(),
    ]
}

#[derive(Serialize, Deserialize)]
pub struct RunExport {
    pub run: RunId,
    pub kind: FileKind,
}

impl Export for RunExport {
    const KIND: &'static str = "numbers";
    const PERMISSION: Permission = Permission::GenerationList;

    async fn respond(self, app: App, account: Account) -> Result<Response, Refusal> {
        send(&app, &account, self.run, self.kind).await
    }
}

async fn send(app: &App, account: &Account, id: RunId, kind: FileKind) -> Result<Response, Refusal> {
    let run = app.generator.open(scope_of_account(account), id).await?;
    let generator = app.generator.clone();
    let body = match kind {
        FileKind::Txt | FileKind::Csv => text(generator, run, kind),
        FileKind::Xlsx => spreadsheet(generator, run).await?,
    };
    let disposition = format!("attachment; filename=\"numbers-{id}.{}\"", kind.extension());
    let headers =
        [(names::CONTENT_TYPE, kind.content_type().to_owned()), (names::CONTENT_DISPOSITION, disposition)];
    Ok((headers, body).into_response())
}

/// Sends the numbers in batches until `send` returns `false`. Each batch is computed when it is the owner's turn.
fn walk(generator: &Generator, run: &OpenRun, mut send: impl FnMut(&[(usize, PhoneNumber)]) -> bool) {
    let Ok(mut work) = generator.work_here(run.run.of.uid) else { return };
    let mut numbers = run.numbers();
    while work.step().is_ok() {
        let batch: Vec<_> = numbers.by_ref().take(BATCH).collect();
        // The client may be slow.
        work.pause();
        if batch.is_empty() || !send(&batch) {
            return;
        }
    }
}

/// The lines, written on a thread of low priority, no faster than the client reads.
fn text(generator: Generator, run: OpenRun, kind: FileKind) -> Body {
    let (sender, receiver) = mpsc::channel::<Result<Bytes, std::io::Error>>(4);
    in_background(move || {
        let style = run.run.of.style;
        let csv = |rows: &[Vec<String>]| {
            csv_lines(rows).map(Bytes::from).map_err(|refusal| std::io::Error::other(format!("{refusal:?}")))
        };
        if kind == FileKind::Csv {
            // With a byte order mark, so that spreadsheets read it as UTF-8.
            let head = csv(&[header()]).map(|line| [b"\xef\xbb\xbf", &line[..]].concat().into());
            if sender.blocking_send(head).is_err() {
                return;
            }
        }
        walk(&generator, &run, |batch| {
            let part = if kind == FileKind::Csv {
                csv(&batch.iter().map(|number| row(style, number)).collect::<Vec<_>>())
            } else {
                Ok(batch.iter().map(|(_, number)| written(number, style) + "\n").collect::<String>().into())
            };
            sender.blocking_send(part).is_ok()
        });
    });
    let parts = unfold(receiver, async |mut receiver| {
        let part = receiver.recv().await?;
        Some((part, receiver))
    });
    // The compression layer polls once more after the end.
    Body::from_stream(parts.fuse())
}

async fn spreadsheet(generator: Generator, run: OpenRun) -> Result<Body, Refusal> {
    let sheet = Spreadsheet::begin(header());
    let runtime = Handle::current();
    let feeding = in_background(move || {
        let style = run.run.of.style;
        walk(&generator, &run, |batch| {
            runtime.block_on(sheet.add(batch.iter().map(|number| row(style, number)).collect()))
        });
        sheet
    });
    feeding.await.map_err(Refusal::internal)?.finish().await
}
