//! The work of one call: counted, limited, shared with other accounts, and stopped when the caller has gone.

use numsift_model::limits::GENERATION_STEPS;
use numsift_turns::{NoTurn, Work};

use crate::GenerationError;

/// Steps between two looks at the clock.
const CHECK_EVERY: u64 = 4096;

/// Steps that building or intersecting sets counts as.
pub(crate) const SET: u64 = 1000;

/// The work of one call.
pub(crate) struct Effort<'a> {
    work: &'a mut Work,
    left: u64,
    unchecked: u64,
}

impl<'a> Effort<'a> {
    pub(crate) fn new(work: &'a mut Work) -> Self {
        Self { work, left: GENERATION_STEPS, unchecked: 0 }
    }

    /// Counts steps: numbers drawn, and comparisons of a number with a range.
    pub(crate) fn spend(&mut self, steps: u64) -> Result<(), GenerationError> {
        self.left = self.left.checked_sub(steps).ok_or(GenerationError::TooMuchWork)?;
        self.unchecked += steps;
        if self.unchecked >= CHECK_EVERY {
            self.unchecked = 0;
            self.work.step()?;
        }
        Ok(())
    }
}

impl From<NoTurn> for GenerationError {
    fn from(refused: NoTurn) -> Self {
        match refused {
            NoTurn::Busy => Self::TooManyCalls,
            NoTurn::Abandoned => Self::Abandoned,
            NoTurn::Failed => Self::Machine(refused.to_string()),
        }
    }
}
