//! Projects: what can be checked, at what price, and who answers.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::lang::Lang;
use crate::money::Points;
use crate::words::words_only;

words_only! {
    /// The group of the menu that a project stands in.
    Category {
        /// Messengers.
        Messaging = "messaging",
        /// Social networks.
        Social = "social",
        /// Exchanges, wallets and banks.
        Finance = "finance",
        /// Shops and marketplaces.
        Commerce = "commerce",
        /// Who carries a number, and whether it is switched on.
        Carrier = "carrier",
        /// What the numbering plan alone can tell.
        Hygiene = "hygiene",
    }
}

words_only! {
    /// Who answers.
    Answerer {
        /// The number engine: every number of a list is valid, and its type and country are known.
        Hygiene = "hygiene",
        /// The number engine: the carrier a number was first given to.
        Carrier = "carrier",
        /// Providers, through channels.
        Channels = "channels",
    }
}

/// The answer that costs nothing: nobody could tell.
pub const UNKNOWN: &str = "unknown";
/// A number that a project was not asked about: it did not reach that step of a waterfall, or the project
/// does not know its country.
pub const SKIPPED: &str = "skipped";

/// Why a number was not asked about: the project does not know its country.
pub const COUNTRY_NOT_COVERED: &str = "country_not_covered";

/// Numbers of a chunk: each divides the rows that input is stored in.
pub const CHUNK_SIZES: [i64; 8] = [100, 200, 500, 1000, 2000, 5000, 10_000, 50_000];

/// The most numbers that one task can have.
pub const MOST_NUMBERS: i64 = 10_000_000;

/// What an administrator can set of a project.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ProjectDetails {
    /// Where it stands in the menu.
    pub category: Category,
    /// Name of its icon.
    pub icon: String,
    /// Its name, by language.
    pub names: BTreeMap<Lang, String>,
    /// What it tells, by language.
    pub descriptions: BTreeMap<Lang, String>,
    /// Who answers.
    pub answerer: Answerer,
    /// The definite answers there are; the first is the one that customers look for.
    pub statuses: Vec<String>,
    /// For one definite answer, in ten-thousandths of a point.
    pub price: i64,
    /// Other prices, by country.
    #[serde(default)]
    pub country_prices: BTreeMap<String, i64>,
    /// A task has at least so many numbers.
    pub min_numbers: i64,
    /// And at the most so many.
    pub max_numbers: i64,
    /// The countries that it knows; empty for all.
    #[serde(default)]
    pub countries: Vec<String>,
    /// The channels that are asked, in this order; empty for all that serve it.
    #[serde(default)]
    pub channels: Vec<String>,
    /// Numbers that are checked and charged together.
    pub chunk_size: i64,
}

impl ProjectDetails {
    /// What a definite answer about a number of this country costs.
    pub fn price_in(&self, country: &str) -> Points {
        Points(self.country_prices.get(country).copied().unwrap_or(self.price))
    }

    /// Whether it knows the numbers of this country.
    pub fn covers(&self, country: &str) -> bool {
        covers(&self.countries, country)
    }

    /// Its name in a language, else in English.
    pub fn name(&self, lang: Lang) -> &str {
        self.names.get(&lang).or_else(|| self.names.get(&Lang::En)).map_or("", String::as_str)
    }

    /// What it tells, in a language, else in English.
    pub fn description(&self, lang: Lang) -> &str {
        self.descriptions.get(&lang).or_else(|| self.descriptions.get(&Lang::En)).map_or("", String::as_str)
    }

    /// The names of the fields whose values cannot be.
    pub fn faults(&self) -> Vec<&'static str> {
        let price = |price: i64| (0..=1_000_000_000).contains(&price);
        let country = |code: &String| code.len() == 2 && code.bytes().all(|b| b.is_ascii_uppercase());
        let texts = |texts: &BTreeMap<Lang, String>, most| {
            texts.values().all(|text| !text.trim().is_empty() && text.chars().count() <= most)
        };
        let distinct = self.statuses.iter().collect::<std::collections::BTreeSet<_>>().len();
        [
            ("icon", self.icon.len() <= 40),
            ("names", self.names.contains_key(&Lang::En) && texts(&self.names, 60)),
            ("descriptions", texts(&self.descriptions, 500)),
            (
                "statuses",
                (1..=20).contains(&distinct)
                    && distinct == self.statuses.len()
                    && self.statuses.iter().all(|status| is_status(status)),
            ),
            ("price", price(self.price)),
            ("country_prices", self.country_prices.iter().all(|(code, one)| country(code) && price(*one))),
            ("min_numbers", (1..=MOST_NUMBERS).contains(&self.min_numbers)),
            ("max_numbers", (self.min_numbers..=MOST_NUMBERS).contains(&self.max_numbers)),
            ("countries", self.countries.iter().all(country)),
            ("chunk_size", CHUNK_SIZES.contains(&self.chunk_size)),
        ]
        .into_iter()
        .filter_map(|(name, good)| (!good).then_some(name))
        .collect()
    }
}

/// Whether a list of countries, in which none stands for all, has this one.
pub(crate) fn covers(countries: &[String], country: &str) -> bool {
    countries.is_empty() || countries.iter().any(|known| known == country)
}

/// A word in lower case that is not one of ours.
fn is_status(word: &str) -> bool {
    let letters = word.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'_');
    (1..=32).contains(&word.len()) && letters && word != UNKNOWN && word != SKIPPED
}

/// A project as it is stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Project {
    /// Its name in addresses and in the ledger; never changes.
    pub slug: String,
    /// Its place in the menu.
    pub sort: i64,
    /// Takes new tasks.
    pub enabled: bool,
    /// Counts its changes.
    pub version: i64,
    /// The rest.
    pub details: ProjectDetails,
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    pub fn sample() -> ProjectDetails {
        ProjectDetails {
            category: Category::Messaging,
            icon: "message".into(),
            names: [(Lang::En, "Example".to_owned()), (Lang::Zh, "示例".to_owned())].into(),
            descriptions: [].into(),
            answerer: Answerer::Channels,
            statuses: vec!["active".into(), "inactive".into()],
            price: 100,
            country_prices: [("CN".to_owned(), 250)].into(),
            min_numbers: 1,
            max_numbers: 1000,
            countries: Vec::new(),
            channels: Vec::new(),
            chunk_size: 1000,
        }
    }

    #[test]
    fn prices_go_by_country_and_names_fall_back() {
        let project = sample();
        assert_eq!((project.price_in("CN"), project.price_in("US")), (Points(250), Points(100)));
        assert_eq!((project.name(Lang::Zh), project.name(Lang::Ja)), ("示例", "Example"));
        assert!(project.faults().is_empty());
        assert!(project.covers("US") && project.covers(""));
        let narrow = ProjectDetails { countries: vec!["CN".into()], ..project };
        assert!(narrow.covers("CN") && !narrow.covers("US") && !narrow.covers(""));
    }

    #[test]
    fn nonsense_is_named() {
        let wrong = ProjectDetails {
            names: [(Lang::Zh, "示例".to_owned())].into(),
            statuses: vec!["unknown".into()],
            price: -1,
            country_prices: [("china".to_owned(), 1)].into(),
            min_numbers: 10,
            max_numbers: 9,
            countries: vec!["cn".into()],
            chunk_size: 7,
            ..sample()
        };
        let named =
            ["names", "statuses", "price", "country_prices", "max_numbers", "countries", "chunk_size"];
        assert_eq!(wrong.faults(), named);
    }
}
