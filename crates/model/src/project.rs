//! Projects: the catalogue of checks.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use strum::{EnumString, IntoStaticStr, VariantArray};
use utoipa::ToSchema;

use crate::lang::Lang;
use crate::limits::{LIST_NUMBERS, ROW_INPUTS};
use crate::money::Points;
use crate::routing::Routing;
use crate::row_input::{self, RowInput};
use crate::rule::Rule;
use crate::words::word_methods;

/// The menu group of a project.
#[derive(
    Debug,
    Clone,
    Copy,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
    Serialize,
    Deserialize,
    ToSchema,
    EnumString,
    IntoStaticStr,
    VariantArray,
)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum Category {
    /// Messengers.
    Messaging,
    /// Social networks.
    Social,
    /// Exchanges, wallets and banks.
    Finance,
    /// Shops and marketplaces.
    Commerce,
    /// Carrier and reachability.
    Carrier,
    /// Checks against the numbering plan.
    Hygiene,
}

/// What answers the checks of a project.
#[derive(
    Debug,
    Clone,
    Copy,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
    Serialize,
    Deserialize,
    ToSchema,
    EnumString,
    IntoStaticStr,
    VariantArray,
)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum Answerer {
    /// The number engine: validity, type and country.
    Hygiene,
    /// The number engine: the carrier to which the number was originally allocated.
    Carrier,
    /// Providers, through channels.
    Channels,
}

word_methods!(Category, Answerer);

/// Status of a check without a definite answer. Free of charge.
pub const UNKNOWN: &str = "unknown";
/// Status of a number that was not checked: a condition of the waterfall did not hold, or the project does not
/// cover its country.
pub const SKIPPED: &str = "skipped";

/// Reason of a skipped number whose country the project does not cover.
pub const COUNTRY_NOT_COVERED: &str = "country_not_covered";

/// Reason of an unknown number whose row lacks a value that the project needs.
pub const MISSING_INPUT: &str = "missing_input";

/// Allowed chunk sizes. Each divides the row groups of input segments.
pub const CHUNK_SIZES: [i64; 8] = [100, 200, 500, 1000, 2000, 5000, 10_000, 50_000];

/// The maximum of numbers per task: those of the largest list.
pub const MOST_NUMBERS: i64 = LIST_NUMBERS.cast_signed();

/// Highest price of a number, in ten-thousandths of a point.
const MOST_PRICE: i64 = 1_000_000_000;
/// Longest texts of a project, in characters.
const ICON: usize = 40;
const NAME: usize = 60;
const DESCRIPTION: usize = 500;
/// Most statuses of a project.
const STATUSES: usize = 20;

/// The fields of a project that administrators can edit.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ProjectDetails {
    pub category: Category,
    pub icon: String,
    pub names: BTreeMap<Lang, String>,
    pub descriptions: BTreeMap<Lang, String>,
    pub answerer: Answerer,
    /// Statuses of definite answers. The first one counts as a hit.
    pub statuses: Vec<String>,
    /// Price per definite answer, in units of 1/10,000 point.
    pub price: i64,
    /// Prices for single countries.
    #[serde(default)]
    pub country_prices: BTreeMap<String, i64>,
    /// Minimum of numbers per task.
    pub min_numbers: i64,
    /// Maximum of numbers per task.
    pub max_numbers: i64,
    /// Countries that it covers; empty for all.
    #[serde(default)]
    pub countries: Vec<String>,
    /// Channels to use, in this order; empty for all that serve it.
    #[serde(default)]
    pub channels: Vec<String>,
    /// How its channels are chosen.
    #[serde(default, skip_serializing_if = "Routing::is_default")]
    pub routing: Routing,
    /// Values in the row of a number that its checks need besides the number. Their answers are not reused for other rows.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub inputs: Vec<RowInput>,
    pub chunk_size: i64,
}

impl ProjectDetails {
    /// Price per definite answer in a country.
    pub fn price_in(&self, country: &str) -> Points {
        Points(self.country_prices.get(country).copied().unwrap_or(self.price))
    }

    /// Whether it checks numbers of a country.
    pub fn covers(&self, country: &str) -> bool {
        covers(&self.countries, country)
    }

    /// The name in a language, else in English.
    pub fn name(&self, lang: Lang) -> &str {
        self.names.get(&lang).or_else(|| self.names.get(&Lang::En)).map_or("", String::as_str)
    }

    /// The description in a language, else in English.
    pub fn description(&self, lang: Lang) -> &str {
        self.descriptions.get(&lang).or_else(|| self.descriptions.get(&Lang::En)).map_or("", String::as_str)
    }

    /// All fields with invalid values, and what each must be.
    pub fn invalid_fields(&self) -> Vec<(&'static str, Rule)> {
        let country = |code: &String| code.len() == 2 && code.bytes().all(|b| b.is_ascii_uppercase());
        let texts = |texts: &BTreeMap<Lang, String>, most| {
            texts.values().all(|text| !text.trim().is_empty() && text.chars().count() <= most)
        };
        let distinct = self.statuses.iter().collect::<std::collections::BTreeSet<_>>().len();
        let price = |price: i64| (0..=MOST_PRICE).contains(&price);
        let numbers = |least| Rule::Whole { least, most: MOST_NUMBERS };
        [
            ("icon", self.icon.len() <= ICON, Rule::up_to(ICON)),
            (
                "names",
                self.names.contains_key(&Lang::En) && texts(&self.names, NAME),
                Rule::Names { most: NAME },
            ),
            ("descriptions", texts(&self.descriptions, DESCRIPTION), Rule::Texts { most: DESCRIPTION }),
            (
                "statuses",
                (1..=STATUSES).contains(&distinct)
                    && distinct == self.statuses.len()
                    && self.statuses.iter().all(|status| is_status(status)),
                Rule::Statuses { most: STATUSES },
            ),
            ("price", price(self.price), Rule::Whole { least: 0, most: MOST_PRICE }),
            (
                "country_prices",
                self.country_prices.iter().all(|(code, one)| country(code) && price(*one)),
                Rule::CountryPrices { most: MOST_PRICE },
            ),
            ("min_numbers", (1..=MOST_NUMBERS).contains(&self.min_numbers), numbers(1)),
            (
                "max_numbers",
                (self.min_numbers..=MOST_NUMBERS).contains(&self.max_numbers),
                numbers(self.min_numbers),
            ),
            ("countries", self.countries.iter().all(country), Rule::Countries),
            ("routing", self.routing.is_valid(), Routing::rule()),
            ("inputs", row_input::are_valid(&self.inputs), Rule::RowInputs { most: ROW_INPUTS }),
            (
                "chunk_size",
                CHUNK_SIZES.contains(&self.chunk_size),
                Rule::one_of(CHUNK_SIZES.map(|size| size.to_string())),
            ),
        ]
        .into_iter()
        .filter_map(|(name, good, rule)| (!good).then_some((name, rule)))
        .collect()
    }
}

/// Whether a list of countries contains this one. An empty list contains all.
pub(crate) fn covers(countries: &[String], country: &str) -> bool {
    countries.is_empty() || countries.iter().any(|known| known == country)
}

/// A word in lower case that is not reserved.
fn is_status(word: &str) -> bool {
    let letters = word.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'_');
    (1..=32).contains(&word.len()) && letters && word != UNKNOWN && word != SKIPPED
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Project {
    /// Identifies the project in URLs and in the ledger; never changes.
    pub slug: String,
    /// Position in the menu.
    pub sort: i64,
    /// Whether new tasks can use it.
    pub enabled: bool,
    /// Incremented by every change.
    pub version: i64,
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
            routing: Routing::default(),
            inputs: Vec::new(),
            chunk_size: 1000,
        }
    }

    #[test]
    fn prices_depend_on_the_country_and_names_fall_back() {
        let project = sample();
        assert_eq!((project.price_in("CN"), project.price_in("US")), (Points(250), Points(100)));
        assert_eq!((project.name(Lang::Zh), project.name(Lang::Ja)), ("示例", "Example"));
        assert!(project.invalid_fields().is_empty());
        assert!(project.covers("US") && project.covers(""));
        let narrow = ProjectDetails { countries: vec!["CN".into()], ..project };
        assert!(narrow.covers("CN") && !narrow.covers("US") && !narrow.covers(""));
    }

    #[test]
    fn invalid_fields_are_named() {
        let wrong = ProjectDetails {
            names: [(Lang::Zh, "示例".to_owned())].into(),
            statuses: vec!["unknown".into()],
            price: -1,
            country_prices: [("china".to_owned(), 1)].into(),
            min_numbers: 10,
            max_numbers: 9,
            countries: vec!["cn".into()],
            routing: Routing { shadow: 10_000, ..Routing::default() },
            chunk_size: 7,
            ..sample()
        };
        let named = [
            "names",
            "statuses",
            "price",
            "country_prices",
            "max_numbers",
            "countries",
            "routing",
            "chunk_size",
        ];
        assert_eq!(wrong.invalid_fields().into_iter().map(|(name, _)| name).collect::<Vec<_>>(), named);
    }
}
