//! Numbers and results in memory: one vector per column, all of the same length.

use std::borrow::Cow;
use std::collections::HashMap;
use std::ops::Range;

use crate::error::{Result, SegmentError};
use crate::layout::{Layout, SKIPPED, SUPPRESSED};
use crate::set_aside::Outcome;
use crate::text::Text;

/// The numbers of a list or of a part of it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Numbers {
    /// Line in the uploaded file.
    pub line: Vec<u64>,
    /// E.164 digits without the plus sign.
    pub number: Vec<u64>,
    /// Packed by [`pack_country`](crate::pack_country).
    pub country: Vec<u16>,
    /// Code of a [`Kind`](crate::Kind).
    pub kind: Vec<u8>,
    /// The columns carried over from the upload.
    pub carried: Vec<Text>,
    /// The numbers as written in the upload; empty where that is the E.164 form with plus sign, or not known.
    pub written: Text,
}

impl Numbers {
    /// No numbers, with this many carried columns.
    pub fn with_carried(columns: usize) -> Self {
        Self { carried: vec![Text::new(); columns], ..Self::default() }
    }

    pub fn len(&self) -> usize {
        self.number.len()
    }

    pub fn is_empty(&self) -> bool {
        self.number.is_empty()
    }

    /// Copies some of the rows.
    #[must_use]
    pub fn slice(&self, rows: Range<usize>) -> Self {
        Self {
            line: self.line[rows.clone()].to_vec(),
            number: self.number[rows.clone()].to_vec(),
            country: self.country[rows.clone()].to_vec(),
            kind: self.kind[rows.clone()].to_vec(),
            carried: self.carried.iter().map(|text| text.slice(rows.clone())).collect(),
            written: self.written.slice(rows),
        }
    }

    /// Appends the rows of another part of the same list.
    pub fn append(&mut self, other: &Self) {
        self.line.extend_from_slice(&other.line);
        self.number.extend_from_slice(&other.number);
        self.country.extend_from_slice(&other.country);
        self.kind.extend_from_slice(&other.kind);
        for (mine, theirs) in self.carried.iter_mut().zip(&other.carried) {
            mine.append(theirs);
        }
        self.written.append(&other.written);
    }

    /// The number of a row as it was written.
    pub fn as_written(&self, row: usize) -> Cow<'_, str> {
        match (self.written.get(row), self.number[row]) {
            ("", 0) => Cow::Borrowed(""),
            ("", number) => Cow::Owned(format!("+{number}")),
            (written, _) => Cow::Borrowed(written),
        }
    }

    /// Checks that all columns have the same length.
    pub fn check(&self, carried: usize) -> Result<()> {
        let rows = self.len();
        let same = self.line.len() == rows
            && self.country.len() == rows
            && self.kind.len() == rows
            && self.carried.len() == carried
            && self.written.len() == rows
            && self.carried.iter().all(|text| text.len() == rows);
        if same { Ok(()) } else { Err(SegmentError::invalid("the columns of the numbers differ in length")) }
    }
}

/// The answers of a check, one per number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CheckColumn {
    /// Index into the statuses of the check's layout.
    pub status: Vec<u8>,
    /// Index into `reasons`.
    pub reason: Vec<u8>,
    /// The distinct reasons; the first is empty.
    pub reasons: Vec<String>,
    /// Further fields as compact JSON; usually empty.
    pub detail: Text,
    /// When the answer was found, in seconds since 1970-01-01 UTC; 0 if there is none or it is not known.
    pub at: Vec<u64>,
}

impl Default for CheckColumn {
    fn default() -> Self {
        Self {
            status: Vec::new(),
            reason: Vec::new(),
            reasons: vec![String::new()],
            detail: Text::new(),
            at: Vec::new(),
        }
    }
}

impl CheckColumn {
    /// Rows with the same status and no other values.
    pub fn filled(rows: usize, status: u8) -> Self {
        Self {
            status: vec![status; rows],
            reason: vec![0; rows],
            detail: Text::empty(rows),
            at: vec![0; rows],
            ..Self::default()
        }
    }

    /// The index of a reason, which is added if it is new. Returns 0 (no reason) after 256 reasons.
    pub fn intern_reason(&mut self, reason: &str) -> u8 {
        if reason.is_empty() {
            return 0;
        }
        if let Some(at) = self.reasons.iter().position(|known| known == reason) {
            return u8::try_from(at).unwrap_or(0);
        }
        match u8::try_from(self.reasons.len()) {
            Ok(at) => {
                self.reasons.push(reason.to_owned());
                at
            }
            Err(_) => 0,
        }
    }

    pub fn push(&mut self, status: u8, reason: &str, detail: &str) {
        self.push_at(status, reason, detail, 0);
    }

    /// Adds an answer that was found at a time.
    pub fn push_at(&mut self, status: u8, reason: &str, detail: &str, at: u64) {
        let reason = self.intern_reason(reason);
        self.status.push(status);
        self.reason.push(reason);
        self.detail.push(detail);
        self.at.push(at);
    }

    /// The reason of a row.
    pub fn reason_text(&self, row: usize) -> &str {
        &self.reasons[usize::from(self.reason[row])]
    }
}

/// Numbers with the answers of all checks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Results {
    pub numbers: Numbers,
    /// Index into `carriers`; 0 is none.
    pub carrier: Vec<u32>,
    /// The distinct carriers; the first is empty.
    pub carriers: Vec<String>,
    /// One group of columns per check.
    pub checks: Vec<CheckColumn>,
}

impl Results {
    /// Results without carriers, in which every check is unknown.
    pub fn new(numbers: Numbers, layout: &Layout) -> Self {
        let rows = numbers.len();
        Self {
            carrier: vec![0; rows],
            carriers: vec![String::new()],
            checks: layout.checks.iter().map(|_| CheckColumn::filled(rows, crate::layout::UNKNOWN)).collect(),
            numbers,
        }
    }

    pub fn len(&self) -> usize {
        self.numbers.len()
    }

    pub fn is_empty(&self) -> bool {
        self.numbers.is_empty()
    }

    /// The code of the [`Outcome`] of each row. A row is suppressed if no check has an answer, and one did not ask because
    /// the number is on a suppression list.
    pub fn outcomes(&self) -> Vec<u8> {
        let (answered, suppressed) = (Outcome::Answered.code(), Outcome::Suppressed.code());
        let without = if self.checks.is_empty() { Outcome::Answered } else { Outcome::Skipped };
        let mut outcomes = vec![without.code(); self.len()];
        for check in &self.checks {
            let reason = check.reasons.iter().position(|reason| reason == SUPPRESSED);
            let reason = reason.and_then(|at| u8::try_from(at).ok());
            for (row, (outcome, status)) in outcomes.iter_mut().zip(&check.status).enumerate() {
                if *status != SKIPPED {
                    *outcome = answered;
                } else if reason.is_some() && check.reason.get(row).copied() == reason && *outcome != answered
                {
                    *outcome = suppressed;
                }
            }
        }
        outcomes
    }

    /// Appends the answers for some rows of another part of the same task, without their carried columns.
    pub(crate) fn append_answers(&mut self, from: &Self, rows: &[usize]) {
        let mut carriers: HashMap<u32, u32> = HashMap::new();
        for &row in rows {
            self.numbers.line.push(from.numbers.line[row]);
            let carrier = *carriers.entry(from.carrier[row]).or_insert_with(|| {
                let name = &from.carriers[from.carrier[row] as usize];
                let known = self.carriers.iter().position(|known| known == name);
                let at = known.unwrap_or_else(|| {
                    self.carriers.push(name.clone());
                    self.carriers.len() - 1
                });
                u32::try_from(at).unwrap_or(0)
            });
            self.carrier.push(carrier);
            for (to, from) in self.checks.iter_mut().zip(&from.checks) {
                to.push_at(from.status[row], from.reason_text(row), from.detail.get(row), from.at[row]);
            }
        }
    }

    /// Checks that the columns match the layout and each other.
    pub fn check(&self, layout: &Layout) -> Result<()> {
        layout.check()?;
        self.numbers.check(layout.carried.len())?;
        let rows = self.len();
        if self.carrier.len() != rows || self.carrier.iter().any(|&at| at as usize >= self.carriers.len()) {
            return Err(SegmentError::invalid("the carriers do not match the numbers"));
        }
        if self.checks.len() != layout.checks.len() {
            return Err(SegmentError::invalid("the checks do not match the layout"));
        }
        for (column, check) in self.checks.iter().zip(&layout.checks) {
            let fits = column.status.len() == rows
                && column.reason.len() == rows
                && column.detail.len() == rows
                && column.at.len() == rows
                && column.status.iter().all(|&at| usize::from(at) < check.statuses.len())
                && column.reason.iter().all(|&at| usize::from(at) < column.reasons.len());
            if !fits {
                return Err(SegmentError::Invalid(format!(
                    "the columns of check {} do not match the layout",
                    check.name
                )));
            }
        }
        Ok(())
    }

    /// Returns one row with all its values.
    pub fn row(&self, index: usize) -> ResultRow {
        ResultRow {
            line: self.numbers.line[index],
            number: self.numbers.number[index],
            country: self.numbers.country[index],
            kind: self.numbers.kind[index],
            carrier: self.carriers[self.carrier[index] as usize].clone(),
            checks: self
                .checks
                .iter()
                .map(|check| CheckValue {
                    status: check.status[index],
                    reason: check.reasons[usize::from(check.reason[index])].clone(),
                    detail: check.detail.get(index).to_owned(),
                    at: check.at[index],
                })
                .collect(),
            carried: self.numbers.carried.iter().map(|text| text.get(index).to_owned()).collect(),
            written: self.numbers.as_written(index).into_owned(),
        }
    }
}

/// One number with the answers of all checks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ResultRow {
    /// Line in the uploaded file.
    pub line: u64,
    /// E.164 digits without the plus sign.
    pub number: u64,
    /// Packed country.
    pub country: u16,
    /// Code of a [`Kind`](crate::Kind).
    pub kind: u8,
    /// Carrier; empty for none.
    pub carrier: String,
    /// One value per check.
    pub checks: Vec<CheckValue>,
    /// The values carried over from the upload.
    pub carried: Vec<String>,
    /// The number as it was written.
    pub written: String,
}

/// The answer of one check for one number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CheckValue {
    /// Index into the statuses of the check's layout.
    pub status: u8,
    /// Usually empty.
    pub reason: String,
    /// Further fields as compact JSON; usually empty.
    pub detail: String,
    /// When the answer was found, in seconds since 1970-01-01 UTC; 0 if there is none or it is not known.
    pub at: u64,
}
