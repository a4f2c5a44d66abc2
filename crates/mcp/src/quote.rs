//! The most that checks of some numbers can cost, from the server's prices and the number engine of this program.

use std::collections::{BTreeMap, BTreeSet};

use numplan::{PhoneNumber, Region};
use numsift_model::test_number::test_answer;
use serde::{Deserialize, Serialize};

use crate::api::Fault;

/// A valid number that is no test number.
struct Number {
    country: &'static str,
}

/// A project, as the list of projects returns it.
#[derive(Deserialize)]
pub struct Project {
    slug: String,
    price: i64,
    country_prices: BTreeMap<String, i64>,
    min_numbers: i64,
    countries: Vec<String>,
    available: bool,
}

#[derive(Serialize)]
pub struct Quote {
    /// Numbers that were given.
    sent: usize,
    /// Valid, unique numbers.
    numbers: usize,
    /// The most that it can cost, in ten-thousandths of a point. Only definite answers are charged.
    max_price: i64,
    checks: Vec<QuotedCheck>,
}

#[derive(Serialize)]
struct QuotedCheck {
    project: String,
    available: bool,
    /// Numbers that are asked and charged if the answer is definite.
    billable: i64,
    /// Numbers of countries that the project does not cover. They are skipped.
    not_covered: i64,
    /// Numbers that a task needs at least.
    min_numbers: i64,
    max_price: i64,
}

/// Prices the numbers as a task does: valid ones once, test numbers free of charge.
pub fn quote(
    texts: &[String],
    country: Option<&str>,
    projects: &[Project],
    checks: &[String],
) -> Result<Quote, Fault> {
    let country = country.map(|code| {
        let region = Region::from_code(code).filter(|region| region.code().len() == 2);
        region.ok_or_else(|| Fault::Arguments(format!("`country` is `{code}`; expected a code such as US")))
    });
    let country = country.transpose()?;
    let mut seen = BTreeSet::new();
    let mut billable = Vec::new();
    for text in texts {
        let Some(number) = valid_number(text, country) else { continue };
        let digits = digits_of(number);
        if seen.insert(digits) && test_answer(digits).is_none() {
            billable.push(Number { country: number.region().map_or("", Region::code) });
        }
    }
    let mut quoted = Vec::new();
    for (place, check) in checks.iter().enumerate() {
        if checks[..place].contains(check) {
            return Err(Fault::Arguments(format!("`{check}` is listed twice in `checks`")));
        }
        let project = projects.iter().find(|project| project.slug == *check).ok_or_else(|| {
            let slugs: Vec<&str> = projects.iter().map(|project| project.slug.as_str()).collect();
            Fault::Arguments(format!("there is no project `{check}`; the projects are {}", slugs.join(", ")))
        })?;
        quoted.push(project.quote(&billable));
    }
    let max_price = quoted.iter().map(|check| check.max_price).sum();
    Ok(Quote { sent: texts.len(), numbers: seen.len(), max_price, checks: quoted })
}

fn valid_number(text: &str, country: Option<Region>) -> Option<PhoneNumber> {
    let verdict = numplan::check(text.as_bytes(), country);
    verdict.number().filter(|_| verdict.is_valid())
}

/// The E.164 digits without the plus, which have at most 15 places.
fn digits_of(number: PhoneNumber) -> u64 {
    let shift = 10_u64.saturating_pow(u32::from(number.nsn_len()));
    u64::from(number.country_code()).saturating_mul(shift).saturating_add(number.national_number())
}

impl Project {
    fn quote(&self, numbers: &[Number]) -> QuotedCheck {
        let (mut billable, mut not_covered, mut max_price) = (0, 0, 0);
        for Number { country } in numbers {
            if !self.countries.is_empty() && !self.countries.iter().any(|covered| covered == country) {
                not_covered += 1;
                continue;
            }
            billable += 1;
            max_price += self.country_prices.get(*country).unwrap_or(&self.price);
        }
        QuotedCheck {
            project: self.slug.clone(),
            available: self.available,
            billable,
            not_covered,
            min_numbers: self.min_numbers,
            max_price,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn project() -> Project {
        Project {
            slug: "whatsapp".to_owned(),
            price: 100,
            country_prices: BTreeMap::from([("CN".to_owned(), 250)]),
            min_numbers: 1,
            countries: vec!["CN".to_owned(), "US".to_owned()],
            available: true,
        }
    }

    #[test]
    fn every_valid_number_is_priced_once_by_its_country() {
        let texts = [
            "+86 138 0000 0001",
            "138 0000 0001",
            "+1 917-555-2368",
            "+44 20 7183 8750",
            "+1 201",
            "+1 201-555-0100",
        ];
        let texts = texts.map(str::to_owned);
        let quote = quote(&texts, Some("CN"), &[project()], &["whatsapp".to_owned()]);
        let quote = quote.unwrap_or_else(|fault| panic!("{fault}"));
        assert_eq!((quote.sent, quote.numbers, quote.max_price), (6, 4, 350));
        assert_eq!((quote.checks[0].billable, quote.checks[0].not_covered), (2, 1));
    }

    #[test]
    fn an_unknown_project_is_named_with_the_known_ones() {
        let fault =
            quote(&[], None, &[project()], &["watsapp".to_owned()]).err().map(|fault| fault.to_string());
        let expected = "invalid arguments: there is no project `watsapp`; the projects are whatsapp";
        assert_eq!(fault.as_deref(), Some(expected));
    }
}
