//! Picks a region by a byte of the input.

use numplan::Region;

/// A space selects no region and `!` the first, so that seeds can be written as text.
pub fn by_byte(byte: u8) -> Option<Region> {
    Region::all().nth(usize::from(byte.wrapping_sub(b'!')))
}
