//! Which stretches of which tracks a run takes.

use std::collections::BTreeSet;
use std::sync::Arc;

use numplan::PhoneNumber;
use numplan::space::Space;
use numsift_intake::NumberSet;
use numsift_model::generation::{DrawOrder, Earlier, NewTrack, SpaceSpec};
use numsift_model::id::TrackId;
use sha2::{Digest, Sha256};

use crate::exceptions::{Exceptions, digits, number};
use crate::sequence::{Passed, Sequence};

/// A track together with its set of numbers.
#[derive(Debug, Clone)]
pub(crate) struct Drawn {
    /// `None` until it is stored.
    pub(crate) id: Option<TrackId>,
    pub(crate) of: NewTrack,
    pub(crate) space: Arc<Space>,
}

impl Drawn {
    pub(crate) fn sequence(&self) -> Sequence<'_> {
        Sequence::new(&self.space, self.of.order, self.of.seed)
    }

    /// Everything up to the mark.
    fn taken(&self) -> Passed<'_> {
        Passed { sequence: self.sequence(), from: 0, until: self.of.drawn }
    }
}

/// A part as it is asked for.
pub(crate) struct Ask {
    pub(crate) spec: SpaceSpec,
    pub(crate) space: Arc<Space>,
    pub(crate) count: u64,
}

/// A stretch of a track that is named by its place in the plan.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Planned {
    pub(crate) track: usize,
    pub(crate) from: u64,
    pub(crate) until: u64,
}

/// A part of a plan.
#[derive(Debug, Clone)]
pub(crate) struct PlannedSegment {
    pub(crate) spec: SpaceSpec,
    pub(crate) stretch: Planned,
    pub(crate) without: Vec<Planned>,
    /// As many as were asked for, or all that there are.
    pub(crate) count: u64,
}

/// What a run will take.
pub(crate) struct Plan {
    /// The account's tracks as they will be, new ones at the end.
    pub(crate) tracks: Vec<Drawn>,
    pub(crate) segments: Vec<PlannedSegment>,
    /// What the stretches do not tell of.
    pub(crate) exceptions: Exceptions,
    /// The numbers that the account will have been spared.
    pub(crate) spared: NumberSet,
}

/// How a run takes its numbers.
pub(crate) struct Manner<'a> {
    pub(crate) order: DrawOrder,
    pub(crate) earlier: Earlier,
    /// Numbers that it must not hold.
    pub(crate) list: Option<&'a NumberSet>,
}

/// Plans a run: part after part, each seeing what those before it take.
pub(crate) fn plan(
    key: &[u8; 32],
    mut tracks: Vec<Drawn>,
    spared: &NumberSet,
    asks: &[Ask],
    manner: &Manner<'_>,
) -> Plan {
    let Manner { order, earlier, list } = *manner;
    let mut segments: Vec<PlannedSegment> = Vec::with_capacity(asks.len());
    let mut spared: BTreeSet<u64> = spared_before(&tracks, spared).map(|(digits, _)| digits).collect();
    let mut passed_over = Vec::new();
    let mut filled = Vec::with_capacity(asks.len());
    for ask in asks {
        let (track, from) = choose(key, &mut tracks, &segments, ask, order, earlier);
        let without = avoided(&tracks, &segments, track, earlier);
        let Walked { until, found, listed } = walk(&tracks, track, from, &without, list, ask.count);
        // What the list keeps out is spared, unless the account was given it before.
        let taken = taken_by(&tracks.iter().collect::<Vec<_>>());
        let newly = listed.iter().filter(|number| !taken(number)).map(digits).collect::<Vec<_>>();
        drop(taken);
        // What was spared before and comes now is given.
        let stretch = Planned { track, from, until };
        let (own, others) = (passed(&tracks, &[stretch]), passed(&tracks, &without));
        spared.retain(|digits| {
            let comes = |number: PhoneNumber| {
                own.iter().any(|own| own.has(&number)) && !others.iter().any(|other| other.has(&number))
            };
            !number(*digits).is_some_and(comes) || list.is_some_and(|list| list.contains(*digits))
        });
        drop((own, others));
        passed_over.extend(listed.iter().map(digits));
        spared.extend(newly);
        let mark = &mut tracks[track].of.drawn;
        *mark = until.max(*mark);
        let more = if earlier == Earlier::Exclude { ask.count - found } else { 0 };
        let fill = fill(&mut spared, ask, list, more);
        let count = found + fill.len() as u64;
        filled.push(fill);
        segments.push(PlannedSegment { spec: ask.spec.clone(), stretch, without, count });
    }
    let exceptions = Exceptions { passed: NumberSet::from_sorted(passed_over), filled };
    Plan { tracks, segments, exceptions, spared: spared.into_iter().collect() }
}

/// Spared numbers that tracks have passed. Where the numbering plan has changed, a track may have
/// gone, and what it passed is like any other number.
pub(crate) fn spared_before<'a>(
    tracks: &'a [Drawn],
    spared: &'a NumberSet,
) -> impl Iterator<Item = (u64, PhoneNumber)> + 'a {
    let taken = taken_by(&tracks.iter().collect::<Vec<_>>());
    let known = spared.iter().filter_map(|digits| Some((digits, number(digits)?)));
    known.filter(move |(_, number)| taken(number))
}

/// Takes spared numbers when a track has no more.
fn fill(spared: &mut BTreeSet<u64>, ask: &Ask, list: Option<&NumberSet>, most: u64) -> NumberSet {
    let most = usize::try_from(most).unwrap_or(usize::MAX);
    let fits = |digits: &u64| {
        !list.is_some_and(|list| list.contains(*digits))
            && number(*digits).is_some_and(|number| ask.space.contains(&number))
    };
    let filled: NumberSet = spared.iter().copied().filter(fits).take(most).collect();
    for digits in filled.iter() {
        spared.remove(&digits);
    }
    filled
}

/// The track that a part draws from, and the place where it begins.
fn choose(
    key: &[u8; 32],
    tracks: &mut Vec<Drawn>,
    segments: &[PlannedSegment],
    ask: &Ask,
    order: DrawOrder,
    earlier: Earlier,
) -> (usize, u64) {
    let fingerprint = ask.space.fingerprint();
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
        spec: ask.spec.clone(),
        fingerprint,
        size: ask.space.count(),
        order,
        seed: seed(key, fingerprint, before),
        drawn: 0,
    };
    tracks.push(Drawn { id: None, of, space: ask.space.clone() });
    (tracks.len() - 1, 0)
}

/// Known only to this account, and the same again for a preview and the run that follows it.
fn seed(key: &[u8; 32], fingerprint: u64, before: usize) -> u64 {
    let hash = Sha256::new()
        .chain_update(key)
        .chain_update(fingerprint.to_le_bytes())
        .chain_update((before as u64).to_le_bytes())
        .finalize();
    hash.iter().take(8).fold(0, |seed, byte| seed << 8 | u64::from(*byte))
}

/// The stretches of other tracks whose numbers a part passes over.
fn avoided(tracks: &[Drawn], segments: &[PlannedSegment], track: usize, earlier: Earlier) -> Vec<Planned> {
    let candidates: Vec<Planned> = match earlier {
        Earlier::Exclude => {
            (0..tracks.len()).map(|at| Planned { track: at, from: 0, until: tracks[at].of.drawn }).collect()
        }
        // Within a run nothing comes twice.
        Earlier::Continue | Earlier::Repeat => segments.iter().map(|segment| segment.stretch).collect(),
    };
    let meets = |other: &Planned| {
        other.track != track
            && other.from < other.until
            && tracks[other.track].space.intersection(&tracks[track].space).count() > 0
    };
    candidates.into_iter().filter(meets).collect()
}

/// How far a walk came.
struct Walked {
    /// The place behind the last number.
    until: u64,
    /// How many numbers there are.
    found: u64,
    /// Numbers before that place that only the list kept out.
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
) -> Walked {
    let size = tracks[track].of.size;
    if without.is_empty() && list.is_none() {
        let until = size.min(from.saturating_add(count)).max(from);
        return Walked { until, found: until - from, listed: Vec::new() };
    }
    let passed = passed(tracks, without);
    let (mut found, mut until) = (0, from);
    let (mut listed, mut listed_before) = (Vec::new(), 0);
    if count > 0 {
        for (place, number) in (from..).zip(tracks[track].sequence().from(from)) {
            if passed.iter().any(|passed| passed.has(&number)) {
                continue;
            }
            if list.is_some_and(|list| list.contains(digits(&number))) {
                listed.push(number);
                continue;
            }
            found += 1;
            until = place + 1;
            listed_before = listed.len();
            if found == count {
                break;
            }
        }
    }
    listed.truncate(listed_before);
    Walked { until, found, listed }
}

fn passed<'a>(tracks: &'a [Drawn], without: &[Planned]) -> Vec<Passed<'a>> {
    without
        .iter()
        .map(|stretch| Passed {
            sequence: tracks[stretch.track].sequence(),
            from: stretch.from,
            until: stretch.until,
        })
        .collect()
}

/// Whether any of the tracks has given a number.
pub(crate) fn taken_by<'a>(tracks: &[&'a Drawn]) -> impl Fn(&PhoneNumber) -> bool + use<'a> {
    let passed: Vec<Passed<'_>> = tracks.iter().map(|drawn| drawn.taken()).collect();
    move |number| passed.iter().any(|passed| passed.has(number))
}
