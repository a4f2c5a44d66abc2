//! The compiled metadata, read in place: nothing is built or copied at start.
//!
//! `data/plan.bin` begins with (offset, length) pairs; the sections follow, aligned to 64 bytes.

#[cfg(target_endian = "big")]
compile_error!("the tables are little-endian");

#[repr(C, align(64))]
struct Aligned<T: ?Sized>(T);

static FILE: Aligned<[u8; LENGTH]> = Aligned(*include_bytes!("../data/plan.bin"));

const LENGTH: usize = include_bytes!("../data/plan.bin").len();

const fn header(index: usize) -> usize {
    let file = &FILE.0;
    u32::from_le_bytes([file[index * 4], file[index * 4 + 1], file[index * 4 + 2], file[index * 4 + 3]])
        as usize
}

/// Integers that may be read from any aligned bytes.
///
/// # Safety
///
/// The alignment is at most 64, there is no padding, and every bit pattern is valid.
unsafe trait Integer {}
// SAFETY: an integer.
unsafe impl Integer for u8 {}
// SAFETY: an integer.
unsafe impl Integer for u16 {}
// SAFETY: an integer.
unsafe impl Integer for u32 {}
// SAFETY: an integer.
unsafe impl Integer for u64 {}

const fn section<T: Integer>(index: usize) -> &'static [T] {
    part((header(index * 2), header(index * 2 + 1)))
}

#[inline]
const fn part<T: Integer>((offset, length): (usize, usize)) -> &'static [T] {
    assert!(offset.is_multiple_of(64) && offset + length <= FILE.0.len());
    // SAFETY: the bytes are inside the file; the file and `offset` are aligned to 64; every bit pattern is
    // an `Integer`.
    unsafe { std::slice::from_raw_parts(FILE.0.as_ptr().add(offset).cast::<T>(), length / size_of::<T>()) }
}

/// Declares the sections of the hot loops, as functions: their addresses and lengths are then constants
/// where they are used.
macro_rules! hot {
    ($($(#[$doc:meta])* $name:ident: $integer:ty = $index:literal;)+) => {
        $($(#[$doc])*
        #[inline]
        pub const fn $name() -> &'static [$integer] {
            const PART: (usize, usize) = (header($index * 2), header($index * 2 + 1));
            part(PART)
        })+
    };
}

hot! {
    /// Entry for each four leading digits of a number in E.164.
    root: u16 = 0;
    /// Nodes of 100 entries, one for each two digits.
    nodes: u16 = 1;
    /// Classes by number of digits, below [`LENGTHS`], then by profile.
    profiles: u16 = 2;
    /// What is known about the numbers of a class; see [`crate::automaton::Class`].
    classes: u64 = 3;
}

/// Declares sections with one more entry at the end, whose value has no meaning; see
/// [`crate::simd::gather_u16`].
#[cfg(target_arch = "x86_64")]
macro_rules! padded {
    ($($(#[$doc:meta])* $name:ident = $index:literal;)+) => {
        $($(#[$doc])*
        #[inline]
        pub const fn $name() -> &'static [u16; header($index * 2 + 1) / 2 + 1] {
            const PART: (usize, usize) = (header($index * 2), header($index * 2 + 1) + 2);
            match part(PART).first_chunk() {
                Some(table) => table,
                None => panic!("the file ends after the section"),
            }
        })+
    };
}

#[cfg(target_arch = "x86_64")]
padded! {
    /// [`root`], padded.
    root_padded = 0;
    /// [`nodes`], padded.
    nodes_padded = 1;
}

/// Nodes of the small DFAs; see [`crate::dfa`].
pub static STEPS: &[u16] = section(4);
/// Records of the regions; see [`crate::region::Meta`].
pub static REGIONS: &[u16] = section(5);
/// The same as bytes; a record begins with the region's code.
pub static REGION_NAMES: &[u8] = section(5);
/// For each calling code the start (low byte) and number (high byte) of its regions in `LISTS`.
pub static CODES: &[u16] = section(6);
/// Regions by calling code, the main one first.
pub static LISTS: &[u8] = section(7);
/// Records of the formats.
pub static FORMATS: &[u16] = section(8);
/// Short texts, each preceded by its length.
pub static TEXT: &[u8] = section(9);
/// Letters and numbers of all scripts, as inclusive ranges of code points.
pub static WORD: &[u32] = section(10);
/// Code points of the zeros of all scripts; the digits 1 to 9 follow each of them.
pub static ZEROS: &[u32] = section(11);

/// The release of the libphonenumber metadata that the tables were made from.
///
/// Sets of numbers differ between releases: store the release with everything that is derived from them,
/// such as seeds and cursors.
///
/// ```
/// assert!(numplan::METADATA_VERSION.starts_with("9."));
/// ```
pub const METADATA_VERSION: &str = match std::str::from_utf8(&VERSION) {
    Ok(version) => version,
    Err(_) => panic!("the version is not UTF-8"),
};

/// A copy, because clippy crashes on constants that point into a static.
const VERSION: [u8; header(12 * 2 + 1)] = {
    let from = section::<u8>(12);
    let mut copy = [0; header(12 * 2 + 1)];
    let mut at = 0;
    while at < copy.len() {
        copy[at] = from[at];
        at += 1;
    }
    copy
};

/// Number of lengths in a profile.
pub const LENGTHS: usize = 24;
/// Words in a region's record.
pub const REGION_WORDS: usize = 32;
/// Words in a format's record.
pub const FORMAT_WORDS: usize = 10;

/// The text at an offset of [`TEXT`].
pub fn text(offset: u16) -> &'static [u8] {
    let offset = usize::from(offset);
    let length = usize::from(TEXT[offset]);
    &TEXT[offset + 1..=offset + length]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_entry_is_a_profile_or_a_node() {
        let entries = profiles().len() / LENGTHS + nodes().len() / 100;
        assert_eq!(root().len(), 10_000);
        assert_eq!(nodes().len() % 100, 0);
        assert_eq!(profiles().len() % LENGTHS, 0);
        assert!(root().iter().chain(nodes()).all(|&entry| usize::from(entry) < entries));
        assert!(profiles().iter().all(|&class| usize::from(class) < classes().len()));
    }

    #[test]
    #[cfg(target_arch = "x86_64")]
    fn padded_tables_begin_with_the_table() {
        assert_eq!(root_padded().split_last().map(|(_, table)| table), Some(root()));
        assert_eq!(nodes_padded().split_last().map(|(_, table)| table), Some(nodes()));
    }

    #[test]
    fn every_transition_leads_to_a_node() {
        let nodes = STEPS.len() / 12;
        for node in STEPS.chunks(12) {
            assert!(node[..10].iter().all(|&next| usize::from(next) < nodes));
        }
    }

    #[test]
    fn the_tables_are_small() {
        assert!(FILE.0.len() < 1_800_000, "{}", FILE.0.len());
    }
}
