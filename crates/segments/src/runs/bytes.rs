//! Numbers as bytes: varints and checksums.

pub(super) fn push_varint(bytes: &mut Vec<u8>, mut value: u64) {
    while value >= 128 {
        bytes.push(value.to_le_bytes()[0] | 128);
        value >>= 7;
    }
    bytes.push(value.to_le_bytes()[0]);
}

pub(super) fn take_varint(rest: &mut &[u8]) -> Option<u64> {
    let mut value = 0_u64;
    for shift in (0..64).step_by(7) {
        let (&byte, tail) = rest.split_first()?;
        *rest = tail;
        let bits = u64::from(byte & 127);
        if shift == 63 && bits > 1 {
            return None;
        }
        value |= bits << shift;
        if byte < 128 {
            return Some(value);
        }
    }
    None
}

/// A number of items, each of which takes at least one of the remaining bytes.
pub(super) fn take_count(rest: &mut &[u8]) -> Option<usize> {
    let count = usize::try_from(take_varint(rest)?).ok()?;
    (count <= rest.len()).then_some(count)
}

/// A difference: small absolute values become short varints.
pub(super) fn push_signed(bytes: &mut Vec<u8>, value: i64) {
    push_varint(bytes, ((value << 1) ^ (value >> 63)).cast_unsigned());
}

pub(super) fn take_signed(rest: &mut &[u8]) -> Option<i64> {
    let value = take_varint(rest)?;
    Some((value >> 1).cast_signed() ^ -(value & 1).cast_signed())
}

/// Puts the checksum of the bytes after the first eight into the first eight.
pub(super) fn seal(bytes: &mut [u8]) {
    if let Some((head, rest)) = bytes.split_first_chunk_mut::<8>() {
        *head = checksum(rest).to_le_bytes();
    }
}

/// The bytes after a checksum that matches them.
pub(super) fn sealed(bytes: &[u8]) -> Option<&[u8]> {
    let (head, rest) = bytes.split_first_chunk::<8>()?;
    (u64::from_le_bytes(*head) == checksum(rest)).then_some(rest)
}

fn checksum(bytes: &[u8]) -> u64 {
    const FACTOR: u64 = 0x9E37_79B9_7F4A_7C15;
    let mix = |hash: u64, word: u64| ((hash ^ word).wrapping_mul(FACTOR)).rotate_left(29);
    let (words, rest) = bytes.as_chunks::<8>();
    let hash = words.iter().fold(bytes.len() as u64, |hash, word| mix(hash, u64::from_le_bytes(*word)));
    rest.iter().fold(hash, |hash, byte| mix(hash, u64::from(*byte)))
}
