//! Merges the checked blocks in file order: removes duplicates and suppressed numbers, counts, fills the sink.

use std::ops::Range;

use numplan::Region;

use crate::analysis::Analysis;
use crate::check::{Checked, NO_REGION, REPAIRED};
use crate::duplicates::{Collected, Duplicates};
use crate::error::IntakeError;
use crate::mapping::Limits;
use crate::seen::Seen;
use crate::set::Suppressed;
use crate::sink::{Accepted, Cells, Fate, Reason, Rejected, SetAside, Sink, kind_name, pack_region};

/// Rows per batch.
const BATCH: usize = 32 << 10;

/// Bytes of carried cells or rejected rows that fill a batch as well.
const BATCH_BYTES: usize = 4 << 20;

/// How duplicates are recognised.
pub(crate) enum Finder {
    /// All numbers are in memory.
    Memory(Seen),
    /// First reading of a large list: the numbers are only collected, and the sink gets nothing.
    Collect(Collected),
    /// Second reading: the duplicates are known.
    Known(Duplicates),
}

/// Merges checked blocks in file order.
pub(crate) struct Merger<'a> {
    known: &'a dyn Suppressed,
    sink: &'a mut dyn Sink,
    max_numbers: u64,
    finder: Finder,
    accepted: Accepted,
    rejected: Rejected,
    aside: SetAside,
    /// Lines before the next block.
    lines: u64,
    analysis: Analysis,
    by_region: [u64; 256],
    by_kind: [u64; 16],
    by_reason: Vec<u64>,
    /// The packed code of each region.
    packed: Vec<u16>,
}

impl<'a> Merger<'a> {
    pub(crate) fn new(
        limits: &Limits,
        carried: usize,
        known: &'a dyn Suppressed,
        sink: &'a mut dyn Sink,
        finder: Finder,
    ) -> Self {
        let mut packed = vec![0; 256];
        Region::all().for_each(|region| packed[region.index()] = pack_region(Some(region)));
        Self {
            known,
            sink,
            max_numbers: limits.max_numbers,
            finder,
            accepted: Accepted { carried: vec![Cells::default(); carried], ..Accepted::default() },
            rejected: Rejected::default(),
            aside: SetAside { carried: vec![Cells::default(); carried], ..SetAside::default() },
            lines: 0,
            analysis: Analysis::default(),
            by_region: [0; 256],
            by_kind: [0; 16],
            by_reason: vec![0; Reason::ALL.len()],
            packed,
        }
    }

    /// Adds the rows of a block.
    pub(crate) fn merge(&mut self, checked: &Checked) -> Result<(), IntakeError> {
        if let Finder::Collect(collected) = &mut self.finder {
            let numbers = checked.number.iter().filter(|number| !self.known.contains(**number));
            return numbers.into_iter().try_for_each(|number| collected.push(*number));
        }
        self.analysis.total += checked.rows;
        self.analysis.blank += checked.blank;
        let mut next_rejected = 0;
        for (group, numbers) in checked.number.chunks(Seen::GROUP).enumerate() {
            if let Finder::Memory(seen) = &self.finder {
                seen.prefetch(numbers);
            }
            for place in group * Seen::GROUP..group * Seen::GROUP + numbers.len() {
                if let Some(fate) = self.add_number(checked, place)? {
                    // Set-aside rows stay in the order of the file.
                    let before = checked.rejected.line[next_rejected..]
                        .partition_point(|&line| line < checked.line[place]);
                    self.set_aside_rejected(checked, next_rejected..next_rejected + before)?;
                    next_rejected += before;
                    self.set_aside_number(checked, place, fate)?;
                }
            }
            if let Finder::Memory(seen) = &self.finder
                && seen.len() > self.max_numbers
            {
                return Err(IntakeError::TooMany { limit: self.max_numbers });
            }
            let carried: usize = self.accepted.carried.iter().map(|cells| cells.bytes.len()).sum();
            if self.accepted.len() >= BATCH || carried > BATCH_BYTES {
                self.flush_accepted()?;
            }
        }
        let rejected = &checked.rejected;
        self.set_aside_rejected(checked, next_rejected..rejected.len())?;
        self.analysis.invalid += rejected.len() as u64;
        for place in 0..rejected.len() {
            let reason = rejected.reason[place];
            self.by_reason[reason as usize] += 1;
            self.rejected.line.push(self.lines + 1 + rejected.line[place]);
            self.rejected.reason.push(reason);
            self.rejected.raw.push(rejected.raw.get(place));
            if self.rejected.len() >= BATCH || self.rejected.raw.bytes.len() > BATCH_BYTES {
                self.flush_rejected()?;
            }
        }
        self.lines += checked.lines;
        Ok(())
    }

    /// Adds a number. Returns its fate if it is not accepted.
    #[inline]
    fn add_number(&mut self, checked: &Checked, place: usize) -> Result<Option<Fate>, IntakeError> {
        let number = checked.number[place];
        if self.known.contains(number) {
            self.analysis.suppressed += 1;
            return Ok(Some(Fate::Suppressed));
        }
        let first = match &mut self.finder {
            Finder::Memory(seen) => seen.insert(number),
            Finder::Known(duplicates) => duplicates.next()?,
            Finder::Collect(_) => None,
        };
        if let Some(first) = first {
            self.analysis.duplicates += 1;
            return Ok(Some(Fate::Duplicate(first)));
        }
        let (region, kind) = (usize::from(checked.region[place]), checked.kind[place]);
        self.analysis.repaired += u64::from(kind & REPAIRED != 0);
        let kind = kind & !REPAIRED;
        self.by_region[region] += 1;
        self.by_kind[usize::from(kind & 15)] += 1;
        self.accepted.line.push(self.lines + 1 + checked.line[place]);
        self.accepted.number.push(number);
        self.accepted.region.push(self.packed[region]);
        self.accepted.kind.push(kind);
        for (to, from) in self.accepted.carried.iter_mut().zip(&checked.carried) {
            to.push(from.get(place));
        }
        self.accepted.written.push(checked.written.get(place));
        Ok(None)
    }

    fn set_aside_number(&mut self, checked: &Checked, place: usize, fate: Fate) -> Result<(), IntakeError> {
        self.aside.line.push(self.lines + 1 + checked.line[place]);
        self.aside.fate.push(fate);
        self.aside.number.push(checked.number[place]);
        self.aside.region.push(self.packed[usize::from(checked.region[place])]);
        self.aside.kind.push(checked.kind[place] & !REPAIRED);
        for (to, from) in self.aside.carried.iter_mut().zip(&checked.carried) {
            to.push(from.get(place));
        }
        self.aside.written.push(checked.written.get(place));
        self.flush_full_aside()
    }

    fn set_aside_rejected(&mut self, checked: &Checked, places: Range<usize>) -> Result<(), IntakeError> {
        for place in places {
            self.aside.line.push(self.lines + 1 + checked.rejected.line[place]);
            self.aside.fate.push(Fate::Rejected(checked.rejected.reason[place]));
            self.aside.number.push(0);
            self.aside.region.push(0);
            self.aside.kind.push(0);
            for (to, from) in self.aside.carried.iter_mut().zip(&checked.rejected_carried) {
                to.push(from.get(place));
            }
            self.aside.written.push(checked.rejected_written.get(place));
            self.flush_full_aside()?;
        }
        Ok(())
    }

    fn flush_full_aside(&mut self) -> Result<(), IntakeError> {
        if self.aside.len() >= BATCH || self.aside.bytes() > BATCH_BYTES {
            self.flush_aside()
        } else {
            Ok(())
        }
    }

    fn flush_aside(&mut self) -> Result<(), IntakeError> {
        if !self.aside.is_empty() {
            self.sink.set_aside(&self.aside).map_err(IntakeError::Sink)?;
            self.aside.clear();
        }
        Ok(())
    }

    fn flush_accepted(&mut self) -> Result<(), IntakeError> {
        if !self.accepted.is_empty() {
            self.sink.accepted(&self.accepted).map_err(IntakeError::Sink)?;
            self.accepted.clear();
        }
        Ok(())
    }

    fn flush_rejected(&mut self) -> Result<(), IntakeError> {
        if !self.rejected.is_empty() {
            self.sink.rejected(&self.rejected).map_err(IntakeError::Sink)?;
            self.rejected.clear();
        }
        Ok(())
    }

    /// The numbers of a first reading.
    pub(crate) fn collected(self) -> Option<Collected> {
        if let Finder::Collect(collected) = self.finder { Some(collected) } else { None }
    }

    /// Passes the last rows to the sink and returns the analysis.
    pub(crate) fn finish(mut self, bytes: u64) -> Result<Analysis, IntakeError> {
        self.flush_accepted()?;
        self.flush_rejected()?;
        self.flush_aside()?;
        let mut analysis = self.analysis;
        analysis.accepted = match &self.finder {
            Finder::Memory(seen) => seen.len(),
            Finder::Known(duplicates) => {
                duplicates.finish()?;
                duplicates.distinct()
            }
            Finder::Collect(_) => 0,
        };
        analysis.bytes = bytes;
        let regions = Region::all().map(|region| (region.code(), region.index()));
        for (code, place) in regions.chain([("unknown", usize::from(NO_REGION))]) {
            if self.by_region[place] > 0 {
                analysis.by_country.insert(code.to_owned(), self.by_region[place]);
            }
        }
        for (code, &count) in (0..).zip(&self.by_kind) {
            if count > 0 {
                *analysis.by_kind.entry(kind_name(code).to_owned()).or_default() += count;
            }
        }
        for &reason in Reason::ALL {
            let count = self.by_reason[reason as usize];
            if count > 0 {
                analysis.invalid_by_reason.insert(reason.as_str().to_owned(), count);
            }
        }
        Ok(analysis)
    }
}
