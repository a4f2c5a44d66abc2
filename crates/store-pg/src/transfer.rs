//! Writes all rows of a database that is moved here, in one transaction.

use std::collections::{BTreeMap, BTreeSet};

use futures_util::stream::BoxStream;
use futures_util::{StreamExt as _, TryStreamExt as _};
use numsift_store::{Cell, StoreError, StoreResult, Table, TransferRow};
use sqlx::postgres::{PgConnection, PgCopyIn, PgRow};
use sqlx::{AssertSqlSafe, Connection as _, Row as _};

use crate::connect_once;

/// Bytes that are sent at once.
const PIECE: usize = 256 * 1024;

/// A column of a table.
#[derive(Debug, Clone)]
struct Column {
    name: String,
    kind: Kind,
    /// Whether the database gives out its values.
    identity: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Integer,
    Boolean,
    Text,
    Bytes,
}

/// A database whose rows are being replaced. Nothing is changed before [`PgTarget::commit`].
#[derive(Debug)]
pub struct PgTarget {
    connection: PgConnection,
    /// Columns are sorted by name.
    tables: BTreeMap<String, Vec<Column>>,
    /// Names of the tables: a table comes after those it refers to.
    order: Vec<String>,
}

impl PgTarget {
    /// Begins a transaction in a database with the tables of this version.
    pub async fn begin(url: &str) -> StoreResult<Self> {
        let mut connection = connect_once(url).await?;
        sqlx::query("BEGIN").execute(&mut connection).await?;
        let tables = tables(&mut connection).await?;
        let order = in_order(tables.keys().cloned().collect(), &references(&mut connection).await?)?;
        Ok(Self { connection, tables, order })
    }

    /// The tables with their columns: a table comes after those it refers to.
    pub fn tables(&self) -> Vec<Table> {
        let columns = |name| self.tables[name].iter().map(|column| column.name.clone()).collect();
        self.order.iter().map(|name| Table { name: name.clone(), columns: columns(name) }).collect()
    }

    /// Deletes the rows that the migrations have created.
    pub async fn empty(&mut self) -> StoreResult<()> {
        // The tables that only grow refuse even this.
        self.triggers("DISABLE").await?;
        let tables: Vec<String> = self.order.iter().map(|table| quoted(table)).collect();
        self.run(format!("TRUNCATE {}", tables.join(", "))).await
    }

    async fn triggers(&mut self, how: &str) -> StoreResult<()> {
        for table in self.order.clone() {
            self.run(format!("ALTER TABLE {} {how} TRIGGER USER", quoted(&table))).await?;
        }
        Ok(())
    }

    async fn run(&mut self, sql: String) -> StoreResult<()> {
        sqlx::query(AssertSqlSafe(sql)).execute(&mut self.connection).await?;
        Ok(())
    }

    /// Begins to write the rows of a table.
    pub async fn writer(&mut self, table: &Table) -> StoreResult<RowWriter<'_>> {
        let columns: Vec<String> = table.columns.iter().map(|column| quoted(column)).collect();
        let sql = format!("COPY {} ({}) FROM STDIN", quoted(&table.name), columns.join(", "));
        let copy = self.connection.copy_in_raw(&sql).await?;
        Ok(RowWriter { copy, buffer: Vec::with_capacity(2 * PIECE) })
    }

    /// All rows of a table.
    pub fn rows(&mut self, table: &Table) -> BoxStream<'_, StoreResult<TransferRow>> {
        let columns = self.tables[&table.name].clone();
        let selected: Vec<String> = columns
            .iter()
            .map(|column| match column.kind {
                Kind::Boolean => format!("CAST(CAST({} AS INTEGER) AS BIGINT)", quoted(&column.name)),
                _ => quoted(&column.name),
            })
            .collect();
        let sql = format!("SELECT {} FROM {}", selected.join(", "), quoted(&table.name));
        sqlx::query(AssertSqlSafe(sql))
            .fetch(&mut self.connection)
            .map_err(StoreError::from)
            .and_then(move |row| std::future::ready(cells(&row, &columns)))
            .boxed()
    }

    /// Continues automatic ids after the last ones that the other database has given out.
    pub async fn continue_ids(&mut self, last: &BTreeMap<String, i64>) -> StoreResult<()> {
        for (table, columns) in &self.tables {
            let last = last.get(table).copied().unwrap_or(0);
            for column in columns.iter().filter(|column| column.identity) {
                sqlx::query("SELECT setval(pg_get_serial_sequence($1, $2), GREATEST($3, 1), $3 > 0)")
                    .bind(quoted(table))
                    .bind(&column.name)
                    .bind(last)
                    .execute(&mut self.connection)
                    .await?;
            }
        }
        let turn = "SELECT setval('task_turn', COALESCE(MAX(turn), 0) + 1, FALSE) FROM task_turns";
        self.run(turn.to_owned()).await
    }

    /// Saves everything.
    pub async fn commit(mut self) -> StoreResult<()> {
        self.triggers("ENABLE").await?;
        self.run("COMMIT".to_owned()).await?;
        self.connection.close().await?;
        Ok(())
    }
}

/// Writes the rows of one table.
pub struct RowWriter<'a> {
    copy: PgCopyIn<&'a mut PgConnection>,
    buffer: Vec<u8>,
}

impl std::fmt::Debug for RowWriter<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("RowWriter").finish_non_exhaustive()
    }
}

impl RowWriter<'_> {
    pub async fn write(&mut self, row: &[Cell]) -> StoreResult<()> {
        for (place, cell) in row.iter().enumerate() {
            if place > 0 {
                self.buffer.push(b'\t');
            }
            encode(cell, &mut self.buffer);
        }
        self.buffer.push(b'\n');
        if self.buffer.len() >= PIECE {
            self.copy.send(self.buffer.as_slice()).await?;
            self.buffer.clear();
        }
        Ok(())
    }

    /// Sends the rest and returns the number of rows.
    pub async fn finish(mut self) -> StoreResult<u64> {
        self.copy.send(self.buffer.as_slice()).await?;
        Ok(self.copy.finish().await?)
    }
}

/// Writes a value in the text format of `COPY`.
fn encode(cell: &Cell, buffer: &mut Vec<u8>) {
    match cell {
        Cell::Null => buffer.extend_from_slice(b"\\N"),
        Cell::Integer(number) => buffer.extend_from_slice(number.to_string().as_bytes()),
        Cell::Text(text) => {
            for byte in text.bytes() {
                match byte {
                    b'\\' => buffer.extend_from_slice(b"\\\\"),
                    b'\n' => buffer.extend_from_slice(b"\\n"),
                    b'\r' => buffer.extend_from_slice(b"\\r"),
                    b'\t' => buffer.extend_from_slice(b"\\t"),
                    byte => buffer.push(byte),
                }
            }
        }
        Cell::Bytes(bytes) => {
            const DIGITS: &[u8; 16] = b"0123456789abcdef";
            buffer.extend_from_slice(b"\\\\x");
            for byte in bytes {
                buffer.extend([DIGITS[usize::from(byte >> 4)], DIGITS[usize::from(byte & 15)]]);
            }
        }
    }
}

fn cells(row: &PgRow, columns: &[Column]) -> StoreResult<TransferRow> {
    let cell = |(place, column): (usize, &Column)| {
        Ok(match column.kind {
            Kind::Integer | Kind::Boolean => row.try_get::<Option<i64>, _>(place)?.map(Cell::Integer),
            Kind::Text => row.try_get::<Option<String>, _>(place)?.map(Cell::Text),
            Kind::Bytes => row.try_get::<Option<Vec<u8>>, _>(place)?.map(Cell::Bytes),
        }
        .unwrap_or(Cell::Null))
    };
    columns.iter().enumerate().map(cell).collect()
}

async fn tables(connection: &mut PgConnection) -> StoreResult<BTreeMap<String, Vec<Column>>> {
    let rows: Vec<(String, String, String, bool)> = sqlx::query_as(
        "SELECT CAST(c.table_name AS TEXT), CAST(c.column_name AS TEXT), CAST(c.data_type AS TEXT),
            c.is_identity = 'YES'
        FROM information_schema.columns c
        JOIN pg_tables t ON t.schemaname = c.table_schema AND t.tablename = c.table_name
        WHERE c.table_schema = current_schema() AND c.table_name <> '_sqlx_migrations'",
    )
    .fetch_all(connection)
    .await?;
    let mut tables = BTreeMap::<String, Vec<Column>>::new();
    for (table, name, kind, identity) in rows {
        let kind = match kind.as_str() {
            "bigint" => Kind::Integer,
            "boolean" => Kind::Boolean,
            "text" => Kind::Text,
            "bytea" => Kind::Bytes,
            other => {
                return Err(StoreError::corrupt(format!("the column {table}.{name} has the type {other}")));
            }
        };
        tables.entry(table).or_default().push(Column { name, kind, identity });
    }
    for columns in tables.values_mut() {
        columns.sort_unstable_by(|one, other| one.name.cmp(&other.name));
    }
    Ok(tables)
}

/// Pairs of tables of which the first refers to the second.
async fn references(connection: &mut PgConnection) -> StoreResult<Vec<(String, String)>> {
    Ok(sqlx::query_as(
        "SELECT CAST(f.relname AS TEXT), CAST(t.relname AS TEXT) FROM pg_constraint c
        JOIN pg_class f ON f.oid = c.conrelid JOIN pg_class t ON t.oid = c.confrelid
        JOIN pg_namespace n ON n.oid = f.relnamespace
        WHERE c.contype = 'f' AND f.oid <> t.oid AND n.nspname = current_schema()",
    )
    .fetch_all(connection)
    .await?)
}

/// Sorts tables so that each comes after those it refers to.
fn in_order(mut waiting: BTreeSet<String>, references: &[(String, String)]) -> StoreResult<Vec<String>> {
    let mut order = Vec::with_capacity(waiting.len());
    while !waiting.is_empty() {
        let blocked = |table: &str| references.iter().any(|(from, to)| from == table && waiting.contains(to));
        let ready: Vec<String> = waiting.iter().filter(|table| !blocked(table)).cloned().collect();
        if ready.is_empty() {
            return Err(StoreError::corrupt("tables refer to each other in a circle"));
        }
        for table in ready {
            waiting.remove(&table);
            order.push(table);
        }
    }
    Ok(order)
}

fn quoted(name: &str) -> String {
    format!("\"{}\"", name.replace('"', "\"\""))
}
