//! The file of a comparison: one record per difference, in the order of the list. Its blocks are counted, so that a page is
//! found without reading what comes before it.

use bytes::{Buf as _, BufMut as _};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::Results;
use super::compare::Comparison;
use crate::{Result, ScreeningError};

/// Bytes of a record: line, number, check, change, status before and after.
const RECORD: usize = 8 + 8 + 4;

/// How the answer to a number differs from the run before.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Change {
    /// Another definite answer.
    Changed,
    /// A definite answer where there was none.
    New,
    /// No definite answer where there was one.
    Gone,
}

impl Change {
    const ALL: [Self; 3] = [Self::Changed, Self::New, Self::Gone];

    /// The word used in files.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Changed => "changed",
            Self::New => "new",
            Self::Gone => "gone",
        }
    }

    fn code(self) -> u8 {
        match self {
            Self::Changed => 0,
            Self::New => 1,
            Self::Gone => 2,
        }
    }
}

/// A check of a number whose answer differs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Difference {
    /// Row of the uploaded file.
    pub line: u64,
    /// E.164 digits without the plus sign.
    pub number: u64,
    /// Index of the check.
    pub check: u8,
    pub change: Change,
    /// Index into the statuses of the check, or 255 without any answer.
    pub before: u8,
    pub after: u8,
}

impl Difference {
    pub(super) fn to_bytes(self) -> [u8; RECORD] {
        let mut bytes = [0; RECORD];
        let mut rest = &mut bytes[..];
        rest.put_u64_le(self.line);
        rest.put_u64_le(self.number);
        rest.put_slice(&[self.check, self.change.code(), self.before, self.after]);
        bytes
    }

    fn from_bytes(mut bytes: &[u8]) -> Option<Self> {
        let (line, number) = (bytes.try_get_u64_le().ok()?, bytes.try_get_u64_le().ok()?);
        let &[check, change, before, after] = bytes else { return None };
        let change = *Change::ALL.get(usize::from(change))?;
        Some(Self { line, number, check, change, before, after })
    }
}

/// Which differences are wanted.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct DifferenceFilter {
    /// Index of a check.
    pub check: Option<u8>,
    pub change: Option<Change>,
}

impl DifferenceFilter {
    fn matches(self, check: u8, change: Change) -> bool {
        self.check.is_none_or(|wanted| wanted == check) && self.change.is_none_or(|wanted| wanted == change)
    }
}

/// A part of the file.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Block {
    records: u64,
    /// Changed, new and gone, by check.
    counts: Vec<[u64; 3]>,
}

impl Block {
    pub fn of(records: &[Difference], checks: usize) -> Self {
        let mut counts = vec![[0; 3]; checks];
        for record in records {
            if let Some(counts) = counts.get_mut(usize::from(record.check)) {
                counts[usize::from(record.change.code())] += 1;
            }
        }
        Self { records: records.len() as u64, counts }
    }

    fn matching(&self, filter: DifferenceFilter) -> u64 {
        let mut matching = 0;
        for (check, counts) in (0..).zip(&self.counts) {
            for change in Change::ALL {
                if filter.matches(check, change) {
                    matching += counts[usize::from(change.code())];
                }
            }
        }
        matching
    }
}

impl Results {
    /// A page of differences, and how many there are on all pages.
    pub async fn differences(
        &self,
        comparison: &Comparison,
        filter: DifferenceFilter,
        offset: u64,
        limit: usize,
    ) -> Result<(Vec<Difference>, u64)> {
        let mut page = Vec::new();
        let (mut skip, mut total) = (offset, 0);
        for (at, block) in comparison.blocks.iter().enumerate() {
            let matching = block.matching(filter);
            total += matching;
            if skip >= matching {
                skip -= matching;
            } else if page.len() < limit {
                let found = self.differences_of_block(comparison, at, filter).await?.unwrap_or_default();
                let left = limit - page.len();
                page.extend(found.into_iter().skip(usize::try_from(skip).unwrap_or(usize::MAX)).take(left));
                skip = 0;
            }
        }
        Ok((page, total))
    }

    /// The differences of a block; `None` after the last one.
    pub async fn differences_of_block(
        &self,
        comparison: &Comparison,
        block: usize,
        filter: DifferenceFilter,
    ) -> Result<Option<Vec<Difference>>> {
        let Some(wanted) = comparison.blocks.get(block) else { return Ok(None) };
        if wanted.matching(filter) == 0 {
            return Ok(Some(Vec::new()));
        }
        let begin: u64 = comparison.blocks[..block].iter().map(|block| block.records * RECORD as u64).sum();
        let range = begin..begin + wanted.records * RECORD as u64;
        let bytes = self.objects.range(&comparison.object, range).await?;
        let mut found = Vec::new();
        for record in bytes.chunks_exact(RECORD) {
            let damaged = || ScreeningError::Machine(format!("{} is damaged", comparison.object));
            let record = Difference::from_bytes(record).ok_or_else(damaged)?;
            if filter.matches(record.check, record.change) {
                found.push(record);
            }
        }
        Ok(Some(found))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn records_are_read_as_written_and_counted_by_check_and_change() {
        let record = |check, change| Difference {
            line: 7,
            number: 8_613_812_345_678,
            check,
            change,
            before: 2,
            after: 255,
        };
        let all = [
            record(0, Change::Gone),
            record(1, Change::Gone),
            record(1, Change::New),
            record(1, Change::Changed),
        ];
        for record in all {
            assert_eq!(Difference::from_bytes(&record.to_bytes()), Some(record));
        }
        assert_eq!(Difference::from_bytes(&[9; RECORD]), None, "no such change");
        assert_eq!(Difference::from_bytes(&[0; RECORD - 1]), None, "too short");
        let block = Block::of(&all, 2);
        let count = |check, change| block.matching(DifferenceFilter { check, change });
        assert_eq!((count(None, None), count(Some(1), None), count(None, Some(Change::Gone))), (4, 3, 2));
        assert_eq!((count(Some(0), Some(Change::New)), count(Some(9), None)), (0, 0));
    }
}
