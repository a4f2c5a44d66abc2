//! Chooses the numbers that a second channel is asked about for comparison.

use super::order::cost_of_number;
use super::route::{Asking, Unanswered};

/// Numbers that a second channel is asked about.
pub(super) struct Shadow {
    /// Position of the second channel.
    pub other: usize,
    pub numbers: Vec<Unanswered>,
}

/// The numbers to compare among those that channels are about to be asked about. The second channel is the next one in
/// the order of the number. It is asked only if both together cost no more than the customer pays for the number.
pub(super) fn shadows(asking: &Asking<'_>, groups: &[Vec<Unanswered>]) -> Vec<Shadow> {
    // Each number with what is left of its price.
    let mut by_channel: Vec<Vec<(Unanswered, i64)>> = vec![Vec::new(); asking.channels.len()];
    for (channel, group) in groups.iter().enumerate() {
        let cost = cost_of_number(asking.channels[channel].config(), group.len());
        for one in group.iter().filter(|one| asking.orders.is_compared(one.number)) {
            let country = asking.country(one);
            let order = asking.orders.of_number(one.number, country);
            if let Some(other) = order.get(one.next) {
                by_channel[*other].push((*one, asking.check.price_in(&country).0 - cost));
            }
        }
    }
    let affordable = by_channel.into_iter().enumerate().map(|(other, mut numbers)| {
        loop {
            let count = numbers.len();
            // Fewer numbers may cost more each.
            let cost = cost_of_number(asking.channels[other].config(), count);
            numbers.retain(|(_, left)| cost <= *left);
            if numbers.len() == count {
                break;
            }
        }
        Shadow { other, numbers: numbers.into_iter().map(|(one, _)| one).collect() }
    });
    affordable.filter(|shadow| !shadow.numbers.is_empty()).collect()
}
