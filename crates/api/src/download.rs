//! Downloads: links that work once, and tables that are streamed page by page.

use async_trait::async_trait;
use axum::body::{Body, Bytes};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use futures_util::future::BoxFuture;
use futures_util::stream::try_unfold;
use numsift_accounts::SessionToken;
use numsift_model::account::Account;
use numsift_model::clock::Timestamp;
use numsift_model::page::Page;
use numsift_model::permission::{Permission, Permissions};
use numsift_segments::defuse_formula;
use numsift_store::Tx;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use utoipa::ToSchema;

use crate::app::App;
use crate::caller::Caller;
use crate::messages::Message;
use crate::refusal::Refusal;
use crate::spreadsheet::Spreadsheet;

pub const XLSX: &str = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";
/// Seconds for which a link is valid.
const LINK_S: i64 = 60;

/// A file that can be downloaded. Implemented next to the data that it exports; its fields are stored with the link.
pub trait Export: Serialize + DeserializeOwned + Send + 'static {
    /// Identifies the export in stored links.
    const KIND: &'static str;
    /// Checked again when the link is followed, because it may have been revoked in between.
    const PERMISSION: Permission;

    fn respond(self, app: App, account: Account) -> impl Future<Output = Result<Response, Refusal>> + Send;
}

/// One kind of export, without its type.
pub struct ExportKind {
    name: &'static str,
    permission: Permission,
    respond: fn(Value, App, Account) -> BoxFuture<'static, Result<Response, Refusal>>,
}

impl ExportKind {
    pub const fn of<E: Export>() -> Self {
        Self { name: E::KIND, permission: E::PERMISSION, respond: respond::<E> }
    }
}

fn respond<E: Export>(
    request: Value,
    app: App,
    account: Account,
) -> BoxFuture<'static, Result<Response, Refusal>> {
    match serde_json::from_value::<E>(request) {
        Ok(export) => Box::pin(export.respond(app, account)),
        Err(error) => Box::pin(async move { Err(Refusal::internal(error)) }),
    }
}

/// A link to a file.
#[derive(Serialize, ToSchema)]
pub struct Link {
    /// Valid for one GET within a minute.
    url: String,
}

/// Creates a link that works once.
pub async fn link<E: Export>(app: &App, caller: &Caller, export: &E) -> Result<Link, Refusal> {
    let request = serde_json::to_value(export).map_err(Refusal::internal)?;
    store_link(app, caller, E::KIND, request).await
}

async fn store_link(app: &App, caller: &Caller, kind: &str, request: Value) -> Result<Link, Refusal> {
    let token = SessionToken::random(&*app.entropy).map_err(Refusal::internal)?;
    let stored = Value::Object(Map::from_iter([(kind.to_owned(), request)])).to_string();
    let mut tx = app.store.begin().await?;
    let expires_at = app.clock.now().plus(LINK_S);
    let who = caller.who();
    tx.put_download(&token.stored(), who.account.uid, who.session, &stored, expires_at).await?;
    tx.save().await?;
    Ok(Link { url: format!("/api/file/{}", token.as_str()) })
}

/// Sends the file behind a link.
pub async fn follow(app: App, token: &str, kinds: &[ExportKind]) -> Result<Response, Refusal> {
    let mut tx = app.store.begin().await?;
    let stored = tx.take_download(&SessionToken::hash(token), app.clock.now()).await?;
    tx.save().await?;
    let (uid, stored) = stored.ok_or(Refusal::NotFound)?;
    let stored: Map<String, Value> = serde_json::from_str(&stored).map_err(Refusal::internal)?;
    // A link of another version may be of a kind that this one does not know.
    let (name, request) = stored.into_iter().next().ok_or(Refusal::NotFound)?;
    let kind = kinds.iter().find(|kind| kind.name == name).ok_or(Refusal::NotFound)?;
    let mut tx = app.store.read().await?;
    let account = tx.account(uid).await?.filter(|account| account.enabled).ok_or(Refusal::NotFound)?;
    let permissions: Permissions = tx.permissions(&account.roles).await?;
    drop(tx);
    if !permissions.allow(kind.permission.as_str()) {
        return Err(Refusal::NotPermitted(Message::NotPermitted));
    }
    (kind.respond)(request, app, account).await
}

/// File format of a table.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Format {
    #[default]
    Csv,
    Xlsx,
}

/// Where the next page of a table starts. Tables use the page number or the cursor.
pub struct Position {
    pub page: Page,
    pub cursor: Option<i64>,
}

/// A table that is exported as a file.
#[async_trait]
pub trait Table: Send + Sync {
    /// File name without extension.
    fn name(&self) -> &'static str;

    fn format(&self) -> Format {
        Format::Csv
    }

    fn header(&self, account: &Account) -> Vec<String>;

    /// The next rows; none at the end.
    async fn rows(
        &self,
        tx: &mut dyn Tx,
        account: &Account,
        now: Timestamp,
        position: &mut Position,
    ) -> Result<Vec<Vec<String>>, Refusal>;
}

/// Streams a table as CSV, or writes it as a spreadsheet first.
pub async fn send_table(app: App, account: Account, table: Box<dyn Table>) -> Result<Response, Refusal> {
    let (name, format, header) = (table.name(), table.format(), table.header(&account));
    let mut reader = TableReader { app, table, account, page: 0, cursor: None, head: None };
    let (extension, kind, body) = match format {
        Format::Csv => {
            // With a byte order mark, so that spreadsheets read it as UTF-8.
            let mut head = "\u{feff}".as_bytes().to_vec();
            head.extend(csv_lines(&[header])?);
            reader.head = Some(head);
            ("csv", "text/csv; charset=utf-8", Body::from_stream(try_unfold(reader, next_part)))
        }
        Format::Xlsx => {
            let sheet = Spreadsheet::begin(header);
            loop {
                let rows = reader.rows().await?;
                if rows.is_empty() || !sheet.add(rows).await {
                    break;
                }
            }
            ("xlsx", XLSX, sheet.finish().await?)
        }
    };
    let disposition = format!("attachment; filename=\"{name}.{extension}\"");
    let headers = [(header::CONTENT_TYPE, kind.to_owned()), (header::CONTENT_DISPOSITION, disposition)];
    Ok((headers, body).into_response())
}

struct TableReader {
    app: App,
    table: Box<dyn Table>,
    account: Account,
    page: i64,
    cursor: Option<i64>,
    head: Option<Vec<u8>>,
}

impl TableReader {
    /// The next page, in a transaction of its own: a slow client must not hold a database connection.
    async fn rows(&mut self) -> Result<Vec<Vec<String>>, Refusal> {
        self.page += 1;
        let page = Page::new(self.page, Page::MAX_SIZE).ok_or(Refusal::Internal)?;
        let mut position = Position { page, cursor: self.cursor };
        let now = self.app.clock.now();
        let mut tx = self.app.store.read().await?;
        let rows = self.table.rows(tx.as_mut(), &self.account, now, &mut position).await?;
        self.cursor = position.cursor;
        Ok(rows)
    }
}

/// The header line, then one page at a time.
async fn next_part(mut reader: TableReader) -> Result<Option<(Bytes, TableReader)>, std::io::Error> {
    if let Some(head) = reader.head.take() {
        return Ok(Some((head.into(), reader)));
    }
    let lines = async { csv_lines(&reader.rows().await?) };
    let lines = lines.await.map_err(|refusal| std::io::Error::other(format!("{refusal:?}")))?;
    Ok((!lines.is_empty()).then(|| (lines.into(), reader)))
}

/// Rows as CSV lines, with formulas defused.
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
