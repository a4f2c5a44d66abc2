//! Segments are read back unchanged, and damaged files are errors that name the object.

use crate::support::*;
use bytes::Bytes;
use numsift_segments::*;
use proptest::prelude::*;

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn segments_survive_a_round_trip(
        checks in 0_usize..3,
        carried in 0_usize..3,
        seeds in seeds(3, 0..50),
        per_group in 1_usize..20,
        from in 0_u64..50,
        len in 0_u64..50,
    ) {
        block_on(async {
            let folder = tempfile::tempdir().unwrap();
            let objects = Objects::folder(folder.path()).unwrap();
            let layout = layout(checks, carried);
            let made = results(&layout, &seeds, 7);
            objects.put("r", write_results(&layout, &made).unwrap()).await.unwrap();
            let place = ChunkPlace { object: "r".to_owned(), row_group: 0, rows: u32::try_from(seeds.len()).unwrap() };
            let read = read_results(&objects, &layout, &place).await.unwrap();
            prop_assert_eq!(&read.numbers, &made.numbers);
            for row in 0..made.len() {
                prop_assert_eq!(read.row(row), made.row(row));
            }

            let mut writer = InputWriter::create(&objects, "i", carried, per_group).unwrap();
            for part in seeds.chunks(7).enumerate().map(|(at, part)| numbers(part, 7 + 7 * at as u64, carried)) {
                writer.push(&part).await.unwrap();
            }
            let segment = writer.finish().await.unwrap();
            prop_assert_eq!(segment.rows, seeds.len() as u64);
            prop_assert_eq!(segment.bytes, objects.size("i").await.unwrap());
            prop_assert_eq!(&input_groups(&objects, carried, "i").await.unwrap(), &segment.groups);
            let mut all = Numbers::with_carried(carried);
            for place in segment.places() {
                all.append(&read_input(&objects, carried, &place).await.unwrap());
            }
            prop_assert_eq!(&all, &made.numbers);
            let to = (from + len).min(segment.rows);
            let from = from.min(to);
            let some = read_input_rows(&objects, carried, "i", from..to).await.unwrap();
            let range = usize::try_from(from).unwrap()..usize::try_from(to).unwrap();
            prop_assert_eq!(some, all.slice(range));
            prop_assert!(read_input_rows(&objects, carried, "i", 0..segment.rows + 1).await.is_err());
            Ok(())
        })?;
    }

    #[test]
    fn damaged_bytes_never_panic(
        seeds in seeds(1, 1..40),
        cut in any::<prop::sample::Index>(),
        flips in prop::collection::vec(any::<(prop::sample::Index, u8)>(), 1..4),
        compacted: bool,
    ) {
        block_on(async {
            let folder = tempfile::tempdir().unwrap();
            let objects = Objects::folder(folder.path()).unwrap();
            let layout = layout(1, 1);
            let whole = write_results(&layout, &results(&layout, &seeds, 1)).unwrap();
            let place = ChunkPlace { object: "r".to_owned(), row_group: 0, rows: u32::try_from(seeds.len()).unwrap() };
            objects.put("r", whole.slice(..cut.index(whole.len()))).await.unwrap();
            let short = read_results(&objects, &layout, &place).await;
            prop_assert!(matches!(&short, Err(SegmentError::Damaged { object, .. }) if object == "r"), "{:?}", short);
            let mut flipped = whole.to_vec();
            for (at, with) in &flips {
                let at = at.index(flipped.len());
                flipped[at] ^= with;
            }
            objects.put("r", Bytes::from(flipped)).await.unwrap();
            let place = if compacted {
                match compact(&objects, &layout, std::slice::from_ref(&place), 100, |_| "c".to_owned()).await {
                    Ok(mut places) => places.pop().unwrap(),
                    Err(error) => {
                        prop_assert!(matches!(error, SegmentError::Damaged { .. }), "{:?}", error);
                        return Ok(());
                    }
                }
            } else {
                place
            };
            match read_results(&objects, &layout, &place).await {
                Ok(read) => prop_assert_eq!(read.len(), seeds.len()),
                Err(error) => prop_assert!(matches!(error, SegmentError::Damaged { .. }), "{:?}", error),
            }
            Ok(())
        })?;
    }
}

#[tokio::test]
async fn files_of_other_formats_are_named() {
    let folder = tempfile::tempdir().unwrap();
    let objects = Objects::folder(folder.path()).unwrap();
    let layout = layout(1, 0);
    let place = ChunkPlace { object: "x/odd".to_owned(), row_group: 0, rows: 1 };
    let input = write_input(0, &Numbers::default()).unwrap();
    for bytes in [Bytes::new(), Bytes::from_static(b"PAR1"), Bytes::from(vec![7; 100_000]), input] {
        objects.put("x/odd", bytes).await.unwrap();
        let read = read_results(&objects, &layout, &place).await;
        assert!(matches!(&read, Err(SegmentError::Damaged { object, .. }) if object == "x/odd"), "{read:?}");
    }
    objects.delete("x/odd").await.unwrap();
    assert!(matches!(read_results(&objects, &layout, &place).await, Err(SegmentError::NotFound { .. })));
}

#[test]
fn mismatched_columns_are_refused() {
    let layout = layout(1, 1);
    let seed = Seed { number: 1, country: 1, kind: 1, carrier: 1, statuses: vec![2], text: String::new() };
    let good = results(&layout, &[seed], 1);
    let spoil: [fn(&mut Results); 7] = [
        |bad| bad.numbers.kind.clear(),
        |bad| bad.numbers.carried.clear(),
        |bad| bad.carrier[0] = 9,
        |bad| bad.checks.clear(),
        |bad| bad.checks[0].status[0] = 4,
        |bad| bad.checks[0].reason[0] = 40,
        |bad| bad.checks[0].detail.push("more"),
    ];
    for spoil in spoil {
        let mut bad = good.clone();
        spoil(&mut bad);
        assert!(matches!(write_results(&layout, &bad), Err(SegmentError::Invalid(_))));
    }
    write_results(&layout, &good).unwrap();
}
