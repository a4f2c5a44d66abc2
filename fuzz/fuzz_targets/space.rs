//! Any pattern and cursor: members of the space are valid, and rank and unrank are inverse.
#![no_main]

use libfuzzer_sys::fuzz_target;
use numplan::Region;
use numplan::space::{Cursor, Draw, Space};

fuzz_target!(|input: (u8, u8, u64, &str)| {
    let (region, prefix_len, seed, text) = input;
    if let Ok(cursor) = text.parse::<Cursor>() {
        assert_eq!(cursor.to_string().parse(), Ok(cursor));
    }
    let prefix_len = text.floor_char_boundary(usize::from(prefix_len) % 16);
    let (prefix, pattern) = text.split_at(prefix_len);
    // Building the space of one region is a hundred times faster than that of the world.
    let mut regions = Region::all();
    let region = regions.nth(usize::from(region) % regions.len()).expect("the index is below the count");
    let mut query = Space::query().region(region);
    if !prefix.is_empty() {
        query = query.prefix(prefix);
    }
    if !pattern.is_empty() {
        query = query.pattern(pattern);
    }
    let Ok(space) = query.build() else { return };
    let count = space.count();
    assert_eq!(space.unrank(count), None);
    for index in [0, seed, count / 2, count.wrapping_sub(1)] {
        let Some(number) = space.unrank(index) else {
            assert!(index >= count);
            continue;
        };
        assert!(number.is_valid(), "{number:?}");
        assert_eq!(space.rank(&number), Some(index), "{number:?}");
        let mut draw = space.draw(seed).skip_to(index);
        let cursor = draw.cursor();
        let drawn = draw.next().expect("the index is below the count");
        assert_eq!(draw.position(&drawn), Some(index));
        assert_eq!(Draw::resume(&space, &cursor).map(|mut draw| draw.next()), Ok(Some(drawn)));
    }
});
