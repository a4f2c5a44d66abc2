//! Number generation. A set of numbers is described by country, type, carrier, prefix or pattern. Its members
//! are drawn by rank through a keyed permutation, so no number repeats. A run is stored as ranges of such draws
//! and computed again for each download.

mod choices;
mod effort;
mod error;
mod exceptions;
mod generator;
mod open;
mod plan;
mod sequence;
mod spaces;
mod used;

pub use choices::{CarrierChoice, KindChoice, carriers, countries, kinds};
pub use error::{GenerationError, SpecFault};
pub use exceptions::digits;
pub use generator::{Figures, Generator, MAX_ATTEMPTS, PlannedRun, Wanted, WantedSegment, WithoutList};
pub use open::OpenRun;
pub use spaces::{normal, space_of};

pub use numsift_model::limits::{GENERATION_NUMBERS as MOST_NUMBERS, GENERATION_SEGMENTS as MOST_SEGMENTS};
pub use numsift_turns::{NoTurn, Work};

/// Numbers in a preview.
pub const PREVIEW: u64 = 20;
