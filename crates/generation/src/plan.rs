//! Plans a run: which ranges of which tracks it takes.

use std::collections::BTreeSet;
use std::sync::Arc;

use numplan::PhoneNumber;
use numplan::space::Space;
use numsift_intake::NumberSet;
use numsift_model::generation::{DrawOrder, Earlier, NewTrack, SpaceSpec};
use numsift_model::id::TrackId;
use sha2::{Digest, Sha256};

use crate::GenerationError;
use crate::effort::{self, Effort};
use crate::exceptions::{Exceptions, digits, number};
use crate::sequence::{Excluded, Sequence};

/// A track with its set of numbers.
#[derive(Debug, Clone)]
pub(crate) struct Drawn {
    /// `None` if the track is new.
    pub(crate) id: Option<TrackId>,
    pub(crate) of: NewTrack,
    pub(crate) space: Arc<Space>,
}

impl Drawn {
    pub(crate) fn sequence(&self) -> Sequence<'_> {
        Sequence::new(&self.space, self.of.order, self.of.seed)
    }

    /// The numbers that the track has given.
    fn taken(&self) -> Excluded<'_> {
        Excluded { sequence: self.sequence(), from: 0, until: self.of.drawn }
    }
}

/// A requested segment.
pub(crate) struct PlanRequest {
    pub(crate) spec: SpaceSpec,
    pub(crate) space: Arc<Space>,
    pub(crate) count: u64,
}

/// A range of a track, given by the index of the track in the plan.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Planned {
    pub(crate) track: usize,
    pub(crate) from: u64,
    pub(crate) until: u64,
}

#[derive(Debug, Clone)]
pub(crate) struct PlannedSegment {
    pub(crate) spec: SpaceSpec,
    pub(crate) stretch: Planned,
    pub(crate) without: Vec<Planned>,
    /// As many as requested, or all that are left.
    pub(crate) count: u64,
}

pub(crate) struct Plan {
    /// The tracks of the account after the run; new ones are last.
    pub(crate) tracks: Vec<Drawn>,
    pub(crate) segments: Vec<PlannedSegment>,
    pub(crate) exceptions: Exceptions,
    /// The spared numbers of the account after the run.
    pub(crate) spared: NumberSet,
}

pub(crate) struct PlanOptions<'a> {
    pub(crate) order: DrawOrder,
    pub(crate) earlier: Earlier,
    /// Numbers that the run must not contain.
    pub(crate) list: Option<&'a NumberSet>,
}

/// Plans a run segment by segment; each takes into account the segments before it.
pub(crate) fn plan(
    key: &[u8; 32],
    mut tracks: Vec<Drawn>,
    spared: &NumberSet,
    requests: &[PlanRequest],
    options: &PlanOptions<'_>,
    effort: &mut Effort<'_>,
) -> Result<Plan, GenerationError> {
    let PlanOptions { order, earlier, list } = *options;
    let mut segments: Vec<PlannedSegment> = Vec::with_capacity(requests.len());
    let before = spared_before(&tracks, spared, effort)?;
    let mut spared: BTreeSet<u64> = before.into_iter().map(|(digits, _)| digits).collect();
    let mut passed_over = Vec::new();
    let mut filled = Vec::with_capacity(requests.len());
    for request in requests {
        let (track, from) = choose_track(key, &mut tracks, &segments, request, order, earlier);
        let without = excluded_ranges(&tracks, &segments, track, earlier, effort)?;
        let Walked { until, found, listed } =
            walk(&tracks, track, from, &without, list, request.count, effort)?;
        // Numbers that the list excludes are spared, unless the account has received them before.
        let taken = taken_by(&tracks.iter().collect::<Vec<_>>());
        effort.spend((listed.len() as u64).saturating_mul(tracks.len() as u64))?;
        let newly = listed.iter().filter(|number| !taken(number)).map(digits).collect::<Vec<_>>();
        drop(taken);
        // Spared numbers that are in this segment are spared no longer.
        let stretch = Planned { track, from, until };
        let (own, others) = (ranges(&tracks, &[stretch]), ranges(&tracks, &without));
        effort.spend((spared.len() as u64).saturating_mul(1 + others.len() as u64))?;
        spared.retain(|digits| {
            let in_segment = |number: PhoneNumber| {
                own.iter().any(|own| own.has(&number)) && !others.iter().any(|other| other.has(&number))
            };
            !number(*digits).is_some_and(in_segment) || list.is_some_and(|list| list.contains(*digits))
        });
        drop((own, others));
        passed_over.extend(listed.iter().map(digits));
        spared.extend(newly);
        let drawn = &mut tracks[track].of.drawn;
        *drawn = until.max(*drawn);
        let missing = if earlier == Earlier::Exclude { request.count - found } else { 0 };
        effort.spend(spared.len() as u64)?;
        let fill = take_spared(&mut spared, request, list, missing);
        let count = found + fill.len() as u64;
        filled.push(fill);
        segments.push(PlannedSegment { spec: request.spec.clone(), stretch, without, count });
    }
    let exceptions = Exceptions { passed: NumberSet::from_sorted(passed_over), filled };
    Ok(Plan { tracks, segments, exceptions, spared: spared.into_iter().collect() })
}

/// The spared numbers that the tracks have passed. Where the numbering plan has changed, a track may be gone;
/// the numbers that it passed are then like any other.
pub(crate) fn spared_before(
    tracks: &[Drawn],
    spared: &NumberSet,
    effort: &mut Effort<'_>,
) -> Result<Vec<(u64, PhoneNumber)>, GenerationError> {
    let taken = taken_by(&tracks.iter().collect::<Vec<_>>());
    let mut before = Vec::new();
    for digits in spared.iter() {
        effort.spend(1 + tracks.len() as u64)?;
        if let Some(number) = number(digits).filter(|number| taken(number)) {
            before.push((digits, number));
        }
    }
    Ok(before)
}

/// Takes up to `most` spared numbers of the requested set.
fn take_spared(
    spared: &mut BTreeSet<u64>,
    request: &PlanRequest,
    list: Option<&NumberSet>,
    most: u64,
) -> NumberSet {
    let most = usize::try_from(most).unwrap_or(usize::MAX);
    let fits = |digits: &u64| {
        !list.is_some_and(|list| list.contains(*digits))
            && number(*digits).is_some_and(|number| request.space.contains(&number))
    };
    let filled: NumberSet = spared.iter().copied().filter(fits).take(most).collect();
    for digits in filled.iter() {
        spared.remove(&digits);
    }
    filled
}

/// The track that a segment draws from, and the position where it starts.
fn choose_track(
    key: &[u8; 32],
    tracks: &mut Vec<Drawn>,
    segments: &[PlannedSegment],
    request: &PlanRequest,
    order: DrawOrder,
    earlier: Earlier,
) -> (usize, u64) {
    let fingerprint = request.space.fingerprint();
    let same = |drawn: &Drawn| drawn.of.fingerprint == fingerprint && drawn.of.order == order;
    let of_this_run = segments.iter().rev().find(|segment| same(&tracks[segment.stretch.track]));
    if let Some(segment) = of_this_run {
        return (segment.stretch.track, segment.stretch.until);
    }
    let known = tracks.iter().rposition(same);
    match (known, earlier, order) {
        (Some(track), Earlier::Exclude | Earlier::Continue, _) => return (track, tracks[track].of.drawn),
        (Some(track), Earlier::Repeat, DrawOrder::Sequential) => return (track, 0),
        (Some(_), Earlier::Repeat, DrawOrder::Random) | (None, ..) => {}
    }
    let before = tracks.iter().filter(|drawn| same(drawn)).count();
    let of = NewTrack {
        spec: request.spec.clone(),
        fingerprint,
        size: request.space.count(),
        order,
        seed: seed(key, fingerprint, before),
        drawn: 0,
    };
    tracks.push(Drawn { id: None, of, space: request.space.clone() });
    (tracks.len() - 1, 0)
}

/// The seed of a new track. It is derived from the secret key of the account, and is the same for a preview and
/// the run that follows it.
fn seed(key: &[u8; 32], fingerprint: u64, before: usize) -> u64 {
    let hash = Sha256::new()
        .chain_update(key)
        .chain_update(fingerprint.to_le_bytes())
        .chain_update((before as u64).to_le_bytes())
        .finalize();
    hash.iter().take(8).fold(0, |seed, byte| seed << 8 | u64::from(*byte))
}

/// The ranges of other tracks whose numbers a segment skips.
fn excluded_ranges(
    tracks: &[Drawn],
    segments: &[PlannedSegment],
    track: usize,
    earlier: Earlier,
    effort: &mut Effort<'_>,
) -> Result<Vec<Planned>, GenerationError> {
    let candidates: Vec<Planned> = match earlier {
        Earlier::Exclude => {
            (0..tracks.len()).map(|at| Planned { track: at, from: 0, until: tracks[at].of.drawn }).collect()
        }
        // Numbers never repeat within a run.
        Earlier::Continue | Earlier::Repeat => segments.iter().map(|segment| segment.stretch).collect(),
    };
    let meets = |other: &Planned| {
        other.track != track
            && other.from < other.until
            && tracks[other.track].space.intersection(&tracks[track].space).count() > 0
    };
    let mut ranges = Vec::new();
    for candidate in candidates {
        effort.spend(effort::SET)?;
        ranges.extend(Some(candidate).filter(meets));
    }
    Ok(ranges)
}

/// The result of [`walk`].
struct Walked {
    /// The position after the last number.
    until: u64,
    /// Number of numbers found.
    found: u64,
    /// Numbers before `until` that only the list excludes.
    listed: Vec<PhoneNumber>,
}

/// Walks a track until enough numbers are found.
fn walk(
    tracks: &[Drawn],
    track: usize,
    from: u64,
    without: &[Planned],
    list: Option<&NumberSet>,
    count: u64,
    effort: &mut Effort<'_>,
) -> Result<Walked, GenerationError> {
    let size = tracks[track].of.size;
    if without.is_empty() && list.is_none() {
        let until = size.min(from.saturating_add(count)).max(from);
        return Ok(Walked { until, found: until - from, listed: Vec::new() });
    }
    let excluded = ranges(tracks, without);
    let per_number = 1 + excluded.len() as u64;
    let (mut found, mut until) = (0, from);
    let (mut listed, mut listed_before) = (Vec::new(), 0);
    if count > 0 {
        for (position, number) in (from..).zip(tracks[track].sequence().from(from)) {
            effort.spend(per_number)?;
            if excluded.iter().any(|range| range.has(&number)) {
                continue;
            }
            if list.is_some_and(|list| list.contains(digits(&number))) {
                listed.push(number);
                continue;
            }
            found += 1;
            until = position + 1;
            listed_before = listed.len();
            if found == count {
                break;
            }
        }
    }
    listed.truncate(listed_before);
    Ok(Walked { until, found, listed })
}

fn ranges<'a>(tracks: &'a [Drawn], stretches: &[Planned]) -> Vec<Excluded<'a>> {
    stretches
        .iter()
        .map(|stretch| Excluded {
            sequence: tracks[stretch.track].sequence(),
            from: stretch.from,
            until: stretch.until,
        })
        .collect()
}

/// Whether any of the tracks has given a number.
pub(crate) fn taken_by<'a>(tracks: &[&'a Drawn]) -> impl Fn(&PhoneNumber) -> bool + use<'a> {
    let taken: Vec<Excluded<'_>> = tracks.iter().map(|drawn| drawn.taken()).collect();
    move |number| taken.iter().any(|range| range.has(number))
}
