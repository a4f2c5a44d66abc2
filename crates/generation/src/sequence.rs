//! A set of numbers in an order: maps positions to numbers and back.

use numplan::PhoneNumber;
use numplan::space::{Draw, Space};
use numsift_model::generation::DrawOrder;

/// A set of numbers in an order.
pub(crate) struct Sequence<'a> {
    space: &'a Space,
    /// `None` for ascending order.
    draw: Option<Draw<'a>>,
}

impl<'a> Sequence<'a> {
    pub(crate) fn new(space: &'a Space, order: DrawOrder, seed: u64) -> Self {
        let draw = (order == DrawOrder::Random).then(|| space.draw(seed));
        Self { space, draw }
    }

    /// The numbers from a position on.
    pub(crate) fn from(&self, position: u64) -> Box<dyn Iterator<Item = PhoneNumber> + Send + 'a> {
        match &self.draw {
            Some(draw) => Box::new(draw.clone().skip_to(position)),
            None => Box::new(self.space.from(position)),
        }
    }

    /// The position of a number; `None` if it is not in the set.
    pub(crate) fn position(&self, number: &PhoneNumber) -> Option<u64> {
        match &self.draw {
            Some(draw) => draw.position(number),
            None => self.space.rank(number),
        }
    }
}

/// A range of a sequence, whose numbers are skipped.
pub(crate) struct Excluded<'a> {
    pub(crate) sequence: Sequence<'a>,
    pub(crate) from: u64,
    pub(crate) until: u64,
}

impl Excluded<'_> {
    pub(crate) fn has(&self, number: &PhoneNumber) -> bool {
        self.sequence.position(number).is_some_and(|position| (self.from..self.until).contains(&position))
    }
}
