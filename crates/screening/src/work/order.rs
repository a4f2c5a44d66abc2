//! The order in which the channels of a check are asked, for each number.

use std::collections::BTreeMap;
use std::sync::Arc;

use numsift_channel::{Channel, ChannelConfig, CostPer};
use numsift_model::routing::{RouteBy, Routing, Traffic};
use numsift_model::task::Check;
use numsift_segments::CountryCode;

use crate::channels::ProjectTraffic;

/// The cost per definite answer is known from this many answered numbers on. Until then, the configured cost counts.
const ENOUGH: i64 = 200;

/// The orders for a country.
struct CountryOrders {
    /// Each with its share of the numbers. There is at least one.
    orders: Vec<(u32, Vec<usize>)>,
    /// The sum of the shares.
    shares: u64,
}

/// The orders in which the channels of a check are asked. Channels are given by their position.
pub(super) struct Orders {
    by_country: Vec<(CountryCode, CountryOrders)>,
    shadow: u64,
}

impl Orders {
    /// `traffic` is needed for routing by cost.
    pub fn of(
        check: &Check,
        channels: &[Arc<Channel>],
        countries: impl Iterator<Item = CountryCode>,
        traffic: &ProjectTraffic,
    ) -> Self {
        let mut by_country: Vec<(CountryCode, CountryOrders)> = Vec::new();
        for country in countries {
            if !by_country.iter().any(|(known, _)| *known == country) {
                by_country.push((country, orders_in(check, channels, country, traffic)));
            }
        }
        Self { by_country, shadow: check.routing.shadow.into() }
    }

    /// The channels for a number, in the order in which they are asked.
    pub fn of_number(&self, number: u64, country: CountryCode) -> &[usize] {
        let Some((_, of)) = self.by_country.iter().find(|(known, _)| *known == country) else { return &[] };
        let mut chance = if of.orders.len() > 1 { hash(number, 1) % of.shares.max(1) } else { 0 };
        for (share, order) in &of.orders {
            let share = u64::from(*share);
            if chance < share {
                return order;
            }
            chance -= share;
        }
        of.orders.first().map_or(&[], |(_, order)| order)
    }

    /// Whether a second channel is asked about a number for comparison.
    pub fn is_compared(&self, number: u64) -> bool {
        self.shadow > 0 && hash(number, 2) % 10_000 < self.shadow
    }
}

fn orders_in(
    check: &Check,
    channels: &[Arc<Channel>],
    country: CountryCode,
    traffic: &ProjectTraffic,
) -> CountryOrders {
    let serves = |at: &usize| channels[*at].config().serves(&check.project, Some(&country));
    let mut order: Vec<usize> = (0..channels.len()).filter(serves).collect();
    let Routing { by, split, .. } = &check.routing;
    let orders = match by {
        RouteBy::Priority => vec![(1, order)],
        RouteBy::Cost => {
            order.sort_by_cached_key(|at| {
                let config = channels[*at].config();
                let (here, all) =
                    (traffic.in_country(&config.name, &country), traffic.everywhere(&config.name));
                expected_cost(config, here, all)
            });
            vec![(1, order)]
        }
        RouteBy::Split => shared(split, &order, |at| &channels[at].config().name),
    };
    let shares = orders.iter().map(|(share, _)| u64::from(*share)).sum();
    CountryOrders { orders, shares }
}

/// One order for each channel of a split, which it begins with; the other channels follow by priority.
fn shared<'a>(
    split: &BTreeMap<String, u32>,
    order: &[usize],
    name: impl Fn(usize) -> &'a str,
) -> Vec<(u32, Vec<usize>)> {
    let orders: Vec<_> = order
        .iter()
        .filter_map(|first| {
            let share = *split.get(name(*first))?;
            let rest = order.iter().filter(|other| *other != first);
            Some((share, std::iter::once(first).chain(rest).copied().collect()))
        })
        .collect();
    if orders.is_empty() { vec![(1, order.to_vec())] } else { orders }
}

/// Cost per definite answer in thousandths of 1/10,000 point: from the country, else from all countries, else as it is
/// configured.
fn expected_cost(config: &ChannelConfig, here: Traffic, all: Traffic) -> i128 {
    let known = [here, all].into_iter().find(|traffic| traffic.answered() >= ENOUGH);
    match known {
        Some(traffic) if traffic.definite == 0 => i128::MAX,
        Some(traffic) => i128::from(traffic.cost) * 1000 / i128::from(traffic.definite),
        None => i128::from(cost_of_number(config, usize::try_from(config.batch.max).unwrap_or(1))) * 1000,
    }
}

/// What asking a channel about a number costs, if it is asked about this many numbers.
pub(super) fn cost_of_number(config: &ChannelConfig, numbers: usize) -> i64 {
    match config.cost.per {
        CostPer::Item => config.cost.points.0,
        CostPer::Request => {
            let numbers = i64::try_from(numbers).unwrap_or(i64::MAX).max(1);
            let most = i64::from(config.batch.max).max(1);
            let requests = numbers / most + i64::from(numbers % most > 0);
            config.cost.points.0.saturating_mul(requests).saturating_add(numbers - 1) / numbers
        }
    }
}

/// A pseudo-random number that depends on the number only, so that a repeated chunk asks the same channels.
fn hash(number: u64, salt: u64) -> u64 {
    let mut z = number.wrapping_add(salt.wrapping_mul(0x9e37_79b9_7f4a_7c15));
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn config(yaml: &str) -> ChannelConfig {
        let base = "name: a\nbase_url: https://example.com\nchecks: [line]\nmap: [{to: status, path: $.s}]\n";
        ChannelConfig::from_yaml(&format!("{base}submit: {{path: /}}\n{yaml}")).unwrap()
    }

    fn traffic(numbers: i64, definite: i64, cost: i64) -> Traffic {
        Traffic { numbers, definite, cost, ..Traffic::default() }
    }

    #[test]
    fn the_nearest_sufficient_evidence_decides_the_cost() {
        let config = config("cost: {per: item, points: 20}");
        let none = Traffic::default();
        assert_eq!(expected_cost(&config, none, none), 20_000, "no evidence: as configured");
        assert_eq!(expected_cost(&config, traffic(199, 1, 9), traffic(199, 1, 9)), 20_000, "not enough");
        assert_eq!(expected_cost(&config, none, traffic(400, 100, 8000)), 80_000, "from all countries");
        assert_eq!(expected_cost(&config, traffic(200, 200, 4000), traffic(400, 100, 8000)), 20_000);
        assert_eq!(expected_cost(&config, traffic(200, 0, 0), none), i128::MAX, "never answers");
    }

    #[test]
    fn the_cost_of_a_request_is_shared_by_its_numbers() {
        let config = config("batch: {max: 100}\ncost: {per: request, points: 1000}");
        assert_eq!(cost_of_number(&config, 1), 1000);
        assert_eq!(cost_of_number(&config, 3), 334);
        assert_eq!(cost_of_number(&config, 5000), 10);
        assert_eq!(cost_of_number(&config, 101), 20, "the second request is for one number");
    }

    #[test]
    fn a_split_gives_each_channel_its_share() {
        let names = ["a", "b", "c"];
        let split = [("b".to_owned(), 80), ("c".to_owned(), 20)].into();
        let orders = shared(&split, &[0, 1, 2], |at| names[at]);
        assert_eq!(orders, [(80, vec![1, 0, 2]), (20, vec![2, 0, 1])]);
        assert_eq!(shared(&split, &[0], |at| names[at]), [(1, vec![0])], "none of them serves the country");
        let country = numsift_segments::country_code(numsift_segments::pack_country("DE"));
        let orders =
            Orders { by_country: vec![(country, CountryOrders { orders, shares: 100 })], shadow: 200 };
        let numbers = 4_915_100_000_000..4_915_100_010_000_u64;
        let firsts = numbers.clone().filter(|number| orders.of_number(*number, country)[0] == 1).count();
        assert!((7_800..8_200).contains(&firsts), "{firsts}");
        let compared = numbers.filter(|number| orders.is_compared(*number)).count();
        assert!((150..250).contains(&compared), "{compared}");
    }
}
