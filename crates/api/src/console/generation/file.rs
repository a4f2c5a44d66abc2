//! The numbers of a run as a file, computed while it is sent.

use axum::body::Body;
use axum::http::header as names;
use axum::response::{IntoResponse, Response};
use numsift_generation::{Generator, OpenRun};
use numsift_model::account::Account;
use numsift_model::id::RunId;
use numsift_model::permission::Permission;
use numsift_turns::in_background;
use serde::{Deserialize, Serialize};
use tokio::runtime::Handle;
use utoipa::ToSchema;

use crate::app::App;
use crate::caller::scope_of_account;
use crate::download::{Export, XLSX};
use crate::generated_numbers::{TextKind, header, row, text, walk};
use crate::refusal::Refusal;
use crate::spreadsheet::Spreadsheet;

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
        FileKind::Txt => Body::from_stream(text(generator, run, TextKind::Lines)),
        // With a byte order mark, so that spreadsheets read it as UTF-8.
        FileKind::Csv => Body::from_stream(text(generator, run, TextKind::Csv { bom: true })),
        FileKind::Xlsx => spreadsheet(generator, run).await?,
    };
    let disposition = format!("attachment; filename=\"numbers-{id}.{}\"", kind.extension());
    let headers =
        [(names::CONTENT_TYPE, kind.content_type().to_owned()), (names::CONTENT_DISPOSITION, disposition)];
    Ok((headers, body).into_response())
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
