//! Generated results, and simple implementations to compare with.

use std::collections::BTreeSet;
use std::sync::Arc;

use numsift_segments::*;
use proptest::prelude::*;

pub const CARRIERS: [&str; 4] = ["", "Alpha", "beta, \"the\" second", "=Gamma"];
pub const REASONS: [&str; 3] = ["", "timeout", "no answer"];

pub fn layout(checks: usize, carried: usize) -> Layout {
    Layout {
        checks: (0..checks)
            .map(|at| CheckLayout::new(format!("check{at}"), ["active", "inactive"]))
            .collect(),
        carried: (0..carried).map(|at| format!("col{at}")).collect(),
        ..Layout::default()
    }
}

/// One row as small numbers, which proptest can generate and shrink.
#[derive(Clone, Debug)]
pub struct Seed {
    pub number: u64,
    pub country: u8,
    pub kind: u8,
    pub carrier: u8,
    pub statuses: Vec<u8>,
    pub text: String,
}

pub fn seeds(checks: usize, rows: std::ops::Range<usize>) -> impl Strategy<Value = Vec<Seed>> {
    let number = prop_oneof![1_u64..2000, 490_000_000_000_u64..499_999_999_999, any::<u64>()];
    let seed =
        (number, 0_u8..4, 0_u8..3, 0_u8..4, prop::collection::vec(0_u8..4, checks), "[a-c=,\"\n+é]{0,4}");
    let seed = seed.prop_map(|(number, country, kind, carrier, statuses, text)| Seed {
        number,
        country,
        kind,
        carrier,
        statuses,
        text,
    });
    prop::collection::vec(seed, rows)
}

pub fn country(at: u8) -> u16 {
    pack_country(["", "DE", "001", "US"][usize::from(at)])
}

pub fn numbers(seeds: &[Seed], first_line: u64, carried: usize) -> Numbers {
    Numbers {
        line: (first_line..).take(seeds.len()).collect(),
        number: seeds.iter().map(|seed| seed.number).collect(),
        country: seeds.iter().map(|seed| country(seed.country)).collect(),
        kind: seeds.iter().map(|seed| seed.kind).collect(),
        carried: (0..carried).map(|_| seeds.iter().map(|seed| seed.text.as_str()).collect()).collect(),
        written: seeds.iter().map(|seed| if seed.kind == 0 { "" } else { "0170/1 " }).collect(),
    }
}

pub fn results(layout: &Layout, seeds: &[Seed], first_line: u64) -> Results {
    let mut results = Results::new(numbers(seeds, first_line, layout.carried.len()), layout);
    results.carriers = CARRIERS.map(str::to_owned).to_vec();
    results.carrier = seeds.iter().map(|seed| u32::from(seed.carrier)).collect();
    for (at, check) in results.checks.iter_mut().enumerate() {
        *check = CheckColumn::default();
        for seed in seeds {
            let status = seed.statuses[at];
            let reason = if status == UNKNOWN { REASONS[seed.text.len() % 3] } else { "" };
            let detail = match seed.text.len() {
                1 => r#"{"a":1}"#,
                2 => r#"{"b":"x, \"y\"","a":null}"#,
                3 if at == 0 => r#"{"c":[1,{"d":"}"}],"b":"é"}"#,
                _ => "",
            };
            check.push_at(status, reason, detail, u64::from(seed.carrier) * 86_400);
        }
    }
    results
}

pub struct Stored {
    /// Removed on drop.
    _folder: tempfile::TempDir,
    pub set: ResultSet,
    /// Every row in input order.
    pub rows: Vec<ResultRow>,
}

pub async fn store(layout: &Layout, chunks: &[Vec<Seed>]) -> Stored {
    let folder = tempfile::tempdir().unwrap();
    let objects = Objects::folder(folder.path()).unwrap();
    let mut places = Vec::new();
    let mut rows = Vec::new();
    for (at, seeds) in chunks.iter().enumerate() {
        let results = results(layout, seeds, rows.len() as u64 + 1);
        let object = format!("task/{at}/1.parquet");
        objects.put(&object, write_results(layout, &results).unwrap()).await.unwrap();
        rows.extend((0..results.len()).map(|row| results.row(row)));
        places.push(Chunk {
            place: ChunkPlace { object, row_group: 0, rows: u32::try_from(results.len()).unwrap() },
            histogram: Arc::new(Histogram::of(&results)),
        });
    }
    Stored { _folder: folder, set: ResultSet::new(objects, layout.clone(), places), rows }
}

pub fn set<T: Clone + Ord + std::fmt::Debug + 'static>(
    of: Vec<T>,
) -> impl Strategy<Value = Option<BTreeSet<T>>> {
    let most = of.len();
    prop_oneof![
        3 => Just(None),
        2 => prop::sample::subsequence(of, 0..=most).prop_map(|some| Some(some.into_iter().collect())),
    ]
}

pub fn filter(checks: usize) -> impl Strategy<Value = Filter> {
    let prefix = prop_oneof![
        3 => Just(None),
        1 => Just(Some("+49".to_owned())),
        1 => "[0-9]{0,2}".prop_map(Some),
    ];
    (
        prop::collection::vec(set(vec![0_u8, 1, 2, 3]), 0..=checks),
        set((0..4).map(country).collect()),
        set(vec![0_u8, 1, 2]),
        set(CARRIERS.iter().map(ToString::to_string).collect()),
        prefix,
    )
        .prop_map(|(statuses, countries, kinds, carriers, number_prefix)| Filter {
            statuses,
            countries,
            kinds,
            carriers,
            number_prefix,
            ..Filter::default()
        })
}

pub fn wanted(filter: &Filter, row: &ResultRow) -> bool {
    let prefix = filter.number_prefix.as_deref().unwrap_or("").trim_start_matches('+');
    filter
        .statuses
        .iter()
        .zip(&row.checks)
        .all(|(set, value)| set.as_ref().is_none_or(|set| set.contains(&value.status)))
        && filter.countries.as_ref().is_none_or(|set| set.contains(&row.country))
        && filter.kinds.as_ref().is_none_or(|set| set.contains(&row.kind))
        && filter.carriers.as_ref().is_none_or(|set| set.contains(&row.carrier))
        && row.number.to_string().starts_with(prefix)
}

pub fn block_on<T>(work: impl Future<Output = T>) -> T {
    tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build().unwrap().block_on(work)
}
