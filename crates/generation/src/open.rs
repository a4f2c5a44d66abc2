//! Computes the numbers of a stored run.

use std::collections::HashMap;
use std::sync::Arc;

use numplan::PhoneNumber;
use numplan::space::Space;
use numsift_intake::NumberSet;
use numsift_model::generation::{GenerationState, Run, Stretch, Track};
use numsift_model::id::TrackId;

use crate::exceptions::{Exceptions, digits, number};
use crate::sequence::{Excluded, Sequence};
use crate::{GenerationError, space_of};

/// A run with the sets that its numbers are computed from.
pub struct OpenRun {
    pub run: Run,
    tracks: HashMap<TrackId, (Track, Arc<Space>)>,
    exceptions: Exceptions,
}

impl OpenRun {
    /// Builds the sets that a run needs. Fails if the numbering plan has changed in them.
    pub(crate) fn open(
        run: Run,
        state: &GenerationState,
        exceptions: Exceptions,
    ) -> Result<Self, GenerationError> {
        let stretches = |segment: &numsift_model::generation::Segment| {
            std::iter::once(segment.stretch).chain(segment.without.clone()).collect::<Vec<_>>()
        };
        let mut tracks = HashMap::new();
        for stretch in run.of.segments.iter().flat_map(stretches) {
            if tracks.contains_key(&stretch.track) {
                continue;
            }
            let track = state.tracks.iter().find(|track| track.id == stretch.track);
            let track = track.ok_or(GenerationError::NotFound)?.clone();
            let space = space_of(&track.of.spec).map_err(|_| GenerationError::PlanChanged)?;
            if space.fingerprint() != track.of.fingerprint {
                return Err(GenerationError::PlanChanged);
            }
            tracks.insert(track.id, (track, Arc::new(space)));
        }
        Ok(Self { run, tracks, exceptions })
    }

    /// All numbers with the index of their segment.
    pub fn numbers(&self) -> impl Iterator<Item = (usize, PhoneNumber)> + '_ {
        self.run.of.segments.iter().enumerate().flat_map(move |(at, segment)| {
            let excluded: Vec<Excluded<'_>> =
                segment.without.iter().filter_map(|stretch| self.range(*stretch)).collect();
            let stretch = self.range(segment.stretch);
            let numbers = stretch.into_iter().flat_map(|own| {
                own.sequence.from(own.from).zip(own.from..own.until).map(|(number, _)| number)
            });
            let listed = &self.exceptions.passed;
            let filled = self.exceptions.filled.get(at).into_iter().flat_map(NumberSet::iter);
            numbers
                .filter(move |number| !excluded.iter().any(|range| range.has(number)))
                .filter(move |number| !listed.contains(digits(number)))
                .chain(filled.filter_map(number))
                .map(move |number| (at, number))
        })
    }

    fn range(&self, stretch: Stretch) -> Option<Excluded<'_>> {
        let (track, space) = self.tracks.get(&stretch.track)?;
        let sequence = Sequence::new(space, track.of.order, track.of.seed);
        Some(Excluded { sequence, from: stretch.from, until: stretch.until })
    }
}
