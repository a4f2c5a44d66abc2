//! Rows in the form in which they are carried from one database to another.

/// A value of a row. Truth values are 0 and 1.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Cell {
    Null,
    Integer(i64),
    Text(String),
    Bytes(Vec<u8>),
}

/// The values of a row, in the order of the table's columns.
pub type Row = Vec<Cell>;

/// A table with its columns, sorted by name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Table {
    pub name: String,
    pub columns: Vec<String>,
}
