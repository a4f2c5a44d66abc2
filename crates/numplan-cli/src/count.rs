//! `count`: counts the valid numbers of a country, type, carrier, prefix or pattern.

use std::io::Write;

use clap::{Args, ValueEnum};
use numplan::space::{Distinguishable, SpaceError, distinguishable};
use numplan::{NumberType, Region};

use crate::error::written;
use crate::select::Selection;
use crate::{Error, Io};

/// How to break down the count.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum By {
    /// One line per country
    Country,
    /// One line per type
    Type,
}

#[derive(Debug, Args)]
#[command(
    about = "Count valid phone numbers",
    long_about = "Counts the valid numbers of a country, type, carrier, prefix or pattern. The count is exact.",
    after_help = "Examples:
  numsift count --country CN --type mobile
  numsift count --country CN --carrier \"China Unicom\"
  numsift count --pattern \"+86 138 ???? 88[0-9]8\"
  numsift count --country GB --by type"
)]
pub struct CountArgs {
    #[command(flatten)]
    pub selection: Selection,

    /// Break down the count; writes lines of name, tab and count
    #[arg(long, value_enum)]
    pub by: Option<By>,
}

/// Writes the count and returns the total.
///
/// ```
/// # use clap::Parser;
/// # #[derive(Parser)]
/// # struct Cli { #[command(flatten)] count: numplan_cli::count::CountArgs }
/// let cli = Cli::parse_from(["cli", "--pattern", "+86 138 ???? 88[0-9]8"]);
/// let (mut out, mut errors) = (Vec::new(), Vec::new());
/// let mut io = numplan_cli::Io::test(b"", &mut out, &mut errors);
/// assert_eq!(numplan_cli::count::run(&cli.count, &mut io).unwrap(), 100_000);
/// ```
pub fn run(args: &CountArgs, io: &mut Io<'_>) -> Result<u64, Error> {
    let selection = &args.selection;
    let mut lines = Vec::new();
    let total = selection.space()?.count();
    match args.by {
        None => lines.push(total.to_string()),
        Some(By::Country) => {
            let all: Vec<Region> = Region::all().collect();
            for region in if selection.country.is_empty() { &all } else { &selection.country } {
                let part = Selection { country: vec![*region], ..selection.clone() };
                lines.extend(line(region.code(), &part)?);
            }
        }
        Some(By::Type) => {
            for kind in NumberType::ALL {
                if selection.kind.is_empty() || selection.kind.contains(kind) {
                    let part = Selection { kind: vec![*kind], ..selection.clone() };
                    lines.extend(line(kind.as_str(), &part)?);
                }
            }
        }
    }
    lines.push(String::new());
    let text = lines.join("\n");
    written(io.output.write_all(text.as_bytes()).and_then(|()| io.output.flush()))?;
    for region in &selection.country {
        if selection.kind.contains(&NumberType::Mobile) && distinguishable(*region) == Distinguishable::Partly
        {
            let name = region.code();
            let _ = writeln!(
                io.errors,
                "note: {name} also has numbers that may be mobile or fixed-line: type fixed_line_or_mobile"
            );
        }
    }
    Ok(total)
}

/// A line of the breakdown; `None` if there are no such numbers.
fn line(name: &str, part: &Selection) -> Result<Option<String>, Error> {
    match part.space() {
        Ok(space) => {
            Ok(Some(space.count()).filter(|count| *count > 0).map(|count| format!("{name}\t{count}")))
        }
        Err(Error::Space(SpaceError::NotDistinguishable { .. } | SpaceError::RegionNeeded)) => Ok(None),
        Err(error) => Err(error),
    }
}
