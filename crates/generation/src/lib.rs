//! Number generation. A set of numbers is described by country, type, carrier, prefix or pattern;
//! its size is exact, and its members are drawn by rank through a keyed permutation, so that no
//! number comes twice. A run is kept as stretches of such draws and computed again whenever it is
//! downloaded.

mod choices;
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
pub use generator::{Figures, Generator, Wanted, WantedSegment, WithoutList};
pub use open::OpenRun;
pub use spaces::{normal, space_of};

/// Most numbers of a run.
pub const MOST_NUMBERS: u64 = 10_000_000;
/// Most parts of a run.
pub const MOST_SEGMENTS: usize = 20;
/// Numbers that a preview shows.
pub const PREVIEW: u64 = 20;
