//! A set of numbers in an order: what stands at a place, and at which place a number stands.

use numplan::PhoneNumber;
use numplan::space::{Draw, Space};
use numsift_model::generation::DrawOrder;

/// A set of numbers in an order.
pub(crate) struct Sequence<'a> {
    space: &'a Space,
    /// `None` is from the smallest up.
    draw: Option<Draw<'a>>,
}

impl<'a> Sequence<'a> {
    pub(crate) fn new(space: &'a Space, order: DrawOrder, seed: u64) -> Self {
        let draw = (order == DrawOrder::Random).then(|| space.draw(seed));
        Self { space, draw }
    }

    /// The numbers from a place on.
    pub(crate) fn from(&self, place: u64) -> Box<dyn Iterator<Item = PhoneNumber> + Send + 'a> {
        match &self.draw {
            Some(draw) => Box::new(draw.clone().skip_to(place)),
            None => Box::new(self.space.from(place)),
        }
    }

    /// The place of a number; `None` if it is not in the set.
    pub(crate) fn place(&self, number: &PhoneNumber) -> Option<u64> {
        match &self.draw {
            Some(draw) => draw.position(number),
            None => self.space.rank(number),
        }
    }
}

/// Numbers to be passed over: those at some places of a sequence.
pub(crate) struct Passed<'a> {
    pub(crate) sequence: Sequence<'a>,
    pub(crate) from: u64,
    pub(crate) until: u64,
}

impl Passed<'_> {
    pub(crate) fn has(&self, number: &PhoneNumber) -> bool {
        self.sequence.place(number).is_some_and(|place| (self.from..self.until).contains(&place))
    }
}
