//! Reads all rows of a database, to carry them to another one.

use std::collections::BTreeMap;
use std::path::Path;

use futures_util::stream::BoxStream;
use futures_util::{StreamExt as _, TryStreamExt as _};
use numsift_store::{Cell, StoreError, StoreResult, Table, TransferRow};
use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection, SqliteRow};
use sqlx::{AssertSqlSafe, ConnectOptions, Row as _, TypeInfo as _, ValueRef as _};

/// A connection that sees one state of the database and cannot change it.
#[derive(Debug)]
pub struct SqliteSource {
    connection: SqliteConnection,
}

impl SqliteSource {
    /// Opens the file, which must exist.
    pub async fn open(file: &Path) -> StoreResult<Self> {
        let mut connection = SqliteConnectOptions::new().filename(file).read_only(true).connect().await?;
        sqlx::query("BEGIN").execute(&mut connection).await?;
        Ok(Self { connection })
    }

    /// The tables with their columns, sorted by name.
    pub async fn tables(&mut self) -> StoreResult<Vec<Table>> {
        let rows: Vec<(String, String)> = sqlx::query_as(
            "SELECT t.name, c.name FROM sqlite_master t JOIN pragma_table_info(t.name) c
            WHERE t.type = 'table' AND substr(t.name, 1, 7) <> 'sqlite_' AND t.name <> '_sqlx_migrations'",
        )
        .fetch_all(&mut self.connection)
        .await?;
        let mut tables = BTreeMap::<String, Vec<String>>::new();
        for (table, column) in rows {
            tables.entry(table).or_default().push(column);
        }
        Ok(tables
            .into_iter()
            .map(|(name, mut columns)| {
                columns.sort_unstable();
                Table { name, columns }
            })
            .collect())
    }

    /// The last id that each table with automatic ids has given out. Ids of deleted rows are not used again.
    pub async fn last_ids(&mut self) -> StoreResult<BTreeMap<String, i64>> {
        let rows: Vec<(String, i64)> =
            sqlx::query_as("SELECT name, seq FROM sqlite_sequence").fetch_all(&mut self.connection).await?;
        Ok(rows.into_iter().collect())
    }

    /// All rows of a table.
    pub fn rows(&mut self, table: &Table) -> BoxStream<'_, StoreResult<TransferRow>> {
        let columns: Vec<String> = table.columns.iter().map(|column| format!("\"{column}\"")).collect();
        let sql = format!("SELECT {} FROM \"{}\"", columns.join(", "), table.name);
        sqlx::query(AssertSqlSafe(sql))
            .fetch(&mut self.connection)
            .map_err(StoreError::from)
            .and_then(|row| std::future::ready(cells(&row)))
            .boxed()
    }
}

fn cells(row: &SqliteRow) -> StoreResult<TransferRow> {
    (0..row.len())
        .map(|column| {
            let value = row.try_get_raw(column)?;
            if value.is_null() {
                return Ok(Cell::Null);
            }
            // The type of the value: a column does not determine it.
            Ok(match value.type_info().name() {
                "INTEGER" => Cell::Integer(row.try_get_unchecked(column)?),
                "TEXT" => Cell::Text(row.try_get_unchecked(column)?),
                "BLOB" => Cell::Bytes(row.try_get_unchecked(column)?),
                other => return Err(StoreError::corrupt(format!("a value of the type {other}"))),
            })
        })
        .collect()
}
