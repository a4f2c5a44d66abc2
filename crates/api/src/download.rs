//! Files to download: a link that works once and soon, and a body that streams page by page.

use axum::body::{Body, Bytes};
use axum::extract::{Path, State};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use futures_util::stream::try_unfold;
use numsift_accounts::SessionToken;
use numsift_model::account::Account;
use numsift_model::clock::Timestamp;
use numsift_model::id::{JobId, ListId, RunId};
use numsift_model::page::Page;
use numsift_model::permission::{Permission, Permissions};
use numsift_segments::defuse_formula;
use numsift_store::Tx;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::app::App;
use crate::caller::Caller;
use crate::console::audit::AuditFilterRequest;
use crate::console::finance::MovementFilterRequest;
use crate::console::generation::FileKind;
use crate::console::income::IncomeSpan;
use crate::console::recharge::OrderFilterRequest;
use crate::console::users::{UserFilter, sort as user_sort};
use crate::console::{audit, finance, generation, income, recharge, users};
use crate::files;
use crate::messages::Message;
use crate::refusal::Refusal;
use crate::spreadsheet::Spreadsheet;

/// The type of a spreadsheet.
pub const XLSX: &str = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";
/// Seconds in which a link must be followed.
const LINK_S: i64 = 60;

/// What a link stands for.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Download {
    /// The list of accounts.
    Users {
        /// Which.
        filter: UserFilter,
        /// In which order.
        sort: Option<String>,
    },
    /// The audit log.
    Audit {
        /// Which lines.
        filter: AuditFilterRequest,
    },
    /// Top-up orders.
    Orders {
        /// Which.
        filter: OrderFilterRequest,
        /// As what.
        format: Format,
    },
    /// Movements of money.
    Movements {
        /// Which.
        filter: MovementFilterRequest,
        /// As what.
        format: Format,
    },
    /// Income by project and day.
    Income {
        /// Since when, until when.
        span: IncomeSpan,
        /// As what.
        format: Format,
    },
    /// A file of a list of numbers.
    List {
        /// The list.
        id: ListId,
        /// Which file.
        what: ListPart,
    },
    /// A file of results that was written in the background.
    Export {
        /// The job that wrote it.
        id: JobId,
    },
    /// Generated numbers.
    Numbers {
        /// Which run.
        run: RunId,
        /// As what.
        kind: FileKind,
    },
}

/// Which file of a list.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum ListPart {
    /// Its numbers, one a line.
    Numbers,
    /// The rows that were refused, with the reason.
    Rejected,
}

/// What kind of file.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Format {
    /// Comma-separated values.
    #[default]
    Csv,
    /// A spreadsheet.
    Xlsx,
}

impl Download {
    /// Asked for once more when the link is followed: a right can be taken away in between.
    fn permission(&self) -> Permission {
        match self {
            Self::Users { .. } => Permission::UserList,
            Self::Audit { .. } => Permission::AuditList,
            Self::Orders { .. } => Permission::RechargeList,
            Self::Movements { .. } => Permission::FinanceList,
            Self::Income { .. } => Permission::FinanceIncome,
            Self::List { .. } => Permission::ListList,
            Self::Export { .. } => Permission::TaskExport,
            Self::Numbers { .. } => Permission::GenerationList,
        }
    }

    fn file_name(&self) -> &'static str {
        match self {
            Self::Users { .. } => "users.csv",
            Self::Audit { .. } => "audit-log.csv",
            Self::Orders { format: Format::Csv, .. } => "orders.csv",
            Self::Orders { format: Format::Xlsx, .. } => "orders.xlsx",
            Self::Movements { format: Format::Csv, .. } => "movements.csv",
            Self::Movements { format: Format::Xlsx, .. } => "movements.xlsx",
            Self::Income { format: Format::Csv, .. } => "income.csv",
            Self::Income { format: Format::Xlsx, .. } => "income.xlsx",
            // Files of their own have names of their own.
            Self::List { .. } | Self::Export { .. } | Self::Numbers { .. } => "",
        }
    }

    fn header(&self, account: &Account) -> Vec<String> {
        match self {
            Self::Users { .. } => users::export_header(),
            Self::Audit { .. } => audit::export_header(),
            Self::Orders { .. } => recharge::export_header(),
            Self::Movements { .. } => finance::export_header(),
            Self::Income { .. } => income::export_header(account),
            Self::List { .. } | Self::Export { .. } | Self::Numbers { .. } => Vec::new(),
        }
    }

    fn format(&self) -> Format {
        match self {
            Self::Orders { format, .. } | Self::Movements { format, .. } | Self::Income { format, .. } => {
                *format
            }
            _ => Format::Csv,
        }
    }

    /// A page of rows. Lists without page numbers are walked by the cursor.
    async fn rows(
        &self,
        tx: &mut dyn Tx,
        account: &Account,
        now: Timestamp,
        page: Page,
        cursor: &mut Option<i64>,
    ) -> Result<Vec<Vec<String>>, Refusal> {
        match self {
            Self::Users { filter, sort } => {
                users::export_rows(tx, account, filter, user_sort(sort.as_deref())?, page).await
            }
            Self::Audit { filter } => audit::export_rows(tx, filter, page).await,
            Self::Orders { filter, .. } => recharge::export_rows(tx, account, filter, now, page).await,
            Self::Movements { filter, .. } => finance::export_rows(tx, account, filter, cursor).await,
            Self::Income { span, .. } if page.offset == 0 => {
                income::export_rows(tx, account, *span, now).await
            }
            // Income is one page; the others are not rows of a table: [`fetch`] hands them over.
            Self::Income { .. } | Self::List { .. } | Self::Export { .. } | Self::Numbers { .. } => {
                Ok(Vec::new())
            }
        }
    }
}

/// A link to a file.
#[derive(Serialize, ToSchema)]
pub struct Link {
    /// To be followed with GET, once, within a minute.
    url: String,
}

/// Makes the link.
pub async fn link(app: &App, caller: &Caller, download: &Download) -> Result<Link, Refusal> {
    let token = SessionToken::random(&*app.entropy).map_err(Refusal::internal)?;
    let request = serde_json::to_string(download).map_err(Refusal::internal)?;
    let mut tx = app.store.begin().await?;
    let expires_at = app.clock.now().plus(LINK_S);
    tx.put_download(&token.stored(), caller.who().account.uid, &request, expires_at).await?;
    tx.save().await?;
    Ok(Link { url: format!("/api/file/{}", token.as_str()) })
}

/// Streams the file behind a link.
#[utoipa::path(get, path = "/file/{token}", tag = "file", params(("token" = String, Path)),
    responses((status = 200, content_type = "text/csv", body = String)), security(()))]
pub async fn fetch(State(app): State<App>, Path(token): Path<String>) -> Result<Response, Refusal> {
    let mut tx = app.store.begin().await?;
    let wanted = tx.take_download(&SessionToken::hash(&token), app.clock.now()).await?;
    tx.save().await?;
    let (uid, request) = wanted.ok_or(Refusal::NotFound)?;
    let download: Download = serde_json::from_str(&request).map_err(Refusal::internal)?;
    let mut tx = app.store.read().await?;
    let account = tx.account(uid).await?.filter(|account| account.enabled).ok_or(Refusal::NotFound)?;
    let permissions: Permissions = tx.permissions(&account.roles).await?;
    if !permissions.allow(download.permission().as_str()) {
        return Err(Refusal::NotPermitted(Message::NotPermitted));
    }
    drop(tx);
    match download {
        Download::List { id, what } => return files::list(&app, &account, id, what).await,
        Download::Export { id } => return files::export(&app, &account, id).await,
        Download::Numbers { run, kind } => return generation::file(&app, &account, run, kind).await,
        _ => {}
    }
    let disposition = format!("attachment; filename=\"{}\"", download.file_name());
    let (header, format) = (download.header(&account), download.format());
    let mut progress = Progress { app, download, account, page: 0, cursor: None, head: None };
    let (kind, body) = match format {
        Format::Csv => {
            // A byte order mark, so that spreadsheets read it as UTF-8.
            let mut head = "\u{feff}".as_bytes().to_vec();
            head.extend(csv_lines(&[header])?);
            progress.head = Some(head);
            ("text/csv; charset=utf-8", Body::from_stream(try_unfold(progress, more)))
        }
        Format::Xlsx => {
            let sheet = Spreadsheet::begin(header);
            loop {
                let rows = progress.rows().await?;
                if rows.is_empty() || !sheet.add(rows).await {
                    break;
                }
            }
            (XLSX, sheet.finish().await?)
        }
    };
    let headers = [(header::CONTENT_TYPE, kind.to_owned()), (header::CONTENT_DISPOSITION, disposition)];
    Ok((headers, body).into_response())
}

struct Progress {
    app: App,
    download: Download,
    account: Account,
    page: i64,
    cursor: Option<i64>,
    head: Option<Vec<u8>>,
}

impl Progress {
    /// The next page, in a short read of its own so that a slow client holds no database connection.
    async fn rows(&mut self) -> Result<Vec<Vec<String>>, Refusal> {
        self.page += 1;
        let page = Page::new(self.page, Page::MAX_SIZE).ok_or(Refusal::Internal)?;
        let now = self.app.clock.now();
        let mut tx = self.app.store.read().await?;
        self.download.rows(tx.as_mut(), &self.account, now, page, &mut self.cursor).await
    }
}

/// The next part of the file: its header, then a page at a time.
async fn more(mut at: Progress) -> Result<Option<(Bytes, Progress)>, std::io::Error> {
    if let Some(head) = at.head.take() {
        return Ok(Some((head.into(), at)));
    }
    let lines = async { csv_lines(&at.rows().await?) };
    let lines = lines.await.map_err(|refusal| std::io::Error::other(format!("{refusal:?}")))?;
    Ok((!lines.is_empty()).then(|| (lines.into(), at)))
}

/// CSV lines; cells that a spreadsheet would run as formulas are defused.
pub fn csv_lines(rows: &[Vec<String>]) -> Result<Vec<u8>, Refusal> {
    let mut writer = csv::WriterBuilder::new().terminator(csv::Terminator::CRLF).from_writer(Vec::new());
    for row in rows {
        writer
            .write_record(row.iter().map(|cell| defuse_formula(cell).into_owned()))
            .map_err(Refusal::internal)?;
    }
    writer.into_inner().map_err(Refusal::internal)
}

#[cfg(test)]
mod tests {
    use super::csv_lines;

    #[test]
    fn cells_are_quoted_and_formulas_defused() {
        let rows = [["=1+1", "@x", "-5", "-5+A1", "+1 201-555-0123", "+1+1", "a,b", "say \"hi\""]
            .map(String::from)
            .to_vec()];
        let text = String::from_utf8(csv_lines(&rows).unwrap()).unwrap();
        assert_eq!(text, "'=1+1,'@x,-5,'-5+A1,+1 201-555-0123,'+1+1,\"a,b\",\"say \"\"hi\"\"\"\r\n");
    }
}
