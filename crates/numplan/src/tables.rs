//! The compiled metadata, usable as it lies in the binary: nothing is built or copied at start.
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

/// Numbers that may be read from any aligned bytes.
trait Number {}
impl Number for u8 {}
impl Number for u16 {}
impl Number for u32 {}
impl Number for u64 {}

const fn section<T: Number>(index: usize) -> &'static [T] {
    part((header(index * 2), header(index * 2 + 1)))
}

#[inline]
const fn part<T: Number>((offset, length): (usize, usize)) -> &'static [T] {
    assert!(offset.is_multiple_of(64) && offset + length <= FILE.0.len());
    // SAFETY: the bytes from `offset` on are inside the file, which is aligned to 64 as `offset`
    // is, and every bit pattern is a `Number`.
    unsafe { std::slice::from_raw_parts(FILE.0.as_ptr().add(offset).cast::<T>(), length / size_of::<T>()) }
}

/// Declares sections that are looked up all the time: as functions, so that their addresses and
/// lengths are known where they are used.
macro_rules! hot {
    ($($(#[$doc:meta])* $name:ident: $number:ty = $index:literal;)+) => {
        $($(#[$doc])*
        #[inline]
        pub const fn $name() -> &'static [$number] {
            const PLACE: (usize, usize) = (header($index * 2), header($index * 2 + 1));
            part(PLACE)
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
    /// What is known about the numbers of a class; see [`crate::walk::Class`].
    classes: u64 = 3;
}

/// One-digit machines; see [`crate::steps`].
pub static STEPS: &[u16] = section(4);
/// Records of the regions; see [`crate::region::Meta`].
pub static REGIONS: &[u16] = section(5);
/// The same as bytes; a record begins with the region's name.
pub static REGION_NAMES: &[u8] = section(5);
/// For each calling code the start (low byte) and number (high byte) of its regions in `LISTS`.
pub static CODES: &[u16] = section(6);
/// Regions by calling code, the main one first.
pub static LISTS: &[u8] = section(7);
/// Records of the formats.
pub static FORMATS: &[u16] = section(8);
/// Short texts, each after its length.
pub static TEXT: &[u8] = section(9);
/// Letters and numbers of all scripts, as inclusive ranges of code points.
pub static WORD: &[u32] = section(10);
/// The zeros of all scripts; the other nine digits follow each of them.
pub static ZEROS: &[u32] = section(11);

/// The release of the libphonenumber metadata that the tables were made from.
///
/// Sets of numbers differ from one release to the next: store it with everything that is derived
/// from them, such as seeds and cursors.
///
/// ```
/// assert!(numplan::METADATA_VERSION.starts_with("9."));
/// ```
pub const METADATA_VERSION: &str = match std::str::from_utf8(&VERSION) {
    Ok(version) => version,
    Err(_) => panic!("the version is text"),
};

/// A copy: clippy crashes on constants that point into a static.
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

/// A text of the pool.
pub fn text(offset: u16) -> &'static [u8] {
    let offset = usize::from(offset);
    let length = usize::from(TEXT[offset]);
    &TEXT[offset + 1..=offset + length]
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The walk reads the tables without checks, which rests on this.
    #[test]
    fn every_entry_leads_somewhere() {
        let entries = profiles().len() / LENGTHS + nodes().len() / 100;
        assert_eq!(root().len(), 10_000);
        assert_eq!(nodes().len() % 100, 0);
        assert_eq!(profiles().len() % LENGTHS, 0);
        assert!(root().iter().chain(nodes()).all(|&entry| usize::from(entry) < entries));
        assert!(profiles().iter().all(|&class| usize::from(class) < classes().len()));
    }

    #[test]
    fn every_step_leads_somewhere() {
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
