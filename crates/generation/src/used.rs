//! How many numbers of a set an account has been given: exact, however the sets overlap.
//!
//! Where sets are equal, inside one another or apart, this is arithmetic. Only a set that cuts
//! through a random draw is counted number by number, over the smaller of the two. What was counted
//! is kept, so that later only what came since is looked at.

use std::collections::HashMap;

use numplan::PhoneNumber;
use numplan::space::Space;
use numsift_model::generation::DrawOrder;
use numsift_model::id::TrackId;

use crate::plan::{Drawn, taken_by};
use crate::sequence::Sequence;

/// A count, and the marks of the tracks at which it was made.
#[derive(Debug, Clone, Default)]
pub(crate) struct Tally {
    marks: HashMap<TrackId, u64>,
    pub(crate) used: u64,
}

/// Brings a count over `space` up to date with stored tracks.
pub(crate) fn update(mut tally: Tally, space: &Space, tracks: &[Drawn]) -> Tally {
    let fingerprint = space.fingerprint();
    // Tracks as far as they are counted.
    let mut counted: Vec<Drawn> = tracks.to_vec();
    for drawn in &mut counted {
        drawn.of.drawn = drawn.id.and_then(|id| tally.marks.get(&id).copied()).unwrap_or(0);
    }
    // A track over the very same set needs no counting as long as nothing else is counted yet.
    let mut turn: Vec<usize> = (0..tracks.len()).collect();
    turn.sort_by_key(|at| tracks[*at].of.fingerprint != fingerprint);
    for at in turn {
        let (track, from) = (&tracks[at], counted[at].of.drawn);
        if track.of.drawn > from {
            tally.used += fresh(space, track, from, &others(&counted, at));
            counted[at].of.drawn = track.of.drawn;
        }
        if let Some(id) = track.id {
            tally.marks.insert(id, track.of.drawn);
        }
    }
    tally
}

fn others(counted: &[Drawn], at: usize) -> Vec<&Drawn> {
    let other = counted.iter().enumerate().filter(|(place, drawn)| *place != at && drawn.of.drawn > 0);
    other.map(|(_, drawn)| drawn).collect()
}

/// How many numbers of `space` a track gave from a place up to its mark that no other has given.
fn fresh(space: &Space, track: &Drawn, from: u64, others: &[&Drawn]) -> u64 {
    let both = track.space.intersection(space);
    if both.count() == 0 {
        return 0;
    }
    let until = track.of.drawn;
    let meeting: Vec<&Drawn> =
        others.iter().copied().filter(|other| other.space.intersection(&both).count() > 0).collect();
    let sequence = track.sequence();
    if meeting.is_empty() {
        if both.count() == track.of.size {
            return until - from;
        }
        if track.of.order == DrawOrder::Sequential {
            return below(&both, &sequence, until) - below(&both, &sequence, from);
        }
    }
    let taken = taken_by(&meeting);
    let new = |number: &PhoneNumber| !taken(number);
    if until - from <= both.count() {
        let stretch = sequence.from(from).zip(from..until).map(|(number, _)| number);
        stretch.filter(|number| both.contains(number) && new(number)).count() as u64
    } else {
        let drawn =
            |number: &PhoneNumber| sequence.place(number).is_some_and(|place| (from..until).contains(&place));
        both.from(0).filter(|number| drawn(number) && new(number)).count() as u64
    }
}

/// How many members of a part of an ordered sequence stand before a place.
fn below(part: &Space, sequence: &Sequence<'_>, place: u64) -> u64 {
    let (mut low, mut high) = (0, part.count());
    while low < high {
        let middle = low + (high - low) / 2;
        let before = part.unrank(middle).and_then(|number| sequence.place(&number));
        if before.is_some_and(|before| before < place) { low = middle + 1 } else { high = middle }
    }
    low
}
