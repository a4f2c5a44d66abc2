//! Counts the numbers of a set that an account has received. The count is exact, however sets overlap.
//!
//! If sets are equal, nested or disjoint, this is arithmetic. If a set cuts through a random draw, the smaller
//! of the two is enumerated. Counts are cached, so that later only new draws are counted.

use std::collections::HashMap;

use numplan::PhoneNumber;
use numplan::space::Space;
use numsift_model::generation::DrawOrder;
use numsift_model::id::TrackId;

use crate::GenerationError;
use crate::effort::{self, Effort};
use crate::plan::{Drawn, taken_by};
use crate::sequence::Sequence;

/// A count, and the positions of the tracks when it was made.
#[derive(Debug, Clone, Default)]
pub(crate) struct Tally {
    marks: HashMap<TrackId, u64>,
    pub(crate) used: u64,
}

/// Updates a count over `space` to the positions of the stored tracks.
pub(crate) fn update(
    mut tally: Tally,
    space: &Space,
    tracks: &[Drawn],
    effort: &mut Effort<'_>,
) -> Result<Tally, GenerationError> {
    let fingerprint = space.fingerprint();
    // The tracks at the positions up to which they are counted.
    let mut counted: Vec<Drawn> = tracks.to_vec();
    for drawn in &mut counted {
        drawn.of.drawn = drawn.id.and_then(|id| tally.marks.get(&id).copied()).unwrap_or(0);
    }
    // Tracks over the same set come first: while nothing else is counted, they take no enumeration.
    let mut order: Vec<usize> = (0..tracks.len()).collect();
    order.sort_by_key(|at| tracks[*at].of.fingerprint != fingerprint);
    for at in order {
        let (track, from) = (&tracks[at], counted[at].of.drawn);
        if track.of.drawn > from {
            tally.used += fresh(space, track, from, &others(&counted, at), effort)?;
            counted[at].of.drawn = track.of.drawn;
        }
        if let Some(id) = track.id {
            tally.marks.insert(id, track.of.drawn);
        }
    }
    Ok(tally)
}

fn others(counted: &[Drawn], at: usize) -> Vec<&Drawn> {
    let other = counted.iter().enumerate().filter(|(index, drawn)| *index != at && drawn.of.drawn > 0);
    other.map(|(_, drawn)| drawn).collect()
}

/// Number of members of `space` that a track gave since position `from`, and that no other track gave.
fn fresh(
    space: &Space,
    track: &Drawn,
    from: u64,
    others: &[&Drawn],
    effort: &mut Effort<'_>,
) -> Result<u64, GenerationError> {
    effort.spend(effort::SET)?;
    let both = track.space.intersection(space);
    if both.count() == 0 {
        return Ok(0);
    }
    effort.spend((others.len() as u64).saturating_mul(effort::SET))?;
    let until = track.of.drawn;
    let meeting: Vec<&Drawn> =
        others.iter().copied().filter(|other| other.space.intersection(&both).count() > 0).collect();
    let sequence = track.sequence();
    if meeting.is_empty() {
        if both.count() == track.of.size {
            return Ok(until - from);
        }
        if track.of.order == DrawOrder::Sequential {
            return Ok(below(&both, &sequence, until) - below(&both, &sequence, from));
        }
    }
    let taken = taken_by(&meeting);
    let per_number = 2 + meeting.len() as u64;
    let mut count = 0;
    if until - from <= both.count() {
        for (number, _) in sequence.from(from).zip(from..until) {
            effort.spend(per_number)?;
            count += u64::from(both.contains(&number) && !taken(&number));
        }
    } else {
        let drawn =
            |number: &PhoneNumber| sequence.position(number).is_some_and(|at| (from..until).contains(&at));
        for number in both.from(0) {
            effort.spend(per_number)?;
            count += u64::from(drawn(&number) && !taken(&number));
        }
    }
    Ok(count)
}

/// Number of members of `part` before a position of an ascending sequence.
fn below(part: &Space, sequence: &Sequence<'_>, position: u64) -> u64 {
    let (mut low, mut high) = (0, part.count());
    while low < high {
        let middle = low + (high - low) / 2;
        let at = part.unrank(middle).and_then(|number| sequence.position(&number));
        if at.is_some_and(|at| at < position) { low = middle + 1 } else { high = middle }
    }
    low
}
